// An op that is too new for the version is an error at its place, which names the least version.
//
// RUN: not hloom translate %s - --to artifact --target-version 1.3.0 2>&1 | hloom check %s
// RUN: not hloom translate %s - --to artifact --target-version 9.0.0 2>&1 | hloom check %s --check-prefix=FUTURE
//
// CHECK: error: `stablehlo.tan` can't be written in an artifact of version 1.3.0: it needs version 1.4.0
// CHECK-NEXT: versions.mlir:[[# @LINE + 6]]:3
// CHECK: in this op
//
// FUTURE: artifacts have versions 0.9.0 to 1.20.0, not 9.0.0
func.func @main(%x: tensor<f32>) -> tensor<f32> {

  %y = stablehlo.tan %x : tensor<f32>
  return %y : tensor<f32>
}
