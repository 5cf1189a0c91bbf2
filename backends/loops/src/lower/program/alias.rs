//! Ops that change no byte: their results are their operands' memory, seen anew.

use super::{Lowering, Slot};
use crate::lower::Unsupported;
use hloom_ir::OpId;

impl Lowering<'_> {
    /// Whether a reshape's operand lies in memory that its result may share.
    pub(super) fn is_alias(&self, op: OpId) -> bool {
        let (operand, result) = (self.module.operand(op, 0), self.module.result(op, 0));
        let in_order = |slot: &Slot| !matches!(slot, Slot::Laid(..));
        let stated = self.module.ty(result).as_tensor().is_some_and(|t| t.layout().is_some());
        self.slots.get(&operand).is_some_and(in_order)
            && !stated
            && !self.destinations.contains_key(&result)
    }

    pub(super) fn alias(&mut self, op: OpId) -> Result<(), Unsupported> {
        let slot = self.slot(op, self.module.operand(op, 0))?;
        self.slots.insert(self.module.result(op, 0), slot);
        Ok(())
    }

    /// Whether a bitcast leaves the bytes in memory as they are: not between parts
    /// of bytes, each of which has a byte of its own. Floats that registers hold
    /// in a wider format would lose a NaN's bits as elements of a nest; elements
    /// of equal width are otherwise cast there.
    pub(super) fn keeps_bytes(&self, op: OpId) -> bool {
        let (x, y) = (self.module.operand(op, 0), self.module.result(op, 0));
        let (Some(x), Some(y)) = (self.module.ty(x).element(), self.module.ty(y).element()) else {
            return false;
        };
        let (a, b) = (x.bit_width(), y.bit_width());
        let narrow = |e: hloom_ir::Element| e.is_float() && e.bit_width() < 32;
        a % 8 == 0 && b % 8 == 0 && (a != b || narrow(x) || narrow(y))
    }

    /// A bitcast that leaves the bytes as they are: they are seen as another type.
    pub(super) fn reinterpret(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let (x, y) = (module.operand(op, 0), module.result(op, 0));
        let from = self.buffer(op, x)?;
        let bytes = self.temporary(op, module.ty(x), "bytes")?;
        self.copy(op, &Slot::Buffer(from), &Slot::Buffer(bytes))?;
        let seen = self.temporary(op, module.ty(y), module.name(y).unwrap_or("t"))?;
        self.lifetimes.share(seen, bytes);
        self.slots.insert(y, Slot::Buffer(seen));
        Ok(())
    }
}
