// A tensor without elements may have extents whose product no number holds.

// REQUIRES: llvm
// RUN: hloom run %s --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s
// RUN: hloom run %s --backend=cpu --passes=cse --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s
// RUN: %if ptx %{ hloom run %s --backend=ptx-emulator --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s %}

// CHECK: 0: tensor<4611686018427420660x0xi64>, {{.*}}: no difference
// CHECK: 1: tensor<0x4611686018427420660x8xf32>, {{.*}}: no difference
// CHECK: 2: tensor<0xf32>, {{.*}}: no difference
// CHECK: 3: tensor<0x8x4611686018427420660xf32>, {{.*}}: no difference

func.func @main(%a: tensor<4611686018427420660x0xi64>, %b: tensor<0x4611686018427420660x8xf32>, %h: tensor<8x4611686018427420660x0xf32>) -> (tensor<4611686018427420660x0xi64>, tensor<0x4611686018427420660x8xf32>, tensor<0xf32>, tensor<0x8x4611686018427420660xf32>) {
  %c = stablehlo.add %a, %a : tensor<4611686018427420660x0xi64>
  %d = stablehlo.negate %c : tensor<4611686018427420660x0xi64>
  %e = stablehlo.exponential %b : tensor<0x4611686018427420660x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %f = stablehlo.transpose %e, dims = [2, 0, 1] : (tensor<0x4611686018427420660x8xf32>) -> tensor<8x0x4611686018427420660xf32>
  %g = stablehlo.reduce(%f init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<8x0x4611686018427420660xf32>, tensor<f32>) -> tensor<0xf32>
  %i = stablehlo.exponential %h : tensor<8x4611686018427420660x0xf32>
  %j = stablehlo.sine %i : tensor<8x4611686018427420660x0xf32>
  %k = stablehlo.transpose %j, dims = [2, 0, 1] : (tensor<8x4611686018427420660x0xf32>) -> tensor<0x8x4611686018427420660xf32>
  return %d, %e, %g, %k : tensor<4611686018427420660x0xi64>, tensor<0x4611686018427420660x8xf32>, tensor<0xf32>, tensor<0x8x4611686018427420660xf32>
}
