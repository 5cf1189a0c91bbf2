// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}
// RUN: %if ptx %{ hloom run %s --split-input-file --backend=ptx-emulator %}

// What the specification leaves to the implementation is as XLA has it on a CPU.

// A quotient by zero is -1 (all ones), a remainder by zero the dividend; the
// lowest number divided by -1 wraps to itself.
func.func @main() {
  %x = stablehlo.constant dense<[7, -7, -7, 7, -2147483648, 0]> : tensor<6xi32>
  %y = stablehlo.constant dense<[0, 0, 2, -2, -1, 0]> : tensor<6xi32>
  %quotient = stablehlo.divide %x, %y : tensor<6xi32>
  %remainder = stablehlo.remainder %x, %y : tensor<6xi32>
  check.expect_eq_const %quotient, dense<[-1, -1, -3, -3, -2147483648, -1]> : tensor<6xi32>
  check.expect_eq_const %remainder, dense<[7, -7, -1, 1, 0, 0]> : tensor<6xi32>

  %u = stablehlo.constant dense<[200, 7, 255]> : tensor<3xui8>
  %v = stablehlo.constant dense<[7, 0, 16]> : tensor<3xui8>
  %q = stablehlo.divide %u, %v : tensor<3xui8>
  %r = stablehlo.remainder %u, %v : tensor<3xui8>
  check.expect_eq_const %q, dense<[28, 255, 15]> : tensor<3xui8>
  check.expect_eq_const %r, dense<[4, 7, 15]> : tensor<3xui8>
  return
}

// -----

// Numbers wrap at the width of their own type, however few bits that is.
func.func @main() {
  %a = stablehlo.constant dense<[7, -8, 5]> : tensor<3xi4>
  %b = stablehlo.constant dense<[1, -1, 3]> : tensor<3xi4>
  %sum = stablehlo.add %a, %b : tensor<3xi4>
  %difference = stablehlo.subtract %a, %b : tensor<3xi4>
  %product = stablehlo.multiply %a, %b : tensor<3xi4>
  %quotient = stablehlo.divide %a, %b : tensor<3xi4>
  check.expect_eq_const %sum, dense<[-8, 7, -8]> : tensor<3xi4>
  check.expect_eq_const %difference, dense<[6, -7, 2]> : tensor<3xi4>
  check.expect_eq_const %product, dense<[7, -8, -1]> : tensor<3xi4>
  check.expect_eq_const %quotient, dense<[7, -8, 1]> : tensor<3xi4>

  %c = stablehlo.constant dense<[3, 2, 0]> : tensor<3xui2>
  %d = stablehlo.constant dense<[1, 3, 1]> : tensor<3xui2>
  %up = stablehlo.add %c, %d : tensor<3xui2>
  %down = stablehlo.subtract %c, %d : tensor<3xui2>
  check.expect_eq_const %up, dense<[0, 1, 1]> : tensor<3xui2>
  check.expect_eq_const %down, dense<[2, 3, 3]> : tensor<3xui2>

  %low = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %high = stablehlo.subtract %low, %one : tensor<i64>
  %abs = stablehlo.abs %low : tensor<i64>
  %minus = stablehlo.negate %low : tensor<i64>
  check.expect_eq_const %high, dense<9223372036854775807> : tensor<i64>
  check.expect_eq_const %abs, dense<-9223372036854775808> : tensor<i64>
  check.expect_eq_const %minus, dense<-9223372036854775808> : tensor<i64>
  return
}

// -----

