// RUN: hloom run %s --backend=interp --entry=make --output %t.in
// RUN: hloom run %s --backend=interp --infeed %t.in/0.npy --infeed %t.in/1.npy --outfeed %t.out --host-channel 5=%t.in/1.npy
// RUN: hloom run %s --backend=interp --entry=verify --input 0=%t.out/outfeed_0.npy --input 1=%t.out/outfeed_1.0.npy --input 2=%t.out/outfeed_1.1.npy --input 3=%t.out/channel_7_0.npy
// RUN: not hloom run %s --backend=interp --infeed %t.in/0.npy --outfeed %t.out 2>&1 | hloom check %s --check-prefix=SHORT
// RUN: not hloom run %s --backend=interp 2>&1 | hloom check %s --check-prefix=NONE

// Streams and channels to the host are files.

// SHORT: error: `stablehlo.infeed`: the infeed holds nothing more
// NONE: error: `stablehlo.infeed`: there is no infeed; give --infeed FILE for each one

func.func @make() -> (tensor<2xf32>, tensor<3xi8>) {
  %a = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %b = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  return %a, %b : tensor<2xf32>, tensor<3xi8>
}

func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %b:2 = "stablehlo.infeed"(%a#1) : (!stablehlo.token) -> (tensor<3xi8>, !stablehlo.token)
  %u = "stablehlo.outfeed"(%a#0, %b#1) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %v = "stablehlo.outfeed"(%b#0, %a#0, %u) : (tensor<3xi8>, tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %c:2 = "stablehlo.recv"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3xi8>, !stablehlo.token)
  %twice = stablehlo.add %c#0, %c#0 : tensor<3xi8>
  %w = "stablehlo.send"(%twice, %c#1) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}> : (tensor<3xi8>, !stablehlo.token) -> !stablehlo.token
  return
}

func.func @verify(%a: tensor<2xf32>, %b: tensor<3xi8>, %c: tensor<2xf32>, %d: tensor<3xi8>) {
  check.expect_eq_const %a, dense<[1.5, 2.5]> : tensor<2xf32>
  check.expect_eq_const %b, dense<[1, 2, 3]> : tensor<3xi8>
  check.expect_eq_const %c, dense<[1.5, 2.5]> : tensor<2xf32>
  check.expect_eq_const %d, dense<[2, 4, 6]> : tensor<3xi8>
  return
}
