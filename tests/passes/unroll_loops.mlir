// RUN: hloom opt %s --passes=unroll-loops{budget=12} --split-input-file | hloom check %s

// Three rounds of two ops: written out.
// CHECK-LABEL: func.func @short
// CHECK-NOT: stablehlo.while
// CHECK-COUNT-3: stablehlo.multiply
// CHECK-NOT: stablehlo.multiply
func.func @short(%x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %t = stablehlo.multiply %s, %x : tensor<4xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %t : tensor<i32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<4xf32>
}

// -----

// What has an effect has it in each round, in order. No round at all leaves nothing.
// CHECK-LABEL: func.func @effects
// CHECK: check.expect_eq %c2
// CHECK: check.expect_eq
// CHECK-NOT: check.expect_eq
func.func @effects(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.while(%i = %c2) : tensor<i32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %go = stablehlo.compare NE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    check.expect_eq %i, %i : tensor<i32>
    %k = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }
  %none = stablehlo.while(%j = %c2) : tensor<i32>
  cond {
    %go = stablehlo.compare GT, %one, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    check.expect_eq %x, %x : tensor<i32>
    %k = stablehlo.add %j, %one : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }
  return %r, %none : tensor<i32>, tensor<i32>
}

// -----

// The condition is no comparison of a counter, but its rounds can be run: 1, 3, 9, 27.
// CHECK-LABEL: func.func @powers
// CHECK-NOT: stablehlo.while
// CHECK-COUNT-4: stablehlo.xor
// CHECK-NOT: stablehlo.xor
func.func @powers(%x: tensor<i64>) -> tensor<i64> {
  %one = stablehlo.constant dense<1> : tensor<i16>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %r:3 = stablehlo.while(%p = %one, %go = %true, %s = %x) : tensor<i16>, tensor<i1>, tensor<i64>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    %three = stablehlo.constant dense<3> : tensor<i16>
    %most = stablehlo.constant dense<30> : tensor<i16>
    %q = stablehlo.multiply %p, %three : tensor<i16>
    %on = stablehlo.compare LT, %q, %most : (tensor<i16>, tensor<i16>) -> tensor<i1>
    %t = stablehlo.xor %s, %x : tensor<i64>
    stablehlo.return %q, %on, %t : tensor<i16>, tensor<i1>, tensor<i64>
  }
  return %r#2 : tensor<i64>
}

// -----

// Too many rounds: one counter from 0 to 50 is left of a countdown by two, of a count
// up by three from anywhere, and of one that wraps around.
// CHECK-LABEL: func.func @counted
// CHECK: %[[R:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %{{.*}} = %x) : tensor<i32>, tensor<f32>
// CHECK: cond {
// CHECK: %[[N:.*]] = stablehlo.constant dense<50>
// CHECK-NEXT: stablehlo.compare LT, %[[I]], %[[N]]
// CHECK: do {
// CHECK: stablehlo.multiply %[[I]], %{{.*}} : tensor<i32>
// CHECK: stablehlo.constant dense<100>
func.func @counted(%x: tensor<f32>, %from: tensor<i64>) -> (tensor<i32>, tensor<i64>, tensor<ui8>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %seven = stablehlo.constant dense<7> : tensor<ui8>
  %r:4 = stablehlo.while(%i = %hundred, %j = %from, %k = %seven, %s = %x) : tensor<i32>, tensor<i64>, tensor<ui8>, tensor<f32>
  cond {
    %go = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %a = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.convert %j : (tensor<i64>) -> tensor<f32>
    %c = stablehlo.convert %k : (tensor<ui8>) -> tensor<f32>
    %ab = stablehlo.add %a, %b : tensor<f32>
    %abc = stablehlo.add %ab, %c : tensor<f32>
    %t = stablehlo.add %s, %abc : tensor<f32>
    %i1 = stablehlo.subtract %i, %two : tensor<i32>
    %j1 = stablehlo.add %three, %j : tensor<i64>
    %k1 = stablehlo.add %k, %seven : tensor<ui8>
    stablehlo.return %i1, %j1, %k1, %t : tensor<i32>, tensor<i64>, tensor<ui8>, tensor<f32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<i32>, tensor<i64>, tensor<ui8>, tensor<f32>
}

// -----

// The inner loop goes, the outer one is counted already; one whose end depends on an
// input stays as it is.
// CHECK-LABEL: func.func @nested
// CHECK: stablehlo.while(%i = %zero, %s = %x)
// CHECK-NOT: stablehlo.while
// CHECK: stablehlo.while(%j = %n)
func.func @nested(%x: tensor<i32>, %n: tensor<i8>) -> (tensor<i32>, tensor<i8>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%a = %two, %t = %s) : tensor<i32>, tensor<i32>
    cond {
      %go = stablehlo.compare GE, %a, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %u = stablehlo.multiply %t, %a : tensor<i32>
      %b = stablehlo.subtract %a, %one : tensor<i32>
      stablehlo.return %b, %u : tensor<i32>, tensor<i32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %q#1 : tensor<i32>, tensor<i32>
  }
  %one8 = stablehlo.constant dense<1> : tensor<i8>
  %most = stablehlo.constant dense<127> : tensor<i8>
  %w = stablehlo.while(%j = %n) : tensor<i8>
  cond {
    %go = stablehlo.compare LT, %j, %most : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %k = stablehlo.add %j, %one8 : tensor<i8>
    stablehlo.return %k : tensor<i8>
  }
  return %r#1, %w : tensor<i32>, tensor<i8>
}

// -----

// Elementwise rounds on tensors have a larger budget: five of nine ops are one kernel.
// CHECK-LABEL: func.func @elementwise
// CHECK-NOT: stablehlo.while
// CHECK-COUNT-5: stablehlo.or
// CHECK-NOT: stablehlo.or
func.func @elementwise(%x: tensor<9xui32>, %y: tensor<9xui32>) -> (tensor<9xui32>, tensor<9xui32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<9xui32>, tensor<9xui32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %left = stablehlo.constant dense<13> : tensor<9xui32>
    %right = stablehlo.constant dense<19> : tensor<9xui32>
    %s = stablehlo.add %a, %b : tensor<9xui32>
    %h = stablehlo.shift_left %b, %left : tensor<9xui32>
    %l = stablehlo.shift_right_logical %b, %right : tensor<9xui32>
    %turned = stablehlo.or %h, %l : tensor<9xui32>
    %m = stablehlo.xor %s, %turned : tensor<9xui32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.convert %k : (tensor<i32>) -> tensor<ui32>
    %w = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<9xui32>
    %n = stablehlo.add %m, %w : tensor<9xui32>
    stablehlo.return %k, %s, %n : tensor<i32>, tensor<9xui32>, tensor<9xui32>
  }
  return %r#1, %r#2 : tensor<9xui32>, tensor<9xui32>
}

// -----

// Elementary functions and scalars are not unrolled beyond the common budget.
// CHECK-LABEL: func.func @expensive
// CHECK-COUNT-2: stablehlo.while
func.func @expensive(%x: tensor<9xf32>, %y: tensor<f32>) -> (tensor<9xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %bound = stablehlo.constant dense<40> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<9xf32>
  cond {
    %go = stablehlo.compare LT, %i, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %b = stablehlo.tanh %a : tensor<9xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %b : tensor<i32>, tensor<9xf32>
  }
  %s:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<f32>
  cond {
    %go = stablehlo.compare LT, %i, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %b = stablehlo.multiply %a, %a : tensor<f32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %b : tensor<i32>, tensor<f32>
  }
  return %r#1, %s#1 : tensor<9xf32>, tensor<f32>
}
