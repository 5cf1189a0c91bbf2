// Ops that move elements, and those that make values out of nothing.
module {
  func.func @shapes(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    %1 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
    %3 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %4 = stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %5 = stablehlo.slice %v [] : (tensor<f32>) -> tensor<f32>
    %6 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %7 = stablehlo.concatenate %x, dim = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %8 = stablehlo.pad %x, %v, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
    %9 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
    %10 = stablehlo.iota dim = 1 : tensor<2x3xui16>
    %11 = stablehlo.reshape %x {mhlo.frontend_attributes = {}, mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tensor<6xf32>
    return %5 : tensor<f32>
  }
}
