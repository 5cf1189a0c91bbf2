// While a row is gone through for the second time, the next one is prefetched; a long sum
// asks for what is a page further on.

// REQUIRES: llvm
// RUN: hloom compile %s --emit loops --target x86-64-v4 --entry=softmax | hloom check %s --check-prefix=ROWS
// RUN: hloom compile %s --emit loops --target x86-64-v4 --entry=sum | hloom check %s --check-prefix=SUM

// The directive says so, and one in a file decides instead.
// RUN: hloom compile %s --emit schedules --target x86-64-v4 --entry=softmax | hloom check %s --check-prefix=CHOSEN
// RUN: hloom compile %s --emit loops --target x86-64-v4 --entry=softmax --use-schedules %S/Inputs/ahead.schedules | hloom check %s --check-prefix=PINNED
// RUN: not hloom compile %s --emit loops --target x86-64-v4 --entry=sum --use-schedules %S/Inputs/ahead_refused.schedules 2>&1 | hloom check %s --check-prefix=REFUSED
// RUN: not hloom compile %s --emit loops --target x86-64-v4 --entry=softmax --use-schedules %S/Inputs/ahead_unknown.schedules 2>&1 | hloom check %s --check-prefix=UNKNOWN

// ROWS:     max
// ROWS-NOT: prefetch
// ROWS:     prefetch @x[%tile*4096 + %i3 + 4096]
// ROWS-NOT: prefetch
// ROWS:     store.nontemporal

// CHOSEN-NOT: prefetch
// CHOSEN:     schedule "{{.*}}.e" {
// CHOSEN-NEXT:  vectorize i3 by 16
// CHOSEN-NEXT:  prefetch input x by 1 tile
// CHOSEN-NOT: prefetch

// The maximum asks for the row after the next one, and the exponentials for none.
// PINNED:     prefetch @x[%tile*4096 + %k3 + 8192]
// PINNED:     max
// PINNED-NOT: prefetch

// REFUSED: ahead_refused.schedules:2:3: `prefetch input x by 1 tile` can't be applied to nest "reduce.s": no loop over tiles of rows is around the nest
// UNKNOWN: `prefetch input y by 1 tile` can't be applied to nest {{.*}}: there is no input y, only x, m
func.func @softmax(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %d = stablehlo.subtract %x, %mb : tensor<4096x4096xf32>
  %e = stablehlo.exponential %d : tensor<4096x4096xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %r = stablehlo.divide %e, %sb : tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// SUM: prefetch @x[{{.*}} + 1024]
// SUM: load @x
func.func @sum(%x: tensor<2097152xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2097152xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
