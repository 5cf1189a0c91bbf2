module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00], [8.000000e+00, 9.000000e+00, 1.000000e+01, 1.100000e+01]]> : tensor<3x4xf32>
    %c = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
    %cst_0 = stablehlo.constant dense<[-7.000000e+00, -7.000000e+00, 6.000000e+00, 0.000000e+00, 2.000000e+00]> : tensor<5xf32>
    %0 = call @add_elements(%cst, %c, %cst_0) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
    %cst_1 = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00, 2.000000e+00, -4.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00], [8.000000e+00, 8.000000e+00, 1.000000e+01, 1.100000e+01]]> : tensor<3x4xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @add_elements(%arg0: tensor<3x4xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}
