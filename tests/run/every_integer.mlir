// RUN: hloom run %s --split-input-file --backend=interp
// Written by every_type.py: do not edit.

// Ops on integers of every width.

// add of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.add %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[0, 1, -2, -1, 1, -2, -1, 0, -2, -1, 0, 1, -1, 0, 1, -2]> : tensor<16xi2>
  return
}

// -----

// subtract of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.subtract %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[0, -1, -2, 1, 1, 0, -1, -2, -2, 1, 0, -1, -1, -2, 1, 0]> : tensor<16xi2>
  return
}

// -----

// multiply of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.multiply %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[0, -2, 0, -2, -2, 1, 0, -1, 0, 0, 0, 0, -2, -1, 0, 1]> : tensor<16xi2>
  return
}

// -----

// divide of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.divide %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[1, -2, -1, -2, 0, 1, -1, -1, 0, 0, -1, 0, 0, -1, -1, 1]> : tensor<16xi2>
  return
}

// -----

// remainder of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.remainder %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[0, 0, -2, 0, -1, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 0]> : tensor<16xi2>
  return
}

// -----

// maximum of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.maximum %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[-2, -1, 0, 1, -1, -1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1]> : tensor<16xi2>
  return
}

// -----

// minimum of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.minimum %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[-2, -2, -2, -2, -2, -1, -1, -1, -2, -1, 0, 0, -2, -1, 0, 1]> : tensor<16xi2>
  return
}

// -----

// and of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.and %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[-2, -2, 0, 0, -2, -1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1]> : tensor<16xi2>
  return
}

// -----

// or of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.or %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[-2, -1, -2, -1, -1, -1, -1, -1, -2, -1, 0, 1, -1, -1, 1, 1]> : tensor<16xi2>
  return
}

// -----

// xor of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.xor %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[0, 1, -2, -1, 1, 0, -1, -2, -2, -1, 0, 1, -1, -2, 1, 0]> : tensor<16xi2>
  return
}

// -----

// shift_left of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.shift_left %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[0, 0, -2, 0, 0, 0, -1, -2, 0, 0, 0, 0, 0, 0, 1, -2]> : tensor<16xi2>
  return
}

// -----

// shift_right_arithmetic of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[-1, -1, -2, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 0]> : tensor<16xi2>
  return
}

// -----

// shift_right_logical of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %z = stablehlo.shift_right_logical %x, %y : tensor<16xi2>
  check.expect_eq_const %z, dense<[0, 0, -2, 1, 0, 0, -1, 1, 0, 0, 0, 0, 0, 0, 1, 0]> : tensor<16xi2>
  return
}

// -----

// compare of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<16xi2>, tensor<16xi2>) -> tensor<16xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<16xi2>, tensor<16xi2>) -> tensor<16xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<16xi2>, tensor<16xi2>) -> tensor<16xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<16xi2>, tensor<16xi2>) -> tensor<16xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<16xi2>, tensor<16xi2>) -> tensor<16xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<16xi2>, tensor<16xi2>) -> tensor<16xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, true, false, false, false, false, true, false, false, false, false, true]> : tensor<16xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, false, true, true, true, true, false, true, true, true, true, false]> : tensor<16xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, false, false, true, true, false, false, false, true, false, false, false, false]> : tensor<16xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, false, true, true, true, false, false, true, true, false, false, false, true]> : tensor<16xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, true, false, false, false, true, true, false, false, true, true, true, false]> : tensor<16xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, true, true, false, false, true, true, true, false, true, true, true, true]> : tensor<16xi1>
  return
}

// -----

// select of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %y = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %p = stablehlo.compare LT, %x, %y : (tensor<16xi2>, tensor<16xi2>) -> tensor<16xi1>
  %z = stablehlo.select %p, %x, %y : tensor<16xi1>, tensor<16xi2>
  check.expect_eq_const %z, dense<[-2, -2, -2, -2, -2, -1, -1, -1, -2, -1, 0, 0, -2, -1, 0, 1]> : tensor<16xi2>
  return
}

// -----

// power of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -2, -1, -1, 0, 0, 1, 1]> : tensor<8xi2>
  %y = stablehlo.constant dense<[0, 1, 0, 1, 0, 1, 0, 1]> : tensor<8xi2>
  %z = stablehlo.power %x, %y : tensor<8xi2>
  check.expect_eq_const %z, dense<[1, -2, 1, -1, 1, 0, 1, 1]> : tensor<8xi2>
  return
}

// -----

// negate of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %z = stablehlo.negate %x : tensor<4xi2>
  check.expect_eq_const %z, dense<[-2, 1, 0, -1]> : tensor<4xi2>
  return
}

// -----

// not of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %z = stablehlo.not %x : tensor<4xi2>
  check.expect_eq_const %z, dense<[1, 0, -1, -2]> : tensor<4xi2>
  return
}

// -----

// popcnt of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %z = stablehlo.popcnt %x : tensor<4xi2>
  check.expect_eq_const %z, dense<[1, -2, 0, 1]> : tensor<4xi2>
  return
}

// -----

// count_leading_zeros of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %z = stablehlo.count_leading_zeros %x : tensor<4xi2>
  check.expect_eq_const %z, dense<[0, 0, -2, 1]> : tensor<4xi2>
  return
}

// -----

// abs of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %z = stablehlo.abs %x : tensor<4xi2>
  check.expect_eq_const %z, dense<[-2, 1, 0, 1]> : tensor<4xi2>
  return
}

// -----

// sign of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %z = stablehlo.sign %x : tensor<4xi2>
  check.expect_eq_const %z, dense<[-1, -1, 0, 1]> : tensor<4xi2>
  return
}

// -----

// conversions of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %i2 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xi2>
  %ui2 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xui2>
  %i4 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xi4>
  %ui4 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xui4>
  %i8 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xi8>
  %ui8 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xui8>
  %i16 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xi16>
  %ui16 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xui16>
  %i32 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xi32>
  %ui32 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xui32>
  %i64 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xi64>
  %ui64 = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xui64>
  %p = stablehlo.convert %x : (tensor<4xi2>) -> tensor<4xi1>
  check.expect_eq_const %i2, dense<[-2, -1, 0, 1]> : tensor<4xi2>
  check.expect_eq_const %ui2, dense<[2, 3, 0, 1]> : tensor<4xui2>
  check.expect_eq_const %i4, dense<[-2, -1, 0, 1]> : tensor<4xi4>
  check.expect_eq_const %ui4, dense<[14, 15, 0, 1]> : tensor<4xui4>
  check.expect_eq_const %i8, dense<[-2, -1, 0, 1]> : tensor<4xi8>
  check.expect_eq_const %ui8, dense<[254, 255, 0, 1]> : tensor<4xui8>
  check.expect_eq_const %i16, dense<[-2, -1, 0, 1]> : tensor<4xi16>
  check.expect_eq_const %ui16, dense<[65534, 65535, 0, 1]> : tensor<4xui16>
  check.expect_eq_const %i32, dense<[-2, -1, 0, 1]> : tensor<4xi32>
  check.expect_eq_const %ui32, dense<[4294967294, 4294967295, 0, 1]> : tensor<4xui32>
  check.expect_eq_const %i64, dense<[-2, -1, 0, 1]> : tensor<4xi64>
  check.expect_eq_const %ui64, dense<[18446744073709551614, 18446744073709551615, 0, 1]> : tensor<4xui64>
  check.expect_eq_const %p, dense<[true, true, false, true]> : tensor<4xi1>
  return
}

// -----

// clamp of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %low = stablehlo.constant dense<1> : tensor<i2>
  %high = stablehlo.constant dense<1> : tensor<i2>
  %z = stablehlo.clamp %low, %x, %high : (tensor<i2>, tensor<4xi2>, tensor<i2>) -> tensor<4xi2>
  check.expect_eq_const %z, dense<[1, 1, 1, 1]> : tensor<4xi2>
  return
}

// -----

// sums of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %zero = stablehlo.constant dense<0> : tensor<i2>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi2>, tensor<i2>) -> tensor<i2>
  %none = stablehlo.constant dense<> : tensor<0xi2>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi2>, tensor<i2>) -> tensor<i2>
  check.expect_eq_const %sum, dense<-2> : tensor<i2>
  check.expect_eq_const %empty, dense<0> : tensor<i2>
  return
}

// -----

// product of i2
func.func @main() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<4xi2>, tensor<4xi2>) -> tensor<i2>
  check.expect_eq_const %z, dense<-2> : tensor<i2>
  return
}

// -----

// sort of i2, LT
func.func @main() {
  %x = stablehlo.constant dense<[-2, 1, 0, -1]> : tensor<4xi2>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i2>, %b: tensor<i2>): %c = stablehlo.compare LT, %a, %b : (tensor<i2>, tensor<i2>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<4xi2>) -> tensor<4xi2>
  check.expect_eq_const %z, dense<[-2, -1, 0, 1]> : tensor<4xi2>
  return
}

// -----

// sort of i2, GT
func.func @main() {
  %x = stablehlo.constant dense<[-2, 1, 0, -1]> : tensor<4xi2>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i2>, %b: tensor<i2>): %c = stablehlo.compare GT, %a, %b : (tensor<i2>, tensor<i2>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<4xi2>) -> tensor<4xi2>
  check.expect_eq_const %z, dense<[1, 0, -1, -2]> : tensor<4xi2>
  return
}

// -----

// iota of i2
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<2xi2>
  check.expect_eq_const %z, dense<[0, 1]> : tensor<2xi2>
  return
}

// -----

// add of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.add %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2]> : tensor<16xui2>
  return
}

// -----

// subtract of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.subtract %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 3, 2, 1, 1, 0, 3, 2, 2, 1, 0, 3, 3, 2, 1, 0]> : tensor<16xui2>
  return
}

// -----

// multiply of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.multiply %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 1, 2, 3, 0, 2, 0, 2, 0, 3, 2, 1]> : tensor<16xui2>
  return
}

// -----

// divide of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.divide %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[3, 0, 0, 0, 3, 1, 0, 0, 3, 2, 1, 0, 3, 3, 1, 1]> : tensor<16xui2>
  return
}

// -----

// remainder of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.remainder %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 1, 0, 1, 1, 2, 0, 0, 2, 3, 0, 1, 0]> : tensor<16xui2>
  return
}

// -----

// maximum of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.maximum %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1, 1, 2, 3, 2, 2, 2, 3, 3, 3, 3, 3]> : tensor<16xui2>
  return
}

// -----

// minimum of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.minimum %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 2, 2, 0, 1, 2, 3]> : tensor<16xui2>
  return
}

// -----

// and of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.and %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0, 1, 2, 3]> : tensor<16xui2>
  return
}

// -----

// or of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.or %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1, 1, 3, 3, 2, 3, 2, 3, 3, 3, 3, 3]> : tensor<16xui2>
  return
}

// -----

// xor of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.xor %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1, 3, 2, 1, 0]> : tensor<16xui2>
  return
}

// -----

// shift_left of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.shift_left %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 1, 2, 0, 0, 2, 0, 0, 0, 3, 2, 0, 0]> : tensor<16xui2>
  return
}

// -----

// shift_right_arithmetic of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 1, 0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 3]> : tensor<16xui2>
  return
}

// -----

// shift_right_logical of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.shift_right_logical %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 3, 1, 0, 0]> : tensor<16xui2>
  return
}

// -----

// compare of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<16xui2>, tensor<16xui2>) -> tensor<16xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<16xui2>, tensor<16xui2>) -> tensor<16xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<16xui2>, tensor<16xui2>) -> tensor<16xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<16xui2>, tensor<16xui2>) -> tensor<16xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<16xui2>, tensor<16xui2>) -> tensor<16xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<16xui2>, tensor<16xui2>) -> tensor<16xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, true, false, false, false, false, true, false, false, false, false, true]> : tensor<16xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, false, true, true, true, true, false, true, true, true, true, false]> : tensor<16xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, false, false, true, true, false, false, false, true, false, false, false, false]> : tensor<16xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, false, true, true, true, false, false, true, true, false, false, false, true]> : tensor<16xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, true, false, false, false, true, true, false, false, true, true, true, false]> : tensor<16xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, true, true, false, false, true, true, true, false, true, true, true, true]> : tensor<16xi1>
  return
}

// -----

// select of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %p = stablehlo.compare LT, %x, %y : (tensor<16xui2>, tensor<16xui2>) -> tensor<16xi1>
  %z = stablehlo.select %p, %x, %y : tensor<16xi1>, tensor<16xui2>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 2, 2, 0, 1, 2, 3]> : tensor<16xui2>
  return
}

// -----

// power of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %z = stablehlo.power %x, %y : tensor<16xui2>
  check.expect_eq_const %z, dense<[1, 0, 0, 0, 1, 1, 1, 1, 1, 2, 0, 0, 1, 3, 1, 3]> : tensor<16xui2>
  return
}

// -----

// negate of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %z = stablehlo.negate %x : tensor<4xui2>
  check.expect_eq_const %z, dense<[0, 3, 2, 1]> : tensor<4xui2>
  return
}

// -----

// not of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %z = stablehlo.not %x : tensor<4xui2>
  check.expect_eq_const %z, dense<[3, 2, 1, 0]> : tensor<4xui2>
  return
}

// -----

// popcnt of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %z = stablehlo.popcnt %x : tensor<4xui2>
  check.expect_eq_const %z, dense<[0, 1, 1, 2]> : tensor<4xui2>
  return
}

// -----

// count_leading_zeros of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %z = stablehlo.count_leading_zeros %x : tensor<4xui2>
  check.expect_eq_const %z, dense<[2, 1, 0, 0]> : tensor<4xui2>
  return
}

// -----

// conversions of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %i2 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xi2>
  %ui2 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xui2>
  %i4 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xi4>
  %ui4 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xui4>
  %i8 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xi8>
  %ui8 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xui8>
  %i16 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xi16>
  %ui16 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xui16>
  %i32 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xi32>
  %ui32 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xui32>
  %i64 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xi64>
  %ui64 = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xui64>
  %p = stablehlo.convert %x : (tensor<4xui2>) -> tensor<4xi1>
  check.expect_eq_const %i2, dense<[0, 1, -2, -1]> : tensor<4xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 2, 3]> : tensor<4xui2>
  check.expect_eq_const %i4, dense<[0, 1, 2, 3]> : tensor<4xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 2, 3]> : tensor<4xui4>
  check.expect_eq_const %i8, dense<[0, 1, 2, 3]> : tensor<4xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 2, 3]> : tensor<4xui8>
  check.expect_eq_const %i16, dense<[0, 1, 2, 3]> : tensor<4xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 2, 3]> : tensor<4xui16>
  check.expect_eq_const %i32, dense<[0, 1, 2, 3]> : tensor<4xi32>
  check.expect_eq_const %ui32, dense<[0, 1, 2, 3]> : tensor<4xui32>
  check.expect_eq_const %i64, dense<[0, 1, 2, 3]> : tensor<4xi64>
  check.expect_eq_const %ui64, dense<[0, 1, 2, 3]> : tensor<4xui64>
  check.expect_eq_const %p, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

// clamp of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %low = stablehlo.constant dense<1> : tensor<ui2>
  %high = stablehlo.constant dense<2> : tensor<ui2>
  %z = stablehlo.clamp %low, %x, %high : (tensor<ui2>, tensor<4xui2>, tensor<ui2>) -> tensor<4xui2>
  check.expect_eq_const %z, dense<[1, 1, 2, 2]> : tensor<4xui2>
  return
}

// -----

// sums of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %zero = stablehlo.constant dense<0> : tensor<ui2>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xui2>, tensor<ui2>) -> tensor<ui2>
  %none = stablehlo.constant dense<> : tensor<0xui2>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xui2>, tensor<ui2>) -> tensor<ui2>
  check.expect_eq_const %sum, dense<2> : tensor<ui2>
  check.expect_eq_const %empty, dense<0> : tensor<ui2>
  return
}

// -----

// product of ui2
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<4xui2>, tensor<4xui2>) -> tensor<ui2>
  check.expect_eq_const %z, dense<2> : tensor<ui2>
  return
}

// -----

// sort of ui2, LT
func.func @main() {
  %x = stablehlo.constant dense<[0, 3, 2, 1]> : tensor<4xui2>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui2>, %b: tensor<ui2>): %c = stablehlo.compare LT, %a, %b : (tensor<ui2>, tensor<ui2>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<4xui2>) -> tensor<4xui2>
  check.expect_eq_const %z, dense<[0, 1, 2, 3]> : tensor<4xui2>
  return
}

// -----

// sort of ui2, GT
func.func @main() {
  %x = stablehlo.constant dense<[0, 3, 2, 1]> : tensor<4xui2>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui2>, %b: tensor<ui2>): %c = stablehlo.compare GT, %a, %b : (tensor<ui2>, tensor<ui2>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<4xui2>) -> tensor<4xui2>
  check.expect_eq_const %z, dense<[3, 2, 1, 0]> : tensor<4xui2>
  return
}

// -----

// iota of ui2
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<4xui2>
  check.expect_eq_const %z, dense<[0, 1, 2, 3]> : tensor<4xui2>
  return
}

// -----

// add of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.add %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[0, 1, 7, -8, -7, -6, -5, -2, -1, 1, 2, -8, -7, -6, -5, -4, -1, 0, 7, -8, -2, -1, 0, 1, 2, 5, 6, -8, -7, -1, 0, 1, 2, 3, 6, 7, -7, -6, 0, 1, 2, 3, 4, 7, -8, -6, -5, 1, 2, 3, 4, 5, -8, -7, -5, -4, 2, 3, 4, 5, 6, -7, -6, -2, -1, 5, 6, 7, -8, -7, -4, -3, -1, 0, 6, 7, -8, -7, -6, -3, -2]> : tensor<81xi4>
  return
}

// -----

// subtract of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.subtract %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[0, -1, -7, -8, 7, 6, 5, 2, 1, 1, 0, -6, -7, -8, 7, 6, 3, 2, 7, 6, 0, -1, -2, -3, -4, -7, -8, -8, 7, 1, 0, -1, -2, -3, -6, -7, -7, -8, 2, 1, 0, -1, -2, -5, -6, -6, -7, 3, 2, 1, 0, -1, -4, -5, -5, -6, 4, 3, 2, 1, 0, -3, -4, -2, -3, 7, 6, 5, 4, 3, 0, -1, -1, -2, -8, 7, 6, 5, 4, 1, 0]> : tensor<81xi4>
  return
}

// -----

// multiply of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.multiply %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[0, -8, -8, 0, -8, 0, -8, 0, -8, -8, 1, 7, 0, -7, 2, -5, 6, -1, -8, 7, 1, 0, -1, -2, -3, -6, -7, 0, 0, 0, 0, 0, 0, 0, 0, 0, -8, -7, -1, 0, 1, 2, 3, 6, 7, 0, 2, -2, 0, 2, 4, 6, -4, -2, -8, -5, -3, 0, 3, 6, -7, 2, 5, 0, 6, -6, 0, 6, -4, 2, 4, -6, -8, -1, -7, 0, 7, -2, 5, -6, 1]> : tensor<81xi4>
  return
}

