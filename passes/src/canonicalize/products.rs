//! Laws of products: a transposition of an operand or of the result is another
//! choice of the dimensions that are summed over.

use crate::rule::{Match, Rule, rule};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::*;
use hloom_ir::pattern::{attrs, var};

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    let (x, y) = (var("x"), var("y"));
    let (p, d) = (attrs::<Transpose>("p"), attrs::<DotGeneral>("d"));
    vec![
        rule(
            "dot-transposed-left",
            dot_general(transpose(x, p), y, d),
            move |m: &mut Match<'_, '_>| {
                let mut dot = m[d].clone();
                let dims = &mut dot.dot_dimension_numbers;
                let before = &m[p].permutation;
                dims.lhs_batching_dimensions = through(&dims.lhs_batching_dimensions, before);
                dims.lhs_contracting_dimensions = through(&dims.lhs_contracting_dimensions, before);
                m.build(dot, &[m[x], m[y]])
            },
        )
        .when(move |m| {
            let before = &m[p].permutation;
            let free = m[d].dot_dimension_numbers.lhs_free(before.len());
            through(&free.into(), before).is_increasing()
        }),
        rule(
            "dot-transposed-right",
            dot_general(x, transpose(y, p), d),
            move |m: &mut Match<'_, '_>| {
                let mut dot = m[d].clone();
                let dims = &mut dot.dot_dimension_numbers;
                let before = &m[p].permutation;
                dims.rhs_batching_dimensions = through(&dims.rhs_batching_dimensions, before);
                dims.rhs_contracting_dimensions = through(&dims.rhs_contracting_dimensions, before);
                m.build(dot, &[m[x], m[y]])
            },
        )
        .when(move |m| {
            let before = &m[p].permutation;
            let free = m[d].dot_dimension_numbers.rhs_free(before.len());
            through(&free.into(), before).is_increasing()
        }),
        // What is transposed is the product with its operands exchanged.
        rule("transposed-dot", transpose(dot_general(x, y, d), p), move |m: &mut Match<'_, '_>| {
            let mut dot = m[d].clone();
            let dims = &mut dot.dot_dimension_numbers;
            let dims = &mut **dims;
            std::mem::swap(&mut dims.lhs_batching_dimensions, &mut dims.rhs_batching_dimensions);
            std::mem::swap(
                &mut dims.lhs_contracting_dimensions,
                &mut dims.rhs_contracting_dimensions,
            );
            if let Some(precision) = &mut dot.precision_config {
                precision.0.reverse();
            }
            dot.ty = ResultType(m.root_type());
            m.build(dot, &[m[y], m[x]])
        })
        .when(move |m| {
            let (Some(left), Some(right)) = (m.tensor(m[x]), m.tensor(m[y])) else { return false };
            // An algorithm may treat the two sides differently, and so do quantized types.
            let plain = m[d].algorithm.is_none()
                && !left.element.is_quantized()
                && !right.element.is_quantized();
            let dims = &m[d].dot_dimension_numbers;
            let batch = dims.lhs_batching_dimensions.len();
            let rows = dims.lhs_free(left.rank()).len();
            let all = m[p].permutation.len();
            let exchanged = (0..batch).chain(batch + rows..all).chain(batch..batch + rows);
            let wanted: Dims = exchanged.map(|d| d as i64).collect();
            plain && rows > 0 && rows < all - batch && wanted == m[p].permutation
        }),
    ]
}

/// What dimensions of a transpose's result are dimensions of its operand.
fn through(dims: &Dims, permutation: &Dims) -> Dims {
    dims.iter().map(|&d| permutation[d as usize]).collect()
}
