// What goes in and out lies as the function's type says, with gaps and in blocks too.
//
// REQUIRES: llvm
// RUN: hloom compile %s --emit loops --entry=columns | hloom check %s --check-prefix=COLUMNS
// RUN: hloom run %s --entry=columns --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom compile %s --emit loops --entry=blocks | hloom check %s --check-prefix=BLOCKS
// RUN: hloom run %s --entry=blocks --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom compile %s --emit loops --entry=turned | hloom check %s --check-prefix=TURNED
// RUN: hloom run %s --entry=turned --random-inputs=1 --compare=interp --max-ulp=0
// RUN: hloom compile %s --emit loops --entry=product | hloom check %s --check-prefix=PRODUCT
// RUN: hloom run %s --entry=product --random-inputs=1 --compare=interp --max-ulp=0

// COLUMNS: argument 0 @x : i32[4, 6]
// COLUMNS: result 0 @result : i32[4, 6]
// COLUMNS: kernel "add.y"
// COLUMNS-NOT: kernel
func.func @columns(%x: tensor<6x4xi32, #hloom.layout<[0, 1]>>) -> tensor<6x4xi32, #hloom.layout<[0, 1]>> {
  %y = stablehlo.add %x, %x : tensor<6x4xi32, #hloom.layout<[0, 1]>>
  return %y : tensor<6x4xi32, #hloom.layout<[0, 1]>>
}

// BLOCKS: argument 0 @x : f32[7, 8]
// BLOCKS: result 0 @result : f32[2, 3, 4, 2]
// BLOCKS: kernel "relay"
func.func @blocks(%x: tensor<7x5xf32, #hloom.layout<[1, 0], pad = [0, 3]>>) -> tensor<7x5xf32, #hloom.layout<[1, 0], tile = [4, 2]>> {
  return %x : tensor<7x5xf32, #hloom.layout<[1, 0], pad = [0, 3]>>
}

// Two orders of one memory: it is copied as it is.
// TURNED: result 0 @result : f32[7, 5]
// TURNED-NOT: kernel
// TURNED: copy
func.func @turned(%x: tensor<7x5xf32>) -> tensor<5x7xf32, #hloom.layout<[0, 1]>> {
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<7x5xf32>) -> tensor<5x7xf32, #hloom.layout<[0, 1]>>
  return %y : tensor<5x7xf32, #hloom.layout<[0, 1]>>
}

// The product is made where it goes, in columns, and what else reads it reads it there.
// PRODUCT: argument 0 @x : i32[48, 32]
// PRODUCT: argument 1 @y : i32[24, 48]
// PRODUCT: result 0 @result : i32[24, 32]
// PRODUCT: kernel "dot_general.p"
// PRODUCT: store {{.*}} @result[
// PRODUCT-NOT: relay
// PRODUCT-NOT: row_major
func.func @product(%x: tensor<32x48xi32, #hloom.layout<[0, 1]>>, %y: tensor<48x24xi32, #hloom.layout<[0, 1]>>) -> (tensor<32x24xi32, #hloom.layout<[0, 1]>>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x48xi32, #hloom.layout<[0, 1]>>, tensor<48x24xi32, #hloom.layout<[0, 1]>>) -> tensor<32x24xi32, #hloom.layout<[0, 1]>>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<32x24xi32, #hloom.layout<[0, 1]>>, tensor<i32>) -> tensor<i32>
  return %p, %s : tensor<32x24xi32, #hloom.layout<[0, 1]>>, tensor<i32>
}
