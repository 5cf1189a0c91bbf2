//! Two implementations of arithmetic: one emits instructions, the other computes.

use crate::index::Index;
use crate::program::{
    Argument, BinaryOp, Builder, CompareOp, ConvertOp, Extern, Inst, LoopKind, Parameter, Scalar,
    UnaryOp, Value, eval,
};

/// Arithmetic on registers of some kind. Operands have equal types where applicable; operations are
/// lane-wise.
pub trait Arith {
    /// A register.
    type V: Copy;

    /// The type of a register's lanes.
    fn scalar(&self, v: Self::V) -> Scalar;
    /// A constant by its bits.
    fn bits(&mut self, scalar: Scalar, bits: u64) -> Self::V;
    /// A unary operation.
    fn unary(&mut self, op: UnaryOp, a: Self::V) -> Self::V;
    /// A binary operation.
    fn binary(&mut self, op: BinaryOp, a: Self::V, b: Self::V) -> Self::V;
    /// A comparison.
    fn compare(&mut self, op: CompareOp, a: Self::V, b: Self::V) -> Self::V;
    /// `a` where `mask` is true, else `b`.
    fn select(&mut self, mask: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// `a·b + c`, rounded once.
    fn fma(&mut self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// A conversion.
    fn convert(&mut self, op: ConvertOp, a: Self::V, to: Scalar) -> Self::V;
    /// A function of the C library on doubles.
    fn library(&mut self, name: &'static str, arguments: &[Self::V]) -> Self::V;

    /// Returns the results of `then` in lanes where `mask` is true, and `values` in the others.
    /// `then` runs only if some lane of the mask is true, which is rare.
    fn rarely(
        &mut self,
        mask: Self::V,
        values: &[Self::V],
        then: impl FnOnce(&mut Self) -> Vec<Self::V>,
    ) -> Vec<Self::V>;

    /// `eᵃ` of a number in single precision by the instruction of GPUs, where
    /// [`Builder::approximate_exp`] allows it.
    fn exp_approx(&mut self, _: Self::V) -> Option<Self::V> {
        None
    }

    /// A float constant, rounded to its type.
    fn float(&mut self, scalar: Scalar, value: f64) -> Self::V {
        self.bits(scalar, eval::from_f64(scalar, value))
    }
    /// A float constant of the type of `like`.
    fn like(&mut self, like: Self::V, value: f64) -> Self::V {
        self.float(self.scalar(like), value)
    }
    /// An integer constant, wrapped to its type.
    fn int(&mut self, scalar: Scalar, value: i64) -> Self::V {
        self.bits(scalar, value as u64 & scalar.mask())
    }
    /// `a + b`.
    fn add(&mut self, a: Self::V, b: Self::V) -> Self::V {
        self.binary(BinaryOp::Add, a, b)
    }
    /// `a - b`.
    fn sub(&mut self, a: Self::V, b: Self::V) -> Self::V {
        self.binary(BinaryOp::Sub, a, b)
    }
    /// `a · b`.
    fn mul(&mut self, a: Self::V, b: Self::V) -> Self::V {
        self.binary(BinaryOp::Mul, a, b)
    }
    /// `a / b` of floats.
    fn div(&mut self, a: Self::V, b: Self::V) -> Self::V {
        self.binary(BinaryOp::Div, a, b)
    }
    /// `a·2ᵇ`, within the range of [`BinaryOp::Scale`].
    fn scale(&mut self, a: Self::V, b: Self::V) -> Self::V {
        self.binary(BinaryOp::Scale, a, b)
    }
    /// `-a`.
    fn neg(&mut self, a: Self::V) -> Self::V {
        self.unary(UnaryOp::Neg, a)
    }
    /// `|a|`.
    fn abs(&mut self, a: Self::V) -> Self::V {
        self.unary(UnaryOp::Abs, a)
    }
    /// The bits of a float as an integer.
    fn to_bits(&mut self, a: Self::V) -> Self::V {
        let to = self.scalar(a).as_integer();
        self.convert(ConvertOp::Bitcast, a, to)
    }
    /// The float with these bits.
    fn float_of(&mut self, a: Self::V, to: Scalar) -> Self::V {
        self.convert(ConvertOp::Bitcast, a, to)
    }
    /// Converts to another width of float.
    fn to_float(&mut self, a: Self::V, to: Scalar) -> Self::V {
        if self.scalar(a) == to { a } else { self.convert(ConvertOp::Float, a, to) }
    }
    /// `c₀ + c₁·x + c₂·x² + …` by Horner's rule.
    fn polynomial(&mut self, x: Self::V, coefficients: &[f64]) -> Self::V {
        let mut sum = self.like(x, coefficients.last().copied().unwrap_or(0.0));
        for c in coefficients.iter().rev().skip(1) {
            let c = self.like(x, *c);
            sum = self.fma(sum, x, c);
        }
        sum
    }
}

/// Emits instructions on vectors with this many lanes.
pub struct Emitter<'b> {
    /// The builder that receives them.
    pub builder: &'b mut Builder,
    /// The number of lanes.
    pub lanes: u16,
}

/// The minimum number of lanes for which vector division is slow: ten cycles or more. Shorter
/// vectors take as long as a product in double precision with its conversions.
const SLOW_QUOTIENTS: u16 = 16;

impl Arith for Emitter<'_> {
    type V = Value;

    fn scalar(&self, v: Value) -> Scalar {
        self.builder.type_of(v).scalar
    }
    fn bits(&mut self, scalar: Scalar, bits: u64) -> Value {
        self.builder.bits(scalar.vector(self.lanes), bits)
    }
    fn unary(&mut self, op: UnaryOp, a: Value) -> Value {
        self.builder.unary(op, a)
    }
    fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.builder.binary(op, a, b)
    }
    fn exp_approx(&mut self, a: Value) -> Option<Value> {
        self.builder.approximate_exp.then(|| {
            let log2e = self.like(a, std::f64::consts::LOG2_E);
            let power = self.mul(a, log2e);
            self.unary(UnaryOp::Exp2, power)
        })
    }
    fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> Value {
        self.builder.compare(op, a, b)
    }
    /// Division by one number in all lanes: multiplication by its inverse in double precision gives
    /// the same singles, zeros, infinities and NaN in half the time. The quotient `a / b` is a
    /// fraction of whole numbers of 24 bits, so its relative distance from every rounding boundary
    /// of singles is at least 2⁻⁴⁹; the relative error of the twice rounded double is at most 2⁻⁵².
    fn div(&mut self, a: Value, b: Value) -> Value {
        // Division by a power of two becomes a multiplication anyway.
        let mantissa = |bits: u64| bits & ((1 << 23) - 1);
        if self.lanes >= SLOW_QUOTIENTS
            && self.scalar(b) == Scalar::F32
            && self.builder.constant_of(b).is_none_or(|bits| mantissa(bits) != 0)
            && let Some(one) = self.builder.one_in_all_lanes(b)
        {
            let wide = self.builder.convert(ConvertOp::Float, one, Scalar::F64);
            let unit = self.builder.bits(Scalar::F64.vector(1), 1f64.to_bits());
            let inverse = self.builder.binary(BinaryOp::Div, unit, wide);
            let inverse = self.builder.broadcast(inverse, self.lanes);
            let wide = self.builder.convert(ConvertOp::Float, a, Scalar::F64);
            let quotient = self.builder.binary(BinaryOp::Mul, wide, inverse);
            return self.builder.convert(ConvertOp::Float, quotient, Scalar::F32);
        }
        self.builder.binary(BinaryOp::Div, a, b)
    }
    fn select(&mut self, mask: Value, a: Value, b: Value) -> Value {
        self.builder.select(mask, a, b)
    }
    fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        self.builder.fma(a, b, c)
    }
    fn convert(&mut self, op: ConvertOp, a: Value, to: Scalar) -> Value {
        self.builder.convert(op, a, to)
    }
    fn library(&mut self, name: &'static str, arguments: &[Value]) -> Value {
        let double = Parameter::Scalar(Scalar::F64);
        let callee = self.builder.external(Extern {
            name: name.to_owned(),
            parameters: vec![double; arguments.len()],
            result: Some(Scalar::F64),
        });
        if self.lanes == 1 {
            let given = arguments.iter().map(|a| Argument::Value(*a)).collect();
            return self.builder.call(callee, given).unwrap_or(arguments[0]);
        }
        let mut result = self.bits(Scalar::F64, 0);
        for lane in 0..self.lanes {
            let given = arguments
                .iter()
                .map(|a| Argument::Value(self.builder.inst(Inst::Extract(*a, lane))))
                .collect();
            if let Some(one) = self.builder.call(callee, given) {
                result = self.builder.inst(Inst::Insert(result, one, lane));
            }
        }
        result
    }
    /// A loop with one iteration or none.
    fn rarely(
        &mut self,
        mask: Value,
        values: &[Value],
        then: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let b = &mut *self.builder;
        let lanes = self.lanes;
        let mut some = mask;
        if lanes > 1 {
            let any = &mut |b: &mut Builder, left: &[Value], right: &[Value]| {
                vec![b.binary(BinaryOp::Or, left[0], right[0])]
            };
            some = b.reduce_lanes(&[mask], any)[0];
        }
        let (none, one) = (b.int(Scalar::I64.ty(), 0), b.int(Scalar::I64.ty(), 1));
        let turns = b.select(some, one, none);
        let bounds = (Index::constant(0), Index::var(turns));
        let open = b.open_for("rare", values);
        let found = then(self);
        let each = found.into_iter().zip(&open.inside);
        let next = each.map(|(found, old)| self.select(mask, found, *old)).collect();
        self.builder.close_for(open, LoopKind::Serial, bounds, 1, next)
    }
}

