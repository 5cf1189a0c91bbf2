// The time of the kernels that an edge touches stands beside the headline's, and differences that
// are too small for the unit of both are given in their own.
//
// RUN: hloom explain fusion %S/../../fusion/kmeans.mlir | hloom check %s
// RUN: hloom explain fusion %S/../../fusion/l2svm.mlir | hloom check %s --check-prefix=SMALL
// RUN: hloom explain fusion %S/../../fusion/transformer_block.mlir | hloom check %s --check-prefix=SAME
//
// CHECK: @main: 0 kernels, 0.00 µs in all
// CHECK: @main, block 2: 8 kernels, [[ALL:[0-9.]+ µs]] in all
// CHECK: fusing it would take {{.*}} more: what makes it would be computed again
// CHECK-NEXT: the kernels it touches: now {{[0-9.]+}} µs of the [[ALL]], fused
//
// SMALL: fusing it would take {{[0-9.]+}} ns more
//
// SAME: %32 (reshape) -> %33 (transpose) (lines 41 and 42): fusing it was estimated to take just as long
