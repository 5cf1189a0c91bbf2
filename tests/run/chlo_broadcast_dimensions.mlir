// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Operands of one known shape are not broadcast, so the dimensions may be any.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 5], [3, 2]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[2, 4], [3, 9]]> : tensor<2x2xi32>
  %less = chlo.broadcast_compare %x, %y {broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
  check.expect_eq_const %less, dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %sum = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64>} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %sum, dense<[[3, 9], [6, 11]]> : tensor<2x2xi32>
  return
}

// -----

// Otherwise they name a dimension of the result for each of the smaller operand.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 5], [3, 2]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %sum = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %sum, dense<[[11, 15], [23, 22]]> : tensor<2x2xi32>
  return
}
