module @jit_unrelated_sums attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300x70xf32>, %arg1: tensor<300x70xf32>, %arg2: tensor<300x70xf32>, %arg3: tensor<300x70xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<300x70xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x70xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.multiply %arg2, %arg3 : tensor<300x70xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x70xf32>, tensor<f32>) -> tensor<f32>
    return %1, %3 : tensor<f32>, tensor<f32>
  }
}
