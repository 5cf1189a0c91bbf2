// Custom calls with sizes among their operands: the interpreter runs them as they are.

// RUN: hloom run %s --backend interp --entry window --print | hloom check %s --check-prefix=WINDOW
// RUN: hloom run %s --backend interp --entry bits --print | hloom check %s --check-prefix=BITS
// RUN: hloom run %s --backend interp --entry largest --print | hloom check %s --check-prefix=TOP
// RUN: hloom run %s --backend interp --entry smallest --print | hloom check %s --check-prefix=SMALL
// RUN: hloom run %s --backend interp --entry factor --print | hloom check %s --check-prefix=FACTOR
// RUN: not hloom run %s --backend interp --entry contradiction 2>&1 | hloom check %s --check-prefix=EXTENTS
// RUN: not hloom run %s --backend interp --entry negative 2>&1 | hloom check %s --check-prefix=NEGATIVE
// RUN: not hloom run %s --backend interp --entry many 2>&1 | hloom check %s --check-prefix=MANY
// RUN: not hloom run %s --backend interp --entry beyond 2>&1 | hloom check %s --check-prefix=BEYOND
// RUN: not hloom run %s --backend interp --entry stride 2>&1 | hloom check %s --check-prefix=STRIDE
// RUN: not hloom run %s --backend interp --entry types 2>&1 | hloom check %s --check-prefix=TYPES
// RUN: not hloom run %s --backend interp --entry rows 2>&1 | hloom check %s --check-prefix=ROWS

func.func private @add(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.add %a, %b : tensor<f32>
  return %c : tensor<f32>
}

func.func private @before(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %c : tensor<i1>
}

func.func private @open() -> tensor<?x?xf32> {
  %c = stablehlo.constant dense<[[1.0, 5.0, 3.0, 2.0], [8.0, 7.0, 0.0, 4.0]]> : tensor<2x4xf32>
  %shape = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %x = stablehlo.dynamic_reshape %c, %shape : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %x : tensor<?x?xf32>
}

// The initial value is added to each window, and stands for padding.
// WINDOW: tensor<2x3xf32> = {{\[\[}}21.0, 18.0, 22.0], [28.0, 17.0, 24.0]]
func.func @window() -> tensor<?x?xf32> {
  %x = call @open() : () -> tensor<?x?xf32>
  %init = stablehlo.constant dense<10.0> : tensor<f32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %window = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %padding = stablehlo.constant dense<[[0, 0], [1, 1]]> : tensor<2x2xi32>
  %y = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %window, %window, %ones, %ones, %padding) {called_computations = [@add]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// The static op gives the same bits.
// BITS: tensor<i1> = true
func.func @bits() -> tensor<i1> {
  %key = stablehlo.constant dense<[3, 4]> : tensor<2xui64>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %a:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%key, %shape) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x3xui32>)
  %b:2 = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %c = stablehlo.dynamic_reshape %a#1, %shape : (tensor<?x3xui32>, tensor<2xi32>) -> tensor<2x3xui32>
  %same = stablehlo.compare EQ, %c, %b#1 : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x3xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<i1>
  return %all : tensor<i1>
}

// TOP: tensor<2x2xf32> = {{\[\[}}5.0, 3.0], [8.0, 7.0]]
// TOP: tensor<2x2xi32> = {{\[\[}}1, 2], [0, 1]]
func.func @largest() -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %x = call @open() : () -> tensor<?x?xf32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %y:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %y#0, %y#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

// The last operands are the number of results and the extents of both.
// SMALL: tensor<2xi32> = [1, 2]
// SMALL: tensor<2xi32> = [2, 0]
func.func @smallest() -> (tensor<?xi32>, tensor<?xi32>) {
  %x = stablehlo.constant dense<[2, 3, 1, 4]> : tensor<4xi32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %last = stablehlo.constant dense<2147483647> : tensor<i32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %shape = stablehlo.constant dense<2> : tensor<1xi32>
  %y:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %i, %last, %last, %k, %shape, %shape) {called_computations = [@before], indices_of_shape_operands = dense<[5, 6]> : tensor<2xi64>, mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 0 : i64}} : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return %y#0, %y#1 : tensor<?xi32>, tensor<?xi32>
}

