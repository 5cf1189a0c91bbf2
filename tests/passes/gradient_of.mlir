// RUN: hloom opt %s --passes=gradient{of=mesh} --verify-diagnostics

// A symbol that is not a function has no gradient.

// expected-error@+1 {{`@mesh` is a `sdy.mesh`, not a function to take a gradient of}}
sdy.mesh @mesh = <["x"=2]>

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
