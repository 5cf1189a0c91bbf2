//! Linear algebra on batches of matrices: the ops of StableHLO (`batch.rs`), and the
//! algorithms of LAPACK's routines, for [`crate::targets`].
//!
//! All of it computes in double precision and rounds once to the element type, so
//! that it is at least as exact as a LAPACK of that type. The algorithms are those
//! of Golub and Van Loan, "Matrix Computations" (4th edition, 2013), unless a
//! function says otherwise; what LAPACK's documentation says of signs, of the
//! order of results, of packed factors and of `info` holds.

pub(crate) mod batch;
pub(crate) mod eigen;
pub(crate) mod factor;
pub(crate) mod matrix;
pub(crate) mod reflect;
pub(crate) mod schur;
pub(crate) mod svd;
