module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00], [6.000000e+00, 7.000000e+00]], [[8.000000e+00, 9.000000e+00], [1.000000e+01, 1.100000e+01], [1.200000e+01, 1.300000e+01], [1.400000e+01, 1.500000e+01]], [[1.600000e+01, 1.700000e+01], [1.800000e+01, 1.900000e+01], [2.000000e+01, 2.100000e+01], [2.200000e+01, 2.300000e+01]]]> : tensor<3x4x2xf32>
    %c = stablehlo.constant dense<[[2], [0], [7], [-3]]> : tensor<4x1xi64>
    %0 = call @rows(%cst, %c) : (tensor<3x4x2xf32>, tensor<4x1xi64>) -> tensor<4x4x2xf32>
    %cst_0 = stablehlo.constant dense<[[[1.600000e+01, 1.700000e+01], [1.800000e+01, 1.900000e+01], [2.000000e+01, 2.100000e+01], [2.200000e+01, 2.300000e+01]], [[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00], [6.000000e+00, 7.000000e+00]], [[1.600000e+01, 1.700000e+01], [1.800000e+01, 1.900000e+01], [2.000000e+01, 2.100000e+01], [2.200000e+01, 2.300000e+01]], [[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00], [6.000000e+00, 7.000000e+00]]]> : tensor<4x4x2xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x4x2xf32>, tensor<4x4x2xf32>) -> ()
    return
  }
  func.func private @rows(%arg0: tensor<3x4x2xf32>, %arg1: tensor<4x1xi64>) -> (tensor<4x4x2xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 2>}> : (tensor<3x4x2xf32>, tensor<4x1xi64>) -> tensor<4x4x2xf32>
    return %0 : tensor<4x4x2xf32>
  }
}
