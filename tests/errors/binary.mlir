// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops of two and three operands that work on each element alone.

func.func @add_types(%x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.add` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2xf64>}}
  %z = stablehlo.add %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @maximum_types(%x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.maximum` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2xf64>}}
  %z = stablehlo.maximum %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @minimum_types(%x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.minimum` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2xf64>}}
  %z = stablehlo.minimum %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @multiply_types(%x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.multiply` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2xf64>}}
  %z = stablehlo.multiply %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @atan2_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.atan2` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  %z = stablehlo.atan2 %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @atan2_lhs(%x: tensor<2xi32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.atan2` breaks (I1): lhs must be a tensor of floats or complex numbers, not tensor<2xi32>}}
  %z = stablehlo.atan2 %x, %y : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @atan2_rhs(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.atan2` breaks (I2): rhs must be a tensor of floats or complex numbers, not tensor<2xi32>}}
  %z = stablehlo.atan2 %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @divide_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.divide` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  %z = stablehlo.divide %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @divide_lhs(%x: tensor<2xi1>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.divide` breaks (I1): lhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.divide %x, %y : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @divide_rhs(%x: tensor<2xf32>, %y: tensor<2xi1>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.divide` breaks (I2): rhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.divide %x, %y : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @power_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.power` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  %z = stablehlo.power %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @power_lhs(%x: tensor<2xi1>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.power` breaks (I1): lhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.power %x, %y : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @power_rhs(%x: tensor<2xf32>, %y: tensor<2xi1>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.power` breaks (I2): rhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.power %x, %y : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @remainder_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.remainder` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  %z = stablehlo.remainder %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @remainder_lhs(%x: tensor<2xi1>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.remainder` breaks (I1): lhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.remainder %x, %y : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @remainder_rhs(%x: tensor<2xf32>, %y: tensor<2xi1>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.remainder` breaks (I2): rhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.remainder %x, %y : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @subtract_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.subtract` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  %z = stablehlo.subtract %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @subtract_lhs(%x: tensor<2xi1>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.subtract` breaks (I1): lhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.subtract %x, %y : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @subtract_rhs(%x: tensor<2xf32>, %y: tensor<2xi1>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.subtract` breaks (I2): rhs must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %z = stablehlo.subtract %x, %y : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @and_result(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xui32> {
  // expected-error@+1 {{`stablehlo.and` breaks (C1): the result is tensor<2xi32>, but tensor<2xui32> is declared}}
  %z = stablehlo.and %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xui32>
  return %z : tensor<2xui32>
}

// -----

func.func @and_lhs(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.and` breaks (I1): lhs must be a tensor of booleans or integers, not tensor<2xf32>}}
  %z = stablehlo.and %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @and_rhs(%x: tensor<2xi32>, %y: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.and` breaks (I2): rhs must be a tensor of booleans or integers, not tensor<2xf32>}}
  %z = stablehlo.and %x, %y : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @or_result(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xui32> {
  // expected-error@+1 {{`stablehlo.or` breaks (C1): the result is tensor<2xi32>, but tensor<2xui32> is declared}}
  %z = stablehlo.or %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xui32>
  return %z : tensor<2xui32>
}

// -----

func.func @or_lhs(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.or` breaks (I1): lhs must be a tensor of booleans or integers, not tensor<2xf32>}}
  %z = stablehlo.or %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @or_rhs(%x: tensor<2xi32>, %y: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.or` breaks (I2): rhs must be a tensor of booleans or integers, not tensor<2xf32>}}
  %z = stablehlo.or %x, %y : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @xor_result(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xui32> {
  // expected-error@+1 {{`stablehlo.xor` breaks (C1): the result is tensor<2xi32>, but tensor<2xui32> is declared}}
  %z = stablehlo.xor %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xui32>
  return %z : tensor<2xui32>
}

// -----

func.func @xor_lhs(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.xor` breaks (I1): lhs must be a tensor of booleans or integers, not tensor<2xf32>}}
  %z = stablehlo.xor %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @xor_rhs(%x: tensor<2xi32>, %y: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.xor` breaks (I2): rhs must be a tensor of booleans or integers, not tensor<2xf32>}}
  %z = stablehlo.xor %x, %y : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @shift_left_result(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xui32> {
  // expected-error@+1 {{`stablehlo.shift_left` breaks (C1): the result is tensor<2xi32>, but tensor<2xui32> is declared}}
  %z = stablehlo.shift_left %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xui32>
  return %z : tensor<2xui32>
}

// -----

func.func @shift_left_lhs(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.shift_left` breaks (I1): lhs must be a tensor of integers, not tensor<2xf32>}}
  %z = stablehlo.shift_left %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @shift_left_rhs(%x: tensor<2xi32>, %y: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.shift_left` breaks (I2): rhs must be a tensor of integers, not tensor<2xf32>}}
  %z = stablehlo.shift_left %x, %y : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @shift_right_arithmetic_result(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xui32> {
  // expected-error@+1 {{`stablehlo.shift_right_arithmetic` breaks (C1): the result is tensor<2xi32>, but tensor<2xui32> is declared}}
  %z = stablehlo.shift_right_arithmetic %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xui32>
  return %z : tensor<2xui32>
}

// -----

func.func @shift_right_arithmetic_lhs(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.shift_right_arithmetic` breaks (I1): lhs must be a tensor of integers, not tensor<2xf32>}}
  %z = stablehlo.shift_right_arithmetic %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @shift_right_arithmetic_rhs(%x: tensor<2xi32>, %y: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.shift_right_arithmetic` breaks (I2): rhs must be a tensor of integers, not tensor<2xf32>}}
  %z = stablehlo.shift_right_arithmetic %x, %y : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @shift_right_logical_result(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xui32> {
  // expected-error@+1 {{`stablehlo.shift_right_logical` breaks (C1): the result is tensor<2xi32>, but tensor<2xui32> is declared}}
  %z = stablehlo.shift_right_logical %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xui32>
  return %z : tensor<2xui32>
}

// -----

func.func @shift_right_logical_lhs(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.shift_right_logical` breaks (I1): lhs must be a tensor of integers, not tensor<2xf32>}}
  %z = stablehlo.shift_right_logical %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @shift_right_logical_rhs(%x: tensor<2xi32>, %y: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.shift_right_logical` breaks (I2): rhs must be a tensor of integers, not tensor<2xf32>}}
  %z = stablehlo.shift_right_logical %x, %y : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----

func.func @add_quantized(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.add` breaks (C2): lhs is tensor<2x!quant.uniform<i8:f32, 0.5>> and rhs tensor<2xf32>; both or none must be quantized}}
  %z = stablehlo.add %x, %y : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @add_storage(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.add` breaks (C3): lhs is stored in i8, rhs in i16}}
  %z = stablehlo.add %x, %y : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @add_expressed(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x!quant.uniform<i8:bf16, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.add` breaks (C4): lhs stands for f32, rhs for bf16}}
  %z = stablehlo.add %x, %y : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:bf16, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %z : tensor<2x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @add_axis(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.add` breaks (C5): lhs and rhs have scales for the whole tensor and the whole tensor, but the result for an axis}}
  %z = stablehlo.add %x, %y : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return %z : tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
}

// -----

func.func @add_lhs_axis(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.add` breaks (C6): lhs is quantized along dimension 0, but the result along 1}}
  %z = stablehlo.add %x, %y : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
  return %z : tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
}

