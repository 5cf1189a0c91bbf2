module {
  func.func public @main() {
    %cst = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, 1.000000e+00, -2.500000e+00, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
    %0 = call @f32_to_i32(%cst) : (tensor<6xf32>) -> tensor<6xi32>
    %c = stablehlo.constant dense<[0, -2147483648, 1065353216, -1071644672, 2139095040, 2143289344]> : tensor<6xi32>
    stablehlo.custom_call @check.expect_eq(%0, %c) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    return
  }
  func.func private @f32_to_i32(%arg0: tensor<6xf32>) -> (tensor<6xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<6xf32>) -> tensor<6xi32>
    return %0 : tensor<6xi32>
  }
}
