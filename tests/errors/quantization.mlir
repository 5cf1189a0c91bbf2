// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Operands that may have one scale for all elements, but not a scale for each index.

func.func @maximum_lhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.maximum` breaks (I1): lhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.maximum"(%x, %y) : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @maximum_rhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.maximum` breaks (I2): rhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.maximum"(%y, %x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @minimum_lhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.minimum` breaks (I1): lhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.minimum"(%x, %y) : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @minimum_rhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.minimum` breaks (I2): rhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.minimum"(%y, %x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @multiply_lhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.multiply` breaks (I1): lhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.multiply"(%x, %y) : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @multiply_rhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.multiply` breaks (I2): rhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.multiply"(%y, %x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @compare_lhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.compare` breaks (I1): lhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.compare EQ, %x, %y : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_rhs(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.compare` breaks (I2): rhs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.compare EQ, %y, %x : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2xi1>
  return
}

// -----

func.func @clamp_min(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.clamp` breaks (I1): min must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.clamp"(%x, %y, %y) : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @clamp_operand(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.clamp` breaks (I2): operand must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.clamp"(%y, %x, %y) : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @clamp_max(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.clamp` breaks (I3): max must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.clamp"(%y, %y, %x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @select_on_true(%p: tensor<2xi1>, %x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.select` breaks (I2): on_true must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.select"(%p, %x, %y) : (tensor<2xi1>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @select_on_false(%p: tensor<2xi1>, %x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.select` breaks (I3): on_false must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.select"(%p, %y, %x) : (tensor<2xi1>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @concatenate(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (I1): inputs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @slice(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.slice` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.slice %x [0:2] : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @reverse(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.reverse` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.reverse %x, dims = [0] : tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @barrier(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.optimization_barrier` breaks (I1): operand must be a tensor with at most one scale, or a token, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.optimization_barrier %x : tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @pad_operand(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %v: tensor<!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.pad` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @convert(%y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.convert` breaks (I1): operand must be a tensor that is not quantized, not tensor<2x!quant.uniform<i8:f32, 0.5>>}}
  %z = stablehlo.convert %y : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return
}

// -----

func.func @dot_lhs(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.dot_general` breaks (I1): lhs must be a tensor with at most one scale, not tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @convolution_lhs(%x: tensor<1x2x2x1x!quant.uniform<i8:f32:1, {0.5,0.25}>>, %w: tensor<1x1x1x1x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.convolution` breaks (I1): lhs must be a tensor with at most one scale, not tensor<1x2x2x1x!quant.uniform<i8:f32:1, {0.5,0.25}>>}}
  %z = "stablehlo.convolution"(%x, %w) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x2x2x1x!quant.uniform<i8:f32:1, {0.5,0.25}>>, tensor<1x1x1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @map(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.map` breaks (I1): inputs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {dimensions = array<i64: 0>} : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @reduce_input(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %v: tensor<!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (I1): inputs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.reduce"(%x, %v) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {dimensions = array<i64: 0>} : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @reduce_second_input(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>, %v: tensor<!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (I1): inputs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z:2 = "stablehlo.reduce"(%y, %x, %v, %v) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {dimensions = array<i64: 0>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>)
  return
}

// -----

func.func @window_input(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %v: tensor<!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (I1): inputs must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.reduce_window"(%x, %v) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {window_dimensions = array<i64: 1>} : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @pad_value(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.pad` breaks (I2): padding_value must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = stablehlo.pad %y, %x, low = [0], high = [0], interior = [0] : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @reduce_init(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (I2): init_values must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.reduce"(%y, %x) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {dimensions = array<i64: 0>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @window_init(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (I2): init_values must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %z = "stablehlo.reduce_window"(%y, %x) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) {window_dimensions = array<i64: 1>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @imag(%y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.imag` breaks (I1): operand must be a tensor of floats or complex numbers, not tensor<2x!quant.uniform<i8:f32, 0.5>>}}
  %z = "stablehlo.imag"(%y) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @real(%y: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.real` breaks (I1): operand must be a tensor of floats or complex numbers, not tensor<2x!quant.uniform<i8:f32, 0.5>>}}
  %z = "stablehlo.real"(%y) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @dequantize_plain(%x: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.uniform_dequantize` breaks (I1): operand must be a quantized tensor, not tensor<2xf32>}}
  %y = stablehlo.uniform_dequantize %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @dequantize_shape(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.uniform_dequantize` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf32>
  return
}

// -----

func.func @dequantize_element(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{`stablehlo.uniform_dequantize` breaks (C2): the result is tensor<2xf32>, but tensor<2xf16> is declared}}
  %y = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf16>
  return
}

// -----

func.func @quantize_integers(%x: tensor<2xi32>) {
  // expected-error@+1 {{`stablehlo.uniform_quantize` breaks (I1): operand must be a tensor of floats or quantized elements, not tensor<2xi32>}}
  %y = stablehlo.uniform_quantize %x : (tensor<2xi32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @quantize_shape(%x: tensor<2xf32>) {
  // expected-error@+1 {{`stablehlo.uniform_quantize` breaks (C1): the result tensor<3x!quant.uniform<i8:f32, 0.5>> does not have the shape of the operand tensor<2xf32>}}
  %y = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @quantize_element(%x: tensor<2xf64>) {
  // expected-error@+1 {{`stablehlo.uniform_quantize` breaks (C2): the result tensor<2x!quant.uniform<i8:f32, 0.5>> does not stand for elements of f64}}
  %y = stablehlo.uniform_quantize %x : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// A constant's elements lie in the storage range of its type.
func.func @constant_below() -> tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>> {
  // expected-error@+1 {{`stablehlo.constant`: element 1 is stored as 126, outside of the range of tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>>}}
  %x = "stablehlo.constant"() <{value = dense<[127, 126]> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>>
  return %x : tensor<2x!quant.uniform<u8<127:254>:f32, 1.0:127>>
}

// -----

func.func @constant_above() -> tensor<2x!quant.uniform<i8<-20:-10>:f32, 1.0:-15>> {
  // expected-error@+1 {{element 0 is stored as -9, outside of the range of}}
  %x = "stablehlo.constant"() <{value = dense<-9> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8<-20:-10>:f32, 1.0:-15>>
  return %x : tensor<2x!quant.uniform<i8<-20:-10>:f32, 1.0:-15>>
}
