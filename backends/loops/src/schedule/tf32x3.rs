//! Factors of `f32` as matrix units take them: without their last 13 bits.
//!
//! A number is the nearest of those and a rest, of which the nearest is taken too; of the
//! product of two such sums all but the product of the rests is taken, which is less than
//! `2⁻²²` of the whole. Sums of the lesser products are kept apart, since of an infinite
//! factor the rest is no number, and are left out where they are not finite.

use crate::program::{BinaryOp, Builder, CompareOp, ConvertOp, Scalar, UnaryOp, Value};

/// The bits that units do not look at.
const UNSEEN: i64 = (1 << 13) - 1;
/// Half of the least of those they do.
const HALF: i64 = 1 << 12;
/// The least number that is rounded to infinity.
const ROUNDED_UP: u64 = 0x7f7f_f000;

/// The same with bits added.
fn raised(b: &mut Builder, value: Value, more: i64) -> Value {
    let ty = b.type_of(value).with(Scalar::I32);
    let bits = b.convert(ConvertOp::Bitcast, value, Scalar::I32);
    let more = b.int(ty, more);
    let bits = b.binary(BinaryOp::Add, bits, more);
    b.convert(ConvertOp::Bitcast, bits, Scalar::F32)
}

/// The same without the bits that units do not look at.
fn truncated(b: &mut Builder, value: Value) -> Value {
    let ty = b.type_of(value).with(Scalar::I32);
    let bits = b.convert(ConvertOp::Bitcast, value, Scalar::I32);
    let seen = b.int(ty, !UNSEEN);
    let bits = b.binary(BinaryOp::And, bits, seen);
    b.convert(ConvertOp::Bitcast, bits, Scalar::F32)
}

/// Numbers of which units see the nearest ones, halves away from zero. The largest are
/// left alone, for they are not infinite; and what is no number is one whose first bits
/// say so, as sums have it.
pub(super) fn hi(b: &mut Builder, value: Value) -> Value {
    let ty = b.type_of(value);
    let size = b.unary(UnaryOp::Abs, value);
    let (limit, zero) = (b.bits(ty, ROUNDED_UP), b.bits(ty, 0));
    let rounded = raised(b, value, HALF);
    let other = b.binary(BinaryOp::Add, value, zero);
    let below = b.compare(CompareOp::Lt, size, limit);
    b.select(below, rounded, other)
}

/// What is left of finite numbers beside what units see, of which they see the nearest
/// ones likewise.
pub(super) fn lo(b: &mut Builder, value: Value, hi: Value) -> Value {
    let seen = truncated(b, hi);
    let rest = b.binary(BinaryOp::Sub, value, seen);
    raised(b, rest, HALF)
}

/// The sums, given those of the nearest numbers and then those of lesser products.
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
