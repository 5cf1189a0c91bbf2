// Shardings by measured times of kernels, which a file keeps.

// REQUIRES: llvm
// RUN: hloom explain splits %s --mesh 2x2 --link 50GBps,2us --search --times %t.times | hloom check %s
// RUN: hloom check %s --check-prefix=TIMES --input-file %t.times
// RUN: hloom explain splits %s --mesh 2x2 --link 50GBps,2us --search --times %t.times | hloom check %s
// RUN: hloom opt %s --assign-splits='search=true times=%t.times' | hloom check %s --check-prefix=SAME
// RUN: not hloom explain splits %s --mesh 2x2 --link 50GBps,2us --search --times %s 2>&1 | hloom check %s --check-prefix=WRONG
// RUN: not hloom explain splits %s --mesh 2x2 --link 50GBps,2us --times %t.times 2>&1 | hloom check %s --check-prefix=ALONE
// RUN: not hloom explain splits %s --mesh 2x2 --link 50GBps,2us --search --machine sm_90 --times %t.times 2>&1 | hloom check %s --check-prefix=OTHER

// CHECK: @main: 4 devices; searched
// TIMES:      # hloom times 1
// TIMES-NEXT: # seconds of a kernel on one thread, by its ops, local shapes and attributes
// TIMES:      (64x128xf32, 128x128xf32) -> 64x128xf32 @
// SAME: stablehlo.dot_general
// WRONG: search_times.mlir`: line 1: expected `kernel = seconds`, found `// Shardings by
// OTHER: error: --times has times of this machine's cores, but --machine is sm_90
// ALONE: error: the following required arguments were not provided:

func.func @main(%x: tensor<256x128xf32>, %w: tensor<128x128xf32>) -> tensor<256x128xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x128xf32>, tensor<128x128xf32>) -> tensor<256x128xf32>
  return %y : tensor<256x128xf32>
}
