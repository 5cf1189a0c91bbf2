//! Visiting every op of a module or below an op.

use super::{Graph, Payload};
use crate::id::OpId;

/// Visits an op and everything in its regions: an op before what it holds,
/// blocks and ops in order.
pub struct Walk<'m, O> {
    module: &'m Graph<O>,
    /// The ops whose turn comes, the next one last.
    stack: Vec<OpId>,
}

impl<O: Payload> Iterator for Walk<'_, O> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        let op = self.stack.pop()?;
        // The sibling waits below what the op holds.
        if let Some(next) = self.module.next(op) {
            self.stack.push(next);
        }
        for &region in self.module.regions(op).iter().rev() {
            for &block in self.module.blocks(region).iter().rev() {
                if let Some(first) = self.module.first_op(block) {
                    self.stack.push(first);
                }
            }
        }
        Some(op)
    }
}

impl<O: Payload> Graph<O> {
    /// Every op in `op`'s regions, to any depth; not `op` itself.
    pub fn walk(&self, op: OpId) -> Walk<'_, O> {
        let mut stack = Vec::new();
        for &region in self.regions(op).iter().rev() {
            for &block in self.blocks(region).iter().rev() {
                stack.extend(self.first_op(block));
            }
        }
        Walk { module: self, stack }
    }

    /// Every op of the module but the root.
    pub fn walk_all(&self) -> Walk<'_, O> {
        self.walk(self.root())
    }
}
