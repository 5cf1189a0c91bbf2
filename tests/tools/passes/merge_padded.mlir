// Kernels of 1×1 are padded with zeros on request: exact but for values that are not finite.

// RUN: hloom opt %s --passes='merge-siblings{policy=all pad-kernels=true}' | hloom check %s

// CHECK-LABEL: func.func @convolutions
// CHECK:      %[[P:.+]] = stablehlo.pad %m, %{{.+}}, low = [1, 1, 0, 0], high = [1, 1, 0, 0]
// CHECK-NEXT: %[[W:.+]] = stablehlo.concatenate %k, %l, %[[P]], dim = 3
// CHECK-NEXT: %[[S:.+]] = stablehlo.convolution(%x, %[[W]])
// CHECK:      %c = stablehlo.slice %[[S]] [0:1, 0:5, 0:5, 5:9]
func.func @convolutions(%x: tensor<1x5x5x3xf32>, %k: tensor<3x3x3x2xf32>, %l: tensor<3x3x3x3xf32>, %m: tensor<1x1x3x4xf32>) -> (tensor<1x5x5x2xf32>, tensor<1x5x5x3xf32>, tensor<1x5x5x4xf32>) {
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x5x5x2xf32>
  %b = stablehlo.convolution(%x, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3xf32>, tensor<3x3x3x3xf32>) -> tensor<1x5x5x3xf32>
  %c = stablehlo.convolution(%x, %m) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3xf32>, tensor<1x1x3x4xf32>) -> tensor<1x5x5x4xf32>
  return %a, %b, %c : tensor<1x5x5x2xf32>, tensor<1x5x5x3xf32>, tensor<1x5x5x4xf32>
}
