// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops that processes run together.

func.func @after_all_inputs(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.after_all` breaks (I1): inputs must be a token, not tensor<4x2xf32>}}
  %t = "stablehlo.after_all"(%x) : (tensor<4x2xf32>) -> !stablehlo.token
  return
}

// -----

func.func @all_gather_dim(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_gather` breaks (C1): all_gather_dim is 2, but tensor<4x2xf32> has rank 2}}
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @all_gather_twice(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_gather` breaks (C2): replica_groups names 0 twice}}
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func @all_gather_size(%x: tensor<4x2xf32>) {
    // expected-error@+1 {{`stablehlo.all_gather` breaks (C3): replica_groups has 2 ids, but there are 4 replicas}}
    %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
    return
  }
}

// -----

func.func @all_gather_range(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_gather` breaks (C4): replica_groups names 2; 2 ids must be 0..2}}
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @all_gather_channel(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_gather` breaks (C5): use_global_device_ids needs a channel_handle with a positive handle}}
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @all_gather_type(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_gather` breaks (C6): the result is tensor<8x2xf32>, but tensor<4x2xf32> is declared}}
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @all_gather_partitions(%x: tensor<4x2xf32>) {
    // expected-error@+1 {{`stablehlo.all_gather` breaks (C6): the result is tensor<16x2xf32>, but tensor<8x2xf32> is declared}}
    %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
    return
  }
}

// -----

func.func @all_gather_groups(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_gather`: the groups must be of one size}}
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @all_gather_nothing() {
  // expected-error@+1 {{`stablehlo.all_gather`: there must be at least one operand}}
  "stablehlo.all_gather"() <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : () -> ()
  return
}

// -----

func.func @all_reduce_twice(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce` breaks (C1): replica_groups names 1 twice}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<1> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @all_reduce_size(%x: tensor<4x2xf32>) {
    // expected-error@+1 {{`stablehlo.all_reduce` breaks (C2): replica_groups has 2 ids, but there are 4 processes}}
    %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return
  }
}

// -----

func.func @all_reduce_range(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce` breaks (C3): replica_groups names -2; 2 ids must be 0..2}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_reduce_channel(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce` breaks (C4): use_global_device_ids needs a channel_handle with a positive handle}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_reduce_computation(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce` breaks (C5): computation computes in i32, which can't hold f32}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_reduce_arguments(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce` breaks (C5): computation takes tensor<f32> and yields tensor<f32>; it must take two scalar tensors of the type that it yields}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>):
        stablehlo.return %a : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_reduce_shape(%x: tensor<4x2xf32>) {
  // expected-error@+5 {{`stablehlo.all_reduce` breaks (C6): the result is tensor<4x2xf32>, but tensor<2x2xf32> is declared}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @all_reduce_element(%x: tensor<4x2xf32>) {
  // expected-error@+5 {{`stablehlo.all_reduce` breaks (C7): the result is tensor<4x2xf32>, but tensor<4x2xf64> is declared}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf64>
  return
}

// -----

func.func @all_reduce_groups_type(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{the attribute `replica_groups` of `stablehlo.all_reduce`: expected integers `dense<[[…]]> : tensor<…x…xi64>`, found `dense<[0, 1]> : tensor<2xi64>`}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @mesh_axis(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce`: the mesh has no axis "y"}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y">]>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @mesh_part(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce`: (3)2 is not a part of axis "x" of size 4}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (3)2>]>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @mesh_twice(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce`: axis "x" is named twice}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @mesh_devices(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_reduce`: the device ids of the mesh must be 0..4, in any order}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>], device_ids=dense<[0, 1, 2, 2]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @mesh_symbol(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{there is no mesh `@mash`}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mash, axes = []>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}
sdy.mesh @mesh = <["x"=4]>

// -----

func.func @all_to_all_split(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C1): split_dimension is 2, but tensor<4x2xf32> has rank 2}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_to_all_parts(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C2): dimension 0 of tensor<4x2xf32> can't be split into 3 parts}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, split_count = 3 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_to_all_concat(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C3): concat_dimension is -1, but tensor<4x2xf32> has rank 2}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_to_all_count(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C4): split_count is 0; it must be positive}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_to_all_twice(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C5): replica_groups names 1 twice}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<1> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 4 : i32} {
  func.func @all_to_all_size(%x: tensor<4x2xf32>) {
    // expected-error@+1 {{`stablehlo.all_to_all` breaks (C6): replica_groups has 2 ids, but there are 4 replicas}}
    %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
    return
  }
}

