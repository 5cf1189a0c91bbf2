module @jit_block attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<16x16xf32>, %arg3: tensor<16x16xf32>, %arg4: tensor<16x16xf32>, %arg5: tensor<16x32xf32>, %arg6: tensor<32x16xf32>, %arg7: tensor<16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16xf32>) -> (tensor<12x16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<12x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<12x16xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<12x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_2 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<12x1xf32>
    %11 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %12 = stablehlo.subtract %arg0, %11 : tensor<12x16xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %14 = stablehlo.add %10, %13 : tensor<12x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<12x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<12x16xf32>
    %18 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<12x16xf32>
    %21 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %23 = stablehlo.add %20, %22 : tensor<12x16xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %24 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %25 = call @tril(%24) : (tensor<12x12xi1>) -> tensor<12x12xi1>
    %26 = stablehlo.broadcast_in_dim %25, dims = [2, 3] : (tensor<12x12xi1>) -> tensor<1x1x12x12xi1>
    %27 = stablehlo.dot_general %23, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %28 = stablehlo.reshape %27 : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [1, 2, 3] : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %31 = stablehlo.dot_general %23, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %32 = stablehlo.reshape %31 : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [1, 2, 3] : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %35 = stablehlo.dot_general %23, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %36 = stablehlo.reshape %35 : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [1, 2, 3] : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %39 = stablehlo.dot_general %30, %34, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x8xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x12xf32>
    %cst_4 = stablehlo.constant dense<8.000000e+00> : tensor<f64>
    %40 = stablehlo.sqrt %cst_4 : tensor<f64>
    %41 = stablehlo.convert %40 : (tensor<f64>) -> tensor<f32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1x2x12x12xf32>
    %43 = stablehlo.divide %39, %42 : tensor<1x2x12x12xf32>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %44 = call @_where(%26, %43, %cst_5) : (tensor<1x1x12x12xi1>, tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12x12xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x2x12xf32>
    %47 = stablehlo.maximum %46, %45 : tensor<1x2x12xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<1x2x12xf32>) -> tensor<1x2x12x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32>
    %50 = stablehlo.subtract %44, %49 : tensor<1x2x12x12xf32>
    %51 = stablehlo.exponential %50 : tensor<1x2x12x12xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<1x2x12xf32>) -> tensor<1x2x12x1xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3] : (tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32>
    %55 = stablehlo.divide %51, %54 : tensor<1x2x12x12xf32>
    %56 = stablehlo.dot_general %55, %38, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x12xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %57 = stablehlo.reshape %56 : (tensor<1x2x12x8xf32>) -> tensor<2x12x8xf32>
    %58 = stablehlo.transpose %57, dims = [1, 0, 2] : (tensor<2x12x8xf32>) -> tensor<12x2x8xf32>
    %59 = stablehlo.reshape %58 : (tensor<12x2x8xf32>) -> tensor<12x16xf32>
    %60 = stablehlo.dot_general %59, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %61 = stablehlo.add %arg0, %60 : tensor<12x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_10 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %65 = stablehlo.divide %63, %64 : tensor<12x1xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %67 = stablehlo.subtract %61, %66 : tensor<12x16xf32>
    %68 = stablehlo.multiply %67, %67 : tensor<12x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_12 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %72 = stablehlo.divide %70, %71 : tensor<12x1xf32>
    %73 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %74 = stablehlo.subtract %61, %73 : tensor<12x16xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %76 = stablehlo.add %72, %75 : tensor<12x1xf32>
    %77 = stablehlo.rsqrt %76 : tensor<12x1xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %79 = stablehlo.multiply %74, %78 : tensor<12x16xf32>
    %80 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %82 = stablehlo.multiply %79, %81 : tensor<12x16xf32>
    %83 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %85 = stablehlo.add %82, %84 : tensor<12x16xf32>
    %86 = stablehlo.dot_general %85, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x32xf32>) -> tensor<12x32xf32>
    %87 = stablehlo.multiply %86, %86 : tensor<12x32xf32>
    %88 = stablehlo.multiply %87, %86 : tensor<12x32xf32>
    %cst_14 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<12x32xf32>
    %91 = stablehlo.add %86, %90 : tensor<12x32xf32>
    %cst_15 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %93 = stablehlo.multiply %92, %91 : tensor<12x32xf32>
    %94 = stablehlo.tanh %93 : tensor<12x32xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %96 = stablehlo.add %95, %94 : tensor<12x32xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<12x32xf32>
    %99 = stablehlo.multiply %86, %98 : tensor<12x32xf32>
    %100 = stablehlo.dot_general %99, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x32xf32>, tensor<32x16xf32>) -> tensor<12x16xf32>
    %101 = stablehlo.add %61, %100 : tensor<12x16xf32>
    return %101 : tensor<12x16xf32>
  }
  func.func private @tril(%arg0: tensor<12x12xi1>) -> tensor<12x12xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<12x12xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<12x12xi64>
    %2 = stablehlo.add %0, %1 : tensor<12x12xi64>
    %3 = stablehlo.iota dim = 1 : tensor<12x12xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<12x12xi64>, tensor<12x12xi64>) -> tensor<12x12xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<12x12xi1>, tensor<12x12xi1>
    return %6 : tensor<12x12xi1>
  }
  func.func private @_where(%arg0: tensor<1x1x12x12xi1>, %arg1: tensor<1x2x12x12xf32>, %arg2: tensor<f32>) -> tensor<1x2x12x12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x1x12x12xi1>) -> tensor<1x2x12x12xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<1x2x12x12xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<1x2x12x12xi1>, tensor<1x2x12x12xf32>
    return %2 : tensor<1x2x12x12xf32>
  }
}
