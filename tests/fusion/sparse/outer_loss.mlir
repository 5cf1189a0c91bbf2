// sum(X * log(U t(V) + 1e-15)).
func.func @main(%x: tensor<300x280xf64>, %u: tensor<300x8xf64>, %v: tensor<280x8xf64>) -> (tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %tiny = stablehlo.constant dense<1.0e-15> : tensor<300x280xf64>
  %uv = stablehlo.dot_general %u, %v, contracting_dims = [1] x [1] : (tensor<300x8xf64>, tensor<280x8xf64>) -> tensor<300x280xf64>
  %p = stablehlo.add %uv, %tiny : tensor<300x280xf64>
  %l = stablehlo.log %p : tensor<300x280xf64>
  %xl = stablehlo.multiply %x, %l : tensor<300x280xf64>
  %s = stablehlo.reduce(%xl init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}
