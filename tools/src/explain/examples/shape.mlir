// Examples of StableHLO's ops that move data, ask and change extents, and those around a program.
// `hloom explain` shows what stands below an op's name, and runs it.

// ----- stablehlo.broadcast_in_dim
func.func @rows(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %y = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// ----- stablehlo.concatenate
func.func @stack(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>) -> tensor<3x3xf32> {
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return %z : tensor<3x3xf32>
}

// ----- stablehlo.iota
func.func @count() -> tensor<4xi32> {
  %y = stablehlo.iota dim = 0 : tensor<4xi32>
  return %y : tensor<4xi32>
}

// ----- stablehlo.reshape
func.func @flat(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %y = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// ----- stablehlo.reverse
func.func @backwards(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// ----- stablehlo.transpose
func.func @transposed(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// ----- stablehlo.pad
func.func @framed(%x: tensor<2x3xf32>, %zero: tensor<f32>) -> tensor<4x7xf32> {
  %y = stablehlo.pad %x, %zero, low = [1, 1], high = [1, 1], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>
  return %y : tensor<4x7xf32>
}

// ----- stablehlo.dynamic_slice
func.func @part(%x: tensor<4x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf32> {
  %y = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// ----- stablehlo.dynamic_update_slice
func.func @changed(%x: tensor<4x4xf32>, %part: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x4xf32> {
  %y = stablehlo.dynamic_update_slice %x, %part, %i, %j : (tensor<4x4xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// ----- stablehlo.fft
func.func @spectrum(%x: tensor<8xf32>) -> tensor<5xcomplex<f32>> {
  %y = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
  return %y : tensor<5xcomplex<f32>>
}

// ----- stablehlo.rng
func.func @noise() -> tensor<2x3xf32> {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %y = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// ----- stablehlo.rng_bit_generator
func.func @bits_of(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %next, %bits : tensor<2xui64>, tensor<4xui32>
}

// ----- stablehlo.tuple
func.func @pair(%x: tensor<4xf32>, %n: tensor<i32>) -> tuple<tensor<4xf32>, tensor<i32>> {
  %t = stablehlo.tuple %x, %n : tuple<tensor<4xf32>, tensor<i32>>
  return %t : tuple<tensor<4xf32>, tensor<i32>>
}

// ----- stablehlo.optimization_barrier
func.func @kept(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a, %b = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// ----- stablehlo.after_all
func.func @both() -> !stablehlo.token {
  %first = stablehlo.create_token : !stablehlo.token
  %second = stablehlo.create_token : !stablehlo.token
  %after = stablehlo.after_all %first, %second : !stablehlo.token
  return %after : !stablehlo.token
}

// ----- stablehlo.create_token
func.func @begin() -> !stablehlo.token {
  %token = stablehlo.create_token : !stablehlo.token
  return %token : !stablehlo.token
}

// ----- stablehlo.partition_id
func.func @partition() -> tensor<ui32> {
  %id = stablehlo.partition_id : tensor<ui32>
  return %id : tensor<ui32>
}

// ----- stablehlo.replica_id
func.func @replica() -> tensor<ui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  return %id : tensor<ui32>
}

// ----- stablehlo.get_dimension_size
func.func @rows_of(%x: tensor<2x3xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2x3xf32>) -> tensor<i32>
  return %n : tensor<i32>
}

// ----- stablehlo.set_dimension_size
func.func @first_rows(%x: tensor<2x3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>> {
  %n = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<2, ?>>
  return %y : tensor<?x3xf32, #stablehlo.bounds<2, ?>>
}

// ----- stablehlo.dynamic_broadcast_in_dim
func.func @as_many_rows(%x: tensor<3xf32>) -> tensor<?x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// ----- stablehlo.dynamic_iota
func.func @count_to() -> tensor<?x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %y = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// ----- stablehlo.dynamic_pad
func.func @framed_by(%x: tensor<4xf32>, %zero: tensor<f32>) -> tensor<?xf32> {
  %low = stablehlo.constant dense<1> : tensor<1xi64>
  %high = stablehlo.constant dense<2> : tensor<1xi64>
  %between = stablehlo.constant dense<0> : tensor<1xi64>
  %y = stablehlo.dynamic_pad %x, %zero, %low, %high, %between : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// ----- stablehlo.dynamic_reshape
func.func @in_rows(%x: tensor<6xf32>) -> tensor<?x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %y = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}

// ----- stablehlo.real_dynamic_slice
func.func @part_of(%x: tensor<6xf32>) -> tensor<?xf32> {
  %start = stablehlo.constant dense<1> : tensor<1xi64>
  %limit = stablehlo.constant dense<5> : tensor<1xi64>
  %stride = stablehlo.constant dense<2> : tensor<1xi64>
  %y = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// ----- hloom.struct
func.func @layer(%w: tensor<2x3xf32>, %b: tensor<2xf32>) -> !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>> {
  %layer = hloom.struct %w, %b : !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
  return %layer : !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
}

// ----- hloom.field
func.func @bias(%layer: !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>) -> tensor<2xf32> {
  %b = hloom.field "bias" of %layer : (!hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}

// ----- hloom.with_field
func.func @changed(%layer: !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>, %b: tensor<2xf32>) -> !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>> {
  %new = hloom.with_field %layer, "bias" = %b : (!hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>, tensor<2xf32>) -> !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
  return %new : !hloom.struct<"Layer", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
}

// ----- hloom.array
func.func @pair(%x: tensor<4xf32>, %y: tensor<4xf32>) -> !hloom.array<2 x tensor<4xf32>> {
  %both = hloom.array %x, %y : !hloom.array<2 x tensor<4xf32>>
  return %both : !hloom.array<2 x tensor<4xf32>>
}

// ----- hloom.element
func.func @first(%both: !hloom.array<2 x tensor<4xf32>>) -> tensor<4xf32> {
  %x = hloom.element %both, 0 : (!hloom.array<2 x tensor<4xf32>>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}

// ----- hloom.with_element
func.func @replaced(%both: !hloom.array<2 x tensor<4xf32>>, %x: tensor<4xf32>) -> !hloom.array<2 x tensor<4xf32>> {
  %new = hloom.with_element %both, 1 = %x : (!hloom.array<2 x tensor<4xf32>>, tensor<4xf32>) -> !hloom.array<2 x tensor<4xf32>>
  return %new : !hloom.array<2 x tensor<4xf32>>
}
