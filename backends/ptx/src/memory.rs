//! A program's memory on a device: where each buffer lies, and what the host knows of it.

use std::sync::Arc;

use hloom_llvm::nvptx::WIDEST_LOAD;
use hloom_loops::program::{BufferId, Space};

use crate::Error;
use crate::codegen::Compiled;
use crate::collective::Plan;
use crate::const_memory::{ConstMemory, Effects};
use crate::device::{Device, Recording};

/// The size in bytes of a failed check's number.
const STATUS_BYTES: u64 = 4;

/// Devices allocate memory in multiples of this.
const GRANULE: u64 = 256;

/// The byte that poisoned memory is filled with.
const POISON: u8 = 0xb5;

/// The memory of one program on a device.
#[derive(Debug)]
pub struct ProgramMemory {
    /// The address of each buffer.
    addresses: Vec<u64>,
    /// The address that a failed check stores its number to.
    pub(crate) status: u64,
    /// The address of the scratch memory of all threads.
    pub(crate) scratch: u64,
    /// All allocations.
    owned: Vec<u64>,
    /// The memory that a run writes before it reads it: address and bytes.
    fresh: Vec<(u64, u64)>,
    /// The memory effects of each kernel, in the order of the program's text.
    pub(crate) effects: Vec<Effects>,
    /// The constants whose values the host knows.
    pub(crate) constants: ConstMemory,
    pub(crate) replay: Replay,
    /// The number of runs so far.
    pub(crate) runs: usize,
    /// The collectives that devices run between themselves, and the rank that they are of.
    pub(crate) plan: Arc<Plan>,
    pub(crate) rank: u32,
}

/// The runs that are recorded as graphs.
#[derive(Default, Debug)]
pub(crate) struct Replay {
    /// The values known at the beginning of the last eager run.
    pub(crate) last: Option<ConstMemory>,
    /// Recordings, each with the values that it assumes at the beginning.
    pub(crate) recorded: Vec<(ConstMemory, Recording)>,
    /// The number of captures so far.
    pub(crate) tries: usize,
}

impl Compiled {
    /// Allocates memory for all of the program's buffers and copies the constants there.
    ///
    /// # Errors
    /// The device does not have enough memory.
    pub fn allocate(&self, device: &mut dyn Device) -> Result<ProgramMemory, Error> {
        let program = &self.program;
        let scratch = self.kernels.iter().map(|kernel| {
            let threads = kernel.threads.grid.iter().chain(&kernel.threads.block);
            kernel.scratch_bytes * threads.map(|&n| u64::from(n)).product::<u64>()
        });
        let scratch = scratch.max().unwrap_or(0);
        let arena = program.arena_bytes();
        // Whether a buffer has memory of its own.
        let own = |space: &Space| match space {
            Space::Argument(_)
            | Space::Unsized(_)
            | Space::Result(_)
            | Space::Donated(..)
            | Space::Constant(_) => true,
            // Only inside of kernels, but for the arena.
            Space::Arena(_) | Space::Scratch | Space::Matrix | Space::Shared => false,
        };
        let owned = program.buffers.iter().filter(|buffer| own(&buffer.space));
        let owned = owned.map(|buffer| buffer.bytes().max(1));
        let sizes = [STATUS_BYTES, scratch, arena].into_iter().chain(owned);
        let sizes = sizes.map(|bytes| bytes.next_multiple_of(GRANULE));
        let needed = sizes.fold(0, u64::saturating_add);
        if let Some(available) = device.room()?
            && needed > available
        {
            return Err(Error::TooLarge { needed, available });
        }
        let mut memory = ProgramMemory {
            addresses: Vec::new(),
            status: 0,
            scratch: 0,
            owned: Vec::new(),
            fresh: Vec::new(),
            effects: Effects::of(program),
            constants: ConstMemory::default(),
            replay: Replay::default(),
            runs: 0,
            plan: Arc::default(),
            rank: 0,
        };
        let outcome = (|| {
            let mut take = |bytes: u64| {
                let address = device.allocate(bytes.max(1).next_multiple_of(WIDEST_LOAD))?;
                memory.owned.push(address);
                Ok::<u64, Error>(address)
            };
            let status = take(STATUS_BYTES)?;
            let mut fresh = Vec::new();
            let mut region = |bytes: u64| {
                let address = if bytes > 0 { take(bytes)? } else { 0 };
                fresh.push((address, bytes));
                Ok::<u64, Error>(address)
            };
            let scratch = region(scratch)?;
            let arena = region(arena)?;
            let mut addresses = Vec::with_capacity(program.buffers.len());
            for buffer in &program.buffers {
                addresses.push(match &buffer.space {
                    Space::Arena(at) => arena + at,
                    Space::Result(_) => {
                        let address = take(buffer.bytes())?;
                        fresh.push((address, buffer.bytes()));
                        address
                    }
                    space if own(space) => take(buffer.bytes())?,
                    _ => 0,
                });
            }
            Ok((addresses, status, scratch, fresh))
        })();
        match outcome {
            Ok((addresses, status, scratch, fresh)) => {
                (memory.addresses, memory.status, memory.scratch) = (addresses, status, scratch);
                memory.fresh = fresh;
            }
            Err(error) => {
                // The first error is the one to tell.
                let _ = memory.free(device);
                return Err(error);
            }
        }
        let constants = program.buffers.iter().zip(&memory.addresses);
        let constants: Vec<(u64, &[u8])> = constants
            .filter_map(|(buffer, &address)| match &buffer.space {
                Space::Constant(bytes) => Some((address, &bytes[..])),
                _ => None,
            })
            .collect();
        for (address, bytes) in &constants {
            memory.constants.set(*address, bytes);
        }
        if let Err(error) = device.write(&constants) {
            // The first error is the one to tell.
            let _ = memory.free(device);
            return Err(error);
        }
        Ok(memory)
    }
}

impl ProgramMemory {
    /// The address of a buffer.
    pub(crate) fn address(&self, buffer: BufferId) -> u64 {
        self.addresses[buffer.0 as usize]
    }

    /// Fills the memory that a run has to write itself with a pattern: large integers, and
    /// floats that no program computes.
    ///
    /// # Errors
    /// The device refuses.
    pub(crate) fn poison(&self, device: &mut dyn Device) -> Result<(), Error> {
        for &(address, bytes) in &self.fresh {
            let pattern = vec![POISON; usize::try_from(bytes).unwrap_or(0)];
            device.write(&[(address, &pattern)])?;
        }
        Ok(())
    }

    /// Frees the memory.
    ///
    /// # Errors
    /// The device refuses.
    pub fn free(self, device: &mut dyn Device) -> Result<(), Error> {
        // A refusal does not keep the others from being freed.
        let mut outcome = Ok(());
        for address in self.owned {
            outcome = outcome.and(device.free(address));
        }
        outcome
    }
}
