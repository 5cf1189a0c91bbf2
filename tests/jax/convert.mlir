// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %got = call @f32_to_f64(%0) : (tensor<13xf32>) -> tensor<13xf64>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927410125732, 0.0010000000474974513, 65504.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<13xf64>, tensor<13xf64>) -> ()
  return
}
func.func private @f32_to_f64(%arg0: tensor<13xf32>) -> (tensor<13xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<13xf32>) -> tensor<13xf64>
  return %0 : tensor<13xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927410125732, 0.0010000000474974513, 65504.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  %got = call @f64_to_f32(%0) : (tensor<13xf64>) -> tensor<13xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()
  return
}
func.func private @f64_to_f32(%arg0: tensor<13xf64>) -> (tensor<13xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<13xf64>) -> tensor<13xf32>
  return %0 : tensor<13xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %got = call @f32_to_f16(%0) : (tensor<13xf32>) -> tensor<13xf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.140625, 0.0010004044, 65504.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<13xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<13xf16>, tensor<13xf16>) -> ()
  return
}
func.func private @f32_to_f16(%arg0: tensor<13xf32>) -> (tensor<13xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<13xf32>) -> tensor<13xf16>
  return %0 : tensor<13xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.140625, 0.0010004044, 65504.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<13xf16>
  %got = call @f16_to_f32(%0) : (tensor<13xf16>) -> tensor<13xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.140625, 0.0010004044, 65504.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()
  return
}
func.func private @f16_to_f32(%arg0: tensor<13xf16>) -> (tensor<13xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<13xf16>) -> tensor<13xf32>
  return %0 : tensor<13xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %got = call @f32_to_bf16(%0) : (tensor<13xf32>) -> tensor<13xbf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.0, 3.140625, 0.0009994507, 65536.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<13xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<13xbf16>, tensor<13xbf16>) -> ()
  return
}
func.func private @f32_to_bf16(%arg0: tensor<13xf32>) -> (tensor<13xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<13xf32>) -> tensor<13xbf16>
  return %0 : tensor<13xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.0, 3.140625, 0.0009994507, 65536.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<13xbf16>
  %got = call @bf16_to_f32(%0) : (tensor<13xbf16>) -> tensor<13xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.0, 3.140625, 0.0009994507, 65536.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<13xf32>, tensor<13xf32>) -> ()
  return
}
func.func private @bf16_to_f32(%arg0: tensor<13xbf16>) -> (tensor<13xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<13xbf16>) -> tensor<13xf32>
  return %0 : tensor<13xf32>
}

// -----

