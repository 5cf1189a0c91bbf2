// RUN: hloom run %s --backend=interp
// RUN: %if llvm %{ hloom run %s --backend=cpu %}

// JAX's solver of tridiagonal systems with pivots that are never too small, in a batch: a regular system,
// and one whose middle row is zero. A pivot of the second becomes the type's epsilon times the largest
// number of the factor, so the solution is large, and its direction is that of the vector that the matrix
// maps to zero.
func.func @main() {
  %lower = stablehlo.constant dense<[[0.0, 1.0, 1.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32>
  %diagonal = stablehlo.constant dense<[[4.0, 4.0, 4.0], [2.0, 0.0, 1.0]]> : tensor<2x3xf32>
  %upper = stablehlo.constant dense<[[1.0, 1.0, 0.0], [2.0, 0.0, 0.0]]> : tensor<2x3xf32>
  %sides = stablehlo.constant dense<[[[6.0], [12.0], [14.0]], [[0.0], [1.0], [0.0]]]> : tensor<2x3x1xf32>
  %x = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%lower, %diagonal, %upper, %sides) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %regular = stablehlo.slice %x [0:1, 0:3, 0:1] : (tensor<2x3x1xf32>) -> tensor<1x3x1xf32>
  check.expect_almost_eq_const %regular, dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %singular = stablehlo.slice %x [1:2, 0:3, 0:1] : (tensor<2x3x1xf32>) -> tensor<1x3x1xf32>
  %second = stablehlo.slice %x [1:2, 1:2, 0:1] : (tensor<2x3x1xf32>) -> tensor<1x1x1xf32>
  %limit = stablehlo.constant dense<1.0e6> : tensor<1x1x1xf32>
  %size = stablehlo.abs %second : tensor<1x1x1xf32>
  %large = stablehlo.compare GT, %size, %limit : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xi1>
  check.expect_eq_const %large, dense<true> : tensor<1x1x1xi1>
  %each = stablehlo.broadcast_in_dim %second, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  %direction = stablehlo.divide %singular, %each : tensor<1x3x1xf32>
  check.expect_almost_eq_const %direction, dense<[[[-1.0], [1.0], [-1.0]]]> : tensor<1x3x1xf32>
  return
}
