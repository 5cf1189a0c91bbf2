// Results whose types are stored by levels are assembled by storage plans: their entries alone are computed,
// and written as the arrays of their type. Dense copies of these matrices would have 8 TB.

// REQUIRES: llvm
// RUN: hloom run %s --entry=sum --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=product --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=sampled --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=several --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=converted --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=singles --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=integers --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=cube --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=computed --backend=cpu --random-inputs 1 --compare interp --max-ulp 4096 --threads 3 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=from_dense --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=read_again --backend=cpu --random-inputs 1 --compare interp --max-ulp 4 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=returned --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE,NONE
// RUN: hloom run %s --entry=again --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=chosen --backend=cpu --random-inputs 2 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=carried --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=members --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=number --backend=cpu --random-inputs 1 --compare interp --max-ulp 0 --statistics | hloom check %s --check-prefixes=SAME,CODE
// RUN: hloom run %s --entry=sum --backend=ptx-emulator --random-inputs 1 --compare interp --max-ulp 0 | hloom check %s --check-prefix=SAME
// RUN: hloom run %s --entry=small --backend=cpu --input 0=tests/tools/run/Inputs/rows.npz --print --output %t | hloom check %s --check-prefix=SMALL
// RUN: hloom run %s --entry=small --backend=interp --input 0=%t/0.npz --print | hloom check %s --check-prefix=TWICE

// NONE: kernels: 0
// CODE: left to the interpreter: nothing
// SAME: {{(cpu|ptx-emulator)}} and interp: {{no difference|[0-9]+ ULP}}
// SMALL: 0: tensor<3x4xf32, #sparse_tensor.encoding<{{.*}}>> with {{[0-9]+}} elements stored
// SMALL: [0, 0] =
// TWICE: elements stored

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#csc = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 16 }>
#dcsr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#coo = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#narrow = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 8, crdWidth = 8 }>
#columns = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : dense) }>
#number = #sparse_tensor.encoding<{ map = () -> () }>
#csf = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

