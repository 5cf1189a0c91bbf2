// RUN: hloom run %s --split-input-file --backend=interp
// RUN: hloom opt %s --split-input-file --passes=refine-shapes,symbol-dce | hloom run - --split-input-file --backend=interp
// Written by make.py (indexing.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %got = call @arange(%open_0) : (tensor<?x2xf32>) -> tensor<?xf32>
  %want = stablehlo.constant dense<[0.0, 3.0, 6.0, 9.0, 12.0, 15.0, 6.0, 9.0, 12.0, 15.0, 18.0, 21.0]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<12xf32>) -> ()
  return
}
func.func private @arange(%arg0: tensor<?x2xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %3 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?x2xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<?x2xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<4> : tensor<i64>
  %0 = stablehlo.concatenate %arg1, %arg1, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = stablehlo.convert %arg0 : tensor<i64>
  %2 = stablehlo.multiply %1, %c : tensor<i64>
  %3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.dynamic_reshape %0, %4 : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %6 = stablehlo.convert %arg0 : tensor<i64>
  %7 = stablehlo.multiply %6, %c : tensor<i64>
  %8 = stablehlo.convert %7 : (tensor<i64>) -> tensor<i32>
  %9 = stablehlo.reshape %8 : (tensor<i32>) -> tensor<1xi32>
  %10 = stablehlo.dynamic_broadcast_in_dim %cst_1, %9, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %11 = stablehlo.multiply %5, %10 : tensor<?xf32>
  %12 = stablehlo.convert %arg0 : tensor<i64>
  %13 = stablehlo.multiply %12, %c : tensor<i64>
  %14 = stablehlo.convert %13 : (tensor<i64>) -> tensor<i32>
  %15 = stablehlo.reshape %14 : (tensor<i32>) -> tensor<1xi32>
  %16 = stablehlo.dynamic_iota %15, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %17 = stablehlo.convert %arg0 : tensor<i64>
  %18 = stablehlo.multiply %17, %c : tensor<i64>
  %19 = stablehlo.convert %18 : (tensor<i64>) -> tensor<i32>
  %20 = stablehlo.reshape %19 : (tensor<i32>) -> tensor<1xi32>
  %21 = stablehlo.dynamic_broadcast_in_dim %cst_0, %20, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %22 = stablehlo.multiply %21, %16 : tensor<?xf32>
  %23 = stablehlo.convert %arg0 : tensor<i64>
  %24 = stablehlo.multiply %23, %c : tensor<i64>
  %25 = stablehlo.convert %24 : (tensor<i64>) -> tensor<i32>
  %26 = stablehlo.reshape %25 : (tensor<i32>) -> tensor<1xi32>
  %27 = stablehlo.dynamic_broadcast_in_dim %cst, %26, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %28 = stablehlo.add %27, %22 : tensor<?xf32>
  %29 = stablehlo.add %11, %28 : tensor<?xf32>
  return %29 : tensor<?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %open : tensor<?x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %got = call @pad_and_step(%open_0) : (tensor<?x2xf32>) -> tensor<2xf32>
  %want = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @pad_and_step(%arg0: tensor<?x2xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %3 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?x2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<?x2xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<2> : tensor<i64>
  %c_1 = stablehlo.constant dense<1> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %0 = call @_pad(%arg0, %arg1, %c_2) : (tensor<i64>, tensor<?x2xf32>, tensor<i64>) -> tensor<?x2xf32>
  %1 = stablehlo.convert %arg0 : tensor<i64>
  %2 = stablehlo.add %1, %c_1 : tensor<i64>
  %3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.dynamic_iota %4, dim = 0 : (tensor<1xi32>) -> tensor<?xi64>
  %6 = stablehlo.convert %arg0 : tensor<i64>
  %7 = stablehlo.add %6, %c_1 : tensor<i64>
  %8 = stablehlo.convert %7 : (tensor<i64>) -> tensor<i32>
  %9 = stablehlo.reshape %8 : (tensor<i32>) -> tensor<1xi32>
  %10 = stablehlo.dynamic_broadcast_in_dim %c_0, %9, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
  %11 = stablehlo.multiply %10, %5 : tensor<?xi64>
  %12 = stablehlo.convert %arg0 : tensor<i64>
  %13 = stablehlo.add %12, %c_1 : tensor<i64>
  %14 = stablehlo.convert %13 : (tensor<i64>) -> tensor<i32>
  %15 = stablehlo.reshape %14 : (tensor<i32>) -> tensor<1xi32>
  %16 = stablehlo.dynamic_broadcast_in_dim %c_2, %15, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
  %17 = stablehlo.add %16, %11 : tensor<?xi64>
  %18 = stablehlo.convert %arg0 : tensor<i64>
  %19 = stablehlo.add %18, %c_1 : tensor<i64>
  %20 = stablehlo.convert %19 : (tensor<i64>) -> tensor<i32>
  %21 = stablehlo.reshape %20 : (tensor<i32>) -> tensor<1xi32>
  %22 = stablehlo.concatenate %21, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %23 = stablehlo.dynamic_broadcast_in_dim %17, %22, dims = [0] : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x1xi64>
  %24 = "stablehlo.gather"(%0, %23) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 2>}> : (tensor<?x2xf32>, tensor<?x1xi64>) -> tensor<?x2xf32>
  %25 = stablehlo.reduce(%24 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<?x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %25 : tensor<2xf32>
}
func.func private @_pad(%arg0: tensor<i64> {jax.global_constant = "b"}, %arg1: tensor<?x2xf32>, %arg2: tensor<i64>) -> tensor<?x2xf32> {
  %c = stablehlo.constant dense<0> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
  %1 = stablehlo.concatenate %c_0, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.concatenate %3, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %5 = stablehlo.concatenate %c, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = stablehlo.dynamic_pad %arg1, %0, %1, %4, %5 : (tensor<?x2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %6 : tensor<?x2xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %open : tensor<?x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[[3.0, 9.0, 6.0, 5.0], [4.0, -7.0, -5.0, 6.0]]> : tensor<2x4xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %open_1 = call @open_1(%1) : (tensor<2x4xf32>) -> tensor<?x4xf32>
  %got:3 = call @product(%open_0, %open_1) : (tensor<?x?xf32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<f32>, tensor<?xf32>)
  %want_0 = stablehlo.constant dense<[[4.0, -7.0, -5.0, 6.0], [18.0, -3.0, -3.0, 28.0], [32.0, 1.0, -1.0, 50.0]]> : tensor<3x4xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x4xf32>, tensor<3x4xf32>) -> ()
  %want_1 = stablehlo.constant dense<2.5> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  %want_2 = stablehlo.constant dense<[1.0, 3.0, 5.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got#2, %want_2) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @product(%arg0: tensor<?x?xf32>, %arg1: tensor<?x4xf32>) -> (tensor<?x4xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<?xf32> {jax.result_info = "result[2]"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
  %6 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %7 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %8 = stablehlo.compare EQ, %5, %3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %9:3 = call @_wrapped_jax_export_main(%1, %3, %arg0, %arg1) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<f32>, tensor<?xf32>)
  return %9#0, %9#1, %9#2 : tensor<?x4xf32>, tensor<f32>, tensor<?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "c"}, %arg2: tensor<?x?xf32>, %arg3: tensor<?x4xf32>) -> (tensor<?x4xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<?xf32> {jax.result_info = "result[2]"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = stablehlo.multiply %arg1, %arg0 : tensor<i64>
  %2 = stablehlo.convert %1 : (tensor<i64>) -> tensor<f32>
  %3 = stablehlo.reduce(%arg2 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.divide %3, %2 : tensor<f32>
  %5 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %4, %5 : tensor<?x4xf32>, tensor<f32>, tensor<?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}
func.func private @open_1(%x: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %shape = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %open : tensor<?x4xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[[[-8.0, 5.0]], [[3.0, -1.0]], [[-1.0, 7.0]], [[-8.0, 4.0]]]> : tensor<4x1x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %open_1 = call @open_1(%1) : (tensor<4x1x2xf32>) -> tensor<?x1x2xf32>
  %got = call @broadcast(%open_0, %open_1) : (tensor<?x2xf32>, tensor<?x1x2xf32>) -> tensor<?x?x2xf32>
  %want = stablehlo.constant dense<[[[-8.0, 6.0], [3.0, 0.0], [-1.0, 8.0], [-8.0, 5.0]], [[-6.0, 8.0], [5.0, 2.0], [1.0, 10.0], [-6.0, 7.0]], [[-4.0, 10.0], [7.0, 4.0], [3.0, 12.0], [-4.0, 9.0]]]> : tensor<3x4x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x?x2xf32>, tensor<3x4x2xf32>) -> ()
  return
}
func.func private @broadcast(%arg0: tensor<?x2xf32>, %arg1: tensor<?x1x2xf32>) -> (tensor<?x?x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x1x2xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = call @_wrapped_jax_export_main(%1, %3, %arg0, %arg1) : (tensor<i64>, tensor<i64>, tensor<?x2xf32>, tensor<?x1x2xf32>) -> tensor<?x?x2xf32>
  return %6 : tensor<?x?x2xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "d"}, %arg2: tensor<?x2xf32>, %arg3: tensor<?x1x2xf32>) -> (tensor<?x?x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %1, %c_0, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %arg2, %2, dims = [0, 2] : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<?x1x2xf32>
  %4 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %7 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
  %8 = stablehlo.concatenate %5, %7, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %9 = stablehlo.dynamic_broadcast_in_dim %arg3, %8, dims = [0, 1, 2] : (tensor<?x1x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
  %10 = stablehlo.transpose %9, dims = [1, 0, 2] : (tensor<?x?x2xf32>) -> tensor<?x?x2xf32>
  %11 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
  %13 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %14 = stablehlo.reshape %13 : (tensor<i32>) -> tensor<1xi32>
  %15 = stablehlo.concatenate %12, %14, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %16 = stablehlo.dynamic_broadcast_in_dim %3, %15, dims = [0, 1, 2] : (tensor<?x1x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
  %17 = stablehlo.add %16, %10 : tensor<?x?x2xf32>
  return %17 : tensor<?x?x2xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %open : tensor<?x2xf32>
}
func.func private @open_1(%x: tensor<4x1x2xf32>) -> tensor<?x1x2xf32> {
  %shape = stablehlo.constant dense<[4, 1, 2]> : tensor<3xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4x1x2xf32>, tensor<3xi32>) -> tensor<?x1x2xf32>
  return %open : tensor<?x1x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %open_0 = call @open_0(%0) : (tensor<5xf32>) -> tensor<?xf32>
  %got:4 = call @slices(%open_0) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<?xf32>)
  %want_0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<4xf32>) -> ()
  %want_1 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<4xf32>) -> ()
  %want_2 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got#2, %want_2) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %want_3 = stablehlo.constant dense<[4.0, 3.0, 2.0, 1.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got#3, %want_3) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @slices(%arg0: tensor<?xf32>) -> (tensor<?xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<2xf32> {jax.result_info = "result[2]"}, tensor<?xf32> {jax.result_info = "result[3]"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %c_0 = stablehlo.constant dense<-2> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.convert %1 : tensor<i64>
  %3 = stablehlo.add %2, %c_0 : tensor<i64>
  %4 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.convert %1 : tensor<i64>
  %6 = stablehlo.add %5, %c_0 : tensor<i64>
  %7 = stablehlo.convert %1 : tensor<i64>
  %8 = stablehlo.add %7, %c_0 : tensor<i64>
  %9:4 = call @_wrapped_jax_export_main(%8, %arg0) : (tensor<i64>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<?xf32>)
  return %9#0, %9#1, %9#2, %9#3 : tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "n"}, %arg1: tensor<?xf32>) -> (tensor<?xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<2xf32> {jax.result_info = "result[2]"}, tensor<?xf32> {jax.result_info = "result[3]"}) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<-1> : tensor<i64>
  %c_1 = stablehlo.constant dense<2> : tensor<i64>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %c_3 = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %1 = stablehlo.convert %arg0 : tensor<i64>
  %2 = stablehlo.add %1, %c_3 : tensor<i64>
  %3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = "stablehlo.dynamic_gather"(%arg1, %0, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf32>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %7 = stablehlo.convert %arg0 : tensor<i64>
  %8 = stablehlo.add %7, %c_3 : tensor<i64>
  %9 = stablehlo.convert %8 : (tensor<i64>) -> tensor<i32>
  %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
  %11 = "stablehlo.dynamic_gather"(%arg1, %6, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf32>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  %12 = stablehlo.convert %arg0 : tensor<i64>
  %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %14 = "stablehlo.gather"(%arg1, %13) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true, slice_sizes = array<i64: 2>}> : (tensor<?xf32>, tensor<1xi64>) -> tensor<2xf32>
  %15 = stablehlo.convert %arg0 : tensor<i64>
  %16 = stablehlo.add %15, %c_3 : tensor<i64>
  %17 = stablehlo.convert %16 : tensor<i64>
  %18 = stablehlo.convert %arg0 : tensor<i64>
  %19 = stablehlo.add %18, %c_1 : tensor<i64>
  %20 = stablehlo.convert %19 : (tensor<i64>) -> tensor<i32>
  %21 = stablehlo.reshape %20 : (tensor<i32>) -> tensor<1xi32>
  %22 = stablehlo.dynamic_iota %21, dim = 0 : (tensor<1xi32>) -> tensor<?xi64>
  %23 = stablehlo.convert %arg0 : tensor<i64>
  %24 = stablehlo.add %23, %c_1 : tensor<i64>
  %25 = stablehlo.convert %24 : (tensor<i64>) -> tensor<i32>
  %26 = stablehlo.reshape %25 : (tensor<i32>) -> tensor<1xi32>
  %27 = stablehlo.dynamic_broadcast_in_dim %c_0, %26, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
  %28 = stablehlo.multiply %27, %22 : tensor<?xi64>
  %29 = stablehlo.convert %arg0 : tensor<i64>
  %30 = stablehlo.add %29, %c_1 : tensor<i64>
  %31 = stablehlo.convert %30 : (tensor<i64>) -> tensor<i32>
  %32 = stablehlo.reshape %31 : (tensor<i32>) -> tensor<1xi32>
  %33 = stablehlo.dynamic_broadcast_in_dim %17, %32, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
  %34 = stablehlo.add %33, %28 : tensor<?xi64>
  %35 = stablehlo.reverse %34, dims = [0] : tensor<?xi64>
  %36 = stablehlo.convert %arg0 : tensor<i64>
  %37 = stablehlo.add %36, %c_1 : tensor<i64>
  %38 = stablehlo.convert %37 : (tensor<i64>) -> tensor<i32>
  %39 = stablehlo.reshape %38 : (tensor<i32>) -> tensor<1xi32>
  %40 = stablehlo.concatenate %39, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %41 = stablehlo.dynamic_broadcast_in_dim %35, %40, dims = [0] : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x1xi64>
  %42 = "stablehlo.gather"(%arg1, %41) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi64>) -> tensor<?xf32>
  %43 = stablehlo.reverse %42, dims = [0] : tensor<?xf32>
  return %5, %11, %14, %43 : tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<?xf32>
}
func.func private @open_0(%x: tensor<5xf32>) -> tensor<?xf32> {
  %shape = stablehlo.constant dense<5> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<5xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %open : tensor<?xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[2, 0, 9]> : tensor<3xi32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %open_1 = call @open_1(%1) : (tensor<3xi32>) -> tensor<?xi32>
  %got = call @take(%open_0, %open_1) : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  %want = stablehlo.constant dense<[[4.0, 5.0], [0.0, 1.0], [4.0, 5.0]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x?xf32>, tensor<3x2xf32>) -> ()
  return
}
func.func private @take(%arg0: tensor<?x?xf32>, %arg1: tensor<?xi32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
  %6 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %7 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %8 = stablehlo.compare GE, %5, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %9 = call @_wrapped_jax_export_main(%1, %3, %5, %arg0, %arg1) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %9 : tensor<?x?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<i64> {jax.global_constant = "n"}, %arg3: tensor<?x?xf32>, %arg4: tensor<?xi32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %0 = call @_take(%arg0, %arg1, %arg2, %arg3, %arg4) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func private @_take(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<i64> {jax.global_constant = "n"}, %arg3: tensor<?x?xf32>, %arg4: tensor<?xi32>) -> tensor<?x?xf32> {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %arg4, %2, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
  %4 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.concatenate %c, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %7 = "stablehlo.dynamic_gather"(%arg3, %3, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %7 : tensor<?x?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}
func.func private @open_1(%x: tensor<3xi32>) -> tensor<?xi32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %open : tensor<?xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %open_1 = call @open_1(%1) : (tensor<3xi32>) -> tensor<?xi32>
  %got = call @gather_columns(%open_0, %open_1) : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  %want = stablehlo.constant dense<[[1.0, 0.0, 1.0], [3.0, 2.0, 3.0], [5.0, 4.0, 5.0]]> : tensor<3x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x?xf32>, tensor<3x3xf32>) -> ()
  return
}
func.func private @gather_columns(%arg0: tensor<?x?xf32>, %arg1: tensor<?xi32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
  %6 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %7 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %8 = stablehlo.compare GE, %5, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %9 = call @_wrapped_jax_export_main(%1, %3, %5, %arg0, %arg1) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %9 : tensor<?x?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<i64> {jax.global_constant = "n"}, %arg3: tensor<?x?xf32>, %arg4: tensor<?xi32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %c_0, %2, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %4 = stablehlo.compare LT, %arg4, %3, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %5 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
  %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
  %7 = stablehlo.dynamic_broadcast_in_dim %0, %6, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %8 = stablehlo.add %arg4, %7 : tensor<?xi32>
  %9 = stablehlo.select %4, %8, %arg4 : tensor<?xi1>, tensor<?xi32>
  %10 = stablehlo.convert %9 : (tensor<?xi32>) -> tensor<?xi64>
  %11 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
  %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
  %13 = stablehlo.concatenate %12, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %14 = stablehlo.dynamic_broadcast_in_dim %10, %13, dims = [0] : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x1xi64>
  %15 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %16 = stablehlo.reshape %15 : (tensor<i32>) -> tensor<1xi32>
  %17 = stablehlo.concatenate %16, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %18 = "stablehlo.dynamic_gather"(%arg3, %14, %17) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<2xi32>) -> tensor<?x?xf32>
  return %18 : tensor<?x?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}
