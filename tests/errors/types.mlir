// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Types of quantized elements that the specification does not allow.

// expected-error@+1 {{(C3): -129:127 is not a range of i8}}
func.func @range(%x: tensor<2x!quant.uniform<i8<-129:127>:f32, 0.5>>) {
  return
}

// -----

// expected-error@+1 {{(C3): 5:5 is not a range of i8}}
func.func @empty_range(%x: tensor<2x!quant.uniform<i8<5:5>:f32, 0.5>>) {
  return
}

// -----

// expected-error@+1 {{(C5): the scale -0.5 is not positive}}
func.func @scale(%x: tensor<2x!quant.uniform<i8:f32, -0.5>>) {
  return
}

// -----

// expected-error@+1 {{(C7): the zero point 300 is not in -128..=127}}
func.func @zero_point(%x: tensor<2x!quant.uniform<i8:f32, 0.5:300>>) {
  return
}

// -----

// expected-error@+1 {{(C12): tensor<2x!quant.uniform<i8:f32:1, {0.5,0.25}>> is quantized along dimension 1, which it does not have}}
func.func @no_dimension(%x: tensor<2x!quant.uniform<i8:f32:1, {0.5,0.25}>>) {
  return
}

// -----

// expected-error@+1 {{(C13): tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25,1.0}>> has 3 scales for the 2 indices of dimension 0}}
func.func @scale_count(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25,1.0}>>) {
  return
}

// -----

// expected-error@+1 {{tensor<?x4xf32, #stablehlo.bounds<8>> has 1 bounds for 2 dimensions}}
func.func @bounds_size(%x: tensor<?x4xf32, #stablehlo.bounds<8>>) {
  return
}

// -----

// expected-error@+1 {{tensor<?x4xf32, #stablehlo.bounds<8, 4>> has the bound 4 of dimension 1, whose extent 4 is known; its bound must be `?`}}
func.func @bounds_of_known(%x: tensor<?x4xf32, #stablehlo.bounds<8, 4>>) {
  return
}

// -----

// expected-error@+1 {{tensor<?xf32, #stablehlo.bounds<-8>> has the bound -8 of dimension 0; it must not be negative}}
func.func @bounds_negative(%x: tensor<?xf32, #stablehlo.bounds<-8>>) {
  return
}

// -----

// expected-error@+1 {{tensor<2x4xf32, #hloom.layout<[0]>> has 1 dimensions in its layout, not 2}}
func.func @layout_size(%x: tensor<2x4xf32, #hloom.layout<[0]>>) {
  return
}

// -----

// expected-error@+1 {{has 1 levels of storage for 2 dimensions}}
func.func @storage_levels(%x: tensor<4x5xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>>) {
  return
}

// -----

// expected-error@+1 {{tensor<2x4xf32, #hloom.layout<[1, 1]>> has a layout that does not name dimension 0}}
func.func @layout_order(%x: tensor<2x4xf32, #hloom.layout<[1, 1]>>) {
  return
}

// -----

// expected-error@+1 {{stores dimension d0 in two levels}}
func.func @storage_twice(%x: tensor<4x5xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d0 : compressed) }>>) {
  return
}

// -----

// expected-error@+1 {{tensor<2x4xf32, #hloom.layout<[1, 0], pad = [1]>> has 1 paddings in its layout for 2 dimensions}}
func.func @layout_paddings(%x: tensor<2x4xf32, #hloom.layout<[1, 0], pad = [1]>>) {
  return
}

// -----

// expected-error@+1 {{has the singleton level 1 without a compressed or singleton one before it}}
func.func @storage_singleton(%x: tensor<4x5xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : singleton) }>>) {
  return
}

// -----

// expected-error@+1 {{tensor<2x4xf32, #hloom.layout<[1, 0], pad = [0, -1]>> has a padding of -1 in its layout; it must not be negative}}
func.func @layout_padding(%x: tensor<2x4xf32, #hloom.layout<[1, 0], pad = [0, -1]>>) {
  return
}

// -----

// expected-error@+1 {{is stored as nothing that hloom knows: its encoding has a level that is `batch`; dense, compressed, loose_compressed, singleton and structured[n, m] levels are stored}}
func.func @storage_kind(%x: tensor<4x5xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : batch, d1 : compressed) }>>) {
  return
}

// -----

// expected-error@+1 {{tensor<4xf32, #hloom.layout<[0], tile = [2, 2]>> has tiles of 2 dimensions in its layout, and 1 itself}}
func.func @layout_tiles(%x: tensor<4xf32, #hloom.layout<[0], tile = [2, 2]>>) {
  return
}

// -----

// expected-error@+1 {{tensor<4xf32, #hloom.layout<[0], tile = [0]>> has tiles with an extent of 0 in its layout}}
func.func @layout_tile(%x: tensor<4xf32, #hloom.layout<[0], tile = [0]>>) {
  return
}

// -----

// expected-error@+1 {{tensor<4xf32, #hloom.layout<[0], pad = [9223372036854775807]>> takes more memory in its layout than there are addresses}}
func.func @layout_memory(%x: tensor<4xf32, #hloom.layout<[0], pad = [9223372036854775807]>>) {
  return
}

// -----

// expected-error@+1 {{tensor<4xf32, #hloom.layout<rows>> has no layout that can be read; one is `#hloom.layout<[1, 0], pad = [0, 0], tile = [8, 16]>`}}
func.func @layout_words(%x: tensor<4xf32, #hloom.layout<rows>>) {
  return
}

// -----

// expected-error@+1 {{is stored as nothing that hloom knows: its encoding has crdWidth = 12; it must be 0, 8, 16, 32 or 64}}
func.func @storage_width(%x: tensor<4xf32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), crdWidth = 12 }>>) {
  return
}
