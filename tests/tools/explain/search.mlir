// Shardings of the least estimated time, in a program that states none and has no mesh.

// RUN: hloom explain splits %s --mesh 2x2 --link 50GBps,2us --search | hloom check %s
// RUN: hloom explain splits %s --mesh 64x2 --link 50GBps,2us --rank-memory 2MB --search | hloom check %s --check-prefix=MEMORY
// RUN: not hloom explain splits %s --mesh 2x2 --link 50GBps,2us --rank-memory 1kB --search 2>&1 | hloom check %s --check-prefix=LITTLE
// RUN: hloom explain splits %s --mesh 2x2x2x2x2x2x2x2x2x2 --link 50GBps,2us --search | hloom check %s --check-prefix=AXES
// RUN: not hloom explain splits %s --mesh 2x2 --search 2>&1 | hloom check %s --check-prefix=LINK

// AXES: the mesh has so many axes that not all divisions were looked at

// Rows are divided inside of the loop and of the branch, so that nothing is exchanged.
// CHECK:      @main: 4 devices; searched {{.*}} ms, stated shardings [[ALL:.*]] ms, one device [[ALL]] ms
// CHECK-NEXT:   arguments: %x [{"x", "y"}, {}]
// CHECK-NEXT:   %y  dot_general  [{"x", "y"}, {}]  dim 0 over "x" and "y"  {{.*}}, 10 times
// CHECK-NEXT:   %t  tanh         [{"x", "y"}, {}]  dim 0 over "x" and "y"  {{.*}}, 10 times
// CHECK-NEXT:   %a  dot_general  [{"x", "y"}, {}]  dim 0 over "x" and "y"  {{.*}}, 0.5 times
// CHECK-NEXT:   %b  negate       [{"x", "y"}, {}]  dim 0 over "x" and "y"  {{.*}}, 0.5 times
// CHECK-NEXT:   a step on 4 ranks: {{.*}} ms
// CHECK:        "x" (2 ranks, switch): no traffic
// CHECK-NEXT:   "y" (2 ranks, switch): no traffic
// MEMORY: @main: 128 devices; searched
// MEMORY: a step on 128 ranks
// LITTLE: error: @main: no plan fits into 1000 bytes of a device; the least that was found takes
// LINK: error: --search is about a simulated step: give --link, or --measure

func.func @main(%x: tensor<256x512xf32>, %w: tensor<512x512xf32>, %p: tensor<i1>) -> tensor<256x512xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<256x512xf32>
   cond {
    %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<256x512xf32>, tensor<512x512xf32>) -> tensor<256x512xf32>
    %t = stablehlo.tanh %y : tensor<256x512xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<256x512xf32>
  }
  %q = "stablehlo.if"(%p) ({
    %a = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<256x512xf32>, tensor<512x512xf32>) -> tensor<256x512xf32>
    stablehlo.return %a : tensor<256x512xf32>
  }, {
    %b = stablehlo.negate %r#1 : tensor<256x512xf32>
    stablehlo.return %b : tensor<256x512xf32>
  }) : (tensor<i1>) -> tensor<256x512xf32>
  return %q : tensor<256x512xf32>
}
