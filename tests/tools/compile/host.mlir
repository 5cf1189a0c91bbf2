// What a compiled program leaves to the interpreter is said, and a library can't hold it.

// REQUIRES: llvm
// RUN: hloom run %s --random-inputs 1 --statistics | hloom check %s
// RUN: not hloom compile %s -o %t.so 2>&1 | hloom check %s --check-prefix=LIBRARY

// CHECK: kernels: [[N:[1-9]]], compiled: {{[1-9]}}, like another one: {{[0-9]}}
// CHECK-NEXT: {{^}}  1 x {{.*}}: {{[0-9]+}} bytes read, {{[0-9]+}} written, {{[0-9]+}} flops, 0 special, 0 integer
// CHECK: memory for temporaries: {{[0-9]+}} bytes; live at once: {{[0-9]+}}
// CHECK: left to the interpreter: stablehlo.fft (2)
// LIBRARY: error: `stablehlo.fft` can't be lowered to loops: no code is generated yet for `stablehlo.fft`
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %there = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
  %twice = stablehlo.add %there, %there : tensor<5xcomplex<f32>>
  %back = stablehlo.fft %twice, type = IRFFT, length = [8] : (tensor<5xcomplex<f32>>) -> tensor<8xf32>
  return %back : tensor<8xf32>
}
