// RUN: hloom opt %s --passes=expand-random --split-input-file | hloom check %s

// Two neighbours along the first even dimension share a block.
// CHECK-LABEL: func.func @threefry
// CHECK: stablehlo.iota dim = 0 : tensor<18xui64>
// CHECK-NOT: rng_bit_generator
// CHECK: stablehlo.reshape %{{.*}} : (tensor<18xui32>) -> tensor<3x2x1x3xui32>
func.func @threefry(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4x3xui32>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4x3xui32>)
  return %next, %bits : tensor<2xui64>, tensor<3x4x3xui32>
}

// -----

// CHECK-LABEL: func.func @odd
// CHECK-NOT: rng_bit_generator
// CHECK: stablehlo.slice %{{.*}} [0:3, 0:5, 0:1] : (tensor<3x6x1xui32>) -> tensor<3x5x1xui32>
func.func @odd(%state: tensor<2xi64>) -> (tensor<2xi64>, tensor<3x5xf16>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xi64>) -> (tensor<2xi64>, tensor<3x5xf16>)
  return %next, %bits : tensor<2xi64>, tensor<3x5xf16>
}

// -----

// CHECK-LABEL: func.func @wide
// CHECK-NOT: rng_bit_generator
func.func @wide(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xf64>, tensor<2xui64>, tensor<i64>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xf64>)
  %last, %one = stablehlo.rng_bit_generator %next, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<i64>)
  return %next, %bits, %last, %one : tensor<2xui64>, tensor<5x3xf64>, tensor<2xui64>, tensor<i64>
}

// -----

// A counter of 128 bits carries; of two words, the key stands for the upper ones.
// CHECK-LABEL: func.func @philox
// CHECK-NOT: rng_bit_generator
// CHECK-COUNT-20: stablehlo.multiply
func.func @philox(%state: tensor<3xui64>) -> (tensor<3xui64>, tensor<7xui32>) {
  %most = stablehlo.constant dense<[3, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %most, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<7xui32>)
  return %next, %bits : tensor<3xui64>, tensor<7xui32>
}

// -----

// CHECK-LABEL: func.func @narrow
// CHECK-NOT: rng_bit_generator
func.func @narrow(%state: tensor<2xui64>) -> (tensor<9xi8>, tensor<3x3xi16>, tensor<6xi4>, tensor<5xf8E5M2>) {
  %a, %bytes = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xi8>)
  %b, %shorts = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xi16>)
  %c, %nibbles = stablehlo.rng_bit_generator %b, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xi4>)
  %d, %floats = stablehlo.rng_bit_generator %c, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xf8E5M2>)
  return %bytes, %shorts, %nibbles, %floats : tensor<9xi8>, tensor<3x3xi16>, tensor<6xi4>, tensor<5xf8E5M2>
}

// -----

// No integer has as many bits, and nothing has no blocks.
// CHECK-LABEL: func.func @left
// CHECK-COUNT-2: stablehlo.rng_bit_generator
func.func @left(%state: tensor<2xui64>) -> (tensor<3xf6E2M3FN>, tensor<0xui32>) {
  %a, %six = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xf6E2M3FN>)
  %b, %none = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>)
  return %six, %none : tensor<3xf6E2M3FN>, tensor<0xui32>
}
