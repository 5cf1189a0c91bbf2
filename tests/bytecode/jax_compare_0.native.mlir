module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, 1.000000e+00, 2.000000e+00, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 3.000000e+00]> : tensor<10xf32>
    %cst_0 = stablehlo.constant dense<[-0.000000e+00, 0.000000e+00, 2.000000e+00, 1.000000e+00, 0x7FC00000, 1.000000e+00, 0x7F800000, 0x7F800000, 0x7FC00000, 3.000000e+00]> : tensor<10xf32>
    %0 = call @eq_f32(%cst, %cst_0) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    %c = stablehlo.constant dense<[true, true, false, false, false, false, true, false, false, true]> : tensor<10xi1>
    stablehlo.custom_call @check.expect_eq(%0, %c) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
    return
  }
  func.func private @eq_f32(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> (tensor<10xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
    return %0 : tensor<10xi1>
  }
}
