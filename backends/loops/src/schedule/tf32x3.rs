//! tf32x3: products of `f32` as three products of TF32, which lacks the last 13 bits.
//!
//! `x = hi + lo`, both TF32; `a·b ≈ hi·hi + hi·lo + lo·hi`. The omitted product `lo·lo` is less
//! than `2⁻²²` of the whole. The two smaller products have separate accumulators: `lo` of an
//! infinity is NaN, so these sums are dropped if they are not finite.

use crate::program::{BinaryOp, Builder, CompareOp, ConvertOp, Scalar, UnaryOp, Value};

/// The mantissa bits that TF32 lacks.
const UNSEEN: i64 = (1 << 13) - 1;
/// Half a unit of the last TF32 bit.
const HALF: i64 = 1 << 12;
/// The least number that rounds to infinity.
const ROUNDED_UP: u64 = 0x7f7f_f000;

/// Adds to the bits of a number.
fn raised(b: &mut Builder, value: Value, more: i64) -> Value {
    let ty = b.type_of(value).with(Scalar::I32);
    let bits = b.convert(ConvertOp::Bitcast, value, Scalar::I32);
    let more = b.int(ty, more);
    let bits = b.binary(BinaryOp::Add, bits, more);
    b.convert(ConvertOp::Bitcast, bits, Scalar::F32)
}

/// Clears the mantissa bits that TF32 lacks.
fn truncated(b: &mut Builder, value: Value) -> Value {
    let ty = b.type_of(value).with(Scalar::I32);
    let bits = b.convert(ConvertOp::Bitcast, value, Scalar::I32);
    let seen = b.int(ty, !UNSEEN);
    let bits = b.binary(BinaryOp::And, bits, seen);
    b.convert(ConvertOp::Bitcast, bits, Scalar::F32)
}

/// Returns the nearest TF32 number, ties away from zero. The largest numbers are truncated, so that
/// they do not become infinite; a NaN keeps a nonzero TF32 mantissa.
pub(super) fn hi(b: &mut Builder, value: Value) -> Value {
    let ty = b.type_of(value);
    let size = b.unary(UnaryOp::Abs, value);
    let (limit, zero) = (b.bits(ty, ROUNDED_UP), b.bits(ty, 0));
    let rounded = raised(b, value, HALF);
    let other = b.binary(BinaryOp::Add, value, zero);
    let below = b.compare(CompareOp::Lt, size, limit);
    b.select(below, rounded, other)
}

/// Returns the rounding error of `hi` for a finite number, rounded to TF32 likewise.
pub(super) fn lo(b: &mut Builder, value: Value, hi: Value) -> Value {
    let seen = truncated(b, hi);
    let rest = b.binary(BinaryOp::Sub, value, seen);
    raised(b, rest, HALF)
}

/// Combines the accumulators of `hi·hi` with those of the smaller products, which follow them.
pub(super) fn combined(b: &mut Builder, sums: &[Value]) -> Vec<Value> {
    let (sums, lesser) = sums.split_at(sums.len() / 2);
    let each = sums.iter().zip(lesser).map(|(sum, lesser)| {
        let ty = b.type_of(*lesser);
        let (size, zero) = (b.unary(UnaryOp::Abs, *lesser), b.bits(ty, 0));
        let infinity = b.number(ty, f64::INFINITY);
        let finite = b.compare(CompareOp::Lt, size, infinity);
        let lesser = b.select(finite, *lesser, zero);
        b.binary(BinaryOp::Add, *sum, lesser)
    });
    each.collect()
}
