// Examples of CHLO's ops.
// `hloom explain` shows what stands below an op's name, and runs it.

// ----- chlo.acos
func.func @acos(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.acosh
func.func @acosh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.asin
func.func @asin(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.asinh
func.func @asinh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.atan
func.func @atan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.atanh
func.func @atanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.bessel_i1e
func.func @bessel_i1e(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.conj
func.func @conj(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.cosh
func.func @cosh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.digamma
func.func @digamma(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.erf
func.func @erf(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.erf_inv
func.func @erf_inv(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.erfc
func.func @erfc(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.lgamma
func.func @lgamma(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.sinh
func.func @sinh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.square
func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.tan
func.func @tan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// ----- chlo.is_inf
func.func @is_inf(%x: tensor<4xf32>) -> tensor<4xi1> {
  %y = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// ----- chlo.is_neg_inf
func.func @is_neg_inf(%x: tensor<4xf32>) -> tensor<4xi1> {
  %y = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// ----- chlo.is_pos_inf
func.func @is_pos_inf(%x: tensor<4xf32>) -> tensor<4xi1> {
  %y = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// ----- chlo._asin_acos_kernel
func.func @kernel(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %y = "chlo._asin_acos_kernel"(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %y : tensor<4xcomplex<f32>>
}

// ----- chlo.mulhi
func.func @mulhi(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = chlo.mulhi %x, %y : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return %z : tensor<4xi32>
}

// ----- chlo.next_after
func.func @next_after(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- chlo.polygamma
func.func @polygamma(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = chlo.polygamma %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- chlo.zeta
func.func @zeta(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = chlo.zeta %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// ----- chlo.broadcast_add
func.func @add_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_add %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_and
func.func @and_all(%x: tensor<3x1xi32>, %y: tensor<4xi32>) -> tensor<3x4xi32> {
  %z = chlo.broadcast_and %x, %y : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
  return %z : tensor<3x4xi32>
}

// ----- chlo.broadcast_atan2
func.func @atan2_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_atan2 %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_divide
func.func @divide_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_divide %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_maximum
func.func @maximum_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_maximum %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_minimum
func.func @minimum_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_minimum %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_multiply
func.func @multiply_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_multiply %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_next_after
func.func @next_after_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_next_after %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_or
func.func @or_all(%x: tensor<3x1xi32>, %y: tensor<4xi32>) -> tensor<3x4xi32> {
  %z = chlo.broadcast_or %x, %y : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
  return %z : tensor<3x4xi32>
}

// ----- chlo.broadcast_polygamma
func.func @polygamma_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_polygamma %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_power
func.func @power_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_power %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_remainder
func.func @remainder_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_remainder %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_shift_left
func.func @shift_left_all(%x: tensor<3x1xi32>, %y: tensor<4xi32>) -> tensor<3x4xi32> {
  %z = chlo.broadcast_shift_left %x, %y : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
  return %z : tensor<3x4xi32>
}

// ----- chlo.broadcast_shift_right_arithmetic
func.func @shift_right_arithmetic_all(%x: tensor<3x1xi32>, %y: tensor<4xi32>) -> tensor<3x4xi32> {
  %z = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
  return %z : tensor<3x4xi32>
}

// ----- chlo.broadcast_shift_right_logical
func.func @shift_right_logical_all(%x: tensor<3x1xi32>, %y: tensor<4xi32>) -> tensor<3x4xi32> {
  %z = chlo.broadcast_shift_right_logical %x, %y : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
  return %z : tensor<3x4xi32>
}

// ----- chlo.broadcast_subtract
func.func @subtract_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_subtract %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_xor
func.func @xor_all(%x: tensor<3x1xi32>, %y: tensor<4xi32>) -> tensor<3x4xi32> {
  %z = chlo.broadcast_xor %x, %y : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
  return %z : tensor<3x4xi32>
}

// ----- chlo.broadcast_zeta
func.func @zeta_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_zeta %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.broadcast_compare
func.func @compare_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xi1> {
  %z = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xi1>
  return %z : tensor<3x4xi1>
}

// ----- chlo.broadcast_complex
func.func @complex_all(%x: tensor<3x1xf32>, %y: tensor<4xf32>) -> tensor<3x4xcomplex<f32>> {
  %z = chlo.broadcast_complex %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xcomplex<f32>>
  return %z : tensor<3x4xcomplex<f32>>
}

// ----- chlo.broadcast_select
func.func @select_all(%p: tensor<3x1xi1>, %x: tensor<4xf32>, %y: tensor<f32>) -> tensor<3x4xf32> {
  %z = chlo.broadcast_select %p, %x, %y : (tensor<3x1xi1>, tensor<4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %z : tensor<3x4xf32>
}

// ----- chlo.top_k
func.func @largest(%x: tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %values, %indices : tensor<3x2xf32>, tensor<3x2xi32>
}

// ----- chlo.dynamic_reshape
func.func @in_rows(%x: tensor<6xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  %y = "chlo.dynamic_reshape"(%x, %shape) : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
