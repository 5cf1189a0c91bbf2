// Programs whose results were once wrong in one executor with some settings: `cargo xtask fuzz --programs`
// found them.

// REQUIRES: llvm
// RUN: hloom run %s --split-input-file --backend=cpu --random-inputs=3 --compare=interp
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
