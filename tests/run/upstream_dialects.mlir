// RUN: hloom run %s --split-input-file --backend=interp

// Integers, read with a sign and without.
func.func @main() {
  %a = arith.constant 7 : i32
  %b = arith.constant -2 : i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %a, %b : i32
  %3 = arith.divsi %a, %b : i32
  %4 = arith.divui %a, %b : i32
  %5 = arith.remsi %a, %b : i32
  %6 = arith.remui %a, %b : i32
  %7 = arith.andi %a, %b : i32
  %8 = arith.ori %a, %b : i32
  %9 = arith.xori %a, %b : i32
  %10 = arith.maxsi %a, %b : i32
  %11 = arith.maxui %a, %b : i32
  %12 = arith.minsi %a, %b : i32
  %13 = arith.minui %a, %b : i32
  %all = tensor.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<14xi32>
  check.expect_eq_const %all, dense<[5, 9, -14, -3, 0, 1, 7, 6, -1, -7, 7, -2, -2, 7]> : tensor<14xi32>
  return
}

// -----

// On tensors, elementwise; booleans have one bit.
func.func @main() {
  %a = stablehlo.constant dense<[1, -8, 100]> : tensor<3xi8>
  %b = stablehlo.constant dense<[2, 3, 100]> : tensor<3xi8>
  %sum = arith.addi %a, %b : tensor<3xi8>
  check.expect_eq_const %sum, dense<[3, -5, -56]> : tensor<3xi8>
  %largest = arith.maxui %a, %b : tensor<3xi8>
  check.expect_eq_const %largest, dense<[2, -8, 100]> : tensor<3xi8>
  %less = arith.cmpi ult, %a, %b : tensor<3xi8>
  check.expect_eq_const %less, dense<[true, false, false]> : tensor<3xi1>
  %chosen = arith.select %less, %a, %b : tensor<3xi1>, tensor<3xi8>
  check.expect_eq_const %chosen, dense<[1, 3, 100]> : tensor<3xi8>
  %true = arith.constant true
  %false = arith.constant false
  %all = arith.select %false, %a, %b : tensor<3xi8>
  check.expect_eq_const %all, dense<[2, 3, 100]> : tensor<3xi8>
  %0 = arith.addi %true, %true : i1
  %1 = arith.muli %true, %false : i1
  %2 = arith.maxsi %true, %false : i1
  %3 = arith.maxui %true, %false : i1
  %4 = arith.cmpi slt, %true, %false : i1
  %5 = arith.cmpi ult, %true, %false : i1
  %bits = tensor.from_elements %0, %1, %2, %3, %4, %5 : tensor<6xi1>
  check.expect_eq_const %bits, dense<[false, false, false, true, true, false]> : tensor<6xi1>
  return
}

// -----

func.func @main() {
  %a = arith.constant 7.5 : f32
  %b = arith.constant -2.0 : f32
  %four = arith.constant 4.0 : f32
  %zero = arith.constant 0.0 : f32
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.maximumf %a, %b : f32
  %6 = arith.minimumf %a, %b : f32
  %7 = arith.negf %a : f32
  %8 = math.absf %b : f32
  %9 = math.ceil %a : f32
  %10 = math.floor %a : f32
  %11 = math.cos %zero : f32
  %12 = math.exp %zero : f32
  %13 = math.log %11 : f32
  %14 = math.powf %four, %b : f32
  %15 = math.rsqrt %four : f32
  %16 = math.sin %zero : f32
  %17 = math.sqrt %four : f32
  %18 = math.tanh %zero : f32
  %all = tensor.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18 : tensor<19xf32>
  check.expect_eq_const %all, dense<[5.5, 9.5, -15.0, -3.75, 1.5, 7.5, -2.0, -7.5, 2.0, 8.0, 7.0, 1.0, 1.0, 0.0, 0.0625, 0.5, 0.0, 2.0, 0.0]> : tensor<19xf32>
  return
}

// -----

