// A reflection of subnormal numbers, which have no inverse: of (3, 4), the norm is 5 and the factor 1.6.

// RUN: hloom run %s --backend=interp
// RUN: %if llvm %{ hloom run %s --backend=cpu %}

func.func @main() {
  %a = stablehlo.constant dense<[[(3.0e-320, 0.0)], [(4.0e-320, 0.0)]]> : tensor<2x1xcomplex<f64>>
  %packed, %tau = stablehlo.custom_call @lapack_zgeqrf_ffi(%a) : (tensor<2x1xcomplex<f64>>) -> (tensor<2x1xcomplex<f64>>, tensor<1xcomplex<f64>>)
  %factor = stablehlo.real %tau : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %wanted = stablehlo.constant dense<1.6> : tensor<1xf64>
  check.expect_close %factor, %wanted, max_ulp_difference = 4000000000000 : tensor<1xf64>, tensor<1xf64>
  %v = stablehlo.slice %packed [1:2, 0:1] : (tensor<2x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>
  %half = stablehlo.real %v : (tensor<1x1xcomplex<f64>>) -> tensor<1x1xf64>
  %is = stablehlo.constant dense<0.5> : tensor<1x1xf64>
  check.expect_close %half, %is, max_ulp_difference = 4000000000000 : tensor<1x1xf64>, tensor<1x1xf64>
  return
}
