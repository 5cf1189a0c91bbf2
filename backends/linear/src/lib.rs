//! Kernels of linear algebra and Fourier transforms that compiled code calls, without the interpreter.
//!
//! Before this: nothing of hloom. After it: the loop level names a kernel ([`exports::KERNELS`]) in a
//! call, compiled code passes sizes and buffers, and a shared library links this crate's archive.
//!
//! ```c
//! int32_t hloom_getrf_f32(const hloom_runtime *runtime, const int64_t *sizes, void *const *buffers);
//! ```
//!
//! Matrices are row-major, as all tensors of hloom, and one behind the other in a batch. A kernel reads
//! the operands' buffers and writes all of its results'. Signs, packed forms, the order of values and
//! `info` are LAPACK's, as in `hloom_interp::linalg`, which computes in double precision where these
//! compute in the numbers' own. Products, triangular systems, Cholesky factors of blocks, eigenvectors,
//! and the decompositions of self-adjoint matrices and into singular values are those of the crate
//! `faer`; blocked LU, QR and Hessenberg forms are written here over its products, since `faer`'s choose
//! other pivots and other signs than LAPACK, and so are Schur forms, which `faer` keeps to itself.
//!
//! A batch is divided among the threads of the run, and so are the products inside of Cholesky, LU, QR,
//! Schur forms and systems of one large matrix. Eigenvectors and singular values of one matrix are found
//! by one thread: `faer` has threads for them only in a pool of its own, beside that of the run.

mod abi;
mod cholesky;
mod columns;
mod eigen;
pub mod exports;
mod fft;
mod lu;
mod number;
mod qr;
mod reduce;
mod reflect;
mod schur;
mod self_adjoint;
mod solve;
mod svd;
#[cfg(test)]
mod tests;

pub use abi::Runtime;
