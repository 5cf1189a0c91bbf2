//! Tuples, structs and arrays: no memory of their own, only that of their members.

use super::{Lowering, Slot};
use crate::lower::Unsupported;
use hloom_ir::OpId;
use hloom_ir::ops::member_index;

impl Lowering<'_> {
    /// Lowers an op that puts its operands together.
    pub(super) fn aggregate(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let parts: Result<Vec<Slot>, _> =
            module.operands(op).iter().map(|&v| self.slot(op, v)).collect();
        self.slots.insert(module.result(op, 0), Slot::Tuple(parts?));
        Ok(())
    }

    /// Lowers an op that reads or replaces a member.
    pub(super) fn member(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let whole = module.operand(op, 0);
        let Slot::Tuple(mut parts) = self.slot(op, whole)? else {
            return Err(self.unsupported(op, "its operand has no members"));
        };
        let at = member_index(module.op(op), module.ty(whole)).filter(|&at| at < parts.len());
        let at = at.ok_or_else(|| self.unsupported(op, "there is no such member"))?;
        let slot = match module.operands(op).get(1) {
            None => parts.swap_remove(at),
            Some(&value) => {
                parts[at] = self.slot(op, value)?;
                Slot::Tuple(parts)
            }
        };
        self.slots.insert(module.result(op, 0), slot);
        Ok(())
    }
}
