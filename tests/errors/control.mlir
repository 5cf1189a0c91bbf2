// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Branches, loops, tuples and barriers.

func.func @if_predicate(%p: tensor<2xi1>, %x: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.if` breaks (I1): pred must be tensor<i1>, not tensor<2xi1>}}
  %y = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2xi1>) -> tensor<f32>
  return
}

// -----

func.func @if_arguments(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.if` breaks (C1): branches take no arguments}}
  %y = "stablehlo.if"(%p) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @if_results(%p: tensor<i1>, %x: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+3 {{`stablehlo.if` breaks (C2): the branches result in tensor<f32> and tensor<i32>}}
  %y = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @if_type(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.if` breaks (C3): the result is tensor<f32>, but tensor<f64> is declared}}
  %y = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f64>
  return
}

// -----

func.func @if_one_branch(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.if` has 2 regions, not 1}}
  %y = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @case_index(%i: tensor<i64>, %x: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.case` breaks (I1): index must be tensor<i32>, not tensor<i64>}}
  %y = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @case_without_branches(%i: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.case` breaks (C1): there must be at least one branch}}
  %y = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @case_arguments(%i: tensor<i32>, %x: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.case` breaks (C2): branches take no arguments}}
  %y = "stablehlo.case"(%i) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @case_results(%i: tensor<i32>, %x: tensor<f32>) {
  // expected-error@+3 {{`stablehlo.case` breaks (C3): branch 1 results in (tensor<f32>, tensor<f32>), the first in tensor<f32>}}
  %y = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x, %x : tensor<f32>, tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @case_type(%i: tensor<i32>, %x: tensor<f32>) {
  // expected-error@+3 {{`stablehlo.case` breaks (C4): the result is tensor<f32>, but tensor<2xf32> is declared}}
  %y = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @while_condition(%i: tensor<i32>) {
  // expected-error@+2 {{`stablehlo.while` breaks (C1): cond must yield tensor<i1>, not tensor<i32>}}
  %y = stablehlo.while(%a = %i) : tensor<i32>
  cond {
    stablehlo.return %a : tensor<i32>
  } do {
    stablehlo.return %a : tensor<i32>
  }
  return
}

// -----

func.func @while_condition_arguments(%i: tensor<i32>, %p: tensor<i1>) {
  // expected-error@+1 {{`stablehlo.while` breaks (C1): cond takes tensor<i64>, but tensor<i32> is carried}}
  %y = "stablehlo.while"(%i) ({
  ^bb0(%a: tensor<i64>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_body(%i: tensor<i32>, %p: tensor<i1>) {
  // expected-error@+4 {{`stablehlo.while` breaks (C2): body yields nothing, but tensor<i32> is carried}}
  %y = stablehlo.while(%a = %i) : tensor<i32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// -----

func.func @while_type(%i: tensor<i32>, %p: tensor<i1>) {
  // expected-error@+7 {{`stablehlo.while` breaks (C3): the result is tensor<i32>, but tensor<i64> is declared}}
  %y = "stablehlo.while"(%i) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

func.func @barrier(%i: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.optimization_barrier` breaks (C1): the result is tensor<i32>, but tensor<i64> is declared}}
  %y = "stablehlo.optimization_barrier"(%i) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

func.func @tuple(%i: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.tuple` breaks (C1): the result is tuple<tensor<i32>>, but tuple<tensor<i64>> is declared}}
  %y = "stablehlo.tuple"(%i) : (tensor<i32>) -> tuple<tensor<i64>>
  return
}

// -----

func.func @member_index(%t: tuple<tensor<i32>>) {
  // expected-error@+1 {{`stablehlo.get_tuple_element` breaks (C1): index 1 is not below the tuple's 1 members}}
  %y = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>>) -> tensor<i32>
  return
}

// -----

func.func @member_type(%t: tuple<tensor<i32>>) {
  // expected-error@+1 {{`stablehlo.get_tuple_element` breaks (C2): the result is tensor<i32>, but tensor<i64> is declared}}
  %y = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>>) -> tensor<i64>
  return
}

// -----

func.func @member_of_tensor(%t: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.get_tuple_element` breaks (I1): operand must be a tuple, not tensor<i32>}}
  %y = stablehlo.get_tuple_element %t[0] : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @layer_body(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`hloom.layer`: body takes tensor<3xf32>, but the inputs are tensor<2xf32>}}
  %y = "hloom.layer"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @fusion_body(%x: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{`hloom.fusion`: body takes tensor<3xf32>, but the inputs are tensor<2xf32>}}
  %y = "hloom.fusion"(%x) <{kind = "loop"}> ({
  ^bb0(%a: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
