//! Zero preservation: elementwise ops that are zero where a sparse matrix is zero.
//!
//! IEEE 754 has two zeros, and the element of a sparse matrix that is not stored is `+0`.
//! `0 · x` is `-0` for negative `x`, so the sign of each zero is followed: under
//! [`ZeroRule::Strict`], a result or a reduction that would show the sign needs `+0`.

use super::roles::ZeroRule;
use hloom_ir::literal::read_f64;
use hloom_ir::module::Module;
use hloom_ir::ops::{CompareType, Direction, Op};
use hloom_ir::{Element, Literal, OpId, Value};

/// The zero that a value has where the sparse matrix is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zero {
    /// `+0`, or the zero of elements that have only one.
    Positive,
    /// `+0` or `-0`.
    Either,
}

impl Zero {
    /// The zero of a value that is one of these two.
    fn or(self, other: Zero) -> Zero {
        if self == Zero::Positive { other } else { self }
    }
}

/// Known zeros of values, and the rule for products with zero.
pub(super) struct Zeros<'a> {
    pub(super) module: &'a Module,
    pub(super) rule: ZeroRule,
    /// Of values with an element for each entry: its zero where the sparse matrix is zero,
    /// if it is zero there.
    pub(super) entry: &'a dyn Fn(Value) -> Option<Option<Zero>>,
}

impl Zeros<'_> {
    /// The zero that an elementwise op computes wherever the sparse matrix is zero; `None`
    /// if it may compute another number there.
    pub(super) fn of_result(&self, op: OpId) -> Option<Zero> {
        let module = self.module;
        let element = module.ty(module.results(op).get(0)?).element()?;
        let zero = self.of_op(op)?;
        match element {
            // It has no zero.
            Element::F8E8M0FNU => None,
            // Zero is stored as the zero point.
            e if e.is_quantized() => None,
            e if e.is_float() || e.is_complex() => Some(zero),
            _ => Some(Zero::Positive),
        }
    }

    fn of_op(&self, op: OpId) -> Option<Zero> {
        let module = self.module;
        let operands = module.operands(op);
        let zero = |i: usize| operands.get(i).and_then(|&v| self.of_value(v));
        let both = || Some(zero(0)?.or(zero(1)?));
        let finite = |i: usize| {
            self.rule == ZeroRule::Annihilates
                || zero(i).is_some()
                || is_finite(module, operands[i])
        };
        match module.op(op) {
            Op::Multiply(_) => match (zero(0), zero(1)) {
                (Some(a), Some(b)) => Some(a.or(b)),
                (Some(_), None) if finite(1) => Some(Zero::Either),
                (None, Some(_)) if finite(0) => Some(Zero::Either),
                _ => None,
            },
            Op::Divide(_) if self.rule == ZeroRule::Annihilates => zero(0).and(Some(Zero::Either)),
            Op::And(_) => zero(0).or(zero(1)),
            // A sum of zeros is `-0` only if both are.
            Op::Add(_) => match (zero(0)?, zero(1)?) {
                (Zero::Either, Zero::Either) => Some(Zero::Either),
                _ => Some(Zero::Positive),
            },
            // `+0 - 0` is `+0`, whichever zero is subtracted.
            Op::Subtract(_) => zero(1).and(zero(0)),
            Op::Or(_) | Op::Xor(_) | Op::Maximum(_) | Op::Minimum(_) => both(),
            Op::Abs(_) => zero(0).and(Some(Zero::Positive)),
            Op::Negate(_) => zero(0).and(Some(Zero::Either)),
            Op::Cbrt(_)
            | Op::Ceil(_)
            | Op::Convert(_)
            | Op::ExponentialMinusOne(_)
            | Op::Floor(_)
            | Op::Imag(_)
            | Op::LogPlusOne(_)
            | Op::Popcnt(_)
            | Op::Real(_)
            | Op::ReducePrecision(_)
            | Op::RoundNearestAfz(_)
            | Op::RoundNearestEven(_)
            | Op::Sign(_)
            | Op::Sine(_)
            | Op::Sqrt(_)
            | Op::Tan(_)
            | Op::Tanh(_) => zero(0),
            Op::Select(_) => match zero(0) {
                Some(_) => zero(2),
                None => Some(zero(1)?.or(zero(2)?)),
            },
            Op::Compare(it) => {
                let direction = it.comparison_direction;
                let false_of_equals =
                    matches!(direction, Direction::Ne | Direction::Gt | Direction::Lt);
                // The total order of floats has -0 before +0.
                let total = it.compare_type == Some(CompareType::TotalOrder);
                let equal = both()? == Zero::Positive || !total;
                (false_of_equals && equal).then_some(Zero::Positive)
            }
            Op::Power(_) => {
                let exponent = module.constant(operands[1])?;
                let positive = exponent.is_splat()
                    && exponent.element().is_float()
                    && exponent.get_f64(0) > 0.0;
                zero(0).filter(|_| positive)
            }
            // Any other op: not known to give zero.
            _ => None,
        }
    }

    /// The zero that a value is wherever the sparse matrix is zero.
    fn of_value(&self, v: Value) -> Option<Zero> {
        (self.entry)(v).unwrap_or_else(|| {
            let c = constant(self.module, v)?;
            let element = c.element();
            let has_zero = element != Element::F8E8M0FNU && !element.is_quantized();
            let uniform = c.is_splat() || c.count() == 1;
            let zero = uniform && c.element_bytes(0).iter().all(|&b| b == 0);
            (has_zero && zero).then_some(Zero::Positive)
        })
    }
}

