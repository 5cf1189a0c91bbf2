// Thirty functions, each of which calls the next one twice, stand for a thousand million ops.

// REQUIRES: llvm
// RUN: not hloom opt %s --passes=inline 2>&1 | hloom check %s
// RUN: not hloom run %s --random-inputs=1 2>&1 | hloom check %s
// RUN: not hloom opt %s --passes=inline{limit=100} 2>&1 | hloom check %s --check-prefix=FEW

// CHECK: inlining makes more than 1048576 ops: @f{{[0-9]+}} calls @f{{[0-9]+}} 2 times, which calls @f{{[0-9]+}} 2 times, which calls
// CHECK-SAME: and so on, {{[0-9]+}} calls deep
// FEW: inlining makes more than 100 ops: @f
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f0(%x) : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}
func.func private @f0(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f1(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f1(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f1(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f2(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f2(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f2(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f3(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f3(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f3(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f4(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f4(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f4(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f5(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f5(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f5(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f6(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f6(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f6(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f7(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f7(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f7(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f8(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f8(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f8(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f9(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f9(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f9(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f10(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f10(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f10(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f11(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f11(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f11(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f12(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f12(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f12(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f13(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f13(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f13(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f14(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f14(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f14(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f15(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f15(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f15(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f16(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f16(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f16(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f17(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f17(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f17(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f18(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f18(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f18(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f19(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f19(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f19(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f20(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f20(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f20(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f21(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f21(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f21(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f22(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f22(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f22(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f23(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f23(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f23(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f24(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f24(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f24(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f25(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f25(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f25(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f26(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f26(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f26(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f27(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f27(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f27(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f28(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f28(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f28(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f29(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f29(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f29(%x: tensor<f32>) -> tensor<f32> {
  %a = call @f30(%x) : (tensor<f32>) -> tensor<f32>
  %b = call @f30(%a) : (tensor<f32>) -> tensor<f32>
  return %b : tensor<f32>
}
func.func private @f30(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.add %x, %x : tensor<f32>
  return %a : tensor<f32>
}