// Halfway cases round to even; past the largest number lies infinity.
func.func public @main() {
  %0 = stablehlo.constant dense<[1.0039062, 1.0117188, 1.0039062, 257.0, 259.0, 2049.0, 2051.0, 65519.0, 65520.0, 1.0e38, 3.4e38]> : tensor<11xf32>
  %got = call @f32_to_f16_ties(%0) : (tensor<11xf32>) -> tensor<11xf16>
  %want = stablehlo.constant dense<[1.0039062, 1.0117188, 1.0039062, 257.0, 259.0, 2048.0, 2052.0, 65504.0, 0x7C00, 0x7C00, 0x7C00]> : tensor<11xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf16>, tensor<11xf16>) -> ()
  return
}
func.func private @f32_to_f16_ties(%arg0: tensor<11xf32>) -> (tensor<11xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xf32>) -> tensor<11xf16>
  return %0 : tensor<11xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0039062, 1.0117188, 1.0039062, 257.0, 259.0, 2049.0, 2051.0, 65519.0, 65520.0, 1.0e38, 3.4e38]> : tensor<11xf32>
  %got = call @f32_to_bf16_ties(%0) : (tensor<11xf32>) -> tensor<11xbf16>
  %want = stablehlo.constant dense<[1.0, 1.015625, 1.0, 256.0, 260.0, 2048.0, 2048.0, 65536.0, 65536.0, 9.96921e37, 0x7F80]> : tensor<11xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<11xbf16>, tensor<11xbf16>) -> ()
  return
}
func.func private @f32_to_bf16_ties(%arg0: tensor<11xf32>) -> (tensor<11xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xf32>) -> tensor<11xbf16>
  return %0 : tensor<11xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0000000596046448, 1.0000001788139343, 1.0e300, -1.0e300, 0.3333333333333333]> : tensor<5xf64>
  %got = call @f64_to_f32_ties(%0) : (tensor<5xf64>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[1.0, 1.0000002, 0x7F800000, 0xFF800000, 0.33333334]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @f64_to_f32_ties(%arg0: tensor<5xf64>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<5xf64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0039062, 1.0117188, 1.0039062, 257.0, 259.0, 2048.0, 2052.0]> : tensor<7xf16>
  %got = call @f16_to_bf16(%0) : (tensor<7xf16>) -> tensor<7xbf16>
  %want = stablehlo.constant dense<[1.0, 1.015625, 1.0, 256.0, 260.0, 2048.0, 2048.0]> : tensor<7xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<7xbf16>, tensor<7xbf16>) -> ()
  return
}
func.func private @f16_to_bf16(%arg0: tensor<7xf16>) -> (tensor<7xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<7xf16>) -> tensor<7xbf16>
  return %0 : tensor<7xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 1.015625, 1.0, 256.0, 260.0, 2048.0, 2048.0, 65536.0, 65536.0, 9.96921e37, 0x7F80]> : tensor<11xbf16>
  %got = call @bf16_to_f64(%0) : (tensor<11xbf16>) -> tensor<11xf64>
  %want = stablehlo.constant dense<[1.0, 1.015625, 1.0, 256.0, 260.0, 2048.0, 2048.0, 65536.0, 65536.0, 9.969209968386869e37, 0x7FF0000000000000]> : tensor<11xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<11xf64>, tensor<11xf64>) -> ()
  return
}
func.func private @bf16_to_f64(%arg0: tensor<11xbf16>) -> (tensor<11xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xbf16>) -> tensor<11xf64>
  return %0 : tensor<11xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.9, 1.0, -1.0, 1.5, -2.75, 100.9, 3.14, 127.5, -128.5]> : tensor<10xf32>
  %got = call @f32_to_i32(%0) : (tensor<10xf32>) -> tensor<10xi32>
  %want = stablehlo.constant dense<[0, 0, 1, -1, 1, -2, 100, 3, 127, -128]> : tensor<10xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi32>, tensor<10xi32>) -> ()
  return
}
func.func private @f32_to_i32(%arg0: tensor<10xf32>) -> (tensor<10xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<10xf32>) -> tensor<10xi32>
  return %0 : tensor<10xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.9, 1.0, -1.0, 1.5, -2.75, 100.9, 3.14, 127.5, -128.5]> : tensor<10xf32>
  %got = call @f32_to_i64(%0) : (tensor<10xf32>) -> tensor<10xi64>
  %want = stablehlo.constant dense<[0, 0, 1, -1, 1, -2, 100, 3, 127, -128]> : tensor<10xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi64>, tensor<10xi64>) -> ()
  return
}
func.func private @f32_to_i64(%arg0: tensor<10xf32>) -> (tensor<10xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<10xf32>) -> tensor<10xi64>
  return %0 : tensor<10xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.9, 1.0, -1.0, 1.5, -2.75, 100.9, 3.14, 127.5, -128.5]> : tensor<10xf32>
  %got = call @f32_to_i8(%0) : (tensor<10xf32>) -> tensor<10xi8>
  %want = stablehlo.constant dense<[0, 0, 1, -1, 1, -2, 100, 3, 127, -128]> : tensor<10xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi8>, tensor<10xi8>) -> ()
  return
}
func.func private @f32_to_i8(%arg0: tensor<10xf32>) -> (tensor<10xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<10xf32>) -> tensor<10xi8>
  return %0 : tensor<10xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.9, 1.0, -1.0, 1.5, -2.75, 100.9, 3.14, 127.5, -128.5]> : tensor<10xf32>
  %got = call @f32_to_i16(%0) : (tensor<10xf32>) -> tensor<10xi16>
  %want = stablehlo.constant dense<[0, 0, 1, -1, 1, -2, 100, 3, 127, -128]> : tensor<10xi16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi16>, tensor<10xi16>) -> ()
  return
}
func.func private @f32_to_i16(%arg0: tensor<10xf32>) -> (tensor<10xi16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<10xf32>) -> tensor<10xi16>
  return %0 : tensor<10xi16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.9, 1.0, 1.0, 1.5, 2.75, 100.9, 3.14, 127.5, 128.5]> : tensor<10xf32>
  %got = call @f32_to_ui8(%0) : (tensor<10xf32>) -> tensor<10xui8>
  %want = stablehlo.constant dense<[0, 0, 1, 1, 1, 2, 100, 3, 127, 128]> : tensor<10xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xui8>, tensor<10xui8>) -> ()
  return
}
func.func private @f32_to_ui8(%arg0: tensor<10xf32>) -> (tensor<10xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<10xf32>) -> tensor<10xui8>
  return %0 : tensor<10xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[9.007199254740994e15, -4.611686018427388e18, 0.99999, -1.5]> : tensor<4xf64>
  %got = call @f64_to_i64(%0) : (tensor<4xf64>) -> tensor<4xi64>
  %want = stablehlo.constant dense<[9007199254740994, -4611686018427387904, 0, -1]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}
