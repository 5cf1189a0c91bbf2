// RUN: hloom opt %s --passes='canonicalize{fast=true}' | hloom check %s --check-prefix=FAST
// RUN: hloom opt %s --passes=canonicalize --disable-rule=negate-negate | hloom check %s --check-prefix=OFF
// RUN: hloom opt %s --passes='func(canonicalize,cse)' | hloom check %s --check-prefix=ON

// A rule can be switched off by its name; one that may round differently is on
// only where fast math is asked for.
// FAST-LABEL: func.func @f
// FAST: return %x, %{{.*}}
// FAST-NOT: stablehlo.subtract
// OFF-LABEL: func.func @f
// OFF: stablehlo.negate
// OFF: stablehlo.negate
// ON-LABEL: func.func @f
// ON: stablehlo.subtract %x, %x
// ON-NEXT: return %x, %
func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = stablehlo.negate %x : tensor<4xf32>
  %b = stablehlo.negate %a : tensor<4xf32>
  %c = stablehlo.subtract %x, %x : tensor<4xf32>
  return %b, %c : tensor<4xf32>, tensor<4xf32>
}
