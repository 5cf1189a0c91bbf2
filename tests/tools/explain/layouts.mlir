// What layouts are chosen in a program, and what that saves.

// RUN: hloom explain layouts %s | hloom check %s

// CHECK:      @main: %heads in #hloom.layout<[2, 0, 1]>
// CHECK-NEXT:   bytes moved in vain: about 0, row-major 25805
// CHECK-NEXT:   %rows is made without a copy: it is %heads in memory
// CHECK-NEXT: @plain: all values are row-major
func.func @main(%p: tensor<6x32x32xf32>, %v: tensor<6x32x16xf32>) -> tensor<32x96xf32> {
  %heads = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x32x32xf32>, tensor<6x32x16xf32>) -> tensor<6x32x16xf32>
  %rows = stablehlo.transpose %heads, dims = [1, 0, 2] : (tensor<6x32x16xf32>) -> tensor<32x6x16xf32>
  %all = stablehlo.reshape %rows : (tensor<32x6x16xf32>) -> tensor<32x96xf32>
  return %all : tensor<32x96xf32>
}
func.func @plain(%x: tensor<6x32xf32>) -> tensor<6x32xf32> {
  %y = stablehlo.abs %x : tensor<6x32xf32>
  return %y : tensor<6x32xf32>
}
