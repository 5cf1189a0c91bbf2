module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, 1.000000e+00, -1.000000e+00, 5.000000e-01, -5.000000e-01, 1.500000e+00, -1.500000e+00, 2.500000e+00, -2.500000e+00, 0x7F80, 0xFF80, 0x7FC0, 3.389530e+38, -3.389530e+38, 1.175490e-38, -1.175490e-38, 2.187500e+00, -3.687500e+00, -7.343750e+00, -7.750000e+00, 5.000000e+00, 6.593750e+00, 1.703130e+00, 3.671880e+00]> : tensor<25xbf16>
    %0 = call @exponential_bf16(%cst) : (tensor<25xbf16>) -> tensor<25xbf16>
    %cst_0 = stablehlo.constant dense<[1.000000e+00, 1.000000e+00, 2.718750e+00, 3.671880e-01, 1.648440e+00, 6.054690e-01, 4.468750e+00, 2.226560e-01, 1.218750e+01, 8.203130e-02, 0x7F80, 0.000000e+00, 0x7FC0, 0x7F80, 0.000000e+00, 1.000000e+00, 1.000000e+00, 8.937500e+00, 2.502440e-02, 6.484990e-04, 4.310610e-04, 1.480000e+02, 7.320000e+02, 5.500000e+00, 3.925000e+01]> : tensor<25xbf16>
    stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 2 : i64, min_ulp_difference = 0 : i64} : (tensor<25xbf16>, tensor<25xbf16>) -> ()
    return
  }
  func.func private @exponential_bf16(%arg0: tensor<25xbf16>) -> (tensor<25xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential %arg0 : tensor<25xbf16>
    return %0 : tensor<25xbf16>
  }
}
