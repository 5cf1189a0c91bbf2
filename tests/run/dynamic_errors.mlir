// RUN: not hloom run %s --split-input-file --backend=interp 2>&1 | hloom check %s

// Shapes that turn out to be wrong only when the program runs: the op, the
// specification's label, and the operands' values.

// CHECK: FAIL {{.*}}`stablehlo.add`: lhs is tensor<2xf32> but rhs is tensor<3xf32>, which breaks (C1)
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %two, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32>
  %z = stablehlo.set_dimension_size %x, %three, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32>
  %sum = stablehlo.add %y, %z : tensor<?xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.dynamic_reshape`: the 2 elements of tensor<2xf32> can't have the extents [2, 2]{{.*}}, which breaks (C2)
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %two, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32>
  %shape = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %z = stablehlo.dynamic_reshape %y, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.dynamic_broadcast_in_dim`: the result tensor<?xf32> does not have the extents [-1], which breaks (C7)
func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %minus = stablehlo.negate %one : tensor<1xi32>
  %z = stablehlo.dynamic_broadcast_in_dim %x, %minus, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.set_dimension_size`: size 4 is not in 0..=3
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %four = stablehlo.add %two, %two : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %four, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.dynamic_iota`: dimension 0 of the result would have extent 4, beyond the bound in tensor<?xi32, #stablehlo.bounds<3>>
func.func @main() {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %four = stablehlo.add %two, %two : tensor<1xi32>
  %y = stablehlo.dynamic_iota %four, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.dynamic_gather`: slice size 4 of dimension 0 is not in 0..=3{{.*}}, which breaks (C12)
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = stablehlo.constant dense<0> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %four = stablehlo.add %two, %two : tensor<1xi32>
  %y = "stablehlo.dynamic_gather"(%x, %i, %four) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>
  }> : (tensor<3xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.real_dynamic_slice`: dimension 0 can't be sliced from 0 to 4 by 1
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %four = stablehlo.add %two, %two : tensor<1xi32>
  %y = stablehlo.real_dynamic_slice %x, %zero, %four, %one
    : (tensor<3xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.dynamic_pad`: dimension 0 of the result tensor<?xf32> would have extent -1{{.*}}, which breaks (C4)
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %two = stablehlo.constant dense<-2> : tensor<1xi32>
  %less = stablehlo.add %two, %two : tensor<1xi32>
  %y = stablehlo.dynamic_pad %x, %v, %less, %zero, %zero
    : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

// CHECK: FAIL {{.*}}`chlo.minimum_broadcast_shapes`: a result is tensor<1xindex>, which contradicts its type tensor<3xindex>
func.func @main() {
  %c = stablehlo.constant dense<[1, 1, 1, 2, 3]> : tensor<5xindex>
  %d = stablehlo.constant dense<[1, 1, 1, 2, 3]> : tensor<5xindex>
  %y:2 = "chlo.minimum_broadcast_shapes"(%c, %d) : (tensor<5xindex>, tensor<5xindex>) -> (tensor<3xindex>, tensor<4xindex>)
  return
}

// -----

// CHECK: FAIL {{.*}}`stablehlo.rng_bit_generator`: the state of THREE_FRY has 2 elements, not 3, which breaks (C2)
func.func @main() {
  %s = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui64>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %t = stablehlo.set_dimension_size %s, %three, dim = 0 : (tensor<3xui64>, tensor<i32>) -> tensor<?xui64>
  %y:2 = stablehlo.rng_bit_generator %t, algorithm = THREE_FRY : (tensor<?xui64>) -> (tensor<?xui64>, tensor<8xf32>)
  return
}
