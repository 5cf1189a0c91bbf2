// A block of Inception A with few channels: four branches of small ops.
func.func @main(%x: tensor<1x8x8x32xf32>, %ka: tensor<1x1x32x16xf32>, %kb: tensor<1x1x32x12xf32>, %kc: tensor<5x5x12x16xf32>, %kd: tensor<1x1x32x16xf32>, %ke: tensor<3x3x16x24xf32>, %kg: tensor<3x3x24x24xf32>, %kh: tensor<1x1x32x8xf32>) -> tensor<1x8x8x64xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %a = stablehlo.convolution(%x, %ka) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x32xf32>, tensor<1x1x32x16xf32>) -> tensor<1x8x8x16xf32>
  %za = stablehlo.constant dense<0.0> : tensor<1x8x8x16xf32>
  %ra = stablehlo.maximum %a, %za : tensor<1x8x8x16xf32>
  %b = stablehlo.convolution(%x, %kb) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x32xf32>, tensor<1x1x32x12xf32>) -> tensor<1x8x8x12xf32>
  %zb = stablehlo.constant dense<0.0> : tensor<1x8x8x12xf32>
  %rb = stablehlo.maximum %b, %zb : tensor<1x8x8x12xf32>
  %c = stablehlo.convolution(%rb, %kc) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x12xf32>, tensor<5x5x12x16xf32>) -> tensor<1x8x8x16xf32>
  %zc = stablehlo.constant dense<0.0> : tensor<1x8x8x16xf32>
  %rc = stablehlo.maximum %c, %zc : tensor<1x8x8x16xf32>
  %d = stablehlo.convolution(%x, %kd) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x32xf32>, tensor<1x1x32x16xf32>) -> tensor<1x8x8x16xf32>
  %zd = stablehlo.constant dense<0.0> : tensor<1x8x8x16xf32>
  %rd = stablehlo.maximum %d, %zd : tensor<1x8x8x16xf32>
  %e = stablehlo.convolution(%rd, %ke) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x16xf32>, tensor<3x3x16x24xf32>) -> tensor<1x8x8x24xf32>
  %ze = stablehlo.constant dense<0.0> : tensor<1x8x8x24xf32>
  %re = stablehlo.maximum %e, %ze : tensor<1x8x8x24xf32>
  %g = stablehlo.convolution(%re, %kg) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x24xf32>, tensor<3x3x24x24xf32>) -> tensor<1x8x8x24xf32>
  %zg = stablehlo.constant dense<0.0> : tensor<1x8x8x24xf32>
  %rg = stablehlo.maximum %g, %zg : tensor<1x8x8x24xf32>
  %q = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>, base_dilations = array<i64: 1, 1, 1, 1>, window_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x8x8x32xf32>, tensor<f32>) -> tensor<1x8x8x32xf32>
  %h = stablehlo.convolution(%q, %kh) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x32xf32>, tensor<1x1x32x8xf32>) -> tensor<1x8x8x8xf32>
  %zh = stablehlo.constant dense<0.0> : tensor<1x8x8x8xf32>
  %rh = stablehlo.maximum %h, %zh : tensor<1x8x8x8xf32>
  %y = stablehlo.concatenate %ra, %rc, %rg, %rh, dim = 3 : (tensor<1x8x8x16xf32>, tensor<1x8x8x16xf32>, tensor<1x8x8x24xf32>, tensor<1x8x8x8xf32>) -> tensor<1x8x8x64xf32>
  return %y : tensor<1x8x8x64xf32>
}
