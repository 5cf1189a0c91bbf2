// Conversions to and from quantized elements.
module {
  func.func @quantized(%x: tensor<2x3xf32>, %q: tensor<2x3x!quant.uniform<i8:f32:1, {0.1:-30,0.5:-20,0.25}>>) -> tensor<2x3xf32> {
    %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<u8<1:255>:f32, 0.5:128>>
    %1 = stablehlo.uniform_quantize %q : (tensor<2x3x!quant.uniform<i8:f32:1, {0.1:-30,0.5:-20,0.25}>>) -> tensor<2x3x!quant.uniform<u8<1:255>:f32, 0.5:128>>
    %2 = stablehlo.uniform_dequantize %q : (tensor<2x3x!quant.uniform<i8:f32:1, {0.1:-30,0.5:-20,0.25}>>) -> tensor<2x3xf32>
    return %2 : tensor<2x3xf32>
  }
}
