// Examples of the ops whose syntax takes more than a line to show, in the order of
// the op table. `hloom explain` shows what stands below an op's name; a test parses
// and verifies all of them.

// ----- builtin.module
module @jit_double {
  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %twice = stablehlo.add %x, %x : tensor<4xf32>
    return %twice : tensor<4xf32>
  }
}

// ----- func.func
func.func public @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %twice = stablehlo.add %x, %x : tensor<4xf32>
  return %twice : tensor<4xf32>
}
func.func private @declared(tensor<4xf32>) -> tensor<4xf32>

// ----- func.call
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %once = func.call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %again = call @double(%once) : (tensor<4xf32>) -> tensor<4xf32>
  return %again : tensor<4xf32>
}
func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %twice = stablehlo.add %x, %x : tensor<4xf32>
  return %twice : tensor<4xf32>
}

// ----- func.return
func.func @swap(%x: tensor<4xf32>, %y: tensor<i32>) -> (tensor<i32>, tensor<4xf32>) {
  return %y, %x : tensor<i32>, tensor<4xf32>
}

// ----- stablehlo.constant
func.func @constants() -> tensor<2x3xf32> {
  %list = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %all_ones = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %bits = stablehlo.constant dense<0x7F800000> : tensor<f32>
  return %list : tensor<2x3xf32>
}

// ----- stablehlo.compare
func.func @smaller(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %less = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %less : tensor<4xi1>
}

// ----- stablehlo.reduce_precision
func.func @round(%x: tensor<4xf32>) -> tensor<4xf32> {
  %as_f16 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return %as_f16 : tensor<4xf32>
}

// ----- stablehlo.slice
func.func @even_rows(%x: tensor<6x4xf32>) -> tensor<3x2xf32> {
  %part = stablehlo.slice %x [0:6:2, 1:3] : (tensor<6x4xf32>) -> tensor<3x2xf32>
  return %part : tensor<3x2xf32>
}

// ----- stablehlo.dynamic_conv
func.func @blur(%image: tensor<1x8x8x3xf32>, %kernel: tensor<3x3x3x4xf32>, %padding: tensor<2x2xi64>)
    -> tensor<1x?x?x4xf32> {
  %out = "stablehlo.dynamic_conv"(%image, %kernel, %padding) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64
  }> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return %out : tensor<1x?x?x4xf32>
}

// ----- stablehlo.dynamic_gather
func.func @rows(%table: tensor<5x?xf32>, %which: tensor<2xi32>) -> tensor<2x?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %columns = stablehlo.get_dimension_size %table, dim = 1 : (tensor<5x?xf32>) -> tensor<i32>
  %all = stablehlo.reshape %columns : (tensor<i32>) -> tensor<1xi32>
  %sizes = stablehlo.concatenate %one, %all, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %rows = "stablehlo.dynamic_gather"(%table, %which, %sizes) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  }> : (tensor<5x?xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x?xf32>
  return %rows : tensor<2x?xf32>
}

// ----- shape.assuming
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %same = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<1xindex>
  %sum = shape.assuming %same -> (tensor<?xf32>) {
    %both = stablehlo.add %x, %y : tensor<?xf32>
    shape.assuming_yield %both : tensor<?xf32>
  }
  return %sum : tensor<?xf32>
}

// ----- shape.assuming_yield
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %same = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<1xindex>
  %sum = shape.assuming %same -> (tensor<?xf32>) {
    %both = stablehlo.add %x, %y : tensor<?xf32>
    shape.assuming_yield %both : tensor<?xf32>
  }
  return %sum : tensor<?xf32>
}

// ----- stablehlo.gather
func.func @rows(%table: tensor<5x3xf32>, %which: tensor<2xi32>) -> tensor<2x3xf32> {
  %rows = "stablehlo.gather"(%table, %which) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 3>
  }> : (tensor<5x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %rows : tensor<2x3xf32>
}

// ----- stablehlo.scatter
func.func @add_to_rows(%table: tensor<5x3xf32>, %which: tensor<2xi32>, %more: tensor<2x3xf32>) -> tensor<5x3xf32> {
  %sums = "stablehlo.scatter"(%table, %which, %more) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %sum = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return %sums : tensor<5x3xf32>
}

