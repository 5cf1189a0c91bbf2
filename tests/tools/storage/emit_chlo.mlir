// Ops of CHLO over stored tensors, with stored results and dense ones.

// RUN: hloom opt %s --emit=sdql | hloom check %s
// RUN: hloom opt %s --emit=sdql >%t.sdql
// RUN: hloom run %t.sdql --input A=%S/Inputs/csr.npz --input B=%S/Inputs/csr.npz --input x=%S/Inputs/x.npy --output %t.npy
// RUN: hloom run %s --backend interp --input 0=%S/Inputs/csr.npz --input 1=%S/Inputs/csr.npz --input 2=%S/Inputs/x.npy --output %t
// RUN: diff %t.npy %t/0.npy

// CHECK:      CREATE TENSOR A : {int[3] -> {int[4] -> real}} AS
// CHECK:      CREATE TENSOR s : {int[3] -> {int[4] -> real}} AS
// CHECK-NEXT:   {{A[a-z_]*}} * {{A[a-z_]*}};
// CHECK:      CREATE TENSOR t : {int[3] -> {int[4] -> real}} AS
// CHECK-NEXT:   s * {{B[a-z_]*}};
// CHECK:      CREATE TENSOR y : {int[3] -> real} AS
// CHECK-NEXT:   sum(<(m0, k0), x_> in t, <k0, y> in x) { m0 -> x_ * y };
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @main(%A: tensor<3x4xf64, #csr>, %B: tensor<3x4xf64, #csr>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %s = chlo.square %A : tensor<3x4xf64, #csr> -> tensor<3x4xf64, #csr>
  %t = chlo.broadcast_multiply %s, %B : (tensor<3x4xf64, #csr>, tensor<3x4xf64, #csr>) -> tensor<3x4xf64>
  %y = stablehlo.dot_general %t, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
