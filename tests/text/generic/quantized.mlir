// Conversions to and from quantized elements.
"builtin.module"() ({
  "func.func"() <{sym_name = "quantized", function_type = (tensor<2xf32>) -> tensor<2xf32>}> ({
  ^bb0(%x: tensor<2xf32>):
    %0 = "stablehlo.uniform_quantize"(%x) : (tensor<2xf32>) -> tensor<2x!quant.uniform<u8<1:255>:f32, 0.5:128>>
    %1 = "stablehlo.uniform_dequantize"(%0) : (tensor<2x!quant.uniform<u8<1:255>:f32, 0.5:128>>) -> tensor<2xf32>
    "func.return"(%1) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
