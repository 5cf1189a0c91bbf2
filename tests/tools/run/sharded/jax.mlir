// Programs for 8 devices, as JAX lowers them, with JAX's results. Written by make.py: do not edit.

// RUN: hloom run %s --split-input-file --backend=interp
// RUN: hloom run %s --split-input-file --backend=interp --ranks 8
// RUN: %if llvm %{ hloom run %s --split-input-file --ranks 8 %}

module @jit_mlp attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func private @data_parallel(%arg0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x4xf32>, tensor<4x8xf32>) -> tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %2 = stablehlo.maximum %0, %1 : tensor<16x8xf32>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
    return %3 : tensor<16x4xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0]]> : tensor<16x4xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"d"}, {}]> : tensor<16x4xf32>
    %c1 = stablehlo.constant dense<[[-3.0, 0.0, 3.0, -1.0, 2.0, -2.0, 1.0, -3.0], [0.0, 3.0, -1.0, 2.0, -2.0, 1.0, -3.0, 0.0], [3.0, -1.0, 2.0, -2.0, 1.0, -3.0, 0.0, 3.0], [-1.0, 2.0, -2.0, 1.0, -3.0, 0.0, 3.0, -1.0]]> : tensor<4x8xf32>
    %a1 = sdy.sharding_constraint %c1 <@mesh, [{}, {}]> : tensor<4x8xf32>
    %c2 = stablehlo.constant dense<[[-3.0, 2.0, 0.0, -2.0], [3.0, 1.0, -1.0, -3.0], [2.0, 0.0, -2.0, 3.0], [1.0, -1.0, -3.0, 2.0], [0.0, -2.0, 3.0, 1.0], [-1.0, -3.0, 2.0, 0.0], [-2.0, 3.0, 1.0, -1.0], [-3.0, 2.0, 0.0, -2.0]]> : tensor<8x4xf32>
    %a2 = sdy.sharding_constraint %c2 <@mesh, [{}, {}]> : tensor<8x4xf32>
    %got = call @data_parallel(%a0, %a1, %a2) : (tensor<16x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"d"}, {}]> : tensor<16x4xf32>
    check.expect_eq_const %s0, dense<[[-48.0, 11.0, 14.0, -25.0], [-28.0, 16.0, 4.0, 13.0], [-40.0, 22.0, 7.0, -22.0], [26.0, -26.0, -15.0, -4.0], [-24.0, 33.0, -1.0, -28.0], [2.0, 1.0, 28.0, 34.0], [-8.0, 36.0, -4.0, -37.0], [-48.0, 11.0, 14.0, -25.0], [-28.0, 16.0, 4.0, 13.0], [-40.0, 22.0, 7.0, -22.0], [26.0, -26.0, -15.0, -4.0], [-24.0, 33.0, -1.0, -28.0], [2.0, 1.0, 28.0, 34.0], [-8.0, 36.0, -4.0, -37.0], [-48.0, 11.0, 14.0, -25.0], [-28.0, 16.0, 4.0, 13.0]]> : tensor<16x4xf32>
    return
  }
}

// -----

module @jit_mlp attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @tensor_parallel(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg2: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.maximum %0, %1 : tensor<8x8xf32>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    return %3 : tensor<8x4xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0]]> : tensor<8x4xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
    %c1 = stablehlo.constant dense<[[-3.0, 0.0, 3.0, -1.0, 2.0, -2.0, 1.0, -3.0], [0.0, 3.0, -1.0, 2.0, -2.0, 1.0, -3.0, 0.0], [3.0, -1.0, 2.0, -2.0, 1.0, -3.0, 0.0, 3.0], [-1.0, 2.0, -2.0, 1.0, -3.0, 0.0, 3.0, -1.0]]> : tensor<4x8xf32>
    %a1 = sdy.sharding_constraint %c1 <@mesh, [{}, {"y"}]> : tensor<4x8xf32>
    %c2 = stablehlo.constant dense<[[-3.0, 2.0, 0.0, -2.0], [3.0, 1.0, -1.0, -3.0], [2.0, 0.0, -2.0, 3.0], [1.0, -1.0, -3.0, 2.0], [0.0, -2.0, 3.0, 1.0], [-1.0, -3.0, 2.0, 0.0], [-2.0, 3.0, 1.0, -1.0], [-3.0, 2.0, 0.0, -2.0]]> : tensor<8x4xf32>
    %a2 = sdy.sharding_constraint %c2 <@mesh, [{"y"}, {}]> : tensor<8x4xf32>
    %got = call @tensor_parallel(%a0, %a1, %a2) : (tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
    check.expect_eq_const %s0, dense<[[-48.0, 11.0, 14.0, -25.0], [-28.0, 16.0, 4.0, 13.0], [-40.0, 22.0, 7.0, -22.0], [26.0, -26.0, -15.0, -4.0], [-24.0, 33.0, -1.0, -28.0], [2.0, 1.0, 28.0, 34.0], [-8.0, 36.0, -4.0, -37.0], [-48.0, 11.0, 14.0, -25.0]]> : tensor<8x4xf32>
    return
  }
}

