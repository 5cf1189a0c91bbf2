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

// These stay: a row that the round before wrote is copied; rows are written twice; a
// sum of floats is looked at while it is made; a row would lie outside.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-4: stablehlo.while
func.func @stay(%x: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<f32>, tensor<6xi32>) {
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
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %c:3 = stablehlo.while(%i = %zero, %s = %none, %m = %none) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %k = stablehlo.add %i, %one : tensor<i32>
    %f = stablehlo.convert %k : (tensor<i32>) -> tensor<f32>
    %t = stablehlo.add %s, %f : tensor<f32>
    %n = stablehlo.maximum %m, %t : tensor<f32>
    stablehlo.return %k, %t, %n : tensor<i32>, tensor<f32>, tensor<f32>
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
  return %a#1, %b#1, %c#2, %d#1 : tensor<6xi32>, tensor<6xi32>, tensor<f32>, tensor<6xi32>
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

// -----

// Sums so far and the largest float so far are running reductions; what is made of
// them, a map. The sum is combined with under a condition.
// CHECK-LABEL: func.func @running
// CHECK-NOT: stablehlo.while
// CHECK-DAG: "stablehlo.reduce_window"
// CHECK-DAG: "stablehlo.reduce_window"
// CHECK-NOT: stablehlo.while
func.func @running(%x: tensor<8xi32>, %y: tensor<8xf32>, %s0: tensor<i32>, %m0: tensor<f32>) -> (tensor<8xi32>, tensor<8xf32>, tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %sums = stablehlo.constant dense<0> : tensor<8xi32>
  %tops = stablehlo.constant dense<0.0> : tensor<8xf32>
  %r:5 = stablehlo.while(%i = %zero, %s = %s0, %m = %m0, %a = %sums, %b = %tops) : tensor<i32>, tensor<i32>, tensor<f32>, tensor<8xi32>, tensor<8xf32>
  cond {
    %go = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %e1 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
    %e = stablehlo.reshape %e1 : (tensor<1xi32>) -> tensor<i32>
    %f1 = stablehlo.dynamic_slice %y, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %f = stablehlo.reshape %f1 : (tensor<1xf32>) -> tensor<f32>
    %positive = stablehlo.compare GT, %e, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = "stablehlo.if"(%positive) ({
      %more = stablehlo.subtract %s, %e : tensor<i32>
      stablehlo.return %more : tensor<i32>
    }, {
      stablehlo.return %s : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %n = stablehlo.maximum %m, %f : tensor<f32>
    %t2 = stablehlo.multiply %t, %s : tensor<i32>
    %t1 = stablehlo.reshape %t2 : (tensor<i32>) -> tensor<1xi32>
    %a1 = stablehlo.dynamic_update_slice %a, %t1, %i : (tensor<8xi32>, tensor<1xi32>, tensor<i32>) -> tensor<8xi32>
    %n2 = stablehlo.subtract %n, %f : tensor<f32>
    %n1 = stablehlo.reshape %n2 : (tensor<f32>) -> tensor<1xf32>
    %b1 = stablehlo.dynamic_update_slice %b, %n1, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %t, %n, %a1, %b1 : tensor<i32>, tensor<i32>, tensor<f32>, tensor<8xi32>, tensor<8xf32>
  }
  return %r#3, %r#4, %r#1, %r#2 : tensor<8xi32>, tensor<8xf32>, tensor<i32>, tensor<f32>
}

// -----

// `a[i] += a[i - 1]`, row by row and from the end: the row that the round before wrote
// is handed on. In the first round of the second loop it lies outside, where the row
// at the edge is read.
// CHECK-LABEL: func.func @rows_so_far
// CHECK-NOT: stablehlo.while
// CHECK-DAG: "stablehlo.reduce_window"
// CHECK-DAG: "stablehlo.reduce_window"
// CHECK-NOT: stablehlo.while
func.func @rows_so_far(%x: tensor<6x2xi32>, %y: tensor<7xi32>) -> (tensor<6x2xi32>, tensor<7xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %one, %a = %x) : tensor<i32>, tensor<6x2xi32>
  cond {
    %go = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %h = stablehlo.subtract %i, %one : tensor<i32>
    %p = stablehlo.dynamic_slice %a, %h, %zero, sizes = [1, 2] : (tensor<6x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
    %q = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 2] : (tensor<6x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
    %t = stablehlo.add %p, %q : tensor<1x2xi32>
    %b = stablehlo.dynamic_update_slice %a, %t, %i, %zero : (tensor<6x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<6x2xi32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %b : tensor<i32>, tensor<6x2xi32>
  }
  %s:2 = stablehlo.while(%i = %six, %a = %y) : tensor<i32>, tensor<7xi32>
  cond {
    %go = stablehlo.compare GE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %h = stablehlo.add %i, %one : tensor<i32>
    %p1 = stablehlo.dynamic_slice %a, %h, sizes = [1] : (tensor<7xi32>, tensor<i32>) -> tensor<1xi32>
    %p = stablehlo.reshape %p1 : (tensor<1xi32>) -> tensor<i32>
    %q1 = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<7xi32>, tensor<i32>) -> tensor<1xi32>
    %q = stablehlo.reshape %q1 : (tensor<1xi32>) -> tensor<i32>
    %m = stablehlo.minimum %q, %p : tensor<i32>
    %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %b = stablehlo.dynamic_update_slice %a, %m1, %i : (tensor<7xi32>, tensor<1xi32>, tensor<i32>) -> tensor<7xi32>
    %k = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %k, %b : tensor<i32>, tensor<7xi32>
  }
  return %r#1, %s#1 : tensor<6x2xi32>, tensor<7xi32>
}

// -----

// Each round has a loop of its own, which runs differently often: one loop runs for all
// of them, with a mask. One in an arm of a branch runs for those that take it, for it
// would not end for the others.
// CHECK-LABEL: func.func @masked
// CHECK: stablehlo.while({{.*}}tensor<8xi1>
// CHECK: stablehlo.reduce{{.*}}stablehlo.or
// CHECK: stablehlo.while({{.*}}tensor<8xi1>
// CHECK-NOT: stablehlo.while
func.func @masked(%x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %init = stablehlo.constant dense<0> : tensor<8xi32>
  %r:3 = stablehlo.while(%i = %zero, %a = %init, %b = %init) : tensor<i32>, tensor<8xi32>, tensor<8xi32>
  cond {
    %go = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %e1 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
    %e = stablehlo.reshape %e1 : (tensor<1xi32>) -> tensor<i32>
    %m = stablehlo.and %e, %hundred : tensor<i32>
    %w:2 = stablehlo.while(%n = %m, %count = %i) : tensor<i32>, tensor<i32>
    cond {
      %more = stablehlo.compare GT, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %half = stablehlo.divide %n, %two : tensor<i32>
      %next = stablehlo.add %count, %e : tensor<i32>
      stablehlo.return %half, %next : tensor<i32>, tensor<i32>
    }
    %positive = stablehlo.compare GT, %m, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v = "stablehlo.if"(%positive) ({
      %k = stablehlo.while(%n = %m) : tensor<i32>
      cond {
        %more = stablehlo.compare LT, %n, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %twice = stablehlo.add %n, %n : tensor<i32>
        stablehlo.return %twice : tensor<i32>
      }
      stablehlo.return %k : tensor<i32>
    }, {
      stablehlo.return %w#1 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %a1 = stablehlo.reshape %w#1 : (tensor<i32>) -> tensor<1xi32>
    %a2 = stablehlo.dynamic_update_slice %a, %a1, %i : (tensor<8xi32>, tensor<1xi32>, tensor<i32>) -> tensor<8xi32>
    %b1 = stablehlo.reshape %v : (tensor<i32>) -> tensor<1xi32>
    %b2 = stablehlo.dynamic_update_slice %b, %b1, %i : (tensor<8xi32>, tensor<1xi32>, tensor<i32>) -> tensor<8xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a2, %b2 : tensor<i32>, tensor<8xi32>, tensor<8xi32>
  }
  return %r#1, %r#2 : tensor<8xi32>, tensor<8xi32>
}

// -----

// A recurrence in each row stays a loop, one of all rows: the order in which a row's
// floats are added is kept.
// CHECK-LABEL: func.func @interchanged
// CHECK-COUNT-1: stablehlo.while
// CHECK-NOT: stablehlo.while
// CHECK: stablehlo.add {{.*}} : tensor<5xf32>
// CHECK-NOT: stablehlo.while
func.func @interchanged(%x: tensor<5x9xf32>) -> tensor<5xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<5xf32>
  %r:2 = stablehlo.while(%i = %zero, %out = %init) : tensor<i32>, tensor<5xf32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %w:2 = stablehlo.while(%j = %zero, %s = %none) : tensor<i32>, tensor<f32>
    cond {
      %go = stablehlo.compare LT, %j, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %e1 = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 1] : (tensor<5x9xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
      %e = stablehlo.reshape %e1 : (tensor<1x1xf32>) -> tensor<f32>
      %t = stablehlo.add %s, %e : tensor<f32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %t : tensor<i32>, tensor<f32>
    }
    %v = stablehlo.reshape %w#1 : (tensor<f32>) -> tensor<1xf32>
    %next = stablehlo.dynamic_update_slice %out, %v, %i : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %next : tensor<i32>, tensor<5xf32>
  }
  return %r#1 : tensor<5xf32>
}
