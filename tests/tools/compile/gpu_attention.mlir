// An attention kernel is a schedule: it prints, parses, and what a file says is obeyed or refused.

// REQUIRES: ptx
// RUN: hloom compile %s --emit schedules --target sm_80 --entry=main | hloom check %s --check-prefix=CHOSEN
// RUN: hloom compile %s --emit schedules --target sm_80 --entry=main --use-schedules %S/Inputs/attention.schedules | hloom check %s --check-prefix=PINNED
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=main --random-inputs=1 --compare=interp --max-ulp=4096
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=main --use-schedules %S/Inputs/attention.schedules --random-inputs=1 --compare=interp --max-ulp=4096
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=main --use-schedules %S/Inputs/attention_threads.schedules --random-inputs=1 --compare=interp --max-ulp=4096
// RUN: not hloom compile %s --emit ptx --target sm_80 --entry=main --use-schedules %S/Inputs/attention_refused.schedules 2>&1 | hloom check %s --check-prefix=REFUSED
// RUN: not hloom compile %s --emit ptx --target sm_75 --entry=main --use-schedules %S/Inputs/attention.schedules 2>&1 | hloom check %s --check-prefix=TURING

// CHOSEN: schedule "dot_general_iota_etc_divide_dot_general.o" {
// CHOSEN-NEXT: blocks m by 64
// CHOSEN-NEXT: stage query in shared by async
// CHOSEN-NEXT: stage key in shared by async
// CHOSEN-NEXT: stage value in shared by async
// CHOSEN-NEXT: pipeline n by 32 in 2 stages
// CHOSEN-NEXT: warps 4 by 1
// CHOSEN-NEXT: mma m16n8k8
// CHOSEN-NEXT: skip masked
// CHOSEN-NEXT: vectorize n by 2
// CHOSEN-NEXT: }

// PINNED: blocks m by 32
// PINNED-NEXT: stage query in shared by registers
// PINNED-NEXT: stage key in shared by async
// PINNED-NEXT: stage value in shared by registers
// PINNED-NEXT: pipeline n by 32 in 1 stage
// PINNED-NEXT: warps 2 by 2
// PINNED-NEXT: mma m16n8k8
// PINNED-NEXT: }

// REFUSED: attention_refused.schedules:8:3: `warps 4 by 1` can't be applied to nest "dot_general_iota_etc_divide_dot_general.o": warps have 16 rows each, 64 together
// TURING: attention.schedules:9:3: `mma m16n8k8` can't be applied to nest "dot_general_iota_etc_divide_dot_general.o": the GPU has no tensor cores for operands of these types
func.func @main(%q: tensor<1x2x70x32xf32>, %k: tensor<1x2x70x32xf32>, %v: tensor<1x2x70x32xf32>) -> tensor<1x2x70x32xf32> {
  %o = "hloom.fusion"(%q, %k, %v) <{kind = "chain"}> ({
  ^bb0(%x: tensor<1x2x70x32xf32>, %y: tensor<1x2x70x32xf32>, %z: tensor<1x2x70x32xf32>):
    %scale = stablehlo.constant dense<0.1767767> : tensor<1x2x70x70xf32>
    %nothing = stablehlo.constant dense<0.0> : tensor<1x2x70x70xf32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %s = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [HIGH, HIGH] : (tensor<1x2x70x32xf32>, tensor<1x2x70x32xf32>) -> tensor<1x2x70x70xf32>
    %i = stablehlo.iota dim = 2 : tensor<1x2x70x70xi32>
    %j = stablehlo.iota dim = 3 : tensor<1x2x70x70xi32>
    %mask = stablehlo.compare GE, %i, %j : (tensor<1x2x70x70xi32>, tensor<1x2x70x70xi32>) -> tensor<1x2x70x70xi1>
    %low = stablehlo.constant dense<-1.0e30> : tensor<1x2x70x70xf32>
    %sc = stablehlo.multiply %s, %scale : tensor<1x2x70x70xf32>
    %u = stablehlo.select %mask, %sc, %low : tensor<1x2x70x70xi1>, tensor<1x2x70x70xf32>
    %w = stablehlo.add %u, %nothing : tensor<1x2x70x70xf32>
    %most = stablehlo.reduce(%w init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x70x70xf32>, tensor<f32>) -> tensor<1x2x70xf32>
    %n = stablehlo.broadcast_in_dim %most, dims = [0, 1, 2] : (tensor<1x2x70xf32>) -> tensor<1x2x70x70xf32>
    %less = stablehlo.subtract %w, %n : tensor<1x2x70x70xf32>
    %t = stablehlo.exponential %less : tensor<1x2x70x70xf32>
    %sum = stablehlo.reduce(%t init: %none) applies stablehlo.add across dimensions = [3] : (tensor<1x2x70x70xf32>, tensor<f32>) -> tensor<1x2x70xf32>
    %l = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<1x2x70xf32>) -> tensor<1x2x70x70xf32>
    %p = stablehlo.divide %t, %l : tensor<1x2x70x70xf32>
    %c = stablehlo.convert %p : (tensor<1x2x70x70xf32>) -> tensor<1x2x70x70xf32>
    %r = stablehlo.dot_general %c, %z, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [HIGH, HIGH] : (tensor<1x2x70x70xf32>, tensor<1x2x70x32xf32>) -> tensor<1x2x70x32xf32>
    stablehlo.return %r : tensor<1x2x70x32xf32>
  }) : (tensor<1x2x70x32xf32>, tensor<1x2x70x32xf32>, tensor<1x2x70x32xf32>) -> tensor<1x2x70x32xf32>
  return %o : tensor<1x2x70x32xf32>
}
