module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00]]> : tensor<3x2xf32>
    %0 = call @open_0(%cst) : (tensor<3x2xf32>) -> tensor<?x2xf32>
    %1 = call @arange(%0) : (tensor<?x2xf32>) -> tensor<?xf32>
    %cst_0 = stablehlo.constant dense<[0.000000e+00, 3.000000e+00, 6.000000e+00, 9.000000e+00, 1.200000e+01, 1.500000e+01, 6.000000e+00, 9.000000e+00, 1.200000e+01, 1.500000e+01, 1.800000e+01, 2.100000e+01]> : tensor<12xf32>
    stablehlo.custom_call @check.expect_close(%1, %cst_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<?xf32>, tensor<12xf32>) -> ()
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
  func.func private @open_0(%arg0: tensor<3x2xf32>) -> tensor<?x2xf32> {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
    %0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
    return %0 : tensor<?x2xf32>
  }
}
