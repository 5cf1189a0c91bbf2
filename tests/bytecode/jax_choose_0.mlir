module {
  func.func public @main() {
    %cst = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<[-3.000000e+00, -5.000000e-01, 0.000000e+00, 5.000000e-01, 3.000000e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @clamp_f32(%cst, %cst_0, %cst_1) : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_2 = stablehlo.constant dense<[-1.000000e+00, -5.000000e-01, 0.000000e+00, 5.000000e-01, 1.000000e+00, 1.000000e+00, -1.000000e+00, 0x7FC00000]> : tensor<8xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_2) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
    return
  }
  func.func private @clamp_f32(%arg0: tensor<f32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.clamp %0, %arg1, %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
