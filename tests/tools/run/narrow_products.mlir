// Products of 8-bit integers and of bf16, which a matrix unit computes where there is
// one: sums of whole numbers are exact, whatever their order.

// REQUIRES: llvm
// RUN: hloom run %s --entry=bytes --random-inputs=7 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=mixed --random-inputs=7 --compare=interp --max-ulp=0 --threads=2
// RUN: hloom run %s --entry=batched --random-inputs=7 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=window --random-inputs=7 --compare=interp --max-ulp=0
// RUN: hloom run %s --entry=whole --compare=interp --max-ulp=0

func.func @bytes(%x: tensor<70x130xi8>, %y: tensor<130x90xi8>) -> tensor<70x90xi32> {
  %product = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<70x130xi8>, tensor<130x90xi8>) -> tensor<70x90xi32>
  return %product : tensor<70x90xi32>
}

func.func @mixed(%x: tensor<64x300xi8>, %y: tensor<200x300xui8>, %bias: tensor<200xi32>) -> tensor<64x200xi32> {
  %wide = stablehlo.convert %y : (tensor<200x300xui8>) -> tensor<200x300xi32>
  %other = stablehlo.convert %x : (tensor<64x300xi8>) -> tensor<64x300xi32>
  %product = stablehlo.dot_general %other, %wide, contracting_dims = [1] x [1] : (tensor<64x300xi32>, tensor<200x300xi32>) -> tensor<64x200xi32>
  %biases = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<200xi32>) -> tensor<64x200xi32>
  %sum = stablehlo.add %product, %biases : tensor<64x200xi32>
  return %sum : tensor<64x200xi32>
}

func.func @batched(%x: tensor<3x80x33xi8>, %y: tensor<3x80x50xi8>) -> tensor<3x33x50xi32> {
  %product = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<3x80x33xi8>, tensor<3x80x50xi8>) -> tensor<3x33x50xi32>
  return %product : tensor<3x33x50xi32>
}

func.func @window(%x: tensor<1x14x14x64xi8>, %k: tensor<3x3x64x40xi8>) -> tensor<1x14x14x40xi32> {
  %product = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x14x14x64xi8>, tensor<3x3x64x40xi8>) -> tensor<1x14x14x40xi32>
  return %product : tensor<1x14x14x40xi32>
}

func.func @whole() -> tensor<48x60xf32> {
  %counted = stablehlo.iota dim = 0 : tensor<6000xi32>
  %seven = stablehlo.constant dense<7> : tensor<6000xi32>
  %small = stablehlo.remainder %counted, %seven : tensor<6000xi32>
  %narrow = stablehlo.convert %small : (tensor<6000xi32>) -> tensor<6000xbf16>
  %y = stablehlo.reshape %narrow : (tensor<6000xbf16>) -> tensor<100x60xbf16>
  %part = stablehlo.slice %narrow [3:4803] : (tensor<6000xbf16>) -> tensor<4800xbf16>
  %x = stablehlo.reshape %part : (tensor<4800xbf16>) -> tensor<48x100xbf16>
  %product = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<48x100xbf16>, tensor<100x60xbf16>) -> tensor<48x60xf32>
  return %product : tensor<48x60xf32>
}
