// RUN: hloom opt %s --passes=expand-quantized | hloom check %s
// RUN: hloom opt %s --passes=expand-quantized | hloom opt - --passes=expand-quantized | hloom check %s

// No quantized type is left, wherever it stood: in structs, arrays, tuples, futures, tensors of
// unknown rank, function types, attributes, custom calls and ops of unknown dialects.
// CHECK-NOT: quant.uniform

!q = tensor<2x!quant.uniform<i8:f32, 0.5:3>>

// CHECK: func.func private @aggregates(%x: tensor<2xi8>, %s: !hloom.struct<"Pair", a: tensor<2xi8>, b: !hloom.array<2 x tensor<2xi8>>>, %t: tuple<tensor<2xi8>, tuple<tensor<2xi8>>>)
func.func private @aggregates(%x: !q, %s: !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>, %t: tuple<!q, tuple<!q>>) -> (!hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>, !q, tuple<!q, tuple<!q>>) {
  %a = "hloom.field"(%s) {field = "a"} : (!hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>) -> !q
  %b = "hloom.field"(%s) {field = "b"} : (!hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>) -> !hloom.array<2 x !q>
  %b1 = "hloom.element"(%b) {index = 1 : i64} : (!hloom.array<2 x !q>) -> !q
  %sum = stablehlo.add %a, %b1 : !q
  %array = "hloom.array"(%sum, %x) : (!q, !q) -> !hloom.array<2 x !q>
  %other = "hloom.with_element"(%array, %x) {index = 0 : i64} : (!hloom.array<2 x !q>, !q) -> !hloom.array<2 x !q>
  %made = "hloom.struct"(%sum, %other) : (!q, !hloom.array<2 x !q>) -> !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>
  %with = "hloom.with_field"(%made, %x) {field = "a"} : (!hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>, !q) -> !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>
  %u = "stablehlo.get_tuple_element"(%t) {index = 0 : i32} : (tuple<!q, tuple<!q>>) -> !q
  return %with, %u, %t : !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>, !q, tuple<!q, tuple<!q>>
}

// CHECK: func.func private @calls(
// CHECK: @elsewhere({{.*}} : (tensor<2xi8>, !stablehlo.token) -> (tuple<tensor<2xi8>>, !stablehlo.token)
func.func private @calls(%x: !q, %token: !stablehlo.token, %u: tensor<*x!quant.uniform<i8:f32, 0.5:3>>) -> (tuple<!q>, !stablehlo.token) {
  %r:2 = "stablehlo.custom_call"(%x, %token) {call_target_name = "elsewhere", has_side_effect = true} : (!q, !stablehlo.token) -> (tuple<!q>, !stablehlo.token)
  // CHECK: "other.op"(%x) <{of = tensor<2xi8>}> {types = [tensor<2xi8>, () -> tensor<2xi8>]} : (tensor<2xi8>) -> tensor<2xi8>
  %o = "other.op"(%x) <{of = !q}> {types = [!q, () -> !q]} : (!q) -> !q
  %p:2 = "stablehlo.optimization_barrier"(%o, %r#1) : (!q, !stablehlo.token) -> (!q, !stablehlo.token)
  return %r#0, %p#1 : tuple<!q>, !stablehlo.token
}

// CHECK: func.func private @regions(
func.func private @regions(%x: !q, %p: tensor<i1>) -> tuple<!q, !q> {
  %t = "stablehlo.tuple"(%x, %x) : (!q, !q) -> tuple<!q, !q>
  %r = "stablehlo.if"(%p) ({
    %e = "stablehlo.get_tuple_element"(%t) {index = 0 : i32} : (tuple<!q, !q>) -> !q
    %n = stablehlo.negate %e : !q
    %y = "stablehlo.tuple"(%n, %e) : (!q, !q) -> tuple<!q, !q>
    stablehlo.return %y : tuple<!q, !q>
  }, {
    stablehlo.return %t : tuple<!q, !q>
  }) : (tensor<i1>) -> tuple<!q, !q>
  return %r : tuple<!q, !q>
}

// CHECK: func.func private @futures(
// CHECK: !stablehlo.future<tensor<2xi8>>
func.func private @futures(%x: !q) -> !q {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: !q):
    %g = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (!q) -> !q
    stablehlo.return %g : !q
  }) : (!q) -> !stablehlo.future<!q>
  %y = "stablehlo.async_done"(%f) : (!stablehlo.future<!q>) -> !q
  return %y : !q
}