// A shift by no number below the width leaves zeros, or the sign.
func.func @main() {
  %x = stablehlo.constant dense<[-128, -128, 3, 3, 64]> : tensor<5xi8>
  %by = stablehlo.constant dense<[7, 8, 1, -1, 100]> : tensor<5xi8>
  %left = stablehlo.shift_left %x, %by : tensor<5xi8>
  %signed = stablehlo.shift_right_arithmetic %x, %by : tensor<5xi8>
  %logical = stablehlo.shift_right_logical %x, %by : tensor<5xi8>
  check.expect_eq_const %left, dense<[0, 0, 6, 0, 0]> : tensor<5xi8>
  check.expect_eq_const %signed, dense<[-1, -1, 1, 0, 0]> : tensor<5xi8>
  check.expect_eq_const %logical, dense<[1, 0, 1, 0, 0]> : tensor<5xi8>

  // The highest bit of an unsigned number counts as its sign.
  %u = stablehlo.constant dense<[128, 64]> : tensor<2xui8>
  %one = stablehlo.constant dense<1> : tensor<2xui8>
  %filled = stablehlo.shift_right_arithmetic %u, %one : tensor<2xui8>
  check.expect_eq_const %filled, dense<[192, 32]> : tensor<2xui8>
  return
}

// -----

// Powers are taken modulo 2^n; of a negative exponent the whole part is left.
func.func @main() {
  %x = stablehlo.constant dense<[2, -3, 1, -1, -1, 2, 0, 0, 3]> : tensor<9xi32>
  %y = stablehlo.constant dense<[10, 3, -5, -5, -4, -1, 0, -1, 21]> : tensor<9xi32>
  %power = stablehlo.power %x, %y : tensor<9xi32>
  check.expect_eq_const %power, dense<[1024, -27, 1, -1, 1, 0, 1, 0, 1870418611]> : tensor<9xi32>
  %u = stablehlo.constant dense<[3, 2]> : tensor<2xui8>
  %e = stablehlo.constant dense<[255, 9]> : tensor<2xui8>
  %wrapped = stablehlo.power %u, %e : tensor<2xui8>
  check.expect_eq_const %wrapped, dense<[171, 0]> : tensor<2xui8>
  return
}

// -----

// Bits are counted in the width of the type.
func.func @main() {
  %x = stablehlo.constant dense<[-1, 1, 0, 7]> : tensor<4xi4>
  %ones = stablehlo.popcnt %x : tensor<4xi4>
  %zeros = stablehlo.count_leading_zeros %x : tensor<4xi4>
  %not = stablehlo.not %x : tensor<4xi4>
  check.expect_eq_const %ones, dense<[4, 1, 0, 3]> : tensor<4xi4>
  check.expect_eq_const %zeros, dense<[0, 3, 4, 1]> : tensor<4xi4>
  check.expect_eq_const %not, dense<[0, -2, -1, -8]> : tensor<4xi4>
  return
}

// -----

// Sums of booleans are "or", products "and".
func.func @main() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %sum = stablehlo.add %x, %y : tensor<4xi1>
  %product = stablehlo.multiply %x, %y : tensor<4xi1>
  %maximum = stablehlo.maximum %x, %y : tensor<4xi1>
  %minimum = stablehlo.minimum %x, %y : tensor<4xi1>
  %less = stablehlo.compare LT, %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %sum, dense<[false, true, true, true]> : tensor<4xi1>
  check.expect_eq_const %product, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %maximum, dense<[false, true, true, true]> : tensor<4xi1>
  check.expect_eq_const %minimum, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %less, dense<[false, true, false, false]> : tensor<4xi1>
  return
}

// -----

// Amounts of 64 bits count as a whole, also where a GPU has amounts of 32 bits only.
func.func @main() {
  %x0 = stablehlo.constant dense<[-3, -3, -3, 5, 5]> : tensor<5xi64>
  %by0 = stablehlo.constant dense<[1, 4294967297, -4294967295, 4294967296, 64]> : tensor<5xi64>
  %x, %by = stablehlo.optimization_barrier %x0, %by0 : tensor<5xi64>, tensor<5xi64>
  %left = stablehlo.shift_left %x, %by : tensor<5xi64>
  %signed = stablehlo.shift_right_arithmetic %x, %by : tensor<5xi64>
  %logical = stablehlo.shift_right_logical %x, %by : tensor<5xi64>
  check.expect_eq_const %left, dense<[-6, 0, 0, 0, 0]> : tensor<5xi64>
  check.expect_eq_const %signed, dense<[-2, -1, -1, 0, 0]> : tensor<5xi64>
  check.expect_eq_const %logical, dense<[9223372036854775806, 0, 0, 0, 0]> : tensor<5xi64>
  return
}
