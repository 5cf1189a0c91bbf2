module @jit_mv_chain attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000x37xf32>, %arg1: tensor<37xf32>) -> (tensor<37xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<1000x37xf32>) -> tensor<37x1000xf32>
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1000x37xf32>, tensor<37xf32>) -> tensor<1000xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<37x1000xf32>, tensor<1000xf32>) -> tensor<37xf32>
    return %2 : tensor<37xf32>
  }
}
