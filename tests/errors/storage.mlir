// RUN: hloom opt %s --split-input-file --verify-diagnostics

// How tensors are stored, and what runs over stored entries.

func.func @relayout(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{`hloom.relayout`: tensor<4x5xf32> can't become tensor<5x4xf32>: only how it is stored may differ}}
  %y = hloom.relayout %x : (tensor<4x5xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @no_input(%x: tensor<4xf32>) {
  // expected-error@+1 {{`hloom.fusion`: input 1 can't be the driver: there are 1}}
  %y = "hloom.fusion"(%x) <{kind = "cell", driver = 1 : i64}> ({
  ^bb0(%a: tensor<4xf32>):
    %b = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dense(%x: tensor<4xf32>) {
  // expected-error@+1 {{`hloom.fusion`: input 0 can't be the driver: it is not stored sparsely}}
  %y = "hloom.fusion"(%x) <{kind = "cell", driver = 0 : i64}> ({
  ^bb0(%a: tensor<4xf32>):
    %b = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @needs_all(%x: tensor<4x5xf32, #csr>) {
  // expected-error@+1 {{`hloom.fusion`: input 0 can't be the driver: %c is not zero where the driver is}}
  %y = "hloom.fusion"(%x) <{kind = "cell", driver = 0 : i64}> ({
  ^bb0(%a: tensor<4x5xf32, #csr>):
    %b = hloom.relayout %a : (tensor<4x5xf32, #csr>) -> tensor<4x5xf32>
    %c = stablehlo.exponential %b : tensor<4x5xf32>
    stablehlo.return %c : tensor<4x5xf32>
  }) : (tensor<4x5xf32, #csr>) -> tensor<4x5xf32>
  return
}
