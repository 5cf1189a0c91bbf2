// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (structure.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @sum(%0) : (tensor<5x6xf32>) -> tensor<4x4xf32>
  %want = stablehlo.constant dense<[[17.0, 17.0, 6.0, -2.0], [10.0, 2.0, -3.0, 7.0], [-10.0, 5.0, 17.0, 17.0], [-5.0, 7.0, 18.0, 9.0]]> : tensor<4x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  return
}
func.func private @sum(%arg0: tensor<5x6xf32>) -> (tensor<4x4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @maximum_strides(%0) : (tensor<5x6xf32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[9.5, 9.5, 7.5], [6.5, 7.5, 6.5]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @maximum_strides(%arg0: tensor<5x6xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @minimum_same(%0) : (tensor<5x6xf32>) -> tensor<3x6xf32>
  %want = stablehlo.constant dense<[[-0.5, -4.5, -4.5, -8.5, -8.5, -8.5], [-8.5, -8.5, -8.5, -4.5, -3.5, -0.5], [-8.5, -8.5, -8.5, -6.5, -6.5, -6.5]]> : tensor<3x6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x6xf32>, tensor<3x6xf32>) -> ()
  return
}
func.func private @minimum_same(%arg0: tensor<5x6xf32>) -> (tensor<3x6xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.minimum %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  return %1 : tensor<3x6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @sum_padding(%0) : (tensor<5x6xf32>) -> tensor<6x3xf32>
  %want = stablehlo.constant dense<[[16.0, 7.0, -8.0], [19.0, 1.0, -3.0], [3.0, -1.0, 20.0], [-9.0, 12.0, 3.0], [-12.0, 18.0, -2.0], [4.0, 5.0, -10.0]]> : tensor<6x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6x3xf32>, tensor<6x3xf32>) -> ()
  return
}
func.func private @sum_padding(%arg0: tensor<5x6xf32>) -> (tensor<6x3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<6x3xf32>
  return %1 : tensor<6x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @maximum_window_dilation(%0) : (tensor<5x6xf32>) -> tensor<3x2xf32>
  %want = stablehlo.constant dense<[[5.5, 9.5], [7.5, 9.5], [6.5, 6.5]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  return
}
func.func private @maximum_window_dilation(%arg0: tensor<5x6xf32>) -> (tensor<3x2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 2, 2>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5], [6.5, 9.5, -4.5], [-3.5, 6.5, -4.5]]> : tensor<3x3xf32>
  %got = call @sum_base_dilation(%0) : (tensor<3x3xf32>) -> tensor<5x7xf32>
  %want = stablehlo.constant dense<[[-0.5, -0.5, 0.0, 0.5, 0.5, 0.0, 5.5], [6.5, 6.5, 0.0, 9.5, 9.5, 0.0, -4.5], [6.5, 6.5, 0.0, 9.5, 9.5, 0.0, -4.5], [-3.5, -3.5, 0.0, 6.5, 6.5, 0.0, -4.5], [-3.5, -3.5, 0.0, 6.5, 6.5, 0.0, -4.5]]> : tensor<5x7xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x7xf32>, tensor<5x7xf32>) -> ()
  return
}
func.func private @sum_base_dilation(%arg0: tensor<3x3xf32>) -> (tensor<5x7xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 2, 3>, padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<3x3xf32>, tensor<f32>) -> tensor<5x7xf32>
  return %1 : tensor<5x7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @sum_everything(%0) : (tensor<5x6xf32>) -> tensor<5x2xf32>
  %want = stablehlo.constant dense<[[-0.5, 10.0], [6.5, 6.0], [-3.5, 5.0], [-7.5, -3.0], [6.5, 3.0]]> : tensor<5x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x2xf32>, tensor<5x2xf32>) -> ()
  return
}
func.func private @sum_everything(%arg0: tensor<5x6xf32>) -> (tensor<5x2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 1], [2, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 2>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 3>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<5x2xf32>
  return %1 : tensor<5x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @product(%0) : (tensor<5x6xf32>) -> tensor<5x5xf32>
  %want = stablehlo.constant dense<[[-0.25, 2.75, 52.25, -80.75, 55.25], [61.75, -42.75, 15.75, -26.25, -3.75], [-22.75, -29.25, 6.75, -5.25, 5.25], [63.75, -63.75, 41.25, 35.75, 9.75], [-16.25, 1.25, -2.75, -35.75, 22.75]]> : tensor<5x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x5xf32>, tensor<5x5xf32>) -> ()
  return
}
func.func private @product(%arg0: tensor<5x6xf32>) -> (tensor<5x5xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.multiply %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<5x5xf32>
  return %0 : tensor<5x5xf32>
}

// -----

