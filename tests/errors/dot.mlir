// RUN: hloom opt %s --split-input-file --verify-diagnostics

// The general product of tensors.

func.func @batching_count(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C1): batching dimensions [0] and [] must pair up}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @contracting_count(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C2): contracting dimensions [2, 1] and [1] must pair up}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2, 1] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @lhs_twice(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C3): a dimension of lhs stands twice in [0] and [0]}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @rhs_twice(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C4): a dimension of rhs stands twice in [0] and [0]}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @lhs_batching(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C5): batching dimensions [3] must be dimensions of lhs, tensor<2x3x4xf32>}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [3] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @lhs_contracting(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C6): contracting dimensions [-1] must be dimensions of lhs, tensor<2x3x4xf32>}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [-1] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @rhs_batching(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C7): batching dimensions [9223372036854775807] must be dimensions of rhs, tensor<2x4x5xf32>}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [9223372036854775807], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @rhs_contracting(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C8): contracting dimensions [3] must be dimensions of rhs, tensor<2x4x5xf32>}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @batching_extents(%x: tensor<2x3x4xf32>, %y: tensor<3x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C9): batching dimensions 0 and 0 have extents 2 and 3}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @contracting_extents(%x: tensor<2x3x4xf32>, %y: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C10): contracting dimensions 2 and 1 have extents 4 and 3}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @precision(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C11): precision_config has 3 entries; there are two operands}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @shape(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x5x3xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C12): the result is tensor<2x3x5xf32>, but tensor<2x5x3xf32> is declared}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x3xf32>
  return %z : tensor<2x5x3xf32>
}

// -----

func.func @elements(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xi32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C13): elements of f32 and f32 can't make a product of i32}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xi32>
  return %z : tensor<2x3x5xi32>
}

// -----

func.func @quantized(%x: tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C14): lhs and the result must both be quantized or both not, not !quant.uniform<i8:f32, 0.5> and f32}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @quantized_rhs(%x: tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C14): elements of !quant.uniform<i8:f32, 0.5> and f32 can't make a product of !quant.uniform<i8:f32, 0.5>}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x4x5xf32>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @zero_points(%x: tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x4x5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C15): the zero points of rhs, tensor<2x4x5x!quant.uniform<i8:f32, 0.5:3>>, must be 0}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x4x5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @quantized_dimension(%x: tensor<2x3x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x2x5x!quant.uniform<i8:f32:1, {0.5,0.25}>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C16): rhs is quantized along dimension 1, which is contracted}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x5x!quant.uniform<i8:f32:1, {0.5,0.25}>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @storage(%x: tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x4x5x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C17): lhs is stored in i8, rhs in i16}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x4x5x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @expressed(%x: tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x4x5x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C18): elements of}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x4x5x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x3x5x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @per_tensor(%x: tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3x5x!quant.uniform<i8:f32:0, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C19): the result has a scale for each index, but rhs has one for all}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x4x5x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3x5x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return %z : tensor<2x3x5x!quant.uniform<i8:f32:0, {0.5,0.25}>>
}

// -----

func.func @hybrid(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C20): elements of f32 and !quant.uniform<i8:f16, 0.5> can't make a product of f32}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @algorithm_precision(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C21): with an algorithm, precision_config must be DEFAULT}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @lhs_components(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C22): lhs_component_count must be positive}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @rhs_components(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C23): rhs_component_count must be positive}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = -2, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @operations(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (C24): num_primitive_operations must be positive}}
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %z : tensor<2x3x5xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>, %y: tensor<4x5xf32>) -> tensor<3x5xf32> {
  // expected-error@+1 {{`stablehlo.dot_general`: operand 0 must be a ranked tensor, not tensor<*xf32>}}
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<*xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %z : tensor<3x5xf32>
}
