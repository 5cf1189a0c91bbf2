module @jit_line_search attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10000000xf32>, %arg1: tensor<10000000xf32>, %arg2: tensor<10000000xf32>, %arg3: tensor<10000000xf32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<10000000xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<10000000xf32>
    %2 = stablehlo.add %arg2, %1 : tensor<10000000xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<10000000xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10000000xf32>
    %5 = stablehlo.subtract %4, %3 : tensor<10000000xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10000000xf32>
    %7 = stablehlo.compare GT, %5, %6, FLOAT : (tensor<10000000xf32>, tensor<10000000xf32>) -> tensor<10000000xi1>
    %8 = stablehlo.convert %7 : (tensor<10000000xi1>) -> tensor<10000000xf32>
    %9 = stablehlo.multiply %5, %8 : tensor<10000000xf32>
    %10 = stablehlo.multiply %arg4, %arg6 : tensor<f32>
    %11 = stablehlo.add %arg5, %10 : tensor<f32>
    %12 = stablehlo.multiply %9, %arg0 : tensor<10000000xf32>
    %13 = stablehlo.multiply %12, %arg1 : tensor<10000000xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<10000000xf32>, tensor<f32>) -> tensor<f32>
    %15 = stablehlo.subtract %11, %14 : tensor<f32>
    %16 = stablehlo.multiply %arg1, %8 : tensor<10000000xf32>
    %17 = stablehlo.multiply %16, %arg1 : tensor<10000000xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<10000000xf32>, tensor<f32>) -> tensor<f32>
    %19 = stablehlo.add %arg6, %18 : tensor<f32>
    %20 = stablehlo.slice %arg3 [0:1] : (tensor<10000000xf32>) -> tensor<1xf32>
    %21 = stablehlo.reshape %20 : (tensor<1xf32>) -> tensor<f32>
    %22 = stablehlo.add %19, %21 : tensor<f32>
    return %15, %22 : tensor<f32>, tensor<f32>
  }
}
