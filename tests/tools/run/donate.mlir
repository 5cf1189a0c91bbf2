// Arguments whose memory the caller gives away, and what becomes of it.

// REQUIRES: llvm
// RUN: hloom run %s --random-inputs=7 --compare=interp --max-ulp=2 --repeat=3
// RUN: hloom run %s --random-inputs=7 --statistics | hloom check %s
// RUN: hloom compile %s --emit=loops | hloom check %s --check-prefix=LOOPS
// RUN: not hloom run %s --entry=unfit --random-inputs=7 2>&1 | hloom check %s --check-prefix=UNFIT

// CHECK: memory for temporaries: 0 bytes; live at once: 0
// CHECK: arguments made into results: 0 -> 0, 1 -> 1

// LOOPS: donated 0 0 @weights : f32[64, 32]
// LOOPS: donated 1 1 @table : f32[8, 4]
// LOOPS-NOT: copy
func.func @main(%weights: tensor<64x32xf32> {tf.aliasing_output = 0 : i32}, %table: tensor<8x4xf32> {jax.buffer_donor = true},
    %gradient: tensor<64x32xf32>, %row: tensor<1x4xf32>, %at: tensor<i32>) -> (tensor<64x32xf32>, tensor<8x4xf32>) {
  %rate = stablehlo.constant dense<0.125> : tensor<64x32xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.multiply %gradient, %rate : tensor<64x32xf32>
  %new = stablehlo.subtract %weights, %step : tensor<64x32xf32>
  %changed = stablehlo.dynamic_update_slice %table, %row, %at, %zero : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return %new, %changed : tensor<64x32xf32>, tensor<8x4xf32>
}

// UNFIT: argument 0 is donated to result 0, but these are tensor<4xf32> and tensor<2xf32>
func.func @unfit(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<2xf32> {
  %y = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
