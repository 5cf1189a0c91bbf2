// RUN: hloom opt %s --passes=lower-control-flow --split-input-file | hloom check %s
// RUN: hloom opt %s --passes=lower-control-flow{scalars=true} --split-input-file | hloom check %s --check-prefix=SCALARS
// RUN: hloom opt %s --passes=lower-control-flow,lift-control-flow,canonicalize,cse,dce --split-input-file | hloom check %s --check-prefix=BACK

// A loop: the head takes what is carried, the body sees it.
// CHECK-LABEL: func.func @sum
// CHECK: cf.br ^bb2(%zero, %zero : tensor<i32>, tensor<i32>)
// CHECK-NEXT: ^bb1(%[[K:.*]]: tensor<i32>, %[[R:.*]]: tensor<i32>):
// CHECK-NEXT: return %[[R]]
// CHECK-NEXT: ^bb2(%i: tensor<i32>, %s: tensor<i32>):
// CHECK-NEXT: %go = stablehlo.compare LT, %i, %n
// CHECK-NEXT: cf.cond_br %go, ^bb3, ^bb1(%i, %s : tensor<i32>, tensor<i32>)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: stablehlo.add %s, %i
// CHECK-NEXT: stablehlo.add %i, %one
// CHECK-NEXT: cf.br ^bb2
// SCALARS-LABEL: func.func @sum
// SCALARS: %[[F:.*]] = tensor.extract %go[] : tensor<i1>
// SCALARS-NEXT: cf.cond_br %[[F]]
// BACK-LABEL: func.func @sum
// BACK-NOT: cf.
// BACK: stablehlo.while
// BACK-NEXT: cond {
// BACK-NEXT: stablehlo.compare LT
// BACK-NEXT: stablehlo.return
func.func @sum(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %t = stablehlo.add %s, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// -----

// Branches in branches; an arm that does nothing is no block.
// CHECK-LABEL: func.func @branches
// CHECK-NEXT: cf.cond_br %c, ^bb[[#A:]], ^bb1(%x : tensor<f32>)
// CHECK-NEXT: ^bb1(%{{.*}}: tensor<f32>):
// CHECK: cf.switch %i : tensor<i32>, [
// CHECK-NEXT: default: ^bb
// CHECK-NEXT: 0: ^bb
// CHECK-NEXT: 1: ^bb
// CHECK-NEXT: ]
// BACK-LABEL: func.func @branches
// BACK-NOT: cf.
// BACK: "stablehlo.if"
// BACK: "stablehlo.case"
func.func @branches(%c: tensor<i1>, %i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.if"(%c) ({
    %y = stablehlo.negate %x : tensor<f32>
    %s = "stablehlo.case"(%i) ({
      %a = stablehlo.exponential %y : tensor<f32>
      stablehlo.return %a : tensor<f32>
    }, {
      stablehlo.return %y : tensor<f32>
    }, {
      %b = stablehlo.cosine %y : tensor<f32>
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %t = stablehlo.abs %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// One after the other, with a reduction, whose body stays.
// CHECK-LABEL: func.func @line
// CHECK: stablehlo.reduce
// BACK-LABEL: func.func @line
// BACK-NOT: cf.
// BACK-COUNT-2: "stablehlo.if"
func.func @line(%c: tensor<i1>, %x: tensor<4xf32>, %z: tensor<f32>) -> (tensor<f32>, tensor<4xf32>) {
  %r = "stablehlo.if"(%c) ({
    %y = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %y : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %s = stablehlo.reduce(%r init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %m = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %t = "stablehlo.if"(%c) ({
    %y = stablehlo.add %s, %s : tensor<f32>
    stablehlo.return %y : tensor<f32>
  }, {
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %t, %r : tensor<f32>, tensor<4xf32>
}
