// RUN: hloom opt %s --passes=dce --split-input-file | hloom check %s

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return %x
func.func @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.tanh %x : tensor<4xf32>
  %b = stablehlo.add %a, %a : tensor<4xf32>
  return %x : tensor<4xf32>
}

// -----

// A call may have effects, a custom call too.
// CHECK-LABEL: func.func @effects
// CHECK-NEXT: stablehlo.custom_call @check.expect_eq(%x, %x)
// CHECK-NEXT: return %x
func.func @effects(%x: tensor<4xi32>) -> tensor<4xi32> {
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return %x : tensor<4xi32>
}

// -----

// The loop carries %sum, which is only ever added to itself: nobody needs it.
// CHECK-LABEL: func.func @carried
// CHECK: stablehlo.while(%{{[^,]*}} = %n) : tensor<i32>
// CHECK-NOT: f32
// CHECK: return %{{.*}} : tensor<i32>
func.func @carried(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<i32> {
  %r:2 = stablehlo.while(%i = %n, %sum = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %sum, %sum : tensor<4xf32>
    stablehlo.return %next, %more : tensor<i32>, tensor<4xf32>
  }
  return %r#0 : tensor<i32>
}

// -----

// A result of a branch that nobody uses is not computed.
// CHECK-LABEL: func.func @branches
// CHECK: "stablehlo.if"(%p) ({
// CHECK-NEXT: stablehlo.return %x : tensor<4xi32>
// CHECK-NEXT: }, {
// CHECK-NEXT: stablehlo.abs %x
// CHECK-NEXT: stablehlo.return %{{.*}} : tensor<4xi32>
func.func @branches(%p: tensor<i1>, %x: tensor<4xi32>) -> tensor<4xi32> {
  %r:2 = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x : tensor<4xi32>
    stablehlo.return %a, %x : tensor<4xi32>, tensor<4xi32>
  }, {
    %a = stablehlo.abs %x : tensor<4xi32>
    stablehlo.return %x, %a : tensor<4xi32>, tensor<4xi32>
  }) : (tensor<i1>) -> (tensor<4xi32>, tensor<4xi32>)
  return %r#1 : tensor<4xi32>
}

// -----

// What no round changes is seen from outside, and so is what both arms hand out.
// CHECK-LABEL: func.func @unchanged
// CHECK: %[[R:.*]] = stablehlo.while(%i = %n) : tensor<i32>
// CHECK: stablehlo.compare LT, %i, %limit
// CHECK: } do {
// CHECK-NEXT: %next = stablehlo.add %i, %step
// CHECK-NEXT: stablehlo.return %next
// CHECK: %[[Q:.*]] = "stablehlo.if"(%p)
// CHECK: return %[[R]], %step, %[[Q]], %n
func.func @unchanged(%p: tensor<i1>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %step = stablehlo.constant dense<3> : tensor<i32>
  %limit = stablehlo.constant dense<9> : tensor<i32>
  %r:3 = stablehlo.while(%i = %n, %s = %step, %l = %limit) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %s : tensor<i32>
    stablehlo.return %next, %s, %limit : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %q:2 = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %r#0 : tensor<i32>
    stablehlo.return %a, %n : tensor<i32>, tensor<i32>
  }, {
    stablehlo.return %r#0, %n : tensor<i32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i32>)
  return %r#0, %r#1, %q#0, %q#1 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

// A loop is assumed to end, and this one has no effects.
// CHECK-LABEL: func.func @for_ever
// CHECK-NEXT: return %x
func.func @for_ever(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%y: tensor<4xf32>):
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  }, {
  ^bb0(%y: tensor<4xf32>):
    stablehlo.return %y : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A branch that loses a result keeps its other attributes.
// CHECK-LABEL: func.func @metadata
// CHECK: }) {note.text = "here"} : (tensor<i1>) -> tensor<f32>
func.func @metadata(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0:2 = "stablehlo.if"(%c) ({
    %s = stablehlo.sine %x : tensor<f32>
    stablehlo.return %x, %s : tensor<f32>, tensor<f32>
  }, {
    %s = stablehlo.cosine %y : tensor<f32>
    stablehlo.return %y, %s : tensor<f32>, tensor<f32>
  }) {note.text = "here"} : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
  return %0#1 : tensor<f32>
}
