// How ops are divided among cores, and what that saves.

// RUN: hloom explain splits %s --cores 4 | hloom check %s
// RUN: hloom explain splits %s --cores 1 | hloom check %s --check-prefix=ONE
// RUN: hloom explain splits %s --cores 4 --simulate --memory-cores 2 | hloom check %s --check-prefix=SIMULATE
// RUN: not hloom explain transpose --simulate 2>&1 | hloom check %s --check-prefix=ABOUT
// RUN: not hloom explain splits %s --memory-cores 0 2>&1 | hloom check %s --check-prefix=MEMORY
// RUN: not hloom explain splits %s --cores 0 2>&1 | hloom check %s --check-prefix=ZERO
// RUN: not hloom explain transpose --cores 2 2>&1 | hloom check %s --check-prefix=OPTION

// A window of 3 reads 2 rows that a neighbouring part reads too; squares have shorter borders
// than strips. A sum of floats has no terms: its
// channels are divided.
// CHECK:      @main: 2.05 ms on 4 cores, undivided 8.00 ms
// CHECK-NEXT:   %conv    convolution  dim 1 in 2 parts, dim 2 in 2 parts (halo 2) {{.*}}, undivided 3.90 ms
// CHECK-NEXT:   %act     tanh         dim 1 in 2 parts, dim 2 in 2 parts {{.*}}, undivided
// CHECK-NEXT:   %conv2   convolution  dim 1 in 2 parts, dim 2 in 2 parts (halo 2)
// CHECK-NEXT:   %zero    constant     whole
// CHECK-NEXT:   %pooled  reduce       dim 1 in 4 parts
// CHECK-NEXT:   %logits  dot_general  whole
// CHECK-NEXT: @small: undivided, 0.46 µs on one core

// SIMULATE:      @main: {{.*}} on 4 cores
// SIMULATE:        kernels simulated: {{.*}} ms on one core; divided for 4 cores {{.*}}, {{3|4}}.{{.*}} times as fast, cores idle {{.*}} %; by threads {{.*}} times
// SIMULATE-NEXT: @small: undivided
// ABOUT: error: --simulate is for `hloom explain splits FILE`
// MEMORY: `0` is not a number of cores of 1 or more

// ONE:      @main: undivided, 8.00 ms on one core
// ONE-NEXT: @small: undivided

// ZERO: error: --cores must be 1 to 64, not 0
// OPTION: error: --cores is for `hloom explain splits FILE`, or layers or balance

func.func @main(%x: tensor<1x56x56x64xf32>, %k: tensor<3x3x64x64xf32>, %w: tensor<64x10xf32>) -> tensor<1x10xf32> {
  %conv = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
  %act = stablehlo.tanh %conv : tensor<1x56x56x64xf32>
  %conv2 = stablehlo.convolution(%act, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %pooled = stablehlo.reduce(%conv2 init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x56x56x64xf32>, tensor<f32>) -> tensor<1x64xf32>
  %logits = stablehlo.dot_general %pooled, %w, contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x10xf32>) -> tensor<1x10xf32>
  return %logits : tensor<1x10xf32>
}
func.func @small(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.tanh %x : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
