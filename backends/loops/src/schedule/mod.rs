//! Schedules: how a nest is computed.
//!
//! The second form of the loop level: a list of directives, with a textual form, that turns a
//! nest into a kernel of a loop program. Without any, every dimension is a serial loop, parallel
//! dimensions outside reducing ones.
//!
//! # From nest to kernel
//!
//! ```text
//! nest ── decide(nest, machine, placement) ──► Choice { steps: nests + schedules, scratch }
//!                      ▲                            │
//!           pins (--use-schedules)            Choice::emit ──► kernel of a loop program
//! ```
//!
//! [`decide()`] is the only place that decides. It is a pure function; see [its module](mod@self::decide)
//! for what a [`Choice`] holds. [`Choice::emit`] obeys and decides nothing. [`Scheduler`] decides
//! the nests of one program in order, takes [`Pins`] from a file, and remembers the choices for
//! `--emit nests` and `--emit schedules`.
//!
//! # Directives
//!
//! ```text
//! rewrites of the nest, ahead of its loops
//!   merge i, j                makes one dimension of two
//!   split i by 512 as i_page  makes two dimensions of one
//!   relayout rhs              copies a gemm's operand, with the steps of its sum side by side
//!   two-pass k by 512         reduces chunks by a nest of their own, then their results;
//!                             of a gemm, split-K
//!
//! loops
//!   tile i by 64, j by 256    splits loops: i, j then step by tiles, i', j' run in them
//!   interchange j, i          gives the named loops this order, in their places
//!   vectorize j' by 16        computes 16 points of a loop as lanes; the last ones are masked
//!   unroll i' by 4            computes 4 points of a loop in a row, all in registers
//!   parallel i                runs a loop's iterations on several threads
//!   rfactor k by 65536        reduces a loop in chunks, on several threads, in one kernel
//!
//! CPU
//!   pack lhs over i', k in i  copies a gemm's operand as far as one iteration of a loop needs
//!                             it, in the order in which the loops inside read it
//!   matrix k by 64            sums 64 products of a packed gemm at a time in the matrix unit
//!   dot k by 4                sums 4 products of a packed gemm at a time in each lane;
//!                             `dot k by 4 offset` of signed bytes, as unsigned by signed ones
//!   nontemporal               stores results past the caches, which they do not fit
//!   prefetch                  prefetches what rows of the inputs hold a page further on;
//!                             `prefetch k by 8`: 8 points of a dimension further on;
//!                             `prefetch input x by 1 tile`: where a loop over tiles of rows is
//!                             around the nest, what an input has there for the next one
//!
//! GPU
//!   blocks i                  binds a loop to the blocks of a grid
//!   threads i' by 32          binds a loop to so many threads of a block; threads combine a
//!                             reducing loop's partial results after it, in warps by shuffles,
//!                             then in shared memory
//!   transpose                 transposes squares in shared memory, one per block; alone
//!
//! gemms of a GPU: one of each line, but for `raster`, `vectorize` and `on`
//!   blocks m by 128, n by 64  computes a tile of so many rows and columns in each block;
//!                             `… on 132`: in so many persistent blocks
//!   raster m by 8             orders blocks by so many rows of tiles, column by column
//!   stage lhs in shared by async   how an operand comes to shared memory: by `registers`,
//!   stage rhs in shared by registers   `async` (`cp.async`) or `tma`
//!   pipeline k by 32 in 4 stages   stages so many steps at a time, in a ring of so many stages
//!   warps 2 by 4              divides the tile down and across: among `threads`, `warps` or
//!                             `warpgroups`
//!   mma m16n8k16              multiplies: `fma 8 by 4` (rows and columns of a thread),
//!                             `mma m16n8k16` or `wgmma m64n256k16`
//!   vectorize n by 8          stores so many columns of results at once; of tensor cores, after
//!                             threads exchanged theirs
//!
//! attention of a GPU: one of each line, but for `skip` and `vectorize`
//!   blocks m by 64            computes so many rows of queries in each block
//!   stage query in shared by async   and so `key` and `value`: by `registers` or `async`
//!   pipeline n by 64 in 2 stages   stages so many keys and values at a time
//!   warps 4 by 1              16 rows each; so many warps share them, each a part of the result
//!   mma m16n8k16              or `fma 2 by 16`, the logits that a thread has
//!   skip masked               leaves out tiles that a mask hides, if they would change nothing
//! ```
//!
//! Directives are separated by semicolons or line ends. A schedule never changes what is
//! computed, except that a reduction whose loop is vectorized or unrolled adds up in another
//! order: one partial result for each lane and each unrolled point, combined in a fixed order.
//! That order follows from shape and schedule alone, never from the number of threads.
//!
//! Threads of inner loops have the lower numbers; those of the innermost loop are neighbours.
//! Where a parallel loop stands alone, a GPU gives its iterations to threads too.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | gemm, M, N, K | a sum of products of two operands; rows, columns and steps of it |
//! | lhs, rhs | the operands, in the order of the product |
//! | pack, panel | a CPU's copy of an operand, by panels of rows or columns; how each shape is copied is a schedule of its own, `dot.y.rhs.4x256x16` |
//! | relayout | a GPU's copy of an operand ahead of the gemm |
//! | split-K, two-pass | partial results by a nest of their own ([`Directive::TwoPass`]) |
//! | rfactor | partial results in chunks of one kernel ([`Directive::Rfactor`]) |
//! | tf32x3 | `f32` products as three TF32 products of high and low parts |
//! | im2col | a convolution as a gemm whose operand is never materialized |
//! | tensor map | what TMA loads see of an operand |
//! | epilogue | what a nest computes of the sums; its shuffle makes stores wide |
//! | binding | which blocks and threads run a loop's iterations |
//! | emit scope, emit context | what is known while a nest is emitted; what surrounds it |
//!
//! # GPU gemms
//!
//! A gemm's schedule names the sides `m`, `n` and `k`, whatever dimensions of the nest make them
//! (`gemm_dims`). It says all that CUTLASS would take as template arguments or
//! Triton as meta-parameters:
//!
//! ```text
//! blocks m by 128, n by 256 on 132    blocks m by 128, n by 64          blocks m by 128, n by 64
//! raster m by 16                      raster m by 8                     raster m by 8
//! stage lhs in shared by tma          stage lhs in shared by async      stage lhs in shared by registers
//! stage rhs in shared by tma          stage rhs in shared by registers  stage rhs in shared by registers
//! pipeline k by 64 in 4 stages        pipeline k by 32 in 4 stages      pipeline k by 8 in 2 stages
//! warpgroups 2 by 1                   warps 2 by 4                      threads 16 by 16
//! wgmma m64n256k16                    mma m16n8k16                      fma 8 by 4
//! vectorize n by 8                    vectorize n by 8                  vectorize n by 4
//! ```
//!
//! `gemm` decides such a plan, `gemm_plan` has it as a type, `gemm_legality` says which are legal
//! and why others are not, and emission obeys: a number is obeyed or refused, never rounded. There
//! is one mechanism each:
//!
//! | mechanism | where |
//! |---|---|
//! | staging: registers, `cp.async`, TMA | `staging`; layouts and swizzles in `gemm_shared`, TMA's views in `tensor_map` and `im2col` |
//! | pipelining | `gemm_pipeline` for threads and warps: one stage, double buffering, a ring, or all steps at once; `gemm_wgmma` for producers and consumers with mbarriers |
//! | predication | `gemm_tile`: clamps addresses, fills with zeros past K, guards stores |
//! | epilogue | the nest's body after its reduction; `epilogue_rows` goes through a tile's rows, `epilogue_shuffle` makes stores wide |
//! | instruction | `gemm_simt`, `gemm_mma` (both a `MathUnit`), `gemm_wgmma` |

