// RUN: hloom opt %s --passes=hoist --split-input-file | hloom check %s

// What the loop does not change is computed once, constants with it; also out of two loops.
// CHECK-LABEL: func.func @loop
// CHECK: %c2 = stablehlo.constant
// CHECK-NEXT: %twice = stablehlo.multiply %x, %c2
// CHECK-NEXT: %c2_0 = stablehlo.constant
// CHECK-NEXT: %twice_0 = stablehlo.multiply %x, %c2_0
// CHECK-NEXT: %more = stablehlo.add %twice_0, %x
// CHECK-NEXT: stablehlo.while
// CHECK: } do {
// CHECK-NEXT: %inner = stablehlo.while
// CHECK: } do {
// CHECK-NEXT: check.expect_eq %twice, %twice
// CHECK-NEXT: stablehlo.add %j, %one
// CHECK: stablehlo.add %s, %more
func.func @loop(%x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4xi32>
  cond {
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %inner = stablehlo.while(%j = %zero) : tensor<i32>
    cond {
      %on = stablehlo.compare LT, %j, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %on : tensor<i1>
    } do {
      %c2 = stablehlo.constant dense<2> : tensor<4xi32>
      %twice = stablehlo.multiply %x, %c2 : tensor<4xi32>
      check.expect_eq %twice, %twice : tensor<4xi32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k : tensor<i32>
    }
    %c2_0 = stablehlo.constant dense<2> : tensor<4xi32>
    %twice_0 = stablehlo.multiply %x, %c2_0 : tensor<4xi32>
    %more = stablehlo.add %twice_0, %x : tensor<4xi32>
    %t = stablehlo.add %s, %more : tensor<4xi32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %t : tensor<i32>, tensor<4xi32>
  }
  return %r#1 : tensor<4xi32>
}

// -----

// What becomes much larger stays, for it costs less to compute than to keep.
// CHECK-LABEL: func.func @broadcast
// CHECK: } do {
// CHECK-NEXT: %b = stablehlo.broadcast_in_dim
func.func @broadcast(%x: tensor<f32>, %n: tensor<i32>) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<64x64xf32>
  %few = stablehlo.clamp %zero, %n, %one : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %init) : tensor<i32>, tensor<64x64xf32>
  cond {
    %go = stablehlo.compare LT, %i, %few : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %t = stablehlo.add %s, %b : tensor<64x64xf32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %t : tensor<i32>, tensor<64x64xf32>
  }
  return %r#1 : tensor<64x64xf32>
}

// -----

// What all arms compute is computed once, and what then is the same too.
// CHECK-LABEL: func.func @arms
// CHECK-NEXT: %a = stablehlo.sine %x
// CHECK-NEXT: %b = stablehlo.negate %a
// CHECK-NEXT: "stablehlo.if"(%c)
// CHECK-NEXT:   stablehlo.abs %b
// CHECK-NEXT:   stablehlo.return
// CHECK-NEXT: }, {
// CHECK-NEXT:   stablehlo.return %b
func.func @arms(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.if"(%c) ({
    %a = stablehlo.sine %x : tensor<4xf32>
    %b = stablehlo.negate %a : tensor<4xf32>
    %d = stablehlo.abs %b : tensor<4xf32>
    stablehlo.return %d : tensor<4xf32>
  }, {
    %e = stablehlo.sine %x : tensor<4xf32>
    %f = stablehlo.negate %e : tensor<4xf32>
    stablehlo.return %f : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// What only some of three arms compute stays.
// CHECK-LABEL: func.func @some
// CHECK-NEXT: %a = stablehlo.abs %x
// CHECK-NEXT: "stablehlo.case"
// CHECK-COUNT-2: stablehlo.sine
func.func @some(%c: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.case"(%c) ({
    %a = stablehlo.abs %x : tensor<4xf32>
    %b = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %b : tensor<4xf32>
  }, {
    %d = stablehlo.abs %x : tensor<4xf32>
    stablehlo.return %d : tensor<4xf32>
  }, {
    %e = stablehlo.abs %x : tensor<4xf32>
    %f = stablehlo.sine %e : tensor<4xf32>
    stablehlo.return %f : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
