// RUN: hloom run %s --split-input-file --backend=interp
// RUN: hloom run %s --split-input-file --backend=interp --passes=expand-quantized,canonicalize
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by quantized.py: do not edit.

// To !quant.uniform<i8:f32, 0.5:3>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000, 0x7149F2CA, 0xF149F2CA, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3E800000, 0xBE800000]> : tensor<14xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<14xf32>) -> tensor<14x!quant.uniform<i8:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %y : (tensor<14x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<14xi8>
  check.expect_eq_const %s, dense<[3, 3, 5, 0, 4, 127, -128, 127, -128, 127, -128, 0, 4, 2]> : tensor<14xi8>
  return
}

// -----

// From !quant.uniform<i8:f32, 0.5:3>.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -96, -64, -32, 0, 31, 63, 95, 127]> : tensor<9xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xi8>) -> tensor<9x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xC2830000, 0xC2460000, 0xC2060000, 0xC18C0000, 0xBFC00000, 0x41600000, 0x41F00000, 0x42380000, 0x42780000]> : tensor<9xf32>
  return
}

// -----

// To !quant.uniform<i8:f32, 0.1:-30>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000, 0x7149F2CA, 0xF149F2CA, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3E800000, 0xBE800000]> : tensor<14xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<14xf32>) -> tensor<14x!quant.uniform<i8:f32, 0.1:-30>>
  %s = stablehlo.bitcast_convert %y : (tensor<14x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<14xi8>
  check.expect_eq_const %s, dense<[-30, -30, -20, -42, -22, 127, -128, 127, -128, 127, -128, 0, -28, -32]> : tensor<14xi8>
  return
}

// -----

// From !quant.uniform<i8:f32, 0.1:-30>.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -96, -64, -32, 0, 31, 63, 95, 127]> : tensor<9xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xi8>) -> tensor<9x!quant.uniform<i8:f32, 0.1:-30>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xC11CCCCD, 0xC0D33333, 0xC059999A, 0xBE4CCCCD, 0x40400000, 0x40C33333, 0x4114CCCD, 0x41480000, 0x417B3333]> : tensor<9xf32>
  return
}

// -----

// To !quant.uniform<i8:f32, 0.25>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000, 0x7149F2CA, 0xF149F2CA, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3E800000, 0xBE800000]> : tensor<14xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<14xf32>) -> tensor<14x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<14x!quant.uniform<i8:f32, 0.25>>) -> tensor<14xi8>
  check.expect_eq_const %s, dense<[0, 0, 4, -5, 3, 127, -128, 127, -128, 127, -128, 0, 1, -1]> : tensor<14xi8>
  return
}

// -----

// From !quant.uniform<i8:f32, 0.25>.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -96, -64, -32, 0, 31, 63, 95, 127]> : tensor<9xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xi8>) -> tensor<9x!quant.uniform<i8:f32, 0.25>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<i8:f32, 0.25>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xC2000000, 0xC1C00000, 0xC1800000, 0xC1000000, 0x00000000, 0x40F80000, 0x417C0000, 0x41BE0000, 0x41FE0000]> : tensor<9xf32>
  return
}

// -----

// To !quant.uniform<u8:f32, 0.0078125:128>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000, 0x7149F2CA, 0xF149F2CA, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3E800000, 0xBE800000]> : tensor<14xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<14xf32>) -> tensor<14x!quant.uniform<u8:f32, 0.0078125:128>>
  %s = stablehlo.bitcast_convert %y : (tensor<14x!quant.uniform<u8:f32, 0.0078125:128>>) -> tensor<14xui8>
  check.expect_eq_const %s, dense<[128, 128, 255, 0, 224, 255, 0, 255, 0, 255, 0, 0, 160, 96]> : tensor<14xui8>
  return
}

// -----

// From !quant.uniform<u8:f32, 0.0078125:128>.
func.func @main() {
  %c0 = stablehlo.constant dense<[0, 31, 63, 95, 127, 159, 191, 223, 255]> : tensor<9xui8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xui8>) -> tensor<9x!quant.uniform<u8:f32, 0.0078125:128>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<u8:f32, 0.0078125:128>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xBF800000, 0xBF420000, 0xBF020000, 0xBE840000, 0xBC000000, 0x3E780000, 0x3EFC0000, 0x3F3E0000, 0x3F7E0000]> : tensor<9xf32>
  return
}

