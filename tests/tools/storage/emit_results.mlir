// A function with several results is a storage program for each. Passes run before, and calls are expanded.

// RUN: hloom opt %s --emit=sdql --inline >%t
// RUN: hloom check %s --input-file %t
// RUN: hloom opt --input=sdqlite --split-input-file %t | diff %t -
// RUN: hloom opt %s --emit=sdql | diff %t -

// CHECK:      CREATE TENSOR s : real AS
// CHECK-NOT:  CREATE TENSOR t
// CHECK:      s;
// CHECK-NEXT: // -----
// CHECK-NOT:  CREATE TENSOR s
// CHECK:      CREATE TENSOR t : {int[4] -> {int[3] -> real}} AS
// CHECK-NEXT:   sum(<(i0, i1), a> in A) { (i1, i0) -> a };
// CHECK-NEXT: t;

func.func private @transposed(%A: tensor<3x4xf64>) -> tensor<4x3xf64> {
  %t = stablehlo.transpose %A, dims = [1, 0] : (tensor<3x4xf64>) -> tensor<4x3xf64>
  return %t : tensor<4x3xf64>
}

func.func @main(%A: tensor<3x4xf64>) -> (tensor<f64>, tensor<4x3xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%A init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
  %t = func.call @transposed(%A) : (tensor<3x4xf64>) -> tensor<4x3xf64>
  return %s, %t : tensor<f64>, tensor<4x3xf64>
}
