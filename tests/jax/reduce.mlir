// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (structure.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %got = call @sum_0(%0) : (tensor<3x4xf32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[-13.5, -9.5, 19.5, 18.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @sum_0(%arg0: tensor<3x4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %got = call @maximum_0(%0) : (tensor<3x4xf32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[-0.5, 0.5, 7.5, 9.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @maximum_0(%arg0: tensor<3x4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %got = call @sum_1(%0) : (tensor<3x4xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[15.0, 1.0, -1.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @sum_1(%arg0: tensor<3x4xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %got = call @maximum_1(%0) : (tensor<3x4xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[9.5, 9.5, 7.5]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @maximum_1(%arg0: tensor<3x4xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %got = call @sum_01(%0) : (tensor<3x4xf32>) -> tensor<f32>
  %want = stablehlo.constant dense<15.0> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func private @sum_01(%arg0: tensor<3x4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %got = call @maximum_01(%0) : (tensor<3x4xf32>) -> tensor<f32>
  %want = stablehlo.constant dense<9.5> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func private @maximum_01(%arg0: tensor<3x4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[2.5, -1.5, -2.5, -0.5], [-0.5, 2.5, 0.5, -2.5], [-0.5, 1.5, 2.5, 2.5]], [[3.5, -1.5, 3.5, -2.5], [0.5, -1.5, -1.5, 1.5], [-0.5, 0.5, -1.5, -1.5]]]> : tensor<2x3x4xf32>
  %got = call @sum_cube_02(%0) : (tensor<2x3x4xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.0, -1.0, 3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @sum_cube_02(%arg0: tensor<2x3x4xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[2.5, -1.5, -2.5, -0.5], [-0.5, 2.5, 0.5, -2.5], [-0.5, 1.5, 2.5, 2.5]], [[3.5, -1.5, 3.5, -2.5], [0.5, -1.5, -1.5, 1.5], [-0.5, 0.5, -1.5, -1.5]]]> : tensor<2x3x4xf32>
  %got = call @sum_no_axis(%0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %want = stablehlo.constant dense<[[[2.5, -1.5, -2.5, -0.5], [-0.5, 2.5, 0.5, -2.5], [-0.5, 1.5, 2.5, 2.5]], [[3.5, -1.5, 3.5, -2.5], [0.5, -1.5, -1.5, 1.5], [-0.5, 0.5, -1.5, -1.5]]]> : tensor<2x3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
  return
}
func.func private @sum_no_axis(%arg0: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 0x7FC00000, -2.0], [4.0, 0x7F800000, 3.0]]> : tensor<2x3xf32>
  %got = call @minimum_nan(%0) : (tensor<2x3xf32>) -> tensor<2xf32>
  %want = stablehlo.constant dense<[0x7FC00000, 3.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @minimum_nan(%arg0: tensor<2x3xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.minimum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %got = call @product(%0) : (tensor<3x4xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[-13.0625, 3411.6875, -59.0625]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @product(%arg0: tensor<3x4xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.multiply across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<2x0xf32>
  %got = call @sum_empty(%0) : (tensor<2x0xf32>) -> tensor<2xf32>
  %want = stablehlo.constant dense<0.0> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @sum_empty(%arg0: tensor<2x0xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-1.0, 0.0, 5.0, 9.0], [-9.0, -7.0, 6.0, 9.0], [-5.0, -4.0, 7.0, -1.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<100.5> : tensor<f32>
  %got = call @sum_with_initial_value(%0, %1) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[113.5, 99.5, 97.5]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @sum_with_initial_value(%arg0: tensor<3x4xf32>, %arg1: tensor<f32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[2, 1, 6, 10], [10, 8, 7, 10], [6, 5, 8, 2]]> : tensor<3x4xi32>
  %got:2 = call @sum_maximum_i32(%0) : (tensor<3x4xi32>) -> (tensor<3xi32>, tensor<4xi32>)
  %want_0 = stablehlo.constant dense<[19, 35, 21]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %want_1 = stablehlo.constant dense<[10, 8, 8, 10]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @sum_maximum_i32(%arg0: tensor<3x4xi32>) -> (tensor<3xi32> {jax.result_info = "result[0]"}, tensor<4xi32> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  %c_0 = stablehlo.constant dense<-2147483648> : tensor<i32>
  %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0, %1 : tensor<3xi32>, tensor<4xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[2, 1, 6, 10], [10, 8, 7, 10], [6, 5, 8, 2]]> : tensor<3x4xui8>
  %got:2 = call @sum_maximum_ui8(%0) : (tensor<3x4xui8>) -> (tensor<3xui8>, tensor<4xui8>)
  %want_0 = stablehlo.constant dense<[19, 35, 21]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  %want_1 = stablehlo.constant dense<[10, 8, 8, 10]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}
func.func private @sum_maximum_ui8(%arg0: tensor<3x4xui8>) -> (tensor<3xui8> {jax.result_info = "result[0]"}, tensor<4xui8> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<0> : tensor<ui8>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<3x4xui8>, tensor<ui8>) -> tensor<3xui8>
  %c_0 = stablehlo.constant dense<0> : tensor<ui8>
  %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xui8>, tensor<ui8>) -> tensor<4xui8>
  return %0, %1 : tensor<3xui8>, tensor<4xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[2, 1, 6, 10], [10, 8, 7, 10], [6, 5, 8, 2]]> : tensor<3x4xi64>
  %got:2 = call @sum_maximum_i64(%0) : (tensor<3x4xi64>) -> (tensor<3xi64>, tensor<4xi64>)
  %want_0 = stablehlo.constant dense<[19, 35, 21]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  %want_1 = stablehlo.constant dense<[10, 8, 8, 10]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
func.func private @sum_maximum_i64(%arg0: tensor<3x4xi64>) -> (tensor<3xi64> {jax.result_info = "result[0]"}, tensor<4xi64> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<3x4xi64>, tensor<i64>) -> tensor<3xi64>
  %c_0 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xi64>, tensor<i64>) -> tensor<4xi64>
  return %0, %1 : tensor<3xi64>, tensor<4xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[2.0, 1.0, 6.0, 10.0], [10.0, 8.0, 7.0, 10.0], [6.0, 5.0, 8.0, 2.0]]> : tensor<3x4xbf16>
  %got:2 = call @sum_maximum_bf16(%0) : (tensor<3x4xbf16>) -> (tensor<3xbf16>, tensor<4xbf16>)
  %want_0 = stablehlo.constant dense<[19.0, 35.0, 21.0]> : tensor<3xbf16>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  %want_1 = stablehlo.constant dense<[10.0, 8.0, 8.0, 10.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}
