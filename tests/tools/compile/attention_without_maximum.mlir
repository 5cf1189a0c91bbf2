// RUN: %if ptx %{ hloom compile %s --target=sm_80 --emit=ptx -o - | hloom check %s %}

// Weights from which no maximum is subtracted may all be less than the least normal float, and their sum
// too: they are not approximate exponentials, which are zero then.
// CHECK: mma.sync
// CHECK-NOT: ex2.approx
func.func @main(%q: tensor<1x1x16x32xbf16>, %k: tensor<1x1x32x32xbf16>, %v: tensor<1x1x32x32xbf16>, %m: tensor<1x1x16x32xf32>) -> tensor<1x1x16x32xf32> {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<1x1x16x32xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x1x16x32xf32>
  %sc = stablehlo.constant dense<0.125> : tensor<1x1x16x32xf32>
  %s1 = stablehlo.multiply %s, %sc : tensor<1x1x16x32xf32>
  %s5 = stablehlo.add %s1, %m : tensor<1x1x16x32xf32>
  %e = stablehlo.exponential %s5 : tensor<1x1x16x32xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%e init: %none) applies stablehlo.add across dimensions = [3] : (tensor<1x1x16x32xf32>, tensor<f32>) -> tensor<1x1x16xf32>
  %l = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<1x1x16x32xf32>
  %p = stablehlo.divide %e, %l : tensor<1x1x16x32xf32>
  %c = stablehlo.convert %p : (tensor<1x1x16x32xf32>) -> tensor<1x1x16x32xbf16>
  %r = stablehlo.dot_general %c, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<1x1x16x32xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x1x16x32xf32>
  return %r : tensor<1x1x16x32xf32>
}
