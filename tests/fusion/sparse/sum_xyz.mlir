// sum(X * Y * Z).
func.func @main(%x: tensor<300x280xf64>, %y: tensor<300x280xf64>, %z: tensor<300x280xf64>) -> (tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %a = stablehlo.multiply %x, %y : tensor<300x280xf64>
  %b = stablehlo.multiply %a, %z : tensor<300x280xf64>
  %s = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}
