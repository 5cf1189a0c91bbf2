//! Schedules: how a nest is computed.
//!
//! The second form of the loop level: a list of directives, with a textual form,
//! that turns a nest into a kernel of a loop program. Without any, every
//! dimension is a serial loop, parallel dimensions outside reducing ones.
//!
//! ```text
//! tile i by 64, j by 256    splits loops: i, j then step by tiles, i', j' run in them
//! interchange j, i          gives the named loops this order, in their places
//! vectorize j' by 16        does 16 points of a loop at once, the last ones masked
//! unroll i' by 4            does 4 points of a loop in a row, all in registers
//! parallel i                runs a loop's iterations on several threads
//! partial k by 65536        reduces a loop in chunks, on several threads
//! pack left over i', k in i copies a product's factor, as far as one turn of a loop
//!                           needs it, in the order in which the loops inside want it
//! matrix k by 64            sums 64 products of a packed product at a time in the
//!                           matrix unit
//! dot k by 4                sums 4 products of a packed product at a time in each lane of a
//!                           vector; `dot k by 4 offset` of signed bytes, as unsigned by
//!                           signed ones
//! stream                    writes the results past the caches, which they do not fit
//! fetch                     asks for what rows of the inputs hold a page further on
//! blocks i                  GPU: gives each block of a grid one step of a loop
//! threads i' by 32          GPU: gives the steps of a loop to so many threads of a block;
//!                           a reducing loop's partial results are put together after
//!                           it, inside of warps by exchanging values, then in shared
//!                           memory
//! product 128 by 64         GPU: gives each block of a grid so many rows and columns of a
//!                           product of matrices; stands alone
//! mma 128 by 64             GPU: the same, by matrix units
//! wgmma 128 by 256 on 132   GPU: the same, by matrix units that read shared memory, to which
//!                           copies of whole tiles bring the factors; in at most so many
//!                           blocks, which have several tiles then, one after the other
//! transpose                 GPU: gives each block of a grid a square of what is read along
//!                           one dimension and written along another; stands alone
//! ```
//!
//! Directives are separated by semicolons or line ends. A schedule never changes
//! what is computed, except that a reduction whose loop is vectorized or unrolled
//! adds up in another order: one partial result for each lane and each unrolled
//! point, put together in a fixed order. That order follows from shape and
//! schedule alone, never from the number of threads.
//!
//! Threads of loops further in have the lower numbers, those of the innermost one follow
//! each other. Where a parallel loop stands alone, a GPU gives its iterations to threads
//! too.
//!
//! [`choose`] makes schedules for nests; [`emit`] applies them. What is not
//! scheduled yet: accumulators in memory (reducing loops outside parallel ones).

mod access;
mod attention;
mod attention_mask;
mod attention_mma;
mod attention_pass;
mod attention_tile;
mod attention_tiling;
mod choose;
mod contraction;
mod decide;
#[cfg(test)]
mod decide_tests;
mod dots;
#[cfg(test)]
mod dots_tests;
mod emit;
mod emit_scope;
mod epilogue_shuffle;
mod facts;
mod gemm;
mod gemm_mma;
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
mod matrix;
#[cfg(test)]
mod matrix_tests;
mod non_temporal;
mod operand_relayout;
mod pack;
mod pins;
mod reduce;
#[cfg(test)]
mod refusal_tests;
mod register_transpose;
mod rewrite;
mod rfactor;
mod scheduler;
mod tensor_map;
#[cfg(test)]
mod tests;
mod text;
mod tf32x3;
mod thread_binding;
mod transpose;
mod two_pass;
#[cfg(test)]
mod two_pass_tests;

pub use attention::{
    AttentionNests, AttentionPlan, AttentionReduction, RunningMax, plan_attention,
};
pub use choose::{Gpu, Machine};
pub use decide::{Choice, Memory, Placement, Scratch, Step, decide};
pub use dots::Dots;
pub use emit::{EmitContext, emit, emit_inside};
pub use facts::facts;
pub(crate) use non_temporal::FAR_BYTES;
pub use pins::{PinError, Pins, Schedules};
pub use scheduler::Scheduler;
pub use text::ScheduleSyntax;

#[cfg(test)]
use self::{choose::choose, gpu::choose_team, tests::prepared};
use crate::math::Unsupported;

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
    /// Copies a factor of the nest's product to scratch memory.
    Pack(Packing),
    /// Sums so many products of a reducing loop at a time in the matrix unit
    /// ([`crate::program::matrix`]): of a product whose factors are packed in its
    /// order, as many rows and columns at once as the other loops have side by side.
    Matrix(String, u64),
    /// Sums so many products of a reducing loop at a time in each lane
    /// ([`crate::program::DotOp`]), of a product whose factors are packed in its order;
    /// where it says so, of signed bytes as of unsigned by signed ones.
    Dot(String, u64, bool),
    /// Writes whole vectors of the results past the caches.
    Nontemporal,
    /// Fetches, with each vector of an input, the one a page further on.
    Prefetch,
    /// Gives each block of a grid one step of a loop.
    Blocks(String),
    /// Gives the steps of a loop to so many threads of a block.
    Threads(String, u64),
    /// Gives each block of a grid so many rows and columns of a product of matrices,
    /// whose factors come to shared memory. Stands alone.
    Gemm(u64, u64),
    /// The same of factors of 8 or 16 bits, by matrix units.
    Mma(u64, u64),
    /// The same by warpgroups, one of which brings factors as they lie in memory, in at most
    /// so many blocks.
    Wgmma(u64, u64, u64),
    /// Gives each block of a grid a square of what is read along one dimension and
    /// written along another, and turns it in shared memory. Stands alone.
    Transpose,
}

/// What is copied, how and where.
///
/// The copy holds the factor as the product takes it, whatever computes it, once
/// for each point of the loops in `over`: row-major over these, except that a
/// loop that is given by panels of `n` points stands in its place with the
/// panels' number, and the points in a panel come last of all. So `over j by 32,
/// k` is, panel by panel of 32 columns, row by row, the 32 numbers that one step
/// of a register tile takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packing {
    /// Which factor.
    pub operand: Operand,
    /// Loops inside `inside`, one for each dimension that the factor depends on
    /// there, with the points of a panel.
    pub over: Vec<(String, Option<u64>)>,
    /// The loop in each turn of which the copy is made; without one it is made
    /// once, on several threads, before all loops.
    pub inside: Option<String>,
}

/// A factor of a product that is summed.
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

/// Why a schedule can't be applied to a nest.
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
