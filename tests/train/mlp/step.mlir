module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<10xf32>, %arg2: tensor<64x32xf32>, %arg3: tensor<32x10xf32>, %arg4: tensor<32xf32>, %arg5: tensor<10xf32>, %arg6: tensor<64x32xf32>, %arg7: tensor<32x10xf32>, %arg8: tensor<60x8x8xf32>, %arg9: tensor<60xi32>) -> (tensor<32xf32> {jax.result_info = "result[0]['v']['b0']"}, tensor<10xf32> {jax.result_info = "result[0]['v']['b1']"}, tensor<64x32xf32> {jax.result_info = "result[0]['v']['w0']"}, tensor<32x10xf32> {jax.result_info = "result[0]['v']['w1']"}, tensor<32xf32> {jax.result_info = "result[0]['w']['b0']"}, tensor<10xf32> {jax.result_info = "result[0]['w']['b1']"}, tensor<64x32xf32> {jax.result_info = "result[0]['w']['w0']"}, tensor<32x10xf32> {jax.result_info = "result[0]['w']['w1']"}, tensor<f32> {jax.result_info = "result[1]['accuracy']"}, tensor<f32> {jax.result_info = "result[1]['loss']"}) {
    %0 = stablehlo.reshape %arg8 : (tensor<60x8x8xf32>) -> tensor<60x64xf32>
    %cst = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<60x64xf32>
    %2 = stablehlo.divide %0, %1 : tensor<60x64xf32>
    %3 = stablehlo.dot_general %2, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x64xf32>, tensor<64x32xf32>) -> tensor<60x32xf32>
    %4 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<60x32xf32>
    %6 = stablehlo.add %3, %5 : tensor<60x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<60x32xf32>
    %8 = stablehlo.maximum %6, %7 : tensor<60x32xf32>
    %9 = stablehlo.compare EQ, %6, %8, FLOAT : (tensor<60x32xf32>, tensor<60x32xf32>) -> tensor<60x32xi1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<60x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<60x32xf32>
    %12 = stablehlo.select %9, %10, %11 : tensor<60x32xi1>, tensor<60x32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<60x32xf32>
    %14 = stablehlo.compare EQ, %13, %8, FLOAT : (tensor<60x32xf32>, tensor<60x32xf32>) -> tensor<60x32xi1>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<60x32xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<60x32xf32>
    %17 = stablehlo.select %14, %15, %16 : tensor<60x32xi1>, tensor<60x32xf32>
    %18 = stablehlo.divide %12, %17 : tensor<60x32xf32>
    %19 = stablehlo.dot_general %8, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x32xf32>, tensor<32x10xf32>) -> tensor<60x10xf32>
    %20 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<60x10xf32>
    %22 = stablehlo.add %19, %21 : tensor<60x10xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_6) applies stablehlo.maximum across dimensions = [1] : (tensor<60x10xf32>, tensor<f32>) -> tensor<60xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<60xf32>
    %25 = stablehlo.maximum %24, %23 : tensor<60xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<60xf32>) -> tensor<60x1xf32>
    %27 = stablehlo.is_finite %26 : (tensor<60x1xf32>) -> tensor<60x1xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<60x1xf32>
    %29 = stablehlo.select %27, %26, %28 : tensor<60x1xi1>, tensor<60x1xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<60x1xf32>) -> tensor<60x10xf32>
    %31 = stablehlo.subtract %22, %30 : tensor<60x10xf32>
    %32 = stablehlo.exponential %31 : tensor<60x10xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<60x10xf32>, tensor<f32>) -> tensor<60xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<60xf32>) -> tensor<60x1xf32>
    %35 = stablehlo.abs %34 : tensor<60x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<60x1xf32>
    %37 = stablehlo.compare GE, %34, %36, FLOAT : (tensor<60x1xf32>, tensor<60x1xf32>) -> tensor<60x1xi1>
    %38 = stablehlo.log %35 : tensor<60x1xf32>
    %39 = stablehlo.add %38, %29 : tensor<60x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<60x1xf32>) -> tensor<60x10xf32>
    %41 = stablehlo.subtract %22, %40 : tensor<60x10xf32>
    %42 = call @argmax(%22) : (tensor<60x10xf32>) -> tensor<60xi32>
    %43 = stablehlo.compare EQ, %42, %arg9, SIGNED : (tensor<60xi32>, tensor<60xi32>) -> tensor<60xi1>
    %44 = stablehlo.convert %43 : (tensor<60xi1>) -> tensor<60xi32>
    %45 = stablehlo.convert %44 : (tensor<60xi32>) -> tensor<60xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<60xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<6.000000e+01> : tensor<f32>
    %47 = stablehlo.divide %46, %cst_12 : tensor<f32>
    %48 = call @_one_hot(%arg9) : (tensor<60xi32>) -> tensor<60x10xf32>
    %49 = stablehlo.multiply %41, %48 : tensor<60x10xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<60x10xf32>, tensor<f32>) -> tensor<f32>
    %51 = stablehlo.negate %50 : tensor<f32>
    %cst_14 = stablehlo.constant dense<6.000000e+01> : tensor<f32>
    %52 = stablehlo.divide %51, %cst_14 : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_16 = stablehlo.constant dense<6.000000e+01> : tensor<f32>
    %53 = stablehlo.divide %cst_15, %cst_16 : tensor<f32>
    %54 = stablehlo.negate %53 : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f32>) -> tensor<60x10xf32>
    %56 = stablehlo.multiply %55, %48 : tensor<60x10xf32>
    %57 = stablehlo.negate %56 : tensor<60x10xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_17) applies stablehlo.add across dimensions = [1] : (tensor<60x10xf32>, tensor<f32>) -> tensor<60xf32>
    %59 = stablehlo.reshape %58 : (tensor<60xf32>) -> tensor<60x1xf32>
    %60 = stablehlo.divide %59, %35 : tensor<60x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<60x1xf32>
    %62 = stablehlo.select %37, %61, %60 : tensor<60x1xi1>, tensor<60x1xf32>
    %63 = stablehlo.select %37, %60, %61 : tensor<60x1xi1>, tensor<60x1xf32>
    %64 = stablehlo.negate %62 : tensor<60x1xf32>
    %65 = stablehlo.add %63, %64 : tensor<60x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_19) applies stablehlo.add across dimensions = [1] : (tensor<60x1xf32>, tensor<f32>) -> tensor<60xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0] : (tensor<60xf32>) -> tensor<60x10xf32>
    %68 = stablehlo.multiply %67, %32 : tensor<60x10xf32>
    %69 = stablehlo.add %56, %68 : tensor<60x10xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<60x10xf32>, tensor<f32>) -> tensor<10xf32>
    %71 = stablehlo.reshape %70 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %73 = stablehlo.dot_general %69, %8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x10xf32>, tensor<60x32xf32>) -> tensor<10x32xf32>
    %74 = stablehlo.transpose %73, dims = [1, 0] : (tensor<10x32xf32>) -> tensor<32x10xf32>
    %75 = stablehlo.dot_general %69, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<60x10xf32>, tensor<32x10xf32>) -> tensor<60x32xf32>
    %76 = stablehlo.multiply %75, %18 : tensor<60x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<60x32xf32>, tensor<f32>) -> tensor<32xf32>
    %78 = stablehlo.reshape %77 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %80 = stablehlo.dot_general %76, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<60x32xf32>, tensor<60x64xf32>) -> tensor<32x64xf32>
    %81 = stablehlo.transpose %80, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %cst_24 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %83 = stablehlo.multiply %82, %arg0 : tensor<32xf32>
    %84 = stablehlo.add %83, %79 : tensor<32xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %86 = stablehlo.multiply %85, %arg1 : tensor<10xf32>
    %87 = stablehlo.add %86, %72 : tensor<10xf32>
    %cst_26 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %89 = stablehlo.multiply %88, %arg2 : tensor<64x32xf32>
    %90 = stablehlo.add %89, %81 : tensor<64x32xf32>
    %cst_27 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x10xf32>
    %92 = stablehlo.multiply %91, %arg3 : tensor<32x10xf32>
    %93 = stablehlo.add %92, %74 : tensor<32x10xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %95 = stablehlo.multiply %94, %84 : tensor<32xf32>
    %96 = stablehlo.subtract %arg4, %95 : tensor<32xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %98 = stablehlo.multiply %97, %87 : tensor<10xf32>
    %99 = stablehlo.subtract %arg5, %98 : tensor<10xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %101 = stablehlo.multiply %100, %90 : tensor<64x32xf32>
    %102 = stablehlo.subtract %arg6, %101 : tensor<64x32xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<32x10xf32>
    %104 = stablehlo.multiply %103, %93 : tensor<32x10xf32>
    %105 = stablehlo.subtract %arg7, %104 : tensor<32x10xf32>
    return %84, %87, %90, %93, %96, %99, %102, %105, %47, %52 : tensor<32xf32>, tensor<10xf32>, tensor<64x32xf32>, tensor<32x10xf32>, tensor<32xf32>, tensor<10xf32>, tensor<64x32xf32>, tensor<32x10xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @argmax(%arg0: tensor<60x10xf32>) -> tensor<60xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<60x10xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<60x10xf32>, tensor<60x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<60xf32>, tensor<60xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<60xi32>
  }
  func.func private @_one_hot(%arg0: tensor<60xi32>) -> tensor<60x10xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<60xi32>) -> tensor<60x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x10xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<60x1xi32>) -> tensor<60x10xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<60x10xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<60x10xi32>, tensor<60x10xi32>) -> tensor<60x10xi1>
    %5 = stablehlo.convert %4 : (tensor<60x10xi1>) -> tensor<60x10xf32>
    return %5 : tensor<60x10xf32>
  }
}
