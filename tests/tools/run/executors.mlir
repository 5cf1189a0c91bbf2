// Programs whose results were once wrong in one executor with some settings: `cargo xtask fuzz --programs`
// found them.

// REQUIRES: llvm
// RUN: hloom run %s --split-input-file --backend=cpu --random-inputs=3 --compare=interp
// RUN: hloom run %s --split-input-file --backend=cpu --split --cores=3 --threads=2 --random-inputs=3 --compare=interp
// RUN: hloom run %s --split-input-file --backend=interp --passes=assign-layouts,canonicalize,fuse --random-inputs=3 --compare=interp
// RUN: %if ptx %{ hloom run %s --split-input-file --backend=ptx-emulator --target=sm_75 --random-inputs=3 --compare=interp %}
// RUN: %if ptx %{ hloom run %s --split-input-file --backend=ptx-emulator --target=sm_90a --random-inputs=3 --compare=interp %}

// A sort along a dimension between others, where rows are parts of a tile: blocks of several rows took
// the same places.
func.func @main(%keys: tensor<3x8x2xf32>, %payload: tensor<3x8x2xi8>) -> (tensor<3x8x2xf32>, tensor<3x8x2xi8>) {
  %0:2 = "stablehlo.sort"(%keys, %payload) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i8>, %d: tensor<i8>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x8x2xf32>, tensor<3x8x2xi8>) -> (tensor<3x8x2xf32>, tensor<3x8x2xi8>)
  return %0#0, %0#1 : tensor<3x8x2xf32>, tensor<3x8x2xi8>
}

// -----

// The same, where rows are merged of tiles.
func.func @main(%keys: tensor<2x2500x3xi16>) -> tensor<2x2500x3xi16> {
  %0 = "stablehlo.sort"(%keys) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %1 = stablehlo.compare GT, %a, %b : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x2500x3xi16>) -> tensor<2x2500x3xi16>
  return %0 : tensor<2x2500x3xi16>
}

// -----

// A maximum of nothing, in a type without infinities: partial results began with a NaN.
func.func @main(%x: tensor<0x17x33xf8E5M2FNUZ>, %y: tensor<0x17x33xf8E4M3FN>, %z: tensor<0x17x33xf8E8M0FNU>)
    -> (tensor<17xf8E5M2FNUZ>, tensor<17xf8E4M3FN>, tensor<17xf8E8M0FNU>, tensor<17xf8E8M0FNU>) {
  %a = stablehlo.constant dense<3.0> : tensor<f8E5M2FNUZ>
  %b = stablehlo.constant dense<3.0> : tensor<f8E4M3FN>
  %c = stablehlo.constant dense<4.0> : tensor<f8E8M0FNU>
  %0 = stablehlo.reduce(%x init: %a) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<0x17x33xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<17xf8E5M2FNUZ>
  %1 = stablehlo.reduce(%y init: %b) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<0x17x33xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<17xf8E4M3FN>
  %2 = stablehlo.reduce(%z init: %c) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<0x17x33xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<17xf8E8M0FNU>
  %3 = stablehlo.reduce(%z init: %c) applies stablehlo.add across dimensions = [0, 2] : (tensor<0x17x33xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<17xf8E8M0FNU>
  return %0, %1, %2, %3 : tensor<17xf8E5M2FNUZ>, tensor<17xf8E4M3FN>, tensor<17xf8E8M0FNU>, tensor<17xf8E8M0FNU>
}

// -----

// Arguments of tf32 have no more bits than the type, whoever computes.
func.func @main(%x: tensor<33xtf32>) -> (tensor<33xtf32>, tensor<33xtf32>) {
  %0 = stablehlo.minimum %x, %x : tensor<33xtf32>
  return %0, %x : tensor<33xtf32>, tensor<33xtf32>
}

// -----

// Slices of no element of a dimension that is collapsed: the last start was behind the end.
func.func @main(%x: tensor<3x4xi32>, %at: tensor<4x1xi32>, %none: tensor<0x4xi32>, %nowhere: tensor<0x1xi32>) -> (tensor<4x4xi32>, tensor<0x4xi32>) {
  %0 = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>}> : (tensor<3x4xi32>, tensor<4x1xi32>) -> tensor<4x4xi32>
  %1 = "stablehlo.gather"(%none, %nowhere) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>}> : (tensor<0x4xi32>, tensor<0x1xi32>) -> tensor<0x4xi32>
  return %0, %1 : tensor<4x4xi32>, tensor<0x4xi32>
}

