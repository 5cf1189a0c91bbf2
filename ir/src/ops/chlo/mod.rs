//! CHLO, the dialect of client libraries: functions beyond StableHLO's, and ops
//! that broadcast their operands.
//!
//! Every op here stands for a program of StableHLO ops, which the pass
//! `legalize-chlo` writes out. The dialect numbers no constraints; what is broken
//! is reported under a word.

mod binary;
mod broadcast;
mod constant;
mod ragged_dot;
mod reshape;
mod scan;
mod top_k;
mod unary;

pub use binary::*;
pub use broadcast::*;
pub use constant::*;
pub use ragged_dot::*;
pub use reshape::*;
pub use scan::*;
pub use top_k::*;
pub use unary::*;

use crate::attr::Attr;
use crate::field::{Field, Style};
use crate::types::Type;

/// A field whose attributes are of the dialect CHLO: `#chlo<precision DEFAULT>`
/// where StableHLO writes `#stablehlo<precision DEFAULT>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chlo<T>(pub T);

impl<T: Field> Field for Chlo<T> {
    const STYLE: Style = T::STYLE;
    const OPTIONAL: bool = T::OPTIONAL;
    fn from_attr(attr: Option<Attr>, results: &[Type]) -> Result<Chlo<T>, String> {
        T::from_attr(attr, results).map(Chlo)
    }
    fn to_attr(&self) -> Option<Attr> {
        self.0.to_attr().map(in_chlo)
    }
}

fn in_chlo(attr: Attr) -> Attr {
    match attr {
        Attr::Opaque(text) => match text.strip_prefix("#stablehlo") {
            Some(rest) => Attr::Opaque(format!("#chlo{rest}").into()),
            None => Attr::Opaque(text),
        },
        Attr::Array(items) => Attr::Array(items.into_iter().map(in_chlo).collect()),
        other => other,
    }
}

/// A pattern that matches every op of CHLO, for matches that have one arm for
/// them all.
#[macro_export]
macro_rules! chlo_op {
    () => {
        $crate::chlo_pointwise_op!()
            | $crate::chlo_data_op!()
            | $crate::ops::Op::MinimumBroadcastShapes(_)
            | $crate::ops::Op::Scan(_)
            | $crate::ops::Op::TopK(_)
    };
}

/// A pattern that matches the ops of CHLO that work on the elements at each index
/// alone.
#[macro_export]
macro_rules! chlo_pointwise_op {
    () => {
        $crate::ops::Op::Acos(_)
            | $crate::ops::Op::Acosh(_)
            | $crate::ops::Op::Asin(_)
            | $crate::ops::Op::AsinAcosKernel(_)
            | $crate::ops::Op::Asinh(_)
            | $crate::ops::Op::Atan(_)
            | $crate::ops::Op::Atanh(_)
            | $crate::ops::Op::BesselI1e(_)
            | $crate::ops::Op::ChloTan(_)
            | $crate::ops::Op::Conj(_)
            | $crate::ops::Op::Cosh(_)
            | $crate::ops::Op::Digamma(_)
            | $crate::ops::Op::Erf(_)
            | $crate::ops::Op::ErfInv(_)
            | $crate::ops::Op::Erfc(_)
            | $crate::ops::Op::IsInf(_)
            | $crate::ops::Op::IsNegInf(_)
            | $crate::ops::Op::IsPosInf(_)
            | $crate::ops::Op::Lgamma(_)
            | $crate::ops::Op::Mulhi(_)
            | $crate::ops::Op::NextAfter(_)
            | $crate::ops::Op::Polygamma(_)
            | $crate::ops::Op::Sinh(_)
            | $crate::ops::Op::Square(_)
            | $crate::ops::Op::Zeta(_)
    };
}

/// A pattern that matches the other ops of CHLO that give one tensor: those that
/// broadcast, make constants, move elements and multiply.
#[macro_export]
macro_rules! chlo_data_op {
    () => {
        $crate::ops::Op::BroadcastAdd(_)
            | $crate::ops::Op::BroadcastAnd(_)
            | $crate::ops::Op::BroadcastAtan2(_)
            | $crate::ops::Op::BroadcastCompare(_)
            | $crate::ops::Op::BroadcastComplex(_)
            | $crate::ops::Op::BroadcastDivide(_)
            | $crate::ops::Op::BroadcastMaximum(_)
            | $crate::ops::Op::BroadcastMinimum(_)
            | $crate::ops::Op::BroadcastMultiply(_)
            | $crate::ops::Op::BroadcastNextAfter(_)
            | $crate::ops::Op::BroadcastOr(_)
            | $crate::ops::Op::BroadcastPolygamma(_)
            | $crate::ops::Op::BroadcastPower(_)
            | $crate::ops::Op::BroadcastRemainder(_)
            | $crate::ops::Op::BroadcastSelect(_)
            | $crate::ops::Op::BroadcastShiftLeft(_)
            | $crate::ops::Op::BroadcastShiftRightArithmetic(_)
            | $crate::ops::Op::BroadcastShiftRightLogical(_)
            | $crate::ops::Op::BroadcastSubtract(_)
            | $crate::ops::Op::BroadcastXor(_)
            | $crate::ops::Op::BroadcastZeta(_)
            | $crate::ops::Op::ChloConstant(_)
            | $crate::ops::Op::ChloDynamicReshape(_)
            | $crate::ops::Op::ConstantLike(_)
            | $crate::ops::Op::RaggedDot(_)
    };
}