// -----

module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @train_step(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %arg2: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x6xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.subtract %0, %arg2 : tensor<8x6xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<8x6xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %4 = stablehlo.divide %cst_0, %cst_1 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %6 = stablehlo.multiply %5, %3 : tensor<8x6xf32>
    %7 = stablehlo.dot_general %6, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
    %9 = stablehlo.subtract %arg1, %8 : tensor<4x6xf32>
    return %9 : tensor<4x6xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0]]> : tensor<8x4xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<8x4xf32>
    %c1 = stablehlo.constant dense<[[-3.0, 0.0, 3.0, -1.0, 2.0, -2.0], [1.0, -3.0, 0.0, 3.0, -1.0, 2.0], [-2.0, 1.0, -3.0, 0.0, 3.0, -1.0], [2.0, -2.0, 1.0, -3.0, 0.0, 3.0]]> : tensor<4x6xf32>
    %a1 = sdy.sharding_constraint %c1 <@mesh, [{"y"}, {}]> : tensor<4x6xf32>
    %c2 = stablehlo.constant dense<[[-3.0, 2.0, 0.0, -2.0, 3.0, 1.0], [-1.0, -3.0, 2.0, 0.0, -2.0, 3.0], [1.0, -1.0, -3.0, 2.0, 0.0, -2.0], [3.0, 1.0, -1.0, -3.0, 2.0, 0.0], [-2.0, 3.0, 1.0, -1.0, -3.0, 2.0], [0.0, -2.0, 3.0, 1.0, -1.0, -3.0], [2.0, 0.0, -2.0, 3.0, 1.0, -1.0], [-3.0, 2.0, 0.0, -2.0, 3.0, 1.0]]> : tensor<8x6xf32>
    %a2 = sdy.sharding_constraint %c2 <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
    %got = call @train_step(%a0, %a1, %a2) : (tensor<8x4xf32>, tensor<4x6xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"y"}, {}]> : tensor<4x6xf32>
    check.expect_eq_const %s0, dense<[[138.0, -5.0, -92.0, -39.0, -63.0, 74.0], [60.0, 66.0, -12.0, -104.0, -28.0, 6.0], [17.0, 4.0, 89.0, 6.0, -84.0, -6.0], [-75.0, 40.0, 22.0, 102.0, 0.0, -95.0]]> : tensor<4x6xf32>
    return
  }
}

// -----