// -----

func.func @add_rhs_axis(%x: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %y: tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.add` breaks (C7): rhs is quantized along dimension 0, but the result along 1}}
  %z = stablehlo.add %x, %y : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
  return %z : tensor<2x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
}

// -----

func.func @complex_types(%x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{`stablehlo.complex` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2xf64>}}
  %z = stablehlo.complex %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return %z : tensor<2xcomplex<f32>>
}

// -----

func.func @complex_shape(%x: tensor<2xf32>) -> tensor<3xcomplex<f32>> {
  // expected-error@+1 {{`stablehlo.complex` breaks (C2): the result is tensor<2xcomplex<f32>>, but tensor<3xcomplex<f32>> is declared}}
  %z = stablehlo.complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return %z : tensor<3xcomplex<f32>>
}

// -----

func.func @complex_element(%x: tensor<2xf32>) -> tensor<2xcomplex<f64>> {
  // expected-error@+1 {{`stablehlo.complex` breaks (C3): the result is tensor<2xcomplex<f32>>, but tensor<2xcomplex<f64>> is declared}}
  %z = stablehlo.complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return %z : tensor<2xcomplex<f64>>
}

// -----

func.func @complex_of_halves(%x: tensor<2xf16>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{`stablehlo.complex` breaks (I1): lhs must be a tensor of f32 or f64, not tensor<2xf16>}}
  %z = stablehlo.complex %x, %x : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return %z : tensor<2xcomplex<f32>>
}

// -----

func.func @complex_of_integers(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{`stablehlo.complex` breaks (I2): rhs must be a tensor of floats, not tensor<2xi32>}}
  %z = stablehlo.complex %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xcomplex<f32>>
  return %z : tensor<2xcomplex<f32>>
}

// -----

func.func @compare_elements(%x: tensor<2xf32>, %y: tensor<2xi32>) -> tensor<2xi1> {
  // expected-error@+1 {{`stablehlo.compare` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2xi32>}}
  %z = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return %z : tensor<2xi1>
}

// -----

func.func @compare_shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xi1> {
  // expected-error@+1 {{`stablehlo.compare` breaks (C2): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  %z = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return %z : tensor<2xi1>
}

// -----

func.func @compare_kind(%x: tensor<2xui32>) -> tensor<2xi1> {
  // expected-error@+1 {{`stablehlo.compare` breaks (C3): compare_type SIGNED does not suit elements of ui32}}
  %z = stablehlo.compare LT, %x, %x, SIGNED : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  return %z : tensor<2xi1>
}

// -----

func.func @compare_order_of_complex(%x: tensor<2xcomplex<f32>>) -> tensor<2xi1> {
  // expected-error@+1 {{`stablehlo.compare` breaks (C3): compare_type TOTALORDER does not suit elements of complex<f32>}}
  %z = stablehlo.compare EQ, %x, %x, TOTALORDER : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return %z : tensor<2xi1>
}

// -----

func.func @compare_direction(%x: tensor<2xi32>) -> tensor<2xi1> {
  // expected-error@+1 {{`LESS`}}
  %z = stablehlo.compare LESS, %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return %z : tensor<2xi1>
}

// -----

func.func @select_predicate(%p: tensor<3xi1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.select` breaks (C1): pred is tensor<3xi1>, neither a single boolean nor of the shape of on_true, tensor<2xf32>}}
  %z = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @select_branches(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.select` breaks (C2): on_true is tensor<2xf32> but on_false is tensor<2xf64>}}
  %z = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @select_by_number(%p: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.select` breaks (I1): pred must be a tensor of booleans, not tensor<i32>}}
  %z = stablehlo.select %p, %x, %x : tensor<i32>, tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @clamp_min(%a: tensor<3xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.clamp` breaks (C1): min is tensor<3xf32>, neither a single number nor of the operand's shape, tensor<2xf32>}}
  %z = stablehlo.clamp %a, %x, %x : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @clamp_max(%a: tensor<1xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.clamp` breaks (C2): max is tensor<1xf32>, neither a single number nor of the operand's shape, tensor<2xf32>}}
  %z = stablehlo.clamp %x, %x, %a : (tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @clamp_elements(%a: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.clamp` breaks (C3): min, operand and max have elements of i32, f32 and f32}}
  %z = stablehlo.clamp %a, %x, %x : (tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

// -----

func.func @clamp_result(%x: tensor<2xf32>) -> tensor<2xf64> {
  // expected-error@+1 {{`stablehlo.clamp` breaks (C4): the result is tensor<2xf32>, but tensor<2xf64> is declared}}
  %z = stablehlo.clamp %x, %x, %x : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>
  return %z : tensor<2xf64>
}
