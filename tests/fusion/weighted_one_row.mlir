module @jit_weighted_mv_chain attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x37xf32>, %arg1: tensor<1xf32>, %arg2: tensor<37xf32>) -> (tensor<37xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<1x37xf32>) -> tensor<37x1xf32>
    %1 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x37xf32>, tensor<37xf32>) -> tensor<1xf32>
    %2 = stablehlo.multiply %arg1, %1 : tensor<1xf32>
    %3 = stablehlo.dot_general %0, %2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<37x1xf32>, tensor<1xf32>) -> tensor<37xf32>
    return %3 : tensor<37xf32>
  }
}