/// Computes on single numbers immediately.
#[derive(Clone, Copy, Default, Debug)]
pub struct Direct;

impl Arith for Direct {
    type V = (Scalar, u64);

    fn scalar(&self, v: Self::V) -> Scalar {
        v.0
    }
    fn bits(&mut self, scalar: Scalar, bits: u64) -> Self::V {
        (scalar, bits & scalar.mask())
    }
    fn unary(&mut self, op: UnaryOp, (scalar, a): Self::V) -> Self::V {
        (scalar, eval::unary(op, scalar, a))
    }
    fn binary(&mut self, op: BinaryOp, (scalar, a): Self::V, (_, b): Self::V) -> Self::V {
        (scalar, eval::binary(op, scalar, a, b))
    }
    fn compare(&mut self, op: CompareOp, (scalar, a): Self::V, (_, b): Self::V) -> Self::V {
        (Scalar::I1, u64::from(eval::compare(op, scalar, a, b)))
    }
    fn select(&mut self, mask: Self::V, a: Self::V, b: Self::V) -> Self::V {
        if mask.1 != 0 { a } else { b }
    }
    fn fma(&mut self, (scalar, a): Self::V, (_, b): Self::V, (_, c): Self::V) -> Self::V {
        (scalar, eval::fma(scalar, a, b, c))
    }
    fn convert(&mut self, op: ConvertOp, (from, a): Self::V, to: Scalar) -> Self::V {
        (to, eval::convert(op, from, to, a))
    }
    fn library(&mut self, name: &'static str, arguments: &[Self::V]) -> Self::V {
        let x = |n: usize| f64::from_bits(arguments.get(n).map_or(0, |a| a.1));
        let result = library(name, x(0), x(1));
        (Scalar::F64, result.unwrap_or(f64::NAN).to_bits())
    }
    fn rarely(
        &mut self,
        mask: Self::V,
        values: &[Self::V],
        then: impl FnOnce(&mut Self) -> Vec<Self::V>,
    ) -> Vec<Self::V> {
        if mask.1 != 0 { then(self) } else { values.to_vec() }
    }
}

/// The C library functions that loop programs call, for interpreters of loop programs; `None` for
/// any other name.
pub fn library(name: &str, x: f64, y: f64) -> Option<f64> {
    Some(match name {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "atan2" => x.atan2(y),
        "pow" => x.powf(y),
        "hypot" => x.hypot(y),
        _ => return None,
    })
}
