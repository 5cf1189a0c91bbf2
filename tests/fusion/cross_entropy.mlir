module @jit_cross_entropy attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<100x30xf32>, %arg1: tensor<100x30xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = call @log_softmax(%arg0) : (tensor<100x30xf32>) -> tensor<100x30xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<100x30xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<100x30xf32>, tensor<f32>) -> tensor<100xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<100xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %4 = stablehlo.divide %3, %cst_1 : tensor<f32>
    %5 = stablehlo.negate %4 : tensor<f32>
    return %5 : tensor<f32>
  }
  func.func private @log_softmax(%arg0: tensor<100x30xf32>) -> tensor<100x30xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<100x30xf32>, tensor<f32>) -> tensor<100xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<100xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<100xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<100xf32>) -> tensor<100x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<100x1xf32>) -> tensor<100x30xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<100x30xf32>
    %6 = stablehlo.exponential %5 : tensor<100x30xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<100x30xf32>, tensor<f32>) -> tensor<100xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<100xf32>) -> tensor<100x1xf32>
    %9 = stablehlo.log %8 : tensor<100x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<100x1xf32>) -> tensor<100x30xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<100x30xf32>
    return %11 : tensor<100x30xf32>
  }
}
