//! A program's memory on a device: where each buffer lies, and what the host knows of it.
//!
//! Constants and the number of a failed check have one place. All other memory is [`Bound`]: either
//! to the program's own memory, the same in each run, or to arrays that stay on the device between
//! runs ([`allocator`](crate::allocator)), which are other ones in each run.

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
    /// The memory of the run under way.
    pub(crate) bound: Bound,
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

/// The addresses of the memory of one run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bound {
    /// The scratch memory of all threads, and the arena.
    pub(crate) scratch: u64,
    pub(crate) arena: u64,
    /// The arguments. A donated one is also the result that takes its memory.
    pub(crate) arguments: Vec<u64>,
    /// The results.
    pub(crate) results: Vec<u64>,
}

/// The runs that are recorded as graphs.
#[derive(Default, Debug)]
pub(crate) struct Replay {
    /// The memory of the last eager runs, and the values known at their beginning; the newest is last.
    pub(crate) last: Vec<(Bound, ConstMemory)>,
    /// Recordings, each with the memory that it is for and the values that it assumes at the beginning.
    pub(crate) recorded: Vec<(Bound, ConstMemory, Recording)>,
    /// The memory of captured runs, with the number of captures so far.
    pub(crate) tries: Vec<(Bound, usize)>,
}

/// The bytes that a program needs on a device.
pub(crate) struct Needs {
    pub(crate) scratch: u64,
    pub(crate) arena: u64,
    pub(crate) arguments: Vec<u64>,
    /// Of a result in a donated argument's memory: the argument's number.
    pub(crate) results: Vec<Result<u64, usize>>,
}

impl Compiled {
    /// The bytes of the memory of a run.
    pub(crate) fn needs(&self) -> Needs {
        let program = &self.program;
        let scratch = self.kernels.iter().map(|kernel| {
            let threads = kernel.threads.grid.iter().chain(&kernel.threads.block);
            kernel.scratch_bytes * threads.map(|&n| u64::from(n)).product::<u64>()
        });
        let arguments = program.arguments();
        let results = program.results().into_iter().map(|result| {
            match arguments.iter().position(|&argument| argument == result) {
                Some(argument) => Err(argument),
                None => Ok(program.buffer(result).bytes()),
            }
        });
        let results = results.collect();
        let arguments = arguments.iter().map(|&buffer| program.buffer(buffer).bytes()).collect();
        let (scratch, arena) = (scratch.max().unwrap_or(0), program.arena_bytes());
        Needs { scratch, arena, arguments, results }
    }

    /// Allocates memory for all of the program's buffers and copies the constants there.
    ///
    /// # Errors
    /// The device does not have enough memory.
    pub fn allocate(&self, device: &mut dyn Device) -> Result<ProgramMemory, Error> {
        let needs = self.needs();
        let own = needs.results.iter().filter_map(|bytes| bytes.as_ref().ok());
        let buffers = needs.arguments.iter().chain(own).map(|&bytes| bytes.max(1));
        self.fits_device(device, [needs.scratch, needs.arena].into_iter().chain(buffers))?;
        let mut memory = self.allocate_constants(device)?;
        let outcome = (|| {
            let mut take = |bytes: u64| take(device, &mut memory.owned, bytes);
            let mut region = |bytes: u64| if bytes > 0 { take(bytes) } else { Ok(0) };
            let (scratch, arena) = (region(needs.scratch)?, region(needs.arena)?);
            let arguments = needs.arguments.iter().map(|&bytes| take(bytes));
            let arguments = arguments.collect::<Result<Vec<u64>, Error>>()?;
            let results = needs.results.iter().map(|bytes| match bytes {
                Ok(bytes) => take(*bytes),
                Err(argument) => Ok(arguments[*argument]),
            });
            let results = results.collect::<Result<Vec<u64>, Error>>()?;
            Ok(Bound { scratch, arena, arguments, results })
        })();
        match outcome {
            Ok(bound) => {
                memory.bind(self, &needs, &bound);
                Ok(memory)
            }
            Err(error) => {
                // The first error is the one to tell.
                let _ = memory.free(device);
                Err(error)
            }
        }
    }

