module @jit_line_search attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5000xf32>, %arg1: tensor<5000xf32>, %arg2: tensor<5000xf32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0:8 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg1, %iterArg_1 = %arg0, %iterArg_2 = %arg4, %iterArg_3 = %arg3, %iterArg_4 = %c, %iterArg_5 = %arg5, %iterArg_6 = %cst) : tensor<5000xf32>, tensor<5000xf32>, tensor<5000xf32>, tensor<f32>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<f32>
    cond {
      %c_7 = stablehlo.constant dense<10> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.broadcast_in_dim %iterArg_5, dims = [] : (tensor<f32>) -> tensor<5000xf32>
      %2 = stablehlo.multiply %1, %iterArg : tensor<5000xf32>
      %3 = stablehlo.add %iterArg_0, %2 : tensor<5000xf32>
      %4 = stablehlo.multiply %iterArg_1, %3 : tensor<5000xf32>
      %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<5000xf32>
      %6 = stablehlo.subtract %5, %4 : tensor<5000xf32>
      %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5000xf32>
      %8 = stablehlo.compare GT, %6, %7, FLOAT : (tensor<5000xf32>, tensor<5000xf32>) -> tensor<5000xi1>
      %9 = stablehlo.convert %8 : (tensor<5000xi1>) -> tensor<5000xf32>
      %10 = stablehlo.multiply %6, %9 : tensor<5000xf32>
      %11 = stablehlo.multiply %iterArg_5, %iterArg_2 : tensor<f32>
      %12 = stablehlo.add %iterArg_3, %11 : tensor<f32>
      %13 = stablehlo.multiply %10, %iterArg_1 : tensor<5000xf32>
      %14 = stablehlo.multiply %13, %iterArg : tensor<5000xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %15 = stablehlo.reduce(%14 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<5000xf32>, tensor<f32>) -> tensor<f32>
      %16 = stablehlo.subtract %12, %15 : tensor<f32>
      %17 = stablehlo.multiply %iterArg, %9 : tensor<5000xf32>
      %18 = stablehlo.multiply %17, %iterArg : tensor<5000xf32>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %19 = stablehlo.reduce(%18 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<5000xf32>, tensor<f32>) -> tensor<f32>
      %20 = stablehlo.add %iterArg_2, %19 : tensor<f32>
      %c_11 = stablehlo.constant dense<1> : tensor<i64>
      %21 = stablehlo.add %iterArg_4, %c_11 : tensor<i64>
      %22 = stablehlo.divide %16, %20 : tensor<f32>
      %23 = stablehlo.subtract %iterArg_5, %22 : tensor<f32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %iterArg_2, %iterArg_3, %21, %23, %16 : tensor<5000xf32>, tensor<5000xf32>, tensor<5000xf32>, tensor<f32>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<f32>
    }
    return %0#6, %0#7 : tensor<f32>, tensor<f32>
  }
}