// -----

// To !quant.uniform<i8<-100:100>:f32, 0.5>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000, 0x7149F2CA, 0xF149F2CA, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3E800000, 0xBE800000]> : tensor<14xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<14xf32>) -> tensor<14x!quant.uniform<i8<-100:100>:f32, 0.5>>
  %s = stablehlo.bitcast_convert %y : (tensor<14x!quant.uniform<i8<-100:100>:f32, 0.5>>) -> tensor<14xi8>
  check.expect_eq_const %s, dense<[0, 0, 2, -2, 2, 100, -100, 100, -100, 100, -100, 0, 0, 0]> : tensor<14xi8>
  return
}

// -----

// From !quant.uniform<i8<-100:100>:f32, 0.5>.
func.func @main() {
  %c0 = stablehlo.constant dense<[-100, -75, -50, -25, 0, 25, 50, 75, 100]> : tensor<9xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xi8>) -> tensor<9x!quant.uniform<i8<-100:100>:f32, 0.5>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<i8<-100:100>:f32, 0.5>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xC2480000, 0xC2160000, 0xC1C80000, 0xC1480000, 0x00000000, 0x41480000, 0x41C80000, 0x42160000, 0x42480000]> : tensor<9xf32>
  return
}

// -----

// To !quant.uniform<i4:f32, 2.0>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000, 0x7149F2CA, 0xF149F2CA, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3E800000, 0xBE800000]> : tensor<14xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<14xf32>) -> tensor<14x!quant.uniform<i4:f32, 2.0>>
  %s = stablehlo.bitcast_convert %y : (tensor<14x!quant.uniform<i4:f32, 2.0>>) -> tensor<14xi4>
  check.expect_eq_const %s, dense<[0, 0, 0, -1, 0, 7, -8, 7, -8, 7, -8, 0, 0, 0]> : tensor<14xi4>
  return
}

// -----

// From !quant.uniform<i4:f32, 2.0>.
func.func @main() {
  %c0 = stablehlo.constant dense<[-8, -6, -4, -2, 0, 1, 3, 5, 7]> : tensor<9xi4>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xi4>) -> tensor<9x!quant.uniform<i4:f32, 2.0>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<i4:f32, 2.0>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xC1800000, 0xC1400000, 0xC1000000, 0xC0800000, 0x00000000, 0x40000000, 0x40C00000, 0x41200000, 0x41600000]> : tensor<9xf32>
  return
}

// -----

// To !quant.uniform<i16:f32, 0.001:7>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000, 0x7149F2CA, 0xF149F2CA, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3E800000, 0xBE800000]> : tensor<14xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<14xf32>) -> tensor<14x!quant.uniform<i16:f32, 0.001:7>>
  %s = stablehlo.bitcast_convert %y : (tensor<14x!quant.uniform<i16:f32, 0.001:7>>) -> tensor<14xi16>
  check.expect_eq_const %s, dense<[7, 7, 1007, -1243, 757, 32767, -32768, 32767, -32768, 32767, -32768, 0, 257, -243]> : tensor<14xi16>
  return
}

// -----

// From !quant.uniform<i16:f32, 0.001:7>.
func.func @main() {
  %c0 = stablehlo.constant dense<[-32768, -24576, -16384, -8192, 0, 8191, 16383, 24575, 32767]> : tensor<9xi16>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xi16>) -> tensor<9x!quant.uniform<i16:f32, 0.001:7>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<i16:f32, 0.001:7>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xC203199A, 0xC1C4A9FD, 0xC18320C5, 0xC1032F1B, 0xBBE56042, 0x4102F1AA, 0x4183020D, 0x41C48B44, 0x42030A3E]> : tensor<9xf32>
  return
}

// -----

