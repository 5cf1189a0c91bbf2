// Quantized members of structs, arrays and tuples run on every backend as in the interpreter.

// REQUIRES: llvm
// RUN: hloom run %s --backend=interp --print | hloom check %s
// RUN: hloom run %s --backend=cpu --print --compare=interp --max-ulp=0 | hloom check %s
// RUN: %if ptx %{ hloom run %s --backend=ptx-emulator --print --compare=interp --max-ulp=0 | hloom check %s %}

!q = tensor<2x!quant.uniform<i8:f32, 0.5:3>>

// CHECK: = [127, 1]
func.func @main() -> tensor<2xi8> {
  %x = "stablehlo.constant"() <{value = dense<[100, 2]> : tensor<2xi8>}> : () -> !q
  %s = call @make(%x) : (!q) -> !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>
  %b = "hloom.field"(%s) {field = "b"} : (!hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>) -> !hloom.array<2 x !q>
  %b1 = "hloom.element"(%b) {index = 1 : i64} : (!hloom.array<2 x !q>) -> !q
  %a = "hloom.field"(%s) {field = "a"} : (!hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>) -> !q
  %t = "stablehlo.tuple"(%a, %b1) : (!q, !q) -> tuple<!q, !q>
  %u = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<!q, !q>) -> !q
  %sum = stablehlo.add %u, %a : !q
  %r = stablehlo.bitcast_convert %sum : (!q) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

func.func private @make(%x: !q) -> !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>> {
  %b = "hloom.array"(%x, %x) : (!q, !q) -> !hloom.array<2 x !q>
  %s = "hloom.struct"(%x, %b) : (!q, !hloom.array<2 x !q>) -> !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>
  return %s : !hloom.struct<"Pair", a: !q, b: !hloom.array<2 x !q>>
}
