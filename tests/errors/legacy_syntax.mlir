// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Ops that are read as others.

func.func @dot(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{`stablehlo.dot` takes vectors and matrices}}
  %y = stablehlo.dot %x, %x : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @sizes(%x: tensor<3xf32>) -> tensor<4x2x3xf32> {
  // expected-error@+1 {{the result must begin with the extents [2]}}
  %y = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
  return %y : tensor<4x2x3xf32>
}

// -----

func.func @none(%x: tensor<3xf32>) -> tensor<4x3xf32> {
  // expected-error@+1 {{`stablehlo.broadcast` needs the list of integers `broadcast_sizes`}}
  %y = "stablehlo.broadcast"(%x) : (tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// -----

func.func @rank(%x: tensor<3xf32>) -> tensor<4x2x3xf32> {
  // expected-error@+1 {{breaks}}
  %y = stablehlo.broadcast %x, sizes = [4] : (tensor<3xf32>) -> tensor<4x2x3xf32>
  return %y : tensor<4x2x3xf32>
}
