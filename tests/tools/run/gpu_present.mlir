// Programs on a GPU of this machine.

// REQUIRES: gpu
// RUN: hloom run %s --backend=ptx --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom run %s --backend=ptx --random-inputs=1 --cache=%t
// RUN: hloom run %s --backend=ptx --random-inputs=1 --cache=%t --statistics | hloom check %s
// RUN: not hloom run %s --backend=ptx --random-inputs=1 --device=1000 2>&1 | hloom check %s --check-prefix=NUMBER

// CHECK: code in the cache: found
// NUMBER: error: there is no GPU 1000
func.func @main(%x: tensor<1000xf32>, %y: tensor<1000xf32>) -> tensor<1000xf32> {
  %z = stablehlo.add %x, %y : tensor<1000xf32>
  return %z : tensor<1000xf32>
}
