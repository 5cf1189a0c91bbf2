// ((X != 0) * (U t(V))) V + 1e-6 * U * r, the update of ALS-CG.
func.func @main(%x: tensor<300x280xf64>, %u: tensor<300x8xf64>, %v: tensor<280x8xf64>, %r: tensor<300x8xf64>) -> (tensor<300x8xf64>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<300x280xf64>
  %ne = stablehlo.compare NE, %x, %zeros : (tensor<300x280xf64>, tensor<300x280xf64>) -> tensor<300x280xi1>
  %m = stablehlo.convert %ne : (tensor<300x280xi1>) -> tensor<300x280xf64>
  %uv = stablehlo.dot_general %u, %v, contracting_dims = [1] x [1] : (tensor<300x8xf64>, tensor<280x8xf64>) -> tensor<300x280xf64>
  %w = stablehlo.multiply %m, %uv : tensor<300x280xf64>
  %g = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<300x280xf64>, tensor<280x8xf64>) -> tensor<300x8xf64>
  %c = stablehlo.constant dense<1.0e-6> : tensor<300x8xf64>
  %cu = stablehlo.multiply %c, %u : tensor<300x8xf64>
  %cur = stablehlo.multiply %cu, %r : tensor<300x8xf64>
  %s = stablehlo.add %g, %cur : tensor<300x8xf64>
  return %s : tensor<300x8xf64>
}
