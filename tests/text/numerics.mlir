// Linear algebra, transforms, normalization, random numbers, composites and custom calls.
module {
  func.func @linear_algebra(%a: tensor<3x4x4xcomplex<f64>>, %b: tensor<3x4x2xcomplex<f64>>, %x: tensor<?x4xf32>) -> tensor<3x4x2xcomplex<f64>> {
    %0 = stablehlo.cholesky %a : tensor<3x4x4xcomplex<f64>>
    %1 = stablehlo.cholesky %a, lower = true : tensor<3x4x4xcomplex<f64>>
    %2 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x4x4xcomplex<f64>>, tensor<3x4x2xcomplex<f64>>) -> tensor<3x4x2xcomplex<f64>>
    %3 = stablehlo.fft %a, type = IFFT, length = [4, 4] : (tensor<3x4x4xcomplex<f64>>) -> tensor<3x4x4xcomplex<f64>>
    %4 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<?x4xf32>) -> tensor<?x3xcomplex<f32>>
    %5 = stablehlo.fft %4, type = IRFFT, length = [4] {note = 1 : i64} : (tensor<?x3xcomplex<f32>>) -> tensor<?x4xf32>
    return %2 : tensor<3x4x2xcomplex<f64>>
  }
  func.func @normalization(%x: tensor<2x2x2xf32>, %v: tensor<2xf32>) -> tensor<2x2x2xf32> {
    %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
    %1:3 = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    %2:3 = "stablehlo.batch_norm_grad"(%x, %v, %1#1, %1#2, %x) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    return %2#0 : tensor<2x2x2xf32>
  }
  func.func @random(%state: tensor<2xui64>, %a: tensor<f32>, %shape: tensor<2xi64>) -> tensor<3x?xf32> {
    %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui32>)
    %0:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<bf16>)
    %1:2 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xi8>)
    %2 = stablehlo.rng %a, %a, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
    %3 = stablehlo.rng %a, %a, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x?xf32>
    return %3 : tensor<3x?xf32>
  }
  func.func @calls(%x: tensor<f32>, %t: tuple<tensor<2xf32>, tensor<f32>>) -> tensor<f32> {
    %0 = stablehlo.composite "my.op" %x {composite_attributes = {n = 2 : i64}, decomposition = @same, version = 3 : i32} : (tensor<f32>) -> tensor<f32>
    %1 = stablehlo.composite "my.other.op$1" %0 {decomposition = @same, note = "kept"} : (tensor<f32>) -> tensor<f32>
    stablehlo.composite "my.nothing" {decomposition = @nothing} : () -> ()
    %2 = stablehlo.custom_call @plain(%x) : (tensor<f32>) -> tensor<f32>
    %3 = stablehlo.custom_call @"with blanks"(%x) {backend_config = "text", has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    %4 = stablehlo.custom_call @all(%x) {api_version = 4 : i32, backend_config = {a = 1 : i64}, called_computations = [@same, @nothing], mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<> : tensor<0xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<> : tensor<0xindex>]} : (tensor<f32>) -> tensor<f32>
    %5:2 = stablehlo.custom_call @tuple(%t) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = [0]>]} : (tuple<tensor<2xf32>, tensor<f32>>) -> (tensor<f32>, tensor<2xf32>)
    %6:2 = stablehlo.custom_call @layouts(%5#1) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[0, 1, 2]> : tensor<3xindex>]} : (tensor<2xf32>) -> (tensor<2x2xf32>, tensor<1x2x3xf32>)
    stablehlo.custom_call @effect() {has_side_effect = true} : () -> ()
    return %4 : tensor<f32>
  }
  func.func private @same(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
  func.func private @nothing() {
    return
  }
}
