// Structs and arrays: nested, empty, with names that need quotes.
module {
  func.func @members(%w: tensor<2x3xf32>, %b: tensor<2xf32>) -> (!hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>, tensor<2xf32>) {
    %layer = hloom.struct %w, %b : !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
    %layers = hloom.array %layer, %layer : !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>
    %none = "hloom.struct"() : () -> !hloom.struct<"Empty">
    %net = hloom.struct %layers, %none : !hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>
    %all = hloom.field "layers" of %net : (!hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>) -> !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>
    %first = hloom.element %all, 0 : (!hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>) -> !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
    %bias = hloom.field "bias" of %first : (!hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>) -> tensor<2xf32>
    %sum = stablehlo.add %bias, %b : tensor<2xf32>
    %new = hloom.with_field %first, "bias" = %sum : (!hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>, tensor<2xf32>) -> !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
    %changed = hloom.with_element %all, 0 = %new : (!hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>) -> !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>
    %out = hloom.with_field %net, "layers" = %changed {note = 1 : i32} : (!hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>, !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>) -> !hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>
    return %out, %sum : !hloom.struct<"Net", layers: !hloom.array<2 x !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>>, "the last": !hloom.struct<"Empty">>, tensor<2xf32>
  }
}
