// A training step in pieces of its batch.

// RUN: hloom opt %s --passes='micro-batch{arguments=1:2 count=3}' --split-input-file | hloom check %s

// Gradients are sums over samples and accumulate in the loop; the update stands behind it. Seven
// samples are a loop of one micro-batch of three, and one of two of two.
// CHECK-LABEL: func.func @main(%w: tensor<3x2xf32>, %x: tensor<7x3xf32>, %y: tensor<7x2xf32>)
// CHECK: stablehlo.dynamic_slice {{.*}} -> tensor<3x3xf32>
// CHECK: stablehlo.while
// CHECK: stablehlo.dynamic_slice {{.*}} -> tensor<2x3xf32>
// CHECK: stablehlo.dot_general {{.*}} : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
// CHECK: stablehlo.add
// CHECK: %v = stablehlo.subtract %w,
// CHECK: return %v
func.func @main(%w: tensor<3x2xf32>, %x: tensor<7x3xf32>, %y: tensor<7x2xf32>) -> (tensor<3x2xf32>, tensor<f32>, tensor<7x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rate = stablehlo.constant dense<0.125> : tensor<3x2xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x3xf32>, tensor<3x2xf32>) -> tensor<7x2xf32>
  %e = stablehlo.subtract %h, %y : tensor<7x2xf32>
  %ee = stablehlo.multiply %e, %e : tensor<7x2xf32>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x2xf32>, tensor<f32>) -> tensor<f32>
  %g = stablehlo.dot_general %x, %e, contracting_dims = [0] x [0] : (tensor<7x3xf32>, tensor<7x2xf32>) -> tensor<3x2xf32>
  %d = stablehlo.multiply %g, %rate : tensor<3x2xf32>
  %v = stablehlo.subtract %w, %d : tensor<3x2xf32>
  return %v, %loss, %h : tensor<3x2xf32>, tensor<f32>, tensor<7x2xf32>
}
