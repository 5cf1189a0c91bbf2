// A fusion by rows keeps an expensive value for its own row only; a reversal reads another one.

// REQUIRES: llvm
// RUN: hloom run %s --backend=cpu --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --entry=halves --backend=cpu --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --entry=returned --backend=cpu --compare=interp --random-inputs=1 | hloom check %s

// CHECK: no difference
// CHECK-NOT: {{[0-9]}} ULP

func.func @main(%x: tensor<8x4xi32>, %y: tensor<8x4xi32>) -> tensor<8x4xi32> {
  %seven = stablehlo.constant dense<7> : tensor<8x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.remainder %x, %seven : tensor<8x4xi32>
  %back = stablehlo.reverse %n, dims = [0] : tensor<8x4xi32>
  %both = stablehlo.add %back, %n : tensor<8x4xi32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<8xi32>
  %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xi32>) -> tensor<8x4xi32>
  %r = stablehlo.add %both, %all : tensor<8x4xi32>
  return %r : tensor<8x4xi32>
}

func.func @halves(%x: tensor<8x4xi32>, %y: tensor<8x4xi32>) -> tensor<8x4xi32> {
  %seven = stablehlo.constant dense<7> : tensor<8x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.remainder %x, %seven : tensor<8x4xi32>
  %second = stablehlo.slice %n [4:8, 0:4] : (tensor<8x4xi32>) -> tensor<4x4xi32>
  %first = stablehlo.slice %n [0:4, 0:4] : (tensor<8x4xi32>) -> tensor<4x4xi32>
  %both = stablehlo.concatenate %second, %first, dim = 0 : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<8x4xi32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<8xi32>
  %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xi32>) -> tensor<8x4xi32>
  %r = stablehlo.add %both, %all : tensor<8x4xi32>
  return %r : tensor<8x4xi32>
}

func.func @returned(%x: tensor<8x4xi32>, %y: tensor<8x4xi32>) -> (tensor<8x4xi32>, tensor<8x4xi32>) {
  %seven = stablehlo.constant dense<7> : tensor<8x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.remainder %x, %seven : tensor<8x4xi32>
  %back = stablehlo.reverse %n, dims = [0] : tensor<8x4xi32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<8xi32>
  %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xi32>) -> tensor<8x4xi32>
  %r = stablehlo.add %back, %all : tensor<8x4xi32>
  return %r, %n : tensor<8x4xi32>, tensor<8x4xi32>
}