// Some windows hold padding alone.
func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5], [6.5, 9.5]]> : tensor<2x2xf32>
  %got = call @past_the_edge(%0) : (tensor<2x2xf32>) -> tensor<4x4xf32>
  %want = stablehlo.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [16.0, 10.0, 0.0, 0.0]]> : tensor<4x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  return
}
func.func private @past_the_edge(%arg0: tensor<2x2xf32>) -> (tensor<4x4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 0], [0, 3]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @negative_padding(%0) : (tensor<5x6xf32>) -> tensor<3x3xf32>
  %want = stablehlo.constant dense<[[19.0, 7.0, -14.0], [-13.0, 1.0, 7.0], [-12.0, -4.0, 18.0]]> : tensor<3x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
  return
}
func.func private @negative_padding(%arg0: tensor<5x6xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.pad %arg0, %cst, low = [-1, 0], high = [0, -2], interior = [0, 0] : (tensor<5x6xf32>, tensor<f32>) -> tensor<4x4xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.reduce_window"(%0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return %2 : tensor<3x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 0, 5, 9, -8, -6], [6, 9, -4, -3, 7, 0], [-3, 6, -4, -1, 3, 1], [-7, -8, 7, 5, 6, 1], [6, -2, 0, 5, -6, -3]]> : tensor<5x6xi32>
  %got = call @maximum_i32(%0) : (tensor<5x6xi32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[9, 9, 7], [6, 7, 6]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @maximum_i32(%arg0: tensor<5x6xi32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<5x6xi32>, tensor<i32>) -> tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<9xi64>
  %got = call @sum_i64(%0) : (tensor<9xi64>) -> tensor<4xi64>
  %want = stablehlo.constant dense<[3, 9, 15, 21]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
func.func private @sum_i64(%arg0: tensor<9xi64>) -> (tensor<4xi64> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<i64>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
  ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<i64>
    stablehlo.return %2 : tensor<i64>
  }) : (tensor<9xi64>, tensor<i64>) -> tensor<4xi64>
  return %1 : tensor<4xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[100, 100, 100, 7, 9]> : tensor<5xui8>
  %got = call @sum_ui8_wraps(%0) : (tensor<5xui8>) -> tensor<3xui8>
  %want = stablehlo.constant dense<[44, 207, 116]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}
