// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %1 = stablehlo.constant dense<[(0.5, -1.0), (2.0, 2.0), (0.5, 3.0), (-1.0, 0.25), (-0.125, 1.0)]> : tensor<5xcomplex<f32>>
  %got:2 = call @add_subtract(%0, %1) : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>)
  %want_0 = stablehlo.constant dense<[(1.5, 1.0), (0.5, 2.75), (0.75, 2.0), (1.0, 0.75), (0.375, 0.25)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  %want_1 = stablehlo.constant dense<[(0.5, 3.0), (-3.5, -1.25), (-0.25, -4.0), (3.0, 0.25), (0.625, -1.75)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @add_subtract(%arg0: tensor<5xcomplex<f32>>, %arg1: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<5xcomplex<f32>> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<5xcomplex<f32>>
  %1 = stablehlo.subtract %arg0, %arg1 : tensor<5xcomplex<f32>>
  return %0, %1 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %1 = stablehlo.constant dense<[(0.5, -1.0), (2.0, 2.0), (0.5, 3.0), (-1.0, 0.25), (-0.125, 1.0)]> : tensor<5xcomplex<f32>>
  %got = call @multiply(%0, %1) : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(2.5, 0.0), (-4.5, -1.5), (3.125, 0.25), (-2.125, 0.0), (0.6875, 0.59375)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @multiply(%arg0: tensor<5xcomplex<f32>>, %arg1: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %1 = stablehlo.constant dense<[(0.5, -1.0), (2.0, 2.0), (0.5, 3.0), (-1.0, 0.25), (-0.125, 1.0)]> : tensor<5xcomplex<f32>>
  %got = call @divide(%0, %1) : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(-1.2, 1.6), (-0.1875, 0.5625), (-0.3108108, -0.13513514), (-1.7647059, -0.9411765), (-0.8, -0.4)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 9 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @divide(%arg0: tensor<5xcomplex<f32>>, %arg1: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @negate(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(-1.0, -2.0), (1.5, -0.75), (-0.25, 1.0), (-2.0, -0.5), (-0.5, 0.75)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @negate(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got:2 = call @real_imag(%0) : (tensor<5xcomplex<f32>>) -> (tensor<5xf32>, tensor<5xf32>)
  %want_0 = stablehlo.constant dense<[1.0, -1.5, 0.25, 2.0, 0.5]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %want_1 = stablehlo.constant dense<[2.0, 0.75, -1.0, 0.5, -0.75]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @real_imag(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.real %arg0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %1 = stablehlo.imag %arg0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -1.5, 0.25, 2.0, 0.5]> : tensor<5xf32>
  %1 = stablehlo.constant dense<[2.0, 0.75, -1.0, 0.5, -0.75]> : tensor<5xf32>
  %got = call @complex(%0, %1) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @complex(%arg0: tensor<5xf32>, %arg1: tensor<5xf32>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.complex %arg0, %arg1 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @abs(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[2.236068, 1.6770511, 1.0307764, 2.0615528, 0.9013878]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @abs(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.abs %arg0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @exponential(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(-1.1312044, 2.4717267), (0.16326186, 0.15209417), (0.6937619, -1.0804701), (6.4845066, 3.5425024), (1.2063509, -1.1238323)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 7 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @exponential(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.exponential %arg0 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @log(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(0.804719, 1.1071488), (0.51703686, 2.6779451), (0.03031231, -1.3258177), (0.7234595, 0.24497867), (-0.10381968, -0.98279375)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 7 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @log(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.log %arg0 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @sqrt(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(1.2720196, 0.7861514), (0.29753232, 1.2603673), (0.8002426, -0.6248105), (1.4250531, 0.17543206), (0.83707464, -0.44798872)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 7 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @sqrt(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.sqrt %arg0 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @rsqrt(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(0.56886446, -0.35157758), (0.17741399, -0.75153786), (0.77634937, 0.6061553), (0.6912523, -0.085097045), (0.92865086, 0.49699888)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 10 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @rsqrt(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.rsqrt %arg0 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @sine(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(3.1657786, 1.9596009), (-1.2914401, 0.058168385), (0.38176426, -1.138667), (1.0253474, -0.21685216), (0.6207043, -0.72165084)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 8 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @sine(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.real %arg0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %1 = stablehlo.imag %arg0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %3 = stablehlo.compare EQ, %0, %2, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %4 = stablehlo.sine %0 : tensor<5xf32>
  %5 = stablehlo.cosine %0 : tensor<5xf32>
  %6 = stablehlo.exponential_minus_one %1 : tensor<5xf32>
  %7 = stablehlo.negate %1 : tensor<5xf32>
  %8 = stablehlo.exponential_minus_one %7 : tensor<5xf32>
  %9 = stablehlo.subtract %6, %8 : tensor<5xf32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %11 = stablehlo.divide %9, %10 : tensor<5xf32>
  %12 = stablehlo.add %6, %8 : tensor<5xf32>
  %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %14 = stablehlo.add %12, %13 : tensor<5xf32>
  %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %16 = stablehlo.divide %14, %15 : tensor<5xf32>
  %17 = stablehlo.multiply %4, %16 : tensor<5xf32>
  %18 = stablehlo.multiply %5, %11 : tensor<5xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %20 = stablehlo.complex %19, %18 : tensor<5xcomplex<f32>>
  %21 = stablehlo.complex %17, %18 : tensor<5xcomplex<f32>>
  %22 = stablehlo.select %3, %20, %21 : tensor<5xi1>, tensor<5xcomplex<f32>>
  return %22 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @cosine(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(2.032723, -3.0518978), (0.09158227, 0.8202568), (1.4951099, 0.29074943), (-0.46925798, -0.47383058), (1.1361915, 0.39423966)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 8 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @cosine(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.real %arg0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %1 = stablehlo.imag %arg0 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %3 = stablehlo.compare EQ, %0, %2, FLOAT : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %4 = stablehlo.sine %0 : tensor<5xf32>
  %5 = stablehlo.cosine %0 : tensor<5xf32>
  %6 = stablehlo.exponential_minus_one %1 : tensor<5xf32>
  %7 = stablehlo.negate %1 : tensor<5xf32>
  %8 = stablehlo.exponential_minus_one %7 : tensor<5xf32>
  %9 = stablehlo.subtract %6, %8 : tensor<5xf32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %11 = stablehlo.divide %9, %10 : tensor<5xf32>
  %12 = stablehlo.add %6, %8 : tensor<5xf32>
  %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %14 = stablehlo.add %12, %13 : tensor<5xf32>
  %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %16 = stablehlo.divide %14, %15 : tensor<5xf32>
  %17 = stablehlo.multiply %5, %16 : tensor<5xf32>
  %18 = stablehlo.negate %4 : tensor<5xf32>
  %19 = stablehlo.multiply %18, %11 : tensor<5xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %21 = stablehlo.complex %17, %20 : tensor<5xcomplex<f32>>
  %22 = stablehlo.complex %17, %19 : tensor<5xcomplex<f32>>
  %23 = stablehlo.select %3, %21, %22 : tensor<5xi1>, tensor<5xcomplex<f32>>
  return %23 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f32>>
  %got = call @tanh(%0) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %want = stablehlo.constant dense<[(1.1667362, -0.2434582), (-0.9881121, 0.09838782), (0.73241127, -1.2780381), (0.9799409, 0.030215988), (0.7282119, -0.6180965)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 10 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}
func.func private @tanh(%arg0: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.tanh %arg0 : tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.75), (0.25, -1.0), (2.0, 0.5), (0.5, -0.75)]> : tensor<5xcomplex<f64>>
  %1 = stablehlo.constant dense<[(0.5, -1.0), (2.0, 2.0), (0.5, 3.0), (-1.0, 0.25), (-0.125, 1.0)]> : tensor<5xcomplex<f64>>
  %got = call @multiply_complex128(%0, %1) : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  %want = stablehlo.constant dense<[(2.5, 0.0), (-4.5, -1.5), (3.125, 0.25), (-2.125, 0.0), (0.6875, 0.59375)]> : tensor<5xcomplex<f64>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 4 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> ()
  return
}
func.func private @multiply_complex128(%arg0: tensor<5xcomplex<f64>>, %arg1: tensor<5xcomplex<f64>>) -> (tensor<5xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<5xcomplex<f64>>
  return %0 : tensor<5xcomplex<f64>>
}
