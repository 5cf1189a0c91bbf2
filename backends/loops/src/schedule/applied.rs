//! The result of a rewrite of a nest.

use crate::nest::{Nest, Tensor};

/// The result of a rewrite of a nest.
pub(super) struct Applied {
    /// Nests that run first, each with the intermediate tensors that it writes.
    pub(super) before: Vec<(Part, Vec<usize>)>,
    /// The remaining nest. Its last inputs are the intermediate tensors.
    pub(super) nest: Nest,
    /// The intermediate tensors.
    pub(super) between: Vec<Tensor>,
}

/// A nest that runs before the remaining one.
pub(super) struct Part {
    pub(super) nest: Nest,
    /// The inputs of the original nest that it reads.
    pub(super) inputs: Vec<usize>,
    /// Whether it may be rewritten itself.
    pub(super) open: bool,
}
