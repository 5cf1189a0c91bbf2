// Stages of a pipeline on ranks: a step that states them.

// RUN: hloom run %s --entry=main --ranks 2 --backend=interp --random-inputs 1 --compare interp --rtol 1e-5 | hloom check %s
// RUN: %if llvm %{ hloom run %s --entry=main --ranks 2 --random-inputs 1 --compare interp --rtol 1e-5 | hloom check %s --check-prefix=CPU %}
// RUN: not hloom run %s --entry=main --ranks 4 --backend=interp --random-inputs 1 2>&1 | hloom check %s --check-prefix=MANY
// RUN: not hloom run %s --entry=uneven --ranks 2 --backend=interp --random-inputs 1 2>&1 | hloom check %s --check-prefix=UNEVEN
// RUN: not hloom explain splits %s --mesh 2 --link 1GBps,1us 2>&1 | hloom check %s --check-prefix=EXPLAIN
// RUN: hloom opt %s --passes 'pipeline-ranks{function=main},specialize-rank{partition=1},symbol-dce' | hloom check %s --check-prefix=ONE

// Each weight, and each part of the batch, is at one stage; the loss is at the last one.
// CHECK: 0: tensor<8x16xf32>, interp and interp:
// CHECK: 1: tensor<16x4xf32>, interp and interp:
// CHECK: 2: tensor<f32>, interp and interp:
// CPU: 0: tensor<8x16xf32>, cpu and interp:
// CPU: 1: tensor<16x4xf32>, cpu and interp:
// CPU: 2: tensor<f32>, cpu and interp:
// MANY: error: the program is for 2 devices, but --ranks starts 4
// EXPLAIN: error: @uneven can't be simulated: pass `pipeline-ranks`: a batch of 12 samples
// UNEVEN: error: pass `pipeline-ranks`: a batch of 12 samples is not 5 micro-batches of the same size
// ONE:     func.func @main(%v: tensor<16x4xf32> {{.*}}, %y: tensor<12x4xf32> {{.*}}) -> (tensor<16x4xf32> {{.*}}, tensor<f32> {{.*}}) {
// ONE-NOT:   partition_id
// ONE-NOT:   stablehlo.case
// ONE:       stablehlo.while
// ONE:         "stablehlo.recv"
// ONE:         func.call @main_level1_forward
// ONE:         func.call @main_level1_backward
// ONE:         "stablehlo.send"
// ONE-NOT:   @main_level0_

sdy.mesh @mesh = <["pipe"=2]>

func.func @main(%w: tensor<8x16xf32>, %v: tensor<16x4xf32>, %x: tensor<12x8xf32>, %y: tensor<12x4xf32>) -> (tensor<8x16xf32>, tensor<16x4xf32>, tensor<f32>) attributes {hloom.stages = "axis=pipe arguments=2:3 count=4 loss=2"} {
  %h0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x16xf32>) -> tensor<12x16xf32>
  %h = stablehlo.tanh %h0 : tensor<12x16xf32>
  %o = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<12x16xf32>, tensor<16x4xf32>) -> tensor<12x4xf32>
  %d = stablehlo.subtract %o, %y : tensor<12x4xf32>
  %sq = stablehlo.multiply %d, %d : tensor<12x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x4xf32>, tensor<f32>) -> tensor<f32>
  %gv = stablehlo.dot_general %h, %d, contracting_dims = [0] x [0] : (tensor<12x16xf32>, tensor<12x4xf32>) -> tensor<16x4xf32>
  %gh = stablehlo.dot_general %d, %v, contracting_dims = [1] x [1] : (tensor<12x4xf32>, tensor<16x4xf32>) -> tensor<12x16xf32>
  %hh = stablehlo.multiply %h, %h : tensor<12x16xf32>
  %one = stablehlo.constant dense<1.0> : tensor<12x16xf32>
  %dd = stablehlo.subtract %one, %hh : tensor<12x16xf32>
  %gp = stablehlo.multiply %gh, %dd : tensor<12x16xf32>
  %gw = stablehlo.dot_general %x, %gp, contracting_dims = [0] x [0] : (tensor<12x8xf32>, tensor<12x16xf32>) -> tensor<8x16xf32>
  %rate = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %rw = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
  %rv = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<16x4xf32>
  %uw = stablehlo.multiply %gw, %rw : tensor<8x16xf32>
  %uv = stablehlo.multiply %gv, %rv : tensor<16x4xf32>
  %w2 = stablehlo.subtract %w, %uw : tensor<8x16xf32>
  %v2 = stablehlo.subtract %v, %uv : tensor<16x4xf32>
  return %w2, %v2, %loss : tensor<8x16xf32>, tensor<16x4xf32>, tensor<f32>
}

func.func @uneven(%w: tensor<8x16xf32>, %v: tensor<16x4xf32>, %x: tensor<12x8xf32>) -> tensor<12x4xf32> attributes {hloom.stages = "axis=pipe arguments=2 count=5"} {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<12x8xf32>, tensor<8x16xf32>) -> tensor<12x16xf32>
  %o = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<12x16xf32>, tensor<16x4xf32>) -> tensor<12x4xf32>
  return %o : tensor<12x4xf32>
}
