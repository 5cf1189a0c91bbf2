module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x7x3x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<1x1x64x64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<3x3x64x64xf32>, %arg11: tensor<64xf32>, %arg12: tensor<64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<1x1x64x256xf32>, %arg16: tensor<256xf32>, %arg17: tensor<256xf32>, %arg18: tensor<256xf32>, %arg19: tensor<256xf32>, %arg20: tensor<1x1x64x256xf32>, %arg21: tensor<256xf32>, %arg22: tensor<256xf32>, %arg23: tensor<256xf32>, %arg24: tensor<256xf32>, %arg25: tensor<1x1x256x64xf32>, %arg26: tensor<64xf32>, %arg27: tensor<64xf32>, %arg28: tensor<64xf32>, %arg29: tensor<64xf32>, %arg30: tensor<3x3x64x64xf32>, %arg31: tensor<64xf32>, %arg32: tensor<64xf32>, %arg33: tensor<64xf32>, %arg34: tensor<64xf32>, %arg35: tensor<1x1x64x256xf32>, %arg36: tensor<256xf32>, %arg37: tensor<256xf32>, %arg38: tensor<256xf32>, %arg39: tensor<256xf32>, %arg40: tensor<1x1x256x64xf32>, %arg41: tensor<64xf32>, %arg42: tensor<64xf32>, %arg43: tensor<64xf32>, %arg44: tensor<64xf32>, %arg45: tensor<3x3x64x64xf32>, %arg46: tensor<64xf32>, %arg47: tensor<64xf32>, %arg48: tensor<64xf32>, %arg49: tensor<64xf32>, %arg50: tensor<1x1x64x256xf32>, %arg51: tensor<256xf32>, %arg52: tensor<256xf32>, %arg53: tensor<256xf32>, %arg54: tensor<256xf32>, %arg55: tensor<1x1x256x128xf32>, %arg56: tensor<128xf32>, %arg57: tensor<128xf32>, %arg58: tensor<128xf32>, %arg59: tensor<128xf32>, %arg60: tensor<3x3x128x128xf32>, %arg61: tensor<128xf32>, %arg62: tensor<128xf32>, %arg63: tensor<128xf32>, %arg64: tensor<128xf32>, %arg65: tensor<1x1x128x512xf32>, %arg66: tensor<512xf32>, %arg67: tensor<512xf32>, %arg68: tensor<512xf32>, %arg69: tensor<512xf32>, %arg70: tensor<1x1x256x512xf32>, %arg71: tensor<512xf32>, %arg72: tensor<512xf32>, %arg73: tensor<512xf32>, %arg74: tensor<512xf32>, %arg75: tensor<1x1x512x128xf32>, %arg76: tensor<128xf32>, %arg77: tensor<128xf32>, %arg78: tensor<128xf32>, %arg79: tensor<128xf32>, %arg80: tensor<3x3x128x128xf32>, %arg81: tensor<128xf32>, %arg82: tensor<128xf32>, %arg83: tensor<128xf32>, %arg84: tensor<128xf32>, %arg85: tensor<1x1x128x512xf32>, %arg86: tensor<512xf32>, %arg87: tensor<512xf32>, %arg88: tensor<512xf32>, %arg89: tensor<512xf32>, %arg90: tensor<1x1x512x128xf32>, %arg91: tensor<128xf32>, %arg92: tensor<128xf32>, %arg93: tensor<128xf32>, %arg94: tensor<128xf32>, %arg95: tensor<3x3x128x128xf32>, %arg96: tensor<128xf32>, %arg97: tensor<128xf32>, %arg98: tensor<128xf32>, %arg99: tensor<128xf32>, %arg100: tensor<1x1x128x512xf32>, %arg101: tensor<512xf32>, %arg102: tensor<512xf32>, %arg103: tensor<512xf32>, %arg104: tensor<512xf32>, %arg105: tensor<1x1x512x128xf32>, %arg106: tensor<128xf32>, %arg107: tensor<128xf32>, %arg108: tensor<128xf32>, %arg109: tensor<128xf32>, %arg110: tensor<3x3x128x128xf32>, %arg111: tensor<128xf32>, %arg112: tensor<128xf32>, %arg113: tensor<128xf32>, %arg114: tensor<128xf32>, %arg115: tensor<1x1x128x512xf32>, %arg116: tensor<512xf32>, %arg117: tensor<512xf32>, %arg118: tensor<512xf32>, %arg119: tensor<512xf32>, %arg120: tensor<1x1x512x256xf32>, %arg121: tensor<256xf32>, %arg122: tensor<256xf32>, %arg123: tensor<256xf32>, %arg124: tensor<256xf32>, %arg125: tensor<3x3x256x256xf32>, %arg126: tensor<256xf32>, %arg127: tensor<256xf32>, %arg128: tensor<256xf32>, %arg129: tensor<256xf32>, %arg130: tensor<1x1x256x1024xf32>, %arg131: tensor<1024xf32>, %arg132: tensor<1024xf32>, %arg133: tensor<1024xf32>, %arg134: tensor<1024xf32>, %arg135: tensor<1x1x512x1024xf32>, %arg136: tensor<1024xf32>, %arg137: tensor<1024xf32>, %arg138: tensor<1024xf32>, %arg139: tensor<1024xf32>, %arg140: tensor<1x1x1024x256xf32>, %arg141: tensor<256xf32>, %arg142: tensor<256xf32>, %arg143: tensor<256xf32>, %arg144: tensor<256xf32>, %arg145: tensor<3x3x256x256xf32>, %arg146: tensor<256xf32>, %arg147: tensor<256xf32>, %arg148: tensor<256xf32>, %arg149: tensor<256xf32>, %arg150: tensor<1x1x256x1024xf32>, %arg151: tensor<1024xf32>, %arg152: tensor<1024xf32>, %arg153: tensor<1024xf32>, %arg154: tensor<1024xf32>, %arg155: tensor<1x1x1024x256xf32>, %arg156: tensor<256xf32>, %arg157: tensor<256xf32>, %arg158: tensor<256xf32>, %arg159: tensor<256xf32>, %arg160: tensor<3x3x256x256xf32>, %arg161: tensor<256xf32>, %arg162: tensor<256xf32>, %arg163: tensor<256xf32>, %arg164: tensor<256xf32>, %arg165: tensor<1x1x256x1024xf32>, %arg166: tensor<1024xf32>, %arg167: tensor<1024xf32>, %arg168: tensor<1024xf32>, %arg169: tensor<1024xf32>, %arg170: tensor<1x1x1024x256xf32>, %arg171: tensor<256xf32>, %arg172: tensor<256xf32>, %arg173: tensor<256xf32>, %arg174: tensor<256xf32>, %arg175: tensor<3x3x256x256xf32>, %arg176: tensor<256xf32>, %arg177: tensor<256xf32>, %arg178: tensor<256xf32>, %arg179: tensor<256xf32>, %arg180: tensor<1x1x256x1024xf32>, %arg181: tensor<1024xf32>, %arg182: tensor<1024xf32>, %arg183: tensor<1024xf32>, %arg184: tensor<1024xf32>, %arg185: tensor<1x1x1024x256xf32>, %arg186: tensor<256xf32>, %arg187: tensor<256xf32>, %arg188: tensor<256xf32>, %arg189: tensor<256xf32>, %arg190: tensor<3x3x256x256xf32>, %arg191: tensor<256xf32>, %arg192: tensor<256xf32>, %arg193: tensor<256xf32>, %arg194: tensor<256xf32>, %arg195: tensor<1x1x256x1024xf32>, %arg196: tensor<1024xf32>, %arg197: tensor<1024xf32>, %arg198: tensor<1024xf32>, %arg199: tensor<1024xf32>, %arg200: tensor<1x1x1024x256xf32>, %arg201: tensor<256xf32>, %arg202: tensor<256xf32>, %arg203: tensor<256xf32>, %arg204: tensor<256xf32>, %arg205: tensor<3x3x256x256xf32>, %arg206: tensor<256xf32>, %arg207: tensor<256xf32>, %arg208: tensor<256xf32>, %arg209: tensor<256xf32>, %arg210: tensor<1x1x256x1024xf32>, %arg211: tensor<1024xf32>, %arg212: tensor<1024xf32>, %arg213: tensor<1024xf32>, %arg214: tensor<1024xf32>, %arg215: tensor<1x1x1024x512xf32>, %arg216: tensor<512xf32>, %arg217: tensor<512xf32>, %arg218: tensor<512xf32>, %arg219: tensor<512xf32>, %arg220: tensor<3x3x512x512xf32>, %arg221: tensor<512xf32>, %arg222: tensor<512xf32>, %arg223: tensor<512xf32>, %arg224: tensor<512xf32>, %arg225: tensor<1x1x512x2048xf32>, %arg226: tensor<2048xf32>, %arg227: tensor<2048xf32>, %arg228: tensor<2048xf32>, %arg229: tensor<2048xf32>, %arg230: tensor<1x1x1024x2048xf32>, %arg231: tensor<2048xf32>, %arg232: tensor<2048xf32>, %arg233: tensor<2048xf32>, %arg234: tensor<2048xf32>, %arg235: tensor<1x1x2048x512xf32>, %arg236: tensor<512xf32>, %arg237: tensor<512xf32>, %arg238: tensor<512xf32>, %arg239: tensor<512xf32>, %arg240: tensor<3x3x512x512xf32>, %arg241: tensor<512xf32>, %arg242: tensor<512xf32>, %arg243: tensor<512xf32>, %arg244: tensor<512xf32>, %arg245: tensor<1x1x512x2048xf32>, %arg246: tensor<2048xf32>, %arg247: tensor<2048xf32>, %arg248: tensor<2048xf32>, %arg249: tensor<2048xf32>, %arg250: tensor<1x1x2048x512xf32>, %arg251: tensor<512xf32>, %arg252: tensor<512xf32>, %arg253: tensor<512xf32>, %arg254: tensor<512xf32>, %arg255: tensor<3x3x512x512xf32>, %arg256: tensor<512xf32>, %arg257: tensor<512xf32>, %arg258: tensor<512xf32>, %arg259: tensor<512xf32>, %arg260: tensor<1x1x512x2048xf32>, %arg261: tensor<2048xf32>, %arg262: tensor<2048xf32>, %arg263: tensor<2048xf32>, %arg264: tensor<2048xf32>, %arg265: tensor<2048x1000xf32>, %arg266: tensor<1000xf32>, %arg267: tensor<8x224x224x3xf32>) -> (tensor<8x1000xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg267, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[3, 3], [3, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x224x224x3xf32>, tensor<7x7x3x64xf32>) -> tensor<8x112x112x64xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<8x112x112x64xf32>
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %5 = stablehlo.add %arg4, %4 : tensor<64xf32>
    %6 = stablehlo.rsqrt %5 : tensor<64xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %9 = stablehlo.multiply %3, %8 : tensor<8x112x112x64xf32>
    %10 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<8x112x112x64xf32>
    %13 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x112x112x64xf32>
    %15 = stablehlo.add %12, %14 : tensor<8x112x112x64xf32>
    %16 = call @relu(%15) : (tensor<8x112x112x64xf32>) -> tensor<8x112x112x64xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %18 = "stablehlo.reduce_window"(%16, %17) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg268: tensor<f32>, %arg269: tensor<f32>):
      %922 = stablehlo.maximum %arg268, %arg269 : tensor<f32>
      stablehlo.return %922 : tensor<f32>
    }) : (tensor<8x112x112x64xf32>, tensor<f32>) -> tensor<8x56x56x64xf32>
    %19 = stablehlo.convolution(%18, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>) -> tensor<8x56x56x64xf32>
    %20 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %22 = stablehlo.subtract %19, %21 : tensor<8x56x56x64xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %24 = stablehlo.add %arg9, %23 : tensor<64xf32>
    %25 = stablehlo.rsqrt %24 : tensor<64xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %28 = stablehlo.multiply %22, %27 : tensor<8x56x56x64xf32>
    %29 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %31 = stablehlo.multiply %28, %30 : tensor<8x56x56x64xf32>
    %32 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %34 = stablehlo.add %31, %33 : tensor<8x56x56x64xf32>
    %35 = call @relu_0(%34) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %36 = stablehlo.convolution(%35, %arg10) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %37 = stablehlo.broadcast_in_dim %arg13, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %39 = stablehlo.subtract %36, %38 : tensor<8x56x56x64xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %41 = stablehlo.add %arg14, %40 : tensor<64xf32>
    %42 = stablehlo.rsqrt %41 : tensor<64xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %45 = stablehlo.multiply %39, %44 : tensor<8x56x56x64xf32>
    %46 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %48 = stablehlo.multiply %45, %47 : tensor<8x56x56x64xf32>
    %49 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %51 = stablehlo.add %48, %50 : tensor<8x56x56x64xf32>
    %52 = call @relu_0(%51) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %53 = stablehlo.convolution(%52, %arg15) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x256xf32>
    %54 = stablehlo.broadcast_in_dim %arg18, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %56 = stablehlo.subtract %53, %55 : tensor<8x56x56x256xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %58 = stablehlo.add %arg19, %57 : tensor<256xf32>
    %59 = stablehlo.rsqrt %58 : tensor<256xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %62 = stablehlo.multiply %56, %61 : tensor<8x56x56x256xf32>
    %63 = stablehlo.broadcast_in_dim %arg16, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %65 = stablehlo.multiply %62, %64 : tensor<8x56x56x256xf32>
    %66 = stablehlo.broadcast_in_dim %arg17, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %68 = stablehlo.add %65, %67 : tensor<8x56x56x256xf32>
    %69 = stablehlo.convolution(%18, %arg20) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x256xf32>
    %70 = stablehlo.broadcast_in_dim %arg23, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %72 = stablehlo.subtract %69, %71 : tensor<8x56x56x256xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %74 = stablehlo.add %arg24, %73 : tensor<256xf32>
    %75 = stablehlo.rsqrt %74 : tensor<256xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %78 = stablehlo.multiply %72, %77 : tensor<8x56x56x256xf32>
    %79 = stablehlo.broadcast_in_dim %arg21, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %81 = stablehlo.multiply %78, %80 : tensor<8x56x56x256xf32>
    %82 = stablehlo.broadcast_in_dim %arg22, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %84 = stablehlo.add %81, %83 : tensor<8x56x56x256xf32>
    %85 = stablehlo.add %84, %68 : tensor<8x56x56x256xf32>
    %86 = call @relu_1(%85) : (tensor<8x56x56x256xf32>) -> tensor<8x56x56x256xf32>
    %87 = stablehlo.convolution(%86, %arg25) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>) -> tensor<8x56x56x64xf32>
    %88 = stablehlo.broadcast_in_dim %arg28, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %90 = stablehlo.subtract %87, %89 : tensor<8x56x56x64xf32>
    %cst_5 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %92 = stablehlo.add %arg29, %91 : tensor<64xf32>
    %93 = stablehlo.rsqrt %92 : tensor<64xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %96 = stablehlo.multiply %90, %95 : tensor<8x56x56x64xf32>
    %97 = stablehlo.broadcast_in_dim %arg26, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %99 = stablehlo.multiply %96, %98 : tensor<8x56x56x64xf32>
    %100 = stablehlo.broadcast_in_dim %arg27, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %102 = stablehlo.add %99, %101 : tensor<8x56x56x64xf32>
    %103 = call @relu_0(%102) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %104 = stablehlo.convolution(%103, %arg30) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %105 = stablehlo.broadcast_in_dim %arg33, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %107 = stablehlo.subtract %104, %106 : tensor<8x56x56x64xf32>
    %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %109 = stablehlo.add %arg34, %108 : tensor<64xf32>
    %110 = stablehlo.rsqrt %109 : tensor<64xf32>
    %111 = stablehlo.broadcast_in_dim %110, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %113 = stablehlo.multiply %107, %112 : tensor<8x56x56x64xf32>
    %114 = stablehlo.broadcast_in_dim %arg31, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %116 = stablehlo.multiply %113, %115 : tensor<8x56x56x64xf32>
    %117 = stablehlo.broadcast_in_dim %arg32, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %119 = stablehlo.add %116, %118 : tensor<8x56x56x64xf32>
    %120 = call @relu_0(%119) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %121 = stablehlo.convolution(%120, %arg35) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x256xf32>
    %122 = stablehlo.broadcast_in_dim %arg38, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %124 = stablehlo.subtract %121, %123 : tensor<8x56x56x256xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %126 = stablehlo.add %arg39, %125 : tensor<256xf32>
    %127 = stablehlo.rsqrt %126 : tensor<256xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %130 = stablehlo.multiply %124, %129 : tensor<8x56x56x256xf32>
    %131 = stablehlo.broadcast_in_dim %arg36, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %133 = stablehlo.multiply %130, %132 : tensor<8x56x56x256xf32>
    %134 = stablehlo.broadcast_in_dim %arg37, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %136 = stablehlo.add %133, %135 : tensor<8x56x56x256xf32>
    %137 = stablehlo.add %86, %136 : tensor<8x56x56x256xf32>
    %138 = call @relu_1(%137) : (tensor<8x56x56x256xf32>) -> tensor<8x56x56x256xf32>
    %139 = stablehlo.convolution(%138, %arg40) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x256x64xf32>) -> tensor<8x56x56x64xf32>
    %140 = stablehlo.broadcast_in_dim %arg43, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %141 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %142 = stablehlo.subtract %139, %141 : tensor<8x56x56x64xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %144 = stablehlo.add %arg44, %143 : tensor<64xf32>
    %145 = stablehlo.rsqrt %144 : tensor<64xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %148 = stablehlo.multiply %142, %147 : tensor<8x56x56x64xf32>
    %149 = stablehlo.broadcast_in_dim %arg41, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %151 = stablehlo.multiply %148, %150 : tensor<8x56x56x64xf32>
    %152 = stablehlo.broadcast_in_dim %arg42, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %154 = stablehlo.add %151, %153 : tensor<8x56x56x64xf32>
    %155 = call @relu_0(%154) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %156 = stablehlo.convolution(%155, %arg45) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    %157 = stablehlo.broadcast_in_dim %arg48, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %159 = stablehlo.subtract %156, %158 : tensor<8x56x56x64xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %161 = stablehlo.add %arg49, %160 : tensor<64xf32>
    %162 = stablehlo.rsqrt %161 : tensor<64xf32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %165 = stablehlo.multiply %159, %164 : tensor<8x56x56x64xf32>
    %166 = stablehlo.broadcast_in_dim %arg46, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %168 = stablehlo.multiply %165, %167 : tensor<8x56x56x64xf32>
    %169 = stablehlo.broadcast_in_dim %arg47, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %170 = stablehlo.broadcast_in_dim %169, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<8x56x56x64xf32>
    %171 = stablehlo.add %168, %170 : tensor<8x56x56x64xf32>
    %172 = call @relu_0(%171) : (tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32>
    %173 = stablehlo.convolution(%172, %arg50) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x64xf32>, tensor<1x1x64x256xf32>) -> tensor<8x56x56x256xf32>
    %174 = stablehlo.broadcast_in_dim %arg53, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %176 = stablehlo.subtract %173, %175 : tensor<8x56x56x256xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %178 = stablehlo.add %arg54, %177 : tensor<256xf32>
    %179 = stablehlo.rsqrt %178 : tensor<256xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %182 = stablehlo.multiply %176, %181 : tensor<8x56x56x256xf32>
    %183 = stablehlo.broadcast_in_dim %arg51, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %185 = stablehlo.multiply %182, %184 : tensor<8x56x56x256xf32>
    %186 = stablehlo.broadcast_in_dim %arg52, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %187 = stablehlo.broadcast_in_dim %186, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x56x56x256xf32>
    %188 = stablehlo.add %185, %187 : tensor<8x56x56x256xf32>
    %189 = stablehlo.add %138, %188 : tensor<8x56x56x256xf32>
    %190 = call @relu_1(%189) : (tensor<8x56x56x256xf32>) -> tensor<8x56x56x256xf32>
    %191 = stablehlo.convolution(%190, %arg55) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x256x128xf32>) -> tensor<8x56x56x128xf32>
    %192 = stablehlo.broadcast_in_dim %arg58, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x56x56x128xf32>
    %194 = stablehlo.subtract %191, %193 : tensor<8x56x56x128xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %196 = stablehlo.add %arg59, %195 : tensor<128xf32>
    %197 = stablehlo.rsqrt %196 : tensor<128xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x56x56x128xf32>
    %200 = stablehlo.multiply %194, %199 : tensor<8x56x56x128xf32>
    %201 = stablehlo.broadcast_in_dim %arg56, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x56x56x128xf32>
    %203 = stablehlo.multiply %200, %202 : tensor<8x56x56x128xf32>
    %204 = stablehlo.broadcast_in_dim %arg57, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x56x56x128xf32>
    %206 = stablehlo.add %203, %205 : tensor<8x56x56x128xf32>
    %207 = call @relu_2(%206) : (tensor<8x56x56x128xf32>) -> tensor<8x56x56x128xf32>
    %208 = stablehlo.convolution(%207, %arg60) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %209 = stablehlo.broadcast_in_dim %arg63, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %211 = stablehlo.subtract %208, %210 : tensor<8x28x28x128xf32>
    %cst_12 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %213 = stablehlo.add %arg64, %212 : tensor<128xf32>
    %214 = stablehlo.rsqrt %213 : tensor<128xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %217 = stablehlo.multiply %211, %216 : tensor<8x28x28x128xf32>
    %218 = stablehlo.broadcast_in_dim %arg61, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %220 = stablehlo.multiply %217, %219 : tensor<8x28x28x128xf32>
    %221 = stablehlo.broadcast_in_dim %arg62, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %222 = stablehlo.broadcast_in_dim %221, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %223 = stablehlo.add %220, %222 : tensor<8x28x28x128xf32>
    %224 = call @relu_3(%223) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %225 = stablehlo.convolution(%224, %arg65) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x512xf32>
    %226 = stablehlo.broadcast_in_dim %arg68, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %228 = stablehlo.subtract %225, %227 : tensor<8x28x28x512xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %230 = stablehlo.add %arg69, %229 : tensor<512xf32>
    %231 = stablehlo.rsqrt %230 : tensor<512xf32>
    %232 = stablehlo.broadcast_in_dim %231, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %233 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %234 = stablehlo.multiply %228, %233 : tensor<8x28x28x512xf32>
    %235 = stablehlo.broadcast_in_dim %arg66, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %236 = stablehlo.broadcast_in_dim %235, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %237 = stablehlo.multiply %234, %236 : tensor<8x28x28x512xf32>
    %238 = stablehlo.broadcast_in_dim %arg67, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %240 = stablehlo.add %237, %239 : tensor<8x28x28x512xf32>
    %241 = stablehlo.convolution(%190, %arg70) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x56x56x256xf32>, tensor<1x1x256x512xf32>) -> tensor<8x28x28x512xf32>
    %242 = stablehlo.broadcast_in_dim %arg73, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %243 = stablehlo.broadcast_in_dim %242, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %244 = stablehlo.subtract %241, %243 : tensor<8x28x28x512xf32>
    %cst_14 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %246 = stablehlo.add %arg74, %245 : tensor<512xf32>
    %247 = stablehlo.rsqrt %246 : tensor<512xf32>
    %248 = stablehlo.broadcast_in_dim %247, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %250 = stablehlo.multiply %244, %249 : tensor<8x28x28x512xf32>
    %251 = stablehlo.broadcast_in_dim %arg71, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %252 = stablehlo.broadcast_in_dim %251, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %253 = stablehlo.multiply %250, %252 : tensor<8x28x28x512xf32>
    %254 = stablehlo.broadcast_in_dim %arg72, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %256 = stablehlo.add %253, %255 : tensor<8x28x28x512xf32>
    %257 = stablehlo.add %256, %240 : tensor<8x28x28x512xf32>
    %258 = call @relu_4(%257) : (tensor<8x28x28x512xf32>) -> tensor<8x28x28x512xf32>
    %259 = stablehlo.convolution(%258, %arg75) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>) -> tensor<8x28x28x128xf32>
    %260 = stablehlo.broadcast_in_dim %arg78, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %262 = stablehlo.subtract %259, %261 : tensor<8x28x28x128xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %264 = stablehlo.add %arg79, %263 : tensor<128xf32>
    %265 = stablehlo.rsqrt %264 : tensor<128xf32>
    %266 = stablehlo.broadcast_in_dim %265, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %267 = stablehlo.broadcast_in_dim %266, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %268 = stablehlo.multiply %262, %267 : tensor<8x28x28x128xf32>
    %269 = stablehlo.broadcast_in_dim %arg76, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %271 = stablehlo.multiply %268, %270 : tensor<8x28x28x128xf32>
    %272 = stablehlo.broadcast_in_dim %arg77, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %273 = stablehlo.broadcast_in_dim %272, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %274 = stablehlo.add %271, %273 : tensor<8x28x28x128xf32>
    %275 = call @relu_3(%274) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %276 = stablehlo.convolution(%275, %arg80) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %277 = stablehlo.broadcast_in_dim %arg83, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %278 = stablehlo.broadcast_in_dim %277, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %279 = stablehlo.subtract %276, %278 : tensor<8x28x28x128xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %281 = stablehlo.add %arg84, %280 : tensor<128xf32>
    %282 = stablehlo.rsqrt %281 : tensor<128xf32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %284 = stablehlo.broadcast_in_dim %283, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %285 = stablehlo.multiply %279, %284 : tensor<8x28x28x128xf32>
    %286 = stablehlo.broadcast_in_dim %arg81, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %287 = stablehlo.broadcast_in_dim %286, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %288 = stablehlo.multiply %285, %287 : tensor<8x28x28x128xf32>
    %289 = stablehlo.broadcast_in_dim %arg82, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %290 = stablehlo.broadcast_in_dim %289, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %291 = stablehlo.add %288, %290 : tensor<8x28x28x128xf32>
    %292 = call @relu_3(%291) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %293 = stablehlo.convolution(%292, %arg85) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x512xf32>
    %294 = stablehlo.broadcast_in_dim %arg88, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %295 = stablehlo.broadcast_in_dim %294, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %296 = stablehlo.subtract %293, %295 : tensor<8x28x28x512xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %298 = stablehlo.add %arg89, %297 : tensor<512xf32>
    %299 = stablehlo.rsqrt %298 : tensor<512xf32>
    %300 = stablehlo.broadcast_in_dim %299, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %301 = stablehlo.broadcast_in_dim %300, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %302 = stablehlo.multiply %296, %301 : tensor<8x28x28x512xf32>
    %303 = stablehlo.broadcast_in_dim %arg86, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %305 = stablehlo.multiply %302, %304 : tensor<8x28x28x512xf32>
    %306 = stablehlo.broadcast_in_dim %arg87, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %307 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %308 = stablehlo.add %305, %307 : tensor<8x28x28x512xf32>
    %309 = stablehlo.add %258, %308 : tensor<8x28x28x512xf32>
    %310 = call @relu_4(%309) : (tensor<8x28x28x512xf32>) -> tensor<8x28x28x512xf32>
    %311 = stablehlo.convolution(%310, %arg90) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>) -> tensor<8x28x28x128xf32>
    %312 = stablehlo.broadcast_in_dim %arg93, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %313 = stablehlo.broadcast_in_dim %312, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %314 = stablehlo.subtract %311, %313 : tensor<8x28x28x128xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %316 = stablehlo.add %arg94, %315 : tensor<128xf32>
    %317 = stablehlo.rsqrt %316 : tensor<128xf32>
    %318 = stablehlo.broadcast_in_dim %317, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %319 = stablehlo.broadcast_in_dim %318, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %320 = stablehlo.multiply %314, %319 : tensor<8x28x28x128xf32>
    %321 = stablehlo.broadcast_in_dim %arg91, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %322 = stablehlo.broadcast_in_dim %321, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %323 = stablehlo.multiply %320, %322 : tensor<8x28x28x128xf32>
    %324 = stablehlo.broadcast_in_dim %arg92, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %325 = stablehlo.broadcast_in_dim %324, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %326 = stablehlo.add %323, %325 : tensor<8x28x28x128xf32>
    %327 = call @relu_3(%326) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %328 = stablehlo.convolution(%327, %arg95) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %329 = stablehlo.broadcast_in_dim %arg98, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %330 = stablehlo.broadcast_in_dim %329, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %331 = stablehlo.subtract %328, %330 : tensor<8x28x28x128xf32>
    %cst_19 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %333 = stablehlo.add %arg99, %332 : tensor<128xf32>
    %334 = stablehlo.rsqrt %333 : tensor<128xf32>
    %335 = stablehlo.broadcast_in_dim %334, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %336 = stablehlo.broadcast_in_dim %335, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %337 = stablehlo.multiply %331, %336 : tensor<8x28x28x128xf32>
    %338 = stablehlo.broadcast_in_dim %arg96, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %339 = stablehlo.broadcast_in_dim %338, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %340 = stablehlo.multiply %337, %339 : tensor<8x28x28x128xf32>
    %341 = stablehlo.broadcast_in_dim %arg97, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %342 = stablehlo.broadcast_in_dim %341, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %343 = stablehlo.add %340, %342 : tensor<8x28x28x128xf32>
    %344 = call @relu_3(%343) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %345 = stablehlo.convolution(%344, %arg100) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x512xf32>
    %346 = stablehlo.broadcast_in_dim %arg103, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %347 = stablehlo.broadcast_in_dim %346, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %348 = stablehlo.subtract %345, %347 : tensor<8x28x28x512xf32>
    %cst_20 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %350 = stablehlo.add %arg104, %349 : tensor<512xf32>
    %351 = stablehlo.rsqrt %350 : tensor<512xf32>
    %352 = stablehlo.broadcast_in_dim %351, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %353 = stablehlo.broadcast_in_dim %352, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %354 = stablehlo.multiply %348, %353 : tensor<8x28x28x512xf32>
    %355 = stablehlo.broadcast_in_dim %arg101, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %356 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %357 = stablehlo.multiply %354, %356 : tensor<8x28x28x512xf32>
    %358 = stablehlo.broadcast_in_dim %arg102, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %359 = stablehlo.broadcast_in_dim %358, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %360 = stablehlo.add %357, %359 : tensor<8x28x28x512xf32>
    %361 = stablehlo.add %310, %360 : tensor<8x28x28x512xf32>
    %362 = call @relu_4(%361) : (tensor<8x28x28x512xf32>) -> tensor<8x28x28x512xf32>
    %363 = stablehlo.convolution(%362, %arg105) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x128xf32>) -> tensor<8x28x28x128xf32>
    %364 = stablehlo.broadcast_in_dim %arg108, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %365 = stablehlo.broadcast_in_dim %364, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %366 = stablehlo.subtract %363, %365 : tensor<8x28x28x128xf32>
    %cst_21 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %367 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %368 = stablehlo.add %arg109, %367 : tensor<128xf32>
    %369 = stablehlo.rsqrt %368 : tensor<128xf32>
    %370 = stablehlo.broadcast_in_dim %369, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %371 = stablehlo.broadcast_in_dim %370, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %372 = stablehlo.multiply %366, %371 : tensor<8x28x28x128xf32>
    %373 = stablehlo.broadcast_in_dim %arg106, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %374 = stablehlo.broadcast_in_dim %373, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %375 = stablehlo.multiply %372, %374 : tensor<8x28x28x128xf32>
    %376 = stablehlo.broadcast_in_dim %arg107, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %377 = stablehlo.broadcast_in_dim %376, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %378 = stablehlo.add %375, %377 : tensor<8x28x28x128xf32>
    %379 = call @relu_3(%378) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %380 = stablehlo.convolution(%379, %arg110) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<3x3x128x128xf32>) -> tensor<8x28x28x128xf32>
    %381 = stablehlo.broadcast_in_dim %arg113, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %382 = stablehlo.broadcast_in_dim %381, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %383 = stablehlo.subtract %380, %382 : tensor<8x28x28x128xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %385 = stablehlo.add %arg114, %384 : tensor<128xf32>
    %386 = stablehlo.rsqrt %385 : tensor<128xf32>
    %387 = stablehlo.broadcast_in_dim %386, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %388 = stablehlo.broadcast_in_dim %387, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %389 = stablehlo.multiply %383, %388 : tensor<8x28x28x128xf32>
    %390 = stablehlo.broadcast_in_dim %arg111, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %391 = stablehlo.broadcast_in_dim %390, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %392 = stablehlo.multiply %389, %391 : tensor<8x28x28x128xf32>
    %393 = stablehlo.broadcast_in_dim %arg112, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %394 = stablehlo.broadcast_in_dim %393, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<8x28x28x128xf32>
    %395 = stablehlo.add %392, %394 : tensor<8x28x28x128xf32>
    %396 = call @relu_3(%395) : (tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32>
    %397 = stablehlo.convolution(%396, %arg115) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x128xf32>, tensor<1x1x128x512xf32>) -> tensor<8x28x28x512xf32>
    %398 = stablehlo.broadcast_in_dim %arg118, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %399 = stablehlo.broadcast_in_dim %398, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %400 = stablehlo.subtract %397, %399 : tensor<8x28x28x512xf32>
    %cst_23 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %401 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %402 = stablehlo.add %arg119, %401 : tensor<512xf32>
    %403 = stablehlo.rsqrt %402 : tensor<512xf32>
    %404 = stablehlo.broadcast_in_dim %403, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %405 = stablehlo.broadcast_in_dim %404, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %406 = stablehlo.multiply %400, %405 : tensor<8x28x28x512xf32>
    %407 = stablehlo.broadcast_in_dim %arg116, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %408 = stablehlo.broadcast_in_dim %407, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %409 = stablehlo.multiply %406, %408 : tensor<8x28x28x512xf32>
    %410 = stablehlo.broadcast_in_dim %arg117, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %411 = stablehlo.broadcast_in_dim %410, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x28x28x512xf32>
    %412 = stablehlo.add %409, %411 : tensor<8x28x28x512xf32>
    %413 = stablehlo.add %362, %412 : tensor<8x28x28x512xf32>
    %414 = call @relu_4(%413) : (tensor<8x28x28x512xf32>) -> tensor<8x28x28x512xf32>
    %415 = stablehlo.convolution(%414, %arg120) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x256xf32>) -> tensor<8x28x28x256xf32>
    %416 = stablehlo.broadcast_in_dim %arg123, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %417 = stablehlo.broadcast_in_dim %416, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x28x28x256xf32>
    %418 = stablehlo.subtract %415, %417 : tensor<8x28x28x256xf32>
    %cst_24 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %419 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %420 = stablehlo.add %arg124, %419 : tensor<256xf32>
    %421 = stablehlo.rsqrt %420 : tensor<256xf32>
    %422 = stablehlo.broadcast_in_dim %421, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %423 = stablehlo.broadcast_in_dim %422, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x28x28x256xf32>
    %424 = stablehlo.multiply %418, %423 : tensor<8x28x28x256xf32>
    %425 = stablehlo.broadcast_in_dim %arg121, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %426 = stablehlo.broadcast_in_dim %425, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x28x28x256xf32>
    %427 = stablehlo.multiply %424, %426 : tensor<8x28x28x256xf32>
    %428 = stablehlo.broadcast_in_dim %arg122, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %429 = stablehlo.broadcast_in_dim %428, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x28x28x256xf32>
    %430 = stablehlo.add %427, %429 : tensor<8x28x28x256xf32>
    %431 = call @relu_5(%430) : (tensor<8x28x28x256xf32>) -> tensor<8x28x28x256xf32>
    %432 = stablehlo.convolution(%431, %arg125) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %433 = stablehlo.broadcast_in_dim %arg128, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %434 = stablehlo.broadcast_in_dim %433, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %435 = stablehlo.subtract %432, %434 : tensor<8x14x14x256xf32>
    %cst_25 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %436 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %437 = stablehlo.add %arg129, %436 : tensor<256xf32>
    %438 = stablehlo.rsqrt %437 : tensor<256xf32>
    %439 = stablehlo.broadcast_in_dim %438, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %440 = stablehlo.broadcast_in_dim %439, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %441 = stablehlo.multiply %435, %440 : tensor<8x14x14x256xf32>
    %442 = stablehlo.broadcast_in_dim %arg126, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %443 = stablehlo.broadcast_in_dim %442, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %444 = stablehlo.multiply %441, %443 : tensor<8x14x14x256xf32>
    %445 = stablehlo.broadcast_in_dim %arg127, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %446 = stablehlo.broadcast_in_dim %445, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %447 = stablehlo.add %444, %446 : tensor<8x14x14x256xf32>
    %448 = call @relu_6(%447) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %449 = stablehlo.convolution(%448, %arg130) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %450 = stablehlo.broadcast_in_dim %arg133, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %451 = stablehlo.broadcast_in_dim %450, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %452 = stablehlo.subtract %449, %451 : tensor<8x14x14x1024xf32>
    %cst_26 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %454 = stablehlo.add %arg134, %453 : tensor<1024xf32>
    %455 = stablehlo.rsqrt %454 : tensor<1024xf32>
    %456 = stablehlo.broadcast_in_dim %455, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %457 = stablehlo.broadcast_in_dim %456, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %458 = stablehlo.multiply %452, %457 : tensor<8x14x14x1024xf32>
    %459 = stablehlo.broadcast_in_dim %arg131, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %460 = stablehlo.broadcast_in_dim %459, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %461 = stablehlo.multiply %458, %460 : tensor<8x14x14x1024xf32>
    %462 = stablehlo.broadcast_in_dim %arg132, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %463 = stablehlo.broadcast_in_dim %462, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %464 = stablehlo.add %461, %463 : tensor<8x14x14x1024xf32>
    %465 = stablehlo.convolution(%414, %arg135) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x28x28x512xf32>, tensor<1x1x512x1024xf32>) -> tensor<8x14x14x1024xf32>
    %466 = stablehlo.broadcast_in_dim %arg138, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %467 = stablehlo.broadcast_in_dim %466, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %468 = stablehlo.subtract %465, %467 : tensor<8x14x14x1024xf32>
    %cst_27 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %469 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %470 = stablehlo.add %arg139, %469 : tensor<1024xf32>
    %471 = stablehlo.rsqrt %470 : tensor<1024xf32>
    %472 = stablehlo.broadcast_in_dim %471, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %473 = stablehlo.broadcast_in_dim %472, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %474 = stablehlo.multiply %468, %473 : tensor<8x14x14x1024xf32>
    %475 = stablehlo.broadcast_in_dim %arg136, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %476 = stablehlo.broadcast_in_dim %475, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %477 = stablehlo.multiply %474, %476 : tensor<8x14x14x1024xf32>
    %478 = stablehlo.broadcast_in_dim %arg137, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %479 = stablehlo.broadcast_in_dim %478, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %480 = stablehlo.add %477, %479 : tensor<8x14x14x1024xf32>
    %481 = stablehlo.add %480, %464 : tensor<8x14x14x1024xf32>
    %482 = call @relu_7(%481) : (tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xf32>
    %483 = stablehlo.convolution(%482, %arg140) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>) -> tensor<8x14x14x256xf32>
    %484 = stablehlo.broadcast_in_dim %arg143, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %485 = stablehlo.broadcast_in_dim %484, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %486 = stablehlo.subtract %483, %485 : tensor<8x14x14x256xf32>
    %cst_28 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %487 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %488 = stablehlo.add %arg144, %487 : tensor<256xf32>
    %489 = stablehlo.rsqrt %488 : tensor<256xf32>
    %490 = stablehlo.broadcast_in_dim %489, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %491 = stablehlo.broadcast_in_dim %490, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %492 = stablehlo.multiply %486, %491 : tensor<8x14x14x256xf32>
    %493 = stablehlo.broadcast_in_dim %arg141, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %494 = stablehlo.broadcast_in_dim %493, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %495 = stablehlo.multiply %492, %494 : tensor<8x14x14x256xf32>
    %496 = stablehlo.broadcast_in_dim %arg142, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %497 = stablehlo.broadcast_in_dim %496, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %498 = stablehlo.add %495, %497 : tensor<8x14x14x256xf32>
    %499 = call @relu_6(%498) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %500 = stablehlo.convolution(%499, %arg145) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %501 = stablehlo.broadcast_in_dim %arg148, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %502 = stablehlo.broadcast_in_dim %501, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %503 = stablehlo.subtract %500, %502 : tensor<8x14x14x256xf32>
    %cst_29 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %504 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %505 = stablehlo.add %arg149, %504 : tensor<256xf32>
    %506 = stablehlo.rsqrt %505 : tensor<256xf32>
    %507 = stablehlo.broadcast_in_dim %506, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %508 = stablehlo.broadcast_in_dim %507, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %509 = stablehlo.multiply %503, %508 : tensor<8x14x14x256xf32>
    %510 = stablehlo.broadcast_in_dim %arg146, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %511 = stablehlo.broadcast_in_dim %510, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %512 = stablehlo.multiply %509, %511 : tensor<8x14x14x256xf32>
    %513 = stablehlo.broadcast_in_dim %arg147, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %514 = stablehlo.broadcast_in_dim %513, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %515 = stablehlo.add %512, %514 : tensor<8x14x14x256xf32>
    %516 = call @relu_6(%515) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %517 = stablehlo.convolution(%516, %arg150) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %518 = stablehlo.broadcast_in_dim %arg153, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %519 = stablehlo.broadcast_in_dim %518, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %520 = stablehlo.subtract %517, %519 : tensor<8x14x14x1024xf32>
    %cst_30 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %521 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %522 = stablehlo.add %arg154, %521 : tensor<1024xf32>
    %523 = stablehlo.rsqrt %522 : tensor<1024xf32>
    %524 = stablehlo.broadcast_in_dim %523, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %525 = stablehlo.broadcast_in_dim %524, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %526 = stablehlo.multiply %520, %525 : tensor<8x14x14x1024xf32>
    %527 = stablehlo.broadcast_in_dim %arg151, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %528 = stablehlo.broadcast_in_dim %527, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %529 = stablehlo.multiply %526, %528 : tensor<8x14x14x1024xf32>
    %530 = stablehlo.broadcast_in_dim %arg152, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %531 = stablehlo.broadcast_in_dim %530, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %532 = stablehlo.add %529, %531 : tensor<8x14x14x1024xf32>
    %533 = stablehlo.add %482, %532 : tensor<8x14x14x1024xf32>
    %534 = call @relu_7(%533) : (tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xf32>
    %535 = stablehlo.convolution(%534, %arg155) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>) -> tensor<8x14x14x256xf32>
    %536 = stablehlo.broadcast_in_dim %arg158, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %537 = stablehlo.broadcast_in_dim %536, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %538 = stablehlo.subtract %535, %537 : tensor<8x14x14x256xf32>
    %cst_31 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %539 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %540 = stablehlo.add %arg159, %539 : tensor<256xf32>
    %541 = stablehlo.rsqrt %540 : tensor<256xf32>
    %542 = stablehlo.broadcast_in_dim %541, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %543 = stablehlo.broadcast_in_dim %542, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %544 = stablehlo.multiply %538, %543 : tensor<8x14x14x256xf32>
    %545 = stablehlo.broadcast_in_dim %arg156, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %546 = stablehlo.broadcast_in_dim %545, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %547 = stablehlo.multiply %544, %546 : tensor<8x14x14x256xf32>
    %548 = stablehlo.broadcast_in_dim %arg157, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %549 = stablehlo.broadcast_in_dim %548, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %550 = stablehlo.add %547, %549 : tensor<8x14x14x256xf32>
    %551 = call @relu_6(%550) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %552 = stablehlo.convolution(%551, %arg160) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %553 = stablehlo.broadcast_in_dim %arg163, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %554 = stablehlo.broadcast_in_dim %553, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %555 = stablehlo.subtract %552, %554 : tensor<8x14x14x256xf32>
    %cst_32 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %556 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %557 = stablehlo.add %arg164, %556 : tensor<256xf32>
    %558 = stablehlo.rsqrt %557 : tensor<256xf32>
    %559 = stablehlo.broadcast_in_dim %558, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %560 = stablehlo.broadcast_in_dim %559, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %561 = stablehlo.multiply %555, %560 : tensor<8x14x14x256xf32>
    %562 = stablehlo.broadcast_in_dim %arg161, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %563 = stablehlo.broadcast_in_dim %562, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %564 = stablehlo.multiply %561, %563 : tensor<8x14x14x256xf32>
    %565 = stablehlo.broadcast_in_dim %arg162, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %566 = stablehlo.broadcast_in_dim %565, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %567 = stablehlo.add %564, %566 : tensor<8x14x14x256xf32>
    %568 = call @relu_6(%567) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %569 = stablehlo.convolution(%568, %arg165) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %570 = stablehlo.broadcast_in_dim %arg168, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %571 = stablehlo.broadcast_in_dim %570, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %572 = stablehlo.subtract %569, %571 : tensor<8x14x14x1024xf32>
    %cst_33 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %573 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %574 = stablehlo.add %arg169, %573 : tensor<1024xf32>
    %575 = stablehlo.rsqrt %574 : tensor<1024xf32>
    %576 = stablehlo.broadcast_in_dim %575, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %577 = stablehlo.broadcast_in_dim %576, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %578 = stablehlo.multiply %572, %577 : tensor<8x14x14x1024xf32>
    %579 = stablehlo.broadcast_in_dim %arg166, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %580 = stablehlo.broadcast_in_dim %579, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %581 = stablehlo.multiply %578, %580 : tensor<8x14x14x1024xf32>
    %582 = stablehlo.broadcast_in_dim %arg167, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %583 = stablehlo.broadcast_in_dim %582, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %584 = stablehlo.add %581, %583 : tensor<8x14x14x1024xf32>
    %585 = stablehlo.add %534, %584 : tensor<8x14x14x1024xf32>
    %586 = call @relu_7(%585) : (tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xf32>
    %587 = stablehlo.convolution(%586, %arg170) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>) -> tensor<8x14x14x256xf32>
    %588 = stablehlo.broadcast_in_dim %arg173, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %589 = stablehlo.broadcast_in_dim %588, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %590 = stablehlo.subtract %587, %589 : tensor<8x14x14x256xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %591 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %592 = stablehlo.add %arg174, %591 : tensor<256xf32>
    %593 = stablehlo.rsqrt %592 : tensor<256xf32>
    %594 = stablehlo.broadcast_in_dim %593, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %595 = stablehlo.broadcast_in_dim %594, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %596 = stablehlo.multiply %590, %595 : tensor<8x14x14x256xf32>
    %597 = stablehlo.broadcast_in_dim %arg171, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %598 = stablehlo.broadcast_in_dim %597, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %599 = stablehlo.multiply %596, %598 : tensor<8x14x14x256xf32>
    %600 = stablehlo.broadcast_in_dim %arg172, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %601 = stablehlo.broadcast_in_dim %600, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %602 = stablehlo.add %599, %601 : tensor<8x14x14x256xf32>
    %603 = call @relu_6(%602) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %604 = stablehlo.convolution(%603, %arg175) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %605 = stablehlo.broadcast_in_dim %arg178, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %606 = stablehlo.broadcast_in_dim %605, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %607 = stablehlo.subtract %604, %606 : tensor<8x14x14x256xf32>
    %cst_35 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %608 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %609 = stablehlo.add %arg179, %608 : tensor<256xf32>
    %610 = stablehlo.rsqrt %609 : tensor<256xf32>
    %611 = stablehlo.broadcast_in_dim %610, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %612 = stablehlo.broadcast_in_dim %611, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %613 = stablehlo.multiply %607, %612 : tensor<8x14x14x256xf32>
    %614 = stablehlo.broadcast_in_dim %arg176, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %615 = stablehlo.broadcast_in_dim %614, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %616 = stablehlo.multiply %613, %615 : tensor<8x14x14x256xf32>
    %617 = stablehlo.broadcast_in_dim %arg177, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %618 = stablehlo.broadcast_in_dim %617, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %619 = stablehlo.add %616, %618 : tensor<8x14x14x256xf32>
    %620 = call @relu_6(%619) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %621 = stablehlo.convolution(%620, %arg180) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %622 = stablehlo.broadcast_in_dim %arg183, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %623 = stablehlo.broadcast_in_dim %622, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %624 = stablehlo.subtract %621, %623 : tensor<8x14x14x1024xf32>
    %cst_36 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %626 = stablehlo.add %arg184, %625 : tensor<1024xf32>
    %627 = stablehlo.rsqrt %626 : tensor<1024xf32>
    %628 = stablehlo.broadcast_in_dim %627, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %629 = stablehlo.broadcast_in_dim %628, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %630 = stablehlo.multiply %624, %629 : tensor<8x14x14x1024xf32>
    %631 = stablehlo.broadcast_in_dim %arg181, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %632 = stablehlo.broadcast_in_dim %631, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %633 = stablehlo.multiply %630, %632 : tensor<8x14x14x1024xf32>
    %634 = stablehlo.broadcast_in_dim %arg182, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %635 = stablehlo.broadcast_in_dim %634, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %636 = stablehlo.add %633, %635 : tensor<8x14x14x1024xf32>
    %637 = stablehlo.add %586, %636 : tensor<8x14x14x1024xf32>
    %638 = call @relu_7(%637) : (tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xf32>
    %639 = stablehlo.convolution(%638, %arg185) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>) -> tensor<8x14x14x256xf32>
    %640 = stablehlo.broadcast_in_dim %arg188, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %641 = stablehlo.broadcast_in_dim %640, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %642 = stablehlo.subtract %639, %641 : tensor<8x14x14x256xf32>
    %cst_37 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %643 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %644 = stablehlo.add %arg189, %643 : tensor<256xf32>
    %645 = stablehlo.rsqrt %644 : tensor<256xf32>
    %646 = stablehlo.broadcast_in_dim %645, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %647 = stablehlo.broadcast_in_dim %646, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %648 = stablehlo.multiply %642, %647 : tensor<8x14x14x256xf32>
    %649 = stablehlo.broadcast_in_dim %arg186, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %650 = stablehlo.broadcast_in_dim %649, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %651 = stablehlo.multiply %648, %650 : tensor<8x14x14x256xf32>
    %652 = stablehlo.broadcast_in_dim %arg187, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %653 = stablehlo.broadcast_in_dim %652, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %654 = stablehlo.add %651, %653 : tensor<8x14x14x256xf32>
    %655 = call @relu_6(%654) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %656 = stablehlo.convolution(%655, %arg190) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %657 = stablehlo.broadcast_in_dim %arg193, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %658 = stablehlo.broadcast_in_dim %657, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %659 = stablehlo.subtract %656, %658 : tensor<8x14x14x256xf32>
    %cst_38 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %660 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %661 = stablehlo.add %arg194, %660 : tensor<256xf32>
    %662 = stablehlo.rsqrt %661 : tensor<256xf32>
    %663 = stablehlo.broadcast_in_dim %662, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %664 = stablehlo.broadcast_in_dim %663, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %665 = stablehlo.multiply %659, %664 : tensor<8x14x14x256xf32>
    %666 = stablehlo.broadcast_in_dim %arg191, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %667 = stablehlo.broadcast_in_dim %666, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %668 = stablehlo.multiply %665, %667 : tensor<8x14x14x256xf32>
    %669 = stablehlo.broadcast_in_dim %arg192, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %670 = stablehlo.broadcast_in_dim %669, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %671 = stablehlo.add %668, %670 : tensor<8x14x14x256xf32>
    %672 = call @relu_6(%671) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %673 = stablehlo.convolution(%672, %arg195) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %674 = stablehlo.broadcast_in_dim %arg198, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %675 = stablehlo.broadcast_in_dim %674, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %676 = stablehlo.subtract %673, %675 : tensor<8x14x14x1024xf32>
    %cst_39 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %677 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %678 = stablehlo.add %arg199, %677 : tensor<1024xf32>
    %679 = stablehlo.rsqrt %678 : tensor<1024xf32>
    %680 = stablehlo.broadcast_in_dim %679, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %681 = stablehlo.broadcast_in_dim %680, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %682 = stablehlo.multiply %676, %681 : tensor<8x14x14x1024xf32>
    %683 = stablehlo.broadcast_in_dim %arg196, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %684 = stablehlo.broadcast_in_dim %683, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %685 = stablehlo.multiply %682, %684 : tensor<8x14x14x1024xf32>
    %686 = stablehlo.broadcast_in_dim %arg197, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %687 = stablehlo.broadcast_in_dim %686, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %688 = stablehlo.add %685, %687 : tensor<8x14x14x1024xf32>
    %689 = stablehlo.add %638, %688 : tensor<8x14x14x1024xf32>
    %690 = call @relu_7(%689) : (tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xf32>
    %691 = stablehlo.convolution(%690, %arg200) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x256xf32>) -> tensor<8x14x14x256xf32>
    %692 = stablehlo.broadcast_in_dim %arg203, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %693 = stablehlo.broadcast_in_dim %692, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %694 = stablehlo.subtract %691, %693 : tensor<8x14x14x256xf32>
    %cst_40 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %695 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %696 = stablehlo.add %arg204, %695 : tensor<256xf32>
    %697 = stablehlo.rsqrt %696 : tensor<256xf32>
    %698 = stablehlo.broadcast_in_dim %697, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %699 = stablehlo.broadcast_in_dim %698, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %700 = stablehlo.multiply %694, %699 : tensor<8x14x14x256xf32>
    %701 = stablehlo.broadcast_in_dim %arg201, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %702 = stablehlo.broadcast_in_dim %701, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %703 = stablehlo.multiply %700, %702 : tensor<8x14x14x256xf32>
    %704 = stablehlo.broadcast_in_dim %arg202, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %705 = stablehlo.broadcast_in_dim %704, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %706 = stablehlo.add %703, %705 : tensor<8x14x14x256xf32>
    %707 = call @relu_6(%706) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %708 = stablehlo.convolution(%707, %arg205) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x14x14x256xf32>
    %709 = stablehlo.broadcast_in_dim %arg208, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %710 = stablehlo.broadcast_in_dim %709, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %711 = stablehlo.subtract %708, %710 : tensor<8x14x14x256xf32>
    %cst_41 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %713 = stablehlo.add %arg209, %712 : tensor<256xf32>
    %714 = stablehlo.rsqrt %713 : tensor<256xf32>
    %715 = stablehlo.broadcast_in_dim %714, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %716 = stablehlo.broadcast_in_dim %715, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %717 = stablehlo.multiply %711, %716 : tensor<8x14x14x256xf32>
    %718 = stablehlo.broadcast_in_dim %arg206, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %719 = stablehlo.broadcast_in_dim %718, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %720 = stablehlo.multiply %717, %719 : tensor<8x14x14x256xf32>
    %721 = stablehlo.broadcast_in_dim %arg207, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %722 = stablehlo.broadcast_in_dim %721, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x14x14x256xf32>
    %723 = stablehlo.add %720, %722 : tensor<8x14x14x256xf32>
    %724 = call @relu_6(%723) : (tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32>
    %725 = stablehlo.convolution(%724, %arg210) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x256xf32>, tensor<1x1x256x1024xf32>) -> tensor<8x14x14x1024xf32>
    %726 = stablehlo.broadcast_in_dim %arg213, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %727 = stablehlo.broadcast_in_dim %726, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %728 = stablehlo.subtract %725, %727 : tensor<8x14x14x1024xf32>
    %cst_42 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %729 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %730 = stablehlo.add %arg214, %729 : tensor<1024xf32>
    %731 = stablehlo.rsqrt %730 : tensor<1024xf32>
    %732 = stablehlo.broadcast_in_dim %731, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %733 = stablehlo.broadcast_in_dim %732, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %734 = stablehlo.multiply %728, %733 : tensor<8x14x14x1024xf32>
    %735 = stablehlo.broadcast_in_dim %arg211, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %736 = stablehlo.broadcast_in_dim %735, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %737 = stablehlo.multiply %734, %736 : tensor<8x14x14x1024xf32>
    %738 = stablehlo.broadcast_in_dim %arg212, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %739 = stablehlo.broadcast_in_dim %738, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<8x14x14x1024xf32>
    %740 = stablehlo.add %737, %739 : tensor<8x14x14x1024xf32>
    %741 = stablehlo.add %690, %740 : tensor<8x14x14x1024xf32>
    %742 = call @relu_7(%741) : (tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xf32>
    %743 = stablehlo.convolution(%742, %arg215) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x512xf32>) -> tensor<8x14x14x512xf32>
    %744 = stablehlo.broadcast_in_dim %arg218, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %745 = stablehlo.broadcast_in_dim %744, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x14x14x512xf32>
    %746 = stablehlo.subtract %743, %745 : tensor<8x14x14x512xf32>
    %cst_43 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %747 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %748 = stablehlo.add %arg219, %747 : tensor<512xf32>
    %749 = stablehlo.rsqrt %748 : tensor<512xf32>
    %750 = stablehlo.broadcast_in_dim %749, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %751 = stablehlo.broadcast_in_dim %750, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x14x14x512xf32>
    %752 = stablehlo.multiply %746, %751 : tensor<8x14x14x512xf32>
    %753 = stablehlo.broadcast_in_dim %arg216, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %754 = stablehlo.broadcast_in_dim %753, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x14x14x512xf32>
    %755 = stablehlo.multiply %752, %754 : tensor<8x14x14x512xf32>
    %756 = stablehlo.broadcast_in_dim %arg217, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %757 = stablehlo.broadcast_in_dim %756, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x14x14x512xf32>
    %758 = stablehlo.add %755, %757 : tensor<8x14x14x512xf32>
    %759 = call @relu_8(%758) : (tensor<8x14x14x512xf32>) -> tensor<8x14x14x512xf32>
    %760 = stablehlo.convolution(%759, %arg220) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %761 = stablehlo.broadcast_in_dim %arg223, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %762 = stablehlo.broadcast_in_dim %761, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %763 = stablehlo.subtract %760, %762 : tensor<8x7x7x512xf32>
    %cst_44 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %764 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %765 = stablehlo.add %arg224, %764 : tensor<512xf32>
    %766 = stablehlo.rsqrt %765 : tensor<512xf32>
    %767 = stablehlo.broadcast_in_dim %766, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %768 = stablehlo.broadcast_in_dim %767, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %769 = stablehlo.multiply %763, %768 : tensor<8x7x7x512xf32>
    %770 = stablehlo.broadcast_in_dim %arg221, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %771 = stablehlo.broadcast_in_dim %770, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %772 = stablehlo.multiply %769, %771 : tensor<8x7x7x512xf32>
    %773 = stablehlo.broadcast_in_dim %arg222, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %774 = stablehlo.broadcast_in_dim %773, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %775 = stablehlo.add %772, %774 : tensor<8x7x7x512xf32>
    %776 = call @relu_9(%775) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %777 = stablehlo.convolution(%776, %arg225) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>) -> tensor<8x7x7x2048xf32>
    %778 = stablehlo.broadcast_in_dim %arg228, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %779 = stablehlo.broadcast_in_dim %778, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %780 = stablehlo.subtract %777, %779 : tensor<8x7x7x2048xf32>
    %cst_45 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %781 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %782 = stablehlo.add %arg229, %781 : tensor<2048xf32>
    %783 = stablehlo.rsqrt %782 : tensor<2048xf32>
    %784 = stablehlo.broadcast_in_dim %783, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %785 = stablehlo.broadcast_in_dim %784, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %786 = stablehlo.multiply %780, %785 : tensor<8x7x7x2048xf32>
    %787 = stablehlo.broadcast_in_dim %arg226, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %788 = stablehlo.broadcast_in_dim %787, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %789 = stablehlo.multiply %786, %788 : tensor<8x7x7x2048xf32>
    %790 = stablehlo.broadcast_in_dim %arg227, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %791 = stablehlo.broadcast_in_dim %790, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %792 = stablehlo.add %789, %791 : tensor<8x7x7x2048xf32>
    %793 = stablehlo.convolution(%742, %arg230) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x1024xf32>, tensor<1x1x1024x2048xf32>) -> tensor<8x7x7x2048xf32>
    %794 = stablehlo.broadcast_in_dim %arg233, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %795 = stablehlo.broadcast_in_dim %794, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %796 = stablehlo.subtract %793, %795 : tensor<8x7x7x2048xf32>
    %cst_46 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %797 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %798 = stablehlo.add %arg234, %797 : tensor<2048xf32>
    %799 = stablehlo.rsqrt %798 : tensor<2048xf32>
    %800 = stablehlo.broadcast_in_dim %799, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %801 = stablehlo.broadcast_in_dim %800, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %802 = stablehlo.multiply %796, %801 : tensor<8x7x7x2048xf32>
    %803 = stablehlo.broadcast_in_dim %arg231, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %804 = stablehlo.broadcast_in_dim %803, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %805 = stablehlo.multiply %802, %804 : tensor<8x7x7x2048xf32>
    %806 = stablehlo.broadcast_in_dim %arg232, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %807 = stablehlo.broadcast_in_dim %806, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %808 = stablehlo.add %805, %807 : tensor<8x7x7x2048xf32>
    %809 = stablehlo.add %808, %792 : tensor<8x7x7x2048xf32>
    %810 = call @relu_10(%809) : (tensor<8x7x7x2048xf32>) -> tensor<8x7x7x2048xf32>
    %811 = stablehlo.convolution(%810, %arg235) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>) -> tensor<8x7x7x512xf32>
    %812 = stablehlo.broadcast_in_dim %arg238, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %813 = stablehlo.broadcast_in_dim %812, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %814 = stablehlo.subtract %811, %813 : tensor<8x7x7x512xf32>
    %cst_47 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %815 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %816 = stablehlo.add %arg239, %815 : tensor<512xf32>
    %817 = stablehlo.rsqrt %816 : tensor<512xf32>
    %818 = stablehlo.broadcast_in_dim %817, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %819 = stablehlo.broadcast_in_dim %818, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %820 = stablehlo.multiply %814, %819 : tensor<8x7x7x512xf32>
    %821 = stablehlo.broadcast_in_dim %arg236, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %822 = stablehlo.broadcast_in_dim %821, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %823 = stablehlo.multiply %820, %822 : tensor<8x7x7x512xf32>
    %824 = stablehlo.broadcast_in_dim %arg237, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %825 = stablehlo.broadcast_in_dim %824, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %826 = stablehlo.add %823, %825 : tensor<8x7x7x512xf32>
    %827 = call @relu_9(%826) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %828 = stablehlo.convolution(%827, %arg240) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %829 = stablehlo.broadcast_in_dim %arg243, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %830 = stablehlo.broadcast_in_dim %829, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %831 = stablehlo.subtract %828, %830 : tensor<8x7x7x512xf32>
    %cst_48 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %832 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %833 = stablehlo.add %arg244, %832 : tensor<512xf32>
    %834 = stablehlo.rsqrt %833 : tensor<512xf32>
    %835 = stablehlo.broadcast_in_dim %834, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %836 = stablehlo.broadcast_in_dim %835, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %837 = stablehlo.multiply %831, %836 : tensor<8x7x7x512xf32>
    %838 = stablehlo.broadcast_in_dim %arg241, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %839 = stablehlo.broadcast_in_dim %838, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %840 = stablehlo.multiply %837, %839 : tensor<8x7x7x512xf32>
    %841 = stablehlo.broadcast_in_dim %arg242, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %842 = stablehlo.broadcast_in_dim %841, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %843 = stablehlo.add %840, %842 : tensor<8x7x7x512xf32>
    %844 = call @relu_9(%843) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %845 = stablehlo.convolution(%844, %arg245) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>) -> tensor<8x7x7x2048xf32>
    %846 = stablehlo.broadcast_in_dim %arg248, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %847 = stablehlo.broadcast_in_dim %846, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %848 = stablehlo.subtract %845, %847 : tensor<8x7x7x2048xf32>
    %cst_49 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %849 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %850 = stablehlo.add %arg249, %849 : tensor<2048xf32>
    %851 = stablehlo.rsqrt %850 : tensor<2048xf32>
    %852 = stablehlo.broadcast_in_dim %851, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %853 = stablehlo.broadcast_in_dim %852, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %854 = stablehlo.multiply %848, %853 : tensor<8x7x7x2048xf32>
    %855 = stablehlo.broadcast_in_dim %arg246, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %856 = stablehlo.broadcast_in_dim %855, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %857 = stablehlo.multiply %854, %856 : tensor<8x7x7x2048xf32>
    %858 = stablehlo.broadcast_in_dim %arg247, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %859 = stablehlo.broadcast_in_dim %858, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %860 = stablehlo.add %857, %859 : tensor<8x7x7x2048xf32>
    %861 = stablehlo.add %810, %860 : tensor<8x7x7x2048xf32>
    %862 = call @relu_10(%861) : (tensor<8x7x7x2048xf32>) -> tensor<8x7x7x2048xf32>
    %863 = stablehlo.convolution(%862, %arg250) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x2048xf32>, tensor<1x1x2048x512xf32>) -> tensor<8x7x7x512xf32>
    %864 = stablehlo.broadcast_in_dim %arg253, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %865 = stablehlo.broadcast_in_dim %864, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %866 = stablehlo.subtract %863, %865 : tensor<8x7x7x512xf32>
    %cst_50 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %867 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %868 = stablehlo.add %arg254, %867 : tensor<512xf32>
    %869 = stablehlo.rsqrt %868 : tensor<512xf32>
    %870 = stablehlo.broadcast_in_dim %869, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %871 = stablehlo.broadcast_in_dim %870, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %872 = stablehlo.multiply %866, %871 : tensor<8x7x7x512xf32>
    %873 = stablehlo.broadcast_in_dim %arg251, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %874 = stablehlo.broadcast_in_dim %873, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %875 = stablehlo.multiply %872, %874 : tensor<8x7x7x512xf32>
    %876 = stablehlo.broadcast_in_dim %arg252, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %877 = stablehlo.broadcast_in_dim %876, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %878 = stablehlo.add %875, %877 : tensor<8x7x7x512xf32>
    %879 = call @relu_9(%878) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %880 = stablehlo.convolution(%879, %arg255) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<8x7x7x512xf32>
    %881 = stablehlo.broadcast_in_dim %arg258, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %882 = stablehlo.broadcast_in_dim %881, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %883 = stablehlo.subtract %880, %882 : tensor<8x7x7x512xf32>
    %cst_51 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %884 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %885 = stablehlo.add %arg259, %884 : tensor<512xf32>
    %886 = stablehlo.rsqrt %885 : tensor<512xf32>
    %887 = stablehlo.broadcast_in_dim %886, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %888 = stablehlo.broadcast_in_dim %887, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %889 = stablehlo.multiply %883, %888 : tensor<8x7x7x512xf32>
    %890 = stablehlo.broadcast_in_dim %arg256, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %891 = stablehlo.broadcast_in_dim %890, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %892 = stablehlo.multiply %889, %891 : tensor<8x7x7x512xf32>
    %893 = stablehlo.broadcast_in_dim %arg257, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %894 = stablehlo.broadcast_in_dim %893, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<8x7x7x512xf32>
    %895 = stablehlo.add %892, %894 : tensor<8x7x7x512xf32>
    %896 = call @relu_9(%895) : (tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32>
    %897 = stablehlo.convolution(%896, %arg260) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x512xf32>, tensor<1x1x512x2048xf32>) -> tensor<8x7x7x2048xf32>
    %898 = stablehlo.broadcast_in_dim %arg263, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %899 = stablehlo.broadcast_in_dim %898, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %900 = stablehlo.subtract %897, %899 : tensor<8x7x7x2048xf32>
    %cst_52 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %901 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %902 = stablehlo.add %arg264, %901 : tensor<2048xf32>
    %903 = stablehlo.rsqrt %902 : tensor<2048xf32>
    %904 = stablehlo.broadcast_in_dim %903, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %905 = stablehlo.broadcast_in_dim %904, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %906 = stablehlo.multiply %900, %905 : tensor<8x7x7x2048xf32>
    %907 = stablehlo.broadcast_in_dim %arg261, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %908 = stablehlo.broadcast_in_dim %907, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %909 = stablehlo.multiply %906, %908 : tensor<8x7x7x2048xf32>
    %910 = stablehlo.broadcast_in_dim %arg262, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %911 = stablehlo.broadcast_in_dim %910, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<8x7x7x2048xf32>
    %912 = stablehlo.add %909, %911 : tensor<8x7x7x2048xf32>
    %913 = stablehlo.add %862, %912 : tensor<8x7x7x2048xf32>
    %914 = call @relu_10(%913) : (tensor<8x7x7x2048xf32>) -> tensor<8x7x7x2048xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %915 = stablehlo.reduce(%914 init: %cst_53) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x7x7x2048xf32>, tensor<f32>) -> tensor<8x2048xf32>
    %cst_54 = stablehlo.constant dense<4.900000e+01> : tensor<f32>
    %916 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x2048xf32>
    %917 = stablehlo.divide %915, %916 : tensor<8x2048xf32>
    %918 = stablehlo.dot_general %917, %arg265, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x2048xf32>, tensor<2048x1000xf32>) -> tensor<8x1000xf32>
    %919 = stablehlo.broadcast_in_dim %arg266, dims = [1] : (tensor<1000xf32>) -> tensor<1x1000xf32>
    %920 = stablehlo.broadcast_in_dim %919, dims = [0, 1] : (tensor<1x1000xf32>) -> tensor<8x1000xf32>
    %921 = stablehlo.add %918, %920 : tensor<8x1000xf32>
    return %921 : tensor<8x1000xf32>
  }
  func.func private @relu(%arg0: tensor<8x112x112x64xf32>) -> tensor<8x112x112x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x112x112x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x112x112x64xf32>
    return %1 : tensor<8x112x112x64xf32>
  }
  func.func private @relu_0(%arg0: tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x56x56x64xf32>
    return %1 : tensor<8x56x56x64xf32>
  }
  func.func private @relu_1(%arg0: tensor<8x56x56x256xf32>) -> tensor<8x56x56x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x56x56x256xf32>
    return %1 : tensor<8x56x56x256xf32>
  }
  func.func private @relu_2(%arg0: tensor<8x56x56x128xf32>) -> tensor<8x56x56x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x56x56x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x56x56x128xf32>
    return %1 : tensor<8x56x56x128xf32>
  }
  func.func private @relu_3(%arg0: tensor<8x28x28x128xf32>) -> tensor<8x28x28x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x28x28x128xf32>
    return %1 : tensor<8x28x28x128xf32>
  }
  func.func private @relu_4(%arg0: tensor<8x28x28x512xf32>) -> tensor<8x28x28x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x512xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x28x28x512xf32>
    return %1 : tensor<8x28x28x512xf32>
  }
  func.func private @relu_5(%arg0: tensor<8x28x28x256xf32>) -> tensor<8x28x28x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x28x28x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x28x28x256xf32>
    return %1 : tensor<8x28x28x256xf32>
  }
  func.func private @relu_6(%arg0: tensor<8x14x14x256xf32>) -> tensor<8x14x14x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x14x14x256xf32>
    return %1 : tensor<8x14x14x256xf32>
  }
  func.func private @relu_7(%arg0: tensor<8x14x14x1024xf32>) -> tensor<8x14x14x1024xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x1024xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x14x14x1024xf32>
    return %1 : tensor<8x14x14x1024xf32>
  }
  func.func private @relu_8(%arg0: tensor<8x14x14x512xf32>) -> tensor<8x14x14x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x512xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x14x14x512xf32>
    return %1 : tensor<8x14x14x512xf32>
  }
  func.func private @relu_9(%arg0: tensor<8x7x7x512xf32>) -> tensor<8x7x7x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x7x7x512xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x7x7x512xf32>
    return %1 : tensor<8x7x7x512xf32>
  }
  func.func private @relu_10(%arg0: tensor<8x7x7x2048xf32>) -> tensor<8x7x7x2048xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x7x7x2048xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x7x7x2048xf32>
    return %1 : tensor<8x7x7x2048xf32>
  }
}
