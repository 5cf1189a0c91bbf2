module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[2.300000e+01, 2.200000e+01, 2.000000e+00, -8.000000e+00], [2.200000e+01, 5.300000e+01, 1.900000e+01, -1.100000e+01], [2.000000e+00, 1.900000e+01, 2.100000e+01, -7.000000e+00], [-8.000000e+00, -1.100000e+01, -7.000000e+00, 2.100000e+01]]> : tensor<4x4xf32>
    %0 = call @lower_float32(%cst) : (tensor<4x4xf32>) -> tensor<4x4xi32>
    %c = stablehlo.constant dense<[[1228, 0, 0, 0], [1174, 1447, 0, 0], [107, 774, 875, 0], [-427, -152, -338, 1028]]> : tensor<4x4xi32>
    stablehlo.custom_call @check.expect_eq(%0, %c) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
    return
  }
  func.func private @lower_float32(%arg0: tensor<4x4xf32>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xf32>
    %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<4x4xf32>
    %3 = call @round(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.convert %3 : (tensor<4x4xf32>) -> tensor<4x4xi32>
    return %4 : tensor<4x4xi32>
  }
  func.func private @round(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
