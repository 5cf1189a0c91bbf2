//! Expands formulas into StableHLO ops.
//!
//! All ops compute on `f64` tensors of one shape. The built-in functions are:
//!
//! - the elementary functions under their usual names, `select`, `min`, `max`, `copysign`,
//!   `isfinite`, `round` (halves to even) and `floor`;
//! - `upper(x)`: the number without the lower half of its digits;
//! - `power_of_two(x)`: the largest power of two not above the magnitude of a normal number,
//!   `exponent(x)`: its exponent, and `two_to(n)`: the inverse of `exponent`;
//! - `poly(C, x)`: a polynomial, by Horner's scheme; `poly_both(C, LOW, x, xl)`: the same in
//!   double-double arithmetic, where `LOW` holds the low parts of the first coefficients;
//! - `table(T, n)`: entry `n` of a list; the first entry below the range, ∞ above;
//! - `inf` and `nan`;
//! - `repeat(n, f, …)` and `rarely(p, f, …)`: see `control.rs`.

use super::formula::{Expr, Formulas, Function};
use crate::rule::Match;
use hloom_ir::field::ResultType;
use hloom_ir::literal::Literal;
use hloom_ir::ops::{self, CompareType, Direction, Op};
use hloom_ir::types::TensorType;
use hloom_ir::{Element, Type, Value};
use std::collections::HashMap;

/// A number known at compile time, or a tensor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Term {
    Number(f64),
    Value(Value),
}

impl From<f64> for Term {
    fn from(number: f64) -> Term {
        Term::Number(number)
    }
}
impl From<Value> for Term {
    fn from(value: Value) -> Term {
        Term::Value(value)
    }
}

/// Builds ops on `f64` tensors of one shape in front of a rule's root.
pub(super) struct Expander<'a, 'b, 'm> {
    pub(super) m: &'a mut Match<'b, 'm>,
    pub(super) formulas: &'static Formulas,
    /// A tensor of the common shape.
    like: Value,
    /// Constants by their bits, already built in front of the next op.
    pub(super) numbers: HashMap<u64, Value>,
}

/// The scalar `literal` broadcast to the shape of `like`, whose extents may be unknown. In
/// that case the bits of `like`, as integers, are clamped between the literal's bits and
/// themselves: this gives the literal everywhere and needs no shape operand.
pub(super) fn constant_like(m: &mut Match<'_, '_>, like: Value, scalar: &Literal) -> Option<Value> {
    let tensor = m.tensor(like)?;
    let ty = Type::from(TensorType::new(&tensor.dims, scalar.element()));
    if tensor.is_static() {
        return Some(m.constant(Literal::splat(ty, scalar.element_bytes(0)).ok()?));
    }
    let integer_of = |e: Element| match e.bit_width() {
        8 => Some(Element::I8),
        16 => Some(Element::I16),
        32 => Some(Element::I32),
        64 => Some(Element::I64),
        _ => None,
    };
    let shaped = |e: Element| ResultType(TensorType::new(&tensor.dims, e).into());
    let from = tensor.element;
    // An integer tensor of that shape.
    let (seed, element) = if from.is_integer() {
        (like, from)
    } else if from.is_boolean() {
        (m.build(ops::Convert { ty: shaped(Element::I8) }, &[like])?, Element::I8)
    } else {
        let real = if from.is_complex() { m.build(ops::Real {}, &[like])? } else { like };
        let element = integer_of(from.real_part())?;
        (m.build(ops::BitcastConvert { ty: shaped(element) }, &[real])?, element)
    };
    let to = scalar.element();
    if to.is_complex() {
        let part = |i: usize| {
            let bytes = scalar.element_bytes(0);
            let half = bytes.len() / 2;
            let ty = Type::scalar_tensor(to.real_part());
            Literal::splat(ty, &bytes[i * half..(i + 1) * half]).ok()
        };
        let (re, im) = (constant_like(m, seed, &part(0)?)?, constant_like(m, seed, &part(1)?)?);
        return m.build(ops::Complex {}, &[re, im]);
    }
    if to.is_boolean() {
        let zero = Literal::zeros(Type::scalar_tensor(element)).ok()?;
        let zeros = constant_like(m, seed, &zero)?;
        let direction = if scalar.get_int(0) == Some(0) { Direction::Ne } else { Direction::Eq };
        let compare = ops::Compare { comparison_direction: direction, compare_type: None };
        return m.build(compare, &[zeros, zeros]);
    }
    let integer = if to.is_integer() { to } else { integer_of(to)? };
    let seed = if integer == element {
        seed
    } else {
        m.build(ops::Convert { ty: shaped(integer) }, &[seed])?
    };
    let bits = Literal::splat(Type::scalar_tensor(integer), scalar.element_bytes(0)).ok()?;
    let bound = m.constant(bits);
    let all = m.build(ops::Clamp {}, &[bound, seed, bound])?;
    if integer == to { Some(all) } else { m.build(ops::BitcastConvert { ty: shaped(to) }, &[all]) }
}