// -----

// Rounded to no mantissa at all, a number halfway goes to the even exponent.
func.func @main() {
  %x = stablehlo.constant dense<[0.75, -1.5, 3.0, 6.0, 12.0, 24.0]> : tensor<6xf32>
  %0 = stablehlo.reduce_precision %x, format = e6m0 : tensor<6xf32>
  check.expect_eq_const %0, dense<[0.5, -2.0, 2.0, 8.0, 8.0, 32.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[0.75, -1.5, 3.0, 6.0]> : tensor<4xf8E4M3FNUZ>
  %1 = stablehlo.reduce_precision %y, format = e4m0 : tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %1, dense<[1.0, -1.0, 4.0, 4.0]> : tensor<4xf8E4M3FNUZ>
  return
}

// -----

// A case of many branches, chosen by an index inside and outside.
func.func @main(%x: tensor<3xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %i = stablehlo.constant dense<66> : tensor<i32>
  %j = stablehlo.constant dense<-1> : tensor<i32>
  %k = stablehlo.slice %x [0:1] : (tensor<3xi32>) -> tensor<1xi32>
  %l = stablehlo.reshape %k : (tensor<1xi32>) -> tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %m = stablehlo.multiply %l, %z : tensor<i32>
  %a = stablehlo.add %i, %m : tensor<i32>
  %b = stablehlo.add %j, %m : tensor<i32>
  %0 = func.call @chosen(%a) : (tensor<i32>) -> tensor<i32>
  %1 = func.call @chosen(%b) : (tensor<i32>) -> tensor<i32>
  %2 = func.call @chosen(%l) : (tensor<i32>) -> tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}
func.func private @chosen(%i: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.case"(%i) ({
    %c0 = stablehlo.constant dense<-7> : tensor<i32>
    stablehlo.return %c0 : tensor<i32>
  }, {
    %c1 = stablehlo.constant dense<-6> : tensor<i32>
    stablehlo.return %c1 : tensor<i32>
  }, {
    %c2 = stablehlo.constant dense<-3> : tensor<i32>
    stablehlo.return %c2 : tensor<i32>
  }, {
    %c3 = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %c3 : tensor<i32>
  }, {
    %c4 = stablehlo.constant dense<9> : tensor<i32>
    stablehlo.return %c4 : tensor<i32>
  }, {
    %c5 = stablehlo.constant dense<18> : tensor<i32>
    stablehlo.return %c5 : tensor<i32>
  }, {
    %c6 = stablehlo.constant dense<29> : tensor<i32>
    stablehlo.return %c6 : tensor<i32>
  }, {
    %c7 = stablehlo.constant dense<42> : tensor<i32>
    stablehlo.return %c7 : tensor<i32>
  }, {
    %c8 = stablehlo.constant dense<57> : tensor<i32>
    stablehlo.return %c8 : tensor<i32>
  }, {
    %c9 = stablehlo.constant dense<74> : tensor<i32>
    stablehlo.return %c9 : tensor<i32>
  }, {
    %c10 = stablehlo.constant dense<93> : tensor<i32>
    stablehlo.return %c10 : tensor<i32>
  }, {
    %c11 = stablehlo.constant dense<114> : tensor<i32>
    stablehlo.return %c11 : tensor<i32>
  }, {
    %c12 = stablehlo.constant dense<137> : tensor<i32>
    stablehlo.return %c12 : tensor<i32>
  }, {
    %c13 = stablehlo.constant dense<162> : tensor<i32>
    stablehlo.return %c13 : tensor<i32>
  }, {
    %c14 = stablehlo.constant dense<189> : tensor<i32>
    stablehlo.return %c14 : tensor<i32>
  }, {
    %c15 = stablehlo.constant dense<218> : tensor<i32>
    stablehlo.return %c15 : tensor<i32>
  }, {
    %c16 = stablehlo.constant dense<249> : tensor<i32>
    stablehlo.return %c16 : tensor<i32>
  }, {
    %c17 = stablehlo.constant dense<282> : tensor<i32>
    stablehlo.return %c17 : tensor<i32>
  }, {
    %c18 = stablehlo.constant dense<317> : tensor<i32>
    stablehlo.return %c18 : tensor<i32>
  }, {
    %c19 = stablehlo.constant dense<354> : tensor<i32>
    stablehlo.return %c19 : tensor<i32>
  }, {
    %c20 = stablehlo.constant dense<393> : tensor<i32>
    stablehlo.return %c20 : tensor<i32>
  }, {
    %c21 = stablehlo.constant dense<434> : tensor<i32>
    stablehlo.return %c21 : tensor<i32>
  }, {
    %c22 = stablehlo.constant dense<477> : tensor<i32>
    stablehlo.return %c22 : tensor<i32>
  }, {
    %c23 = stablehlo.constant dense<522> : tensor<i32>
    stablehlo.return %c23 : tensor<i32>
  }, {
    %c24 = stablehlo.constant dense<569> : tensor<i32>
    stablehlo.return %c24 : tensor<i32>
  }, {
    %c25 = stablehlo.constant dense<618> : tensor<i32>
    stablehlo.return %c25 : tensor<i32>
  }, {
    %c26 = stablehlo.constant dense<669> : tensor<i32>
    stablehlo.return %c26 : tensor<i32>
  }, {
    %c27 = stablehlo.constant dense<722> : tensor<i32>
    stablehlo.return %c27 : tensor<i32>
  }, {
    %c28 = stablehlo.constant dense<777> : tensor<i32>
    stablehlo.return %c28 : tensor<i32>
  }, {
    %c29 = stablehlo.constant dense<834> : tensor<i32>
    stablehlo.return %c29 : tensor<i32>
  }, {
    %c30 = stablehlo.constant dense<893> : tensor<i32>
    stablehlo.return %c30 : tensor<i32>
  }, {
    %c31 = stablehlo.constant dense<954> : tensor<i32>
    stablehlo.return %c31 : tensor<i32>
  }, {
    %c32 = stablehlo.constant dense<1017> : tensor<i32>
    stablehlo.return %c32 : tensor<i32>
  }, {
    %c33 = stablehlo.constant dense<1082> : tensor<i32>
    stablehlo.return %c33 : tensor<i32>
  }, {
    %c34 = stablehlo.constant dense<1149> : tensor<i32>
    stablehlo.return %c34 : tensor<i32>
  }, {
    %c35 = stablehlo.constant dense<1218> : tensor<i32>
    stablehlo.return %c35 : tensor<i32>
  }, {
    %c36 = stablehlo.constant dense<1289> : tensor<i32>
    stablehlo.return %c36 : tensor<i32>
  }, {
    %c37 = stablehlo.constant dense<1362> : tensor<i32>
    stablehlo.return %c37 : tensor<i32>
  }, {
    %c38 = stablehlo.constant dense<1437> : tensor<i32>
    stablehlo.return %c38 : tensor<i32>
  }, {
    %c39 = stablehlo.constant dense<1514> : tensor<i32>
    stablehlo.return %c39 : tensor<i32>
  }, {
    %c40 = stablehlo.constant dense<1593> : tensor<i32>
    stablehlo.return %c40 : tensor<i32>
  }, {
    %c41 = stablehlo.constant dense<1674> : tensor<i32>
    stablehlo.return %c41 : tensor<i32>
  }, {
    %c42 = stablehlo.constant dense<1757> : tensor<i32>
    stablehlo.return %c42 : tensor<i32>
  }, {
    %c43 = stablehlo.constant dense<1842> : tensor<i32>
    stablehlo.return %c43 : tensor<i32>
  }, {
    %c44 = stablehlo.constant dense<1929> : tensor<i32>
    stablehlo.return %c44 : tensor<i32>
  }, {
    %c45 = stablehlo.constant dense<2018> : tensor<i32>
    stablehlo.return %c45 : tensor<i32>
  }, {
    %c46 = stablehlo.constant dense<2109> : tensor<i32>
    stablehlo.return %c46 : tensor<i32>
  }, {
    %c47 = stablehlo.constant dense<2202> : tensor<i32>
    stablehlo.return %c47 : tensor<i32>
  }, {
    %c48 = stablehlo.constant dense<2297> : tensor<i32>
    stablehlo.return %c48 : tensor<i32>
  }, {
    %c49 = stablehlo.constant dense<2394> : tensor<i32>
    stablehlo.return %c49 : tensor<i32>
  }, {
    %c50 = stablehlo.constant dense<2493> : tensor<i32>
    stablehlo.return %c50 : tensor<i32>
  }, {
    %c51 = stablehlo.constant dense<2594> : tensor<i32>
    stablehlo.return %c51 : tensor<i32>
  }, {
    %c52 = stablehlo.constant dense<2697> : tensor<i32>
    stablehlo.return %c52 : tensor<i32>
  }, {
    %c53 = stablehlo.constant dense<2802> : tensor<i32>
    stablehlo.return %c53 : tensor<i32>
  }, {
    %c54 = stablehlo.constant dense<2909> : tensor<i32>
    stablehlo.return %c54 : tensor<i32>
  }, {
    %c55 = stablehlo.constant dense<3018> : tensor<i32>
    stablehlo.return %c55 : tensor<i32>
  }, {
    %c56 = stablehlo.constant dense<3129> : tensor<i32>
    stablehlo.return %c56 : tensor<i32>
  }, {
    %c57 = stablehlo.constant dense<3242> : tensor<i32>
    stablehlo.return %c57 : tensor<i32>
  }, {
    %c58 = stablehlo.constant dense<3357> : tensor<i32>
    stablehlo.return %c58 : tensor<i32>
  }, {
    %c59 = stablehlo.constant dense<3474> : tensor<i32>
    stablehlo.return %c59 : tensor<i32>
  }, {
    %c60 = stablehlo.constant dense<3593> : tensor<i32>
    stablehlo.return %c60 : tensor<i32>
  }, {
    %c61 = stablehlo.constant dense<3714> : tensor<i32>
    stablehlo.return %c61 : tensor<i32>
  }, {
    %c62 = stablehlo.constant dense<3837> : tensor<i32>
    stablehlo.return %c62 : tensor<i32>
  }, {
    %c63 = stablehlo.constant dense<3962> : tensor<i32>
    stablehlo.return %c63 : tensor<i32>
  }, {
    %c64 = stablehlo.constant dense<4089> : tensor<i32>
    stablehlo.return %c64 : tensor<i32>
  }, {
    %c65 = stablehlo.constant dense<4218> : tensor<i32>
    stablehlo.return %c65 : tensor<i32>
  }, {
    %c66 = stablehlo.constant dense<4349> : tensor<i32>
    stablehlo.return %c66 : tensor<i32>
  }, {
    %c67 = stablehlo.constant dense<4482> : tensor<i32>
    stablehlo.return %c67 : tensor<i32>
  }, {
    %c68 = stablehlo.constant dense<4617> : tensor<i32>
    stablehlo.return %c68 : tensor<i32>
  }, {
    %c69 = stablehlo.constant dense<4754> : tensor<i32>
    stablehlo.return %c69 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A kernel whose blocks have rows of their own: where a part of the concatenation is not, a block read
// the first unit of what another was writing.
func.func @main(%x: tensor<i8>, %y: tensor<2x2xi8>) -> (tensor<2x2xi8>, tensor<2x6xi8>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i8>) -> tensor<2x2xi8>
  %1 = stablehlo.reduce(%0 init: %x) applies stablehlo.maximum across dimensions = [] : (tensor<2x2xi8>, tensor<i8>) -> tensor<2x2xi8>
  %2 = stablehlo.add %1, %0 : tensor<2x2xi8>
  %3 = stablehlo.concatenate %2, %1, %2, dim = 1 : (tensor<2x2xi8>, tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x6xi8>
  return %1, %3 : tensor<2x2xi8>, tensor<2x6xi8>
}

// -----

// Signs of complex numbers whose absolute value is beyond the type, and an f8E8M0FNU below its least number.
func.func @main() {
  %x = stablehlo.constant dense<[(3.0e38,3.0e38), (1.0e-45,0.0), (-2.0e38,0.0)]> : tensor<3xcomplex<f32>>
  %x0 = stablehlo.optimization_barrier %x : tensor<3xcomplex<f32>>
  %0 = stablehlo.sign %x0 : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[(0.70710678,0.70710678), (1.0,0.0), (-1.0,0.0)]> : tensor<3xcomplex<f32>>
  %y = stablehlo.constant dense<[(1.5e308,1.5e308), (4.0e-320,4.0e-320)]> : tensor<2xcomplex<f64>>
  %y0 = stablehlo.optimization_barrier %y : tensor<2xcomplex<f64>>
  %1 = stablehlo.sign %y0 : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %1, dense<[(0.7071067811865476,0.7071067811865476), (0.7071067811865476,0.7071067811865476)]> : tensor<2xcomplex<f64>>
  %z = stablehlo.constant dense<[5.877471754111438e-39, 7.888609052210118e-31, 2.0]> : tensor<3xf8E8M0FNU>
  %z0 = stablehlo.optimization_barrier %z : tensor<3xf8E8M0FNU>
  %2 = stablehlo.multiply %z0, %z0 : tensor<3xf8E8M0FNU>
  %3 = stablehlo.compare NE, %2, %2 : (tensor<3xf8E8M0FNU>, tensor<3xf8E8M0FNU>) -> tensor<3xi1>
  check.expect_eq_const %3, dense<[true, true, false]> : tensor<3xi1>
  return
}

// -----

// The search for divisions of several hundred ops, and padding that is between no elements.
func.func @main(%x: tensor<4x4x4xcomplex<f64>>, %y: tensor<1x3xf32>, %z: tensor<f32>) -> (tensor<4x4x4xcomplex<f64>>, tensor<3x3xf32>) {
  %0 = chlo._asin_acos_kernel %x : tensor<4x4x4xcomplex<f64>> -> tensor<4x4x4xcomplex<f64>>
  %1 = stablehlo.pad %y, %z, low = [1, 0], high = [1, 0], interior = [9223372036854775807, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<4x4x4xcomplex<f64>>, tensor<3x3xf32>
}

// -----

// A fusion that yields an operand as it is, and a constant, beside a reduction.
func.func @main(%x: tensor<4xi32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %0:4 = "hloom.fusion"(%x, %y) <{kind = "multi_agg"}> ({
  ^bb0(%a: tensor<4xi32>, %b: tensor<i32>):
    %1 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %1, %b, %b, %2 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

// The same by rows.
func.func @main(%x: tensor<6x4xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6x4xf32>, tensor<6xf32>) {
  %0:4 = "hloom.fusion"(%x, %y) <{kind = "row"}> ({
  ^bb0(%a: tensor<6x4xf32>, %b: tensor<6xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<6xf32>) -> tensor<6x4xf32>
    %3 = stablehlo.subtract %a, %2 : tensor<6x4xf32>
    %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.minimum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %5 = stablehlo.constant dense<3.0> : tensor<6xf32>
    stablehlo.return %4, %b, %a, %5 : tensor<6xf32>, tensor<6xf32>, tensor<6x4xf32>, tensor<6xf32>
  }) : (tensor<6x4xf32>, tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6x4xf32>, tensor<6xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<6xf32>, tensor<6xf32>, tensor<6x4xf32>, tensor<6xf32>
}

// -----

// A value with a layout, or stored as a sparse one, is no result of a function that promises a plain one.
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @main(%a: tensor<3x7x4xf32>, %c: tensor<3x4x7xi1>, %s: tensor<6x7xf64, #csr>, %d: tensor<6x7xi1>) -> (tensor<3x7x4xf32>, tensor<3x4x7xf32>, tensor<6x7xf64>) {
  %0 = stablehlo.abs %a : tensor<3x7x4xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<3x7x4xf32>) -> tensor<3x4x7xf32>
  %2 = stablehlo.select %c, %1, %1 : tensor<3x4x7xi1>, tensor<3x4x7xf32>
  %3 = stablehlo.select %d, %s, %s : (tensor<6x7xi1>, tensor<6x7xf64, #csr>, tensor<6x7xf64, #csr>) -> tensor<6x7xf64>
  return %0, %2, %3 : tensor<3x7x4xf32>, tensor<3x4x7xf32>, tensor<6x7xf64>
}

// -----

// A scatter into a tensor without elements: windows that are inserted in its empty dimension wrote behind it.
func.func @main(%x: tensor<0x4xf32>, %at: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<0x4xf32> {
  %0 = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<0x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