mod access;
mod access_pattern;
mod applied;
mod attention;
mod attention_mask;
mod attention_mma;
mod attention_nests;
mod attention_pass;
mod attention_tile;
mod attention_tiling;
mod choose;
mod contraction;
mod copies;
#[cfg(test)]
mod copies_tests;
mod decide;
#[cfg(test)]
mod decide_tests;
mod dot_emit;
mod dots;
#[cfg(test)]
mod dots_tests;
mod emit;
mod emit_scope;
mod emitter;
mod epilogue_rows;
#[cfg(test)]
mod epilogue_rows_tests;
mod epilogue_shuffle;
mod facts;
#[cfg(test)]
mod few_rows_tests;
mod gemm;
mod gemm_dims;
mod gemm_directives;
mod gemm_legality;
mod gemm_mma;
mod gemm_pipeline;
mod gemm_plan;
#[cfg(test)]
mod gemm_plan_tests;
mod gemm_shared;
mod gemm_simt;
#[cfg(test)]
mod gemm_tests;
mod gemm_tile;
mod gemm_wgmma;
mod gpu;
#[cfg(test)]
mod gpu_tests;
mod im2col;
#[cfg(test)]
mod im2col_tests;
mod loop_plan;
mod loops;
mod machine;
mod matrix;
mod matrix_emit;
#[cfg(test)]
mod matrix_tests;
mod non_temporal;
mod operand_relayout;
mod pack;
mod partials;
mod pins;
mod reduce;
#[cfg(test)]
mod refusal_tests;
mod register_transpose;
mod rewrite;
mod rfactor;
mod roles;
mod scheduler;
mod staging;
mod tensor_map;
#[cfg(test)]
mod tests;
mod text;
mod tf32x3;
mod thread_binding;
mod transpose;
mod transposed_dims;
mod two_pass;
#[cfg(test)]
mod two_pass_tests;
mod wgmma_operands;