// LAPACK's call takes one operand; the other two hold the extents of its results.
// FACTOR: tensor<1x2x2xf32> = {{\[\[\[}}2.0, 2.0], [1.0, 3.0]]]
func.func @factor() -> (tensor<?x2x2xf32>, tensor<?xi32>) {
  %m = stablehlo.constant dense<[[[4.0, 2.0], [2.0, 10.0]]]> : tensor<1x2x2xf32>
  %shape = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi32>
  %rows = stablehlo.constant dense<1> : tensor<1xi32>
  %y:2 = stablehlo.custom_call @lapack_spotrf_ffi(%m, %shape, %rows) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<1x2x2xf32>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x2x2xf32>, tensor<?xi32>)
  return %y#0, %y#1 : tensor<?x2x2xf32>, tensor<?xi32>
}

// EXTENTS: error: `stablehlo.custom_call`: the result would have extents [1, 3, 2], which do not match tensor<?x2x2xf32>
func.func @contradiction() -> (tensor<?x2x2xf32>, tensor<?xi32>) {
  %m = stablehlo.constant dense<1.0> : tensor<1x2x2xf32>
  %shape = stablehlo.constant dense<[1, 3, 2]> : tensor<3xi32>
  %rows = stablehlo.constant dense<1> : tensor<1xi32>
  %y:2 = stablehlo.custom_call @lapack_spotrf_ffi(%m, %shape, %rows) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<1x2x2xf32>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x2x2xf32>, tensor<?xi32>)
  return %y#0, %y#1 : tensor<?x2x2xf32>, tensor<?xi32>
}

// NEGATIVE: error: `stablehlo.custom_call`: operand 1 of @Sharding holds the extent -1
func.func @negative() -> tensor<?xf32> {
  %x = stablehlo.constant dense<1.0> : tensor<1xf32>
  %shape = stablehlo.constant dense<-1> : tensor<1xi32>
  %y = stablehlo.custom_call @Sharding(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// MANY: error: `stablehlo.custom_call`: indices_of_shape_operands of @Sharding must be the numbers of 1 of its 2 operands, not `dense<2> : tensor<1xi64>`
func.func @many() -> tensor<?xf32> {
  %x = stablehlo.constant dense<1.0> : tensor<1xf32>
  %shape = stablehlo.constant dense<1> : tensor<1xi32>
  %y = stablehlo.custom_call @Sharding(%x, %shape) {indices_of_shape_operands = dense<2> : tensor<1xi64>} : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// BEYOND: error: `stablehlo.custom_call`: rows of 4 elements have no 5 largest
func.func @beyond() -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %x = call @open() : () -> tensor<?x?xf32>
  %k = stablehlo.constant dense<5> : tensor<i32>
  %y:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %y#0, %y#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

// STRIDE: error: `stablehlo.custom_call`: operand 3 of @stablehlo.dynamic_reduce_window can't be [1, 0]
func.func @stride() -> tensor<?x?xf32> {
  %x = call @open() : () -> tensor<?x?xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %strides = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi32>
  %y = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %ones, %strides, %ones, %ones, %padding) {called_computations = [@add]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// TYPES: error: `stablehlo.custom_call`: @before doesn't reduce scalars of the operands' types
func.func @types() -> tensor<?x?xf32> {
  %x = call @open() : () -> tensor<?x?xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %padding = stablehlo.constant dense<0> : tensor<2x2xi32>
  %y = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %ones, %ones, %ones, %ones, %padding) {called_computations = [@before]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// ROWS: error: `stablehlo.custom_call`: the results have 3 elements and not the first 2
func.func @rows() -> tensor<3xi32> {
  %x = stablehlo.constant dense<[2, 3, 1, 4]> : tensor<4xi32>
  %last = stablehlo.constant dense<2147483647> : tensor<i32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %y = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %last, %k) {called_computations = [@before], mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<4xi32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  return %y : tensor<3xi32>
}
