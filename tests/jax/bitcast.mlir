// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.5, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %got = call @f32_to_i32(%0) : (tensor<6xf32>) -> tensor<6xi32>
  %want = stablehlo.constant dense<[0, -2147483648, 1065353216, -1071644672, 2139095040, 2143289344]> : tensor<6xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
  return
}
func.func private @f32_to_i32(%arg0: tensor<6xf32>) -> (tensor<6xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<6xf32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, -2147483648, 1065353216, -1071644672, 2139095040, 2143289344]> : tensor<6xi32>
  %got = call @i32_to_f32(%0) : (tensor<6xi32>) -> tensor<6xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.5, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
func.func private @i32_to_f32(%arg0: tensor<6xi32>) -> (tensor<6xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<6xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Each element becomes a row of four: the lowest byte first.
func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.5, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %got = call @f32_to_ui8(%0) : (tensor<6xf32>) -> tensor<6x4xui8>
  %want = stablehlo.constant dense<[[0, 0, 0, 0], [0, 0, 0, 128], [0, 0, 128, 63], [0, 0, 32, 192], [0, 0, 128, 127], [0, 0, 192, 127]]> : tensor<6x4xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6x4xui8>, tensor<6x4xui8>) -> ()
  return
}
func.func private @f32_to_ui8(%arg0: tensor<6xf32>) -> (tensor<6x4xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<6xf32>) -> tensor<6x4xui8>
  return %0 : tensor<6x4xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 0, 0, 0], [0, 0, 0, 128], [0, 0, 128, 63], [0, 0, 32, 192], [0, 0, 128, 127], [0, 0, 192, 127]]> : tensor<6x4xui8>
  %got = call @ui8_to_f32(%0) : (tensor<6x4xui8>) -> tensor<6xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.5, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
func.func private @ui8_to_f32(%arg0: tensor<6x4xui8>) -> (tensor<6xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<6x4xui8>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1, -2], [1099511627783, -1125899906842624]]> : tensor<2x2xi64>
  %got = call @i64_to_i16(%0) : (tensor<2x2xi64>) -> tensor<2x2x4xi16>
  %want = stablehlo.constant dense<[[[1, 0, 0, 0], [-2, -1, -1, -1]], [[7, 0, 256, 0], [0, 0, 0, -4]]]> : tensor<2x2x4xi16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x4xi16>, tensor<2x2x4xi16>) -> ()
  return
}
func.func private @i64_to_i16(%arg0: tensor<2x2xi64>) -> (tensor<2x2x4xi16> {jax.result_info = "result"}) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x2xi64>) -> tensor<2x2x4xi16>
  return %0 : tensor<2x2x4xi16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf16>
  %got = call @f16_to_bf16(%0) : (tensor<3xf16>) -> tensor<3xbf16>
  %want = stablehlo.constant dense<[0.0078125, -2.0, 3.0517578e-5]> : tensor<3xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
  return
}
func.func private @f16_to_bf16(%arg0: tensor<3xf16>) -> (tensor<3xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<3xf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -0.1]> : tensor<2xf64>
  %got = call @f64_to_ui32(%0) : (tensor<2xf64>) -> tensor<2x2xui32>
  %want = stablehlo.constant dense<[[0, 1072693248], [2576980378, 3216611737]]> : tensor<2x2xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xui32>, tensor<2x2xui32>) -> ()
  return
}
func.func private @f64_to_ui32(%arg0: tensor<2xf64>) -> (tensor<2x2xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<2xf64>) -> tensor<2x2xui32>
  return %0 : tensor<2x2xui32>
}
