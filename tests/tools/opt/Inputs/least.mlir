sdy.mesh @m = <["d"=2]>
func.func @main(%x: tensor<4x4xf8E8M0FNU> {sdy.sharding = #sdy.sharding<@m, [{"d"}, {}]>}) -> tensor<4xf8E8M0FNU> {
  %z = stablehlo.constant dense<1.0> : tensor<f8E8M0FNU>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<4xf8E8M0FNU>
  return %s : tensor<4xf8E8M0FNU>
}
