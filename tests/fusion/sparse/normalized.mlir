// X / rowSums(X) * Y, summed.
func.func @main(%x: tensor<300x280xf64>, %y: tensor<300x280xf64>) -> (tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %t = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<300xf64>
  %one = stablehlo.constant dense<1.0> : tensor<300xf64>
  %t1 = stablehlo.add %t, %one : tensor<300xf64>
  %tw = stablehlo.broadcast_in_dim %t1, dims = [0] : (tensor<300xf64>) -> tensor<300x280xf64>
  %d = stablehlo.divide %x, %tw : tensor<300x280xf64>
  %e = stablehlo.multiply %d, %y : tensor<300x280xf64>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}