// ----- stablehlo.select_and_scatter
func.func @gradient_of_pool(%x: tensor<4x4xf32>, %gradient: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %result = "stablehlo.select_and_scatter"(%x, %gradient, %zero) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %first = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %first : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %result : tensor<4x4xf32>
}

// ----- stablehlo.sort
func.func @sort_pairs(%keys: tensor<8xf32>, %values: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %sorted:2 = "stablehlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%key: tensor<f32>, %other_key: tensor<f32>, %value: tensor<i32>, %other_value: tensor<i32>):
      %first = stablehlo.compare LT, %key, %other_key, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %first : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %sorted#0, %sorted#1 : tensor<8xf32>, tensor<8xi32>
}

// ----- stablehlo.convolution
func.func @blur(%image: tensor<1x8x8x3xf32>, %kernel: tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32> {
  %out = stablehlo.convolution(%image, %kernel)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  return %out : tensor<1x8x8x4xf32>
}

// ----- stablehlo.dot_general
func.func @product(%x: tensor<8x2x3xf32>, %y: tensor<8x3x4xf32>) -> tensor<8x2x4xf32> {
  %xy = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
    : (tensor<8x2x3xf32>, tensor<8x3x4xf32>) -> tensor<8x2x4xf32>
  return %xy : tensor<8x2x4xf32>
}

// ----- stablehlo.map
func.func @squares(%x: tensor<4xf32>) -> tensor<4xf32> {
  %squared = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%one: tensor<f32>):
      %square = stablehlo.multiply %one, %one : tensor<f32>
      stablehlo.return %square : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %squared : tensor<4xf32>
}

// ----- stablehlo.reduce
func.func @sums(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}

// ----- stablehlo.reduce_window
func.func @pool(%x: tensor<1x4x4x1xf32>) -> tensor<1x2x2x1xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %largest = "stablehlo.reduce_window"(%x, %low) <{
    window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>
  }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %max = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %max : tensor<f32>
  }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>
  return %largest : tensor<1x2x2x1xf32>
}

// ----- stablehlo.batch_norm_grad
func.func @main() -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf32>
  %mean = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %gradient = stablehlo.constant dense<[[0.1, 0.2], [0.3, 0.4]]> : tensor<2x2xf32>
  %of_x, %of_scale, %of_offset = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %gradient) <{
    epsilon = 0.0 : f32, feature_index = 1 : i64
  }> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>)
    -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %of_x, %of_scale, %of_offset : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
}

// ----- stablehlo.batch_norm_inference
func.func @main() -> tensor<2x2xf32> {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf32>
  %offset = stablehlo.constant dense<0.5> : tensor<2xf32>
  %mean = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %y = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{
    epsilon = 0.0 : f32, feature_index = 1 : i64
  }> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// ----- stablehlo.batch_norm_training
func.func @main() -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<1.0> : tensor<2xf32>
  %offset = stablehlo.constant dense<0.5> : tensor<2xf32>
  %y, %mean, %variance = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{
    epsilon = 0.001 : f32, feature_index = 1 : i64
  }> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %y, %mean, %variance : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
}

// ----- stablehlo.cholesky
func.func @main() -> tensor<2x2xf32> {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  return %l : tensor<2x2xf32>
}

// ----- stablehlo.triangular_solve
func.func @main() -> tensor<2x1xf32> {
  %a = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [9.0]]> : tensor<2x1xf32>
  %x = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %x : tensor<2x1xf32>
}

