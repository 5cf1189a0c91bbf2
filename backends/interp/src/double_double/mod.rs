//! Double-double arithmetic, in which special functions compute before they round once.

pub(crate) mod complex;
pub(crate) mod number;
