// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (control.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0472865, 1.8018547, -1.4233615, 1.7945977, -0.75267416, -0.3066942, 1.3108103, -0.36320347], [0.19837475, -1.8897636, 1.0140524, 0.15257326, -0.6810731, 1.1537148, -0.78722066, -0.18600844], [-1.4638332, -0.38754806, -1.186179, -0.95074666, 1.0014586, -0.878365, -0.0592361, 1.9229488], [1.8466288, 0.8991598, 0.16490743, -0.8924352, -1.357392, 1.8797016, 0.06427434, -1.5365375]]> : tensor<4x8xf32>
  %got = call @softmax_rows(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %want = stablehlo.constant dense<[[0.055241585, 0.3193489, 0.012693218, 0.3170398, 0.024822619, 0.038773436, 0.19543734, 0.036643136], [0.118927136, 0.014737165, 0.26885942, 0.11360294, 0.049356192, 0.30915755, 0.044385623, 0.080973975], [0.01847353, 0.054196924, 0.024385605, 0.030858913, 0.21737649, 0.03317535, 0.075259045, 0.5462742], [0.34307536, 0.13301755, 0.06383035, 0.022173243, 0.013928394, 0.35461155, 0.057719532, 0.0116439145]]> : tensor<4x8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 27 : i64, min_ulp_difference = 0 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}
func.func private @softmax_rows(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.subtract %arg0, %4 : tensor<4x8xf32>
  %6 = stablehlo.exponential %5 : tensor<4x8xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %10 = stablehlo.divide %6, %9 : tensor<4x8xf32>
  return %10 : tensor<4x8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[3.0472865, 4.8018546, 1.5766385, 4.7945976, 2.247326, 2.6933057, 4.31081, 2.6367965], [3.1983747, 1.1102364, 4.0140524, 3.1525733, 2.3189268, 4.1537147, 2.2127793, 2.8139915], [1.5361668, 2.612452, 1.813821, 2.0492535, 4.0014586, 2.121635, 2.940764, 4.922949], [4.8466287, 3.89916, 3.1649075, 2.107565, 1.642608, 4.8797016, 3.0642743, 1.4634625]]> : tensor<4x8xf32>
  %got = call @log_sum_exp(%0) : (tensor<4x8xf32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[5.9433255, 5.327619, 5.527583, 5.916434]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 25 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @log_sum_exp(%arg0: tensor<4x8xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
  %3 = stablehlo.is_finite %2 : (tensor<4xf32>) -> tensor<4xi1>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.select %3, %2, %4 : tensor<4xi1>, tensor<4xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %8 = stablehlo.subtract %arg0, %7 : tensor<4x8xf32>
  %9 = stablehlo.exponential %8 : tensor<4x8xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %10 = stablehlo.reduce(%9 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %11 = stablehlo.sign %10 : tensor<4xf32>
  %12 = stablehlo.abs %10 : tensor<4xf32>
  %13 = stablehlo.log %12 : tensor<4xf32>
  %14 = stablehlo.add %13, %5 : tensor<4xf32>
  return %14 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0472865, 1.8018547, -1.4233615, 1.7945977, -0.75267416, -0.3066942, 1.3108103, -0.36320347], [0.19837475, -1.8897636, 1.0140524, 0.15257326, -0.6810731, 1.1537148, -0.78722066, -0.18600844], [-1.4638332, -0.38754806, -1.186179, -0.95074666, 1.0014586, -0.878365, -0.0592361, 1.9229488], [1.8466288, 0.8991598, 0.16490743, -0.8924352, -1.357392, 1.8797016, 0.06427434, -1.5365375]]> : tensor<4x8xf32>
  %got = call @gelu_tanh(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %want = stablehlo.constant dense<[[0.024534957, 1.7373124, -0.1102789, 1.7292783, -0.17004073, -0.11640486, 1.1861033, -0.13011432], [0.114783905, -0.055544898, 0.85643387, 0.08553737, -0.16889718, 1.0100962, -0.16978616, -0.079280734], [-0.10506452, -0.13532887, -0.13991356, -0.16258606, 0.8427719, -0.16688754, -0.028219018, 1.8705933], [1.7867666, 0.7333421, 0.09325352, -0.16617896, -0.11877241, 1.8231667, 0.03378414, -0.095785215]]> : tensor<4x8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 79 : i64, min_ulp_difference = 0 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}
func.func private @gelu_tanh(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<4x8xf32>
  %1 = stablehlo.multiply %0, %arg0 : tensor<4x8xf32>
  %cst = stablehlo.constant dense<4.471500e-02> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %3 = stablehlo.multiply %2, %1 : tensor<4x8xf32>
  %4 = stablehlo.add %arg0, %3 : tensor<4x8xf32>
  %cst_0 = stablehlo.constant dense<0.797884583> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %6 = stablehlo.multiply %5, %4 : tensor<4x8xf32>
  %7 = stablehlo.tanh %6 : tensor<4x8xf32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %9 = stablehlo.add %8, %7 : tensor<4x8xf32>
  %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %11 = stablehlo.multiply %10, %9 : tensor<4x8xf32>
  %12 = stablehlo.multiply %arg0, %11 : tensor<4x8xf32>
  return %12 : tensor<4x8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0472865, 1.8018547, -1.4233615, 1.7945977, -0.75267416, -0.3066942, 1.3108103, -0.36320347], [0.19837475, -1.8897636, 1.0140524, 0.15257326, -0.6810731, 1.1537148, -0.78722066, -0.18600844], [-1.4638332, -0.38754806, -1.186179, -0.95074666, 1.0014586, -0.878365, -0.0592361, 1.9229488], [1.8466288, 0.8991598, 0.16490743, -0.8924352, -1.357392, 1.8797016, 0.06427434, -1.5365375]]> : tensor<4x8xf32>
  %got = call @silu_f32(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %want = stablehlo.constant dense<[[0.02420215, 1.5466664, -0.2763245, 1.5388496, -0.24103554, -0.13001437, 1.0324581, -0.14898036], [0.10899338, -0.24807195, 0.7441243, 0.08209501, -0.22885545, 0.877041, -0.24621569, -0.084379286], [-0.2750275, -0.15668865, -0.27749828, -0.26500607, 0.73241204, -0.25781482, -0.02874108, 1.6777092], [1.5949901, 0.6391019, 0.08923697, -0.2593484, -0.27780998, 1.6307856, 0.033169612, -0.27202737]]> : tensor<4x8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 10 : i64, min_ulp_difference = 0 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}
