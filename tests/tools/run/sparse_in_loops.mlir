// A sparse matrix in front of a loop drives what the loop does with it: power iteration,
// v = Xᵀ(X v) / |Xᵀ(X v)|.

// REQUIRES: llvm
// RUN: hloom opt %s --passes=canonicalize,relayout-sparse,fuse | hloom check %s --check-prefix=PLAN
// RUN: hloom run %s --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 | hloom check %s
// RUN: hloom run %s --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 --passes='inline,canonicalize,relayout-sparse,fuse{sparse=off},dce' | hloom check %s

// PLAN: stablehlo.while
// PLAN: "hloom.fusion"
// PLAN-SAME: driver = 0
// CHECK: cpu and interp: {{[0-9]+}} ULP

#rows = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @main(%x: tensor<300x200xf64, #rows> {hloom.stored_entries = 600 : i64}, %start: tensor<200xf64>) -> tensor<200xf64> {
  %n0 = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %least = stablehlo.constant dense<1.0e-30> : tensor<f64>
  %r:2 = stablehlo.while(%n = %n0, %v = %start) : tensor<i32>, tensor<200xf64>
    cond {
      %c = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<300x200xf64, #rows>, tensor<200xf64>) -> tensor<300xf64>
      %q = stablehlo.dot_general %x, %p, contracting_dims = [0] x [0] : (tensor<300x200xf64, #rows>, tensor<300xf64>) -> tensor<200xf64>
      %s = stablehlo.multiply %q, %q : tensor<200xf64>
      %t = stablehlo.reduce(%s init: %least) applies stablehlo.add across dimensions = [0] : (tensor<200xf64>, tensor<f64>) -> tensor<f64>
      %l = stablehlo.sqrt %t : tensor<f64>
      %wide = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<f64>) -> tensor<200xf64>
      %w = stablehlo.divide %q, %wide : tensor<200xf64>
      %m = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %m, %w : tensor<i32>, tensor<200xf64>
    }
  return %r#1 : tensor<200xf64>
}
