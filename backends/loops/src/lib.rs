//! Loop programs over buffers: the level between tensor ops and code generators.
//!
//! ```text
//!   tensor IR (hloom-ir)          one op, or a fusion of several
//!        │  lower
//!        ▼
//!   nest                          what is computed: dimensions, maps to elements,
//!        │                        a scalar body, combiners of reductions
//!        │  schedule::choose      a schedule: how it is computed, a list of directives
//!        ▼  schedule::emit
//!   loop program                  what the machine does: loops, buffers, vectors,
//!        │                        threads, tensor cores
//!        ├──────────────┐
//!        ▼              ▼
//!   hloom-llvm      hloom-ptx     print it as LLVM IR for CPUs, or as PTX
//! ```
//!
//! | module | is |
//! |---|---|
//! | [`index`] | index expressions, shared by nests and loop programs |
//! | [`math`] | the operations on single elements, and their expansion into instructions |
//! | [`nest`] | the first form, with a direct interpreter |
//! | [`schedule`] | the second form: directives, the choice among them, their application |
//! | [`program`] | the third form: statements, instructions, verifier, printer, interpreter |
//! | [`text`] | the parser of loop programs (`hloom compile --emit loops` prints them) |
//! | [`lower`] | the way here from the tensor IR; ops that are not nests become templates |
//! | [`task_graph`] | from one loop program to another: kernels as tasks that cores run side by side |
//! | [`storage`] | the way here from the storage calculus: loops over sparse arrays |
//!
//! Three tools serve everything that makes or reads loop programs:
//!
//! | tool | for |
//! |---|---|
//! | [`program::Builder`] | building: infers types, folds constants, shares equal values, knows the ranges of indices ([`program::Builder::range_of`]), and those that hold in a scope ([`program::Builder::assuming`]); blocks may fail |
//! | [`program::Block::walk`], [`events`](program::Block::events), [`walk_into`](program::Block::walk_into) | reading nested statements without recursion |
//! | [`program::Block::rewrite`] | changing or replacing nested statements |
//!
//! This crate does not generate machine code or rewrite tensor ops. A schedule affects the speed of
//! a kernel and not its results, except for the order of a reduction, which depends on the shape
//! and the schedule but not on the number of threads.
//!
//! # Example
//!
//! A gemm as a nest, and the loop program of its simplest schedule:
//!
//! ```text
//! nest "dot" {
//!   parallel i : 64, j : 10  reducing k : 25
//!   input %x : f32[64, 25]
//!   input %w : f32[25, 10]
//!   %0 : f32 = load %x[i, k]
//!   %1 : f32 = load %w[k, j]
//!   %2 : f32 = multiply %0, %1
//!   %3 : f32 = constant 0x00000000
//!   reduce (%2) from (%3) by add
//!   %4 : f32 = reduced 0
//!   output f32[64, 10] at [i, j] = %4
//! }
//!
//! for %i = 0 to 64 step 1 {
//!   for %j = 0 to 10 step 1 {
//!     for %k = 0 to 25 step 1 carrying %sum : f32 = %zero to %total {
//!       %x : f32 = load @x[%i*25 + %k]
//!       %w : f32 = load @w[%k*10 + %j]
//!       %next : f32 = fma %x, %w, %sum
//!       next %next
//!     }
//!     store %total to @out[%i*10 + %j]
//!   }
//! }
//! ```
//!
//! # Glossary
//!
//! ## Forms
//!
//! | term | meaning |
//! |---|---|
//! | nest | one kernel as a loop nest without an order: named dimensions, parallel or reducing; indexing maps; a scalar body; combiners (MLIR's `linalg.generic`) |
//! | body | the graph of scalar operations that a nest computes at each point |
//! | combiner | how two partial results of a reduction become one |
//! | schedule | a list of directives that turns a nest into a kernel |
//! | directive | one step of a schedule: tile, vectorize, unroll, pack, … |
//! | loop program | statements over typed buffers; the input of the code generators |
//! | kernel | a piece of a loop program with a name and its facts; a GPU launches it as a grid |
//! | task | kernels that one core runs in order, with the tasks that they wait for |
//! | facts | the bytes, flops and integer operations of a kernel, counted from its nest |
//! | template | a builder of loop programs for an op that is not a nest: sort, scan, scatter, … |
//! | guard | a condition under which a load is done; the element is a constant elsewhere |
//! | extent | the number of points of a dimension |
//!
//! ## Contractions
//!
//! | term | meaning |
//! |---|---|
//! | gemm | a product of matrices, `M × K` by `K × N`, possibly batched |
//! | lhs, rhs | the left and the right operand of a gemm |
//! | M, N, K | the rows of the lhs, the columns of the rhs, and the summed dimension |
//! | block K | the steps of K that are staged in shared memory at a time |
//! | micro-kernel | the innermost tile of a gemm, with its sums in registers |
//! | pack, panel | a copy of an operand in the order in which the micro-kernel reads it, and one strip of that copy (BLIS) |
//! | epilogue | elementwise work on the sums of a gemm ahead of the store |
//! | prologue | elementwise work on an operand ahead of the product |
//! | im2col, implicit GEMM | a convolution as a gemm whose lhs rows are output pixels, read from the image without a copy |
//! | split-K | several blocks sum parts of K, and a second step adds the parts |
//! | tf32x3 | an `f32` product as three products of TF32 parts: `a·b ≈ hi·hi + hi·lo + lo·hi` |
//! | mma, wgmma | tensor-core products by a warp ([`program::Inst`]), and by a warpgroup from shared memory |
//!
//! ## Reductions and memory
//!
//! | term | meaning |
//! |---|---|
//! | rfactor | a reduction in chunks: partial results first, then their combination (Halide) |
//! | two-pass reduction | one kernel for partial results, a second one for the result |
//! | invariant, unit-stride, strided | an access along a loop: the same element, the next one, one further away |
//! | double buffering | two buffers in turn: one is filled while the other is read |
//! | pipeline | the same with more buffers |
//! | cp.async, TMA | asynchronous copies to shared memory: of 4 to 16 bytes by each thread; of whole tiles, which one thread starts ([`program::AsyncOp`]) |
//! | tensor map | the tensor that TMA loads read: extents, strides, box |
//! | swizzle | a permutation of 16-byte pieces in shared memory against bank conflicts |
//! | non-temporal store | a store past the caches |
//! | prefetch | a hint that memory is read soon |
//! | scratch, arena | memory for the time of a block; memory for the time of a call |
//! | persistent kernel | a kernel whose blocks loop over tiles until none is left |
//!
//! ## Values of a function
//!
//! | term | meaning |
//! |---|---|
//! | materialized, forwarded | a value with a buffer of its own; a value that shares another one's
//! buffer |
//! | destination | the buffer that a value is computed into, as its user wants it there |
//! | donated | the input whose memory a result takes over |
//! | host fallback | an op that the program leaves to its host, which interprets it |
//! | unsized | a buffer whose length is known only at run time, at most that of its shape |

pub mod index;
pub mod lower;
pub mod math;
pub mod nest;
pub mod plan;
pub mod program;
pub mod schedule;
pub mod storage;
pub mod task_graph;
pub mod text;

pub use lower::{
    Lowered, Unsupported, lower_donating, lower_function, lower_scheduled, lower_with_fallback,
};
