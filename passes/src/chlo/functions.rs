//! Functions of real and complex numbers, expanded by their formulas.

use super::FORMULAS;
use super::expand::{Expander, Term, constant_like};
use crate::rule::condition::{complex_number, double};
use crate::rule::{Match, Rule, rule};
use hloom_ir::field::ResultType;
use hloom_ir::literal::Literal;
use hloom_ir::op::OpStruct;
use hloom_ir::ops::{self, Direction};
use hloom_ir::pattern::Pat;
use hloom_ir::types::TensorType;
use hloom_ir::types::float::{FloatFormat, Specials};
use hloom_ir::vars;
use hloom_ir::{Element, Type, Value};

/// The rules of CHLO's functions. Where `native` is true, the error functions of floats of at
/// most 32 bits stay: code generators have code for them.
pub(super) fn rules(native: bool) -> Vec<Rule> {
    vars!(x, y);
    let scalar = |rule: Rule| if native { rule.when(double(x)) } else { rule };
    vec![
        formula::<ops::Acos>("chlo-acos", "acos"),
        formula::<ops::Acosh>("chlo-acosh", "acosh"),
        formula::<ops::Asin>("chlo-asin", "asin"),
        formula::<ops::AsinAcosKernel>("chlo-asin-acos-kernel", "_asin_acos_kernel"),
        formula::<ops::Asinh>("chlo-asinh", "asinh"),
        formula::<ops::Atan>("chlo-atan", "atan"),
        formula::<ops::Atanh>("chlo-atanh", "atanh"),
        formula::<ops::BesselI1e>("chlo-bessel-i1e", "bessel_i1e"),
        formula::<ops::Cosh>("chlo-cosh", "cosh"),
        formula::<ops::Digamma>("chlo-digamma", "digamma"),
        scalar(formula::<ops::Erf>("chlo-erf", "erf")),
        scalar(formula::<ops::ErfInv>("chlo-erf-inv", "erf_inv")),
        scalar(formula::<ops::Erfc>("chlo-erfc", "erfc")),
        formula::<ops::Lgamma>("chlo-lgamma", "lgamma"),
        formula2::<ops::Polygamma>("chlo-polygamma", "polygamma"),
        formula::<ops::Sinh>("chlo-sinh", "sinh"),
        formula2::<ops::Zeta>("chlo-zeta", "zeta"),
        rule("chlo-square", ops::square(x), move |m: &mut Match<'_, '_>| {
            m.build(ops::Multiply {}, &[m[x], m[x]])
        })
        .when(!complex_number(x)),
        complex::<ops::Square>("chlo-square-complex", "square"),
        rule("chlo-tan", ops::chlo_tan(x), move |m: &mut Match<'_, '_>| {
            m.build(ops::Tan { result_accuracy: None }, &[m[x]])
        }),
        rule("chlo-conj-real", ops::conj(x), x).when(!complex_number(x)),
        rule("chlo-conj", ops::conj(x), move |m: &mut Match<'_, '_>| {
            let re = m.build(ops::Real {}, &[m[x]])?;
            let im = m.build(ops::Imag {}, &[m[x]])?;
            let im = m.build(ops::Negate {}, &[im])?;
            m.build(ops::Complex {}, &[re, im])
        })
        .when(complex_number(x)),
        rule("chlo-is-inf", ops::is_inf(x), move |m: &mut Match<'_, '_>| {
            let size = m.build(ops::Abs {}, &[m[x]])?;
            equals(m, size, f64::INFINITY)
        }),
        rule("chlo-is-pos-inf", ops::is_pos_inf(x), move |m: &mut Match<'_, '_>| {
            equals(m, m[x], f64::INFINITY)
        }),
        rule("chlo-is-neg-inf", ops::is_neg_inf(x), move |m: &mut Match<'_, '_>| {
            equals(m, m[x], f64::NEG_INFINITY)
        }),
        rule("chlo-next-after", ops::next_after(x, y), move |m: &mut Match<'_, '_>| {
            next_after(m, m[x], m[y])
        }),
        rule("chlo-mulhi", ops::mulhi(x, y), move |m: &mut Match<'_, '_>| mulhi(m, m[x], m[y])),
    ]
}

