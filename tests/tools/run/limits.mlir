// A program that does not end is stopped.

// RUN: not hloom run %s --backend=interp --max-steps=1000 2>&1 | hloom check %s

// CHECK: error: {{.*}}more than 1000 ops were run
func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %end : tensor<i32>
}