module @jit_attention attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}, {name = "c", size = 2 : i64}]}}
  func.func private @heads(%arg0: tensor<2x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}, {}]>}, %arg1: tensor<2x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"c"}, {}]>}, %arg2: tensor<2x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {}]>}) -> (tensor<2x4x4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %1 = stablehlo.dot_general %0, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    return %1 : tensor<2x4x4xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0]], [[-1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0]]]> : tensor<2x4x4xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"a"}, {"b"}, {}]> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<[[[-3.0, 0.0, 3.0, -1.0], [2.0, -2.0, 1.0, -3.0], [0.0, 3.0, -1.0, 2.0], [-2.0, 1.0, -3.0, 0.0]], [[3.0, -1.0, 2.0, -2.0], [1.0, -3.0, 0.0, 3.0], [-1.0, 2.0, -2.0, 1.0], [-3.0, 0.0, 3.0, -1.0]]]> : tensor<2x4x4xf32>
    %a1 = sdy.sharding_constraint %c1 <@mesh, [{"a"}, {"c"}, {}]> : tensor<2x4x4xf32>
    %c2 = stablehlo.constant dense<[[[-3.0, 2.0, 0.0, -2.0], [3.0, 1.0, -1.0, -3.0], [2.0, 0.0, -2.0, 3.0], [1.0, -1.0, -3.0, 2.0]], [[0.0, -2.0, 3.0, 1.0], [-1.0, -3.0, 2.0, 0.0], [-2.0, 3.0, 1.0, -1.0], [-3.0, 2.0, 0.0, -2.0]]]> : tensor<2x4x4xf32>
    %a2 = sdy.sharding_constraint %c2 <@mesh, [{"a"}, {}, {}]> : tensor<2x4x4xf32>
    %got = call @heads(%a0, %a1, %a2) : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"a"}, {"b"}, {}]> : tensor<2x4x4xf32>
    check.expect_eq_const %s0, dense<[[[-30.0, 2.0, -8.0, -4.0], [-12.0, 37.0, 23.0, -75.0], [-29.0, 2.0, -2.0, 8.0], [66.0, -33.0, -41.0, 63.0]], [[-19.0, 6.0, -4.0, -14.0], [45.0, -93.0, 42.0, 44.0], [-17.0, -3.0, 4.0, -10.0], [-23.0, 24.0, -20.0, -22.0]]]> : tensor<2x4x4xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @sums(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8xf32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<f32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<f32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0]]> : tensor<8x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %got:3 = call @sums(%a0) : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>)
    %s0 = sdy.sharding_constraint %got#0 <@mesh, [{}]> : tensor<8xf32>
    check.expect_eq_const %s0, dense<[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0]> : tensor<8xf32>
    %s1 = sdy.sharding_constraint %got#1 <@mesh, [{}]> : tensor<8xf32>
    check.expect_eq_const %s1, dense<[3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]> : tensor<8xf32>
    %s2 = sdy.sharding_constraint %got#2 <@mesh, []> : tensor<f32>
    check.expect_eq_const %s2, dense<-3.0> : tensor<f32>
    return
  }
}

// -----

