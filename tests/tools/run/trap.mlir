// RUN: hloom run %s --backend=interp
// RUN: not hloom run %s --backend=interp --trap-nan 2>&1 | hloom check %s
// RUN: not hloom run %s --backend=interp --trap-nan --entry=infinite 2>&1 | hloom check %s --check-prefix=INFINITE
// RUN: hloom run %s --backend=interp --trap-nan --entry=moved

// The first op that makes a NaN or an infinity ends the run. What is written as a
// constant, or only moved, is not made.

// CHECK: error: `stablehlo.log`: result 0 is the first NaN, at [1], made of -1.0
// CHECK: stablehlo.log %shifted
// CHECK: made here
// CHECK: it comes from "f.py":7:8
func.func @main() {
  %x = stablehlo.constant dense<[2.0, 0.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %shifted = stablehlo.subtract %x, %one : tensor<2xf32>
  %bad = stablehlo.log %shifted : tensor<2xf32> loc("f.py":7:8)
  %worse = stablehlo.add %bad, %bad : tensor<2xf32>
  return
}

// INFINITE: error: `stablehlo.multiply`: result 0 is the first infinity, at [], made of 3.000000e+38 and 3.000000e+38
func.func @infinite() {
  %x = stablehlo.constant dense<3.0e38> : tensor<f32>
  %bad = stablehlo.multiply %x, %x : tensor<f32>
  return
}

func.func @moved() {
  %x = stablehlo.constant dense<[1.0, 0x7F800000]> : tensor<2xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y = stablehlo.reverse %x, dims = [0] : tensor<2xf32>
  %z = stablehlo.reduce(%y init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
