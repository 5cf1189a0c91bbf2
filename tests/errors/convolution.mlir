// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Convolution.

func.func @ranks(%x: tensor<2x8x8x4xf32>, %k: tensor<3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C1): lhs has rank 4, but rhs 3}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @stride_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C2): window_strides has 1 entries, not 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @stride(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C3): window_strides [1, 0] must be positive}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @padding_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C4): padding has 1 pairs, not 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @lhs_dilation_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C5): lhs_dilation has 3 entries, not 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @lhs_dilation(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C6): lhs_dilation [0, 1] must be positive}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @rhs_dilation_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C7): rhs_dilation has 1 entries, not 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @rhs_dilation(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C8): rhs_dilation [1, -1] must be positive}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1, -1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @reversal_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C9): window_reversal has 1 entries, not 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @batch_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C10): the batch of 2 can't be divided into 3 groups}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @feature_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C11): the 4 features can't be divided into 3 groups}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @input_spatial(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C12): input_spatial_dimensions are 1; lhs has rank 4, so they must be 2 fewer}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @input_twice(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C13): the dimensions of lhs are named [0, 3, 1, 1], not each of 0..4 once}}
  %y = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @input_range(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C13): the dimensions of lhs are named [-9, 3, 1, 2], not each of 0..4 once}}
  %y = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = -9, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @input_features(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C14): rhs has 4 input features, not 4 / 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @output_batch_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x5xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C15): the 5 output features can't be divided into 2 groups}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @output_feature_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x2x5xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C16): the 5 output features can't be divided into 2 groups}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x5xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @kernel_spatial(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C17): kernel_spatial_dimensions are 1, not 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @kernel_twice(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C18): the dimensions of rhs are named [2, 2, 0, 1], not each of 0..4 once}}
  %y = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @output_spatial(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C19): output_spatial_dimensions are 1, not 2}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @output_range(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C20): the dimensions of the result are named [0, 9223372036854775807, 1, 2], not each of 0..4 once}}
  %y = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 9223372036854775807, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @no_feature_group(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C21): feature_group_count is 0; it must be positive}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @no_batch_group(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C22): batch_group_count is -1; it must be positive}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = -1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @both_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C23): feature_group_count 2 and batch_group_count 2 can't both exceed 1}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @precision(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C24): precision_config has 3 entries; there are two operands}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @shape(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x5xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C25): the result is tensor<2x6x6x6xf32>, but tensor<2x6x6x5xf32> is declared}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x5xf32>
  return %y : tensor<2x6x6x5xf32>
}

// -----

func.func @too_large(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C25): spatial dimension 0 of the result would be too large}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[9223372036854775807, 9223372036854775807], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @rank(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C26): the result must be a tensor of rank 4, not tensor<2x6xf32>}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6xf32>
  return %y : tensor<2x6xf32>
}

// -----

func.func @elements(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xi32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C27): elements of f32 and f32 can't make a product of i32}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xi32>
  return %y : tensor<2x6x6x6xi32>
}

// -----

func.func @quantized(%x: tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x3x4x6x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C28): lhs and the result must both be quantized or both not}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}

// -----

func.func @kernel_axis(%x: tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x3x4x6x!quant.uniform<i8:f32:2, {0.5,0.5,0.5,0.5}>>) -> tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C29): rhs is quantized along dimension 2, not 3, its output features}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x4x6x!quant.uniform<i8:f32:2, {0.5,0.5,0.5,0.5}>>) -> tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>>
  return %y : tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @result_axis(%x: tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x3x4x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>) -> tensor<2x6x6x2x!quant.uniform<i8:f32:0, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C30): the result is quantized along dimension 0, not 3, its features}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>) -> tensor<2x6x6x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return %y : tensor<2x6x6x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
}

// -----

func.func @storage(%x: tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x3x4x6x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C31): lhs is stored in i8, rhs in i16}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x4x6x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>>
  return %y : tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @expressed(%x: tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x3x4x6x!quant.uniform<i8:bf16, 0.5>>) -> tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C32): elements of}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x4x6x!quant.uniform<i8:bf16, 0.5>>) -> tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>>
  return %y : tensor<2x6x6x6x!quant.uniform<i8:f32, 0.5>>
}

// -----

func.func @per_tensor(%x: tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, %k: tensor<3x3x4x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x6x6x2x!quant.uniform<i8:f32:3, {0.5,0.25}>> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C33): the result has a scale for each index, but rhs has one for all}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<3x3x4x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x6x6x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>
  return %y : tensor<2x6x6x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>
}

// -----

func.func @hybrid(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x6x6x6xf32> {
  // expected-error@+1 {{`stablehlo.convolution` breaks (C34): elements of f32 and !quant.uniform<i8:f16, 0.5> can't make a product of f32}}
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x6x6x6xf32>
  return %y : tensor<2x6x6x6xf32>
}