// To !quant.uniform<i32:f32, 0.001>.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x3F800000, 0xBFA00000, 0x3F400000, 0x42780000, 0xC28C0000]> : tensor<7xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<7xf32>) -> tensor<7x!quant.uniform<i32:f32, 0.001>>
  %s = stablehlo.bitcast_convert %y : (tensor<7x!quant.uniform<i32:f32, 0.001>>) -> tensor<7xi32>
  check.expect_eq_const %s, dense<[0, 0, 1000, -1250, 750, 62000, -70000]> : tensor<7xi32>
  return
}

// -----

// From !quant.uniform<i32:f32, 0.001>.
func.func @main() {
  %c0 = stablehlo.constant dense<[-2147483648, -1610612736, -1073741824, -536870912, 0, 536870911, 1073741823, 1610612735, 2147483647]> : tensor<9xi32>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<9xi32>) -> tensor<9x!quant.uniform<i32:f32, 0.001>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<9x!quant.uniform<i32:f32, 0.001>>) -> tensor<9xf32>
  check.expect_eq_const %y, dense<[0xCA03126F, 0xC9C49BA6, 0xC983126F, 0xC903126F, 0x00000000, 0x4903126F, 0x4983126F, 0x49C49BA6, 0x4A03126F]> : tensor<9xf32>
  return
}

// -----

// The specification's example.
func.func @main() {
  %x0 = stablehlo.constant dense<[0x40800000, 0x41700000]> : tensor<2xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2xi8>
  check.expect_eq_const %s, dense<[10, 10]> : tensor<2xi8>
  return
}

// -----

// The specification's example.
func.func @main() {
  %c0 = stablehlo.constant dense<[10, 10]> : tensor<2xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[0x40800000, 0x41700000]> : tensor<2xf32>
  return
}

// -----

// The specification's example.
func.func @main() {
  %c0 = stablehlo.constant dense<[10, 10]> : tensor<2xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>) -> tensor<2xi8>
  check.expect_eq_const %s, dense<[20, 45]> : tensor<2xi8>
  return
}

// -----

// A scale for each index of the middle dimension.
func.func @main() {
  %x0 = stablehlo.constant dense<[[[0xC0C00000, 0xC0A00000], [0xC0800000, 0xC0400000], [0xC0000000, 0xBF800000]], [[0x00000000, 0x3F800000], [0x40000000, 0x40400000], [0x40800000, 0x40A00000]]]> : tensor<2x3x2xf32>
  %y = "stablehlo.uniform_quantize"(%x0) : (tensor<2x3x2xf32>) -> tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>) -> tensor<2x3x2xi8>
  check.expect_eq_const %s, dense<[[[-12, -10], [-1, 0], [-9, -5]], [[0, 2], [2, 2], [15, 19]]]> : tensor<2x3x2xi8>
  return
}

// -----

// And back.
func.func @main() {
  %c0 = stablehlo.constant dense<[[[-12, -10], [-1, 0], [-9, -5]], [[0, 2], [2, 2], [15, 19]]]> : tensor<2x3x2xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3x2xi8>) -> tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>
  %y = "stablehlo.uniform_dequantize"(%x0) : (tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>) -> tensor<2x3x2xf32>
  check.expect_eq_const %y, dense<[[[0xC0C00000, 0xC0A00000], [0xC0800000, 0xC0000000], [0xC0000000, 0xBF800000]], [[0x00000000, 0x3F800000], [0x40000000, 0x40000000], [0x40800000, 0x40A00000]]]> : tensor<2x3x2xf32>
  return
}

// -----

// add of numbers with different scales.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c1 = stablehlo.constant dense<[7, -100, 127, 3, -30, 90]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.1:-30>>
  %y = "stablehlo.add"(%x0, %x1) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, -44, 57, 13, 74, 127]> : tensor<6xi8>
  return
}

// -----

// subtract of numbers with different scales.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c1 = stablehlo.constant dense<[7, -100, 127, 3, -30, 90]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.1:-30>>
  %y = "stablehlo.subtract"(%x0, %x1) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, 12, -69, -13, 74, 127]> : tensor<6xi8>
  return
}

// -----

