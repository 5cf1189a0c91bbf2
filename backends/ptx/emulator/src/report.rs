//! Counts of a launch.

use std::fmt;

use crate::kernel::Class;

/// The number of instructions of each class that ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Counted once a warp.
    pub warps: u64,
    /// Counted once a thread.
    pub threads: u64,
}

/// The accesses of a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Bytes that threads asked for.
    pub bytes: u64,
    /// Different blocks of 32 bytes, counted once an instruction of a warp.
    pub sectors: u64,
    /// Different blocks of 128 bytes, counted once an instruction of a warp.
    pub requests: u64,
}

/// The counts of a launch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// By class of instruction.
    pub(crate) counts: Vec<Count>,
    /// Loads from global memory, asynchronous copies too.
    pub loads: Traffic,
    /// Stores to global memory, atomics and asynchronous copies too.
    pub stores: Traffic,
    /// Passes over the banks of shared memory.
    pub shared_passes: u64,
    /// Passes that would not be needed if no two lanes met in a bank.
    pub bank_conflicts: u64,
    /// Barriers of a block that completed.
    pub barriers: u64,
    /// Floating-point operations, a fused product-sum counted as two.
    pub flops: u64,
    /// Registers of 32 bits that the kernel declares, as wide as they are; what `ptxas` needs
    /// is less.
    pub registers: u32,
    /// Bytes of shared memory a block, static and dynamic.
    pub shared_bytes: u32,
    /// Bytes of local memory a thread.
    pub local_bytes: u32,
    /// Blocks that ran.
    pub blocks: u64,
    /// The handles of conditions that it set by `cudaGraphSetConditional`, and the values, in
    /// this order.
    pub conditions: Vec<(u64, u32)>,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self { counts: vec![Count::default(); Class::COUNT], ..Self::default() }
    }

    /// The number of instructions of a class that ran.
    #[must_use]
    pub fn count(&self, class: Class) -> Count {
        self.counts.get(class as usize).copied().unwrap_or_default()
    }

    /// The number of instructions that ran, of all classes.
    #[must_use]
    pub fn instructions(&self) -> Count {
        let visible = &self.counts[..self.counts.len().min(Class::Hidden as usize)];
        visible.iter().fold(Count::default(), |sum, c| Count {
            warps: sum.warps + c.warps,
            threads: sum.threads + c.threads,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.instructions();
        writeln!(
            f,
            "{} blocks, {} instructions of warps, {} of threads",
            self.blocks, all.warps, all.threads
        )?;
        for class in Class::ALL {
            let count = self.count(class);
            if count.warps > 0 {
                writeln!(f, "  {class:?}: {} of warps, {} of threads", count.warps, count.threads)?;
            }
        }
        for (name, traffic) in [("read", self.loads), ("written", self.stores)] {
            let Traffic { bytes, sectors, requests } = traffic;
            writeln!(
                f,
                "global memory {name}: {bytes} bytes in {sectors} sectors, {requests} requests"
            )?;
        }
        writeln!(
            f,
            "shared memory: {} passes, {} for conflicts",
            self.shared_passes, self.bank_conflicts
        )?;
        writeln!(f, "{} barriers, {} floating-point operations", self.barriers, self.flops)?;
        write!(
            f,
            "a thread: {} registers declared, {} bytes of local memory; a block: {} bytes of shared memory",
            self.registers, self.local_bytes, self.shared_bytes
        )
    }
}
