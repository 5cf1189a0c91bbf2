// Arguments and results in the arrays of a mapping: files fill them, plans read and make them, and no dense
// tensor is made where the program asks for none.

// REQUIRES: llvm
// RUN: hloom run %s --entry=vector --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=vector --backend=cpu --random-inputs 1 --input 0=%S/Inputs/general.mtx --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=results --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=other_ops --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=looped --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=singles --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=integers --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=vector --backend=ptx-emulator --random-inputs 1 --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=results --backend=cpu --random-inputs 1 --output %t
// RUN: hloom run %s --entry=results --backend=cpu --random-inputs 1 --input 0=%t/0.npz --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: not hloom run %s --entry=triangle --backend=cpu --input 0=%S/Inputs/general.mtx 2>&1 | hloom check %s --check-prefix=NONE
// RUN: not hloom run %s --entry=total --backend=cpu --input 0=%S/Inputs/beyond.npz 2>&1 | hloom check %s --check-prefix=BEYOND
// RUN: not hloom run %s --entry=total --backend=cpu --input 0=%S/Inputs/other_shape.npz 2>&1 | hloom check %s --check-prefix=SHAPE
// RUN: not hloom run %s --entry=total --backend=cpu --input 0=%S/Inputs/other_rank.npz 2>&1 | hloom check %s --check-prefix=RANK
// RUN: not hloom run %s --entry=wider --backend=cpu --input 0=%S/Inputs/wide_numbers.npz 2>&1 | hloom check %s --check-prefix=WIDE
// RUN: hloom run %s --entry=returned --backend=cpu --input 0=%S/Inputs/numbers.npz --print | hloom check %s --check-prefix=RETURNED
// RUN: hloom opt %s --passes=relayout-sparse,fuse-storage | hloom check %s --check-prefix=PLAN

// CODE: left to the interpreter: nothing
// SAME: {{(cpu|ptx-emulator)}} and interp: {{no difference|[0-9]+ ULP}}

#columns = #hloom.storage<"CREATE TENSOR T_n : int;\nCREATE TENSOR T_val : [real];\nCREATE TENSOR T : {int -> {int -> real}} AS\n  sum(<j, _> in 0:T_n) sum(<i, _> in 0:3) { (i, j) -> T_val(j * 3 + i) };">
#ell = #hloom.storage<"ell">
#pairs = #hloom.storage<"CREATE TENSOR T_a : [real]; CREATE TENSOR T_b : [real]; CREATE TENSOR T : {int -> real} AS sum(<i, _> in 0:3) { i -> T_a(i) + T_b(i) };">
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// PLAN-LABEL: func.func @vector
// PLAN:         plan = "CREATE TENSOR a0_n : int; CREATE TENSOR a0_val : [real]; {{.*}}a0_val(
func.func @vector(%A: tensor<3x4xf64, #columns>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xf64, #columns>, tensor<4xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @results(%A: tensor<3x4xf64, #columns>, %B: tensor<3x4xf64, #csr>) -> (tensor<3x4xf64, #columns>, tensor<3x4xf64, #csr>, tensor<3x4xf64, #columns>) {
  %s = stablehlo.add %A, %B : (tensor<3x4xf64, #columns>, tensor<3x4xf64, #csr>) -> tensor<3x4xf64, #columns>
  %p = stablehlo.multiply %A, %B : (tensor<3x4xf64, #columns>, tensor<3x4xf64, #csr>) -> tensor<3x4xf64, #csr>
  %c = hloom.relayout %B : (tensor<3x4xf64, #csr>) -> tensor<3x4xf64, #columns>
  return %s, %p, %c : tensor<3x4xf64, #columns>, tensor<3x4xf64, #csr>, tensor<3x4xf64, #columns>
}

// An op that plans do not have reads the dense tensor.
func.func @other_ops(%A: tensor<3x4xf64, #columns>) -> (tensor<3x4xf64>, tensor<3x4xf64, #columns>) {
  %e = stablehlo.sine %A : (tensor<3x4xf64, #columns>) -> tensor<3x4xf64>
  return %e, %A : tensor<3x4xf64>, tensor<3x4xf64, #columns>
}

func.func @looped(%A: tensor<4x4xf64, #ell>, %start: tensor<4xf64>) -> tensor<4xf64> {
  %n0 = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%n = %n0, %v = %start) : tensor<i32>, tensor<4xf64>
    cond {
      %c = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %A, %v, contracting_dims = [1] x [0] : (tensor<4x4xf64, #ell>, tensor<4xf64>) -> tensor<4xf64>
      %w = stablehlo.add %p, %start : tensor<4xf64>
      %m = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %m, %w : tensor<i32>, tensor<4xf64>
    }
  return %r#1 : tensor<4xf64>
}

func.func @singles(%A: tensor<3x4xf32, #columns>, %x: tensor<4xf32>) -> tensor<3xf32> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xf32, #columns>, tensor<4xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func @integers(%A: tensor<3x4xi8, #columns>, %x: tensor<4xi8>) -> tensor<3xi8> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x4xi8, #columns>, tensor<4xi8>) -> tensor<3xi8>
  return %y : tensor<3xi8>
}

// The file has a column that the type does not have, or extents that are not the type's.
// BEYOND: error: argument 0 (%A): `{{.*}}beyond.npz` is wrong: entry 4 has the coordinate 4 in dimension 1, whose extent is 4
// SHAPE: error: argument 0 (%A): `{{.*}}other_shape.npz` is wrong: the data are 4 x 3, and the argument is tensor<3x4xf64
// RANK: error: argument 0 (%A): `{{.*}}other_rank.npz` is wrong: `T`: `{{.*}}other_rank.npz`: `shape` has 1 numbers, and {int[3] -> {int[4] -> real}} has order 2
func.func @total(%A: tensor<3x4xf64, #columns>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%A init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64, #columns>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// The arrays have integers of 64 bits, and plans read them as they are.
// WIDE: error: argument 0 (%A): `{{.*}}wide_numbers.npz` is wrong: the entry at (0, 0) is 300, which is not a value of i8
func.func @wider(%A: tensor<3x4xi8, #hloom.storage<"csr">>) -> tensor<3x4xi64> {
  %c = stablehlo.convert %A : (tensor<3x4xi8, #hloom.storage<"csr">>) -> tensor<3x4xi64>
  return %c : tensor<3x4xi64>
}

// An argument that is returned keeps its arrays: these can't be made of the entries, since two stand for one.
// RETURNED: 0: tensor<3xf64, #hloom.storage<{{.*}}>> = [1.5, 3.5, 2.5]
func.func @returned(%A: tensor<3xf64, #pairs>) -> tensor<3xf64, #pairs> {
  return %A : tensor<3xf64, #pairs>
}

// The matrix of the file has entries where this mapping has no place.
// NONE: error: argument 0
func.func @triangle(%A: tensor<3x4xf64, #hloom.storage<"CREATE TENSOR T_n : int; CREATE TENSOR T_val : [real]; CREATE TENSOR T : {int -> {int -> real}} AS sum(<i, _> in 0:T_n) { (i, i) -> T_val(i) };", partial>>) -> tensor<3x4xf64> {
  %e = hloom.relayout %A : (tensor<3x4xf64, #hloom.storage<"CREATE TENSOR T_n : int; CREATE TENSOR T_val : [real]; CREATE TENSOR T : {int -> {int -> real}} AS sum(<i, _> in 0:T_n) { (i, i) -> T_val(i) };", partial>>) -> tensor<3x4xf64>
  return %e : tensor<3x4xf64>
}
