// HLO text at its edges: tuples of foreign code, instructions on one line, names, tiles, wrong tuples.
//
// RUN: hloom translate %S/Inputs/tuple_operand.hlo - | hloom check %s --check-prefix=TUPLE
// RUN: hloom translate %S/Inputs/tuple_operand.hlo - --to hlo | hloom check %s --check-prefix=TUPLE-HLO
// RUN: hloom translate %S/Inputs/nested_result.hlo - | hloom check %s --check-prefix=NESTED
// RUN: hloom translate %S/Inputs/one_line.hlo - | hloom check %s --check-prefix=LINE
// RUN: hloom translate %S/Inputs/names.hlo - | hloom check %s --check-prefix=NAMES
// RUN: hloom translate %S/Inputs/tiles.hlo - | hloom check %s --check-prefix=TILES
// RUN: hloom translate %S/Inputs/transfer.hlo - --to hlo | hloom check %s --check-prefix=TRANSFER
// RUN: not hloom translate %S/Inputs/growing_tuples.hlo - 2>&1 | hloom check %s --check-prefix=GROWING
// RUN: not hloom translate %S/Inputs/unknown_attribute.hlo - 2>&1 | hloom check %s --check-prefix=UNKNOWN
// RUN: not hloom translate %S/Inputs/copy_shape.hlo - 2>&1 | hloom check %s --check-prefix=COPY
// RUN: not hloom translate %S/Inputs/element_shape.hlo - 2>&1 | hloom check %s --check-prefix=ELEMENT
// RUN: not hloom translate %S/Inputs/parameter_twice.hlo - 2>&1 | hloom check %s --check-prefix=TWICE
// RUN: hloom translate %s - --to hlo | hloom check %s --check-prefix=ROOT
//
// Aliases count operands as they are: a tuple is one.
// TUPLE: stablehlo.tuple %{{.*}} : tuple<tensor<2xf32>, tensor<2xf32>>
// TUPLE: stablehlo.custom_call @upd(%{{[^,]*}}, %{{[^,]*}}) {{.*}}operand_index = 1
// TUPLE-HLO: (f32[2]{0}, f32[2]{0}) tuple(
// TUPLE-HLO: custom-call(tuple{{.*}}, c{{.*}}), custom_call_target="upd"{{.*}}output_to_operand_aliasing={{[{][{][}]}}: (1, {})}
//
// NESTED: stablehlo.custom_call @k({{.*}} -> tuple<tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>>
// NESTED: stablehlo.get_tuple_element %{{.*}}[1]
//
// LINE: %[[R:.*]] = stablehlo.negate
// LINE: return %[[R]]
//
// NAMES: func.func @main(
// NAMES: call @main.1(
// NAMES: call @main.0(
//
// TILES: operand_layouts = [dense<[0, 1]> : tensor<2xindex>]
//
// TRANSFER: send-done({{.*}}), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs="{{[{][{]}}0,1}}"}
// TRANSFER-NOT: frontend_attributes
//
// GROWING: error: the operands are not those of the tuple's shape
//
// UNKNOWN: error: `add` has no attribute `dimensons`
// UNKNOWN-NEXT: unknown_attribute.hlo:5:33
//
// COPY: error: the operand of `copy` has another shape
//
// ELEMENT: error: element 1 has another shape
//
// TWICE: error: parameter 0 of `e` stands twice
//
// The sharding of a result that is an argument is not that of the argument.
// ROOT: [[A:a.*]] = f32[4]{0} parameter(0)
// ROOT-NOT: sharding
// ROOT: ROOT {{.*}} copy([[A]]), sharding={devices=[2]0,1}
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]0,1}"}) {
    return %a : tensor<4xf32>
  }
}
