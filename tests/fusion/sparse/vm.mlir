// t(X) w.
func.func @main(%x: tensor<300x280xf64>, %w: tensor<300xf64>) -> (tensor<280xf64>) {
  %r = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<300x280xf64>, tensor<300xf64>) -> tensor<280xf64>
  return %r : tensor<280xf64>
}
