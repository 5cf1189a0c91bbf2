// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (numerics.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_no_transpose_left_lower_unit(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[512, -512], [-2048, 2560], [-256, -1536]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_no_transpose_left_lower_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_no_transpose_left_lower(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[171, -171], [-512, 768], [-768, -768]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_no_transpose_left_lower(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_no_transpose_left_upper_unit(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[-768, -4096], [1792, 2560], [-768, -512]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_no_transpose_left_upper_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_no_transpose_left_upper(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[341, -512], [896, 1280], [-768, -512]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_no_transpose_left_upper(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_no_transpose_right_lower_unit(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[2048, 0, -512], [3328, -256, -512]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_no_transpose_right_lower_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_no_transpose_right_lower(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[683, 0, -512], [981, -128, -512]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_no_transpose_right_lower(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_no_transpose_right_upper_unit(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[512, -1536, 2560], [1024, -2816, 4864]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_no_transpose_right_upper_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_no_transpose_right_upper(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[171, -427, 256], [341, -725, 640]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_no_transpose_right_upper(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_transpose_left_lower_unit(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[2048, -3584], [256, 1536], [-768, -512]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_transpose_left_lower_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_transpose_left_lower(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[811, -427], [128, 768], [-768, -512]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_transpose_left_lower(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_transpose_left_upper_unit(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[512, -512], [-1536, 2048], [2304, -5120]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_transpose_left_upper_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_transpose_left_upper(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[171, -171], [-427, 683], [0, -2048]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_transpose_left_upper(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_transpose_right_lower_unit(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[512, -2048, 0], [1024, -3840, 256]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_transpose_right_lower_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_transpose_right_lower(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[171, -512, -512], [341, -896, -640]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_transpose_right_lower(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_transpose_right_upper_unit(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[0, 1024, -512], [1024, 768, -512]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_transpose_right_upper_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_transpose_right_upper(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[341, 512, -512], [597, 384, -512]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_transpose_right_upper(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_adjoint_left_lower_unit(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[2048, -3584], [256, 1536], [-768, -512]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_adjoint_left_lower_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_adjoint_left_lower(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[811, -427], [128, 768], [-768, -512]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_adjoint_left_lower(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_adjoint_left_upper_unit(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[512, -512], [-1536, 2048], [2304, -5120]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_adjoint_left_upper_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0], [-2.0, 4.0], [-3.0, -2.0]]> : tensor<3x2xf32>
  %got = call @float32_adjoint_left_upper(%0, %1) : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  %want = stablehlo.constant dense<[[171, -171], [-427, 683], [0, -2048]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
func.func private @float32_adjoint_left_upper(%arg0: tensor<3x3xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2xf32>
  %3 = call @round(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2xf32>) -> tensor<3x2xi32>
  return %4 : tensor<3x2xi32>
}
func.func private @round(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_adjoint_right_lower_unit(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[512, -2048, 0], [1024, -3840, 256]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_adjoint_right_lower_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_adjoint_right_lower(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[171, -512, -512], [341, -896, -640]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_adjoint_right_lower(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_adjoint_right_upper_unit(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[0, 1024, -512], [1024, 768, -512]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_adjoint_right_upper_unit(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0, 2.0, 3.0], [3.0, 2.0, 3.0], [3.0, 1.0, 1.0]]> : tensor<3x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -2.0], [4.0, -3.0, -2.0]]> : tensor<2x3xf32>
  %got = call @float32_adjoint_right_upper(%0, %1) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[341, 512, -512], [597, 384, -512]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @float32_adjoint_right_upper(%arg0: tensor<3x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %3 = call @round(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %4 : tensor<2x3xi32>
}
func.func private @round(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_no_transpose_left_lower_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[512, -512], [-1280, 4864], [-2304, -1536]], [[256, 768], [-2048, 0], [0, -5888]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_left_lower_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_no_transpose_left_lower(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[179, -77], [-461, 870], [-440, -481]], [[26, 282], [51, -358], [92, 61]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_left_lower(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_no_transpose_left_upper_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[5120, -1280], [-256, 2048], [-768, -512]], [[-3840, -4096], [4864, 2560], [-1024, -256]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_left_upper_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_no_transpose_left_upper(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[384, -410], [486, 794], [-384, -128]], [[0, 179], [77, -77], [128, 128]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_left_upper(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_no_transpose_right_lower_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[5120, 256, -512], [2560, -512, -512]], [[-2816, 1024, 256], [5376, -256, -256]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_right_lower_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_no_transpose_right_lower(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[471, -31, 26], [922, -410, -128]], [[-543, 297, 179], [666, -307, 128]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_right_lower(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_no_transpose_right_upper_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[512, -1280, 2048], [1024, -2048, -2304]], [[256, -256, 1280], [768, -3584, 9216]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_right_upper_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_no_transpose_right_upper(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[179, -230, -266], [384, -896, 410]], [[26, 384, -251], [128, -384, -77]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_no_transpose_right_upper(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_transpose_left_lower_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[8192, 1024], [-768, 1280], [-768, -512]], [[1792, -5376], [2048, 1536], [-1024, -256]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_transpose_left_lower_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_transpose_left_lower(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[717, -614], [102, 666], [-384, -128]], [[-205, -256], [205, 51], [128, 128]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_transpose_left_lower(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_transpose_left_upper_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[512, -512], [-1280, 2816], [768, -5632]], [[256, 768], [-768, -256], [1536, -5888]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_transpose_left_upper_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_transpose_left_upper(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[179, -77], [-333, 640], [-440, -655]], [[26, 282], [179, -179], [-189, 353]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_transpose_left_upper(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_transpose_right_lower_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[512, -1280, -1536], [1024, -1536, -6144]], [[256, -1536, 768], [768, -6400, 2304]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_transpose_right_lower_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_transpose_right_lower(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[179, -358, -113], [384, -1126, -72]], [[26, 256, 82], [128, -717, 266]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_transpose_right_lower(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_transpose_right_upper_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[768, 1536, -512], [2048, 256, -512]], [[-2560, 1024, 256], [1280, 768, -256]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_transpose_right_upper_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_transpose_right_upper(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[307, -56, 26], [768, -282, -128]], [[-282, 118, 179], [384, -435, 128]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_transpose_right_upper(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_adjoint_left_lower_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[512, -5120], [1280, 1792], [-768, -512]], [[3328, 3840], [512, 512], [-1024, -256]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_adjoint_left_lower_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_adjoint_left_lower(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[297, -860], [-328, 276], [230, 26]], [[174, -174], [246, 625], [-333, -179]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_adjoint_left_lower(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_adjoint_left_upper_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[512, -512], [-1792, 1280], [1792, -2560]], [[256, 768], [256, -1280], [-4608, 2304]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_adjoint_left_upper_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0)], [(-2.0, 1.0), (4.0, 3.0)], [(-3.0, -4.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %got = call @complex128_adjoint_left_upper(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x3x2xi32>
  %want = stablehlo.constant dense<[[[128, -230], [-384, 486], [410, 205]], [[128, 179], [-128, 333], [-179, -896]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
func.func private @complex128_adjoint_left_upper(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<3x2xcomplex<f64>>) -> (tensor<2x3x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %2 = stablehlo.imag %0 : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<3x2xf64>) -> tensor<1x3x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<2x3x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3x2xf64>
  %8 = call @round(%7) : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xi32>
  return %9 : tensor<2x3x2xi32>
}
func.func private @round(%arg0: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_adjoint_right_lower_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[512, -2816, -1536], [1024, -6144, 512]], [[256, 1536, -3328], [768, -256, -5376]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_adjoint_right_lower_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_adjoint_right_lower(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[128, -666, 72], [230, -717, 31]], [[128, 51, -246], [333, -1024, -164]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_adjoint_right_lower(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_adjoint_right_upper_unit(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[1280, 512, -512], [2048, 1280, -512]], [[512, -1024, 256], [3840, -1280, -256]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_adjoint_right_upper_unit(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(3.0, 1.0), (2.0, 1.0), (3.0, 3.0)], [(3.0, 3.0), (2.0, 1.0), (3.0, 2.0)], [(3.0, 3.0), (1.0, 1.0), (1.0, 3.0)]]> : tensor<3x3xcomplex<f64>>
  %1 = stablehlo.constant dense<[[(2.0, 1.0), (-2.0, 3.0), (-2.0, 1.0)], [(4.0, 3.0), (-3.0, -4.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %got = call @complex128_adjoint_right_upper(%0, %1) : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x2x3xi32>
  %want = stablehlo.constant dense<[[[410, -128, -128], [410, -108, 26]], [[-77, 384, -128], [742, -271, -179]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
func.func private @complex128_adjoint_right_upper(%arg0: tensor<3x3xcomplex<f64>>, %arg1: tensor<2x3xcomplex<f64>>) -> (tensor<2x2x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf64>) -> tensor<1x2x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<2x2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3xf64>) -> tensor<2x2x3xi32>
  return %9 : tensor<2x2x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[1.0, 2.0, 2.0, 1.0], [1.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0]]], [[[1.0, 1.0, 2.0, 1.0], [2.0, 1.0, 2.0, 1.0], [2.0, 1.0, 1.0, 2.0], [1.0, 2.0, 1.0, 2.0]]]]> : tensor<2x1x4x4xf64>
  %1 = stablehlo.constant dense<[[[[2.0, 4.0, -2.0], [-3.0, 3.0, 3.0], [0.0, -3.0, 3.0], [0.0, -3.0, -3.0]]], [[[-1.0, 2.0, -1.0], [3.0, -4.0, -1.0], [0.0, 4.0, -2.0], [3.0, -4.0, -1.0]]]]> : tensor<2x1x4x3xf64>
  %got = call @batch(%0, %1) : (tensor<2x1x4x4xf64>, tensor<2x1x4x3xf64>) -> tensor<2x1x4x3xi32>
  %want = stablehlo.constant dense<[[[[512, 1024, -512], [-640, -128, 640], [128, -1280, 256], [0, 0, -768]]], [[[-256, 512, -256], [1280, -2048, 256], [-768, 2048, -256], [-384, 256, -128]]]]> : tensor<2x1x4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x1x4x3xi32>, tensor<2x1x4x3xi32>) -> ()
  return
}
func.func private @batch(%arg0: tensor<2x1x4x4xf64>, %arg1: tensor<2x1x4x3xf64>) -> (tensor<2x1x4x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x1x4x4xf64>, tensor<2x1x4x3xf64>) -> tensor<2x1x4x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x1x4x3xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2x1x4x3xf64>
  %3 = call @round(%2) : (tensor<2x1x4x3xf64>) -> tensor<2x1x4x3xf64>
  %4 = stablehlo.convert %3 : (tensor<2x1x4x3xf64>) -> tensor<2x1x4x3xi32>
  return %4 : tensor<2x1x4x3xi32>
}
func.func private @round(%arg0: tensor<2x1x4x3xf64>) -> tensor<2x1x4x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x1x4x3xf64>
  return %0 : tensor<2x1x4x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  %1 = stablehlo.constant dense<> : tensor<3x0xf64>
  %got = call @no_columns(%0, %1) : (tensor<3x3xf64>, tensor<3x0xf64>) -> tensor<3x0xf64>
  %want = stablehlo.constant dense<> : tensor<3x0xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x0xf64>, tensor<3x0xf64>) -> ()
  return
}
func.func private @no_columns(%arg0: tensor<3x3xf64>, %arg1: tensor<3x0xf64>) -> (tensor<3x0xf64> {jax.result_info = "result"}) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf64>, tensor<3x0xf64>) -> tensor<3x0xf64>
  return %0 : tensor<3x0xf64>
}
