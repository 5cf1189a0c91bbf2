// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Branch cuts are continuous with the side that the sign of a zero imaginary part
// names.
func.func @main() {
  %x = stablehlo.constant dense<[(-4.0, 0.0), (-4.0, -0.0), (4.0, -0.0)]> : tensor<3xcomplex<f32>>
  %sqrt = stablehlo.sqrt %x : tensor<3xcomplex<f32>>
  check.expect_eq_const %sqrt, dense<[(0.0, 2.0), (0.0, -2.0), (2.0, -0.0)]> : tensor<3xcomplex<f32>>
  %log = stablehlo.log %x : tensor<3xcomplex<f32>>
  %want = stablehlo.constant dense<[(1.38629436, 3.14159274), (1.38629436, -3.14159274), (1.38629436, -0.0)]> : tensor<3xcomplex<f32>>
  check.expect_close %log, %want, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return
}

// -----

// Nothing overflows on the way to a result that does not.
func.func @main() {
  %x = stablehlo.constant dense<[(3.0e300, 4.0e300), (3.0e-300, -4.0e-300)]> : tensor<2xcomplex<f64>>
  %abs = stablehlo.abs %x : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %want_abs = stablehlo.constant dense<[5.0e300, 5.0e-300]> : tensor<2xf64>
  check.expect_close %abs, %want_abs, max_ulp_difference = 1, min_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  %one = stablehlo.divide %x, %x : tensor<2xcomplex<f64>>
  %want_one = stablehlo.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f64>>
  check.expect_almost_eq %one, %want_one : tensor<2xcomplex<f64>>
  %sign = stablehlo.sign %x : tensor<2xcomplex<f64>>
  %want_sign = stablehlo.constant dense<[(0.6, 0.8), (0.6, -0.8)]> : tensor<2xcomplex<f64>>
  check.expect_close %sign, %want_sign, max_ulp_difference = 2, min_ulp_difference = 0 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return
}

// -----

// Quotients by zero and by infinity, and powers of zero.
func.func @main() {
  %x = stablehlo.constant dense<[(1.0, 1.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %inf = stablehlo.constant dense<(0x7F800000, 1.0)> : tensor<2xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<2xcomplex<f32>>
  %a = stablehlo.divide %x, %inf : tensor<2xcomplex<f32>>
  check.expect_eq_const %a, dense<(0.0, 0.0)> : tensor<2xcomplex<f32>>
  %b = stablehlo.divide %x, %zero : tensor<2xcomplex<f32>>
  check.expect_eq_const %b, dense<[(0x7F800000, 0x7F800000), (0x7FC00000, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %c = stablehlo.power %x, %zero : tensor<2xcomplex<f32>>
  check.expect_eq_const %c, dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>
  %d = stablehlo.power %zero, %x : tensor<2xcomplex<f32>>
  check.expect_eq_const %d, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

// Order is lexicographic, and a NaN makes a number unequal to all.
func.func @main() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (2.0, 0.0), (1.0, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %y = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 9.0), (1.0, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %eq = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %ne = stablehlo.compare NE, %x, %y, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  check.expect_eq_const %eq, dense<[true, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %ne, dense<[false, true, true, true]> : tensor<4xi1>
  %max = stablehlo.maximum %x, %y : tensor<4xcomplex<f32>>
  check.expect_eq_const %max, dense<[(1.0, 2.0), (1.0, 3.0), (2.0, 0.0), (1.0, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  %min = stablehlo.minimum %x, %y : tensor<4xcomplex<f32>>
  check.expect_eq_const %min, dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 9.0), (1.0, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  return
}

// -----

// Parts and wholes; a real number's imaginary part is zero.
func.func @main() {
  %re = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %im = stablehlo.constant dense<[0x7F800000, 2.0]> : tensor<2xf32>
  %z = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  check.expect_eq_const %z, dense<[(1.0, 0x7F800000), (-0.0, 2.0)]> : tensor<2xcomplex<f32>>
  %r = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %i = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq %r, %re : tensor<2xf32>
  check.expect_eq %i, %im : tensor<2xf32>
  %abs = stablehlo.abs %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %abs, dense<[0x7F800000, 2.0]> : tensor<2xf32>
  %real = stablehlo.imag %re : tensor<2xf32>
  check.expect_eq_const %real, dense<0.0> : tensor<2xf32>
  return
}

// -----

// Exponentials and squares follow their definitions: e^x·cos y of an infinite y is NaN, and the
// real part of a square is (x - y)(x + y).
func.func @main() {
  %z = stablehlo.constant dense<[(0xFFF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 0xFFF0000000000000), (0xFFF0000000000000, 2.0)]> : tensor<4xcomplex<f64>>
  %e = stablehlo.exponential %z : tensor<4xcomplex<f64>>
  check.expect_eq_const %e, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (-0.0, 0.0)]> : tensor<4xcomplex<f64>>
  %w = stablehlo.constant dense<[(0xFFEFFFFFFFFFFFFF, 0xFFF0000000000000), (0x7FEFFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF), (0x7FF0000000000000, 0xFFF0000000000000), (3.0, -2.0)]> : tensor<4xcomplex<f64>>
  %s = chlo.square %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_eq_const %s, dense<[(0xFFF0000000000000, 0x7FF0000000000000), (0.0, 0x7FF0000000000000), (0x7FF8000000000000, 0xFFF0000000000000), (5.0, -12.0)]> : tensor<4xcomplex<f64>>
  return
}
