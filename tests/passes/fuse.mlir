// RUN: hloom opt %s --passes=fuse --split-input-file | hloom check %s

// A chain becomes one fusion, its constant with it.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: "hloom.fusion"(%x, %y) <{kind = "loop"}>
// CHECK: stablehlo.constant
// CHECK: stablehlo.add
// CHECK: stablehlo.tanh
// CHECK: stablehlo.multiply
// CHECK: stablehlo.return
// CHECK: return
func.func @chain(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.multiply %1, %half : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// The exponential is used twice, so it is a root of its own: the sum fuses
// nothing but takes it as it is.
// CHECK-LABEL: func.func @softmax
// CHECK: kind = "loop"
// CHECK: stablehlo.exponential
// CHECK: stablehlo.reduce
// CHECK: kind = "loop"
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.divide
func.func @softmax(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %scale = stablehlo.constant dense<0.125> : tensor<8x16xf32>
  %scaled = stablehlo.multiply %x, %scale : tensor<8x16xf32>
  %e = stablehlo.exponential %scaled : tensor<8x16xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %wide = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %p = stablehlo.divide %e, %wide : tensor<8x16xf32>
  return %p : tensor<8x16xf32>
}

// -----

// A reduction closes a fusion of what only it uses.
// CHECK-LABEL: func.func @sum_of_squares
// CHECK-NEXT: "hloom.fusion"(%x) <{kind = "reduce"}>
// CHECK: stablehlo.multiply
// CHECK-NEXT: stablehlo.reduce
// CHECK: return
func.func @sum_of_squares(%x: tensor<100xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %square = stablehlo.multiply %x, %x : tensor<100xf32>
  %sum = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}

// -----

// A costly function below a broadcast would be computed for every copy.
// CHECK-LABEL: func.func @below_broadcast
// CHECK-NEXT: stablehlo.exponential %x
// CHECK-NEXT: "hloom.fusion"
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.add
func.func @below_broadcast(%x: tensor<8xf32>, %y: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = stablehlo.exponential %x : tensor<8xf32>
  %wide = stablehlo.broadcast_in_dim %e, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %0 = stablehlo.add %wide, %y : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

// A product is no part of a fusion; what comes behind it is.
// CHECK-LABEL: func.func @dense
// CHECK: stablehlo.dot_general
// CHECK-NEXT: "hloom.fusion"
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.add
// CHECK: stablehlo.maximum
func.func @dense(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x2xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}
