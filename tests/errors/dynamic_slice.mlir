// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Slices that begin at computed places.

func.func @slice_operand(%x: tensor<4x4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (I1): operand must be a tensor with at most one scale, not tensor<4x4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2, 2] : (tensor<4x4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>, tensor<i64>, tensor<i64>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @slice_index_kind(%x: tensor<4x4xi32>, %i0: tensor<1xi64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (I2): a start index must be a scalar tensor of integers, not tensor<1xi64>}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2, 2] : (tensor<4x4xi32>, tensor<1xi64>, tensor<i64>) -> tensor<2x2xi32>
  return
}

// -----

func.func @slice_index_float(%x: tensor<4x4xi32>, %i0: tensor<f32>, %i1: tensor<f32>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (I2): start_indices must be a tensor of integers, not tensor<f32>}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2, 2] : (tensor<4x4xi32>, tensor<f32>, tensor<f32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @slice_element(%x: tensor<4x4xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (C1): the result is tensor<2x2xi32>, but tensor<2x2xi64> is declared}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi64>
  return
}

// -----

func.func @slice_starts(%x: tensor<4x4xi32>, %i0: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (C2): there are 1 start indices and 2 slice sizes; the operand has rank 2}}
  %y = stablehlo.dynamic_slice %x, %i0, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>) -> tensor<2x2xi32>
  return
}

// -----

func.func @slice_sizes(%x: tensor<4x4xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (C2): there are 2 start indices and 1 slice sizes; the operand has rank 2}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2xi32>
  return
}

// -----

func.func @slice_index_types(%x: tensor<4x4xi32>, %i0: tensor<i64>, %i1: tensor<i32>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (C3): a start index is tensor<i32>, the first tensor<i64>}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @slice_too_large(%x: tensor<4x4xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (C4): slice size 5 of dimension 1 is not in 0..=4}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2, 5] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x5xi32>
  return
}

// -----

func.func @slice_negative(%x: tensor<4x4xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (C4): slice size -1 of dimension 0 is not in 0..=4}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [-1, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  return
}

// -----

func.func @slice_shape(%x: tensor<4x4xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_slice` breaks (C5): the result is tensor<2x2xi32>, but tensor<2x3xi32> is declared}}
  %y = stablehlo.dynamic_slice %x, %i0, %i1, sizes = [2, 2] : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @update_operand(%x: tensor<4x4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>, %u: tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (I1): operand must be a tensor with at most one scale, not tensor<4x4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<i64>, tensor<i64>) -> tensor<4x4x!quant.uniform<i8:f32:0, {0.5,0.25,0.5,0.25}>>
  return
}

// -----

func.func @update_update(%x: tensor<4x4xi32>, %u: tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (I2): update must be a tensor with at most one scale, not tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4xi32>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5,0.25}>>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @update_index_kind(%x: tensor<4x4xi32>, %u: tensor<2x2xi32>, %i0: tensor<2xi64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (I3): a start index must be a scalar tensor of integers, not tensor<2xi64>}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<2xi64>, tensor<i64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @update_result(%x: tensor<4x4xi32>, %u: tensor<2x2xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (C1): the result is tensor<4x4xi32>, but tensor<4x4xi64> is declared}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi64>
  return
}

// -----

func.func @update_element(%x: tensor<4x4xi32>, %u: tensor<2x2xi64>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (C2): update is tensor<2x2xi64>, the operand tensor<4x4xi32>}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4xi32>, tensor<2x2xi64>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @update_rank(%x: tensor<4x4xi32>, %u: tensor<2xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (C3): update is tensor<2xi32>, the operand tensor<4x4xi32>}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4xi32>, tensor<2xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @update_starts(%x: tensor<4x4xi32>, %u: tensor<2x2xi32>, %i0: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (C4): there are 1 start indices; the operand has rank 2}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @update_index_types(%x: tensor<4x4xi32>, %u: tensor<2x2xi32>, %i0: tensor<i64>, %i1: tensor<ui64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (C5): a start index is tensor<ui64>, the first tensor<i64>}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<ui64>) -> tensor<4x4xi32>
  return
}

// -----

func.func @update_too_large(%x: tensor<4x4xi32>, %u: tensor<2x5xi32>, %i0: tensor<i64>, %i1: tensor<i64>) {
  // expected-error@+1 {{`stablehlo.dynamic_update_slice` breaks (C6): dimension 1 of update has extent 5, that of the operand 4}}
  %y = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<4x4xi32>, tensor<2x5xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
  return
}
