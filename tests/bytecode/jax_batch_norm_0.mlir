module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 2.000000e+00], [4.000000e+00, -4.000000e+00, -3.000000e+00], [3.000000e+00, 4.000000e+00, -2.000000e+00], [-2.000000e+00, 3.000000e+00, -1.000000e+00]]> : tensor<4x3xf32>
    %cst_0 = stablehlo.constant dense<[3.000000e+00, -2.000000e+00, -4.000000e+00]> : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<[3.000000e+00, -4.000000e+00, -3.000000e+00]> : tensor<3xf32>
    %cst_2 = stablehlo.constant dense<[2.000000e+00, 4.000000e+00, 3.000000e+00]> : tensor<3xf32>
    %cst_3 = stablehlo.constant dense<[3.000000e+00, 4.000000e+00, 1.000000e+00]> : tensor<3xf32>
    %0 = call @inference_float32_2d_1(%cst, %cst_0, %cst_1, %cst_2, %cst_3) : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xi32>
    %c = stablehlo.constant dense<[[-1614, -250, 3159], [26190, 15884, 80394], [19239, -16384, 64947], [-15517, -12351, 49500]]> : tensor<4x3xi32>
    stablehlo.custom_call @check.expect_eq(%0, %c) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    return
  }
  func.func private @inference_float32_2d_1(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) -> (tensor<4x3xi32> {jax.result_info = "result"}) {
    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<4x3xf32>
    %3 = call @round(%2) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %4 = stablehlo.convert %3 : (tensor<4x3xf32>) -> tensor<4x3xi32>
    return %4 : tensor<4x3xi32>
  }
  func.func private @round(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}
