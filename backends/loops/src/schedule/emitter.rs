//! The state of the emission of a nest: the surrounding loops, the position in the nest's loops,
//! and shared memory.

use super::copies::PackedCopy;
use super::emit_scope::{EmitScope, RegisterTranspose};
use super::loop_plan::LoopPlan;
use super::loops::Level;
use super::{Directive, ScheduleError};
use crate::index::Index;
use crate::nest::Nest;
use crate::program::{BinaryOp, BufferId, Value};

/// The context of the loops around a nest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EmitContext {
    /// Dimensions of which only one point is computed, and its index, a program value. In the nest
    /// they have extent 1.
    pub at: Vec<(usize, Value)>,
    /// Dimensions of which only the first points are computed, with their number.
    pub spans: Vec<(usize, u64)>,
    /// The variable of the loop over tiles of rows around the nest.
    pub tile: Option<Value>,
    /// In a grid, the thread number in its block, and the number of threads per block.
    pub thread: Option<(Value, u32)>,
    /// The combiners of each output with memory, for points that may collide
    /// ([`Stmt::AtomicRmw`](crate::program::Stmt::AtomicRmw)); elements are stored if empty.
    pub combined: Vec<BinaryOp>,
}

impl EmitContext {
    /// The analysis result of a directive that takes the whole nest.
    ///
    /// # Errors
    /// If there is none, or the nest is part of another one.
    pub(super) fn alone<T>(
        &self,
        nest: &Nest,
        directive: &Directive,
        found: Option<T>,
    ) -> Result<T, ScheduleError> {
        let why = match found {
            Some(found) if *self == EmitContext::default() => return Ok(found),
            Some(_) => "it is part of something else",
            None => "it does not have the shape for that",
        };
        Err(ScheduleError::Illegal {
            directive: directive.to_string(),
            nest: nest.name.clone(),
            reason: why.to_owned(),
        })
    }
}

/// The current position of the loops: the index of each dimension, and the number of points to
/// compute from there.
#[derive(Clone)]
pub(super) struct LoopState {
    pub(super) dims: Vec<Index>,
    pub(super) spans: Vec<u64>,
}

impl LoopState {
    pub(super) fn at(&self, dim: usize, by: impl Into<Index>, span: u64) -> LoopState {
        let mut next = self.clone();
        next.dims[dim] = next.dims[dim].clone() + by.into();
        next.spans[dim] = span;
        next
    }
}

/// A point of a register tile in one direction (parallel or reducing).
pub(super) struct TilePoint {
    /// Its offset from the state's index in some dimensions.
    pub(super) offsets: Vec<(usize, Index)>,
    /// Its number in a full tile.
    pub(super) number: usize,
    /// The number of valid lanes, if not all are valid.
    pub(super) valid: Option<u64>,
    /// An unrolled dimension with whole vectors of points here.
    pub(super) transpose: Option<RegisterTranspose>,
}

pub(super) struct NestEmitter<'n> {
    pub(super) nest: &'n Nest,
    pub(super) plan: LoopPlan,
    pub(super) scope: EmitScope<'n>,
    /// The copies of packed operands.
    pub(super) copies: &'n [PackedCopy],
    pub(super) of_values: Vec<bool>,
    pub(super) after: Vec<bool>,
    /// The packed left and right operands, if they are packed.
    pub(super) packed: [Option<Packed>; 2],
    /// The matrix registers, inside of their loops.
    pub(super) registers: Option<Registers>,
    /// The number of points whose results are interleaved element by element in memory: the points
    /// of an unrolled loop that are adjacent there.
    pub(super) interleave: Option<u64>,
    /// Buffers for the partial results of a block's warps.
    pub(super) warps: Vec<BufferId>,
    /// The thread binding in a grid.
    pub(super) thread: Option<ThreadBinding>,
    /// The number of points that are left, in a loop whose last vector is part of one.
    pub(super) left: Option<Index>,
}

impl<'n> EmitScope<'n> {
    /// The scope of a nest whose loops are planned.
    pub(super) fn planned(
        nest: &'n Nest,
        plan: &LoopPlan,
        inputs: &'n [BufferId],
        outputs: &'n [BufferId],
    ) -> EmitScope<'n> {
        let vector = plan.loops.iter().find(|l| l.lanes > 1).map(|l| (l.dim, l.lanes));
        let scope = EmitScope::new(nest, inputs, outputs, vector);
        let LoopPlan { nontemporal, prefetch, prefetch_ahead, .. } = *plan;
        let prefetch_inputs = plan.prefetch_inputs.clone();
        EmitScope { nontemporal, prefetch, prefetch_ahead, prefetch_inputs, ..scope }
    }
}

impl<'n> NestEmitter<'n> {
    pub(super) fn new(
        nest: &'n Nest,
        plan: LoopPlan,
        scope: EmitScope<'n>,
        copies: &'n [PackedCopy],
    ) -> NestEmitter<'n> {
        let (of_values, after) = nest.needed();
        NestEmitter {
            nest,
            plan,
            scope,
            copies,
            of_values,
            after,
            packed: [None, None],
            registers: None,
            interleave: None,
            warps: Vec::new(),
            thread: None,
            left: None,
        }
    }
}

/// Matrix registers, and the buffer for moving their sums.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    pub(super) left: Vec<BufferId>,
    pub(super) right: Vec<BufferId>,
    /// Ordered by row.
    pub(super) sums: Vec<BufferId>,
    pub(super) memory: BufferId,
}

/// A packed operand.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    pub(super) buffer: BufferId,
    /// The position of the loops around it.
    pub(super) base: Vec<Index>,
    pub(super) levels: Vec<Level>,
}

/// The position of a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadBinding {
    /// The block number, in a grid for this nest only.
    pub(super) block: Option<Value>,
    /// The thread number in the block.
    pub(super) thread: Value,
}
