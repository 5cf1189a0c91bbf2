// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// Loops in loops, which see values of the outer one.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %inner:2 = stablehlo.while(%j = %zero, %s = %sum) : tensor<i32>, tensor<i32>
    cond {
      %go = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %t = stablehlo.add %s, %i : tensor<i32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %t : tensor<i32>, tensor<i32>
    }
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %inner#1 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<5> : tensor<i32>
  check.expect_eq_const %r#1, dense<30> : tensor<i32>
  return
}

// -----

// An index that names no branch chooses the last.
func.func private @pick(%index: tensor<i32>) -> tensor<f32> {
  %r = "stablehlo.case"(%index) ({
    %a = stablehlo.constant dense<10.0> : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }, {
    %b = stablehlo.constant dense<20.0> : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @main() {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i2 = stablehlo.constant dense<2> : tensor<i32>
  %im = stablehlo.constant dense<-1> : tensor<i32>
  %a = call @pick(%i0) : (tensor<i32>) -> tensor<f32>
  %b = call @pick(%i1) : (tensor<i32>) -> tensor<f32>
  %c = call @pick(%i2) : (tensor<i32>) -> tensor<f32>
  %d = call @pick(%im) : (tensor<i32>) -> tensor<f32>
  check.expect_eq_const %a, dense<10.0> : tensor<f32>
  check.expect_eq_const %b, dense<20.0> : tensor<f32>
  check.expect_eq_const %c, dense<20.0> : tensor<f32>
  check.expect_eq_const %d, dense<20.0> : tensor<f32>
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %pair = stablehlo.tuple %x, %n : tuple<tensor<2xf32>, tensor<i32>>
  %nested = stablehlo.tuple %pair : tuple<tuple<tensor<2xf32>, tensor<i32>>>
  %first = stablehlo.get_tuple_element %nested[0] : (tuple<tuple<tensor<2xf32>, tensor<i32>>>) -> tuple<tensor<2xf32>, tensor<i32>>
  %y = stablehlo.get_tuple_element %first[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  %held:2 = stablehlo.optimization_barrier %x, %y : tensor<2xf32>, tensor<i32>
  check.expect_eq %held#0, %x : tensor<2xf32>
  check.expect_eq_const %held#1, dense<3> : tensor<i32>
  return
}

// -----

// A fusion means what its region means.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %y = "hloom.fusion"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %b = stablehlo.abs %a : tensor<3xf32>
    %c = stablehlo.multiply %b, %a : tensor<3xf32>
    stablehlo.return %c : tensor<3xf32>
  }) {kind = "loop"} : (tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %y, dense<[1.0, -4.0, 9.0]> : tensor<3xf32>
  return
}

// -----

// A layer means what its region means.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %y:2 = "hloom.layer"(%x) ({
  ^bb(%a: tensor<3xf32>):
    %b = stablehlo.abs %a : tensor<3xf32>
    %c = stablehlo.negate %a : tensor<3xf32>
    stablehlo.return %b, %c : tensor<3xf32>, tensor<3xf32>
  }) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  check.expect_eq_const %y#0, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  check.expect_eq_const %y#1, dense<[-1.0, 2.0, -3.0]> : tensor<3xf32>
  return
}

// -----

// Checks, as ops and as calls, with their bounds and defaults.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, 0x7F800000, -0.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.00000036, 0xFFC00001, 0x7F800000, 0.0]> : tensor<4xf32>
  check.expect_close %x, %y, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<4xf32>, tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%x, %y) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  check.expect_almost_eq_const %y, dense<[1.00005, 0x7FC00000, 0x7F800000, 0.00009]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_almost_eq(%x, %y) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %z = stablehlo.constant dense<[2.0, 0x7FC00000, 0x7F800000, 0.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_almost_eq(%x, %z) {has_side_effect = true, tolerance = 1.0 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  check.expect_eq %x, %x : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %next = stablehlo.constant dense<1.0000000000000002> : tensor<f64>
  check.expect_close %one, %next, max_ulp_difference = 1, min_ulp_difference = 1 : tensor<f64>, tensor<f64>
  %inf = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  check.expect_close %one, %inf, max_ulp_difference = 18446744073709551615, min_ulp_difference = 18446744073709551615 : tensor<f64>, tensor<f64>
  return
}
