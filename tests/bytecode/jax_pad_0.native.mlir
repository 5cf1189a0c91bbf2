module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
    %cst_0 = stablehlo.constant dense<-9.000000e+00> : tensor<f32>
    %0 = call @edges(%cst, %cst_0) : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
    %cst_1 = stablehlo.constant dense<[[-9.000000e+00, -9.000000e+00, -9.000000e+00, -9.000000e+00], [1.000000e+00, 2.000000e+00, 3.000000e+00, -9.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, -9.000000e+00], [-9.000000e+00, -9.000000e+00, -9.000000e+00, -9.000000e+00], [-9.000000e+00, -9.000000e+00, -9.000000e+00, -9.000000e+00]]> : tensor<5x4xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x4xf32>, tensor<5x4xf32>) -> ()
    return
  }
  func.func private @edges(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<5x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
}
