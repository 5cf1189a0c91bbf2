// RUN: hloom run %s --split-input-file --backend=interp
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by make.py (elementwise.py): do not edit.

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 3.0]> : tensor<10xf32>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0]> : tensor<10xf32>
  %got = call @eq_f32(%0, %1) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  %want = stablehlo.constant dense<[true, true, false, false, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @eq_f32(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> (tensor<10xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  return %0 : tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 3.0]> : tensor<10xf32>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0]> : tensor<10xf32>
  %got = call @ne_f32(%0, %1) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  %want = stablehlo.constant dense<[false, false, true, true, true, true, false, true, true, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @ne_f32(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> (tensor<10xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  return %0 : tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 3.0]> : tensor<10xf32>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0]> : tensor<10xf32>
  %got = call @lt_f32(%0, %1) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  %want = stablehlo.constant dense<[false, false, true, false, false, false, false, true, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @lt_f32(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> (tensor<10xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  return %0 : tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 3.0]> : tensor<10xf32>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0]> : tensor<10xf32>
  %got = call @le_f32(%0, %1) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  %want = stablehlo.constant dense<[true, true, true, false, false, false, true, true, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @le_f32(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> (tensor<10xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  return %0 : tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 3.0]> : tensor<10xf32>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0]> : tensor<10xf32>
  %got = call @gt_f32(%0, %1) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  %want = stablehlo.constant dense<[false, false, false, true, false, false, false, false, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @gt_f32(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> (tensor<10xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  return %0 : tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 3.0]> : tensor<10xf32>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0x7FC00000, 3.0]> : tensor<10xf32>
  %got = call @ge_f32(%0, %1) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  %want = stablehlo.constant dense<[true, true, false, true, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @ge_f32(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> (tensor<10xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xi1>
  return %0 : tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FC0, 0x7FC0, 0x7F80, 0xFF80, 0x7F80, 3.0]> : tensor<10xbf16>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FC0, 1.0, 0x7F80, 0x7F80, 0x7FC0, 3.0]> : tensor<10xbf16>
  %got:6 = call @all_bf16(%0, %1) : (tensor<10xbf16>, tensor<10xbf16>) -> (tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>)
  %want_0 = stablehlo.constant dense<[true, true, false, false, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_1 = stablehlo.constant dense<[false, false, true, true, true, true, false, true, true, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_2 = stablehlo.constant dense<[false, false, true, false, false, false, false, true, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_3 = stablehlo.constant dense<[true, true, true, false, false, false, true, true, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_4 = stablehlo.constant dense<[false, false, false, true, false, false, false, false, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#4, %want_4) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_5 = stablehlo.constant dense<[true, true, false, true, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#5, %want_5) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @all_bf16(%arg0: tensor<10xbf16>, %arg1: tensor<10xbf16>) -> (tensor<10xi1> {jax.result_info = "result[0]"}, tensor<10xi1> {jax.result_info = "result[1]"}, tensor<10xi1> {jax.result_info = "result[2]"}, tensor<10xi1> {jax.result_info = "result[3]"}, tensor<10xi1> {jax.result_info = "result[4]"}, tensor<10xi1> {jax.result_info = "result[5]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xi1>
  %3 = stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xi1>
  %4 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xi1>
  %5 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<10xbf16>, tensor<10xbf16>) -> tensor<10xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7E00, 0x7E00, 0x7C00, 0xFC00, 0x7C00, 3.0]> : tensor<10xf16>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7E00, 1.0, 0x7C00, 0x7C00, 0x7E00, 3.0]> : tensor<10xf16>
  %got:6 = call @all_f16(%0, %1) : (tensor<10xf16>, tensor<10xf16>) -> (tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>)
  %want_0 = stablehlo.constant dense<[true, true, false, false, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_1 = stablehlo.constant dense<[false, false, true, true, true, true, false, true, true, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_2 = stablehlo.constant dense<[false, false, true, false, false, false, false, true, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_3 = stablehlo.constant dense<[true, true, true, false, false, false, true, true, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_4 = stablehlo.constant dense<[false, false, false, true, false, false, false, false, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#4, %want_4) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_5 = stablehlo.constant dense<[true, true, false, true, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#5, %want_5) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @all_f16(%arg0: tensor<10xf16>, %arg1: tensor<10xf16>) -> (tensor<10xi1> {jax.result_info = "result[0]"}, tensor<10xi1> {jax.result_info = "result[1]"}, tensor<10xi1> {jax.result_info = "result[2]"}, tensor<10xi1> {jax.result_info = "result[3]"}, tensor<10xi1> {jax.result_info = "result[4]"}, tensor<10xi1> {jax.result_info = "result[5]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xi1>
  %3 = stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xi1>
  %4 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xi1>
  %5 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<10xf16>, tensor<10xf16>) -> tensor<10xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, 2.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 3.0]> : tensor<10xf64>
  %1 = stablehlo.constant dense<[-0.0, 0.0, 2.0, 1.0, 0x7FF8000000000000, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 3.0]> : tensor<10xf64>
  %got:6 = call @all_f64(%0, %1) : (tensor<10xf64>, tensor<10xf64>) -> (tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>)
  %want_0 = stablehlo.constant dense<[true, true, false, false, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_1 = stablehlo.constant dense<[false, false, true, true, true, true, false, true, true, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_2 = stablehlo.constant dense<[false, false, true, false, false, false, false, true, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_3 = stablehlo.constant dense<[true, true, true, false, false, false, true, true, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_4 = stablehlo.constant dense<[false, false, false, true, false, false, false, false, false, false]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#4, %want_4) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  %want_5 = stablehlo.constant dense<[true, true, false, true, false, false, true, false, false, true]> : tensor<10xi1>
  stablehlo.custom_call @check.expect_eq(%got#5, %want_5) {has_side_effect = true} : (tensor<10xi1>, tensor<10xi1>) -> ()
  return
}
func.func private @all_f64(%arg0: tensor<10xf64>, %arg1: tensor<10xf64>) -> (tensor<10xi1> {jax.result_info = "result[0]"}, tensor<10xi1> {jax.result_info = "result[1]"}, tensor<10xi1> {jax.result_info = "result[2]"}, tensor<10xi1> {jax.result_info = "result[3]"}, tensor<10xi1> {jax.result_info = "result[4]"}, tensor<10xi1> {jax.result_info = "result[5]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xi1>
  %3 = stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xi1>
  %4 = stablehlo.compare GT, %arg0, %arg1, FLOAT : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xi1>
  %5 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-1, 0, 1, -128, 127, 5]> : tensor<6xi8>
  %1 = stablehlo.constant dense<[1, 0, -1, 127, -128, 5]> : tensor<6xi8>
  %got:6 = call @all_i8(%0, %1) : (tensor<6xi8>, tensor<6xi8>) -> (tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>)
  %want_0 = stablehlo.constant dense<[false, true, false, false, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_1 = stablehlo.constant dense<[true, false, true, true, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_2 = stablehlo.constant dense<[true, false, false, true, false, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_3 = stablehlo.constant dense<[true, true, false, true, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_4 = stablehlo.constant dense<[false, false, true, false, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#4, %want_4) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_5 = stablehlo.constant dense<[false, true, true, false, true, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#5, %want_5) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}
func.func private @all_i8(%arg0: tensor<6xi8>, %arg1: tensor<6xi8>) -> (tensor<6xi1> {jax.result_info = "result[0]"}, tensor<6xi1> {jax.result_info = "result[1]"}, tensor<6xi1> {jax.result_info = "result[2]"}, tensor<6xi1> {jax.result_info = "result[3]"}, tensor<6xi1> {jax.result_info = "result[4]"}, tensor<6xi1> {jax.result_info = "result[5]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, SIGNED : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  %3 = stablehlo.compare LE, %arg0, %arg1, SIGNED : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  %4 = stablehlo.compare GT, %arg0, %arg1, SIGNED : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  %5 = stablehlo.compare GE, %arg0, %arg1, SIGNED : (tensor<6xi8>, tensor<6xi8>) -> tensor<6xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[255, 0, 1, 128, 127, 5]> : tensor<6xui8>
  %1 = stablehlo.constant dense<[1, 0, 255, 127, 128, 5]> : tensor<6xui8>
  %got:6 = call @all_ui8(%0, %1) : (tensor<6xui8>, tensor<6xui8>) -> (tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>)
  %want_0 = stablehlo.constant dense<[false, true, false, false, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_1 = stablehlo.constant dense<[true, false, true, true, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_2 = stablehlo.constant dense<[false, false, true, false, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_3 = stablehlo.constant dense<[false, true, true, false, true, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_4 = stablehlo.constant dense<[true, false, false, true, false, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#4, %want_4) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_5 = stablehlo.constant dense<[true, true, false, true, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#5, %want_5) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}
func.func private @all_ui8(%arg0: tensor<6xui8>, %arg1: tensor<6xui8>) -> (tensor<6xi1> {jax.result_info = "result[0]"}, tensor<6xi1> {jax.result_info = "result[1]"}, tensor<6xi1> {jax.result_info = "result[2]"}, tensor<6xi1> {jax.result_info = "result[3]"}, tensor<6xi1> {jax.result_info = "result[4]"}, tensor<6xi1> {jax.result_info = "result[5]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, UNSIGNED : (tensor<6xui8>, tensor<6xui8>) -> tensor<6xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, UNSIGNED : (tensor<6xui8>, tensor<6xui8>) -> tensor<6xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, UNSIGNED : (tensor<6xui8>, tensor<6xui8>) -> tensor<6xi1>
  %3 = stablehlo.compare LE, %arg0, %arg1, UNSIGNED : (tensor<6xui8>, tensor<6xui8>) -> tensor<6xi1>
  %4 = stablehlo.compare GT, %arg0, %arg1, UNSIGNED : (tensor<6xui8>, tensor<6xui8>) -> tensor<6xi1>
  %5 = stablehlo.compare GE, %arg0, %arg1, UNSIGNED : (tensor<6xui8>, tensor<6xui8>) -> tensor<6xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[-1, 0, 1, -128, 127, 5]> : tensor<6xi64>
  %1 = stablehlo.constant dense<[1, 0, -1, 127, -128, 5]> : tensor<6xi64>
  %got:6 = call @all_i64(%0, %1) : (tensor<6xi64>, tensor<6xi64>) -> (tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>)
  %want_0 = stablehlo.constant dense<[false, true, false, false, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_1 = stablehlo.constant dense<[true, false, true, true, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_2 = stablehlo.constant dense<[true, false, false, true, false, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_3 = stablehlo.constant dense<[true, true, false, true, false, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_4 = stablehlo.constant dense<[false, false, true, false, true, false]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#4, %want_4) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  %want_5 = stablehlo.constant dense<[false, true, true, false, true, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%got#5, %want_5) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}
func.func private @all_i64(%arg0: tensor<6xi64>, %arg1: tensor<6xi64>) -> (tensor<6xi1> {jax.result_info = "result[0]"}, tensor<6xi1> {jax.result_info = "result[1]"}, tensor<6xi1> {jax.result_info = "result[2]"}, tensor<6xi1> {jax.result_info = "result[3]"}, tensor<6xi1> {jax.result_info = "result[4]"}, tensor<6xi1> {jax.result_info = "result[5]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
  %3 = stablehlo.compare LE, %arg0, %arg1, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
  %4 = stablehlo.compare GT, %arg0, %arg1, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
  %5 = stablehlo.compare GE, %arg0, %arg1, SIGNED : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %1 = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %got:6 = call @all_i1(%0, %1) : (tensor<4xi1>, tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>)
  %want_0 = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_1 = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_2 = stablehlo.constant dense<[false, false, true, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#2, %want_2) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_3 = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#3, %want_3) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_4 = stablehlo.constant dense<[false, true, false, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#4, %want_4) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_5 = stablehlo.constant dense<[true, true, false, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#5, %want_5) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
func.func private @all_i1(%arg0: tensor<4xi1>, %arg1: tensor<4xi1>) -> (tensor<4xi1> {jax.result_info = "result[0]"}, tensor<4xi1> {jax.result_info = "result[1]"}, tensor<4xi1> {jax.result_info = "result[2]"}, tensor<4xi1> {jax.result_info = "result[3]"}, tensor<4xi1> {jax.result_info = "result[4]"}, tensor<4xi1> {jax.result_info = "result[5]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %2 = stablehlo.compare LT, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %3 = stablehlo.compare LE, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %4 = stablehlo.compare GT, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %5 = stablehlo.compare GE, %arg0, %arg1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (2.0, 1.0), (0x7FC00000, 0.0)]> : tensor<4xcomplex<f32>>
  %1 = stablehlo.constant dense<[(1.0, 2.0), (1.0, -2.0), (1.0, 2.0), (0x7FC00000, 0.0)]> : tensor<4xcomplex<f32>>
  %got:2 = call @eq_ne_complex64(%0, %1) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xi1>, tensor<4xi1>)
  %want_0 = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#0, %want_0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %want_1 = stablehlo.constant dense<[false, true, true, true]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%got#1, %want_1) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
func.func private @eq_ne_complex64(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xcomplex<f32>>) -> (tensor<4xi1> {jax.result_info = "result[0]"}, tensor<4xi1> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.4028235e38, -3.4028235e38, 1.1754944e-38, -1.1754944e-38]> : tensor<17xf32>
  %got = call @is_finite_f32(%0) : (tensor<17xf32>) -> tensor<17xi1>
  %want = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true]> : tensor<17xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<17xi1>, tensor<17xi1>) -> ()
  return
}
func.func private @is_finite_f32(%arg0: tensor<17xf32>) -> (tensor<17xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.is_finite %arg0 : (tensor<17xf32>) -> tensor<17xi1>
  return %0 : tensor<17xi1>
}

// -----

func.func public @main() {
  %0 = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0x7C00, 0xFC00, 0x7E00, 65504.0, -65504.0, 6.1035156e-5, -6.1035156e-5]> : tensor<17xf16>
  %got = call @is_finite_f16(%0) : (tensor<17xf16>) -> tensor<17xi1>
  %want = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true, true, false, false, false, true, true, true, true]> : tensor<17xi1>
  stablehlo.custom_call @check.expect_eq(%got, %want) {has_side_effect = true} : (tensor<17xi1>, tensor<17xi1>) -> ()
  return
}
func.func private @is_finite_f16(%arg0: tensor<17xf16>) -> (tensor<17xi1> {jax.result_info = "result"}) {
  %0 = stablehlo.is_finite %arg0 : (tensor<17xf16>) -> tensor<17xi1>
  return %0 : tensor<17xi1>
}