func.func private @silu_f32(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result"}) {
  %0 = call @silu(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func private @silu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<4x8xf32>
  %1 = stablehlo.exponential %0 : tensor<4x8xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x8xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %5 = stablehlo.divide %4, %3 : tensor<4x8xf32>
  %6 = stablehlo.multiply %arg0, %5 : tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.189146, 7.207419, -5.693446, 7.178391, -3.0106966, -1.2267768, 5.2432413, -1.4528139], [0.793499, -7.5590544, 4.0562096, 0.61029303, -2.7242925, 4.614859, -3.1488826, -0.74403375], [-5.855333, -1.5501922, -4.744716, -3.8029866, 4.0058346, -3.51346, -0.2369444, 7.6917953], [7.386515, 3.5966392, 0.6596297, -3.5697408, -5.429568, 7.5188065, 0.25709736, -6.14615]]> : tensor<4x8xf32>
  %got = call @relu6_f32(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %want = stablehlo.constant dense<[[0.189146, 6.0, 0.0, 6.0, 0.0, 0.0, 5.2432413, 0.0], [0.793499, 0.0, 4.0562096, 0.61029303, 0.0, 4.614859, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 4.0058346, 0.0, 0.0, 6.0], [6.0, 3.5966392, 0.6596297, 0.0, 0.0, 6.0, 0.25709736, 0.0]]> : tensor<4x8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}
