// t(X) (X v).
func.func @main(%x: tensor<300x280xf64>, %v: tensor<280xf64>) -> (tensor<280xf64>) {
  %q = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<300x280xf64>, tensor<280xf64>) -> tensor<300xf64>
  %r = stablehlo.dot_general %x, %q, contracting_dims = [0] x [0] : (tensor<300x280xf64>, tensor<300xf64>) -> tensor<280xf64>
  return %r : tensor<280xf64>
}
