// Entries with the same coordinates, and lists of entries that announce no extents.

// RUN: not hloom run %s --backend=interp --input 0=%S/Inputs/pair.mtx 2>&1 | hloom check %s --check-prefix=TWICE
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/pair.mtx --accumulate --print | hloom check %s --check-prefix=SUM
// RUN: hloom run %s --backend=interp --entry=mapped --input 0=%S/Inputs/pair.mtx --accumulate --print | hloom check %s --check-prefix=SUM
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/corner.tns --print | hloom check %s --check-prefix=CORNER
// TWICE:  (1, 2) is also on line 3; --accumulate adds such entries
// SUM:    [0.0, 7.0, 0.0]
// CORNER: [5.0, 0.0, 0.0]

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @main(%A: tensor<2x3xf64, #csr>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %dense = hloom.relayout %A : (tensor<2x3xf64, #csr>) -> tensor<2x3xf64>
  %sums = stablehlo.reduce(%dense init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3xf64>
  return %sums : tensor<3xf64>
}

func.func @mapped(%A: tensor<2x3xf64, #hloom.storage<"csr">>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %dense = hloom.relayout %A : (tensor<2x3xf64, #hloom.storage<"csr">>) -> tensor<2x3xf64>
  %sums = stablehlo.reduce(%dense init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3xf64>
  return %sums : tensor<3xf64>
}
