// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Attributes of StableHLO are read wherever they stand, on ops of other dialects too.

// expected-error@+1 {{`index_vector_dim` stands twice}}
module attributes {stablehlo.scatter = #stablehlo.scatter<index_vector_dim = 1, index_vector_dim = 1>} {}

// -----

// expected-error@+1 {{`collapsed_slice_dims` stands twice}}
module attributes {stablehlo.gather = #stablehlo.gather<collapsed_slice_dims = [0], collapsed_slice_dims = [0],>} {}

// -----

// expected-error@+1 {{`offset_dims` must be a list of integers}}
module attributes {stablehlo.gather = #stablehlo.gather<offset_dims = 0>} {}

// -----

// expected-error@+1 {{expected `,` or `>` after the value of `rhs_batching_dimensions`}}
module attributes {stablehlo.dot = #stablehlo.dot<rhs_batching_dimensions = [1] rhs_contracting_dimensions = [3]>} {}

// -----

// expected-error@+1 {{expected `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`, found `foo`}}
module attributes {stablehlo.dot = #stablehlo.dot<foo = [0]>} {}

// -----

// expected-error@+1 {{nothing closes this `<`}}
module attributes {stablehlo.dot = #stablehlo.dot<rhs_batching_dimensions = [1>} {}

// -----

// expected-error@+1 {{expected `b`, `f` or a spatial dimension, found `c`}}
module attributes {stablehlo.conv = #stablehlo.conv<[c, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error@+1 {{`i` stands twice in `[0, 1, i, i]`}}
module attributes {stablehlo.conv = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, i]->[b, 0, 1, f]>} {}

// -----

// expected-error@+1 {{`f` is missing in `[b, 0, 1]`}}
module attributes {stablehlo.conv = #stablehlo.conv<[b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error@+1 {{expected `[`, found `{b, 0, 1, f}x[0, 1, i, o]->[b, 0, 1, f]`}}
module attributes {stablehlo.conv = #stablehlo.conv<{b, 0, 1, f}x[0, 1, i, o]->[b, 0, 1, f]>} {}

// -----

// expected-error@+1 {{`0` is missing in `[b, f, 1]`}}
module attributes {stablehlo.conv = #stablehlo.conv<[b, f, 1]x[o, 0, 1, i]->[f, b, 0, 1]>} {}

// -----

// expected-error@+1 {{`1` stands twice in `[b, f, 1, 0, 1]`}}
module attributes {stablehlo.conv = #stablehlo.conv<[b, f, 1, 0, 1]x[o, 0, 1, i]->[f, b, 0, 1]>} {}

// -----

// expected-error@+1 {{expected `b`, `f` or a spatial dimension, found `-2`}}
module attributes {stablehlo.conv = #stablehlo.conv<[b, f, 1, -2]x[o, 0, 1, i]->[f, b, 0, 1]>} {}

// -----

// expected-error@+1 {{expected `->` behind the dimensions of rhs}}
module attributes {stablehlo.conv = #stablehlo.conv<[b, f, 0, 1]x[o, 0, 1, i][f, b, 0, 1]>} {}

// -----

// expected-error@+1 {{`input_batch_dimension` must be an integer}}
module attributes {stablehlo.conv = #stablehlo.conv<raw input_batch_dimension = [0]>} {}

// -----

// expected-error@+1 {{`lhs_ragged_dimensions` must be a list of integers}}
module attributes {chlo.ragged = #chlo.ragged_dot<lhs_ragged_dimensions = 0>} {}

// -----

// expected-error@+1 {{expected `handle`, `type`, found `kind`}}
module attributes {a = #stablehlo.channel_handle<handle = 1, kind = 2>} {}

// -----

// expected-error@+1 {{a tolerance is negative}}
module attributes {a = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} {}

// -----

// expected-error@+1 {{expected `#stablehlo.result_accuracy_mode<DEFAULT>`, `HIGHEST` or `TOLERANCE`, found `#stablehlo.result_accuracy_mode<BEST>`}}
module attributes {a = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<BEST>>} {}

// -----

// expected-error@+1 {{`lhs_precision_type` is f33, which is not a float type}}
"other.op"() {a = #stablehlo.dot_algorithm<lhs_precision_type = f33>} : () -> ()

// -----

// expected-error@+1 {{`rhs_precision_type` is missing in `#stablehlo.dot_algorithm<lhs_precision_type = f32>`}}
"other.op"() {a = #stablehlo.dot_algorithm<lhs_precision_type = f32>} : () -> ()

