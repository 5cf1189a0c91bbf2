// More axes never make a plan slower: those that help nothing are left out.

// RUN: hloom explain splits %s --mesh 2x2 --link 50GBps,2us --search | hloom check %s
// RUN: hloom explain splits %s --mesh 2x2x2x2 --link 50GBps,2us --search | hloom check %s

// CHECK:      devices; searched 1.52 ms, stated shardings 2.92 ms, one device 2.92 ms
// CHECK-NEXT:   arguments: %x [{"x"}, {}, {}]
// CHECK-NEXT:   %a  cholesky  [{"x"}, {}, {}]  dim 0 over "x"
// CHECK-NEXT:   a step on {{.*}} ranks: 1.48 ms, bubbles 0.0 %, all ranks alike

func.func @main(%x: tensor<2x256x256xf32>) -> tensor<2x256x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<2x256x256xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.cholesky %h, lower = true : tensor<2x256x256xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a : tensor<i32>, tensor<2x256x256xf32>
  }
  return %r#1 : tensor<2x256x256xf32>
}
