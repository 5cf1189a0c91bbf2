// A fusion with a storage plan runs by the plan: the evaluator in the interpreter, loops on the CPU.

// RUN: hloom run %s --backend=interp --entry=main --print --split-input-file | hloom check %s
// RUN: %if llvm %{ hloom run %s --backend=cpu --entry=main --print --split-input-file | hloom check %s %}

// Twice the elements: the plan says so, and the body does not.
// CHECK: 0: tensor<3xf32> = [3.0, 0.0, -4.0]
func.func @main() -> tensor<3xf32> {
  %x = stablehlo.constant dense<[1.5, 0.0, -2.0]> : tensor<3xf32>
  %y = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<i, v> in a0_val) { i -> 2.0 * v }"}> ({
  ^bb0(%a: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// Narrow integers are computed with 64 bits, and the result modulo its width. A key makes a place.
// CHECK: 0: tensor<4xi8> = [0, -128, 0, 100]
func.func @main() -> tensor<4xi8> {
  %x = stablehlo.constant dense<[64, 100]> : tensor<2xi8>
  %k = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %y = "hloom.fusion"(%x, %k) <{kind = "storage", plan = "CREATE TENSOR a0_val : [int]; CREATE TENSOR a1_val : [int]; sum(<i, v> in a0_val) { i * 2 + 1 -> v * a1_val(i) }"}> ({
  ^bb0(%a: tensor<2xi8>, %b: tensor<2xi32>):
    %c = stablehlo.constant dense<0> : tensor<4xi8>
    stablehlo.return %c : tensor<4xi8>
  }) : (tensor<2xi8>, tensor<2xi32>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// A plan of a number, of truth values, with a number as an input.
// CHECK: 0: tensor<i1> = true
func.func @main() -> tensor<i1> {
  %x = stablehlo.constant dense<[1.0, 5.0]> : tensor<2xf64>
  %l = stablehlo.constant dense<4.0> : tensor<f64>
  %y = "hloom.fusion"(%x, %l) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; CREATE TENSOR a1 : real; sum(<_, v> in a0_val) a1 < v"}> ({
  ^bb0(%a: tensor<2xf64>, %b: tensor<f64>):
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2xf64>, tensor<f64>) -> tensor<i1>
  return %y : tensor<i1>
}

// -----

// Several results, of different types: places of their own, one number, and places that iterations share.
// CHECK:      0: tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
// CHECK-NEXT: 1: tensor<f64> = 30.0
// CHECK-NEXT: 2: tensor<2xf64> = [4.0, 6.0]
// CHECK-NEXT: 3: tensor<i32> = 6
func.func @main() -> (tensor<4xf32>, tensor<f64>, tensor<2xf64>, tensor<i32>) {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %y:4 = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real; 4]; sum(<i, v> in a0_val) { i -> v }; sum(<_, v> in a0_val) v * v; sum(<i, v> in a0_val) { i % 2 -> v }; sum(<i, _> in a0_val) i;"}> ({
  ^bb0(%a: tensor<4xf64>):
    %c = stablehlo.constant dense<0.0> : tensor<4xf32>
    %d = stablehlo.constant dense<0.0> : tensor<f64>
    %e = stablehlo.constant dense<0.0> : tensor<2xf64>
    %f = stablehlo.constant dense<0> : tensor<i32>
    stablehlo.return %c, %d, %e, %f : tensor<4xf32>, tensor<f64>, tensor<2xf64>, tensor<i32>
  }) : (tensor<4xf64>) -> (tensor<4xf32>, tensor<f64>, tensor<2xf64>, tensor<i32>)
  return %y#0, %y#1, %y#2, %y#3 : tensor<4xf32>, tensor<f64>, tensor<2xf64>, tensor<i32>
}

// -----

// Results of loops over different collections are computed one after the other.
// CHECK:      0: tensor<4xf64> = [1.0, 2.0, 3.0, 4.0]
// CHECK-NEXT: 1: tensor<f64> = 5.0
func.func @main() -> (tensor<4xf64>, tensor<f64>) {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %z = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %y:2 = "hloom.fusion"(%x, %z) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; CREATE TENSOR a1_val : [real]; sum(<i, v> in a0_val) { i -> v }; sum(<_, v> in a1_val) v"}> ({
  ^bb0(%a: tensor<4xf64>, %b: tensor<2xf64>):
    %d = stablehlo.constant dense<0.0> : tensor<f64>
    stablehlo.return %a, %d : tensor<4xf64>, tensor<f64>
  }) : (tensor<4xf64>, tensor<2xf64>) -> (tensor<4xf64>, tensor<f64>)
  return %y#0, %y#1 : tensor<4xf64>, tensor<f64>
}
