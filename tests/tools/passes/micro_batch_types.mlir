// Types that are split over time say which arguments hold a batch, and in how many pieces.

// RUN: hloom opt %s --micro-batch --split-input-file | hloom check %s

// CHECK-LABEL: func.func @main(%w: tensor<3x2xf32>, %x: tensor<8x3xf32>)
// CHECK: stablehlo.while
// CHECK: stablehlo.dynamic_slice {{.*}} -> tensor<2x3xf32>
// CHECK-NOT: over time
func.func @main(%w: tensor<3x2xf32>, %x: tensor<8x3xf32, #hloom.split<[4 over time, 1]>>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x3xf32, #hloom.split<[4 over time, 1]>>, tensor<3x2xf32>) -> tensor<8x2xf32>
  %sum = stablehlo.reduce(%h init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}
