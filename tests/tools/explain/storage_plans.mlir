// Sparse tensors: `explain fusion` shows the plans that a run has, `explain storage` the plan of each result
// by itself.

// RUN: hloom explain fusion %s | hloom check %s --check-prefix=FUSION
// RUN: hloom explain storage %s | hloom check %s
// RUN: hloom explain storage %s --html %t.html
// RUN: not hloom explain storage %S/layers.mlir 2>&1 | hloom check %s --check-prefix=OTHER

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// FUSION: storage plans
// FUSION-NEXT: %s, %t of %x (a0), %y (a1)
// FUSION-NEXT: for <k0, _> in 0:200
// FUSION: add
// FUSION: for <k0, _> in 0:200
// FUSION-NOT: can't be fused

// CHECK: result 0 of {{.*}}storage_plans.mlir
// CHECK: Tensors
// CHECK-NEXT: x {{.*}}a mapping of its own (x_pos1, x_crd1, x_val)
// CHECK: Plan: estimated cost
// CHECK-NEXT: for <k0, _> in 0:200
// CHECK-NEXT: {{for|merge}} {{.*}}x_crd1(x_pos1(k0):x_pos1(k0 + 1))
// CHECK-NEXT: add x_val({{.*}}) * x_val({{.*}})
// CHECK: result 1 of {{.*}}storage_plans.mlir
// CHECK: y {{.*}}

// OTHER: error: `stablehlo.convolution` is not in the storage calculus
func.func public @main(%x: tensor<200x200xf64, #csr>, %y: tensor<200x200xf64>) -> (tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %a = stablehlo.multiply %x, %x : (tensor<200x200xf64, #csr>, tensor<200x200xf64, #csr>) -> tensor<200x200xf64>
  %b = stablehlo.multiply %x, %y : (tensor<200x200xf64, #csr>, tensor<200x200xf64>) -> tensor<200x200xf64>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<200x200xf64>, tensor<f64>) -> tensor<f64>
  %t = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<200x200xf64>, tensor<f64>) -> tensor<f64>
  return %s, %t : tensor<f64>, tensor<f64>
}
