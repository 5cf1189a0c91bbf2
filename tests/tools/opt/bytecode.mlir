// Every command that reads a program reads MLIR bytecode: portable artifacts, those in functions that
// JAX has exported, and MLIR's own.

// RUN: hloom opt %S/../../bytecode/jax_reduce_1.bc | hloom check %s
// RUN: hloom opt - < %S/../../bytecode/jax_reduce_1.bc | hloom check %s
// RUN: hloom opt %S/../../bytecode/jax_reduce_1.native.bc | hloom check %s
// RUN: hloom opt %S/../../bytecode/jax_exported.bc | hloom check %s --check-prefix=EXPORTED
// RUN: hloom run %S/../../bytecode/jax_reduce_1.bc --backend interp
// RUN: not hloom opt %S/Inputs/short.bc 2>&1 | hloom check %s --check-prefix=SHORT

// CHECK: func.func public @main
// CHECK: stablehlo.custom_call @check.expect_close
// CHECK: stablehlo.reduce

// SHORT: error: `{{.*}}short.bc` can't be read: byte {{[0-9]+}}: {{.*}} bytes should follow

// EXPORTED: func.func public @main
// EXPORTED: stablehlo.sine
