// RUN: hloom opt %s --passes=gradient,canonicalize,cse,dce --split-input-file | hloom check %s

// By `x`, and by `w`; `n` has no derivative.
// CHECK-LABEL: func.func @main(
// CHECK-LABEL: func.func @main_gradient(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %n: tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>, tensor<2x3xf32>, tensor<3x4xf32>)
// CHECK: %y = stablehlo.dot_general %x, %w
// CHECK: %[[G:.*]] = stablehlo.compare
// CHECK: stablehlo.select
// CHECK: stablehlo.dot_general %{{.*}}, %w, contracting_dims = [1] x [1]
// CHECK: stablehlo.dot_general
// CHECK: return
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %n: tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.maximum %y, %zero : tensor<2x4xf32>
  return %r, %n : tensor<2x4xf32>, tensor<i32>
}

// -----

// An argument on which nothing depends has a gradient of zeros.
// CHECK-LABEL: func.func @main_gradient
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf64>
// CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf64>
// CHECK: return %x, %[[ONE]], %[[ZERO]]
func.func @main(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  return %x : tensor<4xf64>
}
