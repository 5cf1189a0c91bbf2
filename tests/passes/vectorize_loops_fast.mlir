// RUN: hloom opt %s --passes=vectorize-loops{fast=true},canonicalize,dce --split-input-file | hloom check %s

// Where rounding may differ, sums of floats are reductions, and rows times a matrix a
// product of matrices.
// CHECK-LABEL: func.func @dense
// CHECK-NOT: stablehlo.while
// CHECK: stablehlo.dot_general %x, %w
// CHECK: stablehlo.reduce
// CHECK-NOT: stablehlo.while
func.func @dense(%x: tensor<6x3xf32>, %w: tensor<3x4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<6x4xf32>
  %none = stablehlo.constant dense<0.0> : tensor<4xf32>
  %r:3 = stablehlo.while(%i = %zero, %out = %init, %s = %none) : tensor<i32>, tensor<6x4xf32>, tensor<4xf32>
  cond {
    %go = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 3] : (tensor<6x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %flat = stablehlo.reshape %row : (tensor<1x3xf32>) -> tensor<3xf32>
    %y = stablehlo.dot_general %flat, %w, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
    %new = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<1x4xf32>
    %next = stablehlo.dynamic_update_slice %out, %new, %i, %zero : (tensor<6x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x4xf32>
    %t = stablehlo.add %y, %s : tensor<4xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %next, %t : tensor<i32>, tensor<6x4xf32>, tensor<4xf32>
  }
  return %r#1, %r#2 : tensor<6x4xf32>, tensor<4xf32>
}
