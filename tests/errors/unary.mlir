// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops of one operand that work on each element alone.

func.func @cbrt_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.cbrt` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.cbrt %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @cbrt_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.cbrt` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.cbrt %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @ceil_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.ceil` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.ceil %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @ceil_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.ceil` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.ceil %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @cosine_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.cosine` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.cosine %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @cosine_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.cosine` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.cosine %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @exponential_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.exponential` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.exponential %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @exponential_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.exponential` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.exponential %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @exponential_minus_one_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.exponential_minus_one` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.exponential_minus_one %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @exponential_minus_one_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.exponential_minus_one` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.exponential_minus_one %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @floor_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.floor` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.floor %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @floor_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.floor` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.floor %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @log_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.log` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.log %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @log_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.log` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.log %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @log_plus_one_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.log_plus_one` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.log_plus_one %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @log_plus_one_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.log_plus_one` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.log_plus_one %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @logistic_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.logistic` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.logistic %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @logistic_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.logistic` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.logistic %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @round_nearest_afz_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.round_nearest_afz` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.round_nearest_afz %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @round_nearest_afz_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.round_nearest_afz` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.round_nearest_afz %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @round_nearest_even_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.round_nearest_even` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.round_nearest_even %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @round_nearest_even_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.round_nearest_even` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.round_nearest_even %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @rsqrt_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.rsqrt` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.rsqrt %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @rsqrt_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.rsqrt` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.rsqrt %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @sine_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.sine` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.sine %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @sine_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.sine` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.sine %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @sqrt_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.sqrt` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.sqrt %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @sqrt_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.sqrt` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.sqrt %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @tan_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.tan` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.tan %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @tan_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.tan` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.tan %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @tanh_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`stablehlo.tanh` breaks (C1): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = stablehlo.tanh %x : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @tanh_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.tanh` breaks (I1): operand must be a tensor of floats}}
  %y = stablehlo.tanh %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @count_leading_zeros_type(%x: tensor<2xi32>) -> tensor<2xi64> {
  // expected-error@+1 {{`stablehlo.count_leading_zeros` breaks (C1): the result is tensor<2xi32>, but tensor<2xi64> is declared}}
  %y = stablehlo.count_leading_zeros %x : (tensor<2xi32>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// -----

func.func @count_leading_zeros_operand(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.count_leading_zeros` breaks (I1): operand must be a tensor of integers, not tensor<2xf32>}}
  %y = stablehlo.count_leading_zeros %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @popcnt_type(%x: tensor<2xui8>) -> tensor<2xi64> {
  // expected-error@+1 {{`stablehlo.popcnt` breaks (C1): the result is tensor<2xui8>, but tensor<2xi64> is declared}}
  %y = stablehlo.popcnt %x : (tensor<2xui8>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// -----

func.func @popcnt_operand(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.popcnt` breaks (I1): operand must be a tensor of integers, not tensor<2xf32>}}
  %y = stablehlo.popcnt %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @not_type(%x: tensor<2xi1>) -> tensor<2xi64> {
  // expected-error@+1 {{`stablehlo.not` breaks (C1): the result is tensor<2xi1>, but tensor<2xi64> is declared}}
  %y = stablehlo.not %x : (tensor<2xi1>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// -----

func.func @not_operand(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.not` breaks (I1): operand must be a tensor of booleans or integers, not tensor<2xf32>}}
  %y = stablehlo.not %x : tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @negate_type(%x: tensor<2xi8>) -> tensor<2xi64> {
  // expected-error@+1 {{`stablehlo.negate` breaks (C1): the result is tensor<2xi8>, but tensor<2xi64> is declared}}
  %y = stablehlo.negate %x : (tensor<2xi8>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// -----

func.func @negate_operand(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error@+1 {{`stablehlo.negate` breaks (I1): operand must be a tensor of integers, floats or complex numbers, not tensor<2xi1>}}
  %y = stablehlo.negate %x : tensor<2xi1>
  return %y : tensor<2xi1>
}

// -----

func.func @sign_type(%x: tensor<2xi32>) -> tensor<2xi64> {
  // expected-error@+1 {{`stablehlo.sign` breaks (C1): the result is tensor<2xi32>, but tensor<2xi64> is declared}}
  %y = stablehlo.sign %x : (tensor<2xi32>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// -----

func.func @sign_operand(%x: tensor<2xui32>) -> tensor<2xui32> {
  // expected-error@+1 {{`stablehlo.sign` breaks (I1): operand must be a tensor of signed integers, floats or complex numbers, not tensor<2xui32>}}
  %y = stablehlo.sign %x : tensor<2xui32>
  return %y : tensor<2xui32>
}

// -----

func.func @abs_shape(%x: tensor<2xcomplex<f32>>) -> tensor<?x1xf32> {
  // expected-error@+1 {{`stablehlo.abs` breaks (C1): the result is tensor<2xf32>, but tensor<?x1xf32> is declared}}
  %y = stablehlo.abs %x : (tensor<2xcomplex<f32>>) -> tensor<?x1xf32>
  return %y : tensor<?x1xf32>
}

// -----

func.func @abs_of_complex(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{`stablehlo.abs` breaks (C2): the result is tensor<2xf32>, but tensor<2xcomplex<f32>> is declared}}
  %y = stablehlo.abs %x : tensor<2xcomplex<f32>>
  return %y : tensor<2xcomplex<f32>>
}

// -----

func.func @abs_operand(%x: tensor<2xui8>) -> tensor<2xui8> {
  // expected-error@+1 {{`stablehlo.abs` breaks (I1): operand must be}}
  %y = stablehlo.abs %x : tensor<2xui8>
  return %y : tensor<2xui8>
}

// -----

func.func @imag_shape(%x: tensor<2xcomplex<f32>>) -> tensor<?x1xf32> {
  // expected-error@+1 {{`stablehlo.imag` breaks (C1): the result is tensor<2xf32>, but tensor<?x1xf32> is declared}}
  %y = stablehlo.imag %x : (tensor<2xcomplex<f32>>) -> tensor<?x1xf32>
  return %y : tensor<?x1xf32>
}

// -----

func.func @imag_of_complex(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{`stablehlo.imag` breaks (C2): the result is tensor<2xf32>, but tensor<2xcomplex<f32>> is declared}}
  %y = stablehlo.imag %x : tensor<2xcomplex<f32>>
  return %y : tensor<2xcomplex<f32>>
}

// -----

func.func @imag_operand(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.imag` breaks (I1): operand must be}}
  %y = stablehlo.imag %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @real_shape(%x: tensor<2xcomplex<f32>>) -> tensor<?x1xf32> {
  // expected-error@+1 {{`stablehlo.real` breaks (C1): the result is tensor<2xf32>, but tensor<?x1xf32> is declared}}
  %y = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<?x1xf32>
  return %y : tensor<?x1xf32>
}

// -----

func.func @real_of_complex(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{`stablehlo.real` breaks (C2): the result is tensor<2xf32>, but tensor<2xcomplex<f32>> is declared}}
  %y = stablehlo.real %x : tensor<2xcomplex<f32>>
  return %y : tensor<2xcomplex<f32>>
}

// -----

func.func @real_operand(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.real` breaks (I1): operand must be}}
  %y = stablehlo.real %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

func.func @is_finite_shape(%x: tensor<2xf32>) -> tensor<i1> {
  // expected-error@+1 {{`stablehlo.is_finite` breaks (C1): the result is tensor<2xi1>, but tensor<i1> is declared}}
  %y = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<i1>
  return %y : tensor<i1>
}

// -----

func.func @is_finite_operand(%x: tensor<2xcomplex<f32>>) -> tensor<2xi1> {
  // expected-error@+1 {{`stablehlo.is_finite` breaks (I1): operand must be a tensor of floats, not tensor<2xcomplex<f32>>}}
  %y = stablehlo.is_finite %x : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return %y : tensor<2xi1>
}

// -----

func.func @convert_shape(%x: tensor<2xf32>) -> tensor<3xi32> {
  // expected-error@+1 {{`stablehlo.convert` breaks (C1): the result tensor<3xi32> does not have the shape of the operand tensor<2xf32>}}
  %y = stablehlo.convert %x : (tensor<2xf32>) -> tensor<3xi32>
  return %y : tensor<3xi32>
}

// -----

func.func @reduce_precision_type(%x: tensor<2xf32>) -> tensor<2xf16> {
  // expected-error@+1 {{`stablehlo.reduce_precision` breaks (C1): the result is tensor<2xf32>, but tensor<2xf16> is declared}}
  %y = stablehlo.reduce_precision %x, format = e5m10 : (tensor<2xf32>) -> tensor<2xf16>
  return %y : tensor<2xf16>
}

// -----

func.func @reduce_precision_exponent(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.reduce_precision` breaks (C2): exponent_bits is 0; it must be at least 1}}
  %y = stablehlo.reduce_precision %x, format = e0m10 : tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @reduce_precision_mantissa(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.reduce_precision` breaks (C3): mantissa_bits is -1; it must not be negative}}
  %y = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @reduce_precision_operand(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{`stablehlo.reduce_precision` breaks (I1): operand must be a tensor of floats, not tensor<2xi32>}}
  %y = stablehlo.reduce_precision %x, format = e5m10 : tensor<2xi32>
  return %y : tensor<2xi32>
}
