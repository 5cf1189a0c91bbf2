module @jit_multinomial_regression attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300x10xf32>, %arg1: tensor<300x4xf32>) -> (tensor<10x4xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1, %iterArg_1 = %c, %iterArg_2 = %0) : tensor<300x10xf32>, tensor<300x4xf32>, tensor<i64>, tensor<10x4xf32>
    cond {
      %c_3 = stablehlo.constant dense<5> : tensor<i64>
      %2 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.dot_general %iterArg, %iterArg_2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<300x10xf32>, tensor<10x4xf32>) -> tensor<300x4xf32>
      %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %3 = stablehlo.reduce(%2 init: %cst_3) applies stablehlo.maximum across dimensions = [1] : (tensor<300x4xf32>, tensor<f32>) -> tensor<300xf32>
      %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<300xf32>) -> tensor<300x1xf32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<300x1xf32>) -> tensor<300x4xf32>
      %6 = stablehlo.subtract %2, %5 : tensor<300x4xf32>
      %7 = stablehlo.exponential %6 : tensor<300x4xf32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.reduce(%7 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<300x4xf32>, tensor<f32>) -> tensor<300xf32>
      %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<300xf32>) -> tensor<300x1xf32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<300x1xf32>) -> tensor<300x4xf32>
      %11 = stablehlo.divide %7, %10 : tensor<300x4xf32>
      %12 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<300x10xf32>) -> tensor<10x300xf32>
      %13 = stablehlo.subtract %11, %iterArg_0 : tensor<300x4xf32>
      %14 = stablehlo.dot_general %12, %13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x300xf32>, tensor<300x4xf32>) -> tensor<10x4xf32>
      %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %15 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<10x4xf32>
      %16 = stablehlo.multiply %15, %iterArg_2 : tensor<10x4xf32>
      %17 = stablehlo.add %14, %16 : tensor<10x4xf32>
      %18 = stablehlo.dot_general %iterArg, %17, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<300x10xf32>, tensor<10x4xf32>) -> tensor<300x4xf32>
      %19 = stablehlo.multiply %11, %18 : tensor<300x4xf32>
      %20 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<300x10xf32>) -> tensor<10x300xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.reduce(%19 init: %cst_6) applies stablehlo.add across dimensions = [1] : (tensor<300x4xf32>, tensor<f32>) -> tensor<300xf32>
      %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<300xf32>) -> tensor<300x1xf32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<300x1xf32>) -> tensor<300x4xf32>
      %24 = stablehlo.multiply %11, %23 : tensor<300x4xf32>
      %25 = stablehlo.subtract %19, %24 : tensor<300x4xf32>
      %26 = stablehlo.dot_general %20, %25, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x300xf32>, tensor<300x4xf32>) -> tensor<10x4xf32>
      %cst_7 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<10x4xf32>
      %28 = stablehlo.multiply %27, %17 : tensor<10x4xf32>
      %29 = stablehlo.add %26, %28 : tensor<10x4xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %30 = stablehlo.add %iterArg_1, %c_8 : tensor<i64>
      %31 = stablehlo.multiply %17, %17 : tensor<10x4xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %32 = stablehlo.reduce(%31 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x4xf32>, tensor<f32>) -> tensor<f32>
      %33 = stablehlo.multiply %17, %29 : tensor<10x4xf32>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %34 = stablehlo.reduce(%33 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x4xf32>, tensor<f32>) -> tensor<f32>
      %35 = stablehlo.divide %32, %34 : tensor<f32>
      %36 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<10x4xf32>
      %37 = stablehlo.multiply %36, %17 : tensor<10x4xf32>
      %38 = stablehlo.subtract %iterArg_2, %37 : tensor<10x4xf32>
      stablehlo.return %iterArg, %iterArg_0, %30, %38 : tensor<300x10xf32>, tensor<300x4xf32>, tensor<i64>, tensor<10x4xf32>
    }
    return %1#3 : tensor<10x4xf32>
  }
}
