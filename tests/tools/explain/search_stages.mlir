// Stages of a pipeline beside shardings: over slow links a pipeline exchanges the fewest bytes.

// RUN: %if llvm %{ hloom explain splits %s --mesh 2 --link 100GBps,1us --search --batch-arguments 8:9 --loss 8 | hloom check %s --check-prefix=FAST %}
// RUN: %if llvm %{ hloom explain splits %s --mesh 2 --link 200MBps,20us --search --batch-arguments 8:9 --loss 8 | hloom check %s --check-prefix=SLOW %}
// RUN: %if llvm %{ not hloom explain splits %s --mesh 2 --link 1GBps,20us --search --loss 8 2>&1 | hloom check %s --check-prefix=BATCH %}
// RUN: %if llvm %{ not hloom explain splits %s --mesh 2 --link 1GBps,20us --batch-arguments 8:9 --loss 8 2>&1 | hloom check %s --check-prefix=SEARCH %}
// RUN: %if llvm %{ not hloom explain splits %s --mesh 2 --link 1GBps,20us --search --batch-arguments 8:12 --loss 8 2>&1 | hloom check %s --check-prefix=ARGUMENT %}
// RUN: %if llvm %{ not hloom explain splits %s --mesh 2 --link 1GBps,20us --search --batch-arguments 8:9 2>&1 | hloom check %s --check-prefix=WHICH %}
// RUN: %if llvm %{ not hloom explain splits %s --mesh 2 --link 1GBps,20us --search --batch-arguments 8:9 --loss 3 2>&1 | hloom check %s --check-prefix=LOSS %}
// RUN: %if llvm %{ hloom opt %s --passes 'assign-splits{search=true link=200MBps:20us batch=8:9 loss=8},erase-splits' | hloom explain splits - --mesh 2 --link 200MBps,20us --search | hloom check %s --check-prefix=STATED %}
// RUN: %if llvm %{ hloom opt %s --passes 'assign-splits{search=true link=200MBps:20us batch=8:9 loss=8},erase-splits' | hloom explain splits - --mesh 2 --link 200MBps,20us | hloom check %s --check-prefix=SAYS %}
// RUN: not hloom opt %s --passes 'assign-splits{search=true link=200MBps:20us batch=8:9 loss=9}' 2>&1 | hloom check %s --check-prefix=LOSSES
// RUN: hloom opt %s --passes 'assign-splits{search=true link=200MBps:20us batch=8:9 loss=8}' | hloom check %s --check-prefix=PASS
// RUN: hloom opt %s --passes 'assign-splits{search=true link=200MBps:20us batch=8:9 loss=8},partition,pipeline-ranks' | hloom check %s --check-prefix=RANKS

// FAST:      @main: 2 devices; searched
// FAST:      stages along "x", {{[0-9]+}} micro-batches  {{.*}} bubbles
// FAST-NEXT: no stages
// FAST-NOT:  hloom.stages
// SLOW:      stages along "x", {{[0-9]+}} micro-batches  {{.*}} bubbles
// SLOW-NEXT: no stages
// SLOW-NEXT: hloom.stages = "axis=x arguments=8:9 count={{[0-9]+}} loss=8"
// SLOW-NEXT: a step on 2 ranks: {{.*}}, 2 classes of ranks
// SLOW:      send over "x"
// BATCH:     error: --loss is about a batch: give --batch-arguments
// SEARCH:    error: --batch-arguments is for a search of stages: give --search
// ARGUMENT:  error: @main: there is no argument 12; there are 10
// WHICH:     error: which result is the loss of the batch? Say so with --loss, or --loss none if there is no backward pass
// LOSS:      error: @main: `3` is not the number of a loss among 9 results
// LOSSES:    error: pass `assign-splits`: `9` is not the number of a loss among 9 results
// A function that states its stages is searched along the other axes only.
// SAYS:      stages along "x", 8 micro-batches: what they send is in the simulated step
// STATED:    send over "x"
// STATED-NOT: warning
// PASS:      func.func @main
// PASS-SAME: hloom.stages = "axis=x arguments=8:9 count={{[0-9]+}} loss=8"
// RANKS:     hloom.staged = "x"
// RANKS:     "stablehlo.case"

sdy.mesh @mesh = <["x"=2]>

// Another function, without a batch.
func.func private @half(%x: tensor<256xf32>) -> tensor<256xf32> {
  %two = stablehlo.constant dense<0.5> : tensor<256xf32>
  %y = stablehlo.multiply %x, %two : tensor<256xf32>
  return %y : tensor<256xf32>
}

