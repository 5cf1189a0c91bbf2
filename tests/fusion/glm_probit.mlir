module @jit_glm_probit attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<400x10xf32>, %arg1: tensor<400xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1, %iterArg_1 = %c, %iterArg_2 = %0) : tensor<400x10xf32>, tensor<400xf32>, tensor<i64>, tensor<10xf32>
    cond {
      %c_3 = stablehlo.constant dense<6> : tensor<i64>
      %2 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.dot_general %iterArg, %iterArg_2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<400x10xf32>, tensor<10xf32>) -> tensor<400xf32>
      %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %4 = stablehlo.multiply %3, %2 : tensor<400xf32>
      %5 = stablehlo.multiply %4, %2 : tensor<400xf32>
      %6 = stablehlo.exponential %5 : tensor<400xf32>
      %cst_4 = stablehlo.constant dense<0.398942292> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %8 = stablehlo.multiply %6, %7 : tensor<400xf32>
      %9 = stablehlo.multiply %2, %2 : tensor<400xf32>
      %10 = stablehlo.multiply %9, %2 : tensor<400xf32>
      %cst_5 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %12 = stablehlo.multiply %11, %10 : tensor<400xf32>
      %13 = stablehlo.add %2, %12 : tensor<400xf32>
      %cst_6 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %15 = stablehlo.multiply %14, %13 : tensor<400xf32>
      %16 = stablehlo.tanh %15 : tensor<400xf32>
      %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %18 = stablehlo.add %17, %16 : tensor<400xf32>
      %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %20 = stablehlo.multiply %19, %18 : tensor<400xf32>
      %cst_9 = stablehlo.constant dense<1.000000e-04> : tensor<f64>
      %cst_10 = stablehlo.constant dense<9.999000e-01> : tensor<f64>
      %21 = func.call @clip(%20, %cst_9, %cst_10) : (tensor<400xf32>, tensor<f64>, tensor<f64>) -> tensor<400xf32>
      %22 = stablehlo.multiply %8, %8 : tensor<400xf32>
      %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %23 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %24 = stablehlo.subtract %23, %21 : tensor<400xf32>
      %25 = stablehlo.multiply %21, %24 : tensor<400xf32>
      %26 = stablehlo.divide %22, %25 : tensor<400xf32>
      %27 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<400x10xf32>) -> tensor<10x400xf32>
      %28 = stablehlo.subtract %iterArg_0, %21 : tensor<400xf32>
      %29 = stablehlo.multiply %8, %28 : tensor<400xf32>
      %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %30 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %31 = stablehlo.subtract %30, %21 : tensor<400xf32>
      %32 = stablehlo.multiply %21, %31 : tensor<400xf32>
      %33 = stablehlo.divide %29, %32 : tensor<400xf32>
      %34 = stablehlo.dot_general %27, %33, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x400xf32>, tensor<400xf32>) -> tensor<10xf32>
      %35 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<400x10xf32>) -> tensor<10x400xf32>
      %36 = stablehlo.dot_general %iterArg, %34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<400x10xf32>, tensor<10xf32>) -> tensor<400xf32>
      %37 = stablehlo.multiply %26, %36 : tensor<400xf32>
      %38 = stablehlo.dot_general %35, %37, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x400xf32>, tensor<400xf32>) -> tensor<10xf32>
      %cst_13 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
      %39 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<10xf32>
      %40 = stablehlo.multiply %39, %34 : tensor<10xf32>
      %41 = stablehlo.add %38, %40 : tensor<10xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i64>
      %42 = stablehlo.add %iterArg_1, %c_14 : tensor<i64>
      %43 = stablehlo.multiply %34, %34 : tensor<10xf32>
      %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %44 = stablehlo.reduce(%43 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
      %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %45 = stablehlo.multiply %cst_16, %44 : tensor<f32>
      %46 = stablehlo.multiply %34, %41 : tensor<10xf32>
      %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %47 = stablehlo.reduce(%46 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
      %48 = stablehlo.divide %45, %47 : tensor<f32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<10xf32>
      %50 = stablehlo.multiply %49, %34 : tensor<10xf32>
      %51 = stablehlo.add %iterArg_2, %50 : tensor<10xf32>
      stablehlo.return %iterArg, %iterArg_0, %42, %51 : tensor<400x10xf32>, tensor<400xf32>, tensor<i64>, tensor<10xf32>
    }
    return %1#3 : tensor<10xf32>
  }
  func.func private @clip(%arg0: tensor<400xf32>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<400xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<400xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<400xf32>
    %3 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<400xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<400xf32>
    return %5 : tensor<400xf32>
  }
}
