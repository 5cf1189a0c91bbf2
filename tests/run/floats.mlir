// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Extremes are IEEE 754-2019's: NaN wins, and -0 is below 0.
func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0, -0.0]> : tensor<4xf32>
  %max = stablehlo.maximum %x, %y : tensor<4xf32>
  %min = stablehlo.minimum %x, %y : tensor<4xf32>
  check.expect_eq_const %max, dense<[0x7FC00000, 0x7FC00000, 0.0, 0.0]> : tensor<4xf32>
  check.expect_eq_const %min, dense<[0x7FC00000, 0x7FC00000, -0.0, -0.0]> : tensor<4xf32>
  return
}

// -----

// NaN is unordered, but has a place in the total order; so have both zeros.
func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, -0.0, 0x7F800000, 0xFFC00000]> : tensor<4xf32>
  %y = stablehlo.constant dense<[0x7FC00000, 0.0, 0x7FC00000, 0xFF800000]> : tensor<4xf32>
  %eq = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %ne = stablehlo.compare NE, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %ge = stablehlo.compare GE, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %same = stablehlo.compare EQ, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %below = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %eq, dense<[false, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %ne, dense<[true, false, true, true]> : tensor<4xi1>
  check.expect_eq_const %ge, dense<[false, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %same, dense<[true, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %below, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

// Remainders have the dividend's sign; an infinite divisor changes nothing.
func.func @main() {
  %x = stablehlo.constant dense<[5.5, -5.5, 5.5, 1.0, 0x7F800000, -0.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[2.0, 2.0, -2.0, 0x7F800000, 2.0, 1.0]> : tensor<6xf32>
  %r = stablehlo.remainder %x, %y : tensor<6xf32>
  check.expect_eq_const %r, dense<[1.5, -1.5, 1.5, 1.0, 0x7FC00000, -0.0]> : tensor<6xf32>
  %z = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<6xf32>
  %q = stablehlo.divide %x, %z : tensor<6xf32>
  check.expect_eq_const %q, dense<[0x7F800000, 0xFF800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  return
}

// -----

// IEEE 754's pow: 1 to anything and anything to 0 are 1, NaN too.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0, -0.0, -8.0, -1.0, 0.5, -2.0]> : tensor<8xf32>
  %y = stablehlo.constant dense<[0x7FC00000, 0.0, -1.0, -3.0, 0.5, 0x7F800000, 0xFF800000, 3.0]> : tensor<8xf32>
  %p = stablehlo.power %x, %y : tensor<8xf32>
  check.expect_eq_const %p, dense<[1.0, 1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0, 0x7F800000, -8.0]> : tensor<8xf32>
  return
}

// -----

// Rounding keeps the sign of what becomes zero.
func.func @main() {
  %x = stablehlo.constant dense<[2.5, -2.5, 0.5, -0.5, 1.4, 0x7FC00000, -0.0]> : tensor<7xf32>
  %even = stablehlo.round_nearest_even %x : tensor<7xf32>
  %away = stablehlo.round_nearest_afz %x : tensor<7xf32>
  %floor = stablehlo.floor %x : tensor<7xf32>
  %ceil = stablehlo.ceil %x : tensor<7xf32>
  %sign = stablehlo.sign %x : tensor<7xf32>
  %finite = stablehlo.is_finite %x : (tensor<7xf32>) -> tensor<7xi1>
  check.expect_eq_const %even, dense<[2.0, -2.0, 0.0, -0.0, 1.0, 0x7FC00000, -0.0]> : tensor<7xf32>
  check.expect_eq_const %away, dense<[3.0, -3.0, 1.0, -1.0, 1.0, 0x7FC00000, -0.0]> : tensor<7xf32>
  check.expect_eq_const %floor, dense<[2.0, -3.0, 0.0, -1.0, 1.0, 0x7FC00000, -0.0]> : tensor<7xf32>
  check.expect_eq_const %ceil, dense<[3.0, -2.0, 1.0, -0.0, 2.0, 0x7FC00000, -0.0]> : tensor<7xf32>
  check.expect_eq_const %sign, dense<[1.0, -1.0, 1.0, -1.0, 1.0, 0x7FC00000, -0.0]> : tensor<7xf32>
  check.expect_eq_const %finite, dense<[true, true, true, true, true, false, true]> : tensor<7xi1>
  return
}

// -----

// Each op on a narrow float rounds once, to nearest, ties to even; what a format
// can't hold is infinite, NaN or the largest number, as the format has it.
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 256.0, 3.0e38]> : tensor<3xbf16>
  %b = stablehlo.constant dense<[0.00390625, 1.0, 3.0e38]> : tensor<3xbf16>
  %bf16 = stablehlo.add %a, %b : tensor<3xbf16>
  check.expect_eq_const %bf16, dense<[1.0, 256.0, 0x7F80]> : tensor<3xbf16>

  %c = stablehlo.constant dense<[448.0, 16.0, -448.0]> : tensor<3xf8E4M3FN>
  %d = stablehlo.constant dense<[448.0, 1.0, 2.0]> : tensor<3xf8E4M3FN>
  %fn = stablehlo.add %c, %d : tensor<3xf8E4M3FN>
  check.expect_eq_const %fn, dense<[0x7F, 16.0, -448.0]> : tensor<3xf8E4M3FN>

  %e = stablehlo.constant dense<[57344.0, 1.0]> : tensor<2xf8E5M2>
  %ieee = stablehlo.multiply %e, %e : tensor<2xf8E5M2>
  check.expect_eq_const %ieee, dense<[0x7C, 1.0]> : tensor<2xf8E5M2>

  %g = stablehlo.constant dense<[6.0, -6.0, 1.5]> : tensor<3xf4E2M1FN>
  %finite = stablehlo.add %g, %g : tensor<3xf4E2M1FN>
  check.expect_eq_const %finite, dense<[6.0, -6.0, 3.0]> : tensor<3xf4E2M1FN>

  %h = stablehlo.constant dense<[1.0, 1.0009765625]> : tensor<2xtf32>
  %i = stablehlo.constant dense<[0.00048828125, 0.00048828125]> : tensor<2xtf32>
  %tf32 = stablehlo.add %h, %i : tensor<2xtf32>
  check.expect_eq_const %tf32, dense<[1.0, 1.001953125]> : tensor<2xtf32>
  return
}

// -----

// Fewer bits, and back: overflow is infinite, what would be subnormal is zero.
func.func @main() {
  %x = stablehlo.constant dense<[0xFF800000, 0x7F800000, 0x7FFFFFFF, 0.0, 1000.0, 1000000.0, -1.0e-6]> : tensor<7xf32>
  %y = stablehlo.reduce_precision %x, format = e5m2 : tensor<7xf32>
  check.expect_eq_const %y, dense<[0xFF800000, 0x7F800000, 0x7FFFFFFF, 0.0, 1024.0, 0x7F800000, -0.0]> : tensor<7xf32>
  return
}

// -----

// A bound may be one number; crossed bounds give the upper one.
func.func @main() {
  %x = stablehlo.constant dense<[-5.0, 0.25, 7.0, 0x7FC00000]> : tensor<4xf32>
  %low = stablehlo.constant dense<-1.0> : tensor<f32>
  %high = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf32>
  %y = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %y, dense<[-1.0, 0.25, 1.0, 0x7FC00000]> : tensor<4xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %z = stablehlo.clamp %two, %x, %low : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %z, dense<[-1.0, -1.0, -1.0, 0x7FC00000]> : tensor<4xf32>
  return
}
