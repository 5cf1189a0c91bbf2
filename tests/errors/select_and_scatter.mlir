// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Choosing in windows and scattering to what was chosen.

func.func @operand(%x: tensor<4x6x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (I1): operand must be a tensor with at most one scale, not tensor<4x6x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>
  return
}

// -----

func.func @source(%x: tensor<4x6xf32>, %s: tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (I2): source must be a tensor with at most one scale, not tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @initial_value(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (I3): init_value must be a scalar tensor, not tensor<1xf32>}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @elements(%x: tensor<4x6xf32>, %s: tensor<2x3xf64>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C1): source is tensor<2x3xf64>, the operand tensor<4x6xf32>}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf64>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @windows(%x: tensor<4x6xf32>, %s: tensor<2x4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C2): dimension 1 of source has extent 4, but there are 3 windows}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @windows_rank(%x: tensor<4x6xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C2): source is tensor<2xf32>, but the operand has rank 2}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @initial_element(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f64>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C3): init_value is tensor<f64>, not tensor<f32>}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f64>) -> tensor<4x6xf32>
  return
}

// -----

func.func @window_rank(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C4): window_dimensions has 1 entries, the operand has rank 2}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @window_positive(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C5): window_dimensions [2, 0] must be positive}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @stride_rank(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C6): window_strides has 1 entries, the operand has rank 2}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @stride_positive(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C7): window_strides [2, 0] must be positive}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @padding_rank(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C8): padding has 1 pairs, the operand has rank 2}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @select(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.select_and_scatter` breaks (C9): select must be a function of tensor<f32> and tensor<f32> to tensor<i1>, not of (tensor<f32>, tensor<f32>) to tensor<f32>}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @scatter_result(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.select_and_scatter` breaks (C10): scatter must yield one scalar tensor, not nothing}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @scatter_arguments(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.select_and_scatter` breaks (C10): scatter yields tensor<f32>, but takes (tensor<f32>, tensor<f64>)}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @scatter_narrow(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.select_and_scatter` breaks (C10): scatter computes in f16, which can't hold f32}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
      stablehlo.return %a : tensor<f16>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf16>
  return
}

// -----

func.func @shape(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+9 {{`stablehlo.select_and_scatter` breaks (C11): the result is tensor<4x6xf32>, but tensor<4x5xf32> is declared}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @element(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+9 {{`stablehlo.select_and_scatter` breaks (C12): the result is tensor<4x6xf32>, but tensor<4x6xf64> is declared}}
  %y = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf64>
  return
}
