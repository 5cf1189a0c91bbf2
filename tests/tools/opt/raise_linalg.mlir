// linalg on tensors, in upstream's pretty form, becomes StableHLO; what has no form stays.
//
// REQUIRES: mlir
// RUN: hloom opt %s --raise-linalg | hloom check %s
// RUN: not hloom opt %s --raise-linalg=strict=true 2>&1 | hloom check %s --check-prefix=STRICT
//
// STRICT: error: pass `raise-linalg`: `linalg.generic` has no form in StableHLO: its combiner is not known to be associative
// STRICT-NEXT: --> {{.*}}raise_linalg.mlir:

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#sum = affine_map<(d0, d1) -> (d0)>

// A linear layer as torch-mlir lowers it.
// CHECK-LABEL: func.func @linear
// CHECK: stablehlo.transpose
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.broadcast_in_dim
// CHECK: stablehlo.add
// CHECK-NOT: linalg
// CHECK: return
func.func @linear(%x: tensor<4x8xf32>, %w: tensor<5x8xf32>, %b: tensor<5xf32>) -> tensor<4x5xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<8x5xf32>
  %transposed = linalg.transpose ins(%w : tensor<5x8xf32>) outs(%0 : tensor<8x5xf32>) permutation = [1, 0]
  %1 = tensor.empty() : tensor<4x5xf32>
  %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = linalg.matmul ins(%x, %transposed : tensor<4x8xf32>, tensor<8x5xf32>) outs(%2 : tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %b : tensor<4x5xf32>, tensor<5xf32>) outs(%1 : tensor<4x5xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %5 = arith.addf %in, %in_0 : f32
    linalg.yield %5 : f32
  } -> tensor<4x5xf32>
  return %4 : tensor<4x5xf32>
}

// A softmax's largest element, and its sum.
// CHECK-LABEL: func.func @reductions
// CHECK: stablehlo.reduce(
// CHECK: stablehlo.maximum %arg
// CHECK: stablehlo.reduce(
// CHECK: stablehlo.add %arg
// CHECK-NOT: linalg
// CHECK: return
func.func @reductions(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%low : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#map, #sum], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%1 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = arith.maximumf %in, %out : f32
    linalg.yield %5 : f32
  } -> tensor<4xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %4 = linalg.generic {indexing_maps = [#map, #sum], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%3 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = math.exp %in : f32
    %6 = arith.addf %5, %out : f32
    linalg.yield %6 : f32
  } -> tensor<4xf32>
  return %2, %4 : tensor<4xf32>, tensor<4xf32>
}

// torch-mlir's padded convolution and pooling.
// CHECK-LABEL: func.func @convolved
// CHECK: stablehlo.pad
// CHECK: stablehlo.convolution
// CHECK: stablehlo.reduce_window
// CHECK-NOT: linalg
// CHECK: return
func.func @convolved(%x: tensor<1x3x8x8xf32>, %k: tensor<4x3x3x3xf32>) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %low = arith.constant 0xFF800000 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x3x8x8xf32> to tensor<1x3x10x10xf32>
  %0 = tensor.empty() : tensor<1x4x8x8xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %k : tensor<1x3x10x10xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = tensor.empty() : tensor<1x4x4x4xf32>
  %4 = linalg.fill ins(%low : f32) outs(%3 : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %5 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %window : tensor<1x4x8x8xf32>, tensor<2x2xf32>) outs(%4 : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %5 : tensor<1x4x4x4xf32>
}

// A loop over rows.
// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while
// CHECK: stablehlo.dynamic_slice
// CHECK: stablehlo.dynamic_update_slice
// CHECK-NOT: scf
// CHECK: return
func.func @loop(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %x) -> (tensor<4x8xf32>) {
    %e = tensor.extract %acc[%i, %c1] : tensor<4x8xf32>
    %f = arith.negf %e : f32
    %next = tensor.insert %f into %acc[%i, %c0] : tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @stays
// CHECK: linalg.generic
func.func @stays(%x: tensor<4x8xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#map, #sum], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%out : tensor<4xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %1 = arith.subf %acc, %in : f32
    %2 = arith.mulf %1, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
