// RUN: hloom opt %s | hloom check %s

// A matrix without rows may be written without columns.
// CHECK: source_target_pairs = dense<> : tensor<0x2xi64>
func.func @send(%x: tensor<f32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 2>, is_host_transfer = true, source_target_pairs = dense<[]> : tensor<0xi64>}> : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
