// sum(X * Y), sum(X * Z) and sum(X^2), over one X.
func.func @main(%x: tensor<300x280xf64>, %y: tensor<300x280xf64>, %z: tensor<300x280xf64>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %a = stablehlo.multiply %x, %y : tensor<300x280xf64>
  %b = stablehlo.multiply %x, %z : tensor<300x280xf64>
  %c = stablehlo.multiply %x, %x : tensor<300x280xf64>
  %sa = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  %sb = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  %sc = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  return %sa, %sb, %sc : tensor<f64>, tensor<f64>, tensor<f64>
}
