//! Laws of `dot_general`: a transpose of an operand or of the result is folded into the dimension
//! numbers.

use crate::rule::condition::holds;
use crate::rule::{Match, Rule, rule};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::*;
use hloom_ir::vars;

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(x, y);
    vars!(p: Transpose);
    vars!(d: DotGeneral);
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
        .gives("dot_general(x, y, {d through p})")
        .when(holds("p keeps the order of free dimensions", move |m| {
            let before = &m[p].permutation;
            let free = m[d].dot_dimension_numbers.lhs_free(before.len());
            through(&free.into(), before).is_increasing()
        })),
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
        .gives("dot_general(x, y, {d through p})")
        .when(holds("p keeps the order of free dimensions", move |m| {
            let before = &m[p].permutation;
            let free = m[d].dot_dimension_numbers.rhs_free(before.len());
            through(&free.into(), before).is_increasing()
        })),
        // A transposed product is the product with its operands swapped.
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
        .gives("dot_general(y, x, {d with its sides exchanged})")
        .when(holds("p exchanges rows and columns, and d names no algorithm", move |m| {
            let Some(left) = m.tensor(m[x]) else { return false };
            // An algorithm may treat the two operands differently.
            let plain = m[d].algorithm.is_none();
            let dims = &m[d].dot_dimension_numbers;
            let batch = dims.lhs_batching_dimensions.len();
            let rows = dims.lhs_free(left.rank()).len();
            let all = m[p].permutation.len();
            let exchanged = (0..batch).chain(batch + rows..all).chain(batch..batch + rows);
            let exchange: Dims = exchanged.map(|d| d as i64).collect();
            plain && rows > 0 && rows < all - batch && exchange == m[p].permutation
        })),
    ]
}

/// Maps dimensions of a transpose's result to dimensions of its operand.
fn through(dims: &Dims, permutation: &Dims) -> Dims {
    dims.iter().map(|&d| permutation[d as usize]).collect()
}
