// RUN: hloom opt %s --passes=refine-shapes{arguments=4x2},symbol-dce | hloom check %s

// The extents of main's argument go through calls, sizes that are computed from
// them, loops and branches.
// CHECK-LABEL: func.func @main(%x: tensor<4x2xf32>) -> (tensor<8xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<?x2xf32>)
// CHECK-NOT: dynamic
// CHECK-NOT: shape_assertion
func.func @main(%x: tensor<?x2xf32>) -> (tensor<?xf32>, tensor<2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %some = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%some, %n) {error_message = "{0} rows are too few", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  // CHECK: %flat = stablehlo.reshape %x : (tensor<4x2xf32>) -> tensor<8xf32>
  // CHECK: %iota = stablehlo.iota dim = 0 : tensor<8xf32>
  // CHECK: stablehlo.add %flat, %iota : tensor<8xf32>
  %a = call @numbered(%x, %n) : (tensor<?x2xf32>, tensor<i32>) -> tensor<?xf32>
  // CHECK: stablehlo.reduce(%x init: %zero) {{.*}} : (tensor<4x2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK: %c:2 = stablehlo.while(%y = %x, %k = {{.*}}) : tensor<4x2xf32>, tensor<i32>
  %c:2 = stablehlo.while(%y = %x, %k = %n) : tensor<?x2xf32>, tensor<i32>
  cond {
    %go = stablehlo.compare GT, %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %twice = stablehlo.add %y, %y : tensor<?x2xf32>
    %less = stablehlo.subtract %k, %one : tensor<i32>
    stablehlo.return %twice, %less : tensor<?x2xf32>, tensor<i32>
  }
  // CHECK: %d = "stablehlo.if"
  // CHECK: }) : (tensor<i1>) -> tensor<4x2xf32>
  %p = stablehlo.compare LT, %c#1, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %d = "stablehlo.if"(%p) ({
    %minus = stablehlo.negate %x : tensor<?x2xf32>
    stablehlo.return %minus : tensor<?x2xf32>
  }, {
    stablehlo.return %x : tensor<?x2xf32>
  }) : (tensor<i1>) -> tensor<?x2xf32>
  // The body makes what it carries longer, so that extent stays open.
  // CHECK: %e:2 = "stablehlo.while"(%x, %n)
  // CHECK: stablehlo.concatenate %y, %x, dim = 0 : (tensor<?x2xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %e:2 = stablehlo.while(%y = %x, %k = %n) : tensor<?x2xf32>, tensor<i32>
  cond {
    %go = stablehlo.compare GT, %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %longer = stablehlo.concatenate %y, %x, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
    %less = stablehlo.subtract %k, %one : tensor<i32>
    stablehlo.return %longer, %less : tensor<?x2xf32>, tensor<i32>
  }
  return %a, %b, %c#0, %d, %e#0 : tensor<?xf32>, tensor<2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}

// CHECK-NOT: func.func
func.func private @numbered(%x: tensor<?x2xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %count = stablehlo.multiply %n, %two : tensor<i32>
  %shape = stablehlo.reshape %count : (tensor<i32>) -> tensor<1xi32>
  %flat = stablehlo.dynamic_reshape %x, %shape : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = stablehlo.add %flat, %iota : tensor<?xf32>
  return %sum : tensor<?xf32>
}

// Bits of an element stand in a dimension of their own, behind all others.
// CHECK-LABEL: func.func @bits
// CHECK-SAME: -> (tensor<3xi32>, tensor<3x4xi8>)
func.func @bits(%x: tensor<3xf32>) -> (tensor<?xi32>, tensor<?x?xi8>) {
  %y = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<?xi32>
  %z = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<?x4xi8>
  %w = stablehlo.convert %z : (tensor<?x4xi8>) -> tensor<?x?xi8>
  return %y, %w : tensor<?xi32>, tensor<?x?xi8>
}

// A layer runs on its operands: its arguments and results have their extents, also where a relayout
// states the type of its result.
// CHECK-LABEL: func.func @layers
// CHECK-SAME: -> tensor<4x3xf64>
// CHECK: ^bb0(%a: tensor<4x3xf64>):
// CHECK: hloom.relayout %a : (tensor<4x3xf64>) -> tensor<4x3xf64>
// CHECK: stablehlo.return %{{.*}} : tensor<4x3xf64>
func.func @layers(%x: tensor<4x3xf64>) -> tensor<?x3xf64> {
  %y = "hloom.layer"(%x) ({
  ^bb0(%a: tensor<?x3xf64>):
    %b = stablehlo.negate %a : tensor<?x3xf64>
    %c = hloom.relayout %a : (tensor<?x3xf64>) -> tensor<?x3xf64>
    %d = stablehlo.add %b, %c : tensor<?x3xf64>
    stablehlo.return %d : tensor<?x3xf64>
  }) : (tensor<4x3xf64>) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

// A relayout keeps the split that its type states, and no extents that its blocks do not divide.
// CHECK-LABEL: func.func @splits
// CHECK: hloom.relayout %x : (tensor<3x4xf32>) -> tensor<3x4xf32, #hloom.split<[1, 2 over cores]>>
// CHECK: hloom.relayout %x : (tensor<3x4xf32>) -> tensor<?x4xf32, #sparse_tensor.encoding
func.func @splits(%x: tensor<3x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %a = hloom.relayout %x : (tensor<3x4xf32>) -> tensor<?x4xf32, #hloom.split<[1, 2 over cores]>>
  %b = hloom.relayout %a : (tensor<?x4xf32, #hloom.split<[1, 2 over cores]>>) -> tensor<?x4xf32>
  %c = hloom.relayout %x : (tensor<3x4xf32>) -> tensor<?x4xf32, #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>>
  %d = hloom.relayout %c : (tensor<?x4xf32, #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>>) -> tensor<?x4xf32>
  return %b, %d : tensor<?x4xf32>, tensor<?x4xf32>
}
