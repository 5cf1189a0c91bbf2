// What programs take when each policy fuses them: policies that come to the same code
// are measured once, and the last line says how `cost` compares.

// REQUIRES: llvm
// RUN: hloom explain fusion %s --policies | hloom check %s
// RUN: not hloom explain fusion %s --policies --measure 2>&1 | hloom check %s --check-prefix=BOTH

// CHECK:      | program | cost | greedy | no-redundancy | all | none | cost / best other |
// CHECK-NEXT: |---|---|---|---|---|---|---|
// CHECK-NEXT: | policies | {{[0-9.]+ (µs|ms|s)}} | as cost | as cost | as cost | {{[0-9.]+ (µs|ms|s)}} | {{[01]\.[0-9][0-9]}} |
// CHECK:      time of cost over that of the best other policy: {{[0-9.]+}} in the geometric mean of 1 program, {{[0-9.]+}} at most (policies), above 1.05 in {{[01]}}

// BOTH: error: the argument '--policies' cannot be used with '--measure'

func.func @main(%x: tensor<1000x100xf32>, %y: tensor<1000x100xf32>) -> tensor<1000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.multiply %x, %y : tensor<1000x100xf32>
  %b = stablehlo.exponential %a : tensor<1000x100xf32>
  %s = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1000x100xf32>, tensor<f32>) -> tensor<1000xf32>
  return %s : tensor<1000xf32>
}
