//! Constant propagation through device memory: the contents that the host knows without reading
//! them back.
//!
//! Counters, indices and conditions are a few bytes, which kernels of a handful of integer
//! instructions compute from other such bytes. The host evaluates these kernels too
//! ([`Effects::host_evaluable`]), next to their launch on the device. So a loop whose trip count
//! follows from constants and arguments is a sequence of launches, and the host waits for the
//! device only if a condition depends on real data.
//!
//! Only integers are evaluated, whose operations have one result everywhere. Memory that
//! another kernel writes becomes unknown.

use std::collections::BTreeMap;

use hloom_loops::program::{Block, BufferId, Inst, Program, Stmt, Uses, Value};

/// The most bytes of a piece of memory that is known.
pub(crate) const MOST_BYTES: u64 = 64;

/// The most statements of a host-evaluable kernel.
const MOST_STATEMENTS: usize = 64;

/// The known bytes of device memory, by their addresses.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct ConstMemory(BTreeMap<u64, u8>);

impl ConstMemory {
    /// Sets the bytes at an address.
    pub(crate) fn set(&mut self, address: u64, bytes: &[u8]) {
        if bytes.len() as u64 > MOST_BYTES {
            return self.forget(address, bytes.len() as u64);
        }
        for (at, byte) in (address..).zip(bytes) {
            self.0.insert(at, *byte);
        }
    }

    /// Copies the bytes at an address, and returns whether all are known.
    pub(crate) fn get(&self, address: u64, bytes: &mut [u8]) -> bool {
        (address..).zip(bytes).all(|(at, byte)| match self.0.get(&at) {
            Some(known) => {
                *byte = *known;
                true
            }
            None => false,
        })
    }

    /// Keeps the bytes that `other` knows too, with the same values.
    pub(crate) fn keep(&mut self, other: &ConstMemory) {
        self.0.retain(|at, byte| other.0.get(at) == Some(byte));
    }

    /// Whether `other` knows all of these bytes, with the same values.
    pub(crate) fn is_part_of(&self, other: &ConstMemory) -> bool {
        self.0.iter().all(|(at, byte)| other.0.get(at) == Some(byte))
    }

    /// Forgets the bytes at an address.
    pub(crate) fn forget(&mut self, address: u64, bytes: u64) {
        let gone: Vec<u64> =
            self.0.range(address..address.saturating_add(bytes)).map(|(at, _)| *at).collect();
        for at in gone {
            self.0.remove(&at);
        }
    }
}

/// The memory effects of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    /// The buffers that it reads or writes.
    pub(crate) used: Vec<BufferId>,
    /// The buffers that it writes.
    pub(crate) written: Vec<BufferId>,
    /// Whether the host can evaluate it too, in negligible time.
    pub(crate) host_evaluable: bool,
}

impl Effects {
    /// The effects of all kernels of a program, by [`KernelId`](hloom_loops::program::KernelId).
    pub(crate) fn of(program: &Program) -> Vec<Effects> {
        let each = program.each_kernel().map(|(_, kernel)| {
            let Uses { buffers: used, written, .. } = Uses::of(kernel.body, &[]);
            let host_evaluable = Effects::is_host_evaluable(program, kernel.body);
            Effects { used, written, host_evaluable }
        });
        each.collect()
    }

    /// Whether the host can evaluate a kernel in negligible time.
    pub(crate) fn is_host_evaluable(program: &Program, body: &Block) -> bool {
        Uses::of(body, &[]).statements <= MOST_STATEMENTS && is_evaluable(program, body)
    }
}

/// Whether a block consists of integer instructions, loads, stores and branches alone.
fn is_evaluable(program: &Program, block: &Block) -> bool {
    let integer = |value: &Value| !program.type_of(*value).scalar.is_float();
    block.walk().all(|statement| match statement {
        Stmt::Let(value, inst) => {
            let own = match inst {
                Inst::Const(..)
                | Inst::Iota(_)
                | Inst::Index(_)
                | Inst::FirstLanes(..)
                | Inst::Unary(..)
                | Inst::Binary(..)
                | Inst::Compare(..)
                | Inst::Select(..)
                | Inst::Convert(..)
                | Inst::Broadcast(..)
                | Inst::Extract(..)
                | Inst::Insert(..)
                | Inst::Shuffle(..)
                | Inst::Load(..) => true,
                Inst::Fma(..)
                | Inst::Dot(..)
                | Inst::ShuffleXor(..)
                | Inst::Mma(..)
                | Inst::Ldmatrix { .. }
                | Inst::Wgmma(_)
                | Inst::WgmmaWait(..) => false,
            };
            let mut operands = true;
            inst.each_operand(&mut |operand| operands &= integer(&operand));
            own && operands && integer(value)
        }
        Stmt::Store(value, _) | Stmt::StoreNontemporal(value, _) => integer(value),
        Stmt::If { .. } | Stmt::Copy { .. } | Stmt::Prefetch(..) => true,
        Stmt::AtomicRmw(..)
        | Stmt::For(_)
        | Stmt::While { .. }
        | Stmt::Grid(_)
        | Stmt::Barrier
        | Stmt::Async(_)
        | Stmt::Kernel { .. }
        | Stmt::Tasks(_)
        | Stmt::Scratch { .. }
        | Stmt::Matrix(_)
        | Stmt::Call { .. }
        | Stmt::Assert { .. } => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_known_until_it_is_forgotten() {
        let mut known = ConstMemory::default();
        let mut four = [0; 4];
        assert!(!known.get(100, &mut four));
        known.set(100, &[1, 2, 3, 4]);
        known.set(102, &[7, 8, 9, 10]);
        assert!(known.get(100, &mut four) && four == [1, 2, 7, 8]);
        known.forget(0, 101);
        assert!(!known.get(100, &mut four) && known.get(101, &mut four));
        assert_eq!(four, [2, 7, 8, 9]);
        known.forget(104, u64::MAX);
        assert!(!known.get(102, &mut four));
        // The intersection of two memories.
        let mut common = known.clone();
        let mut other = ConstMemory::default();
        other.set(101, &[2, 8, 8]);
        common.keep(&other);
        assert!(common.get(101, &mut four[..1]) && four[0] == 2);
        assert!(!common.get(102, &mut four[..1]) && common.get(103, &mut four[..1]));
        assert!(common.is_part_of(&known) && common.is_part_of(&other));
        assert!(!known.is_part_of(&common) && !other.is_part_of(&known));
        // Long pieces are not followed.
        known.set(101, &[0; 65]);
        assert_eq!(known, ConstMemory::default());
    }
}