module @jit_stencil attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func private @stencil(%arg0: tensor<1x16x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}, %arg1: tensor<3x3x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) -> (tensor<1x16x4x2xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}, {}]>}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x4x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x16x4x2xf32>
    return %0 : tensor<1x16x4x2xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[[[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, -3.0]], [[-2.0, -1.0], [0.0, 1.0], [2.0, 3.0], [-3.0, -2.0]], [[-1.0, 0.0], [1.0, 2.0], [3.0, -3.0], [-2.0, -1.0]], [[0.0, 1.0], [2.0, 3.0], [-3.0, -2.0], [-1.0, 0.0]], [[1.0, 2.0], [3.0, -3.0], [-2.0, -1.0], [0.0, 1.0]], [[2.0, 3.0], [-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0]], [[3.0, -3.0], [-2.0, -1.0], [0.0, 1.0], [2.0, 3.0]], [[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, -3.0]], [[-2.0, -1.0], [0.0, 1.0], [2.0, 3.0], [-3.0, -2.0]], [[-1.0, 0.0], [1.0, 2.0], [3.0, -3.0], [-2.0, -1.0]], [[0.0, 1.0], [2.0, 3.0], [-3.0, -2.0], [-1.0, 0.0]], [[1.0, 2.0], [3.0, -3.0], [-2.0, -1.0], [0.0, 1.0]], [[2.0, 3.0], [-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0]], [[3.0, -3.0], [-2.0, -1.0], [0.0, 1.0], [2.0, 3.0]], [[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, -3.0]], [[-2.0, -1.0], [0.0, 1.0], [2.0, 3.0], [-3.0, -2.0]]]]> : tensor<1x16x4x2xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{}, {"d"}, {}, {}]> : tensor<1x16x4x2xf32>
    %c1 = stablehlo.constant dense<[[[[-3.0, 0.0], [3.0, -1.0]], [[2.0, -2.0], [1.0, -3.0]], [[0.0, 3.0], [-1.0, 2.0]]], [[[-2.0, 1.0], [-3.0, 0.0]], [[3.0, -1.0], [2.0, -2.0]], [[1.0, -3.0], [0.0, 3.0]]], [[[-1.0, 2.0], [-2.0, 1.0]], [[-3.0, 0.0], [3.0, -1.0]], [[2.0, -2.0], [1.0, -3.0]]]]> : tensor<3x3x2x2xf32>
    %a1 = sdy.sharding_constraint %c1 <@mesh, [{}, {}, {}, {}]> : tensor<3x3x2x2xf32>
    %got = call @stencil(%a0, %a1) : (tensor<1x16x4x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x16x4x2xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{}, {"d"}, {}, {}]> : tensor<1x16x4x2xf32>
    check.expect_eq_const %s0, dense<[[[[-10.0, 8.0], [24.0, -18.0], [5.0, -14.0], [-10.0, 13.0]], [[-9.0, 8.0], [17.0, 9.0], [-12.0, 4.0], [-14.0, 14.0]], [[2.0, -1.0], [6.0, -4.0], [-2.0, -9.0], [0.0, 8.0]], [[6.0, 11.0], [-12.0, 4.0], [-13.0, 6.0], [-7.0, 2.0]], [[3.0, -5.0], [-2.0, -9.0], [4.0, 0.0], [14.0, -4.0]], [[-7.0, 0.0], [-13.0, 6.0], [0.0, -6.0], [14.0, -10.0]], [[11.0, -16.0], [4.0, 0.0], [17.0, 9.0], [-7.0, -9.0]], [[-6.0, 3.0], [0.0, -6.0], [6.0, -4.0], [0.0, -1.0]], [[-9.0, 8.0], [17.0, 9.0], [-12.0, 4.0], [-14.0, 14.0]], [[2.0, -1.0], [6.0, -4.0], [-2.0, -9.0], [0.0, 8.0]], [[6.0, 11.0], [-12.0, 4.0], [-13.0, 6.0], [-7.0, 2.0]], [[3.0, -5.0], [-2.0, -9.0], [4.0, 0.0], [14.0, -4.0]], [[-7.0, 0.0], [-13.0, 6.0], [0.0, -6.0], [14.0, -10.0]], [[11.0, -16.0], [4.0, 0.0], [17.0, 9.0], [-7.0, -9.0]], [[-6.0, 3.0], [0.0, -6.0], [6.0, -4.0], [0.0, -1.0]], [[-16.0, 16.0], [10.0, 10.0], [16.0, -10.0], [-20.0, 10.0]]]]> : tensor<1x16x4x2xf32>
    return
  }
}

// -----

module @jit_pooled attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @pool(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0]]> : tensor<8x16xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
    %got = call @pool(%a0) : (tensor<8x16xf32>) -> tensor<4x8xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {"y"}]> : tensor<4x8xf32>
    check.expect_eq_const %s0, dense<[[0.0, 2.0, 3.0, 3.0, 1.0, 3.0, 3.0, 0.0], [3.0, 3.0, 1.0, 3.0, 3.0, 0.0, 2.0, 3.0], [1.0, 3.0, 3.0, 0.0, 2.0, 3.0, 3.0, 1.0], [3.0, 0.0, 2.0, 3.0, 3.0, 1.0, 3.0, 3.0]]> : tensor<4x8xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @transposed(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0]]> : tensor<8x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %got = call @transposed(%a0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    check.expect_eq_const %s0, dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0]]> : tensor<8x8xf32>
    return
  }
}

// -----

