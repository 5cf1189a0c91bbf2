// X * Y with zeros in between, and sqrt of it.
func.func @main(%x: tensor<300x280xf64>, %y: tensor<300x280xf64>) -> (tensor<300x280xf64>) {
  %a = stablehlo.multiply %x, %y : tensor<300x280xf64>
  %r = stablehlo.sqrt %a : tensor<300x280xf64>
  return %r : tensor<300x280xf64>
}
