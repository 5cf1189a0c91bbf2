// RUN: hloom run %s --split-input-file --backend=interp

// Several processes at once, in a grid of replicas by partitions.

// Gathering over replicas: the group's order is that of the result.
func.func private @gather(%x: tensor<2x1xi32>) -> tensor<2x2xi32> {
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2x1xi32>) -> tensor<2x2xi32>
  return %y : tensor<2x2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %b = stablehlo.constant dense<[[3], [4]]> : tensor<2x1xi32>
  %r:2 = "interpreter.run_parallel"(%a, %b) <{programs = [[@gather], [@gather]]}> : (tensor<2x1xi32>, tensor<2x1xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %r#0, dense<[[3, 1], [4, 2]]> : tensor<2x2xi32>
  check.expect_eq_const %r#1, dense<[[3, 1], [4, 2]]> : tensor<2x2xi32>
  return
}

// -----

// Every way to say who works together, on two replicas of two partitions. Each
// process brings a number of its own: 1, 2, 4 and 8.
func.func private @sums(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %replicas = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %everyone = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %apart = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %ids = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %replicas, %everyone, %apart, %ids : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %d = stablehlo.constant dense<8> : tensor<i32>
  %r:16 = "interpreter.run_parallel"(%a, %b, %c, %d) <{programs = [[@sums, @sums], [@sums, @sums]]}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<5> : tensor<i32>
  check.expect_eq_const %r#4, dense<10> : tensor<i32>
  check.expect_eq_const %r#8, dense<5> : tensor<i32>
  check.expect_eq_const %r#12, dense<10> : tensor<i32>
  check.expect_eq_const %r#1, dense<15> : tensor<i32>
  check.expect_eq_const %r#13, dense<15> : tensor<i32>
  check.expect_eq_const %r#2, dense<3> : tensor<i32>
  check.expect_eq_const %r#6, dense<3> : tensor<i32>
  check.expect_eq_const %r#10, dense<12> : tensor<i32>
  check.expect_eq_const %r#14, dense<12> : tensor<i32>
  check.expect_eq_const %r#3, dense<9> : tensor<i32>
  check.expect_eq_const %r#7, dense<6> : tensor<i32>
  check.expect_eq_const %r#11, dense<6> : tensor<i32>
  check.expect_eq_const %r#15, dense<9> : tensor<i32>
  return
}

// -----

