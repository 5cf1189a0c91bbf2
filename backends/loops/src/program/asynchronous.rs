//! Copies to shared memory that go on while the threads of a grid do other things.
//!
//! A thread begins copies, closes what it has begun since as a group, and waits until no
//! more than so many of its groups, the youngest, are on their way: PTX's `cp.async`. What
//! a copy writes is there for the thread that waited, and for others behind a barrier that
//! comes after; until then nothing reads or writes it.

use super::{Buffer, BufferId, Space, Value};
use crate::index::Index;

/// A step of such copies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AsyncOp {
    /// Begins a copy of 4, 8 or 16 bytes, from and to multiples of as many.
    Copy {
        /// To shared memory, at an offset.
        to: (BufferId, Index),
        /// From memory of another space, at an offset.
        from: (BufferId, Index),
        /// How many units.
        units: u16,
        /// A scalar `i1`: where it is false, nothing is read, and zeros are written.
        when: Option<Value>,
    },
    /// Closes a group.
    Commit,
    /// Waits until at most so many groups of this thread are left.
    Wait(u32),
}

impl AsyncOp {
    /// The memory that is written and that is read, and the places.
    pub fn memory(&self) -> Option<[&(BufferId, Index); 2]> {
        match self {
            AsyncOp::Copy { to, from, .. } => Some([to, from]),
            AsyncOp::Commit | AsyncOp::Wait(_) => None,
        }
    }

    /// Calls `visit` with every value it depends on.
    pub fn each_operand(&self, visit: &mut dyn FnMut(Value)) {
        if let AsyncOp::Copy { to, from, when, .. } = self {
            for (_, offset) in [to, from] {
                offset.each_var(&mut |v| visit(Value(v.0)));
            }
            when.iter().for_each(|when| visit(*when));
        }
    }

    /// Checks the buffers; `of` gives one.
    ///
    /// # Errors
    /// One sentence.
    pub fn check<'p>(&self, of: &dyn Fn(BufferId) -> &'p Buffer) -> Result<(), String> {
        let AsyncOp::Copy { to, from, units, .. } = self else { return Ok(()) };
        let (to, from) = (of(to.0), of(from.0));
        let unit = to.storage().scalar;
        let bytes = usize::from(*units) * unit.bytes();
        if to.space != Space::Shared || matches!(from.space, Space::Shared | Space::Matrix) {
            return Err(format!(
                "a copy from @{} to @{} can't go on by itself",
                from.name, to.name
            ));
        }
        if unit != from.storage().scalar {
            return Err(format!("a copy from @{} to @{} of another type", from.name, to.name));
        }
        match bytes {
            4 | 8 | 16 => Ok(()),
            _ => Err(format!("{bytes} bytes are copied at once")),
        }
    }
}
