module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<384x384xf32>, %arg1: tensor<384xf32>, %arg2: tensor<384x384xf32>, %arg3: tensor<384xf32>, %arg4: tensor<384x384xf32>, %arg5: tensor<384xf32>, %arg6: tensor<384x384xf32>, %arg7: tensor<384xf32>, %arg8: tensor<384xf32>, %arg9: tensor<384xf32>, %arg10: tensor<384x1536xf32>, %arg11: tensor<1536xf32>, %arg12: tensor<1536x384xf32>, %arg13: tensor<384xf32>, %arg14: tensor<384xf32>, %arg15: tensor<384xf32>, %arg16: tensor<384x384xf32>, %arg17: tensor<384xf32>, %arg18: tensor<384x384xf32>, %arg19: tensor<384xf32>, %arg20: tensor<384x384xf32>, %arg21: tensor<384xf32>, %arg22: tensor<384x384xf32>, %arg23: tensor<384xf32>, %arg24: tensor<384xf32>, %arg25: tensor<384xf32>, %arg26: tensor<384x1536xf32>, %arg27: tensor<1536xf32>, %arg28: tensor<1536x384xf32>, %arg29: tensor<384xf32>, %arg30: tensor<384xf32>, %arg31: tensor<384xf32>, %arg32: tensor<384x384xf32>, %arg33: tensor<384xf32>, %arg34: tensor<384x384xf32>, %arg35: tensor<384xf32>, %arg36: tensor<384x384xf32>, %arg37: tensor<384xf32>, %arg38: tensor<384x384xf32>, %arg39: tensor<384xf32>, %arg40: tensor<384xf32>, %arg41: tensor<384xf32>, %arg42: tensor<384x1536xf32>, %arg43: tensor<1536xf32>, %arg44: tensor<1536x384xf32>, %arg45: tensor<384xf32>, %arg46: tensor<384xf32>, %arg47: tensor<384xf32>, %arg48: tensor<384x384xf32>, %arg49: tensor<384xf32>, %arg50: tensor<384x384xf32>, %arg51: tensor<384xf32>, %arg52: tensor<384x384xf32>, %arg53: tensor<384xf32>, %arg54: tensor<384x384xf32>, %arg55: tensor<384xf32>, %arg56: tensor<384xf32>, %arg57: tensor<384xf32>, %arg58: tensor<384x1536xf32>, %arg59: tensor<1536xf32>, %arg60: tensor<1536x384xf32>, %arg61: tensor<384xf32>, %arg62: tensor<384xf32>, %arg63: tensor<384xf32>, %arg64: tensor<384x384xf32>, %arg65: tensor<384xf32>, %arg66: tensor<384x384xf32>, %arg67: tensor<384xf32>, %arg68: tensor<384x384xf32>, %arg69: tensor<384xf32>, %arg70: tensor<384x384xf32>, %arg71: tensor<384xf32>, %arg72: tensor<384xf32>, %arg73: tensor<384xf32>, %arg74: tensor<384x1536xf32>, %arg75: tensor<1536xf32>, %arg76: tensor<1536x384xf32>, %arg77: tensor<384xf32>, %arg78: tensor<384xf32>, %arg79: tensor<384xf32>, %arg80: tensor<384x384xf32>, %arg81: tensor<384xf32>, %arg82: tensor<384x384xf32>, %arg83: tensor<384xf32>, %arg84: tensor<384x384xf32>, %arg85: tensor<384xf32>, %arg86: tensor<384x384xf32>, %arg87: tensor<384xf32>, %arg88: tensor<384xf32>, %arg89: tensor<384xf32>, %arg90: tensor<384x1536xf32>, %arg91: tensor<1536xf32>, %arg92: tensor<1536x384xf32>, %arg93: tensor<384xf32>, %arg94: tensor<384xf32>, %arg95: tensor<384xf32>, %arg96: tensor<128x384xf32>, %arg97: tensor<128x384xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<384x384xf32> {jax.result_info = "result[1][0]"}, tensor<384xf32> {jax.result_info = "result[1][1]"}, tensor<384x384xf32> {jax.result_info = "result[1][2]"}, tensor<384xf32> {jax.result_info = "result[1][3]"}, tensor<384x384xf32> {jax.result_info = "result[1][4]"}, tensor<384xf32> {jax.result_info = "result[1][5]"}, tensor<384x384xf32> {jax.result_info = "result[1][6]"}, tensor<384xf32> {jax.result_info = "result[1][7]"}, tensor<384xf32> {jax.result_info = "result[1][8]"}, tensor<384xf32> {jax.result_info = "result[1][9]"}, tensor<384x1536xf32> {jax.result_info = "result[1][10]"}, tensor<1536xf32> {jax.result_info = "result[1][11]"}, tensor<1536x384xf32> {jax.result_info = "result[1][12]"}, tensor<384xf32> {jax.result_info = "result[1][13]"}, tensor<384xf32> {jax.result_info = "result[1][14]"}, tensor<384xf32> {jax.result_info = "result[1][15]"}, tensor<384x384xf32> {jax.result_info = "result[1][16]"}, tensor<384xf32> {jax.result_info = "result[1][17]"}, tensor<384x384xf32> {jax.result_info = "result[1][18]"}, tensor<384xf32> {jax.result_info = "result[1][19]"}, tensor<384x384xf32> {jax.result_info = "result[1][20]"}, tensor<384xf32> {jax.result_info = "result[1][21]"}, tensor<384x384xf32> {jax.result_info = "result[1][22]"}, tensor<384xf32> {jax.result_info = "result[1][23]"}, tensor<384xf32> {jax.result_info = "result[1][24]"}, tensor<384xf32> {jax.result_info = "result[1][25]"}, tensor<384x1536xf32> {jax.result_info = "result[1][26]"}, tensor<1536xf32> {jax.result_info = "result[1][27]"}, tensor<1536x384xf32> {jax.result_info = "result[1][28]"}, tensor<384xf32> {jax.result_info = "result[1][29]"}, tensor<384xf32> {jax.result_info = "result[1][30]"}, tensor<384xf32> {jax.result_info = "result[1][31]"}, tensor<384x384xf32> {jax.result_info = "result[1][32]"}, tensor<384xf32> {jax.result_info = "result[1][33]"}, tensor<384x384xf32> {jax.result_info = "result[1][34]"}, tensor<384xf32> {jax.result_info = "result[1][35]"}, tensor<384x384xf32> {jax.result_info = "result[1][36]"}, tensor<384xf32> {jax.result_info = "result[1][37]"}, tensor<384x384xf32> {jax.result_info = "result[1][38]"}, tensor<384xf32> {jax.result_info = "result[1][39]"}, tensor<384xf32> {jax.result_info = "result[1][40]"}, tensor<384xf32> {jax.result_info = "result[1][41]"}, tensor<384x1536xf32> {jax.result_info = "result[1][42]"}, tensor<1536xf32> {jax.result_info = "result[1][43]"}, tensor<1536x384xf32> {jax.result_info = "result[1][44]"}, tensor<384xf32> {jax.result_info = "result[1][45]"}, tensor<384xf32> {jax.result_info = "result[1][46]"}, tensor<384xf32> {jax.result_info = "result[1][47]"}, tensor<384x384xf32> {jax.result_info = "result[1][48]"}, tensor<384xf32> {jax.result_info = "result[1][49]"}, tensor<384x384xf32> {jax.result_info = "result[1][50]"}, tensor<384xf32> {jax.result_info = "result[1][51]"}, tensor<384x384xf32> {jax.result_info = "result[1][52]"}, tensor<384xf32> {jax.result_info = "result[1][53]"}, tensor<384x384xf32> {jax.result_info = "result[1][54]"}, tensor<384xf32> {jax.result_info = "result[1][55]"}, tensor<384xf32> {jax.result_info = "result[1][56]"}, tensor<384xf32> {jax.result_info = "result[1][57]"}, tensor<384x1536xf32> {jax.result_info = "result[1][58]"}, tensor<1536xf32> {jax.result_info = "result[1][59]"}, tensor<1536x384xf32> {jax.result_info = "result[1][60]"}, tensor<384xf32> {jax.result_info = "result[1][61]"}, tensor<384xf32> {jax.result_info = "result[1][62]"}, tensor<384xf32> {jax.result_info = "result[1][63]"}, tensor<384x384xf32> {jax.result_info = "result[1][64]"}, tensor<384xf32> {jax.result_info = "result[1][65]"}, tensor<384x384xf32> {jax.result_info = "result[1][66]"}, tensor<384xf32> {jax.result_info = "result[1][67]"}, tensor<384x384xf32> {jax.result_info = "result[1][68]"}, tensor<384xf32> {jax.result_info = "result[1][69]"}, tensor<384x384xf32> {jax.result_info = "result[1][70]"}, tensor<384xf32> {jax.result_info = "result[1][71]"}, tensor<384xf32> {jax.result_info = "result[1][72]"}, tensor<384xf32> {jax.result_info = "result[1][73]"}, tensor<384x1536xf32> {jax.result_info = "result[1][74]"}, tensor<1536xf32> {jax.result_info = "result[1][75]"}, tensor<1536x384xf32> {jax.result_info = "result[1][76]"}, tensor<384xf32> {jax.result_info = "result[1][77]"}, tensor<384xf32> {jax.result_info = "result[1][78]"}, tensor<384xf32> {jax.result_info = "result[1][79]"}, tensor<384x384xf32> {jax.result_info = "result[1][80]"}, tensor<384xf32> {jax.result_info = "result[1][81]"}, tensor<384x384xf32> {jax.result_info = "result[1][82]"}, tensor<384xf32> {jax.result_info = "result[1][83]"}, tensor<384x384xf32> {jax.result_info = "result[1][84]"}, tensor<384xf32> {jax.result_info = "result[1][85]"}, tensor<384x384xf32> {jax.result_info = "result[1][86]"}, tensor<384xf32> {jax.result_info = "result[1][87]"}, tensor<384xf32> {jax.result_info = "result[1][88]"}, tensor<384xf32> {jax.result_info = "result[1][89]"}, tensor<384x1536xf32> {jax.result_info = "result[1][90]"}, tensor<1536xf32> {jax.result_info = "result[1][91]"}, tensor<1536x384xf32> {jax.result_info = "result[1][92]"}, tensor<384xf32> {jax.result_info = "result[1][93]"}, tensor<384xf32> {jax.result_info = "result[1][94]"}, tensor<384xf32> {jax.result_info = "result[1][95]"}) {
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
    %32 = stablehlo.multiply %29, %29 : tensor<6x128x1xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6x128x1xf32>
    %34 = stablehlo.divide %33, %32 : tensor<6x128x1xf32>
    %35 = stablehlo.dot_general %31, %17, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %36 = stablehlo.transpose %35, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %37 = stablehlo.reshape %36 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %38 = stablehlo.dot_general %37, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %39 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %41 = stablehlo.add %38, %40 : tensor<128x384xf32>
    %42 = stablehlo.add %arg96, %41 : tensor<128x384xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_5 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %46 = stablehlo.divide %44, %45 : tensor<128x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %48 = stablehlo.subtract %42, %47 : tensor<128x384xf32>
    %49 = chlo.square %48 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %51 = stablehlo.multiply %50, %48 : tensor<128x384xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%49 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_8 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %55 = stablehlo.divide %53, %54 : tensor<128x1xf32>
    %56 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %57 = stablehlo.subtract %42, %56 : tensor<128x384xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %59 = stablehlo.add %55, %58 : tensor<128x1xf32>
    %60 = stablehlo.rsqrt %59 : tensor<128x1xf32>
    %61 = stablehlo.divide %60, %59 : tensor<128x1xf32>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %63 = stablehlo.multiply %62, %61 : tensor<128x1xf32>
    %64 = stablehlo.broadcast_in_dim %60, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %65 = stablehlo.multiply %57, %64 : tensor<128x384xf32>
    %66 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %68 = stablehlo.multiply %65, %67 : tensor<128x384xf32>
    %69 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %71 = stablehlo.add %68, %70 : tensor<128x384xf32>
    %72 = stablehlo.dot_general %71, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %73 = stablehlo.broadcast_in_dim %arg11, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %75 = stablehlo.add %72, %74 : tensor<128x1536xf32>
    %76 = stablehlo.multiply %75, %75 : tensor<128x1536xf32>
    %77 = stablehlo.multiply %76, %75 : tensor<128x1536xf32>
    %78 = stablehlo.multiply %75, %75 : tensor<128x1536xf32>
    %cst_11 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %80 = stablehlo.multiply %79, %78 : tensor<128x1536xf32>
    %cst_12 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %82 = stablehlo.multiply %81, %77 : tensor<128x1536xf32>
    %83 = stablehlo.add %75, %82 : tensor<128x1536xf32>
    %cst_13 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<128x1536xf32>
    %86 = stablehlo.tanh %85 : tensor<128x1536xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %88 = stablehlo.subtract %87, %86 : tensor<128x1536xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %90 = stablehlo.add %89, %86 : tensor<128x1536xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %92 = stablehlo.multiply %91, %90 : tensor<128x1536xf32>
    %93 = stablehlo.multiply %75, %92 : tensor<128x1536xf32>
    %94 = stablehlo.dot_general %93, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %95 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %97 = stablehlo.add %94, %96 : tensor<128x384xf32>
    %98 = stablehlo.add %71, %97 : tensor<128x384xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_17) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_18 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %102 = stablehlo.divide %100, %101 : tensor<128x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %104 = stablehlo.subtract %98, %103 : tensor<128x384xf32>
    %105 = chlo.square %104 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %107 = stablehlo.multiply %106, %104 : tensor<128x384xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%105 init: %cst_20) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_21 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %111 = stablehlo.divide %109, %110 : tensor<128x1xf32>
    %112 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %113 = stablehlo.subtract %98, %112 : tensor<128x384xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %115 = stablehlo.add %111, %114 : tensor<128x1xf32>
    %116 = stablehlo.rsqrt %115 : tensor<128x1xf32>
    %117 = stablehlo.divide %116, %115 : tensor<128x1xf32>
    %cst_23 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %119 = stablehlo.multiply %118, %117 : tensor<128x1xf32>
    %120 = stablehlo.broadcast_in_dim %116, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %121 = stablehlo.multiply %113, %120 : tensor<128x384xf32>
    %122 = stablehlo.broadcast_in_dim %arg14, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %124 = stablehlo.multiply %121, %123 : tensor<128x384xf32>
    %125 = stablehlo.broadcast_in_dim %arg15, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %127 = stablehlo.add %124, %126 : tensor<128x384xf32>
    %128 = stablehlo.dot_general %127, %arg16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %129 = stablehlo.broadcast_in_dim %arg17, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %130 = stablehlo.broadcast_in_dim %129, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %131 = stablehlo.add %128, %130 : tensor<128x384xf32>
    %132 = stablehlo.reshape %131 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %133 = stablehlo.transpose %132, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %134 = stablehlo.dot_general %127, %arg18, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %135 = stablehlo.broadcast_in_dim %arg19, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %137 = stablehlo.add %134, %136 : tensor<128x384xf32>
    %138 = stablehlo.reshape %137 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %139 = stablehlo.transpose %138, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %140 = stablehlo.dot_general %127, %arg20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %141 = stablehlo.broadcast_in_dim %arg21, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %143 = stablehlo.add %140, %142 : tensor<128x384xf32>
    %144 = stablehlo.reshape %143 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %145 = stablehlo.transpose %144, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %146 = stablehlo.dot_general %133, %139, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_24 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %148 = stablehlo.divide %146, %147 : tensor<6x128x128xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %149 = stablehlo.reduce(%148 init: %cst_25) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_26 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %151 = stablehlo.maximum %150, %149 : tensor<6x128xf32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %154 = stablehlo.subtract %148, %153 : tensor<6x128x128xf32>
    %155 = stablehlo.exponential %154 : tensor<6x128x128xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %159 = stablehlo.divide %155, %158 : tensor<6x128x128xf32>
    %160 = stablehlo.multiply %157, %157 : tensor<6x128x1xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<6x128x1xf32>
    %162 = stablehlo.divide %161, %160 : tensor<6x128x1xf32>
    %163 = stablehlo.dot_general %159, %145, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %164 = stablehlo.transpose %163, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %165 = stablehlo.reshape %164 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %166 = stablehlo.dot_general %165, %arg22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %167 = stablehlo.broadcast_in_dim %arg23, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %168 = stablehlo.broadcast_in_dim %167, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %169 = stablehlo.add %166, %168 : tensor<128x384xf32>
    %170 = stablehlo.add %127, %169 : tensor<128x384xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.reduce(%170 init: %cst_29) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_30 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %174 = stablehlo.divide %172, %173 : tensor<128x1xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %176 = stablehlo.subtract %170, %175 : tensor<128x384xf32>
    %177 = chlo.square %176 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_31 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %179 = stablehlo.multiply %178, %176 : tensor<128x384xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%177 init: %cst_32) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_33 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %183 = stablehlo.divide %181, %182 : tensor<128x1xf32>
    %184 = stablehlo.broadcast_in_dim %174, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %185 = stablehlo.subtract %170, %184 : tensor<128x384xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %187 = stablehlo.add %183, %186 : tensor<128x1xf32>
    %188 = stablehlo.rsqrt %187 : tensor<128x1xf32>
    %189 = stablehlo.divide %188, %187 : tensor<128x1xf32>
    %cst_35 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %191 = stablehlo.multiply %190, %189 : tensor<128x1xf32>
    %192 = stablehlo.broadcast_in_dim %188, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %193 = stablehlo.multiply %185, %192 : tensor<128x384xf32>
    %194 = stablehlo.broadcast_in_dim %arg24, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %196 = stablehlo.multiply %193, %195 : tensor<128x384xf32>
    %197 = stablehlo.broadcast_in_dim %arg25, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %199 = stablehlo.add %196, %198 : tensor<128x384xf32>
    %200 = stablehlo.dot_general %199, %arg26, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %201 = stablehlo.broadcast_in_dim %arg27, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %203 = stablehlo.add %200, %202 : tensor<128x1536xf32>
    %204 = stablehlo.multiply %203, %203 : tensor<128x1536xf32>
    %205 = stablehlo.multiply %204, %203 : tensor<128x1536xf32>
    %206 = stablehlo.multiply %203, %203 : tensor<128x1536xf32>
    %cst_36 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %208 = stablehlo.multiply %207, %206 : tensor<128x1536xf32>
    %cst_37 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %210 = stablehlo.multiply %209, %205 : tensor<128x1536xf32>
    %211 = stablehlo.add %203, %210 : tensor<128x1536xf32>
    %cst_38 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %213 = stablehlo.multiply %212, %211 : tensor<128x1536xf32>
    %214 = stablehlo.tanh %213 : tensor<128x1536xf32>
    %cst_39 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %216 = stablehlo.subtract %215, %214 : tensor<128x1536xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %218 = stablehlo.add %217, %214 : tensor<128x1536xf32>
    %cst_41 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %220 = stablehlo.multiply %219, %218 : tensor<128x1536xf32>
    %221 = stablehlo.multiply %203, %220 : tensor<128x1536xf32>
    %222 = stablehlo.dot_general %221, %arg28, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %223 = stablehlo.broadcast_in_dim %arg29, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %224 = stablehlo.broadcast_in_dim %223, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %225 = stablehlo.add %222, %224 : tensor<128x384xf32>
    %226 = stablehlo.add %199, %225 : tensor<128x384xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %227 = stablehlo.reduce(%226 init: %cst_42) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %228 = stablehlo.broadcast_in_dim %227, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_43 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %230 = stablehlo.divide %228, %229 : tensor<128x1xf32>
    %231 = stablehlo.broadcast_in_dim %230, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %232 = stablehlo.subtract %226, %231 : tensor<128x384xf32>
    %233 = chlo.square %232 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_44 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %235 = stablehlo.multiply %234, %232 : tensor<128x384xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%233 init: %cst_45) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %237 = stablehlo.broadcast_in_dim %236, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_46 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %239 = stablehlo.divide %237, %238 : tensor<128x1xf32>
    %240 = stablehlo.broadcast_in_dim %230, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %241 = stablehlo.subtract %226, %240 : tensor<128x384xf32>
    %cst_47 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %243 = stablehlo.add %239, %242 : tensor<128x1xf32>
    %244 = stablehlo.rsqrt %243 : tensor<128x1xf32>
    %245 = stablehlo.divide %244, %243 : tensor<128x1xf32>
    %cst_48 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %247 = stablehlo.multiply %246, %245 : tensor<128x1xf32>
    %248 = stablehlo.broadcast_in_dim %244, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %249 = stablehlo.multiply %241, %248 : tensor<128x384xf32>
    %250 = stablehlo.broadcast_in_dim %arg30, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %251 = stablehlo.broadcast_in_dim %250, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %252 = stablehlo.multiply %249, %251 : tensor<128x384xf32>
    %253 = stablehlo.broadcast_in_dim %arg31, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %254 = stablehlo.broadcast_in_dim %253, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %255 = stablehlo.add %252, %254 : tensor<128x384xf32>
    %256 = stablehlo.dot_general %255, %arg32, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %257 = stablehlo.broadcast_in_dim %arg33, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %259 = stablehlo.add %256, %258 : tensor<128x384xf32>
    %260 = stablehlo.reshape %259 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %261 = stablehlo.transpose %260, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %262 = stablehlo.dot_general %255, %arg34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %263 = stablehlo.broadcast_in_dim %arg35, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %265 = stablehlo.add %262, %264 : tensor<128x384xf32>
    %266 = stablehlo.reshape %265 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %267 = stablehlo.transpose %266, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %268 = stablehlo.dot_general %255, %arg36, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %269 = stablehlo.broadcast_in_dim %arg37, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %271 = stablehlo.add %268, %270 : tensor<128x384xf32>
    %272 = stablehlo.reshape %271 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %273 = stablehlo.transpose %272, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %274 = stablehlo.dot_general %261, %267, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_49 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %276 = stablehlo.divide %274, %275 : tensor<6x128x128xf32>
    %cst_50 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %277 = stablehlo.reduce(%276 init: %cst_50) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_51 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %279 = stablehlo.maximum %278, %277 : tensor<6x128xf32>
    %280 = stablehlo.broadcast_in_dim %279, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %281 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %282 = stablehlo.subtract %276, %281 : tensor<6x128x128xf32>
    %283 = stablehlo.exponential %282 : tensor<6x128x128xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %284 = stablehlo.reduce(%283 init: %cst_52) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %285 = stablehlo.broadcast_in_dim %284, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %287 = stablehlo.divide %283, %286 : tensor<6x128x128xf32>
    %288 = stablehlo.multiply %285, %285 : tensor<6x128x1xf32>
    %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<6x128x1xf32>
    %290 = stablehlo.divide %289, %288 : tensor<6x128x1xf32>
    %291 = stablehlo.dot_general %287, %273, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %292 = stablehlo.transpose %291, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %293 = stablehlo.reshape %292 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %294 = stablehlo.dot_general %293, %arg38, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %295 = stablehlo.broadcast_in_dim %arg39, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %296 = stablehlo.broadcast_in_dim %295, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %297 = stablehlo.add %294, %296 : tensor<128x384xf32>
    %298 = stablehlo.add %255, %297 : tensor<128x384xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %299 = stablehlo.reduce(%298 init: %cst_54) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_55 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %302 = stablehlo.divide %300, %301 : tensor<128x1xf32>
    %303 = stablehlo.broadcast_in_dim %302, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %304 = stablehlo.subtract %298, %303 : tensor<128x384xf32>
    %305 = chlo.square %304 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_56 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %306 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %307 = stablehlo.multiply %306, %304 : tensor<128x384xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %308 = stablehlo.reduce(%305 init: %cst_57) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %309 = stablehlo.broadcast_in_dim %308, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_58 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %311 = stablehlo.divide %309, %310 : tensor<128x1xf32>
    %312 = stablehlo.broadcast_in_dim %302, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %313 = stablehlo.subtract %298, %312 : tensor<128x384xf32>
    %cst_59 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %315 = stablehlo.add %311, %314 : tensor<128x1xf32>
    %316 = stablehlo.rsqrt %315 : tensor<128x1xf32>
    %317 = stablehlo.divide %316, %315 : tensor<128x1xf32>
    %cst_60 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %319 = stablehlo.multiply %318, %317 : tensor<128x1xf32>
    %320 = stablehlo.broadcast_in_dim %316, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %321 = stablehlo.multiply %313, %320 : tensor<128x384xf32>
    %322 = stablehlo.broadcast_in_dim %arg40, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %323 = stablehlo.broadcast_in_dim %322, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %324 = stablehlo.multiply %321, %323 : tensor<128x384xf32>
    %325 = stablehlo.broadcast_in_dim %arg41, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %327 = stablehlo.add %324, %326 : tensor<128x384xf32>
    %328 = stablehlo.dot_general %327, %arg42, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %329 = stablehlo.broadcast_in_dim %arg43, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %330 = stablehlo.broadcast_in_dim %329, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %331 = stablehlo.add %328, %330 : tensor<128x1536xf32>
    %332 = stablehlo.multiply %331, %331 : tensor<128x1536xf32>
    %333 = stablehlo.multiply %332, %331 : tensor<128x1536xf32>
    %334 = stablehlo.multiply %331, %331 : tensor<128x1536xf32>
    %cst_61 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %336 = stablehlo.multiply %335, %334 : tensor<128x1536xf32>
    %cst_62 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %338 = stablehlo.multiply %337, %333 : tensor<128x1536xf32>
    %339 = stablehlo.add %331, %338 : tensor<128x1536xf32>
    %cst_63 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %341 = stablehlo.multiply %340, %339 : tensor<128x1536xf32>
    %342 = stablehlo.tanh %341 : tensor<128x1536xf32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %344 = stablehlo.subtract %343, %342 : tensor<128x1536xf32>
    %cst_65 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %345 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %346 = stablehlo.add %345, %342 : tensor<128x1536xf32>
    %cst_66 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %347 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %348 = stablehlo.multiply %347, %346 : tensor<128x1536xf32>
    %349 = stablehlo.multiply %331, %348 : tensor<128x1536xf32>
    %350 = stablehlo.dot_general %349, %arg44, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %351 = stablehlo.broadcast_in_dim %arg45, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %352 = stablehlo.broadcast_in_dim %351, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %353 = stablehlo.add %350, %352 : tensor<128x384xf32>
    %354 = stablehlo.add %327, %353 : tensor<128x384xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %355 = stablehlo.reduce(%354 init: %cst_67) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %356 = stablehlo.broadcast_in_dim %355, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_68 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %358 = stablehlo.divide %356, %357 : tensor<128x1xf32>
    %359 = stablehlo.broadcast_in_dim %358, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %360 = stablehlo.subtract %354, %359 : tensor<128x384xf32>
    %361 = chlo.square %360 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_69 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %362 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %363 = stablehlo.multiply %362, %360 : tensor<128x384xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %364 = stablehlo.reduce(%361 init: %cst_70) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %365 = stablehlo.broadcast_in_dim %364, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_71 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %367 = stablehlo.divide %365, %366 : tensor<128x1xf32>
    %368 = stablehlo.broadcast_in_dim %358, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %369 = stablehlo.subtract %354, %368 : tensor<128x384xf32>
    %cst_72 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %370 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %371 = stablehlo.add %367, %370 : tensor<128x1xf32>
    %372 = stablehlo.rsqrt %371 : tensor<128x1xf32>
    %373 = stablehlo.divide %372, %371 : tensor<128x1xf32>
    %cst_73 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %374 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %375 = stablehlo.multiply %374, %373 : tensor<128x1xf32>
    %376 = stablehlo.broadcast_in_dim %372, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %377 = stablehlo.multiply %369, %376 : tensor<128x384xf32>
    %378 = stablehlo.broadcast_in_dim %arg46, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %379 = stablehlo.broadcast_in_dim %378, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %380 = stablehlo.multiply %377, %379 : tensor<128x384xf32>
    %381 = stablehlo.broadcast_in_dim %arg47, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %382 = stablehlo.broadcast_in_dim %381, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %383 = stablehlo.add %380, %382 : tensor<128x384xf32>
    %384 = stablehlo.dot_general %383, %arg48, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %385 = stablehlo.broadcast_in_dim %arg49, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %386 = stablehlo.broadcast_in_dim %385, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %387 = stablehlo.add %384, %386 : tensor<128x384xf32>
    %388 = stablehlo.reshape %387 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %389 = stablehlo.transpose %388, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %390 = stablehlo.dot_general %383, %arg50, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %391 = stablehlo.broadcast_in_dim %arg51, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %392 = stablehlo.broadcast_in_dim %391, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %393 = stablehlo.add %390, %392 : tensor<128x384xf32>
    %394 = stablehlo.reshape %393 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %395 = stablehlo.transpose %394, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %396 = stablehlo.dot_general %383, %arg52, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %397 = stablehlo.broadcast_in_dim %arg53, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %399 = stablehlo.add %396, %398 : tensor<128x384xf32>
    %400 = stablehlo.reshape %399 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %401 = stablehlo.transpose %400, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %402 = stablehlo.dot_general %389, %395, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_74 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %404 = stablehlo.divide %402, %403 : tensor<6x128x128xf32>
    %cst_75 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %405 = stablehlo.reduce(%404 init: %cst_75) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_76 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %407 = stablehlo.maximum %406, %405 : tensor<6x128xf32>
    %408 = stablehlo.broadcast_in_dim %407, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %409 = stablehlo.broadcast_in_dim %408, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %410 = stablehlo.subtract %404, %409 : tensor<6x128x128xf32>
    %411 = stablehlo.exponential %410 : tensor<6x128x128xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %412 = stablehlo.reduce(%411 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %413 = stablehlo.broadcast_in_dim %412, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %414 = stablehlo.broadcast_in_dim %413, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %415 = stablehlo.divide %411, %414 : tensor<6x128x128xf32>
    %416 = stablehlo.multiply %413, %413 : tensor<6x128x1xf32>
    %cst_78 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %417 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<6x128x1xf32>
    %418 = stablehlo.divide %417, %416 : tensor<6x128x1xf32>
    %419 = stablehlo.dot_general %415, %401, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %420 = stablehlo.transpose %419, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %421 = stablehlo.reshape %420 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %422 = stablehlo.dot_general %421, %arg54, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %423 = stablehlo.broadcast_in_dim %arg55, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %424 = stablehlo.broadcast_in_dim %423, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %425 = stablehlo.add %422, %424 : tensor<128x384xf32>
    %426 = stablehlo.add %383, %425 : tensor<128x384xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %427 = stablehlo.reduce(%426 init: %cst_79) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %428 = stablehlo.broadcast_in_dim %427, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_80 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %429 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %430 = stablehlo.divide %428, %429 : tensor<128x1xf32>
    %431 = stablehlo.broadcast_in_dim %430, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %432 = stablehlo.subtract %426, %431 : tensor<128x384xf32>
    %433 = chlo.square %432 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_81 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %434 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %435 = stablehlo.multiply %434, %432 : tensor<128x384xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %436 = stablehlo.reduce(%433 init: %cst_82) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %437 = stablehlo.broadcast_in_dim %436, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_83 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %438 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %439 = stablehlo.divide %437, %438 : tensor<128x1xf32>
    %440 = stablehlo.broadcast_in_dim %430, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %441 = stablehlo.subtract %426, %440 : tensor<128x384xf32>
    %cst_84 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %442 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %443 = stablehlo.add %439, %442 : tensor<128x1xf32>
    %444 = stablehlo.rsqrt %443 : tensor<128x1xf32>
    %445 = stablehlo.divide %444, %443 : tensor<128x1xf32>
    %cst_85 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %447 = stablehlo.multiply %446, %445 : tensor<128x1xf32>
    %448 = stablehlo.broadcast_in_dim %444, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %449 = stablehlo.multiply %441, %448 : tensor<128x384xf32>
    %450 = stablehlo.broadcast_in_dim %arg56, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %451 = stablehlo.broadcast_in_dim %450, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %452 = stablehlo.multiply %449, %451 : tensor<128x384xf32>
    %453 = stablehlo.broadcast_in_dim %arg57, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %454 = stablehlo.broadcast_in_dim %453, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %455 = stablehlo.add %452, %454 : tensor<128x384xf32>
    %456 = stablehlo.dot_general %455, %arg58, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %457 = stablehlo.broadcast_in_dim %arg59, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %458 = stablehlo.broadcast_in_dim %457, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %459 = stablehlo.add %456, %458 : tensor<128x1536xf32>
    %460 = stablehlo.multiply %459, %459 : tensor<128x1536xf32>
    %461 = stablehlo.multiply %460, %459 : tensor<128x1536xf32>
    %462 = stablehlo.multiply %459, %459 : tensor<128x1536xf32>
    %cst_86 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %463 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %464 = stablehlo.multiply %463, %462 : tensor<128x1536xf32>
    %cst_87 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %465 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %466 = stablehlo.multiply %465, %461 : tensor<128x1536xf32>
    %467 = stablehlo.add %459, %466 : tensor<128x1536xf32>
    %cst_88 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %468 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %469 = stablehlo.multiply %468, %467 : tensor<128x1536xf32>
    %470 = stablehlo.tanh %469 : tensor<128x1536xf32>
    %cst_89 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %471 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %472 = stablehlo.subtract %471, %470 : tensor<128x1536xf32>
    %cst_90 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %473 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %474 = stablehlo.add %473, %470 : tensor<128x1536xf32>
    %cst_91 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %475 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %476 = stablehlo.multiply %475, %474 : tensor<128x1536xf32>
    %477 = stablehlo.multiply %459, %476 : tensor<128x1536xf32>
    %478 = stablehlo.dot_general %477, %arg60, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %479 = stablehlo.broadcast_in_dim %arg61, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %480 = stablehlo.broadcast_in_dim %479, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %481 = stablehlo.add %478, %480 : tensor<128x384xf32>
    %482 = stablehlo.add %455, %481 : tensor<128x384xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %483 = stablehlo.reduce(%482 init: %cst_92) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %484 = stablehlo.broadcast_in_dim %483, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_93 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %485 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %486 = stablehlo.divide %484, %485 : tensor<128x1xf32>
    %487 = stablehlo.broadcast_in_dim %486, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %488 = stablehlo.subtract %482, %487 : tensor<128x384xf32>
    %489 = chlo.square %488 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_94 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %490 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %491 = stablehlo.multiply %490, %488 : tensor<128x384xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %492 = stablehlo.reduce(%489 init: %cst_95) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %493 = stablehlo.broadcast_in_dim %492, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_96 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %495 = stablehlo.divide %493, %494 : tensor<128x1xf32>
    %496 = stablehlo.broadcast_in_dim %486, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %497 = stablehlo.subtract %482, %496 : tensor<128x384xf32>
    %cst_97 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %498 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %499 = stablehlo.add %495, %498 : tensor<128x1xf32>
    %500 = stablehlo.rsqrt %499 : tensor<128x1xf32>
    %501 = stablehlo.divide %500, %499 : tensor<128x1xf32>
    %cst_98 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %502 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %503 = stablehlo.multiply %502, %501 : tensor<128x1xf32>
    %504 = stablehlo.broadcast_in_dim %500, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %505 = stablehlo.multiply %497, %504 : tensor<128x384xf32>
    %506 = stablehlo.broadcast_in_dim %arg62, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %507 = stablehlo.broadcast_in_dim %506, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %508 = stablehlo.multiply %505, %507 : tensor<128x384xf32>
    %509 = stablehlo.broadcast_in_dim %arg63, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %510 = stablehlo.broadcast_in_dim %509, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %511 = stablehlo.add %508, %510 : tensor<128x384xf32>
    %512 = stablehlo.dot_general %511, %arg64, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %513 = stablehlo.broadcast_in_dim %arg65, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %514 = stablehlo.broadcast_in_dim %513, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %515 = stablehlo.add %512, %514 : tensor<128x384xf32>
    %516 = stablehlo.reshape %515 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %517 = stablehlo.transpose %516, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %518 = stablehlo.dot_general %511, %arg66, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %519 = stablehlo.broadcast_in_dim %arg67, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %520 = stablehlo.broadcast_in_dim %519, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %521 = stablehlo.add %518, %520 : tensor<128x384xf32>
    %522 = stablehlo.reshape %521 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %523 = stablehlo.transpose %522, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %524 = stablehlo.dot_general %511, %arg68, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %525 = stablehlo.broadcast_in_dim %arg69, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %526 = stablehlo.broadcast_in_dim %525, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %527 = stablehlo.add %524, %526 : tensor<128x384xf32>
    %528 = stablehlo.reshape %527 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %529 = stablehlo.transpose %528, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %530 = stablehlo.dot_general %517, %523, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_99 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %531 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %532 = stablehlo.divide %530, %531 : tensor<6x128x128xf32>
    %cst_100 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %533 = stablehlo.reduce(%532 init: %cst_100) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_101 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %534 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %535 = stablehlo.maximum %534, %533 : tensor<6x128xf32>
    %536 = stablehlo.broadcast_in_dim %535, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %537 = stablehlo.broadcast_in_dim %536, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %538 = stablehlo.subtract %532, %537 : tensor<6x128x128xf32>
    %539 = stablehlo.exponential %538 : tensor<6x128x128xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %540 = stablehlo.reduce(%539 init: %cst_102) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %541 = stablehlo.broadcast_in_dim %540, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %542 = stablehlo.broadcast_in_dim %541, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %543 = stablehlo.divide %539, %542 : tensor<6x128x128xf32>
    %544 = stablehlo.multiply %541, %541 : tensor<6x128x1xf32>
    %cst_103 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %545 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<6x128x1xf32>
    %546 = stablehlo.divide %545, %544 : tensor<6x128x1xf32>
    %547 = stablehlo.dot_general %543, %529, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %548 = stablehlo.transpose %547, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %549 = stablehlo.reshape %548 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %550 = stablehlo.dot_general %549, %arg70, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %551 = stablehlo.broadcast_in_dim %arg71, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %552 = stablehlo.broadcast_in_dim %551, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %553 = stablehlo.add %550, %552 : tensor<128x384xf32>
    %554 = stablehlo.add %511, %553 : tensor<128x384xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %555 = stablehlo.reduce(%554 init: %cst_104) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %556 = stablehlo.broadcast_in_dim %555, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_105 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %557 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %558 = stablehlo.divide %556, %557 : tensor<128x1xf32>
    %559 = stablehlo.broadcast_in_dim %558, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %560 = stablehlo.subtract %554, %559 : tensor<128x384xf32>
    %561 = chlo.square %560 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_106 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %562 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %563 = stablehlo.multiply %562, %560 : tensor<128x384xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %564 = stablehlo.reduce(%561 init: %cst_107) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %565 = stablehlo.broadcast_in_dim %564, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_108 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %567 = stablehlo.divide %565, %566 : tensor<128x1xf32>
    %568 = stablehlo.broadcast_in_dim %558, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %569 = stablehlo.subtract %554, %568 : tensor<128x384xf32>
    %cst_109 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %570 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %571 = stablehlo.add %567, %570 : tensor<128x1xf32>
    %572 = stablehlo.rsqrt %571 : tensor<128x1xf32>
    %573 = stablehlo.divide %572, %571 : tensor<128x1xf32>
    %cst_110 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %574 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %575 = stablehlo.multiply %574, %573 : tensor<128x1xf32>
    %576 = stablehlo.broadcast_in_dim %572, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %577 = stablehlo.multiply %569, %576 : tensor<128x384xf32>
    %578 = stablehlo.broadcast_in_dim %arg72, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %579 = stablehlo.broadcast_in_dim %578, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %580 = stablehlo.multiply %577, %579 : tensor<128x384xf32>
    %581 = stablehlo.broadcast_in_dim %arg73, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %582 = stablehlo.broadcast_in_dim %581, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %583 = stablehlo.add %580, %582 : tensor<128x384xf32>
    %584 = stablehlo.dot_general %583, %arg74, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %585 = stablehlo.broadcast_in_dim %arg75, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %586 = stablehlo.broadcast_in_dim %585, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %587 = stablehlo.add %584, %586 : tensor<128x1536xf32>
    %588 = stablehlo.multiply %587, %587 : tensor<128x1536xf32>
    %589 = stablehlo.multiply %588, %587 : tensor<128x1536xf32>
    %590 = stablehlo.multiply %587, %587 : tensor<128x1536xf32>
    %cst_111 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %591 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %592 = stablehlo.multiply %591, %590 : tensor<128x1536xf32>
    %cst_112 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %594 = stablehlo.multiply %593, %589 : tensor<128x1536xf32>
    %595 = stablehlo.add %587, %594 : tensor<128x1536xf32>
    %cst_113 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %596 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %597 = stablehlo.multiply %596, %595 : tensor<128x1536xf32>
    %598 = stablehlo.tanh %597 : tensor<128x1536xf32>
    %cst_114 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %600 = stablehlo.subtract %599, %598 : tensor<128x1536xf32>
    %cst_115 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %601 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %602 = stablehlo.add %601, %598 : tensor<128x1536xf32>
    %cst_116 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %603 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %604 = stablehlo.multiply %603, %602 : tensor<128x1536xf32>
    %605 = stablehlo.multiply %587, %604 : tensor<128x1536xf32>
    %606 = stablehlo.dot_general %605, %arg76, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %607 = stablehlo.broadcast_in_dim %arg77, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %608 = stablehlo.broadcast_in_dim %607, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %609 = stablehlo.add %606, %608 : tensor<128x384xf32>
    %610 = stablehlo.add %583, %609 : tensor<128x384xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %611 = stablehlo.reduce(%610 init: %cst_117) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %612 = stablehlo.broadcast_in_dim %611, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_118 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %613 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %614 = stablehlo.divide %612, %613 : tensor<128x1xf32>
    %615 = stablehlo.broadcast_in_dim %614, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %616 = stablehlo.subtract %610, %615 : tensor<128x384xf32>
    %617 = chlo.square %616 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_119 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %618 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %619 = stablehlo.multiply %618, %616 : tensor<128x384xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %620 = stablehlo.reduce(%617 init: %cst_120) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %621 = stablehlo.broadcast_in_dim %620, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_121 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %622 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %623 = stablehlo.divide %621, %622 : tensor<128x1xf32>
    %624 = stablehlo.broadcast_in_dim %614, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %625 = stablehlo.subtract %610, %624 : tensor<128x384xf32>
    %cst_122 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %627 = stablehlo.add %623, %626 : tensor<128x1xf32>
    %628 = stablehlo.rsqrt %627 : tensor<128x1xf32>
    %629 = stablehlo.divide %628, %627 : tensor<128x1xf32>
    %cst_123 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %630 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %631 = stablehlo.multiply %630, %629 : tensor<128x1xf32>
    %632 = stablehlo.broadcast_in_dim %628, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %633 = stablehlo.multiply %625, %632 : tensor<128x384xf32>
    %634 = stablehlo.broadcast_in_dim %arg78, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %635 = stablehlo.broadcast_in_dim %634, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %636 = stablehlo.multiply %633, %635 : tensor<128x384xf32>
    %637 = stablehlo.broadcast_in_dim %arg79, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %638 = stablehlo.broadcast_in_dim %637, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %639 = stablehlo.add %636, %638 : tensor<128x384xf32>
    %640 = stablehlo.dot_general %639, %arg80, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %641 = stablehlo.broadcast_in_dim %arg81, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %642 = stablehlo.broadcast_in_dim %641, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %643 = stablehlo.add %640, %642 : tensor<128x384xf32>
    %644 = stablehlo.reshape %643 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %645 = stablehlo.transpose %644, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %646 = stablehlo.dot_general %639, %arg82, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %647 = stablehlo.broadcast_in_dim %arg83, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %648 = stablehlo.broadcast_in_dim %647, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %649 = stablehlo.add %646, %648 : tensor<128x384xf32>
    %650 = stablehlo.reshape %649 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %651 = stablehlo.transpose %650, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %652 = stablehlo.dot_general %639, %arg84, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %653 = stablehlo.broadcast_in_dim %arg85, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %654 = stablehlo.broadcast_in_dim %653, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %655 = stablehlo.add %652, %654 : tensor<128x384xf32>
    %656 = stablehlo.reshape %655 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %657 = stablehlo.transpose %656, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %658 = stablehlo.dot_general %645, %651, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %cst_124 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %659 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %660 = stablehlo.divide %658, %659 : tensor<6x128x128xf32>
    %cst_125 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %661 = stablehlo.reduce(%660 init: %cst_125) applies stablehlo.maximum across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %cst_126 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %662 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<6x128xf32>
    %663 = stablehlo.maximum %662, %661 : tensor<6x128xf32>
    %664 = stablehlo.broadcast_in_dim %663, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %665 = stablehlo.broadcast_in_dim %664, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %666 = stablehlo.subtract %660, %665 : tensor<6x128x128xf32>
    %667 = stablehlo.exponential %666 : tensor<6x128x128xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %668 = stablehlo.reduce(%667 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %669 = stablehlo.broadcast_in_dim %668, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %670 = stablehlo.broadcast_in_dim %669, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %671 = stablehlo.divide %667, %670 : tensor<6x128x128xf32>
    %672 = stablehlo.multiply %669, %669 : tensor<6x128x1xf32>
    %cst_128 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %673 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<6x128x1xf32>
    %674 = stablehlo.divide %673, %672 : tensor<6x128x1xf32>
    %675 = stablehlo.dot_general %671, %657, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %676 = stablehlo.transpose %675, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %677 = stablehlo.reshape %676 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %678 = stablehlo.dot_general %677, %arg86, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %679 = stablehlo.broadcast_in_dim %arg87, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %680 = stablehlo.broadcast_in_dim %679, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %681 = stablehlo.add %678, %680 : tensor<128x384xf32>
    %682 = stablehlo.add %639, %681 : tensor<128x384xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %683 = stablehlo.reduce(%682 init: %cst_129) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %684 = stablehlo.broadcast_in_dim %683, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_130 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %685 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %686 = stablehlo.divide %684, %685 : tensor<128x1xf32>
    %687 = stablehlo.broadcast_in_dim %686, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %688 = stablehlo.subtract %682, %687 : tensor<128x384xf32>
    %689 = chlo.square %688 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_131 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %690 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %691 = stablehlo.multiply %690, %688 : tensor<128x384xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %692 = stablehlo.reduce(%689 init: %cst_132) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %693 = stablehlo.broadcast_in_dim %692, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_133 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %694 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %695 = stablehlo.divide %693, %694 : tensor<128x1xf32>
    %696 = stablehlo.broadcast_in_dim %686, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %697 = stablehlo.subtract %682, %696 : tensor<128x384xf32>
    %cst_134 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %699 = stablehlo.add %695, %698 : tensor<128x1xf32>
    %700 = stablehlo.rsqrt %699 : tensor<128x1xf32>
    %701 = stablehlo.divide %700, %699 : tensor<128x1xf32>
    %cst_135 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %702 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %703 = stablehlo.multiply %702, %701 : tensor<128x1xf32>
    %704 = stablehlo.broadcast_in_dim %700, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %705 = stablehlo.multiply %697, %704 : tensor<128x384xf32>
    %706 = stablehlo.broadcast_in_dim %arg88, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %707 = stablehlo.broadcast_in_dim %706, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %708 = stablehlo.multiply %705, %707 : tensor<128x384xf32>
    %709 = stablehlo.broadcast_in_dim %arg89, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %710 = stablehlo.broadcast_in_dim %709, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %711 = stablehlo.add %708, %710 : tensor<128x384xf32>
    %712 = stablehlo.dot_general %711, %arg90, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x1536xf32>) -> tensor<128x1536xf32>
    %713 = stablehlo.broadcast_in_dim %arg91, dims = [1] : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %714 = stablehlo.broadcast_in_dim %713, dims = [0, 1] : (tensor<1x1536xf32>) -> tensor<128x1536xf32>
    %715 = stablehlo.add %712, %714 : tensor<128x1536xf32>
    %716 = stablehlo.multiply %715, %715 : tensor<128x1536xf32>
    %717 = stablehlo.multiply %716, %715 : tensor<128x1536xf32>
    %718 = stablehlo.multiply %715, %715 : tensor<128x1536xf32>
    %cst_136 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %719 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %720 = stablehlo.multiply %719, %718 : tensor<128x1536xf32>
    %cst_137 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %721 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %722 = stablehlo.multiply %721, %717 : tensor<128x1536xf32>
    %723 = stablehlo.add %715, %722 : tensor<128x1536xf32>
    %cst_138 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %724 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %725 = stablehlo.multiply %724, %723 : tensor<128x1536xf32>
    %726 = stablehlo.tanh %725 : tensor<128x1536xf32>
    %cst_139 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %727 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %728 = stablehlo.subtract %727, %726 : tensor<128x1536xf32>
    %cst_140 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %729 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %730 = stablehlo.add %729, %726 : tensor<128x1536xf32>
    %cst_141 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %731 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %732 = stablehlo.multiply %731, %730 : tensor<128x1536xf32>
    %733 = stablehlo.multiply %715, %732 : tensor<128x1536xf32>
    %734 = stablehlo.dot_general %733, %arg92, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<1536x384xf32>) -> tensor<128x384xf32>
    %735 = stablehlo.broadcast_in_dim %arg93, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %736 = stablehlo.broadcast_in_dim %735, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %737 = stablehlo.add %734, %736 : tensor<128x384xf32>
    %738 = stablehlo.add %711, %737 : tensor<128x384xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %739 = stablehlo.reduce(%738 init: %cst_142) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %740 = stablehlo.broadcast_in_dim %739, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_143 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %741 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %742 = stablehlo.divide %740, %741 : tensor<128x1xf32>
    %743 = stablehlo.broadcast_in_dim %742, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %744 = stablehlo.subtract %738, %743 : tensor<128x384xf32>
    %745 = chlo.square %744 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_144 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %746 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %747 = stablehlo.multiply %746, %744 : tensor<128x384xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %748 = stablehlo.reduce(%745 init: %cst_145) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %749 = stablehlo.broadcast_in_dim %748, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_146 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %750 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %751 = stablehlo.divide %749, %750 : tensor<128x1xf32>
    %752 = stablehlo.broadcast_in_dim %742, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %753 = stablehlo.subtract %738, %752 : tensor<128x384xf32>
    %cst_147 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %754 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %755 = stablehlo.add %751, %754 : tensor<128x1xf32>
    %756 = stablehlo.rsqrt %755 : tensor<128x1xf32>
    %757 = stablehlo.divide %756, %755 : tensor<128x1xf32>
    %cst_148 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %758 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %759 = stablehlo.multiply %758, %757 : tensor<128x1xf32>
    %760 = stablehlo.broadcast_in_dim %756, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %761 = stablehlo.multiply %753, %760 : tensor<128x384xf32>
    %762 = stablehlo.broadcast_in_dim %arg94, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %763 = stablehlo.broadcast_in_dim %762, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %764 = stablehlo.multiply %761, %763 : tensor<128x384xf32>
    %765 = stablehlo.broadcast_in_dim %arg95, dims = [1] : (tensor<384xf32>) -> tensor<1x384xf32>
    %766 = stablehlo.broadcast_in_dim %765, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %767 = stablehlo.add %764, %766 : tensor<128x384xf32>
    %768 = stablehlo.subtract %767, %arg97 : tensor<128x384xf32>
    %769 = chlo.square %768 : tensor<128x384xf32> -> tensor<128x384xf32>
    %cst_149 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %770 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %771 = stablehlo.multiply %770, %768 : tensor<128x384xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %772 = stablehlo.reduce(%769 init: %cst_150) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<f32>
    %cst_151 = stablehlo.constant dense<4.915200e+04> : tensor<f32>
    %773 = stablehlo.divide %772, %cst_151 : tensor<f32>
    %cst_152 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_153 = stablehlo.constant dense<4.915200e+04> : tensor<f32>
    %774 = stablehlo.divide %cst_152, %cst_153 : tensor<f32>
    %775 = stablehlo.broadcast_in_dim %774, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %776 = stablehlo.multiply %775, %771 : tensor<128x384xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %777 = stablehlo.reduce(%776 init: %cst_154) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %778 = stablehlo.reshape %777 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %779 = stablehlo.reduce(%778 init: %cst_155) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %780 = stablehlo.multiply %761, %776 : tensor<128x384xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %781 = stablehlo.reduce(%780 init: %cst_156) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %782 = stablehlo.reshape %781 : (tensor<384xf32>) -> tensor<1x384xf32>
    %783 = stablehlo.broadcast_in_dim %762, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %784 = stablehlo.multiply %776, %783 : tensor<128x384xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %785 = stablehlo.reduce(%782 init: %cst_157) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %786 = stablehlo.multiply %753, %784 : tensor<128x384xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %787 = stablehlo.reduce(%786 init: %cst_158) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %788 = stablehlo.reshape %787 : (tensor<128xf32>) -> tensor<128x1xf32>
    %789 = stablehlo.broadcast_in_dim %756, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %790 = stablehlo.multiply %784, %789 : tensor<128x384xf32>
    %791 = stablehlo.multiply %788, %759 : tensor<128x1xf32>
    %792 = stablehlo.negate %790 : tensor<128x384xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %793 = stablehlo.reduce(%792 init: %cst_159) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %794 = stablehlo.reshape %793 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_160 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %795 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %796 = stablehlo.divide %791, %795 : tensor<128x1xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %797 = stablehlo.reduce(%796 init: %cst_161) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %798 = stablehlo.broadcast_in_dim %797, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %799 = stablehlo.multiply %798, %747 : tensor<128x384xf32>
    %800 = stablehlo.negate %799 : tensor<128x384xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %801 = stablehlo.reduce(%800 init: %cst_162) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %802 = stablehlo.reshape %801 : (tensor<128xf32>) -> tensor<128x1xf32>
    %803 = stablehlo.add %790, %799 : tensor<128x384xf32>
    %804 = stablehlo.add %794, %802 : tensor<128x1xf32>
    %cst_163 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %805 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %806 = stablehlo.divide %804, %805 : tensor<128x1xf32>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %807 = stablehlo.reduce(%806 init: %cst_164) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %808 = stablehlo.broadcast_in_dim %807, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %809 = stablehlo.add %803, %808 : tensor<128x384xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %810 = stablehlo.reduce(%809 init: %cst_165) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %811 = stablehlo.reshape %810 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %812 = stablehlo.reduce(%811 init: %cst_166) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %813 = stablehlo.dot_general %809, %733, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x1536xf32>) -> tensor<384x1536xf32>
    %814 = stablehlo.transpose %813, dims = [1, 0] : (tensor<384x1536xf32>) -> tensor<1536x384xf32>
    %815 = stablehlo.dot_general %809, %arg92, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<1536x384xf32>) -> tensor<128x1536xf32>
    %816 = stablehlo.multiply %715, %815 : tensor<128x1536xf32>
    %817 = stablehlo.multiply %815, %732 : tensor<128x1536xf32>
    %cst_167 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %818 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %819 = stablehlo.multiply %818, %816 : tensor<128x1536xf32>
    %820 = stablehlo.multiply %819, %728 : tensor<128x1536xf32>
    %821 = stablehlo.multiply %820, %726 : tensor<128x1536xf32>
    %822 = stablehlo.add %820, %821 : tensor<128x1536xf32>
    %cst_168 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %823 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %824 = stablehlo.multiply %823, %822 : tensor<128x1536xf32>
    %825 = stablehlo.add %817, %824 : tensor<128x1536xf32>
    %cst_169 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %826 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %827 = stablehlo.multiply %826, %824 : tensor<128x1536xf32>
    %828 = stablehlo.multiply %827, %720 : tensor<128x1536xf32>
    %829 = stablehlo.add %825, %828 : tensor<128x1536xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %830 = stablehlo.reduce(%829 init: %cst_170) applies stablehlo.add across dimensions = [0] : (tensor<128x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %831 = stablehlo.reshape %830 : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %832 = stablehlo.reduce(%831 init: %cst_171) applies stablehlo.add across dimensions = [0] : (tensor<1x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %833 = stablehlo.dot_general %829, %711, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<128x384xf32>) -> tensor<1536x384xf32>
    %834 = stablehlo.transpose %833, dims = [1, 0] : (tensor<1536x384xf32>) -> tensor<384x1536xf32>
    %835 = stablehlo.dot_general %829, %arg90, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<384x1536xf32>) -> tensor<128x384xf32>
    %836 = stablehlo.add %809, %835 : tensor<128x384xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %837 = stablehlo.reduce(%836 init: %cst_172) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %838 = stablehlo.reshape %837 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %839 = stablehlo.reduce(%838 init: %cst_173) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %840 = stablehlo.multiply %705, %836 : tensor<128x384xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %841 = stablehlo.reduce(%840 init: %cst_174) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %842 = stablehlo.reshape %841 : (tensor<384xf32>) -> tensor<1x384xf32>
    %843 = stablehlo.broadcast_in_dim %706, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %844 = stablehlo.multiply %836, %843 : tensor<128x384xf32>
    %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %845 = stablehlo.reduce(%842 init: %cst_175) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %846 = stablehlo.multiply %697, %844 : tensor<128x384xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %847 = stablehlo.reduce(%846 init: %cst_176) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %848 = stablehlo.reshape %847 : (tensor<128xf32>) -> tensor<128x1xf32>
    %849 = stablehlo.broadcast_in_dim %700, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %850 = stablehlo.multiply %844, %849 : tensor<128x384xf32>
    %851 = stablehlo.multiply %848, %703 : tensor<128x1xf32>
    %852 = stablehlo.negate %850 : tensor<128x384xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %853 = stablehlo.reduce(%852 init: %cst_177) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %854 = stablehlo.reshape %853 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_178 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %855 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %856 = stablehlo.divide %851, %855 : tensor<128x1xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %857 = stablehlo.reduce(%856 init: %cst_179) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %858 = stablehlo.broadcast_in_dim %857, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %859 = stablehlo.multiply %858, %691 : tensor<128x384xf32>
    %860 = stablehlo.negate %859 : tensor<128x384xf32>
    %cst_180 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %861 = stablehlo.reduce(%860 init: %cst_180) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %862 = stablehlo.reshape %861 : (tensor<128xf32>) -> tensor<128x1xf32>
    %863 = stablehlo.add %850, %859 : tensor<128x384xf32>
    %864 = stablehlo.add %854, %862 : tensor<128x1xf32>
    %cst_181 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %865 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %866 = stablehlo.divide %864, %865 : tensor<128x1xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %867 = stablehlo.reduce(%866 init: %cst_182) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %868 = stablehlo.broadcast_in_dim %867, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %869 = stablehlo.add %863, %868 : tensor<128x384xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %870 = stablehlo.reduce(%869 init: %cst_183) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %871 = stablehlo.reshape %870 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %872 = stablehlo.reduce(%871 init: %cst_184) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %873 = stablehlo.dot_general %869, %677, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %874 = stablehlo.transpose %873, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %875 = stablehlo.dot_general %869, %arg86, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %876 = stablehlo.reshape %875 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %877 = stablehlo.transpose %876, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %878 = stablehlo.dot_general %877, %671, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x128xf32>) -> tensor<6x64x128xf32>
    %879 = stablehlo.transpose %878, dims = [0, 2, 1] : (tensor<6x64x128xf32>) -> tensor<6x128x64xf32>
    %880 = stablehlo.dot_general %877, %657, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %881 = stablehlo.broadcast_in_dim %674, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %882 = stablehlo.multiply %880, %881 : tensor<6x128x128xf32>
    %883 = stablehlo.multiply %882, %667 : tensor<6x128x128xf32>
    %cst_185 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %884 = stablehlo.reduce(%883 init: %cst_185) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %885 = stablehlo.reshape %884 : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %886 = stablehlo.negate %885 : tensor<6x128x1xf32>
    %887 = stablehlo.broadcast_in_dim %669, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %888 = stablehlo.divide %880, %887 : tensor<6x128x128xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %889 = stablehlo.reduce(%886 init: %cst_186) applies stablehlo.add across dimensions = [2] : (tensor<6x128x1xf32>, tensor<f32>) -> tensor<6x128xf32>
    %890 = stablehlo.broadcast_in_dim %889, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x128xf32>
    %891 = stablehlo.add %888, %890 : tensor<6x128x128xf32>
    %892 = stablehlo.multiply %891, %667 : tensor<6x128x128xf32>
    %cst_187 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %893 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %894 = stablehlo.divide %892, %893 : tensor<6x128x128xf32>
    %895 = stablehlo.dot_general %894, %645, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %896 = stablehlo.dot_general %894, %651, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %897 = stablehlo.transpose %879, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %898 = stablehlo.reshape %897 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %899 = stablehlo.reduce(%898 init: %cst_188) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %900 = stablehlo.reshape %899 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_189 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %901 = stablehlo.reduce(%900 init: %cst_189) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %902 = stablehlo.dot_general %898, %639, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %903 = stablehlo.transpose %902, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %904 = stablehlo.dot_general %898, %arg84, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %905 = stablehlo.add %869, %904 : tensor<128x384xf32>
    %906 = stablehlo.transpose %895, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %907 = stablehlo.reshape %906 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_190 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %908 = stablehlo.reduce(%907 init: %cst_190) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %909 = stablehlo.reshape %908 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %910 = stablehlo.reduce(%909 init: %cst_191) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %911 = stablehlo.dot_general %907, %639, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %912 = stablehlo.transpose %911, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %913 = stablehlo.dot_general %907, %arg82, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %914 = stablehlo.add %905, %913 : tensor<128x384xf32>
    %915 = stablehlo.transpose %896, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %916 = stablehlo.reshape %915 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %917 = stablehlo.reduce(%916 init: %cst_192) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %918 = stablehlo.reshape %917 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_193 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %919 = stablehlo.reduce(%918 init: %cst_193) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %920 = stablehlo.dot_general %916, %639, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %921 = stablehlo.transpose %920, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %922 = stablehlo.dot_general %916, %arg80, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %923 = stablehlo.add %914, %922 : tensor<128x384xf32>
    %cst_194 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %924 = stablehlo.reduce(%923 init: %cst_194) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %925 = stablehlo.reshape %924 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %926 = stablehlo.reduce(%925 init: %cst_195) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %927 = stablehlo.multiply %633, %923 : tensor<128x384xf32>
    %cst_196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %928 = stablehlo.reduce(%927 init: %cst_196) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %929 = stablehlo.reshape %928 : (tensor<384xf32>) -> tensor<1x384xf32>
    %930 = stablehlo.broadcast_in_dim %634, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %931 = stablehlo.multiply %923, %930 : tensor<128x384xf32>
    %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %932 = stablehlo.reduce(%929 init: %cst_197) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %933 = stablehlo.multiply %625, %931 : tensor<128x384xf32>
    %cst_198 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %934 = stablehlo.reduce(%933 init: %cst_198) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %935 = stablehlo.reshape %934 : (tensor<128xf32>) -> tensor<128x1xf32>
    %936 = stablehlo.broadcast_in_dim %628, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %937 = stablehlo.multiply %931, %936 : tensor<128x384xf32>
    %938 = stablehlo.multiply %935, %631 : tensor<128x1xf32>
    %939 = stablehlo.negate %937 : tensor<128x384xf32>
    %cst_199 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %940 = stablehlo.reduce(%939 init: %cst_199) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %941 = stablehlo.reshape %940 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_200 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %942 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %943 = stablehlo.divide %938, %942 : tensor<128x1xf32>
    %cst_201 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %944 = stablehlo.reduce(%943 init: %cst_201) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %945 = stablehlo.broadcast_in_dim %944, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %946 = stablehlo.multiply %945, %619 : tensor<128x384xf32>
    %947 = stablehlo.negate %946 : tensor<128x384xf32>
    %cst_202 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %948 = stablehlo.reduce(%947 init: %cst_202) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %949 = stablehlo.reshape %948 : (tensor<128xf32>) -> tensor<128x1xf32>
    %950 = stablehlo.add %937, %946 : tensor<128x384xf32>
    %951 = stablehlo.add %941, %949 : tensor<128x1xf32>
    %cst_203 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %952 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %953 = stablehlo.divide %951, %952 : tensor<128x1xf32>
    %cst_204 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %954 = stablehlo.reduce(%953 init: %cst_204) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %955 = stablehlo.broadcast_in_dim %954, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %956 = stablehlo.add %950, %955 : tensor<128x384xf32>
    %cst_205 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %957 = stablehlo.reduce(%956 init: %cst_205) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %958 = stablehlo.reshape %957 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_206 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %959 = stablehlo.reduce(%958 init: %cst_206) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %960 = stablehlo.dot_general %956, %605, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x1536xf32>) -> tensor<384x1536xf32>
    %961 = stablehlo.transpose %960, dims = [1, 0] : (tensor<384x1536xf32>) -> tensor<1536x384xf32>
    %962 = stablehlo.dot_general %956, %arg76, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<1536x384xf32>) -> tensor<128x1536xf32>
    %963 = stablehlo.multiply %587, %962 : tensor<128x1536xf32>
    %964 = stablehlo.multiply %962, %604 : tensor<128x1536xf32>
    %cst_207 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %965 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %966 = stablehlo.multiply %965, %963 : tensor<128x1536xf32>
    %967 = stablehlo.multiply %966, %600 : tensor<128x1536xf32>
    %968 = stablehlo.multiply %967, %598 : tensor<128x1536xf32>
    %969 = stablehlo.add %967, %968 : tensor<128x1536xf32>
    %cst_208 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %970 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %971 = stablehlo.multiply %970, %969 : tensor<128x1536xf32>
    %972 = stablehlo.add %964, %971 : tensor<128x1536xf32>
    %cst_209 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %973 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %974 = stablehlo.multiply %973, %971 : tensor<128x1536xf32>
    %975 = stablehlo.multiply %974, %592 : tensor<128x1536xf32>
    %976 = stablehlo.add %972, %975 : tensor<128x1536xf32>
    %cst_210 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %977 = stablehlo.reduce(%976 init: %cst_210) applies stablehlo.add across dimensions = [0] : (tensor<128x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %978 = stablehlo.reshape %977 : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %cst_211 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %979 = stablehlo.reduce(%978 init: %cst_211) applies stablehlo.add across dimensions = [0] : (tensor<1x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %980 = stablehlo.dot_general %976, %583, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<128x384xf32>) -> tensor<1536x384xf32>
    %981 = stablehlo.transpose %980, dims = [1, 0] : (tensor<1536x384xf32>) -> tensor<384x1536xf32>
    %982 = stablehlo.dot_general %976, %arg74, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<384x1536xf32>) -> tensor<128x384xf32>
    %983 = stablehlo.add %956, %982 : tensor<128x384xf32>
    %cst_212 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %984 = stablehlo.reduce(%983 init: %cst_212) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %985 = stablehlo.reshape %984 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_213 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %986 = stablehlo.reduce(%985 init: %cst_213) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %987 = stablehlo.multiply %577, %983 : tensor<128x384xf32>
    %cst_214 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %988 = stablehlo.reduce(%987 init: %cst_214) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %989 = stablehlo.reshape %988 : (tensor<384xf32>) -> tensor<1x384xf32>
    %990 = stablehlo.broadcast_in_dim %578, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %991 = stablehlo.multiply %983, %990 : tensor<128x384xf32>
    %cst_215 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %992 = stablehlo.reduce(%989 init: %cst_215) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %993 = stablehlo.multiply %569, %991 : tensor<128x384xf32>
    %cst_216 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %994 = stablehlo.reduce(%993 init: %cst_216) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %995 = stablehlo.reshape %994 : (tensor<128xf32>) -> tensor<128x1xf32>
    %996 = stablehlo.broadcast_in_dim %572, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %997 = stablehlo.multiply %991, %996 : tensor<128x384xf32>
    %998 = stablehlo.multiply %995, %575 : tensor<128x1xf32>
    %999 = stablehlo.negate %997 : tensor<128x384xf32>
    %cst_217 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1000 = stablehlo.reduce(%999 init: %cst_217) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1001 = stablehlo.reshape %1000 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_218 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1002 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1003 = stablehlo.divide %998, %1002 : tensor<128x1xf32>
    %cst_219 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1004 = stablehlo.reduce(%1003 init: %cst_219) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1005 = stablehlo.broadcast_in_dim %1004, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1006 = stablehlo.multiply %1005, %563 : tensor<128x384xf32>
    %1007 = stablehlo.negate %1006 : tensor<128x384xf32>
    %cst_220 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1008 = stablehlo.reduce(%1007 init: %cst_220) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1009 = stablehlo.reshape %1008 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1010 = stablehlo.add %997, %1006 : tensor<128x384xf32>
    %1011 = stablehlo.add %1001, %1009 : tensor<128x1xf32>
    %cst_221 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1012 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1013 = stablehlo.divide %1011, %1012 : tensor<128x1xf32>
    %cst_222 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1014 = stablehlo.reduce(%1013 init: %cst_222) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1015 = stablehlo.broadcast_in_dim %1014, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1016 = stablehlo.add %1010, %1015 : tensor<128x384xf32>
    %cst_223 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1017 = stablehlo.reduce(%1016 init: %cst_223) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1018 = stablehlo.reshape %1017 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_224 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1019 = stablehlo.reduce(%1018 init: %cst_224) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1020 = stablehlo.dot_general %1016, %549, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1021 = stablehlo.transpose %1020, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1022 = stablehlo.dot_general %1016, %arg70, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1023 = stablehlo.reshape %1022 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %1024 = stablehlo.transpose %1023, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %1025 = stablehlo.dot_general %1024, %543, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x128xf32>) -> tensor<6x64x128xf32>
    %1026 = stablehlo.transpose %1025, dims = [0, 2, 1] : (tensor<6x64x128xf32>) -> tensor<6x128x64xf32>
    %1027 = stablehlo.dot_general %1024, %529, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %1028 = stablehlo.broadcast_in_dim %546, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1029 = stablehlo.multiply %1027, %1028 : tensor<6x128x128xf32>
    %1030 = stablehlo.multiply %1029, %539 : tensor<6x128x128xf32>
    %cst_225 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1031 = stablehlo.reduce(%1030 init: %cst_225) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1032 = stablehlo.reshape %1031 : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %1033 = stablehlo.negate %1032 : tensor<6x128x1xf32>
    %1034 = stablehlo.broadcast_in_dim %541, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1035 = stablehlo.divide %1027, %1034 : tensor<6x128x128xf32>
    %cst_226 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1036 = stablehlo.reduce(%1033 init: %cst_226) applies stablehlo.add across dimensions = [2] : (tensor<6x128x1xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1037 = stablehlo.broadcast_in_dim %1036, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x128xf32>
    %1038 = stablehlo.add %1035, %1037 : tensor<6x128x128xf32>
    %1039 = stablehlo.multiply %1038, %539 : tensor<6x128x128xf32>
    %cst_227 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1040 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %1041 = stablehlo.divide %1039, %1040 : tensor<6x128x128xf32>
    %1042 = stablehlo.dot_general %1041, %517, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1043 = stablehlo.dot_general %1041, %523, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1044 = stablehlo.transpose %1026, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1045 = stablehlo.reshape %1044 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_228 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1046 = stablehlo.reduce(%1045 init: %cst_228) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1047 = stablehlo.reshape %1046 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_229 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1048 = stablehlo.reduce(%1047 init: %cst_229) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1049 = stablehlo.dot_general %1045, %511, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1050 = stablehlo.transpose %1049, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1051 = stablehlo.dot_general %1045, %arg68, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1052 = stablehlo.add %1016, %1051 : tensor<128x384xf32>
    %1053 = stablehlo.transpose %1042, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1054 = stablehlo.reshape %1053 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_230 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1055 = stablehlo.reduce(%1054 init: %cst_230) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1056 = stablehlo.reshape %1055 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_231 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1057 = stablehlo.reduce(%1056 init: %cst_231) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1058 = stablehlo.dot_general %1054, %511, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1059 = stablehlo.transpose %1058, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1060 = stablehlo.dot_general %1054, %arg66, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1061 = stablehlo.add %1052, %1060 : tensor<128x384xf32>
    %1062 = stablehlo.transpose %1043, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1063 = stablehlo.reshape %1062 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_232 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1064 = stablehlo.reduce(%1063 init: %cst_232) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1065 = stablehlo.reshape %1064 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_233 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1066 = stablehlo.reduce(%1065 init: %cst_233) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1067 = stablehlo.dot_general %1063, %511, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1068 = stablehlo.transpose %1067, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1069 = stablehlo.dot_general %1063, %arg64, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1070 = stablehlo.add %1061, %1069 : tensor<128x384xf32>
    %cst_234 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1071 = stablehlo.reduce(%1070 init: %cst_234) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1072 = stablehlo.reshape %1071 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_235 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1073 = stablehlo.reduce(%1072 init: %cst_235) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1074 = stablehlo.multiply %505, %1070 : tensor<128x384xf32>
    %cst_236 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1075 = stablehlo.reduce(%1074 init: %cst_236) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1076 = stablehlo.reshape %1075 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1077 = stablehlo.broadcast_in_dim %506, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1078 = stablehlo.multiply %1070, %1077 : tensor<128x384xf32>
    %cst_237 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1079 = stablehlo.reduce(%1076 init: %cst_237) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1080 = stablehlo.multiply %497, %1078 : tensor<128x384xf32>
    %cst_238 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1081 = stablehlo.reduce(%1080 init: %cst_238) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1082 = stablehlo.reshape %1081 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1083 = stablehlo.broadcast_in_dim %500, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1084 = stablehlo.multiply %1078, %1083 : tensor<128x384xf32>
    %1085 = stablehlo.multiply %1082, %503 : tensor<128x1xf32>
    %1086 = stablehlo.negate %1084 : tensor<128x384xf32>
    %cst_239 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1087 = stablehlo.reduce(%1086 init: %cst_239) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1088 = stablehlo.reshape %1087 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_240 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1089 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1090 = stablehlo.divide %1085, %1089 : tensor<128x1xf32>
    %cst_241 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1091 = stablehlo.reduce(%1090 init: %cst_241) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1092 = stablehlo.broadcast_in_dim %1091, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1093 = stablehlo.multiply %1092, %491 : tensor<128x384xf32>
    %1094 = stablehlo.negate %1093 : tensor<128x384xf32>
    %cst_242 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1095 = stablehlo.reduce(%1094 init: %cst_242) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1096 = stablehlo.reshape %1095 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1097 = stablehlo.add %1084, %1093 : tensor<128x384xf32>
    %1098 = stablehlo.add %1088, %1096 : tensor<128x1xf32>
    %cst_243 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1099 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1100 = stablehlo.divide %1098, %1099 : tensor<128x1xf32>
    %cst_244 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1101 = stablehlo.reduce(%1100 init: %cst_244) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1102 = stablehlo.broadcast_in_dim %1101, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1103 = stablehlo.add %1097, %1102 : tensor<128x384xf32>
    %cst_245 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1104 = stablehlo.reduce(%1103 init: %cst_245) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1105 = stablehlo.reshape %1104 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_246 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1106 = stablehlo.reduce(%1105 init: %cst_246) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1107 = stablehlo.dot_general %1103, %477, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x1536xf32>) -> tensor<384x1536xf32>
    %1108 = stablehlo.transpose %1107, dims = [1, 0] : (tensor<384x1536xf32>) -> tensor<1536x384xf32>
    %1109 = stablehlo.dot_general %1103, %arg60, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<1536x384xf32>) -> tensor<128x1536xf32>
    %1110 = stablehlo.multiply %459, %1109 : tensor<128x1536xf32>
    %1111 = stablehlo.multiply %1109, %476 : tensor<128x1536xf32>
    %cst_247 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1112 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1113 = stablehlo.multiply %1112, %1110 : tensor<128x1536xf32>
    %1114 = stablehlo.multiply %1113, %472 : tensor<128x1536xf32>
    %1115 = stablehlo.multiply %1114, %470 : tensor<128x1536xf32>
    %1116 = stablehlo.add %1114, %1115 : tensor<128x1536xf32>
    %cst_248 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %1117 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1118 = stablehlo.multiply %1117, %1116 : tensor<128x1536xf32>
    %1119 = stablehlo.add %1111, %1118 : tensor<128x1536xf32>
    %cst_249 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %1120 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1121 = stablehlo.multiply %1120, %1118 : tensor<128x1536xf32>
    %1122 = stablehlo.multiply %1121, %464 : tensor<128x1536xf32>
    %1123 = stablehlo.add %1119, %1122 : tensor<128x1536xf32>
    %cst_250 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1124 = stablehlo.reduce(%1123 init: %cst_250) applies stablehlo.add across dimensions = [0] : (tensor<128x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1125 = stablehlo.reshape %1124 : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %cst_251 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1126 = stablehlo.reduce(%1125 init: %cst_251) applies stablehlo.add across dimensions = [0] : (tensor<1x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1127 = stablehlo.dot_general %1123, %455, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<128x384xf32>) -> tensor<1536x384xf32>
    %1128 = stablehlo.transpose %1127, dims = [1, 0] : (tensor<1536x384xf32>) -> tensor<384x1536xf32>
    %1129 = stablehlo.dot_general %1123, %arg58, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<384x1536xf32>) -> tensor<128x384xf32>
    %1130 = stablehlo.add %1103, %1129 : tensor<128x384xf32>
    %cst_252 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1131 = stablehlo.reduce(%1130 init: %cst_252) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1132 = stablehlo.reshape %1131 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_253 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1133 = stablehlo.reduce(%1132 init: %cst_253) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1134 = stablehlo.multiply %449, %1130 : tensor<128x384xf32>
    %cst_254 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1135 = stablehlo.reduce(%1134 init: %cst_254) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1136 = stablehlo.reshape %1135 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1137 = stablehlo.broadcast_in_dim %450, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1138 = stablehlo.multiply %1130, %1137 : tensor<128x384xf32>
    %cst_255 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1139 = stablehlo.reduce(%1136 init: %cst_255) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1140 = stablehlo.multiply %441, %1138 : tensor<128x384xf32>
    %cst_256 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1141 = stablehlo.reduce(%1140 init: %cst_256) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1142 = stablehlo.reshape %1141 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1143 = stablehlo.broadcast_in_dim %444, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1144 = stablehlo.multiply %1138, %1143 : tensor<128x384xf32>
    %1145 = stablehlo.multiply %1142, %447 : tensor<128x1xf32>
    %1146 = stablehlo.negate %1144 : tensor<128x384xf32>
    %cst_257 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1147 = stablehlo.reduce(%1146 init: %cst_257) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1148 = stablehlo.reshape %1147 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_258 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1149 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1150 = stablehlo.divide %1145, %1149 : tensor<128x1xf32>
    %cst_259 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1151 = stablehlo.reduce(%1150 init: %cst_259) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1152 = stablehlo.broadcast_in_dim %1151, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1153 = stablehlo.multiply %1152, %435 : tensor<128x384xf32>
    %1154 = stablehlo.negate %1153 : tensor<128x384xf32>
    %cst_260 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1155 = stablehlo.reduce(%1154 init: %cst_260) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1156 = stablehlo.reshape %1155 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1157 = stablehlo.add %1144, %1153 : tensor<128x384xf32>
    %1158 = stablehlo.add %1148, %1156 : tensor<128x1xf32>
    %cst_261 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1159 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1160 = stablehlo.divide %1158, %1159 : tensor<128x1xf32>
    %cst_262 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1161 = stablehlo.reduce(%1160 init: %cst_262) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1162 = stablehlo.broadcast_in_dim %1161, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1163 = stablehlo.add %1157, %1162 : tensor<128x384xf32>
    %cst_263 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1164 = stablehlo.reduce(%1163 init: %cst_263) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1165 = stablehlo.reshape %1164 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_264 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1166 = stablehlo.reduce(%1165 init: %cst_264) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1167 = stablehlo.dot_general %1163, %421, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1168 = stablehlo.transpose %1167, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1169 = stablehlo.dot_general %1163, %arg54, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1170 = stablehlo.reshape %1169 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %1171 = stablehlo.transpose %1170, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %1172 = stablehlo.dot_general %1171, %415, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x128xf32>) -> tensor<6x64x128xf32>
    %1173 = stablehlo.transpose %1172, dims = [0, 2, 1] : (tensor<6x64x128xf32>) -> tensor<6x128x64xf32>
    %1174 = stablehlo.dot_general %1171, %401, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %1175 = stablehlo.broadcast_in_dim %418, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1176 = stablehlo.multiply %1174, %1175 : tensor<6x128x128xf32>
    %1177 = stablehlo.multiply %1176, %411 : tensor<6x128x128xf32>
    %cst_265 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1178 = stablehlo.reduce(%1177 init: %cst_265) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1179 = stablehlo.reshape %1178 : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %1180 = stablehlo.negate %1179 : tensor<6x128x1xf32>
    %1181 = stablehlo.broadcast_in_dim %413, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1182 = stablehlo.divide %1174, %1181 : tensor<6x128x128xf32>
    %cst_266 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1183 = stablehlo.reduce(%1180 init: %cst_266) applies stablehlo.add across dimensions = [2] : (tensor<6x128x1xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1184 = stablehlo.broadcast_in_dim %1183, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x128xf32>
    %1185 = stablehlo.add %1182, %1184 : tensor<6x128x128xf32>
    %1186 = stablehlo.multiply %1185, %411 : tensor<6x128x128xf32>
    %cst_267 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1187 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %1188 = stablehlo.divide %1186, %1187 : tensor<6x128x128xf32>
    %1189 = stablehlo.dot_general %1188, %389, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1190 = stablehlo.dot_general %1188, %395, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1191 = stablehlo.transpose %1173, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1192 = stablehlo.reshape %1191 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_268 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1193 = stablehlo.reduce(%1192 init: %cst_268) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1194 = stablehlo.reshape %1193 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_269 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1195 = stablehlo.reduce(%1194 init: %cst_269) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1196 = stablehlo.dot_general %1192, %383, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1197 = stablehlo.transpose %1196, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1198 = stablehlo.dot_general %1192, %arg52, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1199 = stablehlo.add %1163, %1198 : tensor<128x384xf32>
    %1200 = stablehlo.transpose %1189, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1201 = stablehlo.reshape %1200 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_270 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1202 = stablehlo.reduce(%1201 init: %cst_270) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1203 = stablehlo.reshape %1202 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_271 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1204 = stablehlo.reduce(%1203 init: %cst_271) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1205 = stablehlo.dot_general %1201, %383, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1206 = stablehlo.transpose %1205, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1207 = stablehlo.dot_general %1201, %arg50, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1208 = stablehlo.add %1199, %1207 : tensor<128x384xf32>
    %1209 = stablehlo.transpose %1190, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1210 = stablehlo.reshape %1209 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_272 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1211 = stablehlo.reduce(%1210 init: %cst_272) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1212 = stablehlo.reshape %1211 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_273 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1213 = stablehlo.reduce(%1212 init: %cst_273) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1214 = stablehlo.dot_general %1210, %383, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1215 = stablehlo.transpose %1214, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1216 = stablehlo.dot_general %1210, %arg48, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1217 = stablehlo.add %1208, %1216 : tensor<128x384xf32>
    %cst_274 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1218 = stablehlo.reduce(%1217 init: %cst_274) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1219 = stablehlo.reshape %1218 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_275 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1220 = stablehlo.reduce(%1219 init: %cst_275) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1221 = stablehlo.multiply %377, %1217 : tensor<128x384xf32>
    %cst_276 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1222 = stablehlo.reduce(%1221 init: %cst_276) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1223 = stablehlo.reshape %1222 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1224 = stablehlo.broadcast_in_dim %378, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1225 = stablehlo.multiply %1217, %1224 : tensor<128x384xf32>
    %cst_277 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1226 = stablehlo.reduce(%1223 init: %cst_277) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1227 = stablehlo.multiply %369, %1225 : tensor<128x384xf32>
    %cst_278 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1228 = stablehlo.reduce(%1227 init: %cst_278) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1229 = stablehlo.reshape %1228 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1230 = stablehlo.broadcast_in_dim %372, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1231 = stablehlo.multiply %1225, %1230 : tensor<128x384xf32>
    %1232 = stablehlo.multiply %1229, %375 : tensor<128x1xf32>
    %1233 = stablehlo.negate %1231 : tensor<128x384xf32>
    %cst_279 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1234 = stablehlo.reduce(%1233 init: %cst_279) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1235 = stablehlo.reshape %1234 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_280 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1236 = stablehlo.broadcast_in_dim %cst_280, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1237 = stablehlo.divide %1232, %1236 : tensor<128x1xf32>
    %cst_281 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1238 = stablehlo.reduce(%1237 init: %cst_281) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1239 = stablehlo.broadcast_in_dim %1238, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1240 = stablehlo.multiply %1239, %363 : tensor<128x384xf32>
    %1241 = stablehlo.negate %1240 : tensor<128x384xf32>
    %cst_282 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1242 = stablehlo.reduce(%1241 init: %cst_282) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1243 = stablehlo.reshape %1242 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1244 = stablehlo.add %1231, %1240 : tensor<128x384xf32>
    %1245 = stablehlo.add %1235, %1243 : tensor<128x1xf32>
    %cst_283 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1246 = stablehlo.broadcast_in_dim %cst_283, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1247 = stablehlo.divide %1245, %1246 : tensor<128x1xf32>
    %cst_284 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1248 = stablehlo.reduce(%1247 init: %cst_284) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1249 = stablehlo.broadcast_in_dim %1248, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1250 = stablehlo.add %1244, %1249 : tensor<128x384xf32>
    %cst_285 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1251 = stablehlo.reduce(%1250 init: %cst_285) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1252 = stablehlo.reshape %1251 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_286 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1253 = stablehlo.reduce(%1252 init: %cst_286) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1254 = stablehlo.dot_general %1250, %349, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x1536xf32>) -> tensor<384x1536xf32>
    %1255 = stablehlo.transpose %1254, dims = [1, 0] : (tensor<384x1536xf32>) -> tensor<1536x384xf32>
    %1256 = stablehlo.dot_general %1250, %arg44, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<1536x384xf32>) -> tensor<128x1536xf32>
    %1257 = stablehlo.multiply %331, %1256 : tensor<128x1536xf32>
    %1258 = stablehlo.multiply %1256, %348 : tensor<128x1536xf32>
    %cst_287 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1259 = stablehlo.broadcast_in_dim %cst_287, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1260 = stablehlo.multiply %1259, %1257 : tensor<128x1536xf32>
    %1261 = stablehlo.multiply %1260, %344 : tensor<128x1536xf32>
    %1262 = stablehlo.multiply %1261, %342 : tensor<128x1536xf32>
    %1263 = stablehlo.add %1261, %1262 : tensor<128x1536xf32>
    %cst_288 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %1264 = stablehlo.broadcast_in_dim %cst_288, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1265 = stablehlo.multiply %1264, %1263 : tensor<128x1536xf32>
    %1266 = stablehlo.add %1258, %1265 : tensor<128x1536xf32>
    %cst_289 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %1267 = stablehlo.broadcast_in_dim %cst_289, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1268 = stablehlo.multiply %1267, %1265 : tensor<128x1536xf32>
    %1269 = stablehlo.multiply %1268, %336 : tensor<128x1536xf32>
    %1270 = stablehlo.add %1266, %1269 : tensor<128x1536xf32>
    %cst_290 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1271 = stablehlo.reduce(%1270 init: %cst_290) applies stablehlo.add across dimensions = [0] : (tensor<128x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1272 = stablehlo.reshape %1271 : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %cst_291 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1273 = stablehlo.reduce(%1272 init: %cst_291) applies stablehlo.add across dimensions = [0] : (tensor<1x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1274 = stablehlo.dot_general %1270, %327, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<128x384xf32>) -> tensor<1536x384xf32>
    %1275 = stablehlo.transpose %1274, dims = [1, 0] : (tensor<1536x384xf32>) -> tensor<384x1536xf32>
    %1276 = stablehlo.dot_general %1270, %arg42, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<384x1536xf32>) -> tensor<128x384xf32>
    %1277 = stablehlo.add %1250, %1276 : tensor<128x384xf32>
    %cst_292 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1278 = stablehlo.reduce(%1277 init: %cst_292) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1279 = stablehlo.reshape %1278 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_293 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1280 = stablehlo.reduce(%1279 init: %cst_293) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1281 = stablehlo.multiply %321, %1277 : tensor<128x384xf32>
    %cst_294 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1282 = stablehlo.reduce(%1281 init: %cst_294) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1283 = stablehlo.reshape %1282 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1284 = stablehlo.broadcast_in_dim %322, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1285 = stablehlo.multiply %1277, %1284 : tensor<128x384xf32>
    %cst_295 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1286 = stablehlo.reduce(%1283 init: %cst_295) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1287 = stablehlo.multiply %313, %1285 : tensor<128x384xf32>
    %cst_296 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1288 = stablehlo.reduce(%1287 init: %cst_296) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1289 = stablehlo.reshape %1288 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1290 = stablehlo.broadcast_in_dim %316, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1291 = stablehlo.multiply %1285, %1290 : tensor<128x384xf32>
    %1292 = stablehlo.multiply %1289, %319 : tensor<128x1xf32>
    %1293 = stablehlo.negate %1291 : tensor<128x384xf32>
    %cst_297 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1294 = stablehlo.reduce(%1293 init: %cst_297) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1295 = stablehlo.reshape %1294 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_298 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1296 = stablehlo.broadcast_in_dim %cst_298, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1297 = stablehlo.divide %1292, %1296 : tensor<128x1xf32>
    %cst_299 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1298 = stablehlo.reduce(%1297 init: %cst_299) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1299 = stablehlo.broadcast_in_dim %1298, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1300 = stablehlo.multiply %1299, %307 : tensor<128x384xf32>
    %1301 = stablehlo.negate %1300 : tensor<128x384xf32>
    %cst_300 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1302 = stablehlo.reduce(%1301 init: %cst_300) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1303 = stablehlo.reshape %1302 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1304 = stablehlo.add %1291, %1300 : tensor<128x384xf32>
    %1305 = stablehlo.add %1295, %1303 : tensor<128x1xf32>
    %cst_301 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1306 = stablehlo.broadcast_in_dim %cst_301, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1307 = stablehlo.divide %1305, %1306 : tensor<128x1xf32>
    %cst_302 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1308 = stablehlo.reduce(%1307 init: %cst_302) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1309 = stablehlo.broadcast_in_dim %1308, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1310 = stablehlo.add %1304, %1309 : tensor<128x384xf32>
    %cst_303 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1311 = stablehlo.reduce(%1310 init: %cst_303) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1312 = stablehlo.reshape %1311 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_304 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1313 = stablehlo.reduce(%1312 init: %cst_304) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1314 = stablehlo.dot_general %1310, %293, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1315 = stablehlo.transpose %1314, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1316 = stablehlo.dot_general %1310, %arg38, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1317 = stablehlo.reshape %1316 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %1318 = stablehlo.transpose %1317, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %1319 = stablehlo.dot_general %1318, %287, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x128xf32>) -> tensor<6x64x128xf32>
    %1320 = stablehlo.transpose %1319, dims = [0, 2, 1] : (tensor<6x64x128xf32>) -> tensor<6x128x64xf32>
    %1321 = stablehlo.dot_general %1318, %273, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %1322 = stablehlo.broadcast_in_dim %290, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1323 = stablehlo.multiply %1321, %1322 : tensor<6x128x128xf32>
    %1324 = stablehlo.multiply %1323, %283 : tensor<6x128x128xf32>
    %cst_305 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1325 = stablehlo.reduce(%1324 init: %cst_305) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1326 = stablehlo.reshape %1325 : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %1327 = stablehlo.negate %1326 : tensor<6x128x1xf32>
    %1328 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1329 = stablehlo.divide %1321, %1328 : tensor<6x128x128xf32>
    %cst_306 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1330 = stablehlo.reduce(%1327 init: %cst_306) applies stablehlo.add across dimensions = [2] : (tensor<6x128x1xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1331 = stablehlo.broadcast_in_dim %1330, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x128xf32>
    %1332 = stablehlo.add %1329, %1331 : tensor<6x128x128xf32>
    %1333 = stablehlo.multiply %1332, %283 : tensor<6x128x128xf32>
    %cst_307 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1334 = stablehlo.broadcast_in_dim %cst_307, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %1335 = stablehlo.divide %1333, %1334 : tensor<6x128x128xf32>
    %1336 = stablehlo.dot_general %1335, %261, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1337 = stablehlo.dot_general %1335, %267, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1338 = stablehlo.transpose %1320, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1339 = stablehlo.reshape %1338 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_308 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1340 = stablehlo.reduce(%1339 init: %cst_308) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1341 = stablehlo.reshape %1340 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_309 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1342 = stablehlo.reduce(%1341 init: %cst_309) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1343 = stablehlo.dot_general %1339, %255, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1344 = stablehlo.transpose %1343, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1345 = stablehlo.dot_general %1339, %arg36, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1346 = stablehlo.add %1310, %1345 : tensor<128x384xf32>
    %1347 = stablehlo.transpose %1336, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1348 = stablehlo.reshape %1347 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_310 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1349 = stablehlo.reduce(%1348 init: %cst_310) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1350 = stablehlo.reshape %1349 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_311 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1351 = stablehlo.reduce(%1350 init: %cst_311) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1352 = stablehlo.dot_general %1348, %255, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1353 = stablehlo.transpose %1352, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1354 = stablehlo.dot_general %1348, %arg34, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1355 = stablehlo.add %1346, %1354 : tensor<128x384xf32>
    %1356 = stablehlo.transpose %1337, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1357 = stablehlo.reshape %1356 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_312 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1358 = stablehlo.reduce(%1357 init: %cst_312) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1359 = stablehlo.reshape %1358 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_313 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1360 = stablehlo.reduce(%1359 init: %cst_313) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1361 = stablehlo.dot_general %1357, %255, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1362 = stablehlo.transpose %1361, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1363 = stablehlo.dot_general %1357, %arg32, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1364 = stablehlo.add %1355, %1363 : tensor<128x384xf32>
    %cst_314 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1365 = stablehlo.reduce(%1364 init: %cst_314) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1366 = stablehlo.reshape %1365 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_315 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1367 = stablehlo.reduce(%1366 init: %cst_315) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1368 = stablehlo.multiply %249, %1364 : tensor<128x384xf32>
    %cst_316 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1369 = stablehlo.reduce(%1368 init: %cst_316) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1370 = stablehlo.reshape %1369 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1371 = stablehlo.broadcast_in_dim %250, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1372 = stablehlo.multiply %1364, %1371 : tensor<128x384xf32>
    %cst_317 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1373 = stablehlo.reduce(%1370 init: %cst_317) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1374 = stablehlo.multiply %241, %1372 : tensor<128x384xf32>
    %cst_318 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1375 = stablehlo.reduce(%1374 init: %cst_318) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1376 = stablehlo.reshape %1375 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1377 = stablehlo.broadcast_in_dim %244, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1378 = stablehlo.multiply %1372, %1377 : tensor<128x384xf32>
    %1379 = stablehlo.multiply %1376, %247 : tensor<128x1xf32>
    %1380 = stablehlo.negate %1378 : tensor<128x384xf32>
    %cst_319 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1381 = stablehlo.reduce(%1380 init: %cst_319) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1382 = stablehlo.reshape %1381 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_320 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1383 = stablehlo.broadcast_in_dim %cst_320, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1384 = stablehlo.divide %1379, %1383 : tensor<128x1xf32>
    %cst_321 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1385 = stablehlo.reduce(%1384 init: %cst_321) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1386 = stablehlo.broadcast_in_dim %1385, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1387 = stablehlo.multiply %1386, %235 : tensor<128x384xf32>
    %1388 = stablehlo.negate %1387 : tensor<128x384xf32>
    %cst_322 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1389 = stablehlo.reduce(%1388 init: %cst_322) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1390 = stablehlo.reshape %1389 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1391 = stablehlo.add %1378, %1387 : tensor<128x384xf32>
    %1392 = stablehlo.add %1382, %1390 : tensor<128x1xf32>
    %cst_323 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1393 = stablehlo.broadcast_in_dim %cst_323, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1394 = stablehlo.divide %1392, %1393 : tensor<128x1xf32>
    %cst_324 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1395 = stablehlo.reduce(%1394 init: %cst_324) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1396 = stablehlo.broadcast_in_dim %1395, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1397 = stablehlo.add %1391, %1396 : tensor<128x384xf32>
    %cst_325 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1398 = stablehlo.reduce(%1397 init: %cst_325) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1399 = stablehlo.reshape %1398 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_326 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1400 = stablehlo.reduce(%1399 init: %cst_326) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1401 = stablehlo.dot_general %1397, %221, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x1536xf32>) -> tensor<384x1536xf32>
    %1402 = stablehlo.transpose %1401, dims = [1, 0] : (tensor<384x1536xf32>) -> tensor<1536x384xf32>
    %1403 = stablehlo.dot_general %1397, %arg28, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<1536x384xf32>) -> tensor<128x1536xf32>
    %1404 = stablehlo.multiply %203, %1403 : tensor<128x1536xf32>
    %1405 = stablehlo.multiply %1403, %220 : tensor<128x1536xf32>
    %cst_327 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1406 = stablehlo.broadcast_in_dim %cst_327, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1407 = stablehlo.multiply %1406, %1404 : tensor<128x1536xf32>
    %1408 = stablehlo.multiply %1407, %216 : tensor<128x1536xf32>
    %1409 = stablehlo.multiply %1408, %214 : tensor<128x1536xf32>
    %1410 = stablehlo.add %1408, %1409 : tensor<128x1536xf32>
    %cst_328 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %1411 = stablehlo.broadcast_in_dim %cst_328, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1412 = stablehlo.multiply %1411, %1410 : tensor<128x1536xf32>
    %1413 = stablehlo.add %1405, %1412 : tensor<128x1536xf32>
    %cst_329 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %1414 = stablehlo.broadcast_in_dim %cst_329, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1415 = stablehlo.multiply %1414, %1412 : tensor<128x1536xf32>
    %1416 = stablehlo.multiply %1415, %208 : tensor<128x1536xf32>
    %1417 = stablehlo.add %1413, %1416 : tensor<128x1536xf32>
    %cst_330 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1418 = stablehlo.reduce(%1417 init: %cst_330) applies stablehlo.add across dimensions = [0] : (tensor<128x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1419 = stablehlo.reshape %1418 : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %cst_331 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1420 = stablehlo.reduce(%1419 init: %cst_331) applies stablehlo.add across dimensions = [0] : (tensor<1x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1421 = stablehlo.dot_general %1417, %199, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<128x384xf32>) -> tensor<1536x384xf32>
    %1422 = stablehlo.transpose %1421, dims = [1, 0] : (tensor<1536x384xf32>) -> tensor<384x1536xf32>
    %1423 = stablehlo.dot_general %1417, %arg26, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<384x1536xf32>) -> tensor<128x384xf32>
    %1424 = stablehlo.add %1397, %1423 : tensor<128x384xf32>
    %cst_332 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1425 = stablehlo.reduce(%1424 init: %cst_332) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1426 = stablehlo.reshape %1425 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_333 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1427 = stablehlo.reduce(%1426 init: %cst_333) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1428 = stablehlo.multiply %193, %1424 : tensor<128x384xf32>
    %cst_334 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1429 = stablehlo.reduce(%1428 init: %cst_334) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1430 = stablehlo.reshape %1429 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1431 = stablehlo.broadcast_in_dim %194, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1432 = stablehlo.multiply %1424, %1431 : tensor<128x384xf32>
    %cst_335 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1433 = stablehlo.reduce(%1430 init: %cst_335) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1434 = stablehlo.multiply %185, %1432 : tensor<128x384xf32>
    %cst_336 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1435 = stablehlo.reduce(%1434 init: %cst_336) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1436 = stablehlo.reshape %1435 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1437 = stablehlo.broadcast_in_dim %188, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1438 = stablehlo.multiply %1432, %1437 : tensor<128x384xf32>
    %1439 = stablehlo.multiply %1436, %191 : tensor<128x1xf32>
    %1440 = stablehlo.negate %1438 : tensor<128x384xf32>
    %cst_337 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1441 = stablehlo.reduce(%1440 init: %cst_337) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1442 = stablehlo.reshape %1441 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_338 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1443 = stablehlo.broadcast_in_dim %cst_338, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1444 = stablehlo.divide %1439, %1443 : tensor<128x1xf32>
    %cst_339 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1445 = stablehlo.reduce(%1444 init: %cst_339) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1446 = stablehlo.broadcast_in_dim %1445, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1447 = stablehlo.multiply %1446, %179 : tensor<128x384xf32>
    %1448 = stablehlo.negate %1447 : tensor<128x384xf32>
    %cst_340 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1449 = stablehlo.reduce(%1448 init: %cst_340) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1450 = stablehlo.reshape %1449 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1451 = stablehlo.add %1438, %1447 : tensor<128x384xf32>
    %1452 = stablehlo.add %1442, %1450 : tensor<128x1xf32>
    %cst_341 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1453 = stablehlo.broadcast_in_dim %cst_341, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1454 = stablehlo.divide %1452, %1453 : tensor<128x1xf32>
    %cst_342 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1455 = stablehlo.reduce(%1454 init: %cst_342) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1456 = stablehlo.broadcast_in_dim %1455, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1457 = stablehlo.add %1451, %1456 : tensor<128x384xf32>
    %cst_343 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1458 = stablehlo.reduce(%1457 init: %cst_343) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1459 = stablehlo.reshape %1458 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_344 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1460 = stablehlo.reduce(%1459 init: %cst_344) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1461 = stablehlo.dot_general %1457, %165, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1462 = stablehlo.transpose %1461, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1463 = stablehlo.dot_general %1457, %arg22, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1464 = stablehlo.reshape %1463 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %1465 = stablehlo.transpose %1464, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %1466 = stablehlo.dot_general %1465, %159, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x128xf32>) -> tensor<6x64x128xf32>
    %1467 = stablehlo.transpose %1466, dims = [0, 2, 1] : (tensor<6x64x128xf32>) -> tensor<6x128x64xf32>
    %1468 = stablehlo.dot_general %1465, %145, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %1469 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1470 = stablehlo.multiply %1468, %1469 : tensor<6x128x128xf32>
    %1471 = stablehlo.multiply %1470, %155 : tensor<6x128x128xf32>
    %cst_345 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1472 = stablehlo.reduce(%1471 init: %cst_345) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1473 = stablehlo.reshape %1472 : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %1474 = stablehlo.negate %1473 : tensor<6x128x1xf32>
    %1475 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1476 = stablehlo.divide %1468, %1475 : tensor<6x128x128xf32>
    %cst_346 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1477 = stablehlo.reduce(%1474 init: %cst_346) applies stablehlo.add across dimensions = [2] : (tensor<6x128x1xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1478 = stablehlo.broadcast_in_dim %1477, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x128xf32>
    %1479 = stablehlo.add %1476, %1478 : tensor<6x128x128xf32>
    %1480 = stablehlo.multiply %1479, %155 : tensor<6x128x128xf32>
    %cst_347 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1481 = stablehlo.broadcast_in_dim %cst_347, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %1482 = stablehlo.divide %1480, %1481 : tensor<6x128x128xf32>
    %1483 = stablehlo.dot_general %1482, %133, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1484 = stablehlo.dot_general %1482, %139, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1485 = stablehlo.transpose %1467, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1486 = stablehlo.reshape %1485 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_348 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1487 = stablehlo.reduce(%1486 init: %cst_348) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1488 = stablehlo.reshape %1487 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_349 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1489 = stablehlo.reduce(%1488 init: %cst_349) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1490 = stablehlo.dot_general %1486, %127, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1491 = stablehlo.transpose %1490, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1492 = stablehlo.dot_general %1486, %arg20, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1493 = stablehlo.add %1457, %1492 : tensor<128x384xf32>
    %1494 = stablehlo.transpose %1483, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1495 = stablehlo.reshape %1494 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_350 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1496 = stablehlo.reduce(%1495 init: %cst_350) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1497 = stablehlo.reshape %1496 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_351 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1498 = stablehlo.reduce(%1497 init: %cst_351) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1499 = stablehlo.dot_general %1495, %127, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1500 = stablehlo.transpose %1499, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1501 = stablehlo.dot_general %1495, %arg18, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1502 = stablehlo.add %1493, %1501 : tensor<128x384xf32>
    %1503 = stablehlo.transpose %1484, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1504 = stablehlo.reshape %1503 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_352 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1505 = stablehlo.reduce(%1504 init: %cst_352) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1506 = stablehlo.reshape %1505 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_353 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1507 = stablehlo.reduce(%1506 init: %cst_353) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1508 = stablehlo.dot_general %1504, %127, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1509 = stablehlo.transpose %1508, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1510 = stablehlo.dot_general %1504, %arg16, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1511 = stablehlo.add %1502, %1510 : tensor<128x384xf32>
    %cst_354 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1512 = stablehlo.reduce(%1511 init: %cst_354) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1513 = stablehlo.reshape %1512 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_355 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1514 = stablehlo.reduce(%1513 init: %cst_355) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1515 = stablehlo.multiply %121, %1511 : tensor<128x384xf32>
    %cst_356 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1516 = stablehlo.reduce(%1515 init: %cst_356) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1517 = stablehlo.reshape %1516 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1518 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1519 = stablehlo.multiply %1511, %1518 : tensor<128x384xf32>
    %cst_357 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1520 = stablehlo.reduce(%1517 init: %cst_357) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1521 = stablehlo.multiply %113, %1519 : tensor<128x384xf32>
    %cst_358 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1522 = stablehlo.reduce(%1521 init: %cst_358) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1523 = stablehlo.reshape %1522 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1524 = stablehlo.broadcast_in_dim %116, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1525 = stablehlo.multiply %1519, %1524 : tensor<128x384xf32>
    %1526 = stablehlo.multiply %1523, %119 : tensor<128x1xf32>
    %1527 = stablehlo.negate %1525 : tensor<128x384xf32>
    %cst_359 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1528 = stablehlo.reduce(%1527 init: %cst_359) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1529 = stablehlo.reshape %1528 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_360 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1530 = stablehlo.broadcast_in_dim %cst_360, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1531 = stablehlo.divide %1526, %1530 : tensor<128x1xf32>
    %cst_361 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1532 = stablehlo.reduce(%1531 init: %cst_361) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1533 = stablehlo.broadcast_in_dim %1532, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1534 = stablehlo.multiply %1533, %107 : tensor<128x384xf32>
    %1535 = stablehlo.negate %1534 : tensor<128x384xf32>
    %cst_362 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1536 = stablehlo.reduce(%1535 init: %cst_362) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1537 = stablehlo.reshape %1536 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1538 = stablehlo.add %1525, %1534 : tensor<128x384xf32>
    %1539 = stablehlo.add %1529, %1537 : tensor<128x1xf32>
    %cst_363 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1540 = stablehlo.broadcast_in_dim %cst_363, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1541 = stablehlo.divide %1539, %1540 : tensor<128x1xf32>
    %cst_364 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1542 = stablehlo.reduce(%1541 init: %cst_364) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1543 = stablehlo.broadcast_in_dim %1542, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1544 = stablehlo.add %1538, %1543 : tensor<128x384xf32>
    %cst_365 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1545 = stablehlo.reduce(%1544 init: %cst_365) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1546 = stablehlo.reshape %1545 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_366 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1547 = stablehlo.reduce(%1546 init: %cst_366) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1548 = stablehlo.dot_general %1544, %93, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x1536xf32>) -> tensor<384x1536xf32>
    %1549 = stablehlo.transpose %1548, dims = [1, 0] : (tensor<384x1536xf32>) -> tensor<1536x384xf32>
    %1550 = stablehlo.dot_general %1544, %arg12, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<1536x384xf32>) -> tensor<128x1536xf32>
    %1551 = stablehlo.multiply %75, %1550 : tensor<128x1536xf32>
    %1552 = stablehlo.multiply %1550, %92 : tensor<128x1536xf32>
    %cst_367 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1553 = stablehlo.broadcast_in_dim %cst_367, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1554 = stablehlo.multiply %1553, %1551 : tensor<128x1536xf32>
    %1555 = stablehlo.multiply %1554, %88 : tensor<128x1536xf32>
    %1556 = stablehlo.multiply %1555, %86 : tensor<128x1536xf32>
    %1557 = stablehlo.add %1555, %1556 : tensor<128x1536xf32>
    %cst_368 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %1558 = stablehlo.broadcast_in_dim %cst_368, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1559 = stablehlo.multiply %1558, %1557 : tensor<128x1536xf32>
    %1560 = stablehlo.add %1552, %1559 : tensor<128x1536xf32>
    %cst_369 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %1561 = stablehlo.broadcast_in_dim %cst_369, dims = [] : (tensor<f32>) -> tensor<128x1536xf32>
    %1562 = stablehlo.multiply %1561, %1559 : tensor<128x1536xf32>
    %1563 = stablehlo.multiply %1562, %80 : tensor<128x1536xf32>
    %1564 = stablehlo.add %1560, %1563 : tensor<128x1536xf32>
    %cst_370 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1565 = stablehlo.reduce(%1564 init: %cst_370) applies stablehlo.add across dimensions = [0] : (tensor<128x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1566 = stablehlo.reshape %1565 : (tensor<1536xf32>) -> tensor<1x1536xf32>
    %cst_371 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1567 = stablehlo.reduce(%1566 init: %cst_371) applies stablehlo.add across dimensions = [0] : (tensor<1x1536xf32>, tensor<f32>) -> tensor<1536xf32>
    %1568 = stablehlo.dot_general %1564, %71, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<128x384xf32>) -> tensor<1536x384xf32>
    %1569 = stablehlo.transpose %1568, dims = [1, 0] : (tensor<1536x384xf32>) -> tensor<384x1536xf32>
    %1570 = stablehlo.dot_general %1564, %arg10, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1536xf32>, tensor<384x1536xf32>) -> tensor<128x384xf32>
    %1571 = stablehlo.add %1544, %1570 : tensor<128x384xf32>
    %cst_372 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1572 = stablehlo.reduce(%1571 init: %cst_372) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1573 = stablehlo.reshape %1572 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_373 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1574 = stablehlo.reduce(%1573 init: %cst_373) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1575 = stablehlo.multiply %65, %1571 : tensor<128x384xf32>
    %cst_374 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1576 = stablehlo.reduce(%1575 init: %cst_374) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1577 = stablehlo.reshape %1576 : (tensor<384xf32>) -> tensor<1x384xf32>
    %1578 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<1x384xf32>) -> tensor<128x384xf32>
    %1579 = stablehlo.multiply %1571, %1578 : tensor<128x384xf32>
    %cst_375 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1580 = stablehlo.reduce(%1577 init: %cst_375) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1581 = stablehlo.multiply %57, %1579 : tensor<128x384xf32>
    %cst_376 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1582 = stablehlo.reduce(%1581 init: %cst_376) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1583 = stablehlo.reshape %1582 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1584 = stablehlo.broadcast_in_dim %60, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x384xf32>
    %1585 = stablehlo.multiply %1579, %1584 : tensor<128x384xf32>
    %1586 = stablehlo.multiply %1583, %63 : tensor<128x1xf32>
    %1587 = stablehlo.negate %1585 : tensor<128x384xf32>
    %cst_377 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1588 = stablehlo.reduce(%1587 init: %cst_377) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1589 = stablehlo.reshape %1588 : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_378 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1590 = stablehlo.broadcast_in_dim %cst_378, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1591 = stablehlo.divide %1586, %1590 : tensor<128x1xf32>
    %cst_379 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1592 = stablehlo.reduce(%1591 init: %cst_379) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1593 = stablehlo.broadcast_in_dim %1592, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1594 = stablehlo.multiply %1593, %51 : tensor<128x384xf32>
    %1595 = stablehlo.negate %1594 : tensor<128x384xf32>
    %cst_380 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1596 = stablehlo.reduce(%1595 init: %cst_380) applies stablehlo.add across dimensions = [1] : (tensor<128x384xf32>, tensor<f32>) -> tensor<128xf32>
    %1597 = stablehlo.reshape %1596 : (tensor<128xf32>) -> tensor<128x1xf32>
    %1598 = stablehlo.add %1585, %1594 : tensor<128x384xf32>
    %1599 = stablehlo.add %1589, %1597 : tensor<128x1xf32>
    %cst_381 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %1600 = stablehlo.broadcast_in_dim %cst_381, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %1601 = stablehlo.divide %1599, %1600 : tensor<128x1xf32>
    %cst_382 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1602 = stablehlo.reduce(%1601 init: %cst_382) applies stablehlo.add across dimensions = [1] : (tensor<128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %1603 = stablehlo.broadcast_in_dim %1602, dims = [0] : (tensor<128xf32>) -> tensor<128x384xf32>
    %1604 = stablehlo.add %1598, %1603 : tensor<128x384xf32>
    %cst_383 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1605 = stablehlo.reduce(%1604 init: %cst_383) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1606 = stablehlo.reshape %1605 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_384 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1607 = stablehlo.reduce(%1606 init: %cst_384) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1608 = stablehlo.dot_general %1604, %37, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1609 = stablehlo.transpose %1608, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1610 = stablehlo.dot_general %1604, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<384x384xf32>) -> tensor<128x384xf32>
    %1611 = stablehlo.reshape %1610 : (tensor<128x384xf32>) -> tensor<128x6x64xf32>
    %1612 = stablehlo.transpose %1611, dims = [1, 0, 2] : (tensor<128x6x64xf32>) -> tensor<6x128x64xf32>
    %1613 = stablehlo.dot_general %1612, %31, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x128xf32>) -> tensor<6x64x128xf32>
    %1614 = stablehlo.transpose %1613, dims = [0, 2, 1] : (tensor<6x64x128xf32>) -> tensor<6x128x64xf32>
    %1615 = stablehlo.dot_general %1612, %17, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<6x128x64xf32>, tensor<6x128x64xf32>) -> tensor<6x128x128xf32>
    %1616 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1617 = stablehlo.multiply %1615, %1616 : tensor<6x128x128xf32>
    %1618 = stablehlo.multiply %1617, %27 : tensor<6x128x128xf32>
    %cst_385 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1619 = stablehlo.reduce(%1618 init: %cst_385) applies stablehlo.add across dimensions = [2] : (tensor<6x128x128xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1620 = stablehlo.reshape %1619 : (tensor<6x128xf32>) -> tensor<6x128x1xf32>
    %1621 = stablehlo.negate %1620 : tensor<6x128x1xf32>
    %1622 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<6x128x1xf32>) -> tensor<6x128x128xf32>
    %1623 = stablehlo.divide %1615, %1622 : tensor<6x128x128xf32>
    %cst_386 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1624 = stablehlo.reduce(%1621 init: %cst_386) applies stablehlo.add across dimensions = [2] : (tensor<6x128x1xf32>, tensor<f32>) -> tensor<6x128xf32>
    %1625 = stablehlo.broadcast_in_dim %1624, dims = [0, 1] : (tensor<6x128xf32>) -> tensor<6x128x128xf32>
    %1626 = stablehlo.add %1623, %1625 : tensor<6x128x128xf32>
    %1627 = stablehlo.multiply %1626, %27 : tensor<6x128x128xf32>
    %cst_387 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %1628 = stablehlo.broadcast_in_dim %cst_387, dims = [] : (tensor<f32>) -> tensor<6x128x128xf32>
    %1629 = stablehlo.divide %1627, %1628 : tensor<6x128x128xf32>
    %1630 = stablehlo.dot_general %1629, %5, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1631 = stablehlo.dot_general %1629, %11, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x128x128xf32>, tensor<6x128x64xf32>) -> tensor<6x128x64xf32>
    %1632 = stablehlo.transpose %1614, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1633 = stablehlo.reshape %1632 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_388 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1634 = stablehlo.reduce(%1633 init: %cst_388) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1635 = stablehlo.reshape %1634 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_389 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1636 = stablehlo.reduce(%1635 init: %cst_389) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1637 = stablehlo.dot_general %1633, %arg96, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1638 = stablehlo.transpose %1637, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1639 = stablehlo.transpose %1630, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1640 = stablehlo.reshape %1639 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_390 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1641 = stablehlo.reduce(%1640 init: %cst_390) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1642 = stablehlo.reshape %1641 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_391 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1643 = stablehlo.reduce(%1642 init: %cst_391) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1644 = stablehlo.dot_general %1640, %arg96, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1645 = stablehlo.transpose %1644, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    %1646 = stablehlo.transpose %1631, dims = [1, 0, 2] : (tensor<6x128x64xf32>) -> tensor<128x6x64xf32>
    %1647 = stablehlo.reshape %1646 : (tensor<128x6x64xf32>) -> tensor<128x384xf32>
    %cst_392 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1648 = stablehlo.reduce(%1647 init: %cst_392) applies stablehlo.add across dimensions = [0] : (tensor<128x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1649 = stablehlo.reshape %1648 : (tensor<384xf32>) -> tensor<1x384xf32>
    %cst_393 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1650 = stablehlo.reduce(%1649 init: %cst_393) applies stablehlo.add across dimensions = [0] : (tensor<1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %1651 = stablehlo.dot_general %1647, %arg96, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x384xf32>, tensor<128x384xf32>) -> tensor<384x384xf32>
    %1652 = stablehlo.transpose %1651, dims = [1, 0] : (tensor<384x384xf32>) -> tensor<384x384xf32>
    return %773, %1652, %1650, %1645, %1643, %1638, %1636, %1609, %1607, %1580, %1574, %1569, %1567, %1549, %1547, %1520, %1514, %1509, %1507, %1500, %1498, %1491, %1489, %1462, %1460, %1433, %1427, %1422, %1420, %1402, %1400, %1373, %1367, %1362, %1360, %1353, %1351, %1344, %1342, %1315, %1313, %1286, %1280, %1275, %1273, %1255, %1253, %1226, %1220, %1215, %1213, %1206, %1204, %1197, %1195, %1168, %1166, %1139, %1133, %1128, %1126, %1108, %1106, %1079, %1073, %1068, %1066, %1059, %1057, %1050, %1048, %1021, %1019, %992, %986, %981, %979, %961, %959, %932, %926, %921, %919, %912, %910, %903, %901, %874, %872, %845, %839, %834, %832, %814, %812, %785, %779 : tensor<f32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x1536xf32>, tensor<1536xf32>, tensor<1536x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x1536xf32>, tensor<1536xf32>, tensor<1536x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x1536xf32>, tensor<1536xf32>, tensor<1536x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x1536xf32>, tensor<1536xf32>, tensor<1536x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x1536xf32>, tensor<1536xf32>, tensor<1536x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384x1536xf32>, tensor<1536xf32>, tensor<1536x384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>
  }
}
