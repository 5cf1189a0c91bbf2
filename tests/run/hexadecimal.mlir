// Truth values in hexadecimal: a byte for each, as upstream writes them today, or packed, eight to a
// byte, the first in the lowest bit.
// RUN: hloom run %s --backend interp

func.func @main() {
  %bytes = stablehlo.constant dense<"0x00010100"> : tensor<4xi1>
  check.expect_eq_const %bytes, dense<[false, true, true, false]> : tensor<4xi1>
  %packed = stablehlo.constant dense<"0x06"> : tensor<4xi1>
  check.expect_eq_const %packed, dense<[false, true, true, false]> : tensor<4xi1>
  %many = stablehlo.constant dense<"0x000101000000000001000001"> : tensor<2x6xi1>
  check.expect_eq_const %many, dense<[[false, true, true, false, false, false], [false, false, true, false, false, true]]> : tensor<2x6xi1>
  %many_packed = stablehlo.constant dense<"0x0609"> : tensor<2x6xi1>
  check.expect_eq %many_packed, %many : tensor<2x6xi1>
  %one = stablehlo.constant dense<"0x01"> : tensor<1xi1>
  check.expect_eq_const %one, dense<true> : tensor<1xi1>
  %ones = stablehlo.constant dense<"0xFF"> : tensor<8xi1>
  check.expect_eq_const %ones, dense<true> : tensor<8xi1>
  return
}
