// RUN: hloom run %s --split-input-file --backend=interp

// The specification's example of a gather with batching dimensions.
func.func @main() {
  %x = stablehlo.constant dense<[
    [[[1, 2], [3, 4], [5, 6], [7, 8]], [[9, 10], [11, 12], [13, 14], [15, 16]], [[17, 18], [19, 20], [21, 22], [23, 24]]],
    [[[25, 26], [27, 28], [29, 30], [31, 32]], [[33, 34], [35, 36], [37, 38], [39, 40]], [[41, 42], [43, 44], [45, 46], [47, 48]]]
  ]> : tensor<2x3x4x2xi32>
  %i = stablehlo.constant dense<[
    [[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]],
    [[[0, 0], [2, 1], [2, 2]], [[1, 2], [0, 1], [1, 0]]]
  ]> : tensor<2x2x3x2xi64>
  %y = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1],
      start_index_map = [2, 1], index_vector_dim = 3>,
    indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>
  }> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  check.expect_eq_const %y, dense<[
    [[[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]],
     [[[33, 34], [35, 36]], [[35, 36], [37, 38]], [[41, 42], [43, 44]]]],
    [[[[1, 2], [3, 4]], [[13, 14], [15, 16]], [[21, 22], [23, 24]]],
     [[[43, 44], [45, 46]], [[33, 34], [35, 36]], [[27, 28], [29, 30]]]]
  ]> : tensor<2x2x3x2x2xi32>
  return
}

// -----

// The older spelling of lists, a vector of indices along the first dimension, and
// one index for each element.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[1, 0, 1], [2, 1, 0]]> : tensor<2x3xui8>
  %y = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1]>,
    slice_sizes = dense<1> : tensor<2xi64>
  } : (tensor<2x3xi32>, tensor<2x3xui8>) -> tensor<3xi32>
  check.expect_eq_const %y, dense<[6, 2, 4]> : tensor<3xi32>
  %j = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %z = "stablehlo.gather"(%x, %j) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = dense<[1, 2]> : tensor<2xi64>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %z, dense<[[4, 1], [5, 2]]> : tensor<2x2xi32>
  return
}

// -----

// Indices from beyond 63 bits count as large, not as negative.
func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %i = stablehlo.constant dense<[[18446744073709551615], [0]]> : tensor<2x1xui64>
  %y = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>
  }> : (tensor<4xi32>, tensor<2x1xui64>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[3, 4], [1, 2]]> : tensor<2x2xi32>
  return
}

// -----

// The specification's example of a scatter.
func.func @main() {
  %x = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6], [7, 8]], [[9, 10], [11, 12], [13, 14], [15, 16]], [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi32>
  %i = stablehlo.constant dense<[[[0, 2], [1, 0], [2, 1]], [[0, 1], [1, 0], [2, 0]]]> : tensor<2x3x2xi64>
  %u = stablehlo.constant dense<1> : tensor<2x3x2x2xi32>
  %y = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  check.expect_eq_const %y, dense<[[[1, 2], [5, 6], [8, 9], [8, 9]], [[10, 11], [12, 13], [14, 15], [16, 17]], [[18, 19], [20, 21], [21, 22], [23, 24]]]> : tensor<3x4x2xi32>
  return
}

// -----

// Of a window that is partly outside, the elements inside are written.
func.func @main() {
  %x = stablehlo.constant dense<0> : tensor<3x3xi32>
  %i = stablehlo.constant dense<[[2, 2], [-1, 0], [0, 9223372036854775807]]> : tensor<3x2xi64>
  %u = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 9], [9, 9]]]> : tensor<3x2x2xi32>
  %y = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) : (tensor<3x3xi32>, tensor<3x2xi64>, tensor<3x2x2xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %y, dense<[[7, 8, 0], [0, 0, 0], [0, 0, 1]]> : tensor<3x3xi32>
  return
}

// -----