module @jit_loop attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func private @rolled(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) -> (tensor<16xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<16xf32>
    cond {
      %c_1 = stablehlo.constant dense<3> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<16xf32>) -> tensor<16xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<16xf32>
    }
    return %0#1 : tensor<16xf32>
  }
  func.func private @closed_call(%arg0: tensor<16xf32>) -> tensor<16xf32> {
    %0 = call @_roll_static(%arg0) : (tensor<16xf32>) -> tensor<16xf32>
    %1 = stablehlo.add %0, %arg0 : tensor<16xf32>
    return %1 : tensor<16xf32>
  }
  func.func private @_roll_static(%arg0: tensor<16xf32>) -> tensor<16xf32> {
    %0 = stablehlo.slice %arg0 [15:16] : (tensor<16xf32>) -> tensor<1xf32>
    %1 = stablehlo.slice %arg0 [0:15] : (tensor<16xf32>) -> tensor<15xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
    return %2 : tensor<16xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0]> : tensor<16xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"d"}]> : tensor<16xf32>
    %got = call @rolled(%a0) : (tensor<16xf32>) -> tensor<16xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"d"}]> : tensor<16xf32>
    check.expect_eq_const %s0, dense<[-15.0, -20.0, -18.0, -12.0, -4.0, 4.0, 12.0, 13.0, 0.0, -13.0, -12.0, -4.0, 4.0, 12.0, 13.0, 0.0]> : tensor<16xf32>
    return
  }
}

// -----

