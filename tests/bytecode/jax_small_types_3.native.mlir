module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, -1.000000e+00, 1.500000e+00, -2.000000e+00, 3.000000e+00, -4.000000e+00, 2.500000e-01, 6.000000e+00, 5.000000e+00, 1.000000e+00]> : tensor<12xf8E5M2>
    %0 = call @f8e5m2_to_f32(%cst) : (tensor<12xf8E5M2>) -> tensor<12xf32>
    %cst_0 = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, -1.000000e+00, 1.500000e+00, -2.000000e+00, 3.000000e+00, -4.000000e+00, 2.500000e-01, 6.000000e+00, 5.000000e+00, 1.000000e+00]> : tensor<12xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<12xf32>, tensor<12xf32>) -> ()
    return
  }
  func.func private @f8e5m2_to_f32(%arg0: tensor<12xf8E5M2>) -> (tensor<12xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<12xf8E5M2>) -> tensor<12xf32>
    return %0 : tensor<12xf32>
  }
}
