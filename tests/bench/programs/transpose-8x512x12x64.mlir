module @jit_transpose_heads attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x512x12x64xf32>) -> (tensor<8x12x512x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1, 3] : (tensor<8x512x12x64xf32>) -> tensor<8x12x512x64xf32>
    return %0 : tensor<8x12x512x64xf32>
  }
}
