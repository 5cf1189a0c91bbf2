// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (control.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %got = call @while_doubles(%0) : (tensor<i32>) -> tensor<i32>
  %want = stablehlo.constant dense<192> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
func.func private @while_doubles(%arg0: tensor<i32>) -> (tensor<i32> {jax.result_info = "result"}) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<100> : tensor<i32>
    %1 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %iterArg, %c : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %got = call @while_never(%0) : (tensor<i32>) -> tensor<i32>
  %want = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
func.func private @while_never(%arg0: tensor<i32>) -> (tensor<i32> {jax.result_info = "result"}) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %iterArg, %c : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<10> : tensor<i32>
  %1 = stablehlo.constant dense<0.5> : tensor<f32>
  %got = call @fori_sum(%0, %1) : (tensor<i32>, tensor<f32>) -> tensor<f32>
  %want = stablehlo.constant dense<45.5> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func private @fori_sum(%arg0: tensor<i32>, %arg1: tensor<f32>) -> (tensor<f32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %iterArg_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_2 : tensor<i32>
    %2 = stablehlo.convert %iterArg : (tensor<i32>) -> tensor<f32>
    %3 = stablehlo.add %iterArg_1, %2 : tensor<f32>
    stablehlo.return %1, %iterArg_0, %3 : tensor<i32>, tensor<i32>, tensor<f32>
  }
  return %0#2 : tensor<f32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %got = call @fori_static(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %want = stablehlo.constant dense<[63.0, -1.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @fori_static(%arg0: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i64>, tensor<i64>, tensor<2xf32>
  cond {
    %c_3 = stablehlo.constant dense<5> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = func.call @closed_call(%iterArg_1, %iterArg_2) : (tensor<i64>, tensor<2xf32>) -> (tensor<i64>, tensor<2xf32>)
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.add %iterArg, %c_3 : tensor<i64>
    stablehlo.return %2, %1#0, %1#1 : tensor<i64>, tensor<i64>, tensor<2xf32>
  }
  return %0#2 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<i64>, %arg1: tensor<2xf32>) -> (tensor<i64>, tensor<2xf32>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.add %arg0, %c : tensor<i64>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.multiply %arg1, %1 : tensor<2xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %4 = stablehlo.add %2, %3 : tensor<2xf32>
  return %0, %4 : tensor<i64>, tensor<2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<20> : tensor<i32>
  %got:3 = call @while_three_values(%0) : (tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  %want_0 = stablehlo.constant dense<0> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %want_1 = stablehlo.constant dense<6765> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %want_2 = stablehlo.constant dense<10946> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
func.func private @while_three_values(%arg0: tensor<i32>) -> (tensor<i32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.subtract %iterArg, %c_3 : tensor<i32>
    %2 = stablehlo.add %iterArg_1, %iterArg_2 : tensor<i32>
    stablehlo.return %1, %iterArg_2, %2 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1, %0#2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<27> : tensor<i32>
  %got:2 = call @cond_inside_while(%0) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %want_0 = stablehlo.constant dense<1> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %want_1 = stablehlo.constant dense<111> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
func.func private @cond_inside_while(%arg0: tensor<i32>) -> (tensor<i32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c) : tensor<i32>, tensor<i32>
  cond {
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.compare NE, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_1 = stablehlo.constant dense<2> : tensor<i64>
    %1 = func.call @remainder(%iterArg, %c_1) : (tensor<i32>, tensor<i64>) -> tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare EQ, %1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.convert %2 : (tensor<i1>) -> tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %c_4 = stablehlo.constant dense<3> : tensor<i32>
      %6 = stablehlo.multiply %c_4, %iterArg : tensor<i32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %6, %c_5 : tensor<i32>
      stablehlo.return %7 : tensor<i32>
    }, {
      %c_4 = stablehlo.constant dense<2> : tensor<i64>
      %6 = func.call @floor_divide(%iterArg, %c_4) : (tensor<i32>, tensor<i64>) -> tensor<i32>
      stablehlo.return %6 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %5 = stablehlo.add %iterArg_0, %c_3 : tensor<i32>
    stablehlo.return %4, %5 : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}
func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i64>) -> tensor<i32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %8 = stablehlo.and %7, %4 : tensor<i1>
  %9 = stablehlo.add %3, %2 : tensor<i32>
  %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
  return %10 : tensor<i32>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}
