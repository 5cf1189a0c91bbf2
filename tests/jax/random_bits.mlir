// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (numerics.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_uint8(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[175, 169, 72, 94, 66]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}
func.func private @philox_2_uint8(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_uint16(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[10671, 23977, 40520, 61790, 10562]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}
func.func private @philox_2_uint16(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui16> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_uint32(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[469838255, 3197459881, 1797955144, 3949719902, 1064970562]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
func.func private @philox_2_uint32(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_uint64(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[13732985619636890031, 16963917809248280136, 6422637247316240706, 7930326159894612019, 1929223482682137380]> : tensor<5xui64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}
func.func private @philox_2_uint64(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui64> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_of_scalar(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654322]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<469838255> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
func.func private @philox_2_of_scalar(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<ui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  return %output_state, %output : tensor<2xui64>, tensor<ui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_of_2x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[469838255, 3197459881, 1797955144], [3949719902, 1064970562, 1495386764]]> : tensor<2x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
  return
}
func.func private @philox_2_of_2x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<2x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<2x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_of_3x5(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654325]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[469838255, 3197459881, 1797955144, 3949719902, 1064970562], [1495386764, 830572595, 1846422944, 966548260, 449182345], [1582787050, 3497923931, 1301913620, 3680158353, 3675182913]]> : tensor<3x5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
  return
}
func.func private @philox_2_of_3x5(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<3x5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<3x5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @philox_2_of_0x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<> : tensor<0x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<0x3xui32>, tensor<0x3xui32>) -> ()
  return
}
func.func private @philox_2_of_0x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<0x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<0x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @philox_2_float16(%0) : (tensor<2xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[10671, 23977, 40520, 61790, 10562, 51852]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @philox_2_float16(%arg0: tensor<2xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @philox_2_bfloat16(%0) : (tensor<2xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[10671, 23977, 40520, 61790, 10562, 51852]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @philox_2_bfloat16(%arg0: tensor<2xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xbf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xbf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @philox_2_float32(%0) : (tensor<2xui64>) -> tensor<6xui32>
  %want = stablehlo.constant dense<[469838255, 3197459881, 1797955144, 3949719902, 1064970562, 1495386764]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
func.func private @philox_2_float32(%arg0: tensor<2xui64>) -> (tensor<6xui32> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf32>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf32>) -> tensor<6xui32>
  return %0 : tensor<6xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @philox_2_float64(%0) : (tensor<2xui64>) -> tensor<6xui64>
  %want = stablehlo.constant dense<[13732985619636890031, 16963917809248280136, 6422637247316240706, 7930326159894612019, 1929223482682137380, 15023468889123547626]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
func.func private @philox_2_float64(%arg0: tensor<2xui64>) -> (tensor<6xui64> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf64>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf64>) -> tensor<6xui64>
  return %0 : tensor<6xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %got:2 = call @philox_2_wraps(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  %want_0 = stablehlo.constant dense<[5, 2]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[1314562490, 4035658752, 2543735481, 4162936588, 64677483, 3635105107, 3931607701, 727262183, 311226061]> : tensor<9xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  return
}
func.func private @philox_2_wraps(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<9xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<9xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_uint8(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui8>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[33, 152, 13, 200, 7]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}
func.func private @philox_3_uint8(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui8>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_uint16(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui16>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[57121, 53144, 29709, 13768, 18183]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}
func.func private @philox_3_uint16(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui16> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui16>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_uint32(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[2568806177, 2060504984, 344749069, 1862088136, 755910407]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
func.func private @philox_3_uint32(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_uint64(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[8849801522093809441, 7997607646734349325, 15148182008289445639, 462024743843696654, 659820941054099781]> : tensor<5xui64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}
func.func private @philox_3_uint64(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui64> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_of_scalar(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654322, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<2568806177> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
func.func private @philox_3_of_scalar(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<ui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  return %output_state, %output : tensor<3xui64>, tensor<ui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_of_2x3(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[2568806177, 2060504984, 344749069], [1862088136, 755910407, 3526960967]]> : tensor<2x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
  return
}
func.func private @philox_3_of_2x3(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<2x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<2x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_of_3x5(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654325, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[2568806177, 2060504984, 344749069, 1862088136, 755910407], [3526960967, 2118029326, 107573518, 1726267717, 153626534], [191309485, 64546442, 3397685162, 2217398127, 3191103662]]> : tensor<3x5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
  return
}
func.func private @philox_3_of_3x5(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<3x5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<3x5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @philox_3_of_0x3(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<> : tensor<0x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<0x3xui32>, tensor<0x3xui32>) -> ()
  return
}
func.func private @philox_3_of_0x3(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<0x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x3xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<0x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @philox_3_float16(%0) : (tensor<3xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[57121, 53144, 29709, 13768, 18183, 10055]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @philox_3_float16(%arg0: tensor<3xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @philox_3_bfloat16(%0) : (tensor<3xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[57121, 53144, 29709, 13768, 18183, 10055]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @philox_3_bfloat16(%arg0: tensor<3xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xbf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xbf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @philox_3_float32(%0) : (tensor<3xui64>) -> tensor<6xui32>
  %want = stablehlo.constant dense<[2568806177, 2060504984, 344749069, 1862088136, 755910407, 3526960967]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
func.func private @philox_3_float32(%arg0: tensor<3xui64>) -> (tensor<6xui32> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xf32>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf32>) -> tensor<6xui32>
  return %0 : tensor<6xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @philox_3_float64(%0) : (tensor<3xui64>) -> tensor<6xui64>
  %want = stablehlo.constant dense<[8849801522093809441, 7997607646734349325, 15148182008289445639, 462024743843696654, 659820941054099781, 277224857654470317]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
func.func private @philox_3_float64(%arg0: tensor<3xui64>) -> (tensor<6xui64> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xf64>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf64>) -> tensor<6xui64>
  return %0 : tensor<6xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %got:2 = call @philox_3_wraps(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<9xui32>)
  %want_0 = stablehlo.constant dense<[5, 2, 0]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[4279158131, 3594256059, 915404630, 3822220754, 3289868317, 299389332, 4225117243, 4147765880, 1491303360]> : tensor<9xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  return
}
func.func private @philox_3_wraps(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<9xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<9xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<9xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_uint8(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[67, 179, 37, 165, 168]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}
func.func private @three_fry_2_uint8(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_uint16(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[27715, 3251, 43813, 52645, 5544]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}
func.func private @three_fry_2_uint16(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui16> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_uint32(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[1413901379, 2334330035, 1608297253, 2645216677, 1786451368]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
func.func private @three_fry_2_uint32(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_uint64(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654326]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[10025871159809436739, 11361119120157092645, 13106928347252463016, 15346850902801365792, 15218150364885860600]> : tensor<5xui64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}
func.func private @three_fry_2_uint64(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui64> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_of_scalar(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654322]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<1413901379> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
func.func private @three_fry_2_of_scalar(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<ui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  return %output_state, %output : tensor<2xui64>, tensor<ui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_of_2x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[1413901379, 1608297253, 1786451368], [2334330035, 2645216677, 3051694563]]> : tensor<2x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
  return
}
func.func private @three_fry_2_of_2x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<2x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<2x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_of_3x5(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654330]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[1413901379, 2334330035, 1608297253, 2645216677, 1786451368], [3260791584, 3573217173, 2910896376, 3543251744, 1879063680], [1643330246, 4037811889, 4180844098, 3027153000, 1113838178]]> : tensor<3x5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
  return
}
func.func private @three_fry_2_of_3x5(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<3x5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<3x5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_2_of_0x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<> : tensor<0x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<0x3xui32>, tensor<0x3xui32>) -> ()
  return
}
func.func private @three_fry_2_of_0x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<0x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<0x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @three_fry_2_float16(%0) : (tensor<2xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[27715, 3251, 43813, 52645, 5544, 10723]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @three_fry_2_float16(%arg0: tensor<2xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @three_fry_2_bfloat16(%0) : (tensor<2xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[27715, 3251, 43813, 52645, 5544, 10723]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @three_fry_2_bfloat16(%arg0: tensor<2xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xbf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xbf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @three_fry_2_float32(%0) : (tensor<2xui64>) -> tensor<6xui32>
  %want = stablehlo.constant dense<[1413901379, 2334330035, 1608297253, 2645216677, 1786451368, 3051694563]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
func.func private @three_fry_2_float32(%arg0: tensor<2xui64>) -> (tensor<6xui32> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf32>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf32>) -> tensor<6xui32>
  return %0 : tensor<6xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @three_fry_2_float64(%0) : (tensor<2xui64>) -> tensor<6xui64>
  %want = stablehlo.constant dense<[10025871159809436739, 11361119120157092645, 13106928347252463016, 15346850902801365792, 15218150364885860600, 6494392150053108864]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
func.func private @three_fry_2_float64(%arg0: tensor<2xui64>) -> (tensor<6xui64> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf64>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf64>) -> tensor<6xui64>
  return %0 : tensor<6xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %got:2 = call @three_fry_2_wraps(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  %want_0 = stablehlo.constant dense<[5, 4]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[3818595097, 1327100559, 1396233059, 315918555, 2544891230, 2061267011, 349696651, 457712840, 2907045216]> : tensor<9xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  return
}
func.func private @three_fry_2_wraps(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<9xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<9xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_uint8(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[175, 169, 72, 94, 66]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}
func.func private @default_2_uint8(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_uint16(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[10671, 23977, 40520, 61790, 10562]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}
func.func private @default_2_uint16(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui16> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_uint32(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[469838255, 3197459881, 1797955144, 3949719902, 1064970562]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
func.func private @default_2_uint32(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_uint64(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[13732985619636890031, 16963917809248280136, 6422637247316240706, 7930326159894612019, 1929223482682137380]> : tensor<5xui64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}
func.func private @default_2_uint64(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui64> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  return %output_state, %output : tensor<2xui64>, tensor<5xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_of_scalar(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654322]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<469838255> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
func.func private @default_2_of_scalar(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<ui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  return %output_state, %output : tensor<2xui64>, tensor<ui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_of_2x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[469838255, 3197459881, 1797955144], [3949719902, 1064970562, 1495386764]]> : tensor<2x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
  return
}
func.func private @default_2_of_2x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<2x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<2x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_of_3x5(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654325]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[469838255, 3197459881, 1797955144, 3949719902, 1064970562], [1495386764, 830572595, 1846422944, 966548260, 449182345], [1582787050, 3497923931, 1301913620, 3680158353, 3675182913]]> : tensor<3x5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
  return
}
func.func private @default_2_of_3x5(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<3x5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<3x5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @default_2_of_0x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<> : tensor<0x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<0x3xui32>, tensor<0x3xui32>) -> ()
  return
}
func.func private @default_2_of_0x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<0x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<0x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @default_2_float16(%0) : (tensor<2xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[10671, 23977, 40520, 61790, 10562, 51852]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @default_2_float16(%arg0: tensor<2xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @default_2_bfloat16(%0) : (tensor<2xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[10671, 23977, 40520, 61790, 10562, 51852]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @default_2_bfloat16(%arg0: tensor<2xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xbf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xbf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @default_2_float32(%0) : (tensor<2xui64>) -> tensor<6xui32>
  %want = stablehlo.constant dense<[469838255, 3197459881, 1797955144, 3949719902, 1064970562, 1495386764]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
func.func private @default_2_float32(%arg0: tensor<2xui64>) -> (tensor<6xui32> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf32>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf32>) -> tensor<6xui32>
  return %0 : tensor<6xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got = call @default_2_float64(%0) : (tensor<2xui64>) -> tensor<6xui64>
  %want = stablehlo.constant dense<[13732985619636890031, 16963917809248280136, 6422637247316240706, 7930326159894612019, 1929223482682137380, 15023468889123547626]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
func.func private @default_2_float64(%arg0: tensor<2xui64>) -> (tensor<6xui64> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xf64>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf64>) -> tensor<6xui64>
  return %0 : tensor<6xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %got:2 = call @default_2_wraps(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  %want_0 = stablehlo.constant dense<[5, 2]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[1314562490, 4035658752, 2543735481, 4162936588, 64677483, 3635105107, 3931607701, 727262183, 311226061]> : tensor<9xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  return
}
func.func private @default_2_wraps(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<9xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<9xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_uint8(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui8>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[33, 152, 13, 200, 7]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}
func.func private @default_3_uint8(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui8>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_uint16(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui16>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[57121, 53144, 29709, 13768, 18183]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}
func.func private @default_3_uint16(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui16> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui16>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_uint32(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[2568806177, 2060504984, 344749069, 1862088136, 755910407]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}
func.func private @default_3_uint32(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_uint64(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[8849801522093809441, 7997607646734349325, 15148182008289445639, 462024743843696654, 659820941054099781]> : tensor<5xui64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}
func.func private @default_3_uint64(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui64> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  return %output_state, %output : tensor<3xui64>, tensor<5xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_of_scalar(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654322, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<2568806177> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}
func.func private @default_3_of_scalar(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<ui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  return %output_state, %output : tensor<3xui64>, tensor<ui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_of_2x3(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[2568806177, 2060504984, 344749069], [1862088136, 755910407, 3526960967]]> : tensor<2x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
  return
}
func.func private @default_3_of_2x3(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<2x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<2x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_of_3x5(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654325, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[2568806177, 2060504984, 344749069, 1862088136, 755910407], [3526960967, 2118029326, 107573518, 1726267717, 153626534], [191309485, 64546442, 3397685162, 2217398127, 3191103662]]> : tensor<3x5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
  return
}
func.func private @default_3_of_3x5(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<3x5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<3x5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got:2 = call @default_3_of_0x3(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<> : tensor<0x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<0x3xui32>, tensor<0x3xui32>) -> ()
  return
}
func.func private @default_3_of_0x3(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<0x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x3xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<0x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @default_3_float16(%0) : (tensor<3xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[57121, 53144, 29709, 13768, 18183, 10055]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @default_3_float16(%arg0: tensor<3xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @default_3_bfloat16(%0) : (tensor<3xui64>) -> tensor<6xui16>
  %want = stablehlo.constant dense<[57121, 53144, 29709, 13768, 18183, 10055]> : tensor<6xui16>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui16>, tensor<6xui16>) -> ()
  return
}
func.func private @default_3_bfloat16(%arg0: tensor<3xui64>) -> (tensor<6xui16> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xbf16>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xbf16>) -> tensor<6xui16>
  return %0 : tensor<6xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @default_3_float32(%0) : (tensor<3xui64>) -> tensor<6xui32>
  %want = stablehlo.constant dense<[2568806177, 2060504984, 344749069, 1862088136, 755910407, 3526960967]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
func.func private @default_3_float32(%arg0: tensor<3xui64>) -> (tensor<6xui32> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xf32>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf32>) -> tensor<6xui32>
  return %0 : tensor<6xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321, 42]> : tensor<3xui64>
  %got = call @default_3_float64(%0) : (tensor<3xui64>) -> tensor<6xui64>
  %want = stablehlo.constant dense<[8849801522093809441, 7997607646734349325, 15148182008289445639, 462024743843696654, 659820941054099781, 277224857654470317]> : tensor<6xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<6xui64>, tensor<6xui64>) -> ()
  return
}
func.func private @default_3_float64(%arg0: tensor<3xui64>) -> (tensor<6xui64> {jax.result_info = "result"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xf64>)
  %0 = stablehlo.bitcast_convert %output : (tensor<6xf64>) -> tensor<6xui64>
  return %0 : tensor<6xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[5, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %got:2 = call @default_3_wraps(%0) : (tensor<3xui64>) -> (tensor<3xui64>, tensor<9xui32>)
  %want_0 = stablehlo.constant dense<[5, 2, 0]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %want_1 = stablehlo.constant dense<[4279158131, 3594256059, 915404630, 3822220754, 3289868317, 299389332, 4225117243, 4147765880, 1491303360]> : tensor<9xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<9xui32>, tensor<9xui32>) -> ()
  return
}
func.func private @default_3_wraps(%arg0: tensor<3xui64>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<9xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<9xui32>)
  return %output_state, %output : tensor<3xui64>, tensor<9xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_3x4(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654327]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[1413901379, 2334330035, 1608297253, 2645216677], [1786451368, 3051694563, 3260791584, 3573217173], [2910896376, 3543251744, 1879063680, 1512093504]]> : tensor<3x4xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3x4xui32>, tensor<3x4xui32>) -> ()
  return
}
func.func private @three_fry_of_3x4(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<3x4xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<3x4xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_2x4(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x4xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654325]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[1413901379, 1608297253, 1786451368, 3260791584], [2334330035, 2645216677, 3051694563, 3573217173]]> : tensor<2x4xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2x4xui32>, tensor<2x4xui32>) -> ()
  return
}
func.func private @three_fry_of_2x4(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<2x4xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x4xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<2x4xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_4x2x6(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x2x6xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654345]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[[1413901379, 1608297253, 1786451368, 3260791584, 2910896376, 1879063680], [1643330246, 4180844098, 1113838178, 1913514805, 3787716697, 1327923992]], [[2334330035, 2645216677, 3051694563, 3573217173, 3543251744, 1512093504], [4037811889, 3027153000, 3907929142, 3350779596, 486272905, 3014152410]], [[2803775891, 1332375939, 3757516400, 1209009475, 3199384984, 3439512860], [3732119051, 2078790378, 3918856443, 2654832640, 1774282486, 3022412328]], [[3043437406, 1891962892, 809478375, 3356964883, 535393827, 1337861417], [160418096, 1401512830, 3508237631, 368207595, 2902181011, 1901813123]]]> : tensor<4x2x6xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4x2x6xui32>, tensor<4x2x6xui32>) -> ()
  return
}
func.func private @three_fry_of_4x2x6(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<4x2x6xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x2x6xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<4x2x6xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_5x3x2(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3x2xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654336]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[[1413901379, 2334330035], [1608297253, 2645216677], [1786451368, 3051694563]], [[3260791584, 3573217173], [2910896376, 3543251744], [1879063680, 1512093504]], [[1643330246, 4037811889], [4180844098, 3027153000], [1113838178, 3907929142]], [[1913514805, 3350779596], [3787716697, 486272905], [1327923992, 3014152410]], [[2803775891, 3043437406], [1332375939, 1891962892], [3757516400, 809478375]]]> : tensor<5x3x2xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5x3x2xui32>, tensor<5x3x2xui32>) -> ()
  return
}
func.func private @three_fry_of_5x3x2(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5x3x2xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3x2xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<5x3x2xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_5x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654330]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[1413901379, 1608297253, 1786451368], [2334330035, 2645216677, 3051694563], [3260791584, 2910896376, 1879063680], [3573217173, 3543251744, 1512093504], [1643330246, 4180844098, 1113838178]]> : tensor<5x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5x3xui32>, tensor<5x3xui32>) -> ()
  return
}
func.func private @three_fry_of_5x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<5x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_7x3x5(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x3x5xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654381]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[[1413901379, 1608297253, 1786451368, 3260791584, 2910896376], [1879063680, 1643330246, 4180844098, 1113838178, 1913514805], [3787716697, 1327923992, 2803775891, 1332375939, 3757516400]], [[2334330035, 2645216677, 3051694563, 3573217173, 3543251744], [1512093504, 4037811889, 3027153000, 3907929142, 3350779596], [486272905, 3014152410, 3043437406, 1891962892, 809478375]], [[1209009475, 3199384984, 3439512860, 3732119051, 2078790378], [3918856443, 2654832640, 1774282486, 3022412328, 3290407044], [3974621324, 3519613292, 2229409565, 2366946845, 567490993]], [[3356964883, 535393827, 1337861417, 160418096, 1401512830], [3508237631, 368207595, 2902181011, 1901813123, 3993415295], [3049416858, 1066229247, 1271763195, 1545712504, 1505763238]], [[1744029859, 973792497, 1484667944, 2895860766, 706537892], [1733085094, 1726948311, 3867722969, 1121597703, 3492507258], [722253239, 3202315862, 2204691141, 3772036830, 4155695493]], [[717756482, 835029720, 3806997052, 340921343, 2507224648], [2065933679, 1223601812, 2716589706, 788138841, 1071409081], [2966465170, 1854256196, 873633551, 3621582161, 3511057425]], [[3487246710, 3918540753, 3352834353, 4193641858, 1932556802], [3138408773, 2504692454, 2854501752, 2358785460, 3346439939], [162968108, 1473558274, 1337401752, 1265873878, 875072949]]]> : tensor<7x3x5xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<7x3x5xui32>, tensor<7x3x5xui32>) -> ()
  return
}
func.func private @three_fry_of_7x3x5(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<7x3x5xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x3x5xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<7x3x5xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_1x5x7x3(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x5x7x3xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654381]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[[[1413901379, 1608297253, 1786451368], [2334330035, 2645216677, 3051694563], [3260791584, 2910896376, 1879063680], [3573217173, 3543251744, 1512093504], [1643330246, 4180844098, 1113838178], [4037811889, 3027153000, 3907929142], [1913514805, 3787716697, 1327923992]], [[2803775891, 1332375939, 3757516400], [3043437406, 1891962892, 809478375], [1209009475, 3199384984, 3439512860], [3356964883, 535393827, 1337861417], [3732119051, 2078790378, 3918856443], [160418096, 1401512830, 3508237631], [2654832640, 1774282486, 3022412328]], [[3290407044, 3974621324, 3519613292], [3993415295, 3049416858, 1066229247], [2229409565, 2366946845, 567490993], [1271763195, 1545712504, 1505763238], [1744029859, 973792497, 1484667944], [717756482, 835029720, 3806997052], [2895860766, 706537892, 1733085094]], [[1726948311, 3867722969, 1121597703], [1223601812, 2716589706, 788138841], [3492507258, 722253239, 3202315862], [1071409081, 2966465170, 1854256196], [2204691141, 3772036830, 4155695493], [873633551, 3621582161, 3511057425], [3487246710, 3918540753, 3352834353]], [[4193641858, 1932556802, 3138408773], [2384360671, 571243042, 3460492411], [2504692454, 2854501752, 2358785460], [1569131554, 2465956780, 538765446], [3346439939, 162968108, 1473558274], [4242859330, 3846119834, 3208668866], [1337401752, 1265873878, 875072949]]]]> : tensor<1x5x7x3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<1x5x7x3xui32>, tensor<1x5x7x3xui32>) -> ()
  return
}
func.func private @three_fry_of_1x5x7x3(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<1x5x7x3xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x5x7x3xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<1x5x7x3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_3x1(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x1xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[1413901379], [2334330035], [1608297253]]> : tensor<3x1xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3x1xui32>, tensor<3x1xui32>) -> ()
  return
}
func.func private @three_fry_of_3x1(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<3x1xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x1xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<3x1xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
  %got:2 = call @three_fry_of_5x1x1(%0) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x1x1xui32>)
  %want_0 = stablehlo.constant dense<[1234567890123, 987654324]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %want_1 = stablehlo.constant dense<[[[1413901379]], [[2334330035]], [[1608297253]], [[2645216677]], [[1786451368]]]> : tensor<5x1x1xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<5x1x1xui32>, tensor<5x1x1xui32>) -> ()
  return
}
func.func private @three_fry_of_5x1x1(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5x1x1xui32> {jax.result_info = "result[1]"}) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x1x1xui32>)
  return %output_state, %output : tensor<2xui64>, tensor<5x1x1xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui32>
  %got:2 = call @jax_uint8(%0) : (tensor<4xui32>) -> (tensor<4xui32>, tensor<3xui8>)
  %want_0 = stablehlo.constant dense<[1, 2, 4, 4]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %want_1 = stablehlo.constant dense<[100, 215, 190]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}
func.func private @jax_uint8(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result[0]"}, tensor<3xui8> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui8>)
  %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
  %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
  return %3, %output : tensor<4xui32>, tensor<3xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui32>
  %got:2 = call @jax_uint16(%0) : (tensor<4xui32>) -> (tensor<4xui32>, tensor<3xui16>)
  %want_0 = stablehlo.constant dense<[1, 2, 4, 4]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %want_1 = stablehlo.constant dense<[59492, 3031, 51646]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}
func.func private @jax_uint16(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result[0]"}, tensor<3xui16> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui16>)
  %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
  %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
  return %3, %output : tensor<4xui32>, tensor<3xui16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui32>
  %got:2 = call @jax_uint32(%0) : (tensor<4xui32>) -> (tensor<4xui32>, tensor<3xui32>)
  %want_0 = stablehlo.constant dense<[1, 2, 4, 4]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %want_1 = stablehlo.constant dense<[512747620, 1298009047, 1267190206]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}
func.func private @jax_uint32(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result[0]"}, tensor<3xui32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
  %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
  return %3, %output : tensor<4xui32>, tensor<3xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui32>
  %got:2 = call @jax_uint64(%0) : (tensor<4xui32>) -> (tensor<4xui32>, tensor<3xui64>)
  %want_0 = stablehlo.constant dense<[1, 2, 5, 4]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %want_1 = stablehlo.constant dense<[5574906407289874532, 3272025663544478142, 7043725020835825787]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}
func.func private @jax_uint64(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result[0]"}, tensor<3xui64> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
  %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
  %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
  return %3, %output : tensor<4xui32>, tensor<3xui64>
}
