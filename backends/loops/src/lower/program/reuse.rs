//! Memory that may be overwritten, because nothing reads it any more.
//!
//! A value is made in place of another one if the buffer in question lies in the
//! arena, every value in it is used up, and all of that can be seen in one block: a
//! buffer from outside of a loop is needed again in the next iteration. Of a loop's
//! carried memory, the body's argument is such a value, since the condition has run.

use super::Lowering;
use super::slot::Slot;
use crate::program::{BufferId, Space};
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Value};

/// Whether an op may be among those that use a buffer for the last time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Itself {
    /// It may, as its operand of this number and no other.
    Operand(usize),
    /// It may, as any of its operands.
    Operands,
    /// Everything was used before.
    No,
}

impl Lowering<'_> {
    /// Whether nothing that runs after an op, and nothing of the op but what is said,
    /// reads what is in a buffer now.
    pub(super) fn is_used_up(&self, buffer: BufferId, op: OpId, itself: Itself) -> bool {
        let module = self.module;
        let space = &self.builder.program().buffer(buffer).space;
        let in_arena = matches!(space, Space::Arena(_) | Space::Donated(..));
        let Some(block) = module.parent(op) else { return false };
        if !in_arena || self.lifetimes.is_shared(buffer) {
            return false;
        }
        self.slots.values_in(buffer).all(|v| self.value_is_used_up(v, block, op, itself))
    }

    fn value_is_used_up(&self, v: Value, block: Block, op: OpId, itself: Itself) -> bool {
        let module = self.module;
        let owner = module.block_owner(block);
        // Of a loop, the body: the condition changes nothing.
        let is_loop = owner.is_some_and(|o| {
            matches!(module.op(o), Op::While(_)) && module.entry(o, 1) == Some(block)
        });
        let own = module.def_block(v);
        let condition = owner.filter(|_| is_loop).and_then(|o| module.entry(o, 0));
        if own.is_some() && own == condition && own != Some(block) {
            return true;
        }
        // A block inside of an op that has run.
        let inside = own.filter(|&own| own != block).and_then(|own| module.block_owner(own));
        if let Some(at) = inside.and_then(|owner| self.at_block(owner, block))
            && at != op
        {
            return self.is_before(at, op);
        }
        // Arguments of functions stand for values of the caller; what is donated is not
        // the caller's any more.
        let given = owner == self.calls.first().copied()
            && matches!(self.slots.get(&v), Some(Slot::Buffer(b)) if self.is_donated(*b));
        let is_argument = module.def_op(v).is_none() && !given;
        if own != Some(block) || is_argument && !is_loop {
            return false;
        }
        module.uses(v).all(|(user, number)| {
            if user == op {
                return matches!(itself, Itself::Operands) || itself == Itself::Operand(number);
            }
            self.at_block(user, block).is_some_and(|at| at != op && self.is_before(at, op))
        })
    }

    /// The op of a block that an op is, or stands in.
    fn at_block(&self, mut op: OpId, block: Block) -> Option<OpId> {
        loop {
            match self.module.parent(op) {
                Some(parent) if parent == block => return Some(op),
                _ => op = self.module.parent_op(op)?,
            }
        }
    }

    /// Whether an op stands before another one of the same block: it was lowered.
    fn is_before(&self, op: OpId, other: OpId) -> bool {
        let order = |op: OpId| self.order.get(&op).copied().unwrap_or(u32::MAX);
        order(op) < order(other)
    }
}
