// Passes run in the order in which they are given, as a pipeline or as flags.

// RUN: hloom opt %s --passes=canonicalize,dce | hloom check %s
// RUN: hloom opt %s --passes 'func(canonicalize{fold=true}, dce)' | hloom check %s
// RUN: hloom opt %s --canonicalize --dce | hloom check %s
// RUN: hloom opt %s --canonicalize=fold=true --dce | hloom check %s
// RUN: cat %s | hloom opt - --canonicalize --dce | hloom check %s
// RUN: hloom opt %s --canonicalize --dce -o %t | hloom check %s --check-prefix=QUIET --allow-empty
// RUN: cat %t | hloom check %s
// RUN: hloom opt %s --canonicalize --disable-rule=negate-negate | hloom check %s --check-prefix=KEPT
// RUN: hloom opt %s --print-generic | hloom check %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @twice_negated
// CHECK-NEXT:    return %x : tensor<4xf32>
// KEPT: stablehlo.negate
// KEPT: stablehlo.negate
// QUIET-NOT: {{.}}
// GENERIC: "func.func"() <{
// GENERIC: "stablehlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
func.func @twice_negated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %once = stablehlo.negate %x : tensor<4xf32>
  %twice = stablehlo.negate %once : tensor<4xf32>
  return %twice : tensor<4xf32>
}