// Casts.
func.func @main() {
  %minus = arith.constant -2 : i32
  %byte = arith.constant -1 : i8
  %large = arith.constant 300 : i32
  %true = arith.constant true
  %0 = arith.index_cast %minus : i32 to index
  %1 = arith.index_cast %0 : index to i64
  %2 = arith.index_castui %minus : i32 to index
  %3 = arith.index_cast %2 : index to i64
  %4 = arith.extsi %byte : i8 to i64
  %5 = arith.extui %byte : i8 to i64
  %6 = arith.extsi %true : i1 to i64
  %7 = arith.extui %true : i1 to i64
  %wide = tensor.from_elements %1, %3, %4, %5, %6, %7 : tensor<6xi64>
  check.expect_eq_const %wide, dense<[-2, 4294967294, -1, 255, -1, 1]> : tensor<6xi64>
  %8 = arith.trunci %large : i32 to i8
  %c = arith.constant -2.5 : f32
  %d = arith.constant 200.75 : f32
  %9 = arith.fptosi %c : f32 to i8
  %10 = arith.fptoui %d : f32 to i8
  %narrow = tensor.from_elements %8, %9, %10 : tensor<3xi8>
  check.expect_eq_const %narrow, dense<[44, -2, -56]> : tensor<3xi8>
  %11 = arith.sitofp %minus : i32 to f64
  %12 = arith.uitofp %minus : i32 to f64
  %13 = arith.extf %c : f32 to f64
  %doubles = tensor.from_elements %11, %12, %13 : tensor<3xf64>
  check.expect_eq_const %doubles, dense<[-2.0, 4294967294.0, -2.5]> : tensor<3xf64>
  %e = arith.constant 1.0000001 : f64
  %14 = arith.truncf %e : f64 to f32
  %single = tensor.from_elements %14 : tensor<1xf32>
  check.expect_eq_const %single, dense<[1.00000012]> : tensor<1xf32>
  return
}

// -----

