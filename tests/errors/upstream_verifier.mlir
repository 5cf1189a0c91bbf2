// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Programs that the verifier of StableHLO refuses: accuracies, algorithms of products, futures,
// layouts of infeeds, lists of extents and quantized types.

func.func @highest(%x: tensor<f32>) {
  // expected-error@+1 {{with mode HIGHEST, all tolerances must be zero}}
  %y = stablehlo.cbrt %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, ulps = 4, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>
  return
}

// -----

// expected-error@+1 {{a future holds ranked tensors, not f32}}
func.func @of_scalar() -> !stablehlo.future<f32>

// -----

// expected-error@+1 {{there is no type `!stablehlo.foobar`}}
func.func @unknown_type() -> !stablehlo.foobar

// -----

func.func @algorithm(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{`stablehlo.dot_general`: no known hardware has this algorithm}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @algorithm_of_integers(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{`lhs_precision_type` is i8, which is not a float type}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = i8, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @layouts(%t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.infeed`: layout has 1 entries for 2 tensors}}
  %0:3 = "stablehlo.infeed"(%t) {layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<3x3xi32>, tensor<i1>, !stablehlo.token)
  return
}

// -----

func.func @layout_of_lists(%t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.infeed`: the layout of a tensor is a list of integers, not [0, []]}}
  %0:2 = "stablehlo.infeed"(%t) {layout = [[0, []]]} : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)
  return
}

// -----

func.func @layout_is_a_list(%t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.infeed`: layout must be a list, not 0 : i64}}
  %0:2 = "stablehlo.infeed"(%t) {layout = 0} : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)
  return
}

// -----

func.func @all_to_all(%x: tensor<4x16xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C8): there are no groups, but split_count is 4}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<0> : tensor<0x2xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @shape_mismatch(%x: tensor<1x3xi32>) {
  %s = stablehlo.constant dense<[2, 1, 1]> : tensor<3xi32>
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C5): dimension 1 of the operand has extent 3; it can't become extent 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 1, 2>} : (tensor<1x3xi32>, tensor<3xi32>) -> tensor<?x?x?xi32>
  return
}

// -----

func.func @open_list(%x: tensor<?xf32>, %s: tensor<?xindex>) {
  // expected-error@+1 {{`stablehlo.dynamic_reshape` breaks (C4): the number of extents must be known, but operand 1 is tensor<?xindex>}}
  %0 = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<?xf32>, tensor<?xindex>) -> tensor<1x4xf32>
  return
}

// -----

// expected-error@+1 {{this quantized type is stored in `si8`; that is spelt `i8`}}
func.func @storage(%x: tensor<4x!quant.uniform<si8:f32, 1.0>>) {
  return
}

// -----

func.func @zero_points(%x: tensor<1x2x2x!quant.uniform<i8:f32:0, {1.0:17}>>) {
  // expected-error@+1 {{`stablehlo.reshape` breaks (C1): tensor<1x2x2x!quant.uniform<i8:f32:0, {1.0:17}>> and tensor<1x2x2x!quant.uniform<i8:f32:0, {1.0:18}>> have different scales or zero points}}
  %0 = "stablehlo.reshape"(%x) : (tensor<1x2x2x!quant.uniform<i8:f32:0, {1.0:17}>>) -> tensor<1x2x2x!quant.uniform<i8:f32:0, {1.0:18}>>
  return
}

// -----

// expected-error@+1 {{a quantized type breaks (C6): the scale 100000 is not in the range of f16}}
func.func @scale(%x: tensor<2x!quant.uniform<i4:f16, 1.0e5>>) {
  return
}

// -----

func.func @mixed(%x: tensor<1x4x4x1xi64>, %k: tensor<3x3x1x1xi32>) {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C27): lhs has elements of i64, rhs of i32}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi32>) -> tensor<1x2x2x1xi64>
  return
}

// -----

func.func @not_commutative(%x: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{expected a commutative op of StableHLO, such as `stablehlo.add`, found `stablehlo.divide`}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.divide across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

