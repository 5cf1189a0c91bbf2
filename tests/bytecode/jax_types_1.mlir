module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, -5.000000e-01, 1.500000e+00, -1.500000e+00, 2.500000e+00, -2.500000e+00, 0x7F80, 0xFF80, 0x7FC0, 3.389530e+38, -3.389530e+38, 1.175490e-38, -1.175490e-38, 4.093750e+00, 7.593750e+00, 1.164060e+00, 7.593750e+00, 2.500000e+00, 3.390630e+00, 6.625000e+00, 3.281250e+00]> : tensor<25xbf16>
    %0 = call @log_bf16(%cst) : (tensor<25xbf16>) -> tensor<25xbf16>
    %cst_0 = stablehlo.constant dense<[0xFF80, 0xFF80, 0.000000e+00, 0xFFC0, -6.914060e-01, 0xFFC0, 4.062500e-01, 0xFFC0, 9.179680e-01, 0xFFC0, 0x7F80, 0xFFC0, 0xFFC0, 8.850000e+01, 0xFFC0, -8.750000e+01, 0xFFC0, 1.406250e+00, 2.031250e+00, 1.523440e-01, 2.031250e+00, 9.179680e-01, 1.218750e+00, 1.890630e+00, 1.187500e+00]> : tensor<25xbf16>
    stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
    return
  }
  func.func private @log_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.log %arg0 : tensor<25xbf16>
    return %0 : tensor<25xbf16>
  }
}
