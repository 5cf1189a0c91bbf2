//! Linear algebra on batches of matrices: the ops of StableHLO (`batch.rs`), and the
//! algorithms of LAPACK's routines, for [`crate::targets`].
//!
//! All functions compute in double precision and round once to the element type, so they are at
//! least as accurate as a LAPACK of that type. The algorithms are those of Golub and Van Loan,
//! "Matrix Computations" (4th edition, 2013), unless a function says otherwise; signs, the order of
//! results, packed factors and `info` follow LAPACK's documentation.

pub(crate) mod batch;
pub(crate) mod eigen;
pub(crate) mod factor;
pub(crate) mod matrix;
pub(crate) mod reflect;
pub(crate) mod schur;
pub(crate) mod svd;
