// The loops of an op move, and the indices of ops inside of its body stay those of their own loops.

// REQUIRES: llvm
// RUN: hloom run %s --backend=mlir --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --entry=inner_of_more_loops --backend=mlir --compare=interp --random-inputs=1 | hloom check %s

// CHECK: no difference

func.func @main(%x: tensor<8x3xi32>) -> tensor<3xi32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x3xi32>) -> tensor<3x8xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce"(%t, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %io = stablehlo.iota dim = 0 : tensor<3x5xi32>
    %b0 = "stablehlo.reduce"(%io, %z) <{dimensions = array<i64: 0, 1>}> ({
    ^bb1(%m: tensor<i32>, %mm: tensor<i32>):
      %m2 = stablehlo.add %m, %mm : tensor<i32>
      stablehlo.return %m2 : tensor<i32>
    }) : (tensor<3x5xi32>, tensor<i32>) -> tensor<i32>
    %b2 = stablehlo.add %b, %b0 : tensor<i32>
    %v = stablehlo.add %a, %b2 : tensor<i32>
    stablehlo.return %v : tensor<i32>
  }) : (tensor<3x8xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

func.func @inner_of_more_loops(%x: tensor<8x3xi32>) -> tensor<3xi32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x3xi32>) -> tensor<3x8xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce"(%t, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %io = stablehlo.iota dim = 2 : tensor<2x2x3xi32>
    %b0 = "stablehlo.reduce"(%io, %z) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb1(%m: tensor<i32>, %mm: tensor<i32>):
      %m2 = stablehlo.add %m, %mm : tensor<i32>
      stablehlo.return %m2 : tensor<i32>
    }) : (tensor<2x2x3xi32>, tensor<i32>) -> tensor<i32>
    %b2 = stablehlo.add %b, %b0 : tensor<i32>
    %v = stablehlo.add %a, %b2 : tensor<i32>
    stablehlo.return %v : tensor<i32>
  }) : (tensor<3x8xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
