module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<384x384xf32>, %arg1: tensor<384xf32>, %arg2: tensor<384x384xf32>, %arg3: tensor<384xf32>, %arg4: tensor<384x384xf32>, %arg5: tensor<384xf32>, %arg6: tensor<384x384xf32>, %arg7: tensor<384xf32>, %arg8: tensor<384xf32>, %arg9: tensor<384xf32>, %arg10: tensor<384x1536xf32>, %arg11: tensor<1536xf32>, %arg12: tensor<1536x384xf32>, %arg13: tensor<384xf32>, %arg14: tensor<384xf32>, %arg15: tensor<384xf32>, %arg16: tensor<384x384xf32>, %arg17: tensor<384xf32>, %arg18: tensor<384x384xf32>, %arg19: tensor<384xf32>, %arg20: tensor<384x384xf32>, %arg21: tensor<384xf32>, %arg22: tensor<384x384xf32>, %arg23: tensor<384xf32>, %arg24: tensor<384xf32>, %arg25: tensor<384xf32>, %arg26: tensor<384x1536xf32>, %arg27: tensor<1536xf32>, %arg28: tensor<1536x384xf32>, %arg29: tensor<384xf32>, %arg30: tensor<384xf32>, %arg31: tensor<384xf32>, %arg32: tensor<384x384xf32>, %arg33: tensor<384xf32>, %arg34: tensor<384x384xf32>, %arg35: tensor<384xf32>, %arg36: tensor<384x384xf32>, %arg37: tensor<384xf32>, %arg38: tensor<384x384xf32>, %arg39: tensor<384xf32>, %arg40: tensor<384xf32>, %arg41: tensor<384xf32>, %arg42: tensor<384x1536xf32>, %arg43: tensor<1536xf32>, %arg44: tensor<1536x384xf32>, %arg45: tensor<384xf32>, %arg46: tensor<384xf32>, %arg47: tensor<384xf32>, %arg48: tensor<384x384xf32>, %arg49: tensor<384xf32>, %arg50: tensor<384x384xf32>, %arg51: tensor<384xf32>, %arg52: tensor<384x384xf32>, %arg53: tensor<384xf32>, %arg54: tensor<384x384xf32>, %arg55: tensor<384xf32>, %arg56: tensor<384xf32>, %arg57: tensor<384xf32>, %arg58: tensor<384x1536xf32>, %arg59: tensor<1536xf32>, %arg60: tensor<1536x384xf32>, %arg61: tensor<384xf32>, %arg62: tensor<384xf32>, %arg63: tensor<384xf32>, %arg64: tensor<384x384xf32>, %arg65: tensor<384xf32>, %arg66: tensor<384x384xf32>, %arg67: tensor<384xf32>, %arg68: tensor<384x384xf32>, %arg69: tensor<384xf32>, %arg70: tensor<384x384xf32>, %arg71: tensor<384xf32>, %arg72: tensor<384xf32>, %arg73: tensor<384xf32>, %arg74: tensor<384x1536xf32>, %arg75: tensor<1536xf32>, %arg76: tensor<1536x384xf32>, %arg77: tensor<384xf32>, %arg78: tensor<384xf32>, %arg79: tensor<384xf32>, %arg80: tensor<384x384xf32>, %arg81: tensor<384xf32>, %arg82: tensor<384x384xf32>, %arg83: tensor<384xf32>, %arg84: tensor<384x384xf32>, %arg85: tensor<384xf32>, %arg86: tensor<384x384xf32>, %arg87: tensor<384xf32>, %arg88: tensor<384xf32>, %arg89: tensor<384xf32>, %arg90: tensor<384x1536xf32>, %arg91: tensor<1536xf32>, %arg92: tensor<1536x384xf32>, %arg93: tensor<384xf32>, %arg94: tensor<384xf32>, %arg95: tensor<384xf32>, %arg96: tensor<128x384xf32>) -> (tensor<128x384xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg96, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %3 = stablehlo.add %0, %2 : tensor<128x384xf32>
    %4 = stablehlo.reshape %3 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %6 = stablehlo.dot_general %arg96, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %7 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %9 = stablehlo.add %6, %8 : tensor<128x384xf32>
    %10 = stablehlo.reshape %9 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %11 = stablehlo.transpose %10, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %12 = stablehlo.dot_general %arg96, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %15 = stablehlo.add %12, %14 : tensor<128x384xf32>
    %16 = stablehlo.reshape %15 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %18 = stablehlo.dot_general %5, %11, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %20 = stablehlo.divide %18, %19 : tensor<6x128x128xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_0) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %23 = stablehlo.maximum %22, %21 : tensor<6x128xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %26 = stablehlo.subtract %20, %25 : tensor<6x128x128xf32>
    %27 = stablehlo.exponential %26 : tensor<6x128x128xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %31 = stablehlo.divide %27, %30 : tensor<6x128x128xf32>
    %32 = stablehlo.dot_general %31, %17, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %34 = stablehlo.reshape %33 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %35 = stablehlo.dot_general %34, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %36 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %38 = stablehlo.add %35, %37 : tensor<128x384xf32>
    %39 = stablehlo.add %arg96, %38 : tensor<128x384xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_4 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %43 = stablehlo.divide %41, %42 : tensor<128x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %45 = stablehlo.subtract %39, %44 : tensor<128x384xf32>
    %46 = chlo.square %45 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_6 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %50 = stablehlo.divide %48, %49 : tensor<128x1xf32>
    %51 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %52 = stablehlo.subtract %39, %51 : tensor<128x384xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %54 = stablehlo.add %50, %53 : tensor<128x1xf32>
    %55 = stablehlo.rsqrt %54 : tensor<128x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %57 = stablehlo.multiply %52, %56 : tensor<128x384xf32>
    %58 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %60 = stablehlo.multiply %57, %59 : tensor<128x384xf32>
    %61 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %63 = stablehlo.add %60, %62 : tensor<128x384xf32>
    %64 = stablehlo.dot_general %63, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %65 = stablehlo.broadcast_in_dim %arg11, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %67 = stablehlo.add %64, %66 : tensor<128x1536xf32>
    %68 = stablehlo.multiply %67, %67 : tensor<128x1536xf32>
    %69 = stablehlo.multiply %68, %67 : tensor<128x1536xf32>
    %cst_8 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %71 = stablehlo.multiply %70, %69 : tensor<128x1536xf32>
    %72 = stablehlo.add %67, %71 : tensor<128x1536xf32>
    %cst_9 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %74 = stablehlo.multiply %73, %72 : tensor<128x1536xf32>
    %75 = stablehlo.tanh %74 : tensor<128x1536xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %77 = stablehlo.add %76, %75 : tensor<128x1536xf32>
    %cst_11 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<128x1536xf32>
    %80 = stablehlo.multiply %67, %79 : tensor<128x1536xf32>
    %81 = stablehlo.dot_general %80, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %82 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %84 = stablehlo.add %81, %83 : tensor<128x384xf32>
    %85 = stablehlo.add %63, %84 : tensor<128x384xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_12) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_13 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %89 = stablehlo.divide %87, %88 : tensor<128x1xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %91 = stablehlo.subtract %85, %90 : tensor<128x384xf32>
    %92 = chlo.square %91 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.reduce(%92 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_15 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %96 = stablehlo.divide %94, %95 : tensor<128x1xf32>
    %97 = stablehlo.broadcast_in_dim %89, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %98 = stablehlo.subtract %85, %97 : tensor<128x384xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %100 = stablehlo.add %96, %99 : tensor<128x1xf32>
    %101 = stablehlo.rsqrt %100 : tensor<128x1xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %103 = stablehlo.multiply %98, %102 : tensor<128x384xf32>
    %104 = stablehlo.broadcast_in_dim %arg14, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %106 = stablehlo.multiply %103, %105 : tensor<128x384xf32>
    %107 = stablehlo.broadcast_in_dim %arg15, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %109 = stablehlo.add %106, %108 : tensor<128x384xf32>
    %110 = stablehlo.dot_general %109, %arg16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %111 = stablehlo.broadcast_in_dim %arg17, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %113 = stablehlo.add %110, %112 : tensor<128x384xf32>
    %114 = stablehlo.reshape %113 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %115 = stablehlo.transpose %114, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %116 = stablehlo.dot_general %109, %arg18, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %117 = stablehlo.broadcast_in_dim %arg19, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %119 = stablehlo.add %116, %118 : tensor<128x384xf32>
    %120 = stablehlo.reshape %119 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %121 = stablehlo.transpose %120, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %122 = stablehlo.dot_general %109, %arg20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %123 = stablehlo.broadcast_in_dim %arg21, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %125 = stablehlo.add %122, %124 : tensor<128x384xf32>
    %126 = stablehlo.reshape %125 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %127 = stablehlo.transpose %126, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %128 = stablehlo.dot_general %115, %121, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_17 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %130 = stablehlo.divide %128, %129 : tensor<6x128x128xf32>
    %cst_18 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %131 = stablehlo.reduce(%130 init: %cst_18) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_19 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %133 = stablehlo.maximum %132, %131 : tensor<6x128xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %136 = stablehlo.subtract %130, %135 : tensor<6x128x128xf32>
    %137 = stablehlo.exponential %136 : tensor<6x128x128xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%137 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %139 = stablehlo.broadcast_in_dim %138, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %141 = stablehlo.divide %137, %140 : tensor<6x128x128xf32>
    %142 = stablehlo.dot_general %141, %127, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %143 = stablehlo.transpose %142, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %144 = stablehlo.reshape %143 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %145 = stablehlo.dot_general %144, %arg22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %146 = stablehlo.broadcast_in_dim %arg23, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %148 = stablehlo.add %145, %147 : tensor<128x384xf32>
    %149 = stablehlo.add %109, %148 : tensor<128x384xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%149 init: %cst_21) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_22 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %153 = stablehlo.divide %151, %152 : tensor<128x1xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %155 = stablehlo.subtract %149, %154 : tensor<128x384xf32>
    %156 = chlo.square %155 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_23) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_24 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %160 = stablehlo.divide %158, %159 : tensor<128x1xf32>
    %161 = stablehlo.broadcast_in_dim %153, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %162 = stablehlo.subtract %149, %161 : tensor<128x384xf32>
    %cst_25 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %164 = stablehlo.add %160, %163 : tensor<128x1xf32>
    %165 = stablehlo.rsqrt %164 : tensor<128x1xf32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %167 = stablehlo.multiply %162, %166 : tensor<128x384xf32>
    %168 = stablehlo.broadcast_in_dim %arg24, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %169 = stablehlo.broadcast_in_dim %168, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %170 = stablehlo.multiply %167, %169 : tensor<128x384xf32>
    %171 = stablehlo.broadcast_in_dim %arg25, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %173 = stablehlo.add %170, %172 : tensor<128x384xf32>
    %174 = stablehlo.dot_general %173, %arg26, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %175 = stablehlo.broadcast_in_dim %arg27, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %177 = stablehlo.add %174, %176 : tensor<128x1536xf32>
    %178 = stablehlo.multiply %177, %177 : tensor<128x1536xf32>
    %179 = stablehlo.multiply %178, %177 : tensor<128x1536xf32>
    %cst_26 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %181 = stablehlo.multiply %180, %179 : tensor<128x1536xf32>
    %182 = stablehlo.add %177, %181 : tensor<128x1536xf32>
    %cst_27 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %184 = stablehlo.multiply %183, %182 : tensor<128x1536xf32>
    %185 = stablehlo.tanh %184 : tensor<128x1536xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %187 = stablehlo.add %186, %185 : tensor<128x1536xf32>
    %cst_29 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %189 = stablehlo.multiply %188, %187 : tensor<128x1536xf32>
    %190 = stablehlo.multiply %177, %189 : tensor<128x1536xf32>
    %191 = stablehlo.dot_general %190, %arg28, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %192 = stablehlo.broadcast_in_dim %arg29, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %194 = stablehlo.add %191, %193 : tensor<128x384xf32>
    %195 = stablehlo.add %173, %194 : tensor<128x384xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%195 init: %cst_30) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_31 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %199 = stablehlo.divide %197, %198 : tensor<128x1xf32>
    %200 = stablehlo.broadcast_in_dim %199, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %201 = stablehlo.subtract %195, %200 : tensor<128x384xf32>
    %202 = chlo.square %201 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %203 = stablehlo.reduce(%202 init: %cst_32) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %204 = stablehlo.broadcast_in_dim %203, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_33 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %206 = stablehlo.divide %204, %205 : tensor<128x1xf32>
    %207 = stablehlo.broadcast_in_dim %199, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %208 = stablehlo.subtract %195, %207 : tensor<128x384xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %210 = stablehlo.add %206, %209 : tensor<128x1xf32>
    %211 = stablehlo.rsqrt %210 : tensor<128x1xf32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %213 = stablehlo.multiply %208, %212 : tensor<128x384xf32>
    %214 = stablehlo.broadcast_in_dim %arg30, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %216 = stablehlo.multiply %213, %215 : tensor<128x384xf32>
    %217 = stablehlo.broadcast_in_dim %arg31, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %219 = stablehlo.add %216, %218 : tensor<128x384xf32>
    %220 = stablehlo.dot_general %219, %arg32, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %221 = stablehlo.broadcast_in_dim %arg33, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %222 = stablehlo.broadcast_in_dim %221, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %223 = stablehlo.add %220, %222 : tensor<128x384xf32>
    %224 = stablehlo.reshape %223 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %225 = stablehlo.transpose %224, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %226 = stablehlo.dot_general %219, %arg34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %227 = stablehlo.broadcast_in_dim %arg35, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %228 = stablehlo.broadcast_in_dim %227, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %229 = stablehlo.add %226, %228 : tensor<128x384xf32>
    %230 = stablehlo.reshape %229 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %231 = stablehlo.transpose %230, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %232 = stablehlo.dot_general %219, %arg36, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %233 = stablehlo.broadcast_in_dim %arg37, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %234 = stablehlo.broadcast_in_dim %233, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %235 = stablehlo.add %232, %234 : tensor<128x384xf32>
    %236 = stablehlo.reshape %235 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %237 = stablehlo.transpose %236, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %238 = stablehlo.dot_general %225, %231, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_35 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %240 = stablehlo.divide %238, %239 : tensor<6x128x128xf32>
    %cst_36 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %241 = stablehlo.reduce(%240 init: %cst_36) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_37 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %243 = stablehlo.maximum %242, %241 : tensor<6x128xf32>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %245 = stablehlo.broadcast_in_dim %244, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %246 = stablehlo.subtract %240, %245 : tensor<6x128x128xf32>
    %247 = stablehlo.exponential %246 : tensor<6x128x128xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %248 = stablehlo.reduce(%247 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %251 = stablehlo.divide %247, %250 : tensor<6x128x128xf32>
    %252 = stablehlo.dot_general %251, %237, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %253 = stablehlo.transpose %252, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %254 = stablehlo.reshape %253 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %255 = stablehlo.dot_general %254, %arg38, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %256 = stablehlo.broadcast_in_dim %arg39, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %257 = stablehlo.broadcast_in_dim %256, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %258 = stablehlo.add %255, %257 : tensor<128x384xf32>
    %259 = stablehlo.add %219, %258 : tensor<128x384xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %260 = stablehlo.reduce(%259 init: %cst_39) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_40 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %263 = stablehlo.divide %261, %262 : tensor<128x1xf32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %265 = stablehlo.subtract %259, %264 : tensor<128x384xf32>
    %266 = chlo.square %265 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.reduce(%266 init: %cst_41) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %268 = stablehlo.broadcast_in_dim %267, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_42 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %270 = stablehlo.divide %268, %269 : tensor<128x1xf32>
    %271 = stablehlo.broadcast_in_dim %263, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %272 = stablehlo.subtract %259, %271 : tensor<128x384xf32>
    %cst_43 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %274 = stablehlo.add %270, %273 : tensor<128x1xf32>
    %275 = stablehlo.rsqrt %274 : tensor<128x1xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %277 = stablehlo.multiply %272, %276 : tensor<128x384xf32>
    %278 = stablehlo.broadcast_in_dim %arg40, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %279 = stablehlo.broadcast_in_dim %278, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %280 = stablehlo.multiply %277, %279 : tensor<128x384xf32>
    %281 = stablehlo.broadcast_in_dim %arg41, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %282 = stablehlo.broadcast_in_dim %281, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %283 = stablehlo.add %280, %282 : tensor<128x384xf32>
    %284 = stablehlo.dot_general %283, %arg42, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %285 = stablehlo.broadcast_in_dim %arg43, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %287 = stablehlo.add %284, %286 : tensor<128x1536xf32>
    %288 = stablehlo.multiply %287, %287 : tensor<128x1536xf32>
    %289 = stablehlo.multiply %288, %287 : tensor<128x1536xf32>
    %cst_44 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %291 = stablehlo.multiply %290, %289 : tensor<128x1536xf32>
    %292 = stablehlo.add %287, %291 : tensor<128x1536xf32>
    %cst_45 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %294 = stablehlo.multiply %293, %292 : tensor<128x1536xf32>
    %295 = stablehlo.tanh %294 : tensor<128x1536xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %297 = stablehlo.add %296, %295 : tensor<128x1536xf32>
    %cst_47 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %299 = stablehlo.multiply %298, %297 : tensor<128x1536xf32>
    %300 = stablehlo.multiply %287, %299 : tensor<128x1536xf32>
    %301 = stablehlo.dot_general %300, %arg44, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %302 = stablehlo.broadcast_in_dim %arg45, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %303 = stablehlo.broadcast_in_dim %302, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %304 = stablehlo.add %301, %303 : tensor<128x384xf32>
    %305 = stablehlo.add %283, %304 : tensor<128x384xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %306 = stablehlo.reduce(%305 init: %cst_48) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %307 = stablehlo.broadcast_in_dim %306, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_49 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %309 = stablehlo.divide %307, %308 : tensor<128x1xf32>
    %310 = stablehlo.broadcast_in_dim %309, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %311 = stablehlo.subtract %305, %310 : tensor<128x384xf32>
    %312 = chlo.square %311 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %313 = stablehlo.reduce(%312 init: %cst_50) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %314 = stablehlo.broadcast_in_dim %313, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_51 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %316 = stablehlo.divide %314, %315 : tensor<128x1xf32>
    %317 = stablehlo.broadcast_in_dim %309, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %318 = stablehlo.subtract %305, %317 : tensor<128x384xf32>
    %cst_52 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %320 = stablehlo.add %316, %319 : tensor<128x1xf32>
    %321 = stablehlo.rsqrt %320 : tensor<128x1xf32>
    %322 = stablehlo.broadcast_in_dim %321, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %323 = stablehlo.multiply %318, %322 : tensor<128x384xf32>
    %324 = stablehlo.broadcast_in_dim %arg46, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %325 = stablehlo.broadcast_in_dim %324, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %326 = stablehlo.multiply %323, %325 : tensor<128x384xf32>
    %327 = stablehlo.broadcast_in_dim %arg47, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %328 = stablehlo.broadcast_in_dim %327, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %329 = stablehlo.add %326, %328 : tensor<128x384xf32>
    %330 = stablehlo.dot_general %329, %arg48, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %331 = stablehlo.broadcast_in_dim %arg49, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %332 = stablehlo.broadcast_in_dim %331, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %333 = stablehlo.add %330, %332 : tensor<128x384xf32>
    %334 = stablehlo.reshape %333 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %335 = stablehlo.transpose %334, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %336 = stablehlo.dot_general %329, %arg50, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %337 = stablehlo.broadcast_in_dim %arg51, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %338 = stablehlo.broadcast_in_dim %337, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %339 = stablehlo.add %336, %338 : tensor<128x384xf32>
    %340 = stablehlo.reshape %339 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %341 = stablehlo.transpose %340, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %342 = stablehlo.dot_general %329, %arg52, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %343 = stablehlo.broadcast_in_dim %arg53, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %344 = stablehlo.broadcast_in_dim %343, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %345 = stablehlo.add %342, %344 : tensor<128x384xf32>
    %346 = stablehlo.reshape %345 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %347 = stablehlo.transpose %346, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %348 = stablehlo.dot_general %335, %341, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_53 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %350 = stablehlo.divide %348, %349 : tensor<6x128x128xf32>
    %cst_54 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %351 = stablehlo.reduce(%350 init: %cst_54) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_55 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %353 = stablehlo.maximum %352, %351 : tensor<6x128xf32>
    %354 = stablehlo.broadcast_in_dim %353, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %356 = stablehlo.subtract %350, %355 : tensor<6x128x128xf32>
    %357 = stablehlo.exponential %356 : tensor<6x128x128xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %358 = stablehlo.reduce(%357 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %359 = stablehlo.broadcast_in_dim %358, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %360 = stablehlo.broadcast_in_dim %359, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %361 = stablehlo.divide %357, %360 : tensor<6x128x128xf32>
    %362 = stablehlo.dot_general %361, %347, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %363 = stablehlo.transpose %362, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %364 = stablehlo.reshape %363 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %365 = stablehlo.dot_general %364, %arg54, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %366 = stablehlo.broadcast_in_dim %arg55, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %367 = stablehlo.broadcast_in_dim %366, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %368 = stablehlo.add %365, %367 : tensor<128x384xf32>
    %369 = stablehlo.add %329, %368 : tensor<128x384xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %370 = stablehlo.reduce(%369 init: %cst_57) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %371 = stablehlo.broadcast_in_dim %370, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_58 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %373 = stablehlo.divide %371, %372 : tensor<128x1xf32>
    %374 = stablehlo.broadcast_in_dim %373, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %375 = stablehlo.subtract %369, %374 : tensor<128x384xf32>
    %376 = chlo.square %375 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %377 = stablehlo.reduce(%376 init: %cst_59) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %378 = stablehlo.broadcast_in_dim %377, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_60 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %380 = stablehlo.divide %378, %379 : tensor<128x1xf32>
    %381 = stablehlo.broadcast_in_dim %373, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %382 = stablehlo.subtract %369, %381 : tensor<128x384xf32>
    %cst_61 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %383 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %384 = stablehlo.add %380, %383 : tensor<128x1xf32>
    %385 = stablehlo.rsqrt %384 : tensor<128x1xf32>
    %386 = stablehlo.broadcast_in_dim %385, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %387 = stablehlo.multiply %382, %386 : tensor<128x384xf32>
    %388 = stablehlo.broadcast_in_dim %arg56, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %389 = stablehlo.broadcast_in_dim %388, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %390 = stablehlo.multiply %387, %389 : tensor<128x384xf32>
    %391 = stablehlo.broadcast_in_dim %arg57, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %392 = stablehlo.broadcast_in_dim %391, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %393 = stablehlo.add %390, %392 : tensor<128x384xf32>
    %394 = stablehlo.dot_general %393, %arg58, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %395 = stablehlo.broadcast_in_dim %arg59, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %396 = stablehlo.broadcast_in_dim %395, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %397 = stablehlo.add %394, %396 : tensor<128x1536xf32>
    %398 = stablehlo.multiply %397, %397 : tensor<128x1536xf32>
    %399 = stablehlo.multiply %398, %397 : tensor<128x1536xf32>
    %cst_62 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %400 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %401 = stablehlo.multiply %400, %399 : tensor<128x1536xf32>
    %402 = stablehlo.add %397, %401 : tensor<128x1536xf32>
    %cst_63 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %404 = stablehlo.multiply %403, %402 : tensor<128x1536xf32>
    %405 = stablehlo.tanh %404 : tensor<128x1536xf32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %407 = stablehlo.add %406, %405 : tensor<128x1536xf32>
    %cst_65 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %409 = stablehlo.multiply %408, %407 : tensor<128x1536xf32>
    %410 = stablehlo.multiply %397, %409 : tensor<128x1536xf32>
    %411 = stablehlo.dot_general %410, %arg60, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %412 = stablehlo.broadcast_in_dim %arg61, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %413 = stablehlo.broadcast_in_dim %412, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %414 = stablehlo.add %411, %413 : tensor<128x384xf32>
    %415 = stablehlo.add %393, %414 : tensor<128x384xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %416 = stablehlo.reduce(%415 init: %cst_66) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %417 = stablehlo.broadcast_in_dim %416, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_67 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %419 = stablehlo.divide %417, %418 : tensor<128x1xf32>
    %420 = stablehlo.broadcast_in_dim %419, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %421 = stablehlo.subtract %415, %420 : tensor<128x384xf32>
    %422 = chlo.square %421 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %423 = stablehlo.reduce(%422 init: %cst_68) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %424 = stablehlo.broadcast_in_dim %423, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_69 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %426 = stablehlo.divide %424, %425 : tensor<128x1xf32>
    %427 = stablehlo.broadcast_in_dim %419, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %428 = stablehlo.subtract %415, %427 : tensor<128x384xf32>
    %cst_70 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %429 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %430 = stablehlo.add %426, %429 : tensor<128x1xf32>
    %431 = stablehlo.rsqrt %430 : tensor<128x1xf32>
    %432 = stablehlo.broadcast_in_dim %431, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %433 = stablehlo.multiply %428, %432 : tensor<128x384xf32>
    %434 = stablehlo.broadcast_in_dim %arg62, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %435 = stablehlo.broadcast_in_dim %434, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %436 = stablehlo.multiply %433, %435 : tensor<128x384xf32>
    %437 = stablehlo.broadcast_in_dim %arg63, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %438 = stablehlo.broadcast_in_dim %437, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %439 = stablehlo.add %436, %438 : tensor<128x384xf32>
    %440 = stablehlo.dot_general %439, %arg64, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %441 = stablehlo.broadcast_in_dim %arg65, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %442 = stablehlo.broadcast_in_dim %441, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %443 = stablehlo.add %440, %442 : tensor<128x384xf32>
    %444 = stablehlo.reshape %443 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %445 = stablehlo.transpose %444, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %446 = stablehlo.dot_general %439, %arg66, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %447 = stablehlo.broadcast_in_dim %arg67, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %448 = stablehlo.broadcast_in_dim %447, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %449 = stablehlo.add %446, %448 : tensor<128x384xf32>
    %450 = stablehlo.reshape %449 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %451 = stablehlo.transpose %450, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %452 = stablehlo.dot_general %439, %arg68, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %453 = stablehlo.broadcast_in_dim %arg69, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %454 = stablehlo.broadcast_in_dim %453, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %455 = stablehlo.add %452, %454 : tensor<128x384xf32>
    %456 = stablehlo.reshape %455 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %457 = stablehlo.transpose %456, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %458 = stablehlo.dot_general %445, %451, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_71 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %459 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %460 = stablehlo.divide %458, %459 : tensor<6x128x128xf32>
    %cst_72 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %461 = stablehlo.reduce(%460 init: %cst_72) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_73 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %462 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %463 = stablehlo.maximum %462, %461 : tensor<6x128xf32>
    %464 = stablehlo.broadcast_in_dim %463, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %465 = stablehlo.broadcast_in_dim %464, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %466 = stablehlo.subtract %460, %465 : tensor<6x128x128xf32>
    %467 = stablehlo.exponential %466 : tensor<6x128x128xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %468 = stablehlo.reduce(%467 init: %cst_74) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %469 = stablehlo.broadcast_in_dim %468, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %470 = stablehlo.broadcast_in_dim %469, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %471 = stablehlo.divide %467, %470 : tensor<6x128x128xf32>
    %472 = stablehlo.dot_general %471, %457, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %473 = stablehlo.transpose %472, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %474 = stablehlo.reshape %473 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %475 = stablehlo.dot_general %474, %arg70, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %476 = stablehlo.broadcast_in_dim %arg71, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %477 = stablehlo.broadcast_in_dim %476, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %478 = stablehlo.add %475, %477 : tensor<128x384xf32>
    %479 = stablehlo.add %439, %478 : tensor<128x384xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %480 = stablehlo.reduce(%479 init: %cst_75) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %481 = stablehlo.broadcast_in_dim %480, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_76 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %483 = stablehlo.divide %481, %482 : tensor<128x1xf32>
    %484 = stablehlo.broadcast_in_dim %483, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %485 = stablehlo.subtract %479, %484 : tensor<128x384xf32>
    %486 = chlo.square %485 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %487 = stablehlo.reduce(%486 init: %cst_77) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %488 = stablehlo.broadcast_in_dim %487, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_78 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %489 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %490 = stablehlo.divide %488, %489 : tensor<128x1xf32>
    %491 = stablehlo.broadcast_in_dim %483, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %492 = stablehlo.subtract %479, %491 : tensor<128x384xf32>
    %cst_79 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %493 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %494 = stablehlo.add %490, %493 : tensor<128x1xf32>
    %495 = stablehlo.rsqrt %494 : tensor<128x1xf32>
    %496 = stablehlo.broadcast_in_dim %495, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %497 = stablehlo.multiply %492, %496 : tensor<128x384xf32>
    %498 = stablehlo.broadcast_in_dim %arg72, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %499 = stablehlo.broadcast_in_dim %498, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %500 = stablehlo.multiply %497, %499 : tensor<128x384xf32>
    %501 = stablehlo.broadcast_in_dim %arg73, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %502 = stablehlo.broadcast_in_dim %501, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %503 = stablehlo.add %500, %502 : tensor<128x384xf32>
    %504 = stablehlo.dot_general %503, %arg74, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %505 = stablehlo.broadcast_in_dim %arg75, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %506 = stablehlo.broadcast_in_dim %505, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %507 = stablehlo.add %504, %506 : tensor<128x1536xf32>
    %508 = stablehlo.multiply %507, %507 : tensor<128x1536xf32>
    %509 = stablehlo.multiply %508, %507 : tensor<128x1536xf32>
    %cst_80 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %510 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %511 = stablehlo.multiply %510, %509 : tensor<128x1536xf32>
    %512 = stablehlo.add %507, %511 : tensor<128x1536xf32>
    %cst_81 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %513 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %514 = stablehlo.multiply %513, %512 : tensor<128x1536xf32>
    %515 = stablehlo.tanh %514 : tensor<128x1536xf32>
    %cst_82 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %516 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %517 = stablehlo.add %516, %515 : tensor<128x1536xf32>
    %cst_83 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %519 = stablehlo.multiply %518, %517 : tensor<128x1536xf32>
    %520 = stablehlo.multiply %507, %519 : tensor<128x1536xf32>
    %521 = stablehlo.dot_general %520, %arg76, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %522 = stablehlo.broadcast_in_dim %arg77, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %523 = stablehlo.broadcast_in_dim %522, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %524 = stablehlo.add %521, %523 : tensor<128x384xf32>
    %525 = stablehlo.add %503, %524 : tensor<128x384xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %526 = stablehlo.reduce(%525 init: %cst_84) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %527 = stablehlo.broadcast_in_dim %526, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_85 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %528 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %529 = stablehlo.divide %527, %528 : tensor<128x1xf32>
    %530 = stablehlo.broadcast_in_dim %529, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %531 = stablehlo.subtract %525, %530 : tensor<128x384xf32>
    %532 = chlo.square %531 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %533 = stablehlo.reduce(%532 init: %cst_86) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %534 = stablehlo.broadcast_in_dim %533, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_87 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %535 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %536 = stablehlo.divide %534, %535 : tensor<128x1xf32>
    %537 = stablehlo.broadcast_in_dim %529, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %538 = stablehlo.subtract %525, %537 : tensor<128x384xf32>
    %cst_88 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %539 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %540 = stablehlo.add %536, %539 : tensor<128x1xf32>
    %541 = stablehlo.rsqrt %540 : tensor<128x1xf32>
    %542 = stablehlo.broadcast_in_dim %541, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %543 = stablehlo.multiply %538, %542 : tensor<128x384xf32>
    %544 = stablehlo.broadcast_in_dim %arg78, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %545 = stablehlo.broadcast_in_dim %544, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %546 = stablehlo.multiply %543, %545 : tensor<128x384xf32>
    %547 = stablehlo.broadcast_in_dim %arg79, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %548 = stablehlo.broadcast_in_dim %547, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %549 = stablehlo.add %546, %548 : tensor<128x384xf32>
    %550 = stablehlo.dot_general %549, %arg80, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %551 = stablehlo.broadcast_in_dim %arg81, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %552 = stablehlo.broadcast_in_dim %551, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %553 = stablehlo.add %550, %552 : tensor<128x384xf32>
    %554 = stablehlo.reshape %553 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %555 = stablehlo.transpose %554, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %556 = stablehlo.dot_general %549, %arg82, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %557 = stablehlo.broadcast_in_dim %arg83, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %558 = stablehlo.broadcast_in_dim %557, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %559 = stablehlo.add %556, %558 : tensor<128x384xf32>
    %560 = stablehlo.reshape %559 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %561 = stablehlo.transpose %560, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %562 = stablehlo.dot_general %549, %arg84, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %563 = stablehlo.broadcast_in_dim %arg85, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %564 = stablehlo.broadcast_in_dim %563, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %565 = stablehlo.add %562, %564 : tensor<128x384xf32>
    %566 = stablehlo.reshape %565 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %567 = stablehlo.transpose %566, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %568 = stablehlo.dot_general %555, %561, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_89 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %570 = stablehlo.divide %568, %569 : tensor<6x128x128xf32>
    %cst_90 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %571 = stablehlo.reduce(%570 init: %cst_90) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_91 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %573 = stablehlo.maximum %572, %571 : tensor<6x128xf32>
    %574 = stablehlo.broadcast_in_dim %573, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %575 = stablehlo.broadcast_in_dim %574, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %576 = stablehlo.subtract %570, %575 : tensor<6x128x128xf32>
    %577 = stablehlo.exponential %576 : tensor<6x128x128xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %578 = stablehlo.reduce(%577 init: %cst_92) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %579 = stablehlo.broadcast_in_dim %578, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %580 = stablehlo.broadcast_in_dim %579, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %581 = stablehlo.divide %577, %580 : tensor<6x128x128xf32>
    %582 = stablehlo.dot_general %581, %567, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %583 = stablehlo.transpose %582, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %584 = stablehlo.reshape %583 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %585 = stablehlo.dot_general %584, %arg86, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %586 = stablehlo.broadcast_in_dim %arg87, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %587 = stablehlo.broadcast_in_dim %586, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %588 = stablehlo.add %585, %587 : tensor<128x384xf32>
    %589 = stablehlo.add %549, %588 : tensor<128x384xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %590 = stablehlo.reduce(%589 init: %cst_93) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %591 = stablehlo.broadcast_in_dim %590, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_94 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %592 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %593 = stablehlo.divide %591, %592 : tensor<128x1xf32>
    %594 = stablehlo.broadcast_in_dim %593, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %595 = stablehlo.subtract %589, %594 : tensor<128x384xf32>
    %596 = chlo.square %595 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %597 = stablehlo.reduce(%596 init: %cst_95) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %598 = stablehlo.broadcast_in_dim %597, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_96 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %600 = stablehlo.divide %598, %599 : tensor<128x1xf32>
    %601 = stablehlo.broadcast_in_dim %593, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %602 = stablehlo.subtract %589, %601 : tensor<128x384xf32>
    %cst_97 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %603 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %604 = stablehlo.add %600, %603 : tensor<128x1xf32>
    %605 = stablehlo.rsqrt %604 : tensor<128x1xf32>
    %606 = stablehlo.broadcast_in_dim %605, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %607 = stablehlo.multiply %602, %606 : tensor<128x384xf32>
    %608 = stablehlo.broadcast_in_dim %arg88, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %609 = stablehlo.broadcast_in_dim %608, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %610 = stablehlo.multiply %607, %609 : tensor<128x384xf32>
    %611 = stablehlo.broadcast_in_dim %arg89, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %612 = stablehlo.broadcast_in_dim %611, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %613 = stablehlo.add %610, %612 : tensor<128x384xf32>
    %614 = stablehlo.dot_general %613, %arg90, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %615 = stablehlo.broadcast_in_dim %arg91, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %616 = stablehlo.broadcast_in_dim %615, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %617 = stablehlo.add %614, %616 : tensor<128x1536xf32>
    %618 = stablehlo.multiply %617, %617 : tensor<128x1536xf32>
    %619 = stablehlo.multiply %618, %617 : tensor<128x1536xf32>
    %cst_98 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %620 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %621 = stablehlo.multiply %620, %619 : tensor<128x1536xf32>
    %622 = stablehlo.add %617, %621 : tensor<128x1536xf32>
    %cst_99 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %623 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %624 = stablehlo.multiply %623, %622 : tensor<128x1536xf32>
    %625 = stablehlo.tanh %624 : tensor<128x1536xf32>
    %cst_100 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %627 = stablehlo.add %626, %625 : tensor<128x1536xf32>
    %cst_101 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %628 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %629 = stablehlo.multiply %628, %627 : tensor<128x1536xf32>
    %630 = stablehlo.multiply %617, %629 : tensor<128x1536xf32>
    %631 = stablehlo.dot_general %630, %arg92, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %632 = stablehlo.broadcast_in_dim %arg93, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %633 = stablehlo.broadcast_in_dim %632, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %634 = stablehlo.add %631, %633 : tensor<128x384xf32>
    %635 = stablehlo.add %613, %634 : tensor<128x384xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %636 = stablehlo.reduce(%635 init: %cst_102) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %637 = stablehlo.broadcast_in_dim %636, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_103 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %638 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %639 = stablehlo.divide %637, %638 : tensor<128x1xf32>
    %640 = stablehlo.broadcast_in_dim %639, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %641 = stablehlo.subtract %635, %640 : tensor<128x384xf32>
    %642 = chlo.square %641 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %643 = stablehlo.reduce(%642 init: %cst_104) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %644 = stablehlo.broadcast_in_dim %643, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_105 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %645 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %646 = stablehlo.divide %644, %645 : tensor<128x1xf32>
    %647 = stablehlo.broadcast_in_dim %639, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %648 = stablehlo.subtract %635, %647 : tensor<128x384xf32>
    %cst_106 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %649 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %650 = stablehlo.add %646, %649 : tensor<128x1xf32>
    %651 = stablehlo.rsqrt %650 : tensor<128x1xf32>
    %652 = stablehlo.broadcast_in_dim %651, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %653 = stablehlo.multiply %648, %652 : tensor<128x384xf32>
    %654 = stablehlo.broadcast_in_dim %arg94, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %655 = stablehlo.broadcast_in_dim %654, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %656 = stablehlo.multiply %653, %655 : tensor<128x384xf32>
    %657 = stablehlo.broadcast_in_dim %arg95, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %658 = stablehlo.broadcast_in_dim %657, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %659 = stablehlo.add %656, %658 : tensor<128x384xf32>
    return %659 : tensor<128x384xf32>
  }
}
