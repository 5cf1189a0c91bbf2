// A pass of upstream MLIR that ends its process: hloom lives, says how it ended, and starts another
// process for the next program.

// REQUIRES: mlir
// RUN: not hloom opt %s --split-input-file --passes="mlir{pipeline='builtin.module(func.func(math-extend-to-supported-types))'},cse" >%t 2>%t.err
// RUN: hloom check %s --input-file=%t --check-prefix=LIVES
// RUN: hloom check %s --input-file=%t.err --check-prefix=DIED
// RUN: not hloom run %s --split-input-file --random-inputs=1 --backend=interp --passes="mlir{pipeline='builtin.module(func.func(math-extend-to-supported-types))'}" 2>%t.err | hloom check %s --check-prefix=RAN

// DIED: error: pass `mlir`: upstream MLIR ended in the middle of its work (signal: 11 (SIGSEGV){{.*}})
// DIED-NOT: error
// RAN: FAIL {{.*}}: pass `mlir`: upstream MLIR ended in the middle of its work (signal: 11 (SIGSEGV)
// RAN-NEXT: PASS
// RAN-NEXT: 1 passed, 1 failed
// LIVES-NOT: @dies
// LIVES: func.func @lives(%x: tensor<4xi32>) -> tensor<4xi32>

// The pass asks an op of no registered dialect for its dialect.
func.func @dies(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = "other.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// -----
func.func @lives(%x: tensor<4xi32>) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}