pub use attention::AttentionPlan;
pub use attention_nests::{AttentionNests, AttentionReduction, RunningMax};
pub use copies::PackedCopy;
pub use decide::{Choice, Memory, Placement, Scratch, Step, decide};
pub use emit::{emit, emit_inside};
pub use emitter::EmitContext;
pub use facts::facts;
pub use gemm_directives::{MathOp, MmaShape, Side, Staged, Staging, ThreadGroup};
pub use machine::{Dots, Gpu, Machine, TaskPolicy};
pub(crate) use non_temporal::FAR_BYTES;
pub use pins::{PinError, Pins, Schedules};
pub use scheduler::Scheduler;
pub use text::ScheduleSyntax;

#[cfg(test)]
use self::{choose::choose, gpu::choose_in_block, gpu_tests::prepared};
use crate::math::Unsupported;
use crate::nest::Nest;

/// A list of directives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// The directives in order.
    pub directives: Vec<Directive>,
}

/// One step of a schedule. Loops are named after their dimensions; the inner
/// half of a split loop gets a `'`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    /// Splits loops by these steps. The inner halves stand together, after the
    /// last of the outer ones.
    Tile(Vec<(String, u64)>),
    /// Puts the named loops into this order, in the places they have together.
    Interchange(Vec<String>),
    /// Computes so many points of a loop as lanes of vectors.
    Vectorize(String, u16),
    /// Computes so many points (vectors, if it is vectorized) of a loop side by
    /// side. Those of the innermost loop over what is reduced in order are combined one
    /// after the other.
    Unroll(String, u64),
    /// Makes one dimension of an outer and an inner one, ahead of all loops.
    Merge(String, String),
    /// Makes two dimensions of one, ahead of all loops: steps of so many points, and the points
    /// of a step, under this name.
    Split(String, u64, String),
    /// Copies operands of a gemm ahead of it, with the steps of its sum side by side.
    Relayout(Vec<Operand>),
    /// Reduces so many points of a dimension at a time by a nest of its own, and then their
    /// results.
    TwoPass(String, u64),
    /// Runs the iterations of a loop on several threads.
    Parallel(String),
    /// Reduces so many points of a reducing loop at a time to partial results,
    /// on several threads, and those to one in order. Only for reductions to a
    /// single point.
    Rfactor(String, u64),
    /// Copies an operand of the nest's product to scratch memory.
    Pack(Packing),
    /// Sums so many products of a reducing loop at a time in the matrix unit
    /// ([`crate::program::matrix`]): of a product whose operands are packed in its
    /// order, as many rows and columns at once as the other loops have side by side.
    Matrix(String, u64),
    /// Sums so many products of a reducing loop at a time in each lane
    /// ([`crate::program::DotOp`]), of a product whose operands are packed in its order;
    /// where it says so, of signed bytes as of unsigned by signed ones.
    Dot(String, u64, bool),
    /// Writes whole vectors of the results past the caches.
    Nontemporal,
    /// Fetches, with each vector of an input, the one a page further on.
    Prefetch,
    /// Fetches, with each vector of an input, the one so many points of a dimension further on.
    PrefetchAhead(String, u64),
    /// Fetches, with each vector of the input of this name, the one that is read so many
    /// iterations of the loop over tiles later.
    PrefetchInput(String, u64),
    /// Gives each block of a grid one step of a loop.
    Blocks(String),
    /// Gives the steps of a loop to so many threads of a block.
    Threads(String, u64),
    /// Gives each block of a grid a tile of a gemm of so many rows and columns; all columns, if
    /// there is no number. With a third number, so many blocks compute all tiles (persistent
    /// blocks).
    BlockTile(u64, Option<u64>, Option<u64>),
    /// Orders blocks by so many rows of tiles at a time, column by column.
    Raster(u64),
    /// Stages an operand in shared memory.
    Stage(Staged, Staging),
    /// Stages so many points of a side at a time, in a ring of so many stages.
    Pipeline(Side, u64, u64),
    /// Divides a block's tile among so many threads, warps or warpgroups, down and across.
    Share(ThreadGroup, u64, u64),
    /// Multiplies by an instruction.
    Math(MathOp),
    /// Leaves out tiles of attention that a mask hides, if they would change nothing.
    SkipMasked,
    /// Gives each block of a grid a square of what is read along one dimension and
    /// written along another, and transposes it in shared memory. Stands alone.
    Transpose,
}

