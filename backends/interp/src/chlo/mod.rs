//! CHLO's own ops, except the special functions ([`special`](crate::special)).

pub(crate) mod broadcast;
pub(crate) mod ragged_dot;
pub(crate) mod scan;
pub(crate) mod top_k;
