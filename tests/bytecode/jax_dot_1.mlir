module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[0.000000e+00, 0.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<[2.000000e+00, 2.000000e+00, 2.000000e+00, -3.000000e+00]> : tensor<4xf32>
    %0 = call @vector(%cst, %cst_0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<-5.000000e+00> : tensor<f32>
    stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
    return
  }
  func.func private @vector(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}
