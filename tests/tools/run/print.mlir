// Results as text.

// RUN: hloom run %s --backend=interp --print | hloom check %s

// CHECK:      0: tensor<2x3xf32> = {{\[\[}}1.0, 0.1, nan], [-0.0, inf, 1e20{{\]\]}}
// CHECK-NEXT: 1: tensor<i1> = true
// CHECK-NEXT: 2: tensor<2xui8> = [0, 255]
func.func @main() -> (tensor<2x3xf32>, tensor<i1>, tensor<2xui8>) {
  %x = stablehlo.constant dense<[[1.0, 0.1, 0x7FC00000], [-0.0, 0x7F800000, 1.0e20]]> : tensor<2x3xf32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %b = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
  return %x, %t, %b : tensor<2x3xf32>, tensor<i1>, tensor<2xui8>
}
