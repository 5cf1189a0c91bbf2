//! Laws of arithmetic.
//!
//! Floats obey fewer laws than integers: `x + 0.0` is not `x` for `-0.0`, and `x * 0.0` is not
//! `0.0` for NaN. A rule without a condition on the element type holds for every bit of every
//! float.
//!
//! Some formats lack a property that a law needs: `f8E8M0FNU` has no sign, so `negate` gives NaN; a
//! format without NaN saturates, so `ceil` of its largest number need not be whole. Complex
//! arithmetic mixes the parts: `1 * (a + ∞i)` is not `a + ∞i`.

use super::conditions::{exact_reciprocal, keeps_all_values};
use crate::rule::condition::*;
use crate::rule::{Match, Rule, rule};
use hloom_ir::literal::Literal;
use hloom_ir::ops::*;
use hloom_ir::pattern::ConstVar;
use hloom_ir::vars;

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    [arithmetic(), constants(), others()].into_iter().flatten().collect()
}

/// Neutral elements, inverses and signs.
fn arithmetic() -> Vec<Rule> {
    vars!(x, y, z);
    vec![
        // Neutral elements. Booleans add by "or".
        rule("add-zero", add(x, 0), x).when(integer(x) | boolean(x)),
        // -0.0 is the neutral element of floats' addition.
        rule("add-negative-zero", add(x, -0.0), x).when(float(x)),
        rule("subtract-zero", subtract(x, 0), x).when(!complex_number(x)),
        rule("multiply-one", multiply(x, 1), x).when(!complex_number(x)),
        rule("multiply-zero", multiply(x, 0), 0).when(integer(x) | boolean(x)),
        rule("multiply-zero-fast", multiply(x, 0), 0).fast(),
        rule("divide-one", divide(x, 1), x).when(!complex_number(x)),
        rule("power-one", power(x, 1), x).when(integer(x) | float(x)),
        // The power of an `f64` may differ from the product in the last bit.
        rule("power-two", power(x, 2), multiply(x, x)).when(integer(x) | narrow_float(x)),
        rule("power-two-fast", power(x, 2), multiply(x, x)).when(double(x)).fast(),
        // Inverses.
        rule("subtract-self", subtract(x, x), 0).when(integer(x)),
        rule("subtract-self-fast", subtract(x, x), 0).fast(),
        rule("add-negate", add(x, negate(y)), subtract(x, y)).when(!unsigned_float(x)),
        rule("subtract-negate", subtract(x, negate(y)), add(x, y)).when(!unsigned_float(x)),
        rule("subtract-from-zero", subtract(0, x), negate(x)).when(integer(x)),
        rule("subtract-from-negative-zero", subtract(-0.0, x), negate(x)).when(float(x)),
        rule("add-subtract", add(subtract(x, y), y), x).when(integer(x)),
        rule("subtract-add", subtract(add(x, y), y), x).when(integer(x)),
        // Signs.
        rule("negate-negate", negate(negate(x)), x).when(!unsigned_float(x)),
        rule("negate-subtract", negate(subtract(x, y)), subtract(y, x)).when(integer(x)),
        rule("multiply-negates", multiply(negate(x), negate(y)), multiply(x, y))
            .when(!(complex_number(x) | unsigned_float(x))),
        rule("divide-negates", divide(negate(x), negate(y)), divide(x, y))
            .when(float(x) & !unsigned_float(x)),
        rule("multiply-minus-one", multiply(x, -1), negate(x)).when(!complex_number(x)),
        rule("divide-minus-one", divide(x, -1), negate(x)).when(float(x)),
        rule("abs-abs", abs(abs(x)), abs(x)),
        rule("abs-negate", abs(negate(x)), abs(x)).when(!(complex_number(x) | unsigned_float(x))),
        rule("abs-square", abs(multiply(x, x)), multiply(x, x)).when(float(x)),
        rule("sign-sign", sign(sign(x)), sign(x)).when(!complex_number(x)),
        // Distribution.
        rule("multiply-distribute", add(multiply(x, y), multiply(x, z)), multiply(x, add(y, z)))
            .when(integer(x) & inner_used_once()),
    ]
}