// Updates come in order, whatever the body is: here 2x + u.
func.func @main() {
  %x = stablehlo.constant dense<[1, 1, 1]> : tensor<3xi32>
  %i = stablehlo.constant dense<[0, 2, 0, 0, 2]> : tensor<5xi32>
  %u = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %y = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %twice = func.call @twice(%a) : (tensor<i32>) -> tensor<i32>
      %s = stablehlo.add %twice, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<5xi32>, tensor<5xi32>) -> tensor<3xi32>
  check.expect_eq_const %y, dense<[22, 1, 13]> : tensor<3xi32>
  return
}
func.func private @twice(%a: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.add %a, %a : tensor<i32>
  return %s : tensor<i32>
}

// -----

// Several inputs at once: the largest so far and where it came from; and a body
// that computes in a wider type than its inputs'.
func.func @main() {
  %x = stablehlo.constant dense<[0.0, 0.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<-1> : tensor<2xi32>
  %i = stablehlo.constant dense<[[0], [1], [0], [0], [7]]> : tensor<5x1xi32>
  %u = stablehlo.constant dense<[3.0, -1.0, 5.0, 4.0, 9.0]> : tensor<5xf32>
  %p = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %y:2 = "stablehlo.scatter"(%x, %n, %i, %u, %p) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%a: tensor<f32>, %k: tensor<i32>, %b: tensor<f32>, %l: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %m = stablehlo.select %less, %b, %a : tensor<i1>, tensor<f32>
      %at = stablehlo.select %less, %l, %k : tensor<i1>, tensor<i32>
      stablehlo.return %m, %at : tensor<f32>, tensor<i32>
  }) : (tensor<2xf32>, tensor<2xi32>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xi32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %y#0, dense<[5.0, 0.0]> : tensor<2xf32>
  check.expect_eq_const %y#1, dense<[2, -1]> : tensor<2xi32>
  %h = stablehlo.constant dense<[60000.0, 1.0]> : tensor<2xf16>
  %v = stablehlo.constant dense<[60000.0, 2.0]> : tensor<2xf16>
  %j = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %z = "stablehlo.scatter"(%h, %j, %v) <{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf16>, tensor<2x1xi32>, tensor<2xf16>) -> tensor<2xf32>
  check.expect_eq_const %z, dense<[120000.0, 3.0]> : tensor<2xf32>
  return
}

// -----

// The specification's example, where windows reach into padding; and a window of
// nothing but padding, which chooses nothing.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi32>
  %s = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = "stablehlo.select_and_scatter"(%x, %s, %zero) <{
    padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>,
    window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) : (tensor<4x2xi32>, tensor<2x2xi32>, tensor<i32>) -> tensor<4x2xi32>
  check.expect_eq_const %y, dense<[[0, 0], [0, 0], [5, 14], [7, 0]]> : tensor<4x2xi32>
  %v = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %t = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %z = "stablehlo.select_and_scatter"(%v, %t, %zero) <{
    padding = dense<[[2, 2]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  }> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) : (tensor<2xi32>, tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %z, dense<[0, 20]> : tensor<2xi32>
  return
}

// -----

// Total order: NaN by sign at both ends, -0.0 in front of 0.0, subnormals between.
func.func @main() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0.0, 0xFFC00000, -0.0, 0x00000001, 0x7F800000, 0xFF800000]> : tensor<8xf32>
  %y = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  check.expect_eq_const %y, dense<[0xFFC00000, 0xFF800000, -0.0, 0.0, 0x00000001, 1.0, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  %z = "stablehlo.sort"(%x) <{dimension = -1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %b, %a, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  check.expect_eq_const %z, dense<[0x7FC00000, 0x7F800000, 1.0, 0x00000001, 0.0, -0.0, 0xFF800000, 0xFFC00000]> : tensor<8xf32>
  return
}

// -----

// The two zeros are equal, so they keep their order; a comparator that says yes of
// equal elements turns theirs around; what is no order loses no element.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0.0, -0.0, -1.0, 0.0]> : tensor<5xf32>
  %n = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %y:2 = "stablehlo.sort"(%x, %n) <{is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %k: tensor<i32>, %l: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  check.expect_eq_const %y#0, dense<[-1.0, 0.0, -0.0, 0.0, 1.0]> : tensor<5xf32>
  check.expect_eq_const %y#1, dense<[3, 1, 2, 4, 0]> : tensor<5xi32>
  %z:2 = "stablehlo.sort"(%x, %n) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %k: tensor<i32>, %l: tensor<i32>):
      %c = stablehlo.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  check.expect_eq_const %z#1, dense<[3, 4, 2, 1, 0]> : tensor<5xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %w = "stablehlo.sort"(%n) <{dimension = 0 : i64}> ({
    ^bb0(%k: tensor<i32>, %l: tensor<i32>):
      stablehlo.return %true : tensor<i1>
  }) : (tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %w, dense<[4, 3, 2, 1, 0]> : tensor<5xi32>
  return
}

