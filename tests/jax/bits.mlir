// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 3855, 2147483647, -2147483648, 12345, -77]> : tensor<8xi32>
  %1 = stablehlo.constant dense<[5, -1, 3, 255, 1, -1, 54321, 76]> : tensor<8xi32>
  %got:4 = call @logic_i32(%0, %1) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>)
  %want_0 = stablehlo.constant dense<[0, 1, 3, 15, 1, -2147483648, 4145, 0]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %want_1 = stablehlo.constant dense<[5, -1, -1, 4095, 2147483647, -1, 62521, -1]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %want_2 = stablehlo.constant dense<[5, -2, -4, 4080, 2147483646, 2147483647, 58376, -1]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %want_3 = stablehlo.constant dense<[-1, -2, 0, -3856, -2147483648, 2147483647, -12346, 76]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @logic_i32(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result[0]"}, tensor<8xi32> {jax.result_info = "result[1]"}, tensor<8xi32> {jax.result_info = "result[2]"}, tensor<8xi32> {jax.result_info = "result[3]"}) {
  %0 = stablehlo.and %arg0, %arg1 : tensor<8xi32>
  %1 = stablehlo.or %arg0, %arg1 : tensor<8xi32>
  %2 = stablehlo.xor %arg0, %arg1 : tensor<8xi32>
  %3 = stablehlo.not %arg0 : tensor<8xi32>
  return %0, %1, %2, %3 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %1 = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %got:4 = call @logic_i1(%0, %1) : (tensor<4xi1>, tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>)
  %want_0 = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_1 = stablehlo.constant dense<[true, true, true, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_2 = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_3 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
func.func private @logic_i1(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> (tensor<4xi1> {jax.result_info = "result[0]"}, tensor<4xi1> {jax.result_info = "result[1]"}, tensor<4xi1> {jax.result_info = "result[2]"}, tensor<4xi1> {jax.result_info = "result[3]"}) {
  %0 = stablehlo.and %arg0, %arg1 : tensor<4xi1>
  %1 = stablehlo.or %arg0, %arg1 : tensor<4xi1>
  %2 = stablehlo.xor %arg0, %arg1 : tensor<4xi1>
  %3 = stablehlo.not %arg0 : tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 128, 85, 170, 7]> : tensor<7xui8>
  %got:4 = call @logic_ui8(%0) : (tensor<7xui8>) -> (tensor<7xui8>, tensor<7xui8>, tensor<7xui8>, tensor<7xui8>)
  %want_0 = stablehlo.constant dense<[0, 0, 60, 0, 20, 40, 4]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  %want_1 = stablehlo.constant dense<[60, 61, 255, 188, 125, 190, 63]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  %want_2 = stablehlo.constant dense<[255, 254, 0, 127, 170, 85, 248]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  %want_3 = stablehlo.constant dense<[255, 254, 0, 127, 170, 85, 248]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  return
}
func.func private @logic_ui8(%arg0: tensor<7xui8>) -> (tensor<7xui8> {jax.result_info = "result[0]"}, tensor<7xui8> {jax.result_info = "result[1]"}, tensor<7xui8> {jax.result_info = "result[2]"}, tensor<7xui8> {jax.result_info = "result[3]"}) {
  %c = stablehlo.constant dense<60> : tensor<ui8>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<7xui8>
  %1 = stablehlo.and %arg0, %0 : tensor<7xui8>
  %c_0 = stablehlo.constant dense<60> : tensor<ui8>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui8>) -> tensor<7xui8>
  %3 = stablehlo.or %arg0, %2 : tensor<7xui8>
  %c_1 = stablehlo.constant dense<255> : tensor<ui8>
  %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui8>) -> tensor<7xui8>
  %5 = stablehlo.xor %arg0, %4 : tensor<7xui8>
  %6 = stablehlo.not %arg0 : tensor<7xui8>
  return %1, %3, %5, %6 : tensor<7xui8>, tensor<7xui8>, tensor<7xui8>, tensor<7xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 3855, 2147483647, -2147483648, 12345, -77]> : tensor<8xi32>
  %1 = stablehlo.constant dense<[0, 1, 31, 4, 8, 16, 3, 2]> : tensor<8xi32>
  %got = call @shift_left_i32(%0, %1) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %want = stablehlo.constant dense<[0, 2, -2147483648, 61680, -256, 0, 98760, -308]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @shift_left_i32(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.shift_left %arg0, %arg1 : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 3855, 2147483647, -2147483648, 12345, -77]> : tensor<8xi32>
  %1 = stablehlo.constant dense<[0, 1, 31, 4, 8, 16, 3, 2]> : tensor<8xi32>
  %got = call @shift_right_logical_i32(%0, %1) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %want = stablehlo.constant dense<[0, 0, 1, 240, 8388607, 32768, 1543, 1073741804]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @shift_right_logical_i32(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 3855, 2147483647, -2147483648, 12345, -77]> : tensor<8xi32>
  %1 = stablehlo.constant dense<[0, 1, 31, 4, 8, 16, 3, 2]> : tensor<8xi32>
  %got = call @shift_right_arithmetic_i32(%0, %1) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %want = stablehlo.constant dense<[0, 0, -1, 240, 8388607, -32768, 1543, -20]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @shift_right_arithmetic_i32(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1, -1, -9223372036854775808, 9223372036854775807]> : tensor<4xi64>
  %1 = stablehlo.constant dense<[63, 40, 62, 1]> : tensor<4xi64>
  %got:3 = call @shift_i64(%0, %1) : (tensor<4xi64>, tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
  %want_0 = stablehlo.constant dense<[-9223372036854775808, -1099511627776, 0, -2]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  %want_1 = stablehlo.constant dense<[0, -1, -2, 4611686018427387903]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  %want_2 = stablehlo.constant dense<[0, 16777215, 2, 4611686018427387903]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
func.func private @shift_i64(%arg0: tensor<4xi64>, %arg1: tensor<4xi64>) -> (tensor<4xi64> {jax.result_info = "result[0]"}, tensor<4xi64> {jax.result_info = "result[1]"}, tensor<4xi64> {jax.result_info = "result[2]"}) {
  %0 = stablehlo.shift_left %arg0, %arg1 : tensor<4xi64>
  %1 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<4xi64>
  %2 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<4xi64>
  return %0, %1, %2 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 128, 85, 170, 7]> : tensor<7xui8>
  %1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xui8>
  %got:2 = call @shift_ui8(%0, %1) : (tensor<7xui8>, tensor<7xui8>) -> (tensor<7xui8>, tensor<7xui8>)
  %want_0 = stablehlo.constant dense<[0, 2, 252, 0, 80, 64, 192]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  %want_1 = stablehlo.constant dense<[0, 0, 63, 16, 5, 5, 0]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  return
}
func.func private @shift_ui8(%arg0: tensor<7xui8>, %arg1: tensor<7xui8>) -> (tensor<7xui8> {jax.result_info = "result[0]"}, tensor<7xui8> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.shift_left %arg0, %arg1 : tensor<7xui8>
  %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<7xui8>
  return %0, %1 : tensor<7xui8>, tensor<7xui8>
}

