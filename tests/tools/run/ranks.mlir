// Programs on several ranks.

// RUN: hloom run %s --entry=main --ranks 4 --backend=interp --random-inputs 1 --compare interp | hloom check %s
// RUN: %if llvm %{ hloom run %s --entry=main --ranks 4 --random-inputs 1 --compare interp --rtol 1e-5 | hloom check %s --check-prefix=CPU %}
// RUN: hloom run %s --entry=plain --ranks 4 --backend=interp --print | hloom check %s --check-prefix=PLAIN
// RUN: not hloom run %s --entry=main --ranks 2 --backend=interp --random-inputs 1 2>&1 | hloom check %s --check-prefix=FEW
// RUN: not hloom run %s --entry=fails --ranks 4 --backend=interp 2>&1 | hloom check %s --check-prefix=FAILS
// RUN: not hloom run %s --entry=hangs --ranks 4 --rank-timeout 0.3 --max-steps 20000000 --backend=interp 2>&1 | hloom check %s --check-prefix=HANGS
// RUN: not hloom run %s --entry=disagrees --ranks 4 --backend=interp 2>&1 | hloom check %s --check-prefix=OTHER
// RUN: not hloom run %s --entry=main --ranks 0 --backend=interp 2>&1 | hloom check %s --check-prefix=NONE
// RUN: not hloom run %s --entry=main --rank-timeout 1 --backend=interp 2>&1 | hloom check %s --check-prefix=ALONE

// CHECK: 0: tensor<8x6xf32>, interp and interp: no difference
// CPU:   0: tensor<8x6xf32>, cpu and interp:
// PLAIN: 0: tensor<ui32> = 6
// FEW:   error: the program is for 4 devices, but --ranks starts 2
// FAILS: error: rank 2: {{.*}}check.expect_eq{{.*}}
// HANGS: error: rank {{[013]}}: {{.*}}after 0.3 seconds: {{.*}}(0, 2) runs
// OTHER: error: rank {{[0-3]}}: {{.*}}process (0, {{[0-3]}}) runs `stablehlo.{{all_reduce|collective_broadcast}}` where others run `stablehlo.
// NONE:  error: invalid value '0' for '--ranks <N>'
// ALONE: error: --rank-timeout is for ranks: give --ranks or --mpi

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x6xf32> {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %z = stablehlo.tanh %y : tensor<8x6xf32>
    return %z : tensor<8x6xf32>
  }
  // A program of each rank, whose results are those of rank 0: 0 + 1 + 2 + 3.
  func.func private @plain() -> tensor<ui32> {
    %p = stablehlo.partition_id : tensor<ui32>
    %sum = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %s = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
    }) : (tensor<ui32>) -> tensor<ui32>
    return %sum : tensor<ui32>
  }
  // Rank 2 fails; the others wait for it.
  func.func private @fails() -> tensor<ui32> {
    %p = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %other = stablehlo.constant dense<3> : tensor<ui32>
    %is = stablehlo.compare EQ, %p, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %got = stablehlo.select %is, %other, %two : tensor<i1>, tensor<ui32>
    check.expect_eq %got, %two : tensor<ui32>
    %sum = func.call @plain() : () -> tensor<ui32>
    return %sum : tensor<ui32>
  }
  // Rank 2 runs another op than the others.
  func.func private @disagrees() -> tensor<ui32> {
    %p = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %is = stablehlo.compare EQ, %p, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %got = "stablehlo.if"(%is) ({
      %b = "stablehlo.collective_broadcast"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<ui32>) -> tensor<ui32>
      stablehlo.return %b : tensor<ui32>
    }, {
      %sum = func.call @plain() : () -> tensor<ui32>
      stablehlo.return %sum : tensor<ui32>
    }) : (tensor<i1>) -> tensor<ui32>
    return %got : tensor<ui32>
  }
  // Rank 2 never ends; the others give up.
  func.func private @hangs() -> tensor<ui32> {
    %p = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %end = stablehlo.while(%i = %p) : tensor<ui32>
    cond {
      %go = stablehlo.compare EQ, %i, %two : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      stablehlo.return %i : tensor<ui32>
    }
    %sum = func.call @plain() : () -> tensor<ui32>
    return %sum : tensor<ui32>
  }
}