func.func private @f64_to_i64(%arg0: tensor<4xf64>) -> (tensor<4xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xf64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.8984375, 1.0, -1.0, 1.5, -2.75, 101.0, 3.140625, 127.5, -128.0]> : tensor<10xbf16>
  %got = call @bf16_to_i32(%0) : (tensor<10xbf16>) -> tensor<10xi32>
  %want = stablehlo.constant dense<[0, 0, 1, -1, 1, -2, 101, 3, 127, -128]> : tensor<10xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi32>, tensor<10xi32>) -> ()
  return
}
func.func private @bf16_to_i32(%arg0: tensor<10xbf16>) -> (tensor<10xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<10xbf16>) -> tensor<10xi32>
  return %0 : tensor<10xi32>
}

// -----

// Whatever is not zero is true, NaN too.
func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %got = call @f32_to_i1(%0) : (tensor<13xf32>) -> tensor<13xi1>
  %want = stablehlo.constant dense<[false, false, true, true, true, true, true, true, true, true, true, true, true]> : tensor<13xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<13xi1>, tensor<13xi1>) -> ()
  return
}
func.func private @f32_to_i1(%arg0: tensor<13xf32>) -> (tensor<13xi1> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<13xf32>
  %1 = stablehlo.compare NE, %arg0, %0, FLOAT : (tensor<13xf32>, tensor<13xf32>) -> tensor<13xi1>
  %2 = stablehlo.convert %1 : tensor<13xi1>
  return %2 : tensor<13xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 127, 128, 255, 256, -129, 70000, 2147483647, -2147483648]> : tensor<11xi32>
  %got = call @i32_to_i8(%0) : (tensor<11xi32>) -> tensor<11xi8>
  %want = stablehlo.constant dense<[0, 1, -1, 127, -128, -1, 0, 127, 112, -1, 0]> : tensor<11xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xi8>, tensor<11xi8>) -> ()
  return
}
func.func private @i32_to_i8(%arg0: tensor<11xi32>) -> (tensor<11xi8> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xi32>) -> tensor<11xi8>
  return %0 : tensor<11xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 127, 128, 255, 256, -129, 70000, 2147483647, -2147483648]> : tensor<11xi32>
  %got = call @i32_to_ui8(%0) : (tensor<11xi32>) -> tensor<11xui8>
  %want = stablehlo.constant dense<[0, 1, 255, 127, 128, 255, 0, 127, 112, 255, 0]> : tensor<11xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xui8>, tensor<11xui8>) -> ()
  return
}
func.func private @i32_to_ui8(%arg0: tensor<11xi32>) -> (tensor<11xui8> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xi32>) -> tensor<11xui8>
  return %0 : tensor<11xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 127, 128, 255, 256, -129, 70000, 2147483647, -2147483648]> : tensor<11xi32>
  %got = call @i32_to_i64(%0) : (tensor<11xi32>) -> tensor<11xi64>
  %want = stablehlo.constant dense<[0, 1, -1, 127, 128, 255, 256, -129, 70000, 2147483647, -2147483648]> : tensor<11xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xi64>, tensor<11xi64>) -> ()
  return
}
func.func private @i32_to_i64(%arg0: tensor<11xi32>) -> (tensor<11xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xi32>) -> tensor<11xi64>
  return %0 : tensor<11xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 127, 128, 255, 256, -129, 70000, 2147483647, -2147483648]> : tensor<11xi32>
  %got = call @i32_to_ui32(%0) : (tensor<11xi32>) -> tensor<11xui32>
  %want = stablehlo.constant dense<[0, 1, 4294967295, 127, 128, 255, 256, 4294967167, 70000, 2147483647, 2147483648]> : tensor<11xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xui32>, tensor<11xui32>) -> ()
  return
}
func.func private @i32_to_ui32(%arg0: tensor<11xi32>) -> (tensor<11xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xi32>) -> tensor<11xui32>
  return %0 : tensor<11xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 127, 128, 255, 256, -129, 70000, 2147483647, -2147483648]> : tensor<11xi32>
  %got = call @i32_to_ui64(%0) : (tensor<11xi32>) -> tensor<11xui64>
  %want = stablehlo.constant dense<[0, 1, 18446744073709551615, 127, 128, 255, 256, 18446744073709551487, 70000, 2147483647, 18446744071562067968]> : tensor<11xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xui64>, tensor<11xui64>) -> ()
  return
}
func.func private @i32_to_ui64(%arg0: tensor<11xi32>) -> (tensor<11xui64> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<11xi32>) -> tensor<11xui64>
  return %0 : tensor<11xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 127, 128, 255, 256, -129, 70000, 2147483647, -2147483648]> : tensor<11xi32>
  %got = call @i32_to_i1(%0) : (tensor<11xi32>) -> tensor<11xi1>
  %want = stablehlo.constant dense<[false, true, true, true, true, true, true, true, true, true, true]> : tensor<11xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<11xi1>, tensor<11xi1>) -> ()
  return
}
func.func private @i32_to_i1(%arg0: tensor<11xi32>) -> (tensor<11xi1> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<11xi32>
  %1 = stablehlo.compare NE, %arg0, %0, SIGNED : (tensor<11xi32>, tensor<11xi32>) -> tensor<11xi1>
  %2 = stablehlo.convert %1 : tensor<11xi1>
  return %2 : tensor<11xi1>
}

