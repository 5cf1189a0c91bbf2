// Several files: a line each, and the gravest status at the end.

// RUN: hloom run %s %s --backend=interp | hloom check %s
// RUN: not hloom run %s %t.missing %s --backend=interp 2>&1 | hloom check %s --check-prefix=MISSING

// CHECK:        PASS {{.*}}many_files.mlir
// CHECK-NEXT:   PASS {{.*}}many_files.mlir
// CHECK-NEXT:   2 passed, 0 failed
// MISSING:      PASS {{.*}}many_files.mlir
// MISSING-NEXT: FAIL {{.*}}.missing: can't read `{{.*}}.missing`: {{.*}}
// MISSING:      PASS {{.*}}many_files.mlir
// MISSING-NEXT: 2 passed, 1 failed
func.func @main() -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  return %one : tensor<i32>
}
