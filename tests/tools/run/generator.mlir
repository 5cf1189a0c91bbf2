// Code of LLVM has the same results as code of hloom's own generator.

// REQUIRES: llvm
// RUN: hloom run %s --generator=llvm --random-inputs=1 --compare=interp
// RUN: hloom run %s --generator=direct --random-inputs=1 --compare=interp
// RUN: not hloom run %s --generator=llvm --backend=interp --random-inputs=1 2>&1 | hloom check %s --check-prefix=INTERP

// INTERP: error: {{.*}}--generator

func.func @main(%x: tensor<37x5xf32>, %w: tensor<5x19xf32>) -> (tensor<37x19xf32>, tensor<37xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<37x5xf32>, tensor<5x19xf32>) -> tensor<37x19xf32>
  %t = stablehlo.tanh %p : tensor<37x19xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [1] : (tensor<37x19xf32>, tensor<f32>) -> tensor<37xf32>
  return %t, %r : tensor<37x19xf32>, tensor<37xf32>
}
