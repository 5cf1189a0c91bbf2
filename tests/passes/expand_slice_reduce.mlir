// RUN: hloom opt %s --passes=expand-slice-reduce --split-input-file | hloom check %s

// An elementwise body and one initial value for all elements: the body on scalars.
// CHECK-LABEL: func.func @splat
// CHECK: stablehlo.reduce(%x init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
func.func @splat(%x: tensor<4x3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
  %y = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %s = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// Initial values that vary are a first row.
// CHECK-LABEL: func.func @row
// CHECK: %[[ROW:.*]] = stablehlo.broadcast_in_dim %init, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %[[TALL:.*]] = stablehlo.concatenate %[[ROW]], %x, dim = 0
// CHECK: stablehlo.reduce(%[[TALL]] init: %{{.*}}) applies stablehlo.maximum across dimensions = [0]
// CHECK-NOT: stablehlo.while
func.func @row(%x: tensor<4x3xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %s = stablehlo.maximum %a, %b : tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// Any other body runs in a loop over the slices.
// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while
// CHECK: stablehlo.reverse
// CHECK-NOT: stablehlo.reduce
func.func @loop(%x: tensor<4x3xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %t = stablehlo.reverse %a, dims = [0] : tensor<3xf32>
    %s = stablehlo.add %t, %b : tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// A loop needs known extents.
// CHECK-LABEL: func.func @open
// CHECK: stablehlo.reduce
// CHECK-NOT: stablehlo.while
func.func @open(%x: tensor<?x3xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %t = stablehlo.reverse %a, dims = [0] : tensor<3xf32>
    %s = stablehlo.add %t, %b : tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
