// RUN: hloom opt %s --passes=inline,symbol-dce --split-input-file | hloom check %s

// Callees first: what @twice calls is in its place before @main takes it.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: stablehlo.negate %x
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: return
// CHECK-NOT: func.func
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = call @twice(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func private @twice(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = call @once(%a) : (tensor<4xi32>) -> tensor<4xi32>
  %1 = call @once(%0) : (tensor<4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}
func.func private @once(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.negate %a : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// A public function stays, for others may call it.
// CHECK-LABEL: func.func @main
// CHECK-NOT: call
// CHECK-LABEL: func.func @shared
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = call @shared(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @shared(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.abs %a : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// A function that calls itself is left as it is, and what it needs with it.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: call @forever
// CHECK: func.func private @forever
// CHECK-NEXT: call @forever
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @forever(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @forever(%a: tensor<i32>) -> tensor<i32> {
  %0 = call @forever(%a) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A composite is replaced by its decomposition.
// CHECK-LABEL: func.func @composite
// CHECK-NEXT: %[[TWO:.*]] = stablehlo.constant dense<2>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %x, %[[TWO]]
// CHECK-NEXT: return %[[SUM]]
// CHECK-NOT: func.func
func.func @composite(%x: tensor<i64>) -> tensor<i64> {
  %y = stablehlo.composite "my.add_n" %x {composite_attributes = {n = 2 : i64}, decomposition = @add_two} : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func private @add_two(%x: tensor<i64>) -> tensor<i64> {
  %two = stablehlo.constant dense<2> : tensor<i64>
  %sum = stablehlo.add %x, %two : tensor<i64>
  return %sum : tensor<i64>
}
