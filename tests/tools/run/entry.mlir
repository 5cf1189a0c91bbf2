// The function that runs.

// RUN: hloom run %s --backend=interp --entry=one --print | hloom check %s
// RUN: not hloom run %s --backend=interp 2>&1 | hloom check %s --check-prefix=SEVERAL
// RUN: not hloom run %s --backend=interp --entry=on 2>&1 | hloom check %s --check-prefix=NEAR
// RUN: not hloom run %s --backend=interp --entry=elsewhere 2>&1 | hloom check %s --check-prefix=ONLY

// CHECK:   0: tensor<i32> = 1
// SEVERAL: error: several functions could be run, and none is named @main; choose one with --entry; there are @one, @two
// NEAR:    error: there is no function @on; did you mean @one?
// ONLY:    error: @elsewhere is only declared, so it can't be run
func.func @one() -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  return %one : tensor<i32>
}
func.func @two() -> tensor<i32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  return %two : tensor<i32>
}
func.func private @hidden() {
  return
}
func.func private @elsewhere()