// Several operands, groups of different sizes, and a sum in a wider type.
func.func private @sums(%x: tensor<2xf16>, %y: tensor<f16>) -> (tensor<2xf32>, tensor<f32>) {
  %r:2 = "stablehlo.all_reduce"(%x, %y) <{replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf16>, tensor<f16>) -> (tensor<2xf32>, tensor<f32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<f32>
}
func.func @main() {
  %x = stablehlo.constant dense<[60000.0, 1.5]> : tensor<2xf16>
  %y = stablehlo.constant dense<2.0> : tensor<f16>
  %r:6 = "interpreter.run_parallel"(%x, %y, %x, %y, %x, %y) <{programs = [[@sums], [@sums], [@sums]]}> : (tensor<2xf16>, tensor<f16>, tensor<2xf16>, tensor<f16>, tensor<2xf16>, tensor<f16>) -> (tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<[120000.0, 3.0]> : tensor<2xf32>
  check.expect_eq_const %r#3, dense<4.0> : tensor<f32>
  check.expect_eq_const %r#4, dense<[60000.0, 1.5]> : tensor<2xf32>
  check.expect_eq_const %r#5, dense<2.0> : tensor<f32>
  return
}

// -----

// Groups along axes of a mesh, and along a part of an axis: of the 2x4 devices, each
// two that differ in the upper half of "y" add up.
func.func private @sum(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %half = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %x_axis = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @devices, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %half, %x_axis : tensor<i32>, tensor<i32>
}
sdy.mesh @devices = <["x"=2, "y"=4]>
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %d = stablehlo.constant dense<8> : tensor<i32>
  %e = stablehlo.constant dense<16> : tensor<i32>
  %f = stablehlo.constant dense<32> : tensor<i32>
  %g = stablehlo.constant dense<64> : tensor<i32>
  %h = stablehlo.constant dense<128> : tensor<i32>
  %r:16 = "interpreter.run_parallel"(%a, %b, %c, %d, %e, %f, %g, %h) <{programs = [[@sum], [@sum], [@sum], [@sum], [@sum], [@sum], [@sum], [@sum]]}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<5> : tensor<i32>
  check.expect_eq_const %r#2, dense<10> : tensor<i32>
  check.expect_eq_const %r#4, dense<5> : tensor<i32>
  check.expect_eq_const %r#14, dense<160> : tensor<i32>
  check.expect_eq_const %r#1, dense<17> : tensor<i32>
  check.expect_eq_const %r#15, dense<136> : tensor<i32>
  return
}

// -----

// Each process hands a part to each other: rows become columns.
func.func private @swap(%x: tensor<2x4xi32>, %y: tensor<2xi32>) -> (tensor<4x2xi32>, tensor<2xi32>) {
  %r = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xi32>) -> tensor<4x2xi32>
  %s:2 = "stablehlo.all_to_all"(%y, %y) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %r, %s#1 : tensor<4x2xi32>, tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %b = stablehlo.constant dense<[[9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<2x4xi32>
  %y = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %r:4 = "interpreter.run_parallel"(%a, %y, %b, %y) <{programs = [[@swap], [@swap]]}> : (tensor<2x4xi32>, tensor<2xi32>, tensor<2x4xi32>, tensor<2xi32>) -> (tensor<4x2xi32>, tensor<2xi32>, tensor<4x2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[[1, 2], [5, 6], [9, 10], [13, 14]]> : tensor<4x2xi32>
  check.expect_eq_const %r#2, dense<[[3, 4], [7, 8], [11, 12], [15, 16]]> : tensor<4x2xi32>
  check.expect_eq_const %r#3, dense<[7, 8]> : tensor<2xi32>
  return
}

// -----

// The first of a group hands out; who is in none gets zeros. Or each operand comes
// from the member that the last operand names.
func.func private @share(%x: tensor<i32>, %y: tensor<f32>) -> (tensor<i32>, tensor<i32>, tensor<f32>) {
  %first = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  %roots = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %named:2 = "stablehlo.collective_broadcast"(%x, %y, %roots) <{has_dynamic_root, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<i32>, tensor<f32>, tensor<2xi32>) -> (tensor<i32>, tensor<f32>)
  return %first, %named#0, %named#1 : tensor<i32>, tensor<i32>, tensor<f32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %u = stablehlo.constant dense<0.5> : tensor<f32>
  %v = stablehlo.constant dense<1.5> : tensor<f32>
  %w = stablehlo.constant dense<2.5> : tensor<f32>
  %r:9 = "interpreter.run_parallel"(%a, %u, %b, %v, %c, %w) <{programs = [[@share], [@share], [@share]]}> : (tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<f32>)
  check.expect_eq_const %r#0, dense<0> : tensor<i32>
  check.expect_eq_const %r#3, dense<3> : tensor<i32>
  check.expect_eq_const %r#6, dense<3> : tensor<i32>
  check.expect_eq_const %r#1, dense<2> : tensor<i32>
  check.expect_eq_const %r#2, dense<2.5> : tensor<f32>
  check.expect_eq_const %r#7, dense<2> : tensor<i32>
  return
}

// -----

// Values go from sources to targets, over replicas and over partitions; a process may
// be its own target, and one that is none gets zeros.
func.func private @pass(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %replicas = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<i32>) -> tensor<i32>
  %partitions = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 2]]> : tensor<2x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return %replicas, %partitions : tensor<i32>, tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %d = stablehlo.constant dense<4> : tensor<i32>
  %e = stablehlo.constant dense<5> : tensor<i32>
  %f = stablehlo.constant dense<6> : tensor<i32>
  %r:12 = "interpreter.run_parallel"(%a, %b, %c, %d, %e, %f) <{programs = [[@pass, @pass, @pass], [@pass, @pass, @pass]]}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<4> : tensor<i32>
  check.expect_eq_const %r#2, dense<5> : tensor<i32>
  check.expect_eq_const %r#4, dense<6> : tensor<i32>
  check.expect_eq_const %r#6, dense<1> : tensor<i32>
  check.expect_eq_const %r#1, dense<0> : tensor<i32>
  check.expect_eq_const %r#3, dense<1> : tensor<i32>
  check.expect_eq_const %r#5, dense<3> : tensor<i32>
  check.expect_eq_const %r#9, dense<4> : tensor<i32>
  check.expect_eq_const %r#11, dense<6> : tensor<i32>
  return
}

// -----

// The sum for the first of a group, and for each its part. The body need not be an
// elementwise op.
func.func private @reduce(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<2xi32>) {
  %one = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %more = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %s = "stablehlo.if"(%more) ({
        stablehlo.return %p : tensor<i32>
      }, {
        stablehlo.return %q : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  %part = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.subtract %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<2xi32>
  return %one, %part : tensor<4xi32>, tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = stablehlo.constant dense<[5, 1, 0, 9]> : tensor<4xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b) <{programs = [[@reduce], [@reduce]]}> : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<0> : tensor<4xi32>
  check.expect_eq_const %r#2, dense<[5, 2, 3, 9]> : tensor<4xi32>
  check.expect_eq_const %r#1, dense<[-3, 5]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<[4, -1]> : tensor<2xi32>
  return
}

// -----

// Zero of a quantized type is what stands for 0.0.
func.func private @share(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  %r = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %r : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}
func.func @main() {
  %x = "stablehlo.constant"() <{value = dense<[5, 9]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %zero = "stablehlo.constant"() <{value = dense<[3, 3]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %r:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@share], [@share]]}> : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>)
  check.expect_eq %r#0, %x : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  check.expect_eq %r#1, %zero : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return
}

