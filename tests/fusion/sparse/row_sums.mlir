// rowSums(X * Y).
func.func @main(%x: tensor<300x280xf64>, %y: tensor<300x280xf64>) -> (tensor<300xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %a = stablehlo.multiply %x, %y : tensor<300x280xf64>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<300xf64>
  return %s : tensor<300xf64>
}
