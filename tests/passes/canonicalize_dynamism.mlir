// RUN: hloom opt %s --passes=canonicalize-dynamism --split-input-file | hloom check %s

// Sizes that are constants become attributes.
// CHECK-LABEL: func.func @sizes
func.func @sizes(%x: tensor<2x3xf32>, %v: tensor<f32>) -> (tensor<4x2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>, tensor<5x4xf32>, tensor<1x2xf32>) {
  // CHECK: stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %s = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi32>
  %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>
  // CHECK: stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %t = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %b = stablehlo.dynamic_reshape %x, %t : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf32>
  %u = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %c = stablehlo.dynamic_iota %u, dim = 1 : (tensor<2xi32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.pad %x, %v, low = [1, 0], high = [1, 1], interior = [1, 0]
  %low = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %high = stablehlo.constant dense<1> : tensor<2xi32>
  %d = stablehlo.dynamic_pad %x, %v, %low, %high, %low : (tensor<2x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x4xf32>
  // CHECK: stablehlo.slice %x [1:2, 0:3:2]
  %end = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %by = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %e = stablehlo.real_dynamic_slice %x, %low, %end, %by : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x2xf32>
  return %a, %b, %c, %d, %e : tensor<4x2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>, tensor<5x4xf32>, tensor<1x2xf32>
}

// CHECK-LABEL: func.func @gather_and_convolution
func.func @gather_and_convolution(%x: tensor<3x4xf32>, %i: tensor<2xi32>, %l: tensor<1x3x1xf32>, %k: tensor<2x1x1xf32>) -> (tensor<2x2xf32>, tensor<1x3x1xf32>) {
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // CHECK: "stablehlo.gather"(%x, %i) <{{{.*}}indices_are_sorted = true, slice_sizes = array<i64: 1, 2>}>
  %a = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    indices_are_sorted = true
  }> : (tensor<3x4xf32>, tensor<2xi32>, tensor<2xi64>) -> tensor<2x2xf32>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  // CHECK: stablehlo.convolution(%l, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{{.*}}pad = {{\[\[}}1, 0]]
  %b = "stablehlo.dynamic_conv"(%l, %k, %padding) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x3x1xf32>
  return %a, %b : tensor<2x2xf32>, tensor<1x3x1xf32>
}

// What is known of an extent, and a size that changes nothing.
// CHECK-LABEL: func.func @extents
func.func @extents(%x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> (tensor<i32>, tensor<2x3xf32>) {
  // CHECK-NEXT: %two = stablehlo.constant dense<2> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  // CHECK-NEXT: %n = stablehlo.constant dense<3> : tensor<i32>
  // CHECK-NEXT: return %n, %y
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x3xf32>) -> tensor<i32>
  %z = stablehlo.set_dimension_size %y, %two, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return %n, %z : tensor<i32>, tensor<2x3xf32>
}

// An end that is the start and a constant: a slice of known size.
// CHECK-LABEL: func.func @window
func.func @window(%x: tensor<8xf32>, %i: tensor<1xi32>) -> tensor<3xf32> {
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %end = stablehlo.add %i, %three : tensor<1xi32>
  // CHECK: %[[START:.*]] = stablehlo.reshape %{{.*}} : (tensor<1xi32>) -> tensor<i32>
  // CHECK-NEXT: stablehlo.dynamic_slice %x, %[[START]], sizes = [3]
  %y = stablehlo.real_dynamic_slice %x, %i, %end, %one : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// What is not known stays.
// CHECK-LABEL: func.func @open
func.func @open(%x: tensor<?xf32>, %s: tensor<1xi32>, %p: tensor<1xi32>, %v: tensor<f32>) -> (tensor<?xf32>, tensor<6xf32>) {
  // CHECK: stablehlo.dynamic_reshape
  // CHECK: stablehlo.dynamic_pad
  %a = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_pad %x, %v, %p, %p, %p : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xf32>
  return %a, %b : tensor<?xf32>, tensor<6xf32>
}
