// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops whose sizes are computed.

func.func @iota_kind(%s: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.dynamic_iota` breaks (I1): output_shape must be a tensor of integers, not tensor<2xf32>}}
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @iota_list(%s: tensor<2x1xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_iota` breaks (I1): a list of integers must be a tensor of one dimension, not tensor<2x1xi32>}}
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2x1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @iota_dimension(%s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_iota` breaks (C1): iota_dimension 2 is not below 2, the number of extents}}
  %y = stablehlo.dynamic_iota %s, dim = 2 : (tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @iota_rank(%s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_iota` breaks (C2): 2 extents are given for the result tensor<?x?x?xf32>, which has rank 3}}
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @iota_extents() {
  // expected-error@+2 {{`stablehlo.dynamic_iota` breaks (C2): the result tensor<?x4xf32> does not have the extents [2, 3]}}
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x4xf32>
  return
}

// -----

func.func @iota_booleans(%s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_iota`: the result tensor<?x?xi1> must be a tensor of integers, floats or complex numbers}}
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi1>
  return
}

// -----

func.func @pad_operand(%x: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<2xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_value(%x: tensor<?x3xf32>, %v: tensor<1xf32>, %l: tensor<2xi32>, %h: tensor<2xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (I2): padding_value must be a scalar tensor, not tensor<1xf32>}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<1xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_low(%x: tensor<?x3xf32>, %v: tensor<f32>, %l: tensor<2xf32>, %h: tensor<2xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (I3): edge_padding_low must be a tensor of integers, not tensor<2xf32>}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_high(%x: tensor<?x3xf32>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<2x1xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (I4): a list of integers must be a tensor of one dimension, not tensor<2x1xi32>}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_interior(%x: tensor<?x3xf32>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<2xi32>, %i: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (I5): interior_padding must be a tensor of integers, not tensor<2xf32>}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_element(%x: tensor<?x3xf32>, %v: tensor<f64>, %l: tensor<2xi32>, %h: tensor<2xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (C1): padding_value is tensor<f64>; it must be tensor<f32>}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<f64>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_result(%x: tensor<?x3xf32>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<2xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (C1): the result tensor<?x?xf64> does not have the element type f32}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf64>
  return
}

// -----

func.func @pad_size(%x: tensor<?x3xf32>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<3xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (C2): 3 paddings are given; the operand has rank 2}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_negative(%x: tensor<?x3xf32>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<2xi32>) {
  // expected-error@+2 {{`stablehlo.dynamic_pad` breaks (C3): interior paddings [0, -1] must not be negative}}
  %k = stablehlo.constant dense<[0, -1]> : tensor<2xi32>
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %k : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pad_rank(%x: tensor<?x3xf32>, %v: tensor<f32>, %l: tensor<2xi32>, %h: tensor<2xi32>, %i: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_pad` breaks (C4): the result tensor<?xf32> does not have the operand's rank 2}}
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad_extents(%x: tensor<?x3xf32>, %v: tensor<f32>) {
  // expected-error@+2 {{`stablehlo.dynamic_pad` breaks (C4): dimension 1 of the result tensor<?x6xf32> would have extent 7}}
  %k = stablehlo.constant dense<1> : tensor<2xi32>
  %y = stablehlo.dynamic_pad %x, %v, %k, %k, %k : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x6xf32>
  return
}

// -----

func.func @reshape_shape(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.dynamic_reshape` breaks (I2): output_shape must be a tensor of integers, not tensor<2xf32>}}
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_element(%x: tensor<2x3xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_reshape` breaks (C1): the result tensor<?x?xf64> does not have the operand's element type f32}}
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf64>
  return
}

// -----

func.func @reshape_count(%x: tensor<2x3xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_reshape` breaks (C2): tensor<2x3xf32> and tensor<4x2xf32> have different numbers of elements}}
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reshape_extents(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{`stablehlo.dynamic_reshape` breaks (C2): the 6 elements of tensor<2x3xf32> can't have the extents [4, 2]}}
  %s = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_axis(%x: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_reshape` breaks (C3): the quantized dimension 0 of tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>> does not become dimension 1 of tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>}}
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
  return
}

