// RUN: hloom run %s --split-input-file --backend=interp

// A composite does what its decomposition does; what it calls itself may be composites too.
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<i64>
  %y = stablehlo.composite "my.add_n" %x {composite_attributes = {n = 3 : i64}, decomposition = @add_three, version = 2 : i32} : (tensor<i64>) -> tensor<i64>
  check.expect_eq_const %y, dense<4> : tensor<i64>
  %a, %b = stablehlo.composite "my.swap" %x, %y {decomposition = @swap} : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  check.expect_eq_const %a, dense<4> : tensor<i64>
  check.expect_eq_const %b, dense<1> : tensor<i64>
  return
}
func.func private @add_three(%x: tensor<i64>) -> tensor<i64> {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.composite "my.add_two" %x {decomposition = @add_two} : (tensor<i64>) -> tensor<i64>
  %sum = stablehlo.add %two, %one : tensor<i64>
  return %sum : tensor<i64>
}
func.func private @add_two(%x: tensor<i64>) -> tensor<i64> {
  %two = stablehlo.constant dense<2> : tensor<i64>
  %sum = stablehlo.add %x, %two : tensor<i64>
  return %sum : tensor<i64>
}
func.func private @swap(%x: tensor<i64>, %y: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  return %y, %x : tensor<i64>, tensor<i64>
}

// -----

// Marks hand their operands on.
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{devices=[2]0,1}"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "{replicated}"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @annotate_device_placement(%2) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%3) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}]>]>"}} : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @xla.sdy.ShardingGroup(%4) {has_side_effect = true} : (tensor<2xf32>) -> ()
  check.expect_eq %4, %x : tensor<2xf32>
  return
}

// -----

// A reflection and R under XLA's own names: Q·R is the matrix.
func.func @main() {
  %a = stablehlo.constant dense<[[3.0, 5.0], [4.0, 10.0], [0.0, 2.0]]> : tensor<3x2xf64>
  %packed, %factors = stablehlo.custom_call @Qr(%a) : (tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>)
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%packed, %factors) : (tensor<3x2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  %top = stablehlo.slice %packed [0:2, 0:2] : (tensor<3x2xf64>) -> tensor<2x2xf64>
  %mask = stablehlo.constant dense<[[1.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %r = stablehlo.multiply %top, %mask : tensor<2x2xf64>
  %qr = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<3x2xf64>, tensor<2x2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq %qr, %a : tensor<3x2xf64>
  // As in LAPACK, the diagonal has the sign that the column's first element has not.
  %minus_five = stablehlo.constant dense<-5.0> : tensor<1x1xf64>
  %first = stablehlo.slice %packed [0:1, 0:1] : (tensor<3x2xf64>) -> tensor<1x1xf64>
  check.expect_close %first, %minus_five, max_ulp_difference = 2 : tensor<1x1xf64>, tensor<1x1xf64>
  return
}

// -----

// Eigenvalues and LU under XLA's names.
func.func @main() {
  %a = stablehlo.constant dense<[[2.0, 1.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %v, %w = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,100,1e-6"} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %w, dense<[1.0, 3.0]> : tensor<2xf32>
  %av = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %wide = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %vw = stablehlo.multiply %v, %wide : tensor<2x2xf32>
  check.expect_almost_eq %av, %vw : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [2.0, 2.0, 2.0]]> : tensor<3x3xf32>
  %lu, %pivots, %permutation = stablehlo.custom_call @LuDecomposition(%b) {api_version = 2 : i32} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %pivots, dense<[1, 1, 2]> : tensor<3xi32>
  check.expect_eq_const %permutation, dense<[1, 0, 2]> : tensor<3xi32>
  %again = stablehlo.custom_call @cu_lu_pivots_to_permutation(%pivots) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq %again, %permutation : tensor<3xi32>
  return
}

// -----

// Options stand in the configuration, or in the older attribute beside it.
func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  %1:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  // The other triangle stays as it was.
  check.expect_eq_const %0#0, dense<[[2.0, 2.0], [1.0, 2.0]]> : tensor<2x2xf32>
  check.expect_eq %0#0, %1#0 : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<0> : tensor<i32>
  %bad = stablehlo.constant dense<[[1.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf32>
  %2:2 = stablehlo.custom_call @lapack_spotrf_ffi(%bad) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  check.expect_eq_const %2#1, dense<2> : tensor<i32>
  return
}

// -----

// Blocks of Threefry, as the paper's authors test them; the largest elements; an assertion that holds.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<2xui32>
  %x, %y = stablehlo.custom_call @cu_threefry2x32_ffi(%zero, %zero, %zero, %zero) : (tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
  check.expect_eq_const %x, dense<1797259609> : tensor<2xui32>
  check.expect_eq_const %y, dense<2579123966> : tensor<2xui32>
  %v = stablehlo.constant dense<[[1.0, 3.0, 0x7FC00000, 3.0], [-1.0, -2.0, 0xFF800000, 0.0]]> : tensor<2x4xf32>
  %values, %indices = stablehlo.custom_call @mhlo.topk(%v) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %values, dense<[[0x7FC00000, 3.0, 3.0], [0.0, -1.0, -2.0]]> : tensor<2x3xf32>
  check.expect_eq_const %indices, dense<[[2, 1, 3], [3, 0, 1]]> : tensor<2x3xi32>
  %n = stablehlo.constant dense<[5, -7, 5, 2]> : tensor<4xi32>
  %least, %where = stablehlo.custom_call @mhlo.topk(%n) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<4xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %least, dense<[-7, 2]> : tensor<2xi32>
  check.expect_eq_const %where, dense<[1, 3]> : tensor<2xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%true) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

// Random numbers lie where they are asked for, and differ.
func.func @main() {
  %shape = stablehlo.constant dense<[40, 5]> : tensor<2xi64>
  %low = stablehlo.constant dense<-2.0> : tensor<f32>
  %high = stablehlo.constant dense<3.0> : tensor<f32>
  %x = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<40x5xf32>
  %in = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<40x5xf32>, tensor<f32>) -> tensor<40x5xf32>
  check.expect_eq %in, %x : tensor<40x5xf32>
  %again = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<40x5xf32>
  %same = stablehlo.compare EQ, %x, %again : (tensor<40x5xf32>, tensor<40x5xf32>) -> tensor<40x5xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<40x5xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %all, dense<false> : tensor<i1>
  // Of whole numbers the bound itself is left out; of booleans that leaves false.
  %three = stablehlo.constant dense<3> : tensor<i8>
  %five = stablehlo.constant dense<5> : tensor<i8>
  %four = stablehlo.constant dense<4> : tensor<i8>
  %n = stablehlo.rng %three, %five, %shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<2xi64>) -> tensor<40x5xi8>
  %within = stablehlo.clamp %three, %n, %four : (tensor<i8>, tensor<40x5xi8>, tensor<i8>) -> tensor<40x5xi8>
  check.expect_eq %within, %n : tensor<40x5xi8>
  %b = stablehlo.rng %false, %true, %shape, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<2xi64>) -> tensor<40x5xi1>
  check.expect_eq_const %b, dense<false> : tensor<40x5xi1>
  // A normal distribution without deviation is its mean.
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %mean = stablehlo.rng %high, %none, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<40x5xf32>
  check.expect_eq_const %mean, dense<3.0> : tensor<40x5xf32>
  return
}
