//! Laws of arithmetic.
//!
//! Floats obey fewer than integers: `x + 0.0` is not `x` for `-0.0`, and `x * 0.0`
//! is not `0.0` for NaN. What stands here without a condition on the element type
//! holds for every bit of every float.

use super::conditions::{boolean, exact_reciprocal, integer, not_complex, real};
use crate::rule::{Match, Rule, rule};
use hloom_ir::literal::Literal;
use hloom_ir::ops::*;
use hloom_ir::pattern::{attrs, constant_var, var};

/// The rules.
pub(super) fn rules() -> Vec<Rule> {
    let (x, y, z) = (var("x"), var("y"), var("z"));
    let (c, d) = (constant_var("c"), constant_var("d"));
    let (p, q) = (attrs::<Convert>("p"), attrs::<Convert>("q"));
    vec![
        // Neutral elements. Booleans add by "or".
        rule("add-zero", add(x, 0), x).when(move |m| integer(m, m[x]) || boolean(m, m[x])),
        // -0.0 is the neutral element of floats' addition.
        rule("add-negative-zero", add(x, -0.0), x).when(move |m| real(m, m[x])),
        rule("subtract-zero", subtract(x, 0), x).when(move |m| not_complex(m, m[x])),
        rule("multiply-one", multiply(x, 1), x).when(move |m| not_complex(m, m[x])),
        rule("multiply-zero", multiply(x, 0), 0)
            .when(move |m| integer(m, m[x]) || boolean(m, m[x])),
        rule("multiply-zero-fast", multiply(x, 0), 0).fast(),
        rule("divide-one", divide(x, 1), x).when(move |m| not_complex(m, m[x])),
        rule("power-one", power(x, 1), x).when(move |m| real(m, m[x])),
        rule("power-two", power(x, 2), multiply(x, x)).when(move |m| real(m, m[x])),
        // Inverses.
        rule("subtract-self", subtract(x, x), 0).when(move |m| integer(m, m[x])),
        rule("subtract-self-fast", subtract(x, x), 0).fast(),
        rule("add-negate", add(x, negate(y)), subtract(x, y)),
        rule("subtract-negate", subtract(x, negate(y)), add(x, y)),
        rule("subtract-from-zero", subtract(0, x), negate(x)).when(move |m| integer(m, m[x])),
        rule("subtract-from-negative-zero", subtract(-0.0, x), negate(x))
            .when(move |m| real(m, m[x])),
        rule("add-subtract", add(subtract(x, y), y), x).when(move |m| integer(m, m[x])),
        rule("subtract-add", subtract(add(x, y), y), x).when(move |m| integer(m, m[x])),
        // Signs.
        rule("negate-negate", negate(negate(x)), x),
        rule("negate-subtract", negate(subtract(x, y)), subtract(y, x))
            .when(move |m| integer(m, m[x])),
        rule("multiply-negates", multiply(negate(x), negate(y)), multiply(x, y))
            .when(move |m| not_complex(m, m[x])),
        rule("divide-negates", divide(negate(x), negate(y)), divide(x, y))
            .when(move |m| real(m, m[x])),
        rule("multiply-minus-one", multiply(x, -1), negate(x)).when(move |m| not_complex(m, m[x])),
        rule("divide-minus-one", divide(x, -1), negate(x)).when(move |m| real(m, m[x])),
        rule("abs-abs", abs(abs(x)), abs(x)),
        rule("abs-negate", abs(negate(x)), abs(x)).when(move |m| not_complex(m, m[x])),
        rule("abs-square", abs(multiply(x, x)), multiply(x, x)).when(move |m| real(m, m[x])),
        rule("sign-sign", sign(sign(x)), sign(x)).when(move |m| not_complex(m, m[x])),
        // A division by a power of two is a multiplication by its inverse.
        rule("divide-by-power-of-two", divide(x, c), move |m: &mut Match<'_, '_>| {
            let inverse = exact_reciprocal(m.literal(c))?;
            let inverse = m.constant(inverse);
            m.build(Multiply {}, &[m[x], inverse])
        }),
        rule("divide-by-constant-fast", divide(x, c), move |m: &mut Match<'_, '_>| {
            let literal = m.literal(c).clone();
            let one = Literal::from_f64s(literal.ty(), &[1.0]).ok()?;
            let (one, c) = (m.constant(one), m[c]);
            let inverse = m.build(Divide {}, &[one, c])?;
            m.build(Multiply {}, &[m[x], inverse])
        })
        .when(move |m| {
            // What the rule itself makes divides a constant.
            let variable = m.module().constant(m[x]).is_none();
            variable && real(m, m[x]) && exact_reciprocal(m.literal(c)).is_none()
        })
        .fast(),
        // Constants come together, and stand right: what is left of two constants
        // is folded.
        rule("add-constants", add(add(x, c), d), add(x, add(c, d))).when(move |m| integer(m, m[x])),
        rule("multiply-constants", multiply(multiply(x, c), d), multiply(x, multiply(c, d)))
            .when(move |m| integer(m, m[x])),
        rule("subtract-constant", subtract(x, c), add(x, negate(c)))
            .when(move |m| integer(m, m[x])),
        rule("add-constants-fast", add(add(x, c), d), add(x, add(c, d)))
            .when(move |m| real(m, m[x]))
            .fast(),
        rule("multiply-constants-fast", multiply(multiply(x, c), d), multiply(x, multiply(c, d)))
            .when(move |m| real(m, m[x]))
            .fast(),
        // Distribution.
        rule("multiply-distribute", add(multiply(x, y), multiply(x, z)), multiply(x, add(y, z)))
            .when(move |m| integer(m, m[x])),
        // The larger and the smaller.
        rule("maximum-self", maximum(x, x), x),
        rule("minimum-self", minimum(x, x), x),
        rule("maximum-maximum", maximum(maximum(x, y), y), maximum(x, y))
            .when(move |m| not_complex(m, m[x])),
        rule("minimum-minimum", minimum(minimum(x, y), y), minimum(x, y))
            .when(move |m| not_complex(m, m[x])),
        // Rounding what is whole.
        rule("floor-floor", floor(floor(x)), floor(x)),
        rule("floor-ceil", floor(ceil(x)), ceil(x)),
        rule("ceil-ceil", ceil(ceil(x)), ceil(x)),
        rule("ceil-floor", ceil(floor(x)), floor(x)),
        rule("round-floor", round_nearest_even(floor(x)), floor(x)),
        rule("round-round", round_nearest_even(round_nearest_even(x)), round_nearest_even(x)),
        // Real and imaginary parts.
        rule("real-complex", hloom_ir::ops::real(complex(x, y)), x),
        rule("imag-complex", imag(complex(x, y)), y),
        // Conversions.
        rule("convert-same", convert(x, p), x).when(move |m| m.ty(m[x]) == m[p].ty.0),
        rule("convert-convert", convert(convert(x, q), p), move |m: &mut Match<'_, '_>| {
            let ty = m[p].ty;
            m.build(Convert { ty }, &[m[x]])
        })
        .when(move |m| super::conditions::keeps_all_values(m, m[x], m[q].ty.0)),
    ]
}