// -----

// divide of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.divide %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[1, 1, -8, -1, -8, -4, -2, -1, -1, 0, 1, 7, -1, -7, -3, -2, -1, -1, 0, 0, 1, -1, -1, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0, 0, -2, -1, 2, 1, 0, 0, 0, 0, 0, -3, -1, 3, 1, 1, 0, 0, 0, 0, -6, -1, 6, 3, 2, 1, 0, 0, -1, -7, -1, 7, 3, 2, 1, 1]> : tensor<81xi4>
  return
}

// -----

// remainder of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.remainder %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[0, -1, 0, -8, 0, 0, -2, -2, -1, -7, 0, 0, -7, 0, -1, -1, -1, 0, -1, -1, 0, -1, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 2, 2, 0, 2, 0, 0, 2, 2, 2, 3, 3, 0, 3, 0, 1, 0, 3, 3, 6, 6, 0, 6, 0, 0, 0, 0, 6, 7, 0, 0, 7, 0, 1, 1, 1, 0]> : tensor<81xi4>
  return
}

// -----

// maximum of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.maximum %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -7, -7, -1, 0, 1, 2, 3, 6, 7, -1, -1, -1, 0, 1, 2, 3, 6, 7, 0, 0, 0, 0, 1, 2, 3, 6, 7, 1, 1, 1, 1, 1, 2, 3, 6, 7, 2, 2, 2, 2, 2, 2, 3, 6, 7, 3, 3, 3, 3, 3, 3, 3, 6, 7, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  return
}

// -----

// minimum of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.minimum %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -8, -7, -1, -1, -1, -1, -1, -1, -1, -8, -7, -1, 0, 0, 0, 0, 0, 0, -8, -7, -1, 0, 1, 1, 1, 1, 1, -8, -7, -1, 0, 1, 2, 2, 2, 2, -8, -7, -1, 0, 1, 2, 3, 3, 3, -8, -7, -1, 0, 1, 2, 3, 6, 6, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  return
}

// -----

// and of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.and %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[-8, -8, -8, 0, 0, 0, 0, 0, 0, -8, -7, -7, 0, 1, 0, 1, 0, 1, -8, -7, -1, 0, 1, 2, 3, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 2, 0, 0, 2, 2, 2, 2, 0, 1, 3, 0, 1, 2, 3, 2, 3, 0, 0, 6, 0, 0, 2, 2, 6, 6, 0, 1, 7, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  return
}

// -----

// or of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.or %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[-8, -7, -1, -8, -7, -6, -5, -2, -1, -7, -7, -1, -7, -7, -5, -5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -8, -7, -1, 0, 1, 2, 3, 6, 7, -7, -7, -1, 1, 1, 3, 3, 7, 7, -6, -5, -1, 2, 3, 2, 3, 6, 7, -5, -5, -1, 3, 3, 3, 3, 7, 7, -2, -1, -1, 6, 7, 6, 7, 6, 7, -1, -1, -1, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  return
}

// -----

// xor of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.xor %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[0, 1, 7, -8, -7, -6, -5, -2, -1, 1, 0, 6, -7, -8, -5, -6, -1, -2, 7, 6, 0, -1, -2, -3, -4, -7, -8, -8, -7, -1, 0, 1, 2, 3, 6, 7, -7, -8, -2, 1, 0, 3, 2, 7, 6, -6, -5, -3, 2, 3, 0, 1, 4, 5, -5, -6, -4, 3, 2, 1, 0, 5, 4, -2, -1, -7, 6, 7, 4, 5, 0, 1, -1, -2, -8, 7, 6, 5, 4, 1, 0]> : tensor<81xi4>
  return
}

// -----

// shift_left of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.shift_left %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[0, 0, 0, -8, 0, 0, 0, 0, 0, 0, 0, 0, -7, 2, 4, -8, 0, 0, 0, 0, 0, -1, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, -8, 0, 0, 0, 0, 0, 2, 4, -8, 0, 0, 0, 0, 0, 0, 3, 6, -4, -8, 0, 0, 0, 0, 0, 6, -4, -8, 0, 0, 0, 0, 0, 0, 7, -2, -4, -8, 0, 0]> : tensor<81xi4>
  return
}

// -----

// shift_right_arithmetic of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[-1, -1, -1, -8, -4, -2, -1, -1, -1, -1, -1, -1, -7, -4, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 6, 3, 1, 0, 0, 0, 0, 0, 0, 7, 3, 1, 0, 0, 0]> : tensor<81xi4>
  return
}

// -----

// shift_right_logical of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %z = stablehlo.shift_right_logical %x, %y : tensor<81xi4>
  check.expect_eq_const %z, dense<[0, 0, 0, -8, 4, 2, 1, 0, 0, 0, 0, 0, -7, 4, 2, 1, 0, 0, 0, 0, 0, -1, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 6, 3, 1, 0, 0, 0, 0, 0, 0, 7, 3, 1, 0, 0, 0]> : tensor<81xi4>
  return
}

// -----

// compare of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<81xi4>, tensor<81xi4>) -> tensor<81xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<81xi4>, tensor<81xi4>) -> tensor<81xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<81xi4>, tensor<81xi4>) -> tensor<81xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<81xi4>, tensor<81xi4>) -> tensor<81xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<81xi4>, tensor<81xi4>) -> tensor<81xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<81xi4>, tensor<81xi4>) -> tensor<81xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true]> : tensor<81xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false]> : tensor<81xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false]> : tensor<81xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true]> : tensor<81xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false]> : tensor<81xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true]> : tensor<81xi1>
  return
}

// -----

// select of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7]> : tensor<81xi4>
  %y = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  %p = stablehlo.compare LT, %x, %y : (tensor<81xi4>, tensor<81xi4>) -> tensor<81xi1>
  %z = stablehlo.select %p, %x, %y : tensor<81xi1>, tensor<81xi4>
  check.expect_eq_const %z, dense<[-8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -8, -7, -1, -1, -1, -1, -1, -1, -1, -8, -7, -1, 0, 0, 0, 0, 0, 0, -8, -7, -1, 0, 1, 1, 1, 1, 1, -8, -7, -1, 0, 1, 2, 2, 2, 2, -8, -7, -1, 0, 1, 2, 3, 3, 3, -8, -7, -1, 0, 1, 2, 3, 6, 6, -8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<81xi4>
  return
}

// -----

// power of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7]> : tensor<45xi4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<45xi4>
  %z = stablehlo.power %x, %y : tensor<45xi4>
  check.expect_eq_const %z, dense<[1, -8, 0, 0, 0, 1, -7, 1, -7, -7, 1, -1, 1, -1, -1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, -8, 0, 1, 3, -7, -5, 3, 1, 6, 4, -8, 0, 1, 7, 1, 7, 7]> : tensor<45xi4>
  return
}

// -----

// negate of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %z = stablehlo.negate %x : tensor<9xi4>
  check.expect_eq_const %z, dense<[-8, 7, 1, 0, -1, -2, -3, -6, -7]> : tensor<9xi4>
  return
}

// -----

// not of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %z = stablehlo.not %x : tensor<9xi4>
  check.expect_eq_const %z, dense<[7, 6, 0, -1, -2, -3, -4, -7, -8]> : tensor<9xi4>
  return
}

// -----

// popcnt of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %z = stablehlo.popcnt %x : tensor<9xi4>
  check.expect_eq_const %z, dense<[1, 2, 4, 0, 1, 1, 2, 2, 3]> : tensor<9xi4>
  return
}

// -----

// count_leading_zeros of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %z = stablehlo.count_leading_zeros %x : tensor<9xi4>
  check.expect_eq_const %z, dense<[0, 0, 0, 4, 3, 2, 2, 1, 1]> : tensor<9xi4>
  return
}

// -----

// abs of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %z = stablehlo.abs %x : tensor<9xi4>
  check.expect_eq_const %z, dense<[-8, 7, 1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  return
}

// -----

// sign of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %z = stablehlo.sign %x : tensor<9xi4>
  check.expect_eq_const %z, dense<[-1, -1, -1, 0, 1, 1, 1, 1, 1]> : tensor<9xi4>
  return
}

// -----

// conversions of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %i2 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xi2>
  %ui2 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xui2>
  %i4 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xi4>
  %ui4 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xui4>
  %i8 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xi8>
  %ui8 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xui8>
  %i16 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xi16>
  %ui16 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xui16>
  %i32 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xi32>
  %ui32 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xui32>
  %i64 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xi64>
  %ui64 = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xui64>
  %p = stablehlo.convert %x : (tensor<9xi4>) -> tensor<9xi1>
  check.expect_eq_const %i2, dense<[0, 1, -1, 0, 1, -2, -1, -2, -1]> : tensor<9xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 3, 0, 1, 2, 3, 2, 3]> : tensor<9xui2>
  check.expect_eq_const %i4, dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  check.expect_eq_const %ui4, dense<[8, 9, 15, 0, 1, 2, 3, 6, 7]> : tensor<9xui4>
  check.expect_eq_const %i8, dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi8>
  check.expect_eq_const %ui8, dense<[248, 249, 255, 0, 1, 2, 3, 6, 7]> : tensor<9xui8>
  check.expect_eq_const %i16, dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi16>
  check.expect_eq_const %ui16, dense<[65528, 65529, 65535, 0, 1, 2, 3, 6, 7]> : tensor<9xui16>
  check.expect_eq_const %i32, dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi32>
  check.expect_eq_const %ui32, dense<[4294967288, 4294967289, 4294967295, 0, 1, 2, 3, 6, 7]> : tensor<9xui32>
  check.expect_eq_const %i64, dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi64>
  check.expect_eq_const %ui64, dense<[18446744073709551608, 18446744073709551609, 18446744073709551615, 0, 1, 2, 3, 6, 7]> : tensor<9xui64>
  check.expect_eq_const %p, dense<[true, true, true, false, true, true, true, true, true]> : tensor<9xi1>
  return
}

// -----

// clamp of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %low = stablehlo.constant dense<1> : tensor<i4>
  %high = stablehlo.constant dense<6> : tensor<i4>
  %z = stablehlo.clamp %low, %x, %high : (tensor<i4>, tensor<9xi4>, tensor<i4>) -> tensor<9xi4>
  check.expect_eq_const %z, dense<[1, 1, 1, 1, 1, 2, 3, 6, 6]> : tensor<9xi4>
  return
}

// -----

// sums of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %zero = stablehlo.constant dense<0> : tensor<i4>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<9xi4>, tensor<i4>) -> tensor<i4>
  %none = stablehlo.constant dense<> : tensor<0xi4>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi4>, tensor<i4>) -> tensor<i4>
  check.expect_eq_const %sum, dense<3> : tensor<i4>
  check.expect_eq_const %empty, dense<0> : tensor<i4>
  return
}

// -----

// product of i4
func.func @main() {
  %x = stablehlo.constant dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<9xi4>, tensor<9xi4>) -> tensor<i4>
  check.expect_eq_const %z, dense<5> : tensor<i4>
  return
}

// -----

// sort of i4, LT
func.func @main() {
  %x = stablehlo.constant dense<[-8, 6, 2, 0, -7, 7, 3, 1, -1]> : tensor<9xi4>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i4>, %b: tensor<i4>): %c = stablehlo.compare LT, %a, %b : (tensor<i4>, tensor<i4>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<9xi4>) -> tensor<9xi4>
  check.expect_eq_const %z, dense<[-8, -7, -1, 0, 1, 2, 3, 6, 7]> : tensor<9xi4>
  return
}

// -----

// sort of i4, GT
func.func @main() {
  %x = stablehlo.constant dense<[-8, 6, 2, 0, -7, 7, 3, 1, -1]> : tensor<9xi4>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i4>, %b: tensor<i4>): %c = stablehlo.compare GT, %a, %b : (tensor<i4>, tensor<i4>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<9xi4>) -> tensor<9xi4>
  check.expect_eq_const %z, dense<[7, 6, 3, 2, 1, 0, -1, -7, -8]> : tensor<9xi4>
  return
}

// -----

// iota of i4
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xi4>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi4>
  return
}

// -----

// add of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.add %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 5, 14, 15, 1, 2, 3, 4, 6, 15, 0, 2, 3, 4, 5, 7, 0, 1, 3, 4, 5, 6, 8, 1, 2, 5, 6, 7, 8, 10, 3, 4, 14, 15, 0, 1, 3, 12, 13, 15, 0, 1, 2, 4, 13, 14]> : tensor<49xui4>
  return
}

// -----

// subtract of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.subtract %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 15, 14, 13, 11, 2, 1, 1, 0, 15, 14, 12, 3, 2, 2, 1, 0, 15, 13, 4, 3, 3, 2, 1, 0, 14, 5, 4, 5, 4, 3, 2, 0, 7, 6, 14, 13, 12, 11, 9, 0, 15, 15, 14, 13, 12, 10, 1, 0]> : tensor<49xui4>
  return
}

// -----

// multiply of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.multiply %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 5, 14, 15, 0, 2, 4, 6, 10, 12, 14, 0, 3, 6, 9, 15, 10, 13, 0, 5, 10, 15, 9, 6, 11, 0, 14, 12, 10, 6, 4, 2, 0, 15, 14, 13, 11, 2, 1]> : tensor<49xui4>
  return
}

// -----

// divide of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.divide %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[15, 0, 0, 0, 0, 0, 0, 15, 1, 0, 0, 0, 0, 0, 15, 2, 1, 0, 0, 0, 0, 15, 3, 1, 1, 0, 0, 0, 15, 5, 2, 1, 1, 0, 0, 15, 14, 7, 4, 2, 1, 0, 15, 15, 7, 5, 3, 1, 1]> : tensor<49xui4>
  return
}

// -----

// remainder of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.remainder %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2, 2, 3, 0, 1, 0, 3, 3, 3, 5, 0, 1, 2, 0, 5, 5, 14, 0, 0, 2, 4, 0, 14, 15, 0, 1, 0, 0, 1, 0]> : tensor<49xui4>
  return
}

// -----

// maximum of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.maximum %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 5, 14, 15, 1, 1, 2, 3, 5, 14, 15, 2, 2, 2, 3, 5, 14, 15, 3, 3, 3, 3, 5, 14, 15, 5, 5, 5, 5, 5, 14, 15, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  return
}

// -----

// minimum of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.minimum %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 5, 5, 5, 0, 1, 2, 3, 5, 14, 14, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  return
}

// -----

// and of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.and %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 2, 2, 0, 2, 2, 0, 1, 2, 3, 1, 2, 3, 0, 1, 0, 1, 5, 4, 5, 0, 0, 2, 2, 4, 14, 14, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  return
}

// -----

// or of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.or %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 5, 14, 15, 1, 1, 3, 3, 5, 15, 15, 2, 3, 2, 3, 7, 14, 15, 3, 3, 3, 3, 7, 15, 15, 5, 5, 7, 7, 5, 15, 15, 14, 15, 14, 15, 15, 14, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  return
}

// -----

// xor of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.xor %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 5, 14, 15, 1, 0, 3, 2, 4, 15, 14, 2, 3, 0, 1, 7, 12, 13, 3, 2, 1, 0, 6, 13, 12, 5, 4, 7, 6, 0, 11, 10, 14, 15, 12, 13, 11, 0, 1, 15, 14, 13, 12, 10, 1, 0]> : tensor<49xui4>
  return
}

// -----

// shift_left of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.shift_left %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 2, 4, 8, 0, 0, 0, 0, 3, 6, 12, 8, 0, 0, 0, 5, 10, 4, 8, 0, 0, 0, 14, 12, 8, 0, 0, 0, 0, 15, 14, 12, 8, 0, 0, 0]> : tensor<49xui4>
  return
}

// -----

// shift_right_arithmetic of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  return
}

// -----

// shift_right_logical of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %z = stablehlo.shift_right_logical %x, %y : tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0, 14, 7, 3, 1, 0, 0, 0, 15, 7, 3, 1, 0, 0, 0]> : tensor<49xui4>
  return
}

// -----

// compare of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<49xui4>, tensor<49xui4>) -> tensor<49xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<49xui4>, tensor<49xui4>) -> tensor<49xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<49xui4>, tensor<49xui4>) -> tensor<49xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<49xui4>, tensor<49xui4>) -> tensor<49xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<49xui4>, tensor<49xui4>) -> tensor<49xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<49xui4>, tensor<49xui4>) -> tensor<49xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true, false, false, false, false, false, false, false]> : tensor<49xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false, true, true, true, true, true, true, true]> : tensor<49xi1>
  return
}

// -----

// select of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15]> : tensor<49xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  %p = stablehlo.compare LT, %x, %y : (tensor<49xui4>, tensor<49xui4>) -> tensor<49xi1>
  %z = stablehlo.select %p, %x, %y : tensor<49xi1>, tensor<49xui4>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 5, 5, 5, 0, 1, 2, 3, 5, 14, 14, 0, 1, 2, 3, 5, 14, 15]> : tensor<49xui4>
  return
}

// -----

// power of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15]> : tensor<35xui4>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<35xui4>
  %z = stablehlo.power %x, %y : tensor<35xui4>
  check.expect_eq_const %z, dense<[1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 0, 1, 3, 9, 11, 3, 1, 5, 9, 13, 5, 1, 14, 4, 8, 0, 1, 15, 1, 15, 15]> : tensor<35xui4>
  return
}

// -----

// negate of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %z = stablehlo.negate %x : tensor<7xui4>
  check.expect_eq_const %z, dense<[0, 15, 14, 13, 11, 2, 1]> : tensor<7xui4>
  return
}

// -----

// not of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %z = stablehlo.not %x : tensor<7xui4>
  check.expect_eq_const %z, dense<[15, 14, 13, 12, 10, 1, 0]> : tensor<7xui4>
  return
}

// -----

// popcnt of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %z = stablehlo.popcnt %x : tensor<7xui4>
  check.expect_eq_const %z, dense<[0, 1, 1, 2, 2, 3, 4]> : tensor<7xui4>
  return
}

// -----

// count_leading_zeros of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %z = stablehlo.count_leading_zeros %x : tensor<7xui4>
  check.expect_eq_const %z, dense<[4, 3, 2, 2, 1, 0, 0]> : tensor<7xui4>
  return
}

// -----

// conversions of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %i2 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xi2>
  %ui2 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xui2>
  %i4 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xi4>
  %ui4 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xui4>
  %i8 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xi8>
  %ui8 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xui8>
  %i16 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xi16>
  %ui16 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xui16>
  %i32 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xi32>
  %ui32 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xui32>
  %i64 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xi64>
  %ui64 = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xui64>
  %p = stablehlo.convert %x : (tensor<7xui4>) -> tensor<7xi1>
  check.expect_eq_const %i2, dense<[0, 1, -2, -1, 1, -2, -1]> : tensor<7xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 2, 3, 1, 2, 3]> : tensor<7xui2>
  check.expect_eq_const %i4, dense<[0, 1, 2, 3, 5, -2, -1]> : tensor<7xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  check.expect_eq_const %i8, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui8>
  check.expect_eq_const %i16, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui16>
  check.expect_eq_const %i32, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xi32>
  check.expect_eq_const %ui32, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui32>
  check.expect_eq_const %i64, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xi64>
  check.expect_eq_const %ui64, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui64>
  check.expect_eq_const %p, dense<[false, true, true, true, true, true, true]> : tensor<7xi1>
  return
}

