// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}

// A check may stand in a loop and in a branch, and a branch that is not taken is
// not looked at.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %end:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<2xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %twice = stablehlo.add %x, %x : tensor<2xf32>
    %half = stablehlo.constant dense<0.5> : tensor<2xf32>
    %back = stablehlo.multiply %twice, %half : tensor<2xf32>
    check.expect_eq %back, %x : tensor<2xf32>
    check.expect_almost_eq %back, %x : tensor<2xf32>
    check.expect_close %back, %x, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %late = stablehlo.compare GT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.if"(%late) ({
      check.expect_eq_const %i, dense<3> : tensor<i32>
      check.expect_almost_eq_const %x, dense<[8.0, 16.0]> : tensor<2xf32>
      stablehlo.return
    }, {
      stablehlo.return
    }) : (tensor<i1>) -> ()
    "stablehlo.case"(%i) ({
      check.expect_eq_const %i, dense<0> : tensor<i32>
      stablehlo.return
    }, {
      check.expect_eq_const %x, dense<[2.0, 4.0]> : tensor<2xf32>
      stablehlo.return
    }, {
      stablehlo.return
    }) : (tensor<i32>) -> ()
    stablehlo.return %next, %twice : tensor<i32>, tensor<2xf32>
  }
  check.expect_eq_const %end#1, dense<[16.0, 32.0]> : tensor<2xf32>
  return
}

// -----

// Never run: nothing is compared.
func.func @main() {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
  "stablehlo.if"(%no) ({
    check.expect_eq_const %x, dense<[3, 4]> : tensor<2xui8>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}

// -----

// Every kind of element.
func.func @main() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %b = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  %c = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %d = stablehlo.constant dense<[0x7E00, 0xFC00]> : tensor<2xf16>
  %e = stablehlo.constant dense<[(1.0, -0.0), (0x7F800000, 2.0)]> : tensor<2xcomplex<f32>>
  %f = stablehlo.constant dense<[-0.0, 1.0000000000000002]> : tensor<2xf64>
  %g = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  "stablehlo.if"(%yes) ({
    check.expect_eq %a, %a : tensor<2xi1>
    check.expect_close %a, %a, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<2xi1>, tensor<2xi1>
    check.expect_eq %b, %b : tensor<2xi2>
    check.expect_close %c, %c, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<2xui64>, tensor<2xui64>
    check.expect_eq %d, %d : tensor<2xf16>
    check.expect_close %d, %d, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<2xf16>, tensor<2xf16>
    check.expect_eq %e, %e : tensor<2xcomplex<f32>>
    check.expect_almost_eq %e, %e : tensor<2xcomplex<f32>>
    check.expect_close %f, %g, max_ulp_difference = 1, min_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}

// -----

// As a custom call, "almost" is a thousandth unless an attribute says otherwise.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.0009, 1.9995]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_almost_eq(%x, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  check.expect_almost_eq %x, %y, tolerance = 0.001 : tensor<2xf32>
  return
}
