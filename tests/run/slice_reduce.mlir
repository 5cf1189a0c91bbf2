// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Rows are combined as vectors, from one initial value for each column.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %init = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %s = stablehlo.add %a, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[19.0, 32.0]> : tensor<2xf32>
  return
}

// -----

// Sums of negative zeros keep their sign, from an initial value that is one.
func.func @main() {
  %x = stablehlo.constant dense<[[-0.0, -0.0], [-0.0, 0.0]]> : tensor<2x2xf32>
  %init = stablehlo.constant dense<[-0.0, -0.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %s = stablehlo.add %a, %b : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %r = stablehlo.divide %one, %y : tensor<2xf32>
  check.expect_eq_const %r, dense<[0xFF800000, 0x7F800000]> : tensor<2xf32>
  return
}

// -----

// A body that moves elements: each row is added to the sum so far, turned around.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [10, 20, 30]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<[100, 200, 300]> : tensor<3xi32>
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xi32>, %b: tensor<3xi32>):
    %t = stablehlo.reverse %a, dims = [0] : tensor<3xi32>
    %s = stablehlo.add %t, %b : tensor<3xi32>
    stablehlo.return %s : tensor<3xi32>
  }) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %y, dense<[113, 222, 331]> : tensor<3xi32>
  return
}

// -----

// A slice lies along the first kept dimension that has its extent; the others run on their own.
func.func @main() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %init = stablehlo.constant dense<[100, 200, 300]> : tensor<3xi32>
  %y = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xi32>, %b: tensor<3xi32>):
    %s = stablehlo.add %a, %b : tensor<3xi32>
    stablehlo.return %s : tensor<3xi32>
  }) : (tensor<2x3x2xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %y, dense<[[108, 110], [212, 214], [316, 318]]> : tensor<3x2xi32>
  return
}