// -----

// Amounts of the width and more, read as unsigned, shift all bits out.
func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 3855, 2147483647, -2147483648, 12345, -77]> : tensor<8xi32>
  %1 = stablehlo.constant dense<[32, 33, 64, 2147483647, -1, 32, 40, 100]> : tensor<8xi32>
  %got:3 = call @shift_past_width_i32(%0, %1) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>)
  %want_0 = stablehlo.constant dense<0> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %want_1 = stablehlo.constant dense<0> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  %want_2 = stablehlo.constant dense<[0, 0, -1, 0, 0, -1, 0, -1]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @shift_past_width_i32(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result[0]"}, tensor<8xi32> {jax.result_info = "result[1]"}, tensor<8xi32> {jax.result_info = "result[2]"}) {
  %0 = stablehlo.shift_left %arg0, %arg1 : tensor<8xi32>
  %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<8xi32>
  %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<8xi32>
  return %0, %1, %2 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 3855, 2147483647, -2147483648, 12345, -77]> : tensor<8xi32>
  %got = call @popcnt_i32(%0) : (tensor<8xi32>) -> tensor<8xi32>
  %want = stablehlo.constant dense<[0, 1, 32, 8, 31, 1, 6, 29]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @popcnt_i32(%arg0: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.popcnt %arg0 : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 128, 85, 170, 7]> : tensor<7xui8>
  %got = call @popcnt_ui8(%0) : (tensor<7xui8>) -> tensor<7xui8>
  %want = stablehlo.constant dense<[0, 1, 8, 1, 4, 4, 3]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  return
}
func.func private @popcnt_ui8(%arg0: tensor<7xui8>) -> (tensor<7xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.popcnt %arg0 : tensor<7xui8>
  return %0 : tensor<7xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 3855, 2147483647, -2147483648, 12345, -77]> : tensor<8xi32>
  %got = call @count_leading_zeros_i32(%0) : (tensor<8xi32>) -> tensor<8xi32>
  %want = stablehlo.constant dense<[32, 31, 0, 20, 1, 0, 18, 0]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @count_leading_zeros_i32(%arg0: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 128, 85, 170, 7]> : tensor<7xui8>
  %got = call @count_leading_zeros_ui8(%0) : (tensor<7xui8>) -> tensor<7xui8>
  %want = stablehlo.constant dense<[8, 7, 0, 0, 1, 0, 5]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  return
}
func.func private @count_leading_zeros_ui8(%arg0: tensor<7xui8>) -> (tensor<7xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<7xui8>
  return %0 : tensor<7xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1, -1, -9223372036854775808, 9223372036854775807]> : tensor<4xi64>
  %got:2 = call @popcnt_clz_i64(%0) : (tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>)
  %want_0 = stablehlo.constant dense<[1, 64, 1, 63]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  %want_1 = stablehlo.constant dense<[63, 0, 0, 1]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
func.func private @popcnt_clz_i64(%arg0: tensor<4xi64>) -> (tensor<4xi64> {jax.result_info = "result[0]"}, tensor<4xi64> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.popcnt %arg0 : tensor<4xi64>
  %1 = stablehlo.count_leading_zeros %arg0 : tensor<4xi64>
  return %0, %1 : tensor<4xi64>, tensor<4xi64>
}
