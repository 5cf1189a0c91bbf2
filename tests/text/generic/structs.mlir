// Structs and arrays, in generic form.
"builtin.module"() ({
  "func.func"() <{sym_name = "members", function_type = (tensor<2x3xf32>, tensor<2xf32>) -> (!hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>, tensor<2xf32>)}> ({
  ^bb0(%w: tensor<2x3xf32>, %b: tensor<2xf32>):
    %layer = "hloom.struct"(%w, %b) : (tensor<2x3xf32>, tensor<2xf32>) -> !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
    %layers = "hloom.array"(%layer, %layer) : (!hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>, !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>) -> !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>
    %none = "hloom.struct"() : () -> !hloom.struct<"Empty">
    %net = "hloom.struct"(%layers, %none) : (!hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, !hloom.struct<"Empty">) -> !hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>
    %all = "hloom.field"(%net) {field = "layers"} : (!hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>) -> !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>
    %first = "hloom.element"(%all) {index = 0 : i32} : (!hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>) -> !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
    %bias = "hloom.field"(%first) {field = "bias"} : (!hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>) -> tensor<2xf32>
    %sum = "stablehlo.add"(%bias, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %new = "hloom.with_field"(%first, %sum) {field = "bias"} : (!hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>, tensor<2xf32>) -> !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
    %changed = "hloom.with_element"(%all, %new) {index = 0 : i32} : (!hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>) -> !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>
    %out = "hloom.with_field"(%net, %changed) {field = "layers", note = 1 : i32} : (!hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>, !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>) -> !hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>
    "func.return"(%out, %sum) : (!hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>, tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
