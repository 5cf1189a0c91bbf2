// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Products of narrow floats are summed in a wider type and rounded once; in bf16,
// 256 + 1 would stay 256.
func.func @main() {
  %x = stablehlo.constant dense<[256.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<9xbf16>
  %ones = stablehlo.constant dense<1.0> : tensor<9xbf16>
  %a = stablehlo.dot_general %x, %ones, contracting_dims = [0] x [0] : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<bf16>
  check.expect_eq_const %a, dense<264.0> : tensor<bf16>
  %b = stablehlo.dot_general %x, %ones, contracting_dims = [0] x [0] : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<f32>
  check.expect_eq_const %b, dense<264.0> : tensor<f32>
  %e = stablehlo.constant dense<[0.00390625, 3.0]> : tensor<2xf8E5M2>
  %f = stablehlo.dot_general %e, %e, contracting_dims = [0] x [0] : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<f32>
  check.expect_eq_const %f, dense<9.0000152587890625> : tensor<f32>
  return
}

// -----

// Integers are summed modulo 2^n of the result.
func.func @main() {
  %x = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %wide = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i32>
  %same = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2xi8>, tensor<2xi8>) -> tensor<i8>
  check.expect_eq_const %wide, dense<20000> : tensor<i32>
  check.expect_eq_const %same, dense<32> : tensor<i8>
  %b = stablehlo.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %c = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %c, dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  return
}

// -----

// The specification's example: a batch of two products.
func.func @main() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi64>
  %y = stablehlo.constant dense<[[[1, 0], [0, 1]], [[1, 0], [0, 1]]]> : tensor<2x2x2xi64>
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2x2xi64>
  check.expect_eq %z, %x : tensor<2x2x2xi64>
  %all = stablehlo.dot_general %x, %x, batching_dims = [1] x [1], contracting_dims = [0, 2] x [0, 2] : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2xi64>
  check.expect_eq_const %all, dense<[66, 138]> : tensor<2xi64>
  %outer = stablehlo.dot_general %x, %y, contracting_dims = [2, 0] x [1, 0] : (tensor<2x2x2xi64>, tensor<2x2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %outer, dense<[[6, 8], [10, 12]]> : tensor<2x2xi64>
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (0.0, 1.0)]> : tensor<2xcomplex<f64>>
  %y = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<complex<f64>>
  check.expect_eq_const %y, dense<(-4.0, 4.0)> : tensor<complex<f64>>
  return
}

// -----

// The specification's example: strides over a dilated input.
func.func @main() {
  %x = stablehlo.constant dense<[[[[1], [2], [5], [6]], [[3], [4], [7], [8]], [[10], [11], [14], [15]], [[12], [13], [16], [17]]]]> : tensor<1x4x4x1xi32>
  %k = stablehlo.constant dense<1> : tensor<3x3x1x1xi32>
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4, 4], lhs_dilate = [2, 2]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xi32>, tensor<3x3x1x1xi32>) -> tensor<1x2x2x1xi32>
  check.expect_eq_const %y, dense<[[[[10], [26]], [[46], [62]]]]> : tensor<1x2x2x1xi32>
  return
}

// -----

// Padding on one side and cropping on the other; kernels turned around.
func.func @main() {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0], [5.0]]]> : tensor<1x5x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x1xf32>, tensor<2x1x1xf32>) -> tensor<1x4x1xf32>
  check.expect_eq_const %a, dense<[[[32.0], [43.0], [54.0], [5.0]]]> : tensor<1x4x1xf32>
  %b = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [3], rhs_dilate = [3], reverse = [true]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x1xf32>, tensor<2x1x1xf32>) -> tensor<1x1x1xf32>
  check.expect_eq_const %b, dense<14.0> : tensor<1x1x1xf32>
  return
}

// -----

// Groups of features and of examples.
func.func @main() {
  %x = stablehlo.constant dense<[[[1, 2, 3, 4]]]> : tensor<1x1x4xi32>
  %k = stablehlo.constant dense<[[[1, 100], [10, 1000]]]> : tensor<1x2x2xi32>
  %a = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x1x4xi32>, tensor<1x2x2xi32>) -> tensor<1x1x2xi32>
  check.expect_eq_const %a, dense<[[[21, 4300]]]> : tensor<1x1x2xi32>
  %y = stablehlo.constant dense<[[[2]], [[3]]]> : tensor<2x1x1xi32>
  %l = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi32>
  %b = stablehlo.convolution(%y, %l) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x1x1xi32>, tensor<1x1x2xi32>) -> tensor<1x1x2xi32>
  check.expect_eq_const %b, dense<[[[2, 30]]]> : tensor<1x1x2xi32>
  return
}

// -----

// Integers and booleans make floats and wider integers, as JAX's `preferred_element_type` asks for.
func.func @main() {
  %x = stablehlo.constant dense<[[[[11], [22], [33]], [[44], [55], [66]], [[77], [88], [99]]]]> : tensor<1x3x3x1xi8>
  %k = stablehlo.constant dense<[[[[100]], [[-50]]], [[[3]], [[1]]]]> : tensor<2x2x1x1xi8>
  %f = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xi8>, tensor<2x2x1x1xi8>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %f, dense<[[[[187.0], [781.0]], [[1969.0], [2563.0]]]]> : tensor<1x2x2x1xf32>
  %padded = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x1xi8>, tensor<2x2x1x1xi8>) -> tensor<1x2x2x1xf16>
  check.expect_eq_const %padded, dense<[[[[11.0], [99.0]], [[-2124.0], [2564.0]]]]> : tensor<1x2x2x1xf16>
  return
}

// -----

func.func @main() {
  %a = stablehlo.constant dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>
  %b = stablehlo.constant dense<[[true, false], [true, true], [true, true]]> : tensor<3x2xi1>
  %f = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi1>, tensor<3x2xi1>) -> tensor<2x2xf32>
  check.expect_eq_const %f, dense<[[2.0, 1.0], [3.0, 2.0]]> : tensor<2x2xf32>
  %n = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi1>, tensor<3x2xi1>) -> tensor<2x2xi32>
  check.expect_eq_const %n, dense<[[2, 1], [3, 2]]> : tensor<2x2xi32>
  %x = stablehlo.reshape %a : (tensor<2x3xi1>) -> tensor<1x6x1xi1>
  %k = stablehlo.constant dense<[[[true]], [[true]], [[false]]]> : tensor<3x1x1xi1>
  %c = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x1xi1>, tensor<3x1x1xi1>) -> tensor<1x6x1xf32>
  check.expect_eq_const %c, dense<[[[1.0], [1.0], [1.0], [2.0], [2.0], [2.0]]]> : tensor<1x6x1xf32>
  return
}