// multiply of numbers with different scales.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c1 = stablehlo.constant dense<[7, -100, 127, 3, -30, 90]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.1:-30>>
  %y = "stablehlo.multiply"(%x0, %x1) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, 112, -94, 0, 0, 127]> : tensor<6xi8>
  return
}

// -----

// maximum of numbers with different scales.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c1 = stablehlo.constant dense<[7, -100, 127, 3, -30, 90]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.1:-30>>
  %y = "stablehlo.maximum"(%x0, %x1) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[15, -16, 63, 13, 74, 127]> : tensor<6xi8>
  return
}

// -----

// minimum of numbers with different scales.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c1 = stablehlo.constant dense<[7, -100, 127, 3, -30, 90]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.1:-30>>
  %y = "stablehlo.minimum"(%x0, %x1) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, -28, -6, 0, 0, 48]> : tensor<6xi8>
  return
}

// -----

// negate.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.negate"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[127, 16, 6, 0, -74, -128]> : tensor<6xi8>
  return
}

// -----

// abs.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.abs"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[127, 16, 6, 0, 74, 127]> : tensor<6xi8>
  return
}

// -----

// floor.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.floor"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, -16, -8, 0, 72, 127]> : tensor<6xi8>
  return
}

// -----

// ceil.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.ceil"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, -16, -4, 0, 76, 127]> : tensor<6xi8>
  return
}

// -----

// sign.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.sign"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-4, -4, -4, 0, 4, 4]> : tensor<6xi8>
  return
}

// -----

// round_nearest_even.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.round_nearest_even"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, -16, -8, 0, 72, 127]> : tensor<6xi8>
  return
}

// -----

// tanh.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.tanh"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-4, -4, -4, 0, 4, 4]> : tensor<6xi8>
  return
}

// -----

// logistic.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.logistic"(%x0) : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.25>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[0, 0, 1, 2, 4, 4]> : tensor<6xi8>
  return
}

// -----

// Comparison of what is stood for.
func.func @main() {
  %c0 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c1 = stablehlo.constant dense<[7, -100, 127, 3, -30, 90]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.1:-30>>
  %y = "stablehlo.compare"(%x0, %x1) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.1:-30>>) -> tensor<6xi1>
  check.expect_eq_const %y, dense<[true, false, true, true, false, false]> : tensor<6xi1>
  return
}

// -----

// Selection.
func.func @main() {
  %x0 = stablehlo.constant dense<[true, false, true, false, true, false]> : tensor<6xi1>
  %c1 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c2 = stablehlo.constant dense<[7, -100, 127, 3, -30, 90]> : tensor<6xi8>
  %x2 = stablehlo.bitcast_convert %c2 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.select"(%x0, %x1, %x2) : (tensor<6xi1>, tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-128, -100, 0, 3, 40, 90]> : tensor<6xi8>
  return
}

// -----

// Clamping.
func.func @main() {
  %c0 = stablehlo.constant dense<-7> : tensor<i8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %c1 = stablehlo.constant dense<[-128, -5, 0, 3, 40, 127]> : tensor<6xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<6xi8>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %c2 = stablehlo.constant dense<50> : tensor<i8>
  %x2 = stablehlo.bitcast_convert %c2 : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.clamp"(%x0, %x1, %x2) : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %y : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[-7, -5, 0, 3, 40, 50]> : tensor<6xi8>
  return
}

// -----

// Sums along an axis that has a scale for each index.
func.func @main() {
  %c0 = stablehlo.constant dense<[10, -20]> : tensor<2xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %c1 = stablehlo.constant dense<[7, 3]> : tensor<2xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>
  %y = "stablehlo.add"(%x0, %x1) : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>, tensor<2x!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>>) -> tensor<2xi8>
  check.expect_eq_const %s, dense<[57, 28]> : tensor<2xi8>
  return
}

// -----

