//! CHLO, the dialect of client libraries: functions beyond StableHLO's, and ops with implicit
//! broadcasting.
//!
//! The pass `legalize-chlo` expands each op into StableHLO ops. The dialect does not number its
//! constraints, so errors cite a word instead of a label.

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

/// A field whose attribute is spelt in the CHLO dialect: `#chlo<precision DEFAULT>` instead of
/// `#stablehlo<precision DEFAULT>`.
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
