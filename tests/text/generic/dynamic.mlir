// Ops whose sizes are computed, in generic form.
"builtin.module"() ({
  "func.func"() <{sym_name = "main", function_type = (tensor<?x4xf32>, tensor<2xi32>, tensor<f32>, tensor<3xi64>) -> tensor<?x?xf32>}> ({
  ^bb0(%x: tensor<?x4xf32>, %s: tensor<2xi32>, %v: tensor<f32>, %g: tensor<3xi64>):
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>}> : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %1 = "stablehlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<2xi32>) -> tensor<?x?xf32>
    %2 = "stablehlo.dynamic_pad"(%x, %v, %s, %s, %s) : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %3 = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %4 = "stablehlo.real_dynamic_slice"(%x, %s, %s, %s) : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %5 = "stablehlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
    %6 = "stablehlo.set_dimension_size"(%x, %5) <{dimension = 0 : i64}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
    %7 = "stablehlo.dynamic_gather"(%x, %g, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x4xf32>, tensor<3xi64>, tensor<2xi32>) -> tensor<3x?xf32>
    "func.return"(%4) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{sym_name = "convolution", function_type = (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>}> ({
  ^bb0(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %p: tensor<2x2xi64>):
    %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
    "func.return"(%0) : (tensor<1x?x?x4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
