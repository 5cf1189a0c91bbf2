// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// The specification's example of padding at the edges and inside.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.pad %x, %zero, low = [0, 1], high = [2, 1], interior = [1, 2] : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x9xi32>
  check.expect_eq_const %y, dense<[
    [0, 1, 0, 0, 2, 0, 0, 3, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 4, 0, 0, 5, 0, 0, 6, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<5x9xi32>
  return
}

// -----

// Negative padding cuts, between dilated elements too.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %a = stablehlo.pad %x, %nine, low = [-1], high = [-1], interior = [2] : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  %b = stablehlo.pad %x, %nine, low = [-2], high = [1], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  %c = stablehlo.pad %x, %nine, low = [2], high = [-4], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  %d = stablehlo.pad %x, %nine, low = [-5], high = [3], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %a, dense<[9, 9, 2, 9, 9]> : tensor<5xi32>
  check.expect_eq_const %b, dense<[2, 9, 3, 9]> : tensor<4xi32>
  check.expect_eq_const %c, dense<[9]> : tensor<1xi32>
  check.expect_eq_const %d, dense<[9]> : tensor<1xi32>
  return
}

// -----

// Dimensions of extent 1 are repeated; the operand's may come in any order.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %y = stablehlo.broadcast_in_dim %x, dims = [2, 1] : (tensor<1x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %y, dense<[[[1, 1], [2, 2]], [[1, 1], [2, 2]]]> : tensor<2x2x2xi32>
  return
}

// -----

func.func @main() {
  %x = stablehlo.iota dim = 0 : tensor<24xi32>
  %y = stablehlo.reshape %x : (tensor<24xi32>) -> tensor<2x3x4xi32>
  %t = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<2x3x4xi32>) -> tensor<4x2x3xi32>
  %s = stablehlo.slice %t [1:4:2, 0:2, 1:3] : (tensor<4x2x3xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %s, dense<[[[5, 9], [17, 21]], [[7, 11], [19, 23]]]> : tensor<2x2x2xi32>
  %r = stablehlo.reverse %s, dims = [0, 2] : tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[11, 7], [23, 19]], [[9, 5], [21, 17]]]> : tensor<2x2x2xi32>
  %c = stablehlo.concatenate %s, %r, dim = 1 : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x4x2xi32>
  check.expect_eq_const %c, dense<[[[5, 9], [17, 21], [11, 7], [23, 19]], [[7, 11], [19, 23], [9, 5], [21, 17]]]> : tensor<2x4x2xi32>
  return
}

// -----

// To a narrower type, a dimension is added, the low bits first; and back.
func.func @main() {
  %x = stablehlo.constant dense<[0x3F800000, 0xC0490FDB]> : tensor<2xf32>
  %halves = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x2xui16>
  check.expect_eq_const %halves, dense<[[0, 16256], [4059, 49225]]> : tensor<2x2xui16>
  %back = stablehlo.bitcast_convert %halves : (tensor<2x2xui16>) -> tensor<2xf32>
  check.expect_eq %back, %x : tensor<2xf32>
  %bytes = stablehlo.constant dense<[143, 18]> : tensor<2xui8>
  %nibbles = stablehlo.bitcast_convert %bytes : (tensor<2xui8>) -> tensor<2x2xi4>
  check.expect_eq_const %nibbles, dense<[[-1, -8], [2, 1]]> : tensor<2x2xi4>
  %pairs = stablehlo.bitcast_convert %nibbles : (tensor<2x2xi4>) -> tensor<2x2x2xui2>
  check.expect_eq_const %pairs, dense<[[[3, 3], [0, 2]], [[2, 0], [1, 0]]]> : tensor<2x2x2xui2>
  %e8 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf8E5M2>
  %bits = stablehlo.bitcast_convert %e8 : (tensor<2xf8E5M2>) -> tensor<2xi8>
  check.expect_eq_const %bits, dense<[62, -64]> : tensor<2xi8>
  return
}

// -----

// Indices count in every element type, and wrap in narrow ones.
func.func @main() {
  %a = stablehlo.iota dim = 0 : tensor<6xui2>
  check.expect_eq_const %a, dense<[0, 1, 2, 3, 0, 1]> : tensor<6xui2>
  %b = stablehlo.iota dim = 1 : tensor<2x3xcomplex<f32>>
  check.expect_eq_const %b, dense<[[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

// -----

// Tensors without elements go through everything.
func.func @main() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %sum = stablehlo.add %x, %x : tensor<0x3xf32>
  %t = stablehlo.transpose %sum, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  %zero = stablehlo.constant dense<7.0> : tensor<f32>
  %p = stablehlo.pad %t, %zero, low = [0, 1], high = [0, 1], interior = [0, 5] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3x2xf32>
  check.expect_eq_const %p, dense<7.0> : tensor<3x2xf32>
  %r = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<7.0> : tensor<3xf32>
  return
}

// -----

// The stride behind the only element of a dimension may be as large as a number gets.
func.func @main() {
  %x = stablehlo.constant dense<[[1], [2], [3]]> : tensor<3x1xi16>
  %c = stablehlo.constant dense<9> : tensor<1x1xi16>
  %one = stablehlo.slice %x [1:3:9223372036854775807, 0:1] : (tensor<3x1xi16>) -> tensor<1x1xi16>
  %turned = stablehlo.reverse %one, dims = [0] : tensor<1x1xi16>
  %all = stablehlo.concatenate %turned, %c, %turned, dim = 0 : (tensor<1x1xi16>, tensor<1x1xi16>, tensor<1x1xi16>) -> tensor<3x1xi16>
  check.expect_eq_const %all, dense<[[2], [9], [2]]> : tensor<3x1xi16>
  return
}