// -----

// clamp of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %low = stablehlo.constant dense<1> : tensor<ui4>
  %high = stablehlo.constant dense<14> : tensor<ui4>
  %z = stablehlo.clamp %low, %x, %high : (tensor<ui4>, tensor<7xui4>, tensor<ui4>) -> tensor<7xui4>
  check.expect_eq_const %z, dense<[1, 1, 2, 3, 5, 14, 14]> : tensor<7xui4>
  return
}

// -----

// sums of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %zero = stablehlo.constant dense<0> : tensor<ui4>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xui4>, tensor<ui4>) -> tensor<ui4>
  %none = stablehlo.constant dense<> : tensor<0xui4>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xui4>, tensor<ui4>) -> tensor<ui4>
  check.expect_eq_const %sum, dense<8> : tensor<ui4>
  check.expect_eq_const %empty, dense<0> : tensor<ui4>
  return
}

// -----

// product of ui4
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<7xui4>, tensor<7xui4>) -> tensor<ui4>
  check.expect_eq_const %z, dense<12> : tensor<ui4>
  return
}

// -----

// sort of ui4, LT
func.func @main() {
  %x = stablehlo.constant dense<[15, 14, 5, 3, 2, 1, 0]> : tensor<7xui4>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui4>, %b: tensor<ui4>): %c = stablehlo.compare LT, %a, %b : (tensor<ui4>, tensor<ui4>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui4>) -> tensor<7xui4>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  return
}

// -----

// sort of ui4, GT
func.func @main() {
  %x = stablehlo.constant dense<[15, 14, 5, 3, 2, 1, 0]> : tensor<7xui4>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui4>, %b: tensor<ui4>): %c = stablehlo.compare GT, %a, %b : (tensor<ui4>, tensor<ui4>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui4>) -> tensor<7xui4>
  check.expect_eq_const %z, dense<[15, 14, 5, 3, 2, 1, 0]> : tensor<7xui4>
  return
}

// -----

// iota of ui4
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xui4>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xui4>
  return
}

// -----

// add of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.add %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[0, 1, 127, -128, -127, -126, -125, -86, -2, -1, 1, 2, -128, -127, -126, -125, -124, -85, -1, 0, 127, -128, -2, -1, 0, 1, 2, 41, 125, 126, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -127, -126, 0, 1, 2, 3, 4, 43, 127, -128, -126, -125, 1, 2, 3, 4, 5, 44, -128, -127, -125, -124, 2, 3, 4, 5, 6, 45, -127, -126, -86, -85, 41, 42, 43, 44, 45, 84, -88, -87, -2, -1, 125, 126, 127, -128, -127, -88, -4, -3, -1, 0, 126, 127, -128, -127, -126, -87, -3, -2]> : tensor<100xi8>
  return
}

// -----

// subtract of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.subtract %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[0, -1, -127, -128, 127, 126, 125, 86, 2, 1, 1, 0, -126, -127, -128, 127, 126, 87, 3, 2, 127, 126, 0, -1, -2, -3, -4, -43, -127, -128, -128, 127, 1, 0, -1, -2, -3, -42, -126, -127, -127, -128, 2, 1, 0, -1, -2, -41, -125, -126, -126, -127, 3, 2, 1, 0, -1, -40, -124, -125, -125, -126, 4, 3, 2, 1, 0, -39, -123, -124, -86, -87, 43, 42, 41, 40, 39, 0, -84, -85, -2, -3, 127, 126, 125, 124, 123, 84, 0, -1, -1, -2, -128, 127, 126, 125, 124, 85, 1, 0]> : tensor<100xi8>
  return
}

// -----

// multiply of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.multiply %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[0, -128, -128, 0, -128, 0, -128, 0, 0, -128, -128, 1, 127, 0, -127, 2, -125, 42, 126, -1, -128, 127, 1, 0, -1, -2, -3, -42, -126, -127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, 0, 2, -2, 0, 2, 4, 6, 84, -4, -2, -128, -125, -3, 0, 3, 6, 9, 126, 122, 125, 0, 42, -42, 0, 42, 84, 126, -28, -84, -42, 0, 126, -126, 0, 126, -4, 122, -84, 4, -126, -128, -1, -127, 0, 127, -2, 125, -42, -126, 1]> : tensor<100xi8>
  return
}

// -----

// divide of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.divide %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[1, 1, -128, -1, -128, -64, -42, -3, -1, -1, 0, 1, 127, -1, -127, -63, -42, -3, -1, -1, 0, 0, 1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0, 0, 0, -2, -1, 2, 1, 0, 0, 0, 0, 0, 0, -3, -1, 3, 1, 1, 0, 0, 0, 0, 0, -42, -1, 42, 21, 14, 1, 0, 0, 0, 0, -126, -1, 126, 63, 42, 3, 1, 0, 0, -1, -127, -1, 127, 63, 42, 3, 1, 1]> : tensor<100xi8>
  return
}

// -----

// remainder of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.remainder %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[0, -1, 0, -128, 0, 0, -2, -2, -2, -1, -127, 0, 0, -127, 0, -1, -1, -1, -1, 0, -1, -1, 0, -1, 0, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 2, 2, 0, 2, 0, 0, 2, 2, 2, 2, 3, 3, 0, 3, 0, 1, 0, 3, 3, 3, 42, 42, 0, 42, 0, 0, 0, 0, 42, 42, 126, 126, 0, 126, 0, 0, 0, 0, 0, 126, 127, 0, 0, 127, 0, 1, 1, 1, 1, 0]> : tensor<100xi8>
  return
}

// -----

// maximum of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.maximum %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -127, -127, -1, 0, 1, 2, 3, 42, 126, 127, -1, -1, -1, 0, 1, 2, 3, 42, 126, 127, 0, 0, 0, 0, 1, 2, 3, 42, 126, 127, 1, 1, 1, 1, 1, 2, 3, 42, 126, 127, 2, 2, 2, 2, 2, 2, 3, 42, 126, 127, 3, 3, 3, 3, 3, 3, 3, 42, 126, 127, 42, 42, 42, 42, 42, 42, 42, 42, 126, 127, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  return
}

// -----

// minimum of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.minimum %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -128, -127, -1, -1, -1, -1, -1, -1, -1, -1, -128, -127, -1, 0, 0, 0, 0, 0, 0, 0, -128, -127, -1, 0, 1, 1, 1, 1, 1, 1, -128, -127, -1, 0, 1, 2, 2, 2, 2, 2, -128, -127, -1, 0, 1, 2, 3, 3, 3, 3, -128, -127, -1, 0, 1, 2, 3, 42, 42, 42, -128, -127, -1, 0, 1, 2, 3, 42, 126, 126, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  return
}

// -----

// and of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.and %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[-128, -128, -128, 0, 0, 0, 0, 0, 0, 0, -128, -127, -127, 0, 1, 0, 1, 0, 0, 1, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 2, 2, 2, 2, 2, 0, 1, 3, 0, 1, 2, 3, 2, 2, 3, 0, 0, 42, 0, 0, 2, 2, 42, 42, 42, 0, 0, 126, 0, 0, 2, 2, 42, 126, 126, 0, 1, 127, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  return
}

// -----

// or of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.or %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[-128, -127, -1, -128, -127, -126, -125, -86, -2, -1, -127, -127, -1, -127, -127, -125, -125, -85, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -127, -127, -1, 1, 1, 3, 3, 43, 127, 127, -126, -125, -1, 2, 3, 2, 3, 42, 126, 127, -125, -125, -1, 3, 3, 3, 3, 43, 127, 127, -86, -85, -1, 42, 43, 42, 43, 42, 126, 127, -2, -1, -1, 126, 127, 126, 127, 126, 126, 127, -1, -1, -1, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  return
}

// -----

// xor of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.xor %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[0, 1, 127, -128, -127, -126, -125, -86, -2, -1, 1, 0, 126, -127, -128, -125, -126, -85, -1, -2, 127, 126, 0, -1, -2, -3, -4, -43, -127, -128, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -127, -128, -2, 1, 0, 3, 2, 43, 127, 126, -126, -125, -3, 2, 3, 0, 1, 40, 124, 125, -125, -126, -4, 3, 2, 1, 0, 41, 125, 124, -86, -85, -43, 42, 43, 40, 41, 0, 84, 85, -2, -1, -127, 126, 127, 124, 125, 84, 0, 1, -1, -2, -128, 127, 126, 125, 124, 85, 1, 0]> : tensor<100xi8>
  return
}

// -----

// shift_left of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.shift_left %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[0, 0, 0, -128, 0, 0, 0, 0, 0, 0, 0, 0, 0, -127, 2, 4, 8, 0, 0, 0, 0, 0, 0, -1, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 0, 0, 0, 42, 84, -88, 80, 0, 0, 0, 0, 0, 0, 126, -4, -8, -16, 0, 0, 0, 0, 0, 0, 127, -2, -4, -8, 0, 0, 0]> : tensor<100xi8>
  return
}

// -----

// shift_right_arithmetic of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[-1, -1, -1, -128, -64, -32, -16, -1, -1, -1, -1, -1, -1, -127, -64, -32, -16, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 42, 21, 10, 5, 0, 0, 0, 0, 0, 0, 126, 63, 31, 15, 0, 0, 0, 0, 0, 0, 127, 63, 31, 15, 0, 0, 0]> : tensor<100xi8>
  return
}

// -----

// shift_right_logical of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %z = stablehlo.shift_right_logical %x, %y : tensor<100xi8>
  check.expect_eq_const %z, dense<[0, 0, 0, -128, 64, 32, 16, 0, 0, 0, 0, 0, 0, -127, 64, 32, 16, 0, 0, 0, 0, 0, 0, -1, 127, 63, 31, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 42, 21, 10, 5, 0, 0, 0, 0, 0, 0, 126, 63, 31, 15, 0, 0, 0, 0, 0, 0, 127, 63, 31, 15, 0, 0, 0]> : tensor<100xi8>
  return
}

// -----

// compare of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false]> : tensor<100xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true]> : tensor<100xi1>
  return
}

// -----

// select of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<100xi8>
  %y = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  %p = stablehlo.compare LT, %x, %y : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  %z = stablehlo.select %p, %x, %y : tensor<100xi1>, tensor<100xi8>
  check.expect_eq_const %z, dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -127, -128, -127, -1, -1, -1, -1, -1, -1, -1, -1, -128, -127, -1, 0, 0, 0, 0, 0, 0, 0, -128, -127, -1, 0, 1, 1, 1, 1, 1, 1, -128, -127, -1, 0, 1, 2, 2, 2, 2, 2, -128, -127, -1, 0, 1, 2, 3, 3, 3, 3, -128, -127, -1, 0, 1, 2, 3, 42, 42, 42, -128, -127, -1, 0, 1, 2, 3, 42, 126, 126, -128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<100xi8>
  return
}

// -----

// power of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 42, 42, 42, 42, 42, 126, 126, 126, 126, 126, 127, 127, 127, 127, 127]> : tensor<50xi8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<50xi8>
  %z = stablehlo.power %x, %y : tensor<50xi8>
  check.expect_eq_const %z, dense<[1, -128, 0, 0, 0, 1, -127, 1, -127, -127, 1, -1, 1, -1, -1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, -13, 1, 42, -28, 104, -96, 1, 126, 4, -8, -32, 1, 127, 1, 127, 127]> : tensor<50xi8>
  return
}

// -----

// negate of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %z = stablehlo.negate %x : tensor<10xi8>
  check.expect_eq_const %z, dense<[-128, 127, 1, 0, -1, -2, -3, -42, -126, -127]> : tensor<10xi8>
  return
}

// -----

// not of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %z = stablehlo.not %x : tensor<10xi8>
  check.expect_eq_const %z, dense<[127, 126, 0, -1, -2, -3, -4, -43, -127, -128]> : tensor<10xi8>
  return
}

// -----

// popcnt of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %z = stablehlo.popcnt %x : tensor<10xi8>
  check.expect_eq_const %z, dense<[1, 2, 8, 0, 1, 1, 2, 3, 6, 7]> : tensor<10xi8>
  return
}

// -----

// count_leading_zeros of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %z = stablehlo.count_leading_zeros %x : tensor<10xi8>
  check.expect_eq_const %z, dense<[0, 0, 0, 8, 7, 6, 6, 2, 1, 1]> : tensor<10xi8>
  return
}

// -----

// abs of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %z = stablehlo.abs %x : tensor<10xi8>
  check.expect_eq_const %z, dense<[-128, 127, 1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  return
}

// -----

// sign of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %z = stablehlo.sign %x : tensor<10xi8>
  check.expect_eq_const %z, dense<[-1, -1, -1, 0, 1, 1, 1, 1, 1, 1]> : tensor<10xi8>
  return
}

// -----

// conversions of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %i2 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xi2>
  %ui2 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xui2>
  %i4 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xi4>
  %ui4 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xui4>
  %i8 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xi8>
  %ui8 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xui8>
  %i16 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xi16>
  %ui16 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xui16>
  %i32 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xi32>
  %ui32 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xui32>
  %i64 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xi64>
  %ui64 = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xui64>
  %p = stablehlo.convert %x : (tensor<10xi8>) -> tensor<10xi1>
  check.expect_eq_const %i2, dense<[0, 1, -1, 0, 1, -2, -1, -2, -2, -1]> : tensor<10xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 3, 0, 1, 2, 3, 2, 2, 3]> : tensor<10xui2>
  check.expect_eq_const %i4, dense<[0, 1, -1, 0, 1, 2, 3, -6, -2, -1]> : tensor<10xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 15, 0, 1, 2, 3, 10, 14, 15]> : tensor<10xui4>
  check.expect_eq_const %i8, dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  check.expect_eq_const %ui8, dense<[128, 129, 255, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xui8>
  check.expect_eq_const %i16, dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi16>
  check.expect_eq_const %ui16, dense<[65408, 65409, 65535, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xui16>
  check.expect_eq_const %i32, dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi32>
  check.expect_eq_const %ui32, dense<[4294967168, 4294967169, 4294967295, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xui32>
  check.expect_eq_const %i64, dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi64>
  check.expect_eq_const %ui64, dense<[18446744073709551488, 18446744073709551489, 18446744073709551615, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xui64>
  check.expect_eq_const %p, dense<[true, true, true, false, true, true, true, true, true, true]> : tensor<10xi1>
  return
}

// -----

// clamp of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %low = stablehlo.constant dense<1> : tensor<i8>
  %high = stablehlo.constant dense<126> : tensor<i8>
  %z = stablehlo.clamp %low, %x, %high : (tensor<i8>, tensor<10xi8>, tensor<i8>) -> tensor<10xi8>
  check.expect_eq_const %z, dense<[1, 1, 1, 1, 1, 2, 3, 42, 126, 126]> : tensor<10xi8>
  return
}

// -----

// sums of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10xi8>, tensor<i8>) -> tensor<i8>
  %none = stablehlo.constant dense<> : tensor<0xi8>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %sum, dense<45> : tensor<i8>
  check.expect_eq_const %empty, dense<0> : tensor<i8>
  return
}

// -----

// product of i8
func.func @main() {
  %x = stablehlo.constant dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<10xi8>, tensor<10xi8>) -> tensor<i8>
  check.expect_eq_const %z, dense<-7> : tensor<i8>
  return
}

// -----

// sort of i8, LT
func.func @main() {
  %x = stablehlo.constant dense<[-128, 42, 1, -127, 126, 2, -1, 127, 3, 0]> : tensor<10xi8>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i8>, %b: tensor<i8>): %c = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi8>) -> tensor<10xi8>
  check.expect_eq_const %z, dense<[-128, -127, -1, 0, 1, 2, 3, 42, 126, 127]> : tensor<10xi8>
  return
}

// -----

// sort of i8, GT
func.func @main() {
  %x = stablehlo.constant dense<[-128, 42, 1, -127, 126, 2, -1, 127, 3, 0]> : tensor<10xi8>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i8>, %b: tensor<i8>): %c = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi8>) -> tensor<10xi8>
  check.expect_eq_const %z, dense<[127, 126, 42, 3, 2, 1, 0, -1, -127, -128]> : tensor<10xi8>
  return
}

// -----

// iota of i8
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xi8>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi8>
  return
}

// -----

// add of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.add %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 85, 254, 255, 1, 2, 3, 4, 86, 255, 0, 2, 3, 4, 5, 87, 0, 1, 3, 4, 5, 6, 88, 1, 2, 85, 86, 87, 88, 170, 83, 84, 254, 255, 0, 1, 83, 252, 253, 255, 0, 1, 2, 84, 253, 254]> : tensor<49xui8>
  return
}

// -----

// subtract of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.subtract %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 255, 254, 253, 171, 2, 1, 1, 0, 255, 254, 172, 3, 2, 2, 1, 0, 255, 173, 4, 3, 3, 2, 1, 0, 174, 5, 4, 85, 84, 83, 82, 0, 87, 86, 254, 253, 252, 251, 169, 0, 255, 255, 254, 253, 252, 170, 1, 0]> : tensor<49xui8>
  return
}

// -----

// multiply of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.multiply %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 85, 254, 255, 0, 2, 4, 6, 170, 252, 254, 0, 3, 6, 9, 255, 250, 253, 0, 85, 170, 255, 57, 86, 171, 0, 254, 252, 250, 86, 4, 2, 0, 255, 254, 253, 171, 2, 1]> : tensor<49xui8>
  return
}

// -----

// divide of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.divide %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[255, 0, 0, 0, 0, 0, 0, 255, 1, 0, 0, 0, 0, 0, 255, 2, 1, 0, 0, 0, 0, 255, 3, 1, 1, 0, 0, 0, 255, 85, 42, 28, 1, 0, 0, 255, 254, 127, 84, 2, 1, 0, 255, 255, 127, 85, 3, 1, 1]> : tensor<49xui8>
  return
}

// -----

// remainder of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.remainder %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2, 2, 3, 0, 1, 0, 3, 3, 3, 85, 0, 1, 1, 0, 85, 85, 254, 0, 0, 2, 84, 0, 254, 255, 0, 1, 0, 0, 1, 0]> : tensor<49xui8>
  return
}

// -----

// maximum of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.maximum %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 85, 254, 255, 1, 1, 2, 3, 85, 254, 255, 2, 2, 2, 3, 85, 254, 255, 3, 3, 3, 3, 85, 254, 255, 85, 85, 85, 85, 85, 254, 255, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  return
}

// -----

// minimum of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.minimum %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 85, 85, 85, 0, 1, 2, 3, 85, 254, 254, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  return
}

// -----

