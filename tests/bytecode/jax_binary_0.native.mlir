module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[7.10806179, 7.51965714, 4.976350e+00, 8.76369667, 2.20781875, 5.85761786, 0.678732038, 5.04464054, 3.68098164, 2.46709561, 8.88147258, 3.63612723, 3.023260e+00, 1.21389723, 1.09197438, 8.86270332]> : tensor<16xf32>
    %cst_0 = stablehlo.constant dense<[1.41894794, -2.88948727, -2.78019786, 0.568243384, 0.514281869, -1.65619051, 0.828803301, 1.65314889, 1.47159874, -2.07197928, 2.05796909, -1.18744779, 0.653196632, -1.246346, 0.743623435, -1.20463443]> : tensor<16xf32>
    %0 = call @add_f32(%cst, %cst_0) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %cst_1 = stablehlo.constant dense<[8.52700996, 4.630170e+00, 2.19615197, 9.33193969, 2.72210073, 4.20142746, 1.50753534, 6.69778919, 5.15258026, 0.395116329, 10.9394417, 2.44867945, 3.67645669, -0.0324487686, 1.83559775, 7.65806865]> : tensor<16xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<16xf32>, tensor<16xf32>) -> ()
    return
  }
  func.func private @add_f32(%arg0: tensor<16xf32>, %arg1: tensor<16xf32>) -> (tensor<16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}
