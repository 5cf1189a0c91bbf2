//! Elementwise ops: the function of an op, and its application to columns of elements.
//!
//! The kernels of [`unary`], [`binary`] and
//! [`convert`] work on byte slices of aligned, typed elements. A
//! slice of one element is broadcast, so splats and scalar operands cost nothing. Region bodies of reductions run on the same
//! kernels, a whole column at a time (see [`body`](crate::body)).

use crate::column::Column;
use crate::error::{EvalError, EvalResult};
use crate::families::{arith_op, data_op, extents_op, sized_op, structured_op};
use crate::function::{Binary, Special, Special2, Unary};
use crate::special::apply::{apply1, apply2};
use crate::{alloc, binary, convert, unary};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{CompareType, Direction, Op};
use hloom_ir::{Element, Literal, Type};

/// The function that an elementwise op applies at each index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointwise {
    Unary(Unary),
    Binary(Binary),
    Clamp,
    Compare(Direction, Option<CompareType>),
    Complex,
    Convert,
    ReducePrecision { exponent_bits: u32, mantissa_bits: u32 },
    Select,
    Special(Special),
    Special2(Special2),
}

impl Pointwise {
    /// The function of an op; `None` if the op is not elementwise.
    pub(crate) fn of(op: &Op) -> Option<Pointwise> {
        use Pointwise::{Binary as B, Unary as U};
        Some(match op {
            Op::Abs(_) => U(Unary::Abs),
            Op::Cbrt(_) => U(Unary::Cbrt),
            Op::Ceil(_) => U(Unary::Ceil),
            Op::Convert(_) | Op::UniformDequantize(_) | Op::UniformQuantize(_) => {
                Pointwise::Convert
            }
            Op::Cosine(_) => U(Unary::Cosine),
            Op::CountLeadingZeros(_) => U(Unary::CountLeadingZeros),
            Op::Exponential(_) => U(Unary::Exponential),
            Op::ExponentialMinusOne(_) => U(Unary::ExponentialMinusOne),
            Op::Floor(_) => U(Unary::Floor),
            Op::Imag(_) => U(Unary::Imag),
            Op::IsFinite(_) => U(Unary::IsFinite),
            Op::Log(_) => U(Unary::Log),
            Op::LogPlusOne(_) => U(Unary::LogPlusOne),
            Op::Logistic(_) => U(Unary::Logistic),
            Op::Negate(_) => U(Unary::Negate),
            Op::Not(_) => U(Unary::Not),
            Op::Popcnt(_) => U(Unary::Popcnt),
            Op::Real(_) => U(Unary::Real),
            Op::ReducePrecision(it) => Pointwise::ReducePrecision {
                // Larger numbers of bits than any format has are equivalent.
                exponent_bits: it.exponent_bits.0.clamp(1, 16) as u32,
                mantissa_bits: it.mantissa_bits.0.clamp(0, 64) as u32,
            },
            Op::RoundNearestAfz(_) => U(Unary::RoundNearestAfz),
            Op::RoundNearestEven(_) => U(Unary::RoundNearestEven),
            Op::Rsqrt(_) => U(Unary::Rsqrt),
            Op::Sign(_) => U(Unary::Sign),
            Op::Sine(_) => U(Unary::Sine),
            Op::Sqrt(_) => U(Unary::Sqrt),
            Op::Tan(_) => U(Unary::Tan),
            Op::Tanh(_) => U(Unary::Tanh),
            Op::Add(_) => B(Binary::Add),
            Op::And(_) => B(Binary::And),
            Op::Atan2(_) => B(Binary::Atan2),
            Op::Clamp(_) => Pointwise::Clamp,
            Op::Compare(it) => Pointwise::Compare(it.comparison_direction, it.compare_type),
            Op::Complex(_) => Pointwise::Complex,
            Op::Divide(_) => B(Binary::Divide),
            Op::Maximum(_) => B(Binary::Maximum),
            Op::Minimum(_) => B(Binary::Minimum),
            Op::Multiply(_) => B(Binary::Multiply),
            Op::Or(_) => B(Binary::Or),
            Op::Power(_) => B(Binary::Power),
            Op::Remainder(_) => B(Binary::Remainder),
            Op::Select(_) => Pointwise::Select,
            Op::ShiftLeft(_) => B(Binary::ShiftLeft),
            Op::ShiftRightArithmetic(_) => B(Binary::ShiftRightArithmetic),
            Op::ShiftRightLogical(_) => B(Binary::ShiftRightLogical),
            Op::Subtract(_) => B(Binary::Subtract),
            Op::Xor(_) => B(Binary::Xor),
            Op::Acos(_) => Pointwise::Special(Special::Acos),
            Op::Acosh(_) => Pointwise::Special(Special::Acosh),
            Op::Asin(_) => Pointwise::Special(Special::Asin),
            Op::AsinAcosKernel(_) => Pointwise::Special(Special::AsinAcosKernel),
            Op::Asinh(_) => Pointwise::Special(Special::Asinh),
            Op::Atan(_) => Pointwise::Special(Special::Atan),
            Op::Atanh(_) => Pointwise::Special(Special::Atanh),
            Op::BesselI1e(_) => Pointwise::Special(Special::BesselI1e),
            Op::Conj(_) => Pointwise::Special(Special::Conj),
            Op::Cosh(_) => Pointwise::Special(Special::Cosh),
            Op::Digamma(_) => Pointwise::Special(Special::Digamma),
            Op::Erf(_) => Pointwise::Special(Special::Erf),
            Op::ErfInv(_) => Pointwise::Special(Special::ErfInv),
            Op::Erfc(_) => Pointwise::Special(Special::Erfc),
            Op::IsInf(_) => Pointwise::Special(Special::IsInf),
            Op::IsNegInf(_) => Pointwise::Special(Special::IsNegInf),
            Op::IsPosInf(_) => Pointwise::Special(Special::IsPosInf),
            Op::Lgamma(_) => Pointwise::Special(Special::Lgamma),
            Op::Sinh(_) => Pointwise::Special(Special::Sinh),
            Op::Square(_) => Pointwise::Special(Special::Square),
            Op::ChloTan(_) => Pointwise::Special(Special::Tan),
            Op::Mulhi(_) => Pointwise::Special2(Special2::Mulhi),
            Op::NextAfter(_) => Pointwise::Special2(Special2::NextAfter),
            Op::Polygamma(_) => Pointwise::Special2(Special2::Polygamma),
            Op::Zeta(_) => Pointwise::Special2(Special2::Zeta),
            arith_op!() | data_op!() | extents_op!() | sized_op!() | structured_op!() => {
                return None;
            }
        })
    }