// and of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.and %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 2, 2, 0, 2, 2, 0, 1, 2, 3, 1, 2, 3, 0, 1, 0, 1, 85, 84, 85, 0, 0, 2, 2, 84, 254, 254, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  return
}

// -----

// or of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.or %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 85, 254, 255, 1, 1, 3, 3, 85, 255, 255, 2, 3, 2, 3, 87, 254, 255, 3, 3, 3, 3, 87, 255, 255, 85, 85, 87, 87, 85, 255, 255, 254, 255, 254, 255, 255, 254, 255, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  return
}

// -----

// xor of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.xor %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 85, 254, 255, 1, 0, 3, 2, 84, 255, 254, 2, 3, 0, 1, 87, 252, 253, 3, 2, 1, 0, 86, 253, 252, 85, 84, 87, 86, 0, 171, 170, 254, 255, 252, 253, 171, 0, 1, 255, 254, 253, 252, 170, 1, 0]> : tensor<49xui8>
  return
}

// -----

// shift_left of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.shift_left %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 85, 170, 84, 168, 0, 0, 0, 254, 252, 248, 240, 0, 0, 0, 255, 254, 252, 248, 0, 0, 0]> : tensor<49xui8>
  return
}

// -----

// shift_right_arithmetic of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 85, 42, 21, 10, 0, 0, 0, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  return
}

// -----

// shift_right_logical of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %z = stablehlo.shift_right_logical %x, %y : tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 85, 42, 21, 10, 0, 0, 0, 254, 127, 63, 31, 0, 0, 0, 255, 127, 63, 31, 0, 0, 0]> : tensor<49xui8>
  return
}

// -----

// compare of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<49xui8>, tensor<49xui8>) -> tensor<49xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<49xui8>, tensor<49xui8>) -> tensor<49xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<49xui8>, tensor<49xui8>) -> tensor<49xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<49xui8>, tensor<49xui8>) -> tensor<49xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<49xui8>, tensor<49xui8>) -> tensor<49xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<49xui8>, tensor<49xui8>) -> tensor<49xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true, false, false, false, false, false, false, false]> : tensor<49xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false, true, true, true, true, true, true, true]> : tensor<49xi1>
  return
}

// -----

// select of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255, 255, 255]> : tensor<49xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  %p = stablehlo.compare LT, %x, %y : (tensor<49xui8>, tensor<49xui8>) -> tensor<49xi1>
  %z = stablehlo.select %p, %x, %y : tensor<49xi1>, tensor<49xui8>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 85, 85, 85, 0, 1, 2, 3, 85, 254, 254, 0, 1, 2, 3, 85, 254, 255]> : tensor<49xui8>
  return
}

// -----

// power of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 85, 85, 85, 85, 85, 254, 254, 254, 254, 254, 255, 255, 255, 255, 255]> : tensor<35xui8>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<35xui8>
  %z = stablehlo.power %x, %y : tensor<35xui8>
  check.expect_eq_const %z, dense<[1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, 243, 1, 85, 57, 237, 197, 1, 254, 4, 248, 224, 1, 255, 1, 255, 255]> : tensor<35xui8>
  return
}

// -----

// negate of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %z = stablehlo.negate %x : tensor<7xui8>
  check.expect_eq_const %z, dense<[0, 255, 254, 253, 171, 2, 1]> : tensor<7xui8>
  return
}

// -----

// not of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %z = stablehlo.not %x : tensor<7xui8>
  check.expect_eq_const %z, dense<[255, 254, 253, 252, 170, 1, 0]> : tensor<7xui8>
  return
}

// -----

// popcnt of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %z = stablehlo.popcnt %x : tensor<7xui8>
  check.expect_eq_const %z, dense<[0, 1, 1, 2, 4, 7, 8]> : tensor<7xui8>
  return
}

// -----

// count_leading_zeros of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %z = stablehlo.count_leading_zeros %x : tensor<7xui8>
  check.expect_eq_const %z, dense<[8, 7, 6, 6, 1, 0, 0]> : tensor<7xui8>
  return
}

// -----

// conversions of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %i2 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xi2>
  %ui2 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xui2>
  %i4 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xi4>
  %ui4 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xui4>
  %i8 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xi8>
  %ui8 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xui8>
  %i16 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xi16>
  %ui16 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xui16>
  %i32 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xi32>
  %ui32 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xui32>
  %i64 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xi64>
  %ui64 = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xui64>
  %p = stablehlo.convert %x : (tensor<7xui8>) -> tensor<7xi1>
  check.expect_eq_const %i2, dense<[0, 1, -2, -1, 1, -2, -1]> : tensor<7xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 2, 3, 1, 2, 3]> : tensor<7xui2>
  check.expect_eq_const %i4, dense<[0, 1, 2, 3, 5, -2, -1]> : tensor<7xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  check.expect_eq_const %i8, dense<[0, 1, 2, 3, 85, -2, -1]> : tensor<7xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  check.expect_eq_const %i16, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui16>
  check.expect_eq_const %i32, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xi32>
  check.expect_eq_const %ui32, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui32>
  check.expect_eq_const %i64, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xi64>
  check.expect_eq_const %ui64, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui64>
  check.expect_eq_const %p, dense<[false, true, true, true, true, true, true]> : tensor<7xi1>
  return
}

// -----

// clamp of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %low = stablehlo.constant dense<1> : tensor<ui8>
  %high = stablehlo.constant dense<254> : tensor<ui8>
  %z = stablehlo.clamp %low, %x, %high : (tensor<ui8>, tensor<7xui8>, tensor<ui8>) -> tensor<7xui8>
  check.expect_eq_const %z, dense<[1, 1, 2, 3, 85, 254, 254]> : tensor<7xui8>
  return
}

// -----

// sums of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %zero = stablehlo.constant dense<0> : tensor<ui8>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xui8>, tensor<ui8>) -> tensor<ui8>
  %none = stablehlo.constant dense<> : tensor<0xui8>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xui8>, tensor<ui8>) -> tensor<ui8>
  check.expect_eq_const %sum, dense<88> : tensor<ui8>
  check.expect_eq_const %empty, dense<0> : tensor<ui8>
  return
}

// -----

// product of ui8
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<7xui8>, tensor<7xui8>) -> tensor<ui8>
  check.expect_eq_const %z, dense<76> : tensor<ui8>
  return
}

// -----

// sort of ui8, LT
func.func @main() {
  %x = stablehlo.constant dense<[255, 254, 85, 3, 2, 1, 0]> : tensor<7xui8>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui8>, %b: tensor<ui8>): %c = stablehlo.compare LT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui8>) -> tensor<7xui8>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  return
}

// -----

// sort of ui8, GT
func.func @main() {
  %x = stablehlo.constant dense<[255, 254, 85, 3, 2, 1, 0]> : tensor<7xui8>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui8>, %b: tensor<ui8>): %c = stablehlo.compare GT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui8>) -> tensor<7xui8>
  check.expect_eq_const %z, dense<[255, 254, 85, 3, 2, 1, 0]> : tensor<7xui8>
  return
}

// -----

// iota of ui8
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xui8>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xui8>
  return
}

// -----

// add of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.add %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[0, 1, 32767, -32768, -32767, -32766, -32765, -21846, -2, -1, 1, 2, -32768, -32767, -32766, -32765, -32764, -21845, -1, 0, 32767, -32768, -2, -1, 0, 1, 2, 10921, 32765, 32766, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32767, -32766, 0, 1, 2, 3, 4, 10923, 32767, -32768, -32766, -32765, 1, 2, 3, 4, 5, 10924, -32768, -32767, -32765, -32764, 2, 3, 4, 5, 6, 10925, -32767, -32766, -21846, -21845, 10921, 10922, 10923, 10924, 10925, 21844, -21848, -21847, -2, -1, 32765, 32766, 32767, -32768, -32767, -21848, -4, -3, -1, 0, 32766, 32767, -32768, -32767, -32766, -21847, -3, -2]> : tensor<100xi16>
  return
}

// -----

// subtract of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.subtract %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[0, -1, -32767, -32768, 32767, 32766, 32765, 21846, 2, 1, 1, 0, -32766, -32767, -32768, 32767, 32766, 21847, 3, 2, 32767, 32766, 0, -1, -2, -3, -4, -10923, -32767, -32768, -32768, 32767, 1, 0, -1, -2, -3, -10922, -32766, -32767, -32767, -32768, 2, 1, 0, -1, -2, -10921, -32765, -32766, -32766, -32767, 3, 2, 1, 0, -1, -10920, -32764, -32765, -32765, -32766, 4, 3, 2, 1, 0, -10919, -32763, -32764, -21846, -21847, 10923, 10922, 10921, 10920, 10919, 0, -21844, -21845, -2, -3, 32767, 32766, 32765, 32764, 32763, 21844, 0, -1, -1, -2, -32768, 32767, 32766, 32765, 32764, 21845, 1, 0]> : tensor<100xi16>
  return
}

// -----

// multiply of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.multiply %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[0, -32768, -32768, 0, -32768, 0, -32768, 0, 0, -32768, -32768, 1, 32767, 0, -32767, 2, -32765, 10922, 32766, -1, -32768, 32767, 1, 0, -1, -2, -3, -10922, -32766, -32767, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, 0, 2, -2, 0, 2, 4, 6, 21844, -4, -2, -32768, -32765, -3, 0, 3, 6, 9, 32766, 32762, 32765, 0, 10922, -10922, 0, 10922, 21844, 32766, 14564, -21844, -10922, 0, 32766, -32766, 0, 32766, -4, 32762, -21844, 4, -32766, -32768, -1, -32767, 0, 32767, -2, 32765, -10922, -32766, 1]> : tensor<100xi16>
  return
}

// -----

// divide of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.divide %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[1, 1, -32768, -1, -32768, -16384, -10922, -3, -1, -1, 0, 1, 32767, -1, -32767, -16383, -10922, -3, -1, -1, 0, 0, 1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0, 0, 0, -2, -1, 2, 1, 0, 0, 0, 0, 0, 0, -3, -1, 3, 1, 1, 0, 0, 0, 0, 0, -10922, -1, 10922, 5461, 3640, 1, 0, 0, 0, 0, -32766, -1, 32766, 16383, 10922, 3, 1, 0, 0, -1, -32767, -1, 32767, 16383, 10922, 3, 1, 1]> : tensor<100xi16>
  return
}

// -----

// remainder of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.remainder %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[0, -1, 0, -32768, 0, 0, -2, -2, -2, -1, -32767, 0, 0, -32767, 0, -1, -1, -1, -1, 0, -1, -1, 0, -1, 0, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 2, 2, 0, 2, 0, 0, 2, 2, 2, 2, 3, 3, 0, 3, 0, 1, 0, 3, 3, 3, 10922, 10922, 0, 10922, 0, 0, 2, 0, 10922, 10922, 32766, 32766, 0, 32766, 0, 0, 0, 0, 0, 32766, 32767, 0, 0, 32767, 0, 1, 1, 1, 1, 0]> : tensor<100xi16>
  return
}

// -----

// maximum of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.maximum %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32767, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -1, -1, -1, 0, 1, 2, 3, 10922, 32766, 32767, 0, 0, 0, 0, 1, 2, 3, 10922, 32766, 32767, 1, 1, 1, 1, 1, 2, 3, 10922, 32766, 32767, 2, 2, 2, 2, 2, 2, 3, 10922, 32766, 32767, 3, 3, 3, 3, 3, 3, 3, 10922, 32766, 32767, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32767, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  return
}

// -----

// minimum of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.minimum %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32768, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -32768, -32767, -1, 0, 0, 0, 0, 0, 0, 0, -32768, -32767, -1, 0, 1, 1, 1, 1, 1, 1, -32768, -32767, -1, 0, 1, 2, 2, 2, 2, 2, -32768, -32767, -1, 0, 1, 2, 3, 3, 3, 3, -32768, -32767, -1, 0, 1, 2, 3, 10922, 10922, 10922, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32766, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  return
}

// -----

// and of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.and %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[-32768, -32768, -32768, 0, 0, 0, 0, 0, 0, 0, -32768, -32767, -32767, 0, 1, 0, 1, 0, 0, 1, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 2, 2, 2, 2, 2, 0, 1, 3, 0, 1, 2, 3, 2, 2, 3, 0, 0, 10922, 0, 0, 2, 2, 10922, 10922, 10922, 0, 0, 32766, 0, 0, 2, 2, 10922, 32766, 32766, 0, 1, 32767, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  return
}

// -----

// or of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.or %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[-32768, -32767, -1, -32768, -32767, -32766, -32765, -21846, -2, -1, -32767, -32767, -1, -32767, -32767, -32765, -32765, -21845, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32767, -32767, -1, 1, 1, 3, 3, 10923, 32767, 32767, -32766, -32765, -1, 2, 3, 2, 3, 10922, 32766, 32767, -32765, -32765, -1, 3, 3, 3, 3, 10923, 32767, 32767, -21846, -21845, -1, 10922, 10923, 10922, 10923, 10922, 32766, 32767, -2, -1, -1, 32766, 32767, 32766, 32767, 32766, 32766, 32767, -1, -1, -1, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  return
}

// -----

// xor of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.xor %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[0, 1, 32767, -32768, -32767, -32766, -32765, -21846, -2, -1, 1, 0, 32766, -32767, -32768, -32765, -32766, -21845, -1, -2, 32767, 32766, 0, -1, -2, -3, -4, -10923, -32767, -32768, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32767, -32768, -2, 1, 0, 3, 2, 10923, 32767, 32766, -32766, -32765, -3, 2, 3, 0, 1, 10920, 32764, 32765, -32765, -32766, -4, 3, 2, 1, 0, 10921, 32765, 32764, -21846, -21845, -10923, 10922, 10923, 10920, 10921, 0, 21844, 21845, -2, -1, -32767, 32766, 32767, 32764, 32765, 21844, 0, 1, -1, -2, -32768, 32767, 32766, 32765, 32764, 21845, 1, 0]> : tensor<100xi16>
  return
}

// -----

// shift_left of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.shift_left %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[0, 0, 0, -32768, 0, 0, 0, 0, 0, 0, 0, 0, 0, -32767, 2, 4, 8, 0, 0, 0, 0, 0, 0, -1, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 0, 0, 0, 10922, 21844, -21848, 21840, 0, 0, 0, 0, 0, 0, 32766, -4, -8, -16, 0, 0, 0, 0, 0, 0, 32767, -2, -4, -8, 0, 0, 0]> : tensor<100xi16>
  return
}

// -----

// shift_right_arithmetic of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[-1, -1, -1, -32768, -16384, -8192, -4096, -1, -1, -1, -1, -1, -1, -32767, -16384, -8192, -4096, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 10922, 5461, 2730, 1365, 0, 0, 0, 0, 0, 0, 32766, 16383, 8191, 4095, 0, 0, 0, 0, 0, 0, 32767, 16383, 8191, 4095, 0, 0, 0]> : tensor<100xi16>
  return
}

// -----

// shift_right_logical of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %z = stablehlo.shift_right_logical %x, %y : tensor<100xi16>
  check.expect_eq_const %z, dense<[0, 0, 0, -32768, 16384, 8192, 4096, 0, 0, 0, 0, 0, 0, -32767, 16384, 8192, 4096, 0, 0, 0, 0, 0, 0, -1, 32767, 16383, 8191, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 10922, 5461, 2730, 1365, 0, 0, 0, 0, 0, 0, 32766, 16383, 8191, 4095, 0, 0, 0, 0, 0, 0, 32767, 16383, 8191, 4095, 0, 0, 0]> : tensor<100xi16>
  return
}

// -----

// compare of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<100xi16>, tensor<100xi16>) -> tensor<100xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<100xi16>, tensor<100xi16>) -> tensor<100xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<100xi16>, tensor<100xi16>) -> tensor<100xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<100xi16>, tensor<100xi16>) -> tensor<100xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<100xi16>, tensor<100xi16>) -> tensor<100xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<100xi16>, tensor<100xi16>) -> tensor<100xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false]> : tensor<100xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true]> : tensor<100xi1>
  return
}

// -----

// select of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<100xi16>
  %y = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  %p = stablehlo.compare LT, %x, %y : (tensor<100xi16>, tensor<100xi16>) -> tensor<100xi1>
  %z = stablehlo.select %p, %x, %y : tensor<100xi1>, tensor<100xi16>
  check.expect_eq_const %z, dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32768, -32767, -1, -1, -1, -1, -1, -1, -1, -1, -32768, -32767, -1, 0, 0, 0, 0, 0, 0, 0, -32768, -32767, -1, 0, 1, 1, 1, 1, 1, 1, -32768, -32767, -1, 0, 1, 2, 2, 2, 2, 2, -32768, -32767, -1, 0, 1, 2, 3, 3, 3, 3, -32768, -32767, -1, 0, 1, 2, 3, 10922, 10922, 10922, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32766, -32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<100xi16>
  return
}

// -----

// power of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 10922, 10922, 10922, 10922, 10922, 32766, 32766, 32766, 32766, 32766, 32767, 32767, 32767, 32767, 32767]> : tensor<50xi16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<50xi16>
  %z = stablehlo.power %x, %y : tensor<50xi16>
  check.expect_eq_const %z, dense<[1, -32768, 0, 0, 0, 1, -32767, 1, -32767, -32767, 1, -1, 1, -1, -1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, 243, 1, 10922, 14564, 12136, -1888, 1, 32766, 4, -8, -32, 1, 32767, 1, 32767, 32767]> : tensor<50xi16>
  return
}

// -----

// negate of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %z = stablehlo.negate %x : tensor<10xi16>
  check.expect_eq_const %z, dense<[-32768, 32767, 1, 0, -1, -2, -3, -10922, -32766, -32767]> : tensor<10xi16>
  return
}

// -----

// not of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %z = stablehlo.not %x : tensor<10xi16>
  check.expect_eq_const %z, dense<[32767, 32766, 0, -1, -2, -3, -4, -10923, -32767, -32768]> : tensor<10xi16>
  return
}

// -----

// popcnt of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %z = stablehlo.popcnt %x : tensor<10xi16>
  check.expect_eq_const %z, dense<[1, 2, 16, 0, 1, 1, 2, 7, 14, 15]> : tensor<10xi16>
  return
}

// -----

// count_leading_zeros of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %z = stablehlo.count_leading_zeros %x : tensor<10xi16>
  check.expect_eq_const %z, dense<[0, 0, 0, 16, 15, 14, 14, 2, 1, 1]> : tensor<10xi16>
  return
}

// -----

// abs of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %z = stablehlo.abs %x : tensor<10xi16>
  check.expect_eq_const %z, dense<[-32768, 32767, 1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  return
}

// -----

// sign of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %z = stablehlo.sign %x : tensor<10xi16>
  check.expect_eq_const %z, dense<[-1, -1, -1, 0, 1, 1, 1, 1, 1, 1]> : tensor<10xi16>
  return
}

// -----

