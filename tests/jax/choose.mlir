// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<-1.0> : tensor<f32>
  %1 = stablehlo.constant dense<[-3.0, -0.5, 0.0, 0.5, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<f32>
  %got = call @clamp_f32(%0, %1, %2) : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %want = stablehlo.constant dense<[-1.0, -0.5, 0.0, 0.5, 1.0, 1.0, -1.0, 0x7FC00000]> : tensor<8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
func.func private @clamp_f32(%arg0: tensor<f32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.clamp %0, %arg1, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]> : tensor<8xf32>
  %1 = stablehlo.constant dense<[-3.0, -0.5, 0.0, 0.5, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %2 = stablehlo.constant dense<[-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<8xf32>
  %got = call @clamp_tensor_bounds_f32(%0, %1, %2) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %want = stablehlo.constant dense<[-3.0, -1.0, 0.0, 0.5, 2.0, 3.0, 2.0, 0x7FC00000]> : tensor<8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
func.func private @clamp_tensor_bounds_f32(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<-2> : tensor<i32>
  %1 = stablehlo.constant dense<[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]> : tensor<11xi32>
  %2 = stablehlo.constant dense<3> : tensor<i32>
  %got = call @clamp_i32(%0, %1, %2) : (tensor<i32>, tensor<11xi32>, tensor<i32>) -> tensor<11xi32>
  %want = stablehlo.constant dense<[-2, -2, -2, -2, -1, 0, 1, 2, 3, 3, 3]> : tensor<11xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xi32>, tensor<11xi32>) -> ()
  return
}
func.func private @clamp_i32(%arg0: tensor<i32>, %arg1: tensor<11xi32>, %arg2: tensor<i32>) -> (tensor<11xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<11xi32>
  %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<11xi32>
  %2 = stablehlo.clamp %0, %arg1, %1 : tensor<11xi32>
  return %2 : tensor<11xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<10> : tensor<ui8>
  %1 = stablehlo.constant dense<[0, 10, 128, 255]> : tensor<4xui8>
  %2 = stablehlo.constant dense<200> : tensor<ui8>
  %got = call @clamp_ui8(%0, %1, %2) : (tensor<ui8>, tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
  %want = stablehlo.constant dense<[10, 10, 128, 200]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}
func.func private @clamp_ui8(%arg0: tensor<ui8>, %arg1: tensor<4xui8>, %arg2: tensor<ui8>) -> (tensor<4xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui8>) -> tensor<4xui8>
  %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<ui8>) -> tensor<4xui8>
  %2 = stablehlo.clamp %0, %arg1, %1 : tensor<4xui8>
  return %2 : tensor<4xui8>
}

// -----

// Where the bounds are crossed the upper one wins.
func.func public @main() {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.constant dense<[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]> : tensor<11xi32>
  %2 = stablehlo.constant dense<-2> : tensor<i32>
  %got = call @clamp_crossed_i32(%0, %1, %2) : (tensor<i32>, tensor<11xi32>, tensor<i32>) -> tensor<11xi32>
  %want = stablehlo.constant dense<-2> : tensor<11xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xi32>, tensor<11xi32>) -> ()
  return
}
func.func private @clamp_crossed_i32(%arg0: tensor<i32>, %arg1: tensor<11xi32>, %arg2: tensor<i32>) -> (tensor<11xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<11xi32>
  %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<11xi32>
  %2 = stablehlo.clamp %0, %arg1, %1 : tensor<11xi32>
  return %2 : tensor<11xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %1 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %2 = stablehlo.constant dense<[[-0.0, -1.0, -2.0], [-3.0, -4.0, -5.0]]> : tensor<2x3xf32>
  %got = call @select_f32(%0, %1, %2) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[0.0, -1.0, 2.0], [-3.0, -4.0, 5.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @select_f32(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x3xi1>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %1 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %2 = stablehlo.constant dense<0x7FC00000> : tensor<2x3xf32>
  %got = call @select_nan_f32(%0, %1, %2) : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[0.0, 0x7FC00000, 2.0], [0x7FC00000, 0x7FC00000, 5.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @select_nan_f32(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x3xi1>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %2 = stablehlo.constant dense<[[-0.0, -1.0, -2.0], [-3.0, -4.0, -5.0]]> : tensor<2x3xf32>
  %got = call @select_scalar_predicate(%0, %1, %2) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[-0.0, -1.0, -2.0], [-3.0, -4.0, -5.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @select_scalar_predicate(%arg0: tensor<i1>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %1 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xbf16>
  %2 = stablehlo.constant dense<[[-0.0, -1.0, -2.0], [-3.0, -4.0, -5.0]]> : tensor<2x3xbf16>
  %got = call @select_bf16(%0, %1, %2) : (tensor<2x3xi1>, tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %want = stablehlo.constant dense<[[0.0, -1.0, 2.0], [-3.0, -4.0, 5.0]]> : tensor<2x3xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> ()
  return
}
func.func private @select_bf16(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xbf16>, %arg2: tensor<2x3xbf16>) -> (tensor<2x3xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x3xi1>, tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %1 = stablehlo.constant dense<[[false, true, false], [true, true, false]]> : tensor<2x3xi1>
  %2 = stablehlo.constant dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %got = call @select_i1(%0, %1, %2) : (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  %want = stablehlo.constant dense<false> : tensor<2x3xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  return
}
func.func private @select_i1(%arg0: tensor<2x3xi1>, %arg1: tensor<2x3xi1>, %arg2: tensor<2x3xi1>) -> (tensor<2x3xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x3xi1>, tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-3.0, -0.5, 0.0, 0.5, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %got = call @where_broadcast(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %want = stablehlo.constant dense<[-1.0, -1.0, -1.0, 0.5, 3.0, 0x7F800000, -1.0, -1.0]> : tensor<8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
func.func private @where_broadcast(%arg0: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
  %2 = call @_where(%1, %arg0, %cst_0) : (tensor<8xi1>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @_where(%arg0: tensor<8xi1>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8xi1>, tensor<8xf32>
  return %1 : tensor<8xf32>
}