// Comparisons, of NaN too.
func.func @main() {
  %a = arith.constant 7 : i32
  %b = arith.constant -2 : i32
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ne, %a, %b : i32
  %2 = arith.cmpi slt, %a, %b : i32
  %3 = arith.cmpi sle, %a, %b : i32
  %4 = arith.cmpi sgt, %a, %b : i32
  %5 = arith.cmpi sge, %a, %b : i32
  %6 = arith.cmpi ult, %a, %b : i32
  %7 = arith.cmpi ule, %a, %b : i32
  %8 = arith.cmpi ugt, %a, %b : i32
  %9 = arith.cmpi uge, %a, %b : i32
  %integers = tensor.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<10xi1>
  check.expect_eq_const %integers, dense<[false, true, false, false, true, true, true, true, false, false]> : tensor<10xi1>
  %x = stablehlo.constant dense<[1.0, 2.0, 2.0, 0x7FC00000]> : tensor<4xf32>
  %y = stablehlo.constant dense<[2.0, 2.0, 1.0, 1.0]> : tensor<4xf32>
  %false = arith.cmpf false, %x, %y : tensor<4xf32>
  %oeq = arith.cmpf oeq, %x, %y : tensor<4xf32>
  %ogt = arith.cmpf ogt, %x, %y : tensor<4xf32>
  %oge = arith.cmpf oge, %x, %y : tensor<4xf32>
  %olt = arith.cmpf olt, %x, %y : tensor<4xf32>
  %ole = arith.cmpf ole, %x, %y : tensor<4xf32>
  %one = arith.cmpf one, %x, %y : tensor<4xf32>
  %ord = arith.cmpf ord, %x, %y : tensor<4xf32>
  %ueq = arith.cmpf ueq, %x, %y : tensor<4xf32>
  %ugt = arith.cmpf ugt, %x, %y : tensor<4xf32>
  %uge = arith.cmpf uge, %x, %y : tensor<4xf32>
  %ult = arith.cmpf ult, %x, %y : tensor<4xf32>
  %ule = arith.cmpf ule, %x, %y : tensor<4xf32>
  %une = arith.cmpf une, %x, %y : tensor<4xf32>
  %uno = arith.cmpf uno, %x, %y : tensor<4xf32>
  %true = arith.cmpf true, %x, %y : tensor<4xf32>
  check.expect_eq_const %false, dense<false> : tensor<4xi1>
  check.expect_eq_const %oeq, dense<[false, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %ogt, dense<[false, false, true, false]> : tensor<4xi1>
  check.expect_eq_const %oge, dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %olt, dense<[true, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %ole, dense<[true, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %one, dense<[true, false, true, false]> : tensor<4xi1>
  check.expect_eq_const %ord, dense<[true, true, true, false]> : tensor<4xi1>
  check.expect_eq_const %ueq, dense<[false, true, false, true]> : tensor<4xi1>
  check.expect_eq_const %ugt, dense<[false, false, true, true]> : tensor<4xi1>
  check.expect_eq_const %uge, dense<[false, true, true, true]> : tensor<4xi1>
  check.expect_eq_const %ult, dense<[true, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %ule, dense<[true, true, false, true]> : tensor<4xi1>
  check.expect_eq_const %une, dense<[true, false, true, true]> : tensor<4xi1>
  check.expect_eq_const %uno, dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq_const %true, dense<true> : tensor<4xi1>
  return
}

// -----

// Shapes: a sum of tensors that are broadcast to a shape that is computed.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %a = tensor.cast %x : tensor<2x1xf32> to tensor<?x1xf32>
  %b = tensor.cast %y : tensor<3xf32> to tensor<?xf32>
  %sum = call @add(%a, %b) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %want = stablehlo.constant dense<[[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]> : tensor<2x3xf32>
  stablehlo.custom_call @check.expect_eq(%sum, %want) {has_side_effect = true} : (tensor<?x?xf32>, tensor<2x3xf32>) -> ()
  return
}
func.func private @add(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %a = shape.shape_of %x : tensor<?x1xf32> -> tensor<2xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %fits = shape.cstr_broadcastable %a, %b : tensor<2xindex>, tensor<1xindex>
  %same = shape.cstr_eq %a, %a : tensor<2xindex>, tensor<2xindex>
  %true = arith.constant true
  %held = shape.cstr_require %true, "this holds"
  %always = shape.const_witness true
  %all = shape.assuming_all %fits, %same, %held, %always
  %sum = shape.assuming %all -> (tensor<?x?xf32>) {
    %shape = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %left = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %right = stablehlo.dynamic_broadcast_in_dim %y, %shape, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %both = stablehlo.add %left, %right : tensor<?x?xf32>
    shape.assuming_yield %both : tensor<?x?xf32>
  }
  return %sum : tensor<?x?xf32>
}

// -----

func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %y = tensor.cast %x : tensor<2x3xf32> to tensor<?x3xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %y, %zero : tensor<?x3xf32>
  %rank = tensor.rank %y : tensor<?x3xf32>
  %of = shape.shape_of %y : tensor<?x3xf32> -> !shape.shape
  %count = shape.num_elements %of : !shape.shape -> index
  %dims = shape.rank %of : !shape.shape -> index
  %columns = shape.get_extent %of, %one : !shape.shape, index -> index
  %numbers = tensor.from_elements %rows, %rank, %count, %dims, %columns : tensor<5xindex>
  %a = arith.index_cast %numbers : tensor<5xindex> to tensor<5xi32>
  check.expect_eq_const %a, dense<[2, 2, 6, 2, 3]> : tensor<5xi32>
  %four = shape.const_shape [4] : tensor<1xindex>
  %more = shape.from_extents %rows, %columns : index, index
  %again = shape.from_extent_tensor %four : tensor<1xindex>
  %long = shape.concat %more, %again : !shape.shape, !shape.shape -> !shape.shape
  %list = shape.to_extent_tensor %long : !shape.shape -> tensor<3xindex>
  %b = arith.index_cast %list : tensor<3xindex> to tensor<3xi32>
  check.expect_eq_const %b, dense<[2, 3, 4]> : tensor<3xi32>
  %c = shape.is_broadcastable %of, %again : !shape.shape, !shape.shape
  %d = shape.is_broadcastable %of, %of : !shape.shape, !shape.shape
  %e = shape.shape_eq %of, %more : !shape.shape, !shape.shape
  %f = shape.shape_eq %of, %again : !shape.shape, !shape.shape
  %truths = tensor.from_elements %c, %d, %e, %f : tensor<4xi1>
  check.expect_eq_const %truths, dense<[false, true, true, false]> : tensor<4xi1>
  %value = arith.constant 5.0 : f32
  %g = tensor.splat %value[%rows] : tensor<?xf32>
  %h = tensor.splat %value : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%g, %h) {has_side_effect = true} : (tensor<?xf32>, tensor<2xf32>) -> ()
  %i = tensor.empty(%rows) : tensor<?x4xf32>
  %j = tensor.dim %i, %zero : tensor<?x4xf32>
  %k = tensor.from_elements %j : tensor<1xindex>
  %l = arith.index_cast %k : tensor<1xindex> to tensor<1xi64>
  check.expect_eq_const %l, dense<[2]> : tensor<1xi64>
  return
}