module @jit_constrained attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @constrained(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<8x8xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %4 = stablehlo.add %2, %3 : tensor<8x8xf32>
    %5 = sdy.sharding_constraint %4 <@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
    %6 = sdy.sharding_constraint %5 <@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
    return %6 : tensor<8x8xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0]]> : tensor<8x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %got = call @constrained(%a0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{}, {}]> : tensor<8x8xf32>
    check.expect_eq_const %s0, dense<[[-5.0, -3.0, -1.0, 1.0, 3.0, 5.0, 7.0, -5.0], [-3.0, -1.0, 1.0, 3.0, 5.0, 7.0, -5.0, -3.0], [-1.0, 1.0, 3.0, 5.0, 7.0, -5.0, -3.0, -1.0], [1.0, 3.0, 5.0, 7.0, -5.0, -3.0, -1.0, 1.0], [3.0, 5.0, 7.0, -5.0, -3.0, -1.0, 1.0, 3.0], [5.0, 7.0, -5.0, -3.0, -1.0, 1.0, 3.0, 5.0], [7.0, -5.0, -3.0, -1.0, 1.0, 3.0, 5.0, 7.0], [-5.0, -3.0, -1.0, 1.0, 3.0, 5.0, 7.0, -5.0]]> : tensor<8x8xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @sorted(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = call @sort(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func private @sort(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, 2.0, 0.0, -2.0, 3.0, 1.0, -1.0, -3.0], [2.0, 0.0, -2.0, 3.0, 1.0, -1.0, -3.0, 2.0], [0.0, -2.0, 3.0, 1.0, -1.0, -3.0, 2.0, 0.0], [-2.0, 3.0, 1.0, -1.0, -3.0, 2.0, 0.0, -2.0], [3.0, 1.0, -1.0, -3.0, 2.0, 0.0, -2.0, 3.0], [1.0, -1.0, -3.0, 2.0, 0.0, -2.0, 3.0, 1.0], [-1.0, -3.0, 2.0, 0.0, -2.0, 3.0, 1.0, -1.0], [-3.0, 2.0, 0.0, -2.0, 3.0, 1.0, -1.0, -3.0]]> : tensor<8x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %got = call @sorted(%a0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    check.expect_eq_const %s0, dense<[[-3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0], [-3.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -3.0], [-2.0, -1.0, -1.0, -2.0, -1.0, -1.0, -1.0, -2.0], [-1.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0, -1.0], [0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0], [1.0, 2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0, 3.0, 2.0, 2.0, 2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]]> : tensor<8x8xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @looked_up(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8x4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8xi1>, tensor<8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
    return %6 : tensor<8x4xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0]]> : tensor<8x4xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
    %c1 = stablehlo.constant dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi32>
    %a1 = sdy.sharding_constraint %c1 <@mesh, [{"y"}]> : tensor<8xi32>
    %got = call @looked_up(%a0, %a1) : (tensor<8x4xf32>, tensor<8xi32>) -> tensor<8x4xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"y"}, {}]> : tensor<8x4xf32>
    check.expect_eq_const %s0, dense<[[-3.0, -2.0, -1.0, 0.0], [0.0, 1.0, 2.0, 3.0], [3.0, -3.0, -2.0, -1.0], [-1.0, 0.0, 1.0, 2.0], [2.0, 3.0, -3.0, -2.0], [-2.0, -1.0, 0.0, 1.0], [1.0, 2.0, 3.0, -3.0], [-3.0, -2.0, -1.0, 0.0]]> : tensor<8x4xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func private @psum(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<1x4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"d"} (%arg1: tensor<1x4xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
      sdy.return %1 : tensor<1x4xf32>
    } : (tensor<8x4xf32>) -> tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0]]> : tensor<8x4xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"d"}, {}]> : tensor<8x4xf32>
    %got = call @psum(%a0) : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{}, {}]> : tensor<1x4xf32>
    check.expect_eq_const %s0, dense<[[-3.0, -2.0, -1.0, 0.0]]> : tensor<1x4xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @psum_one_axis(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x2xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x2xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      sdy.return %1 : tensor<2x2xf32>
    } : (tensor<4x8xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0]]> : tensor<4x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<4x8xf32>
    %got = call @psum_one_axis(%a0) : (tensor<4x8xf32>) -> tensor<4x2xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {}]> : tensor<4x2xf32>
    check.expect_eq_const %s0, dense<[[0.0, -3.0], [-3.0, 1.0], [1.0, -2.0], [-2.0, 2.0]]> : tensor<4x2xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @pmax(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<2x2xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x2xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %2 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      sdy.return %1 : tensor<2x2xf32>
    } : (tensor<4x8xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0]]> : tensor<4x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<4x8xf32>
    %got = call @pmax(%a0) : (tensor<4x8xf32>) -> tensor<2x2xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{}, {}]> : tensor<2x2xf32>
    check.expect_eq_const %s0, dense<[[3.0, 2.0], [2.0, 3.0]]> : tensor<2x2xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @all_gather(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x2xf32>) {
      %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<2x8xf32>
      sdy.return %1 : tensor<2x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0]]> : tensor<4x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<4x8xf32>
    %got = call @all_gather(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
    check.expect_eq_const %s0, dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0]]> : tensor<4x8xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func private @all_to_all(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<8x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}, {}]>] out_shardings=[<@mesh, [{}, {"d"}]>] manual_axes={"d"} (%arg1: tensor<1x8xf32>) {
      %1 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, split_count = 8 : i64, split_dimension = 1 : i64}> : (tensor<1x8xf32>) -> tensor<8x1xf32>
      sdy.return %1 : tensor<8x1xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0]]> : tensor<8x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"d"}, {}]> : tensor<8x8xf32>
    %got = call @all_to_all(%a0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{}, {"d"}]> : tensor<8x8xf32>
    check.expect_eq_const %s0, dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0], [2.0, 3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0], [3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0], [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0]]> : tensor<8x8xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func private @ppermute(%arg0: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<8x2xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}, {}]>] out_shardings=[<@mesh, [{"d"}, {}]>] manual_axes={"d"} (%arg1: tensor<1x2xf32>) {
      %1 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 3], [1, 4], [2, 5], [3, 6], [4, 7], [5, 0], [6, 1]]> : tensor<7x2xi64>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
      sdy.return %1 : tensor<1x2xf32>
    } : (tensor<8x2xf32>) -> tensor<8x2xf32>
    return %0 : tensor<8x2xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, -3.0], [-2.0, -1.0], [0.0, 1.0], [2.0, 3.0], [-3.0, -2.0]]> : tensor<8x2xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"d"}, {}]> : tensor<8x2xf32>
    %got = call @ppermute(%a0) : (tensor<8x2xf32>) -> tensor<8x2xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"d"}, {}]> : tensor<8x2xf32>
    check.expect_eq_const %s0, dense<[[0.0, 1.0], [2.0, 3.0], [0.0, 0.0], [-3.0, -2.0], [-1.0, 0.0], [1.0, 2.0], [3.0, -3.0], [-2.0, -1.0]]> : tensor<8x2xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @psum_scatter(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x8xf32>) {
      %1 = "stablehlo.reduce_scatter"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<2x8xf32>) -> tensor<2x2xf32>
      sdy.return %1 : tensor<2x2xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0]]> : tensor<4x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
    %got = call @psum_scatter(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {"y"}]> : tensor<4x8xf32>
    check.expect_eq_const %s0, dense<[[-12.0, -8.0, -4.0, 0.0, 4.0, 8.0, 12.0, -12.0], [-8.0, -4.0, 0.0, 4.0, 8.0, 12.0, -12.0, -8.0], [-4.0, 0.0, 4.0, 8.0, 12.0, -12.0, -8.0, -4.0], [0.0, 4.0, 8.0, 12.0, -12.0, -8.0, -4.0, 0.0]]> : tensor<4x8xf32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @axis_index(%arg0: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x8xi32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<2x2xi32>) {
      %c = stablehlo.constant dense<4> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<10> : tensor<i32>
      %5 = stablehlo.multiply %c_1, %4 : tensor<i32>
      %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %7 = stablehlo.add %arg1, %6 : tensor<2x2xi32>
      %c_2 = stablehlo.constant dense<1> : tensor<ui32>
      %c_3 = stablehlo.constant dense<4> : tensor<ui32>
      %8 = stablehlo.partition_id : tensor<ui32>
      %9 = stablehlo.divide %8, %c_2 : tensor<ui32>
      %10 = stablehlo.remainder %9, %c_3 : tensor<ui32>
      %11 = stablehlo.convert %10 : (tensor<ui32>) -> tensor<i32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
      %13 = stablehlo.add %7, %12 : tensor<2x2xi32>
      sdy.return %13 : tensor<2x2xi32>
    } : (tensor<4x8xi32>) -> tensor<4x8xi32>
    return %0 : tensor<4x8xi32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3, -2, -1, 0, 1, 2, 3, -3], [-2, -1, 0, 1, 2, 3, -3, -2], [-1, 0, 1, 2, 3, -3, -2, -1], [0, 1, 2, 3, -3, -2, -1, 0]]> : tensor<4x8xi32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{}, {}]> : tensor<4x8xi32>
    %got = call @axis_index(%a0) : (tensor<4x8xi32>) -> tensor<4x8xi32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{}, {}]> : tensor<4x8xi32>
    check.expect_eq_const %s0, dense<[[-3, -2, 0, 1, 3, 4, 6, 0], [-2, -1, 1, 2, 4, 5, 0, 1], [9, 10, 12, 13, 15, 9, 11, 12], [10, 11, 13, 14, 9, 10, 12, 13]]> : tensor<4x8xi32>
    return
  }
}

