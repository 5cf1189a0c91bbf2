//! Analyses of the tensor IR that passes and code generators share.
//!
//! Passes that form `hloom.fusion` ops and backends that make kernels of them have to
//! agree on what one kernel can compute. Both ask this crate, which reads modules and
//! changes nothing.
//!
//! ```text
//! dataflow   which rows of operands a row of a result needs
//! monoid     reductions by one associative and commutative operation
//! kernel     the loop structure of a group of ops          (KernelShape)
//! attention  softmax(Q·Kᵀ)·V and its relatives             (AttentionPattern)
//! sparse     ops that iterate over stored entries only     (SparseDriven)
//! split      how an op divides into parts, and what the parts read
//! shard      shardings of tensors over a mesh, from annotated values to all
//! simulate   the time of a step on many ranks, by times of ops and links alone
//! schedule   layers, pipeline levels and micro-batches, by times alone
//! cost       which elementwise ops are expensive
//! integers   constants and ranges of integer types
//! region     containment of blocks in ops
//! verify     the verifier of the IR, and the legality of sparse-driven fusions
//! ```
//!
//! Modules import those that stand above them in this list of layers: `dataflow`,
//! `integers`, `region`, `cost`, `schedule` and `simulate` import none, `monoid` imports `integers`,
//! `attention` and `sparse` import `dataflow` and `monoid`, `kernel` imports these two
//! and `cost`, `split` imports `dataflow` and `monoid`, `shard` imports `split`, and `verify`
//! imports `sparse`.

pub mod attention;
pub mod cost;
pub mod dataflow;
pub mod integers;
pub mod kernel;
pub mod monoid;
pub mod region;
pub mod schedule;
pub mod shard;
pub mod simulate;
pub mod sparse;
pub mod split;
pub mod verify;
