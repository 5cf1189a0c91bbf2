// RUN: hloom run %s --backend interp --split-input-file
// RUN: %if llvm %{ hloom run %s --backend cpu --split-input-file %}

// Only how a tensor is stored changes.
func.func @main() {
  %x = stablehlo.constant dense<[[1.5, 0.0, -2.0], [0.0, 0.0, 3.0]]> : tensor<2x3xf64>
  %csr = hloom.relayout %x : (tensor<2x3xf64>) -> tensor<2x3xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>
  %y = hloom.relayout %csr : (tensor<2x3xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<2x3xf64>
  check.expect_eq_const %y, dense<[[1.5, 0.0, -2.0], [0.0, 0.0, 3.0]]> : tensor<2x3xf64>
  return
}