/// A packed copy: the operand, its layout, and the loop that makes it.
///
/// The copy holds the operand as the product takes it, whatever computes it, once
/// for each point of the loops in `over`: row-major over these, except that a
/// loop that is given by panels of `n` points stands in its place with the
/// panels' number, and the points in a panel come last of all. So `over j by 32,
/// k` is, panel by panel of 32 columns, row by row, the 32 numbers that one step
/// of a register tile takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    /// Which operand.
    pub operand: Operand,
    /// Loops inside `inside`, one for each dimension that the operand depends on
    /// there, with the points of a panel.
    pub over: Vec<(String, Option<u64>)>,
    /// The loop in each iteration of which the copy is made; without one it is made
    /// once, on several threads, before all loops.
    pub inside: Option<String>,
}

/// An operand of a product that is summed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The first.
    Lhs,
    /// The second.
    Rhs,
}

impl std::fmt::Display for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Operand::Lhs => "lhs",
            Operand::Rhs => "rhs",
        })
    }
}

/// A failure to apply a schedule to a nest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// A directive does not fit.
    #[error("`{directive}` can't be applied to nest \"{nest}\": {reason}")]
    Illegal {
        /// The directive's text.
        directive: String,
        /// The nest's name.
        nest: String,
        /// One sentence.
        reason: String,
    },
    /// An operation of the nest has no expansion.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl ScheduleError {
    /// The error of a directive that does not fit a nest.
    fn illegal(directive: &Directive, nest: &Nest, reason: impl Into<String>) -> ScheduleError {
        ScheduleError::Illegal {
            directive: directive.to_string(),
            nest: nest.name.clone(),
            reason: reason.into(),
        }
    }
}
