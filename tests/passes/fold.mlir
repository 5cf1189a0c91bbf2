// RUN: hloom opt %s --passes=canonicalize --split-input-file | hloom check %s

// CHECK-LABEL: func.func @numbers
// CHECK-NEXT: stablehlo.constant dense<[6, 10, 14]>
// CHECK-NEXT: return
func.func @numbers() -> tensor<3xi32> {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
  %sum = stablehlo.add %a, %b : tensor<3xi32>
  %two = stablehlo.constant dense<2> : tensor<3xi32>
  %r = stablehlo.multiply %sum, %two : tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

// However large, what is the same everywhere is computed once.
// CHECK-LABEL: func.func @splats
// CHECK-NEXT: stablehlo.constant dense<2.000000e+00> : tensor<100000x100000xf32>
// CHECK-NEXT: return
func.func @splats() -> tensor<100000x100000xf32> {
  %a = stablehlo.constant dense<4.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<100000x100000xf32>
  %r = stablehlo.sqrt %b : tensor<100000x100000xf32>
  return %r : tensor<100000x100000xf32>
}

// -----

// A reduction of a constant, whose region the interpreter runs.
// CHECK-LABEL: func.func @reduction
// CHECK-NEXT: stablehlo.constant dense<[5, 7, 9]>
// CHECK-NEXT: return
func.func @reduction() -> tensor<3xi32> {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----

// A constant that would be far larger than what it is made of is left alone.
// CHECK-LABEL: func.func @grows
// CHECK: stablehlo.broadcast_in_dim
func.func @grows() -> tensor<1000x3xi32> {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xi32>) -> tensor<1000x3xi32>
  return %r : tensor<1000x3xi32>
}
