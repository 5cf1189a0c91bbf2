module @jit_tiny attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<8xf32>
    %1 = stablehlo.add %0, %arg1 : tensor<8xf32>
    %2 = stablehlo.multiply %1, %arg1 : tensor<8xf32>
    %3 = stablehlo.add %2, %arg1 : tensor<8xf32>
    %4 = stablehlo.multiply %3, %arg1 : tensor<8xf32>
    %5 = stablehlo.add %4, %arg1 : tensor<8xf32>
    %6 = stablehlo.multiply %5, %arg1 : tensor<8xf32>
    %7 = stablehlo.add %6, %arg1 : tensor<8xf32>
    %8 = stablehlo.multiply %7, %arg1 : tensor<8xf32>
    %9 = stablehlo.add %8, %arg1 : tensor<8xf32>
    return %9 : tensor<8xf32>
  }
}