func.func private @open_1(%x: tensor<3xi32>) -> tensor<?xi32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %open : tensor<?xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[1, 1, 0, -1]> : tensor<4xi32>
  %2 = stablehlo.constant dense<[[0.0, 3.0], [-2.0, -9.0], [1.0, -9.0], [-4.0, 6.0]]> : tensor<4x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %open_1 = call @open_1(%1) : (tensor<4xi32>) -> tensor<?xi32>
  %open_2 = call @open_2(%2) : (tensor<4x2xf32>) -> tensor<?x?xf32>
  %got = call @scatter_add(%open_0, %open_1, %open_2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = stablehlo.constant dense<[[1.0, -8.0], [0.0, -3.0], [0.0, 11.0]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x?xf32>, tensor<3x2xf32>) -> ()
  return
}
func.func private @scatter_add(%arg0: tensor<?x?xf32>, %arg1: tensor<?xi32>, %arg2: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
  %6 = stablehlo.get_dimension_size %arg2, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %7 = stablehlo.convert %6 : (tensor<i32>) -> tensor<i64>
  %8 = stablehlo.get_dimension_size %arg2, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<i64>
  %10 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %11 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %12 = stablehlo.compare GE, %5, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %13 = stablehlo.compare EQ, %7, %5, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %14 = stablehlo.compare EQ, %9, %3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %15 = call @_wrapped_jax_export_main(%1, %3, %5, %arg0, %arg1, %arg2) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %15 : tensor<?x?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<i64> {jax.global_constant = "n"}, %arg3: tensor<?x?xf32>, %arg4: tensor<?xi32>, %arg5: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %c_0, %2, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %4 = stablehlo.compare LT, %arg4, %3, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %5 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
  %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
  %7 = stablehlo.dynamic_broadcast_in_dim %0, %6, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %8 = stablehlo.add %arg4, %7 : tensor<?xi32>
  %9 = stablehlo.select %4, %8, %arg4 : tensor<?xi1>, tensor<?xi32>
  %10 = stablehlo.convert %9 : (tensor<?xi32>) -> tensor<?xi64>
  %11 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
  %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
  %13 = stablehlo.concatenate %12, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %14 = stablehlo.dynamic_broadcast_in_dim %10, %13, dims = [0] : (tensor<?xi64>, tensor<2xi32>) -> tensor<?x1xi64>
  %15 = "stablehlo.scatter"(%arg3, %14, %arg5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
    %16 = stablehlo.add %arg6, %arg7 : tensor<f32>
    stablehlo.return %16 : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %15 : tensor<?x?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}
func.func private @open_1(%x: tensor<4xi32>) -> tensor<?xi32> {
  %shape = stablehlo.constant dense<4> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %open : tensor<?xi32>
}
func.func private @open_2(%x: tensor<4x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<1> : tensor<i64>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %open_1 = call @open_1(%1) : (tensor<i64>) -> tensor<i64>
  %got = call @dynamic_slice(%open_0, %open_1) : (tensor<?x2xf32>, tensor<i64>) -> tensor<?x2xf32>
  %want = stablehlo.constant dense<[[2.0, 3.0], [4.0, 5.0]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x2xf32>, tensor<2x2xf32>) -> ()
  return
}
func.func private @dynamic_slice(%arg0: tensor<?x2xf32>, %arg1: tensor<i64>) -> (tensor<?x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %c_0 = stablehlo.constant dense<-1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.convert %1 : tensor<i64>
  %3 = stablehlo.add %2, %c_0 : tensor<i64>
  %4 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.convert %1 : tensor<i64>
  %6 = stablehlo.add %5, %c_0 : tensor<i64>
  %7 = stablehlo.convert %1 : tensor<i64>
  %8 = stablehlo.add %7, %c_0 : tensor<i64>
  %9 = call @_wrapped_jax_export_main(%8, %arg0, %arg1) : (tensor<i64>, tensor<?x2xf32>, tensor<i64>) -> tensor<?x2xf32>
  return %9 : tensor<?x2xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<?x2xf32>, %arg2: tensor<i64>) -> (tensor<?x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<1xi32>
  %c_1 = stablehlo.constant dense<2> : tensor<1xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %c_3 = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.convert %arg0 : tensor<i64>
  %1 = stablehlo.add %0, %c_3 : tensor<i64>
  %2 = stablehlo.convert %1 : tensor<i64>
  %3 = stablehlo.compare LT, %arg2, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %4 = stablehlo.add %arg2, %2 : tensor<i64>
  %5 = stablehlo.select %3, %4, %arg2 : tensor<i1>, tensor<i64>
  %6 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %7 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
  %8 = stablehlo.concatenate %7, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %9 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %10 = stablehlo.convert %5 : (tensor<i64>) -> tensor<i32>
  %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
  %12 = stablehlo.convert %c_2 : (tensor<i64>) -> tensor<i32>
  %13 = stablehlo.reshape %12 : (tensor<i32>) -> tensor<1xi32>
  %14 = stablehlo.concatenate %11, %13, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %15 = stablehlo.convert %arg0 : tensor<i64>
  %16 = stablehlo.add %15, %c_3 : tensor<i64>
  %17 = stablehlo.convert %16 : (tensor<i64>) -> tensor<i32>
  %18 = stablehlo.reshape %17 : (tensor<i32>) -> tensor<1xi32>
  %19 = stablehlo.concatenate %18, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %20 = stablehlo.subtract %19, %8 : tensor<2xi32>
  %21 = stablehlo.clamp %9, %14, %20 : tensor<2xi32>
  %22 = stablehlo.add %21, %8 : tensor<2xi32>
  %23 = stablehlo.concatenate %c, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %24 = stablehlo.real_dynamic_slice %arg1, %21, %22, %23 : (tensor<?x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %24 : tensor<?x2xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %open : tensor<?x2xf32>
}
func.func private @open_1(%x: tensor<i64>) -> tensor<i64> {
  %shape = stablehlo.constant dense<> : tensor<0xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<i64>, tensor<0xi32>) -> tensor<i64>
  return %open : tensor<i64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[[-0.0, -1.0], [-2.0, -3.0]]> : tensor<2x2xf32>
  %2 = stablehlo.constant dense<5> : tensor<i64>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %open_1 = call @open_1(%1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %open_2 = call @open_2(%2) : (tensor<i64>) -> tensor<i64>
  %got = call @dynamic_update_slice(%open_0, %open_1, %open_2) : (tensor<?x2xf32>, tensor<2x2xf32>, tensor<i64>) -> tensor<?x2xf32>
  %want = stablehlo.constant dense<[[0.0, 1.0], [-0.0, -1.0], [-2.0, -3.0]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x2xf32>, tensor<3x2xf32>) -> ()
  return
}
func.func private @dynamic_update_slice(%arg0: tensor<?x2xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<i64>) -> (tensor<?x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %c_0 = stablehlo.constant dense<-2> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.convert %1 : tensor<i64>
  %3 = stablehlo.add %2, %c_0 : tensor<i64>
  %4 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.convert %1 : tensor<i64>
  %6 = stablehlo.add %5, %c_0 : tensor<i64>
  %7 = stablehlo.convert %1 : tensor<i64>
  %8 = stablehlo.add %7, %c_0 : tensor<i64>
  %9 = call @_wrapped_jax_export_main(%8, %arg0, %arg1, %arg2) : (tensor<i64>, tensor<?x2xf32>, tensor<2x2xf32>, tensor<i64>) -> tensor<?x2xf32>
  return %9 : tensor<?x2xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<?x2xf32>, %arg2: tensor<2x2xf32>, %arg3: tensor<i64>) -> (tensor<?x2xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<2> : tensor<i64>
  %0 = stablehlo.convert %arg0 : tensor<i64>
  %1 = stablehlo.add %0, %c_0 : tensor<i64>
  %2 = stablehlo.convert %1 : tensor<i64>
  %3 = stablehlo.compare LT, %arg3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %4 = stablehlo.add %arg3, %2 : tensor<i64>
  %5 = stablehlo.select %3, %4, %arg3 : tensor<i1>, tensor<i64>
  %6 = stablehlo.dynamic_update_slice %arg1, %arg2, %5, %c : (tensor<?x2xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<?x2xf32>
  return %6 : tensor<?x2xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %open : tensor<?x2xf32>
}
func.func private @open_1(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %shape = stablehlo.constant dense<2> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %open : tensor<2x2xf32>
}
func.func private @open_2(%x: tensor<i64>) -> tensor<i64> {
  %shape = stablehlo.constant dense<> : tensor<0xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<i64>, tensor<0xi32>) -> tensor<i64>
  return %open : tensor<i64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[[3.0, -7.0, 6.0, -5.0, 3.0], [-2.0, -8.0, 9.0, 1.0, -6.0], [9.0, 7.0, -9.0, -6.0, -8.0], [-3.0, -2.0, 3.0, 4.0, 2.0]], [[-1.0, 9.0, -2.0, -2.0, -2.0], [8.0, 9.0, 8.0, 2.0, 4.0], [-2.0, -9.0, 2.0, 6.0, -7.0], [8.0, 1.0, 0.0, 7.0, -6.0]]]]> : tensor<1x2x4x5xf32>
  %1 = stablehlo.constant dense<[[[[8.0, 1.0], [4.0, 1.0], [1.0, 5.0]], [[4.0, 6.0], [1.0, 0.0], [-1.0, 5.0]]], [[[1.0, 6.0], [5.0, 2.0], [-4.0, -2.0]], [[1.0, 3.0], [0.0, 2.0], [6.0, 6.0]]], [[[-7.0, 4.0], [8.0, 1.0], [1.0, 9.0]], [[0.0, -1.0], [-2.0, 6.0], [5.0, 7.0]]]]> : tensor<3x2x3x2xf32>
  %open_0 = call @open_0(%0) : (tensor<1x2x4x5xf32>) -> tensor<1x2x?x?xf32>
  %open_1 = call @open_1(%1) : (tensor<3x2x3x2xf32>) -> tensor<3x2x3x2xf32>
  %got = call @convolution_same(%open_0, %open_1) : (tensor<1x2x?x?xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x?x?xf32>
  %want = stablehlo.constant dense<[[[[-1.0, 33.0, 0.0], [60.0, 57.0, -5.0], [87.0, 135.0, -63.0], [11.0, -18.0, -90.0]], [[145.0, 38.0, 63.0], [-137.0, 115.0, -39.0], [96.0, 6.0, -86.0], [5.0, 12.0, -5.0]], [[102.0, 107.0, 42.0], [-45.0, -2.0, -120.0], [28.0, -19.0, -36.0], [-62.0, 103.0, 84.0]]]]> : tensor<1x3x4x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<1x3x?x?xf32>, tensor<1x3x4x3xf32>) -> ()
  return
}
func.func private @convolution_same(%arg0: tensor<1x2x?x?xf32>, %arg1: tensor<3x2x3x2xf32>) -> (tensor<1x3x?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<1x2x?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 3 : (tensor<1x2x?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = call @_wrapped_jax_export_main(%1, %3, %arg0, %arg1) : (tensor<i64>, tensor<i64>, tensor<1x2x?x?xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x?x?xf32>
  return %6 : tensor<1x3x?x?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "h"}, %arg1: tensor<i64> {jax.global_constant = "w"}, %arg2: tensor<1x2x?x?xf32>, %arg3: tensor<3x2x3x2xf32>) -> (tensor<1x3x?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<-2> : tensor<i64>
  %c_0 = stablehlo.constant dense<2> : tensor<i64>
  %c_1 = stablehlo.constant dense<-1> : tensor<i64>
  %c_2 = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.concatenate %c_2, %c_2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.reshape %0 : (tensor<2xi32>) -> tensor<1x2xi32>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %3 = stablehlo.multiply %2, %c_1 : tensor<i64>
  %4:2 = call @divmod(%arg0, %arg1, %3, %c_0) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %5 = stablehlo.multiply %4#0, %c : tensor<i64>
  %6 = stablehlo.convert %arg1 : tensor<i64>
  %7 = stablehlo.multiply %6, %c_1 : tensor<i64>
  %8 = stablehlo.add %5, %7 : tensor<i64>
  %9:2 = call @divmod(%arg0, %arg1, %8, %c_0) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %10 = stablehlo.convert %arg1 : tensor<i64>
  %11 = stablehlo.multiply %10, %c_1 : tensor<i64>
  %12:2 = call @divmod(%arg0, %arg1, %11, %c_0) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %13 = stablehlo.multiply %12#0, %c : tensor<i64>
  %14 = stablehlo.convert %arg1 : tensor<i64>
  %15 = stablehlo.multiply %14, %c_1 : tensor<i64>
  %16 = stablehlo.add %13, %15 : tensor<i64>
  %17:2 = call @divmod(%arg0, %arg1, %16, %c_0) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %18 = stablehlo.multiply %17#0, %c_1 : tensor<i64>
  %19 = stablehlo.convert %arg1 : tensor<i64>
  %20 = stablehlo.multiply %19, %c_1 : tensor<i64>
  %21:2 = call @divmod(%arg0, %arg1, %20, %c_0) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  %22 = stablehlo.multiply %21#0, %c : tensor<i64>
  %23 = stablehlo.convert %arg1 : tensor<i64>
  %24 = stablehlo.multiply %23, %c_1 : tensor<i64>
  %25 = stablehlo.add %18, %22 : tensor<i64>
  %26 = stablehlo.add %25, %24 : tensor<i64>
  %27 = stablehlo.convert %9#0 : (tensor<i64>) -> tensor<i32>
  %28 = stablehlo.reshape %27 : (tensor<i32>) -> tensor<1xi32>
  %29 = stablehlo.convert %26 : (tensor<i64>) -> tensor<i32>
  %30 = stablehlo.reshape %29 : (tensor<i32>) -> tensor<1xi32>
  %31 = stablehlo.concatenate %28, %30, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %32 = stablehlo.reshape %31 : (tensor<2xi32>) -> tensor<1x2xi32>
  %33 = stablehlo.concatenate %1, %32, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %34 = "stablehlo.dynamic_conv"(%arg2, %arg3, %33) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 2>}> : (tensor<1x2x?x?xf32>, tensor<3x2x3x2xf32>, tensor<2x2xi32>) -> tensor<1x3x?x?xf32>
  return %34 : tensor<1x3x?x?xf32>
}
func.func private @divmod(%arg0: tensor<i64> {jax.global_constant = "h"}, %arg1: tensor<i64> {jax.global_constant = "w"}, %arg2: tensor<i64>, %arg3: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %0 = call @floor_divide(%arg0, %arg1, %arg2, %arg3) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
  %1 = call @remainder(%arg0, %arg1, %arg2, %arg3) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
  return %0, %1 : tensor<i64>, tensor<i64>
}
func.func private @floor_divide(%arg0: tensor<i64> {jax.global_constant = "h"}, %arg1: tensor<i64> {jax.global_constant = "w"}, %arg2: tensor<i64>, %arg3: tensor<i64>) -> tensor<i64> {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.divide %arg2, %arg3 : tensor<i64>
  %1 = stablehlo.sign %arg2 : tensor<i64>
  %2 = stablehlo.sign %arg3 : tensor<i64>
  %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %4 = stablehlo.remainder %arg2, %arg3 : tensor<i64>
  %5 = stablehlo.compare NE, %4, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = stablehlo.and %3, %5 : tensor<i1>
  %7 = stablehlo.subtract %0, %c : tensor<i64>
  %8 = call @_where(%arg0, %arg1, %6, %7, %0) : (tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
  return %8 : tensor<i64>
}
func.func private @_where(%arg0: tensor<i64> {jax.global_constant = "h"}, %arg1: tensor<i64> {jax.global_constant = "w"}, %arg2: tensor<i1>, %arg3: tensor<i64>, %arg4: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.select %arg2, %arg3, %arg4 : tensor<i1>, tensor<i64>
  return %0 : tensor<i64>
}
func.func private @remainder(%arg0: tensor<i64> {jax.global_constant = "h"}, %arg1: tensor<i64> {jax.global_constant = "w"}, %arg2: tensor<i64>, %arg3: tensor<i64>) -> tensor<i64> {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.compare EQ, %arg3, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %1 = call @_where(%arg0, %arg1, %0, %c, %arg3) : (tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
  %2 = stablehlo.remainder %arg2, %1 : tensor<i64>
  %3 = stablehlo.compare NE, %2, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %4 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare LT, %1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %7 = stablehlo.and %6, %3 : tensor<i1>
  %8 = stablehlo.add %2, %1 : tensor<i64>
  %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i64>
  return %9 : tensor<i64>
}
func.func private @open_0(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x?x?xf32> {
  %shape = stablehlo.constant dense<[1, 2, 4, 5]> : tensor<4xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<1x2x4x5xf32>, tensor<4xi32>) -> tensor<1x2x?x?xf32>
  return %open : tensor<1x2x?x?xf32>
}
func.func private @open_1(%x: tensor<3x2x3x2xf32>) -> tensor<3x2x3x2xf32> {
  %shape = stablehlo.constant dense<[3, 2, 3, 2]> : tensor<4xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2x3x2xf32>, tensor<4xi32>) -> tensor<3x2x3x2xf32>
  return %open : tensor<3x2x3x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 8.0, -5.0], [-8.0, 1.0, -4.0], [-5.0, 2.0, -7.0], [8.0, 6.0, -8.0], [5.0, 2.0, 6.0], [5.0, -5.0, 0.0]]> : tensor<6x3xf32>
  %open_0 = call @open_0(%0) : (tensor<6x3xf32>) -> tensor<?x?xf32>
  %got = call @pool(%open_0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = stablehlo.constant dense<[[0.0, 8.0, -4.0], [8.0, 6.0, -7.0], [5.0, 2.0, 6.0]]> : tensor<3x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x?xf32>, tensor<3x3xf32>) -> ()
  return
}
func.func private @pool(%arg0: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %c_0 = stablehlo.constant dense<-2> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.convert %1 : tensor<i64>
  %5 = stablehlo.add %4, %c_0 : tensor<i64>
  %6 = stablehlo.compare GE, %5, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %7 = stablehlo.convert %1 : tensor<i64>
  %8 = stablehlo.add %7, %c_0 : tensor<i64>
  %9 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %10 = stablehlo.convert %1 : tensor<i64>
  %11 = stablehlo.add %10, %c_0 : tensor<i64>
  %12 = stablehlo.convert %1 : tensor<i64>
  %13 = stablehlo.add %12, %c_0 : tensor<i64>
  %14 = call @_wrapped_jax_export_main(%13, %3, %arg0) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %14 : tensor<?x?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce_window"(%arg2, %0) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @open_0(%x: tensor<6x3xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[6, 3]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<6x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[-8.0, 5.0, 1.0], [5.0, -1.0, -1.0], [-7.0, -8.0, -8.0], [9.0, -3.0, -3.0]]> : tensor<4x3xf32>
  %open_0 = call @open_0(%0) : (tensor<4x3xf32>) -> tensor<?x?xf32>
  %got:2 = call @sorts(%open_0) : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
  %want_0 = stablehlo.constant dense<[[-8.0, -8.0, -8.0], [-7.0, -3.0, -3.0], [5.0, -1.0, -1.0], [9.0, 5.0, 1.0]]> : tensor<4x3xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x?xf32>, tensor<4x3xf32>) -> ()
  %want_1 = stablehlo.constant dense<[[0, 2, 1], [1, 2, 0], [1, 2, 0], [1, 2, 0]]> : tensor<4x3xi64>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<?x?xi64>, tensor<4x3xi64>) -> ()
  return
}
func.func private @sorts(%arg0: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?x?xi64> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6:2 = call @_wrapped_jax_export_main(%1, %3, %arg0) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
  return %6#0, %6#1 : tensor<?x?xf32>, tensor<?x?xi64>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?x?xi64> {jax.result_info = "result[1]"}) {
  %0 = call @sort(%arg0, %arg1, %arg2) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = call @argsort(%arg0, %arg1, %arg2) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>) -> tensor<?x?xi64>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xi64>
}
func.func private @sort(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = "stablehlo.sort"(%arg2) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare EQ, %arg3, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %cst_0, %arg3 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %cst, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.compare EQ, %arg4, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %cst_0, %arg4 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %cst, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func private @argsort(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>) -> tensor<?x?xi64> {
  %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %5 = stablehlo.dynamic_iota %4, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi64>
  %6:2 = "stablehlo.sort"(%arg2, %5) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<i64>, %arg6: tensor<i64>):
    %7 = stablehlo.compare EQ, %arg3, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %cst_0, %arg3 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %10 = stablehlo.select %9, %cst, %8 : tensor<i1>, tensor<f32>
    %11 = stablehlo.compare EQ, %arg4, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %12 = stablehlo.select %11, %cst_0, %arg4 : tensor<i1>, tensor<f32>
    %13 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %14 = stablehlo.select %13, %cst, %12 : tensor<i1>, tensor<f32>
    %15 = stablehlo.compare LT, %10, %14, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %15 : tensor<i1>
  }) : (tensor<?x?xf32>, tensor<?x?xi64>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
  return %6#1 : tensor<?x?xi64>
}
func.func private @open_0(%x: tensor<4x3xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[4, 3]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %got = call @while(%open_0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %want = stablehlo.constant dense<[6.0, 9.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<2xf32>) -> ()
  return
}
func.func private @while(%arg0: tensor<?x?xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = call @_wrapped_jax_export_main(%1, %3, %arg0) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>) -> tensor<?xf32>
  return %6 : tensor<?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<i64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %cst, %1, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3:4 = stablehlo.while(%iterArg = %arg2, %iterArg_2 = %c_1, %iterArg_3 = %arg0, %iterArg_4 = %2) : tensor<?x?xf32>, tensor<i64>, tensor<i64>, tensor<?xf32>
  cond {
    %4 = stablehlo.compare LT, %iterArg_2, %iterArg_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  } do {
    %4 = stablehlo.add %iterArg_2, %c_0 : tensor<i64>
    %5 = stablehlo.convert %arg0 : tensor<i64>
    %6 = stablehlo.compare LT, %iterArg_2, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %7 = stablehlo.add %iterArg_2, %5 : tensor<i64>
    %8 = stablehlo.select %6, %7, %iterArg_2 : tensor<i1>, tensor<i64>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %10 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
    %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %c, %11, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = "stablehlo.dynamic_gather"(%iterArg, %9, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<1xi64>, tensor<2xi32>) -> tensor<?xf32>
    %14 = stablehlo.add %iterArg_4, %13 : tensor<?xf32>
    stablehlo.return %iterArg, %4, %iterArg_3, %14 : tensor<?x?xf32>, tensor<i64>, tensor<i64>, tensor<?xf32>
  }
  return %3#3 : tensor<?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %open_1 = call @open_1(%1) : (tensor<i1>) -> tensor<i1>
  %got = call @cond(%open_0, %open_1) : (tensor<?x?xf32>, tensor<i1>) -> tensor<?x?xf32>
  %want = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x?xf32>, tensor<3x2xf32>) -> ()
  return
}
func.func private @cond(%arg0: tensor<?x?xf32>, %arg1: tensor<i1>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = call @_wrapped_jax_export_main(%1, %3, %arg0, %arg1) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>, tensor<i1>) -> tensor<?x?xf32>
  return %6 : tensor<?x?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>, %arg3: tensor<i1>) -> (tensor<?x?xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %0 = stablehlo.convert %arg3 : (tensor<i1>) -> tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %2 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
    %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %3, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %7 = stablehlo.dynamic_broadcast_in_dim %cst_0, %6, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %8 = stablehlo.multiply %arg2, %7 : tensor<?x?xf32>
    stablehlo.return %8 : tensor<?x?xf32>
  }, {
    %2 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
    %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %3, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %7 = stablehlo.dynamic_broadcast_in_dim %cst, %6, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %8 = stablehlo.add %arg2, %7 : tensor<?x?xf32>
    stablehlo.return %8 : tensor<?x?xf32>
  }) : (tensor<i32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}