func.func private @relu6_f32(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result"}) {
  %0 = call @relu6(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func private @relu6(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %1 = stablehlo.maximum %arg0, %0 : tensor<4x8xf32>
  %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %3 = stablehlo.minimum %1, %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 3, 4, 9]> : tensor<4xi32>
  %got = call @one_hot(%0) : (tensor<4xi32>) -> tensor<4x5xf32>
  %want = stablehlo.constant dense<[[1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> ()
  return
}
func.func private @one_hot(%arg0: tensor<4xi32>) -> (tensor<4x5xf32> {jax.result_info = "result"}) {
  %0 = call @_one_hot(%arg0) : (tensor<4xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
func.func private @_one_hot(%arg0: tensor<4xi32>) -> tensor<4x5xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %1 = stablehlo.iota dim = 1 : tensor<1x5xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xi32>) -> tensor<4x5xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<4x5xi32>
  %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
  %5 = stablehlo.convert %4 : (tensor<4x5xi1>) -> tensor<4x5xf32>
  return %5 : tensor<4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0472865, 1.8018547, -1.4233615, 1.7945977, -0.75267416, -0.3066942, 1.3108103, -0.36320347], [0.19837475, -1.8897636, 1.0140524, 0.15257326, -0.6810731, 1.1537148, -0.78722066, -0.18600844], [-1.4638332, -0.38754806, -1.186179, -0.95074666, 1.0014586, -0.878365, -0.0592361, 1.9229488], [1.8466288, 0.8991598, 0.16490743, -0.8924352, -1.357392, 1.8797016, 0.06427434, -1.5365375]]> : tensor<4x8xf32>
  %1 = stablehlo.constant dense<[-0.9535515, -0.8060354, 1.2569029, -1.6323363, 0.4004021, 0.9142421, -1.2483957, -1.7794135]> : tensor<8xf32>
  %got = call @rms_norm(%0, %1) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %want = stablehlo.constant dense<[[-0.038442172, -1.2382277, -1.5252589, -2.4974875, -0.25693896, -0.23905256, -1.395143, 0.5510024], [-0.20063122, 1.6155841, 1.351855, -0.2641533, -0.28923982, 1.118736, 1.0423576, 0.3510569], [1.243536, 0.278293, -1.3282341, 1.3826016, 0.35723335, -0.7154163, 0.06588118, -3.0483665], [-1.3930018, -0.5733488, 0.16397206, 1.1524291, -0.4299615, 1.3594964, -0.06347721, 2.1629574]]> : tensor<4x8xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 25 : i64, min_ulp_difference = 0 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}
func.func private @rms_norm(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<4x8xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
  %4 = stablehlo.divide %2, %3 : tensor<4x1xf32>
  %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
  %6 = stablehlo.add %4, %5 : tensor<4x1xf32>
  %7 = stablehlo.rsqrt %6 : tensor<4x1xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.multiply %arg0, %8 : tensor<4x8xf32>
  %10 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<4x8xf32>
  %12 = stablehlo.multiply %9, %11 : tensor<4x8xf32>
  return %12 : tensor<4x8xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[2.0, -3.0], [-2.0, -2.0], [-2.0, 2.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[[2.0, 3.0], [3.0, 0.0], [3.0, 3.0], [3.0, -3.0]]> : tensor<4x2xf32>
  %got = call @distances(%0, %1) : (tensor<3x2xf32>, tensor<4x2xf32>) -> tensor<3x4xf32>
  %want = stablehlo.constant dense<[[6.0, 3.1622777, 6.0827627, 1.0], [6.4031243, 5.3851647, 7.071068, 5.0990195], [4.1231055, 5.3851647, 5.0990195, 7.071068]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 1 : i64, min_ulp_difference = 0 : i64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
  return
}
func.func private @distances(%arg0: tensor<3x2xf32>, %arg1: tensor<4x2xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x2xf32>) -> tensor<1x4x2xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<3x1x2xf32>) -> tensor<3x4x2xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x4x2xf32>) -> tensor<3x4x2xf32>
  %4 = stablehlo.subtract %2, %3 : tensor<3x4x2xf32>
  %5 = stablehlo.multiply %4, %4 : tensor<3x4x2xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<3x4xf32>
  %7 = stablehlo.sqrt %6 : tensor<3x4xf32>
  return %7 : tensor<3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 4.0, 9.5, 2.5]> : tensor<4xf32>
  %got = call @pairwise_minimum(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[1.5, 1.5, 5.5, 1.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @pairwise_minimum(%arg0: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %1 = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
  %3 = stablehlo.add %0, %2 : tensor<4x4xi64>
  %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %5 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
  %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x4xf32>
  %8 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<4x4xf32>
  %9 = stablehlo.subtract %7, %8 : tensor<4x4xf32>
  %10 = stablehlo.abs %9 : tensor<4x4xf32>
  %cst = stablehlo.constant dense<9.900000e+01> : tensor<f32>
  %11 = call @_where(%4, %cst, %10) : (tensor<4x4xi1>, tensor<f32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.minimum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %12 : tensor<4xf32>
}
func.func private @_where(%arg0: tensor<4x4xi1>, %arg1: tensor<f32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %1 = stablehlo.select %arg0, %0, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// A glider moves one cell in four generations.
func.func public @main() {
  %0 = stablehlo.constant dense<[[0, 1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]]> : tensor<7x7xi32>
  %got = call @game_of_life(%0) : (tensor<7x7xi32>) -> tensor<7x7xi32>
  %want = stablehlo.constant dense<[[0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0], [0, 1, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]]> : tensor<7x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7x7xi32>, tensor<7x7xi32>) -> ()
  return
}
func.func private @game_of_life(%arg0: tensor<7x7xi32>) -> (tensor<7x7xi32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i64>, tensor<i64>, tensor<7x7xi32>
  cond {
    %c_3 = stablehlo.constant dense<4> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i64>, tensor<7x7xi32>) -> (tensor<i64>, tensor<7x7xi32>)
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.add %iterArg, %c_3 : tensor<i64>
    stablehlo.return %2, %1#0, %1#1 : tensor<i64>, tensor<i64>, tensor<7x7xi32>
  }
  return %0#2 : tensor<7x7xi32>
}
func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<7x7xi32>) -> (tensor<i64>, tensor<7x7xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg0, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
  %2 = "stablehlo.reduce_window"(%arg1, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %13 = stablehlo.add %arg2, %arg3 : tensor<i32>
    stablehlo.return %13 : tensor<i32>
  }) : (tensor<7x7xi32>, tensor<i32>) -> tensor<7x7xi32>
  %3 = stablehlo.subtract %2, %arg1 : tensor<7x7xi32>
  %c_1 = stablehlo.constant dense<3> : tensor<i32>
  %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<7x7xi32>
  %5 = stablehlo.compare EQ, %3, %4, SIGNED : (tensor<7x7xi32>, tensor<7x7xi32>) -> tensor<7x7xi1>
  %c_2 = stablehlo.constant dense<1> : tensor<i32>
  %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<7x7xi32>
  %7 = stablehlo.compare EQ, %arg1, %6, SIGNED : (tensor<7x7xi32>, tensor<7x7xi32>) -> tensor<7x7xi1>
  %c_3 = stablehlo.constant dense<2> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<7x7xi32>
  %9 = stablehlo.compare EQ, %3, %8, SIGNED : (tensor<7x7xi32>, tensor<7x7xi32>) -> tensor<7x7xi1>
  %10 = stablehlo.and %7, %9 : tensor<7x7xi1>
  %11 = stablehlo.or %5, %10 : tensor<7x7xi1>
  %12 = stablehlo.convert %11 : (tensor<7x7xi1>) -> tensor<7x7xi32>
  return %0, %12 : tensor<i64>, tensor<7x7xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(-2.03, -1.07), (-1.6657143, -1.07), (-1.3014286, -1.07), (-0.93714285, -1.07), (-0.57285714, -1.07), (-0.20857143, -1.07), (0.15571429, -1.07), (0.52, -1.07)], [(-2.03, -0.5275), (-1.6657143, -0.5275), (-1.3014286, -0.5275), (-0.93714285, -0.5275), (-0.57285714, -0.5275), (-0.20857143, -0.5275), (0.15571429, -0.5275), (0.52, -0.5275)], [(-2.03, 0.015), (-1.6657143, 0.015), (-1.3014286, 0.015), (-0.93714285, 0.015), (-0.57285714, 0.015), (-0.20857143, 0.015), (0.15571429, 0.015), (0.52, 0.015)], [(-2.03, 0.5575), (-1.6657143, 0.5575), (-1.3014286, 0.5575), (-0.93714285, 0.5575), (-0.57285714, 0.5575), (-0.20857143, 0.5575), (0.15571429, 0.5575), (0.52, 0.5575)], [(-2.03, 1.1), (-1.6657143, 1.1), (-1.3014286, 1.1), (-0.93714285, 1.1), (-0.57285714, 1.1), (-0.20857143, 1.1), (0.15571429, 1.1), (0.52, 1.1)]]> : tensor<5x8xcomplex<f32>>
  %got = call @mandelbrot(%0) : (tensor<5x8xcomplex<f32>>) -> tensor<5x8xi32>
  %want = stablehlo.constant dense<[[0, 1, 2, 2, 2, 6, 3, 1], [0, 2, 2, 4, 12, 12, 12, 3], [0, 8, 12, 12, 12, 12, 12, 4], [0, 2, 2, 4, 12, 12, 12, 3], [0, 1, 2, 2, 2, 8, 2, 1]]> : tensor<5x8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<5x8xi32>, tensor<5x8xi32>) -> ()
  return
}
func.func private @mandelbrot(%arg0: tensor<5x8xcomplex<f32>>) -> (tensor<5x8xi32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<5x8xcomplex<f32>>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x8xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %2:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %0, %iterArg_2 = %1, %iterArg_3 = %c_0) : tensor<5x8xcomplex<f32>>, tensor<5x8xcomplex<f32>>, tensor<5x8xi32>, tensor<i32>
  cond {
    %c_4 = stablehlo.constant dense<12> : tensor<i32>
    %3 = stablehlo.compare LT, %iterArg_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.multiply %iterArg_1, %iterArg_1 : tensor<5x8xcomplex<f32>>
    %4 = stablehlo.add %3, %iterArg : tensor<5x8xcomplex<f32>>
    %5 = stablehlo.real %4 : (tensor<5x8xcomplex<f32>>) -> tensor<5x8xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<5x8xf32>
    %7 = stablehlo.imag %4 : (tensor<5x8xcomplex<f32>>) -> tensor<5x8xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<5x8xf32>
    %9 = stablehlo.add %6, %8 : tensor<5x8xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %11 = stablehlo.compare LT, %9, %10, FLOAT : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<5x8xi1>
    %cst_5 = stablehlo.constant dense<(9.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %12 = func.call @_where(%11, %4, %cst_5) : (tensor<5x8xi1>, tensor<5x8xcomplex<f32>>, tensor<complex<f32>>) -> tensor<5x8xcomplex<f32>>
    %13 = stablehlo.convert %11 : (tensor<5x8xi1>) -> tensor<5x8xi32>
    %14 = stablehlo.add %iterArg_2, %13 : tensor<5x8xi32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %15 = stablehlo.add %iterArg_3, %c_6 : tensor<i32>
    stablehlo.return %iterArg, %12, %14, %15 : tensor<5x8xcomplex<f32>>, tensor<5x8xcomplex<f32>>, tensor<5x8xi32>, tensor<i32>
  }
  return %2#2 : tensor<5x8xi32>
}
func.func private @_where(%arg0: tensor<5x8xi1>, %arg1: tensor<5x8xcomplex<f32>>, %arg2: tensor<complex<f32>>) -> tensor<5x8xcomplex<f32>> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<complex<f32>>) -> tensor<5x8xcomplex<f32>>
  %1 = stablehlo.select %arg0, %arg1, %0 : tensor<5x8xi1>, tensor<5x8xcomplex<f32>>
  return %1 : tensor<5x8xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1, 1], [1, 0]]> : tensor<2x2xi64>
  %1 = stablehlo.constant dense<60> : tensor<i64>
  %got = call @matrix_power(%0, %1) : (tensor<2x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  %want = stablehlo.constant dense<[[2504730781961, 1548008755920], [1548008755920, 956722026041]]> : tensor<2x2xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xi64>, tensor<2x2xi64>) -> ()
  return
}
func.func private @matrix_power(%arg0: tensor<2x2xi64>, %arg1: tensor<i64>) -> (tensor<2x2xi64> {jax.result_info = "result"}) {
  %0 = stablehlo.iota dim = 0 : tensor<2x2xi64>
  %1 = stablehlo.iota dim = 1 : tensor<2x2xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
  %3 = stablehlo.add %0, %2 : tensor<2x2xi64>
  %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
  %5 = stablehlo.convert %4 : (tensor<2x2xi1>) -> tensor<2x2xi64>
  %6:3 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %5, %iterArg_1 = %arg1) : tensor<2x2xi64>, tensor<2x2xi64>, tensor<i64>
  cond {
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %7 = stablehlo.compare GT, %iterArg_1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  } do {
    %7 = stablehlo.dot_general %iterArg, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    %c_2 = stablehlo.constant dense<2> : tensor<i64>
    %8 = func.call @remainder(%iterArg_1, %c_2) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %9 = stablehlo.compare EQ, %8, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %10 = stablehlo.dot_general %iterArg_0, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    %11 = func.call @_where_0(%9, %10, %iterArg_0) : (tensor<i1>, tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    %c_4 = stablehlo.constant dense<2> : tensor<i64>
    %12 = func.call @floor_divide(%iterArg_1, %c_4) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    stablehlo.return %7, %11, %12 : tensor<2x2xi64>, tensor<2x2xi64>, tensor<i64>
  }
  return %6#1 : tensor<2x2xi64>
}
func.func private @remainder(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.convert %arg1 : tensor<i64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i64>
  %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
  %3 = stablehlo.remainder %arg0, %2 : tensor<i64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_3 = stablehlo.constant dense<0> : tensor<i64>
  %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %8 = stablehlo.and %7, %4 : tensor<i1>
  %9 = stablehlo.add %3, %2 : tensor<i64>
  %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i64>
  return %10 : tensor<i64>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
  return %0 : tensor<i64>
}
func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<2x2xi64>, %arg2: tensor<2x2xi64>) -> tensor<2x2xi64> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}
func.func private @floor_divide(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.convert %arg1 : tensor<i64>
  %1 = stablehlo.divide %arg0, %0 : tensor<i64>
  %2 = stablehlo.sign %arg0 : tensor<i64>
  %3 = stablehlo.sign %0 : tensor<i64>
  %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.remainder %arg0, %0 : tensor<i64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %6 = stablehlo.compare NE, %5, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %7 = stablehlo.and %4, %6 : tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i64>
  %8 = stablehlo.subtract %1, %c_0 : tensor<i64>
  %9 = call @_where(%7, %8, %1) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
  return %9 : tensor<i64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<2.0> : tensor<f64>
  %got = call @newton_square_root_f64(%0) : (tensor<f64>) -> tensor<f64>
  %want = stablehlo.constant dense<1.414213562373095> : tensor<f64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 3 : i64, min_ulp_difference = 0 : i64} : (tensor<f64>, tensor<f64>) -> ()
  return
}
func.func private @newton_square_root_f64(%arg0: tensor<f64>) -> (tensor<f64> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<f64>, tensor<i64>, tensor<i64>, tensor<f64>
  cond {
    %c_4 = stablehlo.constant dense<6> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = func.call @closed_call(%iterArg, %iterArg_2, %iterArg_3) : (tensor<f64>, tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.add %iterArg_1, %c_4 : tensor<i64>
    stablehlo.return %iterArg, %2, %1#0, %1#1 : tensor<f64>, tensor<i64>, tensor<i64>, tensor<f64>
  }
  return %0#3 : tensor<f64>
}
func.func private @closed_call(%arg0: tensor<f64>, %arg1: tensor<i64>, %arg2: tensor<f64>) -> (tensor<i64>, tensor<f64>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg1, %c : tensor<i64>
  %1 = stablehlo.divide %arg0, %arg2 : tensor<f64>
  %2 = stablehlo.add %arg2, %1 : tensor<f64>
  %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
  %3 = stablehlo.multiply %cst, %2 : tensor<f64>
  return %0, %3 : tensor<i64>, tensor<f64>
}

// -----

func.func public @main() {
  %got = call @primes() : () -> tensor<24xi1>
  %want = stablehlo.constant dense<[false, false, true, true, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, true, false, false, false, true]> : tensor<24xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<24xi1>, tensor<24xi1>) -> ()
  return
}
func.func private @primes() -> (tensor<24xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.iota dim = 0 : tensor<24xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<24xi32>) -> tensor<24x1xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<24xi32>) -> tensor<1x24xi32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x24xi32>
  %4 = stablehlo.maximum %2, %3 : tensor<1x24xi32>
  %5 = call @remainder(%1, %4) : (tensor<24x1xi32>, tensor<1x24xi32>) -> tensor<24x24xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
  %7 = stablehlo.compare EQ, %5, %6, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
  %8 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<24xi32>) -> tensor<1x24xi32>
  %c_1 = stablehlo.constant dense<1> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1x24xi32>
  %10 = stablehlo.compare GT, %8, %9, SIGNED : (tensor<1x24xi32>, tensor<1x24xi32>) -> tensor<1x24xi1>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x24xi1>) -> tensor<24x24xi1>
  %12 = stablehlo.and %7, %11 : tensor<24x24xi1>
  %13 = stablehlo.convert %12 : (tensor<24x24xi1>) -> tensor<24x24xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %14 = stablehlo.reduce(%13 init: %c_2) applies stablehlo.add across dimensions = [1] : (tensor<24x24xi32>, tensor<i32>) -> tensor<24xi32>
  %c_3 = stablehlo.constant dense<1> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<24xi32>
  %16 = stablehlo.compare EQ, %14, %15, SIGNED : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
  %c_4 = stablehlo.constant dense<1> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<24xi32>
  %18 = stablehlo.compare GT, %0, %17, SIGNED : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
  %19 = stablehlo.and %16, %18 : tensor<24xi1>
  return %19 : tensor<24xi1>
}
func.func private @remainder(%arg0: tensor<24x1xi32>, %arg1: tensor<1x24xi32>) -> tensor<24x24xi32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x24xi32>
  %1 = stablehlo.compare EQ, %arg1, %0, SIGNED : (tensor<1x24xi32>, tensor<1x24xi32>) -> tensor<1x24xi1>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1x24xi32>
  %3 = call @_where(%1, %2, %arg1) : (tensor<1x24xi1>, tensor<1x24xi32>, tensor<1x24xi32>) -> tensor<1x24xi32>
  %4 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<24x1xi32>) -> tensor<24x24xi32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x24xi32>) -> tensor<24x24xi32>
  %6 = stablehlo.remainder %4, %5 : tensor<24x24xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
  %8 = stablehlo.compare NE, %6, %7, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<24x24xi32>
  %10 = stablehlo.compare LT, %6, %9, SIGNED : (tensor<24x24xi32>, tensor<24x24xi32>) -> tensor<24x24xi1>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1x24xi32>
  %12 = stablehlo.compare LT, %3, %11, SIGNED : (tensor<1x24xi32>, tensor<1x24xi32>) -> tensor<1x24xi1>
  %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x24xi1>) -> tensor<24x24xi1>
  %14 = stablehlo.compare NE, %10, %13, UNSIGNED : (tensor<24x24xi1>, tensor<24x24xi1>) -> tensor<24x24xi1>
  %15 = stablehlo.and %14, %8 : tensor<24x24xi1>
  %16 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x24xi32>) -> tensor<24x24xi32>
  %17 = stablehlo.add %6, %16 : tensor<24x24xi32>
  %18 = stablehlo.select %15, %17, %6 : tensor<24x24xi1>, tensor<24x24xi32>
  return %18 : tensor<24x24xi32>
}
func.func private @_where(%arg0: tensor<1x24xi1>, %arg1: tensor<1x24xi32>, %arg2: tensor<1x24xi32>) -> tensor<1x24xi32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<1x24xi1>, tensor<1x24xi32>
  return %0 : tensor<1x24xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.5, 2.5], [-2.5, 2.5], [0.5, 0.5], [1.5, -0.5], [3.5, -2.5], [-1.5, -0.5]]> : tensor<6x2xf32>
  %got = call @prefix_sum(%0) : (tensor<6x2xf32>) -> tensor<6x2xf32>
  %want = stablehlo.constant dense<[[1.5, 2.5], [-1.0, 5.0], [-0.5, 5.5], [1.0, 5.0], [4.5, 2.5], [3.0, 2.0]]> : tensor<6x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6x2xf32>, tensor<6x2xf32>) -> ()
  return
}
func.func private @prefix_sum(%arg0: tensor<6x2xf32>) -> (tensor<6x2xf32> {jax.result_info = "result"}) {
  %0 = call @cumsum(%arg0) : (tensor<6x2xf32>) -> tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}
