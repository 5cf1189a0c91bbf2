// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Sorting.

func.func @scales(%x0: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.sort` breaks (I1): inputs must be a tensor with at most one scale, not tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.sort"(%x0) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @inputs() {
  // expected-error@+1 {{`stablehlo.sort` breaks (C1): there must be at least one input}}
  "stablehlo.sort"() <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : () -> ()
  return
}

// -----

func.func @element(%x0: tensor<2x3xi32>) {
  // expected-error@+5 {{`stablehlo.sort` breaks (C2): the result is tensor<2x3xi32>, but tensor<2x3xi64> is declared}}
  %y = "stablehlo.sort"(%x0) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @shapes(%x0: tensor<2x3xi32>, %x1: tensor<2x4xi32>) {
  // expected-error@+1 {{`stablehlo.sort` breaks (C3): input 1 is tensor<2x4xi32>, but the first tensor<2x3xi32>}}
  %y:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>, tensor<2x4xi32>) -> (tensor<2x3xi32>, tensor<2x4xi32>)
  return
}

// -----

func.func @result_shape(%x0: tensor<2x3xi32>) {
  // expected-error@+5 {{`stablehlo.sort` breaks (C3): the result is tensor<2x3xi32>, but tensor<2x4xi32> is declared}}
  %y = "stablehlo.sort"(%x0) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @dimension(%x0: tensor<2x3xi32>) {
  // expected-error@+1 {{`stablehlo.sort` breaks (C4): dimension 2 is not in -2..2, as the inputs' rank wants it}}
  %y = "stablehlo.sort"(%x0) <{dimension = 2 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @dimension_negative(%x0: tensor<2x3xi32>) {
  // expected-error@+1 {{`stablehlo.sort` breaks (C4): dimension -3 is not in -2..2, as the inputs' rank wants it}}
  %y = "stablehlo.sort"(%x0) <{dimension = -3 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @dimension_of_scalar(%x0: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.sort` breaks (C4): dimension -1 is not in -0..0, as the inputs' rank wants it}}
  %y = "stablehlo.sort"(%x0) <{}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @comparator_result(%x0: tensor<2x3xi32>) {
  // expected-error@+1 {{`stablehlo.sort` breaks (C5): comparator must yield tensor<i1>, not tensor<i32>}}
  %y = "stablehlo.sort"(%x0) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @comparator_arguments(%x0: tensor<2x3xi32>, %x1: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.sort` breaks (C5): comparator takes (tensor<i32>, tensor<i32>), but two scalars for each input are (tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>)}}
  %y:2 = "stablehlo.sort"(%x0, %x1) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>, tensor<2x3xf32>) -> (tensor<2x3xi32>, tensor<2x3xf32>)
  return
}
