// A limit that leaves no set of prefixes gives the ops one by one.
//
// RUN: hloom opt %s --passes='layer-graph{prefixes=1}' | hloom check %s
// RUN: hloom opt %s --passes='layer-graph{prefixes=0}' | hloom check %s
// CHECK: stablehlo.tanh
// CHECK: stablehlo.abs
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %t = stablehlo.tanh %x : tensor<4xf32>
  %a = stablehlo.abs %x : tensor<4xf32>
  return %t, %a : tensor<4xf32>, tensor<4xf32>
}
