// Sparse matrices from files that scipy.sparse.save_npz wrote, in rows, in columns and as
// places, for arguments of each storage; and dense ones, of which what is not zero is
// stored.

// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/rows.npz --print | hloom check %s
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/columns.npz --print | hloom check %s
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/places.npz --print | hloom check %s
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/rows.npz --print --entry=dense | hloom check %s
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/places.npz --print --entry=columns | hloom check %s
// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/outside.npz 2>&1 | hloom check %s --check-prefix=OUTSIDE
// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/rows.npz --entry=wide 2>&1 | hloom check %s --check-prefix=WIDE
// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/rows.npz --entry=doubles 2>&1 | hloom check %s --check-prefix=DOUBLES

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#columns = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// CHECK: 0: tensor<3xf32> = [23.0, 0.0, 12.0]
// OUTSIDE: error: argument 0 (%x): `{{.*}}outside.npz` has the coordinate 7 at 1 of level 1, which has 4
// WIDE: error: argument 0 (%x): `{{.*}}rows.npz` is a matrix of 3x4, not tensor<4x3xf32, #sparse_tensor.encoding
// DOUBLES: error: argument 0 (%x): `{{.*}}rows.npz` holds (5,) of `<f4`; expected tensor<5xf64>

func.func public @main(%x: tensor<3x4xf32, #rows>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32, #rows>, tensor<f32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}

func.func public @columns(%x: tensor<3x4xf32, #columns>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32, #columns>, tensor<f32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}

func.func public @dense(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}

func.func public @wide(%x: tensor<4x3xf32, #rows>) -> tensor<4x3xf32> {
  %y = hloom.relayout %x : (tensor<4x3xf32, #rows>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

func.func public @doubles(%x: tensor<3x4xf64, #rows>) -> tensor<3x4xf64> {
  %y = hloom.relayout %x : (tensor<3x4xf64, #rows>) -> tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}
