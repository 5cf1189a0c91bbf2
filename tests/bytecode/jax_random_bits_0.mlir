module {
  func.func public @main() {
    %c = stablehlo.constant dense<[1234567890123, 987654321]> : tensor<2xui64>
    %0:2 = call @philox_2_uint8(%c) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
    %c_0 = stablehlo.constant dense<[1234567890123, 987654323]> : tensor<2xui64>
    stablehlo.custom_call @check.expect_eq(%0#0, %c_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
    %c_1 = stablehlo.constant dense<[175, 169, 72, 94, 66]> : tensor<5xui8>
    stablehlo.custom_call @check.expect_eq(%0#1, %c_1) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
    return
  }
  func.func private @philox_2_uint8(%arg0: tensor<2xui64>) -> (tensor<2xui64> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}) {
    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
    return %output_state, %output : tensor<2xui64>, tensor<5xui8>
  }
}