func.func private @floor_divide(%arg0: tensor<i32>, %arg1: tensor<i64>) -> tensor<i32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.divide %arg0, %0 : tensor<i32>
  %2 = stablehlo.sign %arg0 : tensor<i32>
  %3 = stablehlo.sign %0 : tensor<i32>
  %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = stablehlo.remainder %arg0, %0 : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.compare NE, %5, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.and %4, %6 : tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %8 = stablehlo.subtract %1, %c_0 : tensor<i32>
  %9 = call @_where(%7, %8, %1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %9 : tensor<i32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  %got = call @nested_loops(%0) : (tensor<i32>) -> tensor<i32>
  %want = stablehlo.constant dense<175> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
func.func private @nested_loops(%arg0: tensor<i32>) -> (tensor<i32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg0, %iterArg_2 = %c_0) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %iterArg_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %2:4 = stablehlo.while(%iterArg_5 = %iterArg, %iterArg_6 = %c_4, %iterArg_7 = %iterArg, %iterArg_8 = %iterArg_2) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %3 = stablehlo.compare LT, %iterArg_6, %iterArg_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg_6, %c_9 : tensor<i32>
      %4 = stablehlo.multiply %iterArg_5, %iterArg_6 : tensor<i32>
      %5 = stablehlo.add %iterArg_8, %4 : tensor<i32>
      stablehlo.return %iterArg_5, %3, %iterArg_7, %5 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
    }
    stablehlo.return %1, %iterArg_1, %2#3 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %0#2 : tensor<i32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @cond_true(%0, %1) : (tensor<i1>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[2.0, -1.0, 4.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @cond_true(%arg0: tensor<i1>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %cst = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %3 = stablehlo.multiply %arg1, %2 : tensor<3xf32>
    stablehlo.return %3 : tensor<3xf32>
  }, {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %3 = stablehlo.add %arg1, %2 : tensor<3xf32>
    stablehlo.return %3 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @cond_false(%0, %1) : (tensor<i1>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[10.0, -20.0, 30.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @cond_false(%arg0: tensor<i1>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %cst = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %3 = stablehlo.multiply %arg1, %2 : tensor<3xf32>
    stablehlo.return %3 : tensor<3xf32>
  }, {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %3 = stablehlo.add %arg1, %2 : tensor<3xf32>
    stablehlo.return %3 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @switch_0(%0, %1) : (tensor<i32>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @switch_0(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.clamp %c, %arg0, %c_0 : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %arg1 : tensor<3xf32>
  }, {
    %2 = stablehlo.negate %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }, {
    %2 = stablehlo.multiply %arg1, %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @switch_1(%0, %1) : (tensor<i32>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[-1.0, 2.0, -3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @switch_1(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.clamp %c, %arg0, %c_0 : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %arg1 : tensor<3xf32>
  }, {
    %2 = stablehlo.negate %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }, {
    %2 = stablehlo.multiply %arg1, %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<2> : tensor<i32>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @switch_2(%0, %1) : (tensor<i32>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @switch_2(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.clamp %c, %arg0, %c_0 : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %arg1 : tensor<3xf32>
  }, {
    %2 = stablehlo.negate %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }, {
    %2 = stablehlo.multiply %arg1, %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @switch_7(%0, %1) : (tensor<i32>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @switch_7(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.clamp %c, %arg0, %c_0 : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %arg1 : tensor<3xf32>
  }, {
    %2 = stablehlo.negate %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }, {
    %2 = stablehlo.multiply %arg1, %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<-3> : tensor<i32>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @switch_minus_3(%0, %1) : (tensor<i32>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @switch_minus_3(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.clamp %c, %arg0, %c_0 : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %arg1 : tensor<3xf32>
  }, {
    %2 = stablehlo.negate %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }, {
    %2 = stablehlo.multiply %arg1, %arg1 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %2 = stablehlo.constant dense<[-1.0, 2.0, -3.0]> : tensor<3xf32>
  %got:2 = call @cond_two_results(%0, %1, %2) : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %want_0 = stablehlo.constant dense<[-1.0, 2.0, -3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %want_1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @cond_two_results(%arg0: tensor<i1>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
  %1:2 = "stablehlo.case"(%0) ({
    stablehlo.return %arg1, %arg2 : tensor<3xf32>, tensor<3xf32>
  }, {
    stablehlo.return %arg2, %arg1 : tensor<3xf32>, tensor<3xf32>
  }) : (tensor<i32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %1#0, %1#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %2 = stablehlo.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
  %got = call @cond_captures(%0, %1, %2) : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[0.0, -6.0, -6.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @cond_captures(%arg0: tensor<i1>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %2 = stablehlo.subtract %arg1, %arg2 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }, {
    %2 = stablehlo.add %arg1, %arg2 : tensor<3xf32>
    stablehlo.return %2 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got = call @calls(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %want = stablehlo.constant dense<[6.0, -12.0, 18.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @calls(%arg0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
  %0 = call @"<lambda>"(%arg0) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = call @"<lambda>"(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = call @"<lambda>"(%arg0) : (tensor<3xf32>) -> tensor<3xf32>
  %3 = stablehlo.add %1, %2 : tensor<3xf32>
  return %3 : tensor<3xf32>
}
func.func private @"<lambda>"(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got:2 = call @call_two_shapes(%0) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<1xf32>)
  %want_0 = stablehlo.constant dense<[2.0, -4.0, 6.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %want_1 = stablehlo.constant dense<2.0> : tensor<1xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}
func.func private @call_two_shapes(%arg0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<1xf32> {jax.result_info = "result[1]"}) {
  %0 = call @"<lambda>"(%arg0) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.slice %arg0 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
  %2 = call @"<lambda>_0"(%1) : (tensor<1xf32>) -> tensor<1xf32>
  return %0, %2 : tensor<3xf32>, tensor<1xf32>
}
func.func private @"<lambda>"(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @"<lambda>_0"(%arg0: tensor<1xf32>) -> tensor<1xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func public @main() {
  %got = call @no_inputs() : () -> tensor<2x3xf32>
  %want = stablehlo.constant dense<[[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @no_inputs() -> (tensor<2x3xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.iota dim = 0 : tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<2x3xf32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %got:3 = call @same_result_twice(%0) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %want_0 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %want_1 = stablehlo.constant dense<[2.0, -1.0, 4.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %want_2 = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#2, %want_2) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @same_result_twice(%arg0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}, tensor<3xf32> {jax.result_info = "result[2]"}) {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<3xf32>
  return %arg0, %1, %arg0 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 0.0, 2.0], [3.0, -3.0, -2.0], [2.0, 3.0, -2.0], [-1.0, 3.0, -1.0]]> : tensor<4x3xf32>
  %1 = stablehlo.constant dense<[[2.0, -2.0, -3.0], [-1.0, -1.0, 2.0], [0.0, -3.0, -1.0], [1.0, 2.0, 2.0]]> : tensor<4x3xf32>
  %got = call @mapped(%0, %1) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4xf32>
  %want = stablehlo.constant dense<[-6.0, -4.0, -7.0, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @mapped(%arg0: tensor<4x3xf32>, %arg1: tensor<4x3xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, 0, 5]> : tensor<3xi32>
  %got = call @mapped_while(%0) : (tensor<3xi32>) -> tensor<3xi32>
  %want = stablehlo.constant dense<[3, 0, 5]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
func.func private @mapped_while(%arg0: tensor<3xi32>) -> (tensor<3xi32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %0) : tensor<3xi32>, tensor<3xi32>
  cond {
    %2 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_1 = stablehlo.constant dense<false> : tensor<i1>
    %3 = stablehlo.reduce(%2 init: %c_1) applies stablehlo.or across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %3 = stablehlo.add %iterArg_0, %2 : tensor<3xi32>
    %4 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi1>) -> tensor<3xi1>
    %6 = stablehlo.select %5, %3, %iterArg_0 : tensor<3xi1>, tensor<3xi32>
    stablehlo.return %iterArg, %6 : tensor<3xi32>, tensor<3xi32>
  }
  return %1#1 : tensor<3xi32>
}
