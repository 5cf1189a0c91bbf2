// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops whose region is applied to elements: map, reduce and reduce_window.

func.func @shapes(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C1): input 1 is tensor<3x2xf32>, but the first tensor<2x3xf32>}}
  %y:2 = "stablehlo.reduce"(%x, %w, %z, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @initial_value(%x: tensor<2x3xf32>, %z: tensor<f64>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C2): initial value 0 is tensor<f64>, not a tensor of f32}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf32>
  return
}

// -----

func.func @counts(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C3): there must be an initial value for each input, found 3 operands}}
  %y = "stablehlo.reduce"(%x, %x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @dimension(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C4): dimensions [2] must be dimensions of tensor<2x3xf32>}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @dimension_twice(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C5): dimensions [1, 1] names a dimension twice}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @body_arguments(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C6): body takes 1 and yields 1 values; for 1 inputs these must be 2 and 1}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @body_results(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C6): body takes 2 and yields 0 values; for 1 inputs these must be 2 and 1}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @body_shape(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C6): body yields tensor<1xf32>; initial value 0 is tensor<f32>}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<1xf32>, %b: tensor<1xf32>):
    stablehlo.return %a : tensor<1xf32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @body_types(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C6): body takes tensor<f64> where it yields tensor<f32>}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f64>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @body_too_narrow(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C6): body computes in f16, which can't hold f32}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    stablehlo.return %a : tensor<f16>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @shape(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.reduce` breaks (C7): the result is tensor<2xf32>, but tensor<3xf32> is declared}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @element(%x: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.reduce` breaks (C8): the result is tensor<2xf32>, but tensor<2xf64> is declared}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
  return
}

// -----

func.func @window_counts(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C1): there must be an initial value for each input, found 1 operands}}
  %y = "stablehlo.reduce_window"(%x) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_shapes(%x: tensor<4x6xf32>, %w: tensor<6x4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C2): input 1 is tensor<6x4xf32>, but the first tensor<4x6xf32>}}
  %y:2 = "stablehlo.reduce_window"(%x, %w, %z, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x6xf32>, tensor<6x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x5xf32>, tensor<3x5xf32>)
  return
}

// -----

func.func @window_initial_value(%x: tensor<4x6xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C13): body yields tensor<f32>; initial value 0 is tensor<1xf32>}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<1xf32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_dimension_count(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C4): window_dimensions has 1 entries, the inputs have rank 2}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_dimension(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C5): window_dimensions [2, 0] must be positive}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_stride_count(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C6): window_strides has 1 entries, the inputs have rank 2}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_stride(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C7): window_strides [1, -1] must be positive}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, -1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_base_count(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C8): base_dilations has 3 entries, the inputs have rank 2}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_base(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C9): base_dilations [0, 1] must be positive}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_dilation_count(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C10): window_dilations has 1 entries, the inputs have rank 2}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_dilation(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C11): window_dilations [1, 0] must be positive}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_padding(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C12): padding has 1 pairs, the inputs have rank 2}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_body(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C13): body takes tensor<f32> where it yields tensor<f64>}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.convert %a : (tensor<f32>) -> tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_result_shapes(%x: tensor<4x6xf32>, %w: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+4 {{`stablehlo.reduce_window` breaks (C14): the result is tensor<3x5xf32>, but tensor<5x3xf32> is declared}}
  %y:2 = "stablehlo.reduce_window"(%x, %w, %z, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x5xf32>, tensor<5x3xf32>)
  return
}

// -----

func.func @window_shape(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.reduce_window` breaks (C15): the result is tensor<3x5xf32>, but tensor<3x6xf32> is declared}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x6xf32>
  return
}

// -----

func.func @window_too_large(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C15): dimension 0 of the result would be too large}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>, padding = dense<9223372036854775807> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @window_element(%x: tensor<4x6xf32>, %z: tensor<f32>) {
  // expected-error@+5 {{`stablehlo.reduce_window` breaks (C16): the result is tensor<3x5xf32>, but tensor<3x5xf64> is declared}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf64>
  return
}

// -----

func.func @variadic_map_result(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`hloom.map` breaks (C4): computation must yield scalar tensors, not (tensor<f32>, tensor<2xf32>)}}
  %y:2 = "hloom.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %two = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2xf32>
    stablehlo.return %a, %two : tensor<f32>, tensor<2xf32>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @variadic_map_arguments(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`hloom.map` breaks (C4): computation takes 2 arguments, not one for each of 1 inputs}}
  %y = "hloom.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_shapes(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>) {
  // expected-error@+1 {{`stablehlo.map` breaks (C1): input 1 is tensor<3x2xf32>, but the first tensor<2x3xf32>}}
  %y = "stablehlo.map"(%x, %w) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_result_shape(%x: tensor<2x3xf32>) {
  // expected-error@+4 {{`stablehlo.map` breaks (C1): the result is tensor<2x3xf32>, but tensor<3x2xf32> is declared}}
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @map_nothing(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.map` breaks (C2): there must be at least one input}}
  %y = "stablehlo.map"() <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : () -> tensor<2x3xf32>
  return
}

// -----

func.func @map_dimensions(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.map` breaks (C3): dimensions [1, 0] must be 0..2, all dimensions of the inputs}}
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_some_dimensions(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.map` breaks (C3): dimensions [0] must be 0..2, all dimensions of the inputs}}
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_arguments(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.map` breaks (C4): computation takes 2 arguments, not one for each of 1 inputs}}
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_argument_type(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.map` breaks (C4): argument 0 of computation is tensor<f64>, not tensor<f32>}}
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f64>):
    stablehlo.return %a : tensor<f64>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_computation_result(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{`stablehlo.map` breaks (C4): computation must yield one scalar tensor, not (tensor<f32>, tensor<f32>)}}
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a, %a : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @map_result_element(%x: tensor<2x3xf32>) {
  // expected-error@+4 {{`stablehlo.map` breaks (C4): the result is tensor<2x3xf32>, but tensor<2x3xf64> is declared}}
  %y = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @main(%x: tensor<4x4xf32>, %z: tensor<f64>) -> tensor<3x3xf32> {
  // expected-error@+1 {{`stablehlo.reduce_window` breaks (C3): initial value 0 is tensor<f64>, not a tensor of f32}}
  %y = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f64>) -> tensor<3x3xf32>
  return %y : tensor<3x3xf32>
}

// -----

// A slice lies along kept dimensions, in their order.
func.func @main(%x: tensor<4x2x3xf32>, %z: tensor<3x2xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{`stablehlo.reduce` breaks (C6): body takes tensor<3x2xf32>, which is no slice along dimensions of extents [2, 3]}}
  %y = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<3x2xf32>, %b: tensor<3x2xf32>):
    %s = stablehlo.add %a, %b : tensor<3x2xf32>
    stablehlo.return %s : tensor<3x2xf32>
  }) : (tensor<4x2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
