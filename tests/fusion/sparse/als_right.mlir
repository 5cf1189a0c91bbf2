// ((X != 0) * (U t(V))) V, of ALS-CG.
func.func @main(%x: tensor<300x280xf64>, %u: tensor<300x8xf64>, %v: tensor<280x8xf64>) -> (tensor<300x8xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<300x280xf64>
  %ne = stablehlo.compare NE, %x, %zeros : (tensor<300x280xf64>, tensor<300x280xf64>) -> tensor<300x280xi1>
  %m = stablehlo.convert %ne : (tensor<300x280xi1>) -> tensor<300x280xf64>
  %uv = stablehlo.dot_general %u, %v, contracting_dims = [1] x [1] : (tensor<300x8xf64>, tensor<280x8xf64>) -> tensor<300x280xf64>
  %w = stablehlo.multiply %m, %uv : tensor<300x280xf64>
  %r = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<300x280xf64>, tensor<280x8xf64>) -> tensor<300x8xf64>
  return %r : tensor<300x8xf64>
}
