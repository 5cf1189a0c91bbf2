// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (indexing.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[2], [0], [7], [-3]]> : tensor<4x1xi64>
  %got = call @rows(%0, %1) : (tensor<3x4x2xf32>, tensor<4x1xi64>) -> tensor<4x4x2xf32>
  %want = stablehlo.constant dense<[[[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]], [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]], [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]]> : tensor<4x4x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x4x2xf32>, tensor<4x4x2xf32>) -> ()
  return
}
func.func private @rows(%arg0: tensor<3x4x2xf32>, %arg1: tensor<4x1xi64>) -> (tensor<4x4x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 2>}> : (tensor<3x4x2xf32>, tensor<4x1xi64>) -> tensor<4x4x2xf32>
  return %0 : tensor<4x4x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[0, 0], [2, 1], [1, 2], [2, 9], [-1, 3]]> : tensor<5x2xi32>
  %got = call @windows(%0, %1) : (tensor<3x4x2xf32>, tensor<5x2xi32>) -> tensor<5x1x2x2xf32>
  %want = stablehlo.constant dense<[[[[0.0, 1.0], [2.0, 3.0]]], [[[18.0, 19.0], [20.0, 21.0]]], [[[12.0, 13.0], [14.0, 15.0]]], [[[20.0, 21.0], [22.0, 23.0]]], [[[4.0, 5.0], [6.0, 7.0]]]]> : tensor<5x1x2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x1x2x2xf32>, tensor<5x1x2x2xf32>) -> ()
  return
}
func.func private @windows(%arg0: tensor<3x4x2xf32>, %arg1: tensor<5x2xi32>) -> (tensor<5x1x2x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<5x2xi32>) -> tensor<5x1x2x2xf32>
  return %0 : tensor<5x1x2x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[0, 0], [2, 1], [1, 2], [2, 9], [-1, 3]]> : tensor<5x2xi32>
  %got = call @windows_offset_first(%0, %1) : (tensor<3x4x2xf32>, tensor<5x2xi32>) -> tensor<2x5x2xf32>
  %want = stablehlo.constant dense<[[[0.0, 1.0], [18.0, 19.0], [12.0, 13.0], [20.0, 21.0], [4.0, 5.0]], [[2.0, 3.0], [20.0, 21.0], [14.0, 15.0], [22.0, 23.0], [6.0, 7.0]]]> : tensor<2x5x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x5x2xf32>, tensor<2x5x2xf32>) -> ()
  return
}
func.func private @windows_offset_first(%arg0: tensor<3x4x2xf32>, %arg1: tensor<5x2xi32>) -> (tensor<2x5x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<5x2xi32>) -> tensor<2x5x2xf32>
  return %0 : tensor<2x5x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[[1, 1, 2], [3, -1, -1], [3, 3, 0]], [[0, 3, 1], [0, 3, 0], [1, 2, 1]]]> : tensor<2x3x3xi32>
  %got = call @elements(%0, %1) : (tensor<3x4x2xf32>, tensor<2x3x3xi32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[11.0, 16.0, 22.0], [7.0, 6.0, 13.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @elements(%arg0: tensor<3x4x2xf32>, %arg1: tensor<2x3x3xi32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x4x2xf32>, tensor<2x3x3xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[0, 0], [2, 1], [1, 2], [2, 9], [-1, 3]]> : tensor<5x2xi32>
  %got = call @swapped_map(%0, %1) : (tensor<3x4x2xf32>, tensor<5x2xi32>) -> tensor<5x1x2xf32>
  %want = stablehlo.constant dense<[[[0.0, 1.0]], [[12.0, 13.0]], [[18.0, 19.0]], [[20.0, 21.0]], [[16.0, 17.0]]]> : tensor<5x1x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x1x2xf32>, tensor<5x1x2xf32>) -> ()
  return
}
func.func private @swapped_map(%arg0: tensor<3x4x2xf32>, %arg1: tensor<5x2xi32>) -> (tensor<5x1x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<5x2xi32>) -> tensor<5x1x2xf32>
  return %0 : tensor<5x1x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<1> : tensor<1xui8>
  %got = call @scalar_index(%0, %1) : (tensor<3x4x2xf32>, tensor<1xui8>) -> tensor<4x2xf32>
  %want = stablehlo.constant dense<[[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]]> : tensor<4x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x2xf32>, tensor<4x2xf32>) -> ()
  return
}
func.func private @scalar_index(%arg0: tensor<3x4x2xf32>, %arg1: tensor<1xui8>) -> (tensor<4x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 2>}> : (tensor<3x4x2xf32>, tensor<1xui8>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<> : tensor<0xi32>
  %got = call @no_index(%0, %1) : (tensor<3x4x2xf32>, tensor<0xi32>) -> tensor<3x4x1xf32>
  %want = stablehlo.constant dense<[[[0.0], [2.0], [4.0], [6.0]], [[8.0], [10.0], [12.0], [14.0]], [[16.0], [18.0], [20.0], [22.0]]]> : tensor<3x4x1xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4x1xf32>, tensor<3x4x1xf32>) -> ()
  return
}
func.func private @no_index(%arg0: tensor<3x4x2xf32>, %arg1: tensor<0xi32>) -> (tensor<3x4x1xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2]>, indices_are_sorted = false, slice_sizes = array<i64: 3, 4, 1>}> : (tensor<3x4x2xf32>, tensor<0xi32>) -> tensor<3x4x1xf32>
  return %0 : tensor<3x4x1xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<> : tensor<0x1xi32>
  %got = call @no_slices(%0, %1) : (tensor<3x4x2xf32>, tensor<0x1xi32>) -> tensor<0x4x2xf32>
  %want = stablehlo.constant dense<> : tensor<0x4x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<0x4x2xf32>, tensor<0x4x2xf32>) -> ()
  return
}
func.func private @no_slices(%arg0: tensor<3x4x2xf32>, %arg1: tensor<0x1xi32>) -> (tensor<0x4x2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<0x4x2xf32>
  return %0 : tensor<0x4x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %got = call @empty_windows(%0, %1) : (tensor<3x4x2xf32>, tensor<2x1xi32>) -> tensor<2x0x2xf32>
  %want = stablehlo.constant dense<> : tensor<2x0x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x0x2xf32>, tensor<2x0x2xf32>) -> ()
  return
}
func.func private @empty_windows(%arg0: tensor<3x4x2xf32>, %arg1: tensor<2x1xi32>) -> (tensor<2x0x2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x0x2xf32>
  return %0 : tensor<2x0x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[[3], [1]], [[0], [1]], [[1], [3]]]> : tensor<3x2x1xi32>
  %got = call @batch(%0, %1) : (tensor<3x4x2xf32>, tensor<3x2x1xi32>) -> tensor<3x2x2xf32>
  %want = stablehlo.constant dense<[[[6.0, 7.0], [2.0, 3.0]], [[8.0, 9.0], [10.0, 11.0]], [[18.0, 19.0], [22.0, 23.0]]]> : tensor<3x2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x2x2xf32>, tensor<3x2x2xf32>) -> ()
  return
}
func.func private @batch(%arg0: tensor<3x4x2xf32>, %arg1: tensor<3x2x1xi32>) -> (tensor<3x2x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<3x2x1xi32>) -> tensor<3x2x2xf32>
  return %0 : tensor<3x2x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[[4], [-1], [0]], [[0], [0], [4]]]> : tensor<2x3x1xi32>
  %got = call @batch_second(%0, %1) : (tensor<3x4x2xf32>, tensor<2x3x1xi32>) -> tensor<2x3x2xf32>
  %want = stablehlo.constant dense<[[[6.0, 7.0], [8.0, 9.0], [16.0, 17.0]], [[0.0, 1.0], [8.0, 9.0], [22.0, 23.0]]]> : tensor<2x3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
  return
}
func.func private @batch_second(%arg0: tensor<3x4x2xf32>, %arg1: tensor<2x3x1xi32>) -> (tensor<2x3x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x1xi32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[[[1], [1]], [[1], [1]], [[1], [1]]], [[[1], [0]], [[0], [1]], [[0], [0]]], [[[1], [1]], [[1], [0]], [[1], [1]]], [[[0], [1]], [[0], [1]], [[0], [0]]]]> : tensor<4x3x2x1xi32>
  %got = call @two_batches(%0, %1) : (tensor<3x4x2xf32>, tensor<4x3x2x1xi32>) -> tensor<4x3x2xf32>
  %want = stablehlo.constant dense<[[[1.0, 1.0], [9.0, 9.0], [17.0, 17.0]], [[3.0, 2.0], [10.0, 11.0], [18.0, 18.0]], [[5.0, 5.0], [13.0, 12.0], [21.0, 21.0]], [[6.0, 7.0], [14.0, 15.0], [22.0, 22.0]]]> : tensor<4x3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x3x2xf32>, tensor<4x3x2xf32>) -> ()
  return
}
func.func private @two_batches(%arg0: tensor<3x4x2xf32>, %arg1: tensor<4x3x2x1xi32>) -> (tensor<4x3x2xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x4x2xf32>, tensor<4x3x2x1xi32>) -> tensor<4x3x2xf32>
  return %0 : tensor<4x3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[2], [5], [-3]]> : tensor<3x1xi32>
  %got = call @fill(%0, %1) : (tensor<3x4x2xf32>, tensor<3x1xi32>) -> tensor<3x4x2xf32>
  %want = stablehlo.constant dense<[[[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]], [[-5.0, -5.0], [-5.0, -5.0], [-5.0, -5.0], [-5.0, -5.0]], [[-5.0, -5.0], [-5.0, -5.0], [-5.0, -5.0], [-5.0, -5.0]]]> : tensor<3x4x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4x2xf32>, tensor<3x4x2xf32>) -> ()
  return
}
func.func private @fill(%arg0: tensor<3x4x2xf32>, %arg1: tensor<3x1xi32>) -> (tensor<3x4x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x1xi32>
  %1 = stablehlo.compare GE, %arg1, %0, SIGNED : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x1xi1>
  %2 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<3x1xi32>
  %4 = stablehlo.compare LE, %arg1, %3, SIGNED : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x1xi1>
  %5 = stablehlo.and %1, %4 : tensor<3x1xi1>
  %c_1 = stablehlo.constant dense<true> : tensor<i1>
  %6 = stablehlo.reduce(%5 init: %c_1) applies stablehlo.and across dimensions = [1] : (tensor<3x1xi1>, tensor<i1>) -> tensor<3xi1>
  %7 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 2>}> : (tensor<3x4x2xf32>, tensor<3x1xi32>) -> tensor<3x4x2xf32>
  %8 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xi1>) -> tensor<3x4x2xi1>
  %cst = stablehlo.constant dense<-5.000000e+00> : tensor<f32>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4x2xf32>
  %10 = stablehlo.select %8, %7, %9 : tensor<3x4x2xi1>, tensor<3x4x2xf32>
  return %10 : tensor<3x4x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %got = call @fill_nan(%0, %1) : (tensor<3x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
  %want = stablehlo.constant dense<[[4.0, 5.0], [0x7FC00000, 0x7FC00000]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}
func.func private @fill_nan(%arg0: tensor<3x2xf32>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
  %1 = stablehlo.compare GE, %arg1, %0, SIGNED : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x1xi1>
  %2 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<2x1xi32>
  %4 = stablehlo.compare LE, %arg1, %3, SIGNED : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x1xi1>
  %5 = stablehlo.and %1, %4 : tensor<2x1xi1>
  %c_1 = stablehlo.constant dense<true> : tensor<i1>
  %6 = stablehlo.reduce(%5 init: %c_1) applies stablehlo.and across dimensions = [1] : (tensor<2x1xi1>, tensor<i1>) -> tensor<2xi1>
  %7 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
  %8 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x2xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
  %10 = stablehlo.select %8, %7, %9 : tensor<2x2xi1>, tensor<2x2xf32>
  return %10 : tensor<2x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[false, true], [true, true], [true, true]]> : tensor<3x2xi1>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_bool(%0, %1) : (tensor<3x2xi1>, tensor<2x1xi32>) -> tensor<2x2xi1>
  %want = stablehlo.constant dense<[[true, true], [false, true]]> : tensor<2x2xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xi1>, tensor<2x2xi1>) -> ()
  return
}
func.func private @element_bool(%arg0: tensor<3x2xi1>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xi1> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi1>, tensor<2x1xi32>) -> tensor<2x2xi1>
  return %0 : tensor<2x2xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xui8>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_uint8(%0, %1) : (tensor<3x2xui8>, tensor<2x1xi32>) -> tensor<2x2xui8>
  %want = stablehlo.constant dense<[[2, 3], [0, 1]]> : tensor<2x2xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xui8>, tensor<2x2xui8>) -> ()
  return
}
func.func private @element_uint8(%arg0: tensor<3x2xui8>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xui8> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xui8>, tensor<2x1xi32>) -> tensor<2x2xui8>
  return %0 : tensor<2x2xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi64>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_int64(%0, %1) : (tensor<3x2xi64>, tensor<2x1xi32>) -> tensor<2x2xi64>
  %want = stablehlo.constant dense<[[2, 3], [0, 1]]> : tensor<2x2xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xi64>, tensor<2x2xi64>) -> ()
  return
}
func.func private @element_int64(%arg0: tensor<3x2xi64>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xi64> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi64>, tensor<2x1xi32>) -> tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf16>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_float16(%0, %1) : (tensor<3x2xf16>, tensor<2x1xi32>) -> tensor<2x2xf16>
  %want = stablehlo.constant dense<[[2.0, 3.0], [0.0, 1.0]]> : tensor<2x2xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xf16>, tensor<2x2xf16>) -> ()
  return
}
func.func private @element_float16(%arg0: tensor<3x2xf16>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xf16> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf16>, tensor<2x1xi32>) -> tensor<2x2xf16>
  return %0 : tensor<2x2xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xbf16>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_bfloat16(%0, %1) : (tensor<3x2xbf16>, tensor<2x1xi32>) -> tensor<2x2xbf16>
  %want = stablehlo.constant dense<[[2.0, 3.0], [0.0, 1.0]]> : tensor<2x2xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> ()
  return
}
func.func private @element_bfloat16(%arg0: tensor<3x2xbf16>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xbf16> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xbf16>, tensor<2x1xi32>) -> tensor<2x2xbf16>
  return %0 : tensor<2x2xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf64>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_float64(%0, %1) : (tensor<3x2xf64>, tensor<2x1xi32>) -> tensor<2x2xf64>
  %want = stablehlo.constant dense<[[2.0, 3.0], [0.0, 1.0]]> : tensor<2x2xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  return
}
func.func private @element_float64(%arg0: tensor<3x2xf64>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xf64> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf64>, tensor<2x1xi32>) -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(0.0, 0.0), (1.0, 0.0)], [(2.0, 0.0), (3.0, 0.0)], [(4.0, 0.0), (5.0, 0.0)]]> : tensor<3x2xcomplex<f32>>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_complex64(%0, %1) : (tensor<3x2xcomplex<f32>>, tensor<2x1xi32>) -> tensor<2x2xcomplex<f32>>
  %want = stablehlo.constant dense<[[(2.0, 0.0), (3.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
  return
}
func.func private @element_complex64(%arg0: tensor<3x2xcomplex<f32>>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xcomplex<f32>>, tensor<2x1xi32>) -> tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(0.0, 0.0), (1.0, 0.0)], [(2.0, 0.0), (3.0, 0.0)], [(4.0, 0.0), (5.0, 0.0)]]> : tensor<3x2xcomplex<f64>>
  %1 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %got = call @element_complex128(%0, %1) : (tensor<3x2xcomplex<f64>>, tensor<2x1xi32>) -> tensor<2x2xcomplex<f64>>
  %want = stablehlo.constant dense<[[(2.0, 0.0), (3.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> ()
  return
}
func.func private @element_complex128(%arg0: tensor<3x2xcomplex<f64>>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xcomplex<f64>>, tensor<2x1xi32>) -> tensor<2x2xcomplex<f64>>
  return %0 : tensor<2x2xcomplex<f64>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[3, 0], [1, 1]]> : tensor<2x2xi32>
  %got = call @take(%0, %1) : (tensor<3x4x2xf32>, tensor<2x2xi32>) -> tensor<3x2x2x2xf32>
  %want = stablehlo.constant dense<[[[[6.0, 7.0], [0.0, 1.0]], [[2.0, 3.0], [2.0, 3.0]]], [[[14.0, 15.0], [8.0, 9.0]], [[10.0, 11.0], [10.0, 11.0]]], [[[22.0, 23.0], [16.0, 17.0]], [[18.0, 19.0], [18.0, 19.0]]]]> : tensor<3x2x2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x2x2x2xf32>, tensor<3x2x2x2xf32>) -> ()
  return
}
func.func private @take(%arg0: tensor<3x4x2xf32>, %arg1: tensor<2x2xi32>) -> (tensor<3x2x2x2xf32> {jax.result_info = "result"}) {
  %0 = call @_take(%arg0, %arg1) : (tensor<3x4x2xf32>, tensor<2x2xi32>) -> tensor<3x2x2x2xf32>
  return %0 : tensor<3x2x2x2xf32>
}
func.func private @_take(%arg0: tensor<3x4x2xf32>, %arg1: tensor<2x2xi32>) -> tensor<3x2x2x2xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
  %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
  %3 = stablehlo.add %arg1, %2 : tensor<2x2xi32>
  %4 = call @_where(%1, %3, %arg1) : (tensor<2x2xi1>, tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
  %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x2x1xi32>
  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x2x1xi32>, tensor<2x2x1xi32>) -> tensor<2x2x1xi1>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<2x2x1xi32>
  %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2x2x1xi32>, tensor<2x2x1xi32>) -> tensor<2x2x1xi1>
  %11 = stablehlo.and %7, %10 : tensor<2x2x1xi1>
  %c_3 = stablehlo.constant dense<true> : tensor<i1>
  %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<2x2x1xi1>, tensor<i1>) -> tensor<2x2xi1>
  %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1, 2>}> : (tensor<3x4x2xf32>, tensor<2x2x1xi32>) -> tensor<3x2x2x2xf32>
  %14 = stablehlo.broadcast_in_dim %12, dims = [1, 2] : (tensor<2x2xi1>) -> tensor<3x2x2x2xi1>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x2x2xf32>
  %16 = stablehlo.select %14, %13, %15 : tensor<3x2x2x2xi1>, tensor<3x2x2x2xf32>
  return %16 : tensor<3x2x2x2xf32>
}
func.func private @_where(%arg0: tensor<2x2xi1>, %arg1: tensor<2x2xi32>, %arg2: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<2x2xi1>, tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[[[2, 3], [0, 3]], [[1, 2], [2, 1]], [[3, 0], [1, 1]]]> : tensor<3x2x2xi64>
  %got = call @take_along(%0, %1) : (tensor<3x4x2xf32>, tensor<3x2x2xi64>) -> tensor<3x2x2xf32>
  %want = stablehlo.constant dense<[[[4.0, 7.0], [0.0, 7.0]], [[10.0, 13.0], [12.0, 11.0]], [[22.0, 17.0], [18.0, 19.0]]]> : tensor<3x2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x2x2xf32>, tensor<3x2x2xf32>) -> ()
  return
}
func.func private @take_along(%arg0: tensor<3x4x2xf32>, %arg1: tensor<3x2x2xi64>) -> (tensor<3x2x2xf32> {jax.result_info = "result"}) {
  %0 = call @take_along_axis(%arg0, %arg1) : (tensor<3x4x2xf32>, tensor<3x2x2xi64>) -> tensor<3x2x2xf32>
  return %0 : tensor<3x2x2xf32>
}
func.func private @take_along_axis(%arg0: tensor<3x4x2xf32>, %arg1: tensor<3x2x2xi64>) -> tensor<3x2x2xf32> {
  %0 = stablehlo.convert %arg1 : (tensor<3x2x2xi64>) -> tensor<3x2x2xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x2x2xi32>
  %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> tensor<3x2x2xi1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x2x2xi32>
  %4 = stablehlo.add %0, %3 : tensor<3x2x2xi32>
  %5 = stablehlo.select %2, %4, %0 : tensor<3x2x2xi1>, tensor<3x2x2xi32>
  %6 = stablehlo.reshape %5 : (tensor<3x2x2xi32>) -> tensor<3x2x2x1xi32>
  %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<3x2x2x1xi32>
  %8 = stablehlo.compare GE, %6, %7, SIGNED : (tensor<3x2x2x1xi32>, tensor<3x2x2x1xi32>) -> tensor<3x2x2x1xi1>
  %9 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<3x2x2x1xi32>
  %11 = stablehlo.compare LE, %6, %10, SIGNED : (tensor<3x2x2x1xi32>, tensor<3x2x2x1xi32>) -> tensor<3x2x2x1xi1>
  %12 = stablehlo.and %8, %11 : tensor<3x2x2x1xi1>
  %c_3 = stablehlo.constant dense<true> : tensor<i1>
  %13 = stablehlo.reduce(%12 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<3x2x2x1xi1>, tensor<i1>) -> tensor<3x2x2xi1>
  %14 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [0, 2], start_index_map = [1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<3x4x2xf32>, tensor<3x2x2x1xi32>) -> tensor<3x2x2xf32>
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x2xf32>
  %16 = stablehlo.select %13, %14, %15 : tensor<3x2x2xi1>, tensor<3x2x2xf32>
  return %16 : tensor<3x2x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi64>
  %2 = stablehlo.constant dense<[1, 1, 0]> : tensor<3xi64>
  %got = call @advanced_indexing(%0, %1, %2) : (tensor<3x4x2xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[17.0, 19.0, 21.0, 23.0], [1.0, 3.0, 5.0, 7.0], [8.0, 10.0, 12.0, 14.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @advanced_indexing(%arg0: tensor<3x4x2xf32>, %arg1: tensor<3xi64>, %arg2: tensor<3xi64>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3xi64>
  %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %c_0 = stablehlo.constant dense<3> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<3xi64>
  %3 = stablehlo.add %arg1, %2 : tensor<3xi64>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<3xi1>, tensor<3xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3xi64>
  %6 = stablehlo.compare LT, %arg2, %5, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %c_2 = stablehlo.constant dense<2> : tensor<i64>
  %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<3xi64>
  %8 = stablehlo.add %arg2, %7 : tensor<3xi64>
  %9 = stablehlo.select %6, %8, %arg2 : tensor<3xi1>, tensor<3xi64>
  %10 = stablehlo.convert %4 : (tensor<3xi64>) -> tensor<3xi32>
  %11 = stablehlo.convert %9 : (tensor<3xi64>) -> tensor<3xi32>
  %12 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %15 = "stablehlo.gather"(%arg0, %14) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 2], start_index_map = [0, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4, 1>}> : (tensor<3x4x2xf32>, tensor<3x2xi32>) -> tensor<3x4xf32>
  return %15 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], [[8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]], [[16.0, 17.0], [18.0, 19.0], [20.0, 21.0], [22.0, 23.0]]]> : tensor<3x4x2xf32>
  %1 = stablehlo.constant dense<[3, 0, -1]> : tensor<3xi64>
  %got = call @vmap_of_indexing(%0, %1) : (tensor<3x4x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  %want = stablehlo.constant dense<[[6.0, 7.0], [8.0, 9.0], [22.0, 23.0]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  return
}
func.func private @vmap_of_indexing(%arg0: tensor<3x4x2xf32>, %arg1: tensor<3xi64>) -> (tensor<3x2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg1 : (tensor<3xi64>) -> tensor<3xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %4 = stablehlo.add %0, %3 : tensor<3xi32>
  %5 = stablehlo.select %2, %4, %0 : tensor<3xi1>, tensor<3xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.compare LT, %c_1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %c_4 = stablehlo.constant dense<2> : tensor<i32>
  %7 = stablehlo.add %c_3, %c_4 : tensor<i32>
  %c_5 = stablehlo.constant dense<0> : tensor<i32>
  %8 = stablehlo.select %6, %7, %c_5 : tensor<i1>, tensor<i32>
  %9 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
  %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i32>) -> tensor<3x1xi32>
  %11 = stablehlo.concatenate %9, %10, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %12 = "stablehlo.gather"(%arg0, %11) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xf32>, tensor<3x2xi32>) -> tensor<3x1x2xf32>
  %13 = stablehlo.reshape %12 : (tensor<3x1x2xf32>) -> tensor<3x2xf32>
  return %13 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0, 29.0], [30.0, 31.0, 32.0, 33.0, 34.0]]> : tensor<7x5xf32>
  %1 = stablehlo.constant dense<[[3, 3, 3], [2, 6, 2]]> : tensor<2x3xi32>
  %got = call @embedding(%0, %1) : (tensor<7x5xf32>, tensor<2x3xi32>) -> tensor<2x3x5xf32>
  %want = stablehlo.constant dense<[[[15.0, 16.0, 17.0, 18.0, 19.0], [15.0, 16.0, 17.0, 18.0, 19.0], [15.0, 16.0, 17.0, 18.0, 19.0]], [[10.0, 11.0, 12.0, 13.0, 14.0], [30.0, 31.0, 32.0, 33.0, 34.0], [10.0, 11.0, 12.0, 13.0, 14.0]]]> : tensor<2x3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> ()
  return
}
func.func private @embedding(%arg0: tensor<7x5xf32>, %arg1: tensor<2x3xi32>) -> (tensor<2x3x5xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  %c_0 = stablehlo.constant dense<7> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %3 = stablehlo.add %arg1, %2 : tensor<2x3xi32>
  %4 = stablehlo.select %1, %3, %arg1 : tensor<2x3xi1>, tensor<2x3xi32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5>}> : (tensor<7x5xf32>, tensor<2x3x1xi32>) -> tensor<2x3x5xf32>
  return %6 : tensor<2x3x5xf32>
}