// -----

func.func @all_to_all_range(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C7): replica_groups names 5; 2 ids must be 0..2}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[5, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_to_all_group(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C8): the groups hold 4 processes, but split_count is 2}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @all_to_all_type(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (C9): the result is tensor<2x4xf32>, but tensor<4x2xf32> is declared}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @collective_broadcast_twice(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_broadcast` breaks (C1): replica_groups names 1 twice}}
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @collective_broadcast_range(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_broadcast` breaks (C2): replica_groups names -2, which is not one of the replicas}}
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @collective_broadcast_grid(%x: tensor<4x2xf32>) {
    // expected-error@+1 {{`stablehlo.collective_broadcast` breaks (C2): replica_groups names 1, which is not one of the replicas}}
    %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return
  }
}

// -----

func.func @collective_broadcast_type(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_broadcast` breaks (C3): the result is tensor<4x2xf32>, but tensor<8x2xf32> is declared}}
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

func.func @collective_broadcast_roots(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_broadcast`: the last operand must be tensor<1xi32>, the root of each other operand, not tensor<4x2xf32>}}
  %y = "stablehlo.collective_broadcast"(%x, %x) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @collective_permute_columns(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_permute` breaks (C1): source_target_pairs has 3 columns, not a source and a target}}
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @collective_permute_sources(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_permute` breaks (C2): 0 is twice a source in source_target_pairs}}
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @collective_permute_targets(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_permute` breaks (C3): 2 is twice a target in source_target_pairs}}
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @collective_permute_range(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_permute` breaks (C4): source_target_pairs names -1, which is not one of the replicas}}
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @collective_permute_grid(%x: tensor<4x2xf32>) {
    // expected-error@+1 {{`stablehlo.collective_permute` breaks (C4): source_target_pairs names 3, which is not one of the replicas}}
    %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 3]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return
  }
}

// -----

func.func @collective_permute_type(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_permute` breaks (C5): the result is tensor<4x2xf32>, but tensor<4x2xf64> is declared}}
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf64>
  return
}

// -----

func.func @collective_reduce_twice(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_reduce`: replica_groups names 1 twice}}
  %y = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<1> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @collective_reduce_computation(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_reduce`: computation computes in i32, which can't hold f32}}
  %y = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reduce_scatter_parts(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (C1): dimension 0 of tensor<4x2xf32> can't be split between 3 processes}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, scatter_dimension = 0 : i64}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_dim(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (C2): scatter_dimension is 2, but tensor<4x2xf32> has rank 2}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_twice(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (C3): replica_groups names 0 twice}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<0> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 3 : i32} {
  func.func @reduce_scatter_size(%x: tensor<4x2xf32>) {
    // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (C4): replica_groups has 2 ids, but there are 3 replicas}}
    %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
    return
  }
}

// -----

func.func @reduce_scatter_range(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (C5): replica_groups names 9; 2 ids must be 0..2}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[9, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_channel(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (C6): use_global_device_ids needs a channel_handle with a positive handle}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_computation(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (C7): computation computes in i32, which can't hold f32}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_shape(%x: tensor<4x2xf32>) {
  // expected-error@+5 {{`stablehlo.reduce_scatter` breaks (C8): the result is tensor<2x2xf32>, but tensor<4x2xf32> is declared}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reduce_scatter_element(%x: tensor<4x2xf32>) {
  // expected-error@+5 {{`stablehlo.reduce_scatter` breaks (C9): the result is tensor<2x2xf32>, but tensor<2x2xf16> is declared}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf16>
  return
}

// -----

func.func @all_gather_scales(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.all_gather` breaks (I1): operands must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @all_reduce_scales(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.all_reduce` breaks (I1): operands must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @all_to_all_scales(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.all_to_all` breaks (I1): operands must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @collective_broadcast_scales(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.collective_broadcast` breaks (I1): operands must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @collective_permute_scales(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.collective_permute` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @reduce_scatter_scales(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{`stablehlo.reduce_scatter` breaks (I1): operand must be a tensor with at most one scale, not tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>}}
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5>>, %b: tensor<!quant.uniform<i8:f32, 0.5>>):
      stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}

// -----

func.func @collective_reduce_roots(%x: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.collective_reduce`: the last operand must be tensor<1xi32>, the root of each other operand, not tensor<4x2xf32>}}
  %y = "stablehlo.collective_reduce"(%x, %x) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}
