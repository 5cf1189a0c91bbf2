// Four dense layers on two cores: each core computes half of the rows of all, and waits for nothing.

// RUN: hloom compile %s --emit loops --cores 2 --split | hloom check %s
// RUN: hloom compile %s --emit loops --cores 2 | hloom check %s --check-prefix=WHOLE
// RUN: not hloom compile %s --emit loops --split 2>&1 | hloom check %s --check-prefix=ALONE
// RUN: not hloom compile %s --emit loops --split --cores 2 --passes=dce 2>&1 | hloom check %s --check-prefix=PASSES

// CHECK:      tasks {
// CHECK-NEXT:   task 0 on 0 {
// CHECK:          kernel "tanh
// CHECK:          kernel "tanh
// CHECK:        task 1 on 1 {
// CHECK-NOT:  after
// CHECK:          kernel "tanh
// CHECK:          kernel "tanh
// CHECK:      kernel "concatenate

// WHOLE-NOT: concatenate
// WHOLE:     kernel "tanh.t3"
// WHOLE-NOT: concatenate

// ALONE:  error: --split divides ops among several cores: give their number with --cores
// PASSES: error: the argument '--split' cannot be used with '--passes <PIPELINE>'
func.func @main(%x: tensor<32x256xf32>, %w0: tensor<256x256xf32>, %w1: tensor<256x256xf32>, %w2: tensor<256x256xf32>, %w3: tensor<256x256xf32>) -> tensor<32x256xf32> {
  %d0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %t0 = stablehlo.tanh %d0 : tensor<32x256xf32>
  %d1 = stablehlo.dot_general %t0, %w1, contracting_dims = [1] x [0] : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %t1 = stablehlo.tanh %d1 : tensor<32x256xf32>
  %d2 = stablehlo.dot_general %t1, %w2, contracting_dims = [1] x [0] : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %t2 = stablehlo.tanh %d2 : tensor<32x256xf32>
  %d3 = stablehlo.dot_general %t2, %w3, contracting_dims = [1] x [0] : (tensor<32x256xf32>, tensor<256x256xf32>) -> tensor<32x256xf32>
  %t3 = stablehlo.tanh %d3 : tensor<32x256xf32>
  return %t3 : tensor<32x256xf32>
}
