// Processes that work together, in generic form.
"builtin.module"() ({
  "func.func"() <{sym_name = "part0", function_type = (tensor<8x2xf32>, !stablehlo.token) -> tensor<8x8xf32>}> ({
  ^bb0(%arg0: tensor<8x2xf32>, %arg1: !stablehlo.token):
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<8x2xf32>) -> tensor<8x8xf32>
    %1 = "stablehlo.replica_id"() : () -> tensor<ui32>
    %2 = "stablehlo.partition_id"() : () -> tensor<ui32>
    %3 = "stablehlo.after_all"(%arg1, %arg1) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    %4 = "stablehlo.create_token"() : () -> !stablehlo.token
    %5 = "stablehlo.after_all"() : () -> !stablehlo.token
    %6:2 = "stablehlo.infeed"(%arg1) <{infeed_config = "x", layout = [[0, 1]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
    %7 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<8x2xf32>, !stablehlo.token) -> !stablehlo.token
    %8 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<8x2xf32>, !stablehlo.token) -> !stablehlo.token
    %9:2 = "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    %10 = "stablehlo.optimization_barrier"(%arg1) : (!stablehlo.token) -> !stablehlo.token
    %11 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 4>], device_ids=dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %13 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%13) : (tensor<f32>) -> ()
    }) : (tensor<8x2xf32>) -> tensor<8x2xf32>
    %12 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y">]>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %13 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%13) : (tensor<f32>) -> ()
    }) : (tensor<8x2xf32>) -> tensor<8x2xf32>
    "func.return"(%0) : (tensor<8x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "part1", function_type = (tensor<8x2xf32>, !stablehlo.token) -> tensor<8x2xf32>}> ({
  ^bb0(%arg0: tensor<8x2xf32>, %arg1: !stablehlo.token):
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg2: tensor<8x2xf32>):
      %2 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x2xf32>
      "stablehlo.return"(%2) : (tensor<8x2xf32>) -> ()
    }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x2xf32>>
    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8x2xf32>>) -> tensor<8x2xf32>
    "func.return"(%1) : (tensor<8x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "part2", function_type = (tensor<8x2xf32>, !stablehlo.token) -> ()}> ({
  ^bb0(%arg0: tensor<8x2xf32>, %arg1: !stablehlo.token):
    %0 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x2xf32>) -> tensor<8x2xf32>
    %1:2 = "stablehlo.all_to_all"(%arg0, %arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<8x2xf32>, tensor<8x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
    %2 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %3 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) : (tensor<8x2xf32>) -> tensor<4x2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "part3", function_type = (tensor<4xi32>, tensor<2xi32>) -> tensor<4xi32>}> ({
  ^bb0(%arg0: tensor<4xi32>, %arg1: tensor<2xi32>):
    %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %4 = "stablehlo.add"(%arg2, %arg3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%4) : (tensor<i32>) -> ()
    }) : (tensor<4xi32>) -> tensor<4xi32>
    %1:2 = "stablehlo.collective_broadcast"(%0, %0, %arg1) <{has_dynamic_root, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xi32>, tensor<4xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    %2 = "interpreter.print"(%0) : (tensor<4xi32>) -> tensor<4xi32>
    %3 = "interpreter.probe"(%2) <{probe_id = "x \22y\22"}> {note} : (tensor<4xi32>) -> tensor<4xi32>
    "check.expect_serialized_eq"(%3) <{probe_id = "x"}> : (tensor<4xi32>) -> ()
    "check.expect_serialized_eq"(%3) <{probe_id = "x", iteration = 2 : i64}> : (tensor<4xi32>) -> ()
    "func.return"(%3) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "part4", function_type = (tensor<4xi32>, tensor<2xi32>) -> tensor<4xi32>}> ({
  ^bb0(%arg0: tensor<4xi32>, %arg1: tensor<2xi32>):
    %0:2 = "interpreter.run_parallel"(%arg0, %arg1, %arg0, %arg1) <{infeed = [@feed], programs = [[@part3], [@part3]]}> : (tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    "func.return"(%0#0) : (tensor<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "feed", function_type = () -> tensor<i1>, sym_visibility = "private"}> ({
  }) : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> : () -> ()
}) : () -> ()
