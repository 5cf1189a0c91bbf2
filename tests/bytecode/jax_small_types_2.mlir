module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, -1.000000e+00, 1.500000e+00, -2.000000e+00, 3.000000e+00, -4.000000e+00, 2.500000e-01, 6.000000e+00, 5.300000e+00, 1.060000e+00]> : tensor<12xf32>
    %0 = call @f32_to_f8e5m2(%cst) : (tensor<12xf32>) -> tensor<12xf8E5M2>
    %cst_0 = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, -1.000000e+00, 1.500000e+00, -2.000000e+00, 3.000000e+00, -4.000000e+00, 2.500000e-01, 6.000000e+00, 5.000000e+00, 1.000000e+00]> : tensor<12xf8E5M2>
    stablehlo.custom_call @check.expect_eq(%0, %cst_0) {has_side_effect = true} : (tensor<12xf8E5M2>, tensor<12xf8E5M2>) -> ()
    return
  }
  func.func private @f32_to_f8e5m2(%arg0: tensor<12xf32>) -> (tensor<12xf8E5M2> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<12xf32>) -> tensor<12xf8E5M2>
    return %0 : tensor<12xf8E5M2>
  }
}
