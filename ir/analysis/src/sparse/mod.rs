//! Fusions that iterate over the stored entries of one sparse operand.
//!
//! [`sparse_driven`] is called by the pass that gives a `hloom.fusion` a driver, by the
//! verifier and by the lowering to kernels. A matrix in compressed rows (or columns) has an
//! *outer* dimension, the dense level, and an *inner* one, the compressed level. The values
//! of a sparse-driven fusion are
//! - *entries*: matrices of the same shape, an element of which needs the same element of
//!   the sparse matrix. An entry is *annihilated* if it is zero where the sparse matrix is.
//!   Zero annihilates its factors: `0 · x` and `0 / x` count as 0 for every `x`, infinities
//!   and NaN included. With [`ZeroRule::Strict`], products with factors that might not be
//!   finite are not annihilated;
//! - *sampled products*: general products of two other matrices, of which only elements at
//!   entries are computed (SDDMM, the outer product of a factorization);
//! - *row reductions*: of annihilated entries over the inner dimension, complete after each
//!   outer coordinate, and elementwise functions of them;
//! - *cross-row reductions*: over the outer dimension or both, complete after the last
//!   coordinate.
//!
//! So `sum(X ⊙ log(U Vᵀ))`, `X v`, `Xᵀ(w ⊙ (X v))`, `((X ≠ 0) ⊙ (U Vᵀ)) V` and the like
//! need stored elements only. Source: the sparse drivers of Boehm et al., "On Optimizing
//! Operator Fusion Plans for Large-Scale Machine Learning in SystemML" (2018).

mod density;
mod matcher;
mod roles;
mod zero;

pub use density::{STORED_ENTRIES, densified, density, known_density};
pub use matcher::{sparse_driven, sparse_driven_block};
pub use roles::{OpRole, SparseDriven, ZeroRule};
