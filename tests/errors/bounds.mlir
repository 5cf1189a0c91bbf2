// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Bounds of open extents take part in type inference.

func.func @above_the_bound(%x: tensor<3xf32>, %y: tensor<?xf32, #stablehlo.bounds<2>>) {
  // expected-error@+1 {{`stablehlo.add` breaks (C1): lhs is tensor<3xf32> but rhs is tensor<?xf32, #stablehlo.bounds<2>>}}
  %z = "stablehlo.add"(%x, %y) : (tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  return
}

// -----

func.func @result_above_the_bound(%x: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{`stablehlo.add` breaks (C1): the result is tensor<?xf32, #stablehlo.bounds<4>>, but tensor<5xf32> is declared}}
  %z = "stablehlo.add"(%x, %x) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}

// -----

func.func @slice(%x: tensor<3x?xi32, #stablehlo.bounds<?, 4>>) {
  // expected-error@+1 {{`stablehlo.slice` breaks (C3): dimension 1 can't be sliced from 0 to 5: 0 <= start <= limit <= 4 must hold}}
  %0 = "stablehlo.slice"(%x) {start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 5>, strides = array<i64: 1, 2>} : (tensor<3x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<?x?xi32>
  return
}

// -----

func.func @pad(%x: tensor<?xf16, #stablehlo.bounds<3>>, %v: tensor<f16>) {
  // expected-error@+1 {{`stablehlo.pad` breaks (C4): dimension 0 of the result would have extent -5}}
  %0 = "stablehlo.pad"(%x, %v) {edge_padding_low = array<i64: -10>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 1>} : (tensor<?xf16, #stablehlo.bounds<3>>, tensor<f16>) -> tensor<?xf16>
  return
}

// -----

func.func @pad_bound(%x: tensor<?xf16, #stablehlo.bounds<3>>, %v: tensor<f16>) {
  // expected-error@+1 {{`stablehlo.pad` breaks (C4): the result is tensor<?xf16, #stablehlo.bounds<7>>, but tensor<8xf16> is declared}}
  %0 = "stablehlo.pad"(%x, %v) {edge_padding_low = array<i64: 2>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 1>} : (tensor<?xf16, #stablehlo.bounds<3>>, tensor<f16>) -> tensor<8xf16>
  return
}

// -----

func.func @concatenate(%x: tensor<?x2xf32, #stablehlo.bounds<3, ?>>, %y: tensor<4x2xf32>) {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C2): input 1 is tensor<4x2xf32>, the first tensor<?x2xf32, #stablehlo.bounds<3, ?>>; one is above the other's bound}}
  %0 = "stablehlo.concatenate"(%x, %y) {dimension = 1 : i64} : (tensor<?x2xf32, #stablehlo.bounds<3, ?>>, tensor<4x2xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @concatenate_bound(%x: tensor<?xf32, #stablehlo.bounds<3>>, %y: tensor<4xf32>) {
  // expected-error@+1 {{`stablehlo.concatenate` breaks (C6): the result is tensor<?xf32, #stablehlo.bounds<7>>, but tensor<8xf32> is declared}}
  %0 = "stablehlo.concatenate"(%x, %y) {dimension = 0 : i64} : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reshape(%x: tensor<?x?xf32, #stablehlo.bounds<5, 5>>) {
  // expected-error@+1 {{`stablehlo.reshape`: the result tensor<?x?xf32, #stablehlo.bounds<5, 5>> must have known extents; at most one may be open, and have a bound}}
  %0 = stablehlo.reshape %x : (tensor<?x?xf32, #stablehlo.bounds<5, 5>>) -> tensor<?x?xf32, #stablehlo.bounds<5, 5>>
  return
}

// -----

func.func @broadcast(%x: tensor<3xi32>) {
  // expected-error@+1 {{`stablehlo.broadcast_in_dim`: the result tensor<?x3xi32> must have known extents; at most one may be open, and have a bound}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xi32>) -> tensor<?x3xi32>
  return
}


// -----

func.func @iota() -> tensor<?xi32> {
  // expected-error@+1 {{`stablehlo.iota`: the result tensor<?xi32> must have known extents; `stablehlo.dynamic_iota` takes others}}
  %0 = stablehlo.iota dim = 0 : tensor<?xi32>
  return %0 : tensor<?xi32>
}
