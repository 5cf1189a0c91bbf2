// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (special.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 1.0, 3.0, -2.0, 7.0, 0.0], [0.0, 5.0, 4.0, 5.0, -1.0, 2.0]]> : tensor<2x6xf32>
  %got:2 = call @top_k(%0) : (tensor<2x6xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %want_0 = stablehlo.constant dense<[[7.0, 3.0, 3.0], [5.0, 5.0, 4.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %want_1 = stablehlo.constant dense<[[4, 0, 2], [1, 3, 2]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @top_k(%arg0: tensor<2x6xf32>) -> (tensor<2x3xf32> {jax.result_info = "result[0]"}, tensor<2x3xi32> {jax.result_info = "result[1]"}) {
  %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<2x6xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %values, %indices : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3, 1, 3, -2, 7, 0], [0, 5, 4, 5, -1, 2]]> : tensor<2x6xi32>
  %got:2 = call @top_k_of_integers(%0) : (tensor<2x6xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  %want_0 = stablehlo.constant dense<[[7, 3], [5, 5]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %want_1 = stablehlo.constant dense<[[4, 0], [1, 3]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @top_k_of_integers(%arg0: tensor<2x6xi32>) -> (tensor<2x2xi32> {jax.result_info = "result[0]"}, tensor<2x2xi32> {jax.result_info = "result[1]"}) {
  %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<2x6xi32> -> (tensor<2x2xi32>, tensor<2x2xi32>)
  return %values, %indices : tensor<2x2xi32>, tensor<2x2xi32>
}
