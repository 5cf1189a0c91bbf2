// A format without zero has NaN for `false`, also where the conversion is fused with what reads it.

// REQUIRES: llvm
// RUN: hloom run %s --backend=cpu --random-inputs 1 --print --compare interp --max-ulp 0 | hloom check %s
// RUN: hloom run %s --backend=cpu --generator=llvm --random-inputs 1 --compare interp --max-ulp 0
// RUN: %if ptx %{ hloom run %s --backend=ptx-emulator --random-inputs 1 --compare interp --max-ulp 0 %}

// CHECK: 0: tensor<8xf8E8M0FNU> = [2.0, 2.0, 2.0, 2.0, nan, nan, nan, nan]
// CHECK: 0: tensor<8xf8E8M0FNU>, cpu and interp: no difference

func.func @main(%x: tensor<8xf32>) -> tensor<8xf8E8M0FNU> {
  %n = stablehlo.iota dim = 0 : tensor<8xf32>
  %four = stablehlo.constant dense<4.0> : tensor<8xf32>
  %zero = stablehlo.multiply %x, %four : tensor<8xf32>
  %low = stablehlo.minimum %zero, %four : tensor<8xf32>
  %p = stablehlo.compare LT, %n, %four : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %q = stablehlo.compare LE, %low, %four : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %b = stablehlo.and %p, %q : tensor<8xi1>
  %s = stablehlo.convert %b : (tensor<8xi1>) -> tensor<8xf8E8M0FNU>
  %e = stablehlo.exponential %s : tensor<8xf8E8M0FNU>
  return %e : tensor<8xf8E8M0FNU>
}
