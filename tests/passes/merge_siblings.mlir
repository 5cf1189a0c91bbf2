// Products and convolutions that share an operand become one.

// RUN: hloom opt %s --passes='merge-siblings{policy=all}' --split-input-file | hloom check %s

// Two products of one left operand: the weights are concatenated, the result is sliced.
// CHECK-LABEL: func.func @same_lhs
// CHECK:      %[[W:.+]] = stablehlo.concatenate %u, %v, dim = 1
// CHECK-NEXT: %[[S:.+]] = stablehlo.dot_general %x, %[[W]], contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x9xf32>) -> tensor<8x9xf32>
// CHECK-NEXT: %p = stablehlo.slice %[[S]] [0:8, 0:4]
// CHECK-NEXT: %q = stablehlo.slice %[[S]] [0:8, 4:9]
// CHECK-NEXT: return %p, %q
func.func @same_lhs(%x: tensor<8x6xf32>, %u: tensor<6x4xf32>, %v: tensor<6x5xf32>) -> (tensor<8x4xf32>, tensor<8x5xf32>) {
  %p = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x5xf32>) -> tensor<8x5xf32>
  return %p, %q : tensor<8x4xf32>, tensor<8x5xf32>
}

// -----

// The right operand is shared, with a batch; the other one's rows are concatenated. Its operand is
// computed before the first product then.
// CHECK-LABEL: func.func @same_rhs
// CHECK:      %n = stablehlo.negate %v
// CHECK-NEXT: %[[W:.+]] = stablehlo.concatenate %u, %n, dim = 1
// CHECK-NEXT: %[[S:.+]] = stablehlo.dot_general %[[W]], %x, batching_dims = [0] x [0], contracting_dims = [2] x [1]
// CHECK-NEXT: %p = stablehlo.slice %[[S]] [0:2, 0:3, 0:5]
// CHECK-NEXT: %q = stablehlo.slice %[[S]] [0:2, 3:5, 0:5]
func.func @same_rhs(%x: tensor<2x4x5xf32>, %u: tensor<2x3x4xf32>, %v: tensor<2x2x4xf32>) -> (tensor<2x3x5xf32>, tensor<2x2x5xf32>) {
  %p = stablehlo.dot_general %u, %x, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %n = stablehlo.negate %v : tensor<2x2x4xf32>
  %q = stablehlo.dot_general %n, %x, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x4xf32>, tensor<2x4x5xf32>) -> tensor<2x2x5xf32>
  return %p, %q : tensor<2x3x5xf32>, tensor<2x2x5xf32>
}

// -----

// A product that needs the other one stays by itself.
// CHECK-LABEL: func.func @dependent
// CHECK-NOT: concatenate
// CHECK: return
func.func @dependent(%x: tensor<4x4xf32>, %u: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %p = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %q = stablehlo.dot_general %x, %p, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %q : tensor<4x4xf32>
}

// -----

// Convolutions of one input; a kernel of 1×1 is another window.
// CHECK-LABEL: func.func @convolutions
// CHECK:      %[[W:.+]] = stablehlo.concatenate %k, %l, dim = 3
// CHECK-NEXT: %[[S:.+]] = stablehlo.convolution(%x, %[[W]])
// CHECK-NEXT: %a = stablehlo.slice %[[S]] [0:1, 0:5, 0:5, 0:2]
// CHECK-NEXT: %b = stablehlo.slice %[[S]] [0:1, 0:5, 0:5, 2:5]
// CHECK-NEXT: %c = stablehlo.convolution(%x, %m)
func.func @convolutions(%x: tensor<1x5x5x3xf32>, %k: tensor<3x3x3x2xf32>, %l: tensor<3x3x3x3xf32>, %m: tensor<1x1x3x4xf32>) -> (tensor<1x5x5x2xf32>, tensor<1x5x5x3xf32>, tensor<1x5x5x4xf32>) {
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x5x5x2xf32>
  %b = stablehlo.convolution(%x, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3xf32>, tensor<3x3x3x3xf32>) -> tensor<1x5x5x3xf32>
  %c = stablehlo.convolution(%x, %m) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3xf32>, tensor<1x1x3x4xf32>) -> tensor<1x5x5x4xf32>
  return %a, %b, %c : tensor<1x5x5x2xf32>, tensor<1x5x5x3xf32>, tensor<1x5x5x4xf32>
}
