// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (structure.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<-9.0> : tensor<f32>
  %got = call @edges(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
  %want = stablehlo.constant dense<[[-9.0, -9.0, -9.0, -9.0], [1.0, 2.0, 3.0, -9.0], [4.0, 5.0, 6.0, -9.0], [-9.0, -9.0, -9.0, -9.0], [-9.0, -9.0, -9.0, -9.0]]> : tensor<5x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x4xf32>, tensor<5x4xf32>) -> ()
  return
}
func.func private @edges(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<5x4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<-9.0> : tensor<f32>
  %got = call @interior(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x7xf32>
  %want = stablehlo.constant dense<[[1.0, -9.0, -9.0, 2.0, -9.0, -9.0, 3.0], [-9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0], [4.0, -9.0, -9.0, 5.0, -9.0, -9.0, 6.0]]> : tensor<3x7xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x7xf32>, tensor<3x7xf32>) -> ()
  return
}
func.func private @interior(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<3x7xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [1, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<-9.0> : tensor<f32>
  %got = call @edges_interior(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x8xf32>
  %want = stablehlo.constant dense<[[-9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0], [-9.0, -9.0, 1.0, -9.0, 2.0, -9.0, 3.0, -9.0], [-9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0], [-9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0], [-9.0, -9.0, 4.0, -9.0, 5.0, -9.0, 6.0, -9.0]]> : tensor<5x8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5x8xf32>, tensor<5x8xf32>) -> ()
  return
}
func.func private @edges_interior(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<5x8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 2], high = [0, 1], interior = [2, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<-9.0> : tensor<f32>
  %got = call @negative(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  %want = stablehlo.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<1x2xf32>, tensor<1x2xf32>) -> ()
  return
}
func.func private @negative(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<1x2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [-1, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<-9.0> : tensor<f32>
  %got = call @negative_interior(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[-9.0, -9.0, -9.0], [-9.0, 4.0, -9.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @negative_interior(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [-1, 1], high = [0, -3], interior = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<-9.0> : tensor<f32>
  %got = call @cuts_all(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<0x3xf32>
  %want = stablehlo.constant dense<> : tensor<0x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
  return
}
func.func private @cuts_all(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<0x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [-2, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<-9.0> : tensor<f32>
  %got = call @interior_cut_to_padding(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[-9.0, 2.0, -9.0], [-9.0, 5.0, -9.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @interior_cut_to_padding(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [0, -1], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %1 = stablehlo.constant dense<-1> : tensor<i32>
  %got = call @one_dimension_i32(%0, %1) : (tensor<3xi32>, tensor<i32>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[-1, -1, 0, -1, -1, -1, 1, -1, -1, -1, 2, -1]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @one_dimension_i32(%arg0: tensor<3xi32>, %arg1: tensor<i32>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [2], high = [1], interior = [3] : (tensor<3xi32>, tensor<i32>) -> tensor<12xi32>
  return %0 : tensor<12xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %got = call @nan_value(%0, %1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x5xf32>
  %want = stablehlo.constant dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [1.0, 0x7FC00000, 2.0, 0x7FC00000, 3.0], [4.0, 0x7FC00000, 5.0, 0x7FC00000, 6.0], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<4x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  return
}
func.func private @nan_value(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<4x5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [1, 0], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<0x2xf32>
  %1 = stablehlo.constant dense<4.0> : tensor<f32>
  %got = call @empty(%0, %1) : (tensor<0x2xf32>, tensor<f32>) -> tensor<2x3xf32>
  %want = stablehlo.constant dense<4.0> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @empty(%arg0: tensor<0x2xf32>, %arg1: tensor<f32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [1, 1], interior = [0, 0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<true> : tensor<2xi1>
  %1 = stablehlo.constant dense<false> : tensor<i1>
  %got = call @i1(%0, %1) : (tensor<2xi1>, tensor<i1>) -> tensor<4xi1>
  %want = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
func.func private @i1(%arg0: tensor<2xi1>, %arg1: tensor<i1>) -> (tensor<4xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [0], interior = [1] : (tensor<2xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16>
  %1 = stablehlo.constant dense<0.5> : tensor<bf16>
  %got = call @bf16(%0, %1) : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
  %want = stablehlo.constant dense<[[0.5, 1.0, 2.0, 3.0], [0.5, 4.0, 5.0, 6.0], [0.5, 0.5, 0.5, 0.5]]> : tensor<3x4xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xbf16>, tensor<3x4xbf16>) -> ()
  return
}
func.func private @bf16(%arg0: tensor<2x3xbf16>, %arg1: tensor<bf16>) -> (tensor<3x4xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [1, 0], interior = [0, 0] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<3x4xbf16>
  return %0 : tensor<3x4xbf16>
}
