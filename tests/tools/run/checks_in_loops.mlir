// A check in a loop fails the first time that it does not hold, in the words of
// the interpreter, whatever comes after.

// RUN: not hloom run %s --backend=interp 2>&1 | hloom check %s
// RUN: %if llvm %{ not hloom run %s --backend=cpu 2>&1 | hloom check %s %}

func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %six = stablehlo.constant dense<6> : tensor<i32>
    %more = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %least = stablehlo.minimum %i, %three : tensor<i32>
    // CHECK:      error: `check.expect_eq`
    // CHECK-SAME: 1 of 1 elements differ; the first at []: 3 and 4, 1 apart
    // CHECK-NEXT: checks_in_loops.mlir:[[#@LINE+1]]:5
    check.expect_eq %least, %i : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return
}
