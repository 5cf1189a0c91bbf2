// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (numerics.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<0xcomplex<f64>>
  %got = call @fft_0(%0) : (tensor<0xcomplex<f64>>) -> tensor<2x0xi32>
  %want = stablehlo.constant dense<> : tensor<2x0xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x0xi32>, tensor<2x0xi32>) -> ()
  return
}
func.func private @fft_0(%arg0: tensor<0xcomplex<f64>>) -> (tensor<2x0xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<0xcomplex<f64>>) -> tensor<0xf64>
  %2 = stablehlo.imag %0 : (tensor<0xcomplex<f64>>) -> tensor<0xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<0xf64>) -> tensor<1x0xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<0xf64>) -> tensor<1x0xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x0xf64>, tensor<1x0xf64>) -> tensor<2x0xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x0xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x0xf64>
  %8 = call @round(%7) : (tensor<2x0xf64>) -> tensor<2x0xf64>
  %9 = stablehlo.convert %8 : (tensor<2x0xf64>) -> tensor<2x0xi32>
  return %9 : tensor<2x0xi32>
}
func.func private @fft(%arg0: tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [0] : (tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>>
  return %0 : tensor<0xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x0xf64>) -> tensor<2x0xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x0xf64>
  return %0 : tensor<2x0xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<0xcomplex<f64>>
  %got = call @ifft_0(%0) : (tensor<0xcomplex<f64>>) -> tensor<2x0xi32>
  %want = stablehlo.constant dense<> : tensor<2x0xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x0xi32>, tensor<2x0xi32>) -> ()
  return
}
func.func private @ifft_0(%arg0: tensor<0xcomplex<f64>>) -> (tensor<2x0xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<0xcomplex<f64>>) -> tensor<0xf64>
  %2 = stablehlo.imag %0 : (tensor<0xcomplex<f64>>) -> tensor<0xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<0xf64>) -> tensor<1x0xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<0xf64>) -> tensor<1x0xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x0xf64>, tensor<1x0xf64>) -> tensor<2x0xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x0xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x0xf64>
  %8 = call @round(%7) : (tensor<2x0xf64>) -> tensor<2x0xf64>
  %9 = stablehlo.convert %8 : (tensor<2x0xf64>) -> tensor<2x0xi32>
  return %9 : tensor<2x0xi32>
}
func.func private @fft(%arg0: tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [0] : (tensor<0xcomplex<f64>>) -> tensor<0xcomplex<f64>>
  return %0 : tensor<0xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x0xf64>) -> tensor<2x0xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x0xf64>
  return %0 : tensor<2x0xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<1xcomplex<f64>>
  %got = call @fft_1(%0) : (tensor<1xcomplex<f64>>) -> tensor<2x1xi32>
  %want = stablehlo.constant dense<0> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}
func.func private @fft_1(%arg0: tensor<1xcomplex<f64>>) -> (tensor<2x1xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %2 = stablehlo.imag %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<2x1xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x1xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x1xf64>
  %8 = call @round(%7) : (tensor<2x1xf64>) -> tensor<2x1xf64>
  %9 = stablehlo.convert %8 : (tensor<2x1xf64>) -> tensor<2x1xi32>
  return %9 : tensor<2x1xi32>
}
func.func private @fft(%arg0: tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [1] : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  return %0 : tensor<1xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x1xf64>
  return %0 : tensor<2x1xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<1xcomplex<f64>>
  %got = call @ifft_1(%0) : (tensor<1xcomplex<f64>>) -> tensor<2x1xi32>
  %want = stablehlo.constant dense<0> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}
func.func private @ifft_1(%arg0: tensor<1xcomplex<f64>>) -> (tensor<2x1xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %2 = stablehlo.imag %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<2x1xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x1xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x1xf64>
  %8 = call @round(%7) : (tensor<2x1xf64>) -> tensor<2x1xf64>
  %9 = stablehlo.convert %8 : (tensor<2x1xf64>) -> tensor<2x1xi32>
  return %9 : tensor<2x1xi32>
}
func.func private @fft(%arg0: tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [1] : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  return %0 : tensor<1xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x1xf64>
  return %0 : tensor<2x1xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<0.0> : tensor<1xf64>
  %got = call @rfft_1(%0) : (tensor<1xf64>) -> tensor<2x1xi32>
  %want = stablehlo.constant dense<0> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}
func.func private @rfft_1(%arg0: tensor<1xf64>) -> (tensor<2x1xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<1xf64>) -> tensor<1xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %2 = stablehlo.imag %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<1xf64>) -> tensor<1x1xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<2x1xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x1xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x1xf64>
  %8 = call @round(%7) : (tensor<2x1xf64>) -> tensor<2x1xf64>
  %9 = stablehlo.convert %8 : (tensor<2x1xf64>) -> tensor<2x1xi32>
  return %9 : tensor<2x1xi32>
}
func.func private @fft(%arg0: tensor<1xf64>) -> tensor<1xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [1] : (tensor<1xf64>) -> tensor<1xcomplex<f64>>
  return %0 : tensor<1xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x1xf64>
  return %0 : tensor<2x1xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<(-1.0, 4.0)> : tensor<1xcomplex<f64>>
  %got = call @irfft_1(%0) : (tensor<1xcomplex<f64>>) -> tensor<1xi32>
  %want = stablehlo.constant dense<-256> : tensor<1xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<1xi32>, tensor<1xi32>) -> ()
  return
}
func.func private @irfft_1(%arg0: tensor<1xcomplex<f64>>) -> (tensor<1xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<1xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<1xf64>
  %3 = call @round(%2) : (tensor<1xf64>) -> tensor<1xf64>
  %4 = stablehlo.convert %3 : (tensor<1xf64>) -> tensor<1xi32>
  return %4 : tensor<1xi32>
}
func.func private @fft(%arg0: tensor<1xcomplex<f64>>) -> tensor<1xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [1] : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
func.func private @round(%arg0: tensor<1xf64>) -> tensor<1xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<1xf64>
  return %0 : tensor<1xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(3.0, -4.0), (-2.0, -2.0)]> : tensor<2xcomplex<f64>>
  %got = call @fft_2(%0) : (tensor<2xcomplex<f64>>) -> tensor<2x2xi32>
  %want = stablehlo.constant dense<[[256, 1280], [-1536, -512]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @fft_2(%arg0: tensor<2xcomplex<f64>>) -> (tensor<2x2xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %2 = stablehlo.imag %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<2x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2xf64>
  %8 = call @round(%7) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2xf64>) -> tensor<2x2xi32>
  return %9 : tensor<2x2xi32>
}
func.func private @fft(%arg0: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [2] : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(3.0, -4.0), (-2.0, -2.0)]> : tensor<2xcomplex<f64>>
  %got = call @ifft_2(%0) : (tensor<2xcomplex<f64>>) -> tensor<2x2xi32>
  %want = stablehlo.constant dense<[[128, 640], [-768, -256]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @ifft_2(%arg0: tensor<2xcomplex<f64>>) -> (tensor<2x2xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %2 = stablehlo.imag %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<2x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2xf64>
  %8 = call @round(%7) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2xf64>) -> tensor<2x2xi32>
  return %9 : tensor<2x2xi32>
}
func.func private @fft(%arg0: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [2] : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3.0, -2.0]> : tensor<2xf64>
  %got = call @rfft_2(%0) : (tensor<2xf64>) -> tensor<2x2xi32>
  %want = stablehlo.constant dense<[[256, 1280], [0, 0]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @rfft_2(%arg0: tensor<2xf64>) -> (tensor<2x2xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2xf64>) -> tensor<2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %2 = stablehlo.imag %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<2x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2xf64>
  %8 = call @round(%7) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2xf64>) -> tensor<2x2xi32>
  return %9 : tensor<2x2xi32>
}
func.func private @fft(%arg0: tensor<2xf64>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [2] : (tensor<2xf64>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(4.0, -2.0), (1.0, 1.0)]> : tensor<2xcomplex<f64>>
  %got = call @irfft_2(%0) : (tensor<2xcomplex<f64>>) -> tensor<2xi32>
  %want = stablehlo.constant dense<[640, 384]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @irfft_2(%arg0: tensor<2xcomplex<f64>>) -> (tensor<2xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf64>
  %3 = call @round(%2) : (tensor<2xf64>) -> tensor<2xf64>
  %4 = stablehlo.convert %3 : (tensor<2xf64>) -> tensor<2xi32>
  return %4 : tensor<2xi32>
}
func.func private @fft(%arg0: tensor<2xcomplex<f64>>) -> tensor<2xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [2] : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func private @round(%arg0: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(3.0, -2.0), (-4.0, -3.0), (-3.0, 3.0)]> : tensor<3xcomplex<f64>>
  %got = call @fft_3(%0) : (tensor<3xcomplex<f64>>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[-1024, 334, 2994], [-512, -290, -734]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @fft_3(%arg0: tensor<3xcomplex<f64>>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %2 = stablehlo.imag %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3xf64>
  %8 = call @round(%7) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3xf64>) -> tensor<2x3xi32>
  return %9 : tensor<2x3xi32>
}
func.func private @fft(%arg0: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [3] : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(3.0, -2.0), (-4.0, -3.0), (-3.0, 3.0)]> : tensor<3xcomplex<f64>>
  %got = call @ifft_3(%0) : (tensor<3xcomplex<f64>>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[-341, 998, 111], [-171, -245, -97]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @ifft_3(%arg0: tensor<3xcomplex<f64>>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %2 = stablehlo.imag %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3xf64>
  %8 = call @round(%7) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3xf64>) -> tensor<2x3xi32>
  return %9 : tensor<2x3xi32>
}
func.func private @fft(%arg0: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [3] : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3.0, -4.0, -3.0]> : tensor<3xf64>
  %got = call @rfft_3(%0) : (tensor<3xf64>) -> tensor<2x2xi32>
  %want = stablehlo.constant dense<[[-1024, 1664], [0, 222]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @rfft_3(%arg0: tensor<3xf64>) -> (tensor<2x2xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<3xf64>) -> tensor<2xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %2 = stablehlo.imag %0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<2x2xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2xf64>
  %8 = call @round(%7) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2xf64>) -> tensor<2x2xi32>
  return %9 : tensor<2x2xi32>
}
func.func private @fft(%arg0: tensor<3xf64>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [3] : (tensor<3xf64>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 2.0), (-4.0, 2.0)]> : tensor<2xcomplex<f64>>
  %got = call @irfft_3(%0) : (tensor<2xcomplex<f64>>) -> tensor<3xi32>
  %want = stablehlo.constant dense<[-512, 216, 808]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @irfft_3(%arg0: tensor<2xcomplex<f64>>) -> (tensor<3xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<3xf64>
  %3 = call @round(%2) : (tensor<3xf64>) -> tensor<3xf64>
  %4 = stablehlo.convert %3 : (tensor<3xf64>) -> tensor<3xi32>
  return %4 : tensor<3xi32>
}
func.func private @fft(%arg0: tensor<2xcomplex<f64>>) -> tensor<3xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [3] : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @round(%arg0: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 4.0), (4.0, 4.0), (3.0, 4.0), (0.0, -4.0)]> : tensor<4xcomplex<f64>>
  %got = call @fft_4(%0) : (tensor<4xcomplex<f64>>) -> tensor<2x4xi32>
  %want = stablehlo.constant dense<[[2304, 1792, 256, -2304], [2048, -1024, 2048, 1024]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
func.func private @fft_4(%arg0: tensor<4xcomplex<f64>>) -> (tensor<2x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.imag %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x4xf64>, tensor<1x4xf64>) -> tensor<2x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x4xf64>
  %8 = call @round(%7) : (tensor<2x4xf64>) -> tensor<2x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x4xf64>) -> tensor<2x4xi32>
  return %9 : tensor<2x4xi32>
}
func.func private @fft(%arg0: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 4.0), (4.0, 4.0), (3.0, 4.0), (0.0, -4.0)]> : tensor<4xcomplex<f64>>
  %got = call @ifft_4(%0) : (tensor<4xcomplex<f64>>) -> tensor<2x4xi32>
  %want = stablehlo.constant dense<[[576, -576, 64, 448], [512, 256, 512, -256]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
func.func private @ifft_4(%arg0: tensor<4xcomplex<f64>>) -> (tensor<2x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.imag %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x4xf64>, tensor<1x4xf64>) -> tensor<2x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x4xf64>
  %8 = call @round(%7) : (tensor<2x4xf64>) -> tensor<2x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x4xf64>) -> tensor<2x4xi32>
  return %9 : tensor<2x4xi32>
}
func.func private @fft(%arg0: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.0, 4.0, 3.0, 0.0]> : tensor<4xf64>
  %got = call @rfft_4(%0) : (tensor<4xf64>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[2304, -256, 256], [0, -1024, 0]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @rfft_4(%arg0: tensor<4xf64>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<4xf64>) -> tensor<3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %2 = stablehlo.imag %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3xf64>
  %8 = call @round(%7) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3xf64>) -> tensor<2x3xi32>
  return %9 : tensor<2x3xi32>
}
func.func private @fft(%arg0: tensor<4xf64>) -> tensor<3xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [4] : (tensor<4xf64>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(-2.0, 0.0), (-2.0, 0.0), (-2.0, -4.0)]> : tensor<3xcomplex<f64>>
  %got = call @irfft_4(%0) : (tensor<3xcomplex<f64>>) -> tensor<4xi32>
  %want = stablehlo.constant dense<[-512, 0, 0, 0]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @irfft_4(%arg0: tensor<3xcomplex<f64>>) -> (tensor<4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<3xcomplex<f64>>) -> tensor<4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf64>
  %3 = call @round(%2) : (tensor<4xf64>) -> tensor<4xf64>
  %4 = stablehlo.convert %3 : (tensor<4xf64>) -> tensor<4xi32>
  return %4 : tensor<4xi32>
}
func.func private @fft(%arg0: tensor<3xcomplex<f64>>) -> tensor<4xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [4] : (tensor<3xcomplex<f64>>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @round(%arg0: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 0.0), (3.0, 1.0), (-4.0, -2.0), (3.0, 4.0), (0.0, -4.0)]> : tensor<5xcomplex<f64>>
  %got = call @fft_5(%0) : (tensor<5xcomplex<f64>>) -> tensor<2x5xi32>
  %want = stablehlo.constant dense<[[1024, 1271, 2025, -2402, 642], [-256, -329, -1376, 2935, -974]]> : tensor<2x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x5xi32>, tensor<2x5xi32>) -> ()
  return
}
func.func private @fft_5(%arg0: tensor<5xcomplex<f64>>) -> (tensor<2x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %2 = stablehlo.imag %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<2x5xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x5xf64>
  %8 = call @round(%7) : (tensor<2x5xf64>) -> tensor<2x5xf64>
  %9 = stablehlo.convert %8 : (tensor<2x5xf64>) -> tensor<2x5xi32>
  return %9 : tensor<2x5xi32>
}
func.func private @fft(%arg0: tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [5] : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  return %0 : tensor<5xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x5xf64>
  return %0 : tensor<2x5xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 0.0), (3.0, 1.0), (-4.0, -2.0), (3.0, 4.0), (0.0, -4.0)]> : tensor<5xcomplex<f64>>
  %got = call @ifft_5(%0) : (tensor<5xcomplex<f64>>) -> tensor<2x5xi32>
  %want = stablehlo.constant dense<[[205, 128, -480, 405, 254], [-51, -195, 587, -275, -66]]> : tensor<2x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x5xi32>, tensor<2x5xi32>) -> ()
  return
}
func.func private @ifft_5(%arg0: tensor<5xcomplex<f64>>) -> (tensor<2x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %2 = stablehlo.imag %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<2x5xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x5xf64>
  %8 = call @round(%7) : (tensor<2x5xf64>) -> tensor<2x5xf64>
  %9 = stablehlo.convert %8 : (tensor<2x5xf64>) -> tensor<2x5xi32>
  return %9 : tensor<2x5xi32>
}
func.func private @fft(%arg0: tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [5] : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  return %0 : tensor<5xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x5xf64>
  return %0 : tensor<2x5xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.0, 3.0, -4.0, 3.0, 0.0]> : tensor<5xf64>
  %got = call @rfft_5(%0) : (tensor<5xf64>) -> tensor<2x3xi32>
  %want = stablehlo.constant dense<[[1024, 956, -188], [0, 323, -2156]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
func.func private @rfft_5(%arg0: tensor<5xf64>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %2 = stablehlo.imag %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x3xf64>
  %8 = call @round(%7) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3xf64>) -> tensor<2x3xi32>
  return %9 : tensor<2x3xi32>
}
func.func private @fft(%arg0: tensor<5xf64>) -> tensor<3xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [5] : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(4.0, 3.0), (3.0, -3.0), (2.0, -3.0)]> : tensor<3xcomplex<f64>>
  %got = call @irfft_5(%0) : (tensor<3xcomplex<f64>>) -> tensor<5xi32>
  %want = stablehlo.constant dense<[717, 607, -92, 131, -339]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
