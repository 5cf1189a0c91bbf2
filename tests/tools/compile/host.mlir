// What a compiled program leaves to the interpreter is said, and a library can't hold it.

// REQUIRES: llvm
// RUN: hloom run %s --random-inputs 1 --statistics | hloom check %s
// RUN: not hloom compile %s -o %t.so 2>&1 | hloom check %s --check-prefix=LIBRARY

// CHECK: kernels: [[N:[1-9]]], compiled: {{[1-9]}}, like another one: {{[0-9]}}
// CHECK-NEXT: {{^}}  1 x {{.*}}: {{[0-9]+}} bytes read, {{[0-9]+}} written, {{[0-9]+}} flops, 0 special, 0 integer
// CHECK: memory for temporaries: {{[0-9]+}} bytes; live at once: {{[0-9]+}}
// CHECK: left to the interpreter: stablehlo.rng (2)
// LIBRARY: error: `stablehlo.rng` can't be lowered to loops: no code is generated yet for `stablehlo.rng`
func.func @main(%low: tensor<f32>, %high: tensor<f32>) -> tensor<8xf32> {
  %shape = stablehlo.constant dense<8> : tensor<1xi64>
  %a = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %b = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %sum = stablehlo.add %a, %b : tensor<8xf32>
  return %sum : tensor<8xf32>
}
