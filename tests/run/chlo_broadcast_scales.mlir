// RUN: hloom run %s --backend=interp
// RUN: %if llvm %{ hloom run %s --backend=cpu %}

// Operands of a broadcasting op may have scales of their own, as those of the op without
// broadcasting. The first result is 2·(17 - 15) + 4·(16 - 15).
func.func @main() {
  %x = "stablehlo.constant"() <{value = dense<[[17, 15], [14, 16]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32, 2.0:15>>
  %y = "stablehlo.constant"() <{value = dense<[16, 13]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 4.0:15>>
  %sum = "chlo.broadcast_add"(%x, %y) : (tensor<2x2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 4.0:15>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.0:15>>
  %numbers = stablehlo.uniform_dequantize %sum : (tensor<2x2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x2xf32>
  check.expect_eq_const %numbers, dense<[[8.0, -8.0], [2.0, -6.0]]> : tensor<2x2xf32>
  return
}
