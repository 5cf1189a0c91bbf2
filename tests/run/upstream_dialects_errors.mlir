// RUN: not hloom run %s --split-input-file --backend=interp 2>&1 | hloom check %s

// What ops of neighbouring dialects refuse only when they run.

// CHECK: FAIL {{.*}}`arith.divsi`: it divides by zero
func.func @main() {
  %a = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %0 = arith.divsi %a, %zero : i32
  return
}

// -----

// CHECK: FAIL {{.*}}`tensor.dim`: tensor<2xf32> has no dimension 3
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  %three = arith.constant 3 : index
  %0 = tensor.dim %x, %three : tensor<2xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`shape.cstr_broadcastable`: {{\[\[}}2], [3]] can't be broadcast to one shape
func.func @main() {
  %a = shape.const_shape [2] : tensor<1xindex>
  %b = shape.const_shape [3] : tensor<1xindex>
  %0 = shape.cstr_broadcastable %a, %b : tensor<1xindex>, tensor<1xindex>
  return
}

// -----

// CHECK: FAIL {{.*}}`shape.cstr_require`: there must be a row
func.func @main() {
  %false = arith.constant false
  %0 = shape.cstr_require %false, "there must be a row"
  return
}

// -----

// CHECK: FAIL {{.*}}`shape.assuming`: its witness does not hold
func.func @main() {
  %0 = shape.const_witness false
  shape.assuming %0 {
    shape.assuming_yield
  }
  return
}

// -----

// CHECK: FAIL {{.*}}`tensor.cast`: the result would have extents [2]
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2xf32>
  %y = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  %z = tensor.cast %y : tensor<?xf32> to tensor<3xf32>
  return
}
