// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, 2.1875, -3.6875, -7.34375, -7.75, 5.0, 6.59375, 1.703125, 3.671875]> : tensor<25xbf16>
  %got = call @exponential_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[1.0, 1.0, 2.71875, 0.3671875, 1.6484375, 0.60546875, 4.46875, 0.22265625, 12.1875, 0.08203125, 0x7F80, 0.0, 0x7FC0, 0x7F80, 0.0, 1.0, 1.0, 8.9375, 0.025024414, 0.00064849854, 0.0004310608, 148.0, 732.0, 5.5, 39.25]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @exponential_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.exponential %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, 4.09375, 7.59375, 1.1640625, 7.59375, 2.5, 3.390625, 6.625, 3.28125]> : tensor<25xbf16>
  %got = call @log_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0xFF80, 0xFF80, 0.0, 0xFFC0, -0.69140625, 0xFFC0, 0.40625, 0xFFC0, 0.91796875, 0xFFC0, 0x7F80, 0xFFC0, 0xFFC0, 88.5, 0xFFC0, -87.5, 0xFFC0, 1.40625, 2.03125, 0.15234375, 2.03125, 0.91796875, 1.21875, 1.890625, 1.1875]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @log_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.log %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, -2.390625, -2.015625, 3.140625, -4.09375, 1.0, 2.28125, -3.125, -4.4375]> : tensor<25xbf16>
  %got = call @tanh_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.76171875, -0.76171875, 0.46289062, -0.46289062, 0.90625, -0.90625, 0.98828125, -0.98828125, 1.0, -1.0, 0x7FC0, 1.0, -1.0, 1.1754944e-38, -1.1754944e-38, -0.984375, -0.96484375, 0.99609375, -1.0, 0.76171875, 0.98046875, -0.99609375, -1.0]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @tanh_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.tanh %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, -6.625, -4.21875, 4.8125, 1.3125, -6.5, -1.0703125, -0.3359375, -5.4375]> : tensor<25xbf16>
  %got = call @logistic_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0.5, 0.5, 0.73046875, 0.26953125, 0.62109375, 0.37695312, 0.8203125, 0.18261719, 0.92578125, 0.075683594, 1.0, 0.0, 0xFFC0, 1.0, 0.0, 0.5, 0.5, 0.0013275146, 0.014465332, 0.9921875, 0.7890625, 0.0015029907, 0.25585938, 0.41601562, 0.004333496]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @logistic_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<25xbf16>
  %1 = stablehlo.exponential %0 : tensor<25xbf16>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<25xbf16>
  %3 = stablehlo.add %2, %1 : tensor<25xbf16>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<25xbf16>
  %5 = stablehlo.divide %4, %3 : tensor<25xbf16>
  return %5 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, 7.53125, 4.09375, 7.8125, 0.65625, 4.875, 3.015625, 6.40625, 1.40625]> : tensor<25xbf16>
  %got = call @sqrt_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, 0xFFC0, 0.70703125, 0xFFC0, 1.2265625, 0xFFC0, 1.578125, 0xFFC0, 0x7F80, 0xFFC0, 0x7FC0, 1.8374686e19, 0xFFC0, 1.0842022e-19, 0xFFC0, 2.75, 2.015625, 2.796875, 0.80859375, 2.203125, 1.734375, 2.53125, 1.1875]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @sqrt_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.sqrt %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, 6.4375, 6.46875, 4.125, 2.296875, 0.44140625, 3.078125, 3.28125, 0.37109375]> : tensor<25xbf16>
  %got = call @rsqrt_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0x7F80, 0xFF80, 1.0, 0xFFC0, 1.4140625, 0xFFC0, 0.81640625, 0xFFC0, 0.6328125, 0xFFC0, 0.0, 0xFFC0, 0x7FC0, 5.421011e-20, 0xFFC0, 9.223372e18, 0xFFC0, 0.39453125, 0.39257812, 0.4921875, 0.66015625, 1.5078125, 0.5703125, 0.55078125, 1.640625]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @rsqrt_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.rsqrt %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, 0.609375, -2.5, -2.09375, -2.015625, 7.8125, 2.125, 2.796875, -2.71875]> : tensor<25xbf16>
  %got = call @sine_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.83984375, -0.83984375, 0.47851562, -0.47851562, 0.99609375, -0.99609375, 0.59765625, -0.59765625, 0xFFC0, 0xFFC0, 0x7FC0, -0.98828125, 0.98828125, 1.1754944e-38, -1.1754944e-38, 0.57421875, -0.59765625, -0.8671875, -0.90234375, 1.0, 0.8515625, 0.33789062, -0.41015625]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @sine_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.sine %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, 2.0, 6.34375, 4.40625, -4.40625, -3.203125, 5.96875, -7.90625, 5.125]> : tensor<25xbf16>
  %got = call @floor_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 0.0, -1.0, 2.0, 6.0, 4.0, -5.0, -4.0, 5.0, -8.0, 5.0]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @floor_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.floor %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, -2.765625, 7.78125, -2.90625, 4.625, 5.90625, -1.7421875, -0.9921875, -2.03125]> : tensor<25xbf16>
  %got = call @round_nearest_even_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -0.0, 2.0, -2.0, 2.0, -2.0, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 0.0, -0.0, -3.0, 8.0, -3.0, 5.0, 6.0, -2.0, -1.0, -2.0]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @round_nearest_even_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F80, 0xFF80, 0x7FC0, 3.3895314e38, -3.3895314e38, 1.1754944e-38, -1.1754944e-38, 5.9375, -3.40625, 1.6484375, 4.4375, 3.453125, 6.65625, 5.78125, 6.6875]> : tensor<25xbf16>
  %got = call @negate_bf16(%0) : (tensor<25xbf16>) -> tensor<25xbf16>
  %want = stablehlo.constant dense<[-0.0, 0.0, -1.0, 1.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0xFF80, 0x7F80, 0xFFC0, -3.3895314e38, 3.3895314e38, -1.1754944e-38, 1.1754944e-38, -5.9375, 3.40625, -1.6484375, -4.4375, -3.453125, -6.65625, -5.78125, -6.6875]> : tensor<25xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
  return
}
func.func private @negate_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<25xbf16>
  return %0 : tensor<25xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5.78125, 2.5, 0.46484375, 0.24707031, 7.34375, 8.25, 5.5, 6.59375]> : tensor<8xbf16>
  %1 = stablehlo.constant dense<[-1.5859375, -0.42578125, -2.453125, 0.5546875, 1.6953125, 2.203125, -1.0390625, -2.34375]> : tensor<8xbf16>
  %got = call @add_bf16(%0, %1) : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %want = stablehlo.constant dense<[4.1875, 2.078125, -1.984375, 0.80078125, 9.0625, 10.4375, 4.46875, 4.25]> : tensor<8xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
