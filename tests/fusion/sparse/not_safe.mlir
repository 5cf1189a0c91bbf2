// sum(exp(X)) and X + Y: every element counts.
func.func @main(%x: tensor<300x280xf64>, %y: tensor<300x280xf64>) -> (tensor<f64>, tensor<300x280xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %e = stablehlo.exponential %x : tensor<300x280xf64>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  %a = stablehlo.add %x, %y : tensor<300x280xf64>
  return %s, %a : tensor<f64>, tensor<300x280xf64>
}
