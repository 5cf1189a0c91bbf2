// Dense literals of every kind of element.
module {
  func.func @literals() {
    %c = stablehlo.constant dense<true> : tensor<4xi1>
    %c_0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %c_1 = stablehlo.constant dense<[[1, -2], [3, -2147483648]]> : tensor<2x2xi32>
    %c_2 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %c_3 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
    %c_4 = stablehlo.constant dense<3> : tensor<ui2>
    %c_5 = stablehlo.constant {note} dense<5> : tensor<2xindex>
    %cst = stablehlo.constant dense<> : tensor<0x4xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, 1.500000e+00]> : tensor<3xf64>
    %cst_8 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
    %cst_9 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %cst_10 = stablehlo.constant dense<0xFC00> : tensor<f16>
    %cst_11 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %cst_12 = stablehlo.constant dense<[1.000000e+00, 2.500000e-01]> : tensor<2xf8E4M3FN>
    %cst_13 = stablehlo.constant dense<-5.000000e-01> : tensor<f4E2M1FN>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f8E8M0FNU>
    %cst_15 = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-1.000000e+00)]> : tensor<2xcomplex<f32>>
    %cst_16 = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<2xcomplex<f64>>
    %cst_0 = "stablehlo.constant"() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    return
  }
}