// conversions of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %i2 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xi2>
  %ui2 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xui2>
  %i4 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xi4>
  %ui4 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xui4>
  %i8 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xi8>
  %ui8 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xui8>
  %i16 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xi16>
  %ui16 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xui16>
  %i32 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xi32>
  %ui32 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xui32>
  %i64 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xi64>
  %ui64 = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xui64>
  %p = stablehlo.convert %x : (tensor<10xi16>) -> tensor<10xi1>
  check.expect_eq_const %i2, dense<[0, 1, -1, 0, 1, -2, -1, -2, -2, -1]> : tensor<10xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 3, 0, 1, 2, 3, 2, 2, 3]> : tensor<10xui2>
  check.expect_eq_const %i4, dense<[0, 1, -1, 0, 1, 2, 3, -6, -2, -1]> : tensor<10xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 15, 0, 1, 2, 3, 10, 14, 15]> : tensor<10xui4>
  check.expect_eq_const %i8, dense<[0, 1, -1, 0, 1, 2, 3, -86, -2, -1]> : tensor<10xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 255, 0, 1, 2, 3, 170, 254, 255]> : tensor<10xui8>
  check.expect_eq_const %i16, dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  check.expect_eq_const %ui16, dense<[32768, 32769, 65535, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xui16>
  check.expect_eq_const %i32, dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi32>
  check.expect_eq_const %ui32, dense<[4294934528, 4294934529, 4294967295, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xui32>
  check.expect_eq_const %i64, dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi64>
  check.expect_eq_const %ui64, dense<[18446744073709518848, 18446744073709518849, 18446744073709551615, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xui64>
  check.expect_eq_const %p, dense<[true, true, true, false, true, true, true, true, true, true]> : tensor<10xi1>
  return
}

// -----

// clamp of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %low = stablehlo.constant dense<1> : tensor<i16>
  %high = stablehlo.constant dense<32766> : tensor<i16>
  %z = stablehlo.clamp %low, %x, %high : (tensor<i16>, tensor<10xi16>, tensor<i16>) -> tensor<10xi16>
  check.expect_eq_const %z, dense<[1, 1, 1, 1, 1, 2, 3, 10922, 32766, 32766]> : tensor<10xi16>
  return
}

// -----

// sums of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %zero = stablehlo.constant dense<0> : tensor<i16>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10xi16>, tensor<i16>) -> tensor<i16>
  %none = stablehlo.constant dense<> : tensor<0xi16>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi16>, tensor<i16>) -> tensor<i16>
  check.expect_eq_const %sum, dense<10925> : tensor<i16>
  check.expect_eq_const %empty, dense<0> : tensor<i16>
  return
}

// -----

// product of i16
func.func @main() {
  %x = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<10xi16>, tensor<10xi16>) -> tensor<i16>
  check.expect_eq_const %z, dense<14585> : tensor<i16>
  return
}

// -----

// sort of i16, LT
func.func @main() {
  %x = stablehlo.constant dense<[-32768, 10922, 1, -32767, 32766, 2, -1, 32767, 3, 0]> : tensor<10xi16>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i16>, %b: tensor<i16>): %c = stablehlo.compare LT, %a, %b : (tensor<i16>, tensor<i16>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi16>) -> tensor<10xi16>
  check.expect_eq_const %z, dense<[-32768, -32767, -1, 0, 1, 2, 3, 10922, 32766, 32767]> : tensor<10xi16>
  return
}

// -----

// sort of i16, GT
func.func @main() {
  %x = stablehlo.constant dense<[-32768, 10922, 1, -32767, 32766, 2, -1, 32767, 3, 0]> : tensor<10xi16>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i16>, %b: tensor<i16>): %c = stablehlo.compare GT, %a, %b : (tensor<i16>, tensor<i16>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi16>) -> tensor<10xi16>
  check.expect_eq_const %z, dense<[32767, 32766, 10922, 3, 2, 1, 0, -1, -32767, -32768]> : tensor<10xi16>
  return
}

// -----

// iota of i16
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xi16>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi16>
  return
}

// -----

// add of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.add %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 21845, 65534, 65535, 1, 2, 3, 4, 21846, 65535, 0, 2, 3, 4, 5, 21847, 0, 1, 3, 4, 5, 6, 21848, 1, 2, 21845, 21846, 21847, 21848, 43690, 21843, 21844, 65534, 65535, 0, 1, 21843, 65532, 65533, 65535, 0, 1, 2, 21844, 65533, 65534]> : tensor<49xui16>
  return
}

// -----

// subtract of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.subtract %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 65535, 65534, 65533, 43691, 2, 1, 1, 0, 65535, 65534, 43692, 3, 2, 2, 1, 0, 65535, 43693, 4, 3, 3, 2, 1, 0, 43694, 5, 4, 21845, 21844, 21843, 21842, 0, 21847, 21846, 65534, 65533, 65532, 65531, 43689, 0, 65535, 65535, 65534, 65533, 65532, 43690, 1, 0]> : tensor<49xui16>
  return
}

// -----

// multiply of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.multiply %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 21845, 65534, 65535, 0, 2, 4, 6, 43690, 65532, 65534, 0, 3, 6, 9, 65535, 65530, 65533, 0, 21845, 43690, 65535, 36409, 21846, 43691, 0, 65534, 65532, 65530, 21846, 4, 2, 0, 65535, 65534, 65533, 43691, 2, 1]> : tensor<49xui16>
  return
}

// -----

// divide of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.divide %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[65535, 0, 0, 0, 0, 0, 0, 65535, 1, 0, 0, 0, 0, 0, 65535, 2, 1, 0, 0, 0, 0, 65535, 3, 1, 1, 0, 0, 0, 65535, 21845, 10922, 7281, 1, 0, 0, 65535, 65534, 32767, 21844, 2, 1, 0, 65535, 65535, 32767, 21845, 3, 1, 1]> : tensor<49xui16>
  return
}

// -----

// remainder of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.remainder %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2, 2, 3, 0, 1, 0, 3, 3, 3, 21845, 0, 1, 2, 0, 21845, 21845, 65534, 0, 0, 2, 21844, 0, 65534, 65535, 0, 1, 0, 0, 1, 0]> : tensor<49xui16>
  return
}

// -----

// maximum of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.maximum %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 21845, 65534, 65535, 1, 1, 2, 3, 21845, 65534, 65535, 2, 2, 2, 3, 21845, 65534, 65535, 3, 3, 3, 3, 21845, 65534, 65535, 21845, 21845, 21845, 21845, 21845, 65534, 65535, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  return
}

// -----

// minimum of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.minimum %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 21845, 21845, 21845, 0, 1, 2, 3, 21845, 65534, 65534, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  return
}

// -----

// and of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.and %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 2, 2, 0, 2, 2, 0, 1, 2, 3, 1, 2, 3, 0, 1, 0, 1, 21845, 21844, 21845, 0, 0, 2, 2, 21844, 65534, 65534, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  return
}

// -----

// or of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.or %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 21845, 65534, 65535, 1, 1, 3, 3, 21845, 65535, 65535, 2, 3, 2, 3, 21847, 65534, 65535, 3, 3, 3, 3, 21847, 65535, 65535, 21845, 21845, 21847, 21847, 21845, 65535, 65535, 65534, 65535, 65534, 65535, 65535, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  return
}

// -----

// xor of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.xor %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 21845, 65534, 65535, 1, 0, 3, 2, 21844, 65535, 65534, 2, 3, 0, 1, 21847, 65532, 65533, 3, 2, 1, 0, 21846, 65533, 65532, 21845, 21844, 21847, 21846, 0, 43691, 43690, 65534, 65535, 65532, 65533, 43691, 0, 1, 65535, 65534, 65533, 65532, 43690, 1, 0]> : tensor<49xui16>
  return
}

// -----

// shift_left of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.shift_left %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 21845, 43690, 21844, 43688, 0, 0, 0, 65534, 65532, 65528, 65520, 0, 0, 0, 65535, 65534, 65532, 65528, 0, 0, 0]> : tensor<49xui16>
  return
}

// -----

// shift_right_arithmetic of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 21845, 10922, 5461, 2730, 0, 0, 0, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  return
}

// -----

// shift_right_logical of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %z = stablehlo.shift_right_logical %x, %y : tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 21845, 10922, 5461, 2730, 0, 0, 0, 65534, 32767, 16383, 8191, 0, 0, 0, 65535, 32767, 16383, 8191, 0, 0, 0]> : tensor<49xui16>
  return
}

// -----

// compare of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<49xui16>, tensor<49xui16>) -> tensor<49xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<49xui16>, tensor<49xui16>) -> tensor<49xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<49xui16>, tensor<49xui16>) -> tensor<49xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<49xui16>, tensor<49xui16>) -> tensor<49xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<49xui16>, tensor<49xui16>) -> tensor<49xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<49xui16>, tensor<49xui16>) -> tensor<49xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true, false, false, false, false, false, false, false]> : tensor<49xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false, true, true, true, true, true, true, true]> : tensor<49xi1>
  return
}

// -----

// select of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535, 65535, 65535]> : tensor<49xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  %p = stablehlo.compare LT, %x, %y : (tensor<49xui16>, tensor<49xui16>) -> tensor<49xi1>
  %z = stablehlo.select %p, %x, %y : tensor<49xi1>, tensor<49xui16>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 21845, 21845, 21845, 0, 1, 2, 3, 21845, 65534, 65534, 0, 1, 2, 3, 21845, 65534, 65535]> : tensor<49xui16>
  return
}

// -----

// power of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 21845, 21845, 21845, 21845, 21845, 65534, 65534, 65534, 65534, 65534, 65535, 65535, 65535, 65535, 65535]> : tensor<35xui16>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<35xui16>
  %z = stablehlo.power %x, %y : tensor<35xui16>
  check.expect_eq_const %z, dense<[1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, 243, 1, 21845, 36409, 9709, 59333, 1, 65534, 4, 65528, 65504, 1, 65535, 1, 65535, 65535]> : tensor<35xui16>
  return
}

// -----

// negate of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %z = stablehlo.negate %x : tensor<7xui16>
  check.expect_eq_const %z, dense<[0, 65535, 65534, 65533, 43691, 2, 1]> : tensor<7xui16>
  return
}

// -----

// not of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %z = stablehlo.not %x : tensor<7xui16>
  check.expect_eq_const %z, dense<[65535, 65534, 65533, 65532, 43690, 1, 0]> : tensor<7xui16>
  return
}

// -----

// popcnt of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %z = stablehlo.popcnt %x : tensor<7xui16>
  check.expect_eq_const %z, dense<[0, 1, 1, 2, 8, 15, 16]> : tensor<7xui16>
  return
}

// -----

// count_leading_zeros of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %z = stablehlo.count_leading_zeros %x : tensor<7xui16>
  check.expect_eq_const %z, dense<[16, 15, 14, 14, 1, 0, 0]> : tensor<7xui16>
  return
}

// -----

// conversions of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %i2 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xi2>
  %ui2 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xui2>
  %i4 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xi4>
  %ui4 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xui4>
  %i8 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xi8>
  %ui8 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xui8>
  %i16 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xi16>
  %ui16 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xui16>
  %i32 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xi32>
  %ui32 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xui32>
  %i64 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xi64>
  %ui64 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xui64>
  %p = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xi1>
  check.expect_eq_const %i2, dense<[0, 1, -2, -1, 1, -2, -1]> : tensor<7xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 2, 3, 1, 2, 3]> : tensor<7xui2>
  check.expect_eq_const %i4, dense<[0, 1, 2, 3, 5, -2, -1]> : tensor<7xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  check.expect_eq_const %i8, dense<[0, 1, 2, 3, 85, -2, -1]> : tensor<7xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  check.expect_eq_const %i16, dense<[0, 1, 2, 3, 21845, -2, -1]> : tensor<7xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  check.expect_eq_const %i32, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xi32>
  check.expect_eq_const %ui32, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui32>
  check.expect_eq_const %i64, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xi64>
  check.expect_eq_const %ui64, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui64>
  check.expect_eq_const %p, dense<[false, true, true, true, true, true, true]> : tensor<7xi1>
  return
}

// -----

// clamp of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %low = stablehlo.constant dense<1> : tensor<ui16>
  %high = stablehlo.constant dense<65534> : tensor<ui16>
  %z = stablehlo.clamp %low, %x, %high : (tensor<ui16>, tensor<7xui16>, tensor<ui16>) -> tensor<7xui16>
  check.expect_eq_const %z, dense<[1, 1, 2, 3, 21845, 65534, 65534]> : tensor<7xui16>
  return
}

// -----

// sums of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %zero = stablehlo.constant dense<0> : tensor<ui16>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xui16>, tensor<ui16>) -> tensor<ui16>
  %none = stablehlo.constant dense<> : tensor<0xui16>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xui16>, tensor<ui16>) -> tensor<ui16>
  check.expect_eq_const %sum, dense<21848> : tensor<ui16>
  check.expect_eq_const %empty, dense<0> : tensor<ui16>
  return
}

// -----

// product of ui16
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<7xui16>, tensor<7xui16>) -> tensor<ui16>
  check.expect_eq_const %z, dense<36428> : tensor<ui16>
  return
}

// -----

// sort of ui16, LT
func.func @main() {
  %x = stablehlo.constant dense<[65535, 65534, 21845, 3, 2, 1, 0]> : tensor<7xui16>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui16>, %b: tensor<ui16>): %c = stablehlo.compare LT, %a, %b : (tensor<ui16>, tensor<ui16>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui16>) -> tensor<7xui16>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  return
}

// -----

// sort of ui16, GT
func.func @main() {
  %x = stablehlo.constant dense<[65535, 65534, 21845, 3, 2, 1, 0]> : tensor<7xui16>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui16>, %b: tensor<ui16>): %c = stablehlo.compare GT, %a, %b : (tensor<ui16>, tensor<ui16>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui16>) -> tensor<7xui16>
  check.expect_eq_const %z, dense<[65535, 65534, 21845, 3, 2, 1, 0]> : tensor<7xui16>
  return
}

// -----

// iota of ui16
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xui16>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xui16>
  return
}

// -----

// add of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.add %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[0, 1, 2147483647, -2147483648, -2147483647, -2147483646, -2147483645, -1431655766, -2, -1, 1, 2, -2147483648, -2147483647, -2147483646, -2147483645, -2147483644, -1431655765, -1, 0, 2147483647, -2147483648, -2, -1, 0, 1, 2, 715827881, 2147483645, 2147483646, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483647, -2147483646, 0, 1, 2, 3, 4, 715827883, 2147483647, -2147483648, -2147483646, -2147483645, 1, 2, 3, 4, 5, 715827884, -2147483648, -2147483647, -2147483645, -2147483644, 2, 3, 4, 5, 6, 715827885, -2147483647, -2147483646, -1431655766, -1431655765, 715827881, 715827882, 715827883, 715827884, 715827885, 1431655764, -1431655768, -1431655767, -2, -1, 2147483645, 2147483646, 2147483647, -2147483648, -2147483647, -1431655768, -4, -3, -1, 0, 2147483646, 2147483647, -2147483648, -2147483647, -2147483646, -1431655767, -3, -2]> : tensor<100xi32>
  return
}

// -----

// subtract of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.subtract %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[0, -1, -2147483647, -2147483648, 2147483647, 2147483646, 2147483645, 1431655766, 2, 1, 1, 0, -2147483646, -2147483647, -2147483648, 2147483647, 2147483646, 1431655767, 3, 2, 2147483647, 2147483646, 0, -1, -2, -3, -4, -715827883, -2147483647, -2147483648, -2147483648, 2147483647, 1, 0, -1, -2, -3, -715827882, -2147483646, -2147483647, -2147483647, -2147483648, 2, 1, 0, -1, -2, -715827881, -2147483645, -2147483646, -2147483646, -2147483647, 3, 2, 1, 0, -1, -715827880, -2147483644, -2147483645, -2147483645, -2147483646, 4, 3, 2, 1, 0, -715827879, -2147483643, -2147483644, -1431655766, -1431655767, 715827883, 715827882, 715827881, 715827880, 715827879, 0, -1431655764, -1431655765, -2, -3, 2147483647, 2147483646, 2147483645, 2147483644, 2147483643, 1431655764, 0, -1, -1, -2, -2147483648, 2147483647, 2147483646, 2147483645, 2147483644, 1431655765, 1, 0]> : tensor<100xi32>
  return
}

// -----

// multiply of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.multiply %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[0, -2147483648, -2147483648, 0, -2147483648, 0, -2147483648, 0, 0, -2147483648, -2147483648, 1, 2147483647, 0, -2147483647, 2, -2147483645, 715827882, 2147483646, -1, -2147483648, 2147483647, 1, 0, -1, -2, -3, -715827882, -2147483646, -2147483647, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, 0, 2, -2, 0, 2, 4, 6, 1431655764, -4, -2, -2147483648, -2147483645, -3, 0, 3, 6, 9, 2147483646, 2147483642, 2147483645, 0, 715827882, -715827882, 0, 715827882, 1431655764, 2147483646, -477218588, -1431655764, -715827882, 0, 2147483646, -2147483646, 0, 2147483646, -4, 2147483642, -1431655764, 4, -2147483646, -2147483648, -1, -2147483647, 0, 2147483647, -2, 2147483645, -715827882, -2147483646, 1]> : tensor<100xi32>
  return
}

// -----

// divide of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.divide %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[1, 1, -2147483648, -1, -2147483648, -1073741824, -715827882, -3, -1, -1, 0, 1, 2147483647, -1, -2147483647, -1073741823, -715827882, -3, -1, -1, 0, 0, 1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0, 0, 0, -2, -1, 2, 1, 0, 0, 0, 0, 0, 0, -3, -1, 3, 1, 1, 0, 0, 0, 0, 0, -715827882, -1, 715827882, 357913941, 238609294, 1, 0, 0, 0, 0, -2147483646, -1, 2147483646, 1073741823, 715827882, 3, 1, 0, 0, -1, -2147483647, -1, 2147483647, 1073741823, 715827882, 3, 1, 1]> : tensor<100xi32>
  return
}

// -----

// remainder of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.remainder %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[0, -1, 0, -2147483648, 0, 0, -2, -2, -2, -1, -2147483647, 0, 0, -2147483647, 0, -1, -1, -1, -1, 0, -1, -1, 0, -1, 0, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 2, 2, 0, 2, 0, 0, 2, 2, 2, 2, 3, 3, 0, 3, 0, 1, 0, 3, 3, 3, 715827882, 715827882, 0, 715827882, 0, 0, 0, 0, 715827882, 715827882, 2147483646, 2147483646, 0, 2147483646, 0, 0, 0, 0, 0, 2147483646, 2147483647, 0, 0, 2147483647, 0, 1, 1, 1, 1, 0]> : tensor<100xi32>
  return
}

// -----

// maximum of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.maximum %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483647, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -1, -1, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, 0, 0, 0, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, 1, 1, 1, 1, 1, 2, 3, 715827882, 2147483646, 2147483647, 2, 2, 2, 2, 2, 2, 3, 715827882, 2147483646, 2147483647, 3, 3, 3, 3, 3, 3, 3, 715827882, 2147483646, 2147483647, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483647, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  return
}

