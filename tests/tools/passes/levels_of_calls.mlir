// RUN: not hloom opt %s --passes='pipeline-levels{arguments=0 count=2 levels=1}' 2>&1 | hloom check %s
// CHECK: error: pass `pipeline-levels`: `@f` is called, which levels can't divide; run `inline` before
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %t = stablehlo.tanh %x : tensor<4xf32>
  return %t : tensor<4xf32>
}
