// RUN: hloom opt %s --passes=expand-quantized --split-input-file | hloom check %s

// Functions take and give what is stored; ops compute with what is stood for.
// CHECK-LABEL: func.func private @sum(%x: tensor<2xi8>, %y: tensor<2xui8>) -> tensor<2xi8>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %x : (tensor<2xi8>) -> tensor<2xi32>
// CHECK: %[[SHIFTED:.*]] = stablehlo.subtract %[[WIDE]],
// CHECK: %[[FLOAT:.*]] = stablehlo.convert %[[SHIFTED]] : (tensor<2xi32>) -> tensor<2xf32>
// CHECK: %[[A:.*]] = stablehlo.multiply %[[FLOAT]],
// A zero point of 0 is not subtracted.
// CHECK: %[[FLOAT:.*]] = stablehlo.convert %y : (tensor<2xui8>) -> tensor<2xf32>
// CHECK: %[[B:.*]] = stablehlo.multiply %[[FLOAT]],
// CHECK: %[[SUM:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<2xf32>
// CHECK: stablehlo.divide %[[SUM]],
// CHECK: stablehlo.clamp
// CHECK: stablehlo.round_nearest_even
// CHECK: stablehlo.convert {{.*}} : (tensor<2xf32>) -> tensor<2xi8>
// CHECK-NOT: quant.uniform
func.func private @sum(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<2x!quant.uniform<u8:f32, 0.25>>) -> tensor<2x!quant.uniform<i8:f32, 0.125>> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  %1 = stablehlo.uniform_dequantize %y : (tensor<2x!quant.uniform<u8:f32, 0.25>>) -> tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  %3 = stablehlo.uniform_quantize %2 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.125>>
  return %3 : tensor<2x!quant.uniform<i8:f32, 0.125>>
}

// -----

// Movement, calls and loops move what is stored.
// CHECK-LABEL: func.func private @moves(%x: tensor<2x3xi8>) -> tensor<3x2xi8>
// CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi8>) -> tensor<3x2xi8>
// CHECK-NEXT: %[[C:.*]] = call @same(%[[T]]) : (tensor<3x2xi8>) -> tensor<3x2xi8>
// CHECK-NEXT: return %[[C]] : tensor<3x2xi8>
// CHECK: func.func private @same(%x: tensor<3x2xi8>) -> tensor<3x2xi8>
func.func private @moves(%x: tensor<2x3x!quant.uniform<i8:f32:1, {0.5:3,0.25,1.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:3,0.25,1.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>>
  %1 = call @same(%0) : (tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>>
  return %1 : tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>>
}
func.func private @same(%x: tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>> {
  return %x : tensor<3x2x!quant.uniform<i8:f32:0, {0.5:3,0.25,1.0}>>
}