// -----

// The low bits stay.
func.func public @main() {
  %0 = stablehlo.constant dense<[4294967301, -1099511627779, 7]> : tensor<3xi64>
  %got = call @i64_to_i32(%0) : (tensor<3xi64>) -> tensor<3xi32>
  %want = stablehlo.constant dense<[5, -3, 7]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @i64_to_i32(%arg0: tensor<3xi64>) -> (tensor<3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<3xi64>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 127, 128, 255]> : tensor<4xui8>
  %got = call @ui8_to_i32(%0) : (tensor<4xui8>) -> tensor<4xi32>
  %want = stablehlo.constant dense<[0, 127, 128, 255]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @ui8_to_i32(%arg0: tensor<4xui8>) -> (tensor<4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xui8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, -1, -128, 127]> : tensor<4xi8>
  %got = call @i8_to_ui32(%0) : (tensor<4xi8>) -> tensor<4xui32>
  %want = stablehlo.constant dense<[0, 4294967295, 4294967168, 127]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
func.func private @i8_to_ui32(%arg0: tensor<4xi8>) -> (tensor<4xui32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi8>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// -----

// Integers past 2^24 round to even.
func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, -1, 16777217, 16777219, -16777217, 2147483647, -2147483648]> : tensor<8xi32>
  %got = call @i32_to_f32(%0) : (tensor<8xi32>) -> tensor<8xf32>
  %want = stablehlo.constant dense<[0.0, 1.0, -1.0, 16777216.0, 16777220.0, -16777216.0, 2.1474836e9, -2.1474836e9]> : tensor<8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
func.func private @i32_to_f32(%arg0: tensor<8xi32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<8xi32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4294967295, 2147483776, 2147483777, 3]> : tensor<4xui32>
  %got = call @ui32_to_f32(%0) : (tensor<4xui32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[4.2949673e9, 2.1474836e9, 2.147484e9, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @ui32_to_f32(%arg0: tensor<4xui32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xui32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 1099511693312, 5]> : tensor<4xi64>
  %got = call @i64_to_f32(%0) : (tensor<4xi64>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[9.223372e18, -9.223372e18, 1.0995116e12, 5.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @i64_to_f32(%arg0: tensor<4xi64>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[9007199254740993, 9007199254740995, 9223372036854775807, -5]> : tensor<4xi64>
  %got = call @i64_to_f64(%0) : (tensor<4xi64>) -> tensor<4xf64>
  %want = stablehlo.constant dense<[9.007199254740992e15, 9.007199254740996e15, 9.223372036854776e18, -5.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
func.func private @i64_to_f64(%arg0: tensor<4xi64>) -> (tensor<4xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[255, 256, 257, 258, 259, -1000]> : tensor<6xi32>
  %got = call @i32_to_bf16(%0) : (tensor<6xi32>) -> tensor<6xbf16>
  %want = stablehlo.constant dense<[255.0, 256.0, 256.0, 258.0, 260.0, -1000.0]> : tensor<6xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xbf16>, tensor<6xbf16>) -> ()
  return
}
func.func private @i32_to_bf16(%arg0: tensor<6xi32>) -> (tensor<6xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<6xi32>) -> tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-128, 127, 0, 3]> : tensor<4xi8>
  %got = call @i8_to_f16(%0) : (tensor<4xi8>) -> tensor<4xf16>
  %want = stablehlo.constant dense<[-128.0, 127.0, 0.0, 3.0]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}
func.func private @i8_to_f16(%arg0: tensor<4xi8>) -> (tensor<4xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<4xi8>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %got = call @i1_to_f32(%0) : (tensor<2xi1>) -> tensor<2xf32>
  %want = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @i1_to_f32(%arg0: tensor<2xi1>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %got = call @i1_to_i32(%0) : (tensor<2xi1>) -> tensor<2xi32>
  %want = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @i1_to_i32(%arg0: tensor<2xi1>) -> (tensor<2xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<2xi1>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.9, 1.0, -1.0, 1.5, -2.75, 100.9, 3.14, 127.5, -128.5]> : tensor<10xf32>
  %got = call @f32_to_complex64(%0) : (tensor<10xf32>) -> tensor<10xcomplex<f32>>
  %want = stablehlo.constant dense<[(0.0, 0.0), (-0.9, 0.0), (1.0, 0.0), (-1.0, 0.0), (1.5, 0.0), (-2.75, 0.0), (100.9, 0.0), (3.14, 0.0), (127.5, 0.0), (-128.5, 0.0)]> : tensor<10xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xcomplex<f32>>, tensor<10xcomplex<f32>>) -> ()
  return
}
func.func private @f32_to_complex64(%arg0: tensor<10xf32>) -> (tensor<10xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<10xf32>) -> tensor<10xcomplex<f32>>
  return %0 : tensor<10xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-0.0, -0.5)]> : tensor<2xcomplex<f32>>
  %got = call @complex64_to_complex128(%0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  %want = stablehlo.constant dense<[(1.0, 2.0), (-0.0, -0.5)]> : tensor<2xcomplex<f64>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()
  return
}
func.func private @complex64_to_complex128(%arg0: tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f64>> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0]> : tensor<10xf32>
  %got = call @reduce_precision_e5m10(%0) : (tensor<10xf32>) -> tensor<10xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.140625, 0.0010004044, 65504.0]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
func.func private @reduce_precision_e5m10(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0]> : tensor<10xf32>
  %got = call @reduce_precision_e8m7(%0) : (tensor<10xf32>) -> tensor<10xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.0, 3.140625, 0.0009994507, 65536.0]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