func.func private @open_1(%x: tensor<i1>) -> tensor<i1> {
  %shape = stablehlo.constant dense<> : tensor<0xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<i1>, tensor<0xi32>) -> tensor<i1>
  return %open : tensor<i1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %got = call @softmax(%open_0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %want = stablehlo.constant dense<1.0> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @softmax(%arg0: tensor<?x?xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = call @_wrapped_jax_export_main(%1, %3, %arg0) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>) -> tensor<?xf32>
  return %6 : tensor<?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%arg2 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %cst_0, %2, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %4 = stablehlo.maximum %3, %0 : tensor<?xf32>
  %5 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
  %7 = stablehlo.concatenate %6, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %8 = stablehlo.dynamic_broadcast_in_dim %4, %7, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  %9 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
  %11 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
  %13 = stablehlo.concatenate %10, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %14 = stablehlo.dynamic_broadcast_in_dim %8, %13, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %15 = stablehlo.subtract %arg2, %14 : tensor<?x?xf32>
  %16 = stablehlo.exponential %15 : tensor<?x?xf32>
  %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %18 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %19 = stablehlo.reshape %18 : (tensor<i32>) -> tensor<1xi32>
  %20 = stablehlo.concatenate %19, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %21 = stablehlo.dynamic_broadcast_in_dim %17, %20, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  %22 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %23 = stablehlo.reshape %22 : (tensor<i32>) -> tensor<1xi32>
  %24 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %25 = stablehlo.reshape %24 : (tensor<i32>) -> tensor<1xi32>
  %26 = stablehlo.concatenate %23, %25, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %27 = stablehlo.dynamic_broadcast_in_dim %21, %26, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %28 = stablehlo.divide %16, %27 : tensor<?x?xf32>
  %29 = stablehlo.reduce(%28 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %30 = call @round(%arg0, %arg1, %29) : (tensor<i64>, tensor<i64>, tensor<?xf32>) -> tensor<?xf32>
  return %30 : tensor<?xf32>
}
func.func private @round(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.round_nearest_even %arg2 : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0, 2, 5]> : tensor<3xi32>
  %open_0 = call @open_0(%0) : (tensor<3xi32>) -> tensor<?xi32>
  %got = call @one_hot(%open_0) : (tensor<?xi32>) -> tensor<?x3xf64>
  %want = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x3xf64>, tensor<3x3xf64>) -> ()
  return
}
func.func private @one_hot(%arg0: tensor<?xi32>) -> (tensor<?x3xf64> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %3 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?xi32>) -> tensor<?x3xf64>
  return %3 : tensor<?x3xf64>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "n"}, %arg1: tensor<?xi32>) -> (tensor<?x3xf64> {jax.result_info = "result"}) {
  %0 = call @_one_hot(%arg0, %arg1) : (tensor<i64>, tensor<?xi32>) -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func private @_one_hot(%arg0: tensor<i64> {jax.global_constant = "n"}, %arg1: tensor<?xi32>) -> tensor<?x3xf64> {
  %c = stablehlo.constant dense<3> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %arg1, %2, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
  %4 = stablehlo.iota dim = 1 : tensor<1x3xi32>
  %5 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
  %7 = stablehlo.concatenate %6, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %8 = stablehlo.dynamic_broadcast_in_dim %3, %7, dims = [0, 1] : (tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x3xi32>
  %9 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
  %11 = stablehlo.concatenate %10, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %12 = stablehlo.dynamic_broadcast_in_dim %4, %11, dims = [0, 1] : (tensor<1x3xi32>, tensor<2xi32>) -> tensor<?x3xi32>
  %13 = stablehlo.compare EQ, %8, %12, SIGNED : (tensor<?x3xi32>, tensor<?x3xi32>) -> tensor<?x3xi1>
  %14 = stablehlo.convert %13 : (tensor<?x3xi1>) -> tensor<?x3xf64>
  return %14 : tensor<?x3xf64>
}
func.func private @open_0(%x: tensor<3xi32>) -> tensor<?xi32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %open : tensor<?xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %got:2 = call @stack_and_split(%open_0) : (tensor<?x2xf32>) -> (tensor<?x2x1xf32>, tensor<?x2x1xf32>)
  %want_0 = stablehlo.constant dense<[[[0.0], [-0.0]], [[2.0], [-2.0]], [[4.0], [-4.0]]]> : tensor<3x2x1xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x2x1xf32>, tensor<3x2x1xf32>) -> ()
  %want_1 = stablehlo.constant dense<[[[1.0], [-1.0]], [[3.0], [-3.0]], [[5.0], [-5.0]]]> : tensor<3x2x1xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x2x1xf32>, tensor<3x2x1xf32>) -> ()
  return
}
func.func private @stack_and_split(%arg0: tensor<?x2xf32>) -> (tensor<?x2x1xf32> {jax.result_info = "result[0]"}, tensor<?x2x1xf32> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %3:2 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?x2xf32>) -> (tensor<?x2x1xf32>, tensor<?x2x1xf32>)
  return %3#0, %3#1 : tensor<?x2x1xf32>, tensor<?x2x1xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<?x2xf32>) -> (tensor<?x2x1xf32> {jax.result_info = "result[0]"}, tensor<?x2x1xf32> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<0> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<2> : tensor<1xi32>
  %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.negate %arg1 : tensor<?x2xf32>
  %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.concatenate %2, %c_1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %arg1, %3, dims = [0, 2] : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<?x1x2xf32>
  %5 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
  %7 = stablehlo.concatenate %6, %c_1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %8 = stablehlo.dynamic_broadcast_in_dim %0, %7, dims = [0, 2] : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<?x1x2xf32>
  %9 = stablehlo.concatenate %4, %8, dim = 1 : (tensor<?x1x2xf32>, tensor<?x1x2xf32>) -> tensor<?x2x2xf32>
  %10 = stablehlo.concatenate %c, %c, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %11 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
  %13 = stablehlo.concatenate %12, %c_0, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %14 = stablehlo.concatenate %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %15 = stablehlo.real_dynamic_slice %9, %10, %13, %14 : (tensor<?x2x2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x2x1xf32>
  %16 = stablehlo.concatenate %c, %c, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %17 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %18 = stablehlo.reshape %17 : (tensor<i32>) -> tensor<1xi32>
  %19 = stablehlo.concatenate %18, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %20 = stablehlo.concatenate %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %21 = stablehlo.real_dynamic_slice %9, %16, %19, %20 : (tensor<?x2x2xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x2x1xf32>
  return %15, %21 : tensor<?x2x1xf32>, tensor<?x2x1xf32>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %open : tensor<?x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %open_0 = call @open_0(%0) : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %got = call @shape_of(%open_0) : (tensor<?x?xf32>) -> tensor<i64>
  %want = stablehlo.constant dense<11> : tensor<i64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  return
}
func.func private @shape_of(%arg0: tensor<?x?xf32>) -> (tensor<i64> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = call @_wrapped_jax_export_main(%1, %3, %arg0) : (tensor<i64>, tensor<i64>, tensor<?x?xf32>) -> tensor<i64>
  return %6 : tensor<i64>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<i64> {jax.global_constant = "b"}, %arg2: tensor<?x?xf32>) -> (tensor<i64> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.convert %arg0 : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %2 = stablehlo.convert %arg1 : tensor<i64>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %5 = stablehlo.reduce(%4 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xi64>, tensor<i64>) -> tensor<i64>
  %6 = stablehlo.multiply %arg1, %arg0 : tensor<i64>
  %7 = stablehlo.convert %6 : tensor<i64>
  %8 = stablehlo.add %5, %7 : tensor<i64>
  return %8 : tensor<i64>
}
func.func private @open_0(%x: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %open : tensor<?x?xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xbf16>
  %open_0 = call @open_0(%0) : (tensor<4xbf16>) -> tensor<?xbf16>
  %got = call @bf16(%open_0) : (tensor<?xbf16>) -> tensor<?xbf16>
  %want = stablehlo.constant dense<[0.0, 2.0, 4.0, 6.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xbf16>, tensor<4xbf16>) -> ()
  return
}
func.func private @bf16(%arg0: tensor<?xbf16>) -> (tensor<?xbf16> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xbf16>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %3 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?xbf16>) -> tensor<?xbf16>
  return %3 : tensor<?xbf16>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<?xbf16>) -> (tensor<?xbf16> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xi64>
  %3 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.dynamic_broadcast_in_dim %c_0, %4, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
  %6 = stablehlo.multiply %5, %2 : tensor<?xi64>
  %7 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %8 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
  %9 = stablehlo.dynamic_broadcast_in_dim %c, %8, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
  %10 = stablehlo.add %9, %6 : tensor<?xi64>
  %11 = stablehlo.convert %10 : (tensor<?xi64>) -> tensor<?xbf16>
  %12 = stablehlo.add %arg1, %11 : tensor<?xbf16>
  return %12 : tensor<?xbf16>
}
func.func private @open_0(%x: tensor<4xbf16>) -> tensor<?xbf16> {
  %shape = stablehlo.constant dense<4> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4xbf16>, tensor<1xi32>) -> tensor<?xbf16>
  return %open : tensor<?xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 0.0)]> : tensor<2xcomplex<f32>>
  %open_0 = call @open_0(%0) : (tensor<2xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  %got = call @complex64(%open_0) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  %want = stablehlo.constant dense<[(-2.0, 1.0), (0.0, 3.0), (-2.0, 1.0), (0.0, 3.0)]> : tensor<4xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  return
}
func.func private @complex64(%arg0: tensor<?xcomplex<f32>>) -> (tensor<?xcomplex<f32>> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xcomplex<f32>>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %3 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  return %3 : tensor<?xcomplex<f32>>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<?xcomplex<f32>>) -> (tensor<?xcomplex<f32>> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f32>>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<2> : tensor<i64>
  %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %c_1, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_reshape %arg1, %2 : (tensor<?xcomplex<f32>>, tensor<2xi32>) -> tensor<1x?xcomplex<f32>>
  %4 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.concatenate %c, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %7 = stablehlo.dynamic_broadcast_in_dim %3, %6, dims = [0, 1] : (tensor<1x?xcomplex<f32>>, tensor<2xi32>) -> tensor<2x?xcomplex<f32>>
  %8 = stablehlo.convert %arg0 : tensor<i64>
  %9 = stablehlo.multiply %8, %c_0 : tensor<i64>
  %10 = stablehlo.convert %9 : (tensor<i64>) -> tensor<i32>
  %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
  %12 = stablehlo.dynamic_reshape %7, %11 : (tensor<2x?xcomplex<f32>>, tensor<1xi32>) -> tensor<?xcomplex<f32>>
  %13 = stablehlo.convert %arg0 : tensor<i64>
  %14 = stablehlo.multiply %13, %c_0 : tensor<i64>
  %15 = stablehlo.convert %14 : (tensor<i64>) -> tensor<i32>
  %16 = stablehlo.reshape %15 : (tensor<i32>) -> tensor<1xi32>
  %17 = stablehlo.dynamic_broadcast_in_dim %cst, %16, dims = [] : (tensor<complex<f32>>, tensor<1xi32>) -> tensor<?xcomplex<f32>>
  %18 = stablehlo.multiply %12, %17 : tensor<?xcomplex<f32>>
  return %18 : tensor<?xcomplex<f32>>
}
func.func private @open_0(%x: tensor<2xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %shape = stablehlo.constant dense<2> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<2xcomplex<f32>>, tensor<1xi32>) -> tensor<?xcomplex<f32>>
  return %open : tensor<?xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<1.0> : tensor<1x2xf32>
  %open_0 = call @open_0(%0) : (tensor<1x2xf32>) -> tensor<?x2xf32>
  %got:2 = call @empty(%open_0) : (tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<f32>)
  %want_0 = stablehlo.constant dense<1.0> : tensor<1x2xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?x2xf32>, tensor<1x2xf32>) -> ()
  %want_1 = stablehlo.constant dense<0.0> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func private @empty(%arg0: tensor<?x2xf32>) -> (tensor<?x2xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %3:2 = call @_wrapped_jax_export_main(%1, %arg0) : (tensor<i64>, tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<f32>)
  return %3#0, %3#1 : tensor<?x2xf32>, tensor<f32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<?x2xf32>) -> (tensor<?x2xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<-1> : tensor<i64>
  %c_1 = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %1 = stablehlo.convert %arg0 : tensor<i64>
  %2 = stablehlo.add %1, %c_0 : tensor<i64>
  %3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %4, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = "stablehlo.dynamic_gather"(%arg1, %0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x2xf32>, tensor<1xi64>, tensor<2xi32>) -> tensor<?x2xf32>
  %7 = stablehlo.concatenate %6, %arg1, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %9 = stablehlo.convert %arg0 : tensor<i64>
  %10 = stablehlo.add %9, %c_0 : tensor<i64>
  %11 = stablehlo.convert %10 : (tensor<i64>) -> tensor<i32>
  %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
  %13 = stablehlo.concatenate %12, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %14 = "stablehlo.dynamic_gather"(%arg1, %8, %13) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x2xf32>, tensor<1xi64>, tensor<2xi32>) -> tensor<?x2xf32>
  %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x2xf32>, tensor<f32>) -> tensor<f32>
  return %7, %15 : tensor<?x2xf32>, tensor<f32>
}
func.func private @open_0(%x: tensor<1x2xf32>) -> tensor<?x2xf32> {
  %shape = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<1x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %open : tensor<?x2xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %1 = stablehlo.constant dense<[3, 0, 2]> : tensor<3xi32>
  %open_0 = call @open_0(%0) : (tensor<3x4xf32>) -> tensor<?x4xf32>
  %open_1 = call @open_1(%1) : (tensor<3xi32>) -> tensor<?xi32>
  %got = call @vmap(%open_0, %open_1) : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?xf32>
  %want = stablehlo.constant dense<[3.0, 4.0, 10.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<3xf32>) -> ()
  return
}
func.func private @vmap(%arg0: tensor<?x4xf32>, %arg1: tensor<?xi32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
  %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %6 = call @_wrapped_jax_export_main(%1, %arg0, %arg1) : (tensor<i64>, tensor<?x4xf32>, tensor<?xi32>) -> tensor<?xf32>
  return %6 : tensor<?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "n"}, %arg1: tensor<?x4xf32>, %arg2: tensor<?xi32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<4> : tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %c_1, %1, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %3 = stablehlo.compare LT, %arg2, %2, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %4 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.dynamic_broadcast_in_dim %c_0, %5, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %7 = stablehlo.add %arg2, %6 : tensor<?xi32>
  %8 = stablehlo.select %3, %7, %arg2 : tensor<?xi1>, tensor<?xi32>
  %9 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
  %11 = stablehlo.concatenate %10, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %12 = stablehlo.dynamic_broadcast_in_dim %8, %11, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
  %13 = "stablehlo.gather"(%arg1, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?x1xf32>
  %14 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %15 = stablehlo.reshape %14 : (tensor<i32>) -> tensor<1xi32>
  %16 = stablehlo.dynamic_reshape %13, %15 : (tensor<?x1xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %16 : tensor<?xf32>
}
func.func private @open_0(%x: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %shape = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %open : tensor<?x4xf32>
}
func.func private @open_1(%x: tensor<3xi32>) -> tensor<?xi32> {
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<3xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %open : tensor<?xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %open_0 = call @open_0(%0) : (tensor<4xf32>) -> tensor<?xf32>
  %got = call @gradient(%open_0) : (tensor<?xf32>) -> tensor<?xf32>
  %want = stablehlo.constant dense<[2.0, 4.0, 6.0, 3.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<4xf32>) -> ()
  return
}
func.func private @gradient(%arg0: tensor<?xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %c_0 = stablehlo.constant dense<-1> : tensor<i64>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.convert %1 : tensor<i64>
  %3 = stablehlo.add %2, %c_0 : tensor<i64>
  %4 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %5 = stablehlo.convert %1 : tensor<i64>
  %6 = stablehlo.add %5, %c_0 : tensor<i64>
  %7 = stablehlo.convert %1 : tensor<i64>
  %8 = stablehlo.add %7, %c_0 : tensor<i64>
  %9 = call @_wrapped_jax_export_main(%8, %arg0) : (tensor<i64>, tensor<?xf32>) -> tensor<?xf32>
  return %9 : tensor<?xf32>
}
func.func private @_wrapped_jax_export_main(%arg0: tensor<i64> {jax.global_constant = "a"}, %arg1: tensor<?xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_1 = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %1 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = "stablehlo.dynamic_gather"(%arg1, %0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf32>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %5 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
  %7 = "stablehlo.dynamic_gather"(%arg1, %4, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf32>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  %8 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<i32>
  %9 = stablehlo.reshape %8 : (tensor<i32>) -> tensor<1xi32>
  %10 = stablehlo.dynamic_broadcast_in_dim %cst, %9, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %11 = stablehlo.multiply %3, %10 : tensor<?xf32>
  %12 = stablehlo.multiply %10, %7 : tensor<?xf32>
  %13 = stablehlo.convert %arg0 : tensor<i64>
  %14 = stablehlo.add %13, %c_1 : tensor<i64>
  %15 = stablehlo.convert %14 : (tensor<i64>) -> tensor<i32>
  %16 = stablehlo.reshape %15 : (tensor<i32>) -> tensor<1xi32>
  %17 = stablehlo.dynamic_broadcast_in_dim %cst_0, %16, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %18 = "stablehlo.scatter"(%17, %4, %11) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %26 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %26 : tensor<f32>
  }) : (tensor<?xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?xf32>
  %19 = stablehlo.convert %arg0 : tensor<i64>
  %20 = stablehlo.add %19, %c_1 : tensor<i64>
  %21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
  %22 = stablehlo.reshape %21 : (tensor<i32>) -> tensor<1xi32>
  %23 = stablehlo.dynamic_broadcast_in_dim %cst_0, %22, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %24 = "stablehlo.scatter"(%23, %0, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %26 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %26 : tensor<f32>
  }) : (tensor<?xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?xf32>
  %25 = stablehlo.add %18, %24 : tensor<?xf32>
  return %25 : tensor<?xf32>
}
func.func private @open_0(%x: tensor<4xf32>) -> tensor<?xf32> {
  %shape = stablehlo.constant dense<4> : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %open : tensor<?xf32>
}
