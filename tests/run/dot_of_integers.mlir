// Products of integers that floats hold, as JAX writes them with `preferred_element_type`.

// RUN: hloom run %s --backend interp --print | hloom check %s

// Each product and sum is rounded to the type of the result: 100 * 100 + 1 is 10001, in bf16 10000 (that is how 9984 prints).
// CHECK: tensor<1x2xf32> = {{\[\[}}10001.0, 3.0]]
// CHECK: tensor<1x2xbf16> = {{\[\[}}10000.0, 3.0]]
func.func @main() -> (tensor<1x2xf32>, tensor<1x2xbf16>) {
  %a = stablehlo.constant dense<[[100, 1]]> : tensor<1x2xi8>
  %b = stablehlo.constant dense<[[100, 2], [1, -197]]> : tensor<2x2xi16>
  %x = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x2xi8>, tensor<2x2xi16>) -> tensor<1x2xf32>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x2xi8>, tensor<2x2xi16>) -> tensor<1x2xbf16>
  return %x, %y : tensor<1x2xf32>, tensor<1x2xbf16>
}