func.func @main(%w0: tensor<256x256xf32>, %w1: tensor<256x256xf32>, %w2: tensor<256x256xf32>, %w3: tensor<256x256xf32>, %w4: tensor<256x256xf32>, %w5: tensor<256x256xf32>, %w6: tensor<256x256xf32>, %w7: tensor<256x256xf32>, %x: tensor<128x256xf32>, %y: tensor<128x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<f32>) {
  %a0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h0 = stablehlo.tanh %a0 : tensor<128x256xf32>
  %a1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h1 = stablehlo.tanh %a1 : tensor<128x256xf32>
  %a2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h2 = stablehlo.tanh %a2 : tensor<128x256xf32>
  %a3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h3 = stablehlo.tanh %a3 : tensor<128x256xf32>
  %a4 = stablehlo.dot_general %h3, %w4, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h4 = stablehlo.tanh %a4 : tensor<128x256xf32>
  %a5 = stablehlo.dot_general %h4, %w5, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h5 = stablehlo.tanh %a5 : tensor<128x256xf32>
  %a6 = stablehlo.dot_general %h5, %w6, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h6 = stablehlo.tanh %a6 : tensor<128x256xf32>
  %a7 = stablehlo.dot_general %h6, %w7, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %h7 = stablehlo.tanh %a7 : tensor<128x256xf32>
  %d = stablehlo.subtract %h7, %y : tensor<128x256xf32>
  %sq = stablehlo.multiply %d, %d : tensor<128x256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<128x256xf32>
  %hh7 = stablehlo.multiply %h7, %h7 : tensor<128x256xf32>
  %dd7 = stablehlo.subtract %one, %hh7 : tensor<128x256xf32>
  %ga7 = stablehlo.multiply %d, %dd7 : tensor<128x256xf32>
  %gw7 = stablehlo.dot_general %h6, %ga7, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %gh7 = stablehlo.dot_general %ga7, %w7, contracting_dims = [1] x [1] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %n7 = stablehlo.subtract %w7, %gw7 : tensor<256x256xf32>
  %hh6 = stablehlo.multiply %h6, %h6 : tensor<128x256xf32>
  %dd6 = stablehlo.subtract %one, %hh6 : tensor<128x256xf32>
  %ga6 = stablehlo.multiply %gh7, %dd6 : tensor<128x256xf32>
  %gw6 = stablehlo.dot_general %h5, %ga6, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %gh6 = stablehlo.dot_general %ga6, %w6, contracting_dims = [1] x [1] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %n6 = stablehlo.subtract %w6, %gw6 : tensor<256x256xf32>
  %hh5 = stablehlo.multiply %h5, %h5 : tensor<128x256xf32>
  %dd5 = stablehlo.subtract %one, %hh5 : tensor<128x256xf32>
  %ga5 = stablehlo.multiply %gh6, %dd5 : tensor<128x256xf32>
  %gw5 = stablehlo.dot_general %h4, %ga5, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %gh5 = stablehlo.dot_general %ga5, %w5, contracting_dims = [1] x [1] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %n5 = stablehlo.subtract %w5, %gw5 : tensor<256x256xf32>
  %hh4 = stablehlo.multiply %h4, %h4 : tensor<128x256xf32>
  %dd4 = stablehlo.subtract %one, %hh4 : tensor<128x256xf32>
  %ga4 = stablehlo.multiply %gh5, %dd4 : tensor<128x256xf32>
  %gw4 = stablehlo.dot_general %h3, %ga4, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %gh4 = stablehlo.dot_general %ga4, %w4, contracting_dims = [1] x [1] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %n4 = stablehlo.subtract %w4, %gw4 : tensor<256x256xf32>
  %hh3 = stablehlo.multiply %h3, %h3 : tensor<128x256xf32>
  %dd3 = stablehlo.subtract %one, %hh3 : tensor<128x256xf32>
  %ga3 = stablehlo.multiply %gh4, %dd3 : tensor<128x256xf32>
  %gw3 = stablehlo.dot_general %h2, %ga3, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %gh3 = stablehlo.dot_general %ga3, %w3, contracting_dims = [1] x [1] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %n3 = stablehlo.subtract %w3, %gw3 : tensor<256x256xf32>
  %hh2 = stablehlo.multiply %h2, %h2 : tensor<128x256xf32>
  %dd2 = stablehlo.subtract %one, %hh2 : tensor<128x256xf32>
  %ga2 = stablehlo.multiply %gh3, %dd2 : tensor<128x256xf32>
  %gw2 = stablehlo.dot_general %h1, %ga2, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %gh2 = stablehlo.dot_general %ga2, %w2, contracting_dims = [1] x [1] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %n2 = stablehlo.subtract %w2, %gw2 : tensor<256x256xf32>
  %hh1 = stablehlo.multiply %h1, %h1 : tensor<128x256xf32>
  %dd1 = stablehlo.subtract %one, %hh1 : tensor<128x256xf32>
  %ga1 = stablehlo.multiply %gh2, %dd1 : tensor<128x256xf32>
  %gw1 = stablehlo.dot_general %h0, %ga1, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %gh1 = stablehlo.dot_general %ga1, %w1, contracting_dims = [1] x [1] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
  %n1 = stablehlo.subtract %w1, %gw1 : tensor<256x256xf32>
  %hh0 = stablehlo.multiply %h0, %h0 : tensor<128x256xf32>
  %dd0 = stablehlo.subtract %one, %hh0 : tensor<128x256xf32>
  %ga0 = stablehlo.multiply %gh1, %dd0 : tensor<128x256xf32>
  %gw0 = stablehlo.dot_general %x, %ga0, contracting_dims = [0] x [0] : (tensor<128x256xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %n0 = stablehlo.subtract %w0, %gw0 : tensor<256x256xf32>
  return %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7, %loss : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<f32>
}

