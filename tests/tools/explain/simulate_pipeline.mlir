// A program of ranks that differ: a pipeline of four stages and eight micro-batches. In each of eleven
// ticks, the stages that have a micro-batch compute, and results go to the next stage.

// RUN: hloom explain splits %s --mesh 4 --link 50GBps,1ns | hloom check %s
// RUN: not hloom explain splits %s --mesh 3 --link 50GBps,1ns 2>&1 | hloom check %s --check-prefix=COUNT

// Bubbles are (p - 1) / (m + p - 1) = 3/11, and what the exchanges take.
// CHECK:      @main: no shardings
// CHECK-NEXT:   a step on 4 ranks: {{.*}}, bubbles 27.{{.}} %, 4 classes of ranks
// COUNT: error: @main can't be simulated: the program runs as 1 × 4 processes, but the mesh has 3 ranks

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<256x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<256x1024xf32> {
  %id = "stablehlo.partition_id"() : () -> tensor<ui32>
  %stage = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<8> : tensor<i32>
  %ticks = stablehlo.constant dense<11> : tensor<i32>
  %end = stablehlo.add %stage, %count : tensor<i32>
  %last:2 = stablehlo.while(%tick = %zero, %held = %x) : tensor<i32>, tensor<256x1024xf32>
  cond {
    %more = stablehlo.compare LT, %tick, %ticks : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %begun = stablehlo.compare GE, %tick, %stage : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %on = stablehlo.compare LT, %tick, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %works = stablehlo.and %begun, %on : tensor<i1>
    %y = "stablehlo.if"(%works) ({
      %z = stablehlo.dot_general %held, %w, contracting_dims = [1] x [0] : (tensor<256x1024xf32>, tensor<1024x1024xf32>) -> tensor<256x1024xf32>
      stablehlo.return %z : tensor<256x1024xf32>
    }, {
      stablehlo.return %held : tensor<256x1024xf32>
    }) : (tensor<i1>) -> tensor<256x1024xf32>
    %next = "stablehlo.collective_permute"(%y) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>} : (tensor<256x1024xf32>) -> tensor<256x1024xf32>
    %after = stablehlo.add %tick, %one : tensor<i32>
    stablehlo.return %after, %next : tensor<i32>, tensor<256x1024xf32>
  }
  return %last#1 : tensor<256x1024xf32>
}
}
