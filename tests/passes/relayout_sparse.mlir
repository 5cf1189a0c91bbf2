// RUN: hloom opt %s --passes=relayout-sparse | hloom check %s

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#csc = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// One dense tensor for all uses; what another storage is made of stays.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT: %x_dense = hloom.relayout %x : (tensor<3x4xf64, {{.*}}>) -> tensor<3x4xf64>
// CHECK-NEXT: %a = stablehlo.add %x_dense, %x_dense
// CHECK-NEXT: %b = hloom.relayout %x
// CHECK-NEXT: return %a, %b
func.func @twice(%x: tensor<3x4xf64, #csr>) -> (tensor<3x4xf64>, tensor<3x4xf64>) {
  %a = stablehlo.add %x, %x : (tensor<3x4xf64, #csr>, tensor<3x4xf64, #csr>) -> tensor<3x4xf64>
  %b = hloom.relayout %x : (tensor<3x4xf64, #csr>) -> tensor<3x4xf64>
  return %a, %b : tensor<3x4xf64>, tensor<3x4xf64>
}

// A function returns an argument as it is. A conversion of a tensor that another one stores reads its operand.
// CHECK-LABEL: func.func @stored
// CHECK-NEXT: %a = hloom.relayout %y : (tensor<3x4xf64>) -> tensor<3x4xf64, {{.*}}>
// CHECK-NEXT: %b = hloom.relayout %y : (tensor<3x4xf64>) -> tensor<3x4xf64, {{.*}}>
// CHECK-NEXT: return %x, %a, %b
func.func @stored(%x: tensor<3x4xf64, #csr>, %y: tensor<3x4xf64>) -> (tensor<3x4xf64, #csr>, tensor<3x4xf64, #csr>, tensor<3x4xf64, #csc>) {
  %a = hloom.relayout %y : (tensor<3x4xf64>) -> tensor<3x4xf64, #csr>
  %b = hloom.relayout %a : (tensor<3x4xf64, #csr>) -> tensor<3x4xf64, #csc>
  return %x, %a, %b : tensor<3x4xf64, #csr>, tensor<3x4xf64, #csr>, tensor<3x4xf64, #csc>
}

// CHECK-LABEL: func.func @member
// CHECK-NEXT: %x = stablehlo.get_tuple_element %t[0]
// CHECK-NEXT: %x_dense = hloom.relayout %x
// CHECK-NEXT: stablehlo.add %x_dense, %x_dense
func.func @member(%t: tuple<tensor<3x4xf64, #csr>>) -> tensor<3x4xf64> {
  %x = stablehlo.get_tuple_element %t[0] : (tuple<tensor<3x4xf64, #csr>>) -> tensor<3x4xf64, #csr>
  %a = stablehlo.add %x, %x : (tensor<3x4xf64, #csr>, tensor<3x4xf64, #csr>) -> tensor<3x4xf64>
  return %a : tensor<3x4xf64>
}

// A relayout between says an extent that a run checks: it stays, and so does one that a run refuses.
#vec = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK-LABEL: func.func @said
// CHECK-NEXT: %a = hloom.relayout %x : (tensor<?xf64>) -> tensor<4xf64, {{.*}}>
// CHECK-NEXT: %b = hloom.relayout %a : (tensor<4xf64, {{.*}}>) -> tensor<?xf64>
// CHECK-NEXT: %c = hloom.relayout %x : (tensor<?xf64>) -> tensor<4xf64>
func.func @said(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<4xf64>) {
  %a = hloom.relayout %x : (tensor<?xf64>) -> tensor<4xf64, #vec>
  %b = hloom.relayout %a : (tensor<4xf64, #vec>) -> tensor<?xf64>
  %c = hloom.relayout %a : (tensor<4xf64, #vec>) -> tensor<4xf64>
  return %b, %c : tensor<?xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func @refused
// CHECK-NEXT: %a = hloom.relayout %x : (tensor<5xf64>) -> tensor<?xf64, {{.*}}>
// CHECK-NEXT: %b = hloom.relayout %a : (tensor<?xf64, {{.*}}>) -> tensor<6xf64>
func.func @refused(%x: tensor<5xf64>) -> tensor<6xf64> {
  %a = hloom.relayout %x : (tensor<5xf64>) -> tensor<?xf64, #vec>
  %b = hloom.relayout %a : (tensor<?xf64, #vec>) -> tensor<6xf64>
  return %b : tensor<6xf64>
}
