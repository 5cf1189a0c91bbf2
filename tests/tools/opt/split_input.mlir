// Each part goes through by itself; what is wrong in one does not stop the others, and
// its place is that in the whole file.

// RUN: not hloom opt %s --split-input-file 2>%t | hloom check %s
// RUN: cat %t | hloom check %s --check-prefix=ERROR

// CHECK:      func.func @first
// CHECK:      // -----
// CHECK-NOT:  @second
// CHECK:      func.func @third
// ERROR:      error: {{.*}}%missing
// ERROR-NEXT: split_input.mlir:21:25
// ERROR-NOT:  error:
func.func @first() {
  return
}

// -----

func.func @second() {
  %y = stablehlo.negate %missing : tensor<4xf32>
  return
}

// -----

func.func @third() {
  return
}
