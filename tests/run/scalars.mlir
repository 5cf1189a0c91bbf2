// RUN: hloom run %s --split-input-file --backend=interp

// Shifts, and quotients that are not rounded towards zero.
func.func @main() {
  %a = arith.constant 7 : i32
  %b = arith.constant -2 : i32
  %c = arith.constant 3 : i32
  %d = arith.constant -9 : i32
  %0 = arith.shli %b, %c : i32
  %1 = arith.shrsi %d, %c : i32
  %2 = arith.shrui %d, %c : i32
  %3 = arith.ceildivsi %a, %b : i32
  %4 = arith.ceildivsi %a, %c : i32
  %5 = arith.ceildivsi %d, %b : i32
  %6 = arith.ceildivsi %d, %c : i32
  %7 = arith.floordivsi %a, %b : i32
  %8 = arith.floordivsi %a, %c : i32
  %9 = arith.floordivsi %d, %b : i32
  %10 = arith.floordivsi %d, %c : i32
  %11 = arith.ceildivui %a, %c : i32
  %12 = arith.ceildivui %a, %b : i32
  %13 = math.absi %d : i32
  %14 = math.absi %a : i32
  %all = tensor.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<15xi32>
  check.expect_eq_const %all, dense<[-16, -2, 536870910, -3, 3, 5, -3, -4, 2, 4, -3, 3, 1, 9, 7]> : tensor<15xi32>
  return
}

// -----

// On tensors, elementwise.
func.func @main() {
  %a = stablehlo.constant dense<[-128, 7, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -3, 2, 7]> : tensor<4xi8>
  %0 = arith.floordivsi %a, %b : tensor<4xi8>
  check.expect_eq_const %0, dense<[-43, -3, -4, 14]> : tensor<4xi8>
  %1 = arith.ceildivsi %a, %b : tensor<4xi8>
  check.expect_eq_const %1, dense<[-42, -2, -3, 15]> : tensor<4xi8>
  %2 = arith.ceildivui %a, %b : tensor<4xi8>
  check.expect_eq_const %2, dense<[43, 1, 125, 15]> : tensor<4xi8>
  %by = stablehlo.constant dense<[0, 1, 2, 7]> : tensor<4xi8>
  %3 = arith.shrui %a, %by : tensor<4xi8>
  check.expect_eq_const %3, dense<[-128, 3, 62, 0]> : tensor<4xi8>
  %4 = math.absi %a : tensor<4xi8>
  check.expect_eq_const %4, dense<[-128, 7, 7, 100]> : tensor<4xi8>
  return
}

// -----

func.func @main() {
  %a = stablehlo.constant dense<[1.0, 0x7FC00000, -2.0, 0x7FC00000]> : tensor<4xf32>
  %b = stablehlo.constant dense<[3.0, 2.0, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  %0 = arith.maxnumf %a, %b : tensor<4xf32>
  check.expect_eq_const %0, dense<[3.0, 2.0, -2.0, 0x7FC00000]> : tensor<4xf32>
  %1 = arith.minnumf %a, %b : tensor<4xf32>
  check.expect_eq_const %1, dense<[1.0, 2.0, -2.0, 0x7FC00000]> : tensor<4xf32>
  %bits = arith.bitcast %a : tensor<4xf32> to tensor<4xi32>
  check.expect_eq_const %bits, dense<[1065353216, 2143289344, -1073741824, 2143289344]> : tensor<4xi32>
  return
}

// -----

func.func @main() {
  %x = arith.constant 0.5 : f64
  %y = arith.constant -2.5 : f64
  %0 = math.atan2 %x, %y : f64
  %1 = math.cbrt %y : f64
  %2 = math.erf %x : f64
  %3 = math.expm1 %x : f64
  %4 = math.log1p %x : f64
  %5 = math.round %y : f64
  %6 = math.roundeven %y : f64
  %7 = math.tan %x : f64
  %all = tensor.from_elements %0, %1, %2, %3, %4, %5, %6, %7 : tensor<8xf64>
  %want = stablehlo.constant dense<[2.9441970937399127, -1.3572088082974532, 0.5204998778130465, 0.6487212707001282, 0.4054651081081644, -3.0, -2.0, 0.5463024898437905]> : tensor<8xf64>
  check.expect_close %all, %want, max_ulp_difference = 1 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @main() {
  %five = arith.constant 5 : index
  %minus = arith.constant -2 : index
  %one = arith.constant 1 : index
  %size = shape.index_to_size %five
  %back = shape.size_to_index %size : !shape.size
  %0 = shape.add %five, %minus : index, index -> index
  %1 = shape.mul %size, %minus : !shape.size, index -> !shape.size
  %2 = shape.size_to_index %1 : !shape.size
  %3 = shape.div %five, %minus : index, index -> index
  %down = shape.index_to_size %minus
  %larger = shape.max %size, %down : !shape.size, !shape.size -> !shape.size
  %smaller = shape.min %size, %down : !shape.size, !shape.size -> !shape.size
  %4 = shape.size_to_index %larger : !shape.size
  %5 = shape.size_to_index %smaller : !shape.size
  %x = stablehlo.constant dense<0.0> : tensor<2x7xf32>
  %6 = shape.dim %x, %one : tensor<2x7xf32>, index -> index
  %sizes = tensor.from_elements %back, %0, %2, %3, %4, %5, %6 : tensor<7xindex>
  %a = arith.index_cast %sizes : tensor<7xindex> to tensor<7xi32>
  check.expect_eq_const %a, dense<[5, 3, -10, -3, 5, -2, 7]> : tensor<7xi32>
  %s = shape.const_shape [2, 3, 4] : tensor<3xindex>
  %t = shape.const_shape [3, 1, 4] : tensor<3xindex>
  %first_shape = shape.from_extent_tensor %s : tensor<3xindex>
  %other_shape = shape.from_extent_tensor %t : tensor<3xindex>
  %most_of = shape.max %first_shape, %other_shape : !shape.shape, !shape.shape -> !shape.shape
  %least_of = shape.min %first_shape, %other_shape : !shape.shape, !shape.shape -> !shape.shape
  %most = shape.to_extent_tensor %most_of : !shape.shape -> tensor<3xindex>
  %least = shape.to_extent_tensor %least_of : !shape.shape -> tensor<3xindex>
  %any = shape.any %s, %s : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
  %b = arith.index_cast %most : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %b, dense<[3, 3, 4]> : tensor<3xi32>
  %c = arith.index_cast %least : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %c, dense<[2, 1, 4]> : tensor<3xi32>
  %d = arith.index_cast %any : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %d, dense<[2, 3, 4]> : tensor<3xi32>
  %head, %tail = "shape.split_at"(%s, %one) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %first, %last = "shape.split_at"(%s, %minus) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %again = shape.concat %head, %tail : tensor<?xindex>, tensor<?xindex> -> tensor<3xindex>
  %e = arith.index_cast %again : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %e, dense<[2, 3, 4]> : tensor<3xi32>
  %f = shape.num_elements %tail : tensor<?xindex> -> index
  %g = shape.num_elements %first : tensor<?xindex> -> index
  %h = shape.rank %last : tensor<?xindex> -> index
  %parts = tensor.from_elements %f, %g, %h : tensor<3xindex>
  %i = arith.index_cast %parts : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %i, dense<[12, 2, 2]> : tensor<3xi32>
  %w = shape.cstr_eq %s, %s : tensor<3xindex>, tensor<3xindex>
  shape.assuming %w {
  }
  return
}
