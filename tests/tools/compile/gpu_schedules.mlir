// Schedules of GPU kernels are text, and what they pin computes the same.

// REQUIRES: ptx
// RUN: hloom compile %s --emit schedules --target sm_90a --entry=large | hloom check %s --check-prefix=LARGE
// RUN: hloom compile %s --emit schedules --target sm_90a --entry=small | hloom check %s --check-prefix=SMALL
// RUN: hloom compile %s --emit schedules --target sm_90a --entry=small --use-schedules %S/Inputs/wgmma.schedules | hloom check %s --check-prefix=WGMMA
// RUN: hloom run %s --backend=ptx-emulator --target=sm_90a --entry=small --use-schedules %S/Inputs/wgmma.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=small --use-schedules %S/Inputs/mma.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=small --use-schedules %S/Inputs/threads.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=small --use-schedules %S/Inputs/mma_stages.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=small --use-schedules %S/Inputs/mma_registers.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=small --use-schedules %S/Inputs/fma.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_90a --entry=odd --use-schedules %S/Inputs/wgmma_beside.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=odd --use-schedules %S/Inputs/odd_ring.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=words --use-schedules %S/Inputs/fma_async.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: not hloom compile %s --emit ptx --target sm_75 --entry=words --use-schedules %S/Inputs/fma_async.schedules 2>&1 | hloom check %s --check-prefix=TURING
// RUN: not hloom compile %s --emit ptx --target sm_80 --entry=small --use-schedules %S/Inputs/refused.schedules 2>&1 | hloom check %s --check-prefix=REFUSED
// RUN: not hloom compile %s --emit ptx --target sm_80 --entry=small --use-schedules %S/Inputs/wgmma.schedules 2>&1 | hloom check %s --check-prefix=OLD

// A right operand with its columns side by side is copied ahead of a large gemm.
// LARGE: schedule "dot_general.z.y.relayout" {
// LARGE-NEXT: transpose
// LARGE-NEXT: }
// LARGE-NEXT: schedule "dot_general.z" {
// LARGE-NEXT: relayout rhs
// LARGE-NEXT: blocks m by 128, n by 256 on 132
// LARGE-NEXT: raster m by 16
// LARGE-NEXT: stage lhs in shared by tma
// LARGE-NEXT: stage rhs in shared by tma
// LARGE-NEXT: pipeline k by 128 in 4 stages
// LARGE-NEXT: warpgroups 2 by 1
// LARGE-NEXT: wgmma m64n256k32
func.func @large(%x: tensor<4096x4096xi8>, %y: tensor<4096x4096xi8>) -> tensor<4096x4096xi32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4096x4096xi8>, tensor<4096x4096xi8>) -> tensor<4096x4096xi32>
  return %z : tensor<4096x4096xi32>
}

// SMALL: schedule "dot_general.z" {
// SMALL-NOT: relayout
// WGMMA: schedule "dot_general.z.y.relayout" {
// WGMMA: schedule "dot_general.z.chunks" {
// WGMMA-NEXT: blocks m by 64, n by 32 on 132
// WGMMA-NEXT: stage lhs in shared by tma
// WGMMA-NEXT: stage rhs in shared by tma
// WGMMA-NEXT: pipeline k by 128 in 2 stages
// WGMMA-NEXT: warpgroups 1 by 1
// WGMMA-NEXT: wgmma m64n32k32
// WGMMA-NEXT: }
// WGMMA-NEXT: schedule "dot_general.z" {
// WGMMA-NEXT: relayout rhs
// WGMMA-NEXT: two-pass
// OLD: wgmma.schedules:8:3: `wgmma m64n32k32` can't be applied to nest "dot_general.z.chunks": the GPU has no `wgmma`
func.func @small(%x: tensor<64x256xi8>, %y: tensor<256x64xi8>) -> tensor<64x64xi32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x256xi8>, tensor<256x64xi8>) -> tensor<64x64xi32>
  return %z : tensor<64x64xi32>
}

// Sides that no tile divides, and rows of both operands that TMA loads.
func.func @odd(%x: tensor<90x208xi8>, %y: tensor<75x208xi8>) -> tensor<90x75xi32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<90x208xi8>, tensor<75x208xi8>) -> tensor<90x75xi32>
  return %z : tensor<90x75xi32>
}

// The sums of whole numbers are exact.
// TURING: fma_async.schedules:4:3: `stage lhs in shared by async` can't be applied to nest "dot_general.z": the GPU has no asynchronous copies
func.func @words(%x: tensor<70x72xi32>, %y: tensor<70x68xi32>) -> tensor<72x68xi32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<70x72xi32>, tensor<70x68xi32>) -> tensor<72x68xi32>
  return %z : tensor<72x68xi32>
}

// REFUSED: refused.schedules:4:3: `stage rhs in shared by async` can't be applied to nest "dot_general.z": the operand's bytes are not contiguous along k
