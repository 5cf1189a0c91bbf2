module {
  func.func public @main() {
    %cst = stablehlo.constant dense<> : tensor<0xcomplex<f64>>
    %0 = call @fft_0(%cst) : (tensor<0xcomplex<f64>>) -> tensor<2x0xi32>
    %c = stablehlo.constant dense<> : tensor<2x0xi32>
    stablehlo.custom_call @check.expect_eq(%0, %c) {has_side_effect = true} : (tensor<2x0xi32>, tensor<2x0xi32>) -> ()
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
}