func.func private @irfft_5(%arg0: tensor<3xcomplex<f64>>) -> (tensor<5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<5xf64>
  %3 = call @round(%2) : (tensor<5xf64>) -> tensor<5xf64>
  %4 = stablehlo.convert %3 : (tensor<5xf64>) -> tensor<5xi32>
  return %4 : tensor<5xi32>
}
func.func private @fft(%arg0: tensor<3xcomplex<f64>>) -> tensor<5xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [5] : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
  return %0 : tensor<5xf64>
}
func.func private @round(%arg0: tensor<5xf64>) -> tensor<5xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(4.0, -2.0), (1.0, -4.0), (2.0, -2.0), (4.0, -2.0), (1.0, 3.0), (2.0, 4.0), (3.0, -4.0)]> : tensor<7xcomplex<f64>>
  %got = call @fft_7(%0) : (tensor<7xcomplex<f64>>) -> tensor<2x7xi32>
  %want = stablehlo.constant dense<[[4352, -1772, 2339, 408, 502, -996, 2334], [-1792, -2066, 742, 1069, 2122, -1458, -2201]]> : tensor<2x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x7xi32>, tensor<2x7xi32>) -> ()
  return
}
func.func private @fft_7(%arg0: tensor<7xcomplex<f64>>) -> (tensor<2x7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %2 = stablehlo.imag %0 : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<7xf64>) -> tensor<1x7xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<7xf64>) -> tensor<1x7xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x7xf64>, tensor<1x7xf64>) -> tensor<2x7xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x7xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x7xf64>
  %8 = call @round(%7) : (tensor<2x7xf64>) -> tensor<2x7xf64>
  %9 = stablehlo.convert %8 : (tensor<2x7xf64>) -> tensor<2x7xi32>
  return %9 : tensor<2x7xi32>
}
func.func private @fft(%arg0: tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [7] : (tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>>
  return %0 : tensor<7xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x7xf64>) -> tensor<2x7xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x7xf64>
  return %0 : tensor<2x7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(4.0, -2.0), (1.0, -4.0), (2.0, -2.0), (4.0, -2.0), (1.0, 3.0), (2.0, 4.0), (3.0, -4.0)]> : tensor<7xcomplex<f64>>
  %got = call @ifft_7(%0) : (tensor<7xcomplex<f64>>) -> tensor<2x7xi32>
  %want = stablehlo.constant dense<[[622, 333, -142, 72, 58, 334, -253], [-256, -314, -208, 303, 153, 106, -295]]> : tensor<2x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x7xi32>, tensor<2x7xi32>) -> ()
  return
}
func.func private @ifft_7(%arg0: tensor<7xcomplex<f64>>) -> (tensor<2x7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %2 = stablehlo.imag %0 : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<7xf64>) -> tensor<1x7xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<7xf64>) -> tensor<1x7xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x7xf64>, tensor<1x7xf64>) -> tensor<2x7xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x7xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x7xf64>
  %8 = call @round(%7) : (tensor<2x7xf64>) -> tensor<2x7xf64>
  %9 = stablehlo.convert %8 : (tensor<2x7xf64>) -> tensor<2x7xi32>
  return %9 : tensor<2x7xi32>
}
func.func private @fft(%arg0: tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [7] : (tensor<7xcomplex<f64>>) -> tensor<7xcomplex<f64>>
  return %0 : tensor<7xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x7xf64>) -> tensor<2x7xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x7xf64>
  return %0 : tensor<2x7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[4.0, 1.0, 2.0, 4.0, 1.0, 2.0, 3.0]> : tensor<7xf64>
  %got = call @rfft_7(%0) : (tensor<7xf64>) -> tensor<2x4xi32>
  %want = stablehlo.constant dense<[[4352, 281, 672, 455], [0, 67, 1100, -527]]> : tensor<2x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
func.func private @rfft_7(%arg0: tensor<7xf64>) -> (tensor<2x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<7xf64>) -> tensor<4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.imag %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x4xf64>, tensor<1x4xf64>) -> tensor<2x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x4xf64>
  %8 = call @round(%7) : (tensor<2x4xf64>) -> tensor<2x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x4xf64>) -> tensor<2x4xi32>
  return %9 : tensor<2x4xi32>
}
func.func private @fft(%arg0: tensor<7xf64>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [7] : (tensor<7xf64>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(-4.0, 3.0), (2.0, 3.0), (3.0, 4.0), (0.0, -1.0)]> : tensor<4xcomplex<f64>>
  %got = call @irfft_7(%0) : (tensor<4xcomplex<f64>>) -> tensor<7xi32>
  %want = stablehlo.constant dense<[219, -529, -521, 64, -346, -232, 321]> : tensor<7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  return
}
func.func private @irfft_7(%arg0: tensor<4xcomplex<f64>>) -> (tensor<7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<4xcomplex<f64>>) -> tensor<7xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<7xf64>
  %3 = call @round(%2) : (tensor<7xf64>) -> tensor<7xf64>
  %4 = stablehlo.convert %3 : (tensor<7xf64>) -> tensor<7xi32>
  return %4 : tensor<7xi32>
}
func.func private @fft(%arg0: tensor<4xcomplex<f64>>) -> tensor<7xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [7] : (tensor<4xcomplex<f64>>) -> tensor<7xf64>
  return %0 : tensor<7xf64>
}
func.func private @round(%arg0: tensor<7xf64>) -> tensor<7xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<7xf64>
  return %0 : tensor<7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 1.0), (-2.0, 3.0), (-2.0, -4.0), (4.0, -1.0), (-3.0, 1.0), (-2.0, -1.0), (1.0, -1.0), (3.0, -1.0)]> : tensor<8xcomplex<f64>>
  %got = call @fft_8(%0) : (tensor<8xcomplex<f64>>) -> tensor<2x8xi32>
  %want = stablehlo.constant dense<[[256, 1055, 1024, 2953, -1280, -31, -1024, 1143], [-768, 1311, 4608, -1673, -768, 225, -1024, 137]]> : tensor<2x8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x8xi32>, tensor<2x8xi32>) -> ()
  return
}
func.func private @fft_8(%arg0: tensor<8xcomplex<f64>>) -> (tensor<2x8xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %2 = stablehlo.imag %0 : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf64>) -> tensor<1x8xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf64>) -> tensor<1x8xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x8xf64>, tensor<1x8xf64>) -> tensor<2x8xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x8xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x8xf64>
  %8 = call @round(%7) : (tensor<2x8xf64>) -> tensor<2x8xf64>
  %9 = stablehlo.convert %8 : (tensor<2x8xf64>) -> tensor<2x8xi32>
  return %9 : tensor<2x8xi32>
}
func.func private @fft(%arg0: tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  return %0 : tensor<8xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x8xf64>) -> tensor<2x8xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x8xf64>
  return %0 : tensor<2x8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 1.0), (-2.0, 3.0), (-2.0, -4.0), (4.0, -1.0), (-3.0, 1.0), (-2.0, -1.0), (1.0, -1.0), (3.0, -1.0)]> : tensor<8xcomplex<f64>>
  %got = call @ifft_8(%0) : (tensor<8xcomplex<f64>>) -> tensor<2x8xi32>
  %want = stablehlo.constant dense<[[32, 143, -128, -4, -160, 369, 128, 132], [-96, 17, -128, 28, -96, -209, 576, 164]]> : tensor<2x8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x8xi32>, tensor<2x8xi32>) -> ()
  return
}
func.func private @ifft_8(%arg0: tensor<8xcomplex<f64>>) -> (tensor<2x8xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %2 = stablehlo.imag %0 : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf64>) -> tensor<1x8xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<8xf64>) -> tensor<1x8xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x8xf64>, tensor<1x8xf64>) -> tensor<2x8xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x8xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x8xf64>
  %8 = call @round(%7) : (tensor<2x8xf64>) -> tensor<2x8xf64>
  %9 = stablehlo.convert %8 : (tensor<2x8xf64>) -> tensor<2x8xi32>
  return %9 : tensor<2x8xi32>
}
func.func private @fft(%arg0: tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [8] : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>>
  return %0 : tensor<8xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x8xf64>) -> tensor<2x8xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x8xf64>
  return %0 : tensor<2x8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.0, -2.0, -2.0, 4.0, -3.0, -2.0, 1.0, 3.0]> : tensor<8xf64>
  %got = call @rfft_8(%0) : (tensor<8xf64>) -> tensor<2x5xi32>
  %want = stablehlo.constant dense<[[256, 1099, 0, 1461, -1280], [0, 587, 2816, -949, 0]]> : tensor<2x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x5xi32>, tensor<2x5xi32>) -> ()
  return
}
func.func private @rfft_8(%arg0: tensor<8xf64>) -> (tensor<2x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<8xf64>) -> tensor<5xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %2 = stablehlo.imag %0 : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<2x5xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x5xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x5xf64>
  %8 = call @round(%7) : (tensor<2x5xf64>) -> tensor<2x5xf64>
  %9 = stablehlo.convert %8 : (tensor<2x5xf64>) -> tensor<2x5xi32>
  return %9 : tensor<2x5xi32>
}
func.func private @fft(%arg0: tensor<8xf64>) -> tensor<5xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<8xf64>) -> tensor<5xcomplex<f64>>
  return %0 : tensor<5xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x5xf64>
  return %0 : tensor<2x5xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(0.0, -2.0), (-2.0, 1.0), (1.0, -3.0), (3.0, 1.0), (4.0, 3.0)]> : tensor<5xcomplex<f64>>
  %got = call @irfft_8(%0) : (tensor<5xcomplex<f64>>) -> tensor<8xi32>
  %want = stablehlo.constant dense<[256, -253, 64, -184, 128, 381, 64, -456]> : tensor<8xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}
