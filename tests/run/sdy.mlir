// RUN: hloom run %s --split-input-file --backend=interp

// Programs over several devices, as JAX lowers them, against what JAX computes on four.

// A product, split along what is summed over.
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func private @program(%arg0: tensor<4x4xi32>, %arg1: tensor<4x6xi32>) -> (tensor<4x6xi32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<2x2xi32>, %arg3: tensor<2x6xi32>) {
      %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>):
        %3 = stablehlo.add %arg4, %arg5 : tensor<i32>
        stablehlo.return %3 : tensor<i32>
      }) : (tensor<2x6xi32>) -> tensor<2x6xi32>
      sdy.return %2 : tensor<2x6xi32>
    } : (tensor<4x4xi32>, tensor<4x6xi32>) -> tensor<4x6xi32>
    return %0 : tensor<4x6xi32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]> : tensor<4x4xi32>
    %a1 = stablehlo.constant dense<[[0, 1, 2, 3, 4, 5], [6, 0, 1, 2, 3, 4], [5, 6, 0, 1, 2, 3], [4, 5, 6, 0, 1, 2]]> : tensor<4x6xi32>
    %r = call @program(%a0, %a1) : (tensor<4x4xi32>, tensor<4x6xi32>) -> tensor<4x6xi32>
    check.expect_eq_const %r, dense<[[28, 27, 19, 4, 10, 16], [88, 75, 55, 28, 50, 72], [148, 123, 91, 52, 90, 128], [208, 171, 127, 76, 130, 184]]> : tensor<4x6xi32>
    return
  }
}

// -----

// Every way in which devices exchange values.
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func private @program(%arg0: tensor<4x4xi32>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x2xi32>) {
      %1 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>}> : (tensor<2x2xi32>) -> tensor<2x2xi32>
      %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x2xi32>) -> tensor<4x2xi32>
      %3 = "stablehlo.reduce_scatter"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
        %12 = stablehlo.add %arg2, %arg3 : tensor<i32>
        stablehlo.return %12 : tensor<i32>
      }) : (tensor<4x2xi32>) -> tensor<2x2xi32>
      %4 = "stablehlo.all_to_all"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x2xi32>) -> tensor<1x4xi32>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %5 = stablehlo.partition_id : tensor<ui32>
      %6 = stablehlo.divide %5, %c : tensor<ui32>
      %7 = stablehlo.remainder %6, %c_0 : tensor<ui32>
      %8 = stablehlo.convert %7 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<100> : tensor<i32>
      %9 = stablehlo.multiply %c_1, %8 : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i32>) -> tensor<1x4xi32>
      %11 = stablehlo.add %4, %10 : tensor<1x4xi32>
      sdy.return %11 : tensor<1x4xi32>
    } : (tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]> : tensor<4x4xi32>
    %r = call @program(%a0) : (tensor<4x4xi32>) -> tensor<4x4xi32>
    check.expect_eq_const %r, dense<[[4, 6, 0, 2], [112, 114, 108, 110], [20, 22, 16, 18], [128, 130, 124, 126]]> : tensor<4x4xi32>
    return
  }
}

// -----

// One axis by hand; along the other each device sees the whole.
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func private @program(%arg0: tensor<4x4xi32>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<2x4xi32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
        %4 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
        %5 = sdy.sharding_constraint %4 <@mesh, []> : tensor<i32>
        stablehlo.return %5 : tensor<i32>
      }) : (tensor<2x4xi32>) -> tensor<2x4xi32>
      %2 = stablehlo.subtract %1, %arg1 : tensor<2x4xi32>
      %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {?}]> : tensor<2x4xi32>
      sdy.return %3 : tensor<2x4xi32>
    } : (tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]> : tensor<4x4xi32>
    %r = call @program(%a0) : (tensor<4x4xi32>) -> tensor<4x4xi32>
    check.expect_eq_const %r, dense<[[8, 8, 8, 8], [8, 8, 8, 8], [0, 0, 0, 0], [0, 0, 0, 0]]> : tensor<4x4xi32>
    return
  }
}

// -----

// Constraints change nothing.
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func private @program(%arg0: tensor<4x4xi32>) -> (tensor<4x4xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<4x4xi32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<4x4xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %4 = stablehlo.add %2, %3 : tensor<4x4xi32>
    return %4 : tensor<4x4xi32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]> : tensor<4x4xi32>
    %r = call @program(%a0) : (tensor<4x4xi32>) -> tensor<4x4xi32>
    check.expect_eq_const %r, dense<[[1, 3, 5, 7], [9, 11, 13, 15], [17, 19, 21, 23], [25, 27, 29, 31]]> : tensor<4x4xi32>
    return
  }
}

// -----

// Other ops of the dialect hand their operand through.
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<2x2xi32>
  sdy.sharding_group %b group_id=3 : tensor<2x2xi32>
  %c = sdy.propagation_barrier %b allowed_direction=FORWARD : tensor<2x2xi32>
  %d = stablehlo.add %c, %c : tensor<2x2xi32>
  %e = sdy.data_flow_edge %d sharding=<@mesh, [{}, {?}]> : tensor<2x2xi32>
  %f = sdy.named_computation<"half">(%e) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%x: tensor<2x2xi32>) {
    %y = stablehlo.subtract %x, %a : tensor<2x2xi32>
    sdy.return %y : tensor<2x2xi32>
  } : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq %f, %a : tensor<2x2xi32>
  // The device of number 3 stands first: it is the partition that sees the first row.
  %g = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%x: tensor<1x2xi32>) {
    %p = stablehlo.partition_id : tensor<ui32>
    %q = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
    %r = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
    sdy.return %r : tensor<1x1xi32>
  } : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %g, dense<[[3, 2], [1, 0]]> : tensor<2x2xi32>
  return
}
