// Code through LLVM, for this machine and for others.

// REQUIRES: llvm
// RUN: hloom compile %s --emit=llvm | hloom check %s --check-prefix=IR
// RUN: hloom compile %s --target=x86-64-v3 | hloom check %s --check-prefix=X86
// RUN: hloom compile %s --target=aarch64 -o %t.s
// RUN: cat %t.s | hloom check %s --check-prefix=ARM
// RUN: hloom compile %s -o %t.o
// RUN: hloom compile %s -o %t.so --header %t.h
// RUN: cat %t.h | hloom check %s --check-prefix=HEADER
// RUN: not hloom compile %s --target=riscv 2>&1 | hloom check %s --check-prefix=TARGET
// RUN: not hloom compile %s --entry=checked 2>&1 | hloom check %s --check-prefix=CHECKED

// IR:      define {{.*}}@{{.*}}scale
// IR:      fmul <{{[0-9]+}} x float>
// X86:     vaddps{{.*}}%ymm
// ARM:     fadd{{.*}}.4s
// HEADER:  int32_t tests_tools_compile_llvm_scale(const void *const inputs[], void *const outputs[]);
// TARGET:  error: unknown CPU target `riscv`; the targets are native, {{.*}}aarch64
// CHECKED: error: `check.expect_eq` tests a program that hloom runs; a compiled one can't hold it
func.func @scale(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<1024xf32>
  %twice = stablehlo.multiply %x, %two : tensor<1024xf32>
  return %twice : tensor<1024xf32>
}
func.func private @checked(%x: tensor<4xf32>) {
  check.expect_eq %x, %x : tensor<4xf32>
  return
}
