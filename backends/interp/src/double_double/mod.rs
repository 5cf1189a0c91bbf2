//! Arithmetic in double-double, which special functions need on the way to one rounding.

pub(crate) mod complex;
pub(crate) mod number;
