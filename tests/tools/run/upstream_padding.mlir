// Padding that is much larger than the image takes no memory, and sums of padding do not overflow.

// REQUIRES: llvm
// RUN: hloom run %s --entry=main --backend=mlir --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --entry=stride_of_padding --backend=mlir --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --entry=least --backend=mlir --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --entry=sum_overflows --backend=mlir --compare=interp --random-inputs=1 | hloom check %s
// RUN: hloom run %s --entry=pad --backend=mlir --compare=interp --random-inputs=1 | hloom check %s

// CHECK: no difference

func.func @main(%x: tensor<1x4x1xf32>, %k: tensor<2x1x1xf32>) -> tensor<1x3x1xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[4611686018427387904, 1]], rhs_dilate = [4611686018427387906]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

func.func @stride_of_padding(%x: tensor<1x4x1xf32>, %k: tensor<1x1x1xf32>) -> tensor<1x2x1xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1000000000000], pad = [[1000000000000, 0]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>) -> tensor<1x2x1xf32>
  return %0 : tensor<1x2x1xf32>
}

func.func @least(%x: tensor<1x4x1xf32>, %k: tensor<1x1x1xf32>) -> tensor<1x3x1xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[-9223372036854775808, 9223372036854775807]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

func.func @sum_overflows(%x: tensor<1x4x1xf32>, %k: tensor<1x1x1xf32>) -> tensor<1x3x1xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [5000000000000000000], pad = [[5000000000000000000, 5000000000000000000]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

func.func @pad(%x: tensor<4xf32>, %p: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.pad %x, %p, low = [-9223372036854775808], high = [9223372036854775807], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