/// The rules of StableHLO's functions of complex numbers.
pub(super) fn complex_rules() -> Vec<Rule> {
    vec![
        complex::<ops::Abs>("complex-abs", "abs"),
        complex::<ops::Cbrt>("complex-cbrt", "cbrt"),
        complex::<ops::Cosine>("complex-cosine", "cosine"),
        complex::<ops::Exponential>("complex-exponential", "exponential"),
        complex::<ops::ExponentialMinusOne>(
            "complex-exponential-minus-one",
            "exponential_minus_one",
        ),
        complex::<ops::Log>("complex-log", "log"),
        complex::<ops::LogPlusOne>("complex-log-plus-one", "log_plus_one"),
        complex::<ops::Logistic>("complex-logistic", "logistic"),
        complex2::<ops::Power>("complex-power", "power"),
        complex::<ops::Rsqrt>("complex-rsqrt", "rsqrt"),
        complex::<ops::Sign>("complex-sign", "sign"),
        complex::<ops::Sine>("complex-sine", "sine"),
        complex::<ops::Sqrt>("complex-sqrt", "sqrt"),
        complex::<ops::Tan>("complex-tan", "tan"),
        complex::<ops::Tanh>("complex-tanh", "tanh"),
    ]
}

/// The rule of a unary function, real or complex, for the formulas that exist.
fn formula<K: OpStruct>(name: &'static str, function: &'static str) -> Rule {
    vars!(x);
    rule(name, Pat::op::<K>(vec![x.into()], None), move |m: &mut Match<'_, '_>| {
        apply(m, function, &[m[x]])
    })
}

/// The rule of a binary real function.
fn formula2<K: OpStruct>(name: &'static str, function: &'static str) -> Rule {
    vars!(x, y);
    rule(name, Pat::op::<K>(vec![x.into(), y.into()], None), move |m: &mut Match<'_, '_>| {
        apply(m, function, &[m[x], m[y]])
    })
}

/// The rule of a unary complex function.
fn complex<K: OpStruct>(name: &'static str, function: &'static str) -> Rule {
    vars!(x);
    formula::<K>(name, function).when(complex_number(x))
}

/// The rule of a binary complex function.
fn complex2<K: OpStruct>(name: &'static str, function: &'static str) -> Rule {
    vars!(x);
    formula2::<K>(name, function).when(complex_number(x))
}

/// Converts a value to another real element type, unless it has that type.
fn converted(m: &mut Match<'_, '_>, x: Value, to: Element) -> Option<Value> {
    let tensor = m.tensor(x)?;
    if tensor.element == to {
        return Some(x);
    }
    let ty = ResultType(TensorType::new(&tensor.dims, to).into());
    m.build(ops::Convert { ty }, &[x])
}

/// Applies a formula to tensors of one type: it computes in `f64` and rounds once.
fn apply(m: &mut Match<'_, '_>, function: &str, operands: &[Value]) -> Option<Value> {
    let element = m.ty(operands[0]).element()?;
    let mut args: Vec<Term> = Vec::new();
    for &x in operands {
        if element.is_complex() {
            for part in [m.build(ops::Real {}, &[x])?, m.build(ops::Imag {}, &[x])?] {
                args.push(converted(m, part, Element::F64)?.into());
            }
        } else {
            args.push(converted(m, x, Element::F64)?.into());
        }
    }
    let name =
        if element.is_complex() { format!("complex_{function}") } else { function.to_owned() };
    // A result that is rounded to a narrower type may lose some digits on the way; `f64` has
    // formulas of its own where it may not.
    let wide = format!("{name}_f64");
    let is_wide = element.real_part() == Element::F64 && FORMULAS.function(&wide).is_some();
    let name = if is_wide { wide } else { name };
    let Term::Value(like) = args[0] else { return None };
    let mut expander = Expander::new(m, &FORMULAS, like);
    let results = expander.call(&name, &args)?;
    let values: Vec<Value> =
        results.into_iter().map(|t| expander.value(t)).collect::<Option<_>>()?;
    let parts: Vec<Value> =
        values.into_iter().map(|v| converted(m, v, element.real_part())).collect::<Option<_>>()?;
    match parts[..] {
        [one] => Some(one),
        [re, im] => m.build(ops::Complex {}, &[re, im]),
        _ => None,
    }
}

