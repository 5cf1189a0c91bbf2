module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00]]> : tensor<3x2xf32>
    %0 = call @open_0(%cst) : (tensor<3x2xf32>) -> tensor<?x2xf32>
    %1 = call @pad_and_step(%0) : (tensor<?x2xf32>) -> tensor<2xf32>
    %cst_0 = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
    stablehlo.custom_call @check.expect_close(%1, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> ()
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
  func.func private @open_0(%arg0: tensor<3x2xf32>) -> tensor<?x2xf32> {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
    %0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
    return %0 : tensor<?x2xf32>
  }
}
