// Upstream's verifier knows more of its dialects than hloom: what it finds is shown at its place.
//
// REQUIRES: mlir
// RUN: not hloom opt %s --passes="mlir{pipeline='builtin.module(cse)'}" 2>&1 | hloom check %s
//
// CHECK: error: pass `mlir`: {{.*}}linalg.transpose
// CHECK-NEXT: --> {{.*}}mlir_verifier.mlir:[[# @LINE + 2]]:{{[0-9]+}}
func.func @f(%x: tensor<2x3xf32>, %out: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "linalg.transpose"(%x, %out) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%a: f32, %b: f32):
    "linalg.yield"(%a) : (f32) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
