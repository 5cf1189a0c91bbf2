//! Complex numbers: both parts compute in `f64` and round once.

use super::float::predicate;
use super::function::Function;
use super::parts::number;
use crate::build::{Builder, FloatCompare, Val};
use hloom_ir::Element;
use hloom_ir::ops::Direction;
use melior::ir::{Type, ValueLike};

/// The real and imaginary parts.
type Parts<'c> = (Val<'c>, Val<'c>);

fn part_type<'c>(b: &Builder<'c>, element: Element) -> Type<'c> {
    if element.real_part() == Element::F64 { Type::float64(b.cx) } else { Type::float32(b.cx) }
}

/// The parts in `f64`.
pub(super) fn load<'c>(b: &Builder<'c>, element: Element, x: Val<'c>) -> Parts<'c> {
    let ty = part_type(b, element);
    let widened = |part: Val<'c>| match element {
        Element::C64 => b.one("arith.extf", &[part], Type::float64(b.cx)),
        _ => part,
    };
    (widened(b.one("complex.re", &[x], ty)), widened(b.one("complex.im", &[x], ty)))
}

/// The complex number with these parts in `f64`.
pub(super) fn store<'c>(b: &Builder<'c>, element: Element, (re, im): Parts<'c>) -> Val<'c> {
    let ty = part_type(b, element);
    let rounded = |part: Val<'c>| match element {
        Element::C64 => b.one("arith.truncf", &[part], ty),
        _ => part,
    };
    let complex = if element == Element::C64 { "complex<f32>" } else { "complex<f64>" };
    let complex = Type::parse(b.cx, complex).unwrap_or(ty);
    b.one("complex.create", &[rounded(re), rounded(im)], complex)
}

/// A function of complex numbers; `expand-complex-math` has rewritten the elementary ones.
pub(super) fn apply<'c>(
    b: &Builder<'c>,
    f: Function,
    x: &[Val<'c>],
    element: Element,
    to: Element,
) -> Option<Val<'c>> {
    let parts: Vec<Parts<'c>> = x.iter().map(|&v| load(b, element, v)).collect();
    let each = |name: &str| {
        let (p, q) = (parts[0], parts[1]);
        (b.same(name, &[p.0, q.0]), b.same(name, &[p.1, q.1]))
    };
    let result = match f {
        Function::Add => each("arith.addf"),
        Function::Subtract => each("arith.subf"),
        Function::Multiply => multiply(b, parts[0], parts[1]),
        Function::Divide => divide(b, parts[0], parts[1]),
        Function::Negate => {
            (b.same("arith.negf", &[parts[0].0]), b.same("arith.negf", &[parts[0].1]))
        }
        Function::Abs => {
            let size = hypot(b, parts[0]);
            return Some(match to {
                Element::F64 => size,
                _ => b.one("arith.truncf", &[size], Type::float32(b.cx)),
            });
        }
        // an elementary function, which a pass expands, or one that is undefined.
        _ => return None,
    };
    Some(store(b, element, result))
}

/// `a·b - c·d`, accurate to nearly the last bit; the plain formula where that overflows.
fn difference_of_products<'c>(b: &Builder<'c>, p: [Val<'c>; 4]) -> Val<'c> {
    let [a, x, c, d] = p;
    let w = b.same("arith.mulf", &[c, d]);
    let f = b.same("math.fma", &[a, x, b.same("arith.negf", &[w])]);
    let e = b.same("math.fma", &[b.same("arith.negf", &[c]), d, w]);
    let plain = b.same("arith.subf", &[b.same("arith.mulf", &[a, x]), w]);
    let sum = b.same("arith.addf", &[f, e]);
    let infinity = number(b, f, f64::INFINITY);
    let finite = |v: Val<'c>| b.cmpf(FloatCompare::Lt, b.same("math.absf", &[v]), infinity);
    b.select(b.and(finite(f), finite(e)), sum, plain)
}

fn multiply<'c>(b: &Builder<'c>, x: Parts<'c>, y: Parts<'c>) -> Parts<'c> {
    let minus = b.same("arith.negf", &[x.1]);
    (
        difference_of_products(b, [x.0, y.0, x.1, y.1]),
        difference_of_products(b, [x.0, y.1, minus, y.0]),
    )
}

