// The angles of zeros of both signs. Upstream folds the angle of two constants that are zero to NaN,
// here after `imag` of real numbers became a constant.

// REQUIRES: llvm
// RUN: hloom run %s --backend=mlir --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --backend=cpu --compare=interp --random-inputs=1 | hloom check %s

// CHECK-COUNT-4: no difference

func.func @main(%arg: tensor<4xf64>) -> (tensor<6xf64>, tensor<4xf64>, tensor<6xf16>, tensor<4xf64>) {
  %y = stablehlo.constant dense<[0.0, 0.0, -0.0, -0.0, 0.0, 1.0]> : tensor<6xf64>
  %x = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 2.0, 0.0]> : tensor<6xf64>
  %angle = stablehlo.atan2 %y, %x : tensor<6xf64>
  %imag = stablehlo.imag %arg : tensor<4xf64>
  %zero = stablehlo.subtract %imag, %imag : tensor<4xf64>
  %folded = stablehlo.atan2 %zero, %imag : tensor<4xf64>
  %small_y = stablehlo.convert %y : (tensor<6xf64>) -> tensor<6xf16>
  %small_x = stablehlo.convert %x : (tensor<6xf64>) -> tensor<6xf16>
  %small = stablehlo.atan2 %small_y, %small_x : tensor<6xf16>
  %any = stablehlo.atan2 %arg, %arg : tensor<4xf64>
  return %angle, %folded, %small, %any : tensor<6xf64>, tensor<4xf64>, tensor<6xf16>, tensor<4xf64>
}