func.func private @sum_ui8_wraps(%arg0: tensor<5xui8>) -> (tensor<3xui8> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<ui8>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<ui8>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<ui8>
    stablehlo.return %2 : tensor<ui8>
  }) : (tensor<5xui8>, tensor<ui8>) -> tensor<3xui8>
  return %1 : tensor<3xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xbf16>
  %got = call @maximum_bf16(%0) : (tensor<5x6xbf16>) -> tensor<2x3xbf16>
  %want = stablehlo.constant dense<[[9.5, 9.5, 7.5], [6.5, 7.5, 6.5]]> : tensor<2x3xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> ()
  return
}
func.func private @maximum_bf16(%arg0: tensor<5x6xbf16>) -> (tensor<2x3xbf16> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<bf16>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<bf16>
    stablehlo.return %2 : tensor<bf16>
  }) : (tensor<5x6xbf16>, tensor<bf16>) -> tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf64>
  %got = call @sum_f64(%0) : (tensor<5x6xf64>) -> tensor<2x3xf64>
  %want = stablehlo.constant dense<[[16.0, 7.0, -8.0], [-13.0, 7.0, 13.0]]> : tensor<2x3xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf64>, tensor<2x3xf64>) -> ()
  return
}
func.func private @sum_f64(%arg0: tensor<5x6xf64>) -> (tensor<2x3xf64> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) : (tensor<5x6xf64>, tensor<f64>) -> tensor<2x3xf64>
  return %1 : tensor<2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000, 0.0, 0xFF800000, -3.0]> : tensor<6xf32>
  %got = call @maximum_nan(%0) : (tensor<6xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[2.0, 0x7FC00000, 0x7FC00000, 0.0, -3.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @maximum_nan(%arg0: tensor<6xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// The largest magnitude of each window.
func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %got = call @custom_body(%0) : (tensor<5x6xf32>) -> tensor<4x5xf32>
  %want = stablehlo.constant dense<[[9.5, 9.5, 9.5, 9.5, 8.5], [9.5, 9.5, 4.5, 7.5, 7.5], [8.5, 8.5, 7.5, 6.5, 6.5], [8.5, 8.5, 7.5, 6.5, 6.5]]> : tensor<4x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  return
}
func.func private @custom_body(%arg0: tensor<5x6xf32>) -> (tensor<4x5xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.abs %arg1 : tensor<f32>
    %2 = stablehlo.abs %arg2 : tensor<f32>
    %3 = stablehlo.maximum %1, %2 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// Edges divide by the number of real elements.
func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, -2.0], [-3.0, -1.0], [-1.0, 2.0], [0.0, -3.0], [-1.0, 1.0]], [[2.0, 2.0], [3.0, -2.0], [3.0, -3.0], [0.0, -2.0], [-2.0, 1.0]], [[-1.0, 0.0], [-2.0, -2.0], [2.0, 0.0], [1.0, 1.0], [3.0, -1.0]], [[-2.0, 1.0], [3.0, 3.0], [3.0, 1.0], [-1.0, -1.0], [-3.0, -2.0]], [[-1.0, -1.0], [1.0, 0.0], [1.0, 3.0], [3.0, 2.0], [3.0, -1.0]]]]> : tensor<1x5x5x2xf32>
  %got = call @average_pool_nhwc(%0) : (tensor<1x5x5x2xf32>) -> tensor<1x3x3x2xf32>
  %want = stablehlo.constant dense<[[[[1.0, -0.75], [0.5, -1.5], [-1.5, 1.0]], [[-0.5, 0.5], [1.25, 0.25], [0.0, -1.5]], [[0.0, -0.5], [2.0, 2.5], [3.0, -1.0]]]]> : tensor<1x3x3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>) -> ()
  return
}
func.func private @average_pool_nhwc(%arg0: tensor<1x5x5x2xf32>) -> (tensor<1x3x3x2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x5x5x2xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }) : (tensor<1x5x5x2xf32>, tensor<f32>) -> tensor<1x3x3x2xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<f32>
  %4 = "stablehlo.reduce_window"(%0, %3) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %6 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }) : (tensor<1x5x5x2xf32>, tensor<f32>) -> tensor<1x3x3x2xf32>
  %5 = stablehlo.divide %2, %4 : tensor<1x3x3x2xf32>
  return %5 : tensor<1x3x3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, -3.0, -2.0, -2.0, -2.0], [2.0, 3.0, 1.0, -3.0, -3.0], [-1.0, 0.0, 1.0, 0.0, -2.0], [-2.0, 1.0, 2.0, -3.0, -3.0], [0.0, -1.0, 3.0, 0.0, -1.0]], [[0.0, 1.0, 1.0, -2.0, 2.0], [2.0, 3.0, 2.0, -2.0, -1.0], [1.0, 1.0, 1.0, 3.0, -1.0], [3.0, -3.0, -3.0, 3.0, 3.0], [-1.0, -3.0, -1.0, -3.0, 3.0]]]]> : tensor<1x2x5x5xf32>
  %got = call @maximum_pool_nchw(%0) : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  %want = stablehlo.constant dense<[[[[3.0, 3.0, -2.0], [3.0, 3.0, 0.0], [1.0, 3.0, 0.0]], [[3.0, 3.0, 2.0], [3.0, 3.0, 3.0], [3.0, 3.0, 3.0]]]]> : tensor<1x2x3x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<1x2x3x3xf32>, tensor<1x2x3x3xf32>) -> ()
  return
}
func.func private @maximum_pool_nchw(%arg0: tensor<1x2x5x5xf32>) -> (tensor<1x2x3x3xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 0], [1, 1], [1, 1]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<1x2x5x5xf32>, tensor<f32>) -> tensor<1x2x3x3xf32>
  return %1 : tensor<1x2x3x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5], [6.5, 9.5, -4.5, -3.5, 7.5, -0.5], [-3.5, 6.5, -4.5, -1.5, 3.5, 1.5], [-7.5, -8.5, 7.5, 5.5, 6.5, 1.5], [6.5, -2.5, -0.5, 5.5, -6.5, -3.5]]> : tensor<5x6xf32>
  %1 = stablehlo.constant dense<[[0, 0, 5, 9, -8, -6], [6, 9, -4, -3, 7, 0], [-3, 6, -4, -1, 3, 1], [-7, -8, 7, 5, 6, 1], [6, -2, 0, 5, -6, -3]]> : tensor<5x6xi32>
  %got:2 = call @two_at_once(%0, %1) : (tensor<5x6xf32>, tensor<5x6xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  %want_0 = stablehlo.constant dense<[[16.0, 7.0, -8.0], [19.0, -14.0, 12.0], [-13.0, 7.0, 13.0], [-12.0, 18.0, -2.0]]> : tensor<4x3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  %want_1 = stablehlo.constant dense<[[9, 9, 7], [9, -1, 7], [6, 7, 6], [6, 7, 6]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
func.func private @two_at_once(%arg0: tensor<5x6xf32>, %arg1: tensor<5x6xi32>) -> (tensor<4x3xf32> {jax.result_info = "result[0]"}, tensor<4x3xi32> {jax.result_info = "result[1]"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<-100> : tensor<i32>
  %0:2 = "stablehlo.reduce_window"(%arg0, %arg1, %cst, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<i32>):
    %1 = stablehlo.add %arg2, %arg4 : tensor<f32>
    %2 = stablehlo.maximum %arg3, %arg5 : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }) : (tensor<5x6xf32>, tensor<5x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-0.5, 0.5, 5.5, 9.5, -8.5, -6.5]> : tensor<6xf32>
  %got = call @prefix_sum(%0) : (tensor<6xf32>) -> tensor<6xf32>
  %want = stablehlo.constant dense<[-0.5, 0.0, 5.5, 15.0, 6.5, 0.0]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
func.func private @prefix_sum(%arg0: tensor<6xf32>) -> (tensor<6xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 6>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
