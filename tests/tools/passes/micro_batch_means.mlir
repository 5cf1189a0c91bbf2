// Statistics of micro-batches: a mean of complex numbers is scaled; one of integers stays that of the batch.
//
// RUN: hloom opt %s --passes='micro-batch{arguments=0 count=2 statistics=micro-batch}' | hloom run - --backend interp --random-inputs 1 --print | hloom check %s
//
// CHECK: 0: tensor<4xcomplex<f32>> = [{{.?}}0.0, 0.0{{.*}}0.0, 0.0{{.*}}0.0, 0.0{{.*}}0.0, 0.0
// CHECK: 1: tensor<4xi32> = [0, 0, 0, 0]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xi32>) {
  %nothing = stablehlo.subtract %x, %x : tensor<4xf32>
  %ones = stablehlo.exponential %nothing : tensor<4xf32>
  %c = stablehlo.complex %ones, %nothing : tensor<4xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
  %four = stablehlo.constant dense<(4.0,0.0)> : tensor<complex<f32>>
  %s = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %m = stablehlo.divide %s, %four : tensor<complex<f32>>
  %b = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
  %d = stablehlo.subtract %c, %b : tensor<4xcomplex<f32>>
  %i = stablehlo.convert %ones : (tensor<4xf32>) -> tensor<4xi32>
  %izero = stablehlo.constant dense<0> : tensor<i32>
  %ifour = stablehlo.constant dense<4> : tensor<i32>
  %is = stablehlo.reduce(%i init: %izero) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %im = stablehlo.divide %is, %ifour : tensor<i32>
  %ib = stablehlo.broadcast_in_dim %im, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %id = stablehlo.subtract %i, %ib : tensor<4xi32>
  return %d, %id : tensor<4xcomplex<f32>>, tensor<4xi32>
}
