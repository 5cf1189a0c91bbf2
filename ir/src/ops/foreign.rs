//! Ops of dialects that hloom does not know, kept whole so that mixed modules
//! go through.

use crate::attr::AttrDict;
use crate::types::Type;

/// An op as generic form has it: operands and regions are where every op has
/// them, the rest is here.
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
