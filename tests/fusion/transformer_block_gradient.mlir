module @jit_block_gradient attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<16x16xf32>, %arg3: tensor<16x16xf32>, %arg4: tensor<16x16xf32>, %arg5: tensor<16x32xf32>, %arg6: tensor<32x16xf32>, %arg7: tensor<16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16xf32>) -> (tensor<12x16xf32> {jax.result_info = "result[0]"}, tensor<16x16xf32> {jax.result_info = "result[1]"}, tensor<16x16xf32> {jax.result_info = "result[2]"}, tensor<16x16xf32> {jax.result_info = "result[3]"}, tensor<16x16xf32> {jax.result_info = "result[4]"}, tensor<16x32xf32> {jax.result_info = "result[5]"}, tensor<32x16xf32> {jax.result_info = "result[6]"}, tensor<16xf32> {jax.result_info = "result[7]"}, tensor<16xf32> {jax.result_info = "result[8]"}, tensor<16xf32> {jax.result_info = "result[9]"}, tensor<16xf32> {jax.result_info = "result[10]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<12x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<12x16xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<12x16xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<12x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<12x1xf32>
    %13 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %14 = stablehlo.subtract %arg0, %13 : tensor<12x16xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %16 = stablehlo.add %12, %15 : tensor<12x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<12x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<12x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<12x1xf32>
    %21 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %22 = stablehlo.multiply %14, %21 : tensor<12x16xf32>
    %23 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<12x16xf32>
    %26 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %28 = stablehlo.add %25, %27 : tensor<12x16xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %29 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %30 = call @tril(%29) : (tensor<12x12xi1>) -> tensor<12x12xi1>
    %31 = stablehlo.broadcast_in_dim %30, dims = [2, 3] : (tensor<12x12xi1>) -> tensor<1x1x12x12xi1>
    %32 = stablehlo.dot_general %28, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %33 = stablehlo.reshape %32 : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [1, 2, 3] : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %36 = stablehlo.dot_general %28, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %37 = stablehlo.reshape %36 : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
    %38 = stablehlo.transpose %37, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [1, 2, 3] : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %40 = stablehlo.dot_general %28, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %41 = stablehlo.reshape %40 : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
    %42 = stablehlo.transpose %41, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [1, 2, 3] : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %44 = stablehlo.dot_general %35, %39, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x8xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x12xf32>
    %cst_6 = stablehlo.constant dense<8.000000e+00> : tensor<f64>
    %45 = stablehlo.sqrt %cst_6 : tensor<f64>
    %46 = stablehlo.convert %45 : (tensor<f64>) -> tensor<f32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1x2x12x12xf32>
    %48 = stablehlo.divide %44, %47 : tensor<1x2x12x12xf32>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %49:2 = call @_where(%31, %48, %cst_7) : (tensor<1x1x12x12xi1>, tensor<1x2x12x12xf32>, tensor<f32>) -> (tensor<1x2x12x12xf32>, tensor<1x2x12x12xi1>)
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %50 = stablehlo.reduce(%49#0 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<1x2x12xf32>
    %52 = stablehlo.maximum %51, %50 : tensor<1x2x12xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<1x2x12xf32>) -> tensor<1x2x12x1xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3] : (tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32>
    %55 = stablehlo.subtract %49#0, %54 : tensor<1x2x12x12xf32>
    %56 = stablehlo.exponential %55 : tensor<1x2x12x12xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<1x2x12xf32>) -> tensor<1x2x12x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32>
    %60 = stablehlo.divide %56, %59 : tensor<1x2x12x12xf32>
    %61 = stablehlo.multiply %58, %58 : tensor<1x2x12x1xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<1x2x12x1xf32>
    %63 = stablehlo.divide %62, %61 : tensor<1x2x12x1xf32>
    %64 = stablehlo.dot_general %60, %43, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x12xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %65 = stablehlo.reshape %64 : (tensor<1x2x12x8xf32>) -> tensor<2x12x8xf32>
    %66 = stablehlo.transpose %65, dims = [1, 0, 2] : (tensor<2x12x8xf32>) -> tensor<12x2x8xf32>
    %67 = stablehlo.reshape %66 : (tensor<12x2x8xf32>) -> tensor<12x16xf32>
    %68 = stablehlo.dot_general %67, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %69 = stablehlo.add %arg0, %68 : tensor<12x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_12) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_13 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %73 = stablehlo.divide %71, %72 : tensor<12x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %75 = stablehlo.subtract %69, %74 : tensor<12x16xf32>
    %76 = stablehlo.multiply %75, %75 : tensor<12x16xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %78 = stablehlo.multiply %77, %75 : tensor<12x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%76 init: %cst_15) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_16 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %82 = stablehlo.divide %80, %81 : tensor<12x1xf32>
    %83 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %84 = stablehlo.subtract %69, %83 : tensor<12x16xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %86 = stablehlo.add %82, %85 : tensor<12x1xf32>
    %87 = stablehlo.rsqrt %86 : tensor<12x1xf32>
    %88 = stablehlo.divide %87, %86 : tensor<12x1xf32>
    %cst_18 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<12x1xf32>
    %91 = stablehlo.broadcast_in_dim %87, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %92 = stablehlo.multiply %84, %91 : tensor<12x16xf32>
    %93 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %95 = stablehlo.multiply %92, %94 : tensor<12x16xf32>
    %96 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %98 = stablehlo.add %95, %97 : tensor<12x16xf32>
    %99 = stablehlo.dot_general %98, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x32xf32>) -> tensor<12x32xf32>
    %100 = stablehlo.multiply %99, %99 : tensor<12x32xf32>
    %101 = stablehlo.multiply %100, %99 : tensor<12x32xf32>
    %102 = stablehlo.multiply %99, %99 : tensor<12x32xf32>
    %cst_19 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %104 = stablehlo.multiply %103, %102 : tensor<12x32xf32>
    %cst_20 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %106 = stablehlo.multiply %105, %101 : tensor<12x32xf32>
    %107 = stablehlo.add %99, %106 : tensor<12x32xf32>
    %cst_21 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %109 = stablehlo.multiply %108, %107 : tensor<12x32xf32>
    %110 = stablehlo.tanh %109 : tensor<12x32xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %112 = stablehlo.subtract %111, %110 : tensor<12x32xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %114 = stablehlo.add %113, %110 : tensor<12x32xf32>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %116 = stablehlo.multiply %115, %114 : tensor<12x32xf32>
    %117 = stablehlo.multiply %99, %116 : tensor<12x32xf32>
    %118 = stablehlo.dot_general %117, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x32xf32>, tensor<32x16xf32>) -> tensor<12x16xf32>
    %119 = stablehlo.add %69, %118 : tensor<12x16xf32>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %121 = stablehlo.multiply %120, %119 : tensor<12x16xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_27 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %122 = stablehlo.divide %cst_26, %cst_27 : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [] : (tensor<f32>) -> tensor<12x16xf32>
    %124 = stablehlo.multiply %123, %121 : tensor<12x16xf32>
    %125 = stablehlo.dot_general %124, %117, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<12x32xf32>) -> tensor<16x32xf32>
    %126 = stablehlo.transpose %125, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %127 = stablehlo.dot_general %124, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<32x16xf32>) -> tensor<12x32xf32>
    %128 = stablehlo.multiply %99, %127 : tensor<12x32xf32>
    %129 = stablehlo.multiply %127, %116 : tensor<12x32xf32>
    %cst_28 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %131 = stablehlo.multiply %130, %128 : tensor<12x32xf32>
    %132 = stablehlo.multiply %131, %112 : tensor<12x32xf32>
    %133 = stablehlo.multiply %132, %110 : tensor<12x32xf32>
    %134 = stablehlo.add %132, %133 : tensor<12x32xf32>
    %cst_29 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %136 = stablehlo.multiply %135, %134 : tensor<12x32xf32>
    %137 = stablehlo.add %129, %136 : tensor<12x32xf32>
    %cst_30 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<12x32xf32>
    %139 = stablehlo.multiply %138, %136 : tensor<12x32xf32>
    %140 = stablehlo.multiply %139, %104 : tensor<12x32xf32>
    %141 = stablehlo.add %137, %140 : tensor<12x32xf32>
    %142 = stablehlo.dot_general %141, %98, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x32xf32>, tensor<12x16xf32>) -> tensor<32x16xf32>
    %143 = stablehlo.transpose %142, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
    %144 = stablehlo.dot_general %141, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x32xf32>, tensor<16x32xf32>) -> tensor<12x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.reduce(%144 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<12x16xf32>, tensor<f32>) -> tensor<16xf32>
    %146 = stablehlo.reshape %145 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.reduce(%146 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %148 = stablehlo.multiply %92, %144 : tensor<12x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.reduce(%148 init: %cst_33) applies stablehlo.add across dimensions = [0] : (tensor<12x16xf32>, tensor<f32>) -> tensor<16xf32>
    %150 = stablehlo.reshape %149 : (tensor<16xf32>) -> tensor<1x16xf32>
    %151 = stablehlo.broadcast_in_dim %93, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %152 = stablehlo.multiply %144, %151 : tensor<12x16xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.reduce(%150 init: %cst_34) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %154 = stablehlo.multiply %84, %152 : tensor<12x16xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.reduce(%154 init: %cst_35) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %156 = stablehlo.reshape %155 : (tensor<12xf32>) -> tensor<12x1xf32>
    %157 = stablehlo.broadcast_in_dim %87, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %158 = stablehlo.multiply %152, %157 : tensor<12x16xf32>
    %159 = stablehlo.multiply %156, %90 : tensor<12x1xf32>
    %160 = stablehlo.negate %158 : tensor<12x16xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.reduce(%160 init: %cst_36) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %162 = stablehlo.reshape %161 : (tensor<12xf32>) -> tensor<12x1xf32>
    %163 = stablehlo.add %124, %158 : tensor<12x16xf32>
    %cst_37 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %165 = stablehlo.divide %159, %164 : tensor<12x1xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %166 = stablehlo.reduce(%165 init: %cst_38) applies stablehlo.add across dimensions = [1] : (tensor<12x1xf32>, tensor<f32>) -> tensor<12xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0] : (tensor<12xf32>) -> tensor<12x16xf32>
    %168 = stablehlo.multiply %167, %78 : tensor<12x16xf32>
    %169 = stablehlo.negate %168 : tensor<12x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.reduce(%169 init: %cst_39) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %171 = stablehlo.reshape %170 : (tensor<12xf32>) -> tensor<12x1xf32>
    %172 = stablehlo.add %163, %168 : tensor<12x16xf32>
    %173 = stablehlo.add %162, %171 : tensor<12x1xf32>
    %cst_40 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %175 = stablehlo.divide %173, %174 : tensor<12x1xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%175 init: %cst_41) applies stablehlo.add across dimensions = [1] : (tensor<12x1xf32>, tensor<f32>) -> tensor<12xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0] : (tensor<12xf32>) -> tensor<12x16xf32>
    %178 = stablehlo.add %172, %177 : tensor<12x16xf32>
    %179 = stablehlo.dot_general %178, %67, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %180 = stablehlo.transpose %179, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %181 = stablehlo.dot_general %178, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %182 = stablehlo.reshape %181 : (tensor<12x16xf32>) -> tensor<12x2x8xf32>
    %183 = stablehlo.transpose %182, dims = [1, 0, 2] : (tensor<12x2x8xf32>) -> tensor<2x12x8xf32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [1, 2, 3] : (tensor<2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %185 = stablehlo.dot_general %184, %60, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x8xf32>, tensor<1x2x12x12xf32>) -> tensor<1x2x8x12xf32>
    %186 = stablehlo.transpose %185, dims = [0, 1, 3, 2] : (tensor<1x2x8x12xf32>) -> tensor<1x2x12x8xf32>
    %187 = stablehlo.dot_general %184, %43, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x8xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x12xf32>
    %188 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32>
    %189 = stablehlo.multiply %187, %188 : tensor<1x2x12x12xf32>
    %190 = stablehlo.multiply %189, %56 : tensor<1x2x12x12xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.reduce(%190 init: %cst_42) applies stablehlo.add across dimensions = [3] : (tensor<1x2x12x12xf32>, tensor<f32>) -> tensor<1x2x12xf32>
    %192 = stablehlo.reshape %191 : (tensor<1x2x12xf32>) -> tensor<1x2x12x1xf32>
    %193 = stablehlo.negate %192 : tensor<1x2x12x1xf32>
    %194 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<1x2x12x1xf32>) -> tensor<1x2x12x12xf32>
    %195 = stablehlo.divide %187, %194 : tensor<1x2x12x12xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%193 init: %cst_43) applies stablehlo.add across dimensions = [0, 3] : (tensor<1x2x12x1xf32>, tensor<f32>) -> tensor<2x12xf32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [1, 2] : (tensor<2x12xf32>) -> tensor<1x2x12xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<1x2x12xf32>) -> tensor<1x2x12x12xf32>
    %199 = stablehlo.add %195, %198 : tensor<1x2x12x12xf32>
    %200 = stablehlo.multiply %199, %56 : tensor<1x2x12x12xf32>
    %201 = call @_where_0(%49#1, %200) : (tensor<1x2x12x12xi1>, tensor<1x2x12x12xf32>) -> tensor<1x2x12x12xf32>
    %202 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1x2x12x12xf32>
    %203 = stablehlo.divide %201, %202 : tensor<1x2x12x12xf32>
    %204 = stablehlo.dot_general %203, %35, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x12xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %205 = stablehlo.dot_general %203, %39, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x2x12x12xf32>, tensor<1x2x12x8xf32>) -> tensor<1x2x12x8xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %206 = stablehlo.reduce(%186 init: %cst_44) applies stablehlo.add across dimensions = [0] : (tensor<1x2x12x8xf32>, tensor<f32>) -> tensor<2x12x8xf32>
    %207 = stablehlo.transpose %206, dims = [1, 0, 2] : (tensor<2x12x8xf32>) -> tensor<12x2x8xf32>
    %208 = stablehlo.reshape %207 : (tensor<12x2x8xf32>) -> tensor<12x16xf32>
    %209 = stablehlo.dot_general %208, %28, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %210 = stablehlo.transpose %209, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %211 = stablehlo.dot_general %208, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %212 = stablehlo.reduce(%204 init: %cst_45) applies stablehlo.add across dimensions = [0] : (tensor<1x2x12x8xf32>, tensor<f32>) -> tensor<2x12x8xf32>
    %213 = stablehlo.transpose %212, dims = [1, 0, 2] : (tensor<2x12x8xf32>) -> tensor<12x2x8xf32>
    %214 = stablehlo.reshape %213 : (tensor<12x2x8xf32>) -> tensor<12x16xf32>
    %215 = stablehlo.dot_general %214, %28, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %216 = stablehlo.transpose %215, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %217 = stablehlo.dot_general %214, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %218 = stablehlo.add %211, %217 : tensor<12x16xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%205 init: %cst_46) applies stablehlo.add across dimensions = [0] : (tensor<1x2x12x8xf32>, tensor<f32>) -> tensor<2x12x8xf32>
    %220 = stablehlo.transpose %219, dims = [1, 0, 2] : (tensor<2x12x8xf32>) -> tensor<12x2x8xf32>
    %221 = stablehlo.reshape %220 : (tensor<12x2x8xf32>) -> tensor<12x16xf32>
    %222 = stablehlo.dot_general %221, %28, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
    %223 = stablehlo.transpose %222, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %224 = stablehlo.dot_general %221, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x16xf32>, tensor<16x16xf32>) -> tensor<12x16xf32>
    %225 = stablehlo.add %218, %224 : tensor<12x16xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce(%225 init: %cst_47) applies stablehlo.add across dimensions = [0] : (tensor<12x16xf32>, tensor<f32>) -> tensor<16xf32>
    %227 = stablehlo.reshape %226 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce(%227 init: %cst_48) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %229 = stablehlo.multiply %22, %225 : tensor<12x16xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.reduce(%229 init: %cst_49) applies stablehlo.add across dimensions = [0] : (tensor<12x16xf32>, tensor<f32>) -> tensor<16xf32>
    %231 = stablehlo.reshape %230 : (tensor<16xf32>) -> tensor<1x16xf32>
    %232 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<12x16xf32>
    %233 = stablehlo.multiply %225, %232 : tensor<12x16xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %234 = stablehlo.reduce(%231 init: %cst_50) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %235 = stablehlo.multiply %14, %233 : tensor<12x16xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%235 init: %cst_51) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %237 = stablehlo.reshape %236 : (tensor<12xf32>) -> tensor<12x1xf32>
    %238 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x16xf32>
    %239 = stablehlo.multiply %233, %238 : tensor<12x16xf32>
    %240 = stablehlo.multiply %237, %20 : tensor<12x1xf32>
    %241 = stablehlo.negate %239 : tensor<12x16xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %242 = stablehlo.reduce(%241 init: %cst_52) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %243 = stablehlo.reshape %242 : (tensor<12xf32>) -> tensor<12x1xf32>
    %244 = stablehlo.add %178, %239 : tensor<12x16xf32>
    %cst_53 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %246 = stablehlo.divide %240, %245 : tensor<12x1xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_54) applies stablehlo.add across dimensions = [1] : (tensor<12x1xf32>, tensor<f32>) -> tensor<12xf32>
    %248 = stablehlo.broadcast_in_dim %247, dims = [0] : (tensor<12xf32>) -> tensor<12x16xf32>
    %249 = stablehlo.multiply %248, %8 : tensor<12x16xf32>
    %250 = stablehlo.negate %249 : tensor<12x16xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %251 = stablehlo.reduce(%250 init: %cst_55) applies stablehlo.add across dimensions = [1] : (tensor<12x16xf32>, tensor<f32>) -> tensor<12xf32>
    %252 = stablehlo.reshape %251 : (tensor<12xf32>) -> tensor<12x1xf32>
    %253 = stablehlo.add %244, %249 : tensor<12x16xf32>
    %254 = stablehlo.add %243, %252 : tensor<12x1xf32>
    %cst_56 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %256 = stablehlo.divide %254, %255 : tensor<12x1xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256 init: %cst_57) applies stablehlo.add across dimensions = [1] : (tensor<12x1xf32>, tensor<f32>) -> tensor<12xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [0] : (tensor<12xf32>) -> tensor<12x16xf32>
    %259 = stablehlo.add %253, %258 : tensor<12x16xf32>
    return %259, %223, %216, %210, %180, %143, %126, %234, %228, %153, %147 : tensor<12x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x32xf32>, tensor<32x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
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
  func.func private @_where(%arg0: tensor<1x1x12x12xi1>, %arg1: tensor<1x2x12x12xf32>, %arg2: tensor<f32>) -> (tensor<1x2x12x12xf32>, tensor<1x2x12x12xi1>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x1x12x12xi1>) -> tensor<1x2x12x12xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<1x2x12x12xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<1x2x12x12xi1>, tensor<1x2x12x12xf32>
    return %2, %0 : tensor<1x2x12x12xf32>, tensor<1x2x12x12xi1>
  }
  func.func private @_where_0(%arg0: tensor<1x2x12x12xi1>, %arg1: tensor<1x2x12x12xf32>) -> tensor<1x2x12x12xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x2x12x12xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<1x2x12x12xi1>, tensor<1x2x12x12xf32>
    return %1 : tensor<1x2x12x12xf32>
  }
}
