module @jit_multinomial attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<500x20xf32>, %arg1: tensor<500x5xf32>, %arg2: tensor<20x4xf32>) -> (tensor<20x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:500, 0:4] : (tensor<500x5xf32>) -> tensor<500x4xf32>
    %1 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<500x20xf32>, tensor<20x4xf32>) -> tensor<500x4xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<500x4xf32>
    %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<500x20xf32>) -> tensor<20x500xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<500x4xf32>, tensor<f32>) -> tensor<500xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<500xf32>) -> tensor<500x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<500x1xf32>) -> tensor<500x4xf32>
    %7 = stablehlo.multiply %0, %6 : tensor<500x4xf32>
    %8 = stablehlo.subtract %2, %7 : tensor<500x4xf32>
    %9 = stablehlo.dot_general %3, %8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<20x500xf32>, tensor<500x4xf32>) -> tensor<20x4xf32>
    return %9 : tensor<20x4xf32>
  }
}
