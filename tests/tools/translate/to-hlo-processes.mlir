// Collectives, transfers, custom calls, shardings and donations in HLO text, and back.
//
// RUN: hloom translate %s - --to hlo | hloom check %s
// RUN: hloom translate %s %t.hlo
// RUN: hloom translate %t.hlo - | hloom check %s --check-prefix=BACK
//
// CHECK: HloModule processes, input_output_alias={ {0}: (0, {}, may-alias) }, buffer_donor={ (1, {}) }
// CHECK-SAME: num_partitions=2
// CHECK: ENTRY main.[[#]] {
// CHECK-NEXT: x.[[#]] = f32[4,4]{1,0} parameter(0), sharding={devices=[2,1]<=[2]}
// CHECK: all-gather({{.*}}), channel_id=1, replica_groups={{[{][{]}}0,1}}, use_global_device_ids=true, dimensions={0}
// CHECK: all-reduce({{.*}}), channel_id=2, replica_groups={{[{][{]}}0,1}}, use_global_device_ids=true, to_apply=reduce.[[#]]
// CHECK: collective-permute({{.*}}), channel_id=3, source_target_pairs={{[{][{]}}0,1},{1,0}}
// CHECK: reshape(
// CHECK: f32[2,2,4]{2,1,0} all-to-all({{.*}}), channel_id=4, replica_groups={{[{][{]}}0,1}}, dimensions={0}
// CHECK: transpose(
// CHECK: f32[4,4]{0,1} custom-call({{.*}}), custom_call_target="f\"oo", operand_layout_constraints={f32[4,4]{0,1}}, custom_call_has_side_effect=true, api_version=API_VERSION_TYPED_FFI, backend_config={n = 1 : i32}
// CHECK: custom-call({{.*}}), custom_call_target="Sharding", sharding={devices=[1,2]<=[2]}
// CHECK: (f32[4,4]{1,0}, u32[], token[]) send({{.*}}), channel_id=5
// CHECK: token[] send-done(
// CHECK: (f32[4,4]{1,0}, u32[], token[]) recv(
// CHECK: (f32[4,4]{1,0}, token[]) recv-done(
//
// BACK: func.func @main(%{{.*}}: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}", tf.aliasing_output = 0 : i32}, %{{.*}}: tensor<4x4xf32> {jax.buffer_donor = true})
// BACK: "stablehlo.all_gather"
// BACK: "stablehlo.all_reduce"
// BACK: "stablehlo.collective_permute"
// BACK: "stablehlo.all_to_all"
// BACK: stablehlo.custom_call @"f\22oo"
// BACK-SAME: backend_config = {n = 1 : i32}
// BACK: "stablehlo.send"
// BACK: "stablehlo.recv"
module @processes attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32}, %y: tensor<4x4xf32> {jax.buffer_donor = true}) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x8xf32>) {
    %all = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
    %half = stablehlo.slice %all [0:4, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
    %sum = "stablehlo.all_reduce"(%half) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %moved = "stablehlo.collective_permute"(%sum) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %turned = "stablehlo.all_to_all"(%moved) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
    %called = stablehlo.custom_call @"f\22oo"(%y) {api_version = 4 : i32, backend_config = {n = 1 : i32}, has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %constrained = sdy.sharding_constraint %called <@mesh, [{}, {"x"}]> : tensor<4x4xf32>
    %token = stablehlo.create_token : !stablehlo.token
    %sent = "stablehlo.send"(%constrained, %token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false}> : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
    %received:2 = "stablehlo.recv"(%sent) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, is_host_transfer = false}> : (!stablehlo.token) -> (tensor<4x4xf32>, !stablehlo.token)
    return %moved, %received#0, %turned : tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x8xf32>
  }
}
