module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (-1.500000e+00,7.500000e-01), (2.500000e-01,-1.000000e+00), (2.000000e+00,5.000000e-01), (5.000000e-01,-7.500000e-01)]> : tensor<5xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<[(5.000000e-01,-1.000000e+00), (2.000000e+00,2.000000e+00), (5.000000e-01,3.000000e+00), (-1.000000e+00,2.500000e-01), (-1.250000e-01,1.000000e+00)]> : tensor<5xcomplex<f32>>
    %0:2 = call @add_subtract(%cst, %cst_0) : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>)
    %cst_1 = stablehlo.constant dense<[(1.500000e+00,1.000000e+00), (5.000000e-01,2.750000e+00), (7.500000e-01,2.000000e+00), (1.000000e+00,7.500000e-01), (3.750000e-01,2.500000e-01)]> : tensor<5xcomplex<f32>>
    stablehlo.custom_call @check.expect_close(%0#0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
    %cst_2 = stablehlo.constant dense<[(5.000000e-01,3.000000e+00), (-3.500000e+00,-1.250000e+00), (-2.500000e-01,-4.000000e+00), (3.000000e+00,2.500000e-01), (6.250000e-01,-1.750000e+00)]> : tensor<5xcomplex<f32>>
    stablehlo.custom_call @check.expect_close(%0#1, %cst_2) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
    return
  }
  func.func private @add_subtract(%arg0: tensor<5xcomplex<f32>>, %arg1: tensor<5xcomplex<f32>>) -> (tensor<5xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<5xcomplex<f32>> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<5xcomplex<f32>>
    %1 = stablehlo.subtract %arg0, %arg1 : tensor<5xcomplex<f32>>
    return %0, %1 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>
  }
}
