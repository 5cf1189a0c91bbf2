module @jit_embedding_update attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<100x16xf32>, %arg1: tensor<250xi32>, %arg2: tensor<250x16xf32>, %arg3: tensor<250x16xi1>) -> (tensor<100x16xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<99> : tensor<i64>
    %0 = call @clip(%arg1, %c, %c_0) : (tensor<250xi32>, tensor<i64>, tensor<i64>) -> tensor<250xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %1 = call @_where(%arg3, %arg2, %c_1) : (tensor<250x16xi1>, tensor<250x16xf32>, tensor<i64>) -> tensor<250x16xf32>
    %cst = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<250x16xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<250x16xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<250xi32>
    %5 = stablehlo.compare LT, %0, %4, SIGNED : (tensor<250xi32>, tensor<250xi32>) -> tensor<250xi1>
    %c_3 = stablehlo.constant dense<100> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<250xi32>
    %7 = stablehlo.add %0, %6 : tensor<250xi32>
    %8 = stablehlo.select %5, %7, %0 : tensor<250xi1>, tensor<250xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<250xi32>) -> tensor<250x1xi32>
    %10 = "stablehlo.scatter"(%arg0, %9, %3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %11 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<250x1xi32>, tensor<250x16xf32>) -> tensor<100x16xf32>
    return %10 : tensor<100x16xf32>
  }
  func.func private @clip(%arg0: tensor<250xi32>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<250xi32> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<250xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<250xi32>
    %3 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<250xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<250xi32>
    return %5 : tensor<250xi32>
  }
  func.func private @_where(%arg0: tensor<250x16xi1>, %arg1: tensor<250x16xf32>, %arg2: tensor<i64>) -> tensor<250x16xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<250x16xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<250x16xi1>, tensor<250x16xf32>
    return %2 : tensor<250x16xf32>
  }
}
