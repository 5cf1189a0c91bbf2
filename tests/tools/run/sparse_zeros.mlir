// The one difference from the interpreter that sparse arguments are permitted: in compiled code a
// missing entry annihilates its factor, NaN included. The interpreter multiplies, and so does code
// of `fuse{sparse=strict}`.

// REQUIRES: llvm
// RUN: hloom run %s --backend=interp --input 0=%S/Inputs/rows.npz --input 1=%S/Inputs/nan_column.npy --print | hloom check %s --check-prefix=IEEE
// RUN: hloom run %s --backend=cpu --input 0=%S/Inputs/rows.npz --input 1=%S/Inputs/nan_column.npy --print --passes='inline,relayout-sparse,fuse{policy=all}' | hloom check %s --check-prefix=ZERO
// RUN: hloom run %s --backend=cpu --input 0=%S/Inputs/rows.npz --input 1=%S/Inputs/nan_column.npy --print --passes='inline,relayout-sparse,fuse{policy=all,sparse=strict}' | hloom check %s --check-prefix=IEEE
// RUN: not hloom run %s --backend=cpu --input 0=%S/Inputs/rows.npz --input 1=%S/Inputs/nan_column.npy --compare=interp --max-ulp=0 --passes='inline,relayout-sparse,fuse{policy=all}'

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// The matrix has no entry in column 1, where the other argument is NaN.
// IEEE: 0: tensor<f32> = nan
// ZERO: 0: tensor<f32> = 35.0
func.func public @main(%x: tensor<3x4xf32, #rows> {hloom.stored_entries = 1 : i64}, %y: tensor<3x4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.multiply %x, %y : (tensor<3x4xf32, #rows>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
