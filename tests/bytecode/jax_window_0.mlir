module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[-5.000000e-01, 5.000000e-01, 5.500000e+00, 9.500000e+00, -8.500000e+00, -6.500000e+00], [6.500000e+00, 9.500000e+00, -4.500000e+00, -3.500000e+00, 7.500000e+00, -5.000000e-01], [-3.500000e+00, 6.500000e+00, -4.500000e+00, -1.500000e+00, 3.500000e+00, 1.500000e+00], [-7.500000e+00, -8.500000e+00, 7.500000e+00, 5.500000e+00, 6.500000e+00, 1.500000e+00], [6.500000e+00, -2.500000e+00, -5.000000e-01, 5.500000e+00, -6.500000e+00, -3.500000e+00]]> : tensor<5x6xf32>
    %0 = call @sum(%cst) : (tensor<5x6xf32>) -> tensor<4x4xf32>
    %cst_0 = stablehlo.constant dense<[[1.700000e+01, 1.700000e+01, 6.000000e+00, -2.000000e+00], [1.000000e+01, 2.000000e+00, -3.000000e+00, 7.000000e+00], [-1.000000e+01, 5.000000e+00, 1.700000e+01, 1.700000e+01], [-5.000000e+00, 7.000000e+00, 1.800000e+01, 9.000000e+00]]> : tensor<4x4xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
    return
  }
  func.func private @sum(%arg0: tensor<5x6xf32>) -> (tensor<4x4xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{window_dimensions = array<i64: 2, 3>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
