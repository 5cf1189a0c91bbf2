// A mesh that stands in the shardings has sizes of its own.

// RUN: not hloom explain splits %s --mesh 2x2 --link 50GBps,2us 2>&1 | hloom check %s --check-prefix=OTHER
// RUN: hloom explain splits %s --mesh 4 --link 50GBps,0us | hloom check %s
// OTHER: error: @main can't be simulated: --mesh gives 2x2, but the shardings are over a mesh of 4, which is not a named one
// CHECK: a step on 4 ranks

func.func @main(%a: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<mesh<["x"=4]>, [{"x"}, {}]>}) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %t = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<i32>
  return %t : tensor<i32>
}
