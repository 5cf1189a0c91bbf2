module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x5x1x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<5x5x6x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<400x120xf32>, %arg5: tensor<120xf32>, %arg6: tensor<120x84xf32>, %arg7: tensor<84xf32>, %arg8: tensor<84x10xf32>, %arg9: tensor<10xf32>, %arg10: tensor<32x28x28x1xf32>) -> (tensor<32x10xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg10, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x28x28x1xf32>, tensor<5x5x1x6xf32>) -> tensor<32x28x28x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<32x28x28x6xf32>
    %3 = stablehlo.add %0, %2 : tensor<32x28x28x6xf32>
    %4 = call @relu(%3) : (tensor<32x28x28x6xf32>) -> tensor<32x28x28x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %6 = "stablehlo.reduce_window"(%4, %5) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %33 = stablehlo.add %arg11, %arg12 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<32x28x28x6xf32>, tensor<f32>) -> tensor<32x14x14x6xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32x14x14x6xf32>
    %8 = stablehlo.divide %6, %7 : tensor<32x14x14x6xf32>
    %9 = stablehlo.convolution(%8, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x14x14x6xf32>, tensor<5x5x6x16xf32>) -> tensor<32x10x10x16xf32>
    %10 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<32x10x10x16xf32>
    %12 = stablehlo.add %9, %11 : tensor<32x10x10x16xf32>
    %13 = call @relu_0(%12) : (tensor<32x10x10x16xf32>) -> tensor<32x10x10x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<f32>
    %15 = "stablehlo.reduce_window"(%13, %14) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %33 = stablehlo.add %arg11, %arg12 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<32x10x10x16xf32>, tensor<f32>) -> tensor<32x5x5x16xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<32x5x5x16xf32>
    %17 = stablehlo.divide %15, %16 : tensor<32x5x5x16xf32>
    %18 = stablehlo.reshape %17 : (tensor<32x5x5x16xf32>) -> tensor<32x400xf32>
    %19 = stablehlo.dot_general %18, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x400xf32>, tensor<400x120xf32>) -> tensor<32x120xf32>
    %20 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<120xf32>) -> tensor<1x120xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x120xf32>) -> tensor<32x120xf32>
    %22 = stablehlo.add %19, %21 : tensor<32x120xf32>
    %23 = call @relu_1(%22) : (tensor<32x120xf32>) -> tensor<32x120xf32>
    %24 = stablehlo.dot_general %23, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x120xf32>, tensor<120x84xf32>) -> tensor<32x84xf32>
    %25 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<84xf32>) -> tensor<1x84xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x84xf32>) -> tensor<32x84xf32>
    %27 = stablehlo.add %24, %26 : tensor<32x84xf32>
    %28 = call @relu_2(%27) : (tensor<32x84xf32>) -> tensor<32x84xf32>
    %29 = stablehlo.dot_general %28, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x84xf32>, tensor<84x10xf32>) -> tensor<32x10xf32>
    %30 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<32x10xf32>
    %32 = stablehlo.add %29, %31 : tensor<32x10xf32>
    return %32 : tensor<32x10xf32>
  }
  func.func private @relu(%arg0: tensor<32x28x28x6xf32>) -> tensor<32x28x28x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x28x28x6xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x28x28x6xf32>
    return %1 : tensor<32x28x28x6xf32>
  }
  func.func private @relu_0(%arg0: tensor<32x10x10x16xf32>) -> tensor<32x10x10x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x10x10x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x10x10x16xf32>
    return %1 : tensor<32x10x10x16xf32>
  }
  func.func private @relu_1(%arg0: tensor<32x120xf32>) -> tensor<32x120xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x120xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x120xf32>
    return %1 : tensor<32x120xf32>
  }
  func.func private @relu_2(%arg0: tensor<32x84xf32>) -> tensor<32x84xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x84xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x84xf32>
    return %1 : tensor<32x84xf32>
  }
}
