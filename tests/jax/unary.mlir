// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 2.4653103, -4.1438394, -8.262477, -8.702502, 5.6388645, 7.4296002, 1.919444, 4.130938, 0.7852498, 7.8313036, 5.685364, -8.950707]> : tensor<29xf32>
  %got = call @abs_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, 0.0, 1.0, 1.0, 0.5, 0.5, 1.5, 1.5, 2.5, 2.5, 0x7F800000, 0x7F800000, 0x7FC00000, 3.4028235e38, 3.4028235e38, 1.1754944e-38, 1.1754944e-38, 2.4653103, 4.1438394, 8.262477, 8.702502, 5.6388645, 7.4296002, 1.919444, 4.130938, 0.7852498, 7.8313036, 5.685364, 8.950707]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @abs_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.abs %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 2.3406818, 89.19181, -70.4564, 88.83259, -37.257374, -15.181363, 64.88512, -17.97857, 9.8195505, -93.5433, 50.195595, 7.552376]> : tensor<29xf32>
  %got = call @cbrt_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.7937005, -0.7937005, 1.1447142, -1.1447142, 1.3572088, -1.3572088, 0x7F800000, 0xFF800000, 0x7FC00000, 6.9814636e12, -6.9814636e12, 2.2737368e-13, -2.2737368e-13, 1.3277433, 4.4679503, -4.130223, 4.4619436, -3.3399303, -2.476112, 4.0183554, -2.619701, 2.141397, -4.53946, 3.6888292, 1.9619797]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @cbrt_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.cbrt %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, -4.290982, -3.6271594, 5.6560636, -7.345513, 1.8018094, 4.1140895, -5.6177807, -8.00736, -4.0505514, 2.8337944, 1.1207819, -6.298879]> : tensor<29xf32>
  %got = call @ceil_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -0.0, 2.0, -1.0, 3.0, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.0, -0.0, -4.0, -3.0, 6.0, -7.0, 2.0, 5.0, -5.0, -8.0, -4.0, 3.0, 2.0, -6.0]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @ceil_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.ceil %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, -24.86105, -15.791369, 18.076468, 4.9297223, -24.352282, -4.0123835, -1.2569221, -20.415665, 14.074629, -23.179678, -6.5263085, 1.004411]> : tensor<29xf32>
  %got = call @cosine_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[1.0, 1.0, 0.5403023, 0.5403023, 0.87758255, 0.87758255, 0.0707372, 0.0707372, -0.8011436, -0.8011436, 0xFFC00000, 0xFFC00000, 0x7FC00000, 0.853021, 0.853021, 1.0, 1.0, 0.96331835, -0.99652374, 0.7157573, 0.21562645, 0.7105902, -0.6442219, 0.30874586, 0.0046875584, 0.062497355, -0.37302473, 0.97059083, 0.53658533]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @cosine_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.cosine %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 70.88898, 1.8124084, 76.19899, -67.06624, 17.176933, -19.762146, 48.30419, -52.07555, 59.461643, 7.030624, 64.354416, -3.6554363]> : tensor<29xf32>
  %got = call @exponential_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[1.0, 1.0, 2.7182817, 0.36787945, 1.6487212, 0.60653067, 4.481689, 0.22313017, 12.182494, 0.082085, 0x7F800000, 0.0, 0x7FC00000, 0x7F800000, 0.0, 1.0, 1.0, 6.1191564e30, 6.1251817, 1.23822856e33, 7.473133e-30, 28830180.0, 2.6146227e-9, 9.511387e20, 2.4203376e-23, 6.6659726e25, 1130.7358, 8.8872564e27, 0.025850218]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @exponential_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.exponential %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 1.2200117, 1.2317631, 0.061302245, -0.8567945, -1.7842772, -0.46652448, -0.36610717, -1.8188993, -1.8049692, 1.9967045, 0.60947645, -1.0619591]> : tensor<29xf32>
  %got = call @exponential_minus_one_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.7182817, -0.63212055, 0.6487213, -0.39346933, 3.481689, -0.77686983, 11.182494, -0.917915, 0x7F800000, -1.0, 0x7FC00000, 0x7F800000, -1.0, 1.1754944e-38, -1.1754944e-38, 2.3872273, 2.4272668, 0.06322022, -0.57547927, -0.8320816, -0.37282172, -0.30657148, -0.8377958, -0.8355205, 6.364745, 0.8394681, -0.65422225]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 6 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @exponential_minus_one_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 0.6869583, -2.8211243, -2.3567896, -2.2590582, 8.77401, 2.389613, 3.1378307, -3.0606577, 3.238518, -6.786497, -8.068873, 6.3034444]> : tensor<29xf32>
  %got = call @floor_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 0.0, -1.0, 0.0, -3.0, -3.0, -3.0, 8.0, 2.0, 3.0, -4.0, 3.0, -7.0, -9.0, 6.0]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @floor_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.floor %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 61.8882, 88.825195, 76.79513, 22.303259, 29.723461, 86.483055, 0.5312125, 81.3034, 78.9119, 46.33088, 30.00718, 27.571352]> : tensor<29xf32>
  %got = call @log_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0xFF800000, 0xFF800000, 0.0, 0xFFFFFFFF, -0.6931472, 0xFFFFFFFF, 0.4054651, 0xFFFFFFFF, 0.91629076, 0xFFFFFFFF, 0x7F800000, 0xFFFFFFFF, 0xFFFFFFFF, 88.72284, 0xFFFFFFFF, -87.33655, 0xFFFFFFFF, 4.1253295, 4.4866705, 4.341141, 3.1047328, 3.3919368, 4.4599485, -0.63259315, 4.3981876, 4.368332, 3.8358088, 3.4014366, 3.3167772]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @log_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.log %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 2.3370256, 8.874041, 2.2552373, 6.9066343, 7.7119756, 2.9717395, 3.4350305, 2.790214, 0.15884061, 3.841758, 1.4893862, 1.645738]> : tensor<29xf32>
  %got = call @log_plus_one_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.6931472, 0xFF800000, 0.4054651, -0.6931472, 0.91629076, 0xFFFFFFFF, 1.252763, 0xFFFFFFFF, 0x7F800000, 0xFFFFFFFF, 0xFFFFFFFF, 88.72284, 0xFFFFFFFF, 1.1754944e-38, -1.1754944e-38, 1.2050799, 2.2899091, 1.1802652, 2.0677023, 2.1646986, 1.3792042, 1.4895345, 1.3324225, 0.14742003, 1.5772778, 0.9120361, 0.9729501]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @log_plus_one_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.log_plus_one %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 6.6644855, -3.8372903, 1.8566667, 4.9956136, 3.8893433, 7.4768424, 6.487086, 7.5282774, -8.5214205, -1.129536, -0.2710021, -7.8272243]> : tensor<29xf32>
  %got = call @logistic_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.5, 0.5, 0.7310586, 0.26894143, 0.62245935, 0.37754068, 0.81757444, 0.18242553, 0.9241418, 0.075858176, 1.0, 0.0, 0xFFC00000, 1.0, 0.0, 0.5, 0.5, 0.9987262, 0.021097235, 0.8649079, 0.99327797, 0.9799514, 0.9994343, 0.9984793, 0.99946266, 0.00019911668, 0.24424674, 0.4326611, 0.0003985718]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @logistic_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<29xf32>
  %1 = stablehlo.exponential %0 : tensor<29xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<29xf32>
  %3 = stablehlo.add %2, %1 : tensor<29xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<29xf32>
  %5 = stablehlo.divide %4, %3 : tensor<29xf32>
  return %5 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 8.208031, -5.2617273, 5.912008, -6.312922, 0.2304831, -6.5534472, 3.4026566, 6.151459, -1.3408381, 8.2246685, 5.8559923, -2.9121244]> : tensor<29xf32>
  %got = call @negate_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[-0.0, 0.0, -1.0, 1.0, -0.5, 0.5, -1.5, 1.5, -2.5, 2.5, 0xFF800000, 0x7F800000, 0xFFC00000, -3.4028235e38, 3.4028235e38, -1.1754944e-38, 1.1754944e-38, -8.208031, 5.2617273, -5.912008, 6.312922, -0.2304831, 6.5534472, -3.4026566, -6.151459, 1.3408381, -8.2246685, -5.8559923, 2.9121244]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @negate_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.negate %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, -6.685736, -0.012998476, 1.8269705, -8.483598, -6.3373303, 7.7077985, -7.7324295, -6.6640687, 8.069912, 2.1939046, -2.3581238, 0.2050204]> : tensor<29xf32>
  %got = call @round_nearest_afz_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 0.0, -0.0, -7.0, -0.0, 2.0, -8.0, -6.0, 8.0, -8.0, -7.0, 8.0, 2.0, -2.0, 0.0]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @round_nearest_afz_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, -4.48516, 8.041553, -5.592233, -5.7727547, -2.7019937, -4.8502574, 3.0680234, -6.928571, 7.133569, 6.4463487, -8.949114, 0.74639094]> : tensor<29xf32>
  %got = call @round_nearest_even_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0, -0.0, 2.0, -2.0, 2.0, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 0.0, -0.0, -4.0, 8.0, -6.0, -6.0, -3.0, -5.0, 3.0, -7.0, 7.0, 6.0, -9.0, 1.0]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @round_nearest_even_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 85.61631, 84.6764, 80.293205, 25.890575, 7.651974, 93.700645, 60.76924, 0.27041832, 90.13121, 97.4957, 28.3505, 80.55431]> : tensor<29xf32>
  %got = call @rsqrt_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0x7F800000, 0xFF800000, 1.0, 0xFFC00000, 1.4142135, 0xFFC00000, 0.8164966, 0xFFC00000, 0.6324555, 0xFFC00000, 0.0, 0xFFC00000, 0x7FC00000, 5.421011e-20, 0xFFC00000, 9.223372e18, 0xFFC00000, 0.10807413, 0.10867228, 0.11159908, 0.19653013, 0.3615041, 0.103306755, 0.12827975, 1.9230118, 0.1053325, 0.101276174, 0.18781039, 0.11141806]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 3 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @rsqrt_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.rsqrt %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 5.9577, -2.50296, 3.6493075, 6.482138, 2.5437148, 0.87053776, 4.7216415, 3.8936589, -0.5909624, 1.3042608, 4.4338026, -7.8558493]> : tensor<29xf32>
  %got = call @sign_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 0x7FC00000, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @sign_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.sign %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 11.564602, 18.949026, -9.335594, -27.30971, 4.2958355, -21.225275, 13.126283, -9.27861, -2.5794194, 28.556273, 16.887962, 20.627403]> : tensor<29xf32>
  %got = call @sine_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.84147096, -0.84147096, 0.47942555, -0.47942555, 0.997495, -0.997495, 0.5984721, -0.5984721, 0xFFC00000, 0xFFC00000, 0x7FC00000, -0.5218765, 0.5218765, 1.1754944e-38, -1.1754944e-38, -0.8424253, 0.09930623, -0.089065604, -0.8218349, -0.91448885, -0.6931669, 0.5311117, -0.14564781, -0.5330263, -0.27821827, -0.92460567, 0.9786414]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @sine_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.sine %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 56.129097, 42.649364, 9.322368, 34.466396, 61.53318, 2.1536288, 86.58986, 84.55236, 4.395674, 79.44165, 18.302874, 68.86981]> : tensor<29xf32>
  %got = call @sqrt_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.0, 0xFFC00000, 0.70710677, 0xFFC00000, 1.2247449, 0xFFC00000, 1.5811388, 0xFFC00000, 0x7F800000, 0xFFC00000, 0x7FC00000, 1.8446743e19, 0xFFC00000, 1.0842022e-19, 0xFFC00000, 7.4919353, 6.530648, 3.0532553, 5.8708086, 7.844309, 1.4675248, 9.305367, 9.195236, 2.0965862, 8.913005, 4.278186, 8.298783]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @sqrt_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.sqrt %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, 1.0352244, -1.0170808, 0.17323364, -0.39576018, -0.8551741, -0.3425279, -0.21550651, 0.33402932, 0.7091576, -1.454131, -0.73787725, 0.31243756]> : tensor<29xf32>
  %got = call @tan_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 1.5574077, -1.5574077, 0.5463025, -0.5463025, 14.10142, -14.10142, -0.74702233, 0.74702233, 0xFFC00000, 0xFFC00000, 0x7FC00000, -0.6117979, 0.6117979, 1.1754944e-38, -1.1754944e-38, 1.6851292, -1.6175233, 0.17498761, -0.41780442, -1.1502819, -0.35658365, -0.21890594, 0.34703317, 0.85806495, -8.532604, -0.9092045, 0.3230173]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 5 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @tan_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.tan %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38, -1.0069423, 2.174147, -2.1917667, -4.172751, 4.6977134, 0.63926744, 1.4432096, 0.7687146, -0.2463903, -3.77598, -1.8640388, 2.3620858]> : tensor<29xf32>
  %got = call @tanh_f32(%0) : (tensor<29xf32>) -> tensor<29xf32>
  %want = stablehlo.constant dense<[0.0, -0.0, 0.7615942, -0.7615942, 0.46211717, -0.46211717, 0.9051482, -0.9051482, 0.98661435, -0.98661435, 1.0, -1.0, 0x7FC00000, 1.0, -1.0, 1.1754944e-38, -1.1754944e-38, -0.76449436, 0.9744722, -0.9753454, -0.9995252, 0.9998339, 0.5644006, 0.89434206, 0.6461814, -0.24152249, -0.9989505, -0.9530506, 0.9824]> : tensor<29xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 7 : i64, min_ulp_difference = 0 : i64} : (tensor<29xf32>, tensor<29xf32>) -> ()
  return
}
func.func private @tanh_f32(%arg0: tensor<29xf32>) -> (tensor<29xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.tanh %arg0 : tensor<29xf32>
  return %0 : tensor<29xf32>
}
