// Programs for which a plan's numbers or its zeros were once others than StableHLO's.

// REQUIRES: llvm
// RUN: hloom run %s --split-input-file --backend=cpu --random-inputs=3 --compare=interp
// RUN: hloom run %s --split-input-file --backend=interp --passes='relayout-sparse,fuse-storage{drivable=true}' --random-inputs=3 --compare=interp

// Modules that have plans are compiled again.
// RUN: hloom opt %s --split-input-file --passes='relayout-sparse,fuse-storage{drivable=true}' -o %t.mlir
// RUN: hloom run %t.mlir --split-input-file --backend=cpu --random-inputs=3 --compare=interp

// A plan that would look up a matrix in a dictionary at each entry is not taken.
// RUN: hloom opt %s --split-input-file --passes='relayout-sparse,canonicalize,cse,fuse-storage' | hloom check %s
// CHECK-LABEL: func.func @chosen
// CHECK-NOT:   plan =

#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// A matrix times zero is zero in every place.
func.func @main(%s: tensor<3x4xf64, #dcsr>) -> tensor<3xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %c = stablehlo.constant dense<0.0> : tensor<3x4xf64>
  %A = hloom.relayout %s : (tensor<3x4xf64, #dcsr>) -> tensor<3x4xf64>
  %m = stablehlo.multiply %A, %c : tensor<3x4xf64>
  %r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// -----

// A mask of its own entries.
#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @main(%s: tensor<3x4xf64, #dcsr>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %A = hloom.relayout %s : (tensor<3x4xf64, #dcsr>) -> tensor<3x4xf64>
  %c = stablehlo.constant dense<0.0> : tensor<3x4xf64>
  %k = stablehlo.compare GT, %A, %c : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
  %q = stablehlo.select %k, %A, %c : tensor<3x4xi1>, tensor<3x4xf64>
  %m = stablehlo.multiply %A, %q : tensor<3x4xf64>
  %r = stablehlo.dot_general %m, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// -----

// No columns.
#outer = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonordered), d1 : dense), posWidth = 16, crdWidth = 8 }>
func.func @main(%s: tensor<4x0xi32, #outer>) -> (tensor<4x0xi32>, tensor<4x0xi32>) {
  %A = hloom.relayout %s : (tensor<4x0xi32, #outer>) -> tensor<4x0xi32>
  %m = stablehlo.multiply %A, %A : tensor<4x0xi32>
  return %A, %m : tensor<4x0xi32>, tensor<4x0xi32>
}

// -----

// A count beyond the type wraps.
#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @main(%s: tensor<2x200xf64, #dcsr>) -> tensor<2xf64> {
  %A = hloom.relayout %s : (tensor<2x200xf64, #dcsr>) -> tensor<2x200xf64>
  %i = stablehlo.iota dim = 1 : tensor<2x200xi8>
  %f = stablehlo.convert %i : (tensor<2x200xi8>) -> tensor<2x200xf64>
  %m = stablehlo.multiply %A, %f : tensor<2x200xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x200xf64>, tensor<f64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

// -----

// What a conversion rounds away is not zero.
#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @main(%s: tensor<2x3xf64, #dcsr>) -> tensor<2xf64> {
  %A = hloom.relayout %s : (tensor<2x3xf64, #dcsr>) -> tensor<2x3xf64>
  %f = stablehlo.convert %A : (tensor<2x3xf64>) -> tensor<2x3xf32>
  %g = stablehlo.convert %f : (tensor<2x3xf32>) -> tensor<2x3xf64>
  %d = stablehlo.subtract %A, %g : tensor<2x3xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %c = stablehlo.constant dense<1.0e10> : tensor<2x3xf64>
  %m = stablehlo.multiply %d, %c : tensor<2x3xf64>
  %r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

// -----

// Sums of 32 bits are compared as they are rounded.
#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @main(%s: tensor<20x30xf32, #dcsr>, %x: tensor<20xf32>) -> tensor<20xi1> {
  %A = hloom.relayout %s : (tensor<20x30xf32, #dcsr>) -> tensor<20x30xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%A init: %z) applies stablehlo.add across dimensions = [1] : (tensor<20x30xf32>, tensor<f32>) -> tensor<20xf32>
  %k = stablehlo.compare GT, %r, %x : (tensor<20xf32>, tensor<20xf32>) -> tensor<20xi1>
  return %k : tensor<20xi1>
}

// -----

#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
func.func @chosen(%s: tensor<300x300xf64, #dcsr>) -> tensor<300xf64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %c = stablehlo.constant dense<1.0> : tensor<300x300xf64>
  %A = hloom.relayout %s : (tensor<300x300xf64, #dcsr>) -> tensor<300x300xf64>
  %k = stablehlo.compare GT, %A, %c : (tensor<300x300xf64>, tensor<300x300xf64>) -> tensor<300x300xi1>
  %m = stablehlo.select %k, %A, %c : tensor<300x300xi1>, tensor<300x300xf64>
  %q = stablehlo.multiply %m, %A : tensor<300x300xf64>
  %r = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1] : (tensor<300x300xf64>, tensor<f64>) -> tensor<300xf64>
  return %r : tensor<300xf64>
}
