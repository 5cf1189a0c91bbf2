// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f8e4m3fn(%0) : (tensor<12xf32>) -> tensor<12xf8E4M3FN>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf8E4M3FN>, tensor<12xf8E4M3FN>) -> ()
  return
}
func.func private @f32_to_f8e4m3fn(%arg0: tensor<12xf32>) -> (tensor<12xf8E4M3FN> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E4M3FN>
  return %0 : tensor<12xf8E4M3FN>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3FN>
  %got = call @f8e4m3fn_to_f32(%0) : (tensor<12xf8E4M3FN>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f8e4m3fn_to_f32(%arg0: tensor<12xf8E4M3FN>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf8E4M3FN>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f8e5m2(%0) : (tensor<12xf32>) -> tensor<12xf8E5M2>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.0, 1.0]> : tensor<12xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf8E5M2>, tensor<12xf8E5M2>) -> ()
  return
}
func.func private @f32_to_f8e5m2(%arg0: tensor<12xf32>) -> (tensor<12xf8E5M2> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E5M2>
  return %0 : tensor<12xf8E5M2>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.0, 1.0]> : tensor<12xf8E5M2>
  %got = call @f8e5m2_to_f32(%0) : (tensor<12xf8E5M2>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.0, 1.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f8e5m2_to_f32(%arg0: tensor<12xf8E5M2>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f8e4m3b11fnuz(%0) : (tensor<12xf32>) -> tensor<12xf8E4M3B11FNUZ>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf8E4M3B11FNUZ>, tensor<12xf8E4M3B11FNUZ>) -> ()
  return
}
func.func private @f32_to_f8e4m3b11fnuz(%arg0: tensor<12xf32>) -> (tensor<12xf8E4M3B11FNUZ> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E4M3B11FNUZ>
  return %0 : tensor<12xf8E4M3B11FNUZ>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3B11FNUZ>
  %got = call @f8e4m3b11fnuz_to_f32(%0) : (tensor<12xf8E4M3B11FNUZ>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f8e4m3b11fnuz_to_f32(%arg0: tensor<12xf8E4M3B11FNUZ>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf8E4M3B11FNUZ>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f8e4m3fnuz(%0) : (tensor<12xf32>) -> tensor<12xf8E4M3FNUZ>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf8E4M3FNUZ>, tensor<12xf8E4M3FNUZ>) -> ()
  return
}
func.func private @f32_to_f8e4m3fnuz(%arg0: tensor<12xf32>) -> (tensor<12xf8E4M3FNUZ> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E4M3FNUZ>
  return %0 : tensor<12xf8E4M3FNUZ>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3FNUZ>
  %got = call @f8e4m3fnuz_to_f32(%0) : (tensor<12xf8E4M3FNUZ>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f8e4m3fnuz_to_f32(%arg0: tensor<12xf8E4M3FNUZ>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf8E4M3FNUZ>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f8e5m2fnuz(%0) : (tensor<12xf32>) -> tensor<12xf8E5M2FNUZ>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.0, 1.0]> : tensor<12xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf8E5M2FNUZ>, tensor<12xf8E5M2FNUZ>) -> ()
  return
}
func.func private @f32_to_f8e5m2fnuz(%arg0: tensor<12xf32>) -> (tensor<12xf8E5M2FNUZ> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E5M2FNUZ>
  return %0 : tensor<12xf8E5M2FNUZ>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.0, 1.0]> : tensor<12xf8E5M2FNUZ>
  %got = call @f8e5m2fnuz_to_f32(%0) : (tensor<12xf8E5M2FNUZ>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.0, 1.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f8e5m2fnuz_to_f32(%arg0: tensor<12xf8E5M2FNUZ>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf8E5M2FNUZ>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f8e4m3(%0) : (tensor<12xf32>) -> tensor<12xf8E4M3>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf8E4M3>, tensor<12xf8E4M3>) -> ()
  return
}
func.func private @f32_to_f8e4m3(%arg0: tensor<12xf32>) -> (tensor<12xf8E4M3> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E4M3>
  return %0 : tensor<12xf8E4M3>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf8E4M3>
  %got = call @f8e4m3_to_f32(%0) : (tensor<12xf8E4M3>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.5, 1.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f8e4m3_to_f32(%arg0: tensor<12xf8E4M3>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf8E4M3>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f8e3m4(%0) : (tensor<12xf32>) -> tensor<12xf8E3M4>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.25, 1.0625]> : tensor<12xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf8E3M4>, tensor<12xf8E3M4>) -> ()
  return
}
func.func private @f32_to_f8e3m4(%arg0: tensor<12xf32>) -> (tensor<12xf8E3M4> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E3M4>
  return %0 : tensor<12xf8E3M4>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.25, 1.0625]> : tensor<12xf8E3M4>
  %got = call @f8e3m4_to_f32(%0) : (tensor<12xf8E3M4>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.25, 1.0625]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f8e3m4_to_f32(%arg0: tensor<12xf8E3M4>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf8E3M4>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06]> : tensor<12xf32>
  %got = call @f32_to_f4e2m1fn(%0) : (tensor<12xf32>) -> tensor<12xf4E2M1FN>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.0, 6.0, 6.0, 1.0]> : tensor<12xf4E2M1FN>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xf4E2M1FN>, tensor<12xf4E2M1FN>) -> ()
  return
}
func.func private @f32_to_f4e2m1fn(%arg0: tensor<12xf32>) -> (tensor<12xf4E2M1FN> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf4E2M1FN>
  return %0 : tensor<12xf4E2M1FN>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.0, 6.0, 6.0, 1.0]> : tensor<12xf4E2M1FN>
  %got = call @f4e2m1fn_to_f32(%0) : (tensor<12xf4E2M1FN>) -> tensor<12xf32>
  %want = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.0, 6.0, 6.0, 1.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @f4e2m1fn_to_f32(%arg0: tensor<12xf4E2M1FN>) -> (tensor<12xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<12xf4E2M1FN>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.25, 0.5, 1.0, 2.0, 4.0, 1.2676506e30]> : tensor<6xf8E8M0FNU>
  %got = call @f8e8m0fnu_to_f32(%0) : (tensor<6xf8E8M0FNU>) -> tensor<6xf32>
  %want = stablehlo.constant dense<[0.25, 0.5, 1.0, 2.0, 4.0, 1.2676506e30]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
