// A small convolutional net on the digits of tests/train/mlp: two convolutions, a window, a product.

// Weights are sines of their positions.
func.func @init() -> (tensor<3x3x1x8xf32>, tensor<3x3x8x16xf32>, tensor<256x10xf32>, tensor<10xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<72xf32>
  %ci = stablehlo.constant dense<12.9898> : tensor<72xf32>
  %di = stablehlo.constant dense<0.4> : tensor<72xf32>
  %i1 = stablehlo.multiply %i, %ci : tensor<72xf32>
  %i2 = stablehlo.sine %i1 : tensor<72xf32>
  %i3 = stablehlo.multiply %i2, %di : tensor<72xf32>
  %k = stablehlo.reshape %i3 : (tensor<72xf32>) -> tensor<3x3x1x8xf32>
  %j = stablehlo.iota dim = 0 : tensor<1152xf32>
  %cj = stablehlo.constant dense<7.233> : tensor<1152xf32>
  %dj = stablehlo.constant dense<0.15> : tensor<1152xf32>
  %j1 = stablehlo.multiply %j, %cj : tensor<1152xf32>
  %j2 = stablehlo.sine %j1 : tensor<1152xf32>
  %j3 = stablehlo.multiply %j2, %dj : tensor<1152xf32>
  %l = stablehlo.reshape %j3 : (tensor<1152xf32>) -> tensor<3x3x8x16xf32>
  %m = stablehlo.iota dim = 0 : tensor<2560xf32>
  %cm = stablehlo.constant dense<3.7191> : tensor<2560xf32>
  %dm = stablehlo.constant dense<0.08> : tensor<2560xf32>
  %m1 = stablehlo.multiply %m, %cm : tensor<2560xf32>
  %m2 = stablehlo.sine %m1 : tensor<2560xf32>
  %m3 = stablehlo.multiply %m2, %dm : tensor<2560xf32>
  %w = stablehlo.reshape %m3 : (tensor<2560xf32>) -> tensor<256x10xf32>
  %b = stablehlo.constant dense<0.0> : tensor<10xf32>
  return %k, %l, %w, %b : tensor<3x3x1x8xf32>, tensor<3x3x8x16xf32>, tensor<256x10xf32>, tensor<10xf32>
}

// The mean cross entropy.
func.func @loss(%k: tensor<3x3x1x8xf32>, %l: tensor<3x3x8x16xf32>, %w: tensor<256x10xf32>, %b: tensor<10xf32>, %x: tensor<60x8x8xf32>, %y: tensor<60xi32>) -> (tensor<f32> {hloom.name = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %scale = stablehlo.constant dense<0.0625> : tensor<60x8x8x1xf32>
  %x4 = stablehlo.reshape %x : (tensor<60x8x8xf32>) -> tensor<60x8x8x1xf32>
  %xs = stablehlo.multiply %x4, %scale : tensor<60x8x8x1xf32>
  %c = stablehlo.convolution(%xs, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<60x8x8x1xf32>, tensor<3x3x1x8xf32>) -> tensor<60x8x8x8xf32>
  %none = stablehlo.constant dense<0.0> : tensor<60x8x8x8xf32>
  %r = stablehlo.maximum %c, %none : tensor<60x8x8x8xf32>
  %d = stablehlo.convolution(%r, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<60x8x8x8xf32>, tensor<3x3x8x16xf32>) -> tensor<60x8x8x16xf32>
  %t = stablehlo.tanh %d : tensor<60x8x8x16xf32>
  %p = "stablehlo.reduce_window"(%t, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %m = stablehlo.maximum %u, %v : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<60x8x8x16xf32>, tensor<f32>) -> tensor<60x4x4x16xf32>
  %f = stablehlo.reshape %p : (tensor<60x4x4x16xf32>) -> tensor<60x256xf32>
  %o = stablehlo.dot_general %f, %w, contracting_dims = [1] x [0] : (tensor<60x256xf32>, tensor<256x10xf32>) -> tensor<60x10xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<10xf32>) -> tensor<60x10xf32>
  %z = stablehlo.add %o, %bias : tensor<60x10xf32>
  %e = stablehlo.exponential %z : tensor<60x10xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<60x10xf32>, tensor<f32>) -> tensor<60xf32>
  %g = stablehlo.log %s : tensor<60xf32>
  %classes = stablehlo.iota dim = 1 : tensor<60x10xi32>
  %labels = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<60xi32>) -> tensor<60x10xi32>
  %hot = stablehlo.compare EQ, %classes, %labels, SIGNED : (tensor<60x10xi32>, tensor<60x10xi32>) -> tensor<60x10xi1>
  %nil = stablehlo.constant dense<0.0> : tensor<60x10xf32>
  %own = stablehlo.select %hot, %z, %nil : tensor<60x10xi1>, tensor<60x10xf32>
  %right = stablehlo.reduce(%own init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<60x10xf32>, tensor<f32>) -> tensor<60xf32>
  %each = stablehlo.subtract %g, %right : tensor<60xf32>
  %sum = stablehlo.reduce(%each init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<60xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.constant dense<60.0> : tensor<f32>
  %mean = stablehlo.divide %sum, %n : tensor<f32>
  return %mean : tensor<f32>
}
