// One layer of a network, written clumsily.
//
// CHECK:      func.func @main
// CHECK-NOT:  stablehlo.transpose
// CHECK:      %[[WX:.*]] = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1]
// CHECK-NEXT: stablehlo.broadcast_in_dim %b
// HOPE:       %wx = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
func.func @main(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %turned = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %again = stablehlo.transpose %turned, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %wx = stablehlo.dot_general %x, %again, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %rows = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %sum = stablehlo.add %wx, %rows : tensor<2x4xf32>
  %same = stablehlo.add %wx, %rows : tensor<2x4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  %scaled = stablehlo.multiply %same, %one : tensor<2x4xf32>
  %both = stablehlo.maximum %sum, %scaled : tensor<2x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %relu = stablehlo.maximum %both, %zero : tensor<2x4xf32>
  return %relu : tensor<2x4xf32>
}
