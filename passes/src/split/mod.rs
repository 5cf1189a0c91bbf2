//! `split`: divides ops into parts that cores compute side by side.
//!
//! [`hloom_analysis::split`] says how an op may be divided; this pass decides, and builds the parts
//! as ops of their own. See [`apply`](self::apply::apply).

pub mod apply;
pub mod blocks;
pub mod part;
