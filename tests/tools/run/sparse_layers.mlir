// The interpreter runs a layer that code doesn't: its operands may be sparse arguments of the program,
// which become dense there as they do at a call.

// REQUIRES: llvm
// RUN: hloom run %s --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --passes=layer-graph --print | hloom check %s

// CHECK: 0: tensor<2x2xf64> = {{\[\[}}0.0, 0.0], [-0.8337820829889899, 0.0]]
// CHECK: tensor<f32> = 1.0
// CHECK: 1: {{.*}}cpu and interp: no difference

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @main(%x: tensor<2x2xf64, #rows>, %pair: !hloom.array<2 x tensor<f32>>) -> (tensor<2x2xf64>, !hloom.array<2 x tensor<f32>>) {
  %dense = hloom.relayout %x : (tensor<2x2xf64, #rows>) -> tensor<2x2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %new = hloom.with_element %pair, 0 = %one : (!hloom.array<2 x tensor<f32>>, tensor<f32>) -> !hloom.array<2 x tensor<f32>>
  return %dense, %new : tensor<2x2xf64>, !hloom.array<2 x tensor<f32>>
}
