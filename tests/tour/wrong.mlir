func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %z = stablehlo.sinh %y : tensor<3x2xf32>
  %u = stablehlo.add %y, %v : tensor<3x2xf32>
  return %u : tensor<3x2xf32>
}