/// A power of two that brings `size` near 1; 1 for zero and infinity.
fn scaling<'c>(b: &Builder<'c>, size: Val<'c>) -> Val<'c> {
    let int = b.int(64);
    let bits = b.one("arith.bitcast", &[size], int);
    let field = b.same("arith.shrui", &[bits, b.int_const(int, 52)]);
    let low = b.same("arith.maxsi", &[field, b.int_const(int, 1)]);
    let low = b.same("arith.minsi", &[low, b.int_const(int, 2045)]);
    let turned = b.subi(b.int_const(int, 2046), low);
    let factor = b.same("arith.shli", &[turned, b.int_const(int, 52)]);
    let factor = b.one("arith.bitcast", &[factor], size.r#type());
    let positive = b.cmpf(FloatCompare::Gt, size, number(b, size, 0.0));
    let finite = b.cmpf(FloatCompare::Lt, size, number(b, size, f64::INFINITY));
    b.select(b.and(positive, finite), factor, number(b, size, 1.0))
}

/// The quotient: the divisor is scaled near 1, and infinities are recovered as in Annex G.
fn divide<'c>(b: &Builder<'c>, x: Parts<'c>, y: Parts<'c>) -> Parts<'c> {
    let mul = |p: Val<'c>, q: Val<'c>| b.same("arith.mulf", &[p, q]);
    let add = |p: Val<'c>, q: Val<'c>| b.same("arith.addf", &[p, q]);
    let abs = |v: Val<'c>| b.same("math.absf", &[v]);
    let factor = scaling(b, b.same("arith.maximumf", &[abs(y.0), abs(y.1)]));
    let d = (mul(y.0, factor), mul(y.1, factor));
    let norm = add(mul(d.0, d.0), mul(d.1, d.1));
    let minus = b.same("arith.negf", &[x.1]);
    let re = difference_of_products(b, [x.0, d.0, minus, d.1]);
    let im = difference_of_products(b, [x.1, d.0, x.0, d.1]);
    let over = |v: Val<'c>| mul(b.same("arith.divf", &[v, norm]), factor);
    let quotient = (over(re), over(im));
    let is_nan = |v: Val<'c>| b.cmpf(FloatCompare::Unordered, v, v);
    let infinity = number(b, norm, f64::INFINITY);
    let zero = number(b, norm, 0.0);
    let is_infinite = |v: Val<'c>| b.cmpf(FloatCompare::Eq, abs(v), infinity);
    let is_finite = |v: Val<'c>| b.cmpf(FloatCompare::Lt, abs(v), infinity);
    // Of a number that is not negative.
    let with_sign = |v: Val<'c>, sign: Val<'c>| {
        let int = b.int(64);
        let bits = |v: Val<'c>| b.one("arith.bitcast", &[v], int);
        let sign = b.and(bits(sign), b.int_const(int, i64::MIN));
        b.one("arith.bitcast", &[b.or(bits(v), sign)], v.r#type())
    };
    let unit = |v: Val<'c>| {
        let one = number(b, v, 1.0);
        with_sign(b.select(is_infinite(v), one, zero), v)
    };
    let x_infinite = b.or(is_infinite(x.0), is_infinite(x.1));
    let y_infinite = b.or(is_infinite(y.0), is_infinite(y.1));
    let x_finite = b.and(is_finite(x.0), is_finite(x.1));
    let y_finite = b.and(is_finite(y.0), is_finite(y.1));
    let pick =
        |c: Val<'c>, p: Parts<'c>, q: Parts<'c>| (b.select(c, p.0, q.0), b.select(c, p.1, q.1));
    let combine = |factor: Val<'c>, x: Parts<'c>, y: Parts<'c>| {
        let re = add(mul(x.0, y.0), mul(x.1, y.1));
        let im = b.same("arith.subf", &[mul(x.1, y.0), mul(x.0, y.1)]);
        (mul(factor, re), mul(factor, im))
    };
    let mut rest = quotient;
    let divisor = combine(zero, x, (unit(y.0), unit(y.1)));
    rest = pick(b.and(y_infinite, x_finite), divisor, rest);
    let dividend = combine(infinity, (unit(x.0), unit(x.1)), y);
    rest = pick(b.and(x_infinite, y_finite), dividend, rest);
    let huge = with_sign(infinity, y.0);
    let both_nan = b.and(is_nan(x.0), is_nan(x.1));
    let some = b.same("arith.xori", &[both_nan, b.int_const(b.int(1), 1)]);
    let by_zero = b.and(b.cmpf(FloatCompare::Eq, norm, zero), some);
    rest = pick(by_zero, (mul(huge, x.0), mul(huge, x.1)), rest);
    let lost = b.and(is_nan(quotient.0), is_nan(quotient.1));
    pick(lost, rest, quotient)
}

