// Ops whose sizes are computed, and types with bounds.
module {
  func.func @main(%x: tensor<?x4xf32>, %s: tensor<2xi32>, %v: tensor<f32>, %n: tensor<i32>, %g: tensor<3xi64>, %i: tensor<2xindex>) -> tensor<?x?xf32> {
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %i, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
    %3 = stablehlo.dynamic_pad %x, %v, %s, %s, %s : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %4 = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %5 = stablehlo.real_dynamic_slice %x, %s, %s, %s : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %6 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %7 = stablehlo.set_dimension_size %x, %6, dim = 0 {note = 1 : i32} : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
    %8 = "stablehlo.dynamic_gather"(%x, %g, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x4xf32>, tensor<3xi64>, tensor<2xi32>) -> tensor<3x?xf32>
    return %5 : tensor<?x?xf32>
  }
  func.func @convolution(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %p: tensor<2x2xi64>) -> tensor<1x?x?x4xf32> {
    %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
    return %0 : tensor<1x?x?x4xf32>
  }
  func.func @bounds(%x: tensor<?x4xf32, #stablehlo.bounds<8, ?>>, %y: tensor<8x4xf32>, %n: tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>> {
    %0 = stablehlo.add %x, %x : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
    %1 = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<8x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
    %2 = stablehlo.set_dimension_size %1, %n, dim = 1 : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<8, 4>>
    return %0 : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  }
}
