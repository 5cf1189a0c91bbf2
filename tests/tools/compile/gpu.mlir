// Kernels for NVIDIA GPUs: what threads do as a loop program, LLVM IR and PTX.

// REQUIRES: ptx
// RUN: hloom compile %s --target=sm_90 | hloom check %s --check-prefix=PTX
// RUN: hloom compile %s --target=sm_75 -o %t.ptx
// RUN: hloom check %s --check-prefix=OLD --input-file %t.ptx
// RUN: hloom compile %s --target=sm_90 --emit=llvm | hloom check %s --check-prefix=LLVM
// RUN: hloom compile %s --target=sm_90 --emit=loops | hloom check %s --check-prefix=LOOPS
// RUN: not hloom compile %s --target=sm_91 2>&1 | hloom check %s --check-prefix=TARGET
// RUN: not hloom compile %s --target=sm_90 --emit=asm 2>&1 | hloom check %s --check-prefix=KIND
// RUN: not hloom compile %s --target=sm_90 --emit=cubin 2>&1 | hloom check %s --check-prefix=BINARY
// RUN: not hloom compile %s --statistics 2>&1 | hloom check %s --check-prefix=STATISTICS

// PTX:      .target sm_90
// PTX:      // {{.*}}: reads 2048 bytes, writes 1024, 512 flops
// PTX-NEXT: // grid 1x1x1, block 64x1x1
// PTX-NEXT: // param 0: @x : f32[256]
// PTX:      .visible .entry [[NAME:[a-z_0-9]+]](
// PTX:      ld.global.nc.v4.b32
// PTX:      mul.rn.f32
// PTX-NOT:  fma
// PTX:      add.rn.f32
// PTX:      st.global.v4.b32

// Large sums are of warps; what they leave is added in shared memory.
// PTX:      .visible .entry
// PTX:      shfl.sync.bfly.b32
// PTX:      bar.sync

// OLD:      .target sm_75
// LLVM:     define ptx_kernel void @
// LOOPS:    parallel for
// LOOPS:    grid %block = 1 by %thread = 512 {
// LOOPS:      shuffle.xor %{{.*}} [16]
// LOOPS:      barrier

// TARGET:   error: unknown GPU target `sm_91`; the targets are sm_75, sm_80, sm_90, sm_90a, sm_100, sm_120
// KIND:     error: a GPU's code is --emit ptx or cubin (or loops, or llvm)
// BINARY:   error: this is not text: name the file with -o FILE, or -o - for standard output
// STATISTICS: error: --statistics is for a GPU's code: --emit ptx or cubin, with --target sm_90, say
func.func @main(%x: tensor<256xf32>, %y: tensor<256xf32>, %z: tensor<8192xf32>) -> (tensor<256xf32>, tensor<f32>) {
  %product = stablehlo.multiply %x, %y : tensor<256xf32>
  %sum = stablehlo.add %product, %y : tensor<256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %all = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8192xf32>, tensor<f32>) -> tensor<f32>
  return %sum, %all : tensor<256xf32>, tensor<f32>
}
