// RUN: hloom opt %s --passes=refine-shapes --split-input-file --verify-diagnostics

// Extents that don't fit in 64 bits are errors.

func.func @main(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %low = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{an extent of the result of `stablehlo.dynamic_pad` does not fit in 64 bits}}
  %y = stablehlo.dynamic_pad %x, %v, %low, %zero, %zero : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %inner = stablehlo.constant dense<4611686018427387904> : tensor<1xi64>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{an extent of the result of `stablehlo.dynamic_pad` does not fit in 64 bits}}
  %y = stablehlo.dynamic_pad %x, %v, %zero, %zero, %inner : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
  %start = stablehlo.constant dense<-9223372036854775807> : tensor<1xi64>
  %end = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>
  %step = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{dimension 0 can't be sliced from -9223372036854775807 to 9223372036854775807 by 1}}
  %y = stablehlo.real_dynamic_slice %x, %start, %end, %step : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %start = stablehlo.constant dense<-9223372036854775807> : tensor<1xi64>
  %end = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>
  %step = stablehlo.constant dense<1> : tensor<1xi64>
  // expected-error@+1 {{dimension 0 can't be sliced from -9223372036854775807 to 9223372036854775807 by 1: 0 <= start <= limit <= ? and}}
  %y = stablehlo.real_dynamic_slice %x, %start, %end, %step : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
