//! Ops of unknown dialects, kept whole so that mixed modules round-trip.

use crate::attr::AttrDict;
use crate::types::Type;

/// A foreign op as in generic form. Operands and regions are stored as for every op; this struct
/// holds the rest.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Foreign {
    /// The name, dialect included.
    pub name: Box<str>,
    /// Attributes between `{` and `}`.
    pub attrs: AttrDict,
    /// Properties between `<{` and `}>`.
    pub properties: AttrDict,
    /// The types of the results.
    pub results: Box<[Type]>,
}