// What is stored is moved.
func.func @main() {
  %c0 = stablehlo.constant dense<[[-128, -5, 0], [3, 40, 127]]> : tensor<2x3xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %y = "stablehlo.transpose"(%x0) {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %y : (tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x2xi8>
  check.expect_eq_const %s, dense<[[-128, 3], [-5, 40], [0, 127]]> : tensor<3x2xi8>
  return
}

// -----

// The axis moves too.
func.func @main() {
  %c0 = stablehlo.constant dense<[[[-12, -10], [-1, 0], [-9, -5]], [[0, 2], [2, 2], [15, 19]]]> : tensor<2x3x2xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3x2xi8>) -> tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>
  %y = "stablehlo.transpose"(%x0) {permutation = array<i64: 2, 1, 0>} : (tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>) -> tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x3x2x!quant.uniform<i8:f32:1, {0.5,2.0:1,0.25:-1}>>) -> tensor<2x3x2xi8>
  check.expect_eq_const %s, dense<[[[-12, 0], [-1, 2], [-9, 15]], [[-10, 2], [0, 2], [-5, 19]]]> : tensor<2x3x2xi8>
  return
}

// -----

// The index.
func.func @main() {
  %y = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<5x!quant.uniform<i8:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %y : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<5xi8>
  check.expect_eq_const %s, dense<[3, 5, 7, 9, 11]> : tensor<5xi8>
  return
}

// -----

// A product.
func.func @main() {
  %c0 = stablehlo.constant dense<[[1, -7, 100], [4, 4, -128]]> : tensor<2x3xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:4>>
  %c1 = stablehlo.constant dense<[[3, -2], [0, 127], [5, 5]]> : tensor<3x2xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32, 0.25>>
  %y = "stablehlo.dot_general"(%x0, %x1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5:4>>, tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.125>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x2x!quant.uniform<i32:f32, 0.125>>) -> tensor<2x2xi32>
  check.expect_eq_const %s, dense<[[471, -911], [-660, -660]]> : tensor<2x2xi32>
  return
}

// -----

// A product, rounded and clamped.
func.func @main() {
  %c0 = stablehlo.constant dense<[[1, -7, 100], [4, 4, -128]]> : tensor<2x3xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:4>>
  %c1 = stablehlo.constant dense<[[3, -2], [0, 127], [5, 5]]> : tensor<3x2xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32, 0.25>>
  %y = "stablehlo.dot_general"(%x0, %x1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5:4>>, tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i8:f32, 8.0:5>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x2x!quant.uniform<i8:f32, 8.0:5>>) -> tensor<2x2xi8>
  check.expect_eq_const %s, dense<[[12, -9], [-5, -5]]> : tensor<2x2xi8>
  return
}

// -----

// A product with a scale for each column.
func.func @main() {
  %c0 = stablehlo.constant dense<[[1, -7, 100], [4, 4, -128]]> : tensor<2x3xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:4>>
  %c1 = stablehlo.constant dense<[[3, -2], [0, 127], [5, 5]]> : tensor<3x2xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>
  %y = "stablehlo.dot_general"(%x0, %x1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5:4>>, tensor<3x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.125,0.25}>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x2x!quant.uniform<i32:f32:1, {0.125,0.25}>>) -> tensor<2x2xi32>
  check.expect_eq_const %s, dense<[[471, -911], [-660, -660]]> : tensor<2x2xi32>
  return
}

// -----

// Floats times quantized weights.
func.func @main() {
  %x0 = stablehlo.constant dense<[[0x3F800000, 0xC0E00000, 0x42C80000], [0x40800000, 0x40800000, 0xC3000000]]> : tensor<2x3xf32>
  %c1 = stablehlo.constant dense<[[3, -2], [0, 127], [5, 5]]> : tensor<3x2xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>
  %y = "stablehlo.dot_general"(%x0, %x1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {0.25,0.5}>>) -> tensor<2x2xf32>
  check.expect_eq_const %y, dense<[[0x42FB8000, 0xC3438000], [0xC31D0000, 0xC28C0000]]> : tensor<2x2xf32>
  return
}

// -----

