// RUN: hloom opt %s --passes=relayout-sparse,canonicalize,cse,fuse-storage --split-input-file | hloom check %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// The rows of one matrix and the columns of the other: a plan merges all pairs of them, and ops on dense
// matrices are faster.
// CHECK-LABEL: func.func @all_pairs
// CHECK-NOT:   hloom.fusion
// CHECK:       return
func.func @all_pairs(%A: tensor<100x100xf64, #CSR> {hloom.stored_entries = 1000 : i64}, %B: tensor<100x100xf64, #CSC> {hloom.stored_entries = 1000 : i64}) -> tensor<100x100xf64> {
  %p = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<100x100xf64, #CSR>, tensor<100x100xf64, #CSC>) -> tensor<100x100xf64>
  return %p : tensor<100x100xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// Columns times rows: each row of B is read where it is, and is not copied to a workspace whose places each
// entry of A would go through.
// CHECK-LABEL: func.func @columns_by_rows
// CHECK:       "hloom.fusion"(%A, %B)
// CHECK-NOT:   let
// CHECK-SAME:  sum(<k4, v4> in a1_crd1(a1_pos1(k0):a1_pos1(k0 + 1)))
// CHECK:       return
func.func @columns_by_rows(%A: tensor<100x100xf64, #CSC> {hloom.stored_entries = 1000 : i64}, %B: tensor<100x100xf64, #CSR> {hloom.stored_entries = 1000 : i64}) -> tensor<100x100xf64> {
  %p = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<100x100xf64, #CSC>, tensor<100x100xf64, #CSR>) -> tensor<100x100xf64>
  return %p : tensor<100x100xf64>
}
