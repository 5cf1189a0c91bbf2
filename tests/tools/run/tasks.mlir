// Tasks on several cores give the same results, on any number of threads.

// REQUIRES: llvm
// RUN: hloom run %s --random-inputs=3 --compare=interp --max-ulp=64 --cores=2 --threads=2
// RUN: hloom run %s --random-inputs=3 --compare=interp --max-ulp=64 --cores=3 --threads=2
// RUN: hloom run %s --random-inputs=3 --compare=interp --max-ulp=64 --cores=4 --threads=1
// RUN: hloom run %s --random-inputs=3 --cores=2 --profile | hloom check %s
// RUN: hloom run %s --random-inputs=3 --compare=interp --max-ulp=64 --cores=4 --split
// RUN: not hloom run %s --backend=interp --random-inputs=3 --cores=2 2>&1 | hloom check %s --check-prefix=INTERP

// CHECK-DAG: dot_general.p
// CHECK-DAG: dot_general.q
// INTERP: error: --cores is for the backend cpu, not interp
func.func @main(%x: tensor<16x128xi32>, %a: tensor<128x128xi32>, %b: tensor<128x128xi32>) -> tensor<16x16xf32> {
  %p = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<16x128xi32>, tensor<128x128xi32>) -> tensor<16x128xi32>
  %r = stablehlo.convert %p : (tensor<16x128xi32>) -> tensor<16x128xf32>
  %f = stablehlo.tanh %r : tensor<16x128xf32>
  %q = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<16x128xi32>, tensor<128x128xi32>) -> tensor<16x128xi32>
  %s = stablehlo.convert %q : (tensor<16x128xi32>) -> tensor<16x128xf32>
  %g = stablehlo.tanh %s : tensor<16x128xf32>
  %m = stablehlo.maximum %f, %g : tensor<16x128xf32>
  %sum = stablehlo.slice %m [0:16, 0:16] : (tensor<16x128xf32>) -> tensor<16x16xf32>
  return %sum : tensor<16x16xf32>
}
