// RUN: hloom run %s --split-input-file --backend=interp
// RUN: hloom run %s --split-input-file --backend=interp --passes=expand-quantized,canonicalize
// RUN: %if llvm %{ hloom run %s --split-input-file %}

// The specification leaves open which integer NaN becomes. It is in the range of the type, as is
// each number next to a bound that the expressed type rounds: the number in the range next to 0.
func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %y = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<1:127>:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %y : (tensor<4x!quant.uniform<i8<1:127>:f32, 0.5:3>>) -> tensor<4xi8>
  check.expect_eq_const %s, dense<[1, 5, 127, 1]> : tensor<4xi8>
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %y = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8<100:200>:f32, 1.0:100>>
  %s = stablehlo.bitcast_convert %y : (tensor<4x!quant.uniform<u8<100:200>:f32, 1.0:100>>) -> tensor<4xui8>
  check.expect_eq_const %s, dense<[100, 101, 200, 100]> : tensor<4xui8>
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %y = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-100:-3>:f32, 1.0:-3>>
  %s = stablehlo.bitcast_convert %y : (tensor<4x!quant.uniform<i8<-100:-3>:f32, 1.0:-3>>) -> tensor<4xi8>
  check.expect_eq_const %s, dense<[-3, -3, -3, -100]> : tensor<4xi8>
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %y = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:-3>>
  %s = stablehlo.bitcast_convert %y : (tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:-3>>) -> tensor<4xi8>
  check.expect_eq_const %s, dense<[0, -2, 100, -100]> : tensor<4xi8>
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[0x7FC0, 1.0, 0x7F80, 0xFF80]> : tensor<4xbf16>
  %y = stablehlo.uniform_quantize %x : (tensor<4xbf16>) -> tensor<4x!quant.uniform<i16<-303:303>:bf16, 1.0>>
  %s = stablehlo.bitcast_convert %y : (tensor<4x!quant.uniform<i16<-303:303>:bf16, 1.0>>) -> tensor<4xi16>
  check.expect_eq_const %s, dense<[0, 1, 303, -303]> : tensor<4xi16>
  return
}