func.func private @cumsum(%arg0: tensor<6x2xf32>) -> tensor<6x2xf32> {
  %0 = call @cumsum_0(%arg0) : (tensor<6x2xf32>) -> tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}
func.func private @cumsum_0(%arg0: tensor<6x2xf32>) -> tensor<6x2xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[5, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 6, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<6x2xf32>, tensor<f32>) -> tensor<6x2xf32>
  return %1 : tensor<6x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, 1, 4, 1, 5, 9, 2, 6]> : tensor<8xi32>
  %got = call @prefix_maximum_i32(%0) : (tensor<8xi32>) -> tensor<8xi32>
  %want = stablehlo.constant dense<[3, 3, 4, 4, 5, 9, 9, 9]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @prefix_maximum_i32(%arg0: tensor<8xi32>) -> (tensor<8xi32> {jax.result_info = "result"}) {
  %0 = call @cummax(%arg0) : (tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
func.func private @cummax(%arg0: tensor<8xi32>) -> tensor<8xi32> {
  %c = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 8>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %2 = stablehlo.maximum %arg1, %arg2 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  return %1 : tensor<8xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.0, 0.0, -1.0, 3.0]> : tensor<5xf32>
  %got = call @horner(%0) : (tensor<5xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[3.0, 3.0, 3.0, -0.5, 13.5]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @horner(%arg0: tensor<5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<[1.000000e+00, -2.000000e+00, 5.000000e-01, 3.000000e+00]> : tensor<4xf32>
  %0 = call @polyval(%cst, %arg0) : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func private @polyval(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) -> tensor<5xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %1 = stablehlo.slice %arg0 [0:0] : (tensor<4xf32>) -> tensor<0xf32>
  %2 = stablehlo.slice %arg0 [0:4] : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
  %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
  %5 = call @closed_call(%arg1, %0, %4) : (tensor<5xf32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %6 = stablehlo.slice %2 [1:2] : (tensor<4xf32>) -> tensor<1xf32>
  %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
  %8 = call @closed_call(%arg1, %5, %7) : (tensor<5xf32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %9 = stablehlo.slice %2 [2:3] : (tensor<4xf32>) -> tensor<1xf32>
  %10 = stablehlo.reshape %9 : (tensor<1xf32>) -> tensor<f32>
  %11 = call @closed_call(%arg1, %8, %10) : (tensor<5xf32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %12 = stablehlo.slice %2 [3:4] : (tensor<4xf32>) -> tensor<1xf32>
  %13 = stablehlo.reshape %12 : (tensor<1xf32>) -> tensor<f32>
  %14 = call @closed_call(%arg1, %11, %13) : (tensor<5xf32>, tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  return %14 : tensor<5xf32>
}
func.func private @closed_call(%arg0: tensor<5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<f32>) -> tensor<5xf32> {
  %0 = stablehlo.multiply %arg1, %arg0 : tensor<5xf32>
  %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %2 = stablehlo.add %0, %1 : tensor<5xf32>
  return %2 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.2250191, 0.27944276], [0.25513715, 0.14504144], [0.16003326, 0.27471069], [0.10105306, 0.2642457], [0.2594139, 0.19358699], [0.16060649, 0.15568513], [0.15097392, 0.18901525], [0.20090964, 0.21069947]]> : tensor<8x2xf32>
  %1 = stablehlo.constant dense<[[0.16539446, 0.29745537, 0.16374217, 0.2577098, 0.2739793, 0.17821696, 0.18757637, 0.17454977], [0.12139072, 0.19579309, 0.14827043, 0.15142906, 0.1369463, 0.1387729, 0.26276553, 0.18459684], [0.1511841, 0.21818057, 0.22085446, 0.2293716, 0.28227127, 0.13004123, 0.17427742, 0.15692413], [0.10335641, 0.13631079, 0.17893371, 0.17866214, 0.2233456, 0.1904533, 0.22146614, 0.144612]]> : tensor<4x8xf32>
  %got = call @gradient_of_tanh_layer(%0, %1) : (tensor<8x2xf32>, tensor<4x8xf32>) -> tensor<8x2xf32>
  %want = stablehlo.constant dense<[[0.27954912, 0.30239236], [0.44044226, 0.47555712], [0.36364615, 0.39464465], [0.4231247, 0.45769665], [0.47490185, 0.514095], [0.3244835, 0.35189992], [0.42523026, 0.4619041], [0.3363811, 0.36458722]]> : tensor<8x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 64 : i64, min_ulp_difference = 0 : i64} : (tensor<8x2xf32>, tensor<8x2xf32>) -> ()
  return
}
func.func private @gradient_of_tanh_layer(%arg0: tensor<8x2xf32>, %arg1: tensor<4x8xf32>) -> (tensor<8x2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.tanh %0 : tensor<4x2xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %3 = stablehlo.subtract %2, %1 : tensor<4x2xf32>
  %4 = stablehlo.multiply %1, %1 : tensor<4x2xf32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %6 = stablehlo.multiply %5, %1 : tensor<4x2xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %7 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
  %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %9 = stablehlo.multiply %8, %6 : tensor<4x2xf32>
  %10 = stablehlo.multiply %9, %3 : tensor<4x2xf32>
  %11 = stablehlo.multiply %10, %1 : tensor<4x2xf32>
  %12 = stablehlo.add %10, %11 : tensor<4x2xf32>
  %13 = stablehlo.dot_general %12, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  %14 = stablehlo.transpose %13, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
  return %14 : tensor<8x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @hessian_of_cubic(%0) : (tensor<3xf32>) -> tensor<3x3xf32>
  %want = stablehlo.constant dense<[[6.0, 1.0, 0.0], [1.0, -12.0, 0.0], [0.0, 0.0, 18.0]]> : tensor<3x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
  return
}
func.func private @hessian_of_cubic(%arg0: tensor<3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.iota dim = 0 : tensor<3x3xi64>
  %1 = stablehlo.iota dim = 1 : tensor<3x3xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
  %3 = stablehlo.add %0, %2 : tensor<3x3xi64>
  %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
  %5 = stablehlo.convert %4 : (tensor<3x3xi1>) -> tensor<3x3xf32>
  %6 = stablehlo.slice %5 [0:3, 0:3] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %7 = stablehlo.convert %6 : tensor<3x3xf32>
  %8 = stablehlo.multiply %arg0, %arg0 : tensor<3xf32>
  %9 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
  %11 = stablehlo.multiply %7, %10 : tensor<3x3xf32>
  %12 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
  %14 = stablehlo.multiply %13, %7 : tensor<3x3xf32>
  %15 = stablehlo.add %11, %14 : tensor<3x3xf32>
  %16 = stablehlo.multiply %8, %arg0 : tensor<3xf32>
  %17 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
  %19 = stablehlo.multiply %15, %18 : tensor<3x3xf32>
  %20 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
  %22 = stablehlo.multiply %21, %7 : tensor<3x3xf32>
  %23 = stablehlo.add %19, %22 : tensor<3x3xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %24 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %25 = stablehlo.reduce(%23 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %26 = stablehlo.slice %arg0 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
  %27 = stablehlo.slice %7 [0:3, 0:1] : (tensor<3x3xf32>) -> tensor<3x1xf32>
  %28 = stablehlo.reshape %26 : (tensor<1xf32>) -> tensor<f32>
  %29 = stablehlo.reshape %27 : (tensor<3x1xf32>) -> tensor<3xf32>
  %30 = stablehlo.slice %arg0 [1:2] : (tensor<3xf32>) -> tensor<1xf32>
  %31 = stablehlo.slice %7 [0:3, 1:2] : (tensor<3x3xf32>) -> tensor<3x1xf32>
  %32 = stablehlo.reshape %30 : (tensor<1xf32>) -> tensor<f32>
  %33 = stablehlo.reshape %31 : (tensor<3x1xf32>) -> tensor<3xf32>
  %34 = stablehlo.multiply %28, %32 : tensor<f32>
  %35 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %36 = stablehlo.multiply %29, %35 : tensor<3xf32>
  %37 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %38 = stablehlo.multiply %37, %33 : tensor<3xf32>
  %39 = stablehlo.add %36, %38 : tensor<3xf32>
  %40 = stablehlo.add %24, %34 : tensor<f32>
  %41 = stablehlo.add %25, %39 : tensor<3xf32>
  %42 = stablehlo.iota dim = 0 : tensor<1x1xi64>
  %43 = stablehlo.iota dim = 1 : tensor<1x1xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %44 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
  %45 = stablehlo.add %42, %44 : tensor<1x1xi64>
  %46 = stablehlo.compare EQ, %45, %43, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
  %47 = stablehlo.convert %46 : (tensor<1x1xi1>) -> tensor<1x1xf32>
  %48 = stablehlo.slice %47 [0:1, 0:1] : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %49 = stablehlo.reshape %48 : (tensor<1x1xf32>) -> tensor<1xf32>
  %50 = stablehlo.convert %49 : tensor<1xf32>
  %51 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
  %52 = stablehlo.multiply %51, %50 : tensor<1xf32>
  %53 = stablehlo.broadcast_in_dim %50, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
  %54 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
  %55 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<3x1xf32>
  %56 = stablehlo.multiply %54, %55 : tensor<3x1xf32>
  %57 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1xf32>
  %58 = stablehlo.multiply %50, %57 : tensor<1xf32>
  %59 = stablehlo.broadcast_in_dim %50, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
  %60 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
  %61 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<3x1xf32>
  %62 = stablehlo.multiply %61, %60 : tensor<3x1xf32>
  %63 = stablehlo.broadcast_in_dim %52, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
  %64 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x1x1xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %65 = stablehlo.pad %63, %cst_2, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x3xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %66 = stablehlo.pad %64, %cst_3, low = [0, 0, 1], high = [0, 0, 1], interior = [0, 0, 0] : (tensor<3x1x1xf32>, tensor<f32>) -> tensor<3x1x3xf32>
  %67 = stablehlo.broadcast_in_dim %58, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
  %68 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x1x1xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %69 = stablehlo.pad %67, %cst_4, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x3xf32>
  %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %70 = stablehlo.pad %68, %cst_5, low = [0, 0, 0], high = [0, 0, 2], interior = [0, 0, 0] : (tensor<3x1x1xf32>, tensor<f32>) -> tensor<3x1x3xf32>
  %71 = stablehlo.add %65, %69 : tensor<1x3xf32>
  %72 = stablehlo.add %66, %70 : tensor<3x1x3xf32>
  %73 = stablehlo.broadcast_in_dim %50, dims = [0] : (tensor<1xf32>) -> tensor<1x3xf32>
  %74 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %75 = stablehlo.broadcast_in_dim %15, dims = [0, 2] : (tensor<3x3xf32>) -> tensor<3x1x3xf32>
  %76 = stablehlo.multiply %74, %73 : tensor<1x3xf32>
  %77 = stablehlo.broadcast_in_dim %73, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<1x1x3xf32>
  %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2] : (tensor<1x1x3xf32>) -> tensor<3x1x3xf32>
  %79 = stablehlo.multiply %75, %78 : tensor<3x1x3xf32>
  %80 = stablehlo.add %71, %76 : tensor<1x3xf32>
  %81 = stablehlo.add %72, %79 : tensor<3x1x3xf32>
  %82 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %83 = stablehlo.broadcast_in_dim %7, dims = [0, 2] : (tensor<3x3xf32>) -> tensor<3x1x3xf32>
  %84 = stablehlo.multiply %73, %82 : tensor<1x3xf32>
  %85 = stablehlo.broadcast_in_dim %73, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<1x1x3xf32>
  %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x1x3xf32>) -> tensor<3x1x3xf32>
  %87 = stablehlo.multiply %86, %83 : tensor<3x1x3xf32>
  %88 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %89 = stablehlo.broadcast_in_dim %7, dims = [0, 2] : (tensor<3x3xf32>) -> tensor<3x1x3xf32>
  %90 = stablehlo.multiply %88, %84 : tensor<1x3xf32>
  %91 = stablehlo.broadcast_in_dim %84, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<1x1x3xf32>
  %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<1x1x3xf32>) -> tensor<3x1x3xf32>
  %93 = stablehlo.multiply %89, %92 : tensor<3x1x3xf32>
  %94 = stablehlo.broadcast_in_dim %88, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<1x1x3xf32>
  %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x3xf32>) -> tensor<3x1x3xf32>
  %96 = stablehlo.multiply %95, %87 : tensor<3x1x3xf32>
  %97 = stablehlo.add %93, %96 : tensor<3x1x3xf32>
  %98 = stablehlo.add %80, %90 : tensor<1x3xf32>
  %99 = stablehlo.add %81, %97 : tensor<3x1x3xf32>
  %100 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %101 = stablehlo.broadcast_in_dim %7, dims = [0, 2] : (tensor<3x3xf32>) -> tensor<3x1x3xf32>
  %102 = stablehlo.multiply %84, %100 : tensor<1x3xf32>
  %103 = stablehlo.broadcast_in_dim %100, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<1x1x3xf32>
  %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<1x1x3xf32>) -> tensor<3x1x3xf32>
  %105 = stablehlo.multiply %87, %104 : tensor<3x1x3xf32>
  %106 = stablehlo.broadcast_in_dim %84, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<1x1x3xf32>
  %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<1x1x3xf32>) -> tensor<3x1x3xf32>
  %108 = stablehlo.multiply %107, %101 : tensor<3x1x3xf32>
  %109 = stablehlo.add %105, %108 : tensor<3x1x3xf32>
  %110 = stablehlo.add %98, %102 : tensor<1x3xf32>
  %111 = stablehlo.add %99, %109 : tensor<3x1x3xf32>
  %112 = stablehlo.slice %110 [0:1, 0:3] : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %113 = stablehlo.slice %111 [0:3, 0:1, 0:3] : (tensor<3x1x3xf32>) -> tensor<3x1x3xf32>
  %114 = stablehlo.reshape %112 : (tensor<1x3xf32>) -> tensor<3xf32>
  %115 = stablehlo.reshape %113 : (tensor<3x1x3xf32>) -> tensor<3x3xf32>
  %116 = stablehlo.transpose %115, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %117 = stablehlo.slice %116 [0:3, 0:3] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %117 : tensor<3x3xf32>
}

