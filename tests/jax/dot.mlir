// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (structure.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xf32>
  %got = call @matrix(%0, %1) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @matrix(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.0, 2.0, 3.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[2.0, 2.0, 2.0, -3.0]> : tensor<4xf32>
  %got = call @vector(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %want = stablehlo.constant dense<-5.0> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func private @vector(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[2.0, 2.0, 2.0, -3.0]> : tensor<4xf32>
  %got = call @matrix_vector(%0, %1) : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[-5.0, -15.0, 3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @matrix_vector(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.0, 2.0, 3.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xf32>
  %got = call @vector_matrix(%0, %1) : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[-5.0, 4.0, 0.0, -10.0, 9.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @vector_matrix(%arg0: tensor<4xf32>, %arg1: tensor<4x5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, -3.0, -2.0], [0.0, -2.0, -1.0], [2.0, 2.0, 3.0], [3.0, 3.0, -1.0]]> : tensor<4x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xf32>
  %got = call @transposed_left(%0, %1) : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @transposed_left(%arg0: tensor<4x3xf32>, %arg1: tensor<4x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2.0, 2.0, 2.0, -3.0], [-2.0, 0.0, 2.0, 0.0], [-3.0, -3.0, 3.0, -2.0], [-1.0, -1.0, -2.0, -2.0], [-1.0, 1.0, 3.0, 1.0]]> : tensor<5x4xf32>
  %got = call @transposed_right(%0, %1) : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @transposed_right(%arg0: tensor<3x4xf32>, %arg1: tensor<5x4xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, -3.0, -2.0], [0.0, -2.0, -1.0], [2.0, 2.0, 3.0], [3.0, 3.0, -1.0]]> : tensor<4x3xf32>
  %1 = stablehlo.constant dense<[[2.0, 2.0, 2.0, -3.0], [-2.0, 0.0, 2.0, 0.0], [-3.0, -3.0, 3.0, -2.0], [-1.0, -1.0, -2.0, -2.0], [-1.0, 1.0, 3.0, 1.0]]> : tensor<5x4xf32>
  %got = call @transposed_both(%0, %1) : (tensor<4x3xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @transposed_both(%arg0: tensor<4x3xf32>, %arg1: tensor<5x4xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.0, 2.0, 3.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[2.0, -2.0, -3.0, -1.0, -1.0]> : tensor<5xf32>
  %got = call @outer(%0, %1) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %want = stablehlo.constant dense<[[0.0, -0.0, -0.0, -0.0, -0.0], [0.0, -0.0, -0.0, -0.0, -0.0], [4.0, -4.0, -6.0, -2.0, -2.0], [6.0, -6.0, -9.0, -3.0, -3.0]]> : tensor<4x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  return
}
func.func private @outer(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) -> (tensor<4x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[2.0, -3.0, -2.0, -2.0], [-2.0, 2.0, 3.0, 1.0], [-3.0, -3.0, -1.0, 0.0]], [[1.0, 0.0, -2.0, -2.0], [1.0, 2.0, -3.0, -3.0], [0.0, -1.0, 3.0, 0.0]]]> : tensor<2x3x4xf32>
  %1 = stablehlo.constant dense<[[[2.0, 3.0], [3.0, 0.0], [3.0, 3.0], [3.0, -3.0]], [[0.0, 1.0], [-2.0, -1.0], [1.0, 2.0], [1.0, -2.0]]]> : tensor<2x4x2xf32>
  %got = call @batch(%0, %1) : (tensor<2x3x4xf32>, tensor<2x4x2xf32>) -> tensor<2x3x2xf32>
  %want = stablehlo.constant dense<[[[-17.0, 6.0], [14.0, 0.0], [-18.0, -12.0]], [[-4.0, 1.0], [-10.0, -1.0], [5.0, 7.0]]]> : tensor<2x3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
  return
}
func.func private @batch(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x2xf32>) -> (tensor<2x3x2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x2xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[1.0, 2.0], [-3.0, 2.0], [0.0, 0.0]], [[1.0, -1.0], [3.0, -3.0], [-2.0, -1.0]], [[0.0, -1.0], [-3.0, -3.0], [-3.0, -3.0]], [[-2.0, 3.0], [-2.0, 1.0], [2.0, -2.0]]]> : tensor<4x3x2xf32>
  %1 = stablehlo.constant dense<[[[0.0, 0.0], [0.0, -1.0], [3.0, -1.0], [1.0, -1.0]], [[0.0, 3.0], [-2.0, 1.0], [-1.0, 1.0], [2.0, -1.0]], [[1.0, 1.0], [0.0, -3.0], [1.0, -3.0], [3.0, 2.0]], [[2.0, -3.0], [3.0, 3.0], [1.0, 2.0], [2.0, 2.0]], [[-2.0, -3.0], [-2.0, -2.0], [0.0, 2.0], [2.0, 0.0]]]> : tensor<5x4x2xf32>
  %got = call @batch_last(%0, %1) : (tensor<4x3x2xf32>, tensor<5x4x2xf32>) -> tensor<2x3x5xf32>
  %want = stablehlo.constant dense<[[[-2.0, -6.0, -5.0, 1.0, -8.0], [-11.0, -7.0, -12.0, -4.0, -4.0], [-7.0, 11.0, 3.0, -5.0, 8.0]], [[-1.0, 1.0, 14.0, -5.0, -6.0], [5.0, -1.0, 22.0, -19.0, -6.0], [6.0, -2.0, 8.0, -13.0, -4.0]]]> : tensor<2x3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> ()
  return
}
func.func private @batch_last(%arg0: tensor<4x3x2xf32>, %arg1: tensor<5x4x2xf32>) -> (tensor<2x3x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [2] x [2], contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x3x2xf32>, tensor<5x4x2xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[3.0, 1.0, 1.0, 3.0], [1.0, 2.0, 2.0, -2.0]], [[-3.0, -1.0, -2.0, 3.0], [3.0, -3.0, 0.0, 2.0]], [[-3.0, 2.0, -3.0, 0.0], [2.0, -1.0, -1.0, -2.0]]], [[[2.0, -2.0, 3.0, 0.0], [0.0, 0.0, 1.0, 0.0]], [[0.0, 3.0, 2.0, 2.0], [1.0, 1.0, -1.0, 3.0]], [[0.0, -2.0, 2.0, -2.0], [3.0, 1.0, -3.0, -3.0]]]]> : tensor<2x3x2x4xf32>
  %1 = stablehlo.constant dense<[[[[[2.0, -1.0], [-2.0, 3.0]], [[-2.0, -1.0], [1.0, 2.0]], [[1.0, 3.0], [-3.0, -1.0]]], [[[1.0, 0.0], [-1.0, -1.0]], [[-3.0, -3.0], [0.0, 0.0]], [[3.0, -2.0], [2.0, -2.0]]]], [[[[-2.0, -2.0], [-1.0, -2.0]], [[3.0, 2.0], [2.0, -1.0]], [[-3.0, -2.0], [0.0, 1.0]]], [[[0.0, 1.0], [-1.0, 1.0]], [[-3.0, 3.0], [0.0, -2.0]], [[2.0, -1.0], [3.0, -2.0]]]], [[[[3.0, -3.0], [0.0, -2.0]], [[0.0, -1.0], [3.0, -1.0]], [[2.0, 1.0], [-1.0, 0.0]]], [[[-3.0, 1.0], [-1.0, -2.0]], [[-2.0, -3.0], [3.0, -1.0]], [[3.0, -3.0], [-3.0, -1.0]]]], [[[[3.0, 0.0], [1.0, 2.0]], [[1.0, 3.0], [-1.0, -3.0]], [[-2.0, 3.0], [-3.0, 2.0]]], [[[0.0, 3.0], [3.0, -3.0]], [[-3.0, -1.0], [-1.0, 0.0]], [[-2.0, 2.0], [0.0, -1.0]]]]]> : tensor<4x2x3x2x2xf32>
  %got = call @two_batches_two_contractions(%0, %1) : (tensor<2x3x2x4xf32>, tensor<4x2x3x2x2xf32>) -> tensor<2x2x2xf32>
  %want = stablehlo.constant dense<[[[7.0, -12.0], [-6.0, -26.0]], [[12.0, -13.0], [11.0, -5.0]]]> : tensor<2x2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> ()
  return
}
func.func private @two_batches_two_contractions(%arg0: tensor<2x3x2x4xf32>, %arg1: tensor<4x2x3x2x2xf32>) -> (tensor<2x2x2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 2] x [3, 1], contracting_dims = [3, 1] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<2x3x2x4xf32>, tensor<4x2x3x2x2xf32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[-1.0, 3.0, 3.0, -1.0], [-3.0, 1.0, 1.0, 2.0]], [[1.0, 2.0, 3.0, 3.0], [3.0, 3.0, 2.0, 3.0]], [[-3.0, -3.0, 2.0, 0.0], [2.0, 0.0, 3.0, -3.0]]], [[[1.0, -3.0, -2.0, 2.0], [-1.0, 3.0, -1.0, 2.0]], [[3.0, -1.0, 3.0, 1.0], [3.0, -1.0, 0.0, 2.0]], [[3.0, -2.0, 0.0, 2.0], [2.0, 3.0, -2.0, 3.0]]]]> : tensor<2x3x2x4xf32>
  %1 = stablehlo.constant dense<[[[[2.0, 3.0, -2.0, -2.0], [2.0, 2.0, 0.0, -2.0]], [[2.0, 0.0, -2.0, -3.0], [-1.0, 1.0, -1.0, 2.0]], [[-3.0, -1.0, 0.0, 3.0], [-2.0, 2.0, -3.0, -1.0]]], [[[2.0, 1.0, 3.0, 2.0], [3.0, 2.0, -3.0, 3.0]], [[2.0, -2.0, 3.0, 2.0], [-1.0, -3.0, -1.0, 3.0]], [[2.0, -2.0, 0.0, 2.0], [1.0, -1.0, -3.0, 3.0]]]]> : tensor<2x3x2x4xf32>
  %got = call @attention_scores(%0, %1) : (tensor<2x3x2x4xf32>, tensor<2x3x2x4xf32>) -> tensor<2x2x3x3xf32>
  %want = stablehlo.constant dense<[[[[3.0, -5.0, -3.0], [-4.0, -13.0, 4.0], [-19.0, -10.0, 12.0]], [[-8.0, 7.0, 3.0], [6.0, 4.0, -9.0], [10.0, -11.0, -10.0]]], [[[-3.0, 6.0, 12.0], [16.0, 19.0, 10.0], [8.0, 14.0, 14.0]], [[12.0, -1.0, 5.0], [13.0, 6.0, 10.0], [27.0, 0.0, 14.0]]]]> : tensor<2x2x3x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2x3x3xf32>, tensor<2x2x3x3xf32>) -> ()
  return
}
func.func private @attention_scores(%arg0: tensor<2x3x2x4xf32>, %arg1: tensor<2x3x2x4xf32>) -> (tensor<2x2x3x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x3x2x4xf32>, tensor<2x3x2x4xf32>) -> tensor<2x2x3x3xf32>
  return %0 : tensor<2x2x3x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<2x0xf32>
  %1 = stablehlo.constant dense<> : tensor<0x3xf32>
  %got = call @empty_contraction(%0, %1) : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @empty_contraction(%arg0: tensor<2x0xf32>, %arg1: tensor<0x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 0, 2, 3], [-3, -2, 2, 3], [-2, -1, 3, -1]]> : tensor<3x4xi32>
  %1 = stablehlo.constant dense<[[2, -2, -3, -1, -1], [2, 0, -3, -1, 1], [2, 2, 3, -2, 3], [-3, 0, -2, -2, 1]]> : tensor<4x5xi32>
  %got = call @i32(%0, %1) : (tensor<3x4xi32>, tensor<4x5xi32>) -> tensor<3x5xi32>
  %want = stablehlo.constant dense<[[-5, 4, 0, -10, 9], [-15, 10, 15, -5, 10], [3, 10, 20, -1, 9]]> : tensor<3x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
  return
}
func.func private @i32(%arg0: tensor<3x4xi32>, %arg1: tensor<4x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xi32>, tensor<4x5xi32>) -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 0, 80, 120], [-120, -80, 80, 120], [-80, -40, 120, -40]]> : tensor<3x4xi8>
  %1 = stablehlo.constant dense<[[82, -82, -123, -41, -41], [82, 0, -123, -41, 41], [82, 82, 123, -82, 123], [-123, 0, -82, -82, 41]]> : tensor<4x5xi8>
  %got = call @i8_to_i32(%0, %1) : (tensor<3x4xi8>, tensor<4x5xi8>) -> tensor<3x5xi32>
  %want = stablehlo.constant dense<[[-8200, 6560, 0, -16400, 14760], [-24600, 16400, 24600, -8200, 16400], [4920, 16400, 32800, -1640, 14760]]> : tensor<3x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
  return
}
func.func private @i8_to_i32(%arg0: tensor<3x4xi8>, %arg1: tensor<4x5xi8>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xi8>, tensor<4x5xi8>) -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xbf16>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xbf16>
  %got = call @bf16(%0, %1) : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xbf16>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> ()
  return
}
func.func private @bf16(%arg0: tensor<3x4xbf16>, %arg1: tensor<4x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xbf16>
  return %0 : tensor<3x5xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xbf16>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xbf16>
  %got = call @bf16_to_f32(%0, %1) : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @bf16_to_f32(%arg0: tensor<3x4xbf16>, %arg1: tensor<4x5xbf16>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xf16>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xf16>
  %got = call @f16(%0, %1) : (tensor<3x4xf16>, tensor<4x5xf16>) -> tensor<3x5xf16>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
  return
}
func.func private @f16(%arg0: tensor<3x4xf16>, %arg1: tensor<4x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf16>, tensor<4x5xf16>) -> tensor<3x5xf16>
  return %0 : tensor<3x5xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xf64>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xf64>
  %got = call @f64(%0, %1) : (tensor<3x4xf64>, tensor<4x5xf64>) -> tensor<3x5xf64>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
  return
}
func.func private @f64(%arg0: tensor<3x4xf64>, %arg1: tensor<4x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf64>, tensor<4x5xf64>) -> tensor<3x5xf64>
  return %0 : tensor<3x5xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(0.0, -3.0), (0.0, -3.0), (2.0, 2.0), (3.0, 0.0)], [(-3.0, 1.0), (-2.0, 1.0), (2.0, 1.0), (3.0, -3.0)], [(-2.0, 0.0), (-1.0, -2.0), (3.0, -1.0), (-1.0, 3.0)]]> : tensor<3x4xcomplex<f32>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, -2.0), (-3.0, 3.0), (-1.0, 3.0), (-1.0, -3.0)], [(2.0, -2.0), (0.0, -2.0), (-3.0, -2.0), (-1.0, 1.0), (1.0, -1.0)], [(2.0, 0.0), (2.0, -2.0), (3.0, 3.0), (-2.0, 1.0), (3.0, 1.0)], [(-3.0, -3.0), (0.0, -2.0), (-2.0, 3.0), (-2.0, -1.0), (1.0, 3.0)]]> : tensor<4x5xcomplex<f32>>
  %got = call @complex64(%0, %1) : (tensor<3x4xcomplex<f32>>, tensor<4x5xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
  %want = stablehlo.constant dense<[[(-7.5, -16.5), (-3.5, 0.5), (-2.5, 39.5), (0.5, 1.5), (-4.5, 17.5)], [(-22.5, 7.5), (10.5, 0.5), (20.5, 13.5), (-12.5, -9.5), (22.5, 22.5)], [(8.5, -11.5), (10.5, 0.5), (10.5, -0.5), (5.5, -4.5), (-0.5, 5.5)]]> : tensor<3x5xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xcomplex<f32>>, tensor<3x5xcomplex<f32>>) -> ()
  return
}
func.func private @complex64(%arg0: tensor<3x4xcomplex<f32>>, %arg1: tensor<4x5xcomplex<f32>>) -> (tensor<3x5xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xcomplex<f32>>, tensor<4x5xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
  %cst = stablehlo.constant dense<(5.000000e-01,5.000000e-01)> : tensor<complex<f32>>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3x5xcomplex<f32>>
  %2 = stablehlo.add %0, %1 : tensor<3x5xcomplex<f32>>
  return %2 : tensor<3x5xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0, 3.0], [-3.0, -2.0, 2.0, 3.0], [-2.0, -1.0, 3.0, -1.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0, -1.0, -1.0], [2.0, 0.0, -3.0, -1.0, 1.0], [2.0, 2.0, 3.0, -2.0, 3.0], [-3.0, 0.0, -2.0, -2.0, 1.0]]> : tensor<4x5xf32>
  %got = call @highest_precision(%0, %1) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[-5.0, 4.0, 0.0, -10.0, 9.0], [-15.0, 10.0, 15.0, -5.0, 10.0], [3.0, 10.0, 20.0, -1.0, 9.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @highest_precision(%arg0: tensor<3x4xf32>, %arg1: tensor<4x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.87831783, 0.86977226, 0.82992107, 0.33530173, 0.16947952, 0.9518192, 0.65241253, 0.10236768, 0.9193665, 0.9863231, 0.35766694, 0.832295, 0.17416716, 0.49445203, 0.8359334, 0.46786, 0.5659747, 0.2053359, 0.83260584, 0.5480807, 0.32345128, 0.79901755, 0.9813055, 0.5845089], [0.7634352, 0.9934846, 0.12711474, 0.63907987, 0.97056574, 0.20560291, 0.30079135, 0.59520555, 0.7500946, 0.5974772, 0.5929316, 0.14638494, 0.7653067, 0.38863137, 0.16656569, 0.9626215, 0.6937042, 0.5102047, 0.7593863, 0.530101, 0.2122492, 0.6441219, 0.7722428, 0.7697321], [0.59641063, 0.93564236, 0.9511413, 0.8873827, 0.43447927, 0.34099308, 0.5768308, 0.6888792, 0.24453394, 0.60351807, 0.49505344, 0.10149831, 0.4769468, 0.459909, 0.9670503, 0.14906333, 0.9356914, 0.91748756, 0.6398202, 0.26850614, 0.8121739, 0.24536952, 0.38857636, 0.69978076]]> : tensor<3x24xf32>
  %1 = stablehlo.constant dense<[[0.87831783, 0.7634352, 0.59641063], [0.86977226, 0.9934846, 0.93564236], [0.82992107, 0.12711474, 0.9511413], [0.33530173, 0.63907987, 0.8873827], [0.16947952, 0.97056574, 0.43447927], [0.9518192, 0.20560291, 0.34099308], [0.65241253, 0.30079135, 0.5768308], [0.10236768, 0.59520555, 0.6888792], [0.9193665, 0.7500946, 0.24453394], [0.9863231, 0.5974772, 0.60351807], [0.35766694, 0.5929316, 0.49505344], [0.832295, 0.14638494, 0.10149831], [0.17416716, 0.7653067, 0.4769468], [0.49445203, 0.38863137, 0.459909], [0.8359334, 0.16656569, 0.9670503], [0.46786, 0.9626215, 0.14906333], [0.5659747, 0.6937042, 0.9356914], [0.2053359, 0.5102047, 0.91748756], [0.83260584, 0.7593863, 0.6398202], [0.5480807, 0.530101, 0.26850614], [0.32345128, 0.2122492, 0.8121739], [0.79901755, 0.6441219, 0.24536952], [0.9813055, 0.7722428, 0.38857636], [0.5845089, 0.7697321, 0.69978076]]> : tensor<24x3xf32>
  %got = call @fractions(%0, %1) : (tensor<3x24xf32>, tensor<24x3xf32>) -> tensor<3x3xf32>
  %want = stablehlo.constant dense<[[10.934926, 8.210896, 8.186765], [8.210896, 9.65517, 7.763483], [8.186765, 7.763483, 9.670683]]> : tensor<3x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 25 : i64, min_ulp_difference = 0 : i64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
  return
}
func.func private @fractions(%arg0: tensor<3x24xf32>, %arg1: tensor<24x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x24xf32>, tensor<24x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
