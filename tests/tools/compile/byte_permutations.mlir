// Bytes in reverse order, some of which don't matter: LLVM 22 does not end with the instruction that
// permutes single bytes, so no target has it.

// REQUIRES: llvm
// RUN: hloom compile %s --target icelake-server -o - --emit asm | hloom check %s
// RUN: hloom compile %s --target znver4 -o - --emit asm | hloom check %s
// RUN: hloom run %s --backend cpu --compare interp

// CHECK-NOT: vpermb

func.func @main() -> tensor<1x33xi8> {
  %x = stablehlo.iota dim = 1 : tensor<1x33xi8>
  %y = stablehlo.optimization_barrier %x : tensor<1x33xi8>
  %bits = stablehlo.constant dense<[[1, -1, 127, -7, -3, -1, 1, -128, -128, 3, 0, -128, 0, -4, 0, 51, 3, 0, -128, 8, 127, -4, -128, -128, 9, 7, 4, 127, -128, -128, 127, 127, -128]]> : tensor<1x33xi8>
  %some = stablehlo.or %y, %bits : tensor<1x33xi8>
  %negative = stablehlo.negate %some : tensor<1x33xi8>
  %reversed = stablehlo.reverse %negative, dims = [0, 1] : tensor<1x33xi8>
  %less = stablehlo.subtract %reversed, %y : tensor<1x33xi8>
  return %less : tensor<1x33xi8>
}
