// What kernels take of a GPU, known without one.

// REQUIRES: ptx, ptxas
// RUN: hloom compile %s --target=sm_90 -o %t.ptx --statistics 2>%t.90
// RUN: hloom check %s --input-file %t.90 --check-prefixes=CHECK,SM90
// RUN: hloom compile %s --target=sm_120 -o %t.cubin --statistics 2>%t.120
// RUN: hloom check %s --input-file %t.120 --check-prefixes=CHECK,SM120

// CHECK: add_{{.*}}: grid 512x1x1, block 128x1x1, {{[1-9][0-9]*}} registers, 0 bytes of stack, 0 spilled, 0 of shared memory; {{[0-9]+}} blocks a multiprocessor,
// SM90-SAME: 64 of 64 warps (100 %), for warps
// SM120-SAME: 48 of 48 warps (100 %), for warps
// SM90: for sm_90; no time is measured
// SM120: for sm_120; no time is measured
func.func @main(%x: tensor<262144xf32>, %y: tensor<262144xf32>) -> tensor<262144xf32> {
  %sum = stablehlo.add %x, %y : tensor<262144xf32>
  return %sum : tensor<262144xf32>
}
