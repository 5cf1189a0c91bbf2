module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[1.000000e+00, 8.000000e+00, 0.000000e+00, -8.000000e+00, 1.000000e+00], [3.000000e+00, -8.000000e+00, -1.000000e+00, -3.000000e+00, 3.000000e+00], [4.000000e+00, -9.000000e+00, -6.000000e+00, -9.000000e+00, 5.000000e+00]]> : tensor<3x5xf32>
    %0 = call @rows(%cst) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    %cst_0 = stablehlo.constant dense<[[-8.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 8.000000e+00], [-8.000000e+00, -3.000000e+00, -1.000000e+00, 3.000000e+00, 3.000000e+00], [-9.000000e+00, -9.000000e+00, -6.000000e+00, 4.000000e+00, 5.000000e+00]]> : tensor<3x5xf32>
    stablehlo.custom_call @check.expect_close(%0, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @rows(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
}
