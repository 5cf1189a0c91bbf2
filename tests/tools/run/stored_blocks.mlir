// Extents that a type leaves open may turn out not to be made of its blocks.

// RUN: hloom run %s --backend=interp --random-inputs 1 --extent 0.0=4 --print | hloom check %s
// RUN: not hloom run %s --backend=interp --random-inputs 1 --extent 0.0=5 --print 2>&1 | hloom check %s --check-prefix=WRONG

// CHECK: 0: tensor<4x4xf32, #sparse_tensor.encoding<{{.*}}>>
// WRONG: error: result 0 of tensor<5x4xf32> can't be stored as tensor<?x4xf32, #sparse_tensor.encoding<{{.*}}>>

#blocks = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32, #blocks> {
  %y = hloom.relayout %x : (tensor<?x4xf32>) -> tensor<?x4xf32, #blocks>
  return %y : tensor<?x4xf32, #blocks>
}
