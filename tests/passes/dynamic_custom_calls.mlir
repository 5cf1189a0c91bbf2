// Custom calls that stand for ops with computed sizes, as JAX exports them.

// RUN: hloom opt %s --passes=refine-shapes{arguments=2x6:2x3x3:2},canonicalize-dynamism | hloom check %s
// RUN: hloom opt %s --passes=refine-shapes{arguments=2x6:2x3x3:2},legalize-chlo --verify-each

func.func private @largest(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.maximum %a, %b : tensor<f32>
  return %c : tensor<f32>
}

// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<2x3xf32>, tensor<2x3x3xf32>, tensor<2xi32>, tensor<2x2xui32>, tensor<2x4xf32>, tensor<2x4xi32>)
func.func @main(%x: tensor<?x?xf32>, %m: tensor<?x3x3xf32>, %key: tensor<2xui64>) -> (tensor<?x?xf32>, tensor<?x3x3xf32>, tensor<?xi32>, tensor<?x2xui32>, tensor<?x?xf32>, tensor<?x?xi32>) {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %window = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi32>
  // The reducer's function becomes the region.
  // CHECK: %pooled = "stablehlo.reduce_window"(%x, %init)
  // CHECK-SAME: window_dimensions = array<i64: 1, 2>
  // CHECK: stablehlo.maximum
  // CHECK: (tensor<2x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  %pooled = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %window, %window, %ones, %ones, %padding) {called_computations = [@largest]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  %b = stablehlo.get_dimension_size %m, dim = 0 : (tensor<?x3x3xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %three, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  // Operands that say what the types of the results say are gone, and so are their layouts.
  // CHECK: %factor:2 = stablehlo.custom_call @lapack_spotrf_ffi(%m)
  // CHECK-NOT: indices_of_shape_operands
  // CHECK-SAME: operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]
  // CHECK-SAME: (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2xi32>)
  %factor:2 = stablehlo.custom_call @lapack_spotrf_ffi(%m, %shape, %rows) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<?x3x3xf32>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x3x3xf32>, tensor<?xi32>)
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %bits_shape = stablehlo.concatenate %rows, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // CHECK: stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui32>)
  %bits:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%key, %bits_shape) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x2xui32>)
  %k = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: chlo.top_k(%x, k = 4) : tensor<2x6xf32> -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %top:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %pooled, %factor#0, %factor#1, %bits#1, %top#0, %top#1 : tensor<?x?xf32>, tensor<?x3x3xf32>, tensor<?xi32>, tensor<?x2xui32>, tensor<?x?xf32>, tensor<?x?xi32>
}

// Sizes that are not constant stay operands.
// CHECK-LABEL: func.func private @open
// CHECK: stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k)
func.func private @open(%x: tensor<?x?xf32>, %k: tensor<i32>) -> tensor<?x?xf32> {
  %top:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %top#0 : tensor<?x?xf32>
}
