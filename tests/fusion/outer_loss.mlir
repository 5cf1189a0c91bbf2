module @jit_outer_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300x280xf32>, %arg1: tensor<300x8xf32>, %arg2: tensor<280x8xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<280x8xf32>) -> tensor<8x280xf32>
    %1 = stablehlo.dot_general %arg1, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<300x8xf32>, tensor<8x280xf32>) -> tensor<300x280xf32>
    %2 = stablehlo.abs %1 : tensor<300x280xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<300x280xf32>
    %4 = stablehlo.add %2, %3 : tensor<300x280xf32>
    %5 = stablehlo.log %4 : tensor<300x280xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<300x280xf32>
    %7 = stablehlo.multiply %arg0, %6 : tensor<300x280xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf32>, tensor<f32>) -> tensor<f32>
    return %8 : tensor<f32>
  }
}
