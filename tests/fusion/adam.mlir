module @jit_adam attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16x4xf32>, %arg3: tensor<4xf32>, %arg4: tensor<8x16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16x4xf32>, %arg7: tensor<4xf32>, %arg8: tensor<8x16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16x4xf32>, %arg11: tensor<4xf32>, %arg12: tensor<8x16xf32>, %arg13: tensor<16xf32>, %arg14: tensor<16x4xf32>, %arg15: tensor<4xf32>, %arg16: tensor<8x16xf32>, %arg17: tensor<16xf32>, %arg18: tensor<16x4xf32>, %arg19: tensor<4xf32>, %arg20: tensor<8x16xf32>, %arg21: tensor<16xf32>, %arg22: tensor<16x4xf32>, %arg23: tensor<4xf32>, %arg24: tensor<8x16xf32>, %arg25: tensor<16xf32>, %arg26: tensor<16x4xf32>, %arg27: tensor<4xf32>, %arg28: tensor<8x16xf32>, %arg29: tensor<16xf32>, %arg30: tensor<16x4xf32>, %arg31: tensor<4xf32>, %arg32: tensor<8x16xf32>, %arg33: tensor<16xf32>, %arg34: tensor<16x4xf32>, %arg35: tensor<4xf32>, %arg36: tensor<8x16xf32>, %arg37: tensor<16xf32>, %arg38: tensor<16x4xf32>, %arg39: tensor<4xf32>, %arg40: tensor<8x16xf32>, %arg41: tensor<16xf32>, %arg42: tensor<16x4xf32>, %arg43: tensor<4xf32>, %arg44: tensor<8x16xf32>, %arg45: tensor<16xf32>, %arg46: tensor<16x4xf32>, %arg47: tensor<4xf32>, %arg48: tensor<8x16xf32>, %arg49: tensor<16xf32>, %arg50: tensor<16x4xf32>, %arg51: tensor<4xf32>, %arg52: tensor<8x16xf32>, %arg53: tensor<16xf32>, %arg54: tensor<16x4xf32>, %arg55: tensor<4xf32>, %arg56: tensor<8x16xf32>, %arg57: tensor<16xf32>, %arg58: tensor<16x4xf32>, %arg59: tensor<4xf32>, %arg60: tensor<8x16xf32>, %arg61: tensor<16xf32>, %arg62: tensor<16x4xf32>, %arg63: tensor<4xf32>, %arg64: tensor<8x16xf32>, %arg65: tensor<16xf32>, %arg66: tensor<16x4xf32>, %arg67: tensor<4xf32>, %arg68: tensor<8x16xf32>, %arg69: tensor<16xf32>, %arg70: tensor<16x4xf32>, %arg71: tensor<4xf32>, %arg72: tensor<8x16xf32>, %arg73: tensor<16xf32>, %arg74: tensor<16x4xf32>, %arg75: tensor<4xf32>, %arg76: tensor<8x16xf32>, %arg77: tensor<16xf32>, %arg78: tensor<16x4xf32>, %arg79: tensor<4xf32>) -> (tensor<8x16xf32> {jax.result_info = "result[0]"}, tensor<8x16xf32> {jax.result_info = "result[1]"}, tensor<8x16xf32> {jax.result_info = "result[2]"}, tensor<16xf32> {jax.result_info = "result[3]"}, tensor<16xf32> {jax.result_info = "result[4]"}, tensor<16xf32> {jax.result_info = "result[5]"}, tensor<16x4xf32> {jax.result_info = "result[6]"}, tensor<16x4xf32> {jax.result_info = "result[7]"}, tensor<16x4xf32> {jax.result_info = "result[8]"}, tensor<4xf32> {jax.result_info = "result[9]"}, tensor<4xf32> {jax.result_info = "result[10]"}, tensor<4xf32> {jax.result_info = "result[11]"}, tensor<8x16xf32> {jax.result_info = "result[12]"}, tensor<8x16xf32> {jax.result_info = "result[13]"}, tensor<8x16xf32> {jax.result_info = "result[14]"}, tensor<16xf32> {jax.result_info = "result[15]"}, tensor<16xf32> {jax.result_info = "result[16]"}, tensor<16xf32> {jax.result_info = "result[17]"}, tensor<16x4xf32> {jax.result_info = "result[18]"}, tensor<16x4xf32> {jax.result_info = "result[19]"}, tensor<16x4xf32> {jax.result_info = "result[20]"}, tensor<4xf32> {jax.result_info = "result[21]"}, tensor<4xf32> {jax.result_info = "result[22]"}, tensor<4xf32> {jax.result_info = "result[23]"}, tensor<8x16xf32> {jax.result_info = "result[24]"}, tensor<8x16xf32> {jax.result_info = "result[25]"}, tensor<8x16xf32> {jax.result_info = "result[26]"}, tensor<16xf32> {jax.result_info = "result[27]"}, tensor<16xf32> {jax.result_info = "result[28]"}, tensor<16xf32> {jax.result_info = "result[29]"}, tensor<16x4xf32> {jax.result_info = "result[30]"}, tensor<16x4xf32> {jax.result_info = "result[31]"}, tensor<16x4xf32> {jax.result_info = "result[32]"}, tensor<4xf32> {jax.result_info = "result[33]"}, tensor<4xf32> {jax.result_info = "result[34]"}, tensor<4xf32> {jax.result_info = "result[35]"}, tensor<8x16xf32> {jax.result_info = "result[36]"}, tensor<8x16xf32> {jax.result_info = "result[37]"}, tensor<8x16xf32> {jax.result_info = "result[38]"}, tensor<16xf32> {jax.result_info = "result[39]"}, tensor<16xf32> {jax.result_info = "result[40]"}, tensor<16xf32> {jax.result_info = "result[41]"}, tensor<16x4xf32> {jax.result_info = "result[42]"}, tensor<16x4xf32> {jax.result_info = "result[43]"}, tensor<16x4xf32> {jax.result_info = "result[44]"}, tensor<4xf32> {jax.result_info = "result[45]"}, tensor<4xf32> {jax.result_info = "result[46]"}, tensor<4xf32> {jax.result_info = "result[47]"}, tensor<8x16xf32> {jax.result_info = "result[48]"}, tensor<8x16xf32> {jax.result_info = "result[49]"}, tensor<8x16xf32> {jax.result_info = "result[50]"}, tensor<16xf32> {jax.result_info = "result[51]"}, tensor<16xf32> {jax.result_info = "result[52]"}, tensor<16xf32> {jax.result_info = "result[53]"}, tensor<16x4xf32> {jax.result_info = "result[54]"}, tensor<16x4xf32> {jax.result_info = "result[55]"}, tensor<16x4xf32> {jax.result_info = "result[56]"}, tensor<4xf32> {jax.result_info = "result[57]"}, tensor<4xf32> {jax.result_info = "result[58]"}, tensor<4xf32> {jax.result_info = "result[59]"}) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %1 = stablehlo.multiply %0, %arg40 : tensor<8x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %3 = stablehlo.multiply %2, %arg20 : tensor<8x16xf32>
    %4 = stablehlo.add %1, %3 : tensor<8x16xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %6 = stablehlo.multiply %5, %arg60 : tensor<8x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %8 = stablehlo.multiply %7, %arg20 : tensor<8x16xf32>
    %9 = stablehlo.multiply %8, %arg20 : tensor<8x16xf32>
    %10 = stablehlo.add %6, %9 : tensor<8x16xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<8x16xf32>
    %13 = stablehlo.abs %10 : tensor<8x16xf32>
    %14 = stablehlo.sqrt %13 : tensor<8x16xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %16 = stablehlo.add %14, %15 : tensor<8x16xf32>
    %17 = stablehlo.divide %12, %16 : tensor<8x16xf32>
    %18 = stablehlo.subtract %arg0, %17 : tensor<8x16xf32>
    %cst_5 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %20 = stablehlo.multiply %19, %arg41 : tensor<16xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %22 = stablehlo.multiply %21, %arg21 : tensor<16xf32>
    %23 = stablehlo.add %20, %22 : tensor<16xf32>
    %cst_7 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %25 = stablehlo.multiply %24, %arg61 : tensor<16xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %27 = stablehlo.multiply %26, %arg21 : tensor<16xf32>
    %28 = stablehlo.multiply %27, %arg21 : tensor<16xf32>
    %29 = stablehlo.add %25, %28 : tensor<16xf32>
    %cst_9 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %31 = stablehlo.multiply %30, %23 : tensor<16xf32>
    %32 = stablehlo.abs %29 : tensor<16xf32>
    %33 = stablehlo.sqrt %32 : tensor<16xf32>
    %cst_10 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %35 = stablehlo.add %33, %34 : tensor<16xf32>
    %36 = stablehlo.divide %31, %35 : tensor<16xf32>
    %37 = stablehlo.subtract %arg1, %36 : tensor<16xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %39 = stablehlo.multiply %38, %arg42 : tensor<16x4xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %41 = stablehlo.multiply %40, %arg22 : tensor<16x4xf32>
    %42 = stablehlo.add %39, %41 : tensor<16x4xf32>
    %cst_13 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %44 = stablehlo.multiply %43, %arg62 : tensor<16x4xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %46 = stablehlo.multiply %45, %arg22 : tensor<16x4xf32>
    %47 = stablehlo.multiply %46, %arg22 : tensor<16x4xf32>
    %48 = stablehlo.add %44, %47 : tensor<16x4xf32>
    %cst_15 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %50 = stablehlo.multiply %49, %42 : tensor<16x4xf32>
    %51 = stablehlo.abs %48 : tensor<16x4xf32>
    %52 = stablehlo.sqrt %51 : tensor<16x4xf32>
    %cst_16 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %54 = stablehlo.add %52, %53 : tensor<16x4xf32>
    %55 = stablehlo.divide %50, %54 : tensor<16x4xf32>
    %56 = stablehlo.subtract %arg2, %55 : tensor<16x4xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %58 = stablehlo.multiply %57, %arg43 : tensor<4xf32>
    %cst_18 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %60 = stablehlo.multiply %59, %arg23 : tensor<4xf32>
    %61 = stablehlo.add %58, %60 : tensor<4xf32>
    %cst_19 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %63 = stablehlo.multiply %62, %arg63 : tensor<4xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %65 = stablehlo.multiply %64, %arg23 : tensor<4xf32>
    %66 = stablehlo.multiply %65, %arg23 : tensor<4xf32>
    %67 = stablehlo.add %63, %66 : tensor<4xf32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %69 = stablehlo.multiply %68, %61 : tensor<4xf32>
    %70 = stablehlo.abs %67 : tensor<4xf32>
    %71 = stablehlo.sqrt %70 : tensor<4xf32>
    %cst_22 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %73 = stablehlo.add %71, %72 : tensor<4xf32>
    %74 = stablehlo.divide %69, %73 : tensor<4xf32>
    %75 = stablehlo.subtract %arg3, %74 : tensor<4xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %77 = stablehlo.multiply %76, %arg44 : tensor<8x16xf32>
    %cst_24 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %79 = stablehlo.multiply %78, %arg24 : tensor<8x16xf32>
    %80 = stablehlo.add %77, %79 : tensor<8x16xf32>
    %cst_25 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %82 = stablehlo.multiply %81, %arg64 : tensor<8x16xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %84 = stablehlo.multiply %83, %arg24 : tensor<8x16xf32>
    %85 = stablehlo.multiply %84, %arg24 : tensor<8x16xf32>
    %86 = stablehlo.add %82, %85 : tensor<8x16xf32>
    %cst_27 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %88 = stablehlo.multiply %87, %80 : tensor<8x16xf32>
    %89 = stablehlo.abs %86 : tensor<8x16xf32>
    %90 = stablehlo.sqrt %89 : tensor<8x16xf32>
    %cst_28 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %92 = stablehlo.add %90, %91 : tensor<8x16xf32>
    %93 = stablehlo.divide %88, %92 : tensor<8x16xf32>
    %94 = stablehlo.subtract %arg4, %93 : tensor<8x16xf32>
    %cst_29 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %96 = stablehlo.multiply %95, %arg45 : tensor<16xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %98 = stablehlo.multiply %97, %arg25 : tensor<16xf32>
    %99 = stablehlo.add %96, %98 : tensor<16xf32>
    %cst_31 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %101 = stablehlo.multiply %100, %arg65 : tensor<16xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %103 = stablehlo.multiply %102, %arg25 : tensor<16xf32>
    %104 = stablehlo.multiply %103, %arg25 : tensor<16xf32>
    %105 = stablehlo.add %101, %104 : tensor<16xf32>
    %cst_33 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %107 = stablehlo.multiply %106, %99 : tensor<16xf32>
    %108 = stablehlo.abs %105 : tensor<16xf32>
    %109 = stablehlo.sqrt %108 : tensor<16xf32>
    %cst_34 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %111 = stablehlo.add %109, %110 : tensor<16xf32>
    %112 = stablehlo.divide %107, %111 : tensor<16xf32>
    %113 = stablehlo.subtract %arg5, %112 : tensor<16xf32>
    %cst_35 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %115 = stablehlo.multiply %114, %arg46 : tensor<16x4xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %117 = stablehlo.multiply %116, %arg26 : tensor<16x4xf32>
    %118 = stablehlo.add %115, %117 : tensor<16x4xf32>
    %cst_37 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %120 = stablehlo.multiply %119, %arg66 : tensor<16x4xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %122 = stablehlo.multiply %121, %arg26 : tensor<16x4xf32>
    %123 = stablehlo.multiply %122, %arg26 : tensor<16x4xf32>
    %124 = stablehlo.add %120, %123 : tensor<16x4xf32>
    %cst_39 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %126 = stablehlo.multiply %125, %118 : tensor<16x4xf32>
    %127 = stablehlo.abs %124 : tensor<16x4xf32>
    %128 = stablehlo.sqrt %127 : tensor<16x4xf32>
    %cst_40 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %130 = stablehlo.add %128, %129 : tensor<16x4xf32>
    %131 = stablehlo.divide %126, %130 : tensor<16x4xf32>
    %132 = stablehlo.subtract %arg6, %131 : tensor<16x4xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %134 = stablehlo.multiply %133, %arg47 : tensor<4xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %136 = stablehlo.multiply %135, %arg27 : tensor<4xf32>
    %137 = stablehlo.add %134, %136 : tensor<4xf32>
    %cst_43 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %139 = stablehlo.multiply %138, %arg67 : tensor<4xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %141 = stablehlo.multiply %140, %arg27 : tensor<4xf32>
    %142 = stablehlo.multiply %141, %arg27 : tensor<4xf32>
    %143 = stablehlo.add %139, %142 : tensor<4xf32>
    %cst_45 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %145 = stablehlo.multiply %144, %137 : tensor<4xf32>
    %146 = stablehlo.abs %143 : tensor<4xf32>
    %147 = stablehlo.sqrt %146 : tensor<4xf32>
    %cst_46 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %149 = stablehlo.add %147, %148 : tensor<4xf32>
    %150 = stablehlo.divide %145, %149 : tensor<4xf32>
    %151 = stablehlo.subtract %arg7, %150 : tensor<4xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %153 = stablehlo.multiply %152, %arg48 : tensor<8x16xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %155 = stablehlo.multiply %154, %arg28 : tensor<8x16xf32>
    %156 = stablehlo.add %153, %155 : tensor<8x16xf32>
    %cst_49 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %158 = stablehlo.multiply %157, %arg68 : tensor<8x16xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %160 = stablehlo.multiply %159, %arg28 : tensor<8x16xf32>
    %161 = stablehlo.multiply %160, %arg28 : tensor<8x16xf32>
    %162 = stablehlo.add %158, %161 : tensor<8x16xf32>
    %cst_51 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %164 = stablehlo.multiply %163, %156 : tensor<8x16xf32>
    %165 = stablehlo.abs %162 : tensor<8x16xf32>
    %166 = stablehlo.sqrt %165 : tensor<8x16xf32>
    %cst_52 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %168 = stablehlo.add %166, %167 : tensor<8x16xf32>
    %169 = stablehlo.divide %164, %168 : tensor<8x16xf32>
    %170 = stablehlo.subtract %arg8, %169 : tensor<8x16xf32>
    %cst_53 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %172 = stablehlo.multiply %171, %arg49 : tensor<16xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %174 = stablehlo.multiply %173, %arg29 : tensor<16xf32>
    %175 = stablehlo.add %172, %174 : tensor<16xf32>
    %cst_55 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %177 = stablehlo.multiply %176, %arg69 : tensor<16xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %179 = stablehlo.multiply %178, %arg29 : tensor<16xf32>
    %180 = stablehlo.multiply %179, %arg29 : tensor<16xf32>
    %181 = stablehlo.add %177, %180 : tensor<16xf32>
    %cst_57 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %183 = stablehlo.multiply %182, %175 : tensor<16xf32>
    %184 = stablehlo.abs %181 : tensor<16xf32>
    %185 = stablehlo.sqrt %184 : tensor<16xf32>
    %cst_58 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %187 = stablehlo.add %185, %186 : tensor<16xf32>
    %188 = stablehlo.divide %183, %187 : tensor<16xf32>
    %189 = stablehlo.subtract %arg9, %188 : tensor<16xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %191 = stablehlo.multiply %190, %arg50 : tensor<16x4xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %193 = stablehlo.multiply %192, %arg30 : tensor<16x4xf32>
    %194 = stablehlo.add %191, %193 : tensor<16x4xf32>
    %cst_61 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %196 = stablehlo.multiply %195, %arg70 : tensor<16x4xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %198 = stablehlo.multiply %197, %arg30 : tensor<16x4xf32>
    %199 = stablehlo.multiply %198, %arg30 : tensor<16x4xf32>
    %200 = stablehlo.add %196, %199 : tensor<16x4xf32>
    %cst_63 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %202 = stablehlo.multiply %201, %194 : tensor<16x4xf32>
    %203 = stablehlo.abs %200 : tensor<16x4xf32>
    %204 = stablehlo.sqrt %203 : tensor<16x4xf32>
    %cst_64 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %206 = stablehlo.add %204, %205 : tensor<16x4xf32>
    %207 = stablehlo.divide %202, %206 : tensor<16x4xf32>
    %208 = stablehlo.subtract %arg10, %207 : tensor<16x4xf32>
    %cst_65 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %210 = stablehlo.multiply %209, %arg51 : tensor<4xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %212 = stablehlo.multiply %211, %arg31 : tensor<4xf32>
    %213 = stablehlo.add %210, %212 : tensor<4xf32>
    %cst_67 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %215 = stablehlo.multiply %214, %arg71 : tensor<4xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %217 = stablehlo.multiply %216, %arg31 : tensor<4xf32>
    %218 = stablehlo.multiply %217, %arg31 : tensor<4xf32>
    %219 = stablehlo.add %215, %218 : tensor<4xf32>
    %cst_69 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %221 = stablehlo.multiply %220, %213 : tensor<4xf32>
    %222 = stablehlo.abs %219 : tensor<4xf32>
    %223 = stablehlo.sqrt %222 : tensor<4xf32>
    %cst_70 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %225 = stablehlo.add %223, %224 : tensor<4xf32>
    %226 = stablehlo.divide %221, %225 : tensor<4xf32>
    %227 = stablehlo.subtract %arg11, %226 : tensor<4xf32>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %229 = stablehlo.multiply %228, %arg52 : tensor<8x16xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %231 = stablehlo.multiply %230, %arg32 : tensor<8x16xf32>
    %232 = stablehlo.add %229, %231 : tensor<8x16xf32>
    %cst_73 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %234 = stablehlo.multiply %233, %arg72 : tensor<8x16xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %236 = stablehlo.multiply %235, %arg32 : tensor<8x16xf32>
    %237 = stablehlo.multiply %236, %arg32 : tensor<8x16xf32>
    %238 = stablehlo.add %234, %237 : tensor<8x16xf32>
    %cst_75 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %240 = stablehlo.multiply %239, %232 : tensor<8x16xf32>
    %241 = stablehlo.abs %238 : tensor<8x16xf32>
    %242 = stablehlo.sqrt %241 : tensor<8x16xf32>
    %cst_76 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %244 = stablehlo.add %242, %243 : tensor<8x16xf32>
    %245 = stablehlo.divide %240, %244 : tensor<8x16xf32>
    %246 = stablehlo.subtract %arg12, %245 : tensor<8x16xf32>
    %cst_77 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %248 = stablehlo.multiply %247, %arg53 : tensor<16xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %250 = stablehlo.multiply %249, %arg33 : tensor<16xf32>
    %251 = stablehlo.add %248, %250 : tensor<16xf32>
    %cst_79 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %253 = stablehlo.multiply %252, %arg73 : tensor<16xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %255 = stablehlo.multiply %254, %arg33 : tensor<16xf32>
    %256 = stablehlo.multiply %255, %arg33 : tensor<16xf32>
    %257 = stablehlo.add %253, %256 : tensor<16xf32>
    %cst_81 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %259 = stablehlo.multiply %258, %251 : tensor<16xf32>
    %260 = stablehlo.abs %257 : tensor<16xf32>
    %261 = stablehlo.sqrt %260 : tensor<16xf32>
    %cst_82 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %263 = stablehlo.add %261, %262 : tensor<16xf32>
    %264 = stablehlo.divide %259, %263 : tensor<16xf32>
    %265 = stablehlo.subtract %arg13, %264 : tensor<16xf32>
    %cst_83 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %267 = stablehlo.multiply %266, %arg54 : tensor<16x4xf32>
    %cst_84 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %269 = stablehlo.multiply %268, %arg34 : tensor<16x4xf32>
    %270 = stablehlo.add %267, %269 : tensor<16x4xf32>
    %cst_85 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %272 = stablehlo.multiply %271, %arg74 : tensor<16x4xf32>
    %cst_86 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %274 = stablehlo.multiply %273, %arg34 : tensor<16x4xf32>
    %275 = stablehlo.multiply %274, %arg34 : tensor<16x4xf32>
    %276 = stablehlo.add %272, %275 : tensor<16x4xf32>
    %cst_87 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %278 = stablehlo.multiply %277, %270 : tensor<16x4xf32>
    %279 = stablehlo.abs %276 : tensor<16x4xf32>
    %280 = stablehlo.sqrt %279 : tensor<16x4xf32>
    %cst_88 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %282 = stablehlo.add %280, %281 : tensor<16x4xf32>
    %283 = stablehlo.divide %278, %282 : tensor<16x4xf32>
    %284 = stablehlo.subtract %arg14, %283 : tensor<16x4xf32>
    %cst_89 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %286 = stablehlo.multiply %285, %arg55 : tensor<4xf32>
    %cst_90 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %288 = stablehlo.multiply %287, %arg35 : tensor<4xf32>
    %289 = stablehlo.add %286, %288 : tensor<4xf32>
    %cst_91 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %291 = stablehlo.multiply %290, %arg75 : tensor<4xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %293 = stablehlo.multiply %292, %arg35 : tensor<4xf32>
    %294 = stablehlo.multiply %293, %arg35 : tensor<4xf32>
    %295 = stablehlo.add %291, %294 : tensor<4xf32>
    %cst_93 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %297 = stablehlo.multiply %296, %289 : tensor<4xf32>
    %298 = stablehlo.abs %295 : tensor<4xf32>
    %299 = stablehlo.sqrt %298 : tensor<4xf32>
    %cst_94 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %301 = stablehlo.add %299, %300 : tensor<4xf32>
    %302 = stablehlo.divide %297, %301 : tensor<4xf32>
    %303 = stablehlo.subtract %arg15, %302 : tensor<4xf32>
    %cst_95 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %305 = stablehlo.multiply %304, %arg56 : tensor<8x16xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %306 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %307 = stablehlo.multiply %306, %arg36 : tensor<8x16xf32>
    %308 = stablehlo.add %305, %307 : tensor<8x16xf32>
    %cst_97 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %310 = stablehlo.multiply %309, %arg76 : tensor<8x16xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %311 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %312 = stablehlo.multiply %311, %arg36 : tensor<8x16xf32>
    %313 = stablehlo.multiply %312, %arg36 : tensor<8x16xf32>
    %314 = stablehlo.add %310, %313 : tensor<8x16xf32>
    %cst_99 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %316 = stablehlo.multiply %315, %308 : tensor<8x16xf32>
    %317 = stablehlo.abs %314 : tensor<8x16xf32>
    %318 = stablehlo.sqrt %317 : tensor<8x16xf32>
    %cst_100 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %320 = stablehlo.add %318, %319 : tensor<8x16xf32>
    %321 = stablehlo.divide %316, %320 : tensor<8x16xf32>
    %322 = stablehlo.subtract %arg16, %321 : tensor<8x16xf32>
    %cst_101 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %324 = stablehlo.multiply %323, %arg57 : tensor<16xf32>
    %cst_102 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %326 = stablehlo.multiply %325, %arg37 : tensor<16xf32>
    %327 = stablehlo.add %324, %326 : tensor<16xf32>
    %cst_103 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %329 = stablehlo.multiply %328, %arg77 : tensor<16xf32>
    %cst_104 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %331 = stablehlo.multiply %330, %arg37 : tensor<16xf32>
    %332 = stablehlo.multiply %331, %arg37 : tensor<16xf32>
    %333 = stablehlo.add %329, %332 : tensor<16xf32>
    %cst_105 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %335 = stablehlo.multiply %334, %327 : tensor<16xf32>
    %336 = stablehlo.abs %333 : tensor<16xf32>
    %337 = stablehlo.sqrt %336 : tensor<16xf32>
    %cst_106 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %338 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %339 = stablehlo.add %337, %338 : tensor<16xf32>
    %340 = stablehlo.divide %335, %339 : tensor<16xf32>
    %341 = stablehlo.subtract %arg17, %340 : tensor<16xf32>
    %cst_107 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %342 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %343 = stablehlo.multiply %342, %arg58 : tensor<16x4xf32>
    %cst_108 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %344 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %345 = stablehlo.multiply %344, %arg38 : tensor<16x4xf32>
    %346 = stablehlo.add %343, %345 : tensor<16x4xf32>
    %cst_109 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %347 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %348 = stablehlo.multiply %347, %arg78 : tensor<16x4xf32>
    %cst_110 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %350 = stablehlo.multiply %349, %arg38 : tensor<16x4xf32>
    %351 = stablehlo.multiply %350, %arg38 : tensor<16x4xf32>
    %352 = stablehlo.add %348, %351 : tensor<16x4xf32>
    %cst_111 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %353 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %354 = stablehlo.multiply %353, %346 : tensor<16x4xf32>
    %355 = stablehlo.abs %352 : tensor<16x4xf32>
    %356 = stablehlo.sqrt %355 : tensor<16x4xf32>
    %cst_112 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
    %358 = stablehlo.add %356, %357 : tensor<16x4xf32>
    %359 = stablehlo.divide %354, %358 : tensor<16x4xf32>
    %360 = stablehlo.subtract %arg18, %359 : tensor<16x4xf32>
    %cst_113 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %362 = stablehlo.multiply %361, %arg59 : tensor<4xf32>
    %cst_114 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %364 = stablehlo.multiply %363, %arg39 : tensor<4xf32>
    %365 = stablehlo.add %362, %364 : tensor<4xf32>
    %cst_115 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %367 = stablehlo.multiply %366, %arg79 : tensor<4xf32>
    %cst_116 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %368 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %369 = stablehlo.multiply %368, %arg39 : tensor<4xf32>
    %370 = stablehlo.multiply %369, %arg39 : tensor<4xf32>
    %371 = stablehlo.add %367, %370 : tensor<4xf32>
    %cst_117 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %373 = stablehlo.multiply %372, %365 : tensor<4xf32>
    %374 = stablehlo.abs %371 : tensor<4xf32>
    %375 = stablehlo.sqrt %374 : tensor<4xf32>
    %cst_118 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %377 = stablehlo.add %375, %376 : tensor<4xf32>
    %378 = stablehlo.divide %373, %377 : tensor<4xf32>
    %379 = stablehlo.subtract %arg19, %378 : tensor<4xf32>
    return %18, %4, %10, %37, %23, %29, %56, %42, %48, %75, %61, %67, %94, %80, %86, %113, %99, %105, %132, %118, %124, %151, %137, %143, %170, %156, %162, %189, %175, %181, %208, %194, %200, %227, %213, %219, %246, %232, %238, %265, %251, %257, %284, %270, %276, %303, %289, %295, %322, %308, %314, %341, %327, %333, %360, %346, %352, %379, %365, %371 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
