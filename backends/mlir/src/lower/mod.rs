//! The lowering of StableHLO to `linalg`, `tensor`, `arith`, `math`, `complex`, `scf` and `func`.
//!
//! | ops | form |
//! |---|---|
//! | elementwise | `linalg.generic` with identity maps; on tensors of rank 0, scalars |
//! | broadcast, transpose | `linalg.generic` whose maps move dimensions |
//! | other data movement | `tensor.extract_slice`, `insert_slice`, `expand_shape`, `collapse_shape`, or `linalg.generic` over `linalg.index` with `tensor.extract` |
//! | products, reductions, windows | `linalg.generic` with reduction iterators; products with a name, `linalg.matmul` and the like |
//! | scatter, sort, select_and_scatter, factorizations | `scf.for` over tensors that are carried |
//! | upstream's `arith`, `math`, `tensor` | the same ops |
//! | `hloom.relayout` | `sparse_tensor.convert` |
//! | control flow, calls | `scf.if`, `scf.index_switch`, `scf.while`, `func.call` |
//!
//! A tensor of rank 0 has two forms here: the tensor, and its element ([`Lowered`](function::Lowered)). Each op takes
//! the form that it needs, so bodies of reductions and counters of loops are plain scalars.
//!
//! A check of values (`check.expect_eq` …) at the top of the entry becomes further results, the
//! check's operands, which the caller compares.

mod contraction;
mod control;
mod convolution;
mod dispatch;
mod factor;
mod function;
mod generic;
mod indexing;
mod movement;
mod reduce;
mod scatter;
mod sort;
mod upstream;

pub(crate) use function::lower_as;
pub use function::{Program, Storage, lower};
