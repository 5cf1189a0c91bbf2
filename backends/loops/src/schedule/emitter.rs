//! What is known while a nest is emitted: what surrounds it, how far the loops are, and the
//! memory that parts of it share.

use super::emit_scope::{EmitScope, RegisterTranspose};
use super::loop_plan::LoopPlan;
use super::{Directive, ScheduleError};
use crate::index::Index;
use crate::nest::Nest;
use crate::program::{BinaryOp, BufferId, Value};

/// Where the loops around a nest stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EmitContext {
    /// Dimensions of which only one point is computed: its index, a value of the
    /// program, and the largest that this can be. In the nest they have extent 1.
    pub at: Vec<(usize, Value, i64)>,
    /// Dimensions of which only so many points are computed, the first ones.
    pub spans: Vec<(usize, u64)>,
    /// Inputs of which the elements that the next turn of a loop outside reads are
    /// fetched with those of this turn: the input's number, and the loop's variable.
    pub ahead: Vec<(u32, Value)>,
    /// In a grid, the number of the thread, and how many there are in its block.
    pub thread: Option<(Value, u32)>,
    /// By what the elements of each output are combined with what is in memory already,
    /// where points may meet ([`Stmt::AtomicRmw`](crate::program::Stmt::AtomicRmw)); if there is
    /// nothing here, they are stored.
    pub combined: Vec<BinaryOp>,
}

impl EmitContext {
    /// What was found of a nest that a directive takes as a whole.
    ///
    /// # Errors
    /// Nothing was, or the nest is part of something else.
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

/// Where the loops so far have got to: the index of each dimension, and how many
/// points of it from there on are to be computed.
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
    /// Its number among all places a full tile has.
    pub(super) number: usize,
    /// How many lanes count, if not all do.
    pub(super) valid: Option<u64>,
    /// An unrolled dimension that has whole vectors of points here.
    pub(super) transpose: Option<RegisterTranspose>,
}

pub(super) struct NestEmitter<'n> {
    pub(super) nest: &'n Nest,
    pub(super) plan: LoopPlan,
    pub(super) scope: EmitScope<'n>,
    pub(super) of_values: Vec<bool>,
    pub(super) after: Vec<bool>,
    /// The copies of the left and the right factor, where they are.
    pub(super) packed: [Option<Packed>; 2],
    /// The matrix registers, inside of the loops around them.
    pub(super) registers: Option<Registers>,
    /// How many points side by side go to memory element by element in turns: the
    /// points of an unrolled loop, whose results lie next to each other.
    pub(super) interleave: Option<u64>,
    /// Where the warps of a block leave what they reduced.
    pub(super) warps: Vec<BufferId>,
    /// Where this thread of a grid stands.
    pub(super) thread: Option<ThreadBinding>,
    /// The first error of a part that was emitted.
    pub(super) error: Option<ScheduleError>,
}

impl<'n> NestEmitter<'n> {
    pub(super) fn new(nest: &'n Nest, plan: LoopPlan, scope: EmitScope<'n>) -> NestEmitter<'n> {
        let (of_values, after) = nest.needed();
        NestEmitter {
            nest,
            plan,
            scope,
            of_values,
            after,
            packed: [None, None],
            registers: None,
            interleave: None,
            warps: Vec::new(),
            thread: None,
            error: None,
        }
    }
}

/// Matrix registers, and the memory that sums go through.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    pub(super) left: Vec<BufferId>,
    pub(super) right: Vec<BufferId>,
    /// By rows.
    pub(super) sums: Vec<BufferId>,
    pub(super) memory: BufferId,
}

/// A copy that was made.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    pub(super) buffer: BufferId,
    /// Where the loops around it stand.
    pub(super) base: Vec<Index>,
    pub(super) levels: Vec<Level>,
}

/// How one dimension goes into a copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) dim: usize,
    pub(super) span: u64,
    /// The points of a panel; 1 without panels.
    pub(super) panel: u64,
    /// The distance of panels and of points in one.
    pub(super) strides: (u64, u64),
}

/// Where a thread stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadBinding {
    /// The number of its block, in a grid that is this nest's alone.
    pub(super) block: Option<Value>,
    /// Its number in the block.
    pub(super) thread: Value,
}
