// A program tests itself; each gets a line, and a failure does not stop the others.

// RUN: not hloom run %s --backend=interp --split-input-file 2>%t | hloom check %s
// RUN: cat %t | hloom check %s --check-prefix=ERROR

// CHECK:      PASS {{.*}}checks.mlir:1
// CHECK-NEXT: FAIL {{.*}}checks.mlir:[[#@LINE+9]]: `check.expect_eq_const`: {{.*}}
// CHECK-NEXT: PASS {{.*}}checks.mlir:
// CHECK-NEXT: 2 passed, 1 failed
func.func @main() {
  %two = stablehlo.constant dense<2> : tensor<i32>
  check.expect_eq_const %two, dense<2> : tensor<i32>
  return
}
// -----
func.func @main() {
  %two = stablehlo.constant dense<2> : tensor<i32>
  // ERROR:      error: `check.expect_eq_const`
  // ERROR-NEXT: checks.mlir:[[#@LINE+1]]:3
  check.expect_eq_const %two, dense<3> : tensor<i32>
  return
}
// -----
func.func @main() {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  check.expect_almost_eq_const %two, dense<2.00001> : tensor<f32>
  return
}