/// A scalar literal of this type.
fn scalar(element: Element, number: f64) -> Option<Literal> {
    Literal::from_f64s(Type::scalar_tensor(element), &[number]).ok()
}

fn compare(m: &mut Match<'_, '_>, d: Direction, x: Value, y: Value) -> Option<Value> {
    m.build(ops::Compare { comparison_direction: d, compare_type: None }, &[x, y])
}

/// Compares elements with a number; false everywhere if the type does not have that number.
fn equals(m: &mut Match<'_, '_>, x: Value, number: f64) -> Option<Value> {
    let element = m.ty(x).element()?;
    let scalar = scalar(element, number)?;
    if scalar.get_f64(0) != number {
        // A format without infinities: the comparison is false everywhere.
        let no = Literal::splat(Type::scalar_tensor(Element::I1), &[0]).ok()?;
        return constant_like(m, x, &no);
    }
    let number = constant_like(m, x, &scalar)?;
    compare(m, Direction::Eq, x, number)
}

/// `next_after` on the bits as integers: plus one away from zero, minus one towards it.
fn next_after(m: &mut Match<'_, '_>, x: Value, y: Value) -> Option<Value> {
    let tensor = m.tensor(x)?;
    let format = FloatFormat::of(tensor.element)?;
    let (integer, sign) = match tensor.element.bit_width() {
        64 => (Element::I64, i64::MIN),
        // A `tf32` does not use all bits of its storage.
        32 if tensor.element == Element::F32 => (Element::I32, i64::from(i32::MIN)),
        16 => (Element::I16, i64::from(i16::MIN)),
        8 => (Element::I8, i64::from(i8::MIN)),
        4 => (Element::I4, -8),
        _ => return None,
    };
    let to_bits =
        ops::BitcastConvert { ty: ResultType(TensorType::new(&tensor.dims, integer).into()) };
    let of_bits = ops::BitcastConvert { ty: ResultType(m.ty(x)) };
    let xi = m.build(to_bits.clone(), &[x])?;
    let yi = m.build(to_bits, &[y])?;
    let number = |m: &mut Match<'_, '_>, n: i64| {
        let bytes = n.to_le_bytes();
        let ty = Type::scalar_tensor(integer);
        let literal = Literal::splat(ty, &bytes[..integer.byte_width()]).ok()?;
        constant_like(m, xi, &literal)
    };
    let (one, minus, sign_bit) = (number(m, 1)?, number(m, -1)?, number(m, sign)?);
    let above = compare(m, Direction::Gt, y, x)?;
    let moved = if format.signed {
        // Away from zero if `y` lies on that side of `x`.
        let zero = {
            let zero = scalar(tensor.element, 0.0)?;
            constant_like(m, x, &zero)?
        };
        let positive = compare(m, Direction::Gt, x, zero)?;
        let outwards = compare(m, Direction::Eq, above, positive)?;
        let step = m.build(ops::Select {}, &[outwards, one, minus])?;
        let mut moved = m.build(ops::Add {}, &[xi, step])?;
        if format.specials == Specials::NanAtNegativeZero {
            // Zero has no sign in this format; its pattern with the sign bit is NaN.
            let none = number(m, 0)?;
            let is_nan = compare(m, Direction::Eq, moved, sign_bit)?;
            moved = m.build(ops::Select {}, &[is_nan, none, moved])?;
        }
        // From zero to the smallest number with the sign of `y`.
        let y_sign = m.build(ops::And {}, &[yi, sign_bit])?;
        let least = m.build(ops::Or {}, &[y_sign, one])?;
        let is_zero = compare(m, Direction::Eq, x, zero)?;
        m.build(ops::Select {}, &[is_zero, least, moved])?
    } else {
        let step = m.build(ops::Select {}, &[above, one, minus])?;
        m.build(ops::Add {}, &[xi, step])?
    };
    let moved = m.build(of_bits, &[moved])?;
    let equal = compare(m, Direction::Eq, x, y)?;
    let result = m.build(ops::Select {}, &[equal, y, moved])?;
    // If either is NaN, the result is their sum, which is NaN.
    let sum = m.build(ops::Add {}, &[x, y])?;
    let x_is_nan = compare(m, Direction::Ne, x, x)?;
    let y_is_nan = compare(m, Direction::Ne, y, y)?;
    let either = m.build(ops::Or {}, &[x_is_nan, y_is_nan])?;
    m.build(ops::Select {}, &[either, sum, result])
}

