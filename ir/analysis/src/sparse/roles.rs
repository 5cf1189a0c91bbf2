//! The roles of ops in a sparse-driven fusion.

use hloom_ir::{OpId, Value};
use rustc_hash::FxHashMap;

/// Which products with an element that is not stored are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ZeroRule {
    /// All products.
    #[default]
    Annihilates,
    /// Products with factors that are certainly finite.
    Strict,
}

/// The role of an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpRole {
    /// Computes an element from elements, wherever one is needed.
    Elementwise,
    /// A product whose elements are needed at entries: result dimension `i` is dimension
    /// `dims[i]` of the sparse matrix.
    SampledProduct {
        /// Dimensions of the sparse matrix.
        dims: [usize; 2],
    },
    /// A reduction over the inner dimension.
    RowReduction {
        /// The number of reductions over the same coordinate that precede it.
        phase: usize,
    },
    /// An elementwise function of row reductions.
    RowElementwise {
        /// The number of reductions over the same coordinate that precede it.
        phase: usize,
    },
    /// A reduction over the outer dimension, or both.
    CrossRowReduction {
        /// The number of reductions over the same coordinate that precede it.
        phase: usize,
    },
}

/// A sparse-driven fusion: the iterated matrix, and the role of each op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SparseDriven {
    /// The sparse matrix whose stored entries are iterated.
    pub matrix: Value,
    /// Its dense dimension.
    pub outer: usize,
    /// Its compressed dimension.
    pub inner: usize,
    /// The role of each op, in order.
    pub roles: Vec<(OpId, OpRole)>,
    /// Results that have an element for each entry and zeros elsewhere: the result, the
    /// dimensions of the sparse matrix that its dimensions are, and the number of
    /// reductions over the same coordinate that precede it.
    pub entries: Vec<(usize, [usize; 2], usize)>,
    /// The number of passes over the entries of an outer coordinate.
    pub phases: usize,
    /// For each value with an element for each entry, the dimensions of the sparse matrix
    /// that its dimensions are.
    pub dims: FxHashMap<Value, [usize; 2]>,
}
