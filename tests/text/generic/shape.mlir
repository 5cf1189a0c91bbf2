// Ops that move elements, and those that make values out of nothing, in generic form.
"builtin.module"() ({
  "func.func"() <{sym_name = "shapes", function_type = (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>}> ({
  ^bb0(%x: tensor<2x3xf32>, %v: tensor<f32>):
    %0 = "stablehlo.broadcast_in_dim"(%x) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    %1 = "stablehlo.broadcast_in_dim"(%v) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %2 = "stablehlo.reshape"(%x) : (tensor<2x3xf32>) -> tensor<6xf32>
    %3 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %4 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %5 = "stablehlo.slice"(%v) <{start_indices = array<i64>, limit_indices = array<i64>, strides = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %6 = "stablehlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %7 = "stablehlo.concatenate"(%x) <{dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %8 = "stablehlo.pad"(%x, %v) <{edge_padding_low = array<i64: 1, -1>, edge_padding_high = array<i64: 0, 2>, interior_padding = array<i64: 0, 1>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
    %9 = "stablehlo.reverse"(%x) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %10 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xui16>
    %11 = "stablehlo.reshape"(%x) {mhlo.frontend_attributes = {}, mhlo.sharding = "{replicated}"} : (tensor<2x3xf32>) -> tensor<6xf32>
    "func.return"(%5) : (tensor<f32>) -> ()
  }) : () -> ()
}) : () -> ()
