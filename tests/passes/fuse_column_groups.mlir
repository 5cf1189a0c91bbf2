// Sums over a matrix in a compressed form go over its groups and codes: making it dense would take most of the time.

// RUN: hloom opt %s --passes=relayout-sparse,fuse-storage | hloom check %s
// RUN: %if llvm %{ hloom run %s --random-inputs=1 --backend=cpu --compare=interp %}
// RUN: %if llvm %{ hloom run %s --random-inputs=2 --backend=cpu --compare=interp --threads=2 %}

// CHECK-LABEL: @main
// CHECK-NOT:   hloom.relayout
// CHECK:       %a = "hloom.fusion"(%x)
// CHECK:       sum(<_, v0> in a0_code) sum(<k2, _> in a0_col) a0_val(v0 * a0_w + k2) * a0_val(v0 * a0_w + k2)
// CHECK:       %b = "hloom.fusion"(%x, %y)
// CHECK:       sum(<k0, v0> in a0_code)
// CHECK:       %c = stablehlo.reduce
// CHECK-NOT:   hloom.relayout
// CHECK:       return %a, %b, %c
func.func public @main(%x: tensor<100x20xf64, #hloom.storage<"ddc">>, %y: tensor<100x20xf64>) -> (tensor<f64>, tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %xx = stablehlo.multiply %x, %x : (tensor<100x20xf64, #hloom.storage<"ddc">>, tensor<100x20xf64, #hloom.storage<"ddc">>) -> tensor<100x20xf64>
  %xy = stablehlo.multiply %x, %y : (tensor<100x20xf64, #hloom.storage<"ddc">>, tensor<100x20xf64>) -> tensor<100x20xf64>
  %yy = stablehlo.multiply %y, %y : tensor<100x20xf64>
  %a = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x20xf64>, tensor<f64>) -> tensor<f64>
  %b = stablehlo.reduce(%xy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x20xf64>, tensor<f64>) -> tensor<f64>
  %c = stablehlo.reduce(%yy init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x20xf64>, tensor<f64>) -> tensor<f64>
  return %a, %b, %c : tensor<f64>, tensor<f64>, tensor<f64>
}
