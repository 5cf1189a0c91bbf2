module {
  func.func public @main() {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %0 = call @while_never(%c) : (tensor<i32>) -> tensor<i32>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%0, %c_0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    return
  }
  func.func private @while_never(%arg0: tensor<i32>) -> (tensor<i32> {jax.result_info = "result"}) {
    %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
    cond {
      %c = stablehlo.constant dense<0> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c = stablehlo.constant dense<2> : tensor<i32>
      %1 = stablehlo.multiply %iterArg, %c : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
    return %0 : tensor<i32>
  }
}
