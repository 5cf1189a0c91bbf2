// RUN: hloom opt %s --passes='relayout-sparse,canonicalize,cse,fuse-storage{drivable=true}' --split-input-file | hloom check %s
// RUN: hloom opt %s --passes=relayout-sparse,canonicalize,cse,fuse-storage --split-input-file | hloom check %s --check-prefix=LEFT

// LEFT-LABEL: func.func @product
// LEFT-NOT:   hloom.fusion
// LEFT-LABEL: func.func @meet
// LEFT:       "hloom.fusion"(%A, %B)
// LEFT-LABEL: func.func @sampled
// LEFT:       "hloom.fusion"(%A, %U, %V)
// LEFT-LABEL: func.func @twice
// LEFT-NOT:   hloom.fusion
// LEFT-LABEL: func.func @chain

// A product with a vector is a loop over rows and their entries.
// CHECK-LABEL: func.func @product
// CHECK: %y = "hloom.fusion"(%A, %x) <{kind = "storage", plan = "
// CHECK-SAME: sum(<k0, _> in 0:3) { k0 -> sum(<k2, v2> in a0_crd1(a0_pos1(k0):a0_pos1(k0 + 1)))
// CHECK-SAME: a0_val(k2) * a1_val(v2)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: hloom.relayout
// CHECK-NEXT: stablehlo.dot_general
// CHECK: return %y
func.func @product(%A: tensor<3x4xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

// Two sparse matrices meet at their common entries: rows are merged.
// CHECK-LABEL: func.func @meet
// CHECK: plan = "{{.*}}merge(
// CHECK: return %s
func.func @meet(%A: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %B: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.multiply %A, %B : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>>) -> tensor<30x40xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<30x40xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// A dense product is computed where entries are stored.
// CHECK-LABEL: func.func @sampled
// CHECK: "hloom.fusion"(%A, %U, %V)
// CHECK-SAME: sum(<k0, v0> in a0_crd0(a0_pos0(0):a0_pos0(1)))
// CHECK: return
func.func @sampled(%A: tensor<30x40xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>>, %U: tensor<30x8xf32>, %V: tensor<40x8xf32>) -> tensor<30x40xf32> {
  %d = stablehlo.dot_general %U, %V, contracting_dims = [1] x [1] : (tensor<30x8xf32>, tensor<40x8xf32>) -> tensor<30x40xf32>
  %s = stablehlo.multiply %A, %d : (tensor<30x40xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>>, tensor<30x40xf32>) -> tensor<30x40xf32>
  return %s : tensor<30x40xf32>
}

// -----

// Both products with a vector are one loop over the rows.
// CHECK-LABEL: func.func @twice
// CHECK: "hloom.fusion"(%A, %x)
// CHECK-SAME: sum(<k0, _> in 0:30)
// CHECK-SAME: let x2 = sum(
// CHECK-SAME: in sum(<k3, v3> in a0_crd1(a0_pos1(k0):a0_pos1(k0 + 1))) { v3 -> x2 * a0_val(k3) }
func.func @twice(%A: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %x: tensor<40xf64>) -> tensor<40xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<40xf64>) -> tensor<30xf64>
  %z = stablehlo.dot_general %A, %y, contracting_dims = [0] x [0] : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30xf64>) -> tensor<40xf64>
  return %z : tensor<40xf64>
}

// -----

// A product of three matrices is two plans: in one, each row of the inner product would be computed
// for each entry of %A in its column.
// CHECK-LABEL: func.func @chain
// CHECK: %y = "hloom.fusion"(%B, %D)
// CHECK: %z = "hloom.fusion"(%A, %y)
func.func @chain(%A: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %B: tensor<40x50xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %D: tensor<50x16xf64>) -> tensor<30x16xf64> {
  %y = stablehlo.dot_general %B, %D, contracting_dims = [1] x [0] : (tensor<40x50xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<50x16xf64>) -> tensor<40x16xf64>
  %z = stablehlo.dot_general %A, %y, contracting_dims = [1] x [0] : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<40x16xf64>) -> tensor<30x16xf64>
  return %z : tensor<30x16xf64>
}

// -----

// A logarithm is not in the calculus. `fuse` computes it where entries are stored.
// CHECK-LABEL: func.func @logarithm
// CHECK-NOT: hloom.fusion
// CHECK: stablehlo.log
// CHECK-NOT: hloom.fusion
func.func @logarithm(%A: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %y: tensor<30x40xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %l = stablehlo.log %y : tensor<30x40xf64>
  %p = stablehlo.multiply %A, %l : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30x40xf64>) -> tensor<30x40xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<30x40xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// Sums of rows and products with wide rows are faster by a plan. Both are one loop over the rows.
// CHECK-LABEL: func.func @sums
// CHECK: %s, %y = "hloom.fusion"(%A, %X)
// CHECK-SAME: sum(<k0, _> in 0:6) { k0 -> {{.*}}; sum(<k0, _> in 0:6) { k0 -> 
// LEFT-LABEL: func.func @sums
// LEFT: %s, %y = "hloom.fusion"(%A, %X)
func.func @sums(%A: tensor<6x2100xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %X: tensor<2100x64xf64>) -> (tensor<6xf64>, tensor<6x64xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%A init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x2100xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<f64>) -> tensor<6xf64>
  %y = stablehlo.dot_general %A, %X, contracting_dims = [1] x [0] : (tensor<6x2100xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<2100x64xf64>) -> tensor<6x64xf64>
  return %s, %y : tensor<6xf64>, tensor<6x64xf64>
}

