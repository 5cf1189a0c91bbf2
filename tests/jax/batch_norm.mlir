// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (numerics.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0], [4.0, -4.0, -3.0], [3.0, 4.0, -2.0], [-2.0, 3.0, -1.0]]> : tensor<4x3xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0, -4.0]> : tensor<3xf32>
  %2 = stablehlo.constant dense<[3.0, -4.0, -3.0]> : tensor<3xf32>
  %3 = stablehlo.constant dense<[2.0, 4.0, 3.0]> : tensor<3xf32>
  %4 = stablehlo.constant dense<[3.0, 4.0, 1.0]> : tensor<3xf32>
  %got = call @inference_float32_2d_1(%0, %1, %2, %3, %4) : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xi32>
  %want = stablehlo.constant dense<[[-1614, -250, 3159], [26190, 15884, 80394], [19239, -16384, 64947], [-15517, -12351, 49500]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
func.func private @inference_float32_2d_1(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) -> (tensor<4x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4x3xf32>
  %3 = call @round(%2) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.convert %3 : (tensor<4x3xf32>) -> tensor<4x3xi32>
  return %4 : tensor<4x3xi32>
}
func.func private @round(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0], [4.0, -4.0, -3.0], [3.0, 4.0, -2.0], [-2.0, 3.0, -1.0]]> : tensor<4x3xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0, -4.0]> : tensor<3xf32>
  %2 = stablehlo.constant dense<[3.0, -4.0, -3.0]> : tensor<3xf32>
  %got:3 = call @training_float32_2d_1(%0, %1, %2) : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>)
  %want_0 = stablehlo.constant dense<[[5917, -14423, -38104], [26304, -3962, 4923], [21207, -24883, -3683], [-4277, -22268, -12288]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  %want_1 = stablehlo.constant dense<[5120, 3072, -4096]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %want_2 = stablehlo.constant dense<[23296, 39680, 14336]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @training_float32_2d_1(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> (tensor<4x3xi32> {jax.result_info = "result[0]"}, tensor<3xi32> {jax.result_info = "result[1]"}, tensor<3xi32> {jax.result_info = "result[2]"}) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %1 = stablehlo.multiply %output, %0 : tensor<4x3xf32>
  %2 = call @round(%1) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %3 = stablehlo.convert %2 : (tensor<4x3xf32>) -> tensor<4x3xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.multiply %batch_mean, %4 : tensor<3xf32>
  %6 = call @round_0(%5) : (tensor<3xf32>) -> tensor<3xf32>
  %7 = stablehlo.convert %6 : (tensor<3xf32>) -> tensor<3xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %9 = stablehlo.multiply %batch_var, %8 : tensor<3xf32>
  %10 = call @round_0(%9) : (tensor<3xf32>) -> tensor<3xf32>
  %11 = stablehlo.convert %10 : (tensor<3xf32>) -> tensor<3xi32>
  return %3, %7, %11 : tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>
}
func.func private @round(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func private @round_0(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0], [4.0, -4.0, -3.0], [3.0, 4.0, -2.0], [-2.0, 3.0, -1.0]]> : tensor<4x3xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0, -4.0]> : tensor<3xf32>
  %2 = stablehlo.constant dense<[2.0, 4.0, 3.0]> : tensor<3xf32>
  %3 = stablehlo.constant dense<[3.0, 4.0, 1.0]> : tensor<3xf32>
  %4 = stablehlo.constant dense<[[0.0, 0.0, 0.0], [-1.0, 4.0, -1.0], [1.0, -1.0, 0.0], [4.0, -3.0, 1.0]]> : tensor<4x3xf32>
  %got:3 = call @grad_float32_2d_1(%0, %1, %2, %3, %4) : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>)
  %want_0 = stablehlo.constant dense<[[-25858, 28356, -6865], [5005, 40579, -25745], [9454, 4033, -34327], [-16961, 19190, -42908]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-39390, -58485, 7723]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %want_2 = stablehlo.constant dense<[16384, 0, 0]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @grad_float32_2d_1(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<4x3xf32>) -> (tensor<4x3xi32> {jax.result_info = "result[0]"}, tensor<3xi32> {jax.result_info = "result[1]"}, tensor<3xi32> {jax.result_info = "result[2]"}) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %1 = stablehlo.multiply %grad_operand, %0 : tensor<4x3xf32>
  %2 = call @round(%1) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %3 = stablehlo.convert %2 : (tensor<4x3xf32>) -> tensor<4x3xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.multiply %grad_scale, %4 : tensor<3xf32>
  %6 = call @round_0(%5) : (tensor<3xf32>) -> tensor<3xf32>
  %7 = stablehlo.convert %6 : (tensor<3xf32>) -> tensor<3xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %9 = stablehlo.multiply %grad_offset, %8 : tensor<3xf32>
  %10 = call @round_0(%9) : (tensor<3xf32>) -> tensor<3xf32>
  %11 = stablehlo.convert %10 : (tensor<3xf32>) -> tensor<3xi32>
  return %3, %7, %11 : tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>
}
func.func private @round(%arg0: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func private @round_0(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 0.0, 2.0, 4.0], [-4.0, -3.0, 3.0, 4.0], [-2.0, -2.0, 3.0, -1.0]], [[-2.0, 3.0, -2.0, -1.0], [1.0, 0.0, -4.0, -4.0], [3.0, 2.0, 3.0, 0.0]]]> : tensor<2x3x4xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
  %3 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %4 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %got = call @inference_float32_3d_0(%0, %1, %2, %3, %4) : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x4xi32>
  %want = stablehlo.constant dense<[[[-1614, -1614, 12288, 26190], [-29419, -22468, 19239, 26190], [-15517, -15517, 19239, -8565]], [[7817, -12351, 7817, 3783], [-4284, -250, 15884, 15884], [-12351, -8317, -12351, -250]]]> : tensor<2x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  return
}
func.func private @inference_float32_3d_0(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<2xf32>) -> (tensor<2x3x4xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3x4xf32>
  %3 = call @round(%2) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3x4xf32>) -> tensor<2x3x4xi32>
  return %4 : tensor<2x3x4xi32>
}
func.func private @round(%arg0: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 0.0, 2.0, 4.0], [-4.0, -3.0, 3.0, 4.0], [-2.0, -2.0, 3.0, -1.0]], [[-2.0, 3.0, -2.0, -1.0], [1.0, 0.0, -4.0, -4.0], [3.0, 2.0, 3.0, 0.0]]]> : tensor<2x3x4xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
  %got:3 = call @training_float32_3d_0(%0, %1, %2) : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[10777, 10777, 19844, 28910], [-7357, -2823, 24377, 28910], [1710, 1710, 24377, 6244]], [[-10079, -26527, -10079, -13369], [-19948, -16658, -3500, -3500], [-26527, -23237, -26527, -16658]]]> : tensor<2x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  %want_1 = stablehlo.constant dense<[1365, -341]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[29582, 24889]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @training_float32_3d_0(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> (tensor<2x3x4xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.multiply %output, %0 : tensor<2x3x4xf32>
  %2 = call @round(%1) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %3 = stablehlo.convert %2 : (tensor<2x3x4xf32>) -> tensor<2x3x4xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %5 = stablehlo.multiply %batch_mean, %4 : tensor<2xf32>
  %6 = call @round_0(%5) : (tensor<2xf32>) -> tensor<2xf32>
  %7 = stablehlo.convert %6 : (tensor<2xf32>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %9 = stablehlo.multiply %batch_var, %8 : tensor<2xf32>
  %10 = call @round_0(%9) : (tensor<2xf32>) -> tensor<2xf32>
  %11 = stablehlo.convert %10 : (tensor<2xf32>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
func.func private @round_0(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 0.0, 2.0, 4.0], [-4.0, -3.0, 3.0, 4.0], [-2.0, -2.0, 3.0, -1.0]], [[-2.0, 3.0, -2.0, -1.0], [1.0, 0.0, -4.0, -4.0], [3.0, 2.0, 3.0, 0.0]]]> : tensor<2x3x4xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %3 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %4 = stablehlo.constant dense<[[[0.0, 0.0, 0.0, -1.0], [4.0, -1.0, 1.0, -1.0], [0.0, 4.0, -3.0, 1.0]], [[-1.0, 2.0, 2.0, -2.0], [2.0, 2.0, 0.0, -3.0], [1.0, -4.0, 3.0, 3.0]]]> : tensor<2x3x4xf32>
  %got:3 = call @grad_float32_3d_0(%0, %1, %2, %3, %4) : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[-18629, -18629, -2317, 7044], [-23449, -50048, 12790, 7044], [-34941, -7137, -15014, -19834]], [[3758, -6712, -8342, 8118], [-7364, -7690, -927, 11174], [-2679, 17163, -10746, -11724]]]> : tensor<2x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-101950, 8067]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[16384, 20480]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @grad_float32_3d_0(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<2x3x4xf32>) -> (tensor<2x3x4xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2xf32>, tensor<2xf32>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.multiply %grad_operand, %0 : tensor<2x3x4xf32>
  %2 = call @round(%1) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %3 = stablehlo.convert %2 : (tensor<2x3x4xf32>) -> tensor<2x3x4xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %5 = stablehlo.multiply %grad_scale, %4 : tensor<2xf32>
  %6 = call @round_0(%5) : (tensor<2xf32>) -> tensor<2xf32>
  %7 = stablehlo.convert %6 : (tensor<2xf32>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %9 = stablehlo.multiply %grad_offset, %8 : tensor<2xf32>
  %10 = call @round_0(%9) : (tensor<2xf32>) -> tensor<2xf32>
  %11 = stablehlo.convert %10 : (tensor<2xf32>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
func.func private @round_0(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[0.0, 0.0], [2.0, 4.0]], [[-4.0, -3.0], [3.0, 4.0]]], [[[-2.0, -2.0], [3.0, -1.0]], [[-2.0, 3.0], [-2.0, -1.0]]], [[[1.0, 0.0], [-4.0, -4.0]], [[3.0, 2.0], [3.0, 0.0]]]]> : tensor<3x2x2x2xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
  %3 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %4 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %got = call @inference_float32_4d_2(%0, %1, %2, %3, %4) : (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x2x2xi32>
  %want = stablehlo.constant dense<[[[[-1614, -1614], [-8317, -16384]], [[-29419, -22468], [-12351, -16384]]], [[[-15517, -15517], [-12351, 3783]], [[-15517, 19239], [7817, 3783]]], [[[5337, -1614], [15884, 15884]], [[19239, 12288], [-12351, -250]]]]> : tensor<3x2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2x2x2xi32>, tensor<3x2x2x2xi32>) -> ()
  return
}
func.func private @inference_float32_4d_2(%arg0: tensor<3x2x2x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<2xf32>) -> (tensor<3x2x2x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 2 : i64}> : (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x2x2xf32>
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x2x2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2x2x2xf32>
  %3 = call @round(%2) : (tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
  %4 = stablehlo.convert %3 : (tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xi32>
  return %4 : tensor<3x2x2x2xi32>
}
func.func private @round(%arg0: tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2x2x2xf32>
  return %0 : tensor<3x2x2x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[0.0, 0.0], [2.0, 4.0]], [[-4.0, -3.0], [3.0, 4.0]]], [[[-2.0, -2.0], [3.0, -1.0]], [[-2.0, 3.0], [-2.0, -1.0]]], [[[1.0, 0.0], [-4.0, -4.0]], [[3.0, 2.0], [3.0, 0.0]]]]> : tensor<3x2x2x2xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
  %got:3 = call @training_float32_4d_2(%0, %1, %2) : (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[[14117, 14117], [-20436, -26157]], [[-7834, -2346], [-23297, -26157]]], [[[3142, 3142], [-23297, -11855]], [[3142, 30580], [-8994, -11855]]], [[[19605, 14117], [-3273, -3273]], [[30580, 25093], [-23297, -14715]]]]> : tensor<3x2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3x2x2x2xi32>, tensor<3x2x2x2xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-1365, 2389]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[20025, 33081]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @training_float32_4d_2(%arg0: tensor<3x2x2x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> (tensor<3x2x2x2xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.250000e-01 : f32, feature_index = 2 : i64}> : (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x2x2xf32>
  %1 = stablehlo.multiply %output, %0 : tensor<3x2x2x2xf32>
  %2 = call @round(%1) : (tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
  %3 = stablehlo.convert %2 : (tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %5 = stablehlo.multiply %batch_mean, %4 : tensor<2xf32>
  %6 = call @round_0(%5) : (tensor<2xf32>) -> tensor<2xf32>
  %7 = stablehlo.convert %6 : (tensor<2xf32>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %9 = stablehlo.multiply %batch_var, %8 : tensor<2xf32>
  %10 = call @round_0(%9) : (tensor<2xf32>) -> tensor<2xf32>
  %11 = stablehlo.convert %10 : (tensor<2xf32>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2x2x2xf32>
  return %0 : tensor<3x2x2x2xf32>
}
func.func private @round_0(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[0.0, 0.0], [2.0, 4.0]], [[-4.0, -3.0], [3.0, 4.0]]], [[[-2.0, -2.0], [3.0, -1.0]], [[-2.0, 3.0], [-2.0, -1.0]]], [[[1.0, 0.0], [-4.0, -4.0]], [[3.0, 2.0], [3.0, 0.0]]]]> : tensor<3x2x2x2xf32>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %3 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %4 = stablehlo.constant dense<[[[[0.0, 0.0], [0.0, -1.0]], [[4.0, -1.0], [1.0, -1.0]]], [[[0.0, 4.0], [-3.0, 1.0]], [[-1.0, 2.0], [2.0, -2.0]]], [[[2.0, 2.0], [0.0, -3.0]], [[1.0, -4.0], [3.0, 3.0]]]]> : tensor<3x2x2x2xf32>
  %got:3 = call @grad_float32_4d_2(%0, %1, %2, %3, %4) : (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2x2x2xf32>) -> (tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[[-17818, -17818], [-652, 4033]], [[-15223, -43676], [-4359, 4033]]], [[[-30423, -2618], [11774, -5663]], [[-37374, 14991], [-10023, 6437]]], [[[2387, -3916], [-2607, 9493]], [[8040, -33018], [-12426, -13404]]]]> : tensor<3x2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3x2x2x2xi32>, tensor<3x2x2x2xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-78780, 8067]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[36864, 0]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @grad_float32_4d_2(%arg0: tensor<3x2x2x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<3x2x2x2xf32>) -> (tensor<3x2x2x2xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 2 : i64}> : (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2x2x2xf32>) -> (tensor<3x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x2x2xf32>
  %1 = stablehlo.multiply %grad_operand, %0 : tensor<3x2x2x2xf32>
  %2 = call @round(%1) : (tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
  %3 = stablehlo.convert %2 : (tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %5 = stablehlo.multiply %grad_scale, %4 : tensor<2xf32>
  %6 = call @round_0(%5) : (tensor<2xf32>) -> tensor<2xf32>
  %7 = stablehlo.convert %6 : (tensor<2xf32>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %9 = stablehlo.multiply %grad_offset, %8 : tensor<2xf32>
  %10 = call @round_0(%9) : (tensor<2xf32>) -> tensor<2xf32>
  %11 = stablehlo.convert %10 : (tensor<2xf32>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2x2x2xf32>
  return %0 : tensor<3x2x2x2xf32>
}
func.func private @round_0(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0], [4.0, -4.0, -3.0], [3.0, 4.0, -2.0], [-2.0, 3.0, -1.0]]> : tensor<4x3xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0, -4.0]> : tensor<3xf64>
  %2 = stablehlo.constant dense<[3.0, -4.0, -3.0]> : tensor<3xf64>
  %3 = stablehlo.constant dense<[2.0, 4.0, 3.0]> : tensor<3xf64>
  %4 = stablehlo.constant dense<[3.0, 4.0, 1.0]> : tensor<3xf64>
  %got = call @inference_float64_2d_1(%0, %1, %2, %3, %4) : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<4x3xi32>
  %want = stablehlo.constant dense<[[-1614, -250, 3159], [26190, 15884, 80394], [19239, -16384, 64947], [-15517, -12351, 49500]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
func.func private @inference_float64_2d_1(%arg0: tensor<4x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<3xf64>) -> (tensor<4x3xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<4x3xf64>
  %3 = call @round(%2) : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %4 = stablehlo.convert %3 : (tensor<4x3xf64>) -> tensor<4x3xi32>
  return %4 : tensor<4x3xi32>
}
func.func private @round(%arg0: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0], [4.0, -4.0, -3.0], [3.0, 4.0, -2.0], [-2.0, 3.0, -1.0]]> : tensor<4x3xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0, -4.0]> : tensor<3xf64>
  %2 = stablehlo.constant dense<[3.0, -4.0, -3.0]> : tensor<3xf64>
  %got:3 = call @training_float64_2d_1(%0, %1, %2) : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>)
  %want_0 = stablehlo.constant dense<[[5917, -14423, -38104], [26304, -3962, 4923], [21207, -24883, -3683], [-4277, -22268, -12288]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  %want_1 = stablehlo.constant dense<[5120, 3072, -4096]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %want_2 = stablehlo.constant dense<[23296, 39680, 14336]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @training_float64_2d_1(%arg0: tensor<4x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>) -> (tensor<4x3xi32> {jax.result_info = "result[0]"}, tensor<3xi32> {jax.result_info = "result[1]"}, tensor<3xi32> {jax.result_info = "result[2]"}) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
  %1 = stablehlo.multiply %output, %0 : tensor<4x3xf64>
  %2 = call @round(%1) : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %3 = stablehlo.convert %2 : (tensor<4x3xf64>) -> tensor<4x3xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.multiply %batch_mean, %4 : tensor<3xf64>
  %6 = call @round_0(%5) : (tensor<3xf64>) -> tensor<3xf64>
  %7 = stablehlo.convert %6 : (tensor<3xf64>) -> tensor<3xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %9 = stablehlo.multiply %batch_var, %8 : tensor<3xf64>
  %10 = call @round_0(%9) : (tensor<3xf64>) -> tensor<3xf64>
  %11 = stablehlo.convert %10 : (tensor<3xf64>) -> tensor<3xi32>
  return %3, %7, %11 : tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>
}
func.func private @round(%arg0: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}
func.func private @round_0(%arg0: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0], [4.0, -4.0, -3.0], [3.0, 4.0, -2.0], [-2.0, 3.0, -1.0]]> : tensor<4x3xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0, -4.0]> : tensor<3xf64>
  %2 = stablehlo.constant dense<[2.0, 4.0, 3.0]> : tensor<3xf64>
  %3 = stablehlo.constant dense<[3.0, 4.0, 1.0]> : tensor<3xf64>
  %4 = stablehlo.constant dense<[[0.0, 0.0, 0.0], [-1.0, 4.0, -1.0], [1.0, -1.0, 0.0], [4.0, -3.0, 1.0]]> : tensor<4x3xf64>
  %got:3 = call @grad_float64_2d_1(%0, %1, %2, %3, %4) : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<4x3xf64>) -> (tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>)
  %want_0 = stablehlo.constant dense<[[-25858, 28356, -6865], [5005, 40579, -25745], [9454, 4033, -34327], [-16961, 19190, -42908]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-39390, -58485, 7723]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %want_2 = stablehlo.constant dense<[16384, 0, 0]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @grad_float64_2d_1(%arg0: tensor<4x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<3xf64>, %arg3: tensor<3xf64>, %arg4: tensor<4x3xf64>) -> (tensor<4x3xi32> {jax.result_info = "result[0]"}, tensor<3xi32> {jax.result_info = "result[1]"}, tensor<3xi32> {jax.result_info = "result[2]"}) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
  %1 = stablehlo.multiply %grad_operand, %0 : tensor<4x3xf64>
  %2 = call @round(%1) : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %3 = stablehlo.convert %2 : (tensor<4x3xf64>) -> tensor<4x3xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.multiply %grad_scale, %4 : tensor<3xf64>
  %6 = call @round_0(%5) : (tensor<3xf64>) -> tensor<3xf64>
  %7 = stablehlo.convert %6 : (tensor<3xf64>) -> tensor<3xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %9 = stablehlo.multiply %grad_offset, %8 : tensor<3xf64>
  %10 = call @round_0(%9) : (tensor<3xf64>) -> tensor<3xf64>
  %11 = stablehlo.convert %10 : (tensor<3xf64>) -> tensor<3xi32>
  return %3, %7, %11 : tensor<4x3xi32>, tensor<3xi32>, tensor<3xi32>
}
func.func private @round(%arg0: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}
func.func private @round_0(%arg0: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 0.0, 2.0, 4.0], [-4.0, -3.0, 3.0, 4.0], [-2.0, -2.0, 3.0, -1.0]], [[-2.0, 3.0, -2.0, -1.0], [1.0, 0.0, -4.0, -4.0], [3.0, 2.0, 3.0, 0.0]]]> : tensor<2x3x4xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf64>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf64>
  %3 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %4 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %got = call @inference_float64_3d_0(%0, %1, %2, %3, %4) : (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x3x4xi32>
  %want = stablehlo.constant dense<[[[-1614, -1614, 12288, 26190], [-29419, -22468, 19239, 26190], [-15517, -15517, 19239, -8565]], [[7817, -12351, 7817, 3783], [-4284, -250, 15884, 15884], [-12351, -8317, -12351, -250]]]> : tensor<2x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  return
}
func.func private @inference_float64_3d_0(%arg0: tensor<2x3x4xf64>, %arg1: tensor<2xf64>, %arg2: tensor<2xf64>, %arg3: tensor<2xf64>, %arg4: tensor<2xf64>) -> (tensor<2x3x4xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x3x4xf64>
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x4xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3x4xf64>
  %3 = call @round(%2) : (tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  %4 = stablehlo.convert %3 : (tensor<2x3x4xf64>) -> tensor<2x3x4xi32>
  return %4 : tensor<2x3x4xi32>
}
func.func private @round(%arg0: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 0.0, 2.0, 4.0], [-4.0, -3.0, 3.0, 4.0], [-2.0, -2.0, 3.0, -1.0]], [[-2.0, 3.0, -2.0, -1.0], [1.0, 0.0, -4.0, -4.0], [3.0, 2.0, 3.0, 0.0]]]> : tensor<2x3x4xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf64>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf64>
  %got:3 = call @training_float64_3d_0(%0, %1, %2) : (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[10777, 10777, 19844, 28910], [-7357, -2823, 24377, 28910], [1710, 1710, 24377, 6244]], [[-10079, -26527, -10079, -13369], [-19948, -16658, -3500, -3500], [-26527, -23237, -26527, -16658]]]> : tensor<2x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  %want_1 = stablehlo.constant dense<[1365, -341]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[29582, 24889]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @training_float64_3d_0(%arg0: tensor<2x3x4xf64>, %arg1: tensor<2xf64>, %arg2: tensor<2xf64>) -> (tensor<2x3x4xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x4xf64>
  %1 = stablehlo.multiply %output, %0 : tensor<2x3x4xf64>
  %2 = call @round(%1) : (tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  %3 = stablehlo.convert %2 : (tensor<2x3x4xf64>) -> tensor<2x3x4xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %5 = stablehlo.multiply %batch_mean, %4 : tensor<2xf64>
  %6 = call @round_0(%5) : (tensor<2xf64>) -> tensor<2xf64>
  %7 = stablehlo.convert %6 : (tensor<2xf64>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %9 = stablehlo.multiply %batch_var, %8 : tensor<2xf64>
  %10 = call @round_0(%9) : (tensor<2xf64>) -> tensor<2xf64>
  %11 = stablehlo.convert %10 : (tensor<2xf64>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
func.func private @round_0(%arg0: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[0.0, 0.0, 2.0, 4.0], [-4.0, -3.0, 3.0, 4.0], [-2.0, -2.0, 3.0, -1.0]], [[-2.0, 3.0, -2.0, -1.0], [1.0, 0.0, -4.0, -4.0], [3.0, 2.0, 3.0, 0.0]]]> : tensor<2x3x4xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf64>
  %2 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %3 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %4 = stablehlo.constant dense<[[[0.0, 0.0, 0.0, -1.0], [4.0, -1.0, 1.0, -1.0], [0.0, 4.0, -3.0, 1.0]], [[-1.0, 2.0, 2.0, -2.0], [2.0, 2.0, 0.0, -3.0], [1.0, -4.0, 3.0, 3.0]]]> : tensor<2x3x4xf64>
  %got:3 = call @grad_float64_3d_0(%0, %1, %2, %3, %4) : (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x3x4xf64>) -> (tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[-18629, -18629, -2317, 7044], [-23449, -50048, 12790, 7044], [-34941, -7137, -15014, -19834]], [[3758, -6712, -8342, 8118], [-7364, -7690, -927, 11174], [-2679, 17163, -10746, -11724]]]> : tensor<2x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-101950, 8067]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[16384, 20480]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @grad_float64_3d_0(%arg0: tensor<2x3x4xf64>, %arg1: tensor<2xf64>, %arg2: tensor<2xf64>, %arg3: tensor<2xf64>, %arg4: tensor<2x3x4xf64>) -> (tensor<2x3x4xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x3x4xf64>) -> (tensor<2x3x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x4xf64>
  %1 = stablehlo.multiply %grad_operand, %0 : tensor<2x3x4xf64>
  %2 = call @round(%1) : (tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  %3 = stablehlo.convert %2 : (tensor<2x3x4xf64>) -> tensor<2x3x4xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %5 = stablehlo.multiply %grad_scale, %4 : tensor<2xf64>
  %6 = call @round_0(%5) : (tensor<2xf64>) -> tensor<2xf64>
  %7 = stablehlo.convert %6 : (tensor<2xf64>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %9 = stablehlo.multiply %grad_offset, %8 : tensor<2xf64>
  %10 = call @round_0(%9) : (tensor<2xf64>) -> tensor<2xf64>
  %11 = stablehlo.convert %10 : (tensor<2xf64>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<2x3x4xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
func.func private @round_0(%arg0: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[0.0, 0.0], [2.0, 4.0]], [[-4.0, -3.0], [3.0, 4.0]]], [[[-2.0, -2.0], [3.0, -1.0]], [[-2.0, 3.0], [-2.0, -1.0]]], [[[1.0, 0.0], [-4.0, -4.0]], [[3.0, 2.0], [3.0, 0.0]]]]> : tensor<3x2x2x2xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf64>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf64>
  %3 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %4 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %got = call @inference_float64_4d_2(%0, %1, %2, %3, %4) : (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<3x2x2x2xi32>
  %want = stablehlo.constant dense<[[[[-1614, -1614], [-8317, -16384]], [[-29419, -22468], [-12351, -16384]]], [[[-15517, -15517], [-12351, 3783]], [[-15517, 19239], [7817, 3783]]], [[[5337, -1614], [15884, 15884]], [[19239, 12288], [-12351, -250]]]]> : tensor<3x2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x2x2x2xi32>, tensor<3x2x2x2xi32>) -> ()
  return
}
func.func private @inference_float64_4d_2(%arg0: tensor<3x2x2x2xf64>, %arg1: tensor<2xf64>, %arg2: tensor<2xf64>, %arg3: tensor<2xf64>, %arg4: tensor<2xf64>) -> (tensor<3x2x2x2xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 2 : i64}> : (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<3x2x2x2xf64>
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x2x2x2xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<3x2x2x2xf64>
  %3 = call @round(%2) : (tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xf64>
  %4 = stablehlo.convert %3 : (tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xi32>
  return %4 : tensor<3x2x2x2xi32>
}
func.func private @round(%arg0: tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2x2x2xf64>
  return %0 : tensor<3x2x2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[0.0, 0.0], [2.0, 4.0]], [[-4.0, -3.0], [3.0, 4.0]]], [[[-2.0, -2.0], [3.0, -1.0]], [[-2.0, 3.0], [-2.0, -1.0]]], [[[1.0, 0.0], [-4.0, -4.0]], [[3.0, 2.0], [3.0, 0.0]]]]> : tensor<3x2x2x2xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf64>
  %2 = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf64>
  %got:3 = call @training_float64_4d_2(%0, %1, %2) : (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[[14117, 14117], [-20436, -26157]], [[-7834, -2346], [-23297, -26157]]], [[[3142, 3142], [-23297, -11855]], [[3142, 30580], [-8994, -11855]]], [[[19605, 14117], [-3273, -3273]], [[30580, 25093], [-23297, -14715]]]]> : tensor<3x2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3x2x2x2xi32>, tensor<3x2x2x2xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-1365, 2389]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[20025, 33081]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @training_float64_4d_2(%arg0: tensor<3x2x2x2xf64>, %arg1: tensor<2xf64>, %arg2: tensor<2xf64>) -> (tensor<3x2x2x2xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.250000e-01 : f32, feature_index = 2 : i64}> : (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x2x2x2xf64>
  %1 = stablehlo.multiply %output, %0 : tensor<3x2x2x2xf64>
  %2 = call @round(%1) : (tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xf64>
  %3 = stablehlo.convert %2 : (tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %5 = stablehlo.multiply %batch_mean, %4 : tensor<2xf64>
  %6 = call @round_0(%5) : (tensor<2xf64>) -> tensor<2xf64>
  %7 = stablehlo.convert %6 : (tensor<2xf64>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %9 = stablehlo.multiply %batch_var, %8 : tensor<2xf64>
  %10 = call @round_0(%9) : (tensor<2xf64>) -> tensor<2xf64>
  %11 = stablehlo.convert %10 : (tensor<2xf64>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2x2x2xf64>
  return %0 : tensor<3x2x2x2xf64>
}
func.func private @round_0(%arg0: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[0.0, 0.0], [2.0, 4.0]], [[-4.0, -3.0], [3.0, 4.0]]], [[[-2.0, -2.0], [3.0, -1.0]], [[-2.0, 3.0], [-2.0, -1.0]]], [[[1.0, 0.0], [-4.0, -4.0]], [[3.0, 2.0], [3.0, 0.0]]]]> : tensor<3x2x2x2xf64>
  %1 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf64>
  %2 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %3 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %4 = stablehlo.constant dense<[[[[0.0, 0.0], [0.0, -1.0]], [[4.0, -1.0], [1.0, -1.0]]], [[[0.0, 4.0], [-3.0, 1.0]], [[-1.0, 2.0], [2.0, -2.0]]], [[[2.0, 2.0], [0.0, -3.0]], [[1.0, -4.0], [3.0, 3.0]]]]> : tensor<3x2x2x2xf64>
  %got:3 = call @grad_float64_4d_2(%0, %1, %2, %3, %4) : (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x2x2xf64>) -> (tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>)
  %want_0 = stablehlo.constant dense<[[[[-17818, -17818], [-652, 4033]], [[-15223, -43676], [-4359, 4033]]], [[[-30423, -2618], [11774, -5663]], [[-37374, 14991], [-10023, 6437]]], [[[2387, -3916], [-2607, 9493]], [[8040, -33018], [-12426, -13404]]]]> : tensor<3x2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<3x2x2x2xi32>, tensor<3x2x2x2xi32>) -> ()
  %want_1 = stablehlo.constant dense<[-78780, 8067]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %want_2 = stablehlo.constant dense<[36864, 0]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @grad_float64_4d_2(%arg0: tensor<3x2x2x2xf64>, %arg1: tensor<2xf64>, %arg2: tensor<2xf64>, %arg3: tensor<2xf64>, %arg4: tensor<3x2x2x2xf64>) -> (tensor<3x2x2x2xi32> {jax.result_info = "result[0]"}, tensor<2xi32> {jax.result_info = "result[1]"}, tensor<2xi32> {jax.result_info = "result[2]"}) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.250000e-01 : f32, feature_index = 2 : i64}> : (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x2x2xf64>) -> (tensor<3x2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %cst = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x2x2x2xf64>
  %1 = stablehlo.multiply %grad_operand, %0 : tensor<3x2x2x2xf64>
  %2 = call @round(%1) : (tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xf64>
  %3 = stablehlo.convert %2 : (tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xi32>
  %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %5 = stablehlo.multiply %grad_scale, %4 : tensor<2xf64>
  %6 = call @round_0(%5) : (tensor<2xf64>) -> tensor<2xf64>
  %7 = stablehlo.convert %6 : (tensor<2xf64>) -> tensor<2xi32>
  %cst_1 = stablehlo.constant dense<4.096000e+03> : tensor<f64>
  %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %9 = stablehlo.multiply %grad_offset, %8 : tensor<2xf64>
  %10 = call @round_0(%9) : (tensor<2xf64>) -> tensor<2xf64>
  %11 = stablehlo.convert %10 : (tensor<2xf64>) -> tensor<2xi32>
  return %3, %7, %11 : tensor<3x2x2x2xi32>, tensor<2xi32>, tensor<2xi32>
}
func.func private @round(%arg0: tensor<3x2x2x2xf64>) -> tensor<3x2x2x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x2x2x2xf64>
  return %0 : tensor<3x2x2x2xf64>
}
func.func private @round_0(%arg0: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf64>
  return %0 : tensor<2xf64>
}
