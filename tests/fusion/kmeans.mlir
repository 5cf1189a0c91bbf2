module @jit_kmeans attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<400x10xf32>, %arg1: tensor<5x10xf32>) -> (tensor<5x10xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c, %iterArg_1 = %arg1, %iterArg_2 = %cst) : tensor<400x10xf32>, tensor<i64>, tensor<5x10xf32>, tensor<f32>
    cond {
      %c_3 = stablehlo.constant dense<5> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg_0, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.transpose %iterArg_1, dims = [1, 0] : (tensor<5x10xf32>) -> tensor<10x5xf32>
      %2 = stablehlo.dot_general %iterArg, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<400x10xf32>, tensor<10x5xf32>) -> tensor<400x5xf32>
      %cst_3 = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<400x5xf32>
      %4 = stablehlo.multiply %3, %2 : tensor<400x5xf32>
      %5 = stablehlo.multiply %iterArg_1, %iterArg_1 : tensor<5x10xf32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.reduce(%5 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<5x10xf32>, tensor<f32>) -> tensor<5xf32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<400x5xf32>
      %9 = stablehlo.add %4, %8 : tensor<400x5xf32>
      %cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
      %10 = stablehlo.reduce(%9 init: %cst_5) applies stablehlo.minimum across dimensions = [1] : (tensor<400x5xf32>, tensor<f32>) -> tensor<400xf32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<400xf32>) -> tensor<400x1xf32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<400x1xf32>) -> tensor<400x5xf32>
      %13 = stablehlo.compare LE, %9, %12, FLOAT : (tensor<400x5xf32>, tensor<400x5xf32>) -> tensor<400x5xi1>
      %14 = stablehlo.convert %13 : (tensor<400x5xi1>) -> tensor<400x5xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %15 = stablehlo.reduce(%14 init: %cst_6) applies stablehlo.add across dimensions = [1] : (tensor<400x5xf32>, tensor<f32>) -> tensor<400xf32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<400xf32>) -> tensor<400x1xf32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<400x1xf32>) -> tensor<400x5xf32>
      %18 = stablehlo.divide %14, %17 : tensor<400x5xf32>
      %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<400x5xf32>) -> tensor<5x400xf32>
      %20 = stablehlo.dot_general %19, %iterArg, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x400xf32>, tensor<400x10xf32>) -> tensor<5x10xf32>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.reduce(%18 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<400x5xf32>, tensor<f32>) -> tensor<5xf32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<5xf32>) -> tensor<5x1xf32>
      %cst_8 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %23 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
      %24 = stablehlo.add %22, %23 : tensor<5x1xf32>
      %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x10xf32>
      %26 = stablehlo.divide %20, %25 : tensor<5x10xf32>
      %c_9 = stablehlo.constant dense<1> : tensor<i64>
      %27 = stablehlo.add %iterArg_0, %c_9 : tensor<i64>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %28 = stablehlo.reduce(%11 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<400x1xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %27, %26, %28 : tensor<400x10xf32>, tensor<i64>, tensor<5x10xf32>, tensor<f32>
    }
    return %0#2, %0#3 : tensor<5x10xf32>, tensor<f32>
  }
}
