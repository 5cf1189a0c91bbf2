//! Prefetches of the parts of arrays that later iterations of a loop go over.
//!
//! ```text
//! sum(<p, k> in idx(…)) … sum(<q, j> in idx2(pos(k):pos(k + 1))) …
//! ```
//!
//! jumps to another row in each iteration. A row is short, so that the loop over it ends before the
//! machine has foreseen the next one, and each row would wait for memory. So an iteration asks for the
//! first coordinates of the row that comes a few iterations later. It reads that row's number and its
//! position, which lie side by side with those of its own row or are in a small array.
//!
//! Rows that are added up in vectors of which some lanes count (`blocks.rs`) take many instructions for each line of
//! memory: where a large array is read from one row to the next, each vector asks for one that comes later. The sums
//! of ten million numbers by rows take half the time so, without AVX-512; loops that add number by number gain nothing.

use super::arrays::Array;
use super::emit::{Emitted, Emitter};
use super::numbers::{element_inside, int};
use crate::index::Index;
use crate::program::{BinaryOp, BufferId, Stmt, Value};
use hloom_storage::term::{Id, Node, operands};

/// The iterations between a prefetch and the use of a row.
const AHEAD: i64 = 4;
/// The bytes from which on an array is not in a cache close by: half of a usual second one.
const LARGE: u64 = 1 << 19;

/// The elements between a prefetch and the use of a vector.
const ELEMENTS_AHEAD: i64 = 128;
/// The bytes from which on an array that is read once comes from memory.
const STREAMED: u64 = 1 << 23;

/// A part of an array that begins at a position which a loop's value decides.
struct Jump {
    buffer: BufferId,
    /// The position, below so many more binders than the loop's.
    low: Id,
    crossed: u32,
}

impl Emitter<'_> {
    /// Prefetches a vector of a large array that comes a few lines after a position.
    pub(super) fn prefetch_ahead(&mut self, buffer: BufferId, at: Value) {
        let array = &self.b.program().buffers[buffer.0 as usize];
        let last = i64::try_from(array.elements()).unwrap_or(i64::MAX) - 1;
        if array.bytes() < STREAMED {
            return;
        }
        let (distance, last) = (int(&mut self.b, ELEMENTS_AHEAD), int(&mut self.b, last));
        let later = self.b.binary(BinaryOp::Add, at, distance);
        let later = self.b.binary(BinaryOp::MinS, later, last);
        self.b.push(Stmt::Prefetch(buffer, Index::var(later)));
    }

    /// Prefetches, in the iteration of a loop at a position, the parts that a later one goes over.
    pub(super) fn prefetch_parts(
        &mut self,
        over: Id,
        array: Array,
        body: Id,
        at: Value,
    ) -> Emitted<()> {
        let Array::Part { buffer, .. } = array else { return Ok(()) };
        let mut jumps = Vec::new();
        self.jumps(body, 0, &mut jumps);
        let length = self.b.program().buffers[buffer.0 as usize].elements();
        let Some(last) = i64::try_from(length).ok().and_then(|length| length.checked_sub(1)) else {
            return Ok(());
        };
        if jumps.is_empty() || last < 0 {
            return Ok(());
        }
        let (distance, last) = (int(&mut self.b, AHEAD), int(&mut self.b, last));
        let later = self.b.binary(BinaryOp::Add, at, distance);
        let later = self.b.binary(BinaryOp::MinS, later, last);
        let value = element_inside(&mut self.b, array, later);
        for Jump { buffer, low, crossed } in jumps {
            let first = self.number_below(over, [later, value], crossed, low)?;
            self.b.push(Stmt::Prefetch(buffer, Index::var(first)));
        }
        Ok(())
    }

    /// The parts of large arrays below a loop's body, or below `crossed` more binders, whose first
    /// position is an element of another array that depends on the loop's value.
    fn jumps(&self, id: Id, crossed: u32, out: &mut Vec<Jump>) {
        let node = self.term[id];
        if let Node::Slice([over, low, _]) = node
            && let (Node::Input(name, _), Node::Get([positions, _])) =
                (self.term[over], self.term[low])
            && matches!(self.term[positions], Node::Input(..))
        {
            let buffer = self.inputs[&name].0;
            let large = self.b.program().buffers[buffer.0 as usize].bytes() >= LARGE;
            let free = self.free_of(low);
            let known = crossed < 32 && free & ((1 << crossed) - 1) == 0;
            let by_value = crossed < 32 && free >> crossed & 1 == 1;
            let twice = |it: &Jump| it.buffer == buffer && it.low == low;
            if large && known && by_value && !self.has_loop(low) && !out.iter().any(twice) {
                out.push(Jump { buffer, low, crossed });
            }
        }
        for (i, child) in operands(&node).iter().enumerate() {
            self.jumps(*child, crossed + node.binds(i), out);
        }
    }
}
