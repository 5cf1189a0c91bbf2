// Code that is made in less time has the same results; a program with much to compute has full code.

// REQUIRES: llvm
// RUN: hloom run %s --quick --random-inputs=1 --compare=interp
// RUN: hloom run %s --quick --entry=large --random-inputs=1 --compare=interp
// RUN: not hloom run %s --quick --backend=interp --random-inputs=1 2>&1 | hloom check %s --check-prefix=INTERP

// INTERP: error: {{.*}}--quick

func.func @main(%x: tensor<37x5xf32>, %w: tensor<5x19xf32>) -> (tensor<37x19xf32>, tensor<37xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<37x5xf32>, tensor<5x19xf32>) -> tensor<37x19xf32>
  %t = stablehlo.tanh %p : tensor<37x19xf32>
  %s = stablehlo.sine %t : tensor<37x19xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [1] : (tensor<37x19xf32>, tensor<f32>) -> tensor<37xf32>
  return %s, %r : tensor<37x19xf32>, tensor<37xf32>
}
func.func @large(%x: tensor<200x200xf32>) -> tensor<200x200xf32> {
  %p = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<200x200xf32>, tensor<200x200xf32>) -> tensor<200x200xf32>
  return %p : tensor<200x200xf32>
}
