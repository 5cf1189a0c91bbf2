//! Constants and bits of floats.

use crate::build::{Builder, IntCompare, Val};
use melior::ir::ValueLike;

/// A constant of the type of `like`.
pub(super) fn number<'c>(b: &Builder<'c>, like: Val<'c>, value: f64) -> Val<'c> {
    b.float_const(like.r#type(), value)
}

/// The integer of a float's bits.
pub(super) fn bits<'c>(b: &Builder<'c>, wide: Val<'c>, width: u32) -> Val<'c> {
    b.one("arith.bitcast", &[wide], b.int(width))
}

/// A float's magnitude below a bound, as an integer comparison of its bits.
pub(super) fn below<'c>(b: &Builder<'c>, bits: Val<'c>, bound: i64) -> Val<'c> {
    b.cmpi(IntCompare::Ult, bits, b.int_const(bits.r#type(), bound))
}
