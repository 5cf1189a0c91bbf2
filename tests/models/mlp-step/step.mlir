module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128xf32>, %arg1: tensor<64xf32>, %arg2: tensor<10xf32>, %arg3: tensor<64x128xf32>, %arg4: tensor<128x64xf32>, %arg5: tensor<64x10xf32>, %arg6: tensor<64x8x8xf32>, %arg7: tensor<64xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<128xf32> {jax.result_info = "result[1]"}, tensor<64xf32> {jax.result_info = "result[2]"}, tensor<10xf32> {jax.result_info = "result[3]"}, tensor<64x128xf32> {jax.result_info = "result[4]"}, tensor<128x64xf32> {jax.result_info = "result[5]"}, tensor<64x10xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.reshape %arg6 : (tensor<64x8x8xf32>) -> tensor<64x64xf32>
    %cst = stablehlo.constant dense<6.250000e-02> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<64x64xf32>
    %3 = stablehlo.dot_general %2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %4 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<64x128xf32>
    %6 = stablehlo.add %3, %5 : tensor<64x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %8 = stablehlo.maximum %6, %7 : tensor<64x128xf32>
    %9 = stablehlo.compare EQ, %6, %8, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %12 = stablehlo.select %9, %10, %11 : tensor<64x128xi1>, tensor<64x128xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %14 = stablehlo.compare EQ, %13, %8, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %17 = stablehlo.select %14, %15, %16 : tensor<64x128xi1>, tensor<64x128xf32>
    %18 = stablehlo.divide %12, %17 : tensor<64x128xf32>
    %19 = stablehlo.dot_general %8, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
    %20 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<64x64xf32>
    %22 = stablehlo.add %19, %21 : tensor<64x64xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %24 = stablehlo.maximum %22, %23 : tensor<64x64xf32>
    %25 = stablehlo.compare EQ, %22, %24, FLOAT : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %28 = stablehlo.select %25, %26, %27 : tensor<64x64xi1>, tensor<64x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %30 = stablehlo.compare EQ, %29, %24, FLOAT : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %33 = stablehlo.select %30, %31, %32 : tensor<64x64xi1>, tensor<64x64xf32>
    %34 = stablehlo.divide %28, %33 : tensor<64x64xf32>
    %35 = stablehlo.dot_general %24, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x10xf32>) -> tensor<64x10xf32>
    %36 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<64x10xf32>
    %38 = stablehlo.add %35, %37 : tensor<64x10xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_12) applies stablehlo.maximum across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x10xf32>
    %42 = stablehlo.subtract %38, %41 : tensor<64x10xf32>
    %43 = stablehlo.exponential %42 : tensor<64x10xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_13) applies stablehlo.add across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %45 = stablehlo.log %44 : tensor<64xf32>
    %46 = stablehlo.broadcast_in_dim %arg7, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %47 = stablehlo.iota dim = 0 : tensor<10xi32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [1] : (tensor<10xi32>) -> tensor<1x10xi32>
    %49 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<64x1xi32>) -> tensor<64x10xi32>
    %50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<64x10xi32>
    %51 = stablehlo.compare EQ, %49, %50, SIGNED : (tensor<64x10xi32>, tensor<64x10xi32>) -> tensor<64x10xi1>
    %52 = stablehlo.convert %51 : (tensor<64x10xi1>) -> tensor<64x10xf32>
    %53 = stablehlo.multiply %52, %42 : tensor<64x10xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %55 = stablehlo.subtract %45, %54 : tensor<64xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %57 = stablehlo.divide %56, %cst_16 : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %58 = stablehlo.divide %cst_17, %cst_18 : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %60 = stablehlo.negate %59 : tensor<64xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0] : (tensor<64xf32>) -> tensor<64x10xf32>
    %62 = stablehlo.multiply %52, %61 : tensor<64x10xf32>
    %63 = stablehlo.divide %59, %44 : tensor<64xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0] : (tensor<64xf32>) -> tensor<64x10xf32>
    %65 = stablehlo.multiply %64, %43 : tensor<64x10xf32>
    %66 = stablehlo.add %62, %65 : tensor<64x10xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.reduce(%66 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<64x10xf32>, tensor<f32>) -> tensor<10xf32>
    %68 = stablehlo.reshape %67 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %70 = stablehlo.dot_general %66, %24, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x10xf32>, tensor<64x64xf32>) -> tensor<10x64xf32>
    %71 = stablehlo.transpose %70, dims = [1, 0] : (tensor<10x64xf32>) -> tensor<64x10xf32>
    %72 = stablehlo.dot_general %66, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x10xf32>, tensor<64x10xf32>) -> tensor<64x64xf32>
    %73 = stablehlo.multiply %72, %34 : tensor<64x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
    %75 = stablehlo.reshape %74 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %77 = stablehlo.dot_general %73, %8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %78 = stablehlo.transpose %77, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
    %79 = stablehlo.dot_general %73, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<128x64xf32>) -> tensor<64x128xf32>
    %80 = stablehlo.multiply %79, %18 : tensor<64x128xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<64x128xf32>, tensor<f32>) -> tensor<128xf32>
    %82 = stablehlo.reshape %81 : (tensor<128xf32>) -> tensor<1x128xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%82 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %84 = stablehlo.dot_general %80, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
    %85 = stablehlo.transpose %84, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
    %cst_25 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %87 = stablehlo.multiply %86, %83 : tensor<128xf32>
    %88 = stablehlo.subtract %arg0, %87 : tensor<128xf32>
    %cst_26 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %90 = stablehlo.multiply %89, %76 : tensor<64xf32>
    %91 = stablehlo.subtract %arg1, %90 : tensor<64xf32>
    %cst_27 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %93 = stablehlo.multiply %92, %69 : tensor<10xf32>
    %94 = stablehlo.subtract %arg2, %93 : tensor<10xf32>
    %cst_28 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
    %96 = stablehlo.multiply %95, %85 : tensor<64x128xf32>
    %97 = stablehlo.subtract %arg3, %96 : tensor<64x128xf32>
    %cst_29 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
    %99 = stablehlo.multiply %98, %78 : tensor<128x64xf32>
    %100 = stablehlo.subtract %arg4, %99 : tensor<128x64xf32>
    %cst_30 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %102 = stablehlo.multiply %101, %71 : tensor<64x10xf32>
    %103 = stablehlo.subtract %arg5, %102 : tensor<64x10xf32>
    return %57, %88, %91, %94, %97, %100, %103 : tensor<f32>, tensor<128xf32>, tensor<64xf32>, tensor<10xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<64x10xf32>
  }
}
