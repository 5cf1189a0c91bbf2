// RUN: hloom opt %s --passes=relayout-sparse,fuse --split-input-file | hloom check %s
// RUN: hloom opt %s --passes='relayout-sparse,fuse{sparse=off}' --split-input-file | hloom check %s --check-prefix=OFF

// OFF-NOT: driver

// A sum of products runs over the stored entries.
// CHECK-LABEL: func.func @sum
// CHECK: "hloom.fusion"(%x, %y) <{kind = "cell", driver = 0 : i64}>
// CHECK: hloom.relayout
// CHECK: stablehlo.reduce
func.func @sum(%x: tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>> {hloom.stored_entries = 500 : i64}, %y: tensor<300x280xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.multiply %x, %y : (tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<300x280xf64>) -> tensor<300x280xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// A product with a vector on its own does too.
// CHECK-LABEL: func.func @product
// CHECK: "hloom.fusion"(%x, %v) <{kind = "row", driver = 0 : i64}>
func.func @product(%x: tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>> {hloom.stored_entries = 500 : i64}, %v: tensor<280xf64>) -> tensor<300xf64> {
  %r = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<280xf64>) -> tensor<300xf64>
  return %r : tensor<300xf64>
}

// -----

// The outer product is computed where entries are stored.
// CHECK-LABEL: func.func @outer
// CHECK: "hloom.fusion"({{.*}}) <{kind = "outer", driver = {{[0-9]}} : i64}>
// CHECK: hloom.relayout
// CHECK: stablehlo.dot_general
func.func @outer(%x: tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>> {hloom.stored_entries = 500 : i64}, %u: tensor<300x8xf64>, %v: tensor<280x8xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %uv = stablehlo.dot_general %u, %v, contracting_dims = [1] x [1] : (tensor<300x8xf64>, tensor<280x8xf64>) -> tensor<300x280xf64>
  %l = stablehlo.log %uv : tensor<300x280xf64>
  %p = stablehlo.multiply %x, %l : (tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<300x280xf64>) -> tensor<300x280xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// Where every element counts, there is no driver.
// CHECK-LABEL: func.func @every
// CHECK-NOT: driver
// CHECK: return
func.func @every(%x: tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %e = stablehlo.exponential %x : (tensor<300x280xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<300x280xf64>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<300x280xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// A sum over few stored entries is not joined to a sum of all elements of the dense factor: one kernel of both
// would read the sparse matrix as a dense one. Sums that the same matrix drives are.
// CHECK-LABEL: func.func @sums
// CHECK: "hloom.fusion"(%y) <{kind = "cell"}>
// CHECK: "hloom.fusion"(%x, %y) <{kind = "multi_agg", driver = 0 : i64}>
// CHECK: return
func.func @sums(%x: tensor<60x50xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>> {hloom.stored_entries = 20 : i64}, %y: tensor<60x50xf64>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %xy = stablehlo.multiply %x, %y : (tensor<60x50xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<60x50xf64>) -> tensor<60x50xf64>
  %a = stablehlo.reduce(%xy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<60x50xf64>, tensor<f64>) -> tensor<f64>
  %yy = stablehlo.multiply %y, %y : tensor<60x50xf64>
  %b = stablehlo.reduce(%yy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<60x50xf64>, tensor<f64>) -> tensor<f64>
  %xx = stablehlo.multiply %x, %x : (tensor<60x50xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<60x50xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<60x50xf64>
  %c = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<60x50xf64>, tensor<f64>) -> tensor<f64>
  return %a, %b, %c : tensor<f64>, tensor<f64>, tensor<f64>
}
