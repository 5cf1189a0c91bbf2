// RUN: hloom opt %s --split-input-file --verify-diagnostics

// Types of quantized elements that the specification does not allow.

// expected-error@+1 {{(C3): -129:127 is no range of i8}}
func.func @range(%x: tensor<2x!quant.uniform<i8<-129:127>:f32, 0.5>>) {
  return
}

// -----

// expected-error@+1 {{(C3): 5:5 is no range of i8}}
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

// expected-error@+1 {{(C12): tensor<2x!quant.uniform<i8:f32:1, {0.5,0.25}>> is quantized along dimension 1, which it has not}}
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
