// RUN: hloom opt %s --passes=cse --split-input-file | hloom check %s

// The same sum twice is computed once, whichever way its operands stand.
// CHECK-LABEL: func.func @commutes
// CHECK-NEXT: %sum = stablehlo.add %x, %y
// CHECK-NEXT: %square = stablehlo.multiply %sum, %sum
// CHECK-NEXT: return %square
func.func @commutes(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %sum = stablehlo.add %x, %y : tensor<4xi32>
  %again = stablehlo.add %y, %x : tensor<4xi32>
  %square = stablehlo.multiply %sum, %again : tensor<4xi32>
  return %square : tensor<4xi32>
}

// -----

// Other attributes make another op.
// CHECK-LABEL: func.func @attributes
// CHECK-NEXT: %a = stablehlo.reverse %x, dims = [0]
// CHECK-NEXT: %b = stablehlo.reverse %x, dims = [1]
// CHECK-NEXT: return %a, %b
func.func @attributes(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %a = stablehlo.reverse %x, dims = [0] : tensor<2x3xi32>
  %b = stablehlo.reverse %x, dims = [1] : tensor<2x3xi32>
  return %a, %b : tensor<2x3xi32>, tensor<2x3xi32>
}

// -----

// A subtraction does not commute.
// CHECK-LABEL: func.func @order
// CHECK-COUNT-2: stablehlo.subtract
// CHECK: stablehlo.add
func.func @order(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.subtract %x, %y : tensor<4xi32>
  %b = stablehlo.subtract %y, %x : tensor<4xi32>
  %c = stablehlo.add %a, %b : tensor<4xi32>
  return %c : tensor<4xi32>
}

// -----

// What was computed before a branch is known in it; what was computed in one
// branch is not known in the other.
// CHECK-LABEL: func.func @scopes
// CHECK-NEXT: %outside = stablehlo.negate %x
// CHECK-NEXT: stablehlo.if
// CHECK-NEXT: stablehlo.abs %x
// CHECK-NEXT: stablehlo.add %{{.*}}, %outside
// CHECK-NEXT: return
// CHECK-NEXT: }, {
// CHECK-NEXT: stablehlo.abs %x
func.func @scopes(%p: tensor<i1>, %x: tensor<4xi32>) -> tensor<4xi32> {
  %outside = stablehlo.negate %x : tensor<4xi32>
  %r = "stablehlo.if"(%p) ({
    %inside = stablehlo.negate %x : tensor<4xi32>
    %a = stablehlo.abs %x : tensor<4xi32>
    %s = stablehlo.add %a, %inside : tensor<4xi32>
    stablehlo.return %s : tensor<4xi32>
  }, {
    %a = stablehlo.abs %x : tensor<4xi32>
    stablehlo.return %a : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  %m = stablehlo.maximum %r, %outside : tensor<4xi32>
  return %m : tensor<4xi32>
}

// -----

// Equal regions make equal ops.
// CHECK-LABEL: func.func @regions
// CHECK-NEXT: %zero = stablehlo.constant
// CHECK-NEXT: %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add
// CHECK-NEXT: %c = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum
// CHECK-NEXT: return %a, %a, %c
func.func @regions(%x: tensor<8xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  %b = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  %c = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  return %a, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
}
