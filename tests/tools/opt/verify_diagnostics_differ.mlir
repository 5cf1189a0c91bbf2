// What is not expected, and what is expected in vain, are failures.

// RUN: not hloom opt %s --split-input-file --verify-diagnostics 2>&1 | hloom check %s

// CHECK:      error: expected error on line {{[0-9]+}} was not reported
// CHECK-NEXT: verify_diagnostics_differ.mlir:[[#@LINE+2]]:
func.func @fine() {
  // expected-error@+1 {{this does not happen}}
  return
}

// -----

// CHECK:      error: unexpected error: {{.*}}%absent
// CHECK-NEXT: verify_diagnostics_differ.mlir:[[#@LINE+2]]:
func.func @wrong() {
  %a = stablehlo.negate %absent : tensor<2xf32>
  return
}
