// colSums(X * Y).
func.func @main(%x: tensor<300x280xf64>, %y: tensor<300x280xf64>) -> (tensor<280xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %a = stablehlo.multiply %x, %y : tensor<300x280xf64>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300x280xf64>, tensor<f64>) -> tensor<280xf64>
  return %s : tensor<280xf64>
}
