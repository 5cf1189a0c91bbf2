// Programs in the style of torch-mlir: the index of the largest element of a row, products of batches,
// broadcasts of a dimension of one element, loops and branches over scalars. Raised to StableHLO, they
// run on every backend with equal results.
//
// REQUIRES: mlir
// RUN: hloom opt %s --raise-linalg=strict=true -o %t.mlir
// RUN: hloom run %t.mlir --random-inputs 3 --backend cpu --compare interp
// RUN: hloom run %t.mlir --random-inputs 3 --backend mlir --compare interp
// RUN: cat %t.mlir | hloom check %s
//
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.reduce
// CHECK: stablehlo.dot_general {{.*}}batching_dims = [0] x [0]
// CHECK: stablehlo.while
// CHECK: stablehlo.if
// CHECK-NOT: linalg.
// CHECK-NOT: scf.
#m = affine_map<(d0, d1) -> (d0, d1)>
#s = affine_map<(d0, d1) -> (d0)>
#b = affine_map<(d0, d1) -> (d0, 0)>
func.func @main(%x: tensor<4x8xf32>, %q: tensor<2x3x4xf32>, %k: tensor<2x4x5xf32>, %col: tensor<4x1xf32>, %n: tensor<i32>) -> (tensor<4xi64>, tensor<2x3x5xf32>, tensor<4x8xf32>, tensor<i32>, tensor<8x4xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %z = arith.constant 0 : i64
  %zf = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %fi = linalg.fill ins(%z : i64) outs(%ei : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#m, #s, #s], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%f, %fi : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %o: f32, %oi: i64):
    %i = linalg.index 1 : index
    %ii = arith.index_cast %i : index to i64
    %mx = arith.maximumf %in, %o : f32
    %c = arith.cmpf ogt, %in, %o : f32
    %s = arith.select %c, %ii, %oi : i64
    linalg.yield %mx, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  %e3 = tensor.empty() : tensor<2x3x5xf32>
  %f3 = linalg.fill ins(%zf : f32) outs(%e3 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %bm = linalg.batch_matmul ins(%q, %k : tensor<2x3x4xf32>, tensor<2x4x5xf32>) outs(%f3 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %e4 = tensor.empty() : tensor<4x8xf32>
  %br = linalg.generic {indexing_maps = [#m, #b, #m], iterator_types = ["parallel", "parallel"]} ins(%x, %col : tensor<4x8xf32>, tensor<4x1xf32>) outs(%e4 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<4x8xf32>
  %n0 = tensor.extract %n[] : tensor<i32>
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %w = scf.while (%v = %n0) : (i32) -> i32 {
    %lt = arith.cmpi slt, %v, %c100 : i32
    scf.condition(%lt) %v : i32
  } do {
  ^bb0(%v: i32):
    %dd = arith.addi %v, %v : i32
    %d1 = arith.addi %dd, %c1 : i32
    scf.yield %d1 : i32
  }
  %wt = tensor.from_elements %w : tensor<i32>
  %g = arith.cmpi sgt, %w, %c100 : i32
  %ex = tensor.expand_shape %x [[0], [1, 2]] output_shape [4, 2, 4] : tensor<4x8xf32> into tensor<4x2x4xf32>
  %co = tensor.collapse_shape %ex [[0, 1], [2]] : tensor<4x2x4xf32> into tensor<8x4xf32>
  %ifr = scf.if %g -> (tensor<8x4xf32>) {
    %neg = arith.negf %co : tensor<8x4xf32>
    scf.yield %neg : tensor<8x4xf32>
  } else {
    scf.yield %co : tensor<8x4xf32>
  }
  return %r#1, %bm, %br, %wt, %ifr : tensor<4xi64>, tensor<2x3x5xf32>, tensor<4x8xf32>, tensor<i32>, tensor<8x4xf32>
}
