// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops that move elements, and ops that make values out of nothing.

func.func @bitcast_rank(%x: tensor<2xf32>) -> tensor<2xi16> {
  // expected-error@+1 {{`stablehlo.bitcast_convert` breaks (C1): tensor<2xf32> has rank 1 and tensor<2xi16> has rank 1; the narrower must have 1 more}}
  %y = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi16>
  return %y : tensor<2xi16>
}

// -----

func.func @bitcast_extent(%x: tensor<2xf32>) -> tensor<2x4xi16> {
  // expected-error@+1 {{`stablehlo.bitcast_convert` breaks (C1): the last dimension of the narrower type must be 2, not 4}}
  %y = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xi16>
  return %y : tensor<2x4xi16>
}

// -----

func.func @bitcast_shape(%x: tensor<2xf32>) -> tensor<3xi32> {
  // expected-error@+1 {{`stablehlo.bitcast_convert` breaks (C1): tensor<2xf32> and tensor<3xi32> differ in the dimensions that both have}}
  %y = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<3xi32>
  return %y : tensor<3xi32>
}

// -----

func.func @bitcast_complex(%x: tensor<2xcomplex<f32>>) -> tensor<2xi64> {
  // expected-error@+1 {{`stablehlo.bitcast_convert` breaks (C2): complex<f32> and i64 must both be complex or neither}}
  %y = stablehlo.bitcast_convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// -----

func.func @broadcast_element(%x: tensor<2xf32>) -> tensor<2x3xf64> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C1): the result tensor<2x3xf64> does not have the operand's element type f32}}
  %y = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// -----

func.func @broadcast_count(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C2): broadcast_dimensions [0, 1] must name a dimension for each of the operand's 1}}
  %y = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @broadcast_range(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C3): broadcast_dimensions [2] must be dimensions of tensor<2x3xf32>}}
  %y = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @broadcast_negative(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C3)}}
  %y = stablehlo.broadcast_in_dim %x, dims = [-1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @broadcast_twice(%x: tensor<2x2xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C4): broadcast_dimensions [0, 0] names a dimension twice}}
  %y = stablehlo.broadcast_in_dim %x, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @broadcast_extent(%x: tensor<2xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C5): dimension 0 of the operand has extent 2; it can't become dimension 1 of tensor<2x3xf32>}}
  %y = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @broadcast_quantized_dimension(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C6): the quantized dimension 0 of tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>> does not become dimension 1 of}}
  %y = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
  return %y : tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
}

// -----

func.func @broadcast_scales(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.75}>> {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim` breaks (C6): tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>> and tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.75}>> have different scales or zero points}}
  %y = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.75}>>
  return %y : tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.75}>>
}

// -----

func.func @reshape_element(%x: tensor<2xf32>) -> tensor<2x1xf64> {
  // expected-error@+1 {{`stablehlo.reshape` breaks (C1): the result tensor<2x1xf64> does not have the operand's element type f32}}
  %y = stablehlo.reshape %x : (tensor<2xf32>) -> tensor<2x1xf64>
  return %y : tensor<2x1xf64>
}

// -----

func.func @reshape_count(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.reshape` breaks (C2): tensor<2xf32> and tensor<3xf32> have different numbers of elements}}
  %y = stablehlo.reshape %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @reshape_quantized_dimension(%x: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.reshape` breaks (C3): the quantized dimension 0 of}}
  %y = stablehlo.reshape %x : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
  return %y : tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
}

// -----

func.func @transpose_element(%x: tensor<2x3xf32>) -> tensor<3x2xf64> {
  // expected-error@+1 {{`stablehlo.transpose` breaks (C1): the result is tensor<3x2xf32>, but tensor<3x2xf64> is declared}}
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

// -----

func.func @transpose_permutation(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+1 {{`stablehlo.transpose` breaks (C2): permutation [0, 0] is not a permutation of 0..2}}
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// -----

func.func @transpose_huge(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+1 {{`stablehlo.transpose` breaks (C2): permutation [9223372036854775807, -9223372036854775808] is not a permutation of 0..2}}
  %y = stablehlo.transpose %x, dims = [9223372036854775807, -9223372036854775808] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// -----

func.func @transpose_shape(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{`stablehlo.transpose` breaks (C3): the result is tensor<3x2xf32>, but tensor<2x3xf32> is declared}}
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

func.func @transpose_quantized(%x: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5,0.25,0.125}>> {
  // expected-error@+1 {{`stablehlo.transpose` breaks (C4): the result is tensor<3x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>}}
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5,0.25,0.125}>>
  return %y : tensor<3x2x!quant.uniform<i8:f32:0, {0.5,0.25,0.125}>>
}

// -----

func.func @slice_element(%x: tensor<4xf32>) -> tensor<2xf64> {
  // expected-error@+1 {{`stablehlo.slice` breaks (C1): the result is tensor<2xf32>, but tensor<2xf64> is declared}}
  %y = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}

// -----

func.func @slice_rank(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.slice` breaks (C2): start_indices, limit_indices and strides have 2, 2 and 2 entries; the operand has rank 1}}
  %y = stablehlo.slice %x [0:2, 0:1] : (tensor<4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @slice_lengths(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.slice` breaks (C2): start_indices, limit_indices and strides have 1, 1 and 0 entries}}
  %y = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64>}> : (tensor<4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @slice_limit(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.slice` breaks (C3): dimension 0 can't be sliced from 3 to 5: 0 <= start <= limit <= 4 must hold}}
  %y = stablehlo.slice %x [3:5] : (tensor<4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @slice_stride(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.slice` breaks (C4): the stride of dimension 0 is 0; it must be positive}}
  %y = stablehlo.slice %x [0:2:0] : (tensor<4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @slice_shape(%x: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.slice` breaks (C5): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @concatenate_elements(%x: tensor<4xf32>, %y: tensor<4xf64>) -> tensor<8xf32> {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C1): input 1 is tensor<4xf64>, the first tensor<4xf32>}}
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<4xf64>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

func.func @concatenate_shapes(%x: tensor<4x2xf32>, %y: tensor<4x3xf32>) -> tensor<8x2xf32> {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C2): input 1 is tensor<4x3xf32>, the first tensor<4x2xf32>; they may differ in dimension 0 alone}}
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4x2xf32>, tensor<4x3xf32>) -> tensor<8x2xf32>
  return %z : tensor<8x2xf32>
}

