// The levels of a training step, what holds it up, and what one more of something would change.

// REQUIRES: llvm
// RUN: hloom explain balance %s --micro-batches 6 | hloom check %s
// RUN: hloom explain balance %s | hloom check %s --check-prefix=AUTO
// RUN: hloom explain balance %s --micro-batches 5 --order gpipe --loss none --levels 1 --cores 2 | hloom check %s --check-prefix=ONE
// RUN: hloom explain balance %s --micro-batches 4 --measure --html %t.html --trace %t.json | hloom check %s --check-prefix=MEASURE
// RUN: hloom check %s --check-prefix=PAGE --input-file %t.html
// RUN: hloom check %s --check-prefix=TRACE --input-file %t.json
// RUN: hloom explain balance %s --micro-batches 6 --levels 1 --order gpipe --activation-memory 20KiB | hloom check %s --check-prefix=MEMORY
// RUN: not hloom explain balance %s --activation-memory 1 2>&1 | hloom check %s --check-prefix=BOUND
// RUN: not hloom explain balance %s --levels 40 2>&1 | hloom check %s --check-prefix=LEVELS
// RUN: not hloom explain balance %s --micro-batches 97 2>&1 | hloom check %s --check-prefix=SAMPLES
// RUN: not hloom explain balance %s --batch-arguments 7 2>&1 | hloom check %s --check-prefix=ARGUMENT
// RUN: not hloom explain balance %s --loss 5 2>&1 | hloom check %s --check-prefix=LOSS
// RUN: not hloom explain transpose --levels 2 2>&1 | hloom check %s --check-prefix=OPTION
// RUN: hloom opt %s --passes='pipeline-levels{arguments=2:3 count=2 levels=2 loss=2}' | hloom check %s --check-prefix=PASS

// Bubbles of 2 equal levels and 6 micro-batches are 1/7.
// CHECK:      @main: 2 levels on 2 cores, 6 micro-batches of 16 samples, 1f1b
// CHECK-NEXT:   values for backward steps: {{.*}}iB at most, {{[0-9]+}} wait{{$}}
// CHECK-NEXT:   estimated  threads {{ *}}forward  {{ *}}backward  batch alone {{ *}}busy
// CHECK-NEXT:   level 0          1 {{.*}} %
// CHECK-NEXT:   level 1          1 {{.*}} %
// CHECK-NEXT:   batch: {{.*}}s; bubbles {{.*}} %, of equal levels 14.3 % (8)
// CHECK-NEXT:   bound: {{.*}} of the time
// CHECK-NEXT:   estimated effect of
// CHECK-NEXT:     one more micro-batch (7): {{.*}}
// CHECK-NEXT:     one more core and level (3): {{.*}}
// CHECK-NEXT:     one more thread for level {{[01]}}: {{.*}}

// AUTO: the least number with bubbles {{.*}} % (8) not above a loss of {{.*}} % (9); a core is full at {{[0-9]+}} sample

// ONE:      @main: 1 level on 2 cores, 5 micro-batches of 19 to 20 samples, gpipe
// ONE:        level 0          2 {{.*}} none {{.*}} 100.0 %
// ONE-NEXT:   batch: {{.*}}; bubbles 0.0 %, of equal levels 0.0 % (8)

// MEASURE:      measured   threads {{ *}}forward  {{ *}}backward  batch alone {{ *}}busy
// MEASURE:      bubbles {{.*}} %, of equal levels 20.0 % (8)
// MEASURE-NEXT: one step at a time: {{.*}}, {{.*}} times as long; before and behind the levels: {{.*}}

// PAGE: <!doctype html>
// PAGE: <h2>By estimated times</h2>
// PAGE: micro-batch 3, backward, level 0: {{.*}}</title>
// PAGE: <h2>Measured</h2>

// TRACE: "traceEvents"
// TRACE-SAME: "forward 3"

// MEMORY: values for backward steps: {{.*}}iB at most, {{[0-9]+}} wait; {{[0-9]+}} recomputed, {{.*}}s a batch
// BOUND: error: values that wait for backward steps take {{[0-9]+}} bytes at least; the bound is 1

// LEVELS: error: the samples can be divided into 3 levels at most, not 40
// SAMPLES: error: a batch of 96 can't be divided into 97 micro-batches
// ARGUMENT: error: there is no argument 7; there are 4
// LOSS: error: there is no result 5; there are 3
// OPTION: error: --levels is for `hloom explain balance FILE`

// PASS:      func.func private @main_level0_forward
// PASS:      func.func private @main_epilogue
// PASS:      func.func @main
// PASS:      call @main_level0_forward
// PASS:      call @main_level1_forward
// PASS:      call @main_level1_backward
// PASS:      call @main_level0_backward
// PASS:      call @main_level0_forward

func.func @main(%w: tensor<64x64xf32>, %v: tensor<64x64xf32>, %x: tensor<96x64xf32>, %y: tensor<96x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<f32> {hloom.name = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<96x64xf32>
  %rate = stablehlo.constant dense<0.001> : tensor<64x64xf32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<96x64xf32>, tensor<64x64xf32>) -> tensor<96x64xf32>
  %h = stablehlo.tanh %a : tensor<96x64xf32>
  %p = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<96x64xf32>, tensor<64x64xf32>) -> tensor<96x64xf32>
  %e = stablehlo.subtract %p, %y : tensor<96x64xf32>
  %ee = stablehlo.multiply %e, %e : tensor<96x64xf32>
  %loss = stablehlo.reduce(%ee init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<96x64xf32>, tensor<f32>) -> tensor<f32>
  %gv = stablehlo.dot_general %h, %e, contracting_dims = [0] x [0] : (tensor<96x64xf32>, tensor<96x64xf32>) -> tensor<64x64xf32>
  %gh = stablehlo.dot_general %e, %v, contracting_dims = [1] x [1] : (tensor<96x64xf32>, tensor<64x64xf32>) -> tensor<96x64xf32>
  %hh = stablehlo.multiply %h, %h : tensor<96x64xf32>
  %d = stablehlo.subtract %one, %hh : tensor<96x64xf32>
  %ga = stablehlo.multiply %gh, %d : tensor<96x64xf32>
  %gw = stablehlo.dot_general %x, %ga, contracting_dims = [0] x [0] : (tensor<96x64xf32>, tensor<96x64xf32>) -> tensor<64x64xf32>
  %dw = stablehlo.multiply %gw, %rate : tensor<64x64xf32>
  %dv = stablehlo.multiply %gv, %rate : tensor<64x64xf32>
  %nw = stablehlo.subtract %w, %dw : tensor<64x64xf32>
  %nv = stablehlo.subtract %v, %dv : tensor<64x64xf32>
  return %nw, %nv, %loss : tensor<64x64xf32>, tensor<64x64xf32>, tensor<f32>
}
