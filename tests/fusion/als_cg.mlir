module @jit_als_cg attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<60x50xf32>, %arg1: tensor<60x4xf32>, %arg2: tensor<50x4xf32>) -> (tensor<60x4xf32> {jax.result_info = "result[0]"}, tensor<50x4xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<60x50xf32>
    %1 = stablehlo.compare NE, %arg0, %0, FLOAT : (tensor<60x50xf32>, tensor<60x50xf32>) -> tensor<60x50xi1>
    %2 = stablehlo.convert %1 : (tensor<60x50xi1>) -> tensor<60x50xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %3:5 = stablehlo.while(%iterArg = %2, %iterArg_0 = %arg0, %iterArg_1 = %c, %iterArg_2 = %arg1, %iterArg_3 = %arg2) : tensor<60x50xf32>, tensor<60x50xf32>, tensor<i64>, tensor<60x4xf32>, tensor<50x4xf32>
    cond {
      %c_4 = stablehlo.constant dense<4> : tensor<i64>
      %4 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.transpose %iterArg_3, dims = [1, 0] : (tensor<50x4xf32>) -> tensor<4x50xf32>
      %5 = stablehlo.dot_general %iterArg_2, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x4xf32>, tensor<4x50xf32>) -> tensor<60x50xf32>
      %6 = stablehlo.multiply %iterArg, %5 : tensor<60x50xf32>
      %7 = stablehlo.subtract %6, %iterArg_0 : tensor<60x50xf32>
      %8 = stablehlo.dot_general %7, %iterArg_3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x50xf32>, tensor<50x4xf32>) -> tensor<60x4xf32>
      %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<60x4xf32>
      %10 = stablehlo.multiply %9, %iterArg_2 : tensor<60x4xf32>
      %11 = stablehlo.add %8, %10 : tensor<60x4xf32>
      %12 = stablehlo.transpose %iterArg_3, dims = [1, 0] : (tensor<50x4xf32>) -> tensor<4x50xf32>
      %13 = stablehlo.dot_general %11, %12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x4xf32>, tensor<4x50xf32>) -> tensor<60x50xf32>
      %14 = stablehlo.multiply %iterArg, %13 : tensor<60x50xf32>
      %15 = stablehlo.dot_general %14, %iterArg_3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x50xf32>, tensor<50x4xf32>) -> tensor<60x4xf32>
      %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<60x4xf32>
      %17 = stablehlo.multiply %16, %11 : tensor<60x4xf32>
      %18 = stablehlo.add %15, %17 : tensor<60x4xf32>
      %19 = stablehlo.multiply %11, %11 : tensor<60x4xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %20 = stablehlo.reduce(%19 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<60x4xf32>, tensor<f32>) -> tensor<f32>
      %21 = stablehlo.multiply %11, %18 : tensor<60x4xf32>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.reduce(%21 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<60x4xf32>, tensor<f32>) -> tensor<f32>
      %23 = stablehlo.divide %20, %22 : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<60x4xf32>
      %25 = stablehlo.multiply %24, %11 : tensor<60x4xf32>
      %26 = stablehlo.subtract %iterArg_2, %25 : tensor<60x4xf32>
      %27 = stablehlo.transpose %iterArg_0, dims = [1, 0] : (tensor<60x50xf32>) -> tensor<50x60xf32>
      %28 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<60x50xf32>) -> tensor<50x60xf32>
      %29 = stablehlo.transpose %26, dims = [1, 0] : (tensor<60x4xf32>) -> tensor<4x60xf32>
      %30 = stablehlo.dot_general %iterArg_3, %29, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x4xf32>, tensor<4x60xf32>) -> tensor<50x60xf32>
      %31 = stablehlo.multiply %28, %30 : tensor<50x60xf32>
      %32 = stablehlo.subtract %31, %27 : tensor<50x60xf32>
      %33 = stablehlo.dot_general %32, %26, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x60xf32>, tensor<60x4xf32>) -> tensor<50x4xf32>
      %cst_8 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %34 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<50x4xf32>
      %35 = stablehlo.multiply %34, %iterArg_3 : tensor<50x4xf32>
      %36 = stablehlo.add %33, %35 : tensor<50x4xf32>
      %37 = stablehlo.transpose %26, dims = [1, 0] : (tensor<60x4xf32>) -> tensor<4x60xf32>
      %38 = stablehlo.dot_general %36, %37, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x4xf32>, tensor<4x60xf32>) -> tensor<50x60xf32>
      %39 = stablehlo.multiply %28, %38 : tensor<50x60xf32>
      %40 = stablehlo.dot_general %39, %26, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x60xf32>, tensor<60x4xf32>) -> tensor<50x4xf32>
      %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %41 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<50x4xf32>
      %42 = stablehlo.multiply %41, %36 : tensor<50x4xf32>
      %43 = stablehlo.add %40, %42 : tensor<50x4xf32>
      %44 = stablehlo.multiply %36, %36 : tensor<50x4xf32>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %45 = stablehlo.reduce(%44 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x4xf32>, tensor<f32>) -> tensor<f32>
      %46 = stablehlo.multiply %36, %43 : tensor<50x4xf32>
      %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %47 = stablehlo.reduce(%46 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x4xf32>, tensor<f32>) -> tensor<f32>
      %48 = stablehlo.divide %45, %47 : tensor<f32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<50x4xf32>
      %50 = stablehlo.multiply %49, %36 : tensor<50x4xf32>
      %51 = stablehlo.subtract %iterArg_3, %50 : tensor<50x4xf32>
      %c_12 = stablehlo.constant dense<1> : tensor<i64>
      %52 = stablehlo.add %iterArg_1, %c_12 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_0, %52, %26, %51 : tensor<60x50xf32>, tensor<60x50xf32>, tensor<i64>, tensor<60x4xf32>, tensor<50x4xf32>
    }
    return %3#3, %3#4 : tensor<60x4xf32>, tensor<50x4xf32>
  }
}