func.func private @reduce_precision_e8m7(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0]> : tensor<10xf32>
  %got = call @reduce_precision_e4m3(%0) : (tensor<10xf32>) -> tensor<10xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 104.0, 3.25, 0.0, 0x7F800000]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
func.func private @reduce_precision_e4m3(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.reduce_precision %arg0, format = e4m3 : tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0]> : tensor<10xf32>
  %got = call @reduce_precision_e5m2(%0) : (tensor<10xf32>) -> tensor<10xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -3.0, 96.0, 3.0, 0.0009765625, 0x7F800000]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
func.func private @reduce_precision_e5m2(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.reduce_precision %arg0, format = e5m2 : tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 0.001, 65504.0]> : tensor<10xf32>
  %got = call @reduce_precision_e8m0(%0) : (tensor<10xf32>) -> tensor<10xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 128.0, 4.0, 0.0009765625, 65536.0]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
func.func private @reduce_precision_e8m0(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.reduce_precision %arg0, format = e8m0 : tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 70000.0, -70000.0, 65519.0]> : tensor<6xf32>
  %got = call @reduce_precision_special(%0) : (tensor<6xf32>) -> tensor<6xf32>
  %want = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800000, 0xFF800000, 65504.0]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
func.func private @reduce_precision_special(%arg0: tensor<6xf32>) -> (tensor<6xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<6xf32>
  return %0 : tensor<6xf32>
}
