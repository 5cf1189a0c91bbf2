module @jit_autoencoder attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x40xf32>, %arg1: tensor<40x8xf32>, %arg2: tensor<8x40xf32>) -> (tensor<40x8xf32> {jax.result_info = "result[0]"}, tensor<8x40xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0:5 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c, %iterArg_1 = %arg1, %iterArg_2 = %arg2, %iterArg_3 = %cst) : tensor<64x40xf32>, tensor<i64>, tensor<40x8xf32>, tensor<8x40xf32>, tensor<f32>
    cond {
      %c_4 = stablehlo.constant dense<4> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg_0, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.dot_general %iterArg, %iterArg_1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x40xf32>, tensor<40x8xf32>) -> tensor<64x8xf32>
      %2 = stablehlo.negate %1 : tensor<64x8xf32>
      %3 = stablehlo.exponential %2 : tensor<64x8xf32>
      %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
      %5 = stablehlo.add %4, %3 : tensor<64x8xf32>
      %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
      %7 = stablehlo.divide %6, %5 : tensor<64x8xf32>
      %8 = stablehlo.dot_general %7, %iterArg_2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x40xf32>) -> tensor<64x40xf32>
      %9 = stablehlo.negate %8 : tensor<64x40xf32>
      %10 = stablehlo.exponential %9 : tensor<64x40xf32>
      %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x40xf32>
      %12 = stablehlo.add %11, %10 : tensor<64x40xf32>
      %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %13 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x40xf32>
      %14 = stablehlo.divide %13, %12 : tensor<64x40xf32>
      %15 = stablehlo.subtract %14, %iterArg : tensor<64x40xf32>
      %16 = stablehlo.multiply %15, %14 : tensor<64x40xf32>
      %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x40xf32>
      %18 = stablehlo.subtract %17, %14 : tensor<64x40xf32>
      %19 = stablehlo.multiply %16, %18 : tensor<64x40xf32>
      %20 = stablehlo.transpose %iterArg_2, dims = [1, 0] : (tensor<8x40xf32>) -> tensor<40x8xf32>
      %21 = stablehlo.dot_general %19, %20, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x40xf32>, tensor<40x8xf32>) -> tensor<64x8xf32>
      %22 = stablehlo.multiply %21, %7 : tensor<64x8xf32>
      %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %23 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x8xf32>
      %24 = stablehlo.subtract %23, %7 : tensor<64x8xf32>
      %25 = stablehlo.multiply %22, %24 : tensor<64x8xf32>
      %c_10 = stablehlo.constant dense<1> : tensor<i64>
      %26 = stablehlo.add %iterArg_0, %c_10 : tensor<i64>
      %27 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<64x40xf32>) -> tensor<40x64xf32>
      %28 = stablehlo.dot_general %27, %25, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<40x64xf32>, tensor<64x8xf32>) -> tensor<40x8xf32>
      %cst_11 = stablehlo.constant dense<1.562500e-04> : tensor<f32>
      %29 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<40x8xf32>
      %30 = stablehlo.multiply %29, %28 : tensor<40x8xf32>
      %31 = stablehlo.subtract %iterArg_1, %30 : tensor<40x8xf32>
      %32 = stablehlo.transpose %7, dims = [1, 0] : (tensor<64x8xf32>) -> tensor<8x64xf32>
      %33 = stablehlo.dot_general %32, %19, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<64x40xf32>) -> tensor<8x40xf32>
      %cst_12 = stablehlo.constant dense<1.562500e-04> : tensor<f32>
      %34 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x40xf32>
      %35 = stablehlo.multiply %34, %33 : tensor<8x40xf32>
      %36 = stablehlo.subtract %iterArg_2, %35 : tensor<8x40xf32>
      %37 = stablehlo.multiply %15, %15 : tensor<64x40xf32>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %38 = stablehlo.reduce(%37 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x40xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %26, %31, %36, %38 : tensor<64x40xf32>, tensor<i64>, tensor<40x8xf32>, tensor<8x40xf32>, tensor<f32>
    }
    return %0#2, %0#3, %0#4 : tensor<40x8xf32>, tensor<8x40xf32>, tensor<f32>
  }
}