// ----- stablehlo.case
func.func @choose(%which: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %chosen = "stablehlo.case"(%which) ({
    %negated = stablehlo.negate %x : tensor<f32>
    stablehlo.return %negated : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %chosen : tensor<f32>
}

// ----- stablehlo.composite
func.func @main() -> tensor<i64> {
  %x = stablehlo.constant dense<1> : tensor<i64>
  %sum = stablehlo.composite "my.add_n" %x {composite_attributes = {n = 2 : i64}, decomposition = @add_two}
    : (tensor<i64>) -> tensor<i64>
  return %sum : tensor<i64>
}
func.func private @add_two(%x: tensor<i64>) -> tensor<i64> {
  %two = stablehlo.constant dense<2> : tensor<i64>
  %sum = stablehlo.add %x, %two : tensor<i64>
  return %sum : tensor<i64>
}

// ----- stablehlo.custom_call
func.func @main() -> (tensor<2x2xf32>, tensor<i32>) {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %l, %info = stablehlo.custom_call @lapack_spotrf_ffi(%a) {
    api_version = 4 : i32, backend_config = {uplo = 76 : ui8}
  } : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %l, %info : tensor<2x2xf32>, tensor<i32>
}

// ----- stablehlo.if
func.func @absolute(%negative: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %result = "stablehlo.if"(%negative) ({
    %negated = stablehlo.negate %x : tensor<f32>
    stablehlo.return %negated : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %result : tensor<f32>
}

// ----- stablehlo.return
func.func @squares(%x: tensor<4xf32>) -> tensor<4xf32> {
  %squared = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%one: tensor<f32>):
      %square = stablehlo.multiply %one, %one : tensor<f32>
      stablehlo.return %square : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %squared : tensor<4xf32>
}

// ----- stablehlo.while
func.func @power(%base: tensor<f32>, %times: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<1.0> : tensor<f32>
  %end:2 = stablehlo.while(%i = %zero, %product = %start) : tensor<i32>, tensor<f32>
  cond {
    %more = stablehlo.compare LT, %i, %times : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %longer = stablehlo.multiply %product, %base : tensor<f32>
    stablehlo.return %next, %longer : tensor<i32>, tensor<f32>
  }
  return %end#1 : tensor<f32>
}

// ----- stablehlo.get_tuple_element
func.func @second(%pair: tuple<tensor<f32>, tensor<i32>>) -> tensor<i32> {
  %one = stablehlo.get_tuple_element %pair[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  return %one : tensor<i32>
}

// ----- hloom.fusion
func.func @scaled_sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %fused = "hloom.fusion"(%x, %y) <{kind = "loop"}> ({
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      %sum = stablehlo.add %a, %b : tensor<4xf32>
      %scaled = stablehlo.multiply %sum, %sum : tensor<4xf32>
      stablehlo.return %scaled : tensor<4xf32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %fused : tensor<4xf32>
}

// ----- hloom.layer
func.func @two_branches(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %both:2 = "hloom.layer"(%x) ({
    ^bb0(%a: tensor<4xf32>):
      %up = stablehlo.exponential %a : tensor<4xf32>
      %down = stablehlo.negate %a : tensor<4xf32>
      stablehlo.return %up, %down : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %both#0, %both#1 : tensor<4xf32>, tensor<4xf32>
}

// ----- hloom.map
func.func @sum_and_product(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %both:2 = "hloom.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      %product = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %sum, %product : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %both#0, %both#1 : tensor<4xf32>, tensor<4xf32>
}

// ----- check.expect_close
func.func @main(%x: tensor<4xf32>) {
  %y = stablehlo.optimization_barrier %x : tensor<4xf32>
  check.expect_close %x, %y, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// ----- check.expect_serialized_eq
func.func @main(%x: tensor<4xf32>) {
  %kept = interpreter.probe %x, probe_id = "layer1" : tensor<4xf32>
  check.expect_serialized_eq %kept, probe_id = "layer1" : tensor<4xf32>
  return
}

// ----- cf.br
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^end(%x : tensor<f32>)
^end(%y: tensor<f32>):
  return %y : tensor<f32>
}

// ----- cf.cond_br
func.func @absolute(%x: tensor<f32>, %negative: tensor<i1>) -> tensor<f32> {
  cf.cond_br %negative, ^turn, ^end(%x : tensor<f32>)
^turn:
  %z = stablehlo.negate %x : tensor<f32>
  cf.br ^end(%z : tensor<f32>)
^end(%y: tensor<f32>):
  return %y : tensor<f32>
}

// ----- cf.switch
func.func @main(%flag: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  cf.switch %flag : tensor<i32>, [
    default: ^end(%x : tensor<f32>),
    42: ^end(%y : tensor<f32>)
  ]
^end(%z: tensor<f32>):
  return %z : tensor<f32>
}

// ----- cf.assert
func.func @main(%positive: tensor<i1>) {
  cf.assert %positive, "the number must be positive"
  return
}

// ----- arith.constant
func.func @main() -> i32 {
  %k = arith.constant 42 : i32
  return %k : i32
}

// ----- tensor.extract
func.func @main(%x: tensor<2x3xf32>, %i: index, %j: index) -> f32 {
  %element = tensor.extract %x[%i, %j] : tensor<2x3xf32>
  return %element : f32
}

// ----- tensor.from_elements
func.func @main(%a: f32, %b: f32) -> tensor<2xf32> {
  %pair = tensor.from_elements %a, %b : tensor<2xf32>
  return %pair : tensor<2xf32>
}

// ----- chlo.constant
func.func @ones() -> tensor<3xf32> {
  %ones = chlo.constant dense<1.0> : tensor<3xf32>
  return %ones : tensor<3xf32>
}

// ----- chlo.constant_like
func.func @ones_like(%x: tensor<?xf32>) -> tensor<?xf32> {
  %ones = "chlo.constant_like"(%x) {value = 1.0 : f32} : (tensor<?xf32>) -> tensor<?xf32>
  return %ones : tensor<?xf32>
}

// ----- chlo.minimum_broadcast_shapes
func.func @shapes(%a: tensor<6xindex>, %b: tensor<5xindex>) -> (tensor<?xindex>, tensor<?xindex>) {
  // [1, 2, 3, 1, 2, 1] and [1, 1, 1, 2, 3] become [6, 2, 1] and [2, 3].
  %least:2 = "chlo.minimum_broadcast_shapes"(%a, %b)
    : (tensor<6xindex>, tensor<5xindex>) -> (tensor<?xindex>, tensor<?xindex>)
  return %least#0, %least#1 : tensor<?xindex>, tensor<?xindex>
}

// ----- chlo.ragged_dot
func.func @experts(%rows: tensor<11x5xf32>, %weights: tensor<3x5x7xf32>, %sizes: tensor<3xi32>) -> tensor<11x7xf32> {
  // Row i is multiplied by the weights of the group that it belongs to.
  %out = "chlo.ragged_dot"(%rows, %weights, %sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  } : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return %out : tensor<11x7xf32>
}

// ----- chlo.scan
func.func @running_sum(%x: tensor<8x3xf32>, %zero: tensor<3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>) {
  %sums, %last = chlo.scan(%x) inits (%zero) dimension=0 {
    ^bb0(%row: tensor<3xf32>, %sum: tensor<3xf32>):
      %next = stablehlo.add %sum, %row : tensor<3xf32>
      stablehlo.return %next, %next : tensor<3xf32>, tensor<3xf32>
  } : (tensor<8x3xf32>, tensor<3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>)
  return %sums, %last : tensor<8x3xf32>, tensor<3xf32>
}

// ----- stablehlo.all_gather
func.func private @process(%x: tensor<2xi32>) -> tensor<4xi32> {
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}
func.func @main() {
  %p = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %q = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@process], [@process]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %r#0, dense<[1, 2, 3, 4]> : tensor<4xi32>
  check.expect_eq_const %r#1, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return
}

// ----- stablehlo.all_reduce
func.func private @process(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
func.func @main() {
  %p = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %q = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@process], [@process]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[4, 6]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[4, 6]> : tensor<2xi32>
  return
}

// ----- stablehlo.all_to_all
func.func private @process(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
func.func @main() {
  %p = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %q = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@process], [@process]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[1, 3]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[2, 4]> : tensor<2xi32>
  return
}

// ----- stablehlo.collective_broadcast
func.func private @process(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
func.func @main() {
  %p = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %q = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@process], [@process]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[3, 4]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[3, 4]> : tensor<2xi32>
  return
}

// ----- stablehlo.collective_permute
func.func private @process(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
func.func @main() {
  %p = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %q = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@process], [@process]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi32>
  return
}

// ----- stablehlo.collective_reduce
func.func private @process(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
func.func @main() {
  %p = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %q = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@process], [@process]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[4, 6]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[0, 0]> : tensor<2xi32>
  return
}

// ----- stablehlo.reduce_scatter
func.func private @process(%x: tensor<2xi32>) -> tensor<1xi32> {
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<1xi32>
  return %y : tensor<1xi32>
}
func.func @main() {
  %p = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %q = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@process], [@process]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  check.expect_eq_const %r#0, dense<4> : tensor<1xi32>
  check.expect_eq_const %r#1, dense<6> : tensor<1xi32>
  return
}

// ----- stablehlo.async_start
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %later = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xi32>):
      %y = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %y : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %twice = stablehlo.add %x, %x : tensor<2xi32>
  %gathered = "stablehlo.async_done"(%later) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  check.expect_eq %gathered, %x : tensor<2xi32>
  return
}

// ----- stablehlo.async_done
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %later = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xi32>):
      %y = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %y : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %twice = stablehlo.add %x, %x : tensor<2xi32>
  %gathered = "stablehlo.async_done"(%later) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  check.expect_eq %gathered, %x : tensor<2xi32>
  return
}

// ----- stablehlo.infeed
func.func private @process(%t: !stablehlo.token) -> tensor<2xi32> {
  %x:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %x#0 : tensor<2xi32>
}
func.func private @fed() -> tensor<2xi32> {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  return %x : tensor<2xi32>
}
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %x = "interpreter.run_parallel"(%t) <{infeed = [@fed], programs = [[@process]]}> : (!stablehlo.token) -> tensor<2xi32>
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>
  return
}

