module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[-4.000000e+00, 5.000000e+00, -2.000000e+00, 2.000000e+00, -1.000000e+00, 4.000000e+00], [-3.000000e+00, -8.000000e+00, -4.000000e+00, 2.000000e+00, 2.000000e+00, 9.000000e+00], [-5.000000e+00, -1.000000e+00, 8.000000e+00, -7.000000e+00, 4.000000e+00, 9.000000e+00], [8.000000e+00, 3.000000e+00, 7.000000e+00, -6.000000e+00, 5.000000e+00, 3.000000e+00]]> : tensor<4x6xf32>
    %cst_0 = stablehlo.constant dense<[[5.000000e+00, -3.000000e+00, 3.000000e+00], [-6.000000e+00, 8.000000e+00, -8.000000e+00]]> : tensor<2x3xf32>
    %0 = call @pool_2x2(%cst, %cst_0) : (tensor<4x6xf32>, tensor<2x3xf32>) -> tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<[[0.000000e+00, 5.000000e+00, 0.000000e+00, -3.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+00], [0.000000e+00, 0.000000e+00, 8.000000e+00, 0.000000e+00, 0.000000e+00, -8.000000e+00], [-6.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<4x6xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
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
}
