//! Preorder traversal of the ops of a module or below an op.

use super::{Graph, Payload};
use crate::id::OpId;

/// A preorder traversal: an op before the ops in its regions, blocks and ops in order.
pub struct Walk<'m, O> {
    module: &'m Graph<O>,
    /// The stack of ops to visit, the next one last.
    stack: Vec<OpId>,
}

impl<O: Payload> Iterator for Walk<'_, O> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        let op = self.stack.pop()?;
        // The sibling is pushed below the nested ops.
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
    /// All ops in `op`'s regions, at any depth; not `op` itself.
    pub fn walk(&self, op: OpId) -> Walk<'_, O> {
        let mut stack = Vec::new();
        for &region in self.regions(op).iter().rev() {
            for &block in self.blocks(region).iter().rev() {
                stack.extend(self.first_op(block));
            }
        }
        Walk { module: self, stack }
    }

    /// All ops of the module except the root.
    pub fn walk_all(&self) -> Walk<'_, O> {
        self.walk(self.root())
    }
}
