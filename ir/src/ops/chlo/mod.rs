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
