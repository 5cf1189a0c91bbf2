//! The interface of ops that a graph needs.

use crate::literal::Literal;

/// An op's kind and attributes, as a [`Graph`](super::Graph) sees them.
pub trait Payload: Sized {
    /// The root op.
    fn root() -> Self;
    /// Whether the op is a terminator.
    fn is_terminator(&self) -> bool;
    /// Whether the op is a function.
    fn is_function(&self) -> bool;
    /// Whether the op may define a symbol.
    fn is_symbol(&self) -> bool;
    /// The name of the symbol that the op defines.
    fn symbol_name(&self) -> Option<&str>;
    /// The literal, if the op is a constant.
    fn constant(&self) -> Option<&Literal>;
}
