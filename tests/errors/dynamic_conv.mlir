// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Convolution with padding that is computed.

func.func @lhs(%x: tensor<1x4x5x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>, %k: tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (I1): lhs must be a tensor with at most one scale, not tensor<1x4x5x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>, tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x?x?x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @padding_kind(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xf32>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (I3): padding must be a tensor of integers, not tensor<2x2xf32>}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xf32>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @padding_dimensions(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<4xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (I3): padding must be a tensor of two dimensions, not tensor<4xi64>}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<4xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @ranks(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C1): lhs has rank 4, but rhs 3}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @strides(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C2): window_strides has 1 entries, not 2}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1>
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @strides_positive(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C3): window_strides [1, 0] must be positive}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 0>
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @padding(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<3x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C4): padding is tensor<3x2xi64>, not two numbers for each of 2 spatial dimensions}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<3x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @lhs_dilation(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C5): lhs_dilation has 1 entries, not 2}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @lhs_dilation_positive(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C6): lhs_dilation [1, 0] must be positive}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 0>
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @rhs_dilation(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C7): rhs_dilation has 1 entries, not 2}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1>
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @rhs_dilation_positive(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C8): rhs_dilation [1, 0] must be positive}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 1, 0>
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @reversal(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C9): window_reversal has 1 entries, not 2}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_reversal = array<i1: true>
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @batch_groups(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C10): the batch of 1 can't be divided into 2 groups}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @feature_groups(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C11): the 2 features can't be divided into 3 groups}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @input_spatial(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<1x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C12): input_spatial_dimensions are 1; lhs has rank 4, so they must be 2 fewer}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @input_dimensions(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C13): the dimensions of lhs are named [1, 3, 1, 2], not each of 0..4 once}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @input_features(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x3x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C14): rhs has 3 input features, not 2 / 1}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x3x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @output_features_batch(%x: tensor<3x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C15): the 4 output features can't be divided into 3 groups}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 3 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<3x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @output_features_feature(%x: tensor<1x4x5x6xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C16): the 4 output features can't be divided into 3 groups}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64
  }> : (tensor<1x4x5x6xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @kernel_spatial(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C17): kernel_spatial_dimensions are 1, not 2}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @kernel_dimensions(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C18): the dimensions of rhs are named [1, 3, 0, 1], not each of 0..4 once}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @output_spatial(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C19): output_spatial_dimensions are 1, not 2}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @output_dimensions(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C20): the dimensions of the result are named [1, 3, 1, 2], not each of 0..4 once}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 1, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @feature_group_count(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C21): feature_group_count is 0; it must be positive}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @batch_group_count(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C22): batch_group_count is 0; it must be positive}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @both_groups(%x: tensor<2x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C23): feature_group_count 2 and batch_group_count 2 can't both exceed 1}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64
  }> : (tensor<2x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @precisions(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_conv` breaks (C24): precision_config has 3 entries; there are two operands}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @extents(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+4 {{`stablehlo.dynamic_conv` breaks (C25): the result is tensor<1x2x4x4xf32>, but tensor<1x3x4x4xf32> is declared}}
  %zero = stablehlo.constant dense<0> : tensor<2x2xi64>
  %y = "stablehlo.dynamic_conv"(%x, %k, %zero) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x3x4x4xf32>
  return
}

// -----

func.func @rank(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C26): the result must be a tensor of rank 4, not tensor<1x?x?xf32>}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?xf32>
  return
}

// -----

func.func @element(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4xf32>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C27): elements of f32 and f32 can't make a product of i32}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xi32>
  return
}

// -----

func.func @quantized(%x: tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C28): lhs and the result must both be quantized or both not, not !quant.uniform<i8:f32, 0.5> and f32}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return
}

// -----

func.func @kernel_axis(%x: tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x2x2x4x!quant.uniform<i8:f32:2, {0.5,0.5}>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C29): rhs is quantized along dimension 2, not 3, its output features}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x2x4x!quant.uniform<i8:f32:2, {0.5,0.5}>>, tensor<2x2xi64>) -> tensor<1x?x?x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @result_axis(%x: tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x2x2x4x!quant.uniform<i8:f32:3, {0.5,0.5,0.5,0.5}>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C30): the result is quantized along dimension 0, not 3, its features}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x2x4x!quant.uniform<i8:f32:3, {0.5,0.5,0.5,0.5}>>, tensor<2x2xi64>) -> tensor<1x?x?x4x!quant.uniform<i8:f32:0, {0.5}>>
  return
}

// -----

func.func @storage(%x: tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x2x2x4x!quant.uniform<i4:f32, 0.5>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C31): lhs is stored in i8, rhs in i4}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x2x4x!quant.uniform<i4:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x?x?x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @expressed(%x: tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x2x2x4x!quant.uniform<i8:f16, 0.5>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C32): elements of !quant.uniform<i8:f32, 0.5> and !quant.uniform<i8:f16, 0.5> can't make a product of !quant.uniform<i8:f32, 0.5>}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x2x4x!quant.uniform<i8:f16, 0.5>>, tensor<2x2xi64>) -> tensor<1x?x?x4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @per_tensor(%x: tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C33): the result has a scale for each index, but rhs has one for all}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2x!quant.uniform<i8:f32, 0.5>>, tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x?x?x4x!quant.uniform<i8:f32:3, {0.5,0.5,0.5,0.5}>>
  return
}

// -----

func.func @hybrid(%x: tensor<1x4x5x2xf32>, %k: tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, %p: tensor<2x2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_conv` breaks (C34): elements of f32 and !quant.uniform<i8:f32, 0.5> can't make a product of f16}}
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x4x5x2xf32>, tensor<3x2x2x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xi64>) -> tensor<1x?x?x4xf16>
  return
}
