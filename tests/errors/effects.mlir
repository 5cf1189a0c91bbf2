// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Tokens, streams, channels, futures, and several programs at once.

func.func @infeed_token(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.infeed` breaks (I1): token must be a token, not tensor<4xf32>}}
  %y:2 = "stablehlo.infeed"(%x) : (tensor<4xf32>) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_results(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.infeed` breaks (C1): there must be at least one result, a token}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed_tensors(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.infeed` breaks (C2): result 0 must be a tensor, not !stablehlo.token}}
  %y:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_last(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.infeed` breaks (C3): the last result must be a token, not tensor<4xf32>}}
  %y:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @outfeed_inputs(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.outfeed` breaks (I1): operand 0 must be a ranked tensor, not !stablehlo.token}}
  %y = "stablehlo.outfeed"(%t, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @outfeed_token(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.outfeed` breaks (I2): token must be a token, not tensor<4xf32>}}
  %y = "stablehlo.outfeed"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> !stablehlo.token
  return
}

// -----

func.func @send_inputs(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (I1): operand 0 must be a ranked tensor, not !stablehlo.token}}
  %y = "stablehlo.send"(%t, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_token(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (I2): token must be a token, not tensor<4xf32>}}
  %y = "stablehlo.send"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4xf32>) -> !stablehlo.token
  return
}

// -----

func.func @recv_token(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.recv` breaks (I1): token must be a token, not tensor<4xf32>}}
  %y:2 = "stablehlo.recv"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4xf32>) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_columns(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (C1): source_target_pairs has 1 columns, not a source and a target}}
  %y = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_sources(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (C2): 0 is twice a source in source_target_pairs}}
  %y = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_targets(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (C3): 2 is twice a target in source_target_pairs}}
  %y = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_range(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (C4): source_target_pairs names -3, which is not one of the partitions}}
  %y = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -3]]> : tensor<1x2xi64>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_columns(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.recv` breaks (C1): source_target_pairs has 1 columns, not a source and a target}}
  %y:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<0> : tensor<1x1xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_sources(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.recv` breaks (C2): 0 is twice a source in source_target_pairs}}
  %y:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_targets(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.recv` breaks (C3): 2 is twice a target in source_target_pairs}}
  %y:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_range(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.recv` breaks (C4): source_target_pairs names -3, which is not one of the partitions}}
  %y:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -3]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_host(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (C5): a channel to the host has type 2, not 3}}
  %y = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @send_device(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.send` breaks (C5): a channel between processes has type 1, not 0}}
  %y = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_host(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.recv` breaks (C5): a channel from the host has type 3, not 2}}
  %y:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_results(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.recv`: the last result must be a token, not tensor<4xf32>}}
  %y:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @channel_text(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{expected `handle`, `type`, found `1`}}
  %y = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<1>}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @async_done_future(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.async_done`: operand 0 must be a future, not tensor<4xf32>}}
  %y = "stablehlo.async_done"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @async_start_body(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.async_start`: the body must be one collective op or slice, and a return}}
  %y = "stablehlo.async_start"(%x) ({
      ^bb0(%a: tensor<4xf32>):
        %b = stablehlo.abs %a : tensor<4xf32>
        stablehlo.return %b : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @async_start_arguments(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{`stablehlo.async_start`: the body takes tensor<2xf32>, the operands are tensor<4xf32>}}
  %y = "stablehlo.async_start"(%x) ({
      ^bb0(%a: tensor<2xf32>):
        %b = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
        stablehlo.return %b : tensor<1xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<1xf32>>
  return
}

// -----

func.func @async_start_type(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+5 {{`stablehlo.async_start`: the result is !stablehlo.future<tensor<1xf32>>, but !stablehlo.future<tensor<2xf32>> is declared}}
  %y = "stablehlo.async_start"(%x) ({
      ^bb0(%a: tensor<4xf32>):
        %b = stablehlo.slice %a [0:1] : (tensor<4xf32>) -> tensor<1xf32>
        stablehlo.return %b : tensor<1xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @token_type() {
  // expected-error@+1 {{`stablehlo.create_token`: the result is !stablehlo.token, but tensor<i1> is declared}}
  %y = stablehlo.create_token : tensor<i1>
  return
}

// -----

func.func @replica_type() {
  // expected-error@+1 {{`stablehlo.replica_id`: the result is tensor<ui32>, but tensor<i32> is declared}}
  %y = stablehlo.replica_id : tensor<i32>
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @run_nothing() {
  // expected-error@+1 {{`interpreter.run_parallel`: programs must name a function}}
  "interpreter.run_parallel"() <{programs = [[]]}> : () -> ()
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @run_ragged(%x: tensor<4xf32>) {
  // expected-error@+1 {{`interpreter.run_parallel`: each replica must have 1 programs, as the first has}}
  %r:3 = "interpreter.run_parallel"(%x, %x, %x) <{programs = [[@f], [@f, @f]]}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @run_inputs(%x: tensor<4xf32>) {
  // expected-error@+1 {{`interpreter.run_parallel`: the programs take (tensor<4xf32>, tensor<4xf32>), but are given tensor<4xf32>}}
  %r:2 = "interpreter.run_parallel"(%x) <{programs = [[@f], [@f]]}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @run_results(%x: tensor<4xf32>) {
  // expected-error@+1 {{`interpreter.run_parallel` has 1 results here, but 2 are declared}}
  %r:2 = "interpreter.run_parallel"(%x) <{programs = [[@f]]}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @run_unknown(%x: tensor<4xf32>) {
  // expected-error@+1 {{there is no function `@g`}}
  %r = "interpreter.run_parallel"(%x) <{programs = [[@g]]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @run_infeed(%x: tensor<4xf32>) {
  // expected-error@+1 {{`interpreter.run_parallel`: @f must take nothing and result in a tensor}}
  %r = "interpreter.run_parallel"(%x) <{infeed = [@f], programs = [[@f]]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @run_programs(%x: tensor<4xf32>) {
  // expected-error@+1 {{the attribute `programs` of `interpreter.run_parallel`: expected functions `[@name, …]`, found `@f`}}
  %r = "interpreter.run_parallel"(%x) <{programs = [@f]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @print_token(%t: !stablehlo.token) {
  // expected-error@+1 {{`interpreter.print` breaks (I1): operand must be a tensor, not !stablehlo.token}}
  %y = interpreter.print %t : !stablehlo.token
  return
}

// -----

func.func @probe_name(%x: tensor<f32>) {
  // expected-error@+1 {{`interpreter.probe` needs the attribute `probe_id`}}
  %y = "interpreter.probe"(%x) : (tensor<f32>) -> tensor<f32>
  return
}