// -----

// minimum of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.minimum %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483648, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -2147483648, -2147483647, -1, 0, 0, 0, 0, 0, 0, 0, -2147483648, -2147483647, -1, 0, 1, 1, 1, 1, 1, 1, -2147483648, -2147483647, -1, 0, 1, 2, 2, 2, 2, 2, -2147483648, -2147483647, -1, 0, 1, 2, 3, 3, 3, 3, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 715827882, 715827882, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483646, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  return
}

// -----

// and of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.and %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[-2147483648, -2147483648, -2147483648, 0, 0, 0, 0, 0, 0, 0, -2147483648, -2147483647, -2147483647, 0, 1, 0, 1, 0, 0, 1, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 2, 2, 2, 2, 2, 0, 1, 3, 0, 1, 2, 3, 2, 2, 3, 0, 0, 715827882, 0, 0, 2, 2, 715827882, 715827882, 715827882, 0, 0, 2147483646, 0, 0, 2, 2, 715827882, 2147483646, 2147483646, 0, 1, 2147483647, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  return
}

// -----

// or of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.or %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[-2147483648, -2147483647, -1, -2147483648, -2147483647, -2147483646, -2147483645, -1431655766, -2, -1, -2147483647, -2147483647, -1, -2147483647, -2147483647, -2147483645, -2147483645, -1431655765, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483647, -2147483647, -1, 1, 1, 3, 3, 715827883, 2147483647, 2147483647, -2147483646, -2147483645, -1, 2, 3, 2, 3, 715827882, 2147483646, 2147483647, -2147483645, -2147483645, -1, 3, 3, 3, 3, 715827883, 2147483647, 2147483647, -1431655766, -1431655765, -1, 715827882, 715827883, 715827882, 715827883, 715827882, 2147483646, 2147483647, -2, -1, -1, 2147483646, 2147483647, 2147483646, 2147483647, 2147483646, 2147483646, 2147483647, -1, -1, -1, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  return
}

// -----

// xor of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.xor %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[0, 1, 2147483647, -2147483648, -2147483647, -2147483646, -2147483645, -1431655766, -2, -1, 1, 0, 2147483646, -2147483647, -2147483648, -2147483645, -2147483646, -1431655765, -1, -2, 2147483647, 2147483646, 0, -1, -2, -3, -4, -715827883, -2147483647, -2147483648, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483647, -2147483648, -2, 1, 0, 3, 2, 715827883, 2147483647, 2147483646, -2147483646, -2147483645, -3, 2, 3, 0, 1, 715827880, 2147483644, 2147483645, -2147483645, -2147483646, -4, 3, 2, 1, 0, 715827881, 2147483645, 2147483644, -1431655766, -1431655765, -715827883, 715827882, 715827883, 715827880, 715827881, 0, 1431655764, 1431655765, -2, -1, -2147483647, 2147483646, 2147483647, 2147483644, 2147483645, 1431655764, 0, 1, -1, -2, -2147483648, 2147483647, 2147483646, 2147483645, 2147483644, 1431655765, 1, 0]> : tensor<100xi32>
  return
}

// -----

// shift_left of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.shift_left %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[0, 0, 0, -2147483648, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2147483647, 2, 4, 8, 0, 0, 0, 0, 0, 0, -1, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 0, 0, 0, 715827882, 1431655764, -1431655768, 1431655760, 0, 0, 0, 0, 0, 0, 2147483646, -4, -8, -16, 0, 0, 0, 0, 0, 0, 2147483647, -2, -4, -8, 0, 0, 0]> : tensor<100xi32>
  return
}

// -----

// shift_right_arithmetic of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[-1, -1, -1, -2147483648, -1073741824, -536870912, -268435456, -1, -1, -1, -1, -1, -1, -2147483647, -1073741824, -536870912, -268435456, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 715827882, 357913941, 178956970, 89478485, 0, 0, 0, 0, 0, 0, 2147483646, 1073741823, 536870911, 268435455, 0, 0, 0, 0, 0, 0, 2147483647, 1073741823, 536870911, 268435455, 0, 0, 0]> : tensor<100xi32>
  return
}

// -----

// shift_right_logical of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %z = stablehlo.shift_right_logical %x, %y : tensor<100xi32>
  check.expect_eq_const %z, dense<[0, 0, 0, -2147483648, 1073741824, 536870912, 268435456, 0, 0, 0, 0, 0, 0, -2147483647, 1073741824, 536870912, 268435456, 0, 0, 0, 0, 0, 0, -1, 2147483647, 1073741823, 536870911, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 715827882, 357913941, 178956970, 89478485, 0, 0, 0, 0, 0, 0, 2147483646, 1073741823, 536870911, 268435455, 0, 0, 0, 0, 0, 0, 2147483647, 1073741823, 536870911, 268435455, 0, 0, 0]> : tensor<100xi32>
  return
}

// -----

// compare of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false]> : tensor<100xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true]> : tensor<100xi1>
  return
}

// -----

// select of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<100xi32>
  %y = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  %p = stablehlo.compare LT, %x, %y : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
  %z = stablehlo.select %p, %x, %y : tensor<100xi1>, tensor<100xi32>
  check.expect_eq_const %z, dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483648, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, -2147483648, -2147483647, -1, 0, 0, 0, 0, 0, 0, 0, -2147483648, -2147483647, -1, 0, 1, 1, 1, 1, 1, 1, -2147483648, -2147483647, -1, 0, 1, 2, 2, 2, 2, 2, -2147483648, -2147483647, -1, 0, 1, 2, 3, 3, 3, 3, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 715827882, 715827882, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483646, -2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<100xi32>
  return
}

// -----

// power of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 715827882, 715827882, 715827882, 715827882, 715827882, 2147483646, 2147483646, 2147483646, 2147483646, 2147483646, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<50xi32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<50xi32>
  %z = stablehlo.power %x, %y : tensor<50xi32>
  check.expect_eq_const %z, dense<[1, -2147483648, 0, 0, 0, 1, -2147483647, 1, -2147483647, -2147483647, 1, -1, 1, -1, -1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, 243, 1, 715827882, -477218588, -1113510040, -1449330528, 1, 2147483646, 4, -8, -32, 1, 2147483647, 1, 2147483647, 2147483647]> : tensor<50xi32>
  return
}

// -----

// negate of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %z = stablehlo.negate %x : tensor<10xi32>
  check.expect_eq_const %z, dense<[-2147483648, 2147483647, 1, 0, -1, -2, -3, -715827882, -2147483646, -2147483647]> : tensor<10xi32>
  return
}

// -----

// not of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %z = stablehlo.not %x : tensor<10xi32>
  check.expect_eq_const %z, dense<[2147483647, 2147483646, 0, -1, -2, -3, -4, -715827883, -2147483647, -2147483648]> : tensor<10xi32>
  return
}

// -----

// popcnt of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %z = stablehlo.popcnt %x : tensor<10xi32>
  check.expect_eq_const %z, dense<[1, 2, 32, 0, 1, 1, 2, 15, 30, 31]> : tensor<10xi32>
  return
}

// -----

// count_leading_zeros of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %z = stablehlo.count_leading_zeros %x : tensor<10xi32>
  check.expect_eq_const %z, dense<[0, 0, 0, 32, 31, 30, 30, 2, 1, 1]> : tensor<10xi32>
  return
}

// -----

// abs of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %z = stablehlo.abs %x : tensor<10xi32>
  check.expect_eq_const %z, dense<[-2147483648, 2147483647, 1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  return
}

// -----

// sign of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %z = stablehlo.sign %x : tensor<10xi32>
  check.expect_eq_const %z, dense<[-1, -1, -1, 0, 1, 1, 1, 1, 1, 1]> : tensor<10xi32>
  return
}

// -----

// conversions of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %i2 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xi2>
  %ui2 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xui2>
  %i4 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xi4>
  %ui4 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xui4>
  %i8 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xi8>
  %ui8 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xui8>
  %i16 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xi16>
  %ui16 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xui16>
  %i32 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xi32>
  %ui32 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xui32>
  %i64 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xi64>
  %ui64 = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xui64>
  %p = stablehlo.convert %x : (tensor<10xi32>) -> tensor<10xi1>
  check.expect_eq_const %i2, dense<[0, 1, -1, 0, 1, -2, -1, -2, -2, -1]> : tensor<10xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 3, 0, 1, 2, 3, 2, 2, 3]> : tensor<10xui2>
  check.expect_eq_const %i4, dense<[0, 1, -1, 0, 1, 2, 3, -6, -2, -1]> : tensor<10xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 15, 0, 1, 2, 3, 10, 14, 15]> : tensor<10xui4>
  check.expect_eq_const %i8, dense<[0, 1, -1, 0, 1, 2, 3, -86, -2, -1]> : tensor<10xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 255, 0, 1, 2, 3, 170, 254, 255]> : tensor<10xui8>
  check.expect_eq_const %i16, dense<[0, 1, -1, 0, 1, 2, 3, -21846, -2, -1]> : tensor<10xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 65535, 0, 1, 2, 3, 43690, 65534, 65535]> : tensor<10xui16>
  check.expect_eq_const %i32, dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  check.expect_eq_const %ui32, dense<[2147483648, 2147483649, 4294967295, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xui32>
  check.expect_eq_const %i64, dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi64>
  check.expect_eq_const %ui64, dense<[18446744071562067968, 18446744071562067969, 18446744073709551615, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xui64>
  check.expect_eq_const %p, dense<[true, true, true, false, true, true, true, true, true, true]> : tensor<10xi1>
  return
}

// -----

// clamp of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %low = stablehlo.constant dense<1> : tensor<i32>
  %high = stablehlo.constant dense<2147483646> : tensor<i32>
  %z = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<10xi32>, tensor<i32>) -> tensor<10xi32>
  check.expect_eq_const %z, dense<[1, 1, 1, 1, 1, 2, 3, 715827882, 2147483646, 2147483646]> : tensor<10xi32>
  return
}

// -----

// sums of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10xi32>, tensor<i32>) -> tensor<i32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sum, dense<715827885> : tensor<i32>
  check.expect_eq_const %empty, dense<0> : tensor<i32>
  return
}

// -----

// product of i32
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<10xi32>, tensor<10xi32>) -> tensor<i32>
  check.expect_eq_const %z, dense<-477218567> : tensor<i32>
  return
}

// -----

// sort of i32, LT
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, 715827882, 1, -2147483647, 2147483646, 2, -1, 2147483647, 3, 0]> : tensor<10xi32>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i32>, %b: tensor<i32>): %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi32>) -> tensor<10xi32>
  check.expect_eq_const %z, dense<[-2147483648, -2147483647, -1, 0, 1, 2, 3, 715827882, 2147483646, 2147483647]> : tensor<10xi32>
  return
}

// -----

// sort of i32, GT
func.func @main() {
  %x = stablehlo.constant dense<[-2147483648, 715827882, 1, -2147483647, 2147483646, 2, -1, 2147483647, 3, 0]> : tensor<10xi32>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i32>, %b: tensor<i32>): %c = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi32>) -> tensor<10xi32>
  check.expect_eq_const %z, dense<[2147483647, 2147483646, 715827882, 3, 2, 1, 0, -1, -2147483647, -2147483648]> : tensor<10xi32>
  return
}

// -----

// iota of i32
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xi32>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi32>
  return
}

// -----

// add of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.add %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 1, 2, 3, 4, 1431655766, 4294967295, 0, 2, 3, 4, 5, 1431655767, 0, 1, 3, 4, 5, 6, 1431655768, 1, 2, 1431655765, 1431655766, 1431655767, 1431655768, 2863311530, 1431655763, 1431655764, 4294967294, 4294967295, 0, 1, 1431655763, 4294967292, 4294967293, 4294967295, 0, 1, 2, 1431655764, 4294967293, 4294967294]> : tensor<49xui32>
  return
}

// -----

// subtract of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.subtract %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 4294967295, 4294967294, 4294967293, 2863311531, 2, 1, 1, 0, 4294967295, 4294967294, 2863311532, 3, 2, 2, 1, 0, 4294967295, 2863311533, 4, 3, 3, 2, 1, 0, 2863311534, 5, 4, 1431655765, 1431655764, 1431655763, 1431655762, 0, 1431655767, 1431655766, 4294967294, 4294967293, 4294967292, 4294967291, 2863311529, 0, 4294967295, 4294967295, 4294967294, 4294967293, 4294967292, 2863311530, 1, 0]> : tensor<49xui32>
  return
}

// -----

// multiply of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.multiply %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 2, 4, 6, 2863311530, 4294967292, 4294967294, 0, 3, 6, 9, 4294967295, 4294967290, 4294967293, 0, 1431655765, 2863311530, 4294967295, 954437177, 1431655766, 2863311531, 0, 4294967294, 4294967292, 4294967290, 1431655766, 4, 2, 0, 4294967295, 4294967294, 4294967293, 2863311531, 2, 1]> : tensor<49xui32>
  return
}

// -----

// divide of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.divide %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[4294967295, 0, 0, 0, 0, 0, 0, 4294967295, 1, 0, 0, 0, 0, 0, 4294967295, 2, 1, 0, 0, 0, 0, 4294967295, 3, 1, 1, 0, 0, 0, 4294967295, 1431655765, 715827882, 477218588, 1, 0, 0, 4294967295, 4294967294, 2147483647, 1431655764, 2, 1, 0, 4294967295, 4294967295, 2147483647, 1431655765, 3, 1, 1]> : tensor<49xui32>
  return
}

// -----

// remainder of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.remainder %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2, 2, 3, 0, 1, 0, 3, 3, 3, 1431655765, 0, 1, 1, 0, 1431655765, 1431655765, 4294967294, 0, 0, 2, 1431655764, 0, 4294967294, 4294967295, 0, 1, 0, 0, 1, 0]> : tensor<49xui32>
  return
}

// -----

// maximum of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.maximum %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 1, 1, 2, 3, 1431655765, 4294967294, 4294967295, 2, 2, 2, 3, 1431655765, 4294967294, 4294967295, 3, 3, 3, 3, 1431655765, 4294967294, 4294967295, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967295, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  return
}

// -----

// minimum of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.minimum %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 1431655765, 1431655765, 1431655765, 0, 1, 2, 3, 1431655765, 4294967294, 4294967294, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  return
}

// -----

// and of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.and %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 2, 2, 0, 2, 2, 0, 1, 2, 3, 1, 2, 3, 0, 1, 0, 1, 1431655765, 1431655764, 1431655765, 0, 0, 2, 2, 1431655764, 4294967294, 4294967294, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  return
}

// -----

// or of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.or %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 1, 1, 3, 3, 1431655765, 4294967295, 4294967295, 2, 3, 2, 3, 1431655767, 4294967294, 4294967295, 3, 3, 3, 3, 1431655767, 4294967295, 4294967295, 1431655765, 1431655765, 1431655767, 1431655767, 1431655765, 4294967295, 4294967295, 4294967294, 4294967295, 4294967294, 4294967295, 4294967295, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  return
}

// -----

// xor of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.xor %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 1, 0, 3, 2, 1431655764, 4294967295, 4294967294, 2, 3, 0, 1, 1431655767, 4294967292, 4294967293, 3, 2, 1, 0, 1431655766, 4294967293, 4294967292, 1431655765, 1431655764, 1431655767, 1431655766, 0, 2863311531, 2863311530, 4294967294, 4294967295, 4294967292, 4294967293, 2863311531, 0, 1, 4294967295, 4294967294, 4294967293, 4294967292, 2863311530, 1, 0]> : tensor<49xui32>
  return
}

// -----

// shift_left of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.shift_left %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 1431655765, 2863311530, 1431655764, 2863311528, 0, 0, 0, 4294967294, 4294967292, 4294967288, 4294967280, 0, 0, 0, 4294967295, 4294967294, 4294967292, 4294967288, 0, 0, 0]> : tensor<49xui32>
  return
}

// -----

// shift_right_arithmetic of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 1431655765, 715827882, 357913941, 178956970, 0, 0, 0, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  return
}

// -----

// shift_right_logical of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %z = stablehlo.shift_right_logical %x, %y : tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 1431655765, 715827882, 357913941, 178956970, 0, 0, 0, 4294967294, 2147483647, 1073741823, 536870911, 0, 0, 0, 4294967295, 2147483647, 1073741823, 536870911, 0, 0, 0]> : tensor<49xui32>
  return
}

// -----

// compare of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<49xui32>, tensor<49xui32>) -> tensor<49xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<49xui32>, tensor<49xui32>) -> tensor<49xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<49xui32>, tensor<49xui32>) -> tensor<49xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<49xui32>, tensor<49xui32>) -> tensor<49xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<49xui32>, tensor<49xui32>) -> tensor<49xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<49xui32>, tensor<49xui32>) -> tensor<49xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true, false, false, false, false, false, false, false]> : tensor<49xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false, true, true, true, true, true, true, true]> : tensor<49xi1>
  return
}

// -----

// select of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<49xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  %p = stablehlo.compare LT, %x, %y : (tensor<49xui32>, tensor<49xui32>) -> tensor<49xi1>
  %z = stablehlo.select %p, %x, %y : tensor<49xi1>, tensor<49xui32>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 1431655765, 1431655765, 1431655765, 0, 1, 2, 3, 1431655765, 4294967294, 4294967294, 0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<49xui32>
  return
}

// -----

// power of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 1431655765, 1431655765, 1431655765, 1431655765, 1431655765, 4294967294, 4294967294, 4294967294, 4294967294, 4294967294, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<35xui32>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<35xui32>
  %z = stablehlo.power %x, %y : tensor<35xui32>
  check.expect_eq_const %z, dense<[1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, 243, 1, 1431655765, 954437177, 2545165805, 760014789, 1, 4294967294, 4, 4294967288, 4294967264, 1, 4294967295, 1, 4294967295, 4294967295]> : tensor<35xui32>
  return
}

// -----

// negate of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %z = stablehlo.negate %x : tensor<7xui32>
  check.expect_eq_const %z, dense<[0, 4294967295, 4294967294, 4294967293, 2863311531, 2, 1]> : tensor<7xui32>
  return
}

// -----

// not of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %z = stablehlo.not %x : tensor<7xui32>
  check.expect_eq_const %z, dense<[4294967295, 4294967294, 4294967293, 4294967292, 2863311530, 1, 0]> : tensor<7xui32>
  return
}

// -----

// popcnt of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %z = stablehlo.popcnt %x : tensor<7xui32>
  check.expect_eq_const %z, dense<[0, 1, 1, 2, 16, 31, 32]> : tensor<7xui32>
  return
}

// -----

// count_leading_zeros of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %z = stablehlo.count_leading_zeros %x : tensor<7xui32>
  check.expect_eq_const %z, dense<[32, 31, 30, 30, 1, 0, 0]> : tensor<7xui32>
  return
}

// -----

