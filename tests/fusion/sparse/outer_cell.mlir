// X / (U t(V)), an element for each of X's.
func.func @main(%x: tensor<300x280xf64>, %u: tensor<300x8xf64>, %v: tensor<280x8xf64>) -> (tensor<300x280xf64>) {
  %uv = stablehlo.dot_general %u, %v, contracting_dims = [1] x [1] : (tensor<300x8xf64>, tensor<280x8xf64>) -> tensor<300x280xf64>
  %q = stablehlo.divide %x, %uv : tensor<300x280xf64>
  return %q : tensor<300x280xf64>
}
