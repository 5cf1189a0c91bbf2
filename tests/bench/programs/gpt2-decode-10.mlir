module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50257x768xf32>, %arg1: tensor<256x768xf32>, %arg2: tensor<768xf32>, %arg3: tensor<768xf32>, %arg4: tensor<768x2304xf32>, %arg5: tensor<2304xf32>, %arg6: tensor<768x768xf32>, %arg7: tensor<768xf32>, %arg8: tensor<768xf32>, %arg9: tensor<768xf32>, %arg10: tensor<768x3072xf32>, %arg11: tensor<3072xf32>, %arg12: tensor<3072x768xf32>, %arg13: tensor<768xf32>, %arg14: tensor<768xf32>, %arg15: tensor<768xf32>, %arg16: tensor<768x2304xf32>, %arg17: tensor<2304xf32>, %arg18: tensor<768x768xf32>, %arg19: tensor<768xf32>, %arg20: tensor<768xf32>, %arg21: tensor<768xf32>, %arg22: tensor<768x3072xf32>, %arg23: tensor<3072xf32>, %arg24: tensor<3072x768xf32>, %arg25: tensor<768xf32>, %arg26: tensor<768xf32>, %arg27: tensor<768xf32>, %arg28: tensor<768x2304xf32>, %arg29: tensor<2304xf32>, %arg30: tensor<768x768xf32>, %arg31: tensor<768xf32>, %arg32: tensor<768xf32>, %arg33: tensor<768xf32>, %arg34: tensor<768x3072xf32>, %arg35: tensor<3072xf32>, %arg36: tensor<3072x768xf32>, %arg37: tensor<768xf32>, %arg38: tensor<768xf32>, %arg39: tensor<768xf32>, %arg40: tensor<768x2304xf32>, %arg41: tensor<2304xf32>, %arg42: tensor<768x768xf32>, %arg43: tensor<768xf32>, %arg44: tensor<768xf32>, %arg45: tensor<768xf32>, %arg46: tensor<768x3072xf32>, %arg47: tensor<3072xf32>, %arg48: tensor<3072x768xf32>, %arg49: tensor<768xf32>, %arg50: tensor<768xf32>, %arg51: tensor<768xf32>, %arg52: tensor<768x2304xf32>, %arg53: tensor<2304xf32>, %arg54: tensor<768x768xf32>, %arg55: tensor<768xf32>, %arg56: tensor<768xf32>, %arg57: tensor<768xf32>, %arg58: tensor<768x3072xf32>, %arg59: tensor<3072xf32>, %arg60: tensor<3072x768xf32>, %arg61: tensor<768xf32>, %arg62: tensor<768xf32>, %arg63: tensor<768xf32>, %arg64: tensor<768x2304xf32>, %arg65: tensor<2304xf32>, %arg66: tensor<768x768xf32>, %arg67: tensor<768xf32>, %arg68: tensor<768xf32>, %arg69: tensor<768xf32>, %arg70: tensor<768x3072xf32>, %arg71: tensor<3072xf32>, %arg72: tensor<3072x768xf32>, %arg73: tensor<768xf32>, %arg74: tensor<768xf32>, %arg75: tensor<768xf32>, %arg76: tensor<768x2304xf32>, %arg77: tensor<2304xf32>, %arg78: tensor<768x768xf32>, %arg79: tensor<768xf32>, %arg80: tensor<768xf32>, %arg81: tensor<768xf32>, %arg82: tensor<768x3072xf32>, %arg83: tensor<3072xf32>, %arg84: tensor<3072x768xf32>, %arg85: tensor<768xf32>, %arg86: tensor<768xf32>, %arg87: tensor<768xf32>, %arg88: tensor<768x2304xf32>, %arg89: tensor<2304xf32>, %arg90: tensor<768x768xf32>, %arg91: tensor<768xf32>, %arg92: tensor<768xf32>, %arg93: tensor<768xf32>, %arg94: tensor<768x3072xf32>, %arg95: tensor<3072xf32>, %arg96: tensor<3072x768xf32>, %arg97: tensor<768xf32>, %arg98: tensor<768xf32>, %arg99: tensor<768xf32>, %arg100: tensor<768x2304xf32>, %arg101: tensor<2304xf32>, %arg102: tensor<768x768xf32>, %arg103: tensor<768xf32>, %arg104: tensor<768xf32>, %arg105: tensor<768xf32>, %arg106: tensor<768x3072xf32>, %arg107: tensor<3072xf32>, %arg108: tensor<3072x768xf32>, %arg109: tensor<768xf32>, %arg110: tensor<768xf32>, %arg111: tensor<768xf32>, %arg112: tensor<768x2304xf32>, %arg113: tensor<2304xf32>, %arg114: tensor<768x768xf32>, %arg115: tensor<768xf32>, %arg116: tensor<768xf32>, %arg117: tensor<768xf32>, %arg118: tensor<768x3072xf32>, %arg119: tensor<3072xf32>, %arg120: tensor<3072x768xf32>, %arg121: tensor<768xf32>, %arg122: tensor<768xf32>, %arg123: tensor<768xf32>, %arg124: tensor<768x2304xf32>, %arg125: tensor<2304xf32>, %arg126: tensor<768x768xf32>, %arg127: tensor<768xf32>, %arg128: tensor<768xf32>, %arg129: tensor<768xf32>, %arg130: tensor<768x3072xf32>, %arg131: tensor<3072xf32>, %arg132: tensor<3072x768xf32>, %arg133: tensor<768xf32>, %arg134: tensor<768xf32>, %arg135: tensor<768xf32>, %arg136: tensor<768x2304xf32>, %arg137: tensor<2304xf32>, %arg138: tensor<768x768xf32>, %arg139: tensor<768xf32>, %arg140: tensor<768xf32>, %arg141: tensor<768xf32>, %arg142: tensor<768x3072xf32>, %arg143: tensor<3072xf32>, %arg144: tensor<3072x768xf32>, %arg145: tensor<768xf32>, %arg146: tensor<768xf32>, %arg147: tensor<768xf32>, %arg148: tensor<1xi32>) -> (tensor<10xi32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x2x12x256x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<10xi32>
    %c_0 = stablehlo.constant dense<240> : tensor<i32>
    %2:152 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %arg2, %iterArg_3 = %arg3, %iterArg_4 = %arg4, %iterArg_5 = %arg5, %iterArg_6 = %arg6, %iterArg_7 = %arg7, %iterArg_8 = %arg8, %iterArg_9 = %arg9, %iterArg_10 = %arg10, %iterArg_11 = %arg11, %iterArg_12 = %arg12, %iterArg_13 = %arg13, %iterArg_14 = %arg14, %iterArg_15 = %arg15, %iterArg_16 = %arg16, %iterArg_17 = %arg17, %iterArg_18 = %arg18, %iterArg_19 = %arg19, %iterArg_20 = %arg20, %iterArg_21 = %arg21, %iterArg_22 = %arg22, %iterArg_23 = %arg23, %iterArg_24 = %arg24, %iterArg_25 = %arg25, %iterArg_26 = %arg26, %iterArg_27 = %arg27, %iterArg_28 = %arg28, %iterArg_29 = %arg29, %iterArg_30 = %arg30, %iterArg_31 = %arg31, %iterArg_32 = %arg32, %iterArg_33 = %arg33, %iterArg_34 = %arg34, %iterArg_35 = %arg35, %iterArg_36 = %arg36, %iterArg_37 = %arg37, %iterArg_38 = %arg38, %iterArg_39 = %arg39, %iterArg_40 = %arg40, %iterArg_41 = %arg41, %iterArg_42 = %arg42, %iterArg_43 = %arg43, %iterArg_44 = %arg44, %iterArg_45 = %arg45, %iterArg_46 = %arg46, %iterArg_47 = %arg47, %iterArg_48 = %arg48, %iterArg_49 = %arg49, %iterArg_50 = %arg50, %iterArg_51 = %arg51, %iterArg_52 = %arg52, %iterArg_53 = %arg53, %iterArg_54 = %arg54, %iterArg_55 = %arg55, %iterArg_56 = %arg56, %iterArg_57 = %arg57, %iterArg_58 = %arg58, %iterArg_59 = %arg59, %iterArg_60 = %arg60, %iterArg_61 = %arg61, %iterArg_62 = %arg62, %iterArg_63 = %arg63, %iterArg_64 = %arg64, %iterArg_65 = %arg65, %iterArg_66 = %arg66, %iterArg_67 = %arg67, %iterArg_68 = %arg68, %iterArg_69 = %arg69, %iterArg_70 = %arg70, %iterArg_71 = %arg71, %iterArg_72 = %arg72, %iterArg_73 = %arg73, %iterArg_74 = %arg74, %iterArg_75 = %arg75, %iterArg_76 = %arg76, %iterArg_77 = %arg77, %iterArg_78 = %arg78, %iterArg_79 = %arg79, %iterArg_80 = %arg80, %iterArg_81 = %arg81, %iterArg_82 = %arg82, %iterArg_83 = %arg83, %iterArg_84 = %arg84, %iterArg_85 = %arg85, %iterArg_86 = %arg86, %iterArg_87 = %arg87, %iterArg_88 = %arg88, %iterArg_89 = %arg89, %iterArg_90 = %arg90, %iterArg_91 = %arg91, %iterArg_92 = %arg92, %iterArg_93 = %arg93, %iterArg_94 = %arg94, %iterArg_95 = %arg95, %iterArg_96 = %arg96, %iterArg_97 = %arg97, %iterArg_98 = %arg98, %iterArg_99 = %arg99, %iterArg_100 = %arg100, %iterArg_101 = %arg101, %iterArg_102 = %arg102, %iterArg_103 = %arg103, %iterArg_104 = %arg104, %iterArg_105 = %arg105, %iterArg_106 = %arg106, %iterArg_107 = %arg107, %iterArg_108 = %arg108, %iterArg_109 = %arg109, %iterArg_110 = %arg110, %iterArg_111 = %arg111, %iterArg_112 = %arg112, %iterArg_113 = %arg113, %iterArg_114 = %arg114, %iterArg_115 = %arg115, %iterArg_116 = %arg116, %iterArg_117 = %arg117, %iterArg_118 = %arg118, %iterArg_119 = %arg119, %iterArg_120 = %arg120, %iterArg_121 = %arg121, %iterArg_122 = %arg122, %iterArg_123 = %arg123, %iterArg_124 = %arg124, %iterArg_125 = %arg125, %iterArg_126 = %arg126, %iterArg_127 = %arg127, %iterArg_128 = %arg128, %iterArg_129 = %arg129, %iterArg_130 = %arg130, %iterArg_131 = %arg131, %iterArg_132 = %arg132, %iterArg_133 = %arg133, %iterArg_134 = %arg134, %iterArg_135 = %arg135, %iterArg_136 = %arg136, %iterArg_137 = %arg137, %iterArg_138 = %arg138, %iterArg_139 = %arg139, %iterArg_140 = %arg140, %iterArg_141 = %arg141, %iterArg_142 = %arg142, %iterArg_143 = %arg143, %iterArg_144 = %arg144, %iterArg_145 = %arg145, %iterArg_146 = %arg146, %iterArg_147 = %arg147, %iterArg_148 = %c_0, %iterArg_149 = %arg148, %iterArg_150 = %0, %iterArg_151 = %1) : tensor<50257x768xf32>, tensor<256x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<i32>, tensor<1xi32>, tensor<12x2x12x256x64xf32>, tensor<10xi32>
    cond {
      %c_152 = stablehlo.constant dense<250> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_148, %c_152, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_152 = stablehlo.constant dense<0> : tensor<i32>
      %3 = stablehlo.broadcast_in_dim %c_152, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %4 = stablehlo.compare LT, %iterArg_149, %3, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      %c_153 = stablehlo.constant dense<50257> : tensor<i32>
      %5 = stablehlo.broadcast_in_dim %c_153, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %6 = stablehlo.add %iterArg_149, %5 : tensor<1xi32>
      %7 = stablehlo.select %4, %6, %iterArg_149 : tensor<1xi1>, tensor<1xi32>
      %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi32>) -> tensor<1x1xi32>
      %9 = "stablehlo.gather"(%iterArg, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 768>}> : (tensor<50257x768xf32>, tensor<1x1xi32>) -> tensor<1x768xf32>
      %c_154 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg_148, %c_154, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_155 = stablehlo.constant dense<256> : tensor<i32>
      %11 = stablehlo.add %iterArg_148, %c_155 : tensor<i32>
      %12 = stablehlo.select %10, %11, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_156 = stablehlo.constant dense<0> : tensor<i32>
      %13 = stablehlo.dynamic_slice %iterArg_1, %12, %c_156, sizes = [1, 768] : (tensor<256x768xf32>, tensor<i32>, tensor<i32>) -> tensor<1x768xf32>
      %14 = stablehlo.add %9, %13 : tensor<1x768xf32>
      %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %15 = stablehlo.reduce(%14 init: %cst_157) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_158 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %18 = stablehlo.divide %16, %17 : tensor<1x1xf32>
      %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %20 = stablehlo.subtract %14, %19 : tensor<1x768xf32>
      %21 = chlo.square %20 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.reduce(%21 init: %cst_159) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_160 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %25 = stablehlo.divide %23, %24 : tensor<1x1xf32>
      %26 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %27 = stablehlo.subtract %14, %26 : tensor<1x768xf32>
      %cst_161 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %28 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %29 = stablehlo.add %25, %28 : tensor<1x1xf32>
      %30 = stablehlo.rsqrt %29 : tensor<1x1xf32>
      %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %32 = stablehlo.multiply %27, %31 : tensor<1x768xf32>
      %33 = stablehlo.broadcast_in_dim %iterArg_2, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %34 = stablehlo.multiply %32, %33 : tensor<1x768xf32>
      %35 = stablehlo.broadcast_in_dim %iterArg_3, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %36 = stablehlo.add %34, %35 : tensor<1x768xf32>
      %37 = stablehlo.dot_general %36, %iterArg_4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %38 = stablehlo.broadcast_in_dim %iterArg_5, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %39 = stablehlo.add %37, %38 : tensor<1x2304xf32>
      %40 = stablehlo.slice %39 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %41 = stablehlo.slice %39 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %42 = stablehlo.slice %39 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %43 = stablehlo.reshape %40 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %44 = stablehlo.reshape %41 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %45 = stablehlo.reshape %42 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %46 = stablehlo.broadcast_in_dim %44, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %47 = stablehlo.broadcast_in_dim %45, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %48 = stablehlo.concatenate %46, %47, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %49 = stablehlo.broadcast_in_dim %48, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_162 = stablehlo.constant dense<0> : tensor<i32>
      %50 = stablehlo.compare LT, %iterArg_148, %c_162, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_163 = stablehlo.constant dense<256> : tensor<i32>
      %51 = stablehlo.add %iterArg_148, %c_163 : tensor<i32>
      %52 = stablehlo.select %50, %51, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_164 = stablehlo.constant dense<0> : tensor<i32>
      %c_165 = stablehlo.constant dense<0> : tensor<i32>
      %c_166 = stablehlo.constant dense<0> : tensor<i32>
      %c_167 = stablehlo.constant dense<0> : tensor<i32>
      %53 = stablehlo.dynamic_update_slice %iterArg_150, %49, %c_164, %c_165, %c_166, %52, %c_167 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %54 = stablehlo.slice %53 [0:1, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %55 = stablehlo.reshape %54 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %56 = stablehlo.dot_general %43, %55, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_168 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %57 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %58 = stablehlo.divide %56, %57 : tensor<12x1x256xf32>
      %59 = stablehlo.iota dim = 0 : tensor<256xi32>
      %60 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %61 = stablehlo.compare LE, %59, %60, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_169 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %62 = func.call @_where(%61, %58, %cst_169) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_170 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %63 = stablehlo.reduce(%62 init: %cst_170) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_171 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %64 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %65 = stablehlo.maximum %64, %63 : tensor<12x1xf32>
      %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %68 = stablehlo.subtract %62, %67 : tensor<12x1x256xf32>
      %69 = stablehlo.exponential %68 : tensor<12x1x256xf32>
      %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %70 = stablehlo.reduce(%69 init: %cst_172) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %73 = stablehlo.divide %69, %72 : tensor<12x1x256xf32>
      %74 = stablehlo.slice %53 [0:1, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %75 = stablehlo.reshape %74 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %76 = stablehlo.dot_general %73, %75, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %77 = stablehlo.reshape %76 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %78 = stablehlo.dot_general %77, %iterArg_6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %79 = stablehlo.add %14, %78 : tensor<1x768xf32>
      %80 = stablehlo.broadcast_in_dim %iterArg_7, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %81 = stablehlo.add %79, %80 : tensor<1x768xf32>
      %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %82 = stablehlo.reduce(%81 init: %cst_173) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %83 = stablehlo.broadcast_in_dim %82, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_174 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %84 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %85 = stablehlo.divide %83, %84 : tensor<1x1xf32>
      %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %87 = stablehlo.subtract %81, %86 : tensor<1x768xf32>
      %88 = chlo.square %87 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %89 = stablehlo.reduce(%88 init: %cst_175) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %90 = stablehlo.broadcast_in_dim %89, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_176 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %91 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %92 = stablehlo.divide %90, %91 : tensor<1x1xf32>
      %93 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %94 = stablehlo.subtract %81, %93 : tensor<1x768xf32>
      %cst_177 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %95 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %96 = stablehlo.add %92, %95 : tensor<1x1xf32>
      %97 = stablehlo.rsqrt %96 : tensor<1x1xf32>
      %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %99 = stablehlo.multiply %94, %98 : tensor<1x768xf32>
      %100 = stablehlo.broadcast_in_dim %iterArg_8, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %101 = stablehlo.multiply %99, %100 : tensor<1x768xf32>
      %102 = stablehlo.broadcast_in_dim %iterArg_9, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %103 = stablehlo.add %101, %102 : tensor<1x768xf32>
      %104 = stablehlo.dot_general %103, %iterArg_10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %105 = stablehlo.broadcast_in_dim %iterArg_11, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %106 = stablehlo.add %104, %105 : tensor<1x3072xf32>
      %107 = stablehlo.multiply %106, %106 : tensor<1x3072xf32>
      %108 = stablehlo.multiply %107, %106 : tensor<1x3072xf32>
      %cst_178 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %109 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %110 = stablehlo.multiply %109, %108 : tensor<1x3072xf32>
      %111 = stablehlo.add %106, %110 : tensor<1x3072xf32>
      %cst_179 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %112 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %113 = stablehlo.multiply %112, %111 : tensor<1x3072xf32>
      %114 = stablehlo.tanh %113 : tensor<1x3072xf32>
      %cst_180 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %115 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %116 = stablehlo.add %115, %114 : tensor<1x3072xf32>
      %cst_181 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %117 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %118 = stablehlo.multiply %117, %116 : tensor<1x3072xf32>
      %119 = stablehlo.multiply %106, %118 : tensor<1x3072xf32>
      %120 = stablehlo.dot_general %119, %iterArg_12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %121 = stablehlo.add %81, %120 : tensor<1x768xf32>
      %122 = stablehlo.broadcast_in_dim %iterArg_13, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %123 = stablehlo.add %121, %122 : tensor<1x768xf32>
      %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %124 = stablehlo.reduce(%123 init: %cst_182) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %125 = stablehlo.broadcast_in_dim %124, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_183 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %126 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %127 = stablehlo.divide %125, %126 : tensor<1x1xf32>
      %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %129 = stablehlo.subtract %123, %128 : tensor<1x768xf32>
      %130 = chlo.square %129 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %131 = stablehlo.reduce(%130 init: %cst_184) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %132 = stablehlo.broadcast_in_dim %131, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_185 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %133 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %134 = stablehlo.divide %132, %133 : tensor<1x1xf32>
      %135 = stablehlo.broadcast_in_dim %127, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %136 = stablehlo.subtract %123, %135 : tensor<1x768xf32>
      %cst_186 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %137 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %138 = stablehlo.add %134, %137 : tensor<1x1xf32>
      %139 = stablehlo.rsqrt %138 : tensor<1x1xf32>
      %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %141 = stablehlo.multiply %136, %140 : tensor<1x768xf32>
      %142 = stablehlo.broadcast_in_dim %iterArg_14, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %143 = stablehlo.multiply %141, %142 : tensor<1x768xf32>
      %144 = stablehlo.broadcast_in_dim %iterArg_15, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %145 = stablehlo.add %143, %144 : tensor<1x768xf32>
      %146 = stablehlo.dot_general %145, %iterArg_16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %147 = stablehlo.broadcast_in_dim %iterArg_17, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %148 = stablehlo.add %146, %147 : tensor<1x2304xf32>
      %149 = stablehlo.slice %148 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %150 = stablehlo.slice %148 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %151 = stablehlo.slice %148 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %152 = stablehlo.reshape %149 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %153 = stablehlo.reshape %150 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %154 = stablehlo.reshape %151 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %155 = stablehlo.broadcast_in_dim %153, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %156 = stablehlo.broadcast_in_dim %154, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %157 = stablehlo.concatenate %155, %156, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %158 = stablehlo.broadcast_in_dim %157, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_187 = stablehlo.constant dense<0> : tensor<i32>
      %159 = stablehlo.compare LT, %iterArg_148, %c_187, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_188 = stablehlo.constant dense<256> : tensor<i32>
      %160 = stablehlo.add %iterArg_148, %c_188 : tensor<i32>
      %161 = stablehlo.select %159, %160, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_189 = stablehlo.constant dense<1> : tensor<i32>
      %c_190 = stablehlo.constant dense<0> : tensor<i32>
      %c_191 = stablehlo.constant dense<0> : tensor<i32>
      %c_192 = stablehlo.constant dense<0> : tensor<i32>
      %162 = stablehlo.dynamic_update_slice %53, %158, %c_189, %c_190, %c_191, %161, %c_192 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %163 = stablehlo.slice %162 [1:2, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %164 = stablehlo.reshape %163 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %165 = stablehlo.dot_general %152, %164, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_193 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %166 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %167 = stablehlo.divide %165, %166 : tensor<12x1x256xf32>
      %168 = stablehlo.iota dim = 0 : tensor<256xi32>
      %169 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %170 = stablehlo.compare LE, %168, %169, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_194 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %171 = func.call @_where(%170, %167, %cst_194) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_195 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %172 = stablehlo.reduce(%171 init: %cst_195) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_196 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %173 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %174 = stablehlo.maximum %173, %172 : tensor<12x1xf32>
      %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %176 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %177 = stablehlo.subtract %171, %176 : tensor<12x1x256xf32>
      %178 = stablehlo.exponential %177 : tensor<12x1x256xf32>
      %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %179 = stablehlo.reduce(%178 init: %cst_197) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %182 = stablehlo.divide %178, %181 : tensor<12x1x256xf32>
      %183 = stablehlo.slice %162 [1:2, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %184 = stablehlo.reshape %183 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %185 = stablehlo.dot_general %182, %184, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %186 = stablehlo.reshape %185 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %187 = stablehlo.dot_general %186, %iterArg_18, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %188 = stablehlo.add %123, %187 : tensor<1x768xf32>
      %189 = stablehlo.broadcast_in_dim %iterArg_19, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %190 = stablehlo.add %188, %189 : tensor<1x768xf32>
      %cst_198 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %191 = stablehlo.reduce(%190 init: %cst_198) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %192 = stablehlo.broadcast_in_dim %191, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_199 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %193 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %194 = stablehlo.divide %192, %193 : tensor<1x1xf32>
      %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %196 = stablehlo.subtract %190, %195 : tensor<1x768xf32>
      %197 = chlo.square %196 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_200 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %198 = stablehlo.reduce(%197 init: %cst_200) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %199 = stablehlo.broadcast_in_dim %198, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_201 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %200 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %201 = stablehlo.divide %199, %200 : tensor<1x1xf32>
      %202 = stablehlo.broadcast_in_dim %194, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %203 = stablehlo.subtract %190, %202 : tensor<1x768xf32>
      %cst_202 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %204 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %205 = stablehlo.add %201, %204 : tensor<1x1xf32>
      %206 = stablehlo.rsqrt %205 : tensor<1x1xf32>
      %207 = stablehlo.broadcast_in_dim %206, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %208 = stablehlo.multiply %203, %207 : tensor<1x768xf32>
      %209 = stablehlo.broadcast_in_dim %iterArg_20, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %210 = stablehlo.multiply %208, %209 : tensor<1x768xf32>
      %211 = stablehlo.broadcast_in_dim %iterArg_21, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %212 = stablehlo.add %210, %211 : tensor<1x768xf32>
      %213 = stablehlo.dot_general %212, %iterArg_22, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %214 = stablehlo.broadcast_in_dim %iterArg_23, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %215 = stablehlo.add %213, %214 : tensor<1x3072xf32>
      %216 = stablehlo.multiply %215, %215 : tensor<1x3072xf32>
      %217 = stablehlo.multiply %216, %215 : tensor<1x3072xf32>
      %cst_203 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %218 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %219 = stablehlo.multiply %218, %217 : tensor<1x3072xf32>
      %220 = stablehlo.add %215, %219 : tensor<1x3072xf32>
      %cst_204 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %221 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %222 = stablehlo.multiply %221, %220 : tensor<1x3072xf32>
      %223 = stablehlo.tanh %222 : tensor<1x3072xf32>
      %cst_205 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %224 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %225 = stablehlo.add %224, %223 : tensor<1x3072xf32>
      %cst_206 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %226 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %227 = stablehlo.multiply %226, %225 : tensor<1x3072xf32>
      %228 = stablehlo.multiply %215, %227 : tensor<1x3072xf32>
      %229 = stablehlo.dot_general %228, %iterArg_24, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %230 = stablehlo.add %190, %229 : tensor<1x768xf32>
      %231 = stablehlo.broadcast_in_dim %iterArg_25, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %232 = stablehlo.add %230, %231 : tensor<1x768xf32>
      %cst_207 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %233 = stablehlo.reduce(%232 init: %cst_207) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %234 = stablehlo.broadcast_in_dim %233, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_208 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %235 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %236 = stablehlo.divide %234, %235 : tensor<1x1xf32>
      %237 = stablehlo.broadcast_in_dim %236, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %238 = stablehlo.subtract %232, %237 : tensor<1x768xf32>
      %239 = chlo.square %238 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_209 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %240 = stablehlo.reduce(%239 init: %cst_209) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %241 = stablehlo.broadcast_in_dim %240, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_210 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %242 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %243 = stablehlo.divide %241, %242 : tensor<1x1xf32>
      %244 = stablehlo.broadcast_in_dim %236, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %245 = stablehlo.subtract %232, %244 : tensor<1x768xf32>
      %cst_211 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %246 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %247 = stablehlo.add %243, %246 : tensor<1x1xf32>
      %248 = stablehlo.rsqrt %247 : tensor<1x1xf32>
      %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %250 = stablehlo.multiply %245, %249 : tensor<1x768xf32>
      %251 = stablehlo.broadcast_in_dim %iterArg_26, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %252 = stablehlo.multiply %250, %251 : tensor<1x768xf32>
      %253 = stablehlo.broadcast_in_dim %iterArg_27, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %254 = stablehlo.add %252, %253 : tensor<1x768xf32>
      %255 = stablehlo.dot_general %254, %iterArg_28, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %256 = stablehlo.broadcast_in_dim %iterArg_29, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %257 = stablehlo.add %255, %256 : tensor<1x2304xf32>
      %258 = stablehlo.slice %257 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %259 = stablehlo.slice %257 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %260 = stablehlo.slice %257 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %261 = stablehlo.reshape %258 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %262 = stablehlo.reshape %259 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %263 = stablehlo.reshape %260 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %264 = stablehlo.broadcast_in_dim %262, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %265 = stablehlo.broadcast_in_dim %263, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %266 = stablehlo.concatenate %264, %265, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %267 = stablehlo.broadcast_in_dim %266, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_212 = stablehlo.constant dense<0> : tensor<i32>
      %268 = stablehlo.compare LT, %iterArg_148, %c_212, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_213 = stablehlo.constant dense<256> : tensor<i32>
      %269 = stablehlo.add %iterArg_148, %c_213 : tensor<i32>
      %270 = stablehlo.select %268, %269, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_214 = stablehlo.constant dense<2> : tensor<i32>
      %c_215 = stablehlo.constant dense<0> : tensor<i32>
      %c_216 = stablehlo.constant dense<0> : tensor<i32>
      %c_217 = stablehlo.constant dense<0> : tensor<i32>
      %271 = stablehlo.dynamic_update_slice %162, %267, %c_214, %c_215, %c_216, %270, %c_217 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %272 = stablehlo.slice %271 [2:3, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %273 = stablehlo.reshape %272 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %274 = stablehlo.dot_general %261, %273, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_218 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %275 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %276 = stablehlo.divide %274, %275 : tensor<12x1x256xf32>
      %277 = stablehlo.iota dim = 0 : tensor<256xi32>
      %278 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %279 = stablehlo.compare LE, %277, %278, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_219 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %280 = func.call @_where(%279, %276, %cst_219) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_220 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %281 = stablehlo.reduce(%280 init: %cst_220) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_221 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %282 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %283 = stablehlo.maximum %282, %281 : tensor<12x1xf32>
      %284 = stablehlo.broadcast_in_dim %283, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %285 = stablehlo.broadcast_in_dim %284, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %286 = stablehlo.subtract %280, %285 : tensor<12x1x256xf32>
      %287 = stablehlo.exponential %286 : tensor<12x1x256xf32>
      %cst_222 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %288 = stablehlo.reduce(%287 init: %cst_222) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %289 = stablehlo.broadcast_in_dim %288, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %290 = stablehlo.broadcast_in_dim %289, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %291 = stablehlo.divide %287, %290 : tensor<12x1x256xf32>
      %292 = stablehlo.slice %271 [2:3, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %293 = stablehlo.reshape %292 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %294 = stablehlo.dot_general %291, %293, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %295 = stablehlo.reshape %294 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %296 = stablehlo.dot_general %295, %iterArg_30, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %297 = stablehlo.add %232, %296 : tensor<1x768xf32>
      %298 = stablehlo.broadcast_in_dim %iterArg_31, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %299 = stablehlo.add %297, %298 : tensor<1x768xf32>
      %cst_223 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %300 = stablehlo.reduce(%299 init: %cst_223) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %301 = stablehlo.broadcast_in_dim %300, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_224 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %302 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %303 = stablehlo.divide %301, %302 : tensor<1x1xf32>
      %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %305 = stablehlo.subtract %299, %304 : tensor<1x768xf32>
      %306 = chlo.square %305 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_225 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %307 = stablehlo.reduce(%306 init: %cst_225) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %308 = stablehlo.broadcast_in_dim %307, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_226 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %309 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %310 = stablehlo.divide %308, %309 : tensor<1x1xf32>
      %311 = stablehlo.broadcast_in_dim %303, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %312 = stablehlo.subtract %299, %311 : tensor<1x768xf32>
      %cst_227 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %313 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %314 = stablehlo.add %310, %313 : tensor<1x1xf32>
      %315 = stablehlo.rsqrt %314 : tensor<1x1xf32>
      %316 = stablehlo.broadcast_in_dim %315, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %317 = stablehlo.multiply %312, %316 : tensor<1x768xf32>
      %318 = stablehlo.broadcast_in_dim %iterArg_32, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %319 = stablehlo.multiply %317, %318 : tensor<1x768xf32>
      %320 = stablehlo.broadcast_in_dim %iterArg_33, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %321 = stablehlo.add %319, %320 : tensor<1x768xf32>
      %322 = stablehlo.dot_general %321, %iterArg_34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %323 = stablehlo.broadcast_in_dim %iterArg_35, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %324 = stablehlo.add %322, %323 : tensor<1x3072xf32>
      %325 = stablehlo.multiply %324, %324 : tensor<1x3072xf32>
      %326 = stablehlo.multiply %325, %324 : tensor<1x3072xf32>
      %cst_228 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %327 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %328 = stablehlo.multiply %327, %326 : tensor<1x3072xf32>
      %329 = stablehlo.add %324, %328 : tensor<1x3072xf32>
      %cst_229 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %330 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %331 = stablehlo.multiply %330, %329 : tensor<1x3072xf32>
      %332 = stablehlo.tanh %331 : tensor<1x3072xf32>
      %cst_230 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %333 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %334 = stablehlo.add %333, %332 : tensor<1x3072xf32>
      %cst_231 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %335 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %336 = stablehlo.multiply %335, %334 : tensor<1x3072xf32>
      %337 = stablehlo.multiply %324, %336 : tensor<1x3072xf32>
      %338 = stablehlo.dot_general %337, %iterArg_36, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %339 = stablehlo.add %299, %338 : tensor<1x768xf32>
      %340 = stablehlo.broadcast_in_dim %iterArg_37, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %341 = stablehlo.add %339, %340 : tensor<1x768xf32>
      %cst_232 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %342 = stablehlo.reduce(%341 init: %cst_232) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %343 = stablehlo.broadcast_in_dim %342, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_233 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %344 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %345 = stablehlo.divide %343, %344 : tensor<1x1xf32>
      %346 = stablehlo.broadcast_in_dim %345, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %347 = stablehlo.subtract %341, %346 : tensor<1x768xf32>
      %348 = chlo.square %347 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_234 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %349 = stablehlo.reduce(%348 init: %cst_234) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %350 = stablehlo.broadcast_in_dim %349, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_235 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %351 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %352 = stablehlo.divide %350, %351 : tensor<1x1xf32>
      %353 = stablehlo.broadcast_in_dim %345, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %354 = stablehlo.subtract %341, %353 : tensor<1x768xf32>
      %cst_236 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %355 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %356 = stablehlo.add %352, %355 : tensor<1x1xf32>
      %357 = stablehlo.rsqrt %356 : tensor<1x1xf32>
      %358 = stablehlo.broadcast_in_dim %357, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %359 = stablehlo.multiply %354, %358 : tensor<1x768xf32>
      %360 = stablehlo.broadcast_in_dim %iterArg_38, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %361 = stablehlo.multiply %359, %360 : tensor<1x768xf32>
      %362 = stablehlo.broadcast_in_dim %iterArg_39, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %363 = stablehlo.add %361, %362 : tensor<1x768xf32>
      %364 = stablehlo.dot_general %363, %iterArg_40, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %365 = stablehlo.broadcast_in_dim %iterArg_41, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %366 = stablehlo.add %364, %365 : tensor<1x2304xf32>
      %367 = stablehlo.slice %366 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %368 = stablehlo.slice %366 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %369 = stablehlo.slice %366 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %370 = stablehlo.reshape %367 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %371 = stablehlo.reshape %368 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %372 = stablehlo.reshape %369 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %373 = stablehlo.broadcast_in_dim %371, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %374 = stablehlo.broadcast_in_dim %372, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %375 = stablehlo.concatenate %373, %374, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %376 = stablehlo.broadcast_in_dim %375, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_237 = stablehlo.constant dense<0> : tensor<i32>
      %377 = stablehlo.compare LT, %iterArg_148, %c_237, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_238 = stablehlo.constant dense<256> : tensor<i32>
      %378 = stablehlo.add %iterArg_148, %c_238 : tensor<i32>
      %379 = stablehlo.select %377, %378, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_239 = stablehlo.constant dense<3> : tensor<i32>
      %c_240 = stablehlo.constant dense<0> : tensor<i32>
      %c_241 = stablehlo.constant dense<0> : tensor<i32>
      %c_242 = stablehlo.constant dense<0> : tensor<i32>
      %380 = stablehlo.dynamic_update_slice %271, %376, %c_239, %c_240, %c_241, %379, %c_242 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %381 = stablehlo.slice %380 [3:4, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %382 = stablehlo.reshape %381 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %383 = stablehlo.dot_general %370, %382, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_243 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %384 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %385 = stablehlo.divide %383, %384 : tensor<12x1x256xf32>
      %386 = stablehlo.iota dim = 0 : tensor<256xi32>
      %387 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %388 = stablehlo.compare LE, %386, %387, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_244 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %389 = func.call @_where(%388, %385, %cst_244) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_245 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %390 = stablehlo.reduce(%389 init: %cst_245) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_246 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %391 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %392 = stablehlo.maximum %391, %390 : tensor<12x1xf32>
      %393 = stablehlo.broadcast_in_dim %392, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %394 = stablehlo.broadcast_in_dim %393, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %395 = stablehlo.subtract %389, %394 : tensor<12x1x256xf32>
      %396 = stablehlo.exponential %395 : tensor<12x1x256xf32>
      %cst_247 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %397 = stablehlo.reduce(%396 init: %cst_247) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %399 = stablehlo.broadcast_in_dim %398, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %400 = stablehlo.divide %396, %399 : tensor<12x1x256xf32>
      %401 = stablehlo.slice %380 [3:4, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %402 = stablehlo.reshape %401 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %403 = stablehlo.dot_general %400, %402, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %404 = stablehlo.reshape %403 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %405 = stablehlo.dot_general %404, %iterArg_42, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %406 = stablehlo.add %341, %405 : tensor<1x768xf32>
      %407 = stablehlo.broadcast_in_dim %iterArg_43, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %408 = stablehlo.add %406, %407 : tensor<1x768xf32>
      %cst_248 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %409 = stablehlo.reduce(%408 init: %cst_248) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %410 = stablehlo.broadcast_in_dim %409, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_249 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %411 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %412 = stablehlo.divide %410, %411 : tensor<1x1xf32>
      %413 = stablehlo.broadcast_in_dim %412, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %414 = stablehlo.subtract %408, %413 : tensor<1x768xf32>
      %415 = chlo.square %414 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_250 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %416 = stablehlo.reduce(%415 init: %cst_250) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %417 = stablehlo.broadcast_in_dim %416, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_251 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %418 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %419 = stablehlo.divide %417, %418 : tensor<1x1xf32>
      %420 = stablehlo.broadcast_in_dim %412, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %421 = stablehlo.subtract %408, %420 : tensor<1x768xf32>
      %cst_252 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %422 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %423 = stablehlo.add %419, %422 : tensor<1x1xf32>
      %424 = stablehlo.rsqrt %423 : tensor<1x1xf32>
      %425 = stablehlo.broadcast_in_dim %424, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %426 = stablehlo.multiply %421, %425 : tensor<1x768xf32>
      %427 = stablehlo.broadcast_in_dim %iterArg_44, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %428 = stablehlo.multiply %426, %427 : tensor<1x768xf32>
      %429 = stablehlo.broadcast_in_dim %iterArg_45, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %430 = stablehlo.add %428, %429 : tensor<1x768xf32>
      %431 = stablehlo.dot_general %430, %iterArg_46, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %432 = stablehlo.broadcast_in_dim %iterArg_47, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %433 = stablehlo.add %431, %432 : tensor<1x3072xf32>
      %434 = stablehlo.multiply %433, %433 : tensor<1x3072xf32>
      %435 = stablehlo.multiply %434, %433 : tensor<1x3072xf32>
      %cst_253 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %436 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %437 = stablehlo.multiply %436, %435 : tensor<1x3072xf32>
      %438 = stablehlo.add %433, %437 : tensor<1x3072xf32>
      %cst_254 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %439 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %440 = stablehlo.multiply %439, %438 : tensor<1x3072xf32>
      %441 = stablehlo.tanh %440 : tensor<1x3072xf32>
      %cst_255 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %442 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %443 = stablehlo.add %442, %441 : tensor<1x3072xf32>
      %cst_256 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %444 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %445 = stablehlo.multiply %444, %443 : tensor<1x3072xf32>
      %446 = stablehlo.multiply %433, %445 : tensor<1x3072xf32>
      %447 = stablehlo.dot_general %446, %iterArg_48, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %448 = stablehlo.add %408, %447 : tensor<1x768xf32>
      %449 = stablehlo.broadcast_in_dim %iterArg_49, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %450 = stablehlo.add %448, %449 : tensor<1x768xf32>
      %cst_257 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %451 = stablehlo.reduce(%450 init: %cst_257) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %452 = stablehlo.broadcast_in_dim %451, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_258 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %453 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %454 = stablehlo.divide %452, %453 : tensor<1x1xf32>
      %455 = stablehlo.broadcast_in_dim %454, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %456 = stablehlo.subtract %450, %455 : tensor<1x768xf32>
      %457 = chlo.square %456 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_259 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %458 = stablehlo.reduce(%457 init: %cst_259) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %459 = stablehlo.broadcast_in_dim %458, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_260 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %460 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %461 = stablehlo.divide %459, %460 : tensor<1x1xf32>
      %462 = stablehlo.broadcast_in_dim %454, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %463 = stablehlo.subtract %450, %462 : tensor<1x768xf32>
      %cst_261 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %464 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %465 = stablehlo.add %461, %464 : tensor<1x1xf32>
      %466 = stablehlo.rsqrt %465 : tensor<1x1xf32>
      %467 = stablehlo.broadcast_in_dim %466, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %468 = stablehlo.multiply %463, %467 : tensor<1x768xf32>
      %469 = stablehlo.broadcast_in_dim %iterArg_50, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %470 = stablehlo.multiply %468, %469 : tensor<1x768xf32>
      %471 = stablehlo.broadcast_in_dim %iterArg_51, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %472 = stablehlo.add %470, %471 : tensor<1x768xf32>
      %473 = stablehlo.dot_general %472, %iterArg_52, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %474 = stablehlo.broadcast_in_dim %iterArg_53, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %475 = stablehlo.add %473, %474 : tensor<1x2304xf32>
      %476 = stablehlo.slice %475 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %477 = stablehlo.slice %475 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %478 = stablehlo.slice %475 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %479 = stablehlo.reshape %476 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %480 = stablehlo.reshape %477 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %481 = stablehlo.reshape %478 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %482 = stablehlo.broadcast_in_dim %480, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %483 = stablehlo.broadcast_in_dim %481, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %484 = stablehlo.concatenate %482, %483, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %485 = stablehlo.broadcast_in_dim %484, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_262 = stablehlo.constant dense<0> : tensor<i32>
      %486 = stablehlo.compare LT, %iterArg_148, %c_262, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_263 = stablehlo.constant dense<256> : tensor<i32>
      %487 = stablehlo.add %iterArg_148, %c_263 : tensor<i32>
      %488 = stablehlo.select %486, %487, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_264 = stablehlo.constant dense<4> : tensor<i32>
      %c_265 = stablehlo.constant dense<0> : tensor<i32>
      %c_266 = stablehlo.constant dense<0> : tensor<i32>
      %c_267 = stablehlo.constant dense<0> : tensor<i32>
      %489 = stablehlo.dynamic_update_slice %380, %485, %c_264, %c_265, %c_266, %488, %c_267 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %490 = stablehlo.slice %489 [4:5, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %491 = stablehlo.reshape %490 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %492 = stablehlo.dot_general %479, %491, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_268 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %493 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %494 = stablehlo.divide %492, %493 : tensor<12x1x256xf32>
      %495 = stablehlo.iota dim = 0 : tensor<256xi32>
      %496 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %497 = stablehlo.compare LE, %495, %496, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_269 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %498 = func.call @_where(%497, %494, %cst_269) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_270 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %499 = stablehlo.reduce(%498 init: %cst_270) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_271 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %500 = stablehlo.broadcast_in_dim %cst_271, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %501 = stablehlo.maximum %500, %499 : tensor<12x1xf32>
      %502 = stablehlo.broadcast_in_dim %501, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %503 = stablehlo.broadcast_in_dim %502, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %504 = stablehlo.subtract %498, %503 : tensor<12x1x256xf32>
      %505 = stablehlo.exponential %504 : tensor<12x1x256xf32>
      %cst_272 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %506 = stablehlo.reduce(%505 init: %cst_272) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %507 = stablehlo.broadcast_in_dim %506, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %508 = stablehlo.broadcast_in_dim %507, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %509 = stablehlo.divide %505, %508 : tensor<12x1x256xf32>
      %510 = stablehlo.slice %489 [4:5, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %511 = stablehlo.reshape %510 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %512 = stablehlo.dot_general %509, %511, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %513 = stablehlo.reshape %512 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %514 = stablehlo.dot_general %513, %iterArg_54, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %515 = stablehlo.add %450, %514 : tensor<1x768xf32>
      %516 = stablehlo.broadcast_in_dim %iterArg_55, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %517 = stablehlo.add %515, %516 : tensor<1x768xf32>
      %cst_273 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %518 = stablehlo.reduce(%517 init: %cst_273) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %519 = stablehlo.broadcast_in_dim %518, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_274 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %520 = stablehlo.broadcast_in_dim %cst_274, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %521 = stablehlo.divide %519, %520 : tensor<1x1xf32>
      %522 = stablehlo.broadcast_in_dim %521, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %523 = stablehlo.subtract %517, %522 : tensor<1x768xf32>
      %524 = chlo.square %523 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_275 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %525 = stablehlo.reduce(%524 init: %cst_275) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %526 = stablehlo.broadcast_in_dim %525, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_276 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %527 = stablehlo.broadcast_in_dim %cst_276, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %528 = stablehlo.divide %526, %527 : tensor<1x1xf32>
      %529 = stablehlo.broadcast_in_dim %521, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %530 = stablehlo.subtract %517, %529 : tensor<1x768xf32>
      %cst_277 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %531 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %532 = stablehlo.add %528, %531 : tensor<1x1xf32>
      %533 = stablehlo.rsqrt %532 : tensor<1x1xf32>
      %534 = stablehlo.broadcast_in_dim %533, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %535 = stablehlo.multiply %530, %534 : tensor<1x768xf32>
      %536 = stablehlo.broadcast_in_dim %iterArg_56, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %537 = stablehlo.multiply %535, %536 : tensor<1x768xf32>
      %538 = stablehlo.broadcast_in_dim %iterArg_57, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %539 = stablehlo.add %537, %538 : tensor<1x768xf32>
      %540 = stablehlo.dot_general %539, %iterArg_58, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %541 = stablehlo.broadcast_in_dim %iterArg_59, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %542 = stablehlo.add %540, %541 : tensor<1x3072xf32>
      %543 = stablehlo.multiply %542, %542 : tensor<1x3072xf32>
      %544 = stablehlo.multiply %543, %542 : tensor<1x3072xf32>
      %cst_278 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %545 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %546 = stablehlo.multiply %545, %544 : tensor<1x3072xf32>
      %547 = stablehlo.add %542, %546 : tensor<1x3072xf32>
      %cst_279 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %548 = stablehlo.broadcast_in_dim %cst_279, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %549 = stablehlo.multiply %548, %547 : tensor<1x3072xf32>
      %550 = stablehlo.tanh %549 : tensor<1x3072xf32>
      %cst_280 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %551 = stablehlo.broadcast_in_dim %cst_280, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %552 = stablehlo.add %551, %550 : tensor<1x3072xf32>
      %cst_281 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %553 = stablehlo.broadcast_in_dim %cst_281, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %554 = stablehlo.multiply %553, %552 : tensor<1x3072xf32>
      %555 = stablehlo.multiply %542, %554 : tensor<1x3072xf32>
      %556 = stablehlo.dot_general %555, %iterArg_60, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %557 = stablehlo.add %517, %556 : tensor<1x768xf32>
      %558 = stablehlo.broadcast_in_dim %iterArg_61, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %559 = stablehlo.add %557, %558 : tensor<1x768xf32>
      %cst_282 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %560 = stablehlo.reduce(%559 init: %cst_282) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %561 = stablehlo.broadcast_in_dim %560, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_283 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %562 = stablehlo.broadcast_in_dim %cst_283, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %563 = stablehlo.divide %561, %562 : tensor<1x1xf32>
      %564 = stablehlo.broadcast_in_dim %563, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %565 = stablehlo.subtract %559, %564 : tensor<1x768xf32>
      %566 = chlo.square %565 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_284 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %567 = stablehlo.reduce(%566 init: %cst_284) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %568 = stablehlo.broadcast_in_dim %567, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_285 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %569 = stablehlo.broadcast_in_dim %cst_285, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %570 = stablehlo.divide %568, %569 : tensor<1x1xf32>
      %571 = stablehlo.broadcast_in_dim %563, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %572 = stablehlo.subtract %559, %571 : tensor<1x768xf32>
      %cst_286 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %573 = stablehlo.broadcast_in_dim %cst_286, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %574 = stablehlo.add %570, %573 : tensor<1x1xf32>
      %575 = stablehlo.rsqrt %574 : tensor<1x1xf32>
      %576 = stablehlo.broadcast_in_dim %575, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %577 = stablehlo.multiply %572, %576 : tensor<1x768xf32>
      %578 = stablehlo.broadcast_in_dim %iterArg_62, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %579 = stablehlo.multiply %577, %578 : tensor<1x768xf32>
      %580 = stablehlo.broadcast_in_dim %iterArg_63, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %581 = stablehlo.add %579, %580 : tensor<1x768xf32>
      %582 = stablehlo.dot_general %581, %iterArg_64, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %583 = stablehlo.broadcast_in_dim %iterArg_65, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %584 = stablehlo.add %582, %583 : tensor<1x2304xf32>
      %585 = stablehlo.slice %584 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %586 = stablehlo.slice %584 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %587 = stablehlo.slice %584 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %588 = stablehlo.reshape %585 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %589 = stablehlo.reshape %586 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %590 = stablehlo.reshape %587 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %591 = stablehlo.broadcast_in_dim %589, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %592 = stablehlo.broadcast_in_dim %590, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %593 = stablehlo.concatenate %591, %592, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %594 = stablehlo.broadcast_in_dim %593, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_287 = stablehlo.constant dense<0> : tensor<i32>
      %595 = stablehlo.compare LT, %iterArg_148, %c_287, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_288 = stablehlo.constant dense<256> : tensor<i32>
      %596 = stablehlo.add %iterArg_148, %c_288 : tensor<i32>
      %597 = stablehlo.select %595, %596, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_289 = stablehlo.constant dense<5> : tensor<i32>
      %c_290 = stablehlo.constant dense<0> : tensor<i32>
      %c_291 = stablehlo.constant dense<0> : tensor<i32>
      %c_292 = stablehlo.constant dense<0> : tensor<i32>
      %598 = stablehlo.dynamic_update_slice %489, %594, %c_289, %c_290, %c_291, %597, %c_292 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %599 = stablehlo.slice %598 [5:6, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %600 = stablehlo.reshape %599 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %601 = stablehlo.dot_general %588, %600, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_293 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %602 = stablehlo.broadcast_in_dim %cst_293, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %603 = stablehlo.divide %601, %602 : tensor<12x1x256xf32>
      %604 = stablehlo.iota dim = 0 : tensor<256xi32>
      %605 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %606 = stablehlo.compare LE, %604, %605, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_294 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %607 = func.call @_where(%606, %603, %cst_294) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_295 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %608 = stablehlo.reduce(%607 init: %cst_295) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_296 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %609 = stablehlo.broadcast_in_dim %cst_296, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %610 = stablehlo.maximum %609, %608 : tensor<12x1xf32>
      %611 = stablehlo.broadcast_in_dim %610, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %612 = stablehlo.broadcast_in_dim %611, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %613 = stablehlo.subtract %607, %612 : tensor<12x1x256xf32>
      %614 = stablehlo.exponential %613 : tensor<12x1x256xf32>
      %cst_297 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %615 = stablehlo.reduce(%614 init: %cst_297) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %616 = stablehlo.broadcast_in_dim %615, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %617 = stablehlo.broadcast_in_dim %616, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %618 = stablehlo.divide %614, %617 : tensor<12x1x256xf32>
      %619 = stablehlo.slice %598 [5:6, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %620 = stablehlo.reshape %619 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %621 = stablehlo.dot_general %618, %620, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %622 = stablehlo.reshape %621 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %623 = stablehlo.dot_general %622, %iterArg_66, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %624 = stablehlo.add %559, %623 : tensor<1x768xf32>
      %625 = stablehlo.broadcast_in_dim %iterArg_67, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %626 = stablehlo.add %624, %625 : tensor<1x768xf32>
      %cst_298 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %627 = stablehlo.reduce(%626 init: %cst_298) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %628 = stablehlo.broadcast_in_dim %627, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_299 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %629 = stablehlo.broadcast_in_dim %cst_299, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %630 = stablehlo.divide %628, %629 : tensor<1x1xf32>
      %631 = stablehlo.broadcast_in_dim %630, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %632 = stablehlo.subtract %626, %631 : tensor<1x768xf32>
      %633 = chlo.square %632 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_300 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %634 = stablehlo.reduce(%633 init: %cst_300) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %635 = stablehlo.broadcast_in_dim %634, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_301 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %636 = stablehlo.broadcast_in_dim %cst_301, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %637 = stablehlo.divide %635, %636 : tensor<1x1xf32>
      %638 = stablehlo.broadcast_in_dim %630, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %639 = stablehlo.subtract %626, %638 : tensor<1x768xf32>
      %cst_302 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %640 = stablehlo.broadcast_in_dim %cst_302, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %641 = stablehlo.add %637, %640 : tensor<1x1xf32>
      %642 = stablehlo.rsqrt %641 : tensor<1x1xf32>
      %643 = stablehlo.broadcast_in_dim %642, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %644 = stablehlo.multiply %639, %643 : tensor<1x768xf32>
      %645 = stablehlo.broadcast_in_dim %iterArg_68, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %646 = stablehlo.multiply %644, %645 : tensor<1x768xf32>
      %647 = stablehlo.broadcast_in_dim %iterArg_69, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %648 = stablehlo.add %646, %647 : tensor<1x768xf32>
      %649 = stablehlo.dot_general %648, %iterArg_70, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %650 = stablehlo.broadcast_in_dim %iterArg_71, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %651 = stablehlo.add %649, %650 : tensor<1x3072xf32>
      %652 = stablehlo.multiply %651, %651 : tensor<1x3072xf32>
      %653 = stablehlo.multiply %652, %651 : tensor<1x3072xf32>
      %cst_303 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %654 = stablehlo.broadcast_in_dim %cst_303, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %655 = stablehlo.multiply %654, %653 : tensor<1x3072xf32>
      %656 = stablehlo.add %651, %655 : tensor<1x3072xf32>
      %cst_304 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %657 = stablehlo.broadcast_in_dim %cst_304, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %658 = stablehlo.multiply %657, %656 : tensor<1x3072xf32>
      %659 = stablehlo.tanh %658 : tensor<1x3072xf32>
      %cst_305 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %660 = stablehlo.broadcast_in_dim %cst_305, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %661 = stablehlo.add %660, %659 : tensor<1x3072xf32>
      %cst_306 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %662 = stablehlo.broadcast_in_dim %cst_306, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %663 = stablehlo.multiply %662, %661 : tensor<1x3072xf32>
      %664 = stablehlo.multiply %651, %663 : tensor<1x3072xf32>
      %665 = stablehlo.dot_general %664, %iterArg_72, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %666 = stablehlo.add %626, %665 : tensor<1x768xf32>
      %667 = stablehlo.broadcast_in_dim %iterArg_73, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %668 = stablehlo.add %666, %667 : tensor<1x768xf32>
      %cst_307 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %669 = stablehlo.reduce(%668 init: %cst_307) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %670 = stablehlo.broadcast_in_dim %669, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_308 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %671 = stablehlo.broadcast_in_dim %cst_308, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %672 = stablehlo.divide %670, %671 : tensor<1x1xf32>
      %673 = stablehlo.broadcast_in_dim %672, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %674 = stablehlo.subtract %668, %673 : tensor<1x768xf32>
      %675 = chlo.square %674 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_309 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %676 = stablehlo.reduce(%675 init: %cst_309) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %677 = stablehlo.broadcast_in_dim %676, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_310 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %678 = stablehlo.broadcast_in_dim %cst_310, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %679 = stablehlo.divide %677, %678 : tensor<1x1xf32>
      %680 = stablehlo.broadcast_in_dim %672, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %681 = stablehlo.subtract %668, %680 : tensor<1x768xf32>
      %cst_311 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %682 = stablehlo.broadcast_in_dim %cst_311, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %683 = stablehlo.add %679, %682 : tensor<1x1xf32>
      %684 = stablehlo.rsqrt %683 : tensor<1x1xf32>
      %685 = stablehlo.broadcast_in_dim %684, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %686 = stablehlo.multiply %681, %685 : tensor<1x768xf32>
      %687 = stablehlo.broadcast_in_dim %iterArg_74, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %688 = stablehlo.multiply %686, %687 : tensor<1x768xf32>
      %689 = stablehlo.broadcast_in_dim %iterArg_75, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %690 = stablehlo.add %688, %689 : tensor<1x768xf32>
      %691 = stablehlo.dot_general %690, %iterArg_76, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %692 = stablehlo.broadcast_in_dim %iterArg_77, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %693 = stablehlo.add %691, %692 : tensor<1x2304xf32>
      %694 = stablehlo.slice %693 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %695 = stablehlo.slice %693 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %696 = stablehlo.slice %693 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %697 = stablehlo.reshape %694 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %698 = stablehlo.reshape %695 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %699 = stablehlo.reshape %696 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %700 = stablehlo.broadcast_in_dim %698, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %701 = stablehlo.broadcast_in_dim %699, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %702 = stablehlo.concatenate %700, %701, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %703 = stablehlo.broadcast_in_dim %702, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_312 = stablehlo.constant dense<0> : tensor<i32>
      %704 = stablehlo.compare LT, %iterArg_148, %c_312, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_313 = stablehlo.constant dense<256> : tensor<i32>
      %705 = stablehlo.add %iterArg_148, %c_313 : tensor<i32>
      %706 = stablehlo.select %704, %705, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_314 = stablehlo.constant dense<6> : tensor<i32>
      %c_315 = stablehlo.constant dense<0> : tensor<i32>
      %c_316 = stablehlo.constant dense<0> : tensor<i32>
      %c_317 = stablehlo.constant dense<0> : tensor<i32>
      %707 = stablehlo.dynamic_update_slice %598, %703, %c_314, %c_315, %c_316, %706, %c_317 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %708 = stablehlo.slice %707 [6:7, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %709 = stablehlo.reshape %708 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %710 = stablehlo.dot_general %697, %709, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_318 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %711 = stablehlo.broadcast_in_dim %cst_318, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %712 = stablehlo.divide %710, %711 : tensor<12x1x256xf32>
      %713 = stablehlo.iota dim = 0 : tensor<256xi32>
      %714 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %715 = stablehlo.compare LE, %713, %714, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_319 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %716 = func.call @_where(%715, %712, %cst_319) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_320 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %717 = stablehlo.reduce(%716 init: %cst_320) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_321 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %718 = stablehlo.broadcast_in_dim %cst_321, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %719 = stablehlo.maximum %718, %717 : tensor<12x1xf32>
      %720 = stablehlo.broadcast_in_dim %719, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %721 = stablehlo.broadcast_in_dim %720, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %722 = stablehlo.subtract %716, %721 : tensor<12x1x256xf32>
      %723 = stablehlo.exponential %722 : tensor<12x1x256xf32>
      %cst_322 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %724 = stablehlo.reduce(%723 init: %cst_322) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %725 = stablehlo.broadcast_in_dim %724, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %726 = stablehlo.broadcast_in_dim %725, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %727 = stablehlo.divide %723, %726 : tensor<12x1x256xf32>
      %728 = stablehlo.slice %707 [6:7, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %729 = stablehlo.reshape %728 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %730 = stablehlo.dot_general %727, %729, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %731 = stablehlo.reshape %730 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %732 = stablehlo.dot_general %731, %iterArg_78, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %733 = stablehlo.add %668, %732 : tensor<1x768xf32>
      %734 = stablehlo.broadcast_in_dim %iterArg_79, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %735 = stablehlo.add %733, %734 : tensor<1x768xf32>
      %cst_323 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %736 = stablehlo.reduce(%735 init: %cst_323) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %737 = stablehlo.broadcast_in_dim %736, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_324 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %738 = stablehlo.broadcast_in_dim %cst_324, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %739 = stablehlo.divide %737, %738 : tensor<1x1xf32>
      %740 = stablehlo.broadcast_in_dim %739, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %741 = stablehlo.subtract %735, %740 : tensor<1x768xf32>
      %742 = chlo.square %741 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_325 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %743 = stablehlo.reduce(%742 init: %cst_325) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %744 = stablehlo.broadcast_in_dim %743, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_326 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %745 = stablehlo.broadcast_in_dim %cst_326, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %746 = stablehlo.divide %744, %745 : tensor<1x1xf32>
      %747 = stablehlo.broadcast_in_dim %739, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %748 = stablehlo.subtract %735, %747 : tensor<1x768xf32>
      %cst_327 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %749 = stablehlo.broadcast_in_dim %cst_327, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %750 = stablehlo.add %746, %749 : tensor<1x1xf32>
      %751 = stablehlo.rsqrt %750 : tensor<1x1xf32>
      %752 = stablehlo.broadcast_in_dim %751, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %753 = stablehlo.multiply %748, %752 : tensor<1x768xf32>
      %754 = stablehlo.broadcast_in_dim %iterArg_80, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %755 = stablehlo.multiply %753, %754 : tensor<1x768xf32>
      %756 = stablehlo.broadcast_in_dim %iterArg_81, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %757 = stablehlo.add %755, %756 : tensor<1x768xf32>
      %758 = stablehlo.dot_general %757, %iterArg_82, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %759 = stablehlo.broadcast_in_dim %iterArg_83, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %760 = stablehlo.add %758, %759 : tensor<1x3072xf32>
      %761 = stablehlo.multiply %760, %760 : tensor<1x3072xf32>
      %762 = stablehlo.multiply %761, %760 : tensor<1x3072xf32>
      %cst_328 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %763 = stablehlo.broadcast_in_dim %cst_328, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %764 = stablehlo.multiply %763, %762 : tensor<1x3072xf32>
      %765 = stablehlo.add %760, %764 : tensor<1x3072xf32>
      %cst_329 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %766 = stablehlo.broadcast_in_dim %cst_329, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %767 = stablehlo.multiply %766, %765 : tensor<1x3072xf32>
      %768 = stablehlo.tanh %767 : tensor<1x3072xf32>
      %cst_330 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %769 = stablehlo.broadcast_in_dim %cst_330, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %770 = stablehlo.add %769, %768 : tensor<1x3072xf32>
      %cst_331 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %771 = stablehlo.broadcast_in_dim %cst_331, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %772 = stablehlo.multiply %771, %770 : tensor<1x3072xf32>
      %773 = stablehlo.multiply %760, %772 : tensor<1x3072xf32>
      %774 = stablehlo.dot_general %773, %iterArg_84, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %775 = stablehlo.add %735, %774 : tensor<1x768xf32>
      %776 = stablehlo.broadcast_in_dim %iterArg_85, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %777 = stablehlo.add %775, %776 : tensor<1x768xf32>
      %cst_332 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %778 = stablehlo.reduce(%777 init: %cst_332) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %779 = stablehlo.broadcast_in_dim %778, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_333 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %780 = stablehlo.broadcast_in_dim %cst_333, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %781 = stablehlo.divide %779, %780 : tensor<1x1xf32>
      %782 = stablehlo.broadcast_in_dim %781, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %783 = stablehlo.subtract %777, %782 : tensor<1x768xf32>
      %784 = chlo.square %783 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_334 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %785 = stablehlo.reduce(%784 init: %cst_334) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %786 = stablehlo.broadcast_in_dim %785, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_335 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %787 = stablehlo.broadcast_in_dim %cst_335, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %788 = stablehlo.divide %786, %787 : tensor<1x1xf32>
      %789 = stablehlo.broadcast_in_dim %781, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %790 = stablehlo.subtract %777, %789 : tensor<1x768xf32>
      %cst_336 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %791 = stablehlo.broadcast_in_dim %cst_336, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %792 = stablehlo.add %788, %791 : tensor<1x1xf32>
      %793 = stablehlo.rsqrt %792 : tensor<1x1xf32>
      %794 = stablehlo.broadcast_in_dim %793, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %795 = stablehlo.multiply %790, %794 : tensor<1x768xf32>
      %796 = stablehlo.broadcast_in_dim %iterArg_86, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %797 = stablehlo.multiply %795, %796 : tensor<1x768xf32>
      %798 = stablehlo.broadcast_in_dim %iterArg_87, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %799 = stablehlo.add %797, %798 : tensor<1x768xf32>
      %800 = stablehlo.dot_general %799, %iterArg_88, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %801 = stablehlo.broadcast_in_dim %iterArg_89, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %802 = stablehlo.add %800, %801 : tensor<1x2304xf32>
      %803 = stablehlo.slice %802 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %804 = stablehlo.slice %802 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %805 = stablehlo.slice %802 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %806 = stablehlo.reshape %803 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %807 = stablehlo.reshape %804 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %808 = stablehlo.reshape %805 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %809 = stablehlo.broadcast_in_dim %807, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %810 = stablehlo.broadcast_in_dim %808, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %811 = stablehlo.concatenate %809, %810, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %812 = stablehlo.broadcast_in_dim %811, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_337 = stablehlo.constant dense<0> : tensor<i32>
      %813 = stablehlo.compare LT, %iterArg_148, %c_337, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_338 = stablehlo.constant dense<256> : tensor<i32>
      %814 = stablehlo.add %iterArg_148, %c_338 : tensor<i32>
      %815 = stablehlo.select %813, %814, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_339 = stablehlo.constant dense<7> : tensor<i32>
      %c_340 = stablehlo.constant dense<0> : tensor<i32>
      %c_341 = stablehlo.constant dense<0> : tensor<i32>
      %c_342 = stablehlo.constant dense<0> : tensor<i32>
      %816 = stablehlo.dynamic_update_slice %707, %812, %c_339, %c_340, %c_341, %815, %c_342 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %817 = stablehlo.slice %816 [7:8, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %818 = stablehlo.reshape %817 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %819 = stablehlo.dot_general %806, %818, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_343 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %820 = stablehlo.broadcast_in_dim %cst_343, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %821 = stablehlo.divide %819, %820 : tensor<12x1x256xf32>
      %822 = stablehlo.iota dim = 0 : tensor<256xi32>
      %823 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %824 = stablehlo.compare LE, %822, %823, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_344 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %825 = func.call @_where(%824, %821, %cst_344) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_345 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %826 = stablehlo.reduce(%825 init: %cst_345) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_346 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %827 = stablehlo.broadcast_in_dim %cst_346, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %828 = stablehlo.maximum %827, %826 : tensor<12x1xf32>
      %829 = stablehlo.broadcast_in_dim %828, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %830 = stablehlo.broadcast_in_dim %829, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %831 = stablehlo.subtract %825, %830 : tensor<12x1x256xf32>
      %832 = stablehlo.exponential %831 : tensor<12x1x256xf32>
      %cst_347 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %833 = stablehlo.reduce(%832 init: %cst_347) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %834 = stablehlo.broadcast_in_dim %833, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %835 = stablehlo.broadcast_in_dim %834, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %836 = stablehlo.divide %832, %835 : tensor<12x1x256xf32>
      %837 = stablehlo.slice %816 [7:8, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %838 = stablehlo.reshape %837 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %839 = stablehlo.dot_general %836, %838, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %840 = stablehlo.reshape %839 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %841 = stablehlo.dot_general %840, %iterArg_90, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %842 = stablehlo.add %777, %841 : tensor<1x768xf32>
      %843 = stablehlo.broadcast_in_dim %iterArg_91, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %844 = stablehlo.add %842, %843 : tensor<1x768xf32>
      %cst_348 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %845 = stablehlo.reduce(%844 init: %cst_348) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %846 = stablehlo.broadcast_in_dim %845, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_349 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %847 = stablehlo.broadcast_in_dim %cst_349, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %848 = stablehlo.divide %846, %847 : tensor<1x1xf32>
      %849 = stablehlo.broadcast_in_dim %848, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %850 = stablehlo.subtract %844, %849 : tensor<1x768xf32>
      %851 = chlo.square %850 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_350 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %852 = stablehlo.reduce(%851 init: %cst_350) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %853 = stablehlo.broadcast_in_dim %852, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_351 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %854 = stablehlo.broadcast_in_dim %cst_351, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %855 = stablehlo.divide %853, %854 : tensor<1x1xf32>
      %856 = stablehlo.broadcast_in_dim %848, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %857 = stablehlo.subtract %844, %856 : tensor<1x768xf32>
      %cst_352 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %858 = stablehlo.broadcast_in_dim %cst_352, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %859 = stablehlo.add %855, %858 : tensor<1x1xf32>
      %860 = stablehlo.rsqrt %859 : tensor<1x1xf32>
      %861 = stablehlo.broadcast_in_dim %860, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %862 = stablehlo.multiply %857, %861 : tensor<1x768xf32>
      %863 = stablehlo.broadcast_in_dim %iterArg_92, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %864 = stablehlo.multiply %862, %863 : tensor<1x768xf32>
      %865 = stablehlo.broadcast_in_dim %iterArg_93, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %866 = stablehlo.add %864, %865 : tensor<1x768xf32>
      %867 = stablehlo.dot_general %866, %iterArg_94, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %868 = stablehlo.broadcast_in_dim %iterArg_95, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %869 = stablehlo.add %867, %868 : tensor<1x3072xf32>
      %870 = stablehlo.multiply %869, %869 : tensor<1x3072xf32>
      %871 = stablehlo.multiply %870, %869 : tensor<1x3072xf32>
      %cst_353 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %872 = stablehlo.broadcast_in_dim %cst_353, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %873 = stablehlo.multiply %872, %871 : tensor<1x3072xf32>
      %874 = stablehlo.add %869, %873 : tensor<1x3072xf32>
      %cst_354 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %875 = stablehlo.broadcast_in_dim %cst_354, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %876 = stablehlo.multiply %875, %874 : tensor<1x3072xf32>
      %877 = stablehlo.tanh %876 : tensor<1x3072xf32>
      %cst_355 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %878 = stablehlo.broadcast_in_dim %cst_355, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %879 = stablehlo.add %878, %877 : tensor<1x3072xf32>
      %cst_356 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %880 = stablehlo.broadcast_in_dim %cst_356, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %881 = stablehlo.multiply %880, %879 : tensor<1x3072xf32>
      %882 = stablehlo.multiply %869, %881 : tensor<1x3072xf32>
      %883 = stablehlo.dot_general %882, %iterArg_96, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %884 = stablehlo.add %844, %883 : tensor<1x768xf32>
      %885 = stablehlo.broadcast_in_dim %iterArg_97, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %886 = stablehlo.add %884, %885 : tensor<1x768xf32>
      %cst_357 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %887 = stablehlo.reduce(%886 init: %cst_357) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %888 = stablehlo.broadcast_in_dim %887, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_358 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %889 = stablehlo.broadcast_in_dim %cst_358, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %890 = stablehlo.divide %888, %889 : tensor<1x1xf32>
      %891 = stablehlo.broadcast_in_dim %890, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %892 = stablehlo.subtract %886, %891 : tensor<1x768xf32>
      %893 = chlo.square %892 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_359 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %894 = stablehlo.reduce(%893 init: %cst_359) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %895 = stablehlo.broadcast_in_dim %894, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_360 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %896 = stablehlo.broadcast_in_dim %cst_360, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %897 = stablehlo.divide %895, %896 : tensor<1x1xf32>
      %898 = stablehlo.broadcast_in_dim %890, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %899 = stablehlo.subtract %886, %898 : tensor<1x768xf32>
      %cst_361 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %900 = stablehlo.broadcast_in_dim %cst_361, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %901 = stablehlo.add %897, %900 : tensor<1x1xf32>
      %902 = stablehlo.rsqrt %901 : tensor<1x1xf32>
      %903 = stablehlo.broadcast_in_dim %902, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %904 = stablehlo.multiply %899, %903 : tensor<1x768xf32>
      %905 = stablehlo.broadcast_in_dim %iterArg_98, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %906 = stablehlo.multiply %904, %905 : tensor<1x768xf32>
      %907 = stablehlo.broadcast_in_dim %iterArg_99, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %908 = stablehlo.add %906, %907 : tensor<1x768xf32>
      %909 = stablehlo.dot_general %908, %iterArg_100, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %910 = stablehlo.broadcast_in_dim %iterArg_101, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %911 = stablehlo.add %909, %910 : tensor<1x2304xf32>
      %912 = stablehlo.slice %911 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %913 = stablehlo.slice %911 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %914 = stablehlo.slice %911 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %915 = stablehlo.reshape %912 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %916 = stablehlo.reshape %913 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %917 = stablehlo.reshape %914 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %918 = stablehlo.broadcast_in_dim %916, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %919 = stablehlo.broadcast_in_dim %917, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %920 = stablehlo.concatenate %918, %919, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %921 = stablehlo.broadcast_in_dim %920, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_362 = stablehlo.constant dense<0> : tensor<i32>
      %922 = stablehlo.compare LT, %iterArg_148, %c_362, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_363 = stablehlo.constant dense<256> : tensor<i32>
      %923 = stablehlo.add %iterArg_148, %c_363 : tensor<i32>
      %924 = stablehlo.select %922, %923, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_364 = stablehlo.constant dense<8> : tensor<i32>
      %c_365 = stablehlo.constant dense<0> : tensor<i32>
      %c_366 = stablehlo.constant dense<0> : tensor<i32>
      %c_367 = stablehlo.constant dense<0> : tensor<i32>
      %925 = stablehlo.dynamic_update_slice %816, %921, %c_364, %c_365, %c_366, %924, %c_367 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %926 = stablehlo.slice %925 [8:9, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %927 = stablehlo.reshape %926 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %928 = stablehlo.dot_general %915, %927, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_368 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %929 = stablehlo.broadcast_in_dim %cst_368, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %930 = stablehlo.divide %928, %929 : tensor<12x1x256xf32>
      %931 = stablehlo.iota dim = 0 : tensor<256xi32>
      %932 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %933 = stablehlo.compare LE, %931, %932, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_369 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %934 = func.call @_where(%933, %930, %cst_369) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_370 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %935 = stablehlo.reduce(%934 init: %cst_370) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_371 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %936 = stablehlo.broadcast_in_dim %cst_371, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %937 = stablehlo.maximum %936, %935 : tensor<12x1xf32>
      %938 = stablehlo.broadcast_in_dim %937, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %939 = stablehlo.broadcast_in_dim %938, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %940 = stablehlo.subtract %934, %939 : tensor<12x1x256xf32>
      %941 = stablehlo.exponential %940 : tensor<12x1x256xf32>
      %cst_372 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %942 = stablehlo.reduce(%941 init: %cst_372) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %943 = stablehlo.broadcast_in_dim %942, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %944 = stablehlo.broadcast_in_dim %943, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %945 = stablehlo.divide %941, %944 : tensor<12x1x256xf32>
      %946 = stablehlo.slice %925 [8:9, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %947 = stablehlo.reshape %946 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %948 = stablehlo.dot_general %945, %947, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %949 = stablehlo.reshape %948 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %950 = stablehlo.dot_general %949, %iterArg_102, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %951 = stablehlo.add %886, %950 : tensor<1x768xf32>
      %952 = stablehlo.broadcast_in_dim %iterArg_103, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %953 = stablehlo.add %951, %952 : tensor<1x768xf32>
      %cst_373 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %954 = stablehlo.reduce(%953 init: %cst_373) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %955 = stablehlo.broadcast_in_dim %954, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_374 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %956 = stablehlo.broadcast_in_dim %cst_374, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %957 = stablehlo.divide %955, %956 : tensor<1x1xf32>
      %958 = stablehlo.broadcast_in_dim %957, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %959 = stablehlo.subtract %953, %958 : tensor<1x768xf32>
      %960 = chlo.square %959 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_375 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %961 = stablehlo.reduce(%960 init: %cst_375) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %962 = stablehlo.broadcast_in_dim %961, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_376 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %963 = stablehlo.broadcast_in_dim %cst_376, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %964 = stablehlo.divide %962, %963 : tensor<1x1xf32>
      %965 = stablehlo.broadcast_in_dim %957, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %966 = stablehlo.subtract %953, %965 : tensor<1x768xf32>
      %cst_377 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %967 = stablehlo.broadcast_in_dim %cst_377, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %968 = stablehlo.add %964, %967 : tensor<1x1xf32>
      %969 = stablehlo.rsqrt %968 : tensor<1x1xf32>
      %970 = stablehlo.broadcast_in_dim %969, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %971 = stablehlo.multiply %966, %970 : tensor<1x768xf32>
      %972 = stablehlo.broadcast_in_dim %iterArg_104, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %973 = stablehlo.multiply %971, %972 : tensor<1x768xf32>
      %974 = stablehlo.broadcast_in_dim %iterArg_105, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %975 = stablehlo.add %973, %974 : tensor<1x768xf32>
      %976 = stablehlo.dot_general %975, %iterArg_106, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %977 = stablehlo.broadcast_in_dim %iterArg_107, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %978 = stablehlo.add %976, %977 : tensor<1x3072xf32>
      %979 = stablehlo.multiply %978, %978 : tensor<1x3072xf32>
      %980 = stablehlo.multiply %979, %978 : tensor<1x3072xf32>
      %cst_378 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %981 = stablehlo.broadcast_in_dim %cst_378, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %982 = stablehlo.multiply %981, %980 : tensor<1x3072xf32>
      %983 = stablehlo.add %978, %982 : tensor<1x3072xf32>
      %cst_379 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %984 = stablehlo.broadcast_in_dim %cst_379, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %985 = stablehlo.multiply %984, %983 : tensor<1x3072xf32>
      %986 = stablehlo.tanh %985 : tensor<1x3072xf32>
      %cst_380 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %987 = stablehlo.broadcast_in_dim %cst_380, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %988 = stablehlo.add %987, %986 : tensor<1x3072xf32>
      %cst_381 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %989 = stablehlo.broadcast_in_dim %cst_381, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %990 = stablehlo.multiply %989, %988 : tensor<1x3072xf32>
      %991 = stablehlo.multiply %978, %990 : tensor<1x3072xf32>
      %992 = stablehlo.dot_general %991, %iterArg_108, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %993 = stablehlo.add %953, %992 : tensor<1x768xf32>
      %994 = stablehlo.broadcast_in_dim %iterArg_109, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %995 = stablehlo.add %993, %994 : tensor<1x768xf32>
      %cst_382 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %996 = stablehlo.reduce(%995 init: %cst_382) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %997 = stablehlo.broadcast_in_dim %996, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_383 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %998 = stablehlo.broadcast_in_dim %cst_383, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %999 = stablehlo.divide %997, %998 : tensor<1x1xf32>
      %1000 = stablehlo.broadcast_in_dim %999, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1001 = stablehlo.subtract %995, %1000 : tensor<1x768xf32>
      %1002 = chlo.square %1001 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_384 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1003 = stablehlo.reduce(%1002 init: %cst_384) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1004 = stablehlo.broadcast_in_dim %1003, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_385 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1005 = stablehlo.broadcast_in_dim %cst_385, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1006 = stablehlo.divide %1004, %1005 : tensor<1x1xf32>
      %1007 = stablehlo.broadcast_in_dim %999, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1008 = stablehlo.subtract %995, %1007 : tensor<1x768xf32>
      %cst_386 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %1009 = stablehlo.broadcast_in_dim %cst_386, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1010 = stablehlo.add %1006, %1009 : tensor<1x1xf32>
      %1011 = stablehlo.rsqrt %1010 : tensor<1x1xf32>
      %1012 = stablehlo.broadcast_in_dim %1011, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1013 = stablehlo.multiply %1008, %1012 : tensor<1x768xf32>
      %1014 = stablehlo.broadcast_in_dim %iterArg_110, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1015 = stablehlo.multiply %1013, %1014 : tensor<1x768xf32>
      %1016 = stablehlo.broadcast_in_dim %iterArg_111, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1017 = stablehlo.add %1015, %1016 : tensor<1x768xf32>
      %1018 = stablehlo.dot_general %1017, %iterArg_112, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %1019 = stablehlo.broadcast_in_dim %iterArg_113, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %1020 = stablehlo.add %1018, %1019 : tensor<1x2304xf32>
      %1021 = stablehlo.slice %1020 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1022 = stablehlo.slice %1020 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1023 = stablehlo.slice %1020 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1024 = stablehlo.reshape %1021 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1025 = stablehlo.reshape %1022 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1026 = stablehlo.reshape %1023 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1027 = stablehlo.broadcast_in_dim %1025, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %1028 = stablehlo.broadcast_in_dim %1026, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %1029 = stablehlo.concatenate %1027, %1028, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %1030 = stablehlo.broadcast_in_dim %1029, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_387 = stablehlo.constant dense<0> : tensor<i32>
      %1031 = stablehlo.compare LT, %iterArg_148, %c_387, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_388 = stablehlo.constant dense<256> : tensor<i32>
      %1032 = stablehlo.add %iterArg_148, %c_388 : tensor<i32>
      %1033 = stablehlo.select %1031, %1032, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_389 = stablehlo.constant dense<9> : tensor<i32>
      %c_390 = stablehlo.constant dense<0> : tensor<i32>
      %c_391 = stablehlo.constant dense<0> : tensor<i32>
      %c_392 = stablehlo.constant dense<0> : tensor<i32>
      %1034 = stablehlo.dynamic_update_slice %925, %1030, %c_389, %c_390, %c_391, %1033, %c_392 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %1035 = stablehlo.slice %1034 [9:10, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %1036 = stablehlo.reshape %1035 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %1037 = stablehlo.dot_general %1024, %1036, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_393 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %1038 = stablehlo.broadcast_in_dim %cst_393, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %1039 = stablehlo.divide %1037, %1038 : tensor<12x1x256xf32>
      %1040 = stablehlo.iota dim = 0 : tensor<256xi32>
      %1041 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %1042 = stablehlo.compare LE, %1040, %1041, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_394 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %1043 = func.call @_where(%1042, %1039, %cst_394) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_395 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1044 = stablehlo.reduce(%1043 init: %cst_395) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_396 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1045 = stablehlo.broadcast_in_dim %cst_396, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %1046 = stablehlo.maximum %1045, %1044 : tensor<12x1xf32>
      %1047 = stablehlo.broadcast_in_dim %1046, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %1048 = stablehlo.broadcast_in_dim %1047, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %1049 = stablehlo.subtract %1043, %1048 : tensor<12x1x256xf32>
      %1050 = stablehlo.exponential %1049 : tensor<12x1x256xf32>
      %cst_397 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1051 = stablehlo.reduce(%1050 init: %cst_397) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %1052 = stablehlo.broadcast_in_dim %1051, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %1053 = stablehlo.broadcast_in_dim %1052, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %1054 = stablehlo.divide %1050, %1053 : tensor<12x1x256xf32>
      %1055 = stablehlo.slice %1034 [9:10, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %1056 = stablehlo.reshape %1055 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %1057 = stablehlo.dot_general %1054, %1056, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %1058 = stablehlo.reshape %1057 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %1059 = stablehlo.dot_general %1058, %iterArg_114, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %1060 = stablehlo.add %995, %1059 : tensor<1x768xf32>
      %1061 = stablehlo.broadcast_in_dim %iterArg_115, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1062 = stablehlo.add %1060, %1061 : tensor<1x768xf32>
      %cst_398 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1063 = stablehlo.reduce(%1062 init: %cst_398) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1064 = stablehlo.broadcast_in_dim %1063, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_399 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1065 = stablehlo.broadcast_in_dim %cst_399, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1066 = stablehlo.divide %1064, %1065 : tensor<1x1xf32>
      %1067 = stablehlo.broadcast_in_dim %1066, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1068 = stablehlo.subtract %1062, %1067 : tensor<1x768xf32>
      %1069 = chlo.square %1068 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_400 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1070 = stablehlo.reduce(%1069 init: %cst_400) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1071 = stablehlo.broadcast_in_dim %1070, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_401 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1072 = stablehlo.broadcast_in_dim %cst_401, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1073 = stablehlo.divide %1071, %1072 : tensor<1x1xf32>
      %1074 = stablehlo.broadcast_in_dim %1066, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1075 = stablehlo.subtract %1062, %1074 : tensor<1x768xf32>
      %cst_402 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %1076 = stablehlo.broadcast_in_dim %cst_402, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1077 = stablehlo.add %1073, %1076 : tensor<1x1xf32>
      %1078 = stablehlo.rsqrt %1077 : tensor<1x1xf32>
      %1079 = stablehlo.broadcast_in_dim %1078, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1080 = stablehlo.multiply %1075, %1079 : tensor<1x768xf32>
      %1081 = stablehlo.broadcast_in_dim %iterArg_116, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1082 = stablehlo.multiply %1080, %1081 : tensor<1x768xf32>
      %1083 = stablehlo.broadcast_in_dim %iterArg_117, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1084 = stablehlo.add %1082, %1083 : tensor<1x768xf32>
      %1085 = stablehlo.dot_general %1084, %iterArg_118, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %1086 = stablehlo.broadcast_in_dim %iterArg_119, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %1087 = stablehlo.add %1085, %1086 : tensor<1x3072xf32>
      %1088 = stablehlo.multiply %1087, %1087 : tensor<1x3072xf32>
      %1089 = stablehlo.multiply %1088, %1087 : tensor<1x3072xf32>
      %cst_403 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %1090 = stablehlo.broadcast_in_dim %cst_403, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1091 = stablehlo.multiply %1090, %1089 : tensor<1x3072xf32>
      %1092 = stablehlo.add %1087, %1091 : tensor<1x3072xf32>
      %cst_404 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %1093 = stablehlo.broadcast_in_dim %cst_404, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1094 = stablehlo.multiply %1093, %1092 : tensor<1x3072xf32>
      %1095 = stablehlo.tanh %1094 : tensor<1x3072xf32>
      %cst_405 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %1096 = stablehlo.broadcast_in_dim %cst_405, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1097 = stablehlo.add %1096, %1095 : tensor<1x3072xf32>
      %cst_406 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %1098 = stablehlo.broadcast_in_dim %cst_406, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1099 = stablehlo.multiply %1098, %1097 : tensor<1x3072xf32>
      %1100 = stablehlo.multiply %1087, %1099 : tensor<1x3072xf32>
      %1101 = stablehlo.dot_general %1100, %iterArg_120, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %1102 = stablehlo.add %1062, %1101 : tensor<1x768xf32>
      %1103 = stablehlo.broadcast_in_dim %iterArg_121, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1104 = stablehlo.add %1102, %1103 : tensor<1x768xf32>
      %cst_407 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1105 = stablehlo.reduce(%1104 init: %cst_407) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1106 = stablehlo.broadcast_in_dim %1105, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_408 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1107 = stablehlo.broadcast_in_dim %cst_408, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1108 = stablehlo.divide %1106, %1107 : tensor<1x1xf32>
      %1109 = stablehlo.broadcast_in_dim %1108, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1110 = stablehlo.subtract %1104, %1109 : tensor<1x768xf32>
      %1111 = chlo.square %1110 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_409 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1112 = stablehlo.reduce(%1111 init: %cst_409) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1113 = stablehlo.broadcast_in_dim %1112, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_410 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1114 = stablehlo.broadcast_in_dim %cst_410, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1115 = stablehlo.divide %1113, %1114 : tensor<1x1xf32>
      %1116 = stablehlo.broadcast_in_dim %1108, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1117 = stablehlo.subtract %1104, %1116 : tensor<1x768xf32>
      %cst_411 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %1118 = stablehlo.broadcast_in_dim %cst_411, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1119 = stablehlo.add %1115, %1118 : tensor<1x1xf32>
      %1120 = stablehlo.rsqrt %1119 : tensor<1x1xf32>
      %1121 = stablehlo.broadcast_in_dim %1120, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1122 = stablehlo.multiply %1117, %1121 : tensor<1x768xf32>
      %1123 = stablehlo.broadcast_in_dim %iterArg_122, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1124 = stablehlo.multiply %1122, %1123 : tensor<1x768xf32>
      %1125 = stablehlo.broadcast_in_dim %iterArg_123, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1126 = stablehlo.add %1124, %1125 : tensor<1x768xf32>
      %1127 = stablehlo.dot_general %1126, %iterArg_124, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %1128 = stablehlo.broadcast_in_dim %iterArg_125, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %1129 = stablehlo.add %1127, %1128 : tensor<1x2304xf32>
      %1130 = stablehlo.slice %1129 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1131 = stablehlo.slice %1129 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1132 = stablehlo.slice %1129 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1133 = stablehlo.reshape %1130 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1134 = stablehlo.reshape %1131 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1135 = stablehlo.reshape %1132 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1136 = stablehlo.broadcast_in_dim %1134, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %1137 = stablehlo.broadcast_in_dim %1135, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %1138 = stablehlo.concatenate %1136, %1137, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %1139 = stablehlo.broadcast_in_dim %1138, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_412 = stablehlo.constant dense<0> : tensor<i32>
      %1140 = stablehlo.compare LT, %iterArg_148, %c_412, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_413 = stablehlo.constant dense<256> : tensor<i32>
      %1141 = stablehlo.add %iterArg_148, %c_413 : tensor<i32>
      %1142 = stablehlo.select %1140, %1141, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_414 = stablehlo.constant dense<10> : tensor<i32>
      %c_415 = stablehlo.constant dense<0> : tensor<i32>
      %c_416 = stablehlo.constant dense<0> : tensor<i32>
      %c_417 = stablehlo.constant dense<0> : tensor<i32>
      %1143 = stablehlo.dynamic_update_slice %1034, %1139, %c_414, %c_415, %c_416, %1142, %c_417 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %1144 = stablehlo.slice %1143 [10:11, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %1145 = stablehlo.reshape %1144 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %1146 = stablehlo.dot_general %1133, %1145, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_418 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %1147 = stablehlo.broadcast_in_dim %cst_418, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %1148 = stablehlo.divide %1146, %1147 : tensor<12x1x256xf32>
      %1149 = stablehlo.iota dim = 0 : tensor<256xi32>
      %1150 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %1151 = stablehlo.compare LE, %1149, %1150, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_419 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %1152 = func.call @_where(%1151, %1148, %cst_419) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_420 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1153 = stablehlo.reduce(%1152 init: %cst_420) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_421 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1154 = stablehlo.broadcast_in_dim %cst_421, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %1155 = stablehlo.maximum %1154, %1153 : tensor<12x1xf32>
      %1156 = stablehlo.broadcast_in_dim %1155, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %1157 = stablehlo.broadcast_in_dim %1156, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %1158 = stablehlo.subtract %1152, %1157 : tensor<12x1x256xf32>
      %1159 = stablehlo.exponential %1158 : tensor<12x1x256xf32>
      %cst_422 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1160 = stablehlo.reduce(%1159 init: %cst_422) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %1161 = stablehlo.broadcast_in_dim %1160, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %1162 = stablehlo.broadcast_in_dim %1161, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %1163 = stablehlo.divide %1159, %1162 : tensor<12x1x256xf32>
      %1164 = stablehlo.slice %1143 [10:11, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %1165 = stablehlo.reshape %1164 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %1166 = stablehlo.dot_general %1163, %1165, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %1167 = stablehlo.reshape %1166 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %1168 = stablehlo.dot_general %1167, %iterArg_126, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %1169 = stablehlo.add %1104, %1168 : tensor<1x768xf32>
      %1170 = stablehlo.broadcast_in_dim %iterArg_127, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1171 = stablehlo.add %1169, %1170 : tensor<1x768xf32>
      %cst_423 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1172 = stablehlo.reduce(%1171 init: %cst_423) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1173 = stablehlo.broadcast_in_dim %1172, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_424 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1174 = stablehlo.broadcast_in_dim %cst_424, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1175 = stablehlo.divide %1173, %1174 : tensor<1x1xf32>
      %1176 = stablehlo.broadcast_in_dim %1175, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1177 = stablehlo.subtract %1171, %1176 : tensor<1x768xf32>
      %1178 = chlo.square %1177 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_425 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1179 = stablehlo.reduce(%1178 init: %cst_425) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1180 = stablehlo.broadcast_in_dim %1179, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_426 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1181 = stablehlo.broadcast_in_dim %cst_426, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1182 = stablehlo.divide %1180, %1181 : tensor<1x1xf32>
      %1183 = stablehlo.broadcast_in_dim %1175, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1184 = stablehlo.subtract %1171, %1183 : tensor<1x768xf32>
      %cst_427 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %1185 = stablehlo.broadcast_in_dim %cst_427, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1186 = stablehlo.add %1182, %1185 : tensor<1x1xf32>
      %1187 = stablehlo.rsqrt %1186 : tensor<1x1xf32>
      %1188 = stablehlo.broadcast_in_dim %1187, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1189 = stablehlo.multiply %1184, %1188 : tensor<1x768xf32>
      %1190 = stablehlo.broadcast_in_dim %iterArg_128, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1191 = stablehlo.multiply %1189, %1190 : tensor<1x768xf32>
      %1192 = stablehlo.broadcast_in_dim %iterArg_129, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1193 = stablehlo.add %1191, %1192 : tensor<1x768xf32>
      %1194 = stablehlo.dot_general %1193, %iterArg_130, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %1195 = stablehlo.broadcast_in_dim %iterArg_131, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %1196 = stablehlo.add %1194, %1195 : tensor<1x3072xf32>
      %1197 = stablehlo.multiply %1196, %1196 : tensor<1x3072xf32>
      %1198 = stablehlo.multiply %1197, %1196 : tensor<1x3072xf32>
      %cst_428 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %1199 = stablehlo.broadcast_in_dim %cst_428, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1200 = stablehlo.multiply %1199, %1198 : tensor<1x3072xf32>
      %1201 = stablehlo.add %1196, %1200 : tensor<1x3072xf32>
      %cst_429 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %1202 = stablehlo.broadcast_in_dim %cst_429, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1203 = stablehlo.multiply %1202, %1201 : tensor<1x3072xf32>
      %1204 = stablehlo.tanh %1203 : tensor<1x3072xf32>
      %cst_430 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %1205 = stablehlo.broadcast_in_dim %cst_430, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1206 = stablehlo.add %1205, %1204 : tensor<1x3072xf32>
      %cst_431 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %1207 = stablehlo.broadcast_in_dim %cst_431, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1208 = stablehlo.multiply %1207, %1206 : tensor<1x3072xf32>
      %1209 = stablehlo.multiply %1196, %1208 : tensor<1x3072xf32>
      %1210 = stablehlo.dot_general %1209, %iterArg_132, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %1211 = stablehlo.add %1171, %1210 : tensor<1x768xf32>
      %1212 = stablehlo.broadcast_in_dim %iterArg_133, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1213 = stablehlo.add %1211, %1212 : tensor<1x768xf32>
      %cst_432 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1214 = stablehlo.reduce(%1213 init: %cst_432) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1215 = stablehlo.broadcast_in_dim %1214, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_433 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1216 = stablehlo.broadcast_in_dim %cst_433, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1217 = stablehlo.divide %1215, %1216 : tensor<1x1xf32>
      %1218 = stablehlo.broadcast_in_dim %1217, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1219 = stablehlo.subtract %1213, %1218 : tensor<1x768xf32>
      %1220 = chlo.square %1219 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_434 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1221 = stablehlo.reduce(%1220 init: %cst_434) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1222 = stablehlo.broadcast_in_dim %1221, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_435 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1223 = stablehlo.broadcast_in_dim %cst_435, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1224 = stablehlo.divide %1222, %1223 : tensor<1x1xf32>
      %1225 = stablehlo.broadcast_in_dim %1217, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1226 = stablehlo.subtract %1213, %1225 : tensor<1x768xf32>
      %cst_436 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %1227 = stablehlo.broadcast_in_dim %cst_436, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1228 = stablehlo.add %1224, %1227 : tensor<1x1xf32>
      %1229 = stablehlo.rsqrt %1228 : tensor<1x1xf32>
      %1230 = stablehlo.broadcast_in_dim %1229, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1231 = stablehlo.multiply %1226, %1230 : tensor<1x768xf32>
      %1232 = stablehlo.broadcast_in_dim %iterArg_134, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1233 = stablehlo.multiply %1231, %1232 : tensor<1x768xf32>
      %1234 = stablehlo.broadcast_in_dim %iterArg_135, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1235 = stablehlo.add %1233, %1234 : tensor<1x768xf32>
      %1236 = stablehlo.dot_general %1235, %iterArg_136, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x2304xf32>) -> tensor<1x2304xf32>
      %1237 = stablehlo.broadcast_in_dim %iterArg_137, dims = [1] : (tensor<2304xf32>) -> tensor<1x2304xf32>
      %1238 = stablehlo.add %1236, %1237 : tensor<1x2304xf32>
      %1239 = stablehlo.slice %1238 [0:1, 0:768] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1240 = stablehlo.slice %1238 [0:1, 768:1536] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1241 = stablehlo.slice %1238 [0:1, 1536:2304] : (tensor<1x2304xf32>) -> tensor<1x768xf32>
      %1242 = stablehlo.reshape %1239 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1243 = stablehlo.reshape %1240 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1244 = stablehlo.reshape %1241 : (tensor<1x768xf32>) -> tensor<12x1x64xf32>
      %1245 = stablehlo.broadcast_in_dim %1243, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %1246 = stablehlo.broadcast_in_dim %1244, dims = [1, 2, 3] : (tensor<12x1x64xf32>) -> tensor<1x12x1x64xf32>
      %1247 = stablehlo.concatenate %1245, %1246, dim = 0 : (tensor<1x12x1x64xf32>, tensor<1x12x1x64xf32>) -> tensor<2x12x1x64xf32>
      %1248 = stablehlo.broadcast_in_dim %1247, dims = [1, 2, 3, 4] : (tensor<2x12x1x64xf32>) -> tensor<1x2x12x1x64xf32>
      %c_437 = stablehlo.constant dense<0> : tensor<i32>
      %1249 = stablehlo.compare LT, %iterArg_148, %c_437, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_438 = stablehlo.constant dense<256> : tensor<i32>
      %1250 = stablehlo.add %iterArg_148, %c_438 : tensor<i32>
      %1251 = stablehlo.select %1249, %1250, %iterArg_148 : tensor<i1>, tensor<i32>
      %c_439 = stablehlo.constant dense<11> : tensor<i32>
      %c_440 = stablehlo.constant dense<0> : tensor<i32>
      %c_441 = stablehlo.constant dense<0> : tensor<i32>
      %c_442 = stablehlo.constant dense<0> : tensor<i32>
      %1252 = stablehlo.dynamic_update_slice %1143, %1248, %c_439, %c_440, %c_441, %1251, %c_442 : (tensor<12x2x12x256x64xf32>, tensor<1x2x12x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x2x12x256x64xf32>
      %1253 = stablehlo.slice %1252 [11:12, 0:1, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %1254 = stablehlo.reshape %1253 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %1255 = stablehlo.dot_general %1242, %1254, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<12x1x64xf32>, tensor<12x256x64xf32>) -> tensor<12x1x256xf32>
      %cst_443 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %1256 = stablehlo.broadcast_in_dim %cst_443, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
      %1257 = stablehlo.divide %1255, %1256 : tensor<12x1x256xf32>
      %1258 = stablehlo.iota dim = 0 : tensor<256xi32>
      %1259 = stablehlo.broadcast_in_dim %iterArg_148, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %1260 = stablehlo.compare LE, %1258, %1259, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %cst_444 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
      %1261 = func.call @_where(%1260, %1257, %cst_444) : (tensor<256xi1>, tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1x256xf32>
      %cst_445 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1262 = stablehlo.reduce(%1261 init: %cst_445) applies stablehlo.maximum across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %cst_446 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1263 = stablehlo.broadcast_in_dim %cst_446, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
      %1264 = stablehlo.maximum %1263, %1262 : tensor<12x1xf32>
      %1265 = stablehlo.broadcast_in_dim %1264, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %1266 = stablehlo.broadcast_in_dim %1265, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %1267 = stablehlo.subtract %1261, %1266 : tensor<12x1x256xf32>
      %1268 = stablehlo.exponential %1267 : tensor<12x1x256xf32>
      %cst_447 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1269 = stablehlo.reduce(%1268 init: %cst_447) applies stablehlo.add across dimensions = [2] : (tensor<12x1x256xf32>, tensor<f32>) -> tensor<12x1xf32>
      %1270 = stablehlo.broadcast_in_dim %1269, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x1x1xf32>
      %1271 = stablehlo.broadcast_in_dim %1270, dims = [0, 1, 2] : (tensor<12x1x1xf32>) -> tensor<12x1x256xf32>
      %1272 = stablehlo.divide %1268, %1271 : tensor<12x1x256xf32>
      %1273 = stablehlo.slice %1252 [11:12, 1:2, 0:12, 0:256, 0:64] : (tensor<12x2x12x256x64xf32>) -> tensor<1x1x12x256x64xf32>
      %1274 = stablehlo.reshape %1273 : (tensor<1x1x12x256x64xf32>) -> tensor<12x256x64xf32>
      %1275 = stablehlo.dot_general %1272, %1274, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<12x1x256xf32>, tensor<12x256x64xf32>) -> tensor<12x1x64xf32>
      %1276 = stablehlo.reshape %1275 : (tensor<12x1x64xf32>) -> tensor<1x768xf32>
      %1277 = stablehlo.dot_general %1276, %iterArg_138, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x768xf32>) -> tensor<1x768xf32>
      %1278 = stablehlo.add %1213, %1277 : tensor<1x768xf32>
      %1279 = stablehlo.broadcast_in_dim %iterArg_139, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1280 = stablehlo.add %1278, %1279 : tensor<1x768xf32>
      %cst_448 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1281 = stablehlo.reduce(%1280 init: %cst_448) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1282 = stablehlo.broadcast_in_dim %1281, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_449 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1283 = stablehlo.broadcast_in_dim %cst_449, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1284 = stablehlo.divide %1282, %1283 : tensor<1x1xf32>
      %1285 = stablehlo.broadcast_in_dim %1284, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1286 = stablehlo.subtract %1280, %1285 : tensor<1x768xf32>
      %1287 = chlo.square %1286 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_450 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1288 = stablehlo.reduce(%1287 init: %cst_450) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1289 = stablehlo.broadcast_in_dim %1288, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_451 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1290 = stablehlo.broadcast_in_dim %cst_451, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1291 = stablehlo.divide %1289, %1290 : tensor<1x1xf32>
      %1292 = stablehlo.broadcast_in_dim %1284, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1293 = stablehlo.subtract %1280, %1292 : tensor<1x768xf32>
      %cst_452 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %1294 = stablehlo.broadcast_in_dim %cst_452, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1295 = stablehlo.add %1291, %1294 : tensor<1x1xf32>
      %1296 = stablehlo.rsqrt %1295 : tensor<1x1xf32>
      %1297 = stablehlo.broadcast_in_dim %1296, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1298 = stablehlo.multiply %1293, %1297 : tensor<1x768xf32>
      %1299 = stablehlo.broadcast_in_dim %iterArg_140, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1300 = stablehlo.multiply %1298, %1299 : tensor<1x768xf32>
      %1301 = stablehlo.broadcast_in_dim %iterArg_141, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1302 = stablehlo.add %1300, %1301 : tensor<1x768xf32>
      %1303 = stablehlo.dot_general %1302, %iterArg_142, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x3072xf32>) -> tensor<1x3072xf32>
      %1304 = stablehlo.broadcast_in_dim %iterArg_143, dims = [1] : (tensor<3072xf32>) -> tensor<1x3072xf32>
      %1305 = stablehlo.add %1303, %1304 : tensor<1x3072xf32>
      %1306 = stablehlo.multiply %1305, %1305 : tensor<1x3072xf32>
      %1307 = stablehlo.multiply %1306, %1305 : tensor<1x3072xf32>
      %cst_453 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
      %1308 = stablehlo.broadcast_in_dim %cst_453, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1309 = stablehlo.multiply %1308, %1307 : tensor<1x3072xf32>
      %1310 = stablehlo.add %1305, %1309 : tensor<1x3072xf32>
      %cst_454 = stablehlo.constant dense<0.797884583> : tensor<f32>
      %1311 = stablehlo.broadcast_in_dim %cst_454, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1312 = stablehlo.multiply %1311, %1310 : tensor<1x3072xf32>
      %1313 = stablehlo.tanh %1312 : tensor<1x3072xf32>
      %cst_455 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %1314 = stablehlo.broadcast_in_dim %cst_455, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1315 = stablehlo.add %1314, %1313 : tensor<1x3072xf32>
      %cst_456 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %1316 = stablehlo.broadcast_in_dim %cst_456, dims = [] : (tensor<f32>) -> tensor<1x3072xf32>
      %1317 = stablehlo.multiply %1316, %1315 : tensor<1x3072xf32>
      %1318 = stablehlo.multiply %1305, %1317 : tensor<1x3072xf32>
      %1319 = stablehlo.dot_general %1318, %iterArg_144, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x3072xf32>, tensor<3072x768xf32>) -> tensor<1x768xf32>
      %1320 = stablehlo.add %1280, %1319 : tensor<1x768xf32>
      %1321 = stablehlo.broadcast_in_dim %iterArg_145, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1322 = stablehlo.add %1320, %1321 : tensor<1x768xf32>
      %cst_457 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1323 = stablehlo.reduce(%1322 init: %cst_457) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1324 = stablehlo.broadcast_in_dim %1323, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_458 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1325 = stablehlo.broadcast_in_dim %cst_458, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1326 = stablehlo.divide %1324, %1325 : tensor<1x1xf32>
      %1327 = stablehlo.broadcast_in_dim %1326, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1328 = stablehlo.subtract %1322, %1327 : tensor<1x768xf32>
      %1329 = chlo.square %1328 : tensor<1x768xf32> -> tensor<1x768xf32>
      %cst_459 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1330 = stablehlo.reduce(%1329 init: %cst_459) applies stablehlo.add across dimensions = [1] : (tensor<1x768xf32>, tensor<f32>) -> tensor<1xf32>
      %1331 = stablehlo.broadcast_in_dim %1330, dims = [0] : (tensor<1xf32>) -> tensor<1x1xf32>
      %cst_460 = stablehlo.constant dense<7.680000e+02> : tensor<f32>
      %1332 = stablehlo.broadcast_in_dim %cst_460, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1333 = stablehlo.divide %1331, %1332 : tensor<1x1xf32>
      %1334 = stablehlo.broadcast_in_dim %1326, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1335 = stablehlo.subtract %1322, %1334 : tensor<1x768xf32>
      %cst_461 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
      %1336 = stablehlo.broadcast_in_dim %cst_461, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
      %1337 = stablehlo.add %1333, %1336 : tensor<1x1xf32>
      %1338 = stablehlo.rsqrt %1337 : tensor<1x1xf32>
      %1339 = stablehlo.broadcast_in_dim %1338, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x768xf32>
      %1340 = stablehlo.multiply %1335, %1339 : tensor<1x768xf32>
      %1341 = stablehlo.broadcast_in_dim %iterArg_146, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1342 = stablehlo.multiply %1340, %1341 : tensor<1x768xf32>
      %1343 = stablehlo.broadcast_in_dim %iterArg_147, dims = [1] : (tensor<768xf32>) -> tensor<1x768xf32>
      %1344 = stablehlo.add %1342, %1343 : tensor<1x768xf32>
      %1345 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<50257x768xf32>) -> tensor<768x50257xf32>
      %1346 = stablehlo.dot_general %1344, %1345, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x768xf32>, tensor<768x50257xf32>) -> tensor<1x50257xf32>
      %1347 = func.call @argmax(%1346) : (tensor<1x50257xf32>) -> tensor<1xi32>
      %c_462 = stablehlo.constant dense<240> : tensor<i32>
      %1348 = stablehlo.subtract %iterArg_148, %c_462 : tensor<i32>
      %c_463 = stablehlo.constant dense<0> : tensor<i32>
      %1349 = stablehlo.compare LT, %1348, %c_463, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_464 = stablehlo.constant dense<10> : tensor<i32>
      %1350 = stablehlo.add %1348, %c_464 : tensor<i32>
      %1351 = stablehlo.select %1349, %1350, %1348 : tensor<i1>, tensor<i32>
      %1352 = stablehlo.dynamic_update_slice %iterArg_151, %1347, %1351 : (tensor<10xi32>, tensor<1xi32>, tensor<i32>) -> tensor<10xi32>
      %c_465 = stablehlo.constant dense<1> : tensor<i32>
      %1353 = stablehlo.add %iterArg_148, %c_465 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %iterArg_50, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %iterArg_56, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %iterArg_78, %iterArg_79, %iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %iterArg_84, %iterArg_85, %iterArg_86, %iterArg_87, %iterArg_88, %iterArg_89, %iterArg_90, %iterArg_91, %iterArg_92, %iterArg_93, %iterArg_94, %iterArg_95, %iterArg_96, %iterArg_97, %iterArg_98, %iterArg_99, %iterArg_100, %iterArg_101, %iterArg_102, %iterArg_103, %iterArg_104, %iterArg_105, %iterArg_106, %iterArg_107, %iterArg_108, %iterArg_109, %iterArg_110, %iterArg_111, %iterArg_112, %iterArg_113, %iterArg_114, %iterArg_115, %iterArg_116, %iterArg_117, %iterArg_118, %iterArg_119, %iterArg_120, %iterArg_121, %iterArg_122, %iterArg_123, %iterArg_124, %iterArg_125, %iterArg_126, %iterArg_127, %iterArg_128, %iterArg_129, %iterArg_130, %iterArg_131, %iterArg_132, %iterArg_133, %iterArg_134, %iterArg_135, %iterArg_136, %iterArg_137, %iterArg_138, %iterArg_139, %iterArg_140, %iterArg_141, %iterArg_142, %iterArg_143, %iterArg_144, %iterArg_145, %iterArg_146, %iterArg_147, %1353, %1347, %1252, %1352 : tensor<50257x768xf32>, tensor<256x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x2304xf32>, tensor<2304xf32>, tensor<768x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768x3072xf32>, tensor<3072xf32>, tensor<3072x768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<768xf32>, tensor<i32>, tensor<1xi32>, tensor<12x2x12x256x64xf32>, tensor<10xi32>
    }
    return %2#151 : tensor<10xi32>
  }
  func.func private @_where(%arg0: tensor<256xi1>, %arg1: tensor<12x1x256xf32>, %arg2: tensor<f32>) -> tensor<12x1x256xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<256xi1>) -> tensor<12x1x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12x1x256xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<12x1x256xi1>, tensor<12x1x256xf32>
    return %3 : tensor<12x1x256xf32>
  }
  func.func private @argmax(%arg0: tensor<1x50257xf32>) -> tensor<1xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<1x50257xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<1x50257xf32>, tensor<1x50257xi32>, tensor<f32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
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
    return %1#1 : tensor<1xi32>
  }
}