func.func private @irfft_8(%arg0: tensor<5xcomplex<f64>>) -> (tensor<8xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<5xcomplex<f64>>) -> tensor<8xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<8xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<8xf64>
  %3 = call @round(%2) : (tensor<8xf64>) -> tensor<8xf64>
  %4 = stablehlo.convert %3 : (tensor<8xf64>) -> tensor<8xi32>
  return %4 : tensor<8xi32>
}
func.func private @fft(%arg0: tensor<5xcomplex<f64>>) -> tensor<8xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [8] : (tensor<5xcomplex<f64>>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
func.func private @round(%arg0: tensor<8xf64>) -> tensor<8xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 4.0), (-2.0, 2.0), (4.0, 1.0), (4.0, -3.0), (-4.0, -3.0), (-3.0, 4.0), (-3.0, -2.0), (-3.0, 3.0), (1.0, 3.0), (-1.0, -4.0), (0.0, 0.0), (-2.0, 0.0)]> : tensor<12xcomplex<f64>>
  %got = call @fft_12(%0) : (tensor<12xcomplex<f64>>) -> tensor<2x12xi32>
  %want = stablehlo.constant dense<[[-2048, 1895, -914, -256, 78, 3225, 1536, -272, 2738, -1280, -4462, 2832], [1280, -503, 1333, 2560, -565, 1271, 256, 4274, -4555, 0, 5323, 1614]]> : tensor<2x12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x12xi32>, tensor<2x12xi32>) -> ()
  return
}
func.func private @fft_12(%arg0: tensor<12xcomplex<f64>>) -> (tensor<2x12xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<12xcomplex<f64>>) -> tensor<12xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<12xcomplex<f64>>) -> tensor<12xf64>
  %2 = stablehlo.imag %0 : (tensor<12xcomplex<f64>>) -> tensor<12xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<12xf64>) -> tensor<1x12xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<12xf64>) -> tensor<1x12xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x12xf64>, tensor<1x12xf64>) -> tensor<2x12xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x12xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x12xf64>
  %8 = call @round(%7) : (tensor<2x12xf64>) -> tensor<2x12xf64>
  %9 = stablehlo.convert %8 : (tensor<2x12xf64>) -> tensor<2x12xi32>
  return %9 : tensor<2x12xi32>
}
func.func private @fft(%arg0: tensor<12xcomplex<f64>>) -> tensor<12xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [12] : (tensor<12xcomplex<f64>>) -> tensor<12xcomplex<f64>>
  return %0 : tensor<12xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x12xf64>) -> tensor<2x12xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x12xf64>
  return %0 : tensor<2x12xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 4.0), (-2.0, 2.0), (4.0, 1.0), (4.0, -3.0), (-4.0, -3.0), (-3.0, 4.0), (-3.0, -2.0), (-3.0, 3.0), (1.0, 3.0), (-1.0, -4.0), (0.0, 0.0), (-2.0, 0.0)]> : tensor<12xcomplex<f64>>
  %got = call @ifft_12(%0) : (tensor<12xcomplex<f64>>) -> tensor<2x12xi32>
  %want = stablehlo.constant dense<[[-171, 236, -372, -107, 228, -23, 128, 269, 6, -21, -76, 158], [107, 134, 444, 0, -380, 356, 21, 106, -47, 213, 111, -42]]> : tensor<2x12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x12xi32>, tensor<2x12xi32>) -> ()
  return
}
func.func private @ifft_12(%arg0: tensor<12xcomplex<f64>>) -> (tensor<2x12xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<12xcomplex<f64>>) -> tensor<12xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<12xcomplex<f64>>) -> tensor<12xf64>
  %2 = stablehlo.imag %0 : (tensor<12xcomplex<f64>>) -> tensor<12xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<12xf64>) -> tensor<1x12xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<12xf64>) -> tensor<1x12xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x12xf64>, tensor<1x12xf64>) -> tensor<2x12xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x12xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x12xf64>
  %8 = call @round(%7) : (tensor<2x12xf64>) -> tensor<2x12xf64>
  %9 = stablehlo.convert %8 : (tensor<2x12xf64>) -> tensor<2x12xi32>
  return %9 : tensor<2x12xi32>
}
func.func private @fft(%arg0: tensor<12xcomplex<f64>>) -> tensor<12xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [12] : (tensor<12xcomplex<f64>>) -> tensor<12xcomplex<f64>>
  return %0 : tensor<12xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x12xf64>) -> tensor<2x12xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x12xf64>
  return %0 : tensor<2x12xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -2.0, 4.0, 4.0, -4.0, -3.0, -3.0, -3.0, 1.0, -1.0, 0.0, -2.0]> : tensor<12xf64>
  %got = call @rfft_12(%0) : (tensor<12xf64>) -> tensor<2x7xi32>
  %want = stablehlo.constant dense<[[-2048, 2363, -2688, -768, 1408, 1477, 1536], [0, -1058, -1995, 1280, 1995, -1502, 0]]> : tensor<2x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x7xi32>, tensor<2x7xi32>) -> ()
  return
}
func.func private @rfft_12(%arg0: tensor<12xf64>) -> (tensor<2x7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<12xf64>) -> tensor<7xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %2 = stablehlo.imag %0 : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<7xf64>) -> tensor<1x7xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<7xf64>) -> tensor<1x7xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x7xf64>, tensor<1x7xf64>) -> tensor<2x7xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x7xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x7xf64>
  %8 = call @round(%7) : (tensor<2x7xf64>) -> tensor<2x7xf64>
  %9 = stablehlo.convert %8 : (tensor<2x7xf64>) -> tensor<2x7xi32>
  return %9 : tensor<2x7xi32>
}
func.func private @fft(%arg0: tensor<12xf64>) -> tensor<7xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [12] : (tensor<12xf64>) -> tensor<7xcomplex<f64>>
  return %0 : tensor<7xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x7xf64>) -> tensor<2x7xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x7xf64>
  return %0 : tensor<2x7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(0.0, -2.0), (1.0, -3.0), (1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (3.0, -3.0), (-2.0, 0.0)]> : tensor<7xcomplex<f64>>
  %got = call @irfft_12(%0) : (tensor<7xcomplex<f64>>) -> tensor<12xi32>
  %want = stablehlo.constant dense<[384, -210, -54, 427, -202, 381, -128, -233, -54, -171, -202, 62]> : tensor<12xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi32>, tensor<12xi32>) -> ()
  return
}
func.func private @irfft_12(%arg0: tensor<7xcomplex<f64>>) -> (tensor<12xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<7xcomplex<f64>>) -> tensor<12xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<12xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<12xf64>
  %3 = call @round(%2) : (tensor<12xf64>) -> tensor<12xf64>
  %4 = stablehlo.convert %3 : (tensor<12xf64>) -> tensor<12xi32>
  return %4 : tensor<12xi32>
}
func.func private @fft(%arg0: tensor<7xcomplex<f64>>) -> tensor<12xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [12] : (tensor<7xcomplex<f64>>) -> tensor<12xf64>
  return %0 : tensor<12xf64>
}
func.func private @round(%arg0: tensor<12xf64>) -> tensor<12xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<12xf64>
  return %0 : tensor<12xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 2.0), (3.0, -4.0), (-4.0, -4.0), (-3.0, 1.0), (0.0, -2.0), (1.0, -1.0), (2.0, 1.0), (-1.0, -3.0), (-4.0, -4.0), (-3.0, 2.0), (0.0, 4.0), (-1.0, 2.0), (4.0, 3.0), (-1.0, -1.0), (1.0, -4.0), (1.0, 1.0), (-4.0, 1.0)]> : tensor<17xcomplex<f64>>
  %got = call @fft_17(%0) : (tensor<17xcomplex<f64>>) -> tensor<2x17xi32>
  %want = stablehlo.constant dense<[[-1792, -1920, -349, -33, -907, -3106, 2807, 3001, -168, -750, 474, -2053, 3804, 1563, 8270, -3913, 3777], [-1536, -318, 933, 2221, -2802, -1534, -2634, 611, 1764, -659, 1922, 5147, 2694, 2268, 4081, -768, -2687]]> : tensor<2x17xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x17xi32>, tensor<2x17xi32>) -> ()
  return
}
func.func private @fft_17(%arg0: tensor<17xcomplex<f64>>) -> (tensor<2x17xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<17xcomplex<f64>>) -> tensor<17xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<17xcomplex<f64>>) -> tensor<17xf64>
  %2 = stablehlo.imag %0 : (tensor<17xcomplex<f64>>) -> tensor<17xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<17xf64>) -> tensor<1x17xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<17xf64>) -> tensor<1x17xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x17xf64>, tensor<1x17xf64>) -> tensor<2x17xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x17xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x17xf64>
  %8 = call @round(%7) : (tensor<2x17xf64>) -> tensor<2x17xf64>
  %9 = stablehlo.convert %8 : (tensor<2x17xf64>) -> tensor<2x17xi32>
  return %9 : tensor<2x17xi32>
}
func.func private @fft(%arg0: tensor<17xcomplex<f64>>) -> tensor<17xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [17] : (tensor<17xcomplex<f64>>) -> tensor<17xcomplex<f64>>
  return %0 : tensor<17xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x17xf64>) -> tensor<2x17xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x17xf64>
  return %0 : tensor<2x17xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(2.0, 2.0), (3.0, -4.0), (-4.0, -4.0), (-3.0, 1.0), (0.0, -2.0), (1.0, -1.0), (2.0, 1.0), (-1.0, -3.0), (-4.0, -4.0), (-3.0, 2.0), (0.0, 4.0), (-1.0, 2.0), (4.0, 3.0), (-1.0, -1.0), (1.0, -4.0), (1.0, 1.0), (-4.0, 1.0)]> : tensor<17xcomplex<f64>>
  %got = call @ifft_17(%0) : (tensor<17xcomplex<f64>>) -> tensor<2x17xi32>
  %want = stablehlo.constant dense<[[-105, 222, -230, 486, 92, 224, -121, 28, -44, -10, 177, 165, -183, -53, -2, -21, -113], [-90, -158, -45, 240, 133, 158, 303, 113, -39, 104, 36, -155, -90, -165, 131, 55, -19]]> : tensor<2x17xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x17xi32>, tensor<2x17xi32>) -> ()
  return
}
func.func private @ifft_17(%arg0: tensor<17xcomplex<f64>>) -> (tensor<2x17xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<17xcomplex<f64>>) -> tensor<17xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<17xcomplex<f64>>) -> tensor<17xf64>
  %2 = stablehlo.imag %0 : (tensor<17xcomplex<f64>>) -> tensor<17xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<17xf64>) -> tensor<1x17xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<17xf64>) -> tensor<1x17xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x17xf64>, tensor<1x17xf64>) -> tensor<2x17xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x17xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x17xf64>
  %8 = call @round(%7) : (tensor<2x17xf64>) -> tensor<2x17xf64>
  %9 = stablehlo.convert %8 : (tensor<2x17xf64>) -> tensor<2x17xi32>
  return %9 : tensor<2x17xi32>
}
func.func private @fft(%arg0: tensor<17xcomplex<f64>>) -> tensor<17xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [17] : (tensor<17xcomplex<f64>>) -> tensor<17xcomplex<f64>>
  return %0 : tensor<17xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x17xf64>) -> tensor<2x17xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x17xf64>
  return %0 : tensor<2x17xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2.0, 3.0, -4.0, -3.0, 0.0, 1.0, 2.0, -1.0, -4.0, -3.0, 0.0, -1.0, 4.0, -1.0, 1.0, 1.0, -4.0]> : tensor<17xf64>
  %got = call @rfft_17(%0) : (tensor<17xf64>) -> tensor<2x9xi32>
  %want = stablehlo.constant dense<[[-1792, 928, -2131, 4119, 328, 349, 377, 1738, -459], [0, 1184, 850, -930, -2535, -2114, -3890, -655, 1212]]> : tensor<2x9xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x9xi32>, tensor<2x9xi32>) -> ()
  return
}
func.func private @rfft_17(%arg0: tensor<17xf64>) -> (tensor<2x9xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<17xf64>) -> tensor<9xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<9xcomplex<f64>>) -> tensor<9xf64>
  %2 = stablehlo.imag %0 : (tensor<9xcomplex<f64>>) -> tensor<9xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<9xf64>) -> tensor<1x9xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<9xf64>) -> tensor<1x9xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x9xf64>, tensor<1x9xf64>) -> tensor<2x9xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x9xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x9xf64>
  %8 = call @round(%7) : (tensor<2x9xf64>) -> tensor<2x9xf64>
  %9 = stablehlo.convert %8 : (tensor<2x9xf64>) -> tensor<2x9xi32>
  return %9 : tensor<2x9xi32>
}
func.func private @fft(%arg0: tensor<17xf64>) -> tensor<9xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [17] : (tensor<17xf64>) -> tensor<9xcomplex<f64>>
  return %0 : tensor<9xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x9xf64>) -> tensor<2x9xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x9xf64>
  return %0 : tensor<2x9xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(3.0, 1.0), (-1.0, 2.0), (1.0, -1.0), (-3.0, 3.0), (0.0, -2.0), (0.0, -4.0), (1.0, -1.0), (-2.0, -1.0), (2.0, -4.0)]> : tensor<9xcomplex<f64>>
  %got = call @irfft_17(%0) : (tensor<9xcomplex<f64>>) -> tensor<17xi32>
  %want = stablehlo.constant dense<[-15, 128, -133, 26, 122, 12, -201, -67, 83, 347, 37, 359, -269, 64, 122, 336, -183]> : tensor<17xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<17xi32>, tensor<17xi32>) -> ()
  return
}
func.func private @irfft_17(%arg0: tensor<9xcomplex<f64>>) -> (tensor<17xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<9xcomplex<f64>>) -> tensor<17xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<17xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<17xf64>
  %3 = call @round(%2) : (tensor<17xf64>) -> tensor<17xf64>
  %4 = stablehlo.convert %3 : (tensor<17xf64>) -> tensor<17xi32>
  return %4 : tensor<17xi32>
}
func.func private @fft(%arg0: tensor<9xcomplex<f64>>) -> tensor<17xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [17] : (tensor<9xcomplex<f64>>) -> tensor<17xf64>
  return %0 : tensor<17xf64>
}
func.func private @round(%arg0: tensor<17xf64>) -> tensor<17xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<17xf64>
  return %0 : tensor<17xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(-4.0, -1.0), (-2.0, 2.0), (2.0, 2.0), (-1.0, 1.0), (-1.0, -2.0), (-4.0, 2.0), (1.0, -2.0), (1.0, 0.0), (-2.0, 2.0), (3.0, 3.0), (-3.0, 1.0), (3.0, -3.0), (-4.0, 0.0), (-2.0, 1.0), (2.0, 0.0), (-4.0, -4.0), (-3.0, -2.0), (-1.0, 4.0), (2.0, -3.0), (1.0, -1.0), (-3.0, -4.0), (-2.0, -3.0), (-2.0, -3.0), (1.0, 4.0), (2.0, -1.0), (4.0, 4.0), (1.0, 1.0), (-1.0, -2.0), (-2.0, -1.0), (0.0, -2.0)]> : tensor<30xcomplex<f64>>
  %got = call @fft_30(%0) : (tensor<30xcomplex<f64>>) -> tensor<2x30xi32>
  %want = stablehlo.constant dense<[[-4608, 3261, -5236, -951, 4117, 4043, -2750, -573, 299, -2720, -2320, 2842, -5203, 6036, -1814, -2560, 3120, -614, -5460, -1611, 784, 732, -2300, -4202, 101, 53, -8193, -2182, -1257, -1555], [-1792, 3540, 595, -1111, -3914, -1440, 3, 2071, 1333, 376, -1938, -1711, 3065, 6497, -563, -4864, 352, -1693, 844, 1592, -5486, 792, -8260, 4496, -4680, 4768, 4669, -2873, -3428, 1079]]> : tensor<2x30xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x30xi32>, tensor<2x30xi32>) -> ()
  return
}
func.func private @fft_30(%arg0: tensor<30xcomplex<f64>>) -> (tensor<2x30xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<30xcomplex<f64>>) -> tensor<30xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<30xcomplex<f64>>) -> tensor<30xf64>
  %2 = stablehlo.imag %0 : (tensor<30xcomplex<f64>>) -> tensor<30xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<30xf64>) -> tensor<1x30xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<30xf64>) -> tensor<1x30xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x30xf64>, tensor<1x30xf64>) -> tensor<2x30xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x30xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x30xf64>
  %8 = call @round(%7) : (tensor<2x30xf64>) -> tensor<2x30xf64>
  %9 = stablehlo.convert %8 : (tensor<2x30xf64>) -> tensor<2x30xi32>
  return %9 : tensor<2x30xi32>
}
func.func private @fft(%arg0: tensor<30xcomplex<f64>>) -> tensor<30xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [30] : (tensor<30xcomplex<f64>>) -> tensor<30xcomplex<f64>>
  return %0 : tensor<30xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x30xf64>) -> tensor<2x30xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x30xf64>
  return %0 : tensor<2x30xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(-4.0, -1.0), (-2.0, 2.0), (2.0, 2.0), (-1.0, 1.0), (-1.0, -2.0), (-4.0, 2.0), (1.0, -2.0), (1.0, 0.0), (-2.0, 2.0), (3.0, 3.0), (-3.0, 1.0), (3.0, -3.0), (-4.0, 0.0), (-2.0, 1.0), (2.0, 0.0), (-4.0, -4.0), (-3.0, -2.0), (-1.0, 4.0), (2.0, -3.0), (1.0, -1.0), (-3.0, -4.0), (-2.0, -3.0), (-2.0, -3.0), (1.0, 4.0), (2.0, -1.0), (4.0, 4.0), (1.0, 1.0), (-1.0, -2.0), (-2.0, -1.0), (0.0, -2.0)]> : tensor<30xcomplex<f64>>
  %got = call @ifft_30(%0) : (tensor<30xcomplex<f64>>) -> tensor<2x30xi32>
  %want = stablehlo.constant dense<[[-154, -52, -42, -73, -273, 2, 3, -140, -77, 24, 26, -54, -182, -20, 104, -85, -60, 201, -173, 95, -77, -91, 10, -19, -92, 135, 137, -32, -175, 109], [-60, 36, -114, -96, 156, 159, -156, 150, -275, 26, -183, 53, 28, -56, 12, -162, -19, 217, 102, -57, -65, 13, 44, 69, 0, -48, -130, -37, 20, 118]]> : tensor<2x30xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x30xi32>, tensor<2x30xi32>) -> ()
  return
}
func.func private @ifft_30(%arg0: tensor<30xcomplex<f64>>) -> (tensor<2x30xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<30xcomplex<f64>>) -> tensor<30xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<30xcomplex<f64>>) -> tensor<30xf64>
  %2 = stablehlo.imag %0 : (tensor<30xcomplex<f64>>) -> tensor<30xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<30xf64>) -> tensor<1x30xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<30xf64>) -> tensor<1x30xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x30xf64>, tensor<1x30xf64>) -> tensor<2x30xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x30xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x30xf64>
  %8 = call @round(%7) : (tensor<2x30xf64>) -> tensor<2x30xf64>
  %9 = stablehlo.convert %8 : (tensor<2x30xf64>) -> tensor<2x30xi32>
  return %9 : tensor<2x30xi32>
}
func.func private @fft(%arg0: tensor<30xcomplex<f64>>) -> tensor<30xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [30] : (tensor<30xcomplex<f64>>) -> tensor<30xcomplex<f64>>
  return %0 : tensor<30xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x30xf64>) -> tensor<2x30xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x30xf64>
  return %0 : tensor<2x30xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-4.0, -2.0, 2.0, -1.0, -1.0, -4.0, 1.0, 1.0, -2.0, 3.0, -3.0, 3.0, -4.0, -2.0, 2.0, -4.0, -3.0, -1.0, 2.0, 1.0, -3.0, -2.0, -2.0, 1.0, 2.0, 4.0, 1.0, -1.0, -2.0, 0.0]> : tensor<30xf64>
  %got = call @rfft_30(%0) : (tensor<30xf64>) -> tensor<2x16xi32>
  %want = stablehlo.constant dense<[[-4608, 853, -3247, -1566, -2038, 2048, -1324, -2387, -1000, -994, -768, 616, -5332, 2711, 653, -2560], [0, 1231, 2012, 881, -4291, -3104, 2342, -1213, 4796, -208, 1774, -1652, 1111, 4095, -458, 0]]> : tensor<2x16xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x16xi32>, tensor<2x16xi32>) -> ()
  return
}
func.func private @rfft_30(%arg0: tensor<30xf64>) -> (tensor<2x16xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<30xf64>) -> tensor<16xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<16xcomplex<f64>>) -> tensor<16xf64>
  %2 = stablehlo.imag %0 : (tensor<16xcomplex<f64>>) -> tensor<16xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<16xf64>) -> tensor<1x16xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<16xf64>) -> tensor<1x16xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x16xf64>, tensor<1x16xf64>) -> tensor<2x16xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x16xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x16xf64>
  %8 = call @round(%7) : (tensor<2x16xf64>) -> tensor<2x16xf64>
  %9 = stablehlo.convert %8 : (tensor<2x16xf64>) -> tensor<2x16xi32>
  return %9 : tensor<2x16xi32>
}
func.func private @fft(%arg0: tensor<30xf64>) -> tensor<16xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [30] : (tensor<30xf64>) -> tensor<16xcomplex<f64>>
  return %0 : tensor<16xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x16xf64>) -> tensor<2x16xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x16xf64>
  return %0 : tensor<2x16xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(4.0, -2.0), (2.0, 2.0), (-4.0, -3.0), (-4.0, -3.0), (2.0, -4.0), (-4.0, 3.0), (0.0, 1.0), (1.0, -2.0), (-2.0, -2.0), (1.0, 1.0), (-1.0, 4.0), (-2.0, -2.0), (-4.0, 3.0), (1.0, 1.0), (3.0, 3.0), (2.0, -2.0)]> : tensor<16xcomplex<f64>>
  %got = call @irfft_30(%0) : (tensor<16xcomplex<f64>>) -> tensor<30xi32>
  %want = stablehlo.constant dense<[-137, -53, 302, -32, 375, 30, 127, -179, 2, 269, -64, -140, -158, -224, 107, 0, 56, 238, -203, -74, -5, 131, 134, 409, 199, -30, 138, -27, -106, -62]> : tensor<30xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<30xi32>, tensor<30xi32>) -> ()
  return
}
func.func private @irfft_30(%arg0: tensor<16xcomplex<f64>>) -> (tensor<30xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<16xcomplex<f64>>) -> tensor<30xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<30xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<30xf64>
  %3 = call @round(%2) : (tensor<30xf64>) -> tensor<30xf64>
  %4 = stablehlo.convert %3 : (tensor<30xf64>) -> tensor<30xi32>
  return %4 : tensor<30xi32>
}
func.func private @fft(%arg0: tensor<16xcomplex<f64>>) -> tensor<30xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [30] : (tensor<16xcomplex<f64>>) -> tensor<30xf64>
  return %0 : tensor<30xf64>
}
func.func private @round(%arg0: tensor<30xf64>) -> tensor<30xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<30xf64>
  return %0 : tensor<30xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(3.0, 3.0), (-4.0, -3.0), (-3.0, -4.0), (-2.0, 2.0), (-3.0, -3.0)], [(3.0, 2.0), (3.0, -2.0), (1.0, 1.0), (-4.0, 4.0), (-4.0, 4.0)], [(-2.0, 0.0), (-1.0, -3.0), (1.0, -2.0), (0.0, 3.0), (-2.0, 1.0)], [(-3.0, -3.0), (2.0, 3.0), (2.0, 4.0), (-4.0, 4.0), (-3.0, 1.0)]], [[(0.0, 4.0), (-1.0, 1.0), (3.0, 0.0), (0.0, 4.0), (-1.0, 1.0)], [(-1.0, 3.0), (1.0, -1.0), (1.0, 3.0), (-3.0, 4.0), (2.0, -4.0)], [(2.0, 0.0), (4.0, -1.0), (3.0, -4.0), (-2.0, -4.0), (-2.0, -2.0)], [(1.0, -3.0), (1.0, 2.0), (2.0, -3.0), (3.0, 1.0), (-2.0, 3.0)]], [[(4.0, 0.0), (-4.0, -3.0), (-4.0, -4.0), (4.0, -2.0), (4.0, -1.0)], [(-2.0, 0.0), (-3.0, -2.0), (-2.0, 3.0), (-4.0, 1.0), (4.0, 4.0)], [(1.0, 4.0), (1.0, 2.0), (-2.0, -4.0), (0.0, -3.0), (-3.0, 2.0)], [(2.0, 0.0), (0.0, 4.0), (-4.0, 2.0), (-2.0, 3.0), (2.0, -4.0)]]], [[[(0.0, -2.0), (-1.0, 2.0), (-2.0, 1.0), (-4.0, -1.0), (1.0, -3.0)], [(1.0, 1.0), (0.0, -4.0), (4.0, 2.0), (4.0, 3.0), (-3.0, 2.0)], [(1.0, -4.0), (1.0, 0.0), (-2.0, -2.0), (-2.0, 0.0), (0.0, 2.0)], [(2.0, -3.0), (-2.0, -4.0), (2.0, 0.0), (1.0, 1.0), (-3.0, -3.0)]], [[(-1.0, 4.0), (3.0, 0.0), (3.0, 4.0), (1.0, 0.0), (-4.0, 2.0)], [(2.0, 2.0), (-2.0, 0.0), (3.0, -1.0), (4.0, 2.0), (-1.0, -4.0)], [(4.0, 1.0), (2.0, 0.0), (-2.0, -3.0), (3.0, -3.0), (-1.0, -4.0)], [(-4.0, 2.0), (1.0, 2.0), (3.0, -1.0), (1.0, 4.0), (-1.0, -1.0)]], [[(4.0, -2.0), (0.0, 4.0), (-1.0, -4.0), (-3.0, -1.0), (-3.0, -4.0)], [(2.0, -1.0), (3.0, 2.0), (-2.0, -1.0), (1.0, 0.0), (3.0, 0.0)], [(-3.0, -4.0), (-2.0, -4.0), (0.0, -2.0), (1.0, 0.0), (-1.0, -4.0)], [(-1.0, 4.0), (-3.0, 3.0), (1.0, 1.0), (4.0, 2.0), (-3.0, 2.0)]]]]> : tensor<2x3x4x5xcomplex<f32>>
  %got = call @fft_c64_of_1(%0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x2x3x4x5xi32>
  %want = stablehlo.constant dense<[[[[[-2304, 347, 3283, 361, 2153], [-256, -602, 565, 910, 3222], [-1024, -2683, 804, -427, 770], [-1536, 54, -418, -1020, -920]], [[256, -1381, 1625, -322, -178], [0, 975, -341, -1730, -184], [1280, 707, 327, 26, 220], [1280, -1704, 1682, 35, -13]], [[1024, 236, 1210, 838, 1812], [-1792, -350, -2584, 196, 1970], [-768, 362, 755, 269, 662], [-512, 3710, 1070, -1824, 116]]], [[[-1536, 2761, -209, -740, -276], [1536, -3249, 851, 2170, -27], [-512, 376, -82, -454, 1951], [0, -899, 1878, 1692, -111]], [[512, -1049, -1007, 1542, -1278], [1536, -653, 3019, 355, -1698], [1536, 1870, 1498, 294, -78], [0, -1874, 961, -2376, -1830]], [[-768, 3111, 3263, -605, 119], [1792, 1530, -265, -1354, 857], [-1280, -1513, 419, -555, -911], [-512, -1673, 1776, 988, -1859]]]], [[[[-1280, 1102, 1759, 1945, 314], [2304, -2822, 657, 329, 2091], [-256, -759, 586, 400, 29], [2304, -4229, -255, -1672, 12]], [[2560, -98, 1657, 196, 805], [1280, -1436, 3482, 1233, -719], [-2816, -794, 303, -326, 3633], [0, -538, -2657, -1267, 622]], [[-2560, 4078, -390, 1098, -2225], [1536, 733, 1442, -1638, -2074], [256, 2117, -1447, 731, 3463], [1280, -248, 210, 582, -1823]]], [[[-768, -405, 483, -1093, -777], [1024, -1668, 614, 1517, -207], [-1024, -695, -1747, -1446, -208], [-2304, -1923, 854, 668, -1135]], [[2560, -1651, 360, 1493, 2359], [-256, 382, 1327, 1513, -405], [-2304, 1204, -1059, 2279, 1160], [1536, -818, 728, 356, 758]], [[-1792, -508, -872, -943, 1555], [0, 561, -1480, -19, -342], [-3584, -849, 382, 568, -1637], [3072, 1250, -505, 956, 347]]]]]> : tensor<2x2x3x4x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x4x5xi32>, tensor<2x2x3x4x5xi32>) -> ()
  return
}
func.func private @fft_c64_of_1(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> (tensor<2x2x3x4x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x4x5xf32>, tensor<1x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x4x5xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x4x5xf32>
  %8 = call @round(%7) : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xi32>
  return %9 : tensor<2x2x3x4x5xi32>
}
func.func private @fft(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [5] : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  return %0 : tensor<2x3x4x5xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x4x5xf32>
  return %0 : tensor<2x2x3x4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(3.0, 3.0), (-4.0, -3.0), (-3.0, -4.0), (-2.0, 2.0), (-3.0, -3.0)], [(3.0, 2.0), (3.0, -2.0), (1.0, 1.0), (-4.0, 4.0), (-4.0, 4.0)], [(-2.0, 0.0), (-1.0, -3.0), (1.0, -2.0), (0.0, 3.0), (-2.0, 1.0)], [(-3.0, -3.0), (2.0, 3.0), (2.0, 4.0), (-4.0, 4.0), (-3.0, 1.0)]], [[(0.0, 4.0), (-1.0, 1.0), (3.0, 0.0), (0.0, 4.0), (-1.0, 1.0)], [(-1.0, 3.0), (1.0, -1.0), (1.0, 3.0), (-3.0, 4.0), (2.0, -4.0)], [(2.0, 0.0), (4.0, -1.0), (3.0, -4.0), (-2.0, -4.0), (-2.0, -2.0)], [(1.0, -3.0), (1.0, 2.0), (2.0, -3.0), (3.0, 1.0), (-2.0, 3.0)]], [[(4.0, 0.0), (-4.0, -3.0), (-4.0, -4.0), (4.0, -2.0), (4.0, -1.0)], [(-2.0, 0.0), (-3.0, -2.0), (-2.0, 3.0), (-4.0, 1.0), (4.0, 4.0)], [(1.0, 4.0), (1.0, 2.0), (-2.0, -4.0), (0.0, -3.0), (-3.0, 2.0)], [(2.0, 0.0), (0.0, 4.0), (-4.0, 2.0), (-2.0, 3.0), (2.0, -4.0)]]], [[[(0.0, -2.0), (-1.0, 2.0), (-2.0, 1.0), (-4.0, -1.0), (1.0, -3.0)], [(1.0, 1.0), (0.0, -4.0), (4.0, 2.0), (4.0, 3.0), (-3.0, 2.0)], [(1.0, -4.0), (1.0, 0.0), (-2.0, -2.0), (-2.0, 0.0), (0.0, 2.0)], [(2.0, -3.0), (-2.0, -4.0), (2.0, 0.0), (1.0, 1.0), (-3.0, -3.0)]], [[(-1.0, 4.0), (3.0, 0.0), (3.0, 4.0), (1.0, 0.0), (-4.0, 2.0)], [(2.0, 2.0), (-2.0, 0.0), (3.0, -1.0), (4.0, 2.0), (-1.0, -4.0)], [(4.0, 1.0), (2.0, 0.0), (-2.0, -3.0), (3.0, -3.0), (-1.0, -4.0)], [(-4.0, 2.0), (1.0, 2.0), (3.0, -1.0), (1.0, 4.0), (-1.0, -1.0)]], [[(4.0, -2.0), (0.0, 4.0), (-1.0, -4.0), (-3.0, -1.0), (-3.0, -4.0)], [(2.0, -1.0), (3.0, 2.0), (-2.0, -1.0), (1.0, 0.0), (3.0, 0.0)], [(-3.0, -4.0), (-2.0, -4.0), (0.0, -2.0), (1.0, 0.0), (-1.0, -4.0)], [(-1.0, 4.0), (-3.0, 3.0), (1.0, 1.0), (4.0, 2.0), (-3.0, 2.0)]]]]> : tensor<2x3x4x5xcomplex<f32>>
  %got = call @fft_c64_of_2(%0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x2x3x4x5xi32>
  %want = stablehlo.constant dense<[[[[[-5120, -2884, 4234, -175, 5225], [-1280, 4436, 3392, 2790, 3462], [-1536, -1788, 3940, 44, 620], [-1280, 1623, 1567, -1213, -697]], [[2816, -1403, 3294, -1991, -156], [256, -2986, 7436, 2151, -1738], [256, 54, 611, 1399, 240], [-2304, -1190, -4840, -2849, 943]], [[-2048, 3958, 452, -522, 4560], [2048, 855, 1687, -1650, 899], [2560, -2762, 3479, 2735, 389], [1536, -1106, -778, 2789, 1400]]], [[[-512, -1012, 2438, 2668, 1538], [2304, 2640, -367, 563, -1300], [-3584, 7285, -3019, -5055, 1814], [-4352, 2131, 112, -1136, -3155]], [[3584, -1706, 4471, -185, -4884], [-2816, -1718, -1907, 2405, -2364], [512, 3348, -3490, 3858, 2172], [768, -4119, -3104, 92, -37]], [[-768, 1455, 5193, -1526, -1795], [-2560, 3936, 1869, -1026, 341], [-3328, 1741, 2172, -794, 209], [3584, 5314, 3819, 924, 1719]]]], [[[[3072, -6708, 2748, 1003, 2445], [-2304, 2517, 190, -385, -3857], [-6144, 7393, 1944, 3688, -1761], [256, 1205, 2157, 3475, 4427]], [[1024, -2865, 2785, -164, 4341], [6656, -1983, 3376, 2288, -2656], [-1536, 1083, 1135, -96, 4535], [4096, 3376, -669, -1244, -2999]], [[512, 6680, -185, 772, -2659], [-1536, 6021, 4711, -1653, -7543], [-5120, 5710, -3489, 2885, 5135], [-4096, -2100, -2597, 2387, -3834]]], [[[-3072, -4691, 204, -354, -2327], [-1280, 2641, 3257, -125, -653], [-512, 2491, -2732, -4724, 357], [1792, -2061, 1203, 831, -485]], [[1536, -883, 1356, 5640, 3871], [3328, -4077, -639, -3517, 1066], [-1024, -12, -2754, 1902, 3167], [6400, -1634, 3477, 1945, 1332]], [[-2304, 454, -2475, 562, -77], [-512, -2863, 788, 832, 475], [-8448, -3167, 1494, -1313, -86], [4096, 3544, -3295, -3853, 5908]]]]]> : tensor<2x2x3x4x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x4x5xi32>, tensor<2x2x3x4x5xi32>) -> ()
  return
}
func.func private @fft_c64_of_2(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> (tensor<2x2x3x4x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x4x5xf32>, tensor<1x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x4x5xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x4x5xf32>
  %8 = call @round(%7) : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xi32>
  return %9 : tensor<2x2x3x4x5xi32>
}
func.func private @fft(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [4, 5] : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  return %0 : tensor<2x3x4x5xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x4x5xf32>
  return %0 : tensor<2x2x3x4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(3.0, 3.0), (-4.0, -3.0), (-3.0, -4.0), (-2.0, 2.0), (-3.0, -3.0)], [(3.0, 2.0), (3.0, -2.0), (1.0, 1.0), (-4.0, 4.0), (-4.0, 4.0)], [(-2.0, 0.0), (-1.0, -3.0), (1.0, -2.0), (0.0, 3.0), (-2.0, 1.0)], [(-3.0, -3.0), (2.0, 3.0), (2.0, 4.0), (-4.0, 4.0), (-3.0, 1.0)]], [[(0.0, 4.0), (-1.0, 1.0), (3.0, 0.0), (0.0, 4.0), (-1.0, 1.0)], [(-1.0, 3.0), (1.0, -1.0), (1.0, 3.0), (-3.0, 4.0), (2.0, -4.0)], [(2.0, 0.0), (4.0, -1.0), (3.0, -4.0), (-2.0, -4.0), (-2.0, -2.0)], [(1.0, -3.0), (1.0, 2.0), (2.0, -3.0), (3.0, 1.0), (-2.0, 3.0)]], [[(4.0, 0.0), (-4.0, -3.0), (-4.0, -4.0), (4.0, -2.0), (4.0, -1.0)], [(-2.0, 0.0), (-3.0, -2.0), (-2.0, 3.0), (-4.0, 1.0), (4.0, 4.0)], [(1.0, 4.0), (1.0, 2.0), (-2.0, -4.0), (0.0, -3.0), (-3.0, 2.0)], [(2.0, 0.0), (0.0, 4.0), (-4.0, 2.0), (-2.0, 3.0), (2.0, -4.0)]]], [[[(0.0, -2.0), (-1.0, 2.0), (-2.0, 1.0), (-4.0, -1.0), (1.0, -3.0)], [(1.0, 1.0), (0.0, -4.0), (4.0, 2.0), (4.0, 3.0), (-3.0, 2.0)], [(1.0, -4.0), (1.0, 0.0), (-2.0, -2.0), (-2.0, 0.0), (0.0, 2.0)], [(2.0, -3.0), (-2.0, -4.0), (2.0, 0.0), (1.0, 1.0), (-3.0, -3.0)]], [[(-1.0, 4.0), (3.0, 0.0), (3.0, 4.0), (1.0, 0.0), (-4.0, 2.0)], [(2.0, 2.0), (-2.0, 0.0), (3.0, -1.0), (4.0, 2.0), (-1.0, -4.0)], [(4.0, 1.0), (2.0, 0.0), (-2.0, -3.0), (3.0, -3.0), (-1.0, -4.0)], [(-4.0, 2.0), (1.0, 2.0), (3.0, -1.0), (1.0, 4.0), (-1.0, -1.0)]], [[(4.0, -2.0), (0.0, 4.0), (-1.0, -4.0), (-3.0, -1.0), (-3.0, -4.0)], [(2.0, -1.0), (3.0, 2.0), (-2.0, -1.0), (1.0, 0.0), (3.0, 0.0)], [(-3.0, -4.0), (-2.0, -4.0), (0.0, -2.0), (1.0, 0.0), (-1.0, -4.0)], [(-1.0, 4.0), (-3.0, 3.0), (1.0, 1.0), (4.0, 2.0), (-3.0, 2.0)]]]]> : tensor<2x3x4x5xcomplex<f32>>
  %got = call @fft_c64_of_3(%0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x2x3x4x5xi32>
  %want = stablehlo.constant dense<[[[[[-4352, -329, 7981, -2688, 9629], [1024, 2306, 12515, 3291, 2624], [1280, -4496, 8030, 4178, 1249], [-2048, -674, -4052, -1272, 1646]], [[-5061, -12428, 4933, 270, 9085], [4662, -1431, -2326, 5952, 8113], [160, -4440, 5899, -4605, -214], [6198, 7513, 6046, -4328, -1144]], [[-5947, 4106, -211, 1892, -3039], [-9526, 12433, -15, -873, -350], [-6048, 3574, -2110, 559, 825], [-7990, -1970, 2706, 1961, -2592]]], [[[2304, -1262, 12102, 957, -5141], [-3072, 4858, -405, 1941, -3322], [-6400, 12374, -4338, -1991, 4194], [0, 3325, 827, -120, -1473]], [[1406, -2044, 923, 7921, 8297], [8318, 479, -1584, -3893, 223], [4253, 7473, -6039, -3803, 3441], [-4533, -2951, 5619, 3377, -7959]], [[-5246, 271, -5711, -874, 1458], [1666, 2583, 888, 3640, -800], [-8605, 2008, 1318, -9371, -2194], [-8523, 6018, -6111, -6665, -32]]]], [[[[4608, -2893, 5347, 1611, 4127], [2816, 6554, 8277, 249, -14056], [-12800, 14185, -411, 6477, 7909], [256, 2480, -1110, 4619, -2406]], [[-1908, -3973, -1013, 1972, 5688], [-3312, 3825, -8833, -3994, 3526], [-821, 1558, 5604, 3451, -6466], [3582, 640, 7307, 7786, 8239]], [[6516, -13259, 3909, -574, -2479], [-6416, -2828, 1125, 2589, -1042], [-4811, 6436, 638, 1138, -6725], [-3070, 494, 272, -1979, 7449]]], [[[-3840, -5120, -915, 5848, 1467], [1536, -4299, 3405, -2810, 888], [-9984, -688, -3992, -4134, 3438], [12288, -150, 1385, -1077, 6755]], [[-6457, -1739, 1389, -4616, -1549], [-2466, 11007, 6452, -1753, 919], [898, 2688, 2801, -9047, -2883], [-1017, 5153, 7107, 2506, -2584]], [[1081, -7214, 139, -2294, -6901], [-2910, 1214, -87, 4189, -3766], [7550, 5472, -7005, -990, 516], [-5895, -11185, -4883, 1064, -5626]]]]]> : tensor<2x2x3x4x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x4x5xi32>, tensor<2x2x3x4x5xi32>) -> ()
  return
}
func.func private @fft_c64_of_3(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> (tensor<2x2x3x4x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x4x5xf32>, tensor<1x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x4x5xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x4x5xf32>
  %8 = call @round(%7) : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xi32>
  return %9 : tensor<2x2x3x4x5xi32>
}
func.func private @fft(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [3, 4, 5] : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  return %0 : tensor<2x3x4x5xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x4x5xf32>
  return %0 : tensor<2x2x3x4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(3.0, 3.0), (-4.0, -3.0), (-3.0, -4.0), (-2.0, 2.0), (-3.0, -3.0)], [(3.0, 2.0), (3.0, -2.0), (1.0, 1.0), (-4.0, 4.0), (-4.0, 4.0)], [(-2.0, 0.0), (-1.0, -3.0), (1.0, -2.0), (0.0, 3.0), (-2.0, 1.0)], [(-3.0, -3.0), (2.0, 3.0), (2.0, 4.0), (-4.0, 4.0), (-3.0, 1.0)]], [[(0.0, 4.0), (-1.0, 1.0), (3.0, 0.0), (0.0, 4.0), (-1.0, 1.0)], [(-1.0, 3.0), (1.0, -1.0), (1.0, 3.0), (-3.0, 4.0), (2.0, -4.0)], [(2.0, 0.0), (4.0, -1.0), (3.0, -4.0), (-2.0, -4.0), (-2.0, -2.0)], [(1.0, -3.0), (1.0, 2.0), (2.0, -3.0), (3.0, 1.0), (-2.0, 3.0)]], [[(4.0, 0.0), (-4.0, -3.0), (-4.0, -4.0), (4.0, -2.0), (4.0, -1.0)], [(-2.0, 0.0), (-3.0, -2.0), (-2.0, 3.0), (-4.0, 1.0), (4.0, 4.0)], [(1.0, 4.0), (1.0, 2.0), (-2.0, -4.0), (0.0, -3.0), (-3.0, 2.0)], [(2.0, 0.0), (0.0, 4.0), (-4.0, 2.0), (-2.0, 3.0), (2.0, -4.0)]]], [[[(0.0, -2.0), (-1.0, 2.0), (-2.0, 1.0), (-4.0, -1.0), (1.0, -3.0)], [(1.0, 1.0), (0.0, -4.0), (4.0, 2.0), (4.0, 3.0), (-3.0, 2.0)], [(1.0, -4.0), (1.0, 0.0), (-2.0, -2.0), (-2.0, 0.0), (0.0, 2.0)], [(2.0, -3.0), (-2.0, -4.0), (2.0, 0.0), (1.0, 1.0), (-3.0, -3.0)]], [[(-1.0, 4.0), (3.0, 0.0), (3.0, 4.0), (1.0, 0.0), (-4.0, 2.0)], [(2.0, 2.0), (-2.0, 0.0), (3.0, -1.0), (4.0, 2.0), (-1.0, -4.0)], [(4.0, 1.0), (2.0, 0.0), (-2.0, -3.0), (3.0, -3.0), (-1.0, -4.0)], [(-4.0, 2.0), (1.0, 2.0), (3.0, -1.0), (1.0, 4.0), (-1.0, -1.0)]], [[(4.0, -2.0), (0.0, 4.0), (-1.0, -4.0), (-3.0, -1.0), (-3.0, -4.0)], [(2.0, -1.0), (3.0, 2.0), (-2.0, -1.0), (1.0, 0.0), (3.0, 0.0)], [(-3.0, -4.0), (-2.0, -4.0), (0.0, -2.0), (1.0, 0.0), (-1.0, -4.0)], [(-1.0, 4.0), (-3.0, 3.0), (1.0, 1.0), (4.0, 2.0), (-3.0, 2.0)]]]]> : tensor<2x3x4x5xcomplex<f32>>
  %got = call @ifft_c64_of_1(%0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x2x3x4x5xi32>
  %want = stablehlo.constant dense<[[[[[-461, 431, 72, 657, 69], [-51, 644, 182, 113, -120], [-205, 154, -85, 161, -537], [-307, -184, -204, -84, 11]], [[51, -36, -64, 325, -276], [0, -37, -346, -68, 195], [256, 44, 5, 65, 141], [256, -3, 7, 336, -341]], [[205, 362, 168, 242, 47], [-358, 394, 39, -517, -70], [-154, 132, 54, 151, 72], [-102, 23, -365, 214, 742]]], [[[-307, -55, -148, -42, 552], [307, -5, 434, 170, -650], [-102, 390, -91, -16, 75], [0, -22, 338, 376, -180]], [[102, -256, 308, -201, -210], [307, -340, 71, 604, -131], [307, -16, 59, 300, 374], [0, -366, -475, 192, -375]], [[-154, 24, -121, 653, 622], [358, 171, -271, -53, 306], [-256, -182, -111, 84, -303], [-102, -372, 198, 355, -335]]]], [[[[-256, 63, 389, 352, 220], [461, 418, 66, 131, -564], [-51, 6, 80, 117, -152], [461, 2, -334, -51, -846]], [[512, 161, 39, 331, -20], [256, -144, 247, 696, -287], [-563, 727, -65, 61, -159], [0, 124, -253, -531, -108]], [[-512, -445, 220, -78, 816], [307, -415, -328, 288, 147], [51, 693, 146, -289, 423], [256, -365, 116, 42, -50]]], [[[-154, -155, -219, 97, -81], [205, -41, 303, 123, -334], [-205, -42, -289, -349, -139], [-461, -227, 134, 171, -385]], [[512, 472, 299, 72, -330], [-51, -81, 303, 265, 76], [-461, 232, 456, -212, 241], [307, 152, 71, 146, -164]], [[-358, 311, -189, -174, -102], [0, -68, -4, -296, 112], [-717, -327, 114, 76, -170], [614, 69, 191, -101, 250]]]]]> : tensor<2x2x3x4x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x4x5xi32>, tensor<2x2x3x4x5xi32>) -> ()
  return
}
func.func private @ifft_c64_of_1(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> (tensor<2x2x3x4x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x4x5xf32>, tensor<1x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x4x5xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x4x5xf32>
  %8 = call @round(%7) : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xi32>
  return %9 : tensor<2x2x3x4x5xi32>
}
func.func private @fft(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [5] : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  return %0 : tensor<2x3x4x5xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x4x5xf32>
  return %0 : tensor<2x2x3x4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(3.0, 3.0), (-4.0, -3.0), (-3.0, -4.0), (-2.0, 2.0), (-3.0, -3.0)], [(3.0, 2.0), (3.0, -2.0), (1.0, 1.0), (-4.0, 4.0), (-4.0, 4.0)], [(-2.0, 0.0), (-1.0, -3.0), (1.0, -2.0), (0.0, 3.0), (-2.0, 1.0)], [(-3.0, -3.0), (2.0, 3.0), (2.0, 4.0), (-4.0, 4.0), (-3.0, 1.0)]], [[(0.0, 4.0), (-1.0, 1.0), (3.0, 0.0), (0.0, 4.0), (-1.0, 1.0)], [(-1.0, 3.0), (1.0, -1.0), (1.0, 3.0), (-3.0, 4.0), (2.0, -4.0)], [(2.0, 0.0), (4.0, -1.0), (3.0, -4.0), (-2.0, -4.0), (-2.0, -2.0)], [(1.0, -3.0), (1.0, 2.0), (2.0, -3.0), (3.0, 1.0), (-2.0, 3.0)]], [[(4.0, 0.0), (-4.0, -3.0), (-4.0, -4.0), (4.0, -2.0), (4.0, -1.0)], [(-2.0, 0.0), (-3.0, -2.0), (-2.0, 3.0), (-4.0, 1.0), (4.0, 4.0)], [(1.0, 4.0), (1.0, 2.0), (-2.0, -4.0), (0.0, -3.0), (-3.0, 2.0)], [(2.0, 0.0), (0.0, 4.0), (-4.0, 2.0), (-2.0, 3.0), (2.0, -4.0)]]], [[[(0.0, -2.0), (-1.0, 2.0), (-2.0, 1.0), (-4.0, -1.0), (1.0, -3.0)], [(1.0, 1.0), (0.0, -4.0), (4.0, 2.0), (4.0, 3.0), (-3.0, 2.0)], [(1.0, -4.0), (1.0, 0.0), (-2.0, -2.0), (-2.0, 0.0), (0.0, 2.0)], [(2.0, -3.0), (-2.0, -4.0), (2.0, 0.0), (1.0, 1.0), (-3.0, -3.0)]], [[(-1.0, 4.0), (3.0, 0.0), (3.0, 4.0), (1.0, 0.0), (-4.0, 2.0)], [(2.0, 2.0), (-2.0, 0.0), (3.0, -1.0), (4.0, 2.0), (-1.0, -4.0)], [(4.0, 1.0), (2.0, 0.0), (-2.0, -3.0), (3.0, -3.0), (-1.0, -4.0)], [(-4.0, 2.0), (1.0, 2.0), (3.0, -1.0), (1.0, 4.0), (-1.0, -1.0)]], [[(4.0, -2.0), (0.0, 4.0), (-1.0, -4.0), (-3.0, -1.0), (-3.0, -4.0)], [(2.0, -1.0), (3.0, 2.0), (-2.0, -1.0), (1.0, 0.0), (3.0, 0.0)], [(-3.0, -4.0), (-2.0, -4.0), (0.0, -2.0), (1.0, 0.0), (-1.0, -4.0)], [(-1.0, 4.0), (-3.0, 3.0), (1.0, 1.0), (4.0, 2.0), (-3.0, 2.0)]]]]> : tensor<2x3x4x5xcomplex<f32>>
  %got = call @ifft_c64_of_2(%0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x2x3x4x5xi32>
  %want = stablehlo.constant dense<[[[[[-256, 261, -9, 212, -144], [-64, -35, -61, 78, 81], [-77, 31, 2, 197, -89], [-64, 173, 139, 170, 222]], [[141, -8, -100, 165, -70], [-115, 47, -142, -242, -60], [13, 12, 70, 31, 3], [13, -87, 108, 372, -149]], [[-102, 228, -26, 23, 198], [77, 70, 139, -39, -55], [128, 19, 137, 174, -138], [102, 45, -83, 84, 43]]], [[[-26, 77, 133, 122, -51], [-218, -158, -57, 6, 107], [-179, 91, -253, -151, 364], [115, -65, 28, -18, 132]], [[179, -244, -9, 224, -85], [38, -2, 5, -155, -206], [26, 109, 193, -174, 167], [-141, -118, 120, -95, -86]], [[-38, -90, -76, 260, 73], [179, 86, 46, 191, 266], [-166, 10, -40, 109, 87], [-128, 17, -51, 93, 197]]]], [[[[154, 122, 50, 137, -335], [13, 221, 174, 108, 60], [-307, -88, 184, 97, 370], [-115, -193, -19, 9, 126]], [[51, 217, -8, 139, -143], [205, -150, -62, -33, 169], [-77, 227, -5, 57, 54], [333, -133, 114, 169, -99]], [[26, -133, 39, -9, 334], [-205, -192, 119, -130, -105], [-256, 257, 144, -174, 285], [-77, -377, -83, 236, 301]]], [[[-154, -116, -18, 10, -235], [90, -24, 42, 60, -103], [-26, 18, -236, -137, 125], [-64, -33, -6, 163, 132]], [[77, 194, 282, 68, -44], [320, 67, 97, 174, -82], [-51, 158, 95, -138, -1], [166, 53, -176, -32, -204]], [[-115, -4, 28, -124, 23], [205, 295, -193, -165, 177], [-422, -4, -66, 75, -158], [-26, 24, 42, 39, -143]]]]]> : tensor<2x2x3x4x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x4x5xi32>, tensor<2x2x3x4x5xi32>) -> ()
  return
}
func.func private @ifft_c64_of_2(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> (tensor<2x2x3x4x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x4x5xf32>, tensor<1x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x4x5xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x4x5xf32>
  %8 = call @round(%7) : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xi32>
  return %9 : tensor<2x2x3x4x5xi32>
}
func.func private @fft(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [4, 5] : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  return %0 : tensor<2x3x4x5xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x4x5xf32>
  return %0 : tensor<2x2x3x4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(3.0, 3.0), (-4.0, -3.0), (-3.0, -4.0), (-2.0, 2.0), (-3.0, -3.0)], [(3.0, 2.0), (3.0, -2.0), (1.0, 1.0), (-4.0, 4.0), (-4.0, 4.0)], [(-2.0, 0.0), (-1.0, -3.0), (1.0, -2.0), (0.0, 3.0), (-2.0, 1.0)], [(-3.0, -3.0), (2.0, 3.0), (2.0, 4.0), (-4.0, 4.0), (-3.0, 1.0)]], [[(0.0, 4.0), (-1.0, 1.0), (3.0, 0.0), (0.0, 4.0), (-1.0, 1.0)], [(-1.0, 3.0), (1.0, -1.0), (1.0, 3.0), (-3.0, 4.0), (2.0, -4.0)], [(2.0, 0.0), (4.0, -1.0), (3.0, -4.0), (-2.0, -4.0), (-2.0, -2.0)], [(1.0, -3.0), (1.0, 2.0), (2.0, -3.0), (3.0, 1.0), (-2.0, 3.0)]], [[(4.0, 0.0), (-4.0, -3.0), (-4.0, -4.0), (4.0, -2.0), (4.0, -1.0)], [(-2.0, 0.0), (-3.0, -2.0), (-2.0, 3.0), (-4.0, 1.0), (4.0, 4.0)], [(1.0, 4.0), (1.0, 2.0), (-2.0, -4.0), (0.0, -3.0), (-3.0, 2.0)], [(2.0, 0.0), (0.0, 4.0), (-4.0, 2.0), (-2.0, 3.0), (2.0, -4.0)]]], [[[(0.0, -2.0), (-1.0, 2.0), (-2.0, 1.0), (-4.0, -1.0), (1.0, -3.0)], [(1.0, 1.0), (0.0, -4.0), (4.0, 2.0), (4.0, 3.0), (-3.0, 2.0)], [(1.0, -4.0), (1.0, 0.0), (-2.0, -2.0), (-2.0, 0.0), (0.0, 2.0)], [(2.0, -3.0), (-2.0, -4.0), (2.0, 0.0), (1.0, 1.0), (-3.0, -3.0)]], [[(-1.0, 4.0), (3.0, 0.0), (3.0, 4.0), (1.0, 0.0), (-4.0, 2.0)], [(2.0, 2.0), (-2.0, 0.0), (3.0, -1.0), (4.0, 2.0), (-1.0, -4.0)], [(4.0, 1.0), (2.0, 0.0), (-2.0, -3.0), (3.0, -3.0), (-1.0, -4.0)], [(-4.0, 2.0), (1.0, 2.0), (3.0, -1.0), (1.0, 4.0), (-1.0, -1.0)]], [[(4.0, -2.0), (0.0, 4.0), (-1.0, -4.0), (-3.0, -1.0), (-3.0, -4.0)], [(2.0, -1.0), (3.0, 2.0), (-2.0, -1.0), (1.0, 0.0), (3.0, 0.0)], [(-3.0, -4.0), (-2.0, -4.0), (0.0, -2.0), (1.0, 0.0), (-1.0, -4.0)], [(-1.0, 4.0), (-3.0, 3.0), (1.0, 1.0), (4.0, 2.0), (-3.0, 2.0)]]]]> : tensor<2x3x4x5xcomplex<f32>>
  %got = call @ifft_c64_of_3(%0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x2x3x4x5xi32>
  %want = stablehlo.constant dense<[[[[[-73, 160, -45, 133, -5], [-34, 27, -21, -68, -11], [21, 21, 70, 134, -75], [17, 44, 55, 209, 38]], [[-99, -51, 32, -4, 68], [-133, -43, 33, 45, -33], [-101, 14, 9, -35, 60], [-159, -6, -15, 0, 207]], [[-84, 151, 5, 82, -207], [103, -19, -72, 101, 125], [3, -4, -77, 98, -74], [78, 135, 99, -39, -24]]], [[[38, -86, 16, 202, -21], [0, -25, -2, 14, 55], [-107, 70, -33, -72, 206], [-51, -55, 32, -7, 81]], [[-87, 24, -15, -95, 5], [-142, -1, -111, -102, 100], [-143, -37, -156, 22, 33], [28, -13, 61, 15, 43]], [[23, 138, 132, 15, -34], [-76, -133, 56, 94, -49], [71, 57, -63, -101, 125], [139, 4, -65, -26, 8]]]], [[[[77, 69, 27, 89, -48], [4, -40, 77, -18, 41], [-213, 132, 108, -7, 236], [47, -234, 4, 138, 109]], [[109, -41, -10, 65, -221], [-51, 124, -33, 5, 8], [-80, -112, 19, 11, 107], [-107, -17, 43, 19, -47]], [[-32, 95, 33, -17, -66], [60, 137, 130, 122, 11], [-14, -108, 58, 93, 26], [-55, 59, -67, -147, 64]]], [[[-64, 24, 97, -15, -85], [205, 113, -18, 23, -3], [-166, 57, -69, -67, -11], [26, 15, -47, 57, -72]], [[18, -115, -38, 2, -120], [-98, -94, 18, -81, -186], [126, 9, -16, -117, 91], [-48, -63, 70, -1, 20]], [[-108, -26, -77, 23, -29], [-17, -43, 42, 118, 86], [15, -48, -151, 47, 45], [-41, 15, -29, 108, 183]]]]]> : tensor<2x2x3x4x5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x3x4x5xi32>, tensor<2x2x3x4x5xi32>) -> ()
  return
}
func.func private @ifft_c64_of_3(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> (tensor<2x2x3x4x5xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x4x5xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x3x4x5xf32>, tensor<1x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3x4x5xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x3x4x5xf32>
  %8 = call @round(%7) : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xi32>
  return %9 : tensor<2x2x3x4x5xi32>
}
func.func private @fft(%arg0: tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [3, 4, 5] : (tensor<2x3x4x5xcomplex<f32>>) -> tensor<2x3x4x5xcomplex<f32>>
  return %0 : tensor<2x3x4x5xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x3x4x5xf32>) -> tensor<2x2x3x4x5xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x3x4x5xf32>
  return %0 : tensor<2x2x3x4x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, 4.0, 3.0, 0.0, 4.0, 4.0], [4.0, -4.0, 0.0, 1.0, -2.0, -1.0], [1.0, 3.0, 1.0, -3.0, 2.0, 3.0]], [[-3.0, 0.0, -1.0, 4.0, -4.0, 0.0], [4.0, -1.0, -3.0, 3.0, 4.0, 4.0], [4.0, -1.0, 2.0, 4.0, 1.0, 4.0]], [[1.0, -3.0, 0.0, 1.0, -2.0, 2.0], [-1.0, 4.0, -3.0, 1.0, -4.0, -3.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0]], [[-1.0, 4.0, 3.0, -1.0, -3.0, -2.0], [-3.0, 0.0, 1.0, 1.0, 4.0, 4.0], [0.0, 1.0, -4.0, -2.0, 4.0, 4.0]]], [[[-4.0, 0.0, 0.0, 2.0, -3.0, 0.0], [-1.0, -3.0, 3.0, 2.0, -3.0, 2.0], [0.0, -3.0, 1.0, 0.0, 0.0, -1.0]], [[4.0, -3.0, 4.0, -3.0, 3.0, 4.0], [-3.0, 3.0, -4.0, -1.0, 0.0, 2.0], [-3.0, -4.0, -2.0, 4.0, -2.0, 0.0]], [[-4.0, 3.0, 4.0, -2.0, 3.0, -1.0], [-2.0, -1.0, -3.0, 4.0, -4.0, -1.0], [1.0, 0.0, -4.0, 4.0, 3.0, 4.0]], [[-3.0, -1.0, -1.0, -2.0, -4.0, 3.0], [2.0, -4.0, -3.0, -1.0, 4.0, 3.0], [-3.0, 4.0, -2.0, -2.0, 4.0, -4.0]]]]> : tensor<2x4x3x6xf32>
  %got = call @rfft_float32_of_1(%0) : (tensor<2x4x3x6xf32>) -> tensor<2x2x4x3x4xi32>
  %want = stablehlo.constant dense<[[[[[4352, 640, -1408, 256], [-512, 384, 2176, 1536], [1792, 1408, -1664, 256]], [[-1024, -1152, 896, -3072], [2816, 512, 1280, -256], [3584, 0, 1280, 0]], [[-256, 128, 896, -256], [-1536, 512, 768, -2560], [768, -384, -384, 768]], [[0, 256, -768, -512], [1792, -1152, -1664, -768], [768, 1152, -1152, -768]]], [[[-1280, -1152, -128, -2304], [0, -896, 384, -512], [-768, -640, 384, 1280]], [[2304, 1024, -768, 3328], [-768, 640, -1152, -2816], [-1792, -1792, 1280, -1792]], [[768, -1152, -2688, 768], [-1792, -896, 1664, -2816], [2048, -128, 896, -2048]], [[-2048, 640, -896, -2048], [256, 512, 256, 1280], [-768, -512, -1536, 256]]]], [[[[0, 222, -222, 0], [0, 222, 1109, 0], [0, 222, -222, 0]], [[0, -665, 665, 0], [0, 2660, -443, 0], [0, 887, 1330, 0]], [[0, 665, 1552, 0], [0, -1774, -1330, 0], [0, 665, -665, 0]], [[0, -2660, 0, 0], [0, 1552, 222, 0], [0, 2439, -1109, 0]]], [[[0, -665, 665, 0], [0, -222, 2439, 0], [0, 222, 665, 0]], [[0, 1330, 1774, 0], [0, 665, -1109, 0], [0, 887, 887, 0]], [[0, -1109, -665, 0], [0, -222, 222, 0], [0, 2439, -665, 0]], [[0, 222, 1552, 0], [0, 3104, 0, 0], [0, -443, -3104, 0]]]]]> : tensor<2x2x4x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x4x3x4xi32>, tensor<2x2x4x3x4xi32>) -> ()
  return
}
func.func private @rfft_float32_of_1(%arg0: tensor<2x4x3x6xf32>) -> (tensor<2x2x4x3x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x4xf32>
  %2 = stablehlo.imag %0 : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x4xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf32>) -> tensor<1x2x4x3x4xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf32>) -> tensor<1x2x4x3x4xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x4x3x4xf32>, tensor<1x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x4x3x4xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x4x3x4xf32>
  %8 = call @round(%7) : (tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xi32>
  return %9 : tensor<2x2x4x3x4xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [6] : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>>
  return %0 : tensor<2x4x3x4xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x4x3x4xf32>
  return %0 : tensor<2x2x4x3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, 4.0, 3.0, 0.0, 4.0, 4.0], [4.0, -4.0, 0.0, 1.0, -2.0, -1.0], [1.0, 3.0, 1.0, -3.0, 2.0, 3.0]], [[-3.0, 0.0, -1.0, 4.0, -4.0, 0.0], [4.0, -1.0, -3.0, 3.0, 4.0, 4.0], [4.0, -1.0, 2.0, 4.0, 1.0, 4.0]], [[1.0, -3.0, 0.0, 1.0, -2.0, 2.0], [-1.0, 4.0, -3.0, 1.0, -4.0, -3.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0]], [[-1.0, 4.0, 3.0, -1.0, -3.0, -2.0], [-3.0, 0.0, 1.0, 1.0, 4.0, 4.0], [0.0, 1.0, -4.0, -2.0, 4.0, 4.0]]], [[[-4.0, 0.0, 0.0, 2.0, -3.0, 0.0], [-1.0, -3.0, 3.0, 2.0, -3.0, 2.0], [0.0, -3.0, 1.0, 0.0, 0.0, -1.0]], [[4.0, -3.0, 4.0, -3.0, 3.0, 4.0], [-3.0, 3.0, -4.0, -1.0, 0.0, 2.0], [-3.0, -4.0, -2.0, 4.0, -2.0, 0.0]], [[-4.0, 3.0, 4.0, -2.0, 3.0, -1.0], [-2.0, -1.0, -3.0, 4.0, -4.0, -1.0], [1.0, 0.0, -4.0, 4.0, 3.0, 4.0]], [[-3.0, -1.0, -1.0, -2.0, -4.0, 3.0], [2.0, -4.0, -3.0, -1.0, 4.0, 3.0], [-3.0, 4.0, -2.0, -2.0, 4.0, -4.0]]]]> : tensor<2x4x3x6xf32>
  %got = call @rfft_float32_of_2(%0) : (tensor<2x4x3x6xf32>) -> tensor<2x2x4x3x4xi32>
  %want = stablehlo.constant dense<[[[[[5632, 2432, -896, 2048], [3712, -256, -512, -640], [3712, -256, -2816, -640]], [[5376, -640, 3456, -3328], [-4224, 128, -1920, -2944], [-4224, -2944, 1152, -2944]], [[-1024, 256, 1280, -2048], [128, -2048, 128, 640], [128, 2176, 1280, 640]], [[2560, 256, -3584, -2048], [-1280, -512, 1792, 256], [-1280, 1024, -512, 256]]], [[[-2048, -2688, 640, -1536], [-896, -768, 1024, -2688], [-896, 0, -2048, -2688]], [[-256, -128, -640, -1280], [3584, 1408, -2560, 5632], [3584, 1792, 896, 5632]], [[1024, -2176, -128, -4096], [640, -2944, -3200, 3200], [640, 1664, -4736, 3200]], [[-2560, 640, -2176, -512], [-1792, 3712, 2432, -2816], [-1792, -2432, -2944, -2816]]]], [[[[0, 665, 665, 0], [1995, 887, -3991, -1109], [-1995, -887, 2660, 1109]], [[0, 2882, 1552, 0], [665, -2882, 222, 222], [-665, -1995, 222, -222]], [[0, -443, -443, 0], [1995, 443, 1552, 2882], [-1995, 1995, 3547, -2882]], [[0, 1330, -887, 0], [-887, -2660, 887, 0], [887, -6651, 0, 0]]], [[[0, -665, 3769, 0], [-665, -443, -887, 1552], [665, -887, -887, -1552]], [[0, 2882, 1552, 0], [-887, -1552, 3991, 887], [887, 2660, -222, -887]], [[0, 1109, -1109, 0], [3326, -1552, -1109, 665], [-3326, -2882, 222, -665]], [[0, 2882, -1552, 0], [-887, -1995, 1552, -887], [887, -222, 4656, 887]]]]]> : tensor<2x2x4x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x4x3x4xi32>, tensor<2x2x4x3x4xi32>) -> ()
  return
}
func.func private @rfft_float32_of_2(%arg0: tensor<2x4x3x6xf32>) -> (tensor<2x2x4x3x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x4xf32>
  %2 = stablehlo.imag %0 : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x4xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf32>) -> tensor<1x2x4x3x4xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf32>) -> tensor<1x2x4x3x4xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x4x3x4xf32>, tensor<1x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x4x3x4xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x4x3x4xf32>
  %8 = call @round(%7) : (tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xi32>
  return %9 : tensor<2x2x4x3x4xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [3, 6] : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>>
  return %0 : tensor<2x4x3x4xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x4x3x4xf32>
  return %0 : tensor<2x2x4x3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, 4.0, 3.0, 0.0, 4.0, 4.0], [4.0, -4.0, 0.0, 1.0, -2.0, -1.0], [1.0, 3.0, 1.0, -3.0, 2.0, 3.0]], [[-3.0, 0.0, -1.0, 4.0, -4.0, 0.0], [4.0, -1.0, -3.0, 3.0, 4.0, 4.0], [4.0, -1.0, 2.0, 4.0, 1.0, 4.0]], [[1.0, -3.0, 0.0, 1.0, -2.0, 2.0], [-1.0, 4.0, -3.0, 1.0, -4.0, -3.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0]], [[-1.0, 4.0, 3.0, -1.0, -3.0, -2.0], [-3.0, 0.0, 1.0, 1.0, 4.0, 4.0], [0.0, 1.0, -4.0, -2.0, 4.0, 4.0]]], [[[-4.0, 0.0, 0.0, 2.0, -3.0, 0.0], [-1.0, -3.0, 3.0, 2.0, -3.0, 2.0], [0.0, -3.0, 1.0, 0.0, 0.0, -1.0]], [[4.0, -3.0, 4.0, -3.0, 3.0, 4.0], [-3.0, 3.0, -4.0, -1.0, 0.0, 2.0], [-3.0, -4.0, -2.0, 4.0, -2.0, 0.0]], [[-4.0, 3.0, 4.0, -2.0, 3.0, -1.0], [-2.0, -1.0, -3.0, 4.0, -4.0, -1.0], [1.0, 0.0, -4.0, 4.0, 3.0, 4.0]], [[-3.0, -1.0, -1.0, -2.0, -4.0, 3.0], [2.0, -4.0, -3.0, -1.0, 4.0, 3.0], [-3.0, 4.0, -2.0, -2.0, 4.0, -4.0]]]]> : tensor<2x4x3x6xf32>
  %got = call @rfft_float32_of_3(%0) : (tensor<2x4x3x6xf32>) -> tensor<2x2x4x3x4xi32>
  %want = stablehlo.constant dense<[[[[[12544, 2304, 256, -5376], [-1664, -2688, -512, -2688], [-1664, 0, -896, -2688]], [[6656, 3728, 263, 4096], [5136, 1570, -1305, -1058], [2032, 2224, -3874, -1502]], [[-3328, 3072, 512, 5376], [9344, -1920, -256, 2688], [9344, 3840, -2176, 2688]], [[6656, 624, -4615, 4096], [2032, 2014, 25, -1502], [5136, -7088, -4318, -1058]]], [[[-3840, -4352, -2304, -7424], [1536, 1408, -2304, 3328], [1536, 1024, -8832, 3328]], [[-3072, -512, 3872, 2560], [-1536, 2619, 6663, -4114], [-1536, 1218, -2189, -7662]], [[1792, -5376, 3328, -3840], [-2048, -8832, -2048, -2304], [-2048, 2304, -4736, -2304]], [[-3072, -512, -2336, 2560], [-1536, 1733, 1785, -7662], [-1536, -4546, 7565, -4114]]]], [[[[0, 4434, 887, 0], [3769, -4212, -1330, 1995], [-3769, -7538, 6429, -1995]], [[-2816, 2005, -5931, 1280], [2944, -197, -1831, -791], [2944, 1086, -2551, 7191]], [[0, -3991, -443, 0], [4212, 6873, -3547, 1552], [-4212, 9755, 5986, -1552]], [[2816, 213, 8149, -1280], [-2944, 1083, -9255, -7191], [-2944, -6850, 777, 791]]], [[[0, 6208, 2660, 0], [887, -5543, 3547, 2217], [-887, -1330, 3769, -2217]], [[-2304, -1006, 3341, 768], [-9367, 3413, 5214, -7561], [-1385, -2229, -4949, -9335]], [[0, -5321, 2660, 0], [4434, 1552, -7538, 2217], [-4434, -6208, -5099, -2217]], [[2304, -2542, 6413, -768], [1385, -1195, -4770, 9335], [9367, 6219, 2731, 7561]]]]]> : tensor<2x2x4x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x4x3x4xi32>, tensor<2x2x4x3x4xi32>) -> ()
  return
}
func.func private @rfft_float32_of_3(%arg0: tensor<2x4x3x6xf32>) -> (tensor<2x2x4x3x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x4xf32>
  %2 = stablehlo.imag %0 : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x4xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf32>) -> tensor<1x2x4x3x4xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf32>) -> tensor<1x2x4x3x4xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x4x3x4xf32>, tensor<1x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x4x3x4xf32>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x4x3x4xf32>
  %8 = call @round(%7) : (tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32>
  %9 = stablehlo.convert %8 : (tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xi32>
  return %9 : tensor<2x2x4x3x4xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [4, 3, 6] : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x4xcomplex<f32>>
  return %0 : tensor<2x4x3x4xcomplex<f32>>
}
func.func private @round(%arg0: tensor<2x2x4x3x4xf32>) -> tensor<2x2x4x3x4xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x4x3x4xf32>
  return %0 : tensor<2x2x4x3x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(2.0, 2.0), (3.0, -4.0), (-4.0, -2.0), (3.0, 4.0)], [(0.0, 3.0), (0.0, -4.0), (1.0, 3.0), (-2.0, 3.0)], [(4.0, 0.0), (-4.0, -1.0), (-2.0, 4.0), (-1.0, 4.0)]], [[(1.0, 2.0), (-1.0, -1.0), (-3.0, -3.0), (-4.0, 4.0)], [(-4.0, -2.0), (-4.0, 1.0), (-3.0, 2.0), (4.0, -2.0)], [(-3.0, -2.0), (1.0, 2.0), (2.0, -3.0), (-2.0, 2.0)]], [[(-2.0, 4.0), (-1.0, 2.0), (-2.0, 1.0), (4.0, 0.0)], [(-3.0, 4.0), (4.0, -3.0), (3.0, -1.0), (3.0, 1.0)], [(-3.0, 1.0), (-1.0, -4.0), (1.0, -3.0), (0.0, 2.0)]], [[(1.0, 3.0), (2.0, 1.0), (1.0, 4.0), (-4.0, -1.0)], [(4.0, -2.0), (1.0, 3.0), (4.0, -4.0), (-2.0, -3.0)], [(-1.0, -3.0), (3.0, -1.0), (-3.0, -3.0), (-4.0, 3.0)]]], [[[(-1.0, 3.0), (2.0, -1.0), (-3.0, -4.0), (3.0, 2.0)], [(-1.0, -4.0), (-2.0, 1.0), (0.0, -3.0), (4.0, 4.0)], [(3.0, 2.0), (3.0, 4.0), (-2.0, 1.0), (-4.0, 2.0)]], [[(3.0, -1.0), (2.0, 3.0), (2.0, -3.0), (-4.0, -3.0)], [(-4.0, -1.0), (0.0, 2.0), (-1.0, 0.0), (-1.0, 3.0)], [(4.0, 4.0), (-3.0, -1.0), (0.0, -1.0), (-2.0, 0.0)]], [[(-2.0, 1.0), (3.0, 0.0), (-3.0, 1.0), (-2.0, 4.0)], [(-3.0, 2.0), (-3.0, -2.0), (-2.0, -1.0), (2.0, -1.0)], [(1.0, -3.0), (0.0, -4.0), (-3.0, 3.0), (3.0, -1.0)]], [[(3.0, -1.0), (-2.0, 1.0), (-4.0, 1.0), (-2.0, 4.0)], [(-3.0, 1.0), (3.0, 4.0), (0.0, 1.0), (0.0, -2.0)], [(-2.0, -2.0), (0.0, 4.0), (4.0, 1.0), (-2.0, -3.0)]]]]> : tensor<2x4x3x4xcomplex<f32>>
  %got = call @irfft_float32_of_1(%0) : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xi32>
  %want = stablehlo.constant dense<[[[[219, 322, 875, -628, -83, -26, -167], [-73, 35, 395, 163, -6, -709, 196], [-366, -293, 725, 310, 360, -129, 417]], [[-549, 448, 273, -394, 456, -137, 159], [-366, -680, 177, 141, -310, 421, -407], [-37, 71, -472, -429, 326, -226, -1]], [[0, -535, 146, -170, -157, 368, -164], [622, 37, 4, -319, -252, -475, -385], [-110, 208, 145, -185, 189, -464, -551]], [[-37, 64, -246, 284, -253, -243, 686], [366, 467, -737, 185, 405, 288, 50], [-329, 589, 78, -660, 48, -218, 237]]], [[[110, 185, 324, -694, -14, 207, -373], [110, -362, 241, -458, 519, 116, -421], [-110, 179, -129, -326, 98, 149, 906]], [[110, 570, -718, 81, 187, 244, 294], [-293, -274, -97, -453, 102, -155, 145], [-219, 270, 143, 351, 402, 64, 13]], [[-219, 46, 245, -603, -147, -276, 443], [-329, -128, 216, 42, -113, 108, -563], [37, -66, 694, 221, -519, 48, -159]], [[-475, -40, 504, -168, 351, 125, 471], [110, -209, -526, -235, -380, 209, 264], [73, -211, -853, 286, -2, -3, 198]]]]> : tensor<2x4x3x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x3x7xi32>, tensor<2x4x3x7xi32>) -> ()
  return
}
func.func private @irfft_float32_of_1(%arg0: tensor<2x4x3x4xcomplex<f32>>) -> (tensor<2x4x3x7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x3x7xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x4x3x7xf32>
  %3 = call @round(%2) : (tensor<2x4x3x7xf32>) -> tensor<2x4x3x7xf32>
  %4 = stablehlo.convert %3 : (tensor<2x4x3x7xf32>) -> tensor<2x4x3x7xi32>
  return %4 : tensor<2x4x3x7xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xf32> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [7] : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xf32>
  return %0 : tensor<2x4x3x7xf32>
}
func.func private @round(%arg0: tensor<2x4x3x7xf32>) -> tensor<2x4x3x7xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x3x7xf32>
  return %0 : tensor<2x4x3x7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(2.0, 2.0), (3.0, -4.0), (-4.0, -2.0), (3.0, 4.0)], [(0.0, 3.0), (0.0, -4.0), (1.0, 3.0), (-2.0, 3.0)], [(4.0, 0.0), (-4.0, -1.0), (-2.0, 4.0), (-1.0, 4.0)]], [[(1.0, 2.0), (-1.0, -1.0), (-3.0, -3.0), (-4.0, 4.0)], [(-4.0, -2.0), (-4.0, 1.0), (-3.0, 2.0), (4.0, -2.0)], [(-3.0, -2.0), (1.0, 2.0), (2.0, -3.0), (-2.0, 2.0)]], [[(-2.0, 4.0), (-1.0, 2.0), (-2.0, 1.0), (4.0, 0.0)], [(-3.0, 4.0), (4.0, -3.0), (3.0, -1.0), (3.0, 1.0)], [(-3.0, 1.0), (-1.0, -4.0), (1.0, -3.0), (0.0, 2.0)]], [[(1.0, 3.0), (2.0, 1.0), (1.0, 4.0), (-4.0, -1.0)], [(4.0, -2.0), (1.0, 3.0), (4.0, -4.0), (-2.0, -3.0)], [(-1.0, -3.0), (3.0, -1.0), (-3.0, -3.0), (-4.0, 3.0)]]], [[[(-1.0, 3.0), (2.0, -1.0), (-3.0, -4.0), (3.0, 2.0)], [(-1.0, -4.0), (-2.0, 1.0), (0.0, -3.0), (4.0, 4.0)], [(3.0, 2.0), (3.0, 4.0), (-2.0, 1.0), (-4.0, 2.0)]], [[(3.0, -1.0), (2.0, 3.0), (2.0, -3.0), (-4.0, -3.0)], [(-4.0, -1.0), (0.0, 2.0), (-1.0, 0.0), (-1.0, 3.0)], [(4.0, 4.0), (-3.0, -1.0), (0.0, -1.0), (-2.0, 0.0)]], [[(-2.0, 1.0), (3.0, 0.0), (-3.0, 1.0), (-2.0, 4.0)], [(-3.0, 2.0), (-3.0, -2.0), (-2.0, -1.0), (2.0, -1.0)], [(1.0, -3.0), (0.0, -4.0), (-3.0, 3.0), (3.0, -1.0)]], [[(3.0, -1.0), (-2.0, 1.0), (-4.0, 1.0), (-2.0, 4.0)], [(-3.0, 1.0), (3.0, 4.0), (0.0, 1.0), (0.0, -2.0)], [(-2.0, -2.0), (0.0, 4.0), (4.0, 1.0), (-2.0, -3.0)]]]]> : tensor<2x4x3x4xcomplex<f32>>
  %got = call @irfft_float32_of_2(%0) : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x6xi32>
  %want = stablehlo.constant dense<[[[[-85, 241, 516, -28, -174, 44], [181, 55, -151, -404, 89, 9], [33, 403, 39, -207, 194, -240]], [[-341, -8, -148, -57, 148, -106], [-113, 539, 120, -147, 120, -134], [-15, 63, -77, 247, -77, 243]], [[100, -16, -22, -213, -120, -410], [-234, -396, 29, -138, 280, 322], [-37, -23, 132, 10, 127, 97]], [[142, 256, -347, 85, -51, 256], [-19, -439, 447, 58, -307, 144], [5, 70, -134, -16, -120, 226]]], [[[0, 135, -161, -256, 332, 36], [222, 289, 146, -47, -177, -159], [-222, -11, -79, -294, 195, -204]], [[-57, 114, -254, 199, 140, 114], [104, 124, -213, 198, 204, 209], [252, 61, -190, -98, -114, -24]], [[-242, 88, 321, -327, -122, -60], [23, -46, -210, -6, -233, 17], [48, 140, -208, -179, 110, 373]], [[-57, -253, -247, 0, 48, 338], [-255, 199, 74, -3, 225, 8], [-157, 205, 472, 46, 25, 100]]]]> : tensor<2x4x3x6xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x3x6xi32>, tensor<2x4x3x6xi32>) -> ()
  return
}
func.func private @irfft_float32_of_2(%arg0: tensor<2x4x3x4xcomplex<f32>>) -> (tensor<2x4x3x6xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x6xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x3x6xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x4x3x6xf32>
  %3 = call @round(%2) : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x6xf32>
  %4 = stablehlo.convert %3 : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x6xi32>
  return %4 : tensor<2x4x3x6xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x6xf32> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [3, 6] : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x6xf32>
  return %0 : tensor<2x4x3x6xf32>
}
func.func private @round(%arg0: tensor<2x4x3x6xf32>) -> tensor<2x4x3x6xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x3x6xf32>
  return %0 : tensor<2x4x3x6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(2.0, 2.0), (3.0, -4.0), (-4.0, -2.0), (3.0, 4.0)], [(0.0, 3.0), (0.0, -4.0), (1.0, 3.0), (-2.0, 3.0)], [(4.0, 0.0), (-4.0, -1.0), (-2.0, 4.0), (-1.0, 4.0)]], [[(1.0, 2.0), (-1.0, -1.0), (-3.0, -3.0), (-4.0, 4.0)], [(-4.0, -2.0), (-4.0, 1.0), (-3.0, 2.0), (4.0, -2.0)], [(-3.0, -2.0), (1.0, 2.0), (2.0, -3.0), (-2.0, 2.0)]], [[(-2.0, 4.0), (-1.0, 2.0), (-2.0, 1.0), (4.0, 0.0)], [(-3.0, 4.0), (4.0, -3.0), (3.0, -1.0), (3.0, 1.0)], [(-3.0, 1.0), (-1.0, -4.0), (1.0, -3.0), (0.0, 2.0)]], [[(1.0, 3.0), (2.0, 1.0), (1.0, 4.0), (-4.0, -1.0)], [(4.0, -2.0), (1.0, 3.0), (4.0, -4.0), (-2.0, -3.0)], [(-1.0, -3.0), (3.0, -1.0), (-3.0, -3.0), (-4.0, 3.0)]]], [[[(-1.0, 3.0), (2.0, -1.0), (-3.0, -4.0), (3.0, 2.0)], [(-1.0, -4.0), (-2.0, 1.0), (0.0, -3.0), (4.0, 4.0)], [(3.0, 2.0), (3.0, 4.0), (-2.0, 1.0), (-4.0, 2.0)]], [[(3.0, -1.0), (2.0, 3.0), (2.0, -3.0), (-4.0, -3.0)], [(-4.0, -1.0), (0.0, 2.0), (-1.0, 0.0), (-1.0, 3.0)], [(4.0, 4.0), (-3.0, -1.0), (0.0, -1.0), (-2.0, 0.0)]], [[(-2.0, 1.0), (3.0, 0.0), (-3.0, 1.0), (-2.0, 4.0)], [(-3.0, 2.0), (-3.0, -2.0), (-2.0, -1.0), (2.0, -1.0)], [(1.0, -3.0), (0.0, -4.0), (-3.0, 3.0), (3.0, -1.0)]], [[(3.0, -1.0), (-2.0, 1.0), (-4.0, 1.0), (-2.0, 4.0)], [(-3.0, 1.0), (3.0, 4.0), (0.0, 1.0), (0.0, -2.0)], [(-2.0, -2.0), (0.0, 4.0), (4.0, 1.0), (-2.0, -3.0)]]]]> : tensor<2x4x3x4xcomplex<f32>>
  %got = call @irfft_float32_of_3(%0) : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xi32>
  %want = stablehlo.constant dense<[[[[-55, 61, 113, -142, 60, -129, 6], [-5, -133, 167, -114, -52, 59, 56], [-31, 147, -19, 29, -18, 61, 67]], [[-79, 122, 197, -1, 96, -132, 97], [219, 210, -216, 3, 52, -100, -46], [-3, 83, 51, -73, -19, -60, -80]], [[104, -99, 268, 4, -52, -110, -115], [36, -71, -170, -99, -54, 186, 16], [62, -11, 150, -77, -5, 105, -195]], [[-43, -62, 86, 88, -14, 83, 161], [-29, 11, 201, -125, -146, 6, -81], [45, 66, 45, -121, 69, 5, -52]]], [[[-91, -3, 4, -163, 40, 70, 101], [-11, 114, 47, -99, 130, -87, 80], [-16, 79, 38, -84, -76, 92, 28]], [[107, 27, -121, -79, 76, -12, 24], [123, -71, 162, 88, -1, 102, -49], [17, -224, -52, 107, -81, 106, -185]], [[24, -21, 261, -140, -70, -11, -129], [96, -29, 30, -31, -92, -200, -39], [-57, -25, -96, -131, -14, 101, -5]], [[-3, -2, 1, -111, 155, 111, 41], [-3, 168, 50, -76, 10, -97, -42], [-77, 171, -1, 25, -92, 32, -197]]]]> : tensor<2x4x3x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x3x7xi32>, tensor<2x4x3x7xi32>) -> ()
  return
}
func.func private @irfft_float32_of_3(%arg0: tensor<2x4x3x4xcomplex<f32>>) -> (tensor<2x4x3x7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xf32>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x3x7xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2x4x3x7xf32>
  %3 = call @round(%2) : (tensor<2x4x3x7xf32>) -> tensor<2x4x3x7xf32>
  %4 = stablehlo.convert %3 : (tensor<2x4x3x7xf32>) -> tensor<2x4x3x7xi32>
  return %4 : tensor<2x4x3x7xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xf32> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [4, 3, 7] : (tensor<2x4x3x4xcomplex<f32>>) -> tensor<2x4x3x7xf32>
  return %0 : tensor<2x4x3x7xf32>
}
func.func private @round(%arg0: tensor<2x4x3x7xf32>) -> tensor<2x4x3x7xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x3x7xf32>
  return %0 : tensor<2x4x3x7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, 4.0, 3.0, 0.0, 4.0, 4.0], [4.0, -4.0, 0.0, 1.0, -2.0, -1.0], [1.0, 3.0, 1.0, -3.0, 2.0, 3.0]], [[-3.0, 0.0, -1.0, 4.0, -4.0, 0.0], [4.0, -1.0, -3.0, 3.0, 4.0, 4.0], [4.0, -1.0, 2.0, 4.0, 1.0, 4.0]], [[1.0, -3.0, 0.0, 1.0, -2.0, 2.0], [-1.0, 4.0, -3.0, 1.0, -4.0, -3.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0]], [[-1.0, 4.0, 3.0, -1.0, -3.0, -2.0], [-3.0, 0.0, 1.0, 1.0, 4.0, 4.0], [0.0, 1.0, -4.0, -2.0, 4.0, 4.0]]], [[[-4.0, 0.0, 0.0, 2.0, -3.0, 0.0], [-1.0, -3.0, 3.0, 2.0, -3.0, 2.0], [0.0, -3.0, 1.0, 0.0, 0.0, -1.0]], [[4.0, -3.0, 4.0, -3.0, 3.0, 4.0], [-3.0, 3.0, -4.0, -1.0, 0.0, 2.0], [-3.0, -4.0, -2.0, 4.0, -2.0, 0.0]], [[-4.0, 3.0, 4.0, -2.0, 3.0, -1.0], [-2.0, -1.0, -3.0, 4.0, -4.0, -1.0], [1.0, 0.0, -4.0, 4.0, 3.0, 4.0]], [[-3.0, -1.0, -1.0, -2.0, -4.0, 3.0], [2.0, -4.0, -3.0, -1.0, 4.0, 3.0], [-3.0, 4.0, -2.0, -2.0, 4.0, -4.0]]]]> : tensor<2x4x3x6xf64>
  %got = call @rfft_float64_of_1(%0) : (tensor<2x4x3x6xf64>) -> tensor<2x2x4x3x4xi32>
  %want = stablehlo.constant dense<[[[[[4352, 640, -1408, 256], [-512, 384, 2176, 1536], [1792, 1408, -1664, 256]], [[-1024, -1152, 896, -3072], [2816, 512, 1280, -256], [3584, 0, 1280, 0]], [[-256, 128, 896, -256], [-1536, 512, 768, -2560], [768, -384, -384, 768]], [[0, 256, -768, -512], [1792, -1152, -1664, -768], [768, 1152, -1152, -768]]], [[[-1280, -1152, -128, -2304], [0, -896, 384, -512], [-768, -640, 384, 1280]], [[2304, 1024, -768, 3328], [-768, 640, -1152, -2816], [-1792, -1792, 1280, -1792]], [[768, -1152, -2688, 768], [-1792, -896, 1664, -2816], [2048, -128, 896, -2048]], [[-2048, 640, -896, -2048], [256, 512, 256, 1280], [-768, -512, -1536, 256]]]], [[[[0, 222, -222, 0], [0, 222, 1109, 0], [0, 222, -222, 0]], [[0, -665, 665, 0], [0, 2660, -443, 0], [0, 887, 1330, 0]], [[0, 665, 1552, 0], [0, -1774, -1330, 0], [0, 665, -665, 0]], [[0, -2660, 0, 0], [0, 1552, 222, 0], [0, 2439, -1109, 0]]], [[[0, -665, 665, 0], [0, -222, 2439, 0], [0, 222, 665, 0]], [[0, 1330, 1774, 0], [0, 665, -1109, 0], [0, 887, 887, 0]], [[0, -1109, -665, 0], [0, -222, 222, 0], [0, 2439, -665, 0]], [[0, 222, 1552, 0], [0, 3104, 0, 0], [0, -443, -3104, 0]]]]]> : tensor<2x2x4x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x4x3x4xi32>, tensor<2x2x4x3x4xi32>) -> ()
  return
}
func.func private @rfft_float64_of_1(%arg0: tensor<2x4x3x6xf64>) -> (tensor<2x2x4x3x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x4xf64>
  %2 = stablehlo.imag %0 : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf64>) -> tensor<1x2x4x3x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf64>) -> tensor<1x2x4x3x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x4x3x4xf64>, tensor<1x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x4x3x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x4x3x4xf64>
  %8 = call @round(%7) : (tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xi32>
  return %9 : tensor<2x2x4x3x4xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [6] : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>>
  return %0 : tensor<2x4x3x4xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x4x3x4xf64>
  return %0 : tensor<2x2x4x3x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, 4.0, 3.0, 0.0, 4.0, 4.0], [4.0, -4.0, 0.0, 1.0, -2.0, -1.0], [1.0, 3.0, 1.0, -3.0, 2.0, 3.0]], [[-3.0, 0.0, -1.0, 4.0, -4.0, 0.0], [4.0, -1.0, -3.0, 3.0, 4.0, 4.0], [4.0, -1.0, 2.0, 4.0, 1.0, 4.0]], [[1.0, -3.0, 0.0, 1.0, -2.0, 2.0], [-1.0, 4.0, -3.0, 1.0, -4.0, -3.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0]], [[-1.0, 4.0, 3.0, -1.0, -3.0, -2.0], [-3.0, 0.0, 1.0, 1.0, 4.0, 4.0], [0.0, 1.0, -4.0, -2.0, 4.0, 4.0]]], [[[-4.0, 0.0, 0.0, 2.0, -3.0, 0.0], [-1.0, -3.0, 3.0, 2.0, -3.0, 2.0], [0.0, -3.0, 1.0, 0.0, 0.0, -1.0]], [[4.0, -3.0, 4.0, -3.0, 3.0, 4.0], [-3.0, 3.0, -4.0, -1.0, 0.0, 2.0], [-3.0, -4.0, -2.0, 4.0, -2.0, 0.0]], [[-4.0, 3.0, 4.0, -2.0, 3.0, -1.0], [-2.0, -1.0, -3.0, 4.0, -4.0, -1.0], [1.0, 0.0, -4.0, 4.0, 3.0, 4.0]], [[-3.0, -1.0, -1.0, -2.0, -4.0, 3.0], [2.0, -4.0, -3.0, -1.0, 4.0, 3.0], [-3.0, 4.0, -2.0, -2.0, 4.0, -4.0]]]]> : tensor<2x4x3x6xf64>
  %got = call @rfft_float64_of_2(%0) : (tensor<2x4x3x6xf64>) -> tensor<2x2x4x3x4xi32>
  %want = stablehlo.constant dense<[[[[[5632, 2432, -896, 2048], [3712, -256, -512, -640], [3712, -256, -2816, -640]], [[5376, -640, 3456, -3328], [-4224, 128, -1920, -2944], [-4224, -2944, 1152, -2944]], [[-1024, 256, 1280, -2048], [128, -2048, 128, 640], [128, 2176, 1280, 640]], [[2560, 256, -3584, -2048], [-1280, -512, 1792, 256], [-1280, 1024, -512, 256]]], [[[-2048, -2688, 640, -1536], [-896, -768, 1024, -2688], [-896, 0, -2048, -2688]], [[-256, -128, -640, -1280], [3584, 1408, -2560, 5632], [3584, 1792, 896, 5632]], [[1024, -2176, -128, -4096], [640, -2944, -3200, 3200], [640, 1664, -4736, 3200]], [[-2560, 640, -2176, -512], [-1792, 3712, 2432, -2816], [-1792, -2432, -2944, -2816]]]], [[[[0, 665, 665, 0], [1995, 887, -3991, -1109], [-1995, -887, 2660, 1109]], [[0, 2882, 1552, 0], [665, -2882, 222, 222], [-665, -1995, 222, -222]], [[0, -443, -443, 0], [1995, 443, 1552, 2882], [-1995, 1995, 3547, -2882]], [[0, 1330, -887, 0], [-887, -2660, 887, 0], [887, -6651, 0, 0]]], [[[0, -665, 3769, 0], [-665, -443, -887, 1552], [665, -887, -887, -1552]], [[0, 2882, 1552, 0], [-887, -1552, 3991, 887], [887, 2660, -222, -887]], [[0, 1109, -1109, 0], [3326, -1552, -1109, 665], [-3326, -2882, 222, -665]], [[0, 2882, -1552, 0], [-887, -1995, 1552, -887], [887, -222, 4656, 887]]]]]> : tensor<2x2x4x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x4x3x4xi32>, tensor<2x2x4x3x4xi32>) -> ()
  return
}
func.func private @rfft_float64_of_2(%arg0: tensor<2x4x3x6xf64>) -> (tensor<2x2x4x3x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x4xf64>
  %2 = stablehlo.imag %0 : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf64>) -> tensor<1x2x4x3x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf64>) -> tensor<1x2x4x3x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x4x3x4xf64>, tensor<1x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x4x3x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x4x3x4xf64>
  %8 = call @round(%7) : (tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xi32>
  return %9 : tensor<2x2x4x3x4xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [3, 6] : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>>
  return %0 : tensor<2x4x3x4xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x4x3x4xf64>
  return %0 : tensor<2x2x4x3x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[2.0, 4.0, 3.0, 0.0, 4.0, 4.0], [4.0, -4.0, 0.0, 1.0, -2.0, -1.0], [1.0, 3.0, 1.0, -3.0, 2.0, 3.0]], [[-3.0, 0.0, -1.0, 4.0, -4.0, 0.0], [4.0, -1.0, -3.0, 3.0, 4.0, 4.0], [4.0, -1.0, 2.0, 4.0, 1.0, 4.0]], [[1.0, -3.0, 0.0, 1.0, -2.0, 2.0], [-1.0, 4.0, -3.0, 1.0, -4.0, -3.0], [0.0, 0.0, 0.0, 0.0, 3.0, 0.0]], [[-1.0, 4.0, 3.0, -1.0, -3.0, -2.0], [-3.0, 0.0, 1.0, 1.0, 4.0, 4.0], [0.0, 1.0, -4.0, -2.0, 4.0, 4.0]]], [[[-4.0, 0.0, 0.0, 2.0, -3.0, 0.0], [-1.0, -3.0, 3.0, 2.0, -3.0, 2.0], [0.0, -3.0, 1.0, 0.0, 0.0, -1.0]], [[4.0, -3.0, 4.0, -3.0, 3.0, 4.0], [-3.0, 3.0, -4.0, -1.0, 0.0, 2.0], [-3.0, -4.0, -2.0, 4.0, -2.0, 0.0]], [[-4.0, 3.0, 4.0, -2.0, 3.0, -1.0], [-2.0, -1.0, -3.0, 4.0, -4.0, -1.0], [1.0, 0.0, -4.0, 4.0, 3.0, 4.0]], [[-3.0, -1.0, -1.0, -2.0, -4.0, 3.0], [2.0, -4.0, -3.0, -1.0, 4.0, 3.0], [-3.0, 4.0, -2.0, -2.0, 4.0, -4.0]]]]> : tensor<2x4x3x6xf64>
  %got = call @rfft_float64_of_3(%0) : (tensor<2x4x3x6xf64>) -> tensor<2x2x4x3x4xi32>
  %want = stablehlo.constant dense<[[[[[12544, 2304, 256, -5376], [-1664, -2688, -512, -2688], [-1664, 0, -896, -2688]], [[6656, 3728, 263, 4096], [5136, 1570, -1305, -1058], [2032, 2224, -3874, -1502]], [[-3328, 3072, 512, 5376], [9344, -1920, -256, 2688], [9344, 3840, -2176, 2688]], [[6656, 624, -4615, 4096], [2032, 2014, 25, -1502], [5136, -7088, -4318, -1058]]], [[[-3840, -4352, -2304, -7424], [1536, 1408, -2304, 3328], [1536, 1024, -8832, 3328]], [[-3072, -512, 3872, 2560], [-1536, 2619, 6663, -4114], [-1536, 1218, -2189, -7662]], [[1792, -5376, 3328, -3840], [-2048, -8832, -2048, -2304], [-2048, 2304, -4736, -2304]], [[-3072, -512, -2336, 2560], [-1536, 1733, 1785, -7662], [-1536, -4546, 7565, -4114]]]], [[[[0, 4434, 887, 0], [3769, -4212, -1330, 1995], [-3769, -7538, 6429, -1995]], [[-2816, 2005, -5931, 1280], [2944, -197, -1831, -791], [2944, 1086, -2551, 7191]], [[0, -3991, -443, 0], [4212, 6873, -3547, 1552], [-4212, 9755, 5986, -1552]], [[2816, 213, 8149, -1280], [-2944, 1083, -9255, -7191], [-2944, -6850, 777, 791]]], [[[0, 6208, 2660, 0], [887, -5543, 3547, 2217], [-887, -1330, 3769, -2217]], [[-2304, -1006, 3341, 768], [-9367, 3413, 5214, -7561], [-1385, -2229, -4949, -9335]], [[0, -5321, 2660, 0], [4434, 1552, -7538, 2217], [-4434, -6208, -5099, -2217]], [[2304, -2542, 6413, -768], [1385, -1195, -4770, 9335], [9367, 6219, 2731, 7561]]]]]> : tensor<2x2x4x3x4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x2x4x3x4xi32>, tensor<2x2x4x3x4xi32>) -> ()
  return
}
func.func private @rfft_float64_of_3(%arg0: tensor<2x4x3x6xf64>) -> (tensor<2x2x4x3x4xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x4xf64>
  %2 = stablehlo.imag %0 : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x4xf64>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf64>) -> tensor<1x2x4x3x4xf64>
  %4 = stablehlo.broadcast_in_dim %2, dims = [1, 2, 3, 4] : (tensor<2x4x3x4xf64>) -> tensor<1x2x4x3x4xf64>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x2x4x3x4xf64>, tensor<1x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x4x3x4xf64>
  %7 = stablehlo.multiply %5, %6 : tensor<2x2x4x3x4xf64>
  %8 = call @round(%7) : (tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xi32>
  return %9 : tensor<2x2x4x3x4xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>> {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [4, 3, 6] : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x4xcomplex<f64>>
  return %0 : tensor<2x4x3x4xcomplex<f64>>
}
func.func private @round(%arg0: tensor<2x2x4x3x4xf64>) -> tensor<2x2x4x3x4xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x2x4x3x4xf64>
  return %0 : tensor<2x2x4x3x4xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(2.0, 2.0), (3.0, -4.0), (-4.0, -2.0), (3.0, 4.0)], [(0.0, 3.0), (0.0, -4.0), (1.0, 3.0), (-2.0, 3.0)], [(4.0, 0.0), (-4.0, -1.0), (-2.0, 4.0), (-1.0, 4.0)]], [[(1.0, 2.0), (-1.0, -1.0), (-3.0, -3.0), (-4.0, 4.0)], [(-4.0, -2.0), (-4.0, 1.0), (-3.0, 2.0), (4.0, -2.0)], [(-3.0, -2.0), (1.0, 2.0), (2.0, -3.0), (-2.0, 2.0)]], [[(-2.0, 4.0), (-1.0, 2.0), (-2.0, 1.0), (4.0, 0.0)], [(-3.0, 4.0), (4.0, -3.0), (3.0, -1.0), (3.0, 1.0)], [(-3.0, 1.0), (-1.0, -4.0), (1.0, -3.0), (0.0, 2.0)]], [[(1.0, 3.0), (2.0, 1.0), (1.0, 4.0), (-4.0, -1.0)], [(4.0, -2.0), (1.0, 3.0), (4.0, -4.0), (-2.0, -3.0)], [(-1.0, -3.0), (3.0, -1.0), (-3.0, -3.0), (-4.0, 3.0)]]], [[[(-1.0, 3.0), (2.0, -1.0), (-3.0, -4.0), (3.0, 2.0)], [(-1.0, -4.0), (-2.0, 1.0), (0.0, -3.0), (4.0, 4.0)], [(3.0, 2.0), (3.0, 4.0), (-2.0, 1.0), (-4.0, 2.0)]], [[(3.0, -1.0), (2.0, 3.0), (2.0, -3.0), (-4.0, -3.0)], [(-4.0, -1.0), (0.0, 2.0), (-1.0, 0.0), (-1.0, 3.0)], [(4.0, 4.0), (-3.0, -1.0), (0.0, -1.0), (-2.0, 0.0)]], [[(-2.0, 1.0), (3.0, 0.0), (-3.0, 1.0), (-2.0, 4.0)], [(-3.0, 2.0), (-3.0, -2.0), (-2.0, -1.0), (2.0, -1.0)], [(1.0, -3.0), (0.0, -4.0), (-3.0, 3.0), (3.0, -1.0)]], [[(3.0, -1.0), (-2.0, 1.0), (-4.0, 1.0), (-2.0, 4.0)], [(-3.0, 1.0), (3.0, 4.0), (0.0, 1.0), (0.0, -2.0)], [(-2.0, -2.0), (0.0, 4.0), (4.0, 1.0), (-2.0, -3.0)]]]]> : tensor<2x4x3x4xcomplex<f64>>
  %got = call @irfft_float64_of_1(%0) : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xi32>
  %want = stablehlo.constant dense<[[[[219, 322, 875, -628, -83, -26, -167], [-73, 35, 395, 163, -6, -709, 196], [-366, -293, 725, 310, 360, -129, 417]], [[-549, 448, 273, -394, 456, -137, 159], [-366, -680, 177, 141, -310, 421, -407], [-37, 71, -472, -429, 326, -226, -1]], [[0, -535, 146, -170, -157, 368, -164], [622, 37, 4, -319, -252, -475, -385], [-110, 208, 145, -185, 189, -464, -551]], [[-37, 64, -246, 284, -253, -243, 686], [366, 467, -737, 185, 405, 288, 50], [-329, 589, 78, -660, 48, -218, 237]]], [[[110, 185, 324, -694, -14, 207, -373], [110, -362, 241, -458, 519, 116, -421], [-110, 179, -129, -326, 98, 149, 906]], [[110, 570, -718, 81, 187, 244, 294], [-293, -274, -97, -453, 102, -155, 145], [-219, 270, 143, 351, 402, 64, 13]], [[-219, 46, 245, -603, -147, -276, 443], [-329, -128, 216, 42, -113, 108, -563], [37, -66, 694, 221, -519, 48, -159]], [[-475, -40, 504, -168, 351, 125, 471], [110, -209, -526, -235, -380, 209, 264], [73, -211, -853, 286, -2, -3, 198]]]]> : tensor<2x4x3x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x3x7xi32>, tensor<2x4x3x7xi32>) -> ()
  return
}
func.func private @irfft_float64_of_1(%arg0: tensor<2x4x3x4xcomplex<f64>>) -> (tensor<2x4x3x7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x3x7xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2x4x3x7xf64>
  %3 = call @round(%2) : (tensor<2x4x3x7xf64>) -> tensor<2x4x3x7xf64>
  %4 = stablehlo.convert %3 : (tensor<2x4x3x7xf64>) -> tensor<2x4x3x7xi32>
  return %4 : tensor<2x4x3x7xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [7] : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xf64>
  return %0 : tensor<2x4x3x7xf64>
}
func.func private @round(%arg0: tensor<2x4x3x7xf64>) -> tensor<2x4x3x7xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x3x7xf64>
  return %0 : tensor<2x4x3x7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(2.0, 2.0), (3.0, -4.0), (-4.0, -2.0), (3.0, 4.0)], [(0.0, 3.0), (0.0, -4.0), (1.0, 3.0), (-2.0, 3.0)], [(4.0, 0.0), (-4.0, -1.0), (-2.0, 4.0), (-1.0, 4.0)]], [[(1.0, 2.0), (-1.0, -1.0), (-3.0, -3.0), (-4.0, 4.0)], [(-4.0, -2.0), (-4.0, 1.0), (-3.0, 2.0), (4.0, -2.0)], [(-3.0, -2.0), (1.0, 2.0), (2.0, -3.0), (-2.0, 2.0)]], [[(-2.0, 4.0), (-1.0, 2.0), (-2.0, 1.0), (4.0, 0.0)], [(-3.0, 4.0), (4.0, -3.0), (3.0, -1.0), (3.0, 1.0)], [(-3.0, 1.0), (-1.0, -4.0), (1.0, -3.0), (0.0, 2.0)]], [[(1.0, 3.0), (2.0, 1.0), (1.0, 4.0), (-4.0, -1.0)], [(4.0, -2.0), (1.0, 3.0), (4.0, -4.0), (-2.0, -3.0)], [(-1.0, -3.0), (3.0, -1.0), (-3.0, -3.0), (-4.0, 3.0)]]], [[[(-1.0, 3.0), (2.0, -1.0), (-3.0, -4.0), (3.0, 2.0)], [(-1.0, -4.0), (-2.0, 1.0), (0.0, -3.0), (4.0, 4.0)], [(3.0, 2.0), (3.0, 4.0), (-2.0, 1.0), (-4.0, 2.0)]], [[(3.0, -1.0), (2.0, 3.0), (2.0, -3.0), (-4.0, -3.0)], [(-4.0, -1.0), (0.0, 2.0), (-1.0, 0.0), (-1.0, 3.0)], [(4.0, 4.0), (-3.0, -1.0), (0.0, -1.0), (-2.0, 0.0)]], [[(-2.0, 1.0), (3.0, 0.0), (-3.0, 1.0), (-2.0, 4.0)], [(-3.0, 2.0), (-3.0, -2.0), (-2.0, -1.0), (2.0, -1.0)], [(1.0, -3.0), (0.0, -4.0), (-3.0, 3.0), (3.0, -1.0)]], [[(3.0, -1.0), (-2.0, 1.0), (-4.0, 1.0), (-2.0, 4.0)], [(-3.0, 1.0), (3.0, 4.0), (0.0, 1.0), (0.0, -2.0)], [(-2.0, -2.0), (0.0, 4.0), (4.0, 1.0), (-2.0, -3.0)]]]]> : tensor<2x4x3x4xcomplex<f64>>
  %got = call @irfft_float64_of_2(%0) : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x6xi32>
  %want = stablehlo.constant dense<[[[[-85, 241, 516, -28, -174, 44], [181, 55, -151, -404, 89, 9], [33, 403, 39, -207, 194, -240]], [[-341, -8, -148, -57, 148, -106], [-113, 539, 120, -147, 120, -134], [-15, 63, -77, 247, -77, 243]], [[100, -16, -22, -213, -120, -410], [-234, -396, 29, -138, 280, 322], [-37, -23, 132, 10, 127, 97]], [[142, 256, -347, 85, -51, 256], [-19, -439, 447, 58, -307, 144], [5, 70, -134, -16, -120, 226]]], [[[0, 135, -161, -256, 332, 36], [222, 289, 146, -47, -177, -159], [-222, -11, -79, -294, 195, -204]], [[-57, 114, -254, 199, 140, 114], [104, 124, -213, 198, 204, 209], [252, 61, -190, -98, -114, -24]], [[-242, 88, 321, -327, -122, -60], [23, -46, -210, -6, -233, 17], [48, 140, -208, -179, 110, 373]], [[-57, -253, -247, 0, 48, 338], [-255, 199, 74, -3, 225, 8], [-157, 205, 472, 46, 25, 100]]]]> : tensor<2x4x3x6xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x3x6xi32>, tensor<2x4x3x6xi32>) -> ()
  return
}
func.func private @irfft_float64_of_2(%arg0: tensor<2x4x3x4xcomplex<f64>>) -> (tensor<2x4x3x6xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x6xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x3x6xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2x4x3x6xf64>
  %3 = call @round(%2) : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x6xf64>
  %4 = stablehlo.convert %3 : (tensor<2x4x3x6xf64>) -> tensor<2x4x3x6xi32>
  return %4 : tensor<2x4x3x6xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x6xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [3, 6] : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x6xf64>
  return %0 : tensor<2x4x3x6xf64>
}
func.func private @round(%arg0: tensor<2x4x3x6xf64>) -> tensor<2x4x3x6xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x3x6xf64>
  return %0 : tensor<2x4x3x6xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[(2.0, 2.0), (3.0, -4.0), (-4.0, -2.0), (3.0, 4.0)], [(0.0, 3.0), (0.0, -4.0), (1.0, 3.0), (-2.0, 3.0)], [(4.0, 0.0), (-4.0, -1.0), (-2.0, 4.0), (-1.0, 4.0)]], [[(1.0, 2.0), (-1.0, -1.0), (-3.0, -3.0), (-4.0, 4.0)], [(-4.0, -2.0), (-4.0, 1.0), (-3.0, 2.0), (4.0, -2.0)], [(-3.0, -2.0), (1.0, 2.0), (2.0, -3.0), (-2.0, 2.0)]], [[(-2.0, 4.0), (-1.0, 2.0), (-2.0, 1.0), (4.0, 0.0)], [(-3.0, 4.0), (4.0, -3.0), (3.0, -1.0), (3.0, 1.0)], [(-3.0, 1.0), (-1.0, -4.0), (1.0, -3.0), (0.0, 2.0)]], [[(1.0, 3.0), (2.0, 1.0), (1.0, 4.0), (-4.0, -1.0)], [(4.0, -2.0), (1.0, 3.0), (4.0, -4.0), (-2.0, -3.0)], [(-1.0, -3.0), (3.0, -1.0), (-3.0, -3.0), (-4.0, 3.0)]]], [[[(-1.0, 3.0), (2.0, -1.0), (-3.0, -4.0), (3.0, 2.0)], [(-1.0, -4.0), (-2.0, 1.0), (0.0, -3.0), (4.0, 4.0)], [(3.0, 2.0), (3.0, 4.0), (-2.0, 1.0), (-4.0, 2.0)]], [[(3.0, -1.0), (2.0, 3.0), (2.0, -3.0), (-4.0, -3.0)], [(-4.0, -1.0), (0.0, 2.0), (-1.0, 0.0), (-1.0, 3.0)], [(4.0, 4.0), (-3.0, -1.0), (0.0, -1.0), (-2.0, 0.0)]], [[(-2.0, 1.0), (3.0, 0.0), (-3.0, 1.0), (-2.0, 4.0)], [(-3.0, 2.0), (-3.0, -2.0), (-2.0, -1.0), (2.0, -1.0)], [(1.0, -3.0), (0.0, -4.0), (-3.0, 3.0), (3.0, -1.0)]], [[(3.0, -1.0), (-2.0, 1.0), (-4.0, 1.0), (-2.0, 4.0)], [(-3.0, 1.0), (3.0, 4.0), (0.0, 1.0), (0.0, -2.0)], [(-2.0, -2.0), (0.0, 4.0), (4.0, 1.0), (-2.0, -3.0)]]]]> : tensor<2x4x3x4xcomplex<f64>>
  %got = call @irfft_float64_of_3(%0) : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xi32>
  %want = stablehlo.constant dense<[[[[-55, 61, 113, -142, 60, -129, 6], [-5, -133, 167, -114, -52, 59, 56], [-31, 147, -19, 29, -18, 61, 67]], [[-79, 122, 197, -1, 96, -132, 97], [219, 210, -216, 3, 52, -100, -46], [-3, 83, 51, -73, -19, -60, -80]], [[104, -99, 268, 4, -52, -110, -115], [36, -71, -170, -99, -54, 186, 16], [62, -11, 150, -77, -5, 105, -195]], [[-43, -62, 86, 88, -14, 83, 161], [-29, 11, 201, -125, -146, 6, -81], [45, 66, 45, -121, 69, 5, -52]]], [[[-91, -3, 4, -163, 40, 70, 101], [-11, 114, 47, -99, 130, -87, 80], [-16, 79, 38, -84, -76, 92, 28]], [[107, 27, -121, -79, 76, -12, 24], [123, -71, 162, 88, -1, 102, -49], [17, -224, -52, 107, -81, 106, -185]], [[24, -21, 261, -140, -70, -11, -129], [96, -29, 30, -31, -92, -200, -39], [-57, -25, -96, -131, -14, 101, -5]], [[-3, -2, 1, -111, 155, 111, 41], [-3, 168, 50, -76, 10, -97, -42], [-77, 171, -1, 25, -92, 32, -197]]]]> : tensor<2x4x3x7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<2x4x3x7xi32>, tensor<2x4x3x7xi32>) -> ()
  return
}
func.func private @irfft_float64_of_3(%arg0: tensor<2x4x3x4xcomplex<f64>>) -> (tensor<2x4x3x7xi32> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xf64>
  %cst = stablehlo.constant dense<2.560000e+02> : tensor<f64>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4x3x7xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<2x4x3x7xf64>
  %3 = call @round(%2) : (tensor<2x4x3x7xf64>) -> tensor<2x4x3x7xf64>
  %4 = stablehlo.convert %3 : (tensor<2x4x3x7xf64>) -> tensor<2x4x3x7xi32>
  return %4 : tensor<2x4x3x7xi32>
}
func.func private @fft(%arg0: tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xf64> {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [4, 3, 7] : (tensor<2x4x3x4xcomplex<f64>>) -> tensor<2x4x3x7xf64>
  return %0 : tensor<2x4x3x7xf64>
}
func.func private @round(%arg0: tensor<2x4x3x7xf64>) -> tensor<2x4x3x7xf64> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<2x4x3x7xf64>
  return %0 : tensor<2x4x3x7xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<0x4xcomplex<f32>>
  %got = call @fft_empty_batch(%0) : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  %want = stablehlo.constant dense<> : tensor<0x4xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<0x4xcomplex<f32>>, tensor<0x4xcomplex<f32>>) -> ()
  return
}
func.func private @fft_empty_batch(%arg0: tensor<0x4xcomplex<f32>>) -> (tensor<0x4xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = call @fft(%arg0) : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  return %0 : tensor<0x4xcomplex<f32>>
}
func.func private @fft(%arg0: tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>> {
  %0 = stablehlo.fft %arg0, type = FFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  return %0 : tensor<0x4xcomplex<f32>>
}