/// Reassociation of constants, and constants moved to the right-hand side.
fn constants() -> Vec<Rule> {
    vars!(x);
    vars!(constant c, d);
    vec![
        // A division by a power of two is a multiplication by its inverse.
        rule("divide-by-power-of-two", divide(x, c), move |m: &mut Match<'_, '_>| {
            let inverse = exact_reciprocal(m.literal(c))?;
            let inverse = m.constant(inverse);
            m.build(Multiply {}, &[m[x], inverse])
        })
        .gives("multiply(x, 1/c)")
        .when(holds("each element of c is a power of two", move |m| {
            exact_reciprocal(m.literal(c)).is_some()
        })),
        rule("divide-by-constant-fast", divide(x, c), move |m: &mut Match<'_, '_>| {
            let c = m.literal(c).clone();
            let one = Literal::from_f64s(c.ty(), &[1.0]).ok()?;
            let inverse = m.computed(Divide {}, &[&one, &c])?;
            m.build(Multiply {}, &[m[x], inverse])
        })
        .gives("multiply(x, 1/c)")
        .when(ieee_float(x) & variable(x) & replaceable(c))
        .when(holds("no element of c is a power of two", move |m| {
            exact_reciprocal(m.literal(c)).is_none()
        }))
        .fast(),
        // Both constants are combined at once, so that the rule does not depend on folding.
        rule("add-constants", add(add(x, c), d), move |m: &mut Match<'_, '_>| {
            let both = combined(m, Add {}, [c, d])?;
            m.build(Add {}, &[m[x], both])
        })
        .gives("add(x, c + d)")
        .when(integer(x) & variable(x) & replaceable(d) & same_type(c, d)),
        rule("multiply-constants", multiply(multiply(x, c), d), move |m: &mut Match<'_, '_>| {
            let both = combined(m, Multiply {}, [c, d])?;
            m.build(Multiply {}, &[m[x], both])
        })
        .gives("multiply(x, c * d)")
        .when(integer(x) & variable(x) & replaceable(d) & same_type(c, d)),
        rule("subtract-constant", subtract(x, c), move |m: &mut Match<'_, '_>| {
            let c = m.literal(c).clone();
            let zero = Literal::from_f64s(c.ty(), &[0.0]).ok()?;
            let negative = m.computed(Subtract {}, &[&zero, &c])?;
            m.build(Add {}, &[m[x], negative])
        })
        .gives("add(x, -c)")
        .when(integer(x) & variable(x) & replaceable(c)),
        rule("add-constants-fast", add(add(x, c), d), move |m: &mut Match<'_, '_>| {
            let both = combined(m, Add {}, [c, d])?;
            m.build(Add {}, &[m[x], both])
        })
        .gives("add(x, c + d)")
        .when(ieee_float(x) & variable(x) & replaceable(d) & same_type(c, d))
        .fast(),
        rule(
            "multiply-constants-fast",
            multiply(multiply(x, c), d),
            move |m: &mut Match<'_, '_>| {
                let both = combined(m, Multiply {}, [c, d])?;
                m.build(Multiply {}, &[m[x], both])
            },
        )
        .gives("multiply(x, c * d)")
        .when(ieee_float(x) & variable(x) & replaceable(d) & same_type(c, d))
        .fast(),
    ]
}

/// Returns the constant result of an op on two constants of one type.
pub(super) fn combined(
    m: &mut Match<'_, '_>,
    op: impl Into<Op>,
    constants: [ConstVar; 2],
) -> Option<hloom_ir::Value> {
    let [c, d] = constants.map(|c| m.literal(c).clone());
    m.computed(op, &[&c, &d])
}

/// Minimum and maximum, rounding, parts of complex numbers and conversions.
fn others() -> Vec<Rule> {
    vars!(x, y);
    vars!(p, q: Convert);
    vec![
        // Minimum and maximum.
        rule("maximum-self", maximum(x, x), x),
        rule("minimum-self", minimum(x, x), x),
        rule("maximum-maximum", maximum(maximum(x, y), y), maximum(x, y)).when(!complex_number(x)),
        rule("minimum-minimum", minimum(minimum(x, y), y), minimum(x, y)).when(!complex_number(x)),
        // Rounding of whole numbers.
        rule("floor-floor", floor(floor(x)), floor(x)),
        rule("floor-ceil", floor(ceil(x)), ceil(x)).when(!saturating_float(x)),
        rule("ceil-ceil", ceil(ceil(x)), ceil(x)),
        rule("ceil-floor", ceil(floor(x)), floor(x)).when(!saturating_float(x)),
        rule("round-floor", round_nearest_even(floor(x)), floor(x)),
        rule("round-round", round_nearest_even(round_nearest_even(x)), round_nearest_even(x)),
        // Real and imaginary parts.
        rule("real-complex", hloom_ir::ops::real(complex(x, y)), x),
        rule("imag-complex", imag(complex(x, y)), y),
        // Conversions.
        rule("convert-same", convert(x, p), x)
            .when(holds("x has p's type", move |m| m.ty(m[x]) == m[p].ty.0)),
        rule("convert-convert", convert(convert(x, q), p), move |m: &mut Match<'_, '_>| {
            let ty = m[p].ty;
            m.build(Convert { ty }, &[m[x]])
        })
        .gives("convert(x, {p})")
        .when(holds("q keeps every value of x", move |m| keeps_all_values(m, m[x], m[q].ty.0))),
    ]
}
