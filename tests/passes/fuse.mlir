// RUN: hloom opt %s --passes=fuse --split-input-file | hloom check %s
// RUN: hloom opt %s --passes='fuse{policy=greedy}' --split-input-file | hloom check %s --check-prefix=GREEDY
// RUN: hloom opt %s --passes='fuse{policy=none}' --split-input-file | hloom check %s --check-prefix=NONE

// NONE-NOT: hloom.fusion

// A chain becomes one fusion, its constant with it.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: "hloom.fusion"(%x, %y) <{kind = "cell"}>
// CHECK: stablehlo.constant
// CHECK: stablehlo.add
// CHECK: stablehlo.tanh
// CHECK: stablehlo.multiply
// CHECK: stablehlo.return
// CHECK: return
// GREEDY-LABEL: func.func @chain
// GREEDY-NEXT: "hloom.fusion"(%x, %y) <{kind = "cell"}>
func.func @chain(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.multiply %1, %half : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Each row is read once: a sum of the row, and what becomes of its elements.
// Clusters that grow end at the sum.
// CHECK-LABEL: func.func @softmax
// CHECK-NEXT: "hloom.fusion"(%x) <{kind = "row"}>
// CHECK: stablehlo.exponential
// CHECK: stablehlo.reduce
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.divide
// CHECK-NOT: hloom.fusion
// GREEDY-LABEL: func.func @softmax
// GREEDY: kind = "cell"
// GREEDY: stablehlo.exponential
// GREEDY: stablehlo.reduce
// GREEDY: kind = "cell"
// GREEDY: stablehlo.divide
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
// CHECK-NEXT: "hloom.fusion"(%x) <{kind = "cell"}>
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
// GREEDY-LABEL: func.func @below_broadcast
// GREEDY-NEXT: stablehlo.exponential %x
// GREEDY-NEXT: "hloom.fusion"
func.func @below_broadcast(%x: tensor<8xf32>, %y: tensor<1000x8xf32>) -> tensor<1000x8xf32> {
  %e = stablehlo.exponential %x : tensor<8xf32>
  %wide = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<8xf32>) -> tensor<1000x8xf32>
  %0 = stablehlo.add %wide, %y : tensor<1000x8xf32>
  return %0 : tensor<1000x8xf32>
}

// -----

// What comes behind a product is computed with it.
// CHECK-LABEL: func.func @dense
// CHECK-NEXT: "hloom.fusion"(%x, %w, %b) <{kind = "{{dot|row}}"}>
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.add
// CHECK: stablehlo.maximum
// CHECK-NOT: hloom.fusion
func.func @dense(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x2xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

// -----

// Two sums over the same elements are one kernel.
// CHECK-LABEL: func.func @two_sums
// CHECK-NEXT: %a, %b = "hloom.fusion"(%x, %y, %z) <{kind = "multi_agg"}>
// CHECK-NOT: hloom.fusion
func.func @two_sums(%x: tensor<50x40xf32>, %y: tensor<50x40xf32>, %z: tensor<50x40xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xy = stablehlo.multiply %x, %y : tensor<50x40xf32>
  %xz = stablehlo.multiply %x, %z : tensor<50x40xf32>
  %a = stablehlo.reduce(%xy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x40xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.reduce(%xz init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x40xf32>, tensor<f32>) -> tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// -----

// Of unknown sizes nothing is known.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: hloom.fusion
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}