func.func private @sum_maximum_bf16(%arg0: tensor<3x4xbf16>) -> (tensor<3xbf16> {jax.result_info = "result[0]"}, tensor<4xbf16> {jax.result_info = "result[1]"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %cst_0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %0, %1 : tensor<3xbf16>, tensor<4xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[2.0, 1.0, 6.0, 10.0], [10.0, 8.0, 7.0, 10.0], [6.0, 5.0, 8.0, 2.0]]> : tensor<3x4xf16>
  %got:2 = call @sum_maximum_f16(%0) : (tensor<3x4xf16>) -> (tensor<3xf16>, tensor<4xf16>)
  %want_0 = stablehlo.constant dense<[19.0, 35.0, 21.0]> : tensor<3xf16>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf16>, tensor<3xf16>) -> ()
  %want_1 = stablehlo.constant dense<[10.0, 8.0, 8.0, 10.0]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}
func.func private @sum_maximum_f16(%arg0: tensor<3x4xf16>) -> (tensor<3xf16> {jax.result_info = "result[0]"}, tensor<4xf16> {jax.result_info = "result[1]"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
  %cst_0 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xf16>, tensor<f16>) -> tensor<4xf16>
  return %0, %1 : tensor<3xf16>, tensor<4xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[2.0, 1.0, 6.0, 10.0], [10.0, 8.0, 7.0, 10.0], [6.0, 5.0, 8.0, 2.0]]> : tensor<3x4xf64>
  %got:2 = call @sum_maximum_f64(%0) : (tensor<3x4xf64>) -> (tensor<3xf64>, tensor<4xf64>)
  %want_0 = stablehlo.constant dense<[19.0, 35.0, 21.0]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %want_1 = stablehlo.constant dense<[10.0, 8.0, 8.0, 10.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
func.func private @sum_maximum_f64(%arg0: tensor<3x4xf64>) -> (tensor<3xf64> {jax.result_info = "result[0]"}, tensor<4xf64> {jax.result_info = "result[1]"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<4xf64>
  return %0, %1 : tensor<3xf64>, tensor<4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(0.5, -0.5), (1.5, -8.5), (6.5, -4.5), (10.5, 0.5)], [(-7.5, -6.5), (-5.5, -3.5), (7.5, 5.5), (10.5, 6.5)], [(-3.5, 7.5), (-2.5, 9.5), (8.5, 9.5), (0.5, -0.5)]]> : tensor<3x4xcomplex<f32>>
  %got = call @sum_complex64(%0) : (tensor<3x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %want = stablehlo.constant dense<[(-10.5, 0.5), (-6.5, -2.5), (22.5, 10.5), (21.5, 6.5)]> : tensor<4xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  return
}
func.func private @sum_complex64(%arg0: tensor<3x4xcomplex<f32>>) -> (tensor<4xcomplex<f32>> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>
  %got:3 = call @and_or_xor(%0) : (tensor<2x3xi1>) -> (tensor<2xi1>, tensor<3xi1>, tensor<i1>)
  %want_0 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xi1>, tensor<2xi1>) -> ()
  %want_1 = stablehlo.constant dense<true> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  %want_2 = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  return
}
func.func private @and_or_xor(%arg0: tensor<2x3xi1>) -> (tensor<2xi1> {jax.result_info = "result[0]"}, tensor<3xi1> {jax.result_info = "result[1]"}, tensor<i1> {jax.result_info = "result[2]"}) {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.and across dimensions = [1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  %c_0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.or across dimensions = [0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<3xi1>
  %c_1 = stablehlo.constant dense<false> : tensor<i1>
  %2 = stablehlo.reduce(%arg0 init: %c_1) applies stablehlo.xor across dimensions = [0, 1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<i1>
  return %0, %1, %2 : tensor<2xi1>, tensor<3xi1>, tensor<i1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1, 2, 7], [12, 6, 3]]> : tensor<2x3xi32>
  %got:3 = call @bits_i32(%0) : (tensor<2x3xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<0> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_1 = stablehlo.constant dense<[7, 15]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[4, 9]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @bits_i32(%arg0: tensor<2x3xi32>) -> (tensor<2xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.and across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.or across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.reduce(%arg0 init: %c_1) applies stablehlo.xor across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// -----

// The first of equals; NaN wins.
func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 7.0, 7.0, 1.0], [5.0, 5.0, 2.0, 5.0], [0.0, -1.0, 0x7FC00000, 0x7FC00000]]> : tensor<3x4xf32>
  %got = call @argmax_f32(%0) : (tensor<3x4xf32>) -> tensor<3xi32>
  %want = stablehlo.constant dense<[1, 0, 2]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @argmax_f32(%arg0: tensor<3x4xf32>) -> (tensor<3xi32> {jax.result_info = "result"}) {
  %0 = call @argmax(%arg0) : (tensor<3x4xf32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
func.func private @argmax(%arg0: tensor<3x4xf32>) -> tensor<3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
    %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.or %2, %3 : tensor<i1>
    %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.and %5, %6 : tensor<i1>
    %8 = stablehlo.or %4, %7 : tensor<i1>
    %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
    %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
    stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
  }
  return %1#1 : tensor<3xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 7.0, 7.0, 1.0], [5.0, 5.0, 2.0, 5.0], [0.0, -1.0, 0x7FC00000, 0x7FC00000]]> : tensor<3x4xf32>
  %got = call @argmin_f32(%0) : (tensor<3x4xf32>) -> tensor<4xi32>
  %want = stablehlo.constant dense<2> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @argmin_f32(%arg0: tensor<3x4xf32>) -> (tensor<4xi32> {jax.result_info = "result"}) {
  %0 = call @argmin(%arg0) : (tensor<3x4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func private @argmin(%arg0: tensor<3x4xf32>) -> tensor<4xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<3x4xi32>
  %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
    %2 = stablehlo.compare LT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.or %2, %3 : tensor<i1>
    %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.and %5, %6 : tensor<i1>
    %8 = stablehlo.or %4, %7 : tensor<i1>
    %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
    %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
    stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
  }
  return %1#1 : tensor<4xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3, 7, 7, 1], [5, 5, 2, 5]]> : tensor<2x4xi32>
  %got = call @argmax_i32_to_i64(%0) : (tensor<2x4xi32>) -> tensor<2xi64>
  %want = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2xi64>, tensor<2xi64>) -> ()
  return
}
func.func private @argmax_i32_to_i64(%arg0: tensor<2x4xi32>) -> (tensor<2xi64> {jax.result_info = "result"}) {
  %0 = call @argmax(%arg0) : (tensor<2x4xi32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func private @argmax(%arg0: tensor<2x4xi32>) -> tensor<2xi64> {
  %0 = stablehlo.iota dim = 1 : tensor<2x4xi64>
  %c = stablehlo.constant dense<-2147483648> : tensor<i32>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<2x4xi32>, tensor<2x4xi64>, tensor<i32>, tensor<i64>) -> (tensor<2xi32>, tensor<2xi64>)
   reducer(%arg1: tensor<i32>, %arg3: tensor<i32>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
    %2 = stablehlo.compare GT, %arg1, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.or %2, %3 : tensor<i1>
    %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %7 = stablehlo.and %5, %6 : tensor<i1>
    %8 = stablehlo.or %4, %7 : tensor<i1>
    %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i32>
    %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
    stablehlo.return %9, %10 : tensor<i32>, tensor<i64>
  }
  return %1#1 : tensor<2xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5], [-8.5, -6.5, 6.5, 9.5], [-4.5, -3.5, 7.5, -0.5]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[-1, 0, 5, 9], [-9, -7, 6, 9], [-5, -4, 7, -1]]> : tensor<3x4xi32>
  %got:2 = call @two_at_once(%0, %1) : (tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  %want_0 = stablehlo.constant dense<[15.0, 1.0, -1.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %want_1 = stablehlo.constant dense<[9, 9, 7]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @two_at_once(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xi32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xi32> {jax.result_info = "result[1]"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<-100> : tensor<i32>
  %0:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %c) across dimensions = [1] : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<i32>, %arg5: tensor<i32>)  {
    %1 = stablehlo.add %arg2, %arg4 : tensor<f32>
    %2 = stablehlo.maximum %arg3, %arg5 : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// -----

// The largest magnitude: a body of three ops.
func.func public @main() {
  %0 = stablehlo.constant dense<[[-1.0, 0.0, 5.0, 9.0], [-9.0, -7.0, 6.0, 9.0], [-5.0, -4.0, 7.0, -1.0]]> : tensor<3x4xf32>
  %got = call @custom_body(%0) : (tensor<3x4xf32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[9.0, 7.0, 7.0, 9.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @custom_body(%arg0: tensor<3x4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%arg1: tensor<f32>, %arg2: tensor<f32>)  {
    %1 = stablehlo.abs %arg1 : tensor<f32>
    %2 = stablehlo.abs %arg2 : tensor<f32>
    %3 = stablehlo.maximum %1, %2 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-1.0, 0.0, 5.0, 9.0], [-9.0, -7.0, 6.0, 9.0], [-5.0, -4.0, 7.0, -1.0]]> : tensor<3x4xf32>
  %got:2 = call @mean_variance(%0) : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %want_0 = stablehlo.constant dense<[3.25, -0.25, -0.75]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %want_1 = stablehlo.constant dense<[16.1875, 61.6875, 22.1875]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @mean_variance(%arg0: tensor<3x4xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.divide %0, %1 : tensor<3xf32>
  %3 = stablehlo.multiply %arg0, %arg0 : tensor<3x4xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %6 = stablehlo.divide %4, %5 : tensor<3xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %7 = stablehlo.reduce(%arg0 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %9 = stablehlo.divide %7, %8 : tensor<3xf32>
  %10 = stablehlo.multiply %9, %9 : tensor<3xf32>
  %11 = stablehlo.subtract %6, %10 : tensor<3xf32>
  return %2, %11 : tensor<3xf32>, tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.17708425, 0.31312945, 0.821147, 0.62394583, 0.18471578, 0.48981425, 0.53114617, 0.24376503, 0.7611194, 0.20230483, 0.45210537, 0.56506616, 0.48756522, 0.6281187, 0.764054, 0.96064055, 0.35578105, 0.6836925, 0.7265944, 0.36344868, 0.101341076, 0.9761143, 0.3685611, 0.3825874, 0.90253997, 0.62664664, 0.5241787, 0.7959493, 0.12731141, 0.7362686, 0.43681946, 0.18176745, 0.6944501, 0.9383175, 0.28647205, 0.6670812, 0.36834678, 0.767581, 0.7499483, 0.2968439, 0.8468982, 0.69188696, 0.714519, 0.8380682, 0.48571563, 0.7828349, 0.89063215, 0.19208793, 0.8647915, 0.4545346], [0.5317155, 0.2317011, 0.7285837, 0.36278075, 0.8840252, 0.34783694, 0.6056287, 0.4596906, 0.65161854, 0.2769753, 0.2622588, 0.77217436, 0.7770011, 0.6102801, 0.9289717, 0.28519756, 0.865811, 0.25208858, 0.967922, 0.6613234, 0.6461954, 0.9735029, 0.80832946, 0.8109257, 0.14868438, 0.43235767, 0.1764053, 0.2741748, 0.2924803, 0.87277776, 0.21407948, 0.367082, 0.5435623, 0.86451435, 0.9687083, 0.7373303, 0.2923185, 0.59048444, 0.7353631, 0.14669427, 0.71189576, 0.43145365, 0.6307303, 0.70258, 0.7022147, 0.5707448, 0.59926367, 0.27833474, 0.54566866, 0.21286853], [0.5326723, 0.58262044, 0.79669434, 0.45429832, 0.117640376, 0.57497495, 0.28470924, 0.76713175, 0.44982752, 0.44242585, 0.9185091, 0.4536734, 0.41396642, 0.41321775, 0.53268903, 0.1839629, 0.59207267, 0.9292847, 0.60662985, 0.7695192, 0.9524266, 0.85790384, 0.7696057, 0.83184737, 0.8381251, 0.32837966, 0.53376675, 0.4084451, 0.33555996, 0.61439645, 0.38609734, 0.6567909, 0.6241749, 0.19395907, 0.4981759, 0.45086938, 0.7359872, 0.17931956, 0.25206235, 0.5613377, 0.46413437, 0.698812, 0.39957103, 0.2774969, 0.93866086, 0.31950685, 0.23235787, 0.35190475, 0.40575194, 0.3026044], [0.5826848, 0.94324046, 0.21341696, 0.47364816, 0.7013417, 0.8962435, 0.99982274, 0.22927324, 0.583568, 0.8930805, 0.14772671, 0.62946385, 0.2565202, 0.7910472, 0.9438679, 0.58445936, 0.10806983, 0.15782529, 0.47413173, 0.86257356, 0.31309023, 0.70222384, 0.46477705, 0.33863968, 0.7335002, 0.3774311, 0.43469286, 0.78877926, 0.5456799, 0.80552673, 0.5646705, 0.24397449, 0.49932805, 0.88548857, 0.60842603, 0.968334, 0.101033576, 0.4063298, 0.79214513, 0.71753585, 0.60488075, 0.69736874, 0.8887878, 0.7151963, 0.5925057, 0.6062216, 0.6997392, 0.39152098, 0.7024917, 0.6535075]]> : tensor<4x50xf32>
  %got = call @sum_fractions(%0) : (tensor<4x50xf32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[28.026335, 27.745312, 26.216553, 29.31583]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 26 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @sum_fractions(%arg0: tensor<4x50xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x50xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
