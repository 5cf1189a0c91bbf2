// Ops that work on each element alone.
module {
  func.func @unary(%x: tensor<2x?xf32>, %i: tensor<2xi32>, %p: tensor<2xi1>, %z: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
    %0 = stablehlo.cbrt %x : tensor<2x?xf32>
    %1 = stablehlo.ceil %x : tensor<2x?xf32>
    %2 = stablehlo.cosine %x : tensor<2x?xf32>
    %3 = stablehlo.exponential %x : tensor<2x?xf32>
    %4 = stablehlo.exponential_minus_one %x : tensor<2x?xf32>
    %5 = stablehlo.floor %x : tensor<2x?xf32>
    %6 = stablehlo.log %x : tensor<2x?xf32>
    %7 = stablehlo.log_plus_one %x : tensor<2x?xf32>
    %8 = stablehlo.logistic %x : tensor<2x?xf32>
    %9 = stablehlo.negate %x : tensor<2x?xf32>
    %10 = stablehlo.round_nearest_afz %x : tensor<2x?xf32>
    %11 = stablehlo.round_nearest_even %x : tensor<2x?xf32>
    %12 = stablehlo.rsqrt %x : tensor<2x?xf32>
    %13 = stablehlo.sign %x : tensor<2x?xf32>
    %14 = stablehlo.sine %x : tensor<2x?xf32>
    %15 = stablehlo.sqrt %x : tensor<2x?xf32>
    %16 = stablehlo.tan %x : tensor<2x?xf32>
    %17 = stablehlo.tanh %x : tensor<2x?xf32>
    %18 = stablehlo.imag %x : tensor<2x?xf32>
    %19 = stablehlo.real %x : tensor<2x?xf32>
    %20 = stablehlo.abs %x : tensor<2x?xf32>
    %21 = stablehlo.count_leading_zeros %i : tensor<2xi32>
    %22 = stablehlo.popcnt %i : tensor<2xi32>
    %23 = stablehlo.not %i : tensor<2xi32>
    %24 = stablehlo.not %p : tensor<2xi1>
    %25 = stablehlo.is_finite %x : (tensor<2x?xf32>) -> tensor<2x?xi1>
    %26 = stablehlo.abs %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %27 = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %28 = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %29 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xbf16>
    %30 = stablehlo.convert %i : tensor<2xi32>
    %31 = stablehlo.bitcast_convert %i : (tensor<2xi32>) -> tensor<2x4xui8>
    %32 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2x?xf32>
    %33 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x?xf32>
    %34 = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    return %34 : tensor<2xf32>
  }
  func.func @binary(%x: tensor<2xf32>, %i: tensor<2xi32>, %p: tensor<2xi1>, %s: tensor<f32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %x : tensor<2xf32>
    %1 = stablehlo.atan2 %x, %x : tensor<2xf32>
    %2 = stablehlo.divide %x, %x : tensor<2xf32>
    %3 = stablehlo.maximum %x, %x : tensor<2xf32>
    %4 = stablehlo.minimum %x, %x : tensor<2xf32>
    %5 = stablehlo.multiply %x, %x : tensor<2xf32>
    %6 = stablehlo.power %x, %x : tensor<2xf32>
    %7 = stablehlo.remainder %x, %x : tensor<2xf32>
    %8 = stablehlo.subtract %x, %x : tensor<2xf32>
    %9 = stablehlo.and %i, %i : tensor<2xi32>
    %10 = stablehlo.or %i, %i : tensor<2xi32>
    %11 = stablehlo.xor %i, %i : tensor<2xi32>
    %12 = stablehlo.shift_left %i, %i : tensor<2xi32>
    %13 = stablehlo.shift_right_arithmetic %i, %i : tensor<2xi32>
    %14 = stablehlo.shift_right_logical %i, %i : tensor<2xi32>
    %15 = stablehlo.complex %x, %x : tensor<2xcomplex<f32>>
    %16 = stablehlo.compare LT, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %17 = stablehlo.compare GE, %x, %x, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %18 = stablehlo.compare EQ, %i, %i, SIGNED {note = 1 : i32} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %19 = stablehlo.select %p, %x, %x : tensor<2xi1>, tensor<2xf32>
    %20 = stablehlo.clamp %x, %x, %x : tensor<2xf32>
    %21 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    return %21 : tensor<2xf32>
  }
}