/// The high half of a product: computed in twice the width, or for 64-bit numbers from the products
/// of their halves.
fn mulhi(m: &mut Match<'_, '_>, x: Value, y: Value) -> Option<Value> {
    let tensor = m.tensor(x)?;
    let element = tensor.element;
    let shaped = |e: Element| ResultType(TensorType::new(&tensor.dims, e).into());
    let wide = if element.is_signed() { Element::I64 } else { Element::U64 };
    let number = |m: &mut Match<'_, '_>, n: u64| {
        let literal = Literal::splat(Type::scalar_tensor(wide), &n.to_le_bytes()).ok()?;
        constant_like(m, x, &literal)
    };
    let down = |m: &mut Match<'_, '_>, v: Value, by: Value| {
        if element.is_signed() {
            m.build(ops::ShiftRightArithmetic {}, &[v, by])
        } else {
            m.build(ops::ShiftRightLogical {}, &[v, by])
        }
    };
    if element.bit_width() < 64 {
        let a = m.build(ops::Convert { ty: shaped(wide) }, &[x])?;
        let b = m.build(ops::Convert { ty: shaped(wide) }, &[y])?;
        let product = m.build(ops::Multiply {}, &[a, b])?;
        let by = number(m, element.bit_width().into())?;
        let high = down(m, product, by)?;
        return m.build(ops::Convert { ty: shaped(element) }, &[high]);
    }
    let (by, mask) = (number(m, 32)?, number(m, 0xffff_ffff)?);
    let (xl, yl) = (m.build(ops::And {}, &[x, mask])?, m.build(ops::And {}, &[y, mask])?);
    let (xh, yh) = (down(m, x, by)?, down(m, y, by)?);
    // Carries out of the low halves are unsigned.
    let low = m.build(ops::Multiply {}, &[xl, yl])?;
    let carry = m.build(ops::ShiftRightLogical {}, &[low, by])?;
    let cross = m.build(ops::Multiply {}, &[xh, yl])?;
    let first = m.build(ops::Add {}, &[cross, carry])?;
    let first_low = m.build(ops::And {}, &[first, mask])?;
    let other = m.build(ops::Multiply {}, &[xl, yh])?;
    let second = m.build(ops::Add {}, &[other, first_low])?;
    let (first_high, second_high) = (down(m, first, by)?, down(m, second, by)?);
    let top = m.build(ops::Multiply {}, &[xh, yh])?;
    let sum = m.build(ops::Add {}, &[top, first_high])?;
    m.build(ops::Add {}, &[sum, second_high])
}
