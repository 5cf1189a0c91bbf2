// Wrong lists of entries: the error has the array or the entry.

// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/twice.npz 2>&1 | hloom check %s --check-prefix=TWICE
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/twice.npz --accumulate --print | hloom check %s --check-prefix=SUM
// RUN: not hloom run %s --backend=interp --input %S/Inputs/twice.npz 2>&1 | hloom check %s --check-prefix=TWICE
// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/negative.npz 2>&1 | hloom check %s --check-prefix=NEGATIVE
// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/beyond.tns 2>&1 | hloom check %s --check-prefix=BEYOND

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// TWICE: error: {{.*}}twice.npz`: entries 0 and 2 have the same coordinates (0, 1); --accumulate adds such entries
// SUM: 0: tensor<3xf32> = [4.0, 0.0, 2.0]
// NEGATIVE: error: {{.*}}negative.npz` has -1 in `indices` at 1
// BEYOND: error: {{.*}}beyond.tns:2: (4, 1) is outside of 3 x 4
func.func public @main(%x: tensor<3x4xf32, #rows>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32, #rows>, tensor<f32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}
