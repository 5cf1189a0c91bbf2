// RUN: hloom opt %s --passes=drop-encodings | hloom check %s
// RUN: hloom opt %s --passes=drop-encodings --statistics -o %t.mlir 2>&1 | hloom check %s --check-prefix=COUNT
// RUN: not hloom opt %s --passes=relayout-sparse,fuse-storage{drivable=true},drop-encodings 2>&1 | hloom check %s --check-prefix=LATE

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#bsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>
#text = #hloom.storage<"csc">

// COUNT: values made dense
// LATE: error: {{.*}}the fusion iterates over stored entries; `drop-encodings` comes before

// Levels, blocks and mappings leave the types of arguments and results; a conversion between what is one
// type now is gone, and so is what an argument says of its entries.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%x: tensor<4x4xf64>, %y: tensor<4x4xf64>, %z: tensor<4x4xf64>, %v: tensor<4xf64>) -> (tensor<4x4xf64>, tensor<4xf64>)
// CHECK-NEXT: %a = stablehlo.add %x, %y : tensor<4x4xf64>
// CHECK-NEXT: %m = stablehlo.multiply %a, %z : tensor<4x4xf64>
// CHECK-NEXT: %w = stablehlo.dot_general %m, %v
// CHECK-SAME: (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: return %m, %w
func.func @main(%x: tensor<4x4xf64, #csr> {hloom.stored_entries = 5 : i64}, %y: tensor<4x4xf64, #bsr>, %z: tensor<4x4xf64, #text>, %v: tensor<4xf64>) -> (tensor<4x4xf64, #csr>, tensor<4xf64>) {
  %d = hloom.relayout %x : (tensor<4x4xf64, #csr>) -> tensor<4x4xf64>
  %a = stablehlo.add %d, %y : (tensor<4x4xf64>, tensor<4x4xf64, #bsr>) -> tensor<4x4xf64>
  %m = stablehlo.multiply %a, %z : (tensor<4x4xf64>, tensor<4x4xf64, #text>) -> tensor<4x4xf64, #csr>
  %w = stablehlo.dot_general %m, %v, contracting_dims = [1] x [0] : (tensor<4x4xf64, #csr>, tensor<4xf64>) -> tensor<4xf64>
  return %m, %w : tensor<4x4xf64, #csr>, tensor<4xf64>
}

// Tuples, loops and calls too.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%p: tuple<tensor<4x4xf64>, tensor<i32>>) -> tensor<4x4xf64>
// CHECK-NOT: encoding
func.func @loop(%p: tuple<tensor<4x4xf64, #csr>, tensor<i32>>) -> tensor<4x4xf64, #csr> {
  %x = stablehlo.get_tuple_element %p[0] : (tuple<tensor<4x4xf64, #csr>, tensor<i32>>) -> tensor<4x4xf64, #csr>
  %n = stablehlo.get_tuple_element %p[1] : (tuple<tensor<4x4xf64, #csr>, tensor<i32>>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<4x4xf64, #csr>
    cond {
      %c = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.subtract %i, %one : tensor<i32>
      %b = func.call @twice(%a) : (tensor<4x4xf64, #csr>) -> tensor<4x4xf64, #csr>
      stablehlo.return %j, %b : tensor<i32>, tensor<4x4xf64, #csr>
    }
  return %r#1 : tensor<4x4xf64, #csr>
}

// CHECK-LABEL: func.func private @twice
// CHECK-SAME: (%x: tensor<4x4xf64>) -> tensor<4x4xf64> {
// CHECK-NEXT: %y = stablehlo.add %x, %x : tensor<4x4xf64>
func.func private @twice(%x: tensor<4x4xf64, #csr>) -> (tensor<4x4xf64, #csr> {hloom.stored_entries = 5 : i64}) {
  %y = stablehlo.add %x, %x : tensor<4x4xf64, #csr>
  return %y : tensor<4x4xf64, #csr>
}

// Upstream's conversion between what is one type now.
// CHECK-LABEL: func.func private @converted
// CHECK-NEXT: return %x
func.func private @converted(%x: tensor<4x4xf64, #csr>) -> tensor<4x4xf64> {
  %d = "sparse_tensor.convert"(%x) : (tensor<4x4xf64, #csr>) -> tensor<4x4xf64>
  return %d : tensor<4x4xf64>
}
