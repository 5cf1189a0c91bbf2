// Storage mappings as encodings: printed as they are read, and the values are those of other
// encodings, on every backend and as storage programs.

// RUN: hloom opt %s -o %t.mlir
// RUN: hloom check %s --input-file %t.mlir
// RUN: hloom opt %t.mlir | diff %t.mlir -
// RUN: hloom opt %s --emit=sdql | hloom check %s --check-prefix=SDQL
// RUN: hloom opt %s --emit=sdql -o %t.sdql
// RUN: hloom run %t.sdql --input A=%S/Inputs/general.mtx --input x=%S/Inputs/x.npy | hloom check %s --check-prefix=RESULT
// RUN: hloom opt %t.sdql --optimize-storage | hloom check %s --check-prefix=LOOPS
// RUN: hloom run %s --backend interp --random-inputs 1 --print | hloom check %s --check-prefix=DENSE

// CHECK:      func.func @main(%A: tensor<3x4xf64, #hloom.storage<"CREATE TENSOR T_n
// CHECK-SAME:   \nCREATE TENSOR T : {{.*}};">
// SDQL:       CREATE TENSOR A_n : int;
// SDQL-NEXT:  CREATE TENSOR A_val : [real];
// SDQL-NEXT:  CREATE TENSOR A : {int[3] -> {int[4] -> real}} AS
// SDQL-NEXT:    sum(<j, _> in 0:A_n) sum(<i, _> in 0:3) { (i, j) -> A_val(j * 3 + i) };
// RESULT:     result: {int[3] -> real} = [65.0, 0.0, 33.0]
// LOOPS-NOT:  in sum
// LOOPS:      A_val(k{{.}} * 3 + k{{.}}) * x_val(k
// DENSE:      0: tensor<3xf64> = [-0.6197344160799914, 0.43649154137437884, 1.0750312359959295]

#columns = #hloom.storage<"CREATE TENSOR T_n : int;\nCREATE TENSOR T_val : [real];\nCREATE TENSOR T : {int -> {int -> real}} AS\n  sum(<j, _> in 0:T_n) sum(<i, _> in 0:3) { (i, j) -> T_val(j * 3 + i) };">

func.func @main(%A: tensor<3x4xf64, #columns>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64, #columns>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
