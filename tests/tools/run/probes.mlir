// check.expect_serialized_eq compares with an array file.

// RUN: hloom run %s --backend=interp --entry=make --output %t
// RUN: hloom run %s --backend=interp --entry=same --probes %t
// RUN: not hloom run %s --backend=interp --entry=other --probes %t 2>&1 | hloom check %s
// RUN: not hloom run %s --backend=interp --entry=beyond --probes %t 2>&1 | hloom check %s --check-prefix=BEYOND

// CHECK:  error: `check.expect_serialized_eq`: {{.*}}differ
// BEYOND: is not a plain file name
func.func @make() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %x : tensor<2xf32>
}
func.func @same() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  "check.expect_serialized_eq"(%x) {probe_id = "0"} : (tensor<2xf32>) -> ()
  return
}
func.func @other() {
  %x = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  "check.expect_serialized_eq"(%x) {probe_id = "0"} : (tensor<2xf32>) -> ()
  return
}
func.func @beyond() {
  %x = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  "check.expect_serialized_eq"(%x) {probe_id = "../0"} : (tensor<2xf32>) -> ()
  return
}
