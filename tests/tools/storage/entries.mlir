// `hloom run` plans for the entries that its inputs have: so many are worth being read once for both sums.

// REQUIRES: llvm
// RUN: hloom run %s --backend=cpu --profile --input 0=%S/Inputs/ones.npz --random-inputs 1 | hloom check %s
// RUN: hloom run %s --backend=cpu --print --input 0=%S/Inputs/ones.npz --random-inputs 1 | hloom check %s --check-prefix=VALUE
// RUN: hloom opt %s --passes=relayout-sparse,canonicalize,cse,fuse-storage | hloom check %s --check-prefix=UNKNOWN

// CHECK: storage.result.result_1
// VALUE: 0: tensor<f64> = 30000.0
// UNKNOWN:     "hloom.fusion"(%X) <{kind = "storage"
// UNKNOWN-NOT: "hloom.fusion"
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @main(%X: tensor<150x200xf64, #csr>, %Y: tensor<150x200xf64>) -> (tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %xx = stablehlo.multiply %X, %X : (tensor<150x200xf64, #csr>, tensor<150x200xf64, #csr>) -> tensor<150x200xf64>
  %xy = stablehlo.multiply %X, %Y : (tensor<150x200xf64, #csr>, tensor<150x200xf64>) -> tensor<150x200xf64>
  %a = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<150x200xf64>, tensor<f64>) -> tensor<f64>
  %b = stablehlo.reduce(%xy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<150x200xf64>, tensor<f64>) -> tensor<f64>
  return %a, %b : tensor<f64>, tensor<f64>
}