// conversions of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %i2 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xi2>
  %ui2 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xui2>
  %i4 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xi4>
  %ui4 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xui4>
  %i8 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xi8>
  %ui8 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xui8>
  %i16 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xi16>
  %ui16 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xui16>
  %i32 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xi32>
  %ui32 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xui32>
  %i64 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xi64>
  %ui64 = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xui64>
  %p = stablehlo.convert %x : (tensor<7xui32>) -> tensor<7xi1>
  check.expect_eq_const %i2, dense<[0, 1, -2, -1, 1, -2, -1]> : tensor<7xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 2, 3, 1, 2, 3]> : tensor<7xui2>
  check.expect_eq_const %i4, dense<[0, 1, 2, 3, 5, -2, -1]> : tensor<7xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  check.expect_eq_const %i8, dense<[0, 1, 2, 3, 85, -2, -1]> : tensor<7xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  check.expect_eq_const %i16, dense<[0, 1, 2, 3, 21845, -2, -1]> : tensor<7xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  check.expect_eq_const %i32, dense<[0, 1, 2, 3, 1431655765, -2, -1]> : tensor<7xi32>
  check.expect_eq_const %ui32, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  check.expect_eq_const %i64, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xi64>
  check.expect_eq_const %ui64, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui64>
  check.expect_eq_const %p, dense<[false, true, true, true, true, true, true]> : tensor<7xi1>
  return
}

// -----

// clamp of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %low = stablehlo.constant dense<1> : tensor<ui32>
  %high = stablehlo.constant dense<4294967294> : tensor<ui32>
  %z = stablehlo.clamp %low, %x, %high : (tensor<ui32>, tensor<7xui32>, tensor<ui32>) -> tensor<7xui32>
  check.expect_eq_const %z, dense<[1, 1, 2, 3, 1431655765, 4294967294, 4294967294]> : tensor<7xui32>
  return
}

// -----

// sums of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xui32>, tensor<ui32>) -> tensor<ui32>
  %none = stablehlo.constant dense<> : tensor<0xui32>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xui32>, tensor<ui32>) -> tensor<ui32>
  check.expect_eq_const %sum, dense<1431655768> : tensor<ui32>
  check.expect_eq_const %empty, dense<0> : tensor<ui32>
  return
}

// -----

// product of ui32
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<7xui32>, tensor<7xui32>) -> tensor<ui32>
  check.expect_eq_const %z, dense<954437196> : tensor<ui32>
  return
}

// -----

// sort of ui32, LT
func.func @main() {
  %x = stablehlo.constant dense<[4294967295, 4294967294, 1431655765, 3, 2, 1, 0]> : tensor<7xui32>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.compare LT, %a, %b : (tensor<ui32>, tensor<ui32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui32>) -> tensor<7xui32>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  return
}

// -----

// sort of ui32, GT
func.func @main() {
  %x = stablehlo.constant dense<[4294967295, 4294967294, 1431655765, 3, 2, 1, 0]> : tensor<7xui32>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui32>, %b: tensor<ui32>): %c = stablehlo.compare GT, %a, %b : (tensor<ui32>, tensor<ui32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui32>) -> tensor<7xui32>
  check.expect_eq_const %z, dense<[4294967295, 4294967294, 1431655765, 3, 2, 1, 0]> : tensor<7xui32>
  return
}

// -----

// iota of ui32
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xui32>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xui32>
  return
}

// -----

// add of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.add %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[0, 1, 9223372036854775807, -9223372036854775808, -9223372036854775807, -9223372036854775806, -9223372036854775805, -6148914691236517206, -2, -1, 1, 2, -9223372036854775808, -9223372036854775807, -9223372036854775806, -9223372036854775805, -9223372036854775804, -6148914691236517205, -1, 0, 9223372036854775807, -9223372036854775808, -2, -1, 0, 1, 2, 3074457345618258601, 9223372036854775805, 9223372036854775806, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775807, -9223372036854775806, 0, 1, 2, 3, 4, 3074457345618258603, 9223372036854775807, -9223372036854775808, -9223372036854775806, -9223372036854775805, 1, 2, 3, 4, 5, 3074457345618258604, -9223372036854775808, -9223372036854775807, -9223372036854775805, -9223372036854775804, 2, 3, 4, 5, 6, 3074457345618258605, -9223372036854775807, -9223372036854775806, -6148914691236517206, -6148914691236517205, 3074457345618258601, 3074457345618258602, 3074457345618258603, 3074457345618258604, 3074457345618258605, 6148914691236517204, -6148914691236517208, -6148914691236517207, -2, -1, 9223372036854775805, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -6148914691236517208, -4, -3, -1, 0, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -9223372036854775806, -6148914691236517207, -3, -2]> : tensor<100xi64>
  return
}

// -----

// subtract of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.subtract %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[0, -1, -9223372036854775807, -9223372036854775808, 9223372036854775807, 9223372036854775806, 9223372036854775805, 6148914691236517206, 2, 1, 1, 0, -9223372036854775806, -9223372036854775807, -9223372036854775808, 9223372036854775807, 9223372036854775806, 6148914691236517207, 3, 2, 9223372036854775807, 9223372036854775806, 0, -1, -2, -3, -4, -3074457345618258603, -9223372036854775807, -9223372036854775808, -9223372036854775808, 9223372036854775807, 1, 0, -1, -2, -3, -3074457345618258602, -9223372036854775806, -9223372036854775807, -9223372036854775807, -9223372036854775808, 2, 1, 0, -1, -2, -3074457345618258601, -9223372036854775805, -9223372036854775806, -9223372036854775806, -9223372036854775807, 3, 2, 1, 0, -1, -3074457345618258600, -9223372036854775804, -9223372036854775805, -9223372036854775805, -9223372036854775806, 4, 3, 2, 1, 0, -3074457345618258599, -9223372036854775803, -9223372036854775804, -6148914691236517206, -6148914691236517207, 3074457345618258603, 3074457345618258602, 3074457345618258601, 3074457345618258600, 3074457345618258599, 0, -6148914691236517204, -6148914691236517205, -2, -3, 9223372036854775807, 9223372036854775806, 9223372036854775805, 9223372036854775804, 9223372036854775803, 6148914691236517204, 0, -1, -1, -2, -9223372036854775808, 9223372036854775807, 9223372036854775806, 9223372036854775805, 9223372036854775804, 6148914691236517205, 1, 0]> : tensor<100xi64>
  return
}

// -----

// multiply of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.multiply %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[0, -9223372036854775808, -9223372036854775808, 0, -9223372036854775808, 0, -9223372036854775808, 0, 0, -9223372036854775808, -9223372036854775808, 1, 9223372036854775807, 0, -9223372036854775807, 2, -9223372036854775805, 3074457345618258602, 9223372036854775806, -1, -9223372036854775808, 9223372036854775807, 1, 0, -1, -2, -3, -3074457345618258602, -9223372036854775806, -9223372036854775807, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, 0, 2, -2, 0, 2, 4, 6, 6148914691236517204, -4, -2, -9223372036854775808, -9223372036854775805, -3, 0, 3, 6, 9, 9223372036854775806, 9223372036854775802, 9223372036854775805, 0, 3074457345618258602, -3074457345618258602, 0, 3074457345618258602, 6148914691236517204, 9223372036854775806, 4099276460824344804, -6148914691236517204, -3074457345618258602, 0, 9223372036854775806, -9223372036854775806, 0, 9223372036854775806, -4, 9223372036854775802, -6148914691236517204, 4, -9223372036854775806, -9223372036854775808, -1, -9223372036854775807, 0, 9223372036854775807, -2, 9223372036854775805, -3074457345618258602, -9223372036854775806, 1]> : tensor<100xi64>
  return
}

// -----

// divide of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.divide %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[1, 1, -9223372036854775808, -1, -9223372036854775808, -4611686018427387904, -3074457345618258602, -3, -1, -1, 0, 1, 9223372036854775807, -1, -9223372036854775807, -4611686018427387903, -3074457345618258602, -3, -1, -1, 0, 0, 1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0, 0, 0, -2, -1, 2, 1, 0, 0, 0, 0, 0, 0, -3, -1, 3, 1, 1, 0, 0, 0, 0, 0, -3074457345618258602, -1, 3074457345618258602, 1537228672809129301, 1024819115206086200, 1, 0, 0, 0, 0, -9223372036854775806, -1, 9223372036854775806, 4611686018427387903, 3074457345618258602, 3, 1, 0, 0, -1, -9223372036854775807, -1, 9223372036854775807, 4611686018427387903, 3074457345618258602, 3, 1, 1]> : tensor<100xi64>
  return
}

// -----

// remainder of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.remainder %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[0, -1, 0, -9223372036854775808, 0, 0, -2, -2, -2, -1, -9223372036854775807, 0, 0, -9223372036854775807, 0, -1, -1, -1, -1, 0, -1, -1, 0, -1, 0, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 2, 2, 0, 2, 0, 0, 2, 2, 2, 2, 3, 3, 0, 3, 0, 1, 0, 3, 3, 3, 3074457345618258602, 3074457345618258602, 0, 3074457345618258602, 0, 0, 2, 0, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 0, 9223372036854775806, 0, 0, 0, 0, 0, 9223372036854775806, 9223372036854775807, 0, 0, 9223372036854775807, 0, 1, 1, 1, 1, 0]> : tensor<100xi64>
  return
}

// -----

// maximum of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.maximum %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775807, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -1, -1, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, 0, 0, 0, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, 1, 1, 1, 1, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, 2, 2, 2, 2, 2, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775807, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  return
}

// -----

// minimum of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.minimum %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775808, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -9223372036854775808, -9223372036854775807, -1, 0, 0, 0, 0, 0, 0, 0, -9223372036854775808, -9223372036854775807, -1, 0, 1, 1, 1, 1, 1, 1, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 2, 2, 2, 2, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3, 3, 3, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775806, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  return
}

// -----

// and of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.and %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, 0, 0, 0, 0, 0, 0, 0, -9223372036854775808, -9223372036854775807, -9223372036854775807, 0, 1, 0, 1, 0, 0, 1, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 2, 2, 2, 2, 2, 0, 1, 3, 0, 1, 2, 3, 2, 2, 3, 0, 0, 3074457345618258602, 0, 0, 2, 2, 3074457345618258602, 3074457345618258602, 3074457345618258602, 0, 0, 9223372036854775806, 0, 0, 2, 2, 3074457345618258602, 9223372036854775806, 9223372036854775806, 0, 1, 9223372036854775807, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  return
}

// -----

// or of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.or %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, -9223372036854775807, -1, -9223372036854775808, -9223372036854775807, -9223372036854775806, -9223372036854775805, -6148914691236517206, -2, -1, -9223372036854775807, -9223372036854775807, -1, -9223372036854775807, -9223372036854775807, -9223372036854775805, -9223372036854775805, -6148914691236517205, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775807, -9223372036854775807, -1, 1, 1, 3, 3, 3074457345618258603, 9223372036854775807, 9223372036854775807, -9223372036854775806, -9223372036854775805, -1, 2, 3, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775805, -9223372036854775805, -1, 3, 3, 3, 3, 3074457345618258603, 9223372036854775807, 9223372036854775807, -6148914691236517206, -6148914691236517205, -1, 3074457345618258602, 3074457345618258603, 3074457345618258602, 3074457345618258603, 3074457345618258602, 9223372036854775806, 9223372036854775807, -2, -1, -1, 9223372036854775806, 9223372036854775807, 9223372036854775806, 9223372036854775807, 9223372036854775806, 9223372036854775806, 9223372036854775807, -1, -1, -1, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  return
}

// -----

// xor of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.xor %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[0, 1, 9223372036854775807, -9223372036854775808, -9223372036854775807, -9223372036854775806, -9223372036854775805, -6148914691236517206, -2, -1, 1, 0, 9223372036854775806, -9223372036854775807, -9223372036854775808, -9223372036854775805, -9223372036854775806, -6148914691236517205, -1, -2, 9223372036854775807, 9223372036854775806, 0, -1, -2, -3, -4, -3074457345618258603, -9223372036854775807, -9223372036854775808, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775807, -9223372036854775808, -2, 1, 0, 3, 2, 3074457345618258603, 9223372036854775807, 9223372036854775806, -9223372036854775806, -9223372036854775805, -3, 2, 3, 0, 1, 3074457345618258600, 9223372036854775804, 9223372036854775805, -9223372036854775805, -9223372036854775806, -4, 3, 2, 1, 0, 3074457345618258601, 9223372036854775805, 9223372036854775804, -6148914691236517206, -6148914691236517205, -3074457345618258603, 3074457345618258602, 3074457345618258603, 3074457345618258600, 3074457345618258601, 0, 6148914691236517204, 6148914691236517205, -2, -1, -9223372036854775807, 9223372036854775806, 9223372036854775807, 9223372036854775804, 9223372036854775805, 6148914691236517204, 0, 1, -1, -2, -9223372036854775808, 9223372036854775807, 9223372036854775806, 9223372036854775805, 9223372036854775804, 6148914691236517205, 1, 0]> : tensor<100xi64>
  return
}

// -----

// shift_left of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.shift_left %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[0, 0, 0, -9223372036854775808, 0, 0, 0, 0, 0, 0, 0, 0, 0, -9223372036854775807, 2, 4, 8, 0, 0, 0, 0, 0, 0, -1, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 0, 0, 0, 3074457345618258602, 6148914691236517204, -6148914691236517208, 6148914691236517200, 0, 0, 0, 0, 0, 0, 9223372036854775806, -4, -8, -16, 0, 0, 0, 0, 0, 0, 9223372036854775807, -2, -4, -8, 0, 0, 0]> : tensor<100xi64>
  return
}

// -----

// shift_right_arithmetic of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[-1, -1, -1, -9223372036854775808, -4611686018427387904, -2305843009213693952, -1152921504606846976, -1, -1, -1, -1, -1, -1, -9223372036854775807, -4611686018427387904, -2305843009213693952, -1152921504606846976, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3074457345618258602, 1537228672809129301, 768614336404564650, 384307168202282325, 0, 0, 0, 0, 0, 0, 9223372036854775806, 4611686018427387903, 2305843009213693951, 1152921504606846975, 0, 0, 0, 0, 0, 0, 9223372036854775807, 4611686018427387903, 2305843009213693951, 1152921504606846975, 0, 0, 0]> : tensor<100xi64>
  return
}

// -----

// shift_right_logical of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %z = stablehlo.shift_right_logical %x, %y : tensor<100xi64>
  check.expect_eq_const %z, dense<[0, 0, 0, -9223372036854775808, 4611686018427387904, 2305843009213693952, 1152921504606846976, 0, 0, 0, 0, 0, 0, -9223372036854775807, 4611686018427387904, 2305843009213693952, 1152921504606846976, 0, 0, 0, 0, 0, 0, -1, 9223372036854775807, 4611686018427387903, 2305843009213693951, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3074457345618258602, 1537228672809129301, 768614336404564650, 384307168202282325, 0, 0, 0, 0, 0, 0, 9223372036854775806, 4611686018427387903, 2305843009213693951, 1152921504606846975, 0, 0, 0, 0, 0, 0, 9223372036854775807, 4611686018427387903, 2305843009213693951, 1152921504606846975, 0, 0, 0]> : tensor<100xi64>
  return
}

// -----

// compare of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<100xi64>, tensor<100xi64>) -> tensor<100xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<100xi64>, tensor<100xi64>) -> tensor<100xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<100xi64>, tensor<100xi64>) -> tensor<100xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<100xi64>, tensor<100xi64>) -> tensor<100xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<100xi64>, tensor<100xi64>) -> tensor<100xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<100xi64>, tensor<100xi64>) -> tensor<100xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, false]> : tensor<100xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, false, true]> : tensor<100xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false]> : tensor<100xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, false, false, true, true, true, false, false, false, false, false, false, false, true, true, true, true, false, false, false, false, false, false, true, true, true, true, true, false, false, false, false, false, true, true, true, true, true, true, false, false, false, false, true, true, true, true, true, true, true, false, false, false, true, true, true, true, true, true, true, true, false, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true]> : tensor<100xi1>
  return
}

// -----

// select of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<100xi64>
  %y = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  %p = stablehlo.compare LT, %x, %y : (tensor<100xi64>, tensor<100xi64>) -> tensor<100xi1>
  %z = stablehlo.select %p, %x, %y : tensor<100xi1>, tensor<100xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775808, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, -9223372036854775808, -9223372036854775807, -1, 0, 0, 0, 0, 0, 0, 0, -9223372036854775808, -9223372036854775807, -1, 0, 1, 1, 1, 1, 1, 1, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 2, 2, 2, 2, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3, 3, 3, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775806, -9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<100xi64>
  return
}

// -----

// power of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 3074457345618258602, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775806, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<50xi64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<50xi64>
  %z = stablehlo.power %x, %y : tensor<50xi64>
  check.expect_eq_const %z, dense<[1, -9223372036854775808, 0, 0, 0, 1, -9223372036854775807, 1, -9223372036854775807, -9223372036854775807, 1, -1, 1, -1, -1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, 243, 1, 3074457345618258602, 4099276460824344804, -2732850973882896536, 9033590719224019104, 1, 9223372036854775806, 4, -8, -32, 1, 9223372036854775807, 1, 9223372036854775807, 9223372036854775807]> : tensor<50xi64>
  return
}

// -----

// negate of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %z = stablehlo.negate %x : tensor<10xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, 9223372036854775807, 1, 0, -1, -2, -3, -3074457345618258602, -9223372036854775806, -9223372036854775807]> : tensor<10xi64>
  return
}

// -----

// not of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %z = stablehlo.not %x : tensor<10xi64>
  check.expect_eq_const %z, dense<[9223372036854775807, 9223372036854775806, 0, -1, -2, -3, -4, -3074457345618258603, -9223372036854775807, -9223372036854775808]> : tensor<10xi64>
  return
}

// -----

// popcnt of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %z = stablehlo.popcnt %x : tensor<10xi64>
  check.expect_eq_const %z, dense<[1, 2, 64, 0, 1, 1, 2, 31, 62, 63]> : tensor<10xi64>
  return
}

// -----

// count_leading_zeros of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %z = stablehlo.count_leading_zeros %x : tensor<10xi64>
  check.expect_eq_const %z, dense<[0, 0, 0, 64, 63, 62, 62, 2, 1, 1]> : tensor<10xi64>
  return
}

// -----

// abs of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %z = stablehlo.abs %x : tensor<10xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, 9223372036854775807, 1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  return
}

// -----

// sign of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %z = stablehlo.sign %x : tensor<10xi64>
  check.expect_eq_const %z, dense<[-1, -1, -1, 0, 1, 1, 1, 1, 1, 1]> : tensor<10xi64>
  return
}

// -----