// -----

// The squares of a matrix are those of its entries; the sum of two sparse matrices has their entries.
// Both are one loop over the rows.
// CHECK-LABEL: func.func @square
// CHECK: %s, %q = "hloom.fusion"(%A, %B)
// CHECK-SAME: a0_val(k2) * a0_val(k2);
// LEFT-LABEL: func.func @square
func.func @square(%A: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %B: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> (tensor<f64>, tensor<30x40xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.multiply %A, %A : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<30x40xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<30x40xf64>, tensor<f64>) -> tensor<f64>
  %q = stablehlo.add %A, %B : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<30x40xf64>
  return %s, %q : tensor<f64>, tensor<30x40xf64>
}

// -----

// A sum over all entries of one matrix alone is one loop over them.
// LEFT-LABEL: func.func @squares
// LEFT:       "hloom.fusion"(%A) <{kind = "storage"
// CHECK-LABEL: func.func @squares
// CHECK: "hloom.fusion"(%A)
func.func @squares(%A: tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<f64> {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %q = stablehlo.multiply %A, %A : (tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30x40xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<30x40xf64>
  %s = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<30x40xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// -----

// Three sums are one loop over the rows, which reads each matrix once. By itself, only the first would
// have a plan here.
// CHECK-LABEL: func.func @three_sums
// LEFT-LABEL:  func.func @three_sums
// CHECK: "hloom.fusion"(%X, %Y) <{kind = "storage", plan = "
// CHECK-SAME: ; sum(<k0, _> in 0:2000)
// CHECK-SAME: a0_val
// CHECK-SAME: ; sum(<k0, _> in 0:2000) sum(<k2, v2> in a0_crd1(
// CHECK-SAME: ; sum(<k0, _> in 0:2000) {{.*}}sum(<k2, _> in 0:3000) a1_val(
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %{{.*}} : tensor<f64>, tensor<f64>, tensor<f64>
// CHECK-NOT: "hloom.fusion"
// CHECK: return
// LEFT: "hloom.fusion"(%X, %Y) <{kind = "storage"
// LEFT: stablehlo.return %{{.*}}, %{{.*}}, %{{.*}} : tensor<f64>, tensor<f64>, tensor<f64>
func.func @three_sums(%X: tensor<2000x3000xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>> {hloom.stored_entries = 2000000 : i64}, %Y: tensor<2000x3000xf64>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %xx = stablehlo.multiply %X, %X : (tensor<2000x3000xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<2000x3000xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<2000x3000xf64>
  %xy = stablehlo.multiply %X, %Y : (tensor<2000x3000xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<2000x3000xf64>) -> tensor<2000x3000xf64>
  %yy = stablehlo.multiply %Y, %Y : tensor<2000x3000xf64>
  %a = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2000x3000xf64>, tensor<f64>) -> tensor<f64>
  %b = stablehlo.reduce(%xy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2000x3000xf64>, tensor<f64>) -> tensor<f64>
  %c = stablehlo.reduce(%yy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2000x3000xf64>, tensor<f64>) -> tensor<f64>
  return %a, %b, %c : tensor<f64>, tensor<f64>, tensor<f64>
}

// -----

// The second sum reads the first one: they are two plans.
// CHECK-LABEL: func.func @in_order
// CHECK-COUNT-2: "hloom.fusion"
// LEFT-LABEL:  func.func @in_order
func.func @in_order(%X: tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %v: tensor<30xf64>) -> (tensor<20xf64>, tensor<20xf64>) {
  %a = stablehlo.dot_general %X, %v, contracting_dims = [1] x [0] : (tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30xf64>) -> tensor<20xf64>
  %e = stablehlo.exponential %a : tensor<20xf64>
  %w = stablehlo.slice %e [0:10] : (tensor<20xf64>) -> tensor<10xf64>
  %u = stablehlo.concatenate %w, %e, dim = 0 : (tensor<10xf64>, tensor<20xf64>) -> tensor<30xf64>
  %b = stablehlo.dot_general %X, %u, contracting_dims = [1] x [0] : (tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<30xf64>) -> tensor<20xf64>
  return %a, %b : tensor<20xf64>, tensor<20xf64>
}

// -----

// What the function returns with a storage is made so, also if it is stored twice or by a product that has such
// a type; the dense sum beside it is a plan of its own.
// CHECK-LABEL: func.func @stored
// CHECK:       %r = "hloom.fusion"(%A, %B)
// CHECK:         hloom.relayout %{{.*}} : (tensor<20x30xf64>) -> tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>
// CHECK:       %t = "hloom.fusion"
// CHECK:       %p = "hloom.fusion"(%A, %e)
// CHECK:       %c = "hloom.fusion"(%A)
// CHECK:       return %r, %t, %p, %c
// LEFT-LABEL:  func.func @stored
func.func @stored(%A: tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %B: tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, %x: tensor<30xf64>) -> (tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>, tensor<20xf64>, tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.add %A, %B : (tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<20x30xf64>
  %r = hloom.relayout %s : (tensor<20x30xf64>) -> tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>
  %t = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<20x30xf64>, tensor<f64>) -> tensor<20xf64>
  %e = stablehlo.exponential %x : tensor<30xf64>
  %b = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<30xf64>) -> tensor<20x30xf64>
  %p = stablehlo.multiply %A, %b : (tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<20x30xf64>) -> tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>
  %c = hloom.relayout %A : (tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>
  return %r, %t, %p, %c : tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>, tensor<20xf64>, tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, tensor<20x30xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>
}
