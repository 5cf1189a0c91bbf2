// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Broadcasting to a shape that is computed.

func.func @shape_kind(%x: tensor<?x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (I2): output_dimensions must be a tensor of integers, not tensor<3xf32>}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @shape_rank(%x: tensor<?x3xf32>, %s: tensor<3x1xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (I2): a list of integers must be a tensor of one dimension, not tensor<3x1xi32>}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<?x3xf32>, tensor<3x1xi32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @element(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C1): the result tensor<?x?x3xf64> does not have the operand's element type f32}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf64>
  return
}

// -----

func.func @dimensions_size(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C2): broadcast_dimensions [1] must name a dimension for each of the operand's 2}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @dimensions_range(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C3): broadcast_dimensions [1, 3] must be dimensions of tensor<?x?x3xf32>}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 3] : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @dimensions_unique(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C4): broadcast_dimensions [1, 1] names a dimension twice}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 1] : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @extent(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C5): dimension 1 of the operand has extent 3; it can't become dimension 2 of tensor<?x?x4xf32>}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x4xf32>
  return
}

// -----

func.func @axis(%x: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C6): the quantized dimension 0 of tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>> does not become dimension 0 of tensor<4x2x3x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.5}>>}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<3xi32>) -> tensor<4x2x3x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.5}>>
  return
}

// -----

func.func @scales(%x: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C6): tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>> and tensor<4x2x3x!quant.uniform<i8:f32:1, {0.5,0.5}>> have different scales or zero points}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<3xi32>) -> tensor<4x2x3x!quant.uniform<i8:f32:1, {0.5,0.5}>>
  return
}

// -----

func.func @shape_size(%x: tensor<?x3xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C7): 2 extents are given for the result tensor<?x?x3xf32>, which has rank 3}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @known_twice(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C8): a dimension stands twice in [0] and [0]}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @known_expanding(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C9): known_expanding_dimensions [2] must be dimensions of tensor<?x3xf32>}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] {known_expanding_dimensions = array<i64: 2>} : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return
}

// -----

func.func @known_nonexpanding(%x: tensor<?x3xf32>, %s: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.dynamic_broadcast_in_dim` breaks (C10): known_nonexpanding_dimensions [-1] must be dimensions of tensor<?x3xf32>}}
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] {known_nonexpanding_dimensions = array<i64: -1>} : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return
}
