// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (indexing.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[-4.0, 5.0, -2.0, 2.0, -1.0, 4.0], [-3.0, -8.0, -4.0, 2.0, 2.0, 9.0], [-5.0, -1.0, 8.0, -7.0, 4.0, 9.0], [8.0, 3.0, 7.0, -6.0, 5.0, 3.0]]> : tensor<4x6xf32>
  %1 = stablehlo.constant dense<[[5.0, -3.0, 3.0], [-6.0, 8.0, -8.0]]> : tensor<2x3xf32>
  %got = call @pool_2x2(%0, %1) : (tensor<4x6xf32>, tensor<2x3xf32>) -> tensor<4x6xf32>
  %want = stablehlo.constant dense<[[0.0, 5.0, 0.0, -3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 0.0, 8.0, 0.0, 0.0, -8.0], [-6.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  return
}
func.func private @pool_2x2(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.pad %arg0, %cst_0, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  %4 = stablehlo.slice %3 [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-4.0, 5.0, -2.0, 2.0, -1.0, 4.0], [-3.0, -8.0, -4.0, 2.0, 2.0, 9.0], [-5.0, -1.0, 8.0, -7.0, 4.0, 9.0], [8.0, 3.0, 7.0, -6.0, 5.0, 3.0]]> : tensor<4x6xf32>
  %1 = stablehlo.constant dense<[[-9.0, 4.0, -1.0, 3.0], [-4.0, -7.0, 2.0, -7.0]]> : tensor<2x4xf32>
  %got = call @overlapping(%0, %1) : (tensor<4x6xf32>, tensor<2x4xf32>) -> tensor<4x6xf32>
  %want = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, -4.0], [0.0, 0.0, -15.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  return
}
func.func private @overlapping(%arg0: tensor<4x6xf32>, %arg1: tensor<2x4xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.pad %arg0, %cst_0, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x6xf32>
  %4 = stablehlo.slice %3 [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-4.0, 5.0, -2.0, 2.0, -1.0, 4.0], [-3.0, -8.0, -4.0, 2.0, 2.0, 9.0], [-5.0, -1.0, 8.0, -7.0, 4.0, 9.0], [8.0, 3.0, 7.0, -6.0, 5.0, 3.0]]> : tensor<4x6xf32>
  %1 = stablehlo.constant dense<[[-2.0, -3.0, 5.0, -2.0, 5.0, 1.0], [-7.0, 0.0, -2.0, 1.0, 2.0, 1.0]]> : tensor<2x6xf32>
  %got = call @padded(%0, %1) : (tensor<4x6xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
  %want = stablehlo.constant dense<[[0.0, -5.0, 0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 9.0], [0.0, 0.0, -2.0, 0.0, 0.0, 0.0], [-7.0, 0.0, 0.0, 0.0, 1.0, 0.0]]> : tensor<4x6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  return
}
func.func private @padded(%arg0: tensor<4x6xf32>, %arg1: tensor<2x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x6xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.pad %arg0, %cst_0, low = [1, 0], high = [1, 1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6x7xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<6x7xf32>, tensor<2x6xf32>, tensor<f32>) -> tensor<6x7xf32>
  %4 = stablehlo.slice %3 [1:5, 0:6] : (tensor<6x7xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<1.0> : tensor<5xf32>
  %1 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %got = call @ties(%0, %1) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[3.0, 3.0, 4.0, 5.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @ties(%arg0: tensor<5xf32>, %arg1: tensor<5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<1> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.pad %arg0, %cst_0, low = [1], high = [1], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<7xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<7xf32>, tensor<5xf32>, tensor<f32>) -> tensor<7xf32>
  %4 = stablehlo.slice %3 [1:6] : (tensor<7xf32>) -> tensor<5xf32>
  return %4 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-4.0, 5.0, -2.0, 2.0, -1.0, 4.0], [-3.0, -8.0, -4.0, 2.0, 2.0, 9.0], [-5.0, -1.0, 8.0, -7.0, 4.0, 9.0], [8.0, 3.0, 7.0, -6.0, 5.0, 3.0]]> : tensor<4x6xf32>
  %1 = stablehlo.constant dense<[[0.0, -6.0], [7.0, -9.0]]> : tensor<2x2xf32>
  %got = call @skips(%0, %1) : (tensor<4x6xf32>, tensor<2x2xf32>) -> tensor<4x6xf32>
  %want = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, -6.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [7.0, 0.0, 0.0, 0.0, -9.0, 0.0]]> : tensor<4x6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  return
}
func.func private @skips(%arg0: tensor<4x6xf32>, %arg1: tensor<2x2xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 3, 4>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.pad %arg0, %cst_0, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 3, 4>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  %4 = stablehlo.slice %3 [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[7.0, 0.0], [1.0, -5.0], [-2.0, -8.0], [-3.0, 4.0], [5.0, 6.0]], [[0.0, 1.0], [8.0, 3.0], [3.0, -6.0], [8.0, 1.0], [-8.0, -6.0]], [[8.0, 0.0], [5.0, -3.0], [-8.0, 9.0], [8.0, 0.0], [-4.0, -6.0]]], [[[4.0, -5.0], [-6.0, 1.0], [8.0, 7.0], [-4.0, -3.0], [0.0, 8.0]], [[5.0, -5.0], [3.0, 8.0], [-9.0, 4.0], [8.0, 8.0], [-9.0, 9.0]], [[-5.0, -6.0], [5.0, 4.0], [9.0, -5.0], [6.0, 2.0], [-8.0, -5.0]]]]> : tensor<2x3x5x2xf32>
  %1 = stablehlo.constant dense<[[[[-9.0, 4.0], [-5.0, -4.0], [9.0, -7.0]], [[2.0, -3.0], [-1.0, 8.0], [-6.0, 6.0]]], [[[5.0, -9.0], [8.0, -6.0], [-3.0, -4.0]], [[9.0, 8.0], [-4.0, -2.0], [3.0, -6.0]]]]> : tensor<2x2x3x2xf32>
  %got = call @images(%0, %1) : (tensor<2x3x5x2xf32>, tensor<2x2x3x2xf32>) -> tensor<2x3x5x2xf32>
  %want = stablehlo.constant dense<[[[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, -4.0], [9.0, -7.0]], [[0.0, 0.0], [-9.0, 4.0], [0.0, 0.0], [-5.0, 0.0], [0.0, 0.0]], [[2.0, -3.0], [0.0, 0.0], [0.0, 8.0], [-1.0, 0.0], [-6.0, 6.0]]], [[[0.0, 0.0], [0.0, 0.0], [8.0, 0.0], [0.0, 0.0], [-3.0, 0.0]], [[5.0, 0.0], [0.0, -9.0], [0.0, 0.0], [0.0, -6.0], [0.0, -4.0]], [[0.0, 0.0], [9.0, 8.0], [-4.0, 0.0], [0.0, -2.0], [3.0, -6.0]]]]> : tensor<2x3x5x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3x5x2xf32>, tensor<2x3x5x2xf32>) -> ()
  return
}
func.func private @images(%arg0: tensor<2x3x5x2xf32>, %arg1: tensor<2x2x3x2xf32>) -> (tensor<2x3x5x2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<2x3x5x2xf32>, tensor<f32>) -> tensor<2x2x3x2xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.pad %arg0, %cst_0, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<2x3x5x2xf32>, tensor<f32>) -> tensor<2x4x6x2xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<2x4x6x2xf32>, tensor<2x2x3x2xf32>, tensor<f32>) -> tensor<2x4x6x2xf32>
  %4 = stablehlo.slice %3 [0:2, 0:3, 0:5, 0:2] : (tensor<2x4x6x2xf32>) -> tensor<2x3x5x2xf32>
  return %4 : tensor<2x3x5x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3.0, 7.0, -5.0, 7.0, 6.0, 5.0]> : tensor<6xf64>
  %1 = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf64>
  %got = call @f64(%0, %1) : (tensor<6xf64>, tensor<3xf64>) -> tensor<6xf64>
  %want = stablehlo.constant dense<[0.0, 0.0, 0.0, 1.0, 2.0, 0.0]> : tensor<6xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xf64>, tensor<6xf64>) -> ()
  return
}
func.func private @f64(%arg0: tensor<6xf64>, %arg1: tensor<3xf64>) -> (tensor<6xf64> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
    %5 = stablehlo.maximum %arg2, %arg3 : tensor<f64>
    stablehlo.return %5 : tensor<f64>
  }) : (tensor<6xf64>, tensor<f64>) -> tensor<3xf64>
  %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %2 = stablehlo.pad %arg0, %cst_0, low = [0], high = [0], interior = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<6xf64>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
    %5 = stablehlo.compare GE, %arg2, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f64>
    stablehlo.return %5 : tensor<f64>
  }) : (tensor<6xf64>, tensor<3xf64>, tensor<f64>) -> tensor<6xf64>
  %4 = stablehlo.slice %3 [0:6] : (tensor<6xf64>) -> tensor<6xf64>
  return %4 : tensor<6xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-4.0, 5.0, -2.0, 2.0, -1.0, 4.0], [-3.0, -8.0, -4.0, 2.0, 2.0, 9.0], [-5.0, -1.0, 8.0, -7.0, 4.0, 9.0], [8.0, 3.0, 7.0, -6.0, 5.0, 3.0]]> : tensor<4x6xf32>
  %1 = stablehlo.constant dense<[[8.0, -9.0, 2.0, 0.0, -5.0, 0.0], [3.0, -4.0, 1.0, -7.0, 8.0, -9.0], [-2.0, -2.0, -8.0, -2.0, 2.0, -9.0], [-9.0, -5.0, -7.0, 5.0, -7.0, 2.0]]> : tensor<4x6xf32>
  %got = call @smallest(%0, %1) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %want = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0, -5.0, 0.0], [0.0, -2.0, 2.0, 0.0, 8.0, -9.0], [-2.0, -2.0, 0.0, -16.0, 0.0, 0.0], [0.0, -14.0, 0.0, -2.0, 0.0, -12.0]]> : tensor<4x6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  return
}
func.func private @smallest(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.minimum %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %2 = stablehlo.pad %arg0, %cst_0, low = [0, 0], high = [1, 1], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x7xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = "stablehlo.select_and_scatter"(%2, %arg1, %cst_1) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.compare LE, %arg2, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %5 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<4x6xf32>, tensor<f32>) -> tensor<5x7xf32>
  %4 = stablehlo.slice %3 [0:4, 0:6] : (tensor<5x7xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}
