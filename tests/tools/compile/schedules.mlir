// What is decided of each nest is text: it can be read, changed, and given back.

// REQUIRES: llvm
// RUN: hloom compile %s --emit nests --target x86-64-v4 --entry=product | hloom check %s --check-prefix=NESTS
// RUN: hloom compile %s --emit schedules --target x86-64-v4 --entry=product | hloom check %s --check-prefix=CHOSEN
// RUN: hloom compile %s --emit schedules --target x86-64-v4 --entry=product -o %t.schedules
// RUN: hloom compile %s --emit schedules --target x86-64-v4 --entry=product --use-schedules %t.schedules | hloom check %s --check-prefix=CHOSEN
// RUN: hloom compile %s --emit loops --target x86-64-v4 --entry=product --use-schedules %S/Inputs/tiles.schedules | hloom check %s --check-prefix=TILES
// RUN: hloom compile %s --emit schedules --target x86-64-v4 --entry=product --use-schedules %S/Inputs/tiles.schedules | hloom check %s --check-prefix=PINNED
// RUN: hloom run %s --entry=product --use-schedules %S/Inputs/tiles.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=product --use-schedules %S/Inputs/two_pass.schedules --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom compile %s --emit nests --target x86-64-v4 --entry=product --use-schedules %S/Inputs/two_pass.schedules | hloom check %s --check-prefix=CHUNKS
// RUN: not hloom compile %s --emit schedules --entry=product --use-schedules %S/Inputs/nowhere.schedules 2>&1 | hloom check %s --check-prefix=NOWHERE
// RUN: not hloom compile %s --emit asm --entry=product --use-schedules %S/Inputs/illegal.schedules 2>&1 | hloom check %s --check-prefix=ILLEGAL
// RUN: not hloom run %s --entry=product --use-schedules %S/Inputs/illegal.schedules --random-inputs=1 2>&1 | hloom check %s --check-prefix=ILLEGAL
// RUN: not hloom compile %s --emit asm --entry=product --use-schedules %S/Inputs/unknown.schedules 2>&1 | hloom check %s --check-prefix=UNKNOWN
// RUN: not hloom compile %s --emit asm --entry=product --use-schedules %S/Inputs/gpu.schedules 2>&1 | hloom check %s --check-prefix=GPU
// RUN: not hloom compile %s --emit asm --entry=product --use-schedules %S/Inputs/none.schedules 2>&1 | hloom check %s --check-prefix=NONE

func.func @product(%x: tensor<40x256xi32>, %y: tensor<256x48xi32>) -> tensor<40x48xi32> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x256xi32>, tensor<256x48xi32>) -> tensor<40x48xi32>
  return %z : tensor<40x48xi32>
}

// NESTS: nest "dot_general.z" {
// NESTS-NEXT: parallel i0 : 40, i1 : 48
// NESTS-NEXT: reducing k2 : 256
// NESTS-NEXT: input @x : i32[40, 256]
// NESTS-NEXT: input @y : i32[256, 48]
// NESTS: load @x[i0, k2]
// NESTS: load @y[k2, i1]
// NESTS: reduce ({{.*}}) from ({{.*}}) by add contracting
// NESTS-NEXT: output @z : i32[40, 48] at [i0, i1] = %0

// CHOSEN: schedule "dot_general.z" {
// CHOSEN-NEXT: tile i0 by 8
// CHOSEN-NEXT: parallel i0
// CHOSEN-NEXT: vectorize i1 by 16
// CHOSEN-NEXT: unroll i0' by 8
// CHOSEN-NEXT: unroll i1 by 2
// CHOSEN-NEXT: }

// PINNED: schedule "dot_general.z" {
// PINNED-NEXT: tile i0 by 4, i1 by 24
// PINNED-NEXT: interchange i1, i0
// PINNED-NEXT: parallel i1
// PINNED-NEXT: vectorize i1' by 8
// PINNED-NEXT: unroll i0' by 4
// PINNED-NEXT: }

// TILES: kernel "dot_general.z"
// TILES: parallel for %i1 = 0 to 48 step 24
// TILES: for %i0 = 0 to 40 step 4

// CHUNKS: nest "dot_general.z.chunks" {
// CHUNKS-NEXT: parallel k2 : 4, i0 : 40, i1 : 48
// CHUNKS-NEXT: reducing k2i : 64
// CHUNKS: nest "dot_general.z" {
// CHUNKS: input @partial : i32[4, 40, 48]

// NOWHERE: nowhere.schedules:3:1: no nest is called "add.z": there are "dot_general.z"
// ILLEGAL: illegal.schedules:3:17: `parallel k2` can't be applied to nest "dot_general.z": it reduces
// UNKNOWN: unknown.schedules:2:3: `vectorise i1 by 16`: expected merge, split,
// GPU: gpu.schedules:1:28: `blocks i0` can't be applied to nest "dot_general.z": a CPU has no blocks
// NONE: the schedules in {{.*}}none.schedules can't be read
