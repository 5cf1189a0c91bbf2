// Statistics of the batch: two loops, or those of each micro-batch.

// RUN: hloom opt %s --passes='micro-batch{arguments=0 count=2}' | hloom check %s
// RUN: hloom opt %s --passes='micro-batch{arguments=0 count=2 statistics=micro-batch}' | hloom check %s --check-prefix=MICRO
// RUN: not hloom opt %s --passes='micro-batch{arguments=0 count=9}' 2>&1 | hloom check %s --check-prefix=MANY
// RUN: not hloom opt %s --passes='micro-batch{arguments=7}' 2>&1 | hloom check %s --check-prefix=ARGUMENT
// RUN: not hloom opt %s --passes='micro-batch' 2>&1 | hloom check %s --check-prefix=NONE
// RUN: not hloom opt %s --passes='micro-batch{arguments=0 function=f}' 2>&1 | hloom check %s --check-prefix=FUNCTION

// MANY: error: {{.*}}a batch of 8 can't be divided into 9 micro-batches
// ARGUMENT: error: {{.*}}there is no argument 7; there are 1
// NONE: error: {{.*}}option `arguments` must name the arguments that hold a batch, such as `2:3`
// FUNCTION: error: {{.*}}there is no function `@f` with a body

// The mean is known when the first loop has ended; the second one reads the batch again.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while
// CHECK: stablehlo.reduce
// CHECK: stablehlo.divide
// CHECK: stablehlo.while
// CHECK: stablehlo.subtract
// CHECK: return

// MICRO-LABEL: func.func @main
// MICRO: stablehlo.while
// MICRO: stablehlo.reduce
// MICRO: stablehlo.multiply
// MICRO: stablehlo.subtract
// MICRO-NOT: stablehlo.while
// MICRO: return
func.func @main(%x: tensor<8x3xf32>) -> tensor<8x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<8.0> : tensor<3xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
  %mean = stablehlo.divide %sum, %n : tensor<3xf32>
  %all = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<3xf32>) -> tensor<8x3xf32>
  %y = stablehlo.subtract %x, %all : tensor<8x3xf32>
  return %y : tensor<8x3xf32>
}