// A convolution.
func.func @main() {
  %c0 = stablehlo.constant dense<[[[[-4], [-3], [-2]], [[-1], [0], [1]], [[2], [3], [4]]]]> : tensor<1x3x3x1xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<1x3x3x1xi8>) -> tensor<1x3x3x1x!quant.uniform<i8:f32, 0.5:4>>
  %c1 = stablehlo.constant dense<[[[[1]], [[-2]]], [[[3]], [[4]]]]> : tensor<2x2x1x1xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1x!quant.uniform<i8:f32, 0.25>>
  %y = "stablehlo.convolution"(%x0, %x1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>} : (tensor<1x3x3x1x!quant.uniform<i8:f32, 0.5:4>>, tensor<2x2x1x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x1x!quant.uniform<i32:f32, 0.125>>
  %s = stablehlo.bitcast_convert %y : (tensor<1x2x2x1x!quant.uniform<i32:f32, 0.125>>) -> tensor<1x2x2x1xi32>
  check.expect_eq_const %s, dense<[[[[-25], [-19]], [[-7], [-1]]]]> : tensor<1x2x2x1xi32>
  return
}

// -----

// Floats convolved with quantized weights.
func.func @main() {
  %x0 = stablehlo.constant dense<[[[[0xC0800000], [0xC0400000], [0xC0000000]], [[0xBF800000], [0x00000000], [0x3F800000]], [[0x40000000], [0x40400000], [0x40800000]]]]> : tensor<1x3x3x1xf32>
  %c1 = stablehlo.constant dense<[[[[1]], [[-2]]], [[[3]], [[4]]]]> : tensor<2x2x1x1xi8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1x!quant.uniform<i8:f32, 0.25>>
  %y = "stablehlo.convolution"(%x0, %x1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>} : (tensor<1x3x3x1xf32>, tensor<2x2x1x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %y, dense<[[[[0xBE800000], [0x3FA00000]], [[0x40880000], [0x40B80000]]]]> : tensor<1x2x2x1xf32>
  return
}

// -----

// Every sum is rounded to the type that is summed in.
func.func @main() {
  %c0 = stablehlo.constant dense<[[10, 20, -30], [100, 50, 60]]> : tensor<2x3xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25>>
  %c1 = stablehlo.constant dense<0> : tensor<i8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.25>>
  %y = "stablehlo.reduce"(%x0, %x1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.25>>, %b: tensor<!quant.uniform<i8:f32, 0.25>>):
    %c = "stablehlo.add"(%a, %b) : (tensor<!quant.uniform<i8:f32, 0.25>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<!quant.uniform<i8:f32, 0.25>>
    "stablehlo.return"(%c) : (tensor<!quant.uniform<i8:f32, 0.25>>) -> ()
  }) : (tensor<2x3x!quant.uniform<i8:f32, 0.25>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2xi8>
  check.expect_eq_const %s, dense<[0, 127]> : tensor<2xi8>
  return
}

// -----

// Sums in a wider type.
func.func @main() {
  %c0 = stablehlo.constant dense<[[10, 20, -30], [100, 50, 60]]> : tensor<2x3xi8>
  %x0 = stablehlo.bitcast_convert %c0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25>>
  %c1 = stablehlo.constant dense<0> : tensor<i8>
  %x1 = stablehlo.bitcast_convert %c1 : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.25>>
  %y = "stablehlo.reduce"(%x0, %x1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<!quant.uniform<i32:f32, 0.25>>, %b: tensor<!quant.uniform<i32:f32, 0.25>>):
    %c = "stablehlo.add"(%a, %b) : (tensor<!quant.uniform<i32:f32, 0.25>>, tensor<!quant.uniform<i32:f32, 0.25>>) -> tensor<!quant.uniform<i32:f32, 0.25>>
    "stablehlo.return"(%c) : (tensor<!quant.uniform<i32:f32, 0.25>>) -> ()
  }) : (tensor<2x3x!quant.uniform<i8:f32, 0.25>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!quant.uniform<i32:f32, 0.25>>
  %s = stablehlo.bitcast_convert %y : (tensor<2x!quant.uniform<i32:f32, 0.25>>) -> tensor<2xi32>
  check.expect_eq_const %s, dense<[0, 210]> : tensor<2xi32>
  return
}