func.func private @add_bf16(%arg0: tensor<8xbf16>, %arg1: tensor<8xbf16>) -> (tensor<8xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4.65625, 8.5625, 1.3828125, 8.5625, 2.875, 3.875, 7.46875, 3.734375]> : tensor<8xbf16>
  %1 = stablehlo.constant dense<[2.421875, -2.59375, 1.0390625, -0.16503906, 1.0625, -2.765625, -2.6875, -1.9375]> : tensor<8xbf16>
  %got = call @multiply_bf16(%0, %1) : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %want = stablehlo.constant dense<[11.25, -22.25, 1.4375, -1.4140625, 3.0625, -10.6875, -20.125, -7.25]> : tensor<8xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
func.func private @multiply_bf16(%arg0: tensor<8xbf16>, %arg1: tensor<8xbf16>) -> (tensor<8xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.421875, 2.75, 7.34375, 0.91796875, 5.4375, 6.59375, 1.7734375, 0.58984375]> : tensor<8xbf16>
  %1 = stablehlo.constant dense<[-2.03125, 0.43359375, -0.73828125, -1.0625, 1.1171875, 2.828125, 2.796875, 1.03125]> : tensor<8xbf16>
  %got = call @divide_bf16(%0, %1) : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %want = stablehlo.constant dense<[-1.1953125, 6.34375, -9.9375, -0.86328125, 4.875, 2.328125, 0.6328125, 0.5703125]> : tensor<8xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
func.func private @divide_bf16(%arg0: tensor<8xbf16>, %arg1: tensor<8xbf16>) -> (tensor<8xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.86328125, 2.203125, 7.21875, 5.28125, 0.9375, 3.953125, 4.375, 1.5234375]> : tensor<8xbf16>
  %1 = stablehlo.constant dense<[-0.33789062, 0.41015625, 2.453125, -1.4765625, 0.53125, -0.84375, 1.5390625, 0.2578125]> : tensor<8xbf16>
  %got = call @maximum_bf16(%0, %1) : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %want = stablehlo.constant dense<[0.86328125, 2.203125, 7.21875, 5.28125, 0.9375, 3.953125, 4.375, 1.5234375]> : tensor<8xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
