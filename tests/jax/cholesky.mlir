// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (numerics.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[23.0, 22.0, 2.0, -8.0], [22.0, 53.0, 19.0, -11.0], [2.0, 19.0, 21.0, -7.0], [-8.0, -11.0, -7.0, 21.0]]> : tensor<4x4xf32>
  %got = call @lower_float32(%0) : (tensor<4x4xf32>) -> tensor<4x4xi32>
  %want = stablehlo.constant dense<[[1228, 0, 0, 0], [1174, 1447, 0, 0], [107, 774, 875, 0], [-427, -152, -338, 1028]]> : tensor<4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
  return
}
func.func private @lower_float32(%arg0: tensor<4x4xf32>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4x4xf32>
  %3 = call @round(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.convert %3 : (tensor<4x4xf32>) -> tensor<4x4xi32>
  return %4 : tensor<4x4xi32>
}
func.func private @round(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[32.0, -16.0, 12.0], [-16.0, 17.0, 1.0], [12.0, 1.0, 20.0]], [[17.0, 1.0, -5.0], [1.0, 37.0, -25.0], [-5.0, -25.0, 24.0]], [[17.0, 1.0, -11.0], [1.0, 17.0, -2.0], [-11.0, -2.0, 12.0]]], [[[24.0, -6.0, 18.0], [-6.0, 29.0, -1.0], [18.0, -1.0, 32.0]], [[21.0, 9.0, -9.0], [9.0, 17.0, -5.0], [-9.0, -5.0, 8.0]], [[32.0, 18.0, 10.0], [18.0, 39.0, 20.0], [10.0, 20.0, 23.0]]]]> : tensor<2x3x3x3xf32>
  %got = call @lower_batch_float32(%0) : (tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[1448, 0, 0], [-724, 768, 0], [543, 597, 812]], [[1056, 0, 0], [62, 1556, 0], [-310, -1041, 627]], [[1056, 0, 0], [62, 1054, 0], [-683, -84, 559]]], [[[1254, 0, 0], [-314, 1342, 0], [941, 171, 1088]], [[1173, 0, 0], [503, 928, 0], [-503, -81, 515]], [[1448, 0, 0], [815, 1376, 0], [453, 685, 913]]]]> : tensor<2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x3x3xi32>, tensor<2x3x3x3xi32>) -> ()
  return
}
func.func private @lower_batch_float32(%arg0: tensor<2x3x3x3xf32>) -> (tensor<2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3x3x3xf32>
  %3 = call @round(%2) : (tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xi32>
  return %4 : tensor<2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x3x3xf32>
  return %0 : tensor<2x3x3x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[23.0, 22.0, 2.0, -8.0], [22.0, 53.0, 19.0, -11.0], [2.0, 19.0, 21.0, -7.0], [-8.0, -11.0, -7.0, 21.0]]> : tensor<4x4xf32>
  %got = call @upper_float32(%0) : (tensor<4x4xf32>) -> tensor<4x4xi32>
  %want = stablehlo.constant dense<[[1228, 1174, 107, -427], [0, 1447, 774, -152], [0, 0, 875, -338], [0, 0, 0, 1028]]> : tensor<4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
  return
}
func.func private @upper_float32(%arg0: tensor<4x4xf32>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<4x4xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4x4xf32>
  %3 = call @round(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.convert %3 : (tensor<4x4xf32>) -> tensor<4x4xi32>
  return %4 : tensor<4x4xi32>
}
func.func private @round(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[32.0, -16.0, 12.0], [-16.0, 17.0, 1.0], [12.0, 1.0, 20.0]], [[17.0, 1.0, -5.0], [1.0, 37.0, -25.0], [-5.0, -25.0, 24.0]], [[17.0, 1.0, -11.0], [1.0, 17.0, -2.0], [-11.0, -2.0, 12.0]]], [[[24.0, -6.0, 18.0], [-6.0, 29.0, -1.0], [18.0, -1.0, 32.0]], [[21.0, 9.0, -9.0], [9.0, 17.0, -5.0], [-9.0, -5.0, 8.0]], [[32.0, 18.0, 10.0], [18.0, 39.0, 20.0], [10.0, 20.0, 23.0]]]]> : tensor<2x3x3x3xf32>
  %got = call @upper_batch_float32(%0) : (tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[1448, -724, 543], [0, 768, 597], [0, 0, 812]], [[1056, 62, -310], [0, 1556, -1041], [0, 0, 627]], [[1056, 62, -683], [0, 1054, -84], [0, 0, 559]]], [[[1254, -314, 941], [0, 1342, 171], [0, 0, 1088]], [[1173, 503, -503], [0, 928, -81], [0, 0, 515]], [[1448, 815, 453], [0, 1376, 685], [0, 0, 913]]]]> : tensor<2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x3x3xi32>, tensor<2x3x3x3xi32>) -> ()
  return
}
func.func private @upper_batch_float32(%arg0: tensor<2x3x3x3xf32>) -> (tensor<2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<2x3x3x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x3x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3x3x3xf32>
  %3 = call @round(%2) : (tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  %4 = stablehlo.convert %3 : (tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xi32>
  return %4 : tensor<2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x3x3xf32>
  return %0 : tensor<2x3x3x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[23.0, 22.0, 2.0, -8.0], [22.0, 53.0, 19.0, -11.0], [2.0, 19.0, 21.0, -7.0], [-8.0, -11.0, -7.0, 21.0]]> : tensor<4x4xf64>
  %got = call @lower_float64(%0) : (tensor<4x4xf64>) -> tensor<4x4xi32>
  %want = stablehlo.constant dense<[[1228, 0, 0, 0], [1174, 1447, 0, 0], [107, 774, 875, 0], [-427, -152, -338, 1028]]> : tensor<4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
  return
}
func.func private @lower_float64(%arg0: tensor<4x4xf64>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<4x4xf64>
  %3 = call @round(%2) : (tensor<4x4xf64>) -> tensor<4x4xf64>
  %4 = stablehlo.convert %3 : (tensor<4x4xf64>) -> tensor<4x4xi32>
  return %4 : tensor<4x4xi32>
}
func.func private @round(%arg0: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[32.0, -16.0, 12.0], [-16.0, 17.0, 1.0], [12.0, 1.0, 20.0]], [[17.0, 1.0, -5.0], [1.0, 37.0, -25.0], [-5.0, -25.0, 24.0]], [[17.0, 1.0, -11.0], [1.0, 17.0, -2.0], [-11.0, -2.0, 12.0]]], [[[24.0, -6.0, 18.0], [-6.0, 29.0, -1.0], [18.0, -1.0, 32.0]], [[21.0, 9.0, -9.0], [9.0, 17.0, -5.0], [-9.0, -5.0, 8.0]], [[32.0, 18.0, 10.0], [18.0, 39.0, 20.0], [10.0, 20.0, 23.0]]]]> : tensor<2x3x3x3xf64>
  %got = call @lower_batch_float64(%0) : (tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[1448, 0, 0], [-724, 768, 0], [543, 597, 812]], [[1056, 0, 0], [62, 1556, 0], [-310, -1041, 627]], [[1056, 0, 0], [62, 1054, 0], [-683, -84, 559]]], [[[1254, 0, 0], [-314, 1342, 0], [941, 171, 1088]], [[1173, 0, 0], [503, 928, 0], [-503, -81, 515]], [[1448, 0, 0], [815, 1376, 0], [453, 685, 913]]]]> : tensor<2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x3x3xi32>, tensor<2x3x3x3xi32>) -> ()
  return
}
func.func private @lower_batch_float64(%arg0: tensor<2x3x3x3xf64>) -> (tensor<2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x3x3xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3x3x3xf64>
  %3 = call @round(%2) : (tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xf64>
  %4 = stablehlo.convert %3 : (tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xi32>
  return %4 : tensor<2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x3x3xf64>
  return %0 : tensor<2x3x3x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[23.0, 22.0, 2.0, -8.0], [22.0, 53.0, 19.0, -11.0], [2.0, 19.0, 21.0, -7.0], [-8.0, -11.0, -7.0, 21.0]]> : tensor<4x4xf64>
  %got = call @upper_float64(%0) : (tensor<4x4xf64>) -> tensor<4x4xi32>
  %want = stablehlo.constant dense<[[1228, 1174, 107, -427], [0, 1447, 774, -152], [0, 0, 875, -338], [0, 0, 0, 1028]]> : tensor<4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
  return
}
func.func private @upper_float64(%arg0: tensor<4x4xf64>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<4x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<4x4xf64>
  %3 = call @round(%2) : (tensor<4x4xf64>) -> tensor<4x4xf64>
  %4 = stablehlo.convert %3 : (tensor<4x4xf64>) -> tensor<4x4xi32>
  return %4 : tensor<4x4xi32>
}
func.func private @round(%arg0: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[32.0, -16.0, 12.0], [-16.0, 17.0, 1.0], [12.0, 1.0, 20.0]], [[17.0, 1.0, -5.0], [1.0, 37.0, -25.0], [-5.0, -25.0, 24.0]], [[17.0, 1.0, -11.0], [1.0, 17.0, -2.0], [-11.0, -2.0, 12.0]]], [[[24.0, -6.0, 18.0], [-6.0, 29.0, -1.0], [18.0, -1.0, 32.0]], [[21.0, 9.0, -9.0], [9.0, 17.0, -5.0], [-9.0, -5.0, 8.0]], [[32.0, 18.0, 10.0], [18.0, 39.0, 20.0], [10.0, 20.0, 23.0]]]]> : tensor<2x3x3x3xf64>
  %got = call @upper_batch_float64(%0) : (tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[1448, -724, 543], [0, 768, 597], [0, 0, 812]], [[1056, 62, -310], [0, 1556, -1041], [0, 0, 627]], [[1056, 62, -683], [0, 1054, -84], [0, 0, 559]]], [[[1254, -314, 941], [0, 1342, 171], [0, 0, 1088]], [[1173, 503, -503], [0, 928, -81], [0, 0, 515]], [[1448, 815, 453], [0, 1376, 685], [0, 0, 913]]]]> : tensor<2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3x3x3xi32>, tensor<2x3x3x3xi32>) -> ()
  return
}
func.func private @upper_batch_float64(%arg0: tensor<2x3x3x3xf64>) -> (tensor<2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<2x3x3x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x3x3xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2x3x3x3xf64>
  %3 = call @round(%2) : (tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xf64>
  %4 = stablehlo.convert %3 : (tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xi32>
  return %4 : tensor<2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x3x3x3xf64>) -> tensor<2x3x3x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3x3x3xf64>
  return %0 : tensor<2x3x3x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(56.0, 0.0), (13.0, -38.0), (-7.0, -22.0), (1.0, 16.0)], [(13.0, 38.0), (75.0, 0.0), (24.0, -7.0), (-33.0, -15.0)], [(-7.0, 22.0), (24.0, 7.0), (43.0, 0.0), (-12.0, -16.0)], [(1.0, -16.0), (-33.0, 15.0), (-12.0, 16.0), (43.0, 0.0)]]> : tensor<4x4xcomplex<f32>>
  %got = call @lower_complex64(%0) : (tensor<4x4xcomplex<f32>>) -> tensor<2x4x4xi32>
  %want = stablehlo.constant dense<[[[1916, 0, 0, 0], [445, 1740, 0, 0], [-239, 403, 1421, 0], [34, -843, 36, 1001]], [[0, 0, 0, 0], [1300, 0, 0, 0], [753, -108, 0, 0], [-547, 730, 520, 0]]]> : tensor<2x4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> ()
  return
}
func.func private @lower_complex64(%arg0: tensor<4x4xcomplex<f32>>) -> (tensor<2x4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %2 = stablehlo.imag %0 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<2x4x4xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x4x4xf32>
  %8 = call @round(%7) : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %9 = stablehlo.convert %8 : (tensor<2x4x4xf32>) -> tensor<2x4x4xi32>
  return %9 : tensor<2x4x4xi32>
}
func.func private @round(%arg0: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(41.0, 0.0), (-28.0, -2.0), (10.0, -28.0)], [(-28.0, 2.0), (49.0, 0.0), (-15.0, 9.0)], [(10.0, 28.0), (-15.0, -9.0), (45.0, 0.0)]], [[(30.0, 0.0), (3.0, 7.0), (-4.0, -15.0)], [(3.0, -7.0), (47.0, 0.0), (-26.0, 0.0)], [(-4.0, 15.0), (-26.0, 0.0), (26.0, 0.0)]], [[(27.0, 0.0), (11.0, 1.0), (-14.0, 0.0)], [(11.0, -1.0), (27.0, 0.0), (-5.0, 9.0)], [(-14.0, 0.0), (-5.0, -9.0), (22.0, 0.0)]]], [[[(42.0, 0.0), (-26.0, -14.0), (24.0, 33.0)], [(-26.0, 14.0), (55.0, 0.0), (-15.0, -13.0)], [(24.0, -33.0), (-15.0, 13.0), (52.0, 0.0)]], [[(27.0, 0.0), (7.0, -19.0), (-7.0, -1.0)], [(7.0, 19.0), (42.0, 0.0), (11.0, -20.0)], [(-7.0, 1.0), (11.0, 20.0), (28.0, 0.0)]], [[(52.0, 0.0), (10.0, -8.0), (0.0, -32.0)], [(10.0, 8.0), (44.0, 0.0), (18.0, -28.0)], [(0.0, 32.0), (18.0, 28.0), (52.0, 0.0)]]]]> : tensor<2x3x3x3xcomplex<f32>>
  %got = call @lower_batch_complex64(%0) : (tensor<2x3x3x3xcomplex<f32>>) -> tensor<2x2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[[1639, 0, 0], [-1119, 1397, 0], [400, -447, 1043]], [[1402, 0, 0], [140, 1719, 0], [-187, -843, 683]], [[1330, 0, 0], [542, 1214, 0], [-690, 38, 869]]], [[[1659, 0, 0], [-1027, 1498, 0], [948, 475, 764]], [[1330, 0, 0], [345, 1326, 0], [-345, 599, 905]], [[1846, 0, 0], [355, 1636, 0], [0, 524, 1038]]]], [[[[0, 0, 0], [80, 0, 0], [1119, 498, 0]], [[0, 0, 0], [-327, 0, 0], [701, -22, 0]], [[0, 0, 0], [-49, 0, 0], [0, -458, 0]]], [[[0, 0, 0], [553, 0, 0], [-1304, 25, 0]], [[0, 0, 0], [936, 0, 0], [49, 732, 0]], [[0, 0, 0], [284, 0, 0], [1136, 875, 0]]]]]> : tensor<2x2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x3x3xi32>, tensor<2x2x3x3x3xi32>) -> ()
  return
}
func.func private @lower_batch_complex64(%arg0: tensor<2x3x3x3xcomplex<f32>>) -> (tensor<2x2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3x3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x3x3xcomplex<f32>>) -> tensor<2x3x3x3xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x3x3xcomplex<f32>>) -> tensor<2x3x3x3xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf32>) -> tensor<1x2x3x3x3xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf32>) -> tensor<1x2x3x3x3xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x3x3xf32>, tensor<1x2x3x3x3xf32>) -> tensor<2x2x3x3x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x3x3xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x3x3xf32>
  %8 = call @round(%7) : (tensor<2x2x3x3x3xf32>) -> tensor<2x2x3x3x3xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x3x3xf32>) -> tensor<2x2x3x3x3xi32>
  return %9 : tensor<2x2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3x3x3xf32>) -> tensor<2x2x3x3x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x3x3xf32>
  return %0 : tensor<2x2x3x3x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(56.0, 0.0), (13.0, -38.0), (-7.0, -22.0), (1.0, 16.0)], [(13.0, 38.0), (75.0, 0.0), (24.0, -7.0), (-33.0, -15.0)], [(-7.0, 22.0), (24.0, 7.0), (43.0, 0.0), (-12.0, -16.0)], [(1.0, -16.0), (-33.0, 15.0), (-12.0, 16.0), (43.0, 0.0)]]> : tensor<4x4xcomplex<f32>>
  %got = call @upper_complex64(%0) : (tensor<4x4xcomplex<f32>>) -> tensor<2x4x4xi32>
  %want = stablehlo.constant dense<[[[1916, 445, -239, 34], [0, 1740, 403, -843], [0, 0, 1421, 36], [0, 0, 0, 1001]], [[0, -1300, -753, 547], [0, 0, 108, -730], [0, 0, 0, -520], [0, 0, 0, 0]]]> : tensor<2x4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> ()
  return
}
func.func private @upper_complex64(%arg0: tensor<4x4xcomplex<f32>>) -> (tensor<2x4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<4x4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %2 = stablehlo.imag %0 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x4x4xf32>, tensor<1x4x4xf32>) -> tensor<2x4x4xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x4xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x4x4xf32>
  %8 = call @round(%7) : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %9 = stablehlo.convert %8 : (tensor<2x4x4xf32>) -> tensor<2x4x4xi32>
  return %9 : tensor<2x4x4xi32>
}
func.func private @round(%arg0: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(41.0, 0.0), (-28.0, -2.0), (10.0, -28.0)], [(-28.0, 2.0), (49.0, 0.0), (-15.0, 9.0)], [(10.0, 28.0), (-15.0, -9.0), (45.0, 0.0)]], [[(30.0, 0.0), (3.0, 7.0), (-4.0, -15.0)], [(3.0, -7.0), (47.0, 0.0), (-26.0, 0.0)], [(-4.0, 15.0), (-26.0, 0.0), (26.0, 0.0)]], [[(27.0, 0.0), (11.0, 1.0), (-14.0, 0.0)], [(11.0, -1.0), (27.0, 0.0), (-5.0, 9.0)], [(-14.0, 0.0), (-5.0, -9.0), (22.0, 0.0)]]], [[[(42.0, 0.0), (-26.0, -14.0), (24.0, 33.0)], [(-26.0, 14.0), (55.0, 0.0), (-15.0, -13.0)], [(24.0, -33.0), (-15.0, 13.0), (52.0, 0.0)]], [[(27.0, 0.0), (7.0, -19.0), (-7.0, -1.0)], [(7.0, 19.0), (42.0, 0.0), (11.0, -20.0)], [(-7.0, 1.0), (11.0, 20.0), (28.0, 0.0)]], [[(52.0, 0.0), (10.0, -8.0), (0.0, -32.0)], [(10.0, 8.0), (44.0, 0.0), (18.0, -28.0)], [(0.0, 32.0), (18.0, 28.0), (52.0, 0.0)]]]]> : tensor<2x3x3x3xcomplex<f32>>
  %got = call @upper_batch_complex64(%0) : (tensor<2x3x3x3xcomplex<f32>>) -> tensor<2x2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[[1639, -1119, 400], [0, 1397, -447], [0, 0, 1043]], [[1402, 140, -187], [0, 1719, -843], [0, 0, 683]], [[1330, 542, -690], [0, 1214, 38], [0, 0, 869]]], [[[1659, -1027, 948], [0, 1498, 475], [0, 0, 764]], [[1330, 345, -345], [0, 1326, 599], [0, 0, 905]], [[1846, 355, 0], [0, 1636, 524], [0, 0, 1038]]]], [[[[0, -80, -1119], [0, 0, -498], [0, 0, 0]], [[0, 327, -701], [0, 0, 22], [0, 0, 0]], [[0, 49, 0], [0, 0, 458], [0, 0, 0]]], [[[0, -553, 1304], [0, 0, -25], [0, 0, 0]], [[0, -936, -49], [0, 0, -732], [0, 0, 0]], [[0, -284, -1136], [0, 0, -875], [0, 0, 0]]]]]> : tensor<2x2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x3x3xi32>, tensor<2x2x3x3x3xi32>) -> ()
  return
}
func.func private @upper_batch_complex64(%arg0: tensor<2x3x3x3xcomplex<f32>>) -> (tensor<2x2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<2x3x3x3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x3x3xcomplex<f32>>) -> tensor<2x3x3x3xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x3x3xcomplex<f32>>) -> tensor<2x3x3x3xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf32>) -> tensor<1x2x3x3x3xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf32>) -> tensor<1x2x3x3x3xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x3x3xf32>, tensor<1x2x3x3x3xf32>) -> tensor<2x2x3x3x3xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x3x3xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x3x3xf32>
  %8 = call @round(%7) : (tensor<2x2x3x3x3xf32>) -> tensor<2x2x3x3x3xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x3x3xf32>) -> tensor<2x2x3x3x3xi32>
  return %9 : tensor<2x2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3x3x3xf32>) -> tensor<2x2x3x3x3xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x3x3xf32>
  return %0 : tensor<2x2x3x3x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(56.0, 0.0), (13.0, -38.0), (-7.0, -22.0), (1.0, 16.0)], [(13.0, 38.0), (75.0, 0.0), (24.0, -7.0), (-33.0, -15.0)], [(-7.0, 22.0), (24.0, 7.0), (43.0, 0.0), (-12.0, -16.0)], [(1.0, -16.0), (-33.0, 15.0), (-12.0, 16.0), (43.0, 0.0)]]> : tensor<4x4xcomplex<f64>>
  %got = call @lower_complex128(%0) : (tensor<4x4xcomplex<f64>>) -> tensor<2x4x4xi32>
  %want = stablehlo.constant dense<[[[1916, 0, 0, 0], [445, 1740, 0, 0], [-239, 403, 1421, 0], [34, -843, 36, 1001]], [[0, 0, 0, 0], [1300, 0, 0, 0], [753, -108, 0, 0], [-547, 730, 520, 0]]]> : tensor<2x4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> ()
  return
}
func.func private @lower_complex128(%arg0: tensor<4x4xcomplex<f64>>) -> (tensor<2x4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<4x4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %2 = stablehlo.imag %0 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<4x4xf64>) -> tensor<1x4x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<4x4xf64>) -> tensor<1x4x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x4x4xf64>, tensor<1x4x4xf64>) -> tensor<2x4x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x4x4xf64>
  %8 = call @round(%7) : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x4x4xf64>) -> tensor<2x4x4xi32>
  return %9 : tensor<2x4x4xi32>
}
func.func private @round(%arg0: tensor<2x4x4xf64>) -> tensor<2x4x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x4xf64>
  return %0 : tensor<2x4x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(41.0, 0.0), (-28.0, -2.0), (10.0, -28.0)], [(-28.0, 2.0), (49.0, 0.0), (-15.0, 9.0)], [(10.0, 28.0), (-15.0, -9.0), (45.0, 0.0)]], [[(30.0, 0.0), (3.0, 7.0), (-4.0, -15.0)], [(3.0, -7.0), (47.0, 0.0), (-26.0, 0.0)], [(-4.0, 15.0), (-26.0, 0.0), (26.0, 0.0)]], [[(27.0, 0.0), (11.0, 1.0), (-14.0, 0.0)], [(11.0, -1.0), (27.0, 0.0), (-5.0, 9.0)], [(-14.0, 0.0), (-5.0, -9.0), (22.0, 0.0)]]], [[[(42.0, 0.0), (-26.0, -14.0), (24.0, 33.0)], [(-26.0, 14.0), (55.0, 0.0), (-15.0, -13.0)], [(24.0, -33.0), (-15.0, 13.0), (52.0, 0.0)]], [[(27.0, 0.0), (7.0, -19.0), (-7.0, -1.0)], [(7.0, 19.0), (42.0, 0.0), (11.0, -20.0)], [(-7.0, 1.0), (11.0, 20.0), (28.0, 0.0)]], [[(52.0, 0.0), (10.0, -8.0), (0.0, -32.0)], [(10.0, 8.0), (44.0, 0.0), (18.0, -28.0)], [(0.0, 32.0), (18.0, 28.0), (52.0, 0.0)]]]]> : tensor<2x3x3x3xcomplex<f64>>
  %got = call @lower_batch_complex128(%0) : (tensor<2x3x3x3xcomplex<f64>>) -> tensor<2x2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[[1639, 0, 0], [-1119, 1397, 0], [400, -447, 1043]], [[1402, 0, 0], [140, 1719, 0], [-187, -843, 683]], [[1330, 0, 0], [542, 1214, 0], [-690, 38, 869]]], [[[1659, 0, 0], [-1027, 1498, 0], [948, 475, 764]], [[1330, 0, 0], [345, 1326, 0], [-345, 599, 905]], [[1846, 0, 0], [355, 1636, 0], [0, 524, 1038]]]], [[[[0, 0, 0], [80, 0, 0], [1119, 498, 0]], [[0, 0, 0], [-327, 0, 0], [701, -22, 0]], [[0, 0, 0], [-49, 0, 0], [0, -458, 0]]], [[[0, 0, 0], [553, 0, 0], [-1304, 25, 0]], [[0, 0, 0], [936, 0, 0], [49, 732, 0]], [[0, 0, 0], [284, 0, 0], [1136, 875, 0]]]]]> : tensor<2x2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x3x3xi32>, tensor<2x2x3x3x3xi32>) -> ()
  return
}
func.func private @lower_batch_complex128(%arg0: tensor<2x3x3x3xcomplex<f64>>) -> (tensor<2x2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x3x3x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3x3x3xcomplex<f64>>) -> tensor<2x3x3x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3x3x3xcomplex<f64>>) -> tensor<2x3x3x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf64>) -> tensor<1x2x3x3x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf64>) -> tensor<1x2x3x3x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x3x3xf64>, tensor<1x2x3x3x3xf64>) -> tensor<2x2x3x3x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3x3x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x3x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3x3x3xf64>) -> tensor<2x2x3x3x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x3x3xf64>) -> tensor<2x2x3x3x3xi32>
  return %9 : tensor<2x2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3x3x3xf64>) -> tensor<2x2x3x3x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x3x3xf64>
  return %0 : tensor<2x2x3x3x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[(56.0, 0.0), (13.0, -38.0), (-7.0, -22.0), (1.0, 16.0)], [(13.0, 38.0), (75.0, 0.0), (24.0, -7.0), (-33.0, -15.0)], [(-7.0, 22.0), (24.0, 7.0), (43.0, 0.0), (-12.0, -16.0)], [(1.0, -16.0), (-33.0, 15.0), (-12.0, 16.0), (43.0, 0.0)]]> : tensor<4x4xcomplex<f64>>
  %got = call @upper_complex128(%0) : (tensor<4x4xcomplex<f64>>) -> tensor<2x4x4xi32>
  %want = stablehlo.constant dense<[[[1916, 445, -239, 34], [0, 1740, 403, -843], [0, 0, 1421, 36], [0, 0, 0, 1001]], [[0, -1300, -753, 547], [0, 0, 108, -730], [0, 0, 0, -520], [0, 0, 0, 0]]]> : tensor<2x4x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> ()
  return
}
func.func private @upper_complex128(%arg0: tensor<4x4xcomplex<f64>>) -> (tensor<2x4x4xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<4x4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %2 = stablehlo.imag %0 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<4x4xf64>) -> tensor<1x4x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<4x4xf64>) -> tensor<1x4x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x4x4xf64>, tensor<1x4x4xf64>) -> tensor<2x4x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x4x4xf64>
  %8 = call @round(%7) : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x4x4xf64>) -> tensor<2x4x4xi32>
  return %9 : tensor<2x4x4xi32>
}
func.func private @round(%arg0: tensor<2x4x4xf64>) -> tensor<2x4x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x4xf64>
  return %0 : tensor<2x4x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(41.0, 0.0), (-28.0, -2.0), (10.0, -28.0)], [(-28.0, 2.0), (49.0, 0.0), (-15.0, 9.0)], [(10.0, 28.0), (-15.0, -9.0), (45.0, 0.0)]], [[(30.0, 0.0), (3.0, 7.0), (-4.0, -15.0)], [(3.0, -7.0), (47.0, 0.0), (-26.0, 0.0)], [(-4.0, 15.0), (-26.0, 0.0), (26.0, 0.0)]], [[(27.0, 0.0), (11.0, 1.0), (-14.0, 0.0)], [(11.0, -1.0), (27.0, 0.0), (-5.0, 9.0)], [(-14.0, 0.0), (-5.0, -9.0), (22.0, 0.0)]]], [[[(42.0, 0.0), (-26.0, -14.0), (24.0, 33.0)], [(-26.0, 14.0), (55.0, 0.0), (-15.0, -13.0)], [(24.0, -33.0), (-15.0, 13.0), (52.0, 0.0)]], [[(27.0, 0.0), (7.0, -19.0), (-7.0, -1.0)], [(7.0, 19.0), (42.0, 0.0), (11.0, -20.0)], [(-7.0, 1.0), (11.0, 20.0), (28.0, 0.0)]], [[(52.0, 0.0), (10.0, -8.0), (0.0, -32.0)], [(10.0, 8.0), (44.0, 0.0), (18.0, -28.0)], [(0.0, 32.0), (18.0, 28.0), (52.0, 0.0)]]]]> : tensor<2x3x3x3xcomplex<f64>>
  %got = call @upper_batch_complex128(%0) : (tensor<2x3x3x3xcomplex<f64>>) -> tensor<2x2x3x3x3xi32>
  %want = stablehlo.constant dense<[[[[[1639, -1119, 400], [0, 1397, -447], [0, 0, 1043]], [[1402, 140, -187], [0, 1719, -843], [0, 0, 683]], [[1330, 542, -690], [0, 1214, 38], [0, 0, 869]]], [[[1659, -1027, 948], [0, 1498, 475], [0, 0, 764]], [[1330, 345, -345], [0, 1326, 599], [0, 0, 905]], [[1846, 355, 0], [0, 1636, 524], [0, 0, 1038]]]], [[[[0, -80, -1119], [0, 0, -498], [0, 0, 0]], [[0, 327, -701], [0, 0, 22], [0, 0, 0]], [[0, 49, 0], [0, 0, 458], [0, 0, 0]]], [[[0, -553, 1304], [0, 0, -25], [0, 0, 0]], [[0, -936, -49], [0, 0, -732], [0, 0, 0]], [[0, -284, -1136], [0, 0, -875], [0, 0, 0]]]]]> : tensor<2x2x3x3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x3x3xi32>, tensor<2x2x3x3x3xi32>) -> ()
  return
}
func.func private @upper_batch_complex128(%arg0: tensor<2x3x3x3xcomplex<f64>>) -> (tensor<2x2x3x3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<2x3x3x3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x3x3x3xcomplex<f64>>) -> tensor<2x3x3x3xf64>
  %2 = stablehlo.imag %0 : (tensor<2x3x3x3xcomplex<f64>>) -> tensor<2x3x3x3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf64>) -> tensor<1x2x3x3x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x3x3xf64>) -> tensor<1x2x3x3x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x3x3xf64>, tensor<1x2x3x3x3xf64>) -> tensor<2x2x3x3x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3x3x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x3x3xf64>
  %8 = call @round(%7) : (tensor<2x2x3x3x3xf64>) -> tensor<2x2x3x3x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x3x3xf64>) -> tensor<2x2x3x3x3xi32>
  return %9 : tensor<2x2x3x3x3xi32>
}
func.func private @round(%arg0: tensor<2x2x3x3x3xf64>) -> tensor<2x2x3x3x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x3x3xf64>
  return %0 : tensor<2x2x3x3x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[37.0, 99.0, 99.0], [-3.0, 25.0, 99.0], [17.0, -21.0, 29.0]]> : tensor<3x3xf64>
  %got = call @reads_lower(%0) : (tensor<3x3xf64>) -> tensor<3x3xi32>
  %want = stablehlo.constant dense<[[1557, 0, 0], [-126, 1274, 0], [715, -1010, 608]]> : tensor<3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
  return
}
func.func private @reads_lower(%arg0: tensor<3x3xf64>) -> (tensor<3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<3x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x3xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<3x3xf64>
  %3 = call @round(%2) : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %4 = stablehlo.convert %3 : (tensor<3x3xf64>) -> tensor<3x3xi32>
  return %4 : tensor<3x3xi32>
}
func.func private @round(%arg0: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x3xf64>
  return %0 : tensor<3x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[37.0, -3.0, 17.0], [99.0, 25.0, -21.0], [99.0, 99.0, 29.0]]> : tensor<3x3xf64>
  %got = call @reads_upper(%0) : (tensor<3x3xf64>) -> tensor<3x3xi32>
  %want = stablehlo.constant dense<[[1557, -126, 715], [0, 1274, -1010], [0, 0, 608]]> : tensor<3x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
  return
}
func.func private @reads_upper(%arg0: tensor<3x3xf64>) -> (tensor<3x3xi32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<3x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x3xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<3x3xf64>
  %3 = call @round(%2) : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %4 = stablehlo.convert %3 : (tensor<3x3xf64>) -> tensor<3x3xi32>
  return %4 : tensor<3x3xi32>
}
func.func private @round(%arg0: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3x3xf64>
  return %0 : tensor<3x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf64>
  %got = call @not_positive(%0) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %want = stablehlo.constant dense<0x7FF8000000000000> : tensor<2x2xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  return
}
func.func private @not_positive(%arg0: tensor<2x2xf64>) -> (tensor<2x2xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf32>
  %got = call @not_positive_upper_f32(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %want = stablehlo.constant dense<0x7FC00000> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}
func.func private @not_positive_upper_f32(%arg0: tensor<2x2xf32>) -> (tensor<2x2xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0 : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[4.0, 0.0], [0.0, 9.0]], [[-1.0, 0.0], [0.0, 1.0]]]> : tensor<2x2x2xf64>
  %got = call @one_of_two(%0) : (tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  %want = stablehlo.constant dense<[[[2.0, 0.0], [0.0, 3.0]], [[0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000]]]> : tensor<2x2x2xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> ()
  return
}
func.func private @one_of_two(%arg0: tensor<2x2x2xf64>) -> (tensor<2x2x2xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x2x2xf64>
  return %0 : tensor<2x2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0x7FF8000000000000, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %got = call @nan(%0) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %want = stablehlo.constant dense<0x7FF8000000000000> : tensor<2x2xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  return
}
func.func private @nan(%arg0: tensor<2x2xf64>) -> (tensor<2x2xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<2x0x0xf64>
  %got = call @empty(%0) : (tensor<2x0x0xf64>) -> tensor<2x0x0xf64>
  %want = stablehlo.constant dense<> : tensor<2x0x0xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x0x0xf64>, tensor<2x0x0xf64>) -> ()
  return
}
func.func private @empty(%arg0: tensor<2x0x0xf64>) -> (tensor<2x0x0xf64> {jax.result_info = "result"}) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x0x0xf64>
  return %0 : tensor<2x0x0xf64>
}