// -----

module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func private @within_jit(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x4xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<2x2xf32>) {
      %7 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
        %8 = stablehlo.add %arg3, %arg4 : tensor<f32>
        stablehlo.return %8 : tensor<f32>
      }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      sdy.return %7 : tensor<2x2xf32>
    } : (tensor<4x8xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.tanh %1 : tensor<4x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<4x4xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %6 = stablehlo.add %4, %5 : tensor<4x4xf32>
    return %6 : tensor<4x4xf32>
  }
  func.func public @main() {
    %c0 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0], [-1.0, 0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0], [0.0, 1.0, 2.0, 3.0, -3.0, -2.0, -1.0, 0.0]]> : tensor<4x8xf32>
    %a0 = sdy.sharding_constraint %c0 <@mesh, [{"x"}, {"y"}]> : tensor<4x8xf32>
    %c1 = stablehlo.constant dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, -3.0]]> : tensor<2x4xf32>
    %a1 = sdy.sharding_constraint %c1 <@mesh, [{}, {}]> : tensor<2x4xf32>
    %got = call @within_jit(%a0, %a1) : (tensor<4x8xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
    %s0 = sdy.sharding_constraint %got <@mesh, [{"x"}, {}]> : tensor<4x4xf32>
    check.expect_eq_const %s0, dense<[[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<4x4xf32>
    return
  }
}
