// Bytecode and artifacts hold the program; names of values are not kept.
//
// RUN: hloom translate %s %t.mlirbc
// RUN: hloom translate %t.mlirbc - --strip-locations | hloom check %s
// RUN: hloom translate %s %t.old.mlirbc --target-version 0.9.0
// RUN: hloom opt %t.old.mlirbc | hloom check %s
// RUN: hloom translate %s --to bytecode --bytecode-version 3 -o %t.bc
// RUN: hloom translate %t.bc %t.mlir
// RUN: hloom opt %t.mlir | hloom check %s
// RUN: not hloom translate %s - --from artifact 2>&1 | hloom check %s --check-prefix=FROM
// RUN: not hloom translate %s %t.unknown 2>&1 | hloom check %s --check-prefix=ENDING
//
// CHECK: func.func public @main(%arg0: tensor<2x3xf32>) -> tensor<2x2xf32> {
// CHECK-NEXT: %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [1]
// CHECK-NEXT: %1 = stablehlo.exponential %0 : tensor<2x2xf32>
// CHECK-NEXT: return %1 : tensor<2x2xf32>
//
// FROM: error: `{{.*}}formats.mlir` is text, not bytecode
// ENDING: error: `{{.*}}.unknown`: give --to FORMAT for this ending
func.func public @main(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %product = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %result = stablehlo.exponential %product : tensor<2x2xf32>
  return %result : tensor<2x2xf32>
}
