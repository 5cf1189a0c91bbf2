module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[3.000000e+00, 2.000000e+00, 3.000000e+00], [3.000000e+00, 2.000000e+00, 3.000000e+00], [3.000000e+00, 1.000000e+00, 1.000000e+00]]> : tensor<3x3xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, -2.000000e+00], [-2.000000e+00, 4.000000e+00], [-3.000000e+00, -2.000000e+00]]> : tensor<3x2xf32>
    %0 = call @float32_no_transpose_left_lower_unit(%cst, %cst_0) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
    %c = stablehlo.constant dense<[[512, -512], [-2048, 2560], [-256, -1536]]> : tensor<3x2xi32>
    stablehlo.custom_call @check.expect_eq(%0, %c) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
    return
  }
  func.func private @float32_no_transpose_left_lower_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
    %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
    %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
    return %4 : tensor<3x2xi32>
  }
  func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
}
