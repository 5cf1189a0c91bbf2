// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Gathering slices of sizes that are computed.

func.func @operand(%x: tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5,0.25}>>, %i: tensor<2x3x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_gather` breaks (I1): operand must be a tensor with at most one scale, not tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5,0.25}>>}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5,0.25}>>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>
  return
}

// -----

func.func @indices(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xf32>) {
  // expected-error@+2 {{`stablehlo.dynamic_gather` breaks (I2): start_indices must be a tensor of integers, not tensor<2x3x2xf32>}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xf32>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @sizes_kind(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xf32>) {
  // expected-error@+1 {{`stablehlo.dynamic_gather` breaks (I3): slice_sizes must be a tensor of integers, not tensor<3xf32>}}
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xf32>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @sizes_dimensions(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3x1xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_gather` breaks (I3): a list of integers must be a tensor of one dimension, not tensor<3x1xi64>}}
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3x1xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @rank(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C1): offset_dims, collapsed_slice_dims and operand_batching_dims name 4 dimensions; the operand has rank 3}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @vector_dim(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C2): index_vector_dim 4 is not in 0..=3, the rank of start_indices}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 4>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @map_size(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C3): start_index_map [1] must have an entry for each of the 2 numbers of an index}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @offsets_sorted(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C4): offset_dims [3, 2] must increase}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @offsets_range(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C5): offset_dims [2, 4] must be dimensions of the result, which has rank 4}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @collapsed_and_batching(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C6): a dimension stands twice in [0] and [0]}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @collapsed_sorted(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C6): collapsed_slice_dims [1, 0] must increase}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @collapsed_range(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C7): collapsed_slice_dims [3] must be dimensions of the operand, which has rank 3}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @collapsed_size(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_gather` breaks (C8): the slice size of the collapsed dimension 0 is 2; it must be 0 or 1}}
  %s = stablehlo.constant dense<[2, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @batching_sorted(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather`: operand_batching_dims [2, 0] must increase}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [2, 0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @batching_range(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather`: operand_batching_dims [3] must be dimensions of the operand, which has rank 3}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @batching_size(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_gather`: the slice size of the batching dimension 0 is 3; it must be 0 or 1}}
  %s = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @partners_unique(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather`: start_indices_batching_dims [0, 0] names a dimension twice}}
  %s = stablehlo.constant dense<[1, 1, 1]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [0, 0], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @partners_range(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather`: start_indices_batching_dims [3] must be dimensions of start_indices, which has rank 3}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @partners_vector(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather`: index_vector_dim 2 stands in start_indices_batching_dims [2]}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @partners_size(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather`: operand_batching_dims [0] and start_indices_batching_dims [0, 1] must pair up}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @partners_extent(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather`: batching dimension 0 of the operand has extent 3, its partner 1 of start_indices 5}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @map_and_batching(%x: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C9): a dimension stands twice in start_index_map [0] and operand_batching_dims [0]}}
  %s = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3xi64>) -> tensor<3x5x2xi32>
  return
}

// -----

func.func @map_range(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+3 {{`stablehlo.dynamic_gather` breaks (C10): start_index_map [3, 0] must be dimensions of the operand, which has rank 3}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [3, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @sizes_rank(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<2xi64>) {
  // expected-error@+1 {{`stablehlo.dynamic_gather` breaks (C11): slice_sizes has 2 entries; the operand has rank 3}}
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @sizes_range(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+2 {{`stablehlo.dynamic_gather` breaks (C12): slice size 5 of dimension 1 is not in 0..=4}}
  %s = stablehlo.constant dense<[1, 5, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

func.func @shape(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+4 {{`stablehlo.dynamic_gather` breaks (C13): the result is tensor<2x3x2x2xi32>, but tensor<2x3x2x3xi32> is declared}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x3xi32>
  return
}

// -----

func.func @element(%x: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+4 {{`stablehlo.dynamic_gather` breaks (C14): the result is tensor<2x3x2x2xi32>, but tensor<2x3x2x2xi64> is declared}}
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi64>
  return
}
