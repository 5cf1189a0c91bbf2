// Examples of StableHLO's ops that work on each element alone.
// `hloom explain` shows what stands below an op's name, and runs it.

// ----- stablehlo.cbrt
func.func @cbrt(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.cbrt %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.ceil
func.func @ceil(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.ceil %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.cosine
func.func @cosine(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.cosine %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.exponential
func.func @exponential(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.exponential %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.exponential_minus_one
func.func @exponential_minus_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.exponential_minus_one %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.floor
func.func @floor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.floor %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.log
func.func @log(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.log %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.log_plus_one
func.func @log_plus_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.log_plus_one %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.logistic
func.func @logistic(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.logistic %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.round_nearest_afz
func.func @round_nearest_afz(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.round_nearest_afz %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.round_nearest_even
func.func @round_nearest_even(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.round_nearest_even %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.rsqrt
func.func @rsqrt(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.rsqrt %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.sign
func.func @sign(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.sign %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.sine
func.func @sine(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.sine %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.sqrt
func.func @sqrt(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.sqrt %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.tan
func.func @tan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.tan %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.tanh
func.func @tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.negate
func.func @negate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.negate %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.abs
func.func @abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.abs %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.popcnt
func.func @popcnt(%x: tensor<4xi32>) -> tensor<4xi32> {
  %y = stablehlo.popcnt %x : tensor<4xi32>
  return %y : tensor<4xi32>
}

// ----- stablehlo.count_leading_zeros
func.func @count_leading_zeros(%x: tensor<4xi32>) -> tensor<4xi32> {
  %y = stablehlo.count_leading_zeros %x : tensor<4xi32>
  return %y : tensor<4xi32>
}

// ----- stablehlo.not
func.func @not(%x: tensor<4xi32>) -> tensor<4xi32> {
  %y = stablehlo.not %x : tensor<4xi32>
  return %y : tensor<4xi32>
}

// ----- stablehlo.is_finite
func.func @is_finite(%x: tensor<4xf32>) -> tensor<4xi1> {
  %y = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// ----- stablehlo.real
func.func @real(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %y = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.imag
func.func @imag(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %y = stablehlo.imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.add
func.func @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.add %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.atan2
func.func @atan2(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.atan2 %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.divide
func.func @divide(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.divide %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.maximum
func.func @maximum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.maximum %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.minimum
func.func @minimum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.minimum %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.multiply
func.func @multiply(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.multiply %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.power
func.func @power(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.power %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.remainder
func.func @remainder(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.remainder %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.subtract
func.func @subtract(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.subtract %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.and
func.func @and(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.and %x, %y : tensor<4xi32>
  return %z : tensor<4xi32>
}

// ----- stablehlo.or
func.func @or(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.or %x, %y : tensor<4xi32>
  return %z : tensor<4xi32>
}

// ----- stablehlo.xor
func.func @xor(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.xor %x, %y : tensor<4xi32>
  return %z : tensor<4xi32>
}

// ----- stablehlo.shift_left
func.func @shift_left(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.shift_left %x, %y : tensor<4xi32>
  return %z : tensor<4xi32>
}

// ----- stablehlo.shift_right_arithmetic
func.func @shift_right_arithmetic(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<4xi32>
  return %z : tensor<4xi32>
}

// ----- stablehlo.shift_right_logical
func.func @shift_right_logical(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.shift_right_logical %x, %y : tensor<4xi32>
  return %z : tensor<4xi32>
}

// ----- stablehlo.complex
func.func @complex(%re: tensor<4xf32>, %im: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  %z = stablehlo.complex %re, %im : tensor<4xcomplex<f32>>
  return %z : tensor<4xcomplex<f32>>
}

// ----- stablehlo.clamp
func.func @between(%low: tensor<f32>, %x: tensor<4xf32>, %high: tensor<f32>) -> tensor<4xf32> {
  %y = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- stablehlo.select
func.func @choose(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- stablehlo.convert
func.func @convert(%x: tensor<4xf32>) -> tensor<4xi32> {
  %y = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// ----- stablehlo.bitcast_convert
func.func @bits(%x: tensor<4xf32>) -> tensor<4x4xui8> {
  %y = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x4xui8>
  return %y : tensor<4x4xui8>
}

// ----- stablehlo.uniform_quantize
func.func @quantize(%x: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %y = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %y : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// ----- stablehlo.uniform_dequantize
func.func @dequantize(%x: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32> {
  %y = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