// -----

// Each process knows its place; a program that runs by itself is one process.
func.func private @where() -> (tensor<ui32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  return %r, %p : tensor<ui32>, tensor<ui32>
}
func.func @main() {
  %alone:2 = call @where() : () -> (tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %alone#0, dense<0> : tensor<ui32>
  %r:8 = "interpreter.run_parallel"() <{programs = [[@where, @where], [@where, @where]]}> : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#2, dense<0> : tensor<ui32>
  check.expect_eq_const %r#3, dense<1> : tensor<ui32>
  check.expect_eq_const %r#4, dense<1> : tensor<ui32>
  check.expect_eq_const %r#5, dense<0> : tensor<ui32>
  return
}

// -----

// Streams that all processes share, and a collective inside of a loop.
func.func private @read(%t: !stablehlo.token) -> (tensor<i32>, tensor<i32>) {
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %done = "stablehlo.outfeed"(%a#0, %a#1) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a#0) : tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%p: tensor<i32>, %q: tensor<i32>):
        %s = stablehlo.add %p, %q : tensor<i32>
        stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<i32>
  }
  return %a#0, %r#1 : tensor<i32>, tensor<i32>
}
func.func private @first() -> tensor<i32> {
  %x = stablehlo.constant dense<3> : tensor<i32>
  return %x : tensor<i32>
}
func.func private @second() -> tensor<i32> {
  %x = stablehlo.constant dense<4> : tensor<i32>
  return %x : tensor<i32>
}
func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.after_all %t, %t : !stablehlo.token
  %r:4 = "interpreter.run_parallel"(%t, %u) <{infeed = [@first, @second], programs = [[@read], [@read]]}> : (!stablehlo.token, !stablehlo.token) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<3> : tensor<i32>
  check.expect_eq_const %r#2, dense<4> : tensor<i32>
  check.expect_eq_const %r#1, dense<28> : tensor<i32>
  check.expect_eq_const %r#3, dense<28> : tensor<i32>
  return
}

// -----

// Different programs, which send and receive: to who asks, and by pairs.
func.func private @ping(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %sent = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %got:2 = "stablehlo.recv"(%sent) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %got#0 : tensor<i32>
}
func.func private @pong() -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %got:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %twice = stablehlo.add %got#0, %got#0 : tensor<i32>
  %sent = "stablehlo.send"(%twice, %got#1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return %got#0 : tensor<i32>
}
func.func @main() {
  %x = stablehlo.constant dense<21> : tensor<i32>
  %r:2 = "interpreter.run_parallel"(%x) <{programs = [[@ping, @pong]]}> : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<42> : tensor<i32>
  check.expect_eq_const %r#1, dense<21> : tensor<i32>
  return
}

// -----

// Collectives that are begun and waited for later, by one process in another order
// than by the other.
func.func private @one(%x: tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>) {
  %f = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xi32>):
      %y = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<4xi32>
      stablehlo.return %y : tensor<4xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<4xi32>>
  %g = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xi32>):
      %y = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %y : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xi32>>) -> tensor<4xi32>
  %s = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %r, %s : tensor<4xi32>, tensor<2xi32>
}
func.func private @other(%x: tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>) {
  %g = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xi32>):
      %y = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %y : tensor<2xi32>
  }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
  %s = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<4xi32>
  %cut = "stablehlo.async_start"(%y) ({
    ^bb0(%a: tensor<4xi32>):
      %first = stablehlo.slice %a [0:1] : (tensor<4xi32>) -> tensor<1xi32>
      stablehlo.return %first : tensor<1xi32>
  }) : (tensor<4xi32>) -> !stablehlo.future<tensor<1xi32>>
  %one = "stablehlo.async_done"(%cut) : (!stablehlo.future<tensor<1xi32>>) -> tensor<1xi32>
  check.expect_eq_const %one, dense<1> : tensor<1xi32>
  return %y, %s : tensor<4xi32>, tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b) <{programs = [[@one], [@other]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[1, 2, 3, 4]> : tensor<4xi32>
  check.expect_eq_const %r#1, dense<[3, 4]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[1, 2, 3, 4]> : tensor<4xi32>
  check.expect_eq_const %r#3, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

// The last operand says which process of the group gets the sum of each other operand.
func.func private @reduce(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %roots = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %sums:2 = "stablehlo.collective_reduce"(%x, %y, %roots) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %sums#0, %sums#1 : tensor<2xi32>, tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %r:4 = "interpreter.run_parallel"(%a, %b, %b, %a) <{programs = [[@reduce], [@reduce]]}> : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<0> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[11, 22]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[11, 22]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<0> : tensor<2xi32>
  return
}