// -----

func.func @concatenate_nothing() -> tensor<8xf32> {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C3): there must be at least one input}}
  %z = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

func.func @concatenate_dimension(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C4): dimension 1 is not a dimension of tensor<4xf32>}}
  %z = stablehlo.concatenate %x, %x, dim = 1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

func.func @concatenate_result(%x: tensor<4xf32>) -> tensor<8xf64> {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C5): the result is tensor<8xf32>, but tensor<8xf64> is declared}}
  %z = stablehlo.concatenate %x, %x, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf64>
  return %z : tensor<8xf64>
}

// -----

func.func @concatenate_extent(%x: tensor<4xf32>) -> tensor<7xf32> {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C6): the result is tensor<8xf32>, but tensor<7xf32> is declared}}
  %z = stablehlo.concatenate %x, %x, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<7xf32>
  return %z : tensor<7xf32>
}

// -----

func.func @concatenate_too_large(%x: tensor<9223372036854775807xf32>) -> tensor<7xf32> {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C6): dimension 0 of the result would be too large}}
  %z = stablehlo.concatenate %x, %x, dim = 0 : (tensor<9223372036854775807xf32>, tensor<9223372036854775807xf32>) -> tensor<7xf32>
  return %z : tensor<7xf32>
}

// -----

func.func @pad_element(%x: tensor<4xf32>, %v: tensor<f64>) -> tensor<6xf32> {
  // expected-error@+1 {{`stablehlo.pad` breaks (C1): padding_value is tensor<f64>; it must be tensor<f32>}}
  %y = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f64>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----

func.func @pad_rank(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  // expected-error@+1 {{`stablehlo.pad` breaks (C2): low, high and interior have 1, 2 and 1 entries; the operand has rank 1}}
  %y = stablehlo.pad %x, %v, low = [1], high = [1, 1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----

func.func @pad_interior(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  // expected-error@+1 {{`stablehlo.pad` breaks (C3): the interior padding of dimension 0 is -1; it must not be negative}}
  %y = stablehlo.pad %x, %v, low = [1], high = [1], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----

func.func @pad_shape(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  // expected-error@+1 {{`stablehlo.pad` breaks (C4): the result is tensor<6xf32>, but tensor<5xf32> is declared}}
  %y = stablehlo.pad %x, %v, low = [1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

func.func @pad_negative(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<0xf32> {
  // expected-error@+1 {{`stablehlo.pad` breaks (C4): dimension 0 of the result would have extent -1}}
  %y = stablehlo.pad %x, %v, low = [-5], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return %y : tensor<0xf32>
}

// -----

func.func @pad_too_large(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<0xf32> {
  // expected-error@+1 {{`stablehlo.pad` breaks (C4): dimension 0 of the result would be too large}}
  %y = stablehlo.pad %x, %v, low = [9223372036854775807], high = [9223372036854775807], interior = [9223372036854775807] : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return %y : tensor<0xf32>
}

// -----

func.func @reverse_type(%x: tensor<4xf32>) -> tensor<4xf64> {
  // expected-error@+1 {{`stablehlo.reverse` breaks (C1): the result is tensor<4xf32>, but tensor<4xf64> is declared}}
  %y = stablehlo.reverse %x, dims = [0] : (tensor<4xf32>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

func.func @reverse_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{`stablehlo.reverse` breaks (C2): dimensions [0, 0] names a dimension twice}}
  %y = stablehlo.reverse %x, dims = [0, 0] : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @reverse_range(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{`stablehlo.reverse` breaks (C3): dimensions [1] must be dimensions of tensor<4xf32>}}
  %y = stablehlo.reverse %x, dims = [1] : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @constant_type() -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.constant` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @iota_dimension() -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.iota` breaks (C1): iota_dimension 1 is not a dimension of tensor<3xf32>}}
  %y = stablehlo.iota dim = 1 : tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @iota_of_booleans() -> tensor<3xi1> {
  // expected-error@+1 {{`stablehlo.iota`: the result tensor<3xi1> must be a tensor of integers, floats or complex numbers}}
  %y = stablehlo.iota dim = 0 : tensor<3xi1>
  return %y : tensor<3xi1>
}
