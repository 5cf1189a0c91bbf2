// A machine without a GPU's driver says so, and what works there; with one, see gpu_present.

// REQUIRES: ptx, !gpu
// RUN: not hloom run %s --backend=ptx 2>&1 | hloom check %s --check-prefixes=CHECK,ONCE
// RUN: not hloom run %s --backend=cpu --compare=ptx 2>&1 | hloom check %s
// RUN: not hloom run %s %s --backend=ptx --device=3 2>&1 | hloom check %s --check-prefixes=CHECK,ONCE
// RUN: not hloom run %s --backend=ptx --ranks=2 --nccl 2>&1 | hloom check %s --check-prefixes=CHECK,ONCE
// RUN: hloom run %s --backend=ptx-emulator --print | hloom check %s --check-prefix=WORKS
// RUN: hloom run %s --backend=cpu --print | hloom check %s --check-prefix=WORKS
// RUN: hloom compile %s --target=sm_90 --emit=ptx | hloom check %s --check-prefix=PTX

// CHECK: error: {{there is no NVIDIA driver|NVIDIA's driver does not start|there is no GPU}}
// ONCE-NOT: {{PASS|FAIL}}
// WORKS: 0: tensor<2xf32> = [2.0, 4.0]
// PTX: .visible .entry
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x_kept = stablehlo.optimization_barrier %x : tensor<2xf32>
  %y = stablehlo.add %x_kept, %x_kept : tensor<2xf32>
  return %y : tensor<2xf32>
}
