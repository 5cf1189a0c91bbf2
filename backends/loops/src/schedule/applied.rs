//! What a rewrite makes of a nest.

use crate::nest::{Nest, Tensor};

/// What a rewrite makes of a nest.
pub(super) struct Applied {
    /// Nests that run before it, each with the tensors between that it writes.
    pub(super) before: Vec<(Part, Vec<usize>)>,
    /// The nest that is left. Its last inputs are the tensors between.
    pub(super) nest: Nest,
    /// The tensors between.
    pub(super) between: Vec<Tensor>,
}

/// A nest that runs before the one that it was made from.
pub(super) struct Part {
    pub(super) nest: Nest,
    /// Which inputs of the nest it was made from it reads.
    pub(super) inputs: Vec<usize>,
    /// Whether it may be rewritten itself.
    pub(super) open: bool,
}
