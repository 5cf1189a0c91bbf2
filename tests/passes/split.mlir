// RUN: hloom opt %s --passes="split{cores=2 policy=even}" --split-input-file | hloom check %s
// RUN: hloom opt %s --passes="split{cores=2}" --split-input-file | hloom check %s --check-prefix=COST
// RUN: not hloom opt %s --passes="split{cores=0}" --split-input-file 2>&1 | hloom check %s --check-prefix=ZERO

// ZERO: error: pass `split`: `cores` must be 1 to 64, not 0

// Two ops with the same rows: nothing stands between their parts.
// CHECK-LABEL: func.func @rows
// CHECK-NEXT: %0 = stablehlo.slice %a [0:2, 0:3]
// CHECK-NEXT: %1 = stablehlo.dot_general %0, %b
// CHECK-NEXT: %2 = stablehlo.slice %a [2:4, 0:3]
// CHECK-NEXT: %3 = stablehlo.dot_general %2, %b
// CHECK-NEXT: %4 = stablehlo.tanh %1
// CHECK-NEXT: %5 = stablehlo.tanh %3
// CHECK-NEXT: %z = stablehlo.concatenate %4, %5, dim = 0
// CHECK-NEXT: return %z
// COST-LABEL: func.func @rows
// COST-NEXT: stablehlo.dot_general
func.func @rows(%a: tensor<4x3xf32>, %b: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %z = stablehlo.tanh %y : tensor<4x2xf32>
  return %z : tensor<4x2xf32>
}

// -----

// A window of 3 reads one row beyond its own part: the halo. Padding stands at the borders alone.
// CHECK-LABEL: func.func @halo
// CHECK: %4 = stablehlo.slice %3 [0:1, 0:1, 0:4, 0:1]
// CHECK-NEXT: %5 = stablehlo.concatenate %1, %4, dim = 1
// CHECK-NEXT: stablehlo.convolution(%5, %k) {{.*}}pad = {{\[\[}}1, 0], [1, 1]]
// CHECK-NEXT: %7 = stablehlo.slice %1 [0:1, 2:3, 0:4, 0:1]
// CHECK-NEXT: %8 = stablehlo.concatenate %7, %3, dim = 1
// CHECK-NEXT: stablehlo.convolution(%8, %k) {{.*}}pad = {{\[\[}}0, 1], [1, 1]]
func.func @halo(%x: tensor<1x6x4x1xf32>, %k: tensor<3x3x1x1xf32>) -> tensor<1x6x4x1xf32> {
  %n = stablehlo.negate %x : tensor<1x6x4x1xf32>
  %y = stablehlo.convolution(%n, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x4x1xf32>
  return %y : tensor<1x6x4x1xf32>
}

// -----

// Each part of a transpose needs columns, and its operand is in rows: blocks are put together.
// CHECK-LABEL: func.func @turned
// CHECK: %4 = stablehlo.slice %1 [0:2, 0:1]
// CHECK-NEXT: %5 = stablehlo.slice %3 [0:2, 0:1]
// CHECK-NEXT: %6 = stablehlo.concatenate %4, %5, dim = 0
// CHECK-NEXT: stablehlo.transpose %6
func.func @turned(%x: tensor<4x2xi32>) -> tensor<2x4xi32> {
  %n = stablehlo.negate %x : tensor<4x2xi32>
  %t = stablehlo.transpose %n, dims = [1, 0] : (tensor<4x2xi32>) -> tensor<2x4xi32>
  return %t : tensor<2x4xi32>
}

// -----

// A sum of integers has terms, of which the first has the initial value.
// CHECK-LABEL: func.func @terms
// CHECK: %1 = stablehlo.reduce(%0 init: %init) applies stablehlo.add
// CHECK: %c = stablehlo.constant dense<0>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %c) applies stablehlo.add
// CHECK-NEXT: %s = stablehlo.add %1, %3
func.func @terms(%x: tensor<5xi32>, %init: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  return %s : tensor<i32>
}

// -----

// A sum of floats would be rounded differently, so that it stays whole.
// CHECK-LABEL: func.func @whole
// CHECK-NEXT: stablehlo.reduce(%x init: %init)
// CHECK-NEXT: return
func.func @whole(%x: tensor<6xf32>, %init: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
