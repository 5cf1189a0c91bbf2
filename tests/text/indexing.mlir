// Slices at computed places, and sorting.
module {
  func.func @slices(%x: tensor<4x5xi32>, %u: tensor<2x3xi32>, %i: tensor<i64>, %s: tensor<f32>) -> tensor<4x5xi32> {
    %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 3] : (tensor<4x5xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
    %1 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 3] {note = 1 : i32} : (tensor<4x5xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
    %2 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
    %3 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x5xi32>, tensor<2x3xi32>, tensor<i64>, tensor<i64>) -> tensor<4x5xi32>
    %4 = "stablehlo.dynamic_update_slice"(%2, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %3 : tensor<4x5xi32>
  }
  func.func @gathers(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %b: tensor<3x5x1xi64>, %v: tensor<2xi64>) -> tensor<2x3x2x2xi32> {
    %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
    %1 = "stablehlo.gather"(%x, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>) -> tensor<3x5x2xi32>
    %2 = "stablehlo.gather"(%x, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<3x4x2xi32>, tensor<2xi64>) -> tensor<2xi32>
    return %0 : tensor<2x3x2x2xi32>
  }
  func.func @scatters(%x: tensor<3x4x2xi32>, %f: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi32>, %w: tensor<2x3x2x2xf32>) -> tensor<3x4x2xi32> {
    %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
    }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
    %1:2 = "stablehlo.scatter"(%x, %f, %i, %u, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
      stablehlo.return %c, %b : tensor<i32>, tensor<f32>
    }) : (tensor<3x4x2xi32>, tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x2xf32>) -> (tensor<3x4x2xi32>, tensor<3x4x2xf32>)
    return %0 : tensor<3x4x2xi32>
  }
  func.func @pools(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<4x6xf32> {
    %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
  func.func @sorts(%x: tensor<4x6xf32>, %i: tensor<4x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xi32>) {
    %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>, tensor<4x6xi32>) -> (tensor<4x6xf32>, tensor<4x6xi32>)
    return %0#0, %0#1 : tensor<4x6xf32>, tensor<4x6xi32>
  }
}