/// The constant that a value is, or is a broadcast of.
fn constant(module: &Module, v: Value) -> Option<&Literal> {
    match module.def_op(v).map(|op| (op, module.op(op))) {
        Some((op, Op::BroadcastInDim(_))) => constant(module, module.operand(op, 0)),
        _ => module.constant(v),
    }
}

/// Whether a value is a constant all of whose elements are `+0`.
pub(super) fn is_positive_zero(module: &Module, v: Value) -> bool {
    let all_zero = |c: &Literal| c.bytes().iter().all(|&b| b == 0);
    constant(module, v).is_some_and(|c| c.element() != Element::F8E8M0FNU && all_zero(c))
}

/// Whether every element of a constant is finite, both parts of complex ones.
fn is_finite_constant(c: &Literal) -> bool {
    let part = c.element().real_part();
    let width = part.byte_width().max(1);
    c.bytes().chunks_exact(width).all(|bytes| read_f64(part, bytes).is_finite())
}

/// Whether elements of type `to` hold every finite number of type `from` without
/// overflow, as far as their kinds tell.
fn holds(from: Element, to: Element) -> bool {
    let (from, to) = (from.real_part(), to.real_part());
    let wide = matches!(to, Element::F32 | Element::F64);
    // The largest integer, of 64 bits, is below 2^64.
    let fits = !from.is_float() || from.bit_width() <= to.bit_width();
    wide && fits && !from.is_quantized()
}

/// Whether a value can be neither infinite nor NaN, as far as the op that computes it tells.
pub(super) fn is_finite(module: &Module, v: Value) -> bool {
    let Some(element) = module.ty(v).element() else { return false };
    if !element.is_float() && !element.is_complex() {
        return !element.is_quantized();
    }
    if let Some(c) = constant(module, v) {
        return is_finite_constant(c);
    }
    let Some(op) = module.def_op(v) else { return false };
    let operand = || module.operand(op, 0);
    match module.op(op) {
        Op::Convert(_) => {
            let from = module.ty(operand()).element();
            from.is_some_and(|from| holds(from, element)) && is_finite(module, operand())
        }
        Op::BroadcastInDim(_) | Op::Reshape(_) | Op::Transpose(_) => is_finite(module, operand()),
        Op::Iota(_) => holds(Element::I64, element),
        // Any other op: not known to be finite.
        _ => false,
    }
}
