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
