// The parts that `split` makes, as types; `split` follows types that state parts.

// RUN: hloom opt %s --passes="split-types{cores=2 policy=even}" --split-input-file | hloom check %s
// RUN: hloom opt %s --passes="split-types{cores=2 policy=even},split{cores=16}" --split-input-file | hloom check %s --check-prefix=PARTS

// CHECK-LABEL: func.func @rows
// CHECK-NEXT: %0 = hloom.relayout %a : (tensor<5x3xf32>) -> tensor<5x3xf32, #hloom.split<[2 over cores, 1]>>
// CHECK-NEXT: %y = stablehlo.dot_general %0, %b, {{.*}} -> tensor<5x2xf32, #hloom.split<[2 over cores, 1]>>
// CHECK-NEXT: %z = stablehlo.tanh %y : tensor<5x2xf32, #hloom.split<[2 over cores, 1]>>
// CHECK-NEXT: %1 = hloom.relayout %z : (tensor<5x2xf32, #hloom.split<[2 over cores, 1]>>) -> tensor<5x2xf32>
// PARTS-LABEL: func.func @rows
// PARTS-NEXT: %0 = stablehlo.slice %a [0:3, 0:3]
// PARTS-NEXT: %1 = stablehlo.dot_general %0, %b
// PARTS-NEXT: %2 = stablehlo.slice %a [3:5, 0:3]
// PARTS-NEXT: %3 = stablehlo.dot_general %2, %b
// PARTS-NEXT: %4 = stablehlo.tanh %1
// PARTS-NEXT: %5 = stablehlo.tanh %3
// PARTS-NEXT: %z = stablehlo.concatenate %4, %5, dim = 0
func.func @rows(%a: tensor<5x3xf32>, %b: tensor<3x2xf32>) -> tensor<5x2xf32> {
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x3xf32>, tensor<3x2xf32>) -> tensor<5x2xf32>
  %z = stablehlo.tanh %y : tensor<5x2xf32>
  return %z : tensor<5x2xf32>
}

// -----

// A stride of 2: the first part has four rows of the result and so eight of the operand.
// CHECK-LABEL: func.func @strided
// CHECK: hloom.halo {{.*}} #hloom.split<[1, 2 at (0, 8, 14) over cores halo (1, 0), 1, 1]>>
// PARTS-LABEL: func.func @strided
// PARTS: stablehlo.convolution({{.*}} window = {stride = [2, 2], pad = {{\[\[}}1, 0], [1, 0]]}
// PARTS: stablehlo.convolution({{.*}} window = {stride = [2, 2], pad = {{\[\[}}0, 0], [1, 0]]}
func.func @strided(%x: tensor<1x14x4x1xf32>, %k: tensor<3x3x1x1xf32>) -> tensor<1x7x2x1xf32> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x14x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x7x2x1xf32>
  return %y : tensor<1x7x2x1xf32>
}

// -----

// Types that state three parts.
// PARTS-LABEL: func.func @three
// PARTS: stablehlo.slice %a [0:2]
// PARTS: stablehlo.slice %a [2:4]
// PARTS: stablehlo.slice %a [4:6]
func.func @three(%a: tensor<6xf32, #hloom.split<[3 over cores]>>) -> tensor<6xf32, #hloom.split<[3 over cores]>> {
  %z = stablehlo.tanh %a : tensor<6xf32, #hloom.split<[3 over cores]>>
  return %z : tensor<6xf32, #hloom.split<[3 over cores]>>
}

// -----

// Without its split, a halo whose type knows more extents is a relayout.
// PARTS-LABEL: func.func @extents
// PARTS: %a = hloom.relayout %x : (tensor<?x4xi32>) -> tensor<3x4xi32>
// PARTS-NEXT: return %a
func.func @extents(%x: tensor<?x4xi32, #hloom.split<[1, 2 over cores]>>) -> tensor<3x4xi32, #hloom.split<[1, 2 over cores halo (1, 0)]>> {
  %f = stablehlo.constant dense<0> : tensor<i32>
  %a = hloom.halo %x, %f : (tensor<?x4xi32, #hloom.split<[1, 2 over cores]>>, tensor<i32>) -> tensor<3x4xi32, #hloom.split<[1, 2 over cores halo (1, 0)]>>
  return %a : tensor<3x4xi32, #hloom.split<[1, 2 over cores halo (1, 0)]>>
}
