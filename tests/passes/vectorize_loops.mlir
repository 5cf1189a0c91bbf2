// RUN: hloom opt %s --passes=vectorize-loops,canonicalize,dce --split-input-file | hloom check %s

// Each round writes a row that it makes of a row: a map.
// CHECK-LABEL: func.func @map
// CHECK-NOT: stablehlo.while
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %b, dims = [1]
// CHECK: stablehlo.add %{{.*}}, %[[B]]
// CHECK: stablehlo.tanh %{{.*}} : tensor<8x3xf32>
// CHECK-NOT: stablehlo.while
func.func @map(%x: tensor<8x3xf32>, %b: tensor<3xf32>) -> tensor<8x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<8x3xf32>
  %r:2 = stablehlo.while(%i = %zero, %out = %init) : tensor<i32>, tensor<8x3xf32>
  cond {
    %go = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 3] : (tensor<8x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %flat = stablehlo.reshape %row : (tensor<1x3xf32>) -> tensor<3xf32>
    %sum = stablehlo.add %flat, %b : tensor<3xf32>
    %t = stablehlo.tanh %sum : tensor<3xf32>
    %new = stablehlo.reshape %t : (tensor<3xf32>) -> tensor<1x3xf32>
    %next = stablehlo.dynamic_update_slice %out, %new, %i, %zero : (tensor<8x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x3xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %next : tensor<i32>, tensor<8x3xf32>
  }
  return %r#1 : tensor<8x3xf32>
}

// -----

