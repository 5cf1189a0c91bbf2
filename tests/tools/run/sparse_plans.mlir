// Sparse operands that `fuse` can't drive are read by storage plans: two matrices, formats without
// compressed rows, tensors of three dimensions; in a loop, with integers and with floats of 32 bits.

// REQUIRES: llvm
// RUN: hloom run %s --entry=two --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 | hloom check %s
// RUN: hloom run %s --entry=product --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 | hloom check %s
// RUN: hloom run %s --entry=cube --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 | hloom check %s
// RUN: hloom run %s --entry=integers --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s
// RUN: hloom run %s --entry=looped --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 | hloom check %s
// RUN: hloom run %s --entry=by_hand --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s
// RUN: hloom run %s --entry=two --backend=cpu --random-inputs 1 --threads 3 --compare interp --max-ulp 4096 | hloom check %s

// CHECK: cpu and interp: {{no difference|[0-9]+ ULP}}

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#csc = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 16 }>
#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#coo = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#csf = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

func.func @two(%A: tensor<40x30xf64, #csr>, %B: tensor<40x30xf64, #dcsr>, %C: tensor<40x30xf64, #csc>) -> (tensor<f64>, tensor<40xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %p = stablehlo.multiply %A, %B : (tensor<40x30xf64, #csr>, tensor<40x30xf64, #dcsr>) -> tensor<40x30xf64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<40x30xf64>, tensor<f64>) -> tensor<f64>
  %d = stablehlo.subtract %B, %C : (tensor<40x30xf64, #dcsr>, tensor<40x30xf64, #csc>) -> tensor<40x30xf64>
  %r = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<40x30xf64>, tensor<f64>) -> tensor<40xf64>
  return %s, %r : tensor<f64>, tensor<40xf64>
}

func.func @product(%A: tensor<40x30xf32, #csr>, %B: tensor<30x20xf32, #coo>) -> tensor<40x20xf32> {
  %p = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<40x30xf32, #csr>, tensor<30x20xf32, #coo>) -> tensor<40x20xf32>
  return %p : tensor<40x20xf32>
}

// A(i, j) is the sum of B(i, k, l) * C(k, j) * D(l, j).
func.func @cube(%B: tensor<8x9x10xf64, #csf>, %C: tensor<9x7xf64>, %D: tensor<10x7xf64>) -> tensor<8x9x7xf64> {
  %p = stablehlo.dot_general %B, %D, contracting_dims = [2] x [0] : (tensor<8x9x10xf64, #csf>, tensor<10x7xf64>) -> tensor<8x9x7xf64>
  %c = stablehlo.broadcast_in_dim %C, dims = [1, 2] : (tensor<9x7xf64>) -> tensor<8x9x7xf64>
  %q = stablehlo.multiply %p, %c : tensor<8x9x7xf64>
  return %q : tensor<8x9x7xf64>
}

// The triangles of a graph.
func.func @integers(%A: tensor<30x30xi32, #csr>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.dot_general %A, %A, contracting_dims = [1] x [0] : (tensor<30x30xi32, #csr>, tensor<30x30xi32, #csr>) -> tensor<30x30xi32>
  %z = stablehlo.multiply %A, %y : (tensor<30x30xi32, #csr>, tensor<30x30xi32>) -> tensor<30x30xi32>
  %s = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<30x30xi32>, tensor<i32>) -> tensor<i32>
  return %s : tensor<i32>
}

// Ten steps of a walk on a graph in coordinates.
func.func @looped(%A: tensor<30x30xf64, #coo>, %start: tensor<30xf64>) -> tensor<30xf64> {
  %n0 = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %part = stablehlo.constant dense<0.125> : tensor<30xf64>
  %r:2 = stablehlo.while(%n = %n0, %v = %start) : tensor<i32>, tensor<30xf64>
    cond {
      %c = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %A, %v, contracting_dims = [1] x [0] : (tensor<30x30xf64, #coo>, tensor<30xf64>) -> tensor<30xf64>
      %h = stablehlo.multiply %p, %part : tensor<30xf64>
      %w = stablehlo.add %h, %start : tensor<30xf64>
      %m = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %m, %w : tensor<i32>, tensor<30xf64>
    }
  return %r#1 : tensor<30xf64>
}

// A plan that reads an array where no segment has a position is not compiled: its body is.
func.func @by_hand(%A: tensor<4x3xf64, #csr>) -> tensor<3xf64> {
  %y = "hloom.fusion"(%A) <{kind = "storage", plan = "CREATE TENSOR a0_val : [real]; sum(<i, _> in 0:3) { i -> a0_val(i + 1000) }"}> ({
  ^bb0(%a: tensor<4x3xf64, #csr>):
    %c = stablehlo.constant dense<0.0> : tensor<3xf64>
    stablehlo.return %c : tensor<3xf64>
  }) : (tensor<4x3xf64, #csr>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
