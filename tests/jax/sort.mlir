// RUN: hloom run %s --split-input-file --backend=interp
// Written by make.py (indexing.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 8.0, 0.0, -8.0, 1.0], [3.0, -8.0, -1.0, -3.0, 3.0], [4.0, -9.0, -6.0, -9.0, 5.0]]> : tensor<3x5xf32>
  %got = call @rows(%0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[-8.0, 0.0, 1.0, 1.0, 8.0], [-8.0, -3.0, -1.0, 3.0, 3.0], [-9.0, -9.0, -6.0, 4.0, 5.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @rows(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 8.0, 0.0, -8.0, 1.0], [3.0, -8.0, -1.0, -3.0, 3.0], [4.0, -9.0, -6.0, -9.0, 5.0]]> : tensor<3x5xf32>
  %got = call @columns(%0) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %want = stablehlo.constant dense<[[1.0, -9.0, -6.0, -9.0, 1.0], [3.0, -8.0, -1.0, -8.0, 3.0], [4.0, 8.0, 0.0, -3.0, 5.0]]> : tensor<3x5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  return
}
func.func private @columns(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[[7.0, -6.0, 7.0], [1.0, -1.0, -2.0], [-4.0, -3.0, 3.0], [4.0, -3.0, 9.0], [6.0, 9.0, 4.0], [3.0, 1.0, 6.0], [8.0, -1.0, 2.0]], [[-3.0, 7.0, 1.0], [1.0, 2.0, -4.0], [8.0, -2.0, -2.0], [-8.0, 1.0, 2.0], [-2.0, 2.0, -7.0], [4.0, -9.0, 8.0], [-5.0, -5.0, 2.0]]]> : tensor<2x7x3xf32>
  %got = call @middle(%0) : (tensor<2x7x3xf32>) -> tensor<2x7x3xf32>
  %want = stablehlo.constant dense<[[[-4.0, -6.0, -2.0], [1.0, -3.0, 2.0], [3.0, -3.0, 3.0], [4.0, -1.0, 4.0], [6.0, -1.0, 6.0], [7.0, 1.0, 7.0], [8.0, 9.0, 9.0]], [[-8.0, -9.0, -7.0], [-5.0, -5.0, -4.0], [-3.0, -2.0, -2.0], [-2.0, 1.0, 1.0], [1.0, 2.0, 2.0], [4.0, 2.0, 2.0], [8.0, 7.0, 8.0]]]> : tensor<2x7x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<2x7x3xf32>, tensor<2x7x3xf32>) -> ()
  return
}
func.func private @middle(%arg0: tensor<2x7x3xf32>) -> (tensor<2x7x3xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<2x7x3xf32>) -> tensor<2x7x3xf32>
  return %0 : tensor<2x7x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 8.0, 0.0, -8.0, 1.0]> : tensor<5xf32>
  %got = call @unstable(%0) : (tensor<5xf32>) -> tensor<5xf32>
  %want = stablehlo.constant dense<[-8.0, 0.0, 1.0, 1.0, 8.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @unstable(%arg0: tensor<5xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 0.0, -0.0, 0x7F800000, -1.5, 0xFFC00000, 0.0, 1.0e-30]> : tensor<10xf32>
  %got = call @special(%0) : (tensor<10xf32>) -> tensor<10xf32>
  %want = stablehlo.constant dense<[0xFF800000, -1.5, 0.0, -0.0, 0.0, 1.0e-30, 1.5, 0x7F800000, 0x7FC00000, 0xFFC00000]> : tensor<10xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf32>, tensor<10xf32>) -> ()
  return
}
func.func private @special(%arg0: tensor<10xf32>) -> (tensor<10xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.5, 0x7FF8000000000000, 0xFFF0000000000000, 0.0, -0.0, 0x7FF0000000000000, -1.5, 0xFFF8000000000000, 0.0, 1.0000000031710769e-30]> : tensor<10xf64>
  %got = call @special_f64(%0) : (tensor<10xf64>) -> tensor<10xf64>
  %want = stablehlo.constant dense<[0xFFF0000000000000, -1.5, 0.0, -0.0, 0.0, 1.0000000031710769e-30, 1.5, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000]> : tensor<10xf64>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf64>, tensor<10xf64>) -> ()
  return
}
func.func private @special_f64(%arg0: tensor<10xf64>) -> (tensor<10xf64> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f64>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f64>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f64>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<10xf64>) -> tensor<10xf64>
  return %0 : tensor<10xf64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.5, 0x7FC0, 0xFF80, 0.0, -0.0, 0x7F80, -1.5, 0xFFC0, 0.0, 9.984021e-31]> : tensor<10xbf16>
  %got = call @special_bf16(%0) : (tensor<10xbf16>) -> tensor<10xbf16>
  %want = stablehlo.constant dense<[0xFF80, -1.5, 0.0, -0.0, 0.0, 9.984021e-31, 1.5, 0x7F80, 0x7FC0, 0xFFC0]> : tensor<10xbf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xbf16>, tensor<10xbf16>) -> ()
  return
}
func.func private @special_bf16(%arg0: tensor<10xbf16>) -> (tensor<10xbf16> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<bf16>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<bf16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<bf16>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<bf16>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<10xbf16>) -> tensor<10xbf16>
  return %0 : tensor<10xbf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.5, 0x7E00, 0xFC00, 0.0, -0.0, 0x7C00, -1.5, 0xFE00, 0.0, 0.0]> : tensor<10xf16>
  %got = call @special_f16(%0) : (tensor<10xf16>) -> tensor<10xf16>
  %want = stablehlo.constant dense<[0xFC00, -1.5, 0.0, -0.0, 0.0, 0.0, 1.5, 0x7C00, 0x7E00, 0xFE00]> : tensor<10xf16>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<10xf16>, tensor<10xf16>) -> ()
  return
}
func.func private @special_f16(%arg0: tensor<10xf16>) -> (tensor<10xf16> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f16>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7E00> : tensor<f16>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f16>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7E00> : tensor<f16>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f16>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<10xf16>) -> tensor<10xf16>
  return %0 : tensor<10xf16>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 0.0, -0.0, 0x7F800000, -1.5, 0xFFC00000, 0.0, 1.0e-30]> : tensor<10xf32>
  %got = call @argsort_special(%0) : (tensor<10xf32>) -> tensor<10xi64>
  %want = stablehlo.constant dense<[2, 6, 3, 4, 8, 9, 0, 5, 1, 7]> : tensor<10xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi64>, tensor<10xi64>) -> ()
  return
}
func.func private @argsort_special(%arg0: tensor<10xf32>) -> (tensor<10xi64> {jax.result_info = "result"}) {
  %0 = call @argsort(%arg0) : (tensor<10xf32>) -> tensor<10xi64>
  return %0 : tensor<10xi64>
}
func.func private @argsort(%arg0: tensor<10xf32>) -> tensor<10xi64> {
  %0 = stablehlo.iota dim = 0 : tensor<10xi64>
  %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i64>, %arg4: tensor<i64>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
    %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) : (tensor<10xf32>, tensor<10xi64>) -> (tensor<10xf32>, tensor<10xi64>)
  return %1#1 : tensor<10xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.5, 0x7FC00000, 0xFF800000, 0.0, -0.0, 0x7F800000, -1.5, 0xFFC00000, 0.0, 1.0e-30]> : tensor<10xf32>
  %got = call @argsort_descending(%0) : (tensor<10xf32>) -> tensor<10xi64>
  %want = stablehlo.constant dense<[1, 7, 5, 0, 9, 3, 4, 8, 6, 2]> : tensor<10xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi64>, tensor<10xi64>) -> ()
  return
}
func.func private @argsort_descending(%arg0: tensor<10xf32>) -> (tensor<10xi64> {jax.result_info = "result"}) {
  %0 = call @argsort(%arg0) : (tensor<10xf32>) -> tensor<10xi64>
  return %0 : tensor<10xi64>
}
func.func private @argsort(%arg0: tensor<10xf32>) -> tensor<10xi64> {
  %0 = stablehlo.iota dim = 0 : tensor<10xi64>
  %1 = stablehlo.reverse %arg0, dims = [0] : tensor<10xf32>
  %2 = stablehlo.reverse %0, dims = [0] : tensor<10xi64>
  %3:2 = "stablehlo.sort"(%1, %2) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i64>, %arg4: tensor<i64>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_1, %6 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.select %9, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %11 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.select %11, %cst_4, %10 : tensor<i1>, tensor<f32>
    %13 = stablehlo.compare LT, %8, %12, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %13 : tensor<i1>
  }) : (tensor<10xf32>, tensor<10xi64>) -> (tensor<10xf32>, tensor<10xi64>)
  %4 = stablehlo.reverse %3#1, dims = [0] : tensor<10xi64>
  return %4 : tensor<10xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[true, true, false, true, true, true, true]> : tensor<7xi1>
  %got = call @element_bool(%0) : (tensor<7xi1>) -> tensor<7xi1>
  %want = stablehlo.constant dense<[false, true, true, true, true, true, true]> : tensor<7xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
  return
}
func.func private @element_bool(%arg0: tensor<7xi1>) -> (tensor<7xi1> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<i1>, %arg2: tensor<i1>):
    %1 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<7xi1>) -> tensor<7xi1>
  return %0 : tensor<7xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, -1, 0, 127, -128, 3, -1]> : tensor<7xi8>
  %got = call @element_int8(%0) : (tensor<7xi8>) -> tensor<7xi8>
  %want = stablehlo.constant dense<[-128, -1, -1, 0, 3, 3, 127]> : tensor<7xi8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xi8>, tensor<7xi8>) -> ()
  return
}
func.func private @element_int8(%arg0: tensor<7xi8>) -> (tensor<7xi8> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<i8>, %arg2: tensor<i8>):
    %1 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<7xi8>) -> tensor<7xi8>
  return %0 : tensor<7xi8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, 255, 0, 127, 128, 3, 255]> : tensor<7xui8>
  %got = call @element_uint8(%0) : (tensor<7xui8>) -> tensor<7xui8>
  %want = stablehlo.constant dense<[0, 3, 3, 127, 128, 255, 255]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  return
}
func.func private @element_uint8(%arg0: tensor<7xui8>) -> (tensor<7xui8> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>):
    %1 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<7xui8>) -> tensor<7xui8>
  return %0 : tensor<7xui8>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, -1, 0, 127, -128, 3, 255]> : tensor<7xi32>
  %got = call @element_int32(%0) : (tensor<7xi32>) -> tensor<7xi32>
  %want = stablehlo.constant dense<[-128, -1, 0, 3, 3, 127, 255]> : tensor<7xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  return
}
func.func private @element_int32(%arg0: tensor<7xi32>) -> (tensor<7xi32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<7xi32>) -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, 4294967295, 0, 127, 4294967168, 3, 255]> : tensor<7xui32>
  %got = call @element_uint32(%0) : (tensor<7xui32>) -> tensor<7xui32>
  %want = stablehlo.constant dense<[0, 3, 3, 127, 255, 4294967168, 4294967295]> : tensor<7xui32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xui32>, tensor<7xui32>) -> ()
  return
}
func.func private @element_uint32(%arg0: tensor<7xui32>) -> (tensor<7xui32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<ui32>, %arg2: tensor<ui32>):
    %1 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<7xui32>) -> tensor<7xui32>
  return %0 : tensor<7xui32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, -1, 0, 127, -128, 3, 255]> : tensor<7xi64>
  %got = call @element_int64(%0) : (tensor<7xi64>) -> tensor<7xi64>
  %want = stablehlo.constant dense<[-128, -1, 0, 3, 3, 127, 255]> : tensor<7xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xi64>, tensor<7xi64>) -> ()
  return
}
func.func private @element_int64(%arg0: tensor<7xi64>) -> (tensor<7xi64> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
    %1 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<7xi64>) -> tensor<7xi64>
  return %0 : tensor<7xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, 18446744073709551615, 0, 127, 18446744073709551488, 3, 255]> : tensor<7xui64>
  %got = call @element_uint64(%0) : (tensor<7xui64>) -> tensor<7xui64>
  %want = stablehlo.constant dense<[0, 3, 3, 127, 255, 18446744073709551488, 18446744073709551615]> : tensor<7xui64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<7xui64>, tensor<7xui64>) -> ()
  return
}
func.func private @element_uint64(%arg0: tensor<7xui64>) -> (tensor<7xui64> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<ui64>, %arg2: tensor<ui64>):
    %1 = stablehlo.compare LT, %arg1, %arg2, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<7xui64>) -> tensor<7xui64>
  return %0 : tensor<7xui64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (1.0, -1.0), (0.0, 0.0), (-0.0, -3.0), (0x7FC00000, 1.0), (1.0, 2.0)]> : tensor<6xcomplex<f32>>
  %got = call @complex64(%0) : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %want = stablehlo.constant dense<[(-0.0, -3.0), (0.0, 0.0), (1.0, -1.0), (1.0, 2.0), (1.0, 2.0), (0x7FC00000, 1.0)]> : tensor<6xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> ()
  return
}
func.func private @complex64(%arg0: tensor<6xcomplex<f32>>) -> (tensor<6xcomplex<f32>> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<complex<f32>>, %arg2: tensor<complex<f32>>):
    %1 = stablehlo.real %arg1 : (tensor<complex<f32>>) -> tensor<f32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare EQ, %1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.select %2, %cst_0, %1 : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare NE, %1, %1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
    %6 = stablehlo.imag %arg1 : (tensor<complex<f32>>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.compare EQ, %6, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.select %7, %cst_3, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare NE, %6, %6, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %10 = stablehlo.select %9, %cst_4, %8 : tensor<i1>, tensor<f32>
    %11 = stablehlo.real %arg2 : (tensor<complex<f32>>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.compare EQ, %11, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.select %12, %cst_6, %11 : tensor<i1>, tensor<f32>
    %14 = stablehlo.compare NE, %11, %11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_7 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.select %14, %cst_7, %13 : tensor<i1>, tensor<f32>
    %16 = stablehlo.imag %arg2 : (tensor<complex<f32>>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.compare EQ, %16, %cst_8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.select %17, %cst_9, %16 : tensor<i1>, tensor<f32>
    %19 = stablehlo.compare NE, %16, %16, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_10 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %20 = stablehlo.select %19, %cst_10, %18 : tensor<i1>, tensor<f32>
    %21 = stablehlo.compare LT, %10, %20, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %22 = stablehlo.compare LT, %5, %15, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %23 = stablehlo.compare EQ, %5, %15, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %24 = stablehlo.and %23, %21 : tensor<i1>
    %25 = stablehlo.or %22, %24 : tensor<i1>
    stablehlo.return %25 : tensor<i1>
  }) : (tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  return %0 : tensor<6xcomplex<f32>>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2, 1, 2, 1, 2]> : tensor<5xi32>
  %1 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %got:2 = call @with_values(%0, %1) : (tensor<5xi32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>)
  %want_0 = stablehlo.constant dense<[1, 1, 2, 2, 2]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %want_1 = stablehlo.constant dense<[1.0, 3.0, 0.0, 2.0, 4.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @with_values(%arg0: tensor<5xi32>, %arg1: tensor<5xf32>) -> (tensor<5xi32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}) {
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<5xi32>, tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[2, 1, 2, 1, 2]> : tensor<5xi32>
  %1 = stablehlo.constant dense<[5.0, 0x7FC00000, -0.0, 1.0, 0.0]> : tensor<5xf32>
  %2 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %got:3 = call @two_keys(%0, %1, %2) : (tensor<5xi32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>, tensor<5xf32>)
  %want_0 = stablehlo.constant dense<[1, 1, 2, 2, 2]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %want_1 = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0, 0.0, 5.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %want_2 = stablehlo.constant dense<[3.0, 1.0, 2.0, 4.0, 0.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_close(%got#2, %want_2) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}
func.func private @two_keys(%arg0: tensor<5xi32>, %arg1: tensor<5xf32>, %arg2: tensor<5xf32>) -> (tensor<5xi32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}, tensor<5xf32> {jax.result_info = "result[2]"}) {
  %0:3 = "stablehlo.sort"(%arg0, %arg1, %arg2) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg5, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg5 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg6, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg6 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg6, %arg6, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %10 = stablehlo.compare LT, %arg3, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %11 = stablehlo.compare EQ, %arg3, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12 = stablehlo.and %11, %9 : tensor<i1>
    %13 = stablehlo.or %10, %12 : tensor<i1>
    stablehlo.return %13 : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>, tensor<5xf32>)
  return %0#0, %0#1, %0#2 : tensor<5xi32>, tensor<5xf32>, tensor<5xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[[1.0, 0.0, 0.0, 1.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0, 1.0, 0.0]]> : tensor<4x6xf32>
  %1 = stablehlo.constant dense<[[0, 0, 0, 1, 0, 0], [0, 1, 0, 0, 0, 1], [0, 1, 0, 1, 0, 1], [1, 1, 0, 1, 1, 1]]> : tensor<4x6xi8>
  %2 = stablehlo.constant dense<[[-8.0, -3.0, 6.0, -1.0, 8.0, 8.0], [-5.0, 8.0, -9.0, -8.0, 0.0, -9.0], [-3.0, -1.0, -3.0, 8.0, -4.0, 6.0], [2.0, 8.0, 3.0, 6.0, 8.0, -6.0]]> : tensor<4x6xf32>
  %got:3 = call @three_keys(%0, %1, %2) : (tensor<4x6xf32>, tensor<4x6xi8>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi8>, tensor<4x6xf32>)
  %want_0 = stablehlo.constant dense<[[0.0, 0.0, 1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]]> : tensor<4x6xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  %want_1 = stablehlo.constant dense<[[0, 0, 0, 0, 0, 1], [0, 0, 1, 1, 0, 0], [0, 1, 0, 0, 1, 1], [0, 1, 1, 1, 1, 1]]> : tensor<4x6xi8>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4x6xi8>, tensor<4x6xi8>) -> ()
  %want_2 = stablehlo.constant dense<[[-3.0, 6.0, -8.0, 8.0, 8.0, -1.0], [-5.0, 0.0, -9.0, 8.0, -9.0, -8.0], [-4.0, 6.0, -3.0, -3.0, -1.0, 8.0], [3.0, -6.0, 6.0, 2.0, 8.0, 8.0]]> : tensor<4x6xf32>
  stablehlo.custom_call @check.expect_close(%got#2, %want_2) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
  return
}
func.func private @three_keys(%arg0: tensor<4x6xf32>, %arg1: tensor<4x6xi8>, %arg2: tensor<4x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result[0]"}, tensor<4x6xi8> {jax.result_info = "result[1]"}, tensor<4x6xf32> {jax.result_info = "result[2]"}) {
  %0:3 = "stablehlo.sort"(%arg0, %arg1, %arg2) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<i8>, %arg6: tensor<i8>, %arg7: tensor<f32>, %arg8: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg3, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg3 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg4, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg4 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.compare EQ, %arg7, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.select %9, %cst_6, %arg7 : tensor<i1>, tensor<f32>
    %11 = stablehlo.compare NE, %arg7, %arg7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_7 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.select %11, %cst_7, %10 : tensor<i1>, tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.compare EQ, %arg8, %cst_8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.select %13, %cst_9, %arg8 : tensor<i1>, tensor<f32>
    %15 = stablehlo.compare NE, %arg8, %arg8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_10 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %16 = stablehlo.select %15, %cst_10, %14 : tensor<i1>, tensor<f32>
    %17 = stablehlo.compare LT, %12, %16, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %18 = stablehlo.compare LT, %arg5, %arg6, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %19 = stablehlo.compare EQ, %arg5, %arg6, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %20 = stablehlo.and %19, %17 : tensor<i1>
    %21 = stablehlo.or %18, %20 : tensor<i1>
    %22 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %23 = stablehlo.compare EQ, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %24 = stablehlo.and %23, %21 : tensor<i1>
    %25 = stablehlo.or %22, %24 : tensor<i1>
    stablehlo.return %25 : tensor<i1>
  }) : (tensor<4x6xf32>, tensor<4x6xi8>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xi8>, tensor<4x6xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x6xf32>, tensor<4x6xi8>, tensor<4x6xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 0.0, 1.0, 2.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 2.0]> : tensor<40xf32>
  %1 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0]> : tensor<40xf32>
  %got:2 = call @stable(%0, %1) : (tensor<40xf32>, tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>)
  %want_0 = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]> : tensor<40xf32>
  stablehlo.custom_call @check.expect_close(%got#0, %want_0) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<40xf32>, tensor<40xf32>) -> ()
  %want_1 = stablehlo.constant dense<[1.0, 16.0, 17.0, 18.0, 19.0, 21.0, 22.0, 24.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 37.0, 38.0, 0.0, 2.0, 3.0, 4.0, 7.0, 10.0, 11.0, 13.0, 14.0, 23.0, 25.0, 28.0, 35.0, 36.0, 5.0, 6.0, 8.0, 9.0, 12.0, 15.0, 20.0, 26.0, 27.0, 39.0]> : tensor<40xf32>
  stablehlo.custom_call @check.expect_close(%got#1, %want_1) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<40xf32>, tensor<40xf32>) -> ()
  return
}
func.func private @stable(%arg0: tensor<40xf32>, %arg1: tensor<40xf32>) -> (tensor<40xf32> {jax.result_info = "result[0]"}, tensor<40xf32> {jax.result_info = "result[1]"}) {
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg2 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg3, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg3 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<40xf32>, tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>)
  return %0#0, %0#1 : tensor<40xf32>, tensor<40xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-681.0, 408.0, 265.0, 323.0, -477.0, -863.0, 822.0, 405.0, -440.0, -363.0, 609.0, -100.0, 891.0, 961.0, -564.0, -872.0, -966.0, -633.0, 122.0, -784.0, 702.0, 697.0, 401.0, 398.0, 732.0, -511.0, -65.0, -742.0, 397.0, 416.0, 657.0, -615.0, 166.0, -435.0, -394.0, 412.0, 90.0, -870.0, -594.0, -382.0, -485.0, 12.0, -700.0, 261.0, -497.0, -202.0, -425.0, 985.0, 238.0, 536.0, -180.0, -990.0, 510.0, -340.0, -239.0, -960.0, -395.0, 684.0, -530.0, -780.0, 314.0, -272.0, 364.0, 589.0, 661.0, -233.0, -73.0, -947.0, -679.0, -478.0, 637.0, -334.0, 683.0, 132.0, -86.0, 533.0, 792.0, 96.0, -135.0, -967.0, -826.0, 694.0, 464.0, -180.0, 864.0, 516.0, -377.0, -539.0, 923.0, -927.0, -382.0, -286.0, 772.0, 616.0, -693.0, 930.0, -146.0, 103.0, 279.0, 575.0]> : tensor<100xf32>
  %got = call @long(%0) : (tensor<100xf32>) -> tensor<100xf32>
  %want = stablehlo.constant dense<[-990.0, -967.0, -966.0, -960.0, -947.0, -927.0, -872.0, -870.0, -863.0, -826.0, -784.0, -780.0, -742.0, -700.0, -693.0, -681.0, -679.0, -633.0, -615.0, -594.0, -564.0, -539.0, -530.0, -511.0, -497.0, -485.0, -478.0, -477.0, -440.0, -435.0, -425.0, -395.0, -394.0, -382.0, -382.0, -377.0, -363.0, -340.0, -334.0, -286.0, -272.0, -239.0, -233.0, -202.0, -180.0, -180.0, -146.0, -135.0, -100.0, -86.0, -73.0, -65.0, 12.0, 90.0, 96.0, 103.0, 122.0, 132.0, 166.0, 238.0, 261.0, 265.0, 279.0, 314.0, 323.0, 364.0, 397.0, 398.0, 401.0, 405.0, 408.0, 412.0, 416.0, 464.0, 510.0, 516.0, 533.0, 536.0, 575.0, 589.0, 609.0, 616.0, 637.0, 657.0, 661.0, 683.0, 684.0, 694.0, 697.0, 702.0, 732.0, 772.0, 792.0, 822.0, 864.0, 891.0, 923.0, 930.0, 961.0, 985.0]> : tensor<100xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<100xf32>, tensor<100xf32>) -> ()
  return
}
func.func private @long(%arg0: tensor<100xf32>) -> (tensor<100xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<100xf32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<> : tensor<0x3xf32>
  %got = call @empty(%0) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %want = stablehlo.constant dense<> : tensor<0x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
  return
}
func.func private @empty(%arg0: tensor<0x3xf32>) -> (tensor<0x3xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<1.0> : tensor<1x3xf32>
  %got = call @one(%0) : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %want = stablehlo.constant dense<1.0> : tensor<1x3xf32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<1x3xf32>, tensor<1x3xf32>) -> ()
  return
}
func.func private @one(%arg0: tensor<1x3xf32>) -> (tensor<1x3xf32> {jax.result_info = "result"}) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 0.0, 0.0, 1.0, 2.0, 1.0, 1.0, 0.0, 2.0, 0.0, 0.0]> : tensor<12xf32>
  %1 = stablehlo.constant dense<[2.0, 1.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 2.0, 1.0, 1.0, 2.0]> : tensor<12xf32>
  %got = call @lexical(%0, %1) : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi64>
  %want = stablehlo.constant dense<[2, 6, 7, 5, 3, 10, 1, 9, 0, 8, 11, 4]> : tensor<12xi64>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<12xi64>, tensor<12xi64>) -> ()
  return
}
func.func private @lexical(%arg0: tensor<12xf32>, %arg1: tensor<12xf32>) -> (tensor<12xi64> {jax.result_info = "result"}) {
  %0 = call @lexsort(%arg0, %arg1) : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi64>
  return %0 : tensor<12xi64>
}
func.func private @lexsort(%arg0: tensor<12xf32>, %arg1: tensor<12xf32>) -> tensor<12xi64> {
  %0 = stablehlo.iota dim = 0 : tensor<12xi64>
  %1:3 = "stablehlo.sort"(%arg1, %arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<i64>, %arg7: tensor<i64>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare EQ, %arg2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.select %2, %cst_0, %arg2 : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.compare EQ, %arg3, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.select %6, %cst_3, %arg3 : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.compare EQ, %arg4, %cst_5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.select %10, %cst_6, %arg4 : tensor<i1>, tensor<f32>
    %12 = stablehlo.compare NE, %arg4, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_7 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %13 = stablehlo.select %12, %cst_7, %11 : tensor<i1>, tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.compare EQ, %arg5, %cst_8, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.select %14, %cst_9, %arg5 : tensor<i1>, tensor<f32>
    %16 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_10 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %17 = stablehlo.select %16, %cst_10, %15 : tensor<i1>, tensor<f32>
    %18 = stablehlo.compare LT, %13, %17, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %19 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %20 = stablehlo.compare EQ, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %21 = stablehlo.and %20, %18 : tensor<i1>
    %22 = stablehlo.or %19, %21 : tensor<i1>
    stablehlo.return %22 : tensor<i1>
  }) : (tensor<12xf32>, tensor<12xf32>, tensor<12xi64>) -> (tensor<12xf32>, tensor<12xf32>, tensor<12xi64>)
  return %1#2 : tensor<12xi64>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 4.0, -9.0, 4.0, -1.0, 8.0, -9.0]> : tensor<7xf32>
  %got = call @middle_value(%0) : (tensor<7xf32>) -> tensor<f32>
  %want = stablehlo.constant dense<1.0> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%got, %want) {has_side_effect = true, max_ulp_difference = 0 : i64, min_ulp_difference = 0 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func private @middle_value(%arg0: tensor<7xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
  %0 = call @median(%arg0) : (tensor<7xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @median(%arg0: tensor<7xf32>) -> tensor<f32> {
  %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
  %0 = call @quantile(%arg0, %cst) : (tensor<7xf32>, tensor<f64>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @quantile(%arg0: tensor<7xf32>, %arg1: tensor<f64>) -> tensor<f32> {
  %0 = stablehlo.compare NE, %arg0, %arg0, FLOAT : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %c = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.or across dimensions = [0] : (tensor<7xi1>, tensor<i1>) -> tensor<i1>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i1>) -> tensor<1xi1>
  %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %3 = call @_where(%2, %cst, %arg0) : (tensor<1xi1>, tensor<f64>, tensor<7xf32>) -> tensor<7xf32>
  %4 = "stablehlo.sort"(%3) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.compare EQ, %arg2, %cst_10, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.select %23, %cst_11, %arg2 : tensor<i1>, tensor<f32>
    %25 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_12 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %26 = stablehlo.select %25, %cst_12, %24 : tensor<i1>, tensor<f32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.compare EQ, %arg3, %cst_13, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.select %27, %cst_14, %arg3 : tensor<i1>, tensor<f32>
    %29 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_15 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %30 = stablehlo.select %29, %cst_15, %28 : tensor<i1>, tensor<f32>
    %31 = stablehlo.compare LT, %26, %30, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %31 : tensor<i1>
  }) : (tensor<7xf32>) -> tensor<7xf32>
  %cst_0 = stablehlo.constant dense<7.000000e+00> : tensor<f64>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %5 = stablehlo.subtract %cst_0, %cst_1 : tensor<f64>
  %6 = stablehlo.multiply %arg1, %5 : tensor<f64>
  %7 = stablehlo.floor %6 : tensor<f64>
  %8 = stablehlo.ceil %6 : tensor<f64>
  %9 = stablehlo.subtract %6, %7 : tensor<f64>
  %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %10 = stablehlo.subtract %cst_2, %9 : tensor<f64>
  %cst_3 = stablehlo.constant dense<7.000000e+00> : tensor<f64>
  %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %11 = stablehlo.subtract %cst_3, %cst_4 : tensor<f64>
  %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %12 = stablehlo.clamp %cst_5, %7, %11 : tensor<f64>
  %cst_6 = stablehlo.constant dense<7.000000e+00> : tensor<f64>
  %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %13 = stablehlo.subtract %cst_6, %cst_7 : tensor<f64>
  %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %14 = stablehlo.clamp %cst_8, %8, %13 : tensor<f64>
  %15 = stablehlo.convert %12 : (tensor<f64>) -> tensor<i64>
  %16 = stablehlo.convert %14 : (tensor<f64>) -> tensor<i64>
  %17 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %18 = "stablehlo.gather"(%4, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<7xf32>, tensor<1xi64>) -> tensor<f32>
  %19 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i64>) -> tensor<1xi64>
  %20 = "stablehlo.gather"(%4, %19) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<7xf32>, tensor<1xi64>) -> tensor<f32>
  %21 = stablehlo.add %18, %20 : tensor<f32>
  %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %22 = stablehlo.multiply %21, %cst_9 : tensor<f32>
  return %22 : tensor<f32>
}
func.func private @_where(%arg0: tensor<1xi1>, %arg1: tensor<f64>, %arg2: tensor<7xf32>) -> tensor<7xf32> {
  %0 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<1xi1>) -> tensor<7xi1>
  %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %3 = stablehlo.select %1, %2, %arg2 : tensor<7xi1>, tensor<7xf32>
  return %3 : tensor<7xf32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[3, 1, 3, 2, 1]> : tensor<5xi32>
  %got = call @unique(%0) : (tensor<5xi32>) -> tensor<5xi32>
  %want = stablehlo.constant dense<[1, 2, 3, 99, 99]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}
