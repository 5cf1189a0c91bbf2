// The sample network of IOS (Ding and others, MLSys 2021): c needs a; b and d need the input only.
func.func @main(%x: tensor<1x15x15x375xf32>, %ka: tensor<3x3x375x375xf32>, %kb: tensor<3x3x375x750xf32>, %kd: tensor<3x3x375x375xf32>, %kc: tensor<3x3x375x750xf32>) -> tensor<1x15x15x1875xf32> {
  %a = stablehlo.convolution(%x, %ka) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x15x375xf32>, tensor<3x3x375x375xf32>) -> tensor<1x15x15x375xf32>
  %b = stablehlo.convolution(%x, %kb) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x15x375xf32>, tensor<3x3x375x750xf32>) -> tensor<1x15x15x750xf32>
  %d = stablehlo.convolution(%x, %kd) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x15x375xf32>, tensor<3x3x375x375xf32>) -> tensor<1x15x15x375xf32>
  %c = stablehlo.convolution(%a, %kc) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x15x375xf32>, tensor<3x3x375x750xf32>) -> tensor<1x15x15x750xf32>
  %y = stablehlo.concatenate %c, %b, %d, dim = 3 : (tensor<1x15x15x750xf32>, tensor<1x15x15x750xf32>, tensor<1x15x15x375xf32>) -> tensor<1x15x15x1875xf32>
  return %y : tensor<1x15x15x1875xf32>
}
