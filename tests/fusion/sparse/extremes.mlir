// min, max and the rows' max of X: holes count.
func.func @main(%x: tensor<300x280xf64>) -> (tensor<f64>, tensor<f64>, tensor<300xf64>) {
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %high = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %n = stablehlo.negate %x : tensor<300x280xf64>
  %a = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  %b = stablehlo.reduce(%n init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  %c = stablehlo.reduce(%n init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<300xf64>
  return %a, %b, %c : tensor<f64>, tensor<f64>, tensor<300xf64>
}
