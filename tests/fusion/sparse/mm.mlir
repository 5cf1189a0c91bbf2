// X V and t(X) U.
func.func @main(%x: tensor<300x280xf64>, %u: tensor<300x8xf64>, %v: tensor<280x8xf64>) -> (tensor<300x8xf64>, tensor<280x8xf64>) {
  %a = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<300x280xf64>, tensor<280x8xf64>) -> tensor<300x8xf64>
  %b = stablehlo.dot_general %x, %u, contracting_dims = [0] x [0] : (tensor<300x280xf64>, tensor<300x8xf64>) -> tensor<280x8xf64>
  return %a, %b : tensor<300x8xf64>, tensor<280x8xf64>
}