func.func private @maximum_bf16(%arg0: tensor<8xbf16>, %arg1: tensor<8xbf16>) -> (tensor<8xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[8.5, 4.65625, 8.8125, 0.8203125, 5.5, 3.453125, 7.25, 1.65625]> : tensor<8xbf16>
  %1 = stablehlo.constant dense<[-2.96875, 2.234375, -1.546875, 0.90625, -0.095214844, 1.734375, 2.28125, 2.390625]> : tensor<8xbf16>
  %got = call @power_bf16(%0, %1) : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %want = stablehlo.constant dense<[0.001739502, 31.125, 0.034423828, 0.8359375, 0.8515625, 8.5625, 92.0, 3.34375]> : tensor<8xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
func.func private @power_bf16(%arg0: tensor<8xbf16>, %arg1: tensor<8xbf16>) -> (tensor<8xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.power %arg0, %arg1 : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[7.25, 7.28125, 4.6875, 2.640625, 0.578125, 3.515625, 3.734375, 0.50390625]> : tensor<8xbf16>
  %1 = stablehlo.constant dense<[-0.97265625, -0.24902344, 2.609375, 2.6875, -2.421875, -3.0, -0.27929688, 2.453125]> : tensor<8xbf16>
  %got = call @remainder_bf16(%0, %1) : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %want = stablehlo.constant dense<[0.44140625, 0.059570312, 2.078125, 2.640625, 0.578125, 0.515625, 0.103515625, 0.50390625]> : tensor<8xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
func.func private @remainder_bf16(%arg0: tensor<8xbf16>, %arg1: tensor<8xbf16>) -> (tensor<8xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4.875, 3.15625, 3.390625, 3.4375, 8.875, 5.71875, 6.09375, 3.03125]> : tensor<8xbf16>
  %1 = stablehlo.constant dense<[-1.9140625, -0.609375, 2.359375, -0.578125, 1.1015625, 0.06640625, 0.21289062, 2.25]> : tensor<8xbf16>
  %got = call @atan2_bf16(%0, %1) : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
  %want = stablehlo.constant dense<[1.9453125, 1.7578125, 0.9609375, 1.734375, 1.4453125, 1.5625, 1.5390625, 0.93359375]> : tensor<8xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
func.func private @atan2_bf16(%arg0: tensor<8xbf16>, %arg1: tensor<8xbf16>) -> (tensor<8xbf16> {jax.result_info = "result"}) {
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, 2.1914062, -3.6835938, -7.34375, -7.734375, 5.0117188, 6.6054688, 1.7060547, 3.671875]> : tensor<25xf16>
  %got = call @exponential_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[1.0, 1.0, 2.71875, 0.36791992, 1.6484375, 0.6064453, 4.4804688, 0.22314453, 12.1796875, 0.082092285, 0x7C00, 0.0, 0x7E00, 0x7C00, 0.0, 1.0, 1.0, 8.9453125, 0.025131226, 0.0006465912, 0.0004374981, 150.125, 739.0, 5.5078125, 39.3125]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @exponential_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.exponential %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, 4.0976562, 7.6054688, 1.1621094, 7.5898438, 2.5019531, 3.3925781, 6.625, 3.2792969]> : tensor<25xf16>
  %got = call @log_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0xFC00, 0xFC00, 0.0, 0xFE00, -0.6933594, 0xFE00, 0.40551758, 0xFE00, 0.9165039, 0xFE00, 0x7C00, 0xFE00, 0x7E00, 11.09375, 0xFE00, -9.703125, 0xFE00, 1.4101562, 2.0292969, 0.15026855, 2.0273438, 0.9169922, 1.2216797, 1.890625, 1.1875]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @log_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.log %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, -2.3847656, -2.015625, 3.1425781, -4.0820312, 1.0009766, 2.2851562, -3.1210938, -4.4492188]> : tensor<25xf16>
  %got = call @tanh_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.76171875, -0.76171875, 0.4621582, -0.4621582, 0.90527344, -0.90527344, 0.9868164, -0.9868164, 1.0, -1.0, 0x7E00, 1.0, -1.0, 6.1035156e-5, -6.1035156e-5, -0.98339844, -0.96533203, 0.99609375, -0.9995117, 0.76220703, 0.9794922, -0.99609375, -0.9995117]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @tanh_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.tanh %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, -6.6289062, -4.2109375, 4.8203125, 1.3144531, -6.4921875, -1.0703125, -0.33520508, -5.4453125]> : tensor<25xf16>
  %got = call @logistic_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0.5, 0.5, 0.73095703, 0.26879883, 0.6225586, 0.37768555, 0.8178711, 0.18249512, 0.9243164, 0.0758667, 1.0, 0.0, 0xFE00, 1.0, 0.0, 0.5, 0.5, 0.0013198853, 0.0146102905, 0.9921875, 0.78808594, 0.0015125275, 0.2553711, 0.4169922, 0.004299164]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @logistic_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<25xf16>
  %1 = stablehlo.exponential %0 : tensor<25xf16>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f16>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<25xf16>
  %3 = stablehlo.add %2, %1 : tensor<25xf16>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f16>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f16>) -> tensor<25xf16>
  %5 = stablehlo.divide %4, %3 : tensor<25xf16>
  return %5 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, 7.546875, 4.09375, 7.8085938, 0.6557617, 4.8632812, 3.0175781, 6.4179688, 1.4042969]> : tensor<25xf16>
  %got = call @sqrt_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, 0xFE00, 0.70703125, 0xFE00, 1.2246094, 0xFE00, 1.5810547, 0xFE00, 0x7C00, 0xFE00, 0x7E00, 255.875, 0xFE00, 0.0078125, 0xFE00, 2.7480469, 2.0234375, 2.7949219, 0.8095703, 2.2050781, 1.7373047, 2.5332031, 1.1845703]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @sqrt_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.sqrt %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, 6.4414062, 6.4648438, 4.1289062, 2.2929688, 0.44091797, 3.0722656, 3.2734375, 0.37182617]> : tensor<25xf16>
  %got = call @rsqrt_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0x7C00, 0xFC00, 1.0, 0xFE00, 1.4140625, 0xFE00, 0.81640625, 0xFE00, 0.6323242, 0xFE00, 0.0, 0xFE00, 0x7E00, 0.00390625, 0xFE00, 128.0, 0xFE00, 0.39404297, 0.39331055, 0.4921875, 0.66015625, 1.5058594, 0.5703125, 0.5527344, 1.6396484]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @rsqrt_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.rsqrt %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, 0.61083984, -2.5078125, -2.0957031, -2.0078125, 7.8007812, 2.125, 2.7890625, -2.7207031]> : tensor<25xf16>
  %got = call @sine_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.8413086, -0.8413086, 0.4794922, -0.4794922, 0.9975586, -0.9975586, 0.5986328, -0.5986328, 0xFE00, 0xFE00, 0x7E00, 0.97558594, -0.97558594, 6.1035156e-5, -6.1035156e-5, 0.57373047, -0.59228516, -0.8652344, -0.90625, 0.99853516, 0.85009766, 0.34521484, -0.4086914]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @sine_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.sine %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, 2.0019531, 6.3554688, 4.4101562, -4.3984375, -3.1972656, 5.9765625, -7.9140625, 5.140625]> : tensor<25xf16>
  %got = call @floor_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 0.0, -1.0, 2.0, 6.0, 4.0, -5.0, -4.0, 5.0, -8.0, 5.0]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @floor_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.floor %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, -2.7675781, 7.796875, -2.9003906, 4.6171875, 5.9179688, -1.7421875, -0.99365234, -2.0351562]> : tensor<25xf16>
  %got = call @round_nearest_even_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -0.0, 2.0, -2.0, 2.0, -2.0, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 0.0, -0.0, -3.0, 8.0, -3.0, 5.0, 6.0, -2.0, -1.0, -2.0]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @round_nearest_even_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5, 5.9257812, -3.4101562, 1.6503906, 4.4414062, 3.4570312, 6.6445312, 5.765625, 6.6914062]> : tensor<25xf16>
  %got = call @negate_f16(%0) : (tensor<25xf16>) -> tensor<25xf16>
  %want = stablehlo.constant dense<[-0.0, 0.0, -1.0, 1.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0xFC00, 0x7C00, 0xFE00, -65504.0, 65504.0, -6.1035156e-5, 6.1035156e-5, -5.9257812, 3.4101562, -1.6503906, -4.4414062, -3.4570312, -6.6445312, -5.765625, -6.6914062]> : tensor<25xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf16>, tensor<25xf16>) -> ()
  return
}
func.func private @negate_f16(%arg0: tensor<25xf16>) -> (tensor<25xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<25xf16>
  return %0 : tensor<25xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5.7695312, 2.5019531, 0.4645996, 0.24707031, 7.3398438, 8.2265625, 5.5, 6.59375]> : tensor<8xf16>
  %1 = stablehlo.constant dense<[-1.5849609, -0.42529297, -2.4472656, 0.55566406, 1.6962891, 2.2050781, -1.0410156, -2.3417969]> : tensor<8xf16>
  %got = call @add_f16(%0, %1) : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %want = stablehlo.constant dense<[4.1835938, 2.0761719, -1.9824219, 0.8027344, 9.0390625, 10.4296875, 4.4609375, 4.25]> : tensor<8xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
