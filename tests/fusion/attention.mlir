module @jit_attention attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x2x20x16xf32>, %arg1: tensor<2x2x20x16xf32>, %arg2: tensor<2x2x20x16xf32>, %arg3: tensor<1x1x20x20xi1>) -> (tensor<2x2x20x16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x2x20x16xf32>, tensor<2x2x20x16xf32>) -> tensor<2x2x20x20xf32>
    %cst = stablehlo.constant dense<1.600000e+01> : tensor<f64>
    %1 = stablehlo.sqrt %cst : tensor<f64>
    %2 = stablehlo.convert %1 : (tensor<f64>) -> tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2x2x20x20xf32>
    %4 = stablehlo.divide %0, %3 : tensor<2x2x20x20xf32>
    %cst_0 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %5 = call @_where(%arg3, %4, %cst_0) : (tensor<1x1x20x20xi1>, tensor<2x2x20x20xf32>, tensor<f32>) -> tensor<2x2x20x20xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x20x20xf32>, tensor<f32>) -> tensor<2x2x20xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x2x20xf32>
    %8 = stablehlo.maximum %7, %6 : tensor<2x2x20xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<2x2x20xf32>) -> tensor<2x2x20x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<2x2x20x1xf32>) -> tensor<2x2x20x20xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<2x2x20x20xf32>
    %12 = stablehlo.exponential %11 : tensor<2x2x20x20xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<2x2x20x20xf32>, tensor<f32>) -> tensor<2x2x20xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x2x20xf32>) -> tensor<2x2x20x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<2x2x20x1xf32>) -> tensor<2x2x20x20xf32>
    %16 = stablehlo.divide %12, %15 : tensor<2x2x20x20xf32>
    %17 = stablehlo.dot_general %16, %arg2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x2x20x20xf32>, tensor<2x2x20x16xf32>) -> tensor<2x2x20x16xf32>
    return %17 : tensor<2x2x20x16xf32>
  }
  func.func private @_where(%arg0: tensor<1x1x20x20xi1>, %arg1: tensor<2x2x20x20xf32>, %arg2: tensor<f32>) -> tensor<2x2x20x20xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x1x20x20xi1>) -> tensor<2x2x20x20xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x2x20x20xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<2x2x20x20xi1>, tensor<2x2x20x20xf32>
    return %2 : tensor<2x2x20x20xf32>
  }
}
