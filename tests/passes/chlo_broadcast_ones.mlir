// RUN: hloom opt %s --passes=legalize-chlo | hloom check %s
//
// An open extent of the result is 1 where all operands' extents are.
// CHECK-LABEL: func.func private @inner
// CHECK-NOT:   -2147483648
// CHECK:       stablehlo.dynamic_broadcast_in_dim
func.func private @inner(%x: tensor<1x4xf32>, %y: tensor<1x?xf32>) -> tensor<?x?xf32> {
  %0 = "chlo.broadcast_add"(%x, %y) : (tensor<1x4xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @main(%x: tensor<1x4xf32>) -> tensor<?x?xf32> {
  %y = stablehlo.constant dense<[4]> : tensor<1xi32>
  %1 = stablehlo.constant dense<[1,4]> : tensor<2xi32>
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %z = stablehlo.dynamic_broadcast_in_dim %c, %1, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<1x?xf32>
  %r = func.call @inner(%x, %z) : (tensor<1x4xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
