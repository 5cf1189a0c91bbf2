//! Laws of logic, comparison and choice.

use super::algebra::combined;
use crate::rule::condition::*;
use crate::rule::{Condition, Match, Rule, rule};
use hloom_ir::ops::*;
use hloom_ir::pattern::Var;
use hloom_ir::vars;

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    vars!(x, y, z, w);
    vars!(constant c, d);
    vars!(p: Compare);
    let is_predicate = |z: Var| -> Condition {
        holds("z has the result's type", move |m| m.ty(m[z]) == m.root_type())
    };
    vec![
        rule("not-not", not(not(x)), x),
        rule("and-self", and(x, x), x),
        rule("or-self", or(x, x), x),
        rule("xor-self", xor(x, x), 0),
        rule("and-zero", and(x, 0), 0),
        rule("or-zero", or(x, 0), x),
        rule("xor-zero", xor(x, 0), x),
        rule("and-true", and(x, 1), x).when(boolean(x)),
        rule("or-true", or(x, 1), 1).when(boolean(x)),
        rule("and-ones", and(x, -1), x).when(signed(x)),
        rule("or-ones", or(x, -1), -1).when(signed(x)),
        rule("and-absorb", and(x, or(x, y)), x),
        rule("or-absorb", or(x, and(x, y)), x),
        rule("and-not", and(x, not(x)), 0),
        rule("de-morgan-and", and(not(x), not(y)), not(or(x, y))).when(inner_used_once()),
        rule("de-morgan-or", or(not(x), not(y)), not(and(x, y))).when(inner_used_once()),
        rule("xor-xor", xor(xor(x, y), y), x),
        rule("and-constants", and(and(x, c), d), move |m: &mut Match<'_, '_>| {
            let both = combined(m, And {}, [c, d])?;
            m.build(And {}, &[m[x], both])
        })
        .gives("and(x, c & d)")
        .when(variable(x) & replaceable(d) & same_type(c, d)),
        rule("or-constants", or(or(x, c), d), move |m: &mut Match<'_, '_>| {
            let both = combined(m, Or {}, [c, d])?;
            m.build(Or {}, &[m[x], both])
        })
        .gives("or(x, c | d)")
        .when(variable(x) & replaceable(d) & same_type(c, d)),
        rule("shift-left-zero", shift_left(x, 0), x),
        rule("shift-right-zero", shift_right_logical(x, 0), x),
        rule("shift-right-arithmetic-zero", shift_right_arithmetic(x, 0), x),
        // A number equals itself; a NaN does not.
        rule("compare-self", compare(x, x, p), move |m: &mut Match<'_, '_>| {
            let holds =
                matches!(m[p].comparison_direction, Direction::Eq | Direction::Ge | Direction::Le);
            m.splat(m.root_type(), f64::from(u8::from(holds)))
        })
        .gives("1 if p is EQ, GE or LE, and 0 otherwise")
        .when((integer(x) | boolean(x)) & static_result()),
        rule("not-compare", not(compare(x, y, p)), move |m: &mut Match<'_, '_>| {
            let mut opposite = m[p].clone();
            opposite.comparison_direction = negated(opposite.comparison_direction);
            m.build(opposite, &[m[x], m[y]])
        })
        .gives("compare(x, y, {p negated})")
        // A NaN is neither less than, greater than nor equal to a float.
        .when(
            integer(x)
                | boolean(x)
                | holds("p is EQ or NE", move |m| {
                    matches!(m[p].comparison_direction, Direction::Eq | Direction::Ne)
                }),
        ),
        // Constants go to the right-hand side.
        rule("compare-constant-left", compare(c, x, p), move |m: &mut Match<'_, '_>| {
            let mut swapped = m[p].clone();
            swapped.comparison_direction = mirrored(swapped.comparison_direction);
            m.build(swapped, &[m[x], m[c]])
        })
        .gives("compare(x, c, {p mirrored})")
        .when(variable(x)),
        rule("select-true", select(1, x, y), x).quantized(),
        rule("select-false", select(0, x, y), y).quantized(),
        rule("select-same", select(z, x, x), x).quantized(),
        rule("select-not", select(not(z), x, y), select(z, y, x)).quantized(),
        rule("select-pred", select(z, 1, 0), z).when(is_predicate(z)),
        rule("select-not-pred", select(z, 0, 1), not(z)).when(is_predicate(z)),
        rule("select-select-true", select(z, select(z, x, y), w), select(z, x, w)).quantized(),
        rule("select-select-false", select(z, w, select(z, x, y)), select(z, w, y)).quantized(),
        rule("clamp-clamp", clamp(x, clamp(x, y, z), z), clamp(x, y, z)),
    ]
}

/// The negation of a comparison, for element types with a total order.
fn negated(direction: Direction) -> Direction {
    match direction {
        Direction::Eq => Direction::Ne,
        Direction::Ne => Direction::Eq,
        Direction::Ge => Direction::Lt,
        Direction::Gt => Direction::Le,
        Direction::Le => Direction::Gt,
        Direction::Lt => Direction::Ge,
    }
}

/// The comparison with its operands swapped.
fn mirrored(direction: Direction) -> Direction {
    match direction {
        Direction::Eq => Direction::Eq,
        Direction::Ne => Direction::Ne,
        Direction::Ge => Direction::Le,
        Direction::Gt => Direction::Lt,
        Direction::Le => Direction::Ge,
        Direction::Lt => Direction::Gt,
    }
}
