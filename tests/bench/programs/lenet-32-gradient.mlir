module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x5x1x6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<5x5x6x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<400x120xf32>, %arg5: tensor<120xf32>, %arg6: tensor<120x84xf32>, %arg7: tensor<84xf32>, %arg8: tensor<84x10xf32>, %arg9: tensor<10xf32>, %arg10: tensor<32x28x28x1xf32>, %arg11: tensor<32xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<5x5x1x6xf32> {jax.result_info = "result[1][0]"}, tensor<6xf32> {jax.result_info = "result[1][1]"}, tensor<5x5x6x16xf32> {jax.result_info = "result[1][2]"}, tensor<16xf32> {jax.result_info = "result[1][3]"}, tensor<400x120xf32> {jax.result_info = "result[1][4]"}, tensor<120xf32> {jax.result_info = "result[1][5]"}, tensor<120x84xf32> {jax.result_info = "result[1][6]"}, tensor<84xf32> {jax.result_info = "result[1][7]"}, tensor<84x10xf32> {jax.result_info = "result[1][8]"}, tensor<10xf32> {jax.result_info = "result[1][9]"}) {
    %0 = stablehlo.convolution(%arg10, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x28x28x1xf32>, tensor<5x5x1x6xf32>) -> tensor<32x28x28x6xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x6xf32>) -> tensor<32x28x28x6xf32>
    %3 = stablehlo.add %0, %2 : tensor<32x28x28x6xf32>
    %4 = call @relu(%3) : (tensor<32x28x28x6xf32>) -> tensor<32x28x28x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x28x28x6xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<32x28x28x6xf32>, tensor<32x28x28x6xf32>) -> tensor<32x28x28x6xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.reduce_window"(%4, %7) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %99 = stablehlo.add %arg12, %arg13 : tensor<f32>
      stablehlo.return %99 : tensor<f32>
    }) : (tensor<32x28x28x6xf32>, tensor<f32>) -> tensor<32x14x14x6xf32>
    %cst_1 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<32x14x14x6xf32>
    %10 = stablehlo.divide %8, %9 : tensor<32x14x14x6xf32>
    %11 = stablehlo.convolution(%10, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x14x14x6xf32>, tensor<5x5x6x16xf32>) -> tensor<32x10x10x16xf32>
    %12 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<32x10x10x16xf32>
    %14 = stablehlo.add %11, %13 : tensor<32x10x10x16xf32>
    %15 = call @relu_0(%14) : (tensor<32x10x10x16xf32>) -> tensor<32x10x10x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<32x10x10x16xf32>
    %17 = stablehlo.compare GT, %14, %16, FLOAT : (tensor<32x10x10x16xf32>, tensor<32x10x10x16xf32>) -> tensor<32x10x10x16xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %19 = "stablehlo.reduce_window"(%15, %18) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %99 = stablehlo.add %arg12, %arg13 : tensor<f32>
      stablehlo.return %99 : tensor<f32>
    }) : (tensor<32x10x10x16xf32>, tensor<f32>) -> tensor<32x5x5x16xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32x5x5x16xf32>
    %21 = stablehlo.divide %19, %20 : tensor<32x5x5x16xf32>
    %22 = stablehlo.reshape %21 : (tensor<32x5x5x16xf32>) -> tensor<32x400xf32>
    %23 = stablehlo.dot_general %22, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x400xf32>, tensor<400x120xf32>) -> tensor<32x120xf32>
    %24 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<120xf32>) -> tensor<1x120xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x120xf32>) -> tensor<32x120xf32>
    %26 = stablehlo.add %23, %25 : tensor<32x120xf32>
    %27 = call @relu_1(%26) : (tensor<32x120xf32>) -> tensor<32x120xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32x120xf32>
    %29 = stablehlo.compare GT, %26, %28, FLOAT : (tensor<32x120xf32>, tensor<32x120xf32>) -> tensor<32x120xi1>
    %30 = stablehlo.dot_general %27, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x120xf32>, tensor<120x84xf32>) -> tensor<32x84xf32>
    %31 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<84xf32>) -> tensor<1x84xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<1x84xf32>) -> tensor<32x84xf32>
    %33 = stablehlo.add %30, %32 : tensor<32x84xf32>
    %34 = call @relu_2(%33) : (tensor<32x84xf32>) -> tensor<32x84xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<32x84xf32>
    %36 = stablehlo.compare GT, %33, %35, FLOAT : (tensor<32x84xf32>, tensor<32x84xf32>) -> tensor<32x84xi1>
    %37 = stablehlo.dot_general %34, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x84xf32>, tensor<84x10xf32>) -> tensor<32x10xf32>
    %38 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<32x10xf32>
    %40 = stablehlo.add %37, %39 : tensor<32x10xf32>
    %41:3 = call @log_softmax(%40) : (tensor<32x10xf32>) -> (tensor<32x10xf32>, tensor<32x10xf32>, tensor<32x1xf32>)
    %42 = stablehlo.broadcast_in_dim %arg11, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %43:2 = call @take_along_axis(%41#0, %42) : (tensor<32x10xf32>, tensor<32x1xi32>) -> (tensor<32x1xf32>, tensor<32x1x1xi32>)
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43#0 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %45 = stablehlo.divide %44, %cst_8 : tensor<f32>
    %46 = stablehlo.negate %45 : tensor<f32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.negate %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %48 = stablehlo.divide %47, %cst_10 : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<32x1xf32>
    %50 = call @take_along_axis_3(%43#1, %49) : (tensor<32x1x1xi32>, tensor<32x1xf32>) -> tensor<32x10xf32>
    %51 = call @log_softmax_4(%41#1, %41#2, %50) : (tensor<32x10xf32>, tensor<32x1xf32>, tensor<32x10xf32>) -> tensor<32x10xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<32x10xf32>, tensor<f32>) -> tensor<10xf32>
    %53 = stablehlo.reshape %52 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %55 = stablehlo.dot_general %51, %34, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x10xf32>, tensor<32x84xf32>) -> tensor<10x84xf32>
    %56 = stablehlo.transpose %55, dims = [1, 0] : (tensor<10x84xf32>) -> tensor<84x10xf32>
    %57 = stablehlo.dot_general %51, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x10xf32>, tensor<84x10xf32>) -> tensor<32x84xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<32x84xf32>
    %59 = stablehlo.select %36, %57, %58 : tensor<32x84xi1>, tensor<32x84xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<32x84xf32>, tensor<f32>) -> tensor<84xf32>
    %61 = stablehlo.reshape %60 : (tensor<84xf32>) -> tensor<1x84xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<1x84xf32>, tensor<f32>) -> tensor<84xf32>
    %63 = stablehlo.dot_general %59, %27, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x84xf32>, tensor<32x120xf32>) -> tensor<84x120xf32>
    %64 = stablehlo.transpose %63, dims = [1, 0] : (tensor<84x120xf32>) -> tensor<120x84xf32>
    %65 = stablehlo.dot_general %59, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x84xf32>, tensor<120x84xf32>) -> tensor<32x120xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<32x120xf32>
    %67 = stablehlo.select %29, %65, %66 : tensor<32x120xi1>, tensor<32x120xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%67 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<32x120xf32>, tensor<f32>) -> tensor<120xf32>
    %69 = stablehlo.reshape %68 : (tensor<120xf32>) -> tensor<1x120xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<1x120xf32>, tensor<f32>) -> tensor<120xf32>
    %71 = stablehlo.dot_general %67, %22, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x120xf32>, tensor<32x400xf32>) -> tensor<120x400xf32>
    %72 = stablehlo.transpose %71, dims = [1, 0] : (tensor<120x400xf32>) -> tensor<400x120xf32>
    %73 = stablehlo.dot_general %67, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x120xf32>, tensor<400x120xf32>) -> tensor<32x400xf32>
    %74 = stablehlo.reshape %73 : (tensor<32x400xf32>) -> tensor<32x5x5x16xf32>
    %cst_19 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<32x5x5x16xf32>
    %76 = stablehlo.divide %74, %75 : tensor<32x5x5x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.pad %76, %cst_20, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<32x5x5x16xf32>, tensor<f32>) -> tensor<32x11x11x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<f32>
    %79 = "stablehlo.reduce_window"(%77, %78) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %99 = stablehlo.add %arg12, %arg13 : tensor<f32>
      stablehlo.return %99 : tensor<f32>
    }) : (tensor<32x11x11x16xf32>, tensor<f32>) -> tensor<32x10x10x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<32x10x10x16xf32>
    %81 = stablehlo.select %17, %79, %80 : tensor<32x10x10x16xi1>, tensor<32x10x10x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_23) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<32x10x10x16xf32>, tensor<f32>) -> tensor<16xf32>
    %83 = stablehlo.reshape %82 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_24) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %85 = stablehlo.convolution(%10, %81) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x14x14x6xf32>, tensor<32x10x10x16xf32>) -> tensor<5x5x6x16xf32>
    %86 = stablehlo.reverse %arg2, dims = [0, 1] : tensor<5x5x6x16xf32>
    %87 = stablehlo.convolution(%81, %86) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[4, 4], [4, 4]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x10x10x16xf32>, tensor<5x5x6x16xf32>) -> tensor<32x14x14x6xf32>
    %cst_25 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<32x14x14x6xf32>
    %89 = stablehlo.divide %87, %88 : tensor<32x14x14x6xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.pad %89, %cst_26, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<32x14x14x6xf32>, tensor<f32>) -> tensor<32x29x29x6xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<f32>
    %92 = "stablehlo.reduce_window"(%90, %91) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %99 = stablehlo.add %arg12, %arg13 : tensor<f32>
      stablehlo.return %99 : tensor<f32>
    }) : (tensor<32x29x29x6xf32>, tensor<f32>) -> tensor<32x28x28x6xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<32x28x28x6xf32>
    %94 = stablehlo.select %6, %92, %93 : tensor<32x28x28x6xi1>, tensor<32x28x28x6xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_29) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<32x28x28x6xf32>, tensor<f32>) -> tensor<6xf32>
    %96 = stablehlo.reshape %95 : (tensor<6xf32>) -> tensor<1x1x1x6xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%96 init: %cst_30) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x6xf32>, tensor<f32>) -> tensor<6xf32>
    %98 = stablehlo.convolution(%arg10, %94) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x28x28x1xf32>, tensor<32x28x28x6xf32>) -> tensor<5x5x1x6xf32>
    return %46, %98, %97, %85, %84, %72, %70, %64, %62, %56, %54 : tensor<f32>, tensor<5x5x1x6xf32>, tensor<6xf32>, tensor<5x5x6x16xf32>, tensor<16xf32>, tensor<400x120xf32>, tensor<120xf32>, tensor<120x84xf32>, tensor<84xf32>, tensor<84x10xf32>, tensor<10xf32>
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
  func.func private @log_softmax(%arg0: tensor<32x10xf32>) -> (tensor<32x10xf32>, tensor<32x10xf32>, tensor<32x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<32xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<32x10xf32>
    %6 = stablehlo.exponential %5 : tensor<32x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %9 = stablehlo.log %8 : tensor<32x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<32x10xf32>
    return %11, %6, %8 : tensor<32x10xf32>, tensor<32x10xf32>, tensor<32x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<32x10xf32>, %arg1: tensor<32x1xi32>) -> (tensor<32x1xf32>, tensor<32x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x1xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<32x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<32x1xi1>, tensor<32x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<32x1xi32>) -> tensor<32x1x1xi32>
    %c_1 = stablehlo.constant dense<9> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<32x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<32x1x1xi32>, tensor<32x1x1xi32>) -> tensor<32x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<32x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<32x1x1xi32>, tensor<32x1x1xi32>) -> tensor<32x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<32x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<32x1x1xi1>, tensor<i1>) -> tensor<32x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<32x10xf32>, tensor<32x1x1xi32>) -> tensor<32x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<32x1xi1>, tensor<32x1xf32>
    return %15, %5 : tensor<32x1xf32>, tensor<32x1x1xi32>
  }
  func.func private @take_along_axis_3(%arg0: tensor<32x1x1xi32>, %arg1: tensor<32x1xf32>) -> tensor<32x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x10xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32x10xf32>, tensor<32x1x1xi32>, tensor<32x1xf32>) -> tensor<32x10xf32>
    return %1 : tensor<32x10xf32>
  }
  func.func private @log_softmax_4(%arg0: tensor<32x10xf32>, %arg1: tensor<32x1xf32>, %arg2: tensor<32x10xf32>) -> tensor<32x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<32x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<32x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<32x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<32x1xf32>, tensor<f32>) -> tensor<32xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<32xf32>) -> tensor<32x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<32x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<32x10xf32>
    return %7 : tensor<32x10xf32>
  }
}
