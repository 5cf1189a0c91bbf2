// Products of long sums are computed in chunks, and these are added: as a gemm, transposed, over two
// dimensions, with narrow results, and as the gradient of a convolution's kernel. Sums of a prime
// number of steps, those of few rows, and those of a machine's dot units stay whole.

// REQUIRES: llvm
// RUN: hloom compile %s --entry=gemm --emit schedules | hloom check %s --check-prefix=GEMM
// RUN: hloom compile %s --entry=weights --emit schedules | hloom check %s --check-prefix=WEIGHTS
// RUN: hloom compile %s --entry=kernel --emit schedules | hloom check %s --check-prefix=KERNEL
// RUN: hloom compile %s --entry=prime --emit schedules | hloom check %s --check-prefix=WHOLE
// RUN: hloom compile %s --entry=few --emit schedules | hloom check %s --check-prefix=WHOLE
// RUN: hloom compile %s --entry=units --target=x86-64-v3 --emit schedules | hloom check %s --check-prefix=FMA
// RUN: hloom compile %s --entry=units --target=znver4 --emit schedules | hloom check %s --check-prefix=WHOLE
// RUN: hloom run %s --entry=units --random-inputs=7 --compare=interp --rtol=1e-5 --atol=1e-3 --threads=2
// RUN: hloom run %s --entry=gemm --random-inputs=7 --compare=interp --rtol=1e-5 --atol=1e-3 --threads=2
// RUN: hloom run %s --entry=weights --random-inputs=7 --compare=interp --rtol=1e-5 --atol=1e-3 --threads=1
// RUN: hloom run %s --entry=narrow --random-inputs=7 --compare=interp --rtol=8e-3 --atol=1e-2 --threads=2
// RUN: hloom run %s --entry=kernel --random-inputs=7 --compare=interp --rtol=1e-5 --atol=1e-3 --threads=2
// RUN: hloom run %s --entry=prime --random-inputs=7 --compare=interp --rtol=1e-5 --atol=1e-3 --threads=2

// GEMM:      two-pass k{{[0-9]*}} by 2048
// WEIGHTS:   two-pass
// KERNEL:    two-pass
// FMA:       two-pass
// WHOLE-NOT: two-pass

func.func @units(%x: tensor<24x16384xbf16>, %y: tensor<16384x24xbf16>) -> tensor<24x24xf32> {
  %xy = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<24x16384xbf16>, tensor<16384x24xbf16>) -> tensor<24x24xf32>
  return %xy : tensor<24x24xf32>
}

func.func @gemm(%x: tensor<40x8192xf32>, %y: tensor<8192x48xf32>, %b: tensor<48xf32>) -> tensor<40x48xf32> {
  %xy = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x8192xf32>, tensor<8192x48xf32>) -> tensor<40x48xf32>
  %rows = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<48xf32>) -> tensor<40x48xf32>
  %sum = stablehlo.add %xy, %rows : tensor<40x48xf32>
  %tanh = stablehlo.tanh %sum : tensor<40x48xf32>
  return %tanh : tensor<40x48xf32>
}

func.func @weights(%x: tensor<7x1024x40xf32>, %dy: tensor<7x1024x48xf32>) -> tensor<40x48xf32> {
  %dw = stablehlo.dot_general %x, %dy, contracting_dims = [0, 1] x [0, 1] : (tensor<7x1024x40xf32>, tensor<7x1024x48xf32>) -> tensor<40x48xf32>
  return %dw : tensor<40x48xf32>
}

func.func @narrow(%x: tensor<9216x40xf16>, %dy: tensor<9216x48xf16>) -> tensor<40x48xf16> {
  %dw = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<9216x40xf16>, tensor<9216x48xf16>) -> tensor<40x48xf16>
  return %dw : tensor<40x48xf16>
}

func.func @kernel(%x: tensor<8x30x30x32xf32>, %dy: tensor<8x28x28x32xf32>) -> tensor<3x3x32x32xf32> {
  %dk = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x30x30x32xf32>, tensor<8x28x28x32xf32>) -> tensor<3x3x32x32xf32>
  return %dk : tensor<3x3x32x32xf32>
}

func.func @prime(%x: tensor<40x8191xf32>, %y: tensor<8191x48xf32>) -> tensor<40x48xf32> {
  %xy = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x8191xf32>, tensor<8191x48xf32>) -> tensor<40x48xf32>
  return %xy : tensor<40x48xf32>
}

func.func @few(%x: tensor<4x8192xf32>, %y: tensor<8192x48xf32>) -> tensor<4x48xf32> {
  %xy = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8192xf32>, tensor<8192x48xf32>) -> tensor<4x48xf32>
  return %xy : tensor<4x48xf32>
}