// ----- stablehlo.outfeed
func.func @main(%x: tensor<2xi32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %done = "stablehlo.outfeed"(%x, %t) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return
}

// ----- stablehlo.send
func.func private @sends(%x: tensor<2xi32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %sent = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return
}
func.func private @receives() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %x:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %x#0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = "interpreter.run_parallel"(%x) <{programs = [[@sends, @receives]]}> : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq %y, %x : tensor<2xi32>
  return
}

// ----- stablehlo.recv
func.func private @sends(%x: tensor<2xi32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %sent = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return
}
func.func private @receives() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %x:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %x#0 : tensor<2xi32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = "interpreter.run_parallel"(%x) <{programs = [[@sends, @receives]]}> : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq %y, %x : tensor<2xi32>
  return
}

// ----- interpreter.run_parallel
func.func private @process() -> (tensor<ui32>, tensor<ui32>) {
  %replica = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>
  return %replica, %partition : tensor<ui32>, tensor<ui32>
}
func.func @main() {
  %r:4 = "interpreter.run_parallel"() <{programs = [[@process, @process]]}> : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#2, dense<0> : tensor<ui32>
  check.expect_eq_const %r#3, dense<1> : tensor<ui32>
  return
}

// ----- sdy.mesh
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- sdy.sharding_constraint
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.sharding_constraint %x <@mesh, [{"x"}, {?}]> : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- sdy.reshard
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.reshard %x <@mesh, [{}, {"x"}]> : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- sdy.data_flow_edge
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.data_flow_edge %x sharding=<@mesh, [{"x"}, {}]> : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- sdy.propagation_barrier
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- sdy.sharding_group
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  sdy.sharding_group %x group_id=1 : tensor<4x2xf32>
  return %x : tensor<4x2xf32>
}

