// The one difference from the interpreter that sparse arguments are permitted: in compiled code a
// missing entry annihilates its factor, NaN included. The interpreter multiplies, and so does code
// of `fuse{sparse=strict}`.

// REQUIRES: llvm
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/rows.npz --print | hloom check %s --check-prefix=IEEE
// RUN: hloom run %s --backend=cpu --input 0=%S/Inputs/rows.npz --print | hloom check %s --check-prefix=ZERO
// RUN: hloom run %s --backend=cpu --input 0=%S/Inputs/rows.npz --print --passes='inline,relayout-sparse,fuse{sparse=strict}' | hloom check %s --check-prefix=IEEE
// RUN: not hloom run %s --backend=cpu --input 0=%S/Inputs/rows.npz --compare=interp

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// The matrix has no entry in column 1.
// IEEE: 0: tensor<f32> = nan
// ZERO: 0: tensor<f32> = 35.0
func.func public @main(%x: tensor<3x4xf32, #rows> {hloom.stored_entries = 5 : i64}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<[[1.0, 0x7FC00000, 1.0, 1.0], [1.0, 0x7FC00000, 1.0, 1.0], [1.0, 0x7FC00000, 1.0, 1.0]]> : tensor<3x4xf32>
  %p = stablehlo.multiply %x, %y : (tensor<3x4xf32, #rows>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
