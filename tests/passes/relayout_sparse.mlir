// RUN: hloom opt %s --passes=relayout-sparse | hloom check %s

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

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
