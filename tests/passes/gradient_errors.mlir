// RUN: hloom opt %s --passes=gradient --split-input-file --verify-diagnostics

// What has no derivative is said, and where.

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{hloom has no derivative of `stablehlo.cbrt`}}
  %y = stablehlo.cbrt %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-error@+1 {{hloom has no derivative of `stablehlo.while` with several results}}
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<f32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %t = stablehlo.multiply %s, %s : tensor<f32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %t : tensor<i32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<f32>
}

// -----

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{a gradient is of static tensors, but there is tensor<?xf32> here}}
  %y = stablehlo.negate %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// expected-error@+1 {{@main has several blocks; `lift-control-flow` makes it one}}
func.func @main(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  cf.cond_br %c, ^a, ^b(%x : tensor<f32>)
^a:
  %y = stablehlo.negate %x : tensor<f32>
  cf.br ^b(%y : tensor<f32>)
^b(%z: tensor<f32>):
  return %z : tensor<f32>
}

// -----

// expected-error@+1 {{there is a function `@main_gradient` already}}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @main_gradient(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{hloom has derivatives of reductions that add, or take the largest or smallest alone}}
  %y = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
