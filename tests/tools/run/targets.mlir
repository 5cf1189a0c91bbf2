// A custom call of a target that is not known, or that is called in a wrong way, is an error that says so.

// RUN: not hloom run %s --backend=interp --split-input-file 2>&1 | hloom check %s

// CHECK: knows no custom call target @lapack_sgetrf_fi; did you mean @lapack_sgetrf_ffi?
// CHECK: targets.mlir:[[#@LINE+3]]:
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @lapack_sgetrf_fi(%a) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  return
}
// -----
// CHECK: @lapack_spotrf_ffi needs the option uplo
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return
}
// -----
// CHECK: option uplo of @lapack_spotrf_ffi is 77; known are 76 (L), 85 (U)
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 77 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return
}
// -----
// CHECK: @lapack_dgetrf_ffi takes elements of f64, not f32
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  return
}
// -----
// CHECK: result 1 of @lapack_sgetrf_ffi has 2 elements, not those of tensor<3xi32>
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<3xi32>, tensor<i32>)
  return
}
// -----
// CHECK: @SPMDFullToShardShape splits tensor<2x2xf32> into tensor<1x2xf32>
func.func @main() {
  %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<2x2xf32>) -> tensor<1x2xf32>
  return
}
// -----
// CHECK: expected value 4, got 3
func.func @main() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.constant dense<[4]> : tensor<1xi64>
  %m = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%false, %n, %m) {error_message = "expected value {0}, got {1}", has_side_effect = true} : (tensor<i1>, tensor<1xi64>, tensor<i32>) -> ()
  return
}
