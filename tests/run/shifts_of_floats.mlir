// RUN: hloom opt %s --split-input-file | hloom check %s
// RUN: hloom opt %s --split-input-file --legalize-chlo | hloom check %s
// RUN: not hloom run %s --split-input-file --backend interp 2>&1 | hloom check %s --check-prefix=FAILS
// RUN: %if llvm %{ not hloom run %s --split-input-file --backend cpu 2>&1 | hloom check %s --check-prefix=FAILS %}

// CHLO's definition admits shifts of any elements. Only integers have bits to shift: others stay as
// they are, and fail when they run.

// CHECK: chlo.broadcast_shift_left %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// FAILS: FAIL {{.*}}`chlo.broadcast_shift_left`: the specification gives it no meaning for elements of f32
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = chlo.broadcast_shift_left %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// CHECK: chlo.broadcast_shift_right_logical %x, %y : (tensor<2xi1>, tensor<1xi1>) -> tensor<2xi1>
// FAILS: FAIL {{.*}}`chlo.broadcast_shift_right_logical`: the specification gives it no meaning for elements of i1
func.func @main() -> tensor<2xi1> {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %y = stablehlo.constant dense<true> : tensor<1xi1>
  %z = chlo.broadcast_shift_right_logical %x, %y : (tensor<2xi1>, tensor<1xi1>) -> tensor<2xi1>
  return %z : tensor<2xi1>
}
