// sum(t(X) * W).
func.func @main(%x: tensor<300x280xf64>, %w: tensor<280x300xf64>) -> (tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<300x280xf64>) -> tensor<280x300xf64>
  %a = stablehlo.multiply %t, %w : tensor<280x300xf64>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<280x300xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}
