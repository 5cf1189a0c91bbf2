// Code that may never run makes no error: the assertion stays, a size that does not fit stays
// unknown, and an op that the extents contradict gets operands of unknown extents.

// RUN: hloom opt %s --passes=refine-shapes{arguments=3:_} | hloom check %s
// RUN: hloom opt %s --passes=refine-shapes{arguments=3:_},refine-shapes | hloom check %s
// RUN: hloom opt %s --passes=refine-shapes{arguments=3:_},canonicalize,refine-shapes | hloom opt - --passes=cse
// RUN: not hloom opt %s --passes=refine-shapes{arguments=4:_} 2>&1 | hloom check %s --check-prefix=FAILS

// The top level of @main calls @always, whose assertion holds for 3 and not for 4.
// FAILS: there must be 3 rows, but there are 4
// FAILS-NOT: func.func

// CHECK-LABEL: func.func @main(%x: tensor<3xf32>
func.func @main(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  call @always(%x) : (tensor<?xf32>) -> ()
  // CHECK: stablehlo.if
  // CHECK-COUNT-2: @shape_assertion
  %r = "stablehlo.if"(%p) ({
    %c = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %no = stablehlo.compare EQ, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%no) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
    func.call @sometimes(%x) : (tensor<?xf32>) -> ()
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  // The body is tried with three rows; the assertion in it is about another number.
  // CHECK: stablehlo.while
  // CHECK: @shape_assertion
  %s = "stablehlo.while"(%r) ({
  ^bb0(%a: tensor<?xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<?xf32>):
    %six = stablehlo.constant dense<6> : tensor<i32>
    %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %is = stablehlo.compare EQ, %n, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%is) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
    %b = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  // A size that does not fit, and an addition of three and of four.
  // CHECK: stablehlo.if
  // CHECK: stablehlo.dynamic_pad {{.*}} -> tensor<?xf32>
  // CHECK: %[[OPEN:.*]] = stablehlo.convert %x : (tensor<3xf32>) -> tensor<?xf32>
  // CHECK-NOT: stablehlo.convert %[[OPEN]]
  // CHECK: stablehlo.add %[[OPEN]],
  %t = "stablehlo.if"(%p) ({
    %v = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>
    %zero = stablehlo.constant dense<0> : tensor<1xi64>
    %y = stablehlo.dynamic_pad %x, %v, %low, %zero, %zero : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %four = stablehlo.constant dense<1.0> : tensor<4xf32>
    %z = "stablehlo.add"(%x, %four) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %y : tensor<?xf32>
  }, {
    stablehlo.return %s : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  // A layer whose result has other extents, and arms that contradict one another.
  // CHECK: "hloom.layer"(%x)
  // CHECK: %[[LAYER:.*]] = stablehlo.convert %a : (tensor<3xf32>) -> tensor<?xf32>
  // CHECK-NEXT: stablehlo.return %[[LAYER]]
  // CHECK: }) : (tensor<3xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.return %l : tensor<4xf32>
  // CHECK: %[[ARM:.*]] = stablehlo.convert %x : (tensor<3xf32>) -> tensor<?xf32>
  // CHECK-NEXT: stablehlo.return %[[ARM]]
  // CHECK: }) : (tensor<i1>) -> tensor<?xf32>
  %u = "stablehlo.if"(%p) ({
    %l = "hloom.layer"(%x) ({
    ^bb0(%a: tensor<?xf32>):
      stablehlo.return %a : tensor<?xf32>
    }) : (tensor<?xf32>) -> tensor<4xf32>
    stablehlo.return %l : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %u : tensor<?xf32>
}

func.func private @always(%x: tensor<?xf32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %is = stablehlo.compare EQ, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is, %n) {error_message = "there must be 3 rows, but there are {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

func.func private @sometimes(%x: tensor<?xf32>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%no) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// A function that nothing calls may fail.
func.func private @idle() {
  %no = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%no) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
  return
}
