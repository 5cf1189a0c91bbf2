// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Checks that a program makes of itself.

func.func @eq(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{`check.expect_eq` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<3xf32>}}
  "check.expect_eq"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @eq_const(%x: tensor<2xf32>) {
  // expected-error@+1 {{`check.expect_eq_const` breaks (C1): the operand is tensor<2xf32> but the value tensor<2xi32>}}
  "check.expect_eq_const"(%x) <{value = dense<1> : tensor<2xi32>}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @almost_eq(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{`check.expect_almost_eq` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2xf64>}}
  "check.expect_almost_eq"(%x, %y) : (tensor<2xf32>, tensor<2xf64>) -> ()
  return
}

// -----

func.func @almost_eq_const(%x: tensor<2xf32>) {
  // expected-error@+1 {{`check.expect_almost_eq_const` breaks (C1): the operand is tensor<2xf32> but the value tensor<3xf32>}}
  "check.expect_almost_eq_const"(%x) <{value = dense<1.0> : tensor<3xf32>}> : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @close(%x: tensor<2xf32>, %y: tensor<2x1xf32>) {
  // expected-error@+1 {{`check.expect_close` breaks (C1): lhs is tensor<2xf32> but rhs is tensor<2x1xf32>}}
  "check.expect_close"(%x, %y) : (tensor<2xf32>, tensor<2x1xf32>) -> ()
  return
}

// -----

func.func @serialized_eq(%x: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{`check.expect_serialized_eq` breaks (I1): expected must be a tensor, not tuple<tensor<2xf32>>}}
  "check.expect_serialized_eq"(%x) <{probe_id = "p"}> : (tuple<tensor<2xf32>>) -> ()
  return
}