func.func private @add_f16(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>) -> (tensor<8xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4.65625, 8.5625, 1.3828125, 8.546875, 2.875, 3.8671875, 7.4648438, 3.7421875]> : tensor<8xf16>
  %1 = stablehlo.constant dense<[2.4199219, -2.59375, 1.0361328, -0.16467285, 1.0644531, -2.7617188, -2.6933594, -1.9404297]> : tensor<8xf16>
  %got = call @multiply_f16(%0, %1) : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %want = stablehlo.constant dense<[11.265625, -22.203125, 1.4326172, -1.4072266, 3.0605469, -10.6796875, -20.109375, -7.2617188]> : tensor<8xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
func.func private @multiply_f16(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>) -> (tensor<8xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.4277344, 2.7558594, 7.3476562, 0.91796875, 5.4414062, 6.5859375, 1.7724609, 0.5908203]> : tensor<8xf16>
  %1 = stablehlo.constant dense<[-2.0390625, 0.4333496, -0.7373047, -1.0625, 1.1201172, 2.8339844, 2.8007812, 1.0273438]> : tensor<8xf16>
  %got = call @divide_f16(%0, %1) : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %want = stablehlo.constant dense<[-1.1904297, 6.359375, -9.96875, -0.86376953, 4.859375, 2.3242188, 0.6328125, 0.5751953]> : tensor<8xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
