// A step that states stages and has collectives of its own, along another axis.

// RUN: hloom run %s --entry=main --ranks 4 --backend=interp --random-inputs 1 --print | hloom check %s
// RUN: not hloom run %s --entry=uneven --ranks 4 --backend=interp --random-inputs 1 2>&1 | hloom check %s --check-prefix=UNEVEN
// RUN: not hloom run %s --entry=place --ranks 4 --backend=interp --random-inputs 1 2>&1 | hloom check %s --check-prefix=PLACE
// RUN: hloom opt %s --passes 'pipeline-ranks{function=main}' | hloom check %s --check-prefix=OPT
// RUN: not hloom explain splits %s --mesh 2x3 --link 1GBps,1us 2>&1 | hloom check %s --check-prefix=MESH

// CHECK: 0: tensor<12x8xf32> =
// CHECK: 1: tensor<8x8xf32> =
// UNEVEN: error: pass `pipeline-ranks`: a batch of 12 samples is not 5 micro-batches of the same size
// PLACE: error: pass `pipeline-ranks`: `stablehlo.partition_id` tells positions along "pipe" apart
// The sum between ranks of a stage is after its loop; its channel is not one of the stages.
// OPT:     "stablehlo.case"
// OPT:     "stablehlo.send"{{.*}}handle = {{[2-9]}}
// OPT:     "stablehlo.all_reduce"{{.*}}handle = 1
// MESH:  error: @main can't be simulated: pass `pipeline-ranks`: `stablehlo.all_reduce` communicates along "pipe"

sdy.mesh @mesh = <["pipe"=2, "data"=2]>
func.func @main(%w: tensor<8x8xf32>, %v: tensor<8x8xf32>, %x: tensor<12x8xf32>) -> (tensor<12x8xf32>, tensor<8x8xf32>) attributes {hloom.stages = "axis=pipe arguments=2 count=4"} {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %b = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %g = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<12x8xf32>, tensor<12x8xf32>) -> tensor<8x8xf32>
  %s = "stablehlo.all_reduce"(%g) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %b, %s : tensor<12x8xf32>, tensor<8x8xf32>
}

func.func @uneven(%w: tensor<8x8xf32>, %v: tensor<8x8xf32>, %x: tensor<12x8xf32>) -> tensor<12x8xf32> attributes {hloom.stages = "axis=pipe arguments=2 count=5"} {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %b = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<12x8xf32>) -> tensor<12x8xf32>
  return %b : tensor<12x8xf32>
}

func.func @place(%w: tensor<8x8xf32>, %v: tensor<8x8xf32>, %x: tensor<12x8xf32>) -> (tensor<12x8xf32>, tensor<ui32>) attributes {hloom.stages = "axis=pipe arguments=2 count=4"} {
  %id = stablehlo.partition_id : tensor<ui32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  %b = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x8xf32>) -> tensor<12x8xf32>
  return %b, %id : tensor<12x8xf32>, tensor<ui32>
}
