// RUN: hloom opt %s --passes=assign-layouts --split-input-file | hloom check %s
// RUN: %if llvm %{ hloom run %s --split-input-file --random-inputs=1 --compare=interp --max-ulp=0 %}

// Heads of attention, put side by side again: the product is made in the order in which
// the reshape wants it, and the transposition moves nothing.
// CHECK-LABEL: func.func @main
// CHECK: %heads = stablehlo.dot_general {{.*}} -> tensor<6x32x16xi32, #hloom.layout<[2, 0, 1]>>
// CHECK-NEXT: %rows = stablehlo.transpose %heads, dims = [1, 0, 2] : (tensor<6x32x16xi32, #hloom.layout<[2, 0, 1]>>) -> tensor<32x6x16xi32>
// CHECK-NEXT: %all = stablehlo.reshape %rows
func.func @main(%p: tensor<6x32x32xi32>, %v: tensor<6x32x16xi32>) -> tensor<32x96xi32> {
  %heads = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x32x32xi32>, tensor<6x32x16xi32>) -> tensor<6x32x16xi32>
  %rows = stablehlo.transpose %heads, dims = [1, 0, 2] : (tensor<6x32x16xi32>) -> tensor<32x6x16xi32>
  %all = stablehlo.reshape %rows : (tensor<32x6x16xi32>) -> tensor<32x96xi32>
  return %all : tensor<32x96xi32>
}

// -----

// What lies between convolutions of small images keeps its features innermost, and what is
// done to it point by point follows. The argument and the result stay as they are.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%x: tensor<1x32x7x7xi32>,
// CHECK: %a = stablehlo.convolution{{.*}} -> tensor<1x64x7x7xi32, #hloom.layout<[1, 3, 2, 0]>>
// CHECK: %b = stablehlo.abs %a : tensor<1x64x7x7xi32, #hloom.layout<[1, 3, 2, 0]>>
// CHECK: stablehlo.convolution{{.*}} -> tensor<1x32x7x7xi32>
func.func @main(%x: tensor<1x32x7x7xi32>, %w: tensor<64x32x1x1xi32>, %u: tensor<32x64x1x1xi32>) -> tensor<1x32x7x7xi32> {
  %a = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x32x7x7xi32>, tensor<64x32x1x1xi32>) -> tensor<1x64x7x7xi32>
  %b = stablehlo.abs %a : tensor<1x64x7x7xi32>
  %c = stablehlo.convolution(%b, %u) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x64x7x7xi32>, tensor<32x64x1x1xi32>) -> tensor<1x32x7x7xi32>
  return %c : tensor<1x32x7x7xi32>
}

// -----

// Nothing is gained where only the border has other wishes.
// CHECK-LABEL: func.func @main
// CHECK-NOT: #hloom.layout
func.func @main(%x: tensor<64x48xf32>) -> tensor<48x64xf32> {
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x48xf32>) -> tensor<48x64xf32>
  return %y : tensor<48x64xf32>
}

// -----

// A layout that is written down stays.
// CHECK-LABEL: func.func @main
// CHECK: %y = stablehlo.abs %x : (tensor<8x6xf32>) -> tensor<8x6xf32, #hloom.layout<[0, 1], pad = [3, 0], tile = [4, 4]>>
// CHECK: return %z : tensor<8x6xf32>
func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %y = "stablehlo.abs"(%x) : (tensor<8x6xf32>) -> tensor<8x6xf32, #hloom.layout<[0,1], tile = [4,4], pad = [3, 0]>>
  %z = "stablehlo.negate"(%y) : (tensor<8x6xf32, #hloom.layout<[0, 1], pad = [3, 0], tile = [4, 4]>>) -> tensor<8x6xf32>
  return %z : tensor<8x6xf32>
}
