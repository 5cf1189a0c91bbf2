#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @main(%A: tensor<3x4xf64, #csr>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64, #csr>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