// ----- sdy.manual_computation
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x2xf32>) {
    %twice = stablehlo.add %part, %part : tensor<2x2xf32>
    sdy.return %twice : tensor<2x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- sdy.return
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x2xf32>) {
    %twice = stablehlo.add %part, %part : tensor<2x2xf32>
    sdy.return %twice : tensor<2x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- sdy.named_computation
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %y = sdy.named_computation<"twice">(%x) (%a: tensor<4x2xf32>) {
    %twice = stablehlo.add %a, %a : tensor<4x2xf32>
    sdy.return %twice : tensor<4x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// ----- hloom.relayout
func.func @there_and_back(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %rows = hloom.relayout %x : (tensor<3x4xf32>) -> tensor<3x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>
  %dense = hloom.relayout %rows : (tensor<3x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<3x4xf32>
  return %dense : tensor<3x4xf32>
}

// ----- hloom.halo
func.func @neighbours(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = hloom.relayout %x : (tensor<4x2xf32>) -> tensor<4x2xf32, #hloom.split<[2 over cores, 1]>>
  %near = hloom.halo %rows, %zero : (tensor<4x2xf32, #hloom.split<[2 over cores, 1]>>, tensor<f32>) -> tensor<4x2xf32, #hloom.split<[2 over cores halo (1, 1), 1]>>
  %all = hloom.relayout %near : (tensor<4x2xf32, #hloom.split<[2 over cores halo (1, 1), 1]>>) -> tensor<4x2xf32>
  return %all : tensor<4x2xf32>
}

// ----- interpreter.probe
func.func @main() -> tensor<2xi32> {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = interpreter.probe %x, probe_id = "x" : tensor<2xi32>
  return %y : tensor<2xi32>
}
