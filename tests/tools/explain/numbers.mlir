// Values that JAX numbers keep their numbers, and lines; equal reasons are said once.
//
// RUN: hloom explain fusion %s | hloom check %s
// RUN: hloom explain fusion %s --edge 2 3 | hloom check %s --check-prefix=EDGE
// RUN: not hloom explain fusion %s --edge 0 9 2>&1 | hloom check %s --check-prefix=NONE
// RUN: not hloom run %s --backend=interp --random-inputs=1 --probe=17 --probes %t 2>&1 | hloom check %s --check-prefix=PROBE
// RUN: hloom run %s --backend=interp --random-inputs=1 --probe=2 --probes %t
// RUN: hloom check %s --check-prefix=INDEX --input-file=%t/index.csv
//
// CHECK: @main: 2 kernels,
// CHECK: not fused
// CHECK-NEXT: %2 (reduce) -> %3 (negate) (lines 20 and 21): a reduction is known only after its last element
//
// EDGE: %2 (reduce) -> %3 (negate) (lines 20 and 21): a reduction
// NONE: error: no value `9` is made of a value `0`
// PROBE: error: --probe: no op of the program makes a value `%17`
// INDEX: 2,tensor<f32>,2_1.npy
func.func public @main(%arg0: tensor<64x64xf32>) -> tensor<f32> {
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.negate %2 : tensor<f32>
  return %3 : tensor<f32>
}
