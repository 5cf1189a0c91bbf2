// Two products of the same tensor are independent: with two cores, each core computes one. What
// follows waits for both.

// RUN: hloom compile %s --emit loops --cores 2 | hloom check %s
// RUN: hloom compile %s --emit loops | hloom check %s --check-prefix=ONE
// RUN: not hloom compile %s --emit ptx --target sm_90 --cores 2 2>&1 | hloom check %s --check-prefix=GPU
// RUN: not hloom compile %s --cores 0 2>&1 | hloom check %s --check-prefix=ZERO

// CHECK:      tasks {
// CHECK-NEXT:   task 0 on 0 {
// CHECK-NEXT:     kernel "dot_general
// CHECK:          kernel "tanh
// CHECK:        task 1 on 1 {
// CHECK-NEXT:     kernel "dot_general
// CHECK:          kernel "tanh
// CHECK:      kernel "dot_general.sum"

// ONE-NOT: tasks
// ONE:     kernel "dot_general.sum"
// ONE-NOT: tasks

// GPU:  error: --cores is for a CPU's code: a GPU runs each kernel on all of it
// ZERO: error: invalid value '0' for '--cores <N>': 0 is not in 1..=65535
func.func @main(%x: tensor<16x128xf32>, %a: tensor<128x128xf32>, %b: tensor<128x128xf32>) -> tensor<16x16xf32> {
  %p = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<16x128xf32>, tensor<128x128xf32>) -> tensor<16x128xf32>
  %f = stablehlo.tanh %p : tensor<16x128xf32>
  %q = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<16x128xf32>, tensor<128x128xf32>) -> tensor<16x128xf32>
  %g = stablehlo.tanh %q : tensor<16x128xf32>
  %sum = stablehlo.dot_general %f, %g, contracting_dims = [1] x [1] : (tensor<16x128xf32>, tensor<16x128xf32>) -> tensor<16x16xf32>
  return %sum : tensor<16x16xf32>
}
