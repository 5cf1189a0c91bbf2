sdy.mesh @m = <["d"=2]>
func.func @main(%x: tensor<4x4xf8E4M3FN> {sdy.sharding = #sdy.sharding<@m, [{"d"}, {}]>}) -> tensor<4xf8E4M3FN> {
  %z = stablehlo.constant dense<-448.0> : tensor<f8E4M3FN>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4x4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4xf8E4M3FN>
  return %s : tensor<4xf8E4M3FN>
}
