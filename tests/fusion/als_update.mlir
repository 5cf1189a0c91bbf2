module @jit_als_update attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300x280xf32>, %arg1: tensor<300x8xf32>, %arg2: tensor<280x8xf32>, %arg3: tensor<300x1xf32>) -> (tensor<300x8xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<300x280xf32>
    %1 = stablehlo.compare NE, %arg0, %0, FLOAT : (tensor<300x280xf32>, tensor<300x280xf32>) -> tensor<300x280xi1>
    %2 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<280x8xf32>) -> tensor<8x280xf32>
    %3 = stablehlo.dot_general %arg1, %2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<300x8xf32>, tensor<8x280xf32>) -> tensor<300x280xf32>
    %4 = stablehlo.convert %1 : (tensor<300x280xi1>) -> tensor<300x280xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<300x280xf32>
    %6 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<300x280xf32>, tensor<280x8xf32>) -> tensor<300x8xf32>
    %cst_0 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<300x8xf32>
    %8 = stablehlo.multiply %7, %arg1 : tensor<300x8xf32>
    %9 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<300x1xf32>) -> tensor<300x8xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<300x8xf32>
    %11 = stablehlo.add %6, %10 : tensor<300x8xf32>
    return %11 : tensor<300x8xf32>
  }
}
