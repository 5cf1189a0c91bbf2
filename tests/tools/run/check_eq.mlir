// RUN: hloom run %s --backend interp
// RUN: hloom run %s --backend cpu
// RUN: not hloom run %s --entry different --backend interp 2>&1 | hloom check %s --check-prefix DIFFERENT
// RUN: not hloom run %s --entry different --backend cpu 2>&1 | hloom check %s --check-prefix DIFFERENT
// RUN: hloom opt %s | hloom check %s --check-prefix TEXT
// REQUIRES: llvm

// `@check.eq` of JAX's test data: integers are the same, others at most 1e-4 apart. The tolerance
// of a check stands behind a comma, with its type or without; a complex number is true if its real
// part is not zero.

func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[1.00005, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @check.eq(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  check.expect_eq_const %0, dense<true> : tensor<i1>
  // TEXT: check.expect_almost_eq %a, %b, tolerance = 1.000000e-01 : tensor<2xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.1 : f64 : tensor<2xf32>
  // TEXT: check.expect_almost_eq_const %a, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, tolerance = 1.000000e-01
  check.expect_almost_eq_const %a, dense<[1.0, 2.0]> : tensor<2xf32>, tolerance = 0.1
  %z = stablehlo.constant dense<[(0.0, 1.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>
  %n = stablehlo.convert %z : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  check.expect_eq_const %n, dense<[false, true]> : tensor<2xi1>
  return
}

func.func @different() {
  // DIFFERENT: error: `stablehlo.custom_call`: 1 of 2 elements differ; the first at [1]: 2 and 3, 1 apart; they must be the same
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %0 = stablehlo.custom_call @check.eq(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<i1>
  return
}

// TEXT: stablehlo.custom_call @any(%x) {called_computations = [@elsewhere]}
// TEXT: stablehlo.constant
func.func private @others(%x: tensor<f32>) {
  %0 = stablehlo.custom_call @any(%x) {called_computations = [@elsewhere]} : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return
}
