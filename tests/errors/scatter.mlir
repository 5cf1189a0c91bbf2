// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Scattering updates.

func.func @inputs(%x0: tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5,0.25}>>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (I1): inputs must be a tensor with at most one scale, not tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5,0.25}>>}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
      stablehlo.return %b : tensor<!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5,0.25}>>, tensor<2x3x2xi64>, tensor<2x3x2x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>) -> tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5,0.25}>>
  return
}

// -----

func.func @updates(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (I3): updates must be a tensor with at most one scale, not tensor<2x3x2x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2x!quant.uniform<i8:f32:3, {0.5,0.25}>>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @indices(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xf32>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (I2): scatter_indices must be a tensor of integers, not tensor<2x3x2xf32>}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xf32>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @shapes(%x0: tensor<3x4x2xi32>, %x1: tensor<3x5x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>, %u1: tensor<2x3x2x2xi32>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (C1): input 1 is tensor<3x5x2xi32>, but the first tensor<3x4x2xi32>}}
  %y:2 = "stablehlo.scatter"(%x0, %x1, %i, %u0, %u1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      stablehlo.return %c, %d : tensor<i32>, tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x2xi32>) -> (tensor<3x4x2xi32>, tensor<3x5x2xi32>)
  return
}

// -----

func.func @rank(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C2): update_window_dims, inserted_window_dims and input_batching_dims name 4 dimensions; the inputs have rank 3}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @update_shapes(%x0: tensor<3x4x2xi32>, %x1: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>, %u1: tensor<2x3x2x1xi32>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (C3): update 1 is tensor<2x3x2x1xi32>, but the first tensor<2x3x2x2xi32>}}
  %y:2 = "stablehlo.scatter"(%x0, %x1, %i, %u0, %u1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      stablehlo.return %c, %d : tensor<i32>, tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>, tensor<2x3x2x1xi32>) -> (tensor<3x4x2xi32>, tensor<3x4x2xi32>)
  return
}

// -----

func.func @update_rank(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2x1xi32>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (C4): the updates have 3 dimensions that are not update_window_dims, the indices 2 beside index_vector_dim}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2x1xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @update_count(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x4x2x2xi32>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (C4): dimension 1 of the updates has extent 4, but there are 3 indices}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x4x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @update_window(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x5x2xi32>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (C4): windows have extent 5 in dimension 1, the inputs 4}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @counts(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (C5): there must be an update for each input, and the indices between them; found 2 operands}}
  %y = "stablehlo.scatter"(%x0, %i) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @update_element(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi64>) {
  // expected-error@+1 {{`stablehlo.scatter` breaks (C6): update 0 is tensor<2x3x2x2xi64>, but its input tensor<3x4x2xi32>}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @window_sorted(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C7): update_window_dims [3, 2] must increase}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @window_unique(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C7): update_window_dims [2, 2] must increase}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @window_range(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C8): update_window_dims [2, 4] must be dimensions of the updates, which have rank 4}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @inserted_and_batching(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C9): a dimension stands twice in [0] and [0]}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @inserted_sorted(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C10): inserted_window_dims [1, 0] must increase}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @inserted_range(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C11): inserted_window_dims [3] must be dimensions of the inputs, which have rank 3}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @batching_sorted(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C12): input_batching_dims [2, 0] must increase}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [2, 0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @batching_range(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C13): input_batching_dims [3] must be dimensions of the inputs, which have rank 3}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @partners_unique(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C14): scatter_indices_batching_dims [0, 0] names a dimension twice}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0, 2], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @partners_range(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C15): scatter_indices_batching_dims [3] must be dimensions of scatter_indices, which has rank 3}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @partners_vector(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C16): index_vector_dim 2 stands in scatter_indices_batching_dims [2]}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @partners_size(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C17): input_batching_dims [0] and scatter_indices_batching_dims [0, 1] must pair up}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @partners_extent(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C18): batching dimension 0 of the inputs has extent 3, its partner 1 of scatter_indices 5}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @map_size(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C19): scatter_dims_to_operand_dims [1] must have an entry for each of the 2 numbers of an index}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @map_unique(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C20): a dimension stands twice in scatter_dims_to_operand_dims [1, 1] and input_batching_dims []}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @map_and_batching(%x0: tensor<3x4x2xi32>, %i: tensor<3x5x1xi64>, %u0: tensor<3x5x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C20): a dimension stands twice in scatter_dims_to_operand_dims [0] and input_batching_dims [0]}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<3x5x1xi64>, tensor<3x5x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @map_range(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C21): scatter_dims_to_operand_dims [1, 3] must be dimensions of the inputs, which have rank 3}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @vector_dim(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+2 {{`stablehlo.scatter` breaks (C22): index_vector_dim 4 is not in 0..=3, the rank of scatter_indices}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @body_counts(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+3 {{`stablehlo.scatter` breaks (C23): update_computation takes 1 and yields 1 values; for 1 inputs these must be 2 and 1}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @body_shape(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+3 {{`stablehlo.scatter` breaks (C23): update_computation must yield scalar tensors, not tensor<1xi32>}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<1xi32>, %b: tensor<1xi32>):
      stablehlo.return %b : tensor<1xi32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @body_types(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+3 {{`stablehlo.scatter` breaks (C23): update_computation takes tensor<i64> where it yields tensor<i32>}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i64>):
      stablehlo.return %a : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}

// -----

func.func @body_narrow(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+3 {{`stablehlo.scatter` breaks (C23): update_computation computes in i16, which can't hold i32}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i16>, %b: tensor<i16>):
      stablehlo.return %b : tensor<i16>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi16>
  return
}

// -----

func.func @shape(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+7 {{`stablehlo.scatter` breaks (C24): the result is tensor<3x4x2xi32>, but tensor<3x4x3xi32> is declared}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x3xi32>
  return
}

// -----

func.func @element(%x0: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u0: tensor<2x3x2x2xi32>) {
  // expected-error@+7 {{`stablehlo.scatter` breaks (C25): the result is tensor<3x4x2xi32>, but tensor<3x4x2xi64> is declared}}
  %y = "stablehlo.scatter"(%x0, %i, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi64>
  return
}