    /// Allocates memory for what stays from run to run, and copies the constants there. The rest is
    /// bound by [`ProgramMemory::bind`].
    ///
    /// # Errors
    /// The device does not have enough memory.
    pub(crate) fn allocate_constants(
        &self,
        device: &mut dyn Device,
    ) -> Result<ProgramMemory, Error> {
        let program = &self.program;
        self.fits_device(device, std::iter::empty())?;
        let mut memory = ProgramMemory {
            addresses: vec![0; program.buffers.len()],
            status: 0,
            scratch: 0,
            bound: Bound::default(),
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
            memory.status = take(device, &mut memory.owned, STATUS_BYTES)?;
            let mut constants = Vec::new();
            for (buffer, address) in program.buffers.iter().zip(&mut memory.addresses) {
                if let Space::Constant(bytes) = &buffer.space {
                    *address = take(device, &mut memory.owned, buffer.bytes())?;
                    memory.constants.set(*address, bytes);
                    constants.push((*address, &bytes[..]));
                }
            }
            device.write(&constants)
        })();
        if let Err(error) = outcome {
            // The first error is the one to tell.
            let _ = memory.free(device);
            return Err(error);
        }
        Ok(memory)
    }

    /// Whether the constants, and memory of these sizes in bytes, fit into what a device has.
    fn fits_device(
        &self,
        device: &mut dyn Device,
        others: impl Iterator<Item = u64>,
    ) -> Result<(), Error> {
        let constants = self.program.buffers.iter().filter_map(|buffer| match buffer.space {
            Space::Constant(_) => Some(buffer.bytes().max(1)),
            _ => None,
        });
        let sizes = [STATUS_BYTES].into_iter().chain(others).chain(constants);
        let sizes = sizes.map(|bytes| bytes.next_multiple_of(GRANULE));
        let needed = sizes.fold(0, u64::saturating_add);
        match device.room()? {
            Some(available) if needed > available => Err(Error::TooLarge { needed, available }),
            _ => Ok(()),
        }
    }
}

/// The bytes that are allocated for so many: kernels read whole vectors, and no memory is empty.
pub(crate) fn padded(bytes: u64) -> u64 {
    bytes.max(1).next_multiple_of(WIDEST_LOAD)
}

/// Allocates memory that is among the owned one from then on.
fn take(device: &mut dyn Device, owned: &mut Vec<u64>, bytes: u64) -> Result<u64, Error> {
    let address = device.allocate(padded(bytes))?;
    owned.push(address);
    Ok(address)
}

impl ProgramMemory {
    /// The address of a buffer.
    pub(crate) fn address(&self, buffer: BufferId) -> u64 {
        self.addresses[buffer.0 as usize]
    }

    /// Binds the memory of a run, whose sizes are the program's needs.
    pub(crate) fn bind(&mut self, compiled: &Compiled, needs: &Needs, bound: &Bound) {
        if self.bound == *bound {
            return;
        }
        let program = &compiled.program;
        self.scratch = bound.scratch;
        for (buffer, address) in program.buffers.iter().zip(&mut self.addresses) {
            if let Space::Arena(at) = buffer.space {
                *address = bound.arena + at;
            }
        }
        self.fresh = vec![(bound.scratch, needs.scratch), (bound.arena, needs.arena)];
        for (buffer, &address) in program.arguments().iter().zip(&bound.arguments) {
            self.addresses[buffer.0 as usize] = address;
        }
        let results = program.results().into_iter().zip(&bound.results).zip(&needs.results);
        for ((buffer, &address), bytes) in results {
            self.addresses[buffer.0 as usize] = address;
            if let Ok(bytes) = bytes {
                self.fresh.push((address, *bytes));
            }
        }
        self.bound = bound.clone();
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
