// Sums begin with their own start, also where it is 0 and all terms are -0; regions use no value of a micro-batch.
//
// RUN: hloom opt %s --passes='micro-batch{arguments=0 count=2}' | hloom run - --backend interp --random-inputs 1 --print | hloom check %s
// RUN: hloom opt %s --passes='pipeline-levels{arguments=0 count=2 levels=1}' | hloom run - --backend interp --random-inputs 1 --print | hloom check %s
//
// CHECK: 0: tensor<complex<f32>> = {{.*}}0.0,{{.*}}5.0
// CHECK: 1: tensor<f32> = inf
// CHECK: 2: tensor<4x1xf32> = {{.*}}0.0
func.func @main(%x: tensor<4x1xf32>) -> (tensor<complex<f32>>, tensor<f32>, tensor<4x1xf32>) {
  %nothing = stablehlo.subtract %x, %x : tensor<4x1xf32>
  %c = stablehlo.complex %nothing, %nothing : tensor<4x1xcomplex<f32>>
  %start = stablehlo.constant dense<(0.0,5.0)> : tensor<complex<f32>>
  %s = stablehlo.reduce(%c init: %start) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %below = stablehlo.negate %nothing : tensor<4x1xf32>
  %sum = stablehlo.reduce(%below init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.divide %one, %sum : tensor<f32>
  %t = stablehlo.abs %nothing : tensor<4x1xf32>
  %o = "stablehlo.sort"(%t) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %first = stablehlo.slice %t [0:1, 0:1] : (tensor<4x1xf32>) -> tensor<1x1xf32>
    %f = stablehlo.reshape %first : (tensor<1x1xf32>) -> tensor<f32>
    %p = stablehlo.multiply %a, %f : tensor<f32>
    %q = stablehlo.multiply %b, %f : tensor<f32>
    %l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  return %s, %r, %o : tensor<complex<f32>>, tensor<f32>, tensor<4x1xf32>
}
