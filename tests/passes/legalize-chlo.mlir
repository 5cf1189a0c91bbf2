// RUN: hloom opt %s --passes=legalize-chlo --split-input-file | hloom check %s

// Operands are broadcast where they are not of the result's shape.
// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%x: tensor<2xf32>, %y: tensor<3x1xf32>) -> tensor<3x2xf32> {
  // CHECK-NEXT: %[[X:.*]] = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: %[[Y:.*]] = stablehlo.broadcast_in_dim %y, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: %[[Z:.*]] = stablehlo.subtract %[[X]], %[[Y]] : tensor<3x2xf32>
  // CHECK-NEXT: return %[[Z]]
  %z = chlo.broadcast_subtract %x, %y : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return %z : tensor<3x2xf32>
}

// -----

// Dimensions may be named.
// CHECK-LABEL: func.func @broadcast_along(
func.func @broadcast_along(%x: tensor<2xi32>, %y: tensor<2x3xi32>) -> tensor<2x3xi1> {
  // CHECK-NEXT: %[[X:.*]] = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
  // CHECK-NEXT: %[[Z:.*]] = stablehlo.compare LT, %[[X]], %y : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  // CHECK-NEXT: return %[[Z]]
  %z = chlo.broadcast_compare %x, %y {broadcast_dimensions = array<i64: 0>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  return %z : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @constants(
func.func @constants(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xi32>) {
  // CHECK-DAG: stablehlo.constant dense<2.500000e+00> : tensor<3xf32>
  // CHECK-DAG: stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK-NOT: chlo
  %y = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  %c = chlo.constant dense<[1, 2]> : tensor<2xi32>
  return %y, %c : tensor<3xf32>, tensor<2xi32>
}

// -----

// Of a shape that is not known, bounds from both sides leave the constant.
// CHECK-LABEL: func.func @constant_of_any_shape(
func.func @constant_of_any_shape(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xi32>
  // CHECK: %[[ALL:.*]] = stablehlo.clamp %[[C:.*]], %[[BITS]], %[[C]]
  // CHECK-NEXT: stablehlo.bitcast_convert %[[ALL]] : (tensor<?xi32>) -> tensor<?xf32>
  %y = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// The largest elements are the first of all, sorted.
// CHECK-LABEL: func.func @top_k(
func.func @top_k(%x: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  // CHECK-NEXT: %[[I:.*]] = stablehlo.iota dim = 1 : tensor<4x8xi32>
  // CHECK-NEXT: %[[S:.*]]:2 = "stablehlo.sort"(%x, %[[I]])
  // CHECK: stablehlo.compare GT, {{.*}}, TOTALORDER
  // CHECK: stablehlo.slice %[[S]]#0 [0:4, 0:3]
  // CHECK-NEXT: stablehlo.slice %[[S]]#1 [0:4, 0:3]
  %values, %indices = chlo.top_k(%x, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %values, %indices : tensor<4x3xf32>, tensor<4x3xi32>
}

// -----

// Special functions of f32 compute in f64, without loops.
// CHECK-LABEL: func.func @erf(
func.func @erf(%x: tensor<5xf32>) -> tensor<5xi1> {
  // CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf64>
  // CHECK-NOT: {{chlo|while}}
  // CHECK: stablehlo.convert {{.*}} : (tensor<5xf64>) -> tensor<5xf32>
  %y = chlo.erf %x : tensor<5xf32> -> tensor<5xf32>
  %finite = stablehlo.is_finite %y : (tensor<5xf32>) -> tensor<5xi1>
  return %finite : tensor<5xi1>
}

// -----

// No numbers are next to each other but by their bits.
// CHECK-LABEL: func.func @next_after(
func.func @next_after(%x: tensor<5xf32>, %y: tensor<5xf32>) -> tensor<5xf32> {
  // CHECK-NOT: chlo
  // CHECK: stablehlo.bitcast_convert
  %z = chlo.next_after %x, %y : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  return %z : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @high_half(
func.func @high_half(%x: tensor<5xi16>, %y: tensor<5xi16>, %u: tensor<5xui64>, %v: tensor<5xui64>) -> (tensor<5xi16>, tensor<5xui64>) {
  // CHECK-NOT: chlo
  // CHECK: stablehlo.shift_right_arithmetic
  %z = chlo.mulhi %x, %y : tensor<5xi16>, tensor<5xi16> -> tensor<5xi16>
  %w = chlo.mulhi %u, %v : tensor<5xui64>, tensor<5xui64> -> tensor<5xui64>
  return %z, %w : tensor<5xi16>, tensor<5xui64>
}

// -----

// CHECK-LABEL: func.func @running_product(
func.func @running_product(%x: tensor<4x3xi32>, %one: tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>) {
  // CHECK: stablehlo.while
  // CHECK: stablehlo.dynamic_slice
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK-NOT: chlo
  %all, %last = chlo.scan(%x) inits (%one) dimension=0 {
    ^bb0(%row: tensor<3xi32>, %product: tensor<3xi32>):
      %next = stablehlo.multiply %product, %row : tensor<3xi32>
      stablehlo.return %next, %next : tensor<3xi32>, tensor<3xi32>
  } : (tensor<4x3xi32>, tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>)
  return %all, %last : tensor<4x3xi32>, tensor<3xi32>
}
