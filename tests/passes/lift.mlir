// RUN: hloom opt %s --passes=lift-control-flow,canonicalize,cse,dce --split-input-file | hloom check %s
// RUN: hloom opt %s --passes=lift-control-flow --split-input-file | hloom check %s --check-prefix=NONE
// RUN: hloom opt %s --passes=lift-control-flow{tuples=true} --split-input-file | hloom check %s --check-prefix=NONE
// RUN: hloom opt %s --passes=lift-control-flow{tuples=true},flatten-tuples,canonicalize,cse,dce --split-input-file | hloom check %s --check-prefix=NONE
// RUN: hloom opt %s --passes=lift-control-flow,lower-control-flow,lift-control-flow --split-input-file | hloom check %s --check-prefix=NONE

// NONE-NOT: cf.

// Ways that meet with nothing to hand on: nothing is left of them.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: return
func.func @nothing(%c: tensor<i1>) {
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^end
^right:
  cf.br ^end
^end:
  return
}

// -----

// One value.
// CHECK-LABEL: func.func @one
// CHECK-NEXT: %[[R:.*]] = "stablehlo.if"(%c) ({
// CHECK-NEXT:   %y = stablehlo.negate %x
// CHECK-NEXT:   stablehlo.return %y
// CHECK-NEXT: }, {
// CHECK-NEXT:   %z = stablehlo.abs %x
// CHECK-NEXT:   stablehlo.return %z
// CHECK-NEXT: })
// CHECK-NEXT: return %[[R]]
func.func @one(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^left, ^right
^left:
  %y = stablehlo.negate %x : tensor<4xf32>
  cf.br ^end(%y : tensor<4xf32>)
^right:
  %z = stablehlo.abs %x : tensor<4xf32>
  cf.br ^end(%z : tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

// Three values, of which one is the same on both ways.
// CHECK-LABEL: func.func @three
// CHECK-NEXT: %[[C:.*]] = tensor.from_elements %c : tensor<i1>
// CHECK-NEXT: %r, %t = "stablehlo.if"(%[[C]])
func.func @three(%c: i1, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  cf.cond_br %c, ^left, ^end(%x, %x, %y : tensor<f32>, tensor<f32>, tensor<f32>)
^left:
  %z = stablehlo.negate %x : tensor<f32>
  cf.br ^end(%z, %x, %z : tensor<f32>, tensor<f32>, tensor<f32>)
^end(%r: tensor<f32>, %s: tensor<f32>, %t: tensor<f32>):
  return %r, %s, %t : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// A loop whose head is its condition. What does not change is not carried.
// CHECK-LABEL: func.func @power
// CHECK: %i, %p = stablehlo.while(%i_0 = %zero, %p_0 = %one) : tensor<i32>, tensor<i32>
// CHECK-NEXT: cond {
// CHECK-NEXT:   %go = stablehlo.compare LT, %i_0, %n
// CHECK-NEXT:   stablehlo.return %go
// CHECK-NEXT: } do {
// CHECK-NEXT:   %q = stablehlo.multiply %p_0, %x
// CHECK-NEXT:   %j = stablehlo.add %i_0, %one
// CHECK-NEXT:   stablehlo.return %j, %q
// CHECK-NEXT: }
// CHECK-NEXT: return %p
func.func @power(%x: tensor<i32>) -> tensor<i32> {
  %n = stablehlo.constant dense<5> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^head(%zero, %one : tensor<i32>, tensor<i32>)
^head(%i: tensor<i32>, %p: tensor<i32>):
  %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %go, ^body, ^end
^body:
  %q = stablehlo.multiply %p, %x : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  cf.br ^head(%j, %q : tensor<i32>, tensor<i32>)
^end:
  return %p : tensor<i32>
}

// -----

// The condition says when the loop ends; a value of the head is used behind it.
// CHECK-LABEL: func.func @until
// CHECK: stablehlo.while(
// CHECK-NEXT: cond {
// CHECK: stablehlo.compare LT
// CHECK: } do {
// CHECK: }
// CHECK: stablehlo.multiply
func.func @until(%x: tensor<i32>) -> tensor<i32> {
  %n = stablehlo.constant dense<50> : tensor<i32>
  cf.br ^head(%x : tensor<i32>)
^head(%i: tensor<i32>):
  %square = stablehlo.multiply %i, %i : tensor<i32>
  %done = stablehlo.compare GE, %square, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %done, ^end, ^body
^body:
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  cf.br ^head(%j : tensor<i32>)
^end:
  return %square : tensor<i32>
}

// -----

// A test at the end of the body: a flag says whether the loop goes on.
// CHECK-LABEL: func.func @do_while
// CHECK: stablehlo.while(%i_0 = %x, %[[GO:.*]] = %{{.*}}) : tensor<4xf32>, tensor<i1>
// CHECK-NEXT: cond {
// CHECK-NEXT:   stablehlo.return %[[GO]]
func.func @do_while(%x: tensor<4xf32>) -> tensor<4xf32> {
  %limit = stablehlo.constant dense<100.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  cf.br ^body(%x : tensor<4xf32>)
^body(%i: tensor<4xf32>):
  %b = stablehlo.exponential %i : tensor<4xf32>
  %sum = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %go = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
  cf.cond_br %go, ^body(%b : tensor<4xf32>), ^end
^end:
  return %b : tensor<4xf32>
}

// -----

// Break and continue: the odd numbers below 10 are added up, until the sum is above a limit.
// CHECK-LABEL: func.func @break_and_continue
// CHECK: stablehlo.while
// CHECK-NOT: stablehlo.while
func.func @break_and_continue(%limit: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  cf.br ^head(%zero, %zero : tensor<i32>, tensor<i32>)
^head(%i: tensor<i32>, %sum: tensor<i32>):
  %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %go, ^body, ^end(%sum : tensor<i32>)
^body:
  %next = stablehlo.add %i, %one : tensor<i32>
  %bit = stablehlo.and %i, %one : tensor<i32>
  %even = stablehlo.compare EQ, %bit, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %even, ^head(%next, %sum : tensor<i32>, tensor<i32>), ^odd
^odd:
  %more = stablehlo.add %sum, %i : tensor<i32>
  %enough = stablehlo.compare GT, %more, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %enough, ^end(%more : tensor<i32>), ^head(%next, %more : tensor<i32>, tensor<i32>)
^end(%r: tensor<i32>):
  return %r, %i : tensor<i32>, tensor<i32>
}

// -----

// Two loops are left at once, and the function early.
// CHECK-LABEL: func.func @search
// CHECK: stablehlo.while
// CHECK: stablehlo.while
// CHECK-NOT: stablehlo.while
func.func @search(%limit: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  cf.br ^rows(%zero : tensor<i32>)
^rows(%i: tensor<i32>):
  %in = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %in, ^columns(%zero : tensor<i32>), ^missed
^columns(%j: tensor<i32>):
  %product = stablehlo.multiply %i, %j : tensor<i32>
  %hit = stablehlo.compare GT, %product, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %hit, ^found, ^on
^on:
  %k = stablehlo.add %j, %one : tensor<i32>
  %go = stablehlo.compare LE, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %go, ^columns(%k : tensor<i32>), ^row
^row:
  %l = stablehlo.add %i, %one : tensor<i32>
  cf.br ^rows(%l : tensor<i32>)
^found:
  return %i, %j : tensor<i32>, tensor<i32>
^missed:
  %no = stablehlo.constant dense<-1> : tensor<i32>
  return %no, %no : tensor<i32>, tensor<i32>
}

// -----

// `a && b || c`: ways that meet inside of branches.
// CHECK-LABEL: func.func @short_circuit
// CHECK-COUNT-1: stablehlo.abs
// CHECK-NOT: stablehlo.abs
// CHECK-COUNT-1: stablehlo.negate
// CHECK-NOT: stablehlo.negate
func.func @short_circuit(%a: tensor<i1>, %b: tensor<i1>, %c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  cf.cond_br %a, ^and, ^or
^and:
  cf.cond_br %b, ^yes, ^or
^or:
  cf.cond_br %c, ^yes, ^no
^yes:
  %y = stablehlo.negate %x : tensor<f32>
  cf.br ^end(%y : tensor<f32>)
^no:
  %z = stablehlo.abs %x : tensor<f32>
  cf.br ^end(%z : tensor<f32>)
^end(%r: tensor<f32>):
  return %r : tensor<f32>
}

// -----

// A switch whose cases count up is a case; other numbers are compared.
// CHECK-LABEL: func.func @counted
// CHECK-NEXT: "stablehlo.case"(%i)
// CHECK-LABEL: func.func @numbers
// CHECK: stablehlo.select
// CHECK: "stablehlo.case"
func.func @counted(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  cf.switch %i : tensor<i32>, [default: ^end(%x : tensor<f32>), 0: ^zero, 1: ^one]
^zero:
  %y = stablehlo.negate %x : tensor<f32>
  cf.br ^end(%y : tensor<f32>)
^one:
  %z = stablehlo.abs %x : tensor<f32>
  cf.br ^end(%z : tensor<f32>)
^end(%r: tensor<f32>):
  return %r : tensor<f32>
}
func.func @numbers(%i: tensor<i64>, %x: tensor<f32>) -> tensor<f32> {
  cf.switch %i : tensor<i64>, [default: ^end(%x : tensor<f32>), -3: ^other, 3: ^other, 2: ^two]
^other:
  %y = stablehlo.negate %x : tensor<f32>
  cf.br ^end(%y : tensor<f32>)
^two:
  %z = stablehlo.abs %x : tensor<f32>
  cf.br ^end(%z : tensor<f32>)
^end(%r: tensor<f32>):
  return %r : tensor<f32>
}

// -----

// A loop with two entries gets one: what only one of them leads to is copied.
// CHECK-LABEL: func.func @two_entries
// CHECK: stablehlo.while
// CHECK-NOT: stablehlo.while
func.func @two_entries(%c: tensor<i1>, %n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %few = stablehlo.minimum %n, %two : tensor<i32>
  cf.cond_br %c, ^left(%few : tensor<i32>), ^right(%few : tensor<i32>)
^left(%a: tensor<i32>):
  %a1 = stablehlo.subtract %a, %one : tensor<i32>
  %a2 = stablehlo.compare GT, %a1, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %a2, ^right(%a1 : tensor<i32>), ^end(%a1 : tensor<i32>)
^right(%b: tensor<i32>):
  %b1 = stablehlo.subtract %b, %two : tensor<i32>
  %b2 = stablehlo.compare GT, %b1, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %b2, ^left(%b1 : tensor<i32>), ^end(%b1 : tensor<i32>)
^end(%r: tensor<i32>):
  return %r : tensor<i32>
}

// -----

// Assertions are checks, and scalars tensors.
// CHECK-LABEL: func.func @scalars
// CHECK-NOT: arith
// CHECK-NOT: tensor.
// CHECK: check.expect_eq_const %{{.*}}, dense<true> : tensor<i1> {msg = "it is positive"}
// CHECK: "stablehlo.case"
func.func @scalars(%x: tensor<i32>) -> tensor<2xi32> {
  %table = arith.constant dense<[4, 5]> : tensor<2xi32>
  %index = arith.constant 1 : index
  %five = tensor.extract %table[%index] : tensor<2xi32>
  %seven = arith.constant 7 : i32
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %square = stablehlo.multiply %x, %x : tensor<i32>
  %positive = stablehlo.compare GE, %square, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %flag = tensor.extract %positive[] : tensor<i1>
  cf.assert %flag, "it is positive"
  %number = tensor.extract %x[] : tensor<i32>
  cf.switch %number : i32, [default: ^end(%five, %seven : i32, i32), 0: ^end(%seven, %five : i32, i32)]
^end(%a: i32, %b: i32):
  %pair = tensor.from_elements %a, %b : tensor<2xi32>
  return %pair : tensor<2xi32>
}

// -----

// Arguments and results that are scalars stay so.
// CHECK-LABEL: func.func @signature(%c: i1, %x: i32) -> i32
// CHECK: tensor.from_elements %c : tensor<i1>
// CHECK: tensor.extract
// CHECK-NEXT: return
func.func @signature(%c: i1, %x: i32) -> i32 {
  %one = arith.constant 1 : i32
  cf.cond_br %c, ^end(%x : i32), ^end(%one : i32)
^end(%r: i32):
  return %r : i32
}

// -----

// Functions call each other.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while
// CHECK: call @absolute
// CHECK-LABEL: func.func private @absolute
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  cf.br ^head(%x, %one : tensor<i32>, tensor<i32>)
^head(%a: tensor<i32>, %i: tensor<i32>):
  %go = stablehlo.compare LE, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %go, ^body, ^end
^body:
  %less = stablehlo.subtract %a, %three : tensor<i32>
  %b = call @absolute(%less) : (tensor<i32>) -> tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  cf.br ^head(%b, %j : tensor<i32>, tensor<i32>)
^end:
  return %a : tensor<i32>
}
func.func private @absolute(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %negative = stablehlo.compare LT, %x, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %negative, ^turn, ^end(%x : tensor<i32>)
^turn:
  %y = stablehlo.negate %x : tensor<i32>
  cf.br ^end(%y : tensor<i32>)
^end(%r: tensor<i32>):
  return %r : tensor<i32>
}

// -----

// Structs and tuples are handed on too, where ways are left that have none.
// CHECK-LABEL: func.func @structs
// CHECK: stablehlo.while
!State = !hloom.struct<"State", sum: tensor<i32>, pair: tuple<tensor<i32>, tensor<2xf32>>>
func.func @structs(%x: tensor<i32>, %y: tensor<2xf32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %pair = stablehlo.tuple %one, %y : tuple<tensor<i32>, tensor<2xf32>>
  %s0 = hloom.struct %x, %pair : !State
  cf.br ^body(%s0, %one : !State, tensor<i32>)
^body(%s: !State, %i: tensor<i32>):
  %sum = hloom.field "sum" of %s : (!State) -> tensor<i32>
  %more = stablehlo.add %sum, %i : tensor<i32>
  %t = hloom.with_field %s, "sum" = %more : (!State, tensor<i32>) -> !State
  %big = stablehlo.compare GT, %more, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %big, ^big(%t : !State), ^on
^on:
  %j = stablehlo.add %i, %one : tensor<i32>
  %go = stablehlo.compare LT, %j, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %go, ^body(%t, %j : !State, tensor<i32>), ^end
^big(%b: !State):
  %u = hloom.field "sum" of %b : (!State) -> tensor<i32>
  return %u : tensor<i32>
^end:
  return %one : tensor<i32>
}

// -----

// A token that only one of two exits hands on: the other hands on any token.
// CHECK-LABEL: func.func @tokens
// CHECK-NOT: cf.
// CHECK: stablehlo.after_all
// CHECK: stablehlo.while
// CHECK-NOT: cf.
func.func @tokens(%n: tensor<i32>, %first: !stablehlo.token) -> (tensor<i32>, !stablehlo.token) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  cf.br ^head(%zero, %first : tensor<i32>, !stablehlo.token)
^head(%i: tensor<i32>, %t: !stablehlo.token):
  %done = stablehlo.compare EQ, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  cf.cond_br %done, ^end(%i, %t : tensor<i32>, !stablehlo.token), ^on
^on:
  %u = stablehlo.after_all %t, %first : !stablehlo.token
  %found = stablehlo.compare EQ, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %k = stablehlo.add %i, %one : tensor<i32>
  cf.cond_br %found, ^out(%u : !stablehlo.token), ^head(%k, %u : tensor<i32>, !stablehlo.token)
^out(%v: !stablehlo.token):
  %w = stablehlo.after_all %v, %v : !stablehlo.token
  cf.br ^end(%n, %w : tensor<i32>, !stablehlo.token)
^end(%r: tensor<i32>, %x: !stablehlo.token):
  return %r, %x : tensor<i32>, !stablehlo.token
}
