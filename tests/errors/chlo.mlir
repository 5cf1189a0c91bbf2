// RUN: hloom opt %s --split-input-file --verify-diagnostics

// CHLO numbers no constraints; each is reported under a word.

func.func @acos(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.acos` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.acos %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @acosh(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.acosh` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.acosh %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @asin(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.asin` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.asin %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @asinh(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.asinh` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.asinh %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @atan(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.atan` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.atan %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @atanh(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.atanh` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.atanh %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @bessel_i1e(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.bessel_i1e` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.bessel_i1e %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @conj(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.conj` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.conj %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @cosh(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.cosh` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.cosh %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @digamma(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.digamma` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.digamma %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @erf(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.erf` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.erf %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @erf_inv(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.erf_inv` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.erf_inv %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @erfc(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.erfc` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.erfc %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @lgamma(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.lgamma` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.lgamma %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @sinh(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.sinh` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.sinh %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @square(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.square` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.square %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @tan(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.tan` breaks (I1): operand must be a tensor of floats or complex numbers}}
  %y = chlo.tan %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @is_inf(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.is_inf` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.is_inf %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @is_neg_inf(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.is_neg_inf` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.is_neg_inf %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @is_pos_inf(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.is_pos_inf` breaks (I1): operand must be a tensor of floats}}
  %y = chlo.is_pos_inf %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @asin_acos_kernel(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo._asin_acos_kernel` breaks (I1): operand must be a tensor of complex numbers}}
  %y = chlo._asin_acos_kernel %x : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @next_after(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{`chlo.next_after`: the operands are tensor<2xf32> and tensor<2xf64>; they must have one type}}
  %z = chlo.next_after %x, %y : tensor<2xf32>, tensor<2xf64> -> tensor<2xf32>
  return
}

// -----

func.func @polygamma(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{`chlo.polygamma`: the operands are tensor<2xf32> and tensor<2xf64>; they must have one type}}
  %z = chlo.polygamma %x, %y : tensor<2xf32>, tensor<2xf64> -> tensor<2xf32>
  return
}

// -----

func.func @zeta(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{`chlo.zeta`: the operands are tensor<2xf32> and tensor<2xf64>; they must have one type}}
  %z = chlo.zeta %x, %y : tensor<2xf32>, tensor<2xf64> -> tensor<2xf32>
  return
}

// -----

func.func @mulhi(%x: tensor<2xf32>) {
  // expected-error@+1 {{`chlo.mulhi` breaks (I1): lhs must be a tensor of integers}}
  %z = chlo.mulhi %x, %x : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_add(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_add`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_and(%x: tensor<2xi32>, %y: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.broadcast_and`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_and %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @broadcast_atan2(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_atan2`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_atan2 %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_divide(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_divide`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_divide %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_maximum(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_maximum`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_maximum %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_minimum(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_minimum`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_minimum %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_multiply(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_multiply`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_multiply %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_next_after(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_next_after`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_next_after %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_or(%x: tensor<2xi32>, %y: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.broadcast_or`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_or %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @broadcast_polygamma(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_polygamma`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_polygamma %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_power(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_power`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_power %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_remainder(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_remainder`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_remainder %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_shift_left(%x: tensor<2xi32>, %y: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.broadcast_shift_left`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_shift_left %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic(%x: tensor<2xi32>, %y: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.broadcast_shift_right_arithmetic`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical(%x: tensor<2xi32>, %y: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.broadcast_shift_right_logical`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_shift_right_logical %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @broadcast_subtract(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_subtract`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_subtract %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_xor(%x: tensor<2xi32>, %y: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.broadcast_xor`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_xor %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @broadcast_zeta(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`chlo.broadcast_zeta`: in dimension 0, 2 elements and 3 can't be broadcast to one shape}}
  %z = chlo.broadcast_zeta %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_complex(%x: tensor<2xf16>) {
  // expected-error@+1 {{`chlo.broadcast_complex` breaks (I1): lhs must be a tensor of f32 or f64}}
  %z = chlo.broadcast_complex %x, %x : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @broadcast_compare(%x: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.broadcast_compare`: compare_type FLOAT does not suit elements of i32}}
  %z = chlo.broadcast_compare %x, %x {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @broadcast_select(%p: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{`chlo.broadcast_select`: on_true is tensor<2xf32> but on_false is tensor<2xf64>; they must have one element type}}
  %z = chlo.broadcast_select %p, %x, %y : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_dimensions(%x: tensor<2xf32>, %y: tensor<3x2xf32>) {
  // expected-error@+1 {{`chlo.broadcast_add`: broadcast_dimensions [2] must name, in order, a dimension of rank 2 for each of 1}}
  %z = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 2>} : (tensor<2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @broadcast_types(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.broadcast_add`: lhs is tensor<2xf32> but rhs is tensor<2xi32>; they must have one element type}}
  %z = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @constant_type() {
  // expected-error@+1 {{`chlo.constant`: the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %z = "chlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<3xf32>
  return
}

// -----

func.func @constant_like(%x: tensor<2xf32>) {
  // expected-error@+1 {{`chlo.constant_like`: the result is tensor<2xi32>, but tensor<2xf32> is declared}}
  %z = "chlo.constant_like"(%x) {value = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @constant_like_word(%x: tensor<2xf32>) {
  // expected-error@+1 {{`chlo.constant_like`: value `"one"` is not a number}}
  %z = "chlo.constant_like"(%x) {value = "one"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dynamic_reshape(%x: tensor<6xf32>, %s: tensor<1xi32>) {
  // expected-error@+1 {{`chlo.dynamic_reshape`: tensor<6xf32> can't become tensor<2x3xf32> by the shape tensor<1xi32>}}
  %z = chlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @minimum_broadcast_shapes(%s: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.minimum_broadcast_shapes`: shape 0 is tensor<2xi32> and its result tensor<?xindex>; both must be lists of index}}
  %z = "chlo.minimum_broadcast_shapes"(%s) : (tensor<2xi32>) -> tensor<?xindex>
  return
}

// -----

func.func @top_k_of_scalar(%x: tensor<f32>) {
  // expected-error@+1 {{`chlo.top_k`: operand must have a dimension, unlike tensor<f32>}}
  %v, %i = chlo.top_k(%x, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @top_k_too_many(%x: tensor<2xf32>) {
  // expected-error@+1 {{`chlo.top_k`: k is 3, but the rows of tensor<2xf32> have 2 elements}}
  %v, %i = chlo.top_k(%x, k = 3) : tensor<2xf32> -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

func.func @top_k_negative(%x: tensor<2xf32>) {
  // expected-error@+1 {{`chlo.top_k`: k is -1; it must not be negative}}
  %v, %i = chlo.top_k(%x, k = -1) : tensor<2xf32> -> (tensor<3xf32>, tensor<3xi32>)
  return
}

// -----

func.func @ragged_twice(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.ragged_dot`: lhs_ragged_dimensions [0, 1] must name one dimension of lhs, tensor<4x6xf32>}}
  %z = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @ragged_unpaired(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.ragged_dot`: contracting dimensions [1] of tensor<4x6xf32> and [2] of tensor<3x6x2xf32> must pair up}}
  %z = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @ragged_same(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.ragged_dot`: dimensions [1, 1] of rhs must be different ones of tensor<3x6x2xf32>}}
  %z = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @ragged_without_groups(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.ragged_dot`: rhs_group_dimensions [] must name 1 dimensions, as the ragged one is}}
  %z = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @ragged_sizes(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %s: tensor<2x3xi32>) {
  // expected-error@+1 {{`chlo.ragged_dot`: group_sizes is tensor<2x3xi32>; it must be a list, or have the extents [] in front}}
  %z = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<2x3xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @ragged_groups(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{`chlo.ragged_dot`: there are 2 sizes of groups, but 3 groups in rhs}}
  %z = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @ragged_result(%x: tensor<4x6xf32>, %y: tensor<3x6x2xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`chlo.ragged_dot`: the result is tensor<4x3xf32>, not tensor<4x2xf32>}}
  %z = "chlo.ragged_dot"(%x, %y, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x6xf32>, tensor<3x6x2xf32>, tensor<3xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @scan_dimension(%x: tensor<4x6xf32>, %zero: tensor<6xf32>) {
  // expected-error@+1 {{`chlo.scan`: dimension 2 is not a dimension of input 0, tensor<4x6xf32>}}
  %y:2 = chlo.scan(%x) inits (%zero) dimension=2 {
    ^bb0(%row: tensor<6xf32>, %sum: tensor<6xf32>):
      stablehlo.return %row, %sum : tensor<6xf32>, tensor<6xf32>
  } : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>)
  return
}

// -----

func.func @scan_below_zero(%x: tensor<?x6xf32>, %zero: tensor<6xf32>) {
  // expected-error@+1 {{`chlo.scan`: scan_dim_size is -2; the body can't run so often}}
  %y:2 = "chlo.scan"(%x, %zero) <{dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>, scan_dim_size = -2 : i64}> ({
    ^bb0(%row: tensor<6xf32>, %sum: tensor<6xf32>):
      stablehlo.return %row, %sum : tensor<6xf32>, tensor<6xf32>
  }) : (tensor<?x6xf32>, tensor<6xf32>) -> (tensor<?x6xf32>, tensor<6xf32>)
  return
}

// -----

func.func @scan_extent(%x: tensor<4x6xf32>, %zero: tensor<6xf32>) {
  // expected-error@+1 {{`chlo.scan`: input 0 has 4 slices, not 3}}
  %y:2 = chlo.scan(%x) inits (%zero) dimension=0 attributes {scan_dim_size = 3 : i64} {
    ^bb0(%row: tensor<6xf32>, %sum: tensor<6xf32>):
      stablehlo.return %row, %sum : tensor<6xf32>, tensor<6xf32>
  } : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>)
  return
}

// -----

func.func @scan_argument(%x: tensor<4x6xf32>, %zero: tensor<6xf32>) {
  // expected-error@+1 {{`chlo.scan`: argument 0 of body is tensor<4xf32>, not tensor<6xf32>}}
  %y:2 = chlo.scan(%x) inits (%zero) dimension=0 {
    ^bb0(%row: tensor<4xf32>, %sum: tensor<6xf32>):
      stablehlo.return %row, %sum : tensor<4xf32>, tensor<6xf32>
  } : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>)
  return
}

// -----

func.func @scan_handed(%x: tensor<4x6xf32>, %zero: tensor<6xf32>) {
  // expected-error@+1 {{`chlo.scan`: body yields 1 values, not 1 outputs and 1 carried}}
  %y:2 = chlo.scan(%x) inits (%zero) dimension=0 {
    ^bb0(%row: tensor<6xf32>, %sum: tensor<6xf32>):
      stablehlo.return %sum : tensor<6xf32>
  } : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>)
  return
}

// -----

func.func @scan_carried(%x: tensor<4x6xf32>, %zero: tensor<6xf32>) {
  // expected-error@+1 {{`chlo.scan`: body carries on tensor<f32>, but was given tensor<6xf32>}}
  %y:2 = chlo.scan(%x) inits (%zero) dimension=0 {
    ^bb0(%row: tensor<6xf32>, %sum: tensor<6xf32>):
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      stablehlo.return %row, %one : tensor<6xf32>, tensor<f32>
  } : (tensor<4x6xf32>, tensor<6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>)
  return
}
