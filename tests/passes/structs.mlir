// RUN: hloom opt %s --passes=structs-to-tuples --split-input-file | hloom check %s
// RUN: hloom opt %s --passes=flatten-tuples --split-input-file | hloom check %s --check-prefix=FLAT
// RUN: hloom opt %s --passes=structs-to-tuples,flatten-tuples --split-input-file | hloom check %s --check-prefix=BOTH

// Fields without anything in them vanish, and those behind them move up; names stay.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %model: tuple<tuple<tensor<2x3xf32>, tensor<2xf32>>, tensor<f32>> {hloom.leaves = ["layer1.weight", "layer1.bias", "scale"]}
// CHECK-NEXT: %model.layer1 = stablehlo.get_tuple_element %model[0]
// CHECK-NEXT: %b = stablehlo.get_tuple_element %model.layer1[1]
// CHECK-NEXT: %model.scale = stablehlo.get_tuple_element %model[1]
// FLAT-LABEL: func.func @main
// FLAT-SAME: (%model.layer1.weight: tensor<2x3xf32>, %model.layer1.bias: tensor<2xf32>, %model.scale: tensor<f32>)
// FLAT-NEXT: stablehlo.broadcast_in_dim %model.scale
// FLAT-NEXT: stablehlo.multiply %model.layer1.bias
// BOTH-LABEL: func.func @main
// BOTH-SAME: (%model.layer1.weight: tensor<2x3xf32>, %model.layer1.bias: tensor<2xf32>, %model.scale: tensor<f32>)
!Dense = !hloom.struct<"Dense", weight: tensor<2x3xf32>, bias: tensor<2xf32>>
!Net = !hloom.struct<"Net", tag: !hloom.struct<"Tag">, layer1: !Dense, none: !hloom.array<0 x tensor<f32>>, scale: tensor<f32>>
func.func @main(%model: !Net) -> tensor<2xf32> {
  %0 = hloom.field "layer1" of %model : (!Net) -> !Dense
  %b = hloom.field "bias" of %0 : (!Dense) -> tensor<2xf32>
  %1 = hloom.field "scale" of %model : (!Net) -> tensor<f32>
  %s = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %y = stablehlo.multiply %b, %s : tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// A struct in a loop, a branch and a call.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while(%p = %{{.*}}) : tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>
// FLAT-LABEL: func.func @main
// FLAT-SAME: (%start.n: tensor<i32>, %start.at.0: tensor<i32>, %start.at.1: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
// FLAT-NOT: tuple
// FLAT: stablehlo.while(%p.n = %start.n, %p.at.0 = %start.at.0, %p.at.1 = %start.at.1) : tensor<i32>, tensor<i32>, tensor<i32>
// BOTH-LABEL: func.func @main
// BOTH-NOT: tuple
// BOTH: func.func private @step(%p.n: tensor<i32>, %p.at.0: tensor<i32>, %p.at.1: tensor<i32>)
!P = !hloom.struct<"P", n: tensor<i32>, at: !hloom.array<2 x tensor<i32>>, tag: !hloom.struct<"Tag">>
func.func @main(%start: !P) -> !P {
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %end = stablehlo.while(%p = %start) : !P
  cond {
    %n = hloom.field "n" of %p : (!P) -> tensor<i32>
    %go = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %n = hloom.field "n" of %p : (!P) -> tensor<i32>
    %at = hloom.field "at" of %p : (!P) -> !hloom.array<2 x tensor<i32>>
    %x = hloom.element %at, 0 : (!hloom.array<2 x tensor<i32>>) -> tensor<i32>
    %big = stablehlo.compare GT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = "stablehlo.if"(%big) ({
      %y = stablehlo.add %x, %n : tensor<i32>
      %at1 = hloom.with_element %at, 1 = %y : (!hloom.array<2 x tensor<i32>>, tensor<i32>) -> !hloom.array<2 x tensor<i32>>
      %p1 = hloom.with_field %p, "at" = %at1 : (!P, !hloom.array<2 x tensor<i32>>) -> !P
      stablehlo.return %p1 : !P
    }, {
      stablehlo.return %p : !P
    }) : (tensor<i1>) -> !P
    %next = call @step(%q) : (!P) -> !P
    stablehlo.return %next : !P
  }
  return %end : !P
}
func.func private @step(%p: !P) -> !P {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = hloom.field "n" of %p : (!P) -> tensor<i32>
  %n1 = stablehlo.add %n, %one : tensor<i32>
  %p1 = hloom.with_field %p, "n" = %n1 : (!P, tensor<i32>) -> !P
  return %p1 : !P
}

// -----

// What a custom call takes and gives keeps its type.
// FLAT: func.func private @opaque
// FLAT-NEXT: %[[W:.*]] = hloom.struct %s.a, %s.b
// FLAT-NEXT: %[[R:.*]] = stablehlo.custom_call @f(%[[W]])
// FLAT-NEXT: stablehlo.get_tuple_element %[[R]][0]
// FLAT-NEXT: stablehlo.get_tuple_element %[[R]][1]
// FLAT-NEXT: return
!S = !hloom.struct<"S", a: tensor<f32>, b: tensor<i32>>
func.func private @opaque(%s: !S) -> tuple<tensor<f32>, tensor<i32>> {
  %r = stablehlo.custom_call @f(%s) : (!S) -> tuple<tensor<f32>, tensor<i32>>
  return %r : tuple<tensor<f32>, tensor<i32>>
}
func.func @main() {
  return
}
