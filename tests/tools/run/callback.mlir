// Functions of Python are in no program; an error says so.
//
// REQUIRES: llvm
// RUN: not hloom run %s --backend=interp --random-inputs=1 2>&1 | hloom check %s
// RUN: not hloom run %s --random-inputs=1 2>&1 | hloom check %s
// RUN: not hloom compile %s -o %t.so 2>&1 | hloom check %s --check-prefix=COMPILE
//
// CHECK: error: `stablehlo.custom_call`: @xla_ffi_python_cpu_callback calls a function of the Python process that made the program (jax.pure_callback, io_callback or debug.callback); export the program without it
// COMPILE: error: {{.*}}its target `xla_ffi_python_cpu_callback` is a function of the Python process that made the program
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {api_version = 4 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
