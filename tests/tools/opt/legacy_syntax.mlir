// RUN: hloom opt %s --split-input-file | hloom check %s
// RUN: hloom opt %s --split-input-file | hloom opt - --split-input-file | hloom check %s

// Ops that others took the place of are read as those.
// CHECK-LABEL: func.func @products
func.func @products(%v: tensor<3xf32>, %m: tensor<2x3xf32>, %n: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // CHECK: stablehlo.dot_general %v, %v, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %0 = "stablehlo.dot"(%v, %v) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  // CHECK: stablehlo.dot_general %m, %v, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT]
  %1 = stablehlo.dot %m, %v, precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.dot %m, %n : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @broadcasts
func.func @broadcasts(%x: tensor<3xf32>) -> tensor<4x2x3xf32> {
  // CHECK: stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
  %0 = stablehlo.broadcast %x, sizes = [4, 2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
  %1 = "stablehlo.broadcast"(%x) {broadcast_sizes = dense<[4, 2]> : tensor<2xi64>} : (tensor<3xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}

// Storage as a type of integers.
// CHECK-LABEL: func.func @storage
// CHECK-SAME: !quant.uniform<u8:f32, 34.0:16>
func.func @storage(%x: tensor<4x!quant.uniform<ui8:f32, 34.0:16>>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// How results may be computed.
// CHECK-LABEL: func.func @flags
func.func @flags(%i: i32, %f: f32) -> i32 {
  // CHECK: arith.addi %i, %i {overflowFlags = #arith.overflow<nsw, nuw>} : i32
  %0 = arith.addi %i, %i overflow<nsw, nuw> : i32
  // CHECK: arith.mulf %f, %f {fastmath = #arith.fastmath<reassoc,nnan>} : f32
  %1 = arith.mulf %f, %f fastmath<reassoc,nnan> : f32
  // CHECK: math.exp %f {fastmath = #arith.fastmath<fast>} : f32
  %2 = math.exp %f fastmath<fast> : f32
  // CHECK: arith.divsi %i, %i {isExact} : i32
  %3 = arith.divsi %i, %i exact : i32
  return %0 : i32
}

// What a region hands out need not be written where that is nothing.
// CHECK-LABEL: func.func @assumes
func.func @assumes(%x: tensor<2xindex>) {
  %w = shape.cstr_eq %x, %x : tensor<2xindex>, tensor<2xindex>
  // CHECK: shape.assuming %w {
  // CHECK-NEXT: shape.assuming_yield
  shape.assuming %w {
  }
  return
}
