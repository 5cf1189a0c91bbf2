// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (indexing.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0, 0.0, 2.0]> : tensor<5xf32>
  %got = call @add_elements(%0, %1, %2) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, -4.0], [4.0, 5.0, 6.0, 7.0], [8.0, 8.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
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

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0, 0.0, 2.0]> : tensor<5xf32>
  %got = call @mul_elements(%0, %1, %2) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, -21.0], [4.0, 5.0, 6.0, 7.0], [8.0, -378.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @mul_elements(%arg0: tensor<3x4xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.multiply %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0, 0.0, 2.0]> : tensor<5xf32>
  %got = call @min_elements(%0, %1, %2) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, -7.0], [4.0, 5.0, 6.0, 7.0], [8.0, -7.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @min_elements(%arg0: tensor<3x4xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.minimum %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0, 0.0, 2.0]> : tensor<5xf32>
  %got = call @max_elements(%0, %1, %2) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @max_elements(%arg0: tensor<3x4xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0, 0.0, 2.0]> : tensor<5xf32>
  %got = call @sub_elements(%0, %1, %2) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 10.0], [4.0, 5.0, 6.0, 7.0], [8.0, 10.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @sub_elements(%arg0: tensor<3x4xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.subtract %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [9, 1]]> : tensor<3x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0]> : tensor<3xf32>
  %got = call @set_elements(%0, %1, %2) : (tensor<3x4xf32>, tensor<3x2xi32>, tensor<3xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, -7.0], [4.0, 5.0, 6.0, 7.0], [8.0, -7.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @set_elements(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2xi32>, %arg2: tensor<3xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    stablehlo.return %arg4 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x2xi32>, tensor<3xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2], [0], [3]]> : tensor<3x1xi64>
  %2 = stablehlo.constant dense<[[2.0, -5.0, 9.0, 8.0], [-8.0, -6.0, -6.0, -6.0], [2.0, -3.0, 0.0, -5.0]]> : tensor<3x4xf32>
  %got = call @set_rows(%0, %1, %2) : (tensor<3x4xf32>, tensor<3x1xi64>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[-8.0, -6.0, -6.0, -6.0], [4.0, 5.0, 6.0, 7.0], [2.0, -5.0, 9.0, 8.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @set_rows(%arg0: tensor<3x4xf32>, %arg1: tensor<3x1xi64>, %arg2: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    stablehlo.return %arg4 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi64>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[1], [1], [-1]]> : tensor<3x1xi32>
  %2 = stablehlo.constant dense<[[8.0, 7.0, 6.0, 7.0], [-8.0, 6.0, 8.0, -5.0], [-6.0, -8.0, 6.0, 8.0]]> : tensor<3x4xf32>
  %got = call @add_rows_twice(%0, %1, %2) : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 18.0, 20.0, 9.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @add_rows_twice(%arg0: tensor<3x4xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[0, 1], [1, 2], [1, 0]]> : tensor<3x2xi32>
  %2 = stablehlo.constant dense<[[[-7.0, 6.0], [3.0, -3.0]], [[-8.0, 4.0], [-3.0, 7.0]], [[-3.0, 3.0], [-6.0, 1.0]]]> : tensor<3x2x2xf32>
  %got = call @add_windows(%0, %1, %2) : (tensor<3x4xf32>, tensor<3x2xi32>, tensor<3x2x2xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, -6.0, 8.0, 3.0], [1.0, 11.0, -5.0, 11.0], [2.0, 10.0, 7.0, 18.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @add_windows(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2xi32>, %arg2: tensor<3x2x2xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x2xi32>, tensor<3x2x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[0, 9], [7, 2], [-3, 0]]> : tensor<3x2xi32>
  %2 = stablehlo.constant dense<[[[8.0, 4.0], [4.0, 6.0]], [[-5.0, -3.0], [-6.0, -9.0]], [[-1.0, 1.0], [9.0, -7.0]]]> : tensor<3x2x2xf32>
  %got = call @add_windows_clipped(%0, %1, %2) : (tensor<3x4xf32>, tensor<3x2xi32>, tensor<3x2x2xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[-1.0, 2.0, 10.0, 7.0], [13.0, -2.0, 5.0, 10.0], [8.0, 9.0, 4.0, 2.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @add_windows_clipped(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2xi32>, %arg2: tensor<3x2x2xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %c_0 = stablehlo.constant dense<2147483647> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %1 = stablehlo.minimum %c, %0 : tensor<2xi32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
  %4 = stablehlo.clamp %3, %arg1, %2 : tensor<3x2xi32>
  %5 = "stablehlo.scatter"(%arg0, %4, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %6 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x2xi32>, tensor<3x2x2xf32>) -> tensor<3x4xf32>
  return %5 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %2 = stablehlo.constant dense<[[1.0, 1.0], [6.0, -1.0], [5.0, -8.0], [1.0, -3.0]]> : tensor<4x2xf32>
  %got = call @window_first(%0, %1, %2) : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<4x2xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [5.0, 11.0, 11.0, 8.0], [9.0, 8.0, 2.0, 8.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @window_first(%arg0: tensor<3x4xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<4x2xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<4x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0, 0.0, 2.0]> : tensor<5xf32>
  %got = call @swapped_map(%0, %1, %2) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 5.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @swapped_map(%arg0: tensor<3x4xf32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<5x2xi32>, tensor<5xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<1> : tensor<1xi32>
  %2 = stablehlo.constant dense<[-0.0, -1.0, -2.0, -3.0]> : tensor<4xf32>
  %got = call @scalar_index(%0, %1, %2) : (tensor<3x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [-0.0, -1.0, -2.0, -3.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @scalar_index(%arg0: tensor<3x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    stablehlo.return %arg4 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<> : tensor<0x2xi32>
  %2 = stablehlo.constant dense<> : tensor<0xf32>
  %got = call @no_updates(%0, %1, %2) : (tensor<3x4xf32>, tensor<0x2xi32>, tensor<0xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @no_updates(%arg0: tensor<3x4xf32>, %arg1: tensor<0x2xi32>, %arg2: tensor<0xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<0x2xi32>, tensor<0xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[[0], [0]], [[3], [9]], [[1], [2]]]> : tensor<3x2x1xi32>
  %2 = stablehlo.constant dense<[[5.0, 7.0], [-7.0, -6.0], [-1.0, 1.0]]> : tensor<3x2xf32>
  %got = call @batch(%0, %1, %2) : (tensor<3x4xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[12.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 0.0], [8.0, 8.0, 11.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @batch(%arg0: tensor<3x4xf32>, %arg1: tensor<3x2x1xi32>, %arg2: tensor<3x2xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[[3], [1], [0]], [[2], [3], [1]]]> : tensor<2x3x1xi32>
  %2 = stablehlo.constant dense<[[2.0, -2.0, -3.0], [8.0, -2.0, -4.0]]> : tensor<2x3xf32>
  %got = call @batch_second(%0, %1, %2) : (tensor<3x4xf32>, tensor<2x3x1xi32>, tensor<2x3xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 8.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @batch_second(%arg0: tensor<3x4xf32>, %arg1: tensor<2x3x1xi32>, %arg2: tensor<2x3xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2x3x1xi32>, tensor<2x3xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7, -7, 6, 0, 2]> : tensor<5xi32>
  %got = call @add_i32(%0, %1, %2) : (tensor<3x4xi32>, tensor<5x2xi32>, tensor<5xi32>) -> tensor<3x4xi32>
  %want = stablehlo.constant dense<[[0, 1, 2, -4], [4, 5, 6, 7], [8, 8, 10, 11]]> : tensor<3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
  return
}
func.func private @add_i32(%arg0: tensor<3x4xi32>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xi32>) -> (tensor<3x4xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<5x2xi32>, tensor<5xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[250, 251, 252, 253], [254, 255, 0, 1], [2, 3, 4, 5]]> : tensor<3x4xui8>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[7, 7, 6, 0, 2]> : tensor<5xui8>
  %got = call @add_ui8_wraps(%0, %1, %2) : (tensor<3x4xui8>, tensor<5x2xi32>, tensor<5xui8>) -> tensor<3x4xui8>
  %want = stablehlo.constant dense<[[250, 251, 252, 4], [254, 255, 0, 1], [2, 16, 4, 5]]> : tensor<3x4xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x4xui8>, tensor<3x4xui8>) -> ()
  return
}
func.func private @add_ui8_wraps(%arg0: tensor<3x4xui8>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xui8>) -> (tensor<3x4xui8> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<ui8>, %arg4: tensor<ui8>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<ui8>
    stablehlo.return %1 : tensor<ui8>
  }) : (tensor<3x4xui8>, tensor<5x2xi32>, tensor<5xui8>) -> tensor<3x4xui8>
  return %0 : tensor<3x4xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[false, false, false, false], [false, false, true, true], [true, true, true, true]]> : tensor<3x4xi1>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[false, false, true, false, true]> : tensor<5xi1>
  %got = call @max_i1(%0, %1, %2) : (tensor<3x4xi1>, tensor<5x2xi32>, tensor<5xi1>) -> tensor<3x4xi1>
  %want = stablehlo.constant dense<[[false, false, false, false], [false, false, true, true], [true, true, true, true]]> : tensor<3x4xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x4xi1>, tensor<3x4xi1>) -> ()
  return
}
func.func private @max_i1(%arg0: tensor<3x4xi1>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xi1>) -> (tensor<3x4xi1> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<i1>, %arg4: tensor<i1>):
    %1 = stablehlo.maximum %arg3, %arg4 : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x4xi1>, tensor<5x2xi32>, tensor<5xi1>) -> tensor<3x4xi1>
  return %0 : tensor<3x4xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)], [(4.0, 0.0), (5.0, 0.0), (6.0, 0.0), (7.0, 0.0)], [(8.0, 0.0), (9.0, 0.0), (10.0, 0.0), (11.0, 0.0)]]> : tensor<3x4xcomplex<f32>>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[(-7.0, -14.0), (-7.0, -14.0), (6.0, 12.0), (0.0, 0.0), (2.0, 4.0)]> : tensor<5xcomplex<f32>>
  %got = call @add_complex64(%0, %1, %2) : (tensor<3x4xcomplex<f32>>, tensor<5x2xi32>, tensor<5xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %want = stablehlo.constant dense<[[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (-4.0, -14.0)], [(4.0, 0.0), (5.0, 0.0), (6.0, 0.0), (7.0, 0.0)], [(8.0, 0.0), (8.0, -2.0), (10.0, 0.0), (11.0, 0.0)]]> : tensor<3x4xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> ()
  return
}
func.func private @add_complex64(%arg0: tensor<3x4xcomplex<f32>>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xcomplex<f32>>) -> (tensor<3x4xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<complex<f32>>, %arg4: tensor<complex<f32>>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<3x4xcomplex<f32>>, tensor<5x2xi32>, tensor<5xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return %0 : tensor<3x4xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf64>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3]]> : tensor<2x2xi32>
  %2 = stablehlo.constant dense<-7.0> : tensor<2xf64>
  %got = call @set_f64(%0, %1, %2) : (tensor<3x4xf64>, tensor<2x2xi32>, tensor<2xf64>) -> tensor<3x4xf64>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, -7.0], [4.0, 5.0, 6.0, 7.0], [8.0, -7.0, 10.0, 11.0]]> : tensor<3x4xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf64>, tensor<3x4xf64>) -> ()
  return
}
func.func private @set_f64(%arg0: tensor<3x4xf64>, %arg1: tensor<2x2xi32>, %arg2: tensor<2xf64>) -> (tensor<3x4xf64> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
    stablehlo.return %arg4 : tensor<f64>
  }) : (tensor<3x4xf64>, tensor<2x2xi32>, tensor<2xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xbf16>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<5x2xi32>
  %2 = stablehlo.constant dense<[-7.0, -7.0, 6.0, 0.0, 2.0]> : tensor<5xbf16>
  %got = call @add_bf16(%0, %1, %2) : (tensor<3x4xbf16>, tensor<5x2xi32>, tensor<5xbf16>) -> tensor<3x4xbf16>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, -4.0], [4.0, 5.0, 6.0, 7.0], [8.0, 8.0, 10.0, 11.0]]> : tensor<3x4xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xbf16>, tensor<3x4xbf16>) -> ()
  return
}
func.func private @add_bf16(%arg0: tensor<3x4xbf16>, %arg1: tensor<5x2xi32>, %arg2: tensor<5xbf16>) -> (tensor<3x4xbf16> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<bf16>, %arg4: tensor<bf16>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<bf16>
    stablehlo.return %1 : tensor<bf16>
  }) : (tensor<3x4xbf16>, tensor<5x2xi32>, tensor<5xbf16>) -> tensor<3x4xbf16>
  return %0 : tensor<3x4xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2, 1], [0, 3]]> : tensor<2x2xi32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0xFF800000]> : tensor<2xf32>
  %got = call @max_nan(%0, %1, %2) : (tensor<3x4xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 0x7FC00000, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @max_nan(%arg0: tensor<3x4xf32>, %arg1: tensor<2x2xi32>, %arg2: tensor<2xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[0, 3], [2, 1], [5, 0], [-1, 2]]> : tensor<4x2xi32>
  %got = call @apply(%0, %1) : (tensor<3x4xf32>, tensor<4x2xi32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 10.0], [4.0, 5.0, 6.0, 7.0], [8.0, 82.0, 10.0, 11.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @apply(%arg0: tensor<3x4xf32>, %arg1: tensor<4x2xi32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = "stablehlo.scatter"(%arg0, %arg1, %0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.add %2, %cst_0 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[3, 0]> : tensor<2xi64>
  %got = call @at_set(%0, %1) : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[7.0, 1.0, 2.0, 7.0], [7.0, 5.0, 6.0, 7.0], [7.0, 9.0, 10.0, 7.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @at_set(%arg0: tensor<3x4xf32>, %arg1: tensor<2xi64>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2xi64>
  %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %c_0 = stablehlo.constant dense<4> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2xi64>
  %3 = stablehlo.add %arg1, %2 : tensor<2xi64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<2xi1>, tensor<2xi64>
  %5 = stablehlo.convert %4 : (tensor<2xi64>) -> tensor<2xi32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %cst = stablehlo.constant dense<7.000000e+00> : tensor<f32>
  %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %8 = "stablehlo.scatter"(%arg0, %6, %7) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg3 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %8 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[1, 1, 2, 1]> : tensor<4xi64>
  %got = call @at_add_repeated(%0, %1) : (tensor<3x4xf32>, tensor<4xi64>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 8.0, 12.0, 16.0], [8.0, 10.0, 12.0, 14.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @at_add_repeated(%arg0: tensor<3x4xf32>, %arg1: tensor<4xi64>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4xi64>
  %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i64>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<4xi64>
  %4 = stablehlo.add %arg1, %3 : tensor<4xi64>
  %5 = stablehlo.select %2, %4, %arg1 : tensor<4xi1>, tensor<4xi64>
  %6 = stablehlo.convert %5 : (tensor<4xi64>) -> tensor<4xi32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %8 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %9 = "stablehlo.scatter"(%arg0, %7, %8) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<3x4xf32>
  return %9 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %2 = stablehlo.constant dense<[0, 3]> : tensor<2xi64>
  %got = call @at_multiply(%0, %1, %2) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [-8.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, -22.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @at_multiply(%arg0: tensor<3x4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xi64>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2xi64>
  %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2xi64>
  %3 = stablehlo.add %arg1, %2 : tensor<2xi64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<2xi1>, tensor<2xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<2xi64>
  %6 = stablehlo.compare LT, %arg2, %5, SIGNED : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %c_2 = stablehlo.constant dense<4> : tensor<i64>
  %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<2xi64>
  %8 = stablehlo.add %arg2, %7 : tensor<2xi64>
  %9 = stablehlo.select %6, %8, %arg2 : tensor<2xi1>, tensor<2xi64>
  %10 = stablehlo.convert %4 : (tensor<2xi64>) -> tensor<2xi32>
  %11 = stablehlo.convert %9 : (tensor<2xi64>) -> tensor<2xi32>
  %12 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %cst = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
  %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %16 = "stablehlo.scatter"(%arg0, %14, %15) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %17 = stablehlo.multiply %arg3, %arg4 : tensor<f32>
    stablehlo.return %17 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<3x4xf32>
  return %16 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1, 1, 4, 0, 1, 9]> : tensor<6xi64>
  %got = call @bincount(%0) : (tensor<6xi64>) -> tensor<5xi64>
  %want = stablehlo.constant dense<[1, 3, 0, 0, 1]> : tensor<5xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<5xi64>, tensor<5xi64>) -> ()
  return
}
func.func private @bincount(%arg0: tensor<6xi64>) -> (tensor<5xi64> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1 = call @clip(%arg0, %c_0) : (tensor<6xi64>, tensor<i64>) -> tensor<6xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<6xi64>
  %3 = stablehlo.compare LT, %1, %2, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
  %c_2 = stablehlo.constant dense<5> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<6xi64>
  %5 = stablehlo.add %1, %4 : tensor<6xi64>
  %6 = stablehlo.select %3, %5, %1 : tensor<6xi1>, tensor<6xi64>
  %7 = stablehlo.convert %6 : (tensor<6xi64>) -> tensor<6xi32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %c_3 = stablehlo.constant dense<1> : tensor<i64>
  %9 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<6xi64>
  %10 = "stablehlo.scatter"(%0, %8, %9) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
    %11 = stablehlo.add %arg1, %arg2 : tensor<i64>
    stablehlo.return %11 : tensor<i64>
  }) : (tensor<5xi64>, tensor<6x1xi32>, tensor<6xi64>) -> tensor<5xi64>
  return %10 : tensor<5xi64>
}
func.func private @clip(%arg0: tensor<6xi64>, %arg1: tensor<i64>) -> tensor<6xi64> {
  %0 = stablehlo.convert %arg1 : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i64>) -> tensor<6xi64>
  %2 = stablehlo.maximum %1, %arg0 : tensor<6xi64>
  return %2 : tensor<6xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[7.0, -4.0], [-5.0, -1.0], [8.0, -7.0], [-5.0, 0.0], [-5.0, -2.0], [-3.0, -8.0]]> : tensor<6x2xf32>
  %1 = stablehlo.constant dense<[0, 2, 0, 2, 2, 1]> : tensor<6xi32>
  %got = call @segment_sum(%0, %1) : (tensor<6x2xf32>, tensor<6xi32>) -> tensor<3x2xf32>
  %want = stablehlo.constant dense<[[15.0, -11.0], [-3.0, -8.0], [-15.0, -3.0]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  return
}
func.func private @segment_sum(%arg0: tensor<6x2xf32>, %arg1: tensor<6xi32>) -> (tensor<3x2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %1 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %2 = "stablehlo.scatter"(%0, %1, %arg0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %3 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<6x1xi32>, tensor<6x2xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]> : tensor<4x2xf32>
  %1 = stablehlo.constant dense<[1, 3, 1]> : tensor<3xi32>
  %got = call @gather_gradient(%0, %1) : (tensor<4x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  %want = stablehlo.constant dense<[[0.0, 0.0], [4.0, 6.0], [0.0, 0.0], [2.0, 3.0]]> : tensor<4x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x2xf32>, tensor<4x2xf32>) -> ()
  return
}
func.func private @gather_gradient(%arg0: tensor<4x2xf32>, %arg1: tensor<3xi32>) -> (tensor<4x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %3 = stablehlo.add %arg1, %2 : tensor<3xi32>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<3xi1>, tensor<3xi32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<4x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  %7 = stablehlo.iota dim = 0 : tensor<6xf32>
  %8 = stablehlo.reshape %7 : (tensor<6xf32>) -> tensor<3x2xf32>
  %9 = stablehlo.multiply %6, %8 : tensor<3x2xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %12 = stablehlo.multiply %11, %8 : tensor<3x2xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %14 = "stablehlo.scatter"(%13, %5, %12) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %15 : tensor<f32>
  }) : (tensor<4x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  return %14 : tensor<4x2xf32>
}
