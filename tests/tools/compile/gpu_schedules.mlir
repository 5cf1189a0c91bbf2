// Schedules of GPU kernels are text, and what they pin computes the same.

// REQUIRES: ptx
// RUN: hloom compile %s --emit schedules --target sm_90a --entry=large | hloom check %s --check-prefix=LARGE
// RUN: hloom compile %s --emit schedules --target sm_90a --entry=small | hloom check %s --check-prefix=SMALL
// RUN: hloom compile %s --emit schedules --target sm_90a --entry=small --use-schedules %S/Inputs/wgmma.schedules | hloom check %s --check-prefix=WGMMA
// RUN: hloom run %s --backend=ptx-emulator --target=sm_90a --entry=small --use-schedules %S/Inputs/wgmma.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=small --use-schedules %S/Inputs/mma.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx-emulator --target=sm_80 --entry=small --use-schedules %S/Inputs/threads.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: not hloom compile %s --emit ptx --target sm_80 --entry=small --use-schedules %S/Inputs/wgmma.schedules 2>&1 | hloom check %s --check-prefix=OLD

// A right operand with its columns side by side is copied ahead of a large gemm.
// LARGE: schedule "dot_general.z.y.relayout" {
// LARGE-NEXT: transpose
// LARGE-NEXT: }
// LARGE-NEXT: schedule "dot_general.z" {
// LARGE-NEXT: relayout rhs
// LARGE-NEXT: wgmma 128 by
func.func @large(%x: tensor<4096x4096xi8>, %y: tensor<4096x4096xi8>) -> tensor<4096x4096xi32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4096x4096xi8>, tensor<4096x4096xi8>) -> tensor<4096x4096xi32>
  return %z : tensor<4096x4096xi32>
}

// SMALL: schedule "dot_general.z" {
// SMALL-NOT: relayout
// WGMMA: schedule "dot_general.z.y.relayout" {
// WGMMA: schedule "dot_general.z.chunks" {
// WGMMA-NEXT: wgmma 64 by 32 on 132
// WGMMA-NEXT: }
// WGMMA-NEXT: schedule "dot_general.z" {
// WGMMA-NEXT: relayout rhs
// WGMMA-NEXT: two-pass
// OLD: wgmma.schedules:3:35: `wgmma 64 by 32 on 132` can't be applied to nest "dot_general.z.chunks": the GPU has no warpgroups
func.func @small(%x: tensor<64x256xi8>, %y: tensor<256x64xi8>) -> tensor<64x64xi32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x256xi8>, tensor<256x64xi8>) -> tensor<64x64xi32>
  return %z : tensor<64x64xi32>
}
