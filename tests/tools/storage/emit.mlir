// Functions of StableHLO become storage programs, which compute the same.

// RUN: hloom opt %s --emit=sdql >%t.sdql
// RUN: hloom check %s --input-file %t.sdql
// RUN: hloom opt %t.sdql | diff %t.sdql -
// RUN: hloom run %t.sdql --input A=%S/Inputs/csr.npz --input x=%S/Inputs/x.npy --output %t.npy
// RUN: hloom run %s --backend interp --input 0=%S/Inputs/csr.npz --input 1=%S/Inputs/x.npy --output %t
// RUN: diff %t.npy %t/0.npy
// RUN: hloom opt %s --emit=sdql | hloom opt --input=sdqlite --optimize-storage | hloom check %s --check-prefix=LOOPS
// RUN: hloom opt %s --emit=stablehlo | hloom check %s --check-prefix=SAME
// RUN: not hloom opt %s --emit=sdql --print-generic 2>&1 | hloom check %s --check-prefix=OPTION
// RUN: not hloom opt %t.sdql --emit=stablehlo 2>&1 | hloom check %s --check-prefix=LANGUAGE

// CHECK:      CREATE TENSOR A_pos1 : [int];
// CHECK-NEXT: CREATE TENSOR A_crd1 : [int];
// CHECK-NEXT: CREATE TENSOR A_val : [real];
// CHECK-NEXT: CREATE TENSOR A : {int[3] -> {int[4] -> real}} AS
// CHECK:      CREATE TENSOR x : {int[4] -> real} AS
// CHECK:      CREATE TENSOR scale : {int[3] -> real} AS
// CHECK-NEXT:   { 0 -> 2.0, 2 -> -1.0 };
// CHECK:      CREATE TENSOR y : {int[3] -> real} AS
// CHECK-NEXT:   sum(<(m0, k0), x_> in A, <k0, y> in x) { m0 -> x_ * y };
// CHECK:      z;

// The two entries of the constant choose the rows that are computed.
// LOOPS:     { 0 -> 2.0 * (sum(<k0, v0> in A_crd1(A_pos1(0):A_pos1(1)))
// LOOPS:     { 2 -> -1.0 * (sum(<k0, v0> in A_crd1(A_pos1(2):A_pos1(2 + 1)))
// LOOPS-NOT: sum(<k{{.*}}, {{.*}}> in sum
// SAME:      func.func @main(
// OPTION:    error: --print-generic is for MLIR text, not for --emit=sdql
// LANGUAGE:  error: --emit=stablehlo is for StableHLO programs

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @main(%A: tensor<3x4xf64, #csr>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %scale = stablehlo.constant dense<[2.0, 0.0, -1.0]> : tensor<3xf64>
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64, #csr>, tensor<4xf64>) -> tensor<3xf64>
  %z = stablehlo.multiply %scale, %y : tensor<3xf64>
  return %z : tensor<3xf64>
}
