// Running sums whose padding counts: each padded position is the initial value once more.

// REQUIRES: llvm
// RUN: hloom run %s --entry sums --random-inputs 1 --compare interp | hloom check %s
// RUN: hloom run %s --entry sums_of_five --random-inputs 1 --compare interp | hloom check %s
// RUN: hloom run %s --entry maxima --random-inputs 1 --compare interp | hloom check %s
// RUN: hloom compile %s --entry maxima --emit loops | hloom check %s --check-prefix=SCAN
// RUN: hloom compile %s --entry sums_of_zeros --emit loops | hloom check %s --check-prefix=SCAN
// CHECK: tensor<16x4xi32>
// SCAN: kernel "scan

func.func @sums(%a: tensor<16x4xi32>, %i: tensor<i32>) -> tensor<16x4xi32> {
  %1 = "stablehlo.reduce_window"(%a, %i) <{padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 16, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<16x4xi32>, tensor<i32>) -> tensor<16x4xi32>
  return %1 : tensor<16x4xi32>
}
func.func @sums_of_five(%a: tensor<16x4xi32>) -> tensor<16x4xi32> {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %1 = "stablehlo.reduce_window"(%a, %i) <{padding = dense<[[0, 15], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 16, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<16x4xi32>, tensor<i32>) -> tensor<16x4xi32>
  return %1 : tensor<16x4xi32>
}
func.func @maxima(%a: tensor<16x4xi32>, %i: tensor<i32>) -> tensor<16x4xi32> {
  %1 = "stablehlo.reduce_window"(%a, %i) <{padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 16, 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %m = stablehlo.maximum %p, %q : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) : (tensor<16x4xi32>, tensor<i32>) -> tensor<16x4xi32>
  return %1 : tensor<16x4xi32>
}
func.func @sums_of_zeros(%a: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%a, %i) <{padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 16, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<16x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  return %1 : tensor<16x4xf32>
}