/// A polynomial in double-double arithmetic of more coefficients is a loop: 30 ops for each
/// coefficient of a rare case would take longer to compile than all else.
const MOST_WRITTEN_OUT: usize = 2;

/// Tables of more entries are gathered from.
const MOST_SELECTED: usize = 16;

impl<'a, 'b, 'm> Expander<'a, 'b, 'm> {
    pub(super) fn new(
        m: &'a mut Match<'b, 'm>,
        formulas: &'static Formulas,
        like: Value,
    ) -> Expander<'a, 'b, 'm> {
        Expander { m, formulas, like, numbers: HashMap::new() }
    }

    pub(super) fn ty(&self, element: Element) -> Option<Type> {
        Some(TensorType::new(&self.m.tensor(self.like)?.dims, element).into())
    }

    /// The term as a tensor; a number becomes a constant.
    pub(super) fn value(&mut self, term: Term) -> Option<Value> {
        let number = match term {
            Term::Value(value) => return Some(value),
            Term::Number(number) => number,
        };
        if let Some(&known) = self.numbers.get(&number.to_bits()) {
            return Some(known);
        }
        let scalar = Literal::from_f64s(Type::scalar_tensor(Element::F64), &[number]).ok()?;
        let made = constant_like(self.m, self.like, &scalar)?;
        self.numbers.insert(number.to_bits(), made);
        Some(made)
    }

    fn build(&mut self, op: impl Into<Op>, operands: &[Term]) -> Option<Term> {
        let values: Vec<Value> = operands.iter().map(|&t| self.value(t)).collect::<Option<_>>()?;
        self.m.build(op, &values).map(Term::Value)
    }

    /// Expands a call of a function of the formula files; returns its results.
    pub(super) fn call(&mut self, name: &str, args: &[Term]) -> Option<Vec<Term>> {
        let function: &'static Function = self.formulas.function(name)?;
        let mut known: HashMap<&str, Term> =
            function.args.iter().map(String::as_str).zip(args.iter().copied()).collect();
        for (names, value) in &function.lines {
            let values = self.all(value, &known)?;
            known.extend(names.iter().map(String::as_str).zip(values));
        }
        match &function.results[..] {
            // A call may return two values.
            [one] => self.all(one, &known),
            several => several.iter().map(|r| self.one(r, &known)).collect(),
        }
    }

    /// The values of an expression that may be a call with several results.
    fn all(&mut self, expr: &'static Expr, known: &HashMap<&str, Term>) -> Option<Vec<Term>> {
        match expr {
            Expr::Call(name, args) if self.formulas.function(name).is_some() => {
                let args: Vec<Term> =
                    args.iter().map(|a| self.one(a, known)).collect::<Option<_>>()?;
                self.call(name, &args)
            }
            Expr::Call(name, args) => match (name.as_str(), &args[..]) {
                ("repeat", [Expr::Number(trip_count), Expr::Name(step), args @ ..]) => {
                    let args: Vec<Term> =
                        args.iter().map(|a| self.one(a, known)).collect::<Option<_>>()?;
                    self.repeat(*trip_count as i32, step, &args)
                }
                ("rarely", [p, Expr::Name(f), args @ ..]) => {
                    let p = self.one(p, known)?;
                    let args: Vec<Term> =
                        args.iter().map(|a| self.one(a, known)).collect::<Option<_>>()?;
                    self.rarely(p, f, &args)
                }
                ("poly_both", [Expr::Name(high), Expr::Name(low), x, xl]) => {
                    let (high, low) = (self.formulas.numbers(high)?, self.formulas.numbers(low)?);
                    let (x, xl) = (self.one(x, known)?, self.one(xl, known)?);
                    self.polynomial_in_two_parts(high, low, x, xl)
                }
                _ => Some(vec![self.one(expr, known)?]),
            },
            other => Some(vec![self.one(other, known)?]),
        }
    }

    fn one(&mut self, expr: &'static Expr, known: &HashMap<&str, Term>) -> Option<Term> {
        match expr {
            Expr::Number(number) => Some(Term::Number(*number)),
            Expr::Name(name) => match (known.get(name.as_str()), name.as_str()) {
                (Some(&term), _) => Some(term),
                (None, "inf") => Some(Term::Number(f64::INFINITY)),
                (None, "nan") => Some(Term::Number(f64::NAN)),
                (None, name) => Some(Term::Number(*self.formulas.numbers(name)?.first()?)),
            },
            Expr::Item(name, i) => Some(Term::Number(*self.formulas.numbers(name)?.get(*i)?)),
            Expr::Unary(sign, x) => match (sign, self.one(x, known)?) {
                ('-', Term::Number(x)) => Some(Term::Number(-x)),
                ('-', x) => self.build(ops::Negate {}, &[x]),
                (_, x) => self.build(ops::Not {}, &[x]),
            },
            Expr::Binary(sign, x, y) => {
                let (x, y) = (self.one(x, known)?, self.one(y, known)?);
                self.binary(sign, x, y)
            }
            Expr::Call(name, args) => {
                if let ("poly" | "table", [Expr::Name(list), x]) = (name.as_str(), &args[..]) {
                    let x = self.one(x, known)?;
                    let numbers = self.formulas.numbers(list)?;
                    return if name == "poly" {
                        self.polynomial(numbers, x)
                    } else {
                        self.table(numbers, x)
                    };
                }
                let several = matches!(name.as_str(), "poly_both" | "rarely" | "repeat");
                if several || self.formulas.function(name).is_some() {
                    return self.all(expr, known)?.first().copied();
                }
                let args: Vec<Term> =
                    args.iter().map(|a| self.one(a, known)).collect::<Option<_>>()?;
                self.built_in(name, &args)
            }
        }
    }

    fn binary(&mut self, sign: &str, x: Term, y: Term) -> Option<Term> {
        let numbers = match (x, y) {
            (Term::Number(x), Term::Number(y)) => Some((x, y)),
            _ => None,
        };
        let direction = match (sign, numbers) {
            ("+", Some((x, y))) => return Some(Term::Number(x + y)),
            ("-", Some((x, y))) => return Some(Term::Number(x - y)),
            ("*", Some((x, y))) => return Some(Term::Number(x * y)),
            ("/", Some((x, y))) => return Some(Term::Number(x / y)),
            ("+", _) => return self.build(ops::Add {}, &[x, y]),
            ("-", _) => return self.build(ops::Subtract {}, &[x, y]),
            ("*", _) => return self.build(ops::Multiply {}, &[x, y]),
            ("/", _) => return self.build(ops::Divide {}, &[x, y]),
            ("&", _) => return self.build(ops::And {}, &[x, y]),
            ("|", _) => return self.build(ops::Or {}, &[x, y]),
            ("<", _) => Direction::Lt,
            ("<=", _) => Direction::Le,
            (">", _) => Direction::Gt,
            (">=", _) => Direction::Ge,
            ("==", _) => Direction::Eq,
            _ => Direction::Ne,
        };
        let compare_type = Some(CompareType::Float);
        self.build(ops::Compare { comparison_direction: direction, compare_type }, &[x, y])
    }

    fn built_in(&mut self, name: &str, args: &[Term]) -> Option<Term> {
        let result_accuracy = None;
        match name {
            "abs" => self.build(ops::Abs {}, args),
            "atan2" => self.build(ops::Atan2 {}, args),
            "cbrt" => self.build(ops::Cbrt { result_accuracy }, args),
            "cos" => self.build(ops::Cosine { result_accuracy }, args),
            "exp" => self.build(ops::Exponential { result_accuracy }, args),
            "expm1" => self.build(ops::ExponentialMinusOne { result_accuracy }, args),
            "floor" => self.build(ops::Floor {}, args),
            "isfinite" => self.build(ops::IsFinite {}, args),
            "log" => self.build(ops::Log { result_accuracy }, args),
            "log1p" => self.build(ops::LogPlusOne { result_accuracy }, args),
            "max" => self.build(ops::Maximum {}, args),
            "min" => self.build(ops::Minimum {}, args),
            "pow" => self.build(ops::Power {}, args),
            "round" => self.build(ops::RoundNearestEven {}, args),
            "select" => self.build(ops::Select {}, args),
            "sin" => self.build(ops::Sine { result_accuracy }, args),
            "sqrt" => self.build(ops::Sqrt { result_accuracy }, args),
            "power_of_two" => {
                let bits = self.bits(args[0])?;
                let bits = self.masked(bits, 0x7ff << 52)?;
                self.of_bits(bits)
            }
            "exponent" => {
                let bits = self.bits(args[0])?;
                let bits = self.masked(bits, 0x7ff << 52)?;
                let ty = Type::scalar_tensor(Element::U64);
                let by = Literal::splat(ty, &52u64.to_le_bytes()).ok()?;
                let by = constant_like(self.m, self.like, &by)?;
                let biased = self.m.build(ops::ShiftRightLogical {}, &[bits, by])?;
                let ty = ResultType(self.ty(Element::F64)?);
                let biased = self.m.build(ops::Convert { ty }, &[biased])?;
                self.binary("-", biased.into(), 1023.0.into())
            }
            "two_to" => {
                let biased = self.binary("+", args[0], 1023.0.into())?;
                let (biased, ty) = (self.value(biased)?, ResultType(self.ty(Element::U64)?));
                let biased = self.m.build(ops::Convert { ty }, &[biased])?;
                let ty = Type::scalar_tensor(Element::U64);
                let by = Literal::splat(ty, &52u64.to_le_bytes()).ok()?;
                let by = constant_like(self.m, self.like, &by)?;
                let bits = self.m.build(ops::ShiftLeft {}, &[biased, by])?;
                self.of_bits(bits)
            }
            "copysign" => {
                let (size, sign) = (self.bits(args[0])?, self.bits(args[1])?);
                let (size, sign) = (self.masked(size, !(1 << 63))?, self.masked(sign, 1 << 63)?);
                let bits = self.m.build(ops::Or {}, &[size, sign])?;
                self.of_bits(bits)
            }
            "upper" => {
                let bits = self.bits(args[0])?;
                let bits = self.masked(bits, !0 << 27)?;
                self.of_bits(bits)
            }
            _ => None,
        }
    }

    fn bits(&mut self, term: Term) -> Option<Value> {
        let (value, ty) = (self.value(term)?, self.ty(Element::U64)?);
        self.m.build(ops::BitcastConvert { ty: ResultType(ty) }, &[value])
    }

    fn of_bits(&mut self, bits: Value) -> Option<Term> {
        let ty = ResultType(self.ty(Element::F64)?);
        self.m.build(ops::BitcastConvert { ty }, &[bits]).map(Term::Value)
    }

    fn masked(&mut self, bits: Value, mask: u64) -> Option<Value> {
        let ty = Type::scalar_tensor(Element::U64);
        let mask = Literal::splat(ty, &mask.to_le_bytes()).ok()?;
        let mask = constant_like(self.m, self.like, &mask)?;
        self.m.build(ops::And {}, &[bits, mask])
    }

    /// A polynomial by Horner's scheme; the constant coefficient comes first.
    fn polynomial(&mut self, coefficients: &[f64], x: Term) -> Option<Term> {
        let (&last, others) = coefficients.split_last()?;
        others.iter().rev().try_fold(Term::Number(last), |sum, &c| {
            let product = self.binary("*", sum, x)?;
            self.binary("+", product, c.into())
        })
    }

    /// A polynomial by Horner's scheme in double-double arithmetic (`two_parts.fn`) for the
    /// coefficients that have a low part.
    fn polynomial_in_two_parts(
        &mut self,
        high: &[f64],
        low: &[f64],
        x: Term,
        xl: Term,
    ) -> Option<Vec<Term>> {
        let (first, rest) = high.split_at_checked(low.len())?;
        let rest = if rest.is_empty() { 0.0.into() } else { self.polynomial(rest, x)? };
        let is_static = self.m.tensor(self.like)?.is_static();
        if is_static && first.len() > MOST_WRITTEN_OUT {
            return self.horner_loop(first, low, rest, [x, xl]);
        }
        let coefficients = first.iter().zip(low).rev();
        coefficients.into_iter().try_fold(vec![rest, Term::Number(0.0)], |sum, (&c, &cl)| {
            let product = self.call("times", &[sum[0], sum[1], x, xl])?;
            self.call("plus", &[c.into(), cl.into(), product[0], product[1]])
        })
    }

    /// A table lookup: a gather from a long table, which is less code than as many selects.
    fn table(&mut self, numbers: &[f64], n: Term) -> Option<Term> {
        let is_static = self.m.tensor(self.like)?.is_static();
        let inside = if is_static && numbers.len() > MOST_SELECTED {
            self.gathered(numbers, n)?
        } else {
            self.selected(numbers, n)?
        };
        let below = self.binary("<", n, 0.0.into())?;
        let beyond = self.binary(">=", n, (numbers.len() as f64).into())?;
        let inside = self.built_in("select", &[beyond, f64::INFINITY.into(), inside])?;
        self.built_in("select", &[below, numbers[0].into(), inside])
    }

    /// Entry `n` of a table as a gather, which keeps indices in the table.
    fn gathered(&mut self, numbers: &[f64], n: Term) -> Option<Term> {
        let ty = Type::tensor(&[numbers.len() as i64], Element::F64);
        let table = self.m.constant(Literal::from_f64s(ty, numbers).ok()?);
        let n = self.value(n)?;
        let at = ResultType(self.ty(Element::I32)?);
        let at = self.m.build(ops::Convert { ty: at }, &[n])?;
        let dimension_numbers = ops::GatherDims {
            offset_dims: [].into(),
            collapsed_slice_dims: [0].into(),
            operand_batching_dims: [].into(),
            start_indices_batching_dims: [].into(),
            start_index_map: [0].into(),
            index_vector_dim: self.m.tensor(self.like)?.rank() as i64,
        };
        let gather =
            ops::Gather { dimension_numbers, indices_are_sorted: None, slice_sizes: [1].into() };
        self.m.build(gather, &[table, at]).map(Term::Value)
    }

    /// Entry `n` of a table as a binary tree of selects on the bits of the whole number `n`.
    fn selected(&mut self, numbers: &[f64], n: Term) -> Option<Term> {
        let mut level: Vec<Term> = numbers.iter().map(|&n| n.into()).collect();
        let mut rest = n;
        while level.len() > 1 {
            let half = self.binary("*", rest, 0.5.into())?;
            let floor = self.built_in("floor", &[half])?;
            let even = self.binary("==", floor, half)?;
            level = level
                .chunks(2)
                .map(|pair| match *pair {
                    [a, b] => self.built_in("select", &[even, a, b]),
                    _ => Some(pair[0]),
                })
                .collect::<Option<_>>()?;
            rest = floor;
        }
        level.first().copied()
    }
}
