// Singular values of a matrix of rank one, whose other columns vanish beside the first.

// RUN: hloom run %s --backend=interp
// RUN: %if llvm %{ hloom run %s --backend=cpu %}

func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<24x24xf64>
  %j = stablehlo.iota dim = 1 : tensor<24x24xf64>
  %one = stablehlo.constant dense<1.0> : tensor<24x24xf64>
  %x = stablehlo.add %i, %one : tensor<24x24xf64>
  %y = stablehlo.add %j, %one : tensor<24x24xf64>
  %re = stablehlo.sqrt %x : tensor<24x24xf64>
  %im = stablehlo.divide %one, %x : tensor<24x24xf64>
  %column = stablehlo.complex %re, %im : tensor<24x24xcomplex<f64>>
  %zero = stablehlo.subtract %one, %one : tensor<24x24xf64>
  %row = stablehlo.complex %y, %zero : tensor<24x24xcomplex<f64>>
  %a = stablehlo.multiply %column, %row : tensor<24x24xcomplex<f64>>
  %r:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%a) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<24x24xcomplex<f64>>) -> (tensor<24x24xcomplex<f64>>, tensor<24xf64>, tensor<24x24xcomplex<f64>>, tensor<24x24xcomplex<f64>>, tensor<i32>)
  check.expect_eq_const %r#4, dense<0> : tensor<i32>
  %largest = stablehlo.slice %r#1 [0:1] : (tensor<24xf64>) -> tensor<1xf64>
  // The root of the sum of squares.
  %squares = stablehlo.abs %a : (tensor<24x24xcomplex<f64>>) -> tensor<24x24xf64>
  %each = stablehlo.multiply %squares, %squares : tensor<24x24xf64>
  %nothing = stablehlo.constant dense<0.0> : tensor<f64>
  %sum = stablehlo.reduce(%each init: %nothing) applies stablehlo.add across dimensions = [0, 1] : (tensor<24x24xf64>, tensor<f64>) -> tensor<f64>
  %norm = stablehlo.sqrt %sum : tensor<f64>
  %norms = stablehlo.reshape %norm : (tensor<f64>) -> tensor<1xf64>
  check.expect_almost_eq %largest, %norms, tolerance = 1.0e-6 : tensor<1xf64>
  return
}
