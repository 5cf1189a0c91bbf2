// Upstream's levels beyond plain dimensions are storage mappings: blocks, segments with two bounds each, and so many
// coordinates of each block. Their text follows from the levels, and plans read and make the arrays.

// REQUIRES: llvm
// RUN: hloom run %s --entry=blocks --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=doubly_blocks --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=loose --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=two_of_four --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=batches --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=results --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=singles --backend=cpu --random-inputs 1 --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=integers --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=blocks --backend=ptx-emulator --random-inputs 1 --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=results --backend=cpu --random-inputs 1 --output %t
// RUN: hloom run %s --entry=results --backend=cpu --random-inputs 1 --input 0=%t/0.npz --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=loose --backend=cpu --random-inputs 1 --input 0=%S/Inputs/loose.npz --compare interp --max-ulp 64 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=loose_sums --backend=cpu --input 0=%S/Inputs/loose.npz --print | hloom check %s --check-prefix=SUMS
// RUN: not hloom run %s --entry=loose_sums --backend=cpu --input 0=%S/Inputs/loose_beyond.npz 2>&1 | hloom check %s --check-prefix=SEGMENT
// RUN: not hloom run %s --entry=blocks --backend=cpu --random-inputs 1 --input 0=%S/Inputs/block_beyond.npz 2>&1 | hloom check %s --check-prefix=BLOCK
// RUN: not hloom run %s --entry=filled --backend=cpu --input 0=%S/Inputs/place_beyond.npz 2>&1 | hloom check %s --check-prefix=PLACE
// RUN: not hloom run %s --entry=filled --backend=cpu --input 0=%S/Inputs/place_twice.npz 2>&1 | hloom check %s --check-prefix=TWICE
// RUN: not hloom run %s --entry=filled --backend=cpu --input 0=%S/Inputs/general.mtx 2>&1 | hloom check %s --check-prefix=ROOM
// RUN: hloom opt %s --passes=relayout-sparse,fuse-storage | hloom check %s --check-prefix=PLAN

// Random inputs have about half of their elements.
// CODE: left to the interpreter: nothing
// SAME: {{(cpu|ptx-emulator)}} and interp: {{no difference|[0-9]+ ULP}}

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#bsr = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
#dbsr = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : compressed, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense) }>
#loose = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>
#nv24 = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : block2_4), crdWidth = 8 }>
#bcoo = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : loose_compressed(nonunique), d2 : singleton) }>

// PLAN-LABEL: func.func @blocks
// PLAN-SAME:  map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)
// PLAN:       plan = "{{.*}}a0_crd1(a0_pos1(
// BLOCK: error: argument 0 (%A): `{{.*}}block_beyond.npz` is wrong: the arrays of `T` are wrong: `T_crd1[1]` is 2: a block of 3 is beyond the extent 6
func.func @blocks(%A: tensor<4x6xf64, #bsr> {hloom.stored_entries = 14 : i64}, %x: tensor<6xf64>) -> tensor<4xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<4x6xf64, #bsr>, tensor<6xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @doubly_blocks(%A: tensor<4x6xf64, #dbsr> {hloom.stored_entries = 14 : i64}, %x: tensor<6xf64>) -> tensor<4xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<4x6xf64, #dbsr>, tensor<6xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// PLAN-LABEL: func.func @loose
// PLAN:       plan = "{{.*}}a0_pos1(
func.func @loose(%A: tensor<4x6xf64, #loose> {hloom.stored_entries = 14 : i64}, %x: tensor<6xf64>) -> tensor<4xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<4x6xf64, #loose>, tensor<6xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// The segment of row 0 stands behind that of row 1, and the number 9 is in none.
// SUMS: 0: tensor<4xf64> = [3.0, 3.0, 0.0, 0.0]
// SEGMENT: error: argument 0 (%A): `{{.*}}loose_beyond.npz` is wrong: the arrays of `T` are wrong: `T_pos1` has the segment 1 at 3 to 5, but `T_crd1` has 4 numbers
func.func @loose_sums(%A: tensor<4x6xf64, #loose> {hloom.stored_entries = 14 : i64}) -> tensor<4xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%A init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf64, #loose>, tensor<f64>) -> tensor<4xf64>
  return %s : tensor<4xf64>
}

// PLAN-LABEL: func.func @two_of_four
// PLAN-SAME:  d1 mod 4 : structured[2, 4]), crdWidth = 8
func.func @two_of_four(%A: tensor<3x8xf64, #nv24> {hloom.stored_entries = 14 : i64}, %x: tensor<8xf64>) -> tensor<3xf64> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x8xf64, #nv24>, tensor<8xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// A place in a block is below 4 and there once, and a block has room for two.
// PLACE: error: argument 0 (%A): `{{.*}}place_beyond.npz` is wrong: the arrays of `T` are wrong: `T_crd2[1]` is 4: a place in a block is not one of 0 to 3
// TWICE: error: argument 0 (%A): `{{.*}}place_twice.npz` is wrong: the arrays of `T` are wrong: `T_crd2[2]` and `T_crd2[3]` are both 2 in segment 1
// ROOM: error: argument 0 (%A): `{{.*}}general.mtx` is wrong: {{.*}}the format can't hold the entry at (0, 3): there is no room for it in the 2 places of its slice
func.func @filled(%A: tensor<3x4xf64, #nv24> {hloom.stored_entries = 14 : i64}) -> tensor<3x4xf64> {
  %e = hloom.relayout %A : (tensor<3x4xf64, #nv24>) -> tensor<3x4xf64>
  return %e : tensor<3x4xf64>
}

func.func @batches(%A: tensor<2x3x4xf64, #bcoo> {hloom.stored_entries = 14 : i64}) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%A init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf64, #bcoo>, tensor<f64>) -> tensor<2xf64>
  return %s : tensor<2xf64>
}

func.func @results(%A: tensor<4x6xf64, #bsr> {hloom.stored_entries = 14 : i64}, %B: tensor<4x6xf64, #csr> {hloom.stored_entries = 14 : i64}) -> (tensor<4x6xf64, #bsr>, tensor<4x6xf64, #loose>, tensor<4x6xf64, #csr>) {
  %s = stablehlo.add %A, %B : (tensor<4x6xf64, #bsr>, tensor<4x6xf64, #csr>) -> tensor<4x6xf64, #bsr>
  %p = hloom.relayout %B : (tensor<4x6xf64, #csr>) -> tensor<4x6xf64, #loose>
  %c = stablehlo.multiply %A, %B : (tensor<4x6xf64, #bsr>, tensor<4x6xf64, #csr>) -> tensor<4x6xf64, #csr>
  return %s, %p, %c : tensor<4x6xf64, #bsr>, tensor<4x6xf64, #loose>, tensor<4x6xf64, #csr>
}

func.func @singles(%A: tensor<4x6xf32, #bsr> {hloom.stored_entries = 14 : i64}, %x: tensor<6xf32>) -> tensor<4xf32> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<4x6xf32, #bsr>, tensor<6xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @integers(%A: tensor<3x8xi8, #nv24> {hloom.stored_entries = 14 : i64}, %x: tensor<8xi8>) -> tensor<3xi8> {
  %y = stablehlo.dot_general %A, %x, contracting_dims = [1] x [0] : (tensor<3x8xi8, #nv24>, tensor<8xi8>) -> tensor<3xi8>
  return %y : tensor<3xi8>
}
