// Passes of upstream MLIR in the middle of a pipeline. Ops of dialects that upstream does not have are
// kept, and so are the names of values and the places of ops.
//
// REQUIRES: mlir
// RUN: hloom opt %s --passes="canonicalize,mlir{pipeline='builtin.module(func.func(cse))'},dce" | hloom check %s
// RUN: hloom opt %s --mlir="pipeline='builtin.module(cse)'" --cse | hloom check %s
// RUN: not hloom opt %s --passes="mlir{pipeline='builtin.module(canonicalise)'}" 2>&1 | hloom check %s --check-prefix=UNKNOWN
// RUN: not hloom opt %s --mlir 2>&1 | hloom check %s --check-prefix=NONE
// RUN: not hloom opt %s --passes="mlir{pipeline='builtin.module(one-shot-bufferize)'}" 2>&1 | hloom check %s --check-prefix=FAILS
//
// CHECK: func.func @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, i32) {
// CHECK-NEXT: %twice = stablehlo.add %x, %x : tensor<4xf32>
// CHECK-NEXT: %odd = "other.op"(%twice) {mode = "fast"} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %a = arith.muli %n, %n : i32
// CHECK-NEXT: return %odd, %a, %a : tensor<4xf32>, i32, i32
//
// UNKNOWN: error: pass `mlir`: the pipeline `builtin.module(canonicalise)` is not one of upstream MLIR: {{.*}}'canonicalise' does not refer to a registered pass
// NONE: error: pass `mlir`: it needs a pipeline: mlir{pipeline='builtin.module(canonicalize)'}
// FAILS: error: pass `mlir`: {{.*}}bufferiz
// FAILS: mlir_pass.mlir:[[# @LINE + 2]]
func.func @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, i32) {
  %twice = stablehlo.add %x, %x : tensor<4xf32>
  %odd = "other.op"(%twice) {mode = "fast"} : (tensor<4xf32>) -> tensor<4xf32>
  %a = arith.muli %n, %n : i32
  %b = arith.muli %n, %n : i32
  return %odd, %a, %b : tensor<4xf32>, i32, i32
}