func.func private @divide_f16(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>) -> (tensor<8xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.8623047, 2.2070312, 7.2304688, 5.28125, 0.9379883, 3.9550781, 4.3632812, 1.5214844]> : tensor<8xf16>
  %1 = stablehlo.constant dense<[-0.33813477, 0.41088867, 2.4492188, -1.4746094, 0.53271484, -0.84521484, 1.5380859, 0.25830078]> : tensor<8xf16>
  %got = call @maximum_f16(%0, %1) : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %want = stablehlo.constant dense<[0.8623047, 2.2070312, 7.2304688, 5.28125, 0.9379883, 3.9550781, 4.3632812, 1.5214844]> : tensor<8xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
func.func private @maximum_f16(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>) -> (tensor<8xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[8.4921875, 4.6523438, 8.7890625, 0.81933594, 5.5039062, 3.4511719, 7.2382812, 1.6533203]> : tensor<8xf16>
  %1 = stablehlo.constant dense<[-2.9765625, 2.2324219, -1.5439453, 0.90625, -0.095458984, 1.7314453, 2.2851562, 2.3984375]> : tensor<8xf16>
  %got = call @power_f16(%0, %1) : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %want = stablehlo.constant dense<[0.0017166138, 30.9375, 0.03488159, 0.83496094, 0.8496094, 8.5390625, 92.125, 3.3398438]> : tensor<8xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
func.func private @power_f16(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>) -> (tensor<8xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.power %arg0, %arg1 : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[7.265625, 7.2890625, 4.6875, 2.6445312, 0.5800781, 3.5117188, 3.7363281, 0.5029297]> : tensor<8xf16>
  %1 = stablehlo.constant dense<[-0.97216797, -0.24902344, 2.609375, 2.6816406, -2.4199219, -2.9941406, -0.28027344, 2.4492188]> : tensor<8xf16>
  %got = call @remainder_f16(%0, %1) : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %want = stablehlo.constant dense<[0.46044922, 0.06738281, 2.078125, 2.6445312, 0.5800781, 0.5175781, 0.09277344, 0.5029297]> : tensor<8xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
func.func private @remainder_f16(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>) -> (tensor<8xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4.890625, 3.1542969, 3.3847656, 3.4335938, 8.890625, 5.7304688, 6.1015625, 3.0371094]> : tensor<8xf16>
  %1 = stablehlo.constant dense<[-1.9160156, -0.61035156, 2.3632812, -0.57958984, 1.0976562, 0.066467285, 0.21252441, 2.2519531]> : tensor<8xf16>
  %got = call @atan2_f16(%0, %1) : (tensor<8xf16>, tensor<8xf16>) -> tensor<8xf16>
  %want = stablehlo.constant dense<[1.9443359, 1.7617188, 0.9614258, 1.7382812, 1.4482422, 1.5595703, 1.5361328, 0.9326172]> : tensor<8xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf16>, tensor<8xf16>) -> ()
  return
}
func.func private @atan2_f16(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>) -> (tensor<8xf16> {jax.result_info = "result"}) {
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, 2.191386997143269, -3.683412579778075, -7.344423617020885, -7.7355578315435345, 5.012323827204359, 6.6040892364435475, 1.7061724122748778, 3.6719449757439744]> : tensor<25xf64>
  %got = call @exponential_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[1.0, 1.0, 2.7182818284590455, 0.3678794411714423, 1.6487212707001282, 0.6065306597126334, 4.4816890703380645, 0.22313016014842982, 12.182493960703473, 0.0820849986238988, 0x7FF0000000000000, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0.0, 1.0, 1.0, 8.947614828345873, 0.025137046124044347, 0.0006461857110947248, 0.00043700853527244265, 150.25349392242683, 738.1073217429265, 5.507839341740949, 39.32832415688375]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @exponential_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.exponential %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, 4.0994547813550515, 7.6042049336442235, 1.1618353056298736, 7.5897090826265785, 2.5015333015637786, 3.392378327290879, 6.62334372462533, 3.2795010995895986]> : tensor<25xf64>
  %got = call @log_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, 0.0, 0x7FF8000000000000, -0.6931471805599453, 0x7FF8000000000000, 0.4054651081081644, 0x7FF8000000000000, 0.9162907318741551, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 709.782712893384, 0x7FF8000000000000, -708.3964185322641, 0x7FF8000000000000, 1.4108539847103125, 2.0287013750315896, 0.1500009148474586, 2.026793261638256, 0.916903864495439, 1.2215312468783739, 1.8906003367859798, 1.1876913070434398]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @log_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.log %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, -2.383878657506836, -2.015088565858767, 3.1422574059428037, -4.080840578649031, 1.00100525965654, 2.285605268117946, -3.1209892663339653, -4.448533726669318]> : tensor<25xf64>
  %got = call @tanh_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.7615941559557649, -0.7615941559557649, 0.4621171572600098, -0.4621171572600098, 0.9051482536448665, -0.9051482536448665, 0.9866142981514302, -0.9866142981514302, 1.0, -1.0, 0x7FF8000000000000, 1.0, -1.0, 2.2250738585072014e-308, -2.2250738585072014e-308, -0.9831444219947058, -0.9650782373247158, 0.9962770199997528, -0.9994293984017804, 0.7620160160999926, 0.979521006726582, -0.9961155561656186, -0.9997264584567904]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 6 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @tanh_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.tanh %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, -6.62961332570201, -4.211031894462405, 4.82039144330235, 1.3145925770298845, -6.493941724153613, -1.0699689562164192, -0.3351792297466556, -5.444177365806743]> : tensor<25xf64>
  %got = call @logistic_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0.5, 0.5, 0.7310585786300049, 0.2689414213699951, 0.6224593312018546, 0.3775406687981454, 0.8175744761936437, 0.18242552380635635, 0.9241418199787566, 0.07585818002124355, 1.0, 0.0, 0xFFF8000000000000, 1.0, 0.0, 0.5, 0.5, 0.0013189317794035896, 0.01461431068893867, 0.992000871942268, 0.7882806454354824, 0.0015102906602424086, 0.25540898788658994, 0.4169809729937963, 0.0043027993827014195]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @logistic_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<25xf64>
  %1 = stablehlo.exponential %0 : tensor<25xf64>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<25xf64>
  %3 = stablehlo.add %2, %1 : tensor<25xf64>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<25xf64>
  %5 = stablehlo.divide %4, %3 : tensor<25xf64>
  return %5 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, 7.545018283523217, 4.0955071469867494, 7.810187208604556, 0.6558798309258614, 4.862773097640287, 3.0181278091744077, 6.4171906438166, 1.4044772509907875]> : tensor<25xf64>
  %got = call @sqrt_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, 0xFFF8000000000000, 0.7071067811865476, 0xFFF8000000000000, 1.224744871391589, 0xFFF8000000000000, 1.5811388300841898, 0xFFF8000000000000, 0x7FF0000000000000, 0xFFF8000000000000, 0x7FF8000000000000, 1.3407807929942596e154, 0xFFF8000000000000, 1.4916681462400413e-154, 0xFFF8000000000000, 2.7468196670919656, 2.023735938057816, 2.794671216548479, 0.8098640817605516, 2.2051696301283235, 1.7372759738091146, 2.5332174489799724, 1.1851064302377181]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @sqrt_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.sqrt %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, 6.441973360725588, 6.465446909994585, 4.127451232726714, 2.293553026904251, 0.44090631202943487, 3.0731173574762907, 3.2737009113057893, 0.3717487992805369]> : tensor<25xf64>
  %got = call @rsqrt_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 1.0, 0xFFF8000000000000, 1.414213562373095, 0xFFF8000000000000, 0.816496580927726, 0xFFF8000000000000, 0.6324555320336759, 0xFFF8000000000000, 0.0, 0xFFF8000000000000, 0x7FF8000000000000, 7.458340731200207e-155, 0xFFF8000000000000, 6.703903964971299e153, 0xFFF8000000000000, 0.3939948433059957, 0.39327897113464466, 0.4922197377428686, 0.6603065529352438, 1.5060064846444594, 0.5704405989440967, 0.5526885918911694, 1.6401184449835184]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 3 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @rsqrt_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.rsqrt %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, 0.6106296235510911, -2.507666082986585, -2.094924163273948, -2.008051750593882, 7.799119842983465, 2.124100361714337, 2.789182888071897, -2.7205847138326664]> : tensor<25xf64>
  %got = call @sine_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.8414709848078965, -0.8414709848078965, 0.479425538604203, -0.479425538604203, 0.9974949866040544, -0.9974949866040544, 0.5984721441039565, -0.5984721441039565, 0xFFF8000000000000, 0xFFF8000000000000, 0x7FF8000000000000, 0.004961954789184062, -0.004961954789184062, 2.2250738585072014e-308, -2.2250738585072014e-308, 0.5733834162123033, -0.592312985151692, -0.8657607521538055, -0.9059172774625872, 0.9984954693648042, 0.8507928949950115, 0.34516047763834895, -0.40868058441788807]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @sine_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.sine %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, 2.0015274656746715, 6.355420815513208, 4.410971043923096, -4.39668496015053, -3.197339441420393, 5.97685512634019, -7.915755126950804, 5.1396546941242605]> : tensor<25xf64>
  %got = call @floor_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 0.0, -1.0, 2.0, 6.0, 4.0, -5.0, -4.0, 5.0, -8.0, 5.0]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @floor_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.floor %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, -2.7684435743110285, 7.796429493406809, -2.9006265842317323, 4.616782973120463, 5.918344187139457, -1.7426430953728964, -0.9938900300352191, -2.0360175505703513]> : tensor<25xf64>
  %got = call @round_nearest_even_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -0.0, 2.0, -2.0, 2.0, -2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 0.0, -0.0, -3.0, 8.0, -3.0, 5.0, 6.0, -2.0, -1.0, -2.0]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @round_nearest_even_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, -2.2250738585072014e-308, 5.923987263521354, -3.410924654599114, 1.6503704008249898, 4.4405453267228605, 3.4571940736570443, 6.646081927848121, 5.766298386926154, 6.691802064780198]> : tensor<25xf64>
  %got = call @negate_f64(%0) : (tensor<25xf64>) -> tensor<25xf64>
  %want = stablehlo.constant dense<[-0.0, 0.0, -1.0, 1.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0xFFF0000000000000, 0x7FF0000000000000, 0xFFF8000000000000, -1.7976931348623157e308, 1.7976931348623157e308, -2.2250738585072014e-308, 2.2250738585072014e-308, -5.923987263521354, 3.410924654599114, -1.6503704008249898, -4.4405453267228605, -3.4571940736570443, -6.646081927848121, -5.766298386926154, -6.691802064780198]> : tensor<25xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<25xf64>, tensor<25xf64>) -> ()
  return
}
func.func private @negate_f64(%arg0: tensor<25xf64>) -> (tensor<25xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<25xf64>
  return %0 : tensor<25xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5.7689590171609435, 2.501101752498446, 0.46466436303213277, 0.24709595620390895, 7.338105128882424, 8.223524637771723, 5.499058404327901, 6.592519392757586]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[-1.5852071711248032, -0.4253580080051331, -2.4463619006802473, 0.5556165417282619, 1.6961920800281316, 2.2054679824867938, -1.0412708627844955, -2.3425177697422583]> : tensor<8xf64>
  %got = call @add_f64(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[4.18375184603614, 2.075743744493313, -1.9816975376481145, 0.8027124979321709, 9.034297208910555, 10.428992620258516, 4.457787541543405, 4.2500016230153275]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @add_f64(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4.655212459832285, 8.559126897300825, 1.3830205532047404, 8.54298007952147, 2.875299922893321, 3.8676053958559233, 7.466553085001932, 3.7418723136855356]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[2.4190308654891624, -2.5939304258302016, 1.0363848846021853, -0.16473176412458024, 1.064566661632881, -2.7620516693723123, -2.692734516899062, -1.9408191646027122]> : tensor<8xf64>
  %got = call @multiply_f64(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[11.261102625744025, -22.20177967745026, 1.4333415964355454, -1.4073001793807185, 3.060948440107823, -10.682525940097216, -20.10544521424388, -7.262297497897179]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @multiply_f64(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.428347994818916, 2.7565711763856977, 7.3466090912890945, 0.9180518850023625, 5.440894681094321, 6.584188688624972, 1.7723195529627709, 0.5908049832643069]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[-2.0385430177513917, 0.4333769728325034, -0.7371866762311798, -1.0623889207611459, 1.1196833289979393, 2.8333922000912404, 2.8009814766107306, 1.0277905338963205]> : tensor<8xf64>
  %got = call @divide_f64(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[-1.1912174399427182, 6.3606775375467155, -9.965737754306911, -0.86413917451683, 4.859315611998662, 2.3237830217832003, 0.6327494729123769, 0.5748301465908471]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @divide_f64(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.8622775875782568, 2.2076135087052875, 7.231342740336932, 5.281242120972873, 0.9377449159395528, 3.954829768104617, 4.363556553453423, 1.5216763402699993]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[-0.3381465782239972, 0.4109471515473384, 2.4486226497649177, -1.4745026790071882, 0.5326876233290907, -0.8452600763381204, 1.5382417024959398, 0.2583531716665979]> : tensor<8xf64>
  %got = call @maximum_f64(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[0.8622775875782568, 2.2076135087052875, 7.231342740336932, 5.281242120972873, 0.9377449159395528, 3.954829768104617, 4.363556553453423, 1.5216763402699993]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @maximum_f64(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[8.493199339594073, 4.650815220047818, 8.788568980798567, 0.8194406126708594, 5.505466904755764, 3.450730600957726, 7.236920742173685, 1.6532975636818534]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[-2.9758305390417386, 2.233061485623254, -1.5435456743735145, 0.9063677871701112, -0.09544570218021242, 1.7312009650052165, 2.284335392213843, 2.3983319788610995]> : tensor<8xf64>
  %got = call @power_f64(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[0.0017188627541180465, 30.948064289025616, 0.03491557497263673, 0.8348626531850116, 0.8497562775052112, 8.535562324870986, 91.94099599009876, 3.339475393029416]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @power_f64(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.power %arg0, %arg1 : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[7.264526021333883, 7.290673028654794, 4.686397493275064, 2.6436322827844605, 0.5799832511967422, 3.5119830389911124, 3.735411528237988, 0.502949225731762]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[-0.9723026466976528, -0.24902666337988233, 2.610041105098876, 2.6809541744813528, -2.4192881178720933, -2.9946478705115673, -0.28027238043624525, 2.4499558047319763]> : tensor<8xf64>
  %got = call @remainder_f64(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[0.4584074944503138, 0.0688997906382065, 2.0763563881761877, 2.6436322827844605, 0.5799832511967422, 0.5173351684795451, 0.09187058256679981, 0.502949225731762]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @remainder_f64(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4.889662728100294, 3.1551107413387123, 3.384698434178867, 3.4330212137321534, 8.888260412659553, 5.7315308262036, 6.101482981489993, 3.0366747529305793]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[-1.916201452654983, -0.6105794355859899, 2.362994421419268, -0.5796839549119994, 1.0980277381678292, 0.066485491281568, 0.21255931849383014, 2.252126740921744]> : tensor<8xf64>
  %got = call @atan2_f64(%0, %1) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %want = stablehlo.constant dense<[1.9442903305844295, 1.7619541588762102, 0.9613195658005272, 1.7380737628019869, 1.4478822257626247, 1.5591968935080087, 1.5359730892943333, 0.9326655768674076]> : tensor<8xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<8xf64>, tensor<8xf64>) -> ()
  return
}
func.func private @atan2_f64(%arg0: tensor<8xf64>, %arg1: tensor<8xf64>) -> (tensor<8xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<8xf64>
  return %0 : tensor<8xf64>
}