// -----

// A comparator that is not a comparison of keys: by distance from 10, rows of a matrix.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 12, 9, 10, 3, 30, 11], [0, 0, 20, 19, -5, 10, 1]]> : tensor<2x7xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %y = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = func.call @nearer(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x7xi32>) -> tensor<2x7xi32>
  check.expect_eq_const %y, dense<[[10, 9, 11, 12, 3, 1, 30], [10, 19, 1, 0, 0, 20, -5]]> : tensor<2x7xi32>
  %z = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %d = stablehlo.subtract %a, %ten : tensor<i32>
      %e = stablehlo.subtract %b, %ten : tensor<i32>
      %f = stablehlo.abs %d : tensor<i32>
      %g = stablehlo.abs %e : tensor<i32>
      %c = stablehlo.compare LT, %f, %g : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x7xi32>) -> tensor<2x7xi32>
  check.expect_eq %y, %z : tensor<2x7xi32>
  return
}
func.func private @nearer(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i1> {
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %d = stablehlo.subtract %a, %ten : tensor<i32>
  %e = stablehlo.subtract %b, %ten : tensor<i32>
  %f = stablehlo.abs %d : tensor<i32>
  %g = stablehlo.abs %e : tensor<i32>
  %c = stablehlo.compare LT, %f, %g : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}

// -----

// Long rows, sorted by merging and by keys, are the same, and both are stable.
func.func @main() {
  %i = stablehlo.iota dim = 1 : tensor<2x3000xi32>
  %p = stablehlo.constant dense<7919> : tensor<2x3000xi32>
  %m = stablehlo.constant dense<1013> : tensor<2x3000xi32>
  %row = stablehlo.iota dim = 0 : tensor<2x3000xi32>
  %q = stablehlo.multiply %i, %p : tensor<2x3000xi32>
  %r = stablehlo.add %q, %row : tensor<2x3000xi32>
  %x = stablehlo.remainder %r, %m : tensor<2x3000xi32>
  %a:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64}> ({
    ^bb0(%l: tensor<i32>, %r2: tensor<i32>, %n: tensor<i32>, %o: tensor<i32>):
      %c = stablehlo.compare LT, %l, %r2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3000xi32>, tensor<2x3000xi32>) -> (tensor<2x3000xi32>, tensor<2x3000xi32>)
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %b:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64}> ({
    ^bb0(%l: tensor<i32>, %r2: tensor<i32>, %n: tensor<i32>, %o: tensor<i32>):
      %d = stablehlo.subtract %l, %r2 : tensor<i32>
      %c = stablehlo.compare LT, %d, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3000xi32>, tensor<2x3000xi32>) -> (tensor<2x3000xi32>, tensor<2x3000xi32>)
  check.expect_eq %a#0, %b#0 : tensor<2x3000xi32>
  check.expect_eq %a#1, %b#1 : tensor<2x3000xi32>
  // What is no order loses no element: the sums stay.
  %w = "stablehlo.sort"(%i) <{dimension = 1 : i64}> ({
    ^bb0(%l: tensor<i32>, %r2: tensor<i32>):
      %s = stablehlo.xor %l, %r2 : tensor<i32>
      %t = stablehlo.constant dense<5> : tensor<i32>
      %u = stablehlo.and %s, %t : tensor<i32>
      %c = stablehlo.compare EQ, %u, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3000xi32>) -> tensor<2x3000xi32>
  %again = "stablehlo.sort"(%w) <{dimension = 1 : i64}> ({
    ^bb0(%l: tensor<i32>, %r2: tensor<i32>):
      %c = stablehlo.compare LT, %l, %r2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3000xi32>) -> tensor<2x3000xi32>
  check.expect_eq %again, %i : tensor<2x3000xi32>
  return
}
