// RUN: hloom opt %s --passes="split{cores=2 policy=even}" --split-input-file | hloom check %s
// RUN: hloom opt %s --passes="split{cores=2}" --split-input-file | hloom check %s --check-prefix=COST

// Two ops with the same rows: nothing stands between their parts.
// CHECK-LABEL: func.func @rows
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
func.func @halo(%x: tensor<1x6x4x1xf32>, %k: tensor<3x3x1x1xf32>) -> tensor<1x6x4x1xf32> {
  %n = stablehlo.negate %x : tensor<1x6x4x1xf32>
  %y = stablehlo.convolution(%n, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x4x1xf32>
  return %y : tensor<1x6x4x1xf32>
}

// -----

// Rows become columns: the parts of the transpose are the parts of its operand.
// CHECK-LABEL: func.func @turned
func.func @turned(%x: tensor<4x2xi32>) -> tensor<2x4xi32> {
  %n = stablehlo.negate %x : tensor<4x2xi32>
  %t = stablehlo.transpose %n, dims = [1, 0] : (tensor<4x2xi32>) -> tensor<2x4xi32>
  return %t : tensor<2x4xi32>
}

// -----

// A sum of integers has terms, of which the first has the initial value.
// CHECK-LABEL: func.func @terms
func.func @terms(%x: tensor<5xi32>, %init: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  return %s : tensor<i32>
}

// -----

// A sum of floats would be rounded differently, so that it stays whole; a loop does, too.
// CHECK-LABEL: func.func @whole
func.func @whole(%x: tensor<6xf32>, %init: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
