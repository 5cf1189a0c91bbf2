// Composites and CHLO's ops are expanded before they become terms of the calculus.

// RUN: hloom opt %s --emit=sdql | hloom check %s
// RUN: hloom opt %s --emit=sdql >%t.sdql
// RUN: hloom run %t.sdql --input A=%S/Inputs/csr.npz --input x=%S/Inputs/x.npy --output %t.npy
// RUN: hloom run %s --backend interp --input 0=%S/Inputs/csr.npz --input 1=%S/Inputs/x.npy --output %t
// RUN: diff %t.npy %t/0.npy

// CHECK: sum(<(m0, k0), {{.*}}> in {{.*}}, <k0, {{.*}}> in {{.*}}) { m0 -> {{.*}} }

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func private @product(%A: tensor<3x4xf64>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @main(%A: tensor<3x4xf64, #csr>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %dense = hloom.relayout %A : (tensor<3x4xf64, #csr>) -> tensor<3x4xf64>
  %scaled = chlo.broadcast_multiply %dense, %x {broadcast_dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3x4xf64>
  %y = stablehlo.composite "a.product" %scaled, %x { decomposition = @product } : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