// -----

func.func @reshape_rank(%x: tensor<2x3xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_reshape` breaks (C4): 2 extents are given for the result tensor<?x?x?xf32>, which has rank 3}}
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @reshape_constant(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{`stablehlo.dynamic_reshape` breaks (C4): the result tensor<2x?xf32> does not have the extents [3, 2]}}
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @slice_operand(%x: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %a: tensor<2xi32>, %z: tensor<2xi32>, %t: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.real_dynamic_slice` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = stablehlo.real_dynamic_slice %x, %a, %z, %t : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_list(%x: tensor<?x3xf32>, %a: tensor<2x1xi32>, %z: tensor<2xi32>, %t: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.real_dynamic_slice` breaks (I2): a list of integers must be a tensor of one dimension, not tensor<2x1xi32>}}
  %y = stablehlo.real_dynamic_slice %x, %a, %z, %t : (tensor<?x3xf32>, tensor<2x1xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_result(%x: tensor<?x3xf32>, %a: tensor<2xi32>, %z: tensor<2xi32>, %t: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.real_dynamic_slice`: the result tensor<?xf32> does not have the operand's rank 2 and elements of f32}}
  %y = stablehlo.real_dynamic_slice %x, %a, %z, %t : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @slice_size(%x: tensor<?x3xf32>, %a: tensor<2xi32>, %z: tensor<3xi32>, %t: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.real_dynamic_slice`: 3 numbers are given; the operand has rank 2}}
  %y = stablehlo.real_dynamic_slice %x, %a, %z, %t : (tensor<?x3xf32>, tensor<2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_types(%x: tensor<?x3xf32>, %a: tensor<2xi32>, %z: tensor<2xi32>, %t: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.real_dynamic_slice`: start, limit and strides must have one type, not tensor<2xi32> and tensor<2xi64>}}
  %y = stablehlo.real_dynamic_slice %x, %a, %z, %t : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_range(%x: tensor<?x3xf32>) {
  // expected-error@+4 {{`stablehlo.real_dynamic_slice`: dimension 1 can't be sliced from 0 to 4 by 1: 0 <= start <= limit <= 3 and a positive stride are needed}}
  %b = stablehlo.constant dense<0> : tensor<2xi32>
  %e = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %o = stablehlo.constant dense<1> : tensor<2xi32>
  %y = stablehlo.real_dynamic_slice %x, %b, %e, %o : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slice_extents(%x: tensor<?x3xf32>) {
  // expected-error@+4 {{`stablehlo.real_dynamic_slice`: dimension 1 of the result tensor<?x2xf32> would have extent 3}}
  %b = stablehlo.constant dense<0> : tensor<2xi32>
  %e = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %o = stablehlo.constant dense<1> : tensor<2xi32>
  %y = stablehlo.real_dynamic_slice %x, %b, %e, %o : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @size_dimension(%x: tensor<?x3xf32>) {
  // expected-error@+1 {{`stablehlo.get_dimension_size` breaks (C1): dimension 2 is not a dimension of tensor<?x3xf32>}}
  %n = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @size_result(%x: tensor<?x3xf32>) {
  // expected-error@+1 {{`stablehlo.get_dimension_size`: the result is tensor<i32>, but tensor<i64> is declared}}
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x3xf32>) -> tensor<i64>
  return
}

// -----

func.func @set_size_operand(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %n: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.set_dimension_size` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<i32>) -> tensor<?x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @set_size_kind(%x: tensor<4xf32>, %n: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.set_dimension_size` breaks (I2): size must be tensor<i32>, not tensor<i64>}}
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @set_size_dimension(%x: tensor<4xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.set_dimension_size`: dimension 1 is not a dimension of tensor<4xf32>}}
  %y = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @set_size_too_large(%x: tensor<4xf32>) {
  // expected-error@+2 {{`stablehlo.set_dimension_size`: size 5 is not in 0..=4}}
  %n = stablehlo.constant dense<5> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @set_size_element(%x: tensor<4xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.set_dimension_size`: the result is tensor<?xf32, #stablehlo.bounds<4>>, but tensor<?xf64> is declared}}
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf64>
  return
}
