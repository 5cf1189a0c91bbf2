module @jit_l2svm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<400x10xf32>, %arg1: tensor<400xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<400x10xf32>) -> tensor<10x400xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x400xf32>, tensor<400xf32>) -> tensor<10xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<400xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %4:7 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %c, %iterArg_3 = %0, %iterArg_4 = %3, %iterArg_5 = %2, %iterArg_6 = %2) : tensor<400x10xf32>, tensor<400xf32>, tensor<i64>, tensor<10xf32>, tensor<400xf32>, tensor<10xf32>, tensor<10xf32>
    cond {
      %c_7 = stablehlo.constant dense<4> : tensor<i64>
      %5 = stablehlo.compare LT, %iterArg_2, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = stablehlo.dot_general %iterArg, %iterArg_6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<400x10xf32>, tensor<10xf32>) -> tensor<400xf32>
      %6 = stablehlo.multiply %iterArg_3, %iterArg_6 : tensor<10xf32>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.reduce(%6 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
      %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %8 = stablehlo.multiply %cst_8, %7 : tensor<f32>
      %9 = stablehlo.multiply %iterArg_6, %iterArg_6 : tensor<10xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.reduce(%9 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
      %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %11 = stablehlo.multiply %cst_10, %10 : tensor<f32>
      %c_11 = stablehlo.constant dense<0> : tensor<i64>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12:8 = stablehlo.while(%iterArg_20 = %5, %iterArg_21 = %iterArg_4, %iterArg_22 = %iterArg_1, %iterArg_23 = %11, %iterArg_24 = %8, %iterArg_25 = %c_11, %iterArg_26 = %cst_12, %iterArg_27 = %cst_13) : tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<f32>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<f32>
      cond {
        %c_28 = stablehlo.constant dense<10> : tensor<i64>
        %41 = stablehlo.compare LT, %iterArg_25, %c_28, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %41 : tensor<i1>
      } do {
        %41 = stablehlo.broadcast_in_dim %iterArg_26, dims = [] : (tensor<f32>) -> tensor<400xf32>
        %42 = stablehlo.multiply %41, %iterArg_20 : tensor<400xf32>
        %43 = stablehlo.add %iterArg_21, %42 : tensor<400xf32>
        %44 = stablehlo.multiply %iterArg_22, %43 : tensor<400xf32>
        %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %45 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<400xf32>
        %46 = stablehlo.subtract %45, %44 : tensor<400xf32>
        %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %47 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<400xf32>
        %48 = stablehlo.compare GT, %46, %47, FLOAT : (tensor<400xf32>, tensor<400xf32>) -> tensor<400xi1>
        %49 = stablehlo.convert %48 : (tensor<400xi1>) -> tensor<400xf32>
        %50 = stablehlo.multiply %46, %49 : tensor<400xf32>
        %51 = stablehlo.multiply %iterArg_26, %iterArg_23 : tensor<f32>
        %52 = stablehlo.add %iterArg_24, %51 : tensor<f32>
        %53 = stablehlo.multiply %50, %iterArg_22 : tensor<400xf32>
        %54 = stablehlo.multiply %53, %iterArg_20 : tensor<400xf32>
        %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %55 = stablehlo.reduce(%54 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<400xf32>, tensor<f32>) -> tensor<f32>
        %56 = stablehlo.subtract %52, %55 : tensor<f32>
        %57 = stablehlo.multiply %iterArg_20, %49 : tensor<400xf32>
        %58 = stablehlo.multiply %57, %iterArg_20 : tensor<400xf32>
        %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %59 = stablehlo.reduce(%58 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<400xf32>, tensor<f32>) -> tensor<f32>
        %60 = stablehlo.add %iterArg_23, %59 : tensor<f32>
        %c_32 = stablehlo.constant dense<1> : tensor<i64>
        %61 = stablehlo.add %iterArg_25, %c_32 : tensor<i64>
        %62 = stablehlo.divide %56, %60 : tensor<f32>
        %63 = stablehlo.subtract %iterArg_26, %62 : tensor<f32>
        stablehlo.return %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %61, %63, %56 : tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<f32>, tensor<f32>, tensor<i64>, tensor<f32>, tensor<f32>
      }
      %13 = stablehlo.broadcast_in_dim %12#6, dims = [] : (tensor<f32>) -> tensor<10xf32>
      %14 = stablehlo.multiply %13, %iterArg_6 : tensor<10xf32>
      %15 = stablehlo.add %iterArg_3, %14 : tensor<10xf32>
      %16 = stablehlo.broadcast_in_dim %12#6, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %17 = stablehlo.multiply %16, %5 : tensor<400xf32>
      %18 = stablehlo.add %iterArg_4, %17 : tensor<400xf32>
      %19 = stablehlo.multiply %iterArg_1, %18 : tensor<400xf32>
      %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %20 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %21 = stablehlo.subtract %20, %19 : tensor<400xf32>
      %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<400xf32>
      %23 = stablehlo.compare GT, %21, %22, FLOAT : (tensor<400xf32>, tensor<400xf32>) -> tensor<400xi1>
      %24 = stablehlo.convert %23 : (tensor<400xi1>) -> tensor<400xf32>
      %25 = stablehlo.multiply %21, %24 : tensor<400xf32>
      %26 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<400x10xf32>) -> tensor<10x400xf32>
      %27 = stablehlo.multiply %25, %iterArg_1 : tensor<400xf32>
      %28 = stablehlo.dot_general %26, %27, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x400xf32>, tensor<400xf32>) -> tensor<10xf32>
      %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %29 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<10xf32>
      %30 = stablehlo.multiply %29, %15 : tensor<10xf32>
      %31 = stablehlo.subtract %28, %30 : tensor<10xf32>
      %32 = stablehlo.multiply %31, %31 : tensor<10xf32>
      %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %33 = stablehlo.reduce(%32 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
      %34 = stablehlo.multiply %iterArg_5, %iterArg_5 : tensor<10xf32>
      %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %35 = stablehlo.reduce(%34 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
      %36 = stablehlo.divide %33, %35 : tensor<f32>
      %c_19 = stablehlo.constant dense<1> : tensor<i64>
      %37 = stablehlo.add %iterArg_2, %c_19 : tensor<i64>
      %38 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<10xf32>
      %39 = stablehlo.multiply %38, %iterArg_6 : tensor<10xf32>
      %40 = stablehlo.add %39, %31 : tensor<10xf32>
      stablehlo.return %iterArg, %iterArg_1, %37, %15, %18, %31, %40 : tensor<400x10xf32>, tensor<400xf32>, tensor<i64>, tensor<10xf32>, tensor<400xf32>, tensor<10xf32>, tensor<10xf32>
    }
    return %4#3 : tensor<10xf32>
  }
}