// -----

// Neighbours by padding one edge and cutting the other.
func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 0.0, 64.0, 0.0, 0.0, 0.0]> : tensor<6xf32>
  %got = call @heat_equation(%0) : (tensor<6xf32>) -> tensor<6xf32>
  %want = stablehlo.constant dense<[6.0, 15.0, 20.0, 15.0, 6.0, 1.0]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xf32>, tensor<6xf32>) -> ()
  return
}
func.func private @heat_equation(%arg0: tensor<6xf32>) -> (tensor<6xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i64>, tensor<i64>, tensor<6xf32>
  cond {
    %c_3 = stablehlo.constant dense<3> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i64>, tensor<6xf32>) -> (tensor<i64>, tensor<6xf32>)
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.add %iterArg, %c_3 : tensor<i64>
    stablehlo.return %2, %1#0, %1#1 : tensor<i64>, tensor<i64>, tensor<6xf32>
  }
  return %0#2 : tensor<6xf32>
}
func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<6xf32>) -> (tensor<i64>, tensor<6xf32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg0, %c : tensor<i64>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.pad %arg1, %cst, low = [-1], high = [1], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %3 = stablehlo.multiply %2, %arg1 : tensor<6xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<6xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %5 = stablehlo.pad %arg1, %cst_1, low = [1], high = [-1], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %6 = stablehlo.add %4, %5 : tensor<6xf32>
  %cst_2 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
  %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %8 = stablehlo.multiply %7, %6 : tensor<6xf32>
  %9 = stablehlo.add %arg1, %8 : tensor<6xf32>
  return %0, %9 : tensor<i64>, tensor<6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui32>
  %got = call @crc32_table(%0) : (tensor<4xui32>) -> tensor<4xui32>
  %want = stablehlo.constant dense<[0, 1996959894, 3993919788, 2567524794]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}
