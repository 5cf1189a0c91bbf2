//! Laws of integers whose range is known: counters, and what is computed from them.

use crate::rule::condition::*;
use crate::rule::{Match, Rule, rule};
use hloom_analysis::integers::{range, upper_bound};
use hloom_ir::ops::*;
use hloom_ir::pattern::ConstVar;
use hloom_ir::{Element, Value, vars};

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(x);
    vars!(constant c);
    vars!(t: Iota);
    vars!(p: Convert);
    vec![
        rule("convert-iota", convert(iota(t), p), move |m: &mut Match<'_, '_>| {
            let iota_dimension = m[t].iota_dimension;
            let ty = m[p].ty;
            m.build(Iota { iota_dimension, ty }, &[])
        })
        .gives("iota({t of p's type})")
        .when(static_result())
        .when(holds("t's numbers fit in its type or p is as narrow an integer", move |m| {
            counts_alike(&m[t], m.root_type().element())
        }))
        .example(
            "
func.func @main() -> tensor<3x4xui32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x4xui64>
  %1 = stablehlo.convert %0 : (tensor<3x4xui64>) -> tensor<3x4xui32>
  return %1 : tensor<3x4xui32>
}",
        ),
        // The upper half of a 64-bit counter.
        rule("shift-right-to-zero", shift_right_logical(x, c), 0)
            .when(
                integer(x)
                    & holds("c is more than the bits of x's largest number", move |m| {
                        shifts_all_out(m, m[x], c)
                    }),
            )
            .example(
                "
func.func @main() -> tensor<300xui64> {
  %0 = stablehlo.iota dim = 0 : tensor<300xui64>
  %1 = stablehlo.constant dense<9> : tensor<300xui64>
  %2 = stablehlo.shift_right_logical %0, %1 : tensor<300xui64>
  return %2 : tensor<300xui64>
}",
            ),
    ]
}

/// Whether a counter, converted to this type, is a counter of this type.
fn counts_alike(iota: &Iota, to: Option<Element>) -> bool {
    let (Some(t), Some(to)) = (iota.ty.0.as_tensor(), to) else { return false };
    let (Some(own), Some(extent)) = (range(t.element), t.dims.get(iota.iota_dimension as usize))
    else {
        return false;
    };
    let fits = own.contains(&(i128::from(*extent) - 1).max(0));
    match range(to) {
        Some(_) => fits || to.bit_width() <= t.element.bit_width(),
        None => fits && matches!(to, Element::F32 | Element::F64),
    }
}

/// Whether each element of `c` is at least the number of bits of the largest element of `x`.
fn shifts_all_out(m: &Match<'_, '_>, x: Value, c: ConstVar) -> bool {
    let Some(most) = upper_bound(m.module(), x) else { return false };
    let bits = i128::from(u128::BITS - most.leading_zeros());
    let literal = m.literal(c);
    let count = if literal.is_splat() { literal.count().min(1) } else { literal.count() };
    count <= 1024 && (0..count).all(|i| literal.get_int(i).is_some_and(|by| by >= bits))
}