// An accumulation of integers is a sum, under a condition too; the largest float is
// exact in any order.
// CHECK-LABEL: func.func @reductions
// CHECK-NOT: stablehlo.while
// CHECK-DAG: stablehlo.reduce{{.*}}stablehlo.add
// CHECK-DAG: stablehlo.reduce{{.*}}stablehlo.maximum
// CHECK-DAG: stablehlo.reduce{{.*}}stablehlo.xor
// CHECK-NOT: stablehlo.while
func.func @reductions(%x: tensor<9xi32>, %y: tensor<9x2xf32>, %s0: tensor<i32>, %m0: tensor<2xf32>) -> (tensor<i32>, tensor<2xf32>, tensor<i32>, tensor<i64>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %nine = stablehlo.constant dense<9> : tensor<i64>
  %r:4 = stablehlo.while(%i = %zero, %s = %s0, %m = %m0, %h = %none) : tensor<i64>, tensor<i32>, tensor<2xf32>, tensor<i32>
  cond {
    %go = stablehlo.compare NE, %i, %nine : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %e1 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<9xi32>, tensor<i64>) -> tensor<1xi32>
    %e = stablehlo.reshape %e1 : (tensor<1xi32>) -> tensor<i32>
    %positive = stablehlo.compare GT, %e, %none : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = "stablehlo.if"(%positive) ({
      %more = stablehlo.add %s, %e : tensor<i32>
      %k = stablehlo.convert %i : (tensor<i64>) -> tensor<i32>
      %less = stablehlo.subtract %more, %k : tensor<i32>
      stablehlo.return %less : tensor<i32>
    }, {
      stablehlo.return %s : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %f1 = stablehlo.dynamic_slice %y, %i, %zero, sizes = [1, 2] : (tensor<9x2xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
    %f = stablehlo.reshape %f1 : (tensor<1x2xf32>) -> tensor<2xf32>
    %n = stablehlo.maximum %f, %m : tensor<2xf32>
    %g = stablehlo.xor %h, %e : tensor<i32>
    %g2 = stablehlo.select %positive, %g, %h : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %k, %t, %n, %g2 : tensor<i64>, tensor<i32>, tensor<2xf32>, tensor<i32>
  }
  return %r#1, %r#2, %r#3, %r#0 : tensor<i32>, tensor<2xf32>, tensor<i32>, tensor<i64>
}

// -----

// The sum of floats stays, for its order shows; `fast` is in another file.
// CHECK-LABEL: func.func @float_sum
// CHECK: stablehlo.while
func.func @float_sum(%x: tensor<9xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %zero, %s = %none) : tensor<i32>, tensor<f32>
  cond {
    %go = stablehlo.compare LT, %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %e1 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
    %e = stablehlo.reshape %e1 : (tensor<1xf32>) -> tensor<f32>
    %t = stablehlo.add %s, %e : tensor<f32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}

// -----

// A tensor is changed column by column, from the last to the first, each made from
// itself and its round; other columns keep what they had.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT: stablehlo.while
// CHECK: stablehlo.reverse
// CHECK: stablehlo.dynamic_update_slice %x
func.func @in_place(%x: tensor<3x9xi32>) -> tensor<3x9xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %six, %out = %x) : tensor<i32>, tensor<3x9xi32>
  cond {
    %go = stablehlo.compare GE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %part = stablehlo.dynamic_slice %out, %zero, %i, sizes = [3, 2] : (tensor<3x9xi32>, tensor<i32>, tensor<i32>) -> tensor<3x2xi32>
    %number = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<3x2xi32>
    %new = stablehlo.multiply %part, %number : tensor<3x2xi32>
    %next = stablehlo.dynamic_update_slice %out, %new, %zero, %i : (tensor<3x9xi32>, tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x9xi32>
    %k = stablehlo.subtract %i, %two : tensor<i32>
    stablehlo.return %k, %next : tensor<i32>, tensor<3x9xi32>
  }
  return %r#1 : tensor<3x9xi32>
}

// -----

// Indices that are computed become a gather, at the edges too; branches that only
// compute, selects; what a round had before is the row in front.
// CHECK-LABEL: func.func @lookup
// CHECK-NOT: stablehlo.while
// CHECK-DAG: stablehlo.gather
// CHECK-DAG: stablehlo.select
// CHECK-DAG: stablehlo.concatenate
func.func @lookup(%table: tensor<5xf32>, %at: tensor<7xi32>, %first: tensor<f32>) -> (tensor<7xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<7xf32>
  %r:3 = stablehlo.while(%i = %zero, %before = %first, %out = %init) : tensor<i32>, tensor<f32>, tensor<7xf32>
  cond {
    %go = stablehlo.compare LT, %i, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %p1 = stablehlo.dynamic_slice %at, %i, sizes = [1] : (tensor<7xi32>, tensor<i32>) -> tensor<1xi32>
    %p = stablehlo.reshape %p1 : (tensor<1xi32>) -> tensor<i32>
    %e1 = stablehlo.dynamic_slice %table, %p, sizes = [1] : (tensor<5xf32>, tensor<i32>) -> tensor<1xf32>
    %e = stablehlo.reshape %e1 : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.remainder %i, %two : tensor<i32>
    %v = "stablehlo.case"(%c) ({
      %n = stablehlo.negate %e : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }, {
      %n = stablehlo.multiply %e, %before : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %w = stablehlo.reshape %v : (tensor<f32>) -> tensor<1xf32>
    %next = stablehlo.dynamic_update_slice %out, %w, %i : (tensor<7xf32>, tensor<1xf32>, tensor<i32>) -> tensor<7xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %e, %next : tensor<i32>, tensor<f32>, tensor<7xf32>
  }
  return %r#2, %r#1 : tensor<7xf32>, tensor<f32>
}

// -----

// Rows that are products of integers, sorted and summed; the counter starts anywhere.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: stablehlo.while
// CHECK-DAG: stablehlo.dot_general
// CHECK-DAG: "stablehlo.sort"
// CHECK-DAG: stablehlo.reduce
func.func @rows(%x: tensor<4x3xi32>, %w: tensor<3x5xi32>, %from: tensor<i32>) -> (tensor<4x5xi32>, tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %init = stablehlo.constant dense<0> : tensor<4x5xi32>
  %sums = stablehlo.constant dense<0> : tensor<4xi32>
  %r:4 = stablehlo.while(%i = %zero, %j = %from, %out = %init, %s = %sums) : tensor<i32>, tensor<i32>, tensor<4x5xi32>, tensor<4xi32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 3] : (tensor<4x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
    %flat = stablehlo.reshape %row : (tensor<1x3xi32>) -> tensor<3xi32>
    %y = stablehlo.dot_general %flat, %w, contracting_dims = [0] x [0] : (tensor<3xi32>, tensor<3x5xi32>) -> tensor<5xi32>
    %js = stablehlo.broadcast_in_dim %j, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %z = stablehlo.xor %y, %js : tensor<5xi32>
    %sorted = "stablehlo.sort"(%z) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<5xi32>) -> tensor<5xi32>
    %sum = stablehlo.reduce(%sorted init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
    %new = stablehlo.reshape %sorted : (tensor<5xi32>) -> tensor<1x5xi32>
    %next = stablehlo.dynamic_update_slice %out, %new, %i, %zero : (tensor<4x5xi32>, tensor<1x5xi32>, tensor<i32>, tensor<i32>) -> tensor<4x5xi32>
    %sum1 = stablehlo.reshape %sum : (tensor<i32>) -> tensor<1xi32>
    %nexts = stablehlo.dynamic_update_slice %s, %sum1, %i : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %l = stablehlo.add %j, %one : tensor<i32>
    stablehlo.return %k, %l, %next, %nexts : tensor<i32>, tensor<i32>, tensor<4x5xi32>, tensor<4xi32>
  }
  return %r#2, %r#3, %r#1 : tensor<4x5xi32>, tensor<4xi32>, tensor<i32>
}

// -----

// These stay: a row that the round before wrote is read; rows are written twice; a sum
// is looked at while it is made; a row would lie outside.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-4: stablehlo.while
func.func @stay(%x: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<i32>, tensor<6xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %a:2 = stablehlo.while(%i = %zero, %out = %x) : tensor<i32>, tensor<6xi32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %e = stablehlo.dynamic_slice %out, %i, sizes = [1] : (tensor<6xi32>, tensor<i32>) -> tensor<1xi32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %next = stablehlo.dynamic_update_slice %out, %e, %k : (tensor<6xi32>, tensor<1xi32>, tensor<i32>) -> tensor<6xi32>
    stablehlo.return %k, %next : tensor<i32>, tensor<6xi32>
  }
  %b:2 = stablehlo.while(%i = %zero, %out = %x) : tensor<i32>, tensor<6xi32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %k = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %next = stablehlo.dynamic_update_slice %out, %e, %i : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
    stablehlo.return %k, %next : tensor<i32>, tensor<6xi32>
  }
  %c:3 = stablehlo.while(%i = %zero, %s = %zero, %m = %zero) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %k = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %s, %k : tensor<i32>
    %n = stablehlo.maximum %m, %t : tensor<i32>
    stablehlo.return %k, %t, %n : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %d:2 = stablehlo.while(%i = %zero, %out = %x) : tensor<i32>, tensor<6xi32>
  cond {
    %go = stablehlo.compare LT, %i, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %k = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %next = stablehlo.dynamic_update_slice %out, %e, %i : (tensor<6xi32>, tensor<1xi32>, tensor<i32>) -> tensor<6xi32>
    stablehlo.return %k, %next : tensor<i32>, tensor<6xi32>
  }
  return %a#1, %b#1, %c#2, %d#1 : tensor<6xi32>, tensor<6xi32>, tensor<i32>, tensor<6xi32>
}

// -----

// Nobody looks at the tensor itself, but its rows are written twice and read.
// CHECK-LABEL: func.func @seen_through_rows
// CHECK: stablehlo.while
func.func @seen_through_rows(%x: tensor<6xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %a:3 = stablehlo.while(%i = %zero, %out = %x, %s = %zero) : tensor<i32>, tensor<6xi32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %at = stablehlo.divide %i, %two : tensor<i32>
    %e = stablehlo.dynamic_slice %out, %at, sizes = [1] : (tensor<6xi32>, tensor<i32>) -> tensor<1xi32>
    %f = stablehlo.add %e, %e : tensor<1xi32>
    %next = stablehlo.dynamic_update_slice %out, %f, %at : (tensor<6xi32>, tensor<1xi32>, tensor<i32>) -> tensor<6xi32>
    %g = stablehlo.reshape %e : (tensor<1xi32>) -> tensor<i32>
    %t = stablehlo.add %s, %g : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %next, %t : tensor<i32>, tensor<6xi32>, tensor<i32>
  }
  return %a#2 : tensor<i32>
}
