module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[-5.000000e-01, 5.000000e-01, 5.500000e+00, 9.500000e+00], [-8.500000e+00, -6.500000e+00, 6.500000e+00, 9.500000e+00], [-4.500000e+00, -3.500000e+00, 7.500000e+00, -5.000000e-01]]> : tensor<3x4xf32>
    %0 = call @maximum_0(%cst) : (tensor<3x4xf32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<[-5.000000e-01, 5.000000e-01, 7.500000e+00, 9.500000e+00]> : tensor<4xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @maximum_0(%arg0: tensor<3x4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
