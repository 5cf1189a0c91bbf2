module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 2.000000e+00, 3.000000e+00], [-3.000000e+00, -2.000000e+00, 2.000000e+00, 3.000000e+00], [-2.000000e+00, -1.000000e+00, 3.000000e+00, -1.000000e+00]]> : tensor<3x4xf32>
    %cst_0 = stablehlo.constant dense<[[2.000000e+00, -2.000000e+00, -3.000000e+00, -1.000000e+00, -1.000000e+00], [2.000000e+00, 0.000000e+00, -3.000000e+00, -1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00, 3.000000e+00, -2.000000e+00, 3.000000e+00], [-3.000000e+00, 0.000000e+00, -2.000000e+00, -2.000000e+00, 1.000000e+00]]> : tensor<4x5xf32>
    %0 = call @matrix(%cst, %cst_0) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %cst_1 = stablehlo.constant dense<[[-5.000000e+00, 4.000000e+00, 0.000000e+00, -1.000000e+01, 9.000000e+00], [-1.500000e+01, 1.000000e+01, 1.500000e+01, -5.000000e+00, 1.000000e+01], [3.000000e+00, 1.000000e+01, 2.000000e+01, -1.000000e+00, 9.000000e+00]]> : tensor<3x5xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @matrix(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
}
