// Linear algebra, transforms, normalization, random numbers, composites and custom calls, in generic form.
"builtin.module"() ({
  "func.func"() <{sym_name = "linear_algebra", function_type = (tensor<3x4x4xcomplex<f64>>, tensor<3x4x2xcomplex<f64>>, tensor<?x4xf32>) -> tensor<3x4x2xcomplex<f64>>}> ({
  ^bb0(%arg8: tensor<3x4x4xcomplex<f64>>, %arg9: tensor<3x4x2xcomplex<f64>>, %arg10: tensor<?x4xf32>):
    %0 = "stablehlo.cholesky"(%arg8) : (tensor<3x4x4xcomplex<f64>>) -> tensor<3x4x4xcomplex<f64>>
    %1 = "stablehlo.cholesky"(%arg8) <{lower = true}> : (tensor<3x4x4xcomplex<f64>>) -> tensor<3x4x4xcomplex<f64>>
    %2 = "stablehlo.triangular_solve"(%arg8, %arg9) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x4x4xcomplex<f64>>, tensor<3x4x2xcomplex<f64>>) -> tensor<3x4x2xcomplex<f64>>
    %3 = "stablehlo.fft"(%arg8) <{fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 4, 4>}> : (tensor<3x4x4xcomplex<f64>>) -> tensor<3x4x4xcomplex<f64>>
    %4 = "stablehlo.fft"(%arg10) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>}> : (tensor<?x4xf32>) -> tensor<?x3xcomplex<f32>>
    %5 = "stablehlo.fft"(%4) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>}> {note = 1 : i64} : (tensor<?x3xcomplex<f32>>) -> tensor<?x4xf32>
    "func.return"(%2) : (tensor<3x4x2xcomplex<f64>>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "normalization", function_type = (tensor<2x2x2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>}> ({
  ^bb0(%arg6: tensor<2x2x2xf32>, %arg7: tensor<2xf32>):
    %0 = "stablehlo.batch_norm_inference"(%arg6, %arg7, %arg7, %arg7, %arg7) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
    %1:3 = "stablehlo.batch_norm_training"(%arg6, %arg7, %arg7) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    %2:3 = "stablehlo.batch_norm_grad"(%arg6, %arg7, %1#1, %1#2, %arg6) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    "func.return"(%2#0) : (tensor<2x2x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "random", function_type = (tensor<2xui64>, tensor<f32>, tensor<2xi64>) -> tensor<3x?xf32>}> ({
  ^bb0(%arg3: tensor<2xui64>, %arg4: tensor<f32>, %arg5: tensor<2xi64>):
    %0:2 = "stablehlo.rng_bit_generator"(%arg3) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui32>)
    %1:2 = "stablehlo.rng_bit_generator"(%arg3) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<bf16>)
    %2:2 = "stablehlo.rng_bit_generator"(%arg3) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xi8>)
    %3 = "stablehlo.rng"(%arg4, %arg4, %arg5) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
    %4 = "stablehlo.rng"(%arg4, %arg4, %arg5) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x?xf32>
    "func.return"(%4) : (tensor<3x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "calls", function_type = (tensor<f32>, tuple<tensor<2xf32>, tensor<f32>>) -> tensor<f32>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tuple<tensor<2xf32>, tensor<f32>>):
    %0 = "stablehlo.composite"(%arg1) <{name = "my.op", composite_attributes = {n = 2 : i64}, decomposition = @same, version = 3 : i32}> : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.composite"(%0) <{name = "my.other.op$1", decomposition = @same}> {note = "kept"} : (tensor<f32>) -> tensor<f32>
    "stablehlo.composite"() <{name = "my.nothing", decomposition = @nothing}> : () -> ()
    %2 = "stablehlo.custom_call"(%arg1) <{call_target_name = "plain"}> : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.custom_call"(%arg1) <{call_target_name = "with blanks", has_side_effect = true, backend_config = "text"}> : (tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.custom_call"(%arg1) <{call_target_name = "all", backend_config = {a = 1 : i64}, api_version = 4 : i32, called_computations = [@same, @nothing], operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [dense<> : tensor<0xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> {mhlo.frontend_attributes = {num_batch_dims = "0"}} : (tensor<f32>) -> tensor<f32>
    %5:2 = "stablehlo.custom_call"(%arg2) <{call_target_name = "tuple", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = [0]>]}> : (tuple<tensor<2xf32>, tensor<f32>>) -> (tensor<f32>, tensor<2xf32>)
    %6:2 = "stablehlo.custom_call"(%5#1) <{call_target_name = "layouts", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[0, 1, 2]> : tensor<3xindex>]}> : (tensor<2xf32>) -> (tensor<2x2xf32>, tensor<1x2x3xf32>)
    "stablehlo.custom_call"() <{call_target_name = "effect", has_side_effect = true}> : () -> ()
    "func.return"(%4) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "same", function_type = (tensor<f32>) -> tensor<f32>, sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<f32>):
    "func.return"(%arg0) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "nothing", function_type = () -> (), sym_visibility = "private"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
