// With --verify-diagnostics only a difference from the comments is a failure.

// RUN: hloom opt %s --split-input-file --verify-diagnostics

func.func @permutation(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@below {{(C2)}}
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// -----

func.func @two(%x: tensor<2xf32>) {
  // expected-error-re@+1 {{{{absent|nowhere}}}}
  %a = stablehlo.negate %absent : tensor<2xf32>
  %b = stablehlo.negate %nowhere : tensor<2xf32> // expected-error {{%nowhere}}
  return
}

// -----

func.func @fine() {
  return
}
