func.func @main(%arg0: tensor<32xf32>, %arg1: tensor<10xf32>, %arg2: tensor<64x32xf32>, %arg3: tensor<32x10xf32>, %x: tensor<50x8x8xf32>) -> (tensor<50x10xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<50x32xf32>
  %r = stablehlo.reshape %x : (tensor<50x8x8xf32>) -> tensor<50x64xf32>
  %h = stablehlo.dot_general %r, %arg2, contracting_dims = [1] x [0] : (tensor<50x64xf32>, tensor<64x32xf32>) -> tensor<50x32xf32>
  %b = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<32xf32>) -> tensor<50x32xf32>
  %s = stablehlo.add %h, %b : tensor<50x32xf32>
  %m = stablehlo.maximum %s, %zeros : tensor<50x32xf32>
  %o = stablehlo.dot_general %m, %arg3, contracting_dims = [1] x [0] : (tensor<50x32xf32>, tensor<32x10xf32>) -> tensor<50x10xf32>
  %sum = stablehlo.reduce(%o init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x10xf32>, tensor<f32>) -> tensor<f32>
  return %o, %sum : tensor<50x10xf32>, tensor<f32>
}
