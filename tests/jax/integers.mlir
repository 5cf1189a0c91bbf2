// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 2147483647, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xi32>
  %got = call @add_i32(%0, %1) : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[3, 8, -2147483647, -2147483645, -3, 84, -20, 84, 38, 21, 13, 0]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @add_i32(%arg0: tensor<12xi32>, %arg1: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 2147483647, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xi32>
  %got = call @subtract_i32(%0, %1) : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[-3, -6, 2147483645, 2147483645, -1, 78, -32, 72, 32, 5, -1, -16]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @subtract_i32(%arg0: tensor<12xi32>, %arg1: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 2147483647, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xi32>
  %got = call @multiply_i32(%0, %1) : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[0, 7, -2, -2147483648, -2147483646, 243, -156, 468, 105, 104, 42, -64]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @multiply_i32(%arg0: tensor<12xi32>, %arg1: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 2147483647, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xi32>
  %got = call @maximum_i32(%0, %1) : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[3, 7, 2147483647, 3, 2147483647, 81, 6, 78, 35, 13, 7, 8]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @maximum_i32(%arg0: tensor<12xi32>, %arg1: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 2147483647, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xi32>
  %got = call @minimum_i32(%0, %1) : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[0, 1, 2, -2147483648, 2147483646, 3, -26, 6, 3, 8, 6, -8]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @minimum_i32(%arg0: tensor<12xi32>, %arg1: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 2147483647, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xi32>
  %got = call @divide_i32(%0, %1) : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[0, 0, 1073741823, -715827882, 0, 27, -4, 13, 11, 1, 0, -1]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @divide_i32(%arg0: tensor<12xi32>, %arg1: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 2147483647, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xi32>
  %got = call @remainder_i32(%0, %1) : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[0, 1, 1, -2, 2147483646, 0, -2, 0, 2, 5, 6, 0]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @remainder_i32(%arg0: tensor<12xi32>, %arg1: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, -26, 78, 35, 13, 6, -8]> : tensor<12xi32>
  %got:3 = call @negate_abs_sign_i32(%0) : (tensor<12xi32>) -> (tensor<12xi32>, tensor<12xi32>, tensor<12xi32>)
  %want_0 = stablehlo.constant dense<[0, -1, -2147483647, -2147483648, -2147483646, -81, 26, -78, -35, -13, -6, 8]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  %want_1 = stablehlo.constant dense<[0, 1, 2147483647, -2147483648, 2147483646, 81, 26, 78, 35, 13, 6, 8]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  %want_2 = stablehlo.constant dense<[0, 1, 1, -1, 1, 1, -1, 1, 1, 1, 1, -1]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @negate_abs_sign_i32(%arg0: tensor<12xi32>) -> (tensor<12xi32> {jax.result_info = "result[0]"}, tensor<12xi32> {jax.result_info = "result[1]"}, tensor<12xi32> {jax.result_info = "result[2]"}) {
  %0 = stablehlo.negate %arg0 : tensor<12xi32>
  %1 = stablehlo.abs %arg0 : tensor<12xi32>
  %2 = stablehlo.sign %arg0 : tensor<12xi32>
  return %0, %1, %2 : tensor<12xi32>, tensor<12xi32>, tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 9223372036854775807, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xi64>
  %got = call @add_i64(%0, %1) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[3, 8, -9223372036854775807, -9223372036854775805, -3, 29, 96, 86, 36, -12, -37, -37]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @add_i64(%arg0: tensor<12xi64>, %arg1: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<12xi64>
  return %0 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 9223372036854775807, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xi64>
  %got = call @subtract_i64(%0, %1) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[-3, -6, 9223372036854775805, 9223372036854775805, -1, 23, 86, 72, 20, -14, -45, -53]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @subtract_i64(%arg0: tensor<12xi64>, %arg1: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<12xi64>
  return %0 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 9223372036854775807, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xi64>
  %got = call @multiply_i64(%0, %1) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[0, 7, -2, -9223372036854775808, -9223372036854775806, 78, 455, 553, 224, -13, -164, -360]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @multiply_i64(%arg0: tensor<12xi64>, %arg1: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<12xi64>
  return %0 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 9223372036854775807, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xi64>
  %got = call @maximum_i64(%0, %1) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[3, 7, 9223372036854775807, 3, 9223372036854775807, 26, 91, 79, 28, 1, 4, 8]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @maximum_i64(%arg0: tensor<12xi64>, %arg1: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<12xi64>
  return %0 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 9223372036854775807, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xi64>
  %got = call @minimum_i64(%0, %1) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[0, 1, 2, -9223372036854775808, 9223372036854775806, 3, 5, 7, 8, -13, -41, -45]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @minimum_i64(%arg0: tensor<12xi64>, %arg1: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<12xi64>
  return %0 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 9223372036854775807, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xi64>
  %got = call @divide_i64(%0, %1) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[0, 0, 4611686018427387903, -3074457345618258602, 0, 8, 18, 11, 3, -13, -10, -5]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @divide_i64(%arg0: tensor<12xi64>, %arg1: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<12xi64>
  return %0 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 9223372036854775807, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xi64>
  %got = call @remainder_i64(%0, %1) : (tensor<12xi64>, tensor<12xi64>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[0, 1, 1, -2, 9223372036854775806, 2, 1, 2, 4, 0, -1, -5]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @remainder_i64(%arg0: tensor<12xi64>, %arg1: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<12xi64>
  return %0 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, -13, -41, -45]> : tensor<12xi64>
  %got:3 = call @negate_abs_sign_i64(%0) : (tensor<12xi64>) -> (tensor<12xi64>, tensor<12xi64>, tensor<12xi64>)
  %want_0 = stablehlo.constant dense<[0, -1, -9223372036854775807, -9223372036854775808, -9223372036854775806, -26, -91, -79, -28, 13, 41, 45]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  %want_1 = stablehlo.constant dense<[0, 1, 9223372036854775807, -9223372036854775808, 9223372036854775806, 26, 91, 79, 28, 13, 41, 45]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  %want_2 = stablehlo.constant dense<[0, 1, 1, -1, 1, 1, 1, 1, 1, -1, -1, -1]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @negate_abs_sign_i64(%arg0: tensor<12xi64>) -> (tensor<12xi64> {jax.result_info = "result[0]"}, tensor<12xi64> {jax.result_info = "result[1]"}, tensor<12xi64> {jax.result_info = "result[2]"}) {
  %0 = stablehlo.negate %arg0 : tensor<12xi64>
  %1 = stablehlo.abs %arg0 : tensor<12xi64>
  %2 = stablehlo.sign %arg0 : tensor<12xi64>
  return %0, %1, %2 : tensor<12xi64>, tensor<12xi64>, tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 127, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xi8>
  %got = call @add_i8(%0, %1) : (tensor<12xi8>, tensor<12xi8>) -> tensor<12xi8>
  %want = stablehlo.constant dense<[3, 8, -127, -125, -3, 64, 5, -8, 99, -20, 2, 50]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @add_i8(%arg0: tensor<12xi8>, %arg1: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<12xi8>
  return %0 : tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 127, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xi8>
  %got = call @subtract_i8(%0, %1) : (tensor<12xi8>, tensor<12xi8>) -> tensor<12xi8>
  %want = stablehlo.constant dense<[-3, -6, 125, 125, -1, 50, -7, -22, 97, -28, -8, 42]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @subtract_i8(%arg0: tensor<12xi8>, %arg1: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<12xi8>
  return %0 : tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 127, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xi8>
  %got = call @multiply_i8(%0, %1) : (tensor<12xi8>, tensor<12xi8>) -> tensor<12xi8>
  %want = stablehlo.constant dense<[0, 7, -2, -128, -126, -113, -6, -105, 98, -96, -15, -72]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @multiply_i8(%arg0: tensor<12xi8>, %arg1: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<12xi8>
  return %0 : tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 127, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xi8>
  %got = call @maximum_i8(%0, %1) : (tensor<12xi8>, tensor<12xi8>) -> tensor<12xi8>
  %want = stablehlo.constant dense<[3, 7, 127, 3, 127, 57, 6, 7, 98, 4, 5, 46]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @maximum_i8(%arg0: tensor<12xi8>, %arg1: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<12xi8>
  return %0 : tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 127, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xi8>
  %got = call @minimum_i8(%0, %1) : (tensor<12xi8>, tensor<12xi8>) -> tensor<12xi8>
  %want = stablehlo.constant dense<[0, 1, 2, -128, 126, 7, -1, -15, 1, -24, -3, 4]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @minimum_i8(%arg0: tensor<12xi8>, %arg1: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<12xi8>
  return %0 : tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 127, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xi8>
  %got = call @divide_i8(%0, %1) : (tensor<12xi8>, tensor<12xi8>) -> tensor<12xi8>
  %want = stablehlo.constant dense<[0, 0, 63, -42, 0, 8, 0, -2, 98, -6, 0, 11]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @divide_i8(%arg0: tensor<12xi8>, %arg1: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<12xi8>
  return %0 : tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 127, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xi8>
  %got = call @remainder_i8(%0, %1) : (tensor<12xi8>, tensor<12xi8>) -> tensor<12xi8>
  %want = stablehlo.constant dense<[0, 1, 1, -2, 126, 1, -1, -1, 0, 0, -3, 2]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @remainder_i8(%arg0: tensor<12xi8>, %arg1: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<12xi8>
  return %0 : tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, -1, -15, 98, -24, -3, 46]> : tensor<12xi8>
  %got:3 = call @negate_abs_sign_i8(%0) : (tensor<12xi8>) -> (tensor<12xi8>, tensor<12xi8>, tensor<12xi8>)
  %want_0 = stablehlo.constant dense<[0, -1, -127, -128, -126, -57, 1, 15, -98, 24, 3, -46]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  %want_1 = stablehlo.constant dense<[0, 1, 127, -128, 126, 57, 1, 15, 98, 24, 3, 46]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  %want_2 = stablehlo.constant dense<[0, 1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1]> : tensor<12xi8>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<12xi8>, tensor<12xi8>) -> ()
  return
}
func.func private @negate_abs_sign_i8(%arg0: tensor<12xi8>) -> (tensor<12xi8> {jax.result_info = "result[0]"}, tensor<12xi8> {jax.result_info = "result[1]"}, tensor<12xi8> {jax.result_info = "result[2]"}) {
  %0 = stablehlo.negate %arg0 : tensor<12xi8>
  %1 = stablehlo.abs %arg0 : tensor<12xi8>
  %2 = stablehlo.sign %arg0 : tensor<12xi8>
  return %0, %1, %2 : tensor<12xi8>, tensor<12xi8>, tensor<12xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 0, 254, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 255, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  %got = call @add_ui8(%0, %1) : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %want = stablehlo.constant dense<[3, 8, 1, 3, 253, 78, 38, 30, 99, 21, 36, 68]> : tensor<12xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui8>, tensor<12xui8>) -> ()
  return
}
func.func private @add_ui8(%arg0: tensor<12xui8>, %arg1: tensor<12xui8>) -> (tensor<12xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<12xui8>
  return %0 : tensor<12xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 0, 254, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 255, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  %got = call @subtract_ui8(%0, %1) : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %want = stablehlo.constant dense<[253, 250, 253, 253, 255, 64, 26, 16, 97, 13, 26, 60]> : tensor<12xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui8>, tensor<12xui8>) -> ()
  return
}
func.func private @subtract_ui8(%arg0: tensor<12xui8>, %arg1: tensor<12xui8>) -> (tensor<12xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<12xui8>
  return %0 : tensor<12xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 0, 254, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 255, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  %got = call @multiply_ui8(%0, %1) : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %want = stablehlo.constant dense<[0, 7, 254, 0, 2, 241, 192, 161, 98, 68, 155, 0]> : tensor<12xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui8>, tensor<12xui8>) -> ()
  return
}
func.func private @multiply_ui8(%arg0: tensor<12xui8>, %arg1: tensor<12xui8>) -> (tensor<12xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<12xui8>
  return %0 : tensor<12xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 0, 254, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 255, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  %got = call @maximum_ui8(%0, %1) : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %want = stablehlo.constant dense<[3, 7, 255, 3, 255, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui8>, tensor<12xui8>) -> ()
  return
}
func.func private @maximum_ui8(%arg0: tensor<12xui8>, %arg1: tensor<12xui8>) -> (tensor<12xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<12xui8>
  return %0 : tensor<12xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 0, 254, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 255, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  %got = call @minimum_ui8(%0, %1) : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %want = stablehlo.constant dense<[0, 1, 2, 0, 254, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui8>, tensor<12xui8>) -> ()
  return
}
func.func private @minimum_ui8(%arg0: tensor<12xui8>, %arg1: tensor<12xui8>) -> (tensor<12xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<12xui8>
  return %0 : tensor<12xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 0, 254, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 255, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  %got = call @divide_ui8(%0, %1) : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %want = stablehlo.constant dense<[0, 0, 127, 0, 0, 10, 5, 3, 98, 4, 6, 16]> : tensor<12xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui8>, tensor<12xui8>) -> ()
  return
}
func.func private @divide_ui8(%arg0: tensor<12xui8>, %arg1: tensor<12xui8>) -> (tensor<12xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<12xui8>
  return %0 : tensor<12xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 255, 0, 254, 71, 32, 23, 98, 17, 31, 64]> : tensor<12xui8>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 255, 7, 6, 7, 1, 4, 5, 4]> : tensor<12xui8>
  %got = call @remainder_ui8(%0, %1) : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %want = stablehlo.constant dense<[0, 1, 1, 0, 254, 1, 2, 2, 0, 1, 1, 0]> : tensor<12xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui8>, tensor<12xui8>) -> ()
  return
}
func.func private @remainder_ui8(%arg0: tensor<12xui8>, %arg1: tensor<12xui8>) -> (tensor<12xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<12xui8>
  return %0 : tensor<12xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 65535, 0, 65534, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 65535, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  %got = call @add_ui16(%0, %1) : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xui16>
  %want = stablehlo.constant dense<[3, 8, 1, 3, 65533, 56, 57, 87, 47, 77, 12, 59]> : tensor<12xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui16>, tensor<12xui16>) -> ()
  return
}
func.func private @add_ui16(%arg0: tensor<12xui16>, %arg1: tensor<12xui16>) -> (tensor<12xui16> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<12xui16>
  return %0 : tensor<12xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 65535, 0, 65534, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 65535, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  %got = call @subtract_ui16(%0, %1) : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xui16>
  %want = stablehlo.constant dense<[65533, 65530, 65533, 65533, 65535, 50, 55, 77, 39, 75, 6, 45]> : tensor<12xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui16>, tensor<12xui16>) -> ()
  return
}
func.func private @subtract_ui16(%arg0: tensor<12xui16>, %arg1: tensor<12xui16>) -> (tensor<12xui16> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<12xui16>
  return %0 : tensor<12xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 65535, 0, 65534, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 65535, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  %got = call @multiply_ui16(%0, %1) : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xui16>
  %want = stablehlo.constant dense<[0, 7, 65534, 0, 2, 159, 56, 410, 172, 76, 27, 364]> : tensor<12xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui16>, tensor<12xui16>) -> ()
  return
}
func.func private @multiply_ui16(%arg0: tensor<12xui16>, %arg1: tensor<12xui16>) -> (tensor<12xui16> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<12xui16>
  return %0 : tensor<12xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 65535, 0, 65534, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 65535, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  %got = call @maximum_ui16(%0, %1) : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xui16>
  %want = stablehlo.constant dense<[3, 7, 65535, 3, 65535, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui16>, tensor<12xui16>) -> ()
  return
}
func.func private @maximum_ui16(%arg0: tensor<12xui16>, %arg1: tensor<12xui16>) -> (tensor<12xui16> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<12xui16>
  return %0 : tensor<12xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 65535, 0, 65534, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 65535, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  %got = call @minimum_ui16(%0, %1) : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xui16>
  %want = stablehlo.constant dense<[0, 1, 2, 0, 65534, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui16>, tensor<12xui16>) -> ()
  return
}
func.func private @minimum_ui16(%arg0: tensor<12xui16>, %arg1: tensor<12xui16>) -> (tensor<12xui16> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<12xui16>
  return %0 : tensor<12xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 65535, 0, 65534, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 65535, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  %got = call @divide_ui16(%0, %1) : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xui16>
  %want = stablehlo.constant dense<[0, 0, 32767, 0, 0, 17, 56, 16, 10, 76, 3, 7]> : tensor<12xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui16>, tensor<12xui16>) -> ()
  return
}
func.func private @divide_ui16(%arg0: tensor<12xui16>, %arg1: tensor<12xui16>) -> (tensor<12xui16> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<12xui16>
  return %0 : tensor<12xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 65535, 0, 65534, 53, 56, 82, 43, 76, 9, 52]> : tensor<12xui16>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 65535, 3, 1, 5, 4, 1, 3, 7]> : tensor<12xui16>
  %got = call @remainder_ui16(%0, %1) : (tensor<12xui16>, tensor<12xui16>) -> tensor<12xui16>
  %want = stablehlo.constant dense<[0, 1, 1, 0, 65534, 2, 0, 2, 3, 0, 0, 3]> : tensor<12xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui16>, tensor<12xui16>) -> ()
  return
}
func.func private @remainder_ui16(%arg0: tensor<12xui16>, %arg1: tensor<12xui16>) -> (tensor<12xui16> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<12xui16>
  return %0 : tensor<12xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 4294967295, 0, 4294967294, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 4294967295, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  %got = call @add_ui32(%0, %1) : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xui32>
  %want = stablehlo.constant dense<[3, 8, 1, 3, 4294967293, 90, 22, 91, 60, 50, 44, 36]> : tensor<12xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui32>, tensor<12xui32>) -> ()
  return
}
func.func private @add_ui32(%arg0: tensor<12xui32>, %arg1: tensor<12xui32>) -> (tensor<12xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<12xui32>
  return %0 : tensor<12xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 4294967295, 0, 4294967294, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 4294967295, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  %got = call @subtract_ui32(%0, %1) : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xui32>
  %want = stablehlo.constant dense<[4294967293, 4294967290, 4294967293, 4294967293, 4294967295, 84, 10, 79, 54, 34, 30, 20]> : tensor<12xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui32>, tensor<12xui32>) -> ()
  return
}
func.func private @subtract_ui32(%arg0: tensor<12xui32>, %arg1: tensor<12xui32>) -> (tensor<12xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<12xui32>
  return %0 : tensor<12xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 4294967295, 0, 4294967294, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 4294967295, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  %got = call @multiply_ui32(%0, %1) : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xui32>
  %want = stablehlo.constant dense<[0, 7, 4294967294, 0, 2, 261, 96, 510, 171, 336, 259, 224]> : tensor<12xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui32>, tensor<12xui32>) -> ()
  return
}
func.func private @multiply_ui32(%arg0: tensor<12xui32>, %arg1: tensor<12xui32>) -> (tensor<12xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<12xui32>
  return %0 : tensor<12xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 4294967295, 0, 4294967294, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 4294967295, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  %got = call @maximum_ui32(%0, %1) : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xui32>
  %want = stablehlo.constant dense<[3, 7, 4294967295, 3, 4294967295, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui32>, tensor<12xui32>) -> ()
  return
}
func.func private @maximum_ui32(%arg0: tensor<12xui32>, %arg1: tensor<12xui32>) -> (tensor<12xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<12xui32>
  return %0 : tensor<12xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 4294967295, 0, 4294967294, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 4294967295, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  %got = call @minimum_ui32(%0, %1) : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xui32>
  %want = stablehlo.constant dense<[0, 1, 2, 0, 4294967294, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui32>, tensor<12xui32>) -> ()
  return
}
func.func private @minimum_ui32(%arg0: tensor<12xui32>, %arg1: tensor<12xui32>) -> (tensor<12xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<12xui32>
  return %0 : tensor<12xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 4294967295, 0, 4294967294, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 4294967295, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  %got = call @divide_ui32(%0, %1) : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xui32>
  %want = stablehlo.constant dense<[0, 0, 2147483647, 0, 0, 29, 2, 14, 19, 5, 5, 3]> : tensor<12xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui32>, tensor<12xui32>) -> ()
  return
}
func.func private @divide_ui32(%arg0: tensor<12xui32>, %arg1: tensor<12xui32>) -> (tensor<12xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<12xui32>
  return %0 : tensor<12xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 4294967295, 0, 4294967294, 87, 16, 85, 57, 42, 37, 28]> : tensor<12xui32>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 4294967295, 3, 6, 6, 3, 8, 7, 8]> : tensor<12xui32>
  %got = call @remainder_ui32(%0, %1) : (tensor<12xui32>, tensor<12xui32>) -> tensor<12xui32>
  %want = stablehlo.constant dense<[0, 1, 1, 0, 4294967294, 0, 4, 1, 0, 2, 2, 4]> : tensor<12xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui32>, tensor<12xui32>) -> ()
  return
}
func.func private @remainder_ui32(%arg0: tensor<12xui32>, %arg1: tensor<12xui32>) -> (tensor<12xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<12xui32>
  return %0 : tensor<12xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 18446744073709551614, 51, 94, 86, 52, 24, 6, 3]> : tensor<12xui64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 18446744073709551615, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xui64>
  %got = call @add_ui64(%0, %1) : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %want = stablehlo.constant dense<[3, 8, 1, 3, 18446744073709551613, 54, 99, 93, 60, 25, 10, 11]> : tensor<12xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui64>, tensor<12xui64>) -> ()
  return
}
func.func private @add_ui64(%arg0: tensor<12xui64>, %arg1: tensor<12xui64>) -> (tensor<12xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<12xui64>
  return %0 : tensor<12xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 18446744073709551614, 51, 94, 86, 52, 24, 6, 3]> : tensor<12xui64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 18446744073709551615, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xui64>
  %got = call @subtract_ui64(%0, %1) : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %want = stablehlo.constant dense<[18446744073709551613, 18446744073709551610, 18446744073709551613, 18446744073709551613, 18446744073709551615, 48, 89, 79, 44, 23, 2, 18446744073709551611]> : tensor<12xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui64>, tensor<12xui64>) -> ()
  return
}
func.func private @subtract_ui64(%arg0: tensor<12xui64>, %arg1: tensor<12xui64>) -> (tensor<12xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<12xui64>
  return %0 : tensor<12xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 18446744073709551614, 51, 94, 86, 52, 24, 6, 3]> : tensor<12xui64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 18446744073709551615, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xui64>
  %got = call @multiply_ui64(%0, %1) : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %want = stablehlo.constant dense<[0, 7, 18446744073709551614, 0, 2, 153, 470, 602, 416, 24, 24, 24]> : tensor<12xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui64>, tensor<12xui64>) -> ()
  return
}
func.func private @multiply_ui64(%arg0: tensor<12xui64>, %arg1: tensor<12xui64>) -> (tensor<12xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<12xui64>
  return %0 : tensor<12xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 18446744073709551614, 51, 94, 86, 52, 24, 6, 3]> : tensor<12xui64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 18446744073709551615, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xui64>
  %got = call @maximum_ui64(%0, %1) : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %want = stablehlo.constant dense<[3, 7, 18446744073709551615, 3, 18446744073709551615, 51, 94, 86, 52, 24, 6, 8]> : tensor<12xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui64>, tensor<12xui64>) -> ()
  return
}
func.func private @maximum_ui64(%arg0: tensor<12xui64>, %arg1: tensor<12xui64>) -> (tensor<12xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<12xui64>
  return %0 : tensor<12xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 18446744073709551614, 51, 94, 86, 52, 24, 6, 3]> : tensor<12xui64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 18446744073709551615, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xui64>
  %got = call @minimum_ui64(%0, %1) : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %want = stablehlo.constant dense<[0, 1, 2, 0, 18446744073709551614, 3, 5, 7, 8, 1, 4, 3]> : tensor<12xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui64>, tensor<12xui64>) -> ()
  return
}
func.func private @minimum_ui64(%arg0: tensor<12xui64>, %arg1: tensor<12xui64>) -> (tensor<12xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<12xui64>
  return %0 : tensor<12xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 18446744073709551614, 51, 94, 86, 52, 24, 6, 3]> : tensor<12xui64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 18446744073709551615, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xui64>
  %got = call @divide_ui64(%0, %1) : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %want = stablehlo.constant dense<[0, 0, 9223372036854775807, 0, 0, 17, 18, 12, 6, 24, 1, 0]> : tensor<12xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui64>, tensor<12xui64>) -> ()
  return
}
func.func private @divide_ui64(%arg0: tensor<12xui64>, %arg1: tensor<12xui64>) -> (tensor<12xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<12xui64>
  return %0 : tensor<12xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 18446744073709551614, 51, 94, 86, 52, 24, 6, 3]> : tensor<12xui64>
  %1 = stablehlo.constant dense<[3, 7, 2, 3, 18446744073709551615, 3, 5, 7, 8, 1, 4, 8]> : tensor<12xui64>
  %got = call @remainder_ui64(%0, %1) : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %want = stablehlo.constant dense<[0, 1, 1, 0, 18446744073709551614, 0, 4, 2, 4, 0, 2, 3]> : tensor<12xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xui64>, tensor<12xui64>) -> ()
  return
}
func.func private @remainder_ui64(%arg0: tensor<12xui64>, %arg1: tensor<12xui64>) -> (tensor<12xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<12xui64>
  return %0 : tensor<12xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2, -1, 0, 1, 2, 3]> : tensor<6xi32>
  %got = call @fifth_power_i32(%0) : (tensor<6xi32>) -> tensor<6xi32>
  %want = stablehlo.constant dense<[-32, -1, 0, 1, 32, 243]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}
func.func private @fifth_power_i32(%arg0: tensor<6xi32>) -> (tensor<6xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<6xi32>
  %1 = stablehlo.multiply %0, %0 : tensor<6xi32>
  %2 = stablehlo.multiply %arg0, %1 : tensor<6xi32>
  return %2 : tensor<6xi32>
}
