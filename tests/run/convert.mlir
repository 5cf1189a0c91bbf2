// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Floats become integers by dropping the fraction; what is out of range becomes
// the nearest integer, and NaN becomes zero.
func.func @main() {
  %x = stablehlo.constant dense<[1.9, -1.9, 300.0, -300.0, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
  %i8 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xi8>
  %ui8 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xui8>
  %i4 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xi4>
  %i1 = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %i8, dense<[1, -1, 127, -128, 0, 127]> : tensor<6xi8>
  check.expect_eq_const %ui8, dense<[1, 0, 255, 0, 0, 255]> : tensor<6xui8>
  check.expect_eq_const %i4, dense<[1, -1, 7, -8, 0, 7]> : tensor<6xi4>
  check.expect_eq_const %i1, dense<true> : tensor<6xi1>
  return
}

// -----

// Integers keep their low bits.
func.func @main() {
  %x = stablehlo.constant dense<[300, -1, 0]> : tensor<3xi32>
  %i8 = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xi8>
  %ui8 = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xui8>
  %ui64 = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xui64>
  %i1 = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %i8, dense<[44, -1, 0]> : tensor<3xi8>
  check.expect_eq_const %ui8, dense<[44, 255, 0]> : tensor<3xui8>
  check.expect_eq_const %ui64, dense<[300, 18446744073709551615, 0]> : tensor<3xui64>
  check.expect_eq_const %i1, dense<[true, true, false]> : tensor<3xi1>
  return
}

// -----

// One rounding, not two: these are just above a tie, by less than the format
// between would keep.
func.func @main() {
  %i = stablehlo.constant dense<[4611686293305294849, -4611686293305294849]> : tensor<2xi64>
  %f32 = stablehlo.convert %i : (tensor<2xi64>) -> tensor<2xf32>
  check.expect_eq_const %f32, dense<[4.6116865680e18, -4.6116865680e18]> : tensor<2xf32>
  %max = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %whole = stablehlo.convert %max : (tensor<ui64>) -> tensor<f64>
  check.expect_eq_const %whole, dense<1.8446744073709552e19> : tensor<f64>
  %over = stablehlo.convert %max : (tensor<ui64>) -> tensor<f16>
  check.expect_eq_const %over, dense<0x7C00> : tensor<f16>
  %x = stablehlo.constant dense<1.00048828218132257> : tensor<f64>
  %f16 = stablehlo.convert %x : (tensor<f64>) -> tensor<f16>
  check.expect_eq_const %f16, dense<1.0009765625> : tensor<f16>
  return
}

// -----

// Narrow formats: nearest, ties to even; too large is what the format has for it.
func.func @main() {
  %x = stablehlo.constant dense<[1.0625, 1.1875, 1.0e9, -1.0e9, 0.0]> : tensor<5xf32>
  %e5m2 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf8E5M2>
  %e4m3 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf8E4M3FN>
  %uz = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf8E4M3FNUZ>
  %f6 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf6E2M3FN>
  check.expect_eq_const %e5m2, dense<[1.0, 1.25, 0x7C, 0xFC, 0.0]> : tensor<5xf8E5M2>
  check.expect_eq_const %e4m3, dense<[1.0, 1.25, 0x7F, 0xFF, 0.0]> : tensor<5xf8E4M3FN>
  check.expect_eq_const %uz, dense<[1.0, 1.25, 0x80, 0x80, 0.0]> : tensor<5xf8E4M3FNUZ>
  check.expect_eq_const %f6, dense<[1.0, 1.25, 7.5, -7.5, 0.0]> : tensor<5xf6E2M3FN>
  return
}

// -----

// A real number has no imaginary part, and a complex one leaves it behind.
func.func @main() {
  %x = stablehlo.constant dense<[(1.5, 2.0), (0.0, -3.0)]> : tensor<2xcomplex<f32>>
  %f64 = stablehlo.convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  %i32 = stablehlo.convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
  %i1 = stablehlo.convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  %wide = stablehlo.convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %f64, dense<[1.5, 0.0]> : tensor<2xf64>
  check.expect_eq_const %i32, dense<[1, 0]> : tensor<2xi32>
  check.expect_eq_const %i1, dense<[true, false]> : tensor<2xi1>
  check.expect_eq_const %wide, dense<[(1.5, 2.0), (0.0, -3.0)]> : tensor<2xcomplex<f64>>
  %b = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %c = stablehlo.convert %b : (tensor<2xi1>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %c, dense<[(1.0, 0.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}