func.func private @unique(%arg0: tensor<5xi32>) -> (tensor<5xi32> {jax.result_info = "result"}) {
  %0:3 = call @_unique_sorted_mask(%arg0) : (tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi1>, tensor<5xi64>)
  %1 = call @cumsum(%0#1) : (tensor<5xi1>) -> tensor<5xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %3 = call @clip(%1, %c_0) : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %5 = stablehlo.compare LT, %3, %4, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %c_2 = stablehlo.constant dense<5> : tensor<i64>
  %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %7 = stablehlo.add %3, %6 : tensor<5xi64>
  %8 = stablehlo.select %5, %7, %3 : tensor<5xi1>, tensor<5xi64>
  %9 = stablehlo.convert %8 : (tensor<5xi64>) -> tensor<5xi32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
  %c_3 = stablehlo.constant dense<1> : tensor<i64>
  %11 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %12 = "stablehlo.scatter"(%2, %10, %11) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
    %31 = stablehlo.add %arg1, %arg2 : tensor<i64>
    stablehlo.return %31 : tensor<i64>
  }) : (tensor<5xi64>, tensor<5x1xi32>, tensor<5xi64>) -> tensor<5xi64>
  %13 = call @cumsum_1(%12) : (tensor<5xi64>) -> tensor<5xi64>
  %c_4 = stablehlo.constant dense<1> : tensor<i64>
  %14 = call @floor_divide(%13, %c_4) : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
  %c_5 = stablehlo.constant dense<5> : tensor<i64>
  %15 = call @remainder(%14, %c_5) : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
  %c_6 = stablehlo.constant dense<0> : tensor<i64>
  %16 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %17 = stablehlo.compare LT, %15, %16, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %c_7 = stablehlo.constant dense<5> : tensor<i64>
  %18 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %19 = stablehlo.add %15, %18 : tensor<5xi64>
  %20 = stablehlo.select %17, %19, %15 : tensor<5xi1>, tensor<5xi64>
  %21 = stablehlo.convert %20 : (tensor<5xi64>) -> tensor<5xi32>
  %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
  %23 = "stablehlo.gather"(%0#0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<5xi32>, tensor<5x1xi32>) -> tensor<5xi32>
  %24 = stablehlo.iota dim = 0 : tensor<5xi64>
  %25 = stablehlo.convert %0#1 : (tensor<5xi1>) -> tensor<5xi32>
  %26 = stablehlo.convert %25 : (tensor<5xi32>) -> tensor<5xi64>
  %c_8 = stablehlo.constant dense<0> : tensor<i64>
  %27 = stablehlo.reduce(%26 init: %c_8) applies stablehlo.add across dimensions = [0] : (tensor<5xi64>, tensor<i64>) -> tensor<i64>
  %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %29 = stablehlo.compare LT, %24, %28, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %c_9 = stablehlo.constant dense<99> : tensor<i32>
  %30 = call @_where_3(%29, %23, %c_9) : (tensor<5xi1>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
  return %30 : tensor<5xi32>
}
func.func private @_unique_sorted_mask(%arg0: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi1>, tensor<5xi64>) {
  %0 = stablehlo.reshape %arg0 : (tensor<5xi32>) -> tensor<5x1xi32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<5x1xi32>) -> tensor<1x5xi32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<1x5xi32>
  %3 = call @lexsort(%2) : (tensor<1x5xi32>) -> tensor<5xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %5 = stablehlo.compare LT, %3, %4, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %c_0 = stablehlo.constant dense<5> : tensor<i64>
  %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %7 = stablehlo.add %3, %6 : tensor<5xi64>
  %8 = stablehlo.select %5, %7, %3 : tensor<5xi1>, tensor<5xi64>
  %9 = stablehlo.convert %8 : (tensor<5xi64>) -> tensor<5xi32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
  %11 = "stablehlo.gather"(%arg0, %10) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<5xi32>, tensor<5x1xi32>) -> tensor<5xi32>
  %c_1 = stablehlo.constant dense<true> : tensor<i1>
  %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<5xi1>
  %13 = stablehlo.slice %11 [1:5] : (tensor<5xi32>) -> tensor<4xi32>
  %14 = stablehlo.slice %11 [0:4] : (tensor<5xi32>) -> tensor<4xi32>
  %15 = stablehlo.compare NE, %13, %14, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %c_2 = stablehlo.constant dense<false> : tensor<i1>
  %16 = stablehlo.reduce(%15 init: %c_2) applies stablehlo.or across dimensions = [] : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  %c_3 = stablehlo.constant dense<1> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %18 = "stablehlo.scatter"(%12, %17, %16) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%arg1: tensor<i1>, %arg2: tensor<i1>):
    stablehlo.return %arg2 : tensor<i1>
  }) : (tensor<5xi1>, tensor<1xi32>, tensor<4xi1>) -> tensor<5xi1>
  return %11, %18, %3 : tensor<5xi32>, tensor<5xi1>, tensor<5xi64>
}
func.func private @lexsort(%arg0: tensor<1x5xi32>) -> tensor<5xi64> {
  %0 = stablehlo.slice %arg0 [0:1, 0:5] : (tensor<1x5xi32>) -> tensor<1x5xi32>
  %1 = stablehlo.reshape %0 : (tensor<1x5xi32>) -> tensor<5xi32>
  %2 = stablehlo.iota dim = 0 : tensor<5xi64>
  %3:2 = "stablehlo.sort"(%1, %2) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<i64>):
    %4 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi64>) -> (tensor<5xi32>, tensor<5xi64>)
  return %3#1 : tensor<5xi64>
}
func.func private @cumsum(%arg0: tensor<5xi1>) -> tensor<5xi64> {
  %0 = stablehlo.convert %arg0 : (tensor<5xi1>) -> tensor<5xi64>
  %1 = call @cumsum_0(%0) : (tensor<5xi64>) -> tensor<5xi64>
  return %1 : tensor<5xi64>
}
func.func private @cumsum_0(%arg0: tensor<5xi64>) -> tensor<5xi64> {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<i64>
  %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 5>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<i64>, %arg2: tensor<i64>):
    %2 = stablehlo.add %arg1, %arg2 : tensor<i64>
    stablehlo.return %2 : tensor<i64>
  }) : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
  return %1 : tensor<5xi64>
}
func.func private @clip(%arg0: tensor<5xi64>, %arg1: tensor<i64>) -> tensor<5xi64> {
  %0 = stablehlo.convert %arg1 : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %2 = stablehlo.maximum %1, %arg0 : tensor<5xi64>
  return %2 : tensor<5xi64>
}
func.func private @cumsum_1(%arg0: tensor<5xi64>) -> tensor<5xi64> {
  %0 = call @cumsum_0(%arg0) : (tensor<5xi64>) -> tensor<5xi64>
  return %0 : tensor<5xi64>
}
func.func private @floor_divide(%arg0: tensor<5xi64>, %arg1: tensor<i64>) -> tensor<5xi64> {
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %1 = stablehlo.divide %arg0, %0 : tensor<5xi64>
  %2 = stablehlo.sign %arg0 : tensor<5xi64>
  %3 = stablehlo.sign %arg1 : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %5 = stablehlo.compare NE, %2, %4, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %6 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %7 = stablehlo.remainder %arg0, %6 : tensor<5xi64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %9 = stablehlo.compare NE, %7, %8, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %10 = stablehlo.and %5, %9 : tensor<5xi1>
  %c_0 = stablehlo.constant dense<1> : tensor<i64>
  %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %12 = stablehlo.subtract %1, %11 : tensor<5xi64>
  %13 = call @_where(%10, %12, %1) : (tensor<5xi1>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  return %13 : tensor<5xi64>
}
func.func private @_where(%arg0: tensor<5xi1>, %arg1: tensor<5xi64>, %arg2: tensor<5xi64>) -> tensor<5xi64> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<5xi1>, tensor<5xi64>
  return %0 : tensor<5xi64>
}
func.func private @remainder(%arg0: tensor<5xi64>, %arg1: tensor<i64>) -> tensor<5xi64> {
  %0 = stablehlo.convert %arg1 : tensor<i64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i64>
  %2 = call @_where_2(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %4 = stablehlo.remainder %arg0, %3 : tensor<5xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %c_2 = stablehlo.constant dense<0> : tensor<i64>
  %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %c_3 = stablehlo.constant dense<0> : tensor<i64>
  %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<5xi1>
  %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
  %12 = stablehlo.and %11, %6 : tensor<5xi1>
  %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<5xi64>
  %14 = stablehlo.add %4, %13 : tensor<5xi64>
  %15 = stablehlo.select %12, %14, %4 : tensor<5xi1>, tensor<5xi64>
  return %15 : tensor<5xi64>
}
func.func private @_where_2(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
  return %0 : tensor<i64>
}
func.func private @_where_3(%arg0: tensor<5xi1>, %arg1: tensor<5xi32>, %arg2: tensor<i32>) -> tensor<5xi32> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<5xi32>
  %1 = stablehlo.select %arg0, %arg1, %0 : tensor<5xi1>, tensor<5xi32>
  return %1 : tensor<5xi32>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[1.0, 3.0, 5.0, 7.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[0.0, 3.0, 4.0, 9.0]> : tensor<4xf32>
  %got = call @search(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  %want = stablehlo.constant dense<[0, 1, 2, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
func.func private @search(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xi32> {jax.result_info = "result"}) {
  %0 = call @searchsorted(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func private @searchsorted(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi32> {
  %0 = call @_searchsorted_sort_impl(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func private @_searchsorted_sort_impl(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xi32> {
  %0 = stablehlo.concatenate %arg1, %arg0, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %1 = stablehlo.iota dim = 0 : tensor<8xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
  %3:2 = "stablehlo.sort"(%0, %1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.compare EQ, %arg2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.select %23, %cst_5, %arg2 : tensor<i1>, tensor<f32>
    %25 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %26 = stablehlo.select %25, %cst_6, %24 : tensor<i1>, tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.compare EQ, %arg3, %cst_7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.select %27, %cst_8, %arg3 : tensor<i1>, tensor<f32>
    %29 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_9 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %30 = stablehlo.select %29, %cst_9, %28 : tensor<i1>, tensor<f32>
    %31 = stablehlo.compare LT, %26, %30, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %31 : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
  %5 = stablehlo.compare LT, %3#1, %4, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %c_1 = stablehlo.constant dense<8> : tensor<i32>
  %6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8xi32>
  %7 = stablehlo.add %3#1, %6 : tensor<8xi32>
  %8 = stablehlo.select %5, %7, %3#1 : tensor<8xi1>, tensor<8xi32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
  %10 = "stablehlo.scatter"(%2, %9, %1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    stablehlo.return %arg3 : tensor<i32>
  }) : (tensor<8xi32>, tensor<8x1xi32>, tensor<8xi32>) -> tensor<8xi32>
  %11 = stablehlo.slice %10 [0:4] : (tensor<8xi32>) -> tensor<4xi32>
  %12 = stablehlo.iota dim = 0 : tensor<4xi32>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %13 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %14:2 = "stablehlo.sort"(%arg1, %12) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.compare EQ, %arg2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.select %23, %cst_5, %arg2 : tensor<i1>, tensor<f32>
    %25 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_6 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %26 = stablehlo.select %25, %cst_6, %24 : tensor<i1>, tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.compare EQ, %arg3, %cst_7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.select %27, %cst_8, %arg3 : tensor<i1>, tensor<f32>
    %29 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_9 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %30 = stablehlo.select %29, %cst_9, %28 : tensor<i1>, tensor<f32>
    %31 = stablehlo.compare LT, %26, %30, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %31 : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %16 = stablehlo.compare LT, %14#1, %15, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %c_4 = stablehlo.constant dense<4> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %18 = stablehlo.add %14#1, %17 : tensor<4xi32>
  %19 = stablehlo.select %16, %18, %14#1 : tensor<4xi1>, tensor<4xi32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %21 = "stablehlo.scatter"(%13, %20, %12) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    stablehlo.return %arg3 : tensor<i32>
  }) : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  %22 = stablehlo.subtract %11, %21 : tensor<4xi32>
  return %22 : tensor<4xi32>
}
