// Sums of group sizes do not fit their narrow type; negative sizes are those of empty groups.

// REQUIRES: llvm
// RUN: hloom run %s --entry=narrow --random-inputs=1 --compare=interp --max-ulp=64
// RUN: hloom run %s --entry=negative --random-inputs=1 --compare=interp --max-ulp=64

func.func @narrow(%x: tensor<200x2xf32>, %y: tensor<2x2x1xf32>) -> tensor<200x1xf32> {
  %s = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %r = "chlo.ragged_dot"(%x, %y, %s) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<200x2xf32>, tensor<2x2x1xf32>, tensor<2xi8>) -> tensor<200x1xf32>
  return %r : tensor<200x1xf32>
}

func.func @negative(%x: tensor<5x2xf32>, %y: tensor<2x2x1xf32>) -> tensor<5x1xf32> {
  %s = stablehlo.constant dense<[-1, 3]> : tensor<2xi32>
  %r = "chlo.ragged_dot"(%x, %y, %s) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<5x1xf32>
  return %r : tensor<5x1xf32>
}