// conversions of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %i2 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xi2>
  %ui2 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xui2>
  %i4 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xi4>
  %ui4 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xui4>
  %i8 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xi8>
  %ui8 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xui8>
  %i16 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xi16>
  %ui16 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xui16>
  %i32 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xi32>
  %ui32 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xui32>
  %i64 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xi64>
  %ui64 = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xui64>
  %p = stablehlo.convert %x : (tensor<10xi64>) -> tensor<10xi1>
  check.expect_eq_const %i2, dense<[0, 1, -1, 0, 1, -2, -1, -2, -2, -1]> : tensor<10xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 3, 0, 1, 2, 3, 2, 2, 3]> : tensor<10xui2>
  check.expect_eq_const %i4, dense<[0, 1, -1, 0, 1, 2, 3, -6, -2, -1]> : tensor<10xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 15, 0, 1, 2, 3, 10, 14, 15]> : tensor<10xui4>
  check.expect_eq_const %i8, dense<[0, 1, -1, 0, 1, 2, 3, -86, -2, -1]> : tensor<10xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 255, 0, 1, 2, 3, 170, 254, 255]> : tensor<10xui8>
  check.expect_eq_const %i16, dense<[0, 1, -1, 0, 1, 2, 3, -21846, -2, -1]> : tensor<10xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 65535, 0, 1, 2, 3, 43690, 65534, 65535]> : tensor<10xui16>
  check.expect_eq_const %i32, dense<[0, 1, -1, 0, 1, 2, 3, -1431655766, -2, -1]> : tensor<10xi32>
  check.expect_eq_const %ui32, dense<[0, 1, 4294967295, 0, 1, 2, 3, 2863311530, 4294967294, 4294967295]> : tensor<10xui32>
  check.expect_eq_const %i64, dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  check.expect_eq_const %ui64, dense<[9223372036854775808, 9223372036854775809, 18446744073709551615, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xui64>
  check.expect_eq_const %p, dense<[true, true, true, false, true, true, true, true, true, true]> : tensor<10xi1>
  return
}

// -----

// clamp of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %low = stablehlo.constant dense<1> : tensor<i64>
  %high = stablehlo.constant dense<9223372036854775806> : tensor<i64>
  %z = stablehlo.clamp %low, %x, %high : (tensor<i64>, tensor<10xi64>, tensor<i64>) -> tensor<10xi64>
  check.expect_eq_const %z, dense<[1, 1, 1, 1, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775806]> : tensor<10xi64>
  return
}

// -----

// sums of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10xi64>, tensor<i64>) -> tensor<i64>
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %sum, dense<3074457345618258605> : tensor<i64>
  check.expect_eq_const %empty, dense<0> : tensor<i64>
  return
}

// -----

// product of i64
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<10xi64>, tensor<10xi64>) -> tensor<i64>
  check.expect_eq_const %z, dense<4099276460824344825> : tensor<i64>
  return
}

// -----

// sort of i64, LT
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, 3074457345618258602, 1, -9223372036854775807, 9223372036854775806, 2, -1, 9223372036854775807, 3, 0]> : tensor<10xi64>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i64>, %b: tensor<i64>): %c = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi64>) -> tensor<10xi64>
  check.expect_eq_const %z, dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 2, 3, 3074457345618258602, 9223372036854775806, 9223372036854775807]> : tensor<10xi64>
  return
}

// -----

// sort of i64, GT
func.func @main() {
  %x = stablehlo.constant dense<[-9223372036854775808, 3074457345618258602, 1, -9223372036854775807, 9223372036854775806, 2, -1, 9223372036854775807, 3, 0]> : tensor<10xi64>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<i64>, %b: tensor<i64>): %c = stablehlo.compare GT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<10xi64>) -> tensor<10xi64>
  check.expect_eq_const %z, dense<[9223372036854775807, 9223372036854775806, 3074457345618258602, 3, 2, 1, 0, -1, -9223372036854775807, -9223372036854775808]> : tensor<10xi64>
  return
}

// -----

// iota of i64
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xi64>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi64>
  return
}

// -----

// add of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.add %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 1, 2, 3, 4, 6148914691236517206, 18446744073709551615, 0, 2, 3, 4, 5, 6148914691236517207, 0, 1, 3, 4, 5, 6, 6148914691236517208, 1, 2, 6148914691236517205, 6148914691236517206, 6148914691236517207, 6148914691236517208, 12297829382473034410, 6148914691236517203, 6148914691236517204, 18446744073709551614, 18446744073709551615, 0, 1, 6148914691236517203, 18446744073709551612, 18446744073709551613, 18446744073709551615, 0, 1, 2, 6148914691236517204, 18446744073709551613, 18446744073709551614]> : tensor<49xui64>
  return
}

// -----

// subtract of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.subtract %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 18446744073709551615, 18446744073709551614, 18446744073709551613, 12297829382473034411, 2, 1, 1, 0, 18446744073709551615, 18446744073709551614, 12297829382473034412, 3, 2, 2, 1, 0, 18446744073709551615, 12297829382473034413, 4, 3, 3, 2, 1, 0, 12297829382473034414, 5, 4, 6148914691236517205, 6148914691236517204, 6148914691236517203, 6148914691236517202, 0, 6148914691236517207, 6148914691236517206, 18446744073709551614, 18446744073709551613, 18446744073709551612, 18446744073709551611, 12297829382473034409, 0, 18446744073709551615, 18446744073709551615, 18446744073709551614, 18446744073709551613, 18446744073709551612, 12297829382473034410, 1, 0]> : tensor<49xui64>
  return
}

// -----

// multiply of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.multiply %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 2, 4, 6, 12297829382473034410, 18446744073709551612, 18446744073709551614, 0, 3, 6, 9, 18446744073709551615, 18446744073709551610, 18446744073709551613, 0, 6148914691236517205, 12297829382473034410, 18446744073709551615, 10248191152060862009, 6148914691236517206, 12297829382473034411, 0, 18446744073709551614, 18446744073709551612, 18446744073709551610, 6148914691236517206, 4, 2, 0, 18446744073709551615, 18446744073709551614, 18446744073709551613, 12297829382473034411, 2, 1]> : tensor<49xui64>
  return
}

// -----

// divide of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.divide %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[18446744073709551615, 0, 0, 0, 0, 0, 0, 18446744073709551615, 1, 0, 0, 0, 0, 0, 18446744073709551615, 2, 1, 0, 0, 0, 0, 18446744073709551615, 3, 1, 1, 0, 0, 0, 18446744073709551615, 6148914691236517205, 3074457345618258602, 2049638230412172401, 1, 0, 0, 18446744073709551615, 18446744073709551614, 9223372036854775807, 6148914691236517204, 2, 1, 0, 18446744073709551615, 18446744073709551615, 9223372036854775807, 6148914691236517205, 3, 1, 1]> : tensor<49xui64>
  return
}

// -----

// remainder of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.remainder %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2, 2, 3, 0, 1, 0, 3, 3, 3, 6148914691236517205, 0, 1, 2, 0, 6148914691236517205, 6148914691236517205, 18446744073709551614, 0, 0, 2, 6148914691236517204, 0, 18446744073709551614, 18446744073709551615, 0, 1, 0, 0, 1, 0]> : tensor<49xui64>
  return
}

// -----

// maximum of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.maximum %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 1, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 2, 2, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 3, 3, 3, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551615, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  return
}

// -----

// minimum of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.minimum %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551614, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  return
}

// -----

// and of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.and %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 2, 2, 0, 2, 2, 0, 1, 2, 3, 1, 2, 3, 0, 1, 0, 1, 6148914691236517205, 6148914691236517204, 6148914691236517205, 0, 0, 2, 2, 6148914691236517204, 18446744073709551614, 18446744073709551614, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  return
}

// -----

// or of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.or %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 1, 1, 3, 3, 6148914691236517205, 18446744073709551615, 18446744073709551615, 2, 3, 2, 3, 6148914691236517207, 18446744073709551614, 18446744073709551615, 3, 3, 3, 3, 6148914691236517207, 18446744073709551615, 18446744073709551615, 6148914691236517205, 6148914691236517205, 6148914691236517207, 6148914691236517207, 6148914691236517205, 18446744073709551615, 18446744073709551615, 18446744073709551614, 18446744073709551615, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  return
}

// -----

// xor of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.xor %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 1, 0, 3, 2, 6148914691236517204, 18446744073709551615, 18446744073709551614, 2, 3, 0, 1, 6148914691236517207, 18446744073709551612, 18446744073709551613, 3, 2, 1, 0, 6148914691236517206, 18446744073709551613, 18446744073709551612, 6148914691236517205, 6148914691236517204, 6148914691236517207, 6148914691236517206, 0, 12297829382473034411, 12297829382473034410, 18446744073709551614, 18446744073709551615, 18446744073709551612, 18446744073709551613, 12297829382473034411, 0, 1, 18446744073709551615, 18446744073709551614, 18446744073709551613, 18446744073709551612, 12297829382473034410, 1, 0]> : tensor<49xui64>
  return
}

// -----

// shift_left of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.shift_left %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 2, 4, 8, 16, 0, 0, 0, 3, 6, 12, 24, 0, 0, 0, 6148914691236517205, 12297829382473034410, 6148914691236517204, 12297829382473034408, 0, 0, 0, 18446744073709551614, 18446744073709551612, 18446744073709551608, 18446744073709551600, 0, 0, 0, 18446744073709551615, 18446744073709551614, 18446744073709551612, 18446744073709551608, 0, 0, 0]> : tensor<49xui64>
  return
}

// -----

// shift_right_arithmetic of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 6148914691236517205, 3074457345618258602, 1537228672809129301, 768614336404564650, 0, 0, 0, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  return
}

// -----

// shift_right_logical of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %z = stablehlo.shift_right_logical %x, %y : tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 6148914691236517205, 3074457345618258602, 1537228672809129301, 768614336404564650, 0, 0, 0, 18446744073709551614, 9223372036854775807, 4611686018427387903, 2305843009213693951, 0, 0, 0, 18446744073709551615, 9223372036854775807, 4611686018427387903, 2305843009213693951, 0, 0, 0]> : tensor<49xui64>
  return
}

// -----

// compare of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %EQ = stablehlo.compare EQ, %x, %y : (tensor<49xui64>, tensor<49xui64>) -> tensor<49xi1>
  %NE = stablehlo.compare NE, %x, %y : (tensor<49xui64>, tensor<49xui64>) -> tensor<49xi1>
  %LT = stablehlo.compare LT, %x, %y : (tensor<49xui64>, tensor<49xui64>) -> tensor<49xi1>
  %LE = stablehlo.compare LE, %x, %y : (tensor<49xui64>, tensor<49xui64>) -> tensor<49xi1>
  %GT = stablehlo.compare GT, %x, %y : (tensor<49xui64>, tensor<49xui64>) -> tensor<49xi1>
  %GE = stablehlo.compare GE, %x, %y : (tensor<49xui64>, tensor<49xui64>) -> tensor<49xi1>
  check.expect_eq_const %EQ, dense<[true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %NE, dense<[false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %LT, dense<[false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true, false, false, false, false, false, false, false]> : tensor<49xi1>
  check.expect_eq_const %LE, dense<[true, true, true, true, true, true, true, false, true, true, true, true, true, true, false, false, true, true, true, true, true, false, false, false, true, true, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, true, false, false, false, false, false, false, true]> : tensor<49xi1>
  check.expect_eq_const %GT, dense<[false, false, false, false, false, false, false, true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false]> : tensor<49xi1>
  check.expect_eq_const %GE, dense<[true, false, false, false, false, false, false, true, true, false, false, false, false, false, true, true, true, false, false, false, false, true, true, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, true, true, false, true, true, true, true, true, true, true]> : tensor<49xi1>
  return
}

// -----

// select of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<49xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  %p = stablehlo.compare LT, %x, %y : (tensor<49xui64>, tensor<49xui64>) -> tensor<49xi1>
  %z = stablehlo.select %p, %x, %y : tensor<49xi1>, tensor<49xui64>
  check.expect_eq_const %z, dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 0, 1, 2, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551614, 0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<49xui64>
  return
}

// -----

// power of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 6148914691236517205, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551614, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<35xui64>
  %y = stablehlo.constant dense<[0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5, 0, 1, 2, 3, 5]> : tensor<35xui64>
  %z = stablehlo.power %x, %y : tensor<35xui64>
  check.expect_eq_const %z, dense<[1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 4, 8, 32, 1, 3, 9, 27, 243, 1, 6148914691236517205, 10248191152060862009, 8881765665119413741, 11235054003740796869, 1, 18446744073709551614, 4, 18446744073709551608, 18446744073709551584, 1, 18446744073709551615, 1, 18446744073709551615, 18446744073709551615]> : tensor<35xui64>
  return
}

// -----

// negate of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %z = stablehlo.negate %x : tensor<7xui64>
  check.expect_eq_const %z, dense<[0, 18446744073709551615, 18446744073709551614, 18446744073709551613, 12297829382473034411, 2, 1]> : tensor<7xui64>
  return
}

// -----

// not of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %z = stablehlo.not %x : tensor<7xui64>
  check.expect_eq_const %z, dense<[18446744073709551615, 18446744073709551614, 18446744073709551613, 18446744073709551612, 12297829382473034410, 1, 0]> : tensor<7xui64>
  return
}

// -----

// popcnt of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %z = stablehlo.popcnt %x : tensor<7xui64>
  check.expect_eq_const %z, dense<[0, 1, 1, 2, 32, 63, 64]> : tensor<7xui64>
  return
}

// -----

// count_leading_zeros of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %z = stablehlo.count_leading_zeros %x : tensor<7xui64>
  check.expect_eq_const %z, dense<[64, 63, 62, 62, 1, 0, 0]> : tensor<7xui64>
  return
}

// -----

// conversions of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %i2 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xi2>
  %ui2 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xui2>
  %i4 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xi4>
  %ui4 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xui4>
  %i8 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xi8>
  %ui8 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xui8>
  %i16 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xi16>
  %ui16 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xui16>
  %i32 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xi32>
  %ui32 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xui32>
  %i64 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xi64>
  %ui64 = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xui64>
  %p = stablehlo.convert %x : (tensor<7xui64>) -> tensor<7xi1>
  check.expect_eq_const %i2, dense<[0, 1, -2, -1, 1, -2, -1]> : tensor<7xi2>
  check.expect_eq_const %ui2, dense<[0, 1, 2, 3, 1, 2, 3]> : tensor<7xui2>
  check.expect_eq_const %i4, dense<[0, 1, 2, 3, 5, -2, -1]> : tensor<7xi4>
  check.expect_eq_const %ui4, dense<[0, 1, 2, 3, 5, 14, 15]> : tensor<7xui4>
  check.expect_eq_const %i8, dense<[0, 1, 2, 3, 85, -2, -1]> : tensor<7xi8>
  check.expect_eq_const %ui8, dense<[0, 1, 2, 3, 85, 254, 255]> : tensor<7xui8>
  check.expect_eq_const %i16, dense<[0, 1, 2, 3, 21845, -2, -1]> : tensor<7xi16>
  check.expect_eq_const %ui16, dense<[0, 1, 2, 3, 21845, 65534, 65535]> : tensor<7xui16>
  check.expect_eq_const %i32, dense<[0, 1, 2, 3, 1431655765, -2, -1]> : tensor<7xi32>
  check.expect_eq_const %ui32, dense<[0, 1, 2, 3, 1431655765, 4294967294, 4294967295]> : tensor<7xui32>
  check.expect_eq_const %i64, dense<[0, 1, 2, 3, 6148914691236517205, -2, -1]> : tensor<7xi64>
  check.expect_eq_const %ui64, dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  check.expect_eq_const %p, dense<[false, true, true, true, true, true, true]> : tensor<7xi1>
  return
}

// -----

// clamp of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %low = stablehlo.constant dense<1> : tensor<ui64>
  %high = stablehlo.constant dense<18446744073709551614> : tensor<ui64>
  %z = stablehlo.clamp %low, %x, %high : (tensor<ui64>, tensor<7xui64>, tensor<ui64>) -> tensor<7xui64>
  check.expect_eq_const %z, dense<[1, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551614]> : tensor<7xui64>
  return
}

// -----

// sums of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %zero = stablehlo.constant dense<0> : tensor<ui64>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xui64>, tensor<ui64>) -> tensor<ui64>
  %none = stablehlo.constant dense<> : tensor<0xui64>
  %empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<0xui64>, tensor<ui64>) -> tensor<ui64>
  check.expect_eq_const %sum, dense<6148914691236517208> : tensor<ui64>
  check.expect_eq_const %empty, dense<0> : tensor<ui64>
  return
}

// -----

// product of ui64
func.func @main() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  %z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<7xui64>, tensor<7xui64>) -> tensor<ui64>
  check.expect_eq_const %z, dense<10248191152060862028> : tensor<ui64>
  return
}

// -----

// sort of ui64, LT
func.func @main() {
  %x = stablehlo.constant dense<[18446744073709551615, 18446744073709551614, 6148914691236517205, 3, 2, 1, 0]> : tensor<7xui64>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui64>, %b: tensor<ui64>): %c = stablehlo.compare LT, %a, %b : (tensor<ui64>, tensor<ui64>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui64>) -> tensor<7xui64>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 6148914691236517205, 18446744073709551614, 18446744073709551615]> : tensor<7xui64>
  return
}

// -----

// sort of ui64, GT
func.func @main() {
  %x = stablehlo.constant dense<[18446744073709551615, 18446744073709551614, 6148914691236517205, 3, 2, 1, 0]> : tensor<7xui64>
  %z = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({ ^bb0(%a: tensor<ui64>, %b: tensor<ui64>): %c = stablehlo.compare GT, %a, %b : (tensor<ui64>, tensor<ui64>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<7xui64>) -> tensor<7xui64>
  check.expect_eq_const %z, dense<[18446744073709551615, 18446744073709551614, 6148914691236517205, 3, 2, 1, 0]> : tensor<7xui64>
  return
}

// -----

// iota of ui64
func.func @main() {
  %z = stablehlo.iota dim = 0 : tensor<7xui64>
  check.expect_eq_const %z, dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xui64>
  return
}

// -----

// add of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = stablehlo.add %x, %y : tensor<4xi1>
  check.expect_eq_const %z, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

// multiply of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = stablehlo.multiply %x, %y : tensor<4xi1>
  check.expect_eq_const %z, dense<[false, false, false, true]> : tensor<4xi1>
  return
}

// -----

// maximum of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = stablehlo.maximum %x, %y : tensor<4xi1>
  check.expect_eq_const %z, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

// minimum of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = stablehlo.minimum %x, %y : tensor<4xi1>
  check.expect_eq_const %z, dense<[false, false, false, true]> : tensor<4xi1>
  return
}

// -----

// and of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = stablehlo.and %x, %y : tensor<4xi1>
  check.expect_eq_const %z, dense<[false, false, false, true]> : tensor<4xi1>
  return
}

// -----

// or of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = stablehlo.or %x, %y : tensor<4xi1>
  check.expect_eq_const %z, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

// xor of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = stablehlo.xor %x, %y : tensor<4xi1>
  check.expect_eq_const %z, dense<[false, true, true, false]> : tensor<4xi1>
  return
}

// -----

// not of i1
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %z = stablehlo.not %x : tensor<4xi1>
  check.expect_eq_const %z, dense<[true, true, false, false]> : tensor<4xi1>
  return
}
