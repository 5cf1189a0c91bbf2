// A result is stored by its type with the extents that the run has given it.

// REQUIRES: llvm
// RUN: hloom run %s --backend=interp --random-inputs 1 --extent 0.0=2 --extent 1.0=0 --extent 1.1=3 --print | hloom check %s
// RUN: hloom run %s --backend=cpu --random-inputs 1 --extent 0.0=2 --extent 1.0=0 --extent 1.1=3 --print | hloom check %s

// CHECK: 0: tensor<2x3xf32, #sparse_tensor.encoding<{{.*}}>> with 6 elements stored
// CHECK: [1, 2] =
// CHECK: 1: tensor<0x3xf32, #sparse_tensor.encoding<{{.*}}>>

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @main(%x: tensor<?x3xf32>, %z: tensor<?x?xf32>) -> (tensor<?x3xf32, #rows>, tensor<?x?xf32, #rows>) {
  %y = hloom.relayout %x : (tensor<?x3xf32>) -> tensor<?x3xf32, #rows>
  %w = hloom.relayout %z : (tensor<?x?xf32>) -> tensor<?x?xf32, #rows>
  return %y, %w : tensor<?x3xf32, #rows>, tensor<?x?xf32, #rows>
}
