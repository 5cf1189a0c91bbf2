//! Splitting ops into parts that cores or machines compute side by side.
//!
//! An op iterates *indices*: a matrix product of `m × k` by `k × n` iterates three, of extents `m`,
//! `n` and `k`. A *cut* says into how many parts each index is divided. It follows which part of
//! each operand a part of the op reads, which part of each result it computes, and whether the
//! results of parts still have to be combined:
//!
//! ```text
//!   dot_general  indices   m: parallel   n: parallel   k: combined by add
//!                lhs       [m, k]
//!                rhs       [k, n]
//!                result    [m, n]
//!
//!   cut m = 2              part 0 reads rows 0‥m/2 of lhs and all of rhs
//!   cut k = 2              both parts compute a whole result; the two are added
//! ```
//!
//! | module | it answers |
//! |---|---|
//! | [`access`] | which range of a dimension a part of an op reads or writes; windows read halos |
//! | [`table`] | the indices of each op, and how its operands and results are accessed by them |
//! | [`cut`] | the cuts that are legal for a number of cores, and the parts of a cut |
//! | [`block`] | boxes of elements: overlap, and what a box is copied from |
//! | [`choose`], `tables` | one choice for each node of a graph, at the least cost |
//!
//! One table serves shared memory, where a part is a task of a core, and machines with memories of
//! their own, where a part is a rank's program. Sharding of tensors over a mesh (`sdy`) is a cut
//! whose parts are named by mesh axes.
//!
//! Source: Zhang and Zhi, "A machine learning inference framework for multi-core processors",
//! Journal of Computer Research and Development, 2019. Dependence classes, balanced segments and
//! numbers of parts that are powers of two are theirs; indices instead of states of result tensors
//! also tell two cuts apart that have the same result, as a split of input channels and no split.

pub mod access;
pub mod block;
pub mod choose;
pub mod cut;
pub mod table;
mod tables;

pub use access::{Access, Index, OpIndices, Range, Role, Window};
pub use block::Block;
pub use choose::{Choices, Chosen, Matrix};
pub use cut::{Cut, balanced, cuts};
pub use table::indices;
