//! Laws of structs and arrays: a read of a member forwards the value that was stored there.

use crate::rule::{Match, Rule, rule};
use hloom_ir::ops::*;
use hloom_ir::pattern::Pat;
use hloom_ir::vars;

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(x, y);
    vars!(f: GetField);
    vars!(e: GetElement);
    vars!(s: MakeStruct);
    vars!(a: MakeArray);
    vars!(wf: WithField);
    vars!(we: WithElement);
    vec![
        rule("field-of-struct", get_field(Pat::any_operands::<MakeStruct>(s.slot()), f), move |m: &mut Match<'_, '_>| {
            let made = m.bound_id(s.slot());
            let at = member_index(m.module().op(m.root()), m[s].ty.0)?;
            Some(m.module().operand(made, at))
        })
        .gives("member f of s")
        .quantized()
        .example("
func.func @main(%x: tensor<2xi32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = hloom.struct %x, %y : !hloom.struct<\"S\", a: tensor<2xi32>, b: tensor<f32>>
  %1 = hloom.field \"b\" of %0 : (!hloom.struct<\"S\", a: tensor<2xi32>, b: tensor<f32>>) -> tensor<f32>
  return %1 : tensor<f32>
}"),
        rule("field-of-with-field", get_field(with_field(x, y, wf), f), move |m: &mut Match<'_, '_>| {
            if m[f].field == m[wf].field {
                return Some(m[y]);
            }
            let (field, from) = (m[f].clone(), m[x]);
            m.build(field, &[from])
        })
        .gives("y if f and wf name one field, and get_field(x, {f}) otherwise")
        .quantized()
        .example("
func.func @main(%x: tensor<2xi32>, %y: tensor<f32>, %z: tensor<f32>) -> (tensor<f32>, tensor<2xi32>) {
  %0 = hloom.struct %x, %y : !hloom.struct<\"S\", a: tensor<2xi32>, b: tensor<f32>>
  %1 = hloom.with_field %0, \"b\" = %z : (!hloom.struct<\"S\", a: tensor<2xi32>, b: tensor<f32>>, tensor<f32>) -> !hloom.struct<\"S\", a: tensor<2xi32>, b: tensor<f32>>
  %2 = hloom.field \"b\" of %1 : (!hloom.struct<\"S\", a: tensor<2xi32>, b: tensor<f32>>) -> tensor<f32>
  %3 = hloom.field \"a\" of %1 : (!hloom.struct<\"S\", a: tensor<2xi32>, b: tensor<f32>>) -> tensor<2xi32>
  return %2, %3 : tensor<f32>, tensor<2xi32>
}"),
        rule("element-of-array", get_element(Pat::any_operands::<MakeArray>(a.slot()), e), move |m: &mut Match<'_, '_>| {
            let made = m.bound_id(a.slot());
            let at = member_index(m.module().op(m.root()), m[a].ty.0)?;
            Some(m.module().operand(made, at))
        })
        .gives("member e of a")
        .quantized()
        .example("
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = hloom.array %x, %y : !hloom.array<2 x tensor<f32>>
  %1 = hloom.element %0, 1 : (!hloom.array<2 x tensor<f32>>) -> tensor<f32>
  return %1 : tensor<f32>
}"),
        rule("element-of-with-element", get_element(with_element(x, y, we), e), move |m: &mut Match<'_, '_>| {
            if m[e].index == m[we].index {
                return Some(m[y]);
            }
            let (element, from) = (m[e].clone(), m[x]);
            m.build(element, &[from])
        })
        .gives("y if e and we are one index, and get_element(x, {e}) otherwise")
        .quantized()
        .example("
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = hloom.array %x, %x : !hloom.array<2 x tensor<f32>>
  %1 = hloom.with_element %0, 1 = %y : (!hloom.array<2 x tensor<f32>>, tensor<f32>) -> !hloom.array<2 x tensor<f32>>
  %2 = hloom.element %1, 1 : (!hloom.array<2 x tensor<f32>>) -> tensor<f32>
  %3 = hloom.element %1, 0 : (!hloom.array<2 x tensor<f32>>) -> tensor<f32>
  return %2, %3 : tensor<f32>, tensor<f32>
}"),
    ]
}
