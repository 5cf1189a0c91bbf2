// A check in a reducer or in the body of a map runs on every backend.

// REQUIRES: llvm
// RUN: not hloom run %s --entry=reduce --random-inputs=1 --backend=interp 2>&1 | hloom check %s
// RUN: not hloom run %s --entry=reduce --random-inputs=1 2>&1 | hloom check %s
// RUN: not hloom run %s --entry=window --random-inputs=1 2>&1 | hloom check %s
// RUN: hloom run %s --entry=map --random-inputs=1 --compare=interp --max-ulp=0

// CHECK: check.expect_eq_const
func.func @reduce(%x: tensor<4xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    check.expect_eq_const %a, dense<3> : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

func.func @window(%x: tensor<4xi32>) -> tensor<3xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    check.expect_eq_const %a, dense<3> : tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @map(%x: tensor<4xi32>) -> tensor<4xi32> {
  %r = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<i32>):
    check.expect_eq %a, %a : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
