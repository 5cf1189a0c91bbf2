//! The questions that a graph asks of the ops in it.

use crate::literal::Literal;

/// An op's kind and attributes, as a [`Graph`](super::Graph) sees them.
pub trait Payload: Sized {
    /// The op that holds everything.
    fn root() -> Self;
    /// Whether the op ends a block.
    fn is_terminator(&self) -> bool;
    /// Whether the op is a function.
    fn is_function(&self) -> bool;
    /// Whether the op may define a symbol.
    fn is_symbol(&self) -> bool;
    /// The name that the op defines as a symbol.
    fn symbol_name(&self) -> Option<&str>;
    /// The value, if the op is a constant.
    fn constant(&self) -> Option<&Literal>;
}