/// The absolute value, scaled so that no square overflows.
fn hypot<'c>(b: &Builder<'c>, (re, im): Parts<'c>) -> Val<'c> {
    let (re, im) = (b.same("math.absf", &[re]), b.same("math.absf", &[im]));
    let infinity = number(b, re, f64::INFINITY);
    let is_infinite = |v: Val<'c>| b.cmpf(FloatCompare::Eq, v, infinity);
    let any = b.or(is_infinite(re), is_infinite(im));
    let factor = scaling(b, b.same("arith.maximumf", &[re, im]));
    let (x, y) = (b.same("arith.mulf", &[re, factor]), b.same("arith.mulf", &[im, factor]));
    let squares = b.same("math.fma", &[x, x, b.same("arith.mulf", &[y, y])]);
    let root = b.same("arith.divf", &[b.same("math.sqrt", &[squares]), factor]);
    b.select(any, infinity, root)
}

/// Equal, or less and greater in lexicographic order.
pub(super) fn compare<'c>(
    b: &Builder<'c>,
    direction: Direction,
    x: Val<'c>,
    y: Val<'c>,
) -> Val<'c> {
    let (x, y) = (parts(b, x), parts(b, y));
    let eq = |p: Val<'c>, q: Val<'c>| b.cmpf(FloatCompare::Eq, p, q);
    match direction {
        Direction::Eq => b.and(eq(x.0, y.0), eq(x.1, y.1)),
        Direction::Ne => {
            let same = b.and(eq(x.0, y.0), eq(x.1, y.1));
            b.same("arith.xori", &[same, b.int_const(b.int(1), 1)])
        }
        Direction::Ge | Direction::Gt | Direction::Le | Direction::Lt => {
            let strict = match direction {
                Direction::Ge | Direction::Gt => FloatCompare::Gt,
                _ => FloatCompare::Lt,
            };
            let last = predicate(direction);
            let first = b.cmpf(strict, x.0, y.0);
            b.or(first, b.and(eq(x.0, y.0), b.cmpf(last, x.1, y.1)))
        }
    }
}

fn parts<'c>(b: &Builder<'c>, x: Val<'c>) -> Parts<'c> {
    let element = match x.r#type().to_string().as_str() {
        "complex<f64>" => Element::C128,
        _ => Element::C64,
    };
    load(b, element, x)
}

/// The larger or smaller number in lexicographic order; NaN if a part of either is.
pub(super) fn extreme<'c>(b: &Builder<'c>, x: Val<'c>, y: Val<'c>, larger: bool) -> Val<'c> {
    let worse = if larger { Direction::Lt } else { Direction::Gt };
    let swap = compare(b, worse, x, y);
    let (p, q) = (parts(b, x), parts(b, y));
    let nan = |v: Parts<'c>| {
        let is_nan = |part: Val<'c>| b.cmpf(FloatCompare::Unordered, part, part);
        b.or(is_nan(v.0), is_nan(v.1))
    };
    let decided = b.select(swap, y, x);
    b.select(nan(p), x, b.select(nan(q), y, decided))
}