func.func private @f8e8m0fnu_to_f32(%arg0: tensor<6xf8E8M0FNU>) -> (tensor<6xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<6xf8E8M0FNU>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.5, 1.0, -1.5, 2.0, 3.0]> : tensor<5xf8E4M3FN>
  %1 = stablehlo.constant dense<[1.0, -0.5, 2.0, 0.25, 1.0]> : tensor<5xf8E4M3FN>
  %got:2 = call @add_multiply_f8e4m3fn(%0, %1) : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>)
  %want_0 = stablehlo.constant dense<[1.5, 0.5, 0.5, 2.25, 4.0]> : tensor<5xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> ()
  %want_1 = stablehlo.constant dense<[0.5, -0.5, -3.0, 0.5, 3.0]> : tensor<5xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> ()
  return
}
func.func private @add_multiply_f8e4m3fn(%arg0: tensor<5xf8E4M3FN>, %arg1: tensor<5xf8E4M3FN>) -> (tensor<5xf8E4M3FN> {jax.result_info = "result[0]"}, tensor<5xf8E4M3FN> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<5xf8E4M3FN>
  %1 = stablehlo.multiply %arg0, %arg1 : tensor<5xf8E4M3FN>
  return %0, %1 : tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]> : tensor<16xi4>
  %got = call @i4_to_i32(%0) : (tensor<16xi4>) -> tensor<16xi32>
  %want = stablehlo.constant dense<[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]> : tensor<16xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<16xi32>, tensor<16xi32>) -> ()
  return
}
func.func private @i4_to_i32(%arg0: tensor<16xi4>) -> (tensor<16xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<16xi4>) -> tensor<16xi32>
  return %0 : tensor<16xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]> : tensor<16xi32>
  %got = call @i32_to_i4(%0) : (tensor<16xi32>) -> tensor<16xi4>
  %want = stablehlo.constant dense<[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]> : tensor<16xi4>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<16xi4>, tensor<16xi4>) -> ()
  return
}
func.func private @i32_to_i4(%arg0: tensor<16xi32>) -> (tensor<16xi4> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<16xi32>) -> tensor<16xi4>
  return %0 : tensor<16xi4>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]> : tensor<16xi4>
  %got = call @i4_to_f32(%0) : (tensor<16xi4>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[-8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @i4_to_f32(%arg0: tensor<16xi4>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<16xi4>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
  %got = call @ui4_to_i32(%0) : (tensor<16xui4>) -> tensor<16xi32>
  %want = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<16xi32>, tensor<16xi32>) -> ()
  return
}
func.func private @ui4_to_i32(%arg0: tensor<16xui4>) -> (tensor<16xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<16xui4>) -> tensor<16xi32>
  return %0 : tensor<16xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi32>
  %got = call @i32_to_ui4(%0) : (tensor<16xi32>) -> tensor<16xui4>
  %want = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<16xui4>, tensor<16xui4>) -> ()
  return
}
func.func private @i32_to_ui4(%arg0: tensor<16xi32>) -> (tensor<16xui4> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<16xi32>) -> tensor<16xui4>
  return %0 : tensor<16xui4>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
  %got = call @ui4_to_f32(%0) : (tensor<16xui4>) -> tensor<16xf32>
  %want = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
  return
}
func.func private @ui4_to_f32(%arg0: tensor<16xui4>) -> (tensor<16xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<16xui4>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %got = call @i2_to_i32(%0) : (tensor<4xi2>) -> tensor<4xi32>
  %want = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @i2_to_i32(%arg0: tensor<4xi2>) -> (tensor<4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi2>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi32>
  %got = call @i32_to_i2(%0) : (tensor<4xi32>) -> tensor<4xi2>
  %want = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi2>, tensor<4xi2>) -> ()
  return
}
func.func private @i32_to_i2(%arg0: tensor<4xi32>) -> (tensor<4xi2> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi32>) -> tensor<4xi2>
  return %0 : tensor<4xi2>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %got = call @i2_to_f32(%0) : (tensor<4xi2>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[-2.0, -1.0, 0.0, 1.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @i2_to_f32(%arg0: tensor<4xi2>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi2>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %got = call @ui2_to_i32(%0) : (tensor<4xui2>) -> tensor<4xi32>
  %want = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @ui2_to_i32(%arg0: tensor<4xui2>) -> (tensor<4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xui2>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %got = call @i32_to_ui2(%0) : (tensor<4xi32>) -> tensor<4xui2>
  %want = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xui2>, tensor<4xui2>) -> ()
  return
}
func.func private @i32_to_ui2(%arg0: tensor<4xi32>) -> (tensor<4xui2> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi32>) -> tensor<4xui2>
  return %0 : tensor<4xui2>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %got = call @ui2_to_f32(%0) : (tensor<4xui2>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @ui2_to_f32(%arg0: tensor<4xui2>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xui2>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Four bits wrap.
func.func public @main() {
  %0 = stablehlo.constant dense<[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]> : tensor<16xi4>
  %1 = stablehlo.constant dense<[3, -2, 1, 7, 3, -2, 1, 7, 3, -2, 1, 7, 3, -2, 1, 7]> : tensor<16xi4>
  %got:2 = call @add_multiply_i4(%0, %1) : (tensor<16xi4>, tensor<16xi4>) -> (tensor<16xi4>, tensor<16xi4>)
  %want_0 = stablehlo.constant dense<[-5, 7, -5, 2, -1, -5, -1, 6, 3, -1, 3, -6, 7, 3, 7, -2]> : tensor<16xi4>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<16xi4>, tensor<16xi4>) -> ()
  %want_1 = stablehlo.constant dense<[-8, -2, -6, -3, 4, 6, -2, -7, 0, -2, 2, 5, -4, 6, 6, 1]> : tensor<16xi4>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<16xi4>, tensor<16xi4>) -> ()
  return
}
func.func private @add_multiply_i4(%arg0: tensor<16xi4>, %arg1: tensor<16xi4>) -> (tensor<16xi4> {jax.result_info = "result[0]"}, tensor<16xi4> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<16xi4>
  %1 = stablehlo.multiply %arg0, %arg1 : tensor<16xi4>
  return %0, %1 : tensor<16xi4>, tensor<16xi4>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]> : tensor<16xi4>
  %1 = stablehlo.constant dense<[3, -2, 1, 7, 3, -2, 1, 7, 3, -2, 1, 7, 3, -2, 1, 7]> : tensor<16xi4>
  %got:2 = call @maximum_compare_i4(%0, %1) : (tensor<16xi4>, tensor<16xi4>) -> (tensor<16xi4>, tensor<16xi1>)
  %want_0 = stablehlo.constant dense<[3, -2, 1, 7, 3, -2, 1, 7, 3, 1, 2, 7, 4, 5, 6, 7]> : tensor<16xi4>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<16xi4>, tensor<16xi4>) -> ()
  %want_1 = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true, false, false, true, false, false, false, false]> : tensor<16xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<16xi1>, tensor<16xi1>) -> ()
  return
}
func.func private @maximum_compare_i4(%arg0: tensor<16xi4>, %arg1: tensor<16xi4>) -> (tensor<16xi4> {jax.result_info = "result[0]"}, tensor<16xi1> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<16xi4>
  %1 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<16xi4>, tensor<16xi4>) -> tensor<16xi1>
  return %0, %1 : tensor<16xi4>, tensor<16xi1>
}
