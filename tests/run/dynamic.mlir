// RUN: hloom run %s --split-input-file --backend=interp

// A broadcast to a shape that is computed; dimensions of extent 1 are repeated.
func.func @main() {
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %shape = stablehlo.constant dense<[3, 2, 2]> : tensor<3xi64>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] {known_expanding_dimensions = array<i64: 1>}
    : (tensor<2x1xi32>, tensor<3xi64>) -> tensor<?x?x?xi32>
  %want = stablehlo.constant dense<[[[1, 1], [2, 2]], [[1, 1], [2, 2]], [[1, 1], [2, 2]]]> : tensor<3x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%y, %want) {has_side_effect = true} : (tensor<?x?x?xi32>, tensor<3x2x2xi32>) -> ()
  return
}

// -----

func.func @main() {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %y = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x3xui8>
  %want = stablehlo.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xui8>
  stablehlo.custom_call @check.expect_eq(%y, %want) {has_side_effect = true} : (tensor<?x3xui8>, tensor<2x3xui8>) -> ()
  %flat = stablehlo.constant dense<6> : tensor<1xi32>
  %z = stablehlo.dynamic_reshape %y, %flat : (tensor<?x3xui8>, tensor<1xi32>) -> tensor<?xui8>
  %list = stablehlo.constant dense<[0, 1, 2, 0, 1, 2]> : tensor<6xui8>
  stablehlo.custom_call @check.expect_eq(%z, %list) {has_side_effect = true} : (tensor<?xui8>, tensor<6xui8>) -> ()
  %n = stablehlo.get_dimension_size %z, dim = 0 : (tensor<?xui8>) -> tensor<i32>
  check.expect_eq_const %n, dense<6> : tensor<i32>
  return
}

// -----

// The specification's example of padding, with sizes that are computed.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %high = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %inner = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.dynamic_pad %x, %zero, %low, %high, %inner
    : (tensor<2x3xi32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %want = stablehlo.constant dense<[
    [0, 1, 0, 0, 2, 0, 0, 3, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 4, 0, 0, 5, 0, 0, 6, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<5x9xi32>
  stablehlo.custom_call @check.expect_eq(%y, %want) {has_side_effect = true} : (tensor<?x?xi32>, tensor<5x9xi32>) -> ()
  %from = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %to = stablehlo.constant dense<[3, 9]> : tensor<2xi32>
  %by = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %z = stablehlo.real_dynamic_slice %y, %from, %to, %by
    : (tensor<?x?xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  stablehlo.custom_call @check.expect_eq(%z, %x) {has_side_effect = true} : (tensor<?x?xi32>, tensor<2x3xi32>) -> ()
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %which = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = "stablehlo.dynamic_gather"(%x, %which, %sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
  }> : (tensor<3x3xi32>, tensor<2xi32>, tensor<2xi64>) -> tensor<2x?xi32>
  %want = stablehlo.constant dense<[[7, 8], [1, 2]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%y, %want) {has_side_effect = true} : (tensor<2x?xi32>, tensor<2x2xi32>) -> ()
  return
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %y = "stablehlo.dynamic_conv"(%x, %k, %padding) <{
    batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64
  }> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x?x1xf32>
  %want = stablehlo.constant dense<[[[10.0], [21.0], [32.0]]]> : tensor<1x3x1xf32>
  stablehlo.custom_call @check.expect_eq(%y, %want) {has_side_effect = true} : (tensor<1x?x1xf32>, tensor<1x3x1xf32>) -> ()
  return
}

// -----

// Bounded extents: what is behind the size is gone, and sums are of what is left.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %two, dim = 0 : (tensor<3x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<i32>
  check.expect_eq_const %n, dense<2> : tensor<i32>
  %twice = stablehlo.add %y, %y : tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  %sums = stablehlo.reduce(%twice init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %sums, dense<[8, 12]> : tensor<2xi32>
  %z = call @through(%y) : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<?xi32, #stablehlo.bounds<6>>
  %list = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%z, %list) {has_side_effect = true} : (tensor<?xi32, #stablehlo.bounds<6>>, tensor<4xi32>) -> ()
  return
}
func.func private @through(%x: tensor<?x2xi32, #stablehlo.type_extensions<bounds = [3, ?]>>) -> tensor<?xi32, #stablehlo.bounds<6>> {
  %y = stablehlo.reshape %x : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<?xi32, #stablehlo.bounds<6>>
  return %y : tensor<?xi32, #stablehlo.bounds<6>>
}
