// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Errors of plans of fusions, at their places in the string.

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{`y` is not defined}}
  %y = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<i, v> in a0_val) { i -> y }"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a : tensor<3xf64>
  }) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+2 {{the inputs of the fusion have no array `a0_vol`}}
  // expected-note@+1 {{did you mean `a0_val`?}}
  %y = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_vol : [real]; sum(<i, v> in a0_vol) { i -> v }"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a : tensor<3xf64>
  }) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{`a0_val` is [real], not [int]}}
  %y = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [int]; sum(<i, v> in a0_val) { i -> real(v) }"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a : tensor<3xf64>
  }) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{the plan makes real, and the fusion's result is tensor<3xf64>}}
  %y = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<_, v> in a0_val) v"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a : tensor<3xf64>
  }) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{the plan has no result}}
  %y = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real];"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a : tensor<3xf64>
  }) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{the plan has one result, and the fusion has 2}}
  %y:2 = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<i, v> in a0_val) { i -> v }"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a, %a : tensor<3xf64>, tensor<3xf64>
  }) : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{the plan has 2 results, and the fusion has 1}}
  %y = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<i, v> in a0_val) { i -> v }; sum(<_, v> in a0_val) v"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a : tensor<3xf64>
  }) : (tensor<3xf64>) -> tensor<3xf64>
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{the plan makes real, and the fusion's result is tensor<3xf64>}}
  %y:2 = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<i, v> in a0_val) { i -> v }; sum(<_, v> in a0_val) v"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a, %a : tensor<3xf64>, tensor<3xf64>
  }) : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return
}

// -----

func.func @main(%x: tensor<3xf64>) {
  // expected-error@+1 {{expected the end of the program after its result}}
  %y:2 = "hloom.fusion"(%x) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<i, v> in a0_val) { i -> v } { 1 -> 2.0 }"}> ({
  ^bb0(%a: tensor<3xf64>):
    stablehlo.return %a, %a : tensor<3xf64>, tensor<3xf64>
  }) : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @main(%x: tensor<3x4xf64, #csr>) {
  // expected-error@+1 {{a fusion has a driver or a plan}}
  %y = "hloom.fusion"(%x) <{kind = "storage", driver = 0 : i64, plan = "CREATE TENSOR a0_val : [real]; sum(<i, v> in a0_val) { i -> v }"}> ({
  ^bb0(%a: tensor<3x4xf64, #csr>):
    %b = hloom.relayout %a : (tensor<3x4xf64, #csr>) -> tensor<3x4xf64>
    stablehlo.return %b : tensor<3x4xf64>
  }) : (tensor<3x4xf64, #csr>) -> tensor<3x4xf64>
  return
}
