// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Sums are near enough to those in order: 2^22 ones are exact in any order.
func.func @main() {
  %ones = stablehlo.constant dense<1.0> : tensor<4194304xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4194304xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %sum, dense<4194304.0> : tensor<f32>
  return
}

// -----

// A body that is not a monoid is applied in row-major order.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %ten) across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    reducer(%acc: tensor<f32>, %v: tensor<f32>) {
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %a = stablehlo.multiply %acc, %half : tensor<f32>
    %b = stablehlo.add %a, %v : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }
  check.expect_eq_const %y, dense<6.75> : tensor<f32>
  return
}

// -----

// The place of the largest element, the first if there are several.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 7.0, 7.0, 2.0], [-1.0, -3.0, 0x7FC00000, 0.0]]> : tensor<2x4xf32>
  %places = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %low), (%places init: %zero) across dimensions = [1] : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %above = stablehlo.compare GT, %b, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %take = stablehlo.or %above, %nan : tensor<i1>
    %v = stablehlo.select %take, %b, %a : tensor<i1>, tensor<f32>
    %k = stablehlo.select %take, %j, %i : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

// A body may hold control flow and see values from outside.
func.func @main() {
  %x = stablehlo.constant dense<[5, 1, 4, 2]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %outer = stablehlo.add %limit, %zero : tensor<i32>
  %y = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    reducer(%acc: tensor<i32>, %v: tensor<i32>) {
    %large = stablehlo.compare GT, %v, %outer : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = "stablehlo.if"(%large) ({
      %sum = stablehlo.add %acc, %v : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }, {
      stablehlo.return %acc : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }
  check.expect_eq_const %y, dense<9> : tensor<i32>
  return
}

// -----

// Windows over padding, which holds the initial value and counts: the windows of
// the first column see 100 once, and every window begins with it.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %init = stablehlo.constant dense<100> : tensor<i32>
  %y = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>} : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %y, dense<[201, 103, 105, 107, 109]> : tensor<5xi32>
  return
}

// -----

// The specification's example: strides, dilations and padding at once.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {
    window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>,
    base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>,
    padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
  } : (tensor<3x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[0, 0], [3, 4]]> : tensor<2x2xi32>
  return
}

// -----

// Two inputs in one window: the largest and where it stands.
func.func @main() {
  %x = stablehlo.constant dense<[3.0, 1.0, 4.0, 1.0, 5.0]> : tensor<5xf32>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = "stablehlo.reduce_window"(%x, %i, %low, %none) ({
  ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
    %above = stablehlo.compare GT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %above, %b, %a : tensor<i1>, tensor<f32>
    %k = stablehlo.select %above, %q, %p : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }) {window_dimensions = array<i64: 3>} : (tensor<5xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %r#0, dense<[4.0, 4.0, 5.0]> : tensor<3xf32>
  check.expect_eq_const %r#1, dense<[2, 2, 4]> : tensor<3xi32>
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %z = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.multiply %a, %b : tensor<i32>
    %big = stablehlo.constant dense<10> : tensor<i32>
    %c = stablehlo.compare GT, %p, %big : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
  check.expect_eq_const %z, dense<[[false, true], [true, true]]> : tensor<2x2xi1>
  return
}

// -----

// A map with several results computes them together.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %z:3 = "hloom.map"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.multiply %a, %b : tensor<i32>
    %big = stablehlo.constant dense<10> : tensor<i32>
    %c = stablehlo.compare GT, %p, %big : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d = stablehlo.subtract %p, %a : tensor<i32>
    stablehlo.return %c, %d, %b : tensor<i1>, tensor<i32>, tensor<i32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<2x2xi1>, tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %z#0, dense<[[false, true], [true, true]]> : tensor<2x2xi1>
  check.expect_eq_const %z#1, dense<[[4, 10], [18, 28]]> : tensor<2x2xi32>
  check.expect_eq_const %z#2, dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  return
}

// -----

// Products of zeros, infinities and numbers whose partial products are normal numbers in
// any order are the same in any order.
func.func @main() {
  %x = stablehlo.constant dense<[[2.0, 0x7C00, 0x7C00, 1024.0], [0.0, 2.0, 2.0, 9.765625E-4], [0.5, 0.0, 0.5, 16.0], [4.0, 1.0, 1.0, 2.0], [1.0, 3.0, 3.0, 0.5]]> : tensor<5x4xf16>
  %one = stablehlo.constant dense<1.0> : tensor<f16>
  %y = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<5x4xf16>, tensor<f16>) -> tensor<4xf16>
  %nan = stablehlo.compare NE, %y, %y, FLOAT : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xi1>
  check.expect_eq_const %nan, dense<[false, true, false, false]> : tensor<4xi1>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf16>
  %numbers = stablehlo.select %nan, %zeros, %y : tensor<4xi1>, tensor<4xf16>
  check.expect_eq_const %numbers, dense<[0.0, 0.0, 0x7C00, 16.0]> : tensor<4xf16>
  return
}