func.func private @crc32_table(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i64>, tensor<i64>, tensor<4xui32>
  cond {
    %c_3 = stablehlo.constant dense<8> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i64>, tensor<4xui32>) -> (tensor<i64>, tensor<4xui32>)
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.add %iterArg, %c_3 : tensor<i64>
    stablehlo.return %2, %1#0, %1#1 : tensor<i64>, tensor<i64>, tensor<4xui32>
  }
  return %0#2 : tensor<4xui32>
}
func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<4xui32>) -> (tensor<i64>, tensor<4xui32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg0, %c : tensor<i64>
  %c_0 = stablehlo.constant dense<1> : tensor<ui32>
  %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<4xui32>
  %2 = stablehlo.and %arg1, %1 : tensor<4xui32>
  %c_1 = stablehlo.constant dense<1> : tensor<ui32>
  %3 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<4xui32>
  %4 = stablehlo.shift_right_logical %arg1, %3 : tensor<4xui32>
  %c_2 = stablehlo.constant dense<3988292384> : tensor<ui32>
  %5 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<4xui32>
  %6 = stablehlo.xor %4, %5 : tensor<4xui32>
  %c_3 = stablehlo.constant dense<1> : tensor<ui32>
  %7 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<4xui32>
  %8 = stablehlo.shift_right_logical %arg1, %7 : tensor<4xui32>
  %9 = call @_where(%2, %6, %8) : (tensor<4xui32>, tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
  return %0, %9 : tensor<i64>, tensor<4xui32>
}
func.func private @_where(%arg0: tensor<4xui32>, %arg1: tensor<4xui32>, %arg2: tensor<4xui32>) -> tensor<4xui32> {
  %c = stablehlo.constant dense<0> : tensor<ui32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<4xui32>
  %1 = stablehlo.compare NE, %arg0, %0, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %2 = stablehlo.select %1, %arg1, %arg2 : tensor<4xi1>, tensor<4xui32>
  return %2 : tensor<4xui32>
}