    /// The number of operands.
    pub(crate) fn arity(self) -> usize {
        match self {
            Pointwise::Unary(_)
            | Pointwise::Convert
            | Pointwise::ReducePrecision { .. }
            | Pointwise::Special(_) => 1,
            Pointwise::Binary(_)
            | Pointwise::Compare(..)
            | Pointwise::Complex
            | Pointwise::Special2(_) => 2,
            Pointwise::Clamp | Pointwise::Select => 3,
        }
    }

    /// Applies the function to columns of elements. `out` has room for a whole
    /// number of elements of type `to`.
    pub(crate) fn apply(self, ins: &[Column<'_>], to: Element, out: &mut [u8]) -> EvalResult<()> {
        if ins.len() != self.arity() {
            return Err(EvalError::invalid(format!(
                "it takes {} operands, not {}",
                self.arity(),
                ins.len()
            )));
        }
        let quantized = ins.iter().any(|c| c.element.is_quantized()) || to.is_quantized();
        if quantized && self != Pointwise::Convert {
            return crate::quant::apply(ins, to, out, |ins, to, out| self.apply(ins, to, out));
        }
        let done = match self {
            Pointwise::Unary(f) => unary::apply(f, ins[0], out),
            Pointwise::Binary(f) => same(ins) && binary::apply(f, ins[0], ins[1], out)?,
            Pointwise::Clamp => {
                let element = ins[0].element;
                let mut lower = Bytes::zeros(out.len());
                let (min, x, max) = (ins[0], ins[1], ins[2]);
                same(ins)
                    && binary::apply(Binary::Maximum, x, min, lower.as_mut_slice())?
                    && binary::apply(
                        Binary::Minimum,
                        Column { element, bytes: lower.as_slice() },
                        max,
                        out,
                    )?
            }
            Pointwise::Compare(direction, kind) => {
                same(ins) && binary::compare(direction, kind, ins[0], ins[1], out)
            }
            Pointwise::Complex => same(ins) && binary::complex(ins[0], ins[1], out),
            Pointwise::Convert => convert::apply(ins[0], to, out),
            Pointwise::ReducePrecision { exponent_bits, mantissa_bits } => {
                unary::reduce_precision(exponent_bits, mantissa_bits, ins[0], out)
            }
            Pointwise::Select => same(&ins[1..]) && select(ins, out),
            Pointwise::Special(f) => apply1(f, ins[0], out),
            Pointwise::Special2(f) => same(ins) && apply2(f, ins[0], ins[1], out),
        };
        if done {
            return Ok(());
        }
        let types: Vec<String> = ins.iter().map(|c| c.element.to_string()).collect();
        Err(EvalError::unsupported(format!(
            "the specification gives it no meaning for elements of {}",
            types.join(", ")
        )))
    }

    /// The op's result for these operands. `declared` is the result's type as the
    /// program has it; its unknown extents follow from the operands.
    pub(crate) fn eval(self, ins: &[&Literal], declared: Type, limit: u64) -> EvalResult<Literal> {
        // Scalar bounds and predicates are broadcast to larger operands.
        let Some(shaped) = ins.iter().max_by_key(|l| l.dims().len()) else {
            return Err(EvalError::invalid("it has no operands"));
        };
        let ty = alloc::result_type(declared, shaped.dims())?;
        for x in ins {
            if x.dims() != shaped.dims() && !x.dims().is_empty() {
                return Err(EvalError::invalid(format!(
                    "{} does not match {}",
                    x.ty(),
                    shaped.ty()
                )));
            }
        }
        let tensor = ty.as_tensor().expect("result_type gives a tensor");
        let width = tensor.element.byte_width();
        let columns: smallvec::SmallVec<[Column<'_>; 3]> = ins.iter().map(|&l| l.into()).collect();
        let count = alloc::checked_count(ty, limit)?;
        let one_for_all = count > 1 && ins.iter().all(|l| l.is_splat() || l.dims().is_empty());
        let mut out = Bytes::zeros(if one_for_all { width } else { count * width });
        self.apply(&columns, tensor.element, out.as_mut_slice())?;
        let made =
            if one_for_all { Literal::splat(ty, out.as_slice()) } else { Literal::new(ty, out) };
        made.map_err(|e| EvalError::invalid(e.to_string()))
    }
}

fn same(columns: &[Column<'_>]) -> bool {
    columns.windows(2).all(|w| w[0].element == w[1].element)
}

/// Selects the element of the second or third operand by the first.
fn select(ins: &[Column<'_>], out: &mut [u8]) -> bool {
    fn go<const N: usize>(ins: &[Column<'_>], out: &mut [u8]) {
        let (out, _) = out.as_chunks_mut::<N>();
        let (yes, _) = ins[1].bytes.as_chunks::<N>();
        let (no, _) = ins[2].bytes.as_chunks::<N>();
        let pred = ins[0].bytes;
        // An index into a column of one element is always 0.
        let step = |len: usize| usize::from(len > 1);
        let (p, y, n) = (step(pred.len()), step(yes.len()), step(no.len()));
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = if pred[i * p] != 0 { yes[i * y] } else { no[i * n] };
        }
    }
    match ins[1].element.byte_width() {
        1 => go::<1>(ins, out),
        2 => go::<2>(ins, out),
        4 => go::<4>(ins, out),
        8 => go::<8>(ins, out),
        16 => go::<16>(ins, out),
        _ => return false,
    }
    ins[0].element.is_boolean()
}