func.func @sum(%A: tensor<40x30xf64, #csr>, %B: tensor<40x30xf64, #csr>) -> tensor<40x30xf64, #csr> {
  %s = stablehlo.add %A, %B : (tensor<40x30xf64, #csr>, tensor<40x30xf64, #csr>) -> tensor<40x30xf64>
  %r = hloom.relayout %s : (tensor<40x30xf64>) -> tensor<40x30xf64, #csr>
  return %r : tensor<40x30xf64, #csr>
}

func.func @product(%A: tensor<40x30xf64, #csr>, %B: tensor<30x20xf64, #csr>) -> tensor<40x20xf64, #dcsr> {
  %p = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<40x30xf64, #csr>, tensor<30x20xf64, #csr>) -> tensor<40x20xf64, #dcsr>
  return %p : tensor<40x20xf64, #dcsr>
}

// Products of rows of dense matrices where a sparse one has entries.
func.func @sampled(%A: tensor<40x30xf64, #csc>, %B: tensor<40x8xf64>, %C: tensor<8x30xf64>) -> tensor<40x30xf64, #coo> {
  %p = stablehlo.dot_general %B, %C, contracting_dims = [1] x [0] : (tensor<40x8xf64>, tensor<8x30xf64>) -> tensor<40x30xf64>
  %q = stablehlo.multiply %A, %p : (tensor<40x30xf64, #csc>, tensor<40x30xf64>) -> tensor<40x30xf64>
  %r = hloom.relayout %q : (tensor<40x30xf64>) -> tensor<40x30xf64, #coo>
  return %r : tensor<40x30xf64, #coo>
}

// One is dense, one is returned twice.
func.func @several(%A: tensor<40x30xf64, #csr>, %B: tensor<40x30xf64, #csc>) -> (tensor<40x30xf64, #csr>, tensor<40xf64>, tensor<40x30xf64, #csr>, tensor<40x30xf64, #csc>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.subtract %A, %B : (tensor<40x30xf64, #csr>, tensor<40x30xf64, #csc>) -> tensor<40x30xf64>
  %r = hloom.relayout %s : (tensor<40x30xf64>) -> tensor<40x30xf64, #csr>
  %q = stablehlo.multiply %A, %B : (tensor<40x30xf64, #csr>, tensor<40x30xf64, #csc>) -> tensor<40x30xf64>
  %t = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<40x30xf64>, tensor<f64>) -> tensor<40xf64>
  %u = hloom.relayout %q : (tensor<40x30xf64>) -> tensor<40x30xf64, #csc>
  return %r, %t, %r, %u : tensor<40x30xf64, #csr>, tensor<40xf64>, tensor<40x30xf64, #csr>, tensor<40x30xf64, #csc>
}

func.func @converted(%A: tensor<40x30xf64, #csr>) -> tensor<40x30xf64, #csc> {
  %r = hloom.relayout %A : (tensor<40x30xf64, #csr>) -> tensor<40x30xf64, #csc>
  return %r : tensor<40x30xf64, #csc>
}

func.func @singles(%A: tensor<40x30xf32, #csr>, %B: tensor<30x20xf32, #coo>) -> tensor<40x20xf32, #csr> {
  %p = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<40x30xf32, #csr>, tensor<30x20xf32, #coo>) -> tensor<40x20xf32>
  %r = hloom.relayout %p : (tensor<40x20xf32>) -> tensor<40x20xf32, #csr>
  return %r : tensor<40x20xf32, #csr>
}

// The products wrap around.
func.func @integers(%A: tensor<40x30xi8, #csr>, %B: tensor<30x20xi8, #csr>) -> tensor<40x20xi8, #csr> {
  %p = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<40x30xi8, #csr>, tensor<30x20xi8, #csr>) -> tensor<40x20xi8>
  %r = hloom.relayout %p : (tensor<40x20xi8>) -> tensor<40x20xi8, #csr>
  return %r : tensor<40x20xi8, #csr>
}

func.func @cube(%A: tensor<8x9x10xf64, #csf>, %B: tensor<10x7xf64, #csr>) -> tensor<8x9x7xf64, #csf> {
  %p = stablehlo.dot_general %A, %B, contracting_dims = [2] x [0] : (tensor<8x9x10xf64, #csf>, tensor<10x7xf64, #csr>) -> tensor<8x9x7xf64>
  %r = hloom.relayout %p : (tensor<8x9x7xf64>) -> tensor<8x9x7xf64, #csf>
  return %r : tensor<8x9x7xf64, #csf>
}

// A factor is computed by ops that no plan has.
func.func @computed(%A: tensor<40x30xf64, #csr>, %x: tensor<30xf64>) -> tensor<40x30xf64, #csr> {
  %e = stablehlo.exponential %x : tensor<30xf64>
  %b = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<30xf64>) -> tensor<40x30xf64>
  %p = stablehlo.multiply %A, %b : (tensor<40x30xf64, #csr>, tensor<40x30xf64>) -> tensor<40x30xf64>
  %r = hloom.relayout %p : (tensor<40x30xf64>) -> tensor<40x30xf64, #csr>
  return %r : tensor<40x30xf64, #csr>
}

// No sparse operand: the result is dense in memory, and compressed at the end.
func.func @from_dense(%x: tensor<4x3xf64>) -> tensor<4x3xf64, #csr> {
  %y = stablehlo.add %x, %x : tensor<4x3xf64>
  %r = hloom.relayout %y : (tensor<4x3xf64>) -> tensor<4x3xf64, #csr>
  return %r : tensor<4x3xf64, #csr>
}

// A stored value that other ops read is dense in memory.
func.func @read_again(%A: tensor<40x30xf64, #csr>, %B: tensor<40x30xf64, #csr>) -> (tensor<40x30xf64, #csr>, tensor<40x30xf64>) {
  %s = stablehlo.add %A, %B : (tensor<40x30xf64, #csr>, tensor<40x30xf64, #csr>) -> tensor<40x30xf64>
  %r = hloom.relayout %s : (tensor<40x30xf64>) -> tensor<40x30xf64, #csr>
  %d = hloom.relayout %r : (tensor<40x30xf64, #csr>) -> tensor<40x30xf64>
  %e = stablehlo.sine %d : tensor<40x30xf64>
  return %r, %e : tensor<40x30xf64, #csr>, tensor<40x30xf64>
}

// An argument is returned as it is.
func.func @returned(%A: tensor<40x30xf64, #csr>, %B: tensor<40x30xf64, #coo>) -> (tensor<40x30xf64, #coo>, tensor<40x30xf64, #csr>, tensor<40x30xf64, #coo>) {
  return %B, %A, %B : tensor<40x30xf64, #coo>, tensor<40x30xf64, #csr>, tensor<40x30xf64, #coo>
}

// Only arguments have arrays: a tensor that an op stores, a branch chooses or a loop carries is dense in memory.
func.func @again(%x: tensor<4x5xf64>, %A: tensor<4x5xf64, #csr>) -> (tensor<4x5xf64, #narrow>, tensor<4x5xf64, #csc>, tensor<4x5xf64, #coo>) {
  %a = hloom.relayout %x : (tensor<4x5xf64>) -> tensor<4x5xf64, #narrow>
  %b = hloom.relayout %a : (tensor<4x5xf64, #narrow>) -> tensor<4x5xf64, #csc>
  %c = hloom.relayout %A : (tensor<4x5xf64, #csr>) -> tensor<4x5xf64, #columns>
  %d = hloom.relayout %c : (tensor<4x5xf64, #columns>) -> tensor<4x5xf64, #coo>
  return %a, %b, %d : tensor<4x5xf64, #narrow>, tensor<4x5xf64, #csc>, tensor<4x5xf64, #coo>
}

func.func @chosen(%p: tensor<i1>, %A: tensor<4x5xf64, #narrow>, %B: tensor<4x5xf64, #narrow>) -> tensor<4x5xf64, #csc> {
  %c = "stablehlo.if"(%p) ({ stablehlo.return %A : tensor<4x5xf64, #narrow> }, { stablehlo.return %B : tensor<4x5xf64, #narrow> }) : (tensor<i1>) -> tensor<4x5xf64, #narrow>
  %r = hloom.relayout %c : (tensor<4x5xf64, #narrow>) -> tensor<4x5xf64, #csc>
  return %r : tensor<4x5xf64, #csc>
}

func.func @carried(%A: tensor<4x5xf64, #columns>, %B: tensor<4x5xf64, #csr>, %n: tensor<i8>) -> (tensor<4x5xf64, #csc>, tensor<4x5xf64, #columns>) {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %one = stablehlo.constant dense<1> : tensor<i8>
  %three = stablehlo.constant dense<3> : tensor<i8>
  %some = stablehlo.minimum %n, %three : tensor<i8>
  %r:2 = stablehlo.while(%i = %zero, %v = %A) : tensor<i8>, tensor<4x5xf64, #columns>
    cond {
      %c = stablehlo.compare LT, %i, %some : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %s = stablehlo.add %v, %B : (tensor<4x5xf64, #columns>, tensor<4x5xf64, #csr>) -> tensor<4x5xf64, #columns>
      %m = stablehlo.add %i, %one : tensor<i8>
      stablehlo.return %m, %s : tensor<i8>, tensor<4x5xf64, #columns>
    }
  %q = hloom.relayout %r#1 : (tensor<4x5xf64, #columns>) -> tensor<4x5xf64, #csc>
  return %q, %r#1 : tensor<4x5xf64, #csc>, tensor<4x5xf64, #columns>
}

// Members of tuples are stored by levels too.
func.func @members(%t: tuple<tensor<4x5xf64, #csr>, tensor<4x5xf64, #narrow>>) -> (tuple<tensor<4x5xf64, #csr>, tensor<4x5xf64, #csr>>, tensor<4x5xf64, #csc>) {
  %A = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4x5xf64, #csr>, tensor<4x5xf64, #narrow>>) -> tensor<4x5xf64, #csr>
  %B = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4x5xf64, #csr>, tensor<4x5xf64, #narrow>>) -> tensor<4x5xf64, #narrow>
  %s = stablehlo.add %A, %B : (tensor<4x5xf64, #csr>, tensor<4x5xf64, #narrow>) -> tensor<4x5xf64, #csr>
  %q = hloom.relayout %B : (tensor<4x5xf64, #narrow>) -> tensor<4x5xf64, #csc>
  %r = stablehlo.tuple %s, %A : tuple<tensor<4x5xf64, #csr>, tensor<4x5xf64, #csr>>
  return %r, %q : tuple<tensor<4x5xf64, #csr>, tensor<4x5xf64, #csr>>, tensor<4x5xf64, #csc>
}

func.func @number(%a: tensor<f64, #number>, %v: tensor<5xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>) -> (tensor<f64, #number>, tensor<f64, #number>, tensor<f64, #number>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.add %a, %a : (tensor<f64, #number>, tensor<f64, #number>) -> tensor<f64, #number>
  %t = stablehlo.reduce(%v init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>, tensor<f64>) -> tensor<f64>
  %r = hloom.relayout %t : (tensor<f64>) -> tensor<f64, #number>
  return %s, %r, %a : tensor<f64, #number>, tensor<f64, #number>, tensor<f64, #number>
}

func.func @small(%A: tensor<3x4xf32, #csr>) -> tensor<3x4xf32, #csr> {
  %s = stablehlo.add %A, %A : (tensor<3x4xf32, #csr>, tensor<3x4xf32, #csr>) -> tensor<3x4xf32, #csr>
  return %s : tensor<3x4xf32, #csr>
}
