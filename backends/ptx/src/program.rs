//! Programs on a device: memory, and the part of a program that is the host's.
//!
//! Before this: [`crate::codegen`] made PTX of the kernels. After it: results. Each
//! buffer outside of kernels has memory of the device, temporaries share one arena;
//! constants are copied there once. The host goes through what is outside of kernels
//! statement by statement: it starts kernels and copies, and waits for neither. A
//! condition that follows from constants, counters and small arguments it knows by itself
//! ([`known`](crate::known)); one that depends on other data it reads back.
//!
//! A run without work of the host's between its first and its last kernel is the same
//! steps every time, given what was known at its beginning. Such steps are taken down
//! ([`plan`](crate::plan)) and recorded where the device can do that (as a CUDA graph), and
//! from then on started as a whole. Where the device decides conditions itself, so are runs
//! whose loops and branches depend on data, and those with checks: what follows a check
//! that failed is not done, and the host looks for that when it reads the results. The
//! first run always goes by the host, which tells what is wrong as early as it can.
//!
//! Small arguments are known at the beginning, and may be others in every run. The second
//! run with the same ones is recorded for them alone, with its counted loops unrolled. If
//! others come, what they have in common with those of the run before is what the next
//! recording relies on; loops that depend on the rest are the device's then.

use std::ops::RangeInclusive;

use hloom_llvm::Host;
use hloom_loops::program::{BufferId, Space};

use crate::Error;
use crate::codegen::Compiled;
use crate::device::{Device, Recording};
use crate::follow::Follow;
use crate::known::{Effects, Known};
use crate::plan::plan;
use crate::walk::Walk;

/// Bytes of the number of the check that failed.
const STATUS_BYTES: u64 = 4;

/// Devices give memory in multiples of this.
const GRANULE: u64 = 256;

/// What poisoned memory holds.
const POISON: u8 = 0xb5;

/// Memory of the device for one program, and where each buffer lies in it.
#[derive(Debug)]
pub struct Memory {
    addresses: Vec<u64>,
    /// Where a check that fails leaves its number.
    pub(crate) status: u64,
    pub(crate) scratch: u64,
    /// All of it.
    owned: Vec<u64>,
    /// What a run writes before it reads it: address and bytes.
    fresh: Vec<(u64, u64)>,
    /// What each kernel does to memory, in the order of the program's text.
    pub(crate) effects: Vec<Effects>,
    /// What the host knows of constants.
    constants: Known,
    replay: Replay,
}

/// Runs that can be started as a whole.
#[derive(Default, Debug)]
struct Replay {
    /// What was known at the beginning of the last run that was not one.
    last: Option<Known>,
    /// Recordings, and what has to be known at the beginning.
    recorded: Vec<(Known, Recording)>,
    /// How often it was tried.
    tries: usize,
}

/// A program is recorded so often at most, whether that comes out or not.
const MOST_TRIES: usize = 4;

/// Runs of fewer launches and copies are not worth a recording, and those of more take
/// too much of the driver's memory.
const RECORDED: RangeInclusive<usize> = 2..=8192;

impl Compiled {
    /// Memory for all of the program's buffers, constants filled in.
    ///
    /// # Errors
    /// The device has not as much.
    pub fn allocate(&self, device: &mut dyn Device) -> Result<Memory, Error> {
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
            | Space::List(_)
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
        let mut memory = Memory {
            addresses: Vec::new(),
            status: 0,
            scratch: 0,
            owned: Vec::new(),
            fresh: Vec::new(),
            effects: Effects::of(program),
            constants: Known::default(),
            replay: Replay::default(),
        };
        let outcome = (|| {
            let mut take = |bytes: u64| {
                let address = device.allocate(bytes.max(1))?;
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

    /// Runs the program on inputs into outputs, each the bytes of a tensor.
    ///
    /// # Errors
    /// The buffers don't fit; a check does not hold; the device or the host fails.
    pub fn run(
        &self,
        device: &mut dyn Device,
        memory: &mut Memory,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        host: Option<&mut dyn Host>,
    ) -> Result<(), Error> {
        let results = self.program.results();
        self.fits("results", &results, &outputs.iter().map(|x| x.len()).collect::<Vec<_>>())?;
        let known = self.upload(device, memory, inputs)?;
        self.steps(device, memory, known, host)?;
        self.download(device, memory, outputs)
    }

    /// Copies the inputs to the device; what the host knows of its memory then.
    ///
    /// # Errors
    /// The buffers don't fit, or the device fails.
    pub(crate) fn upload(
        &self,
        device: &mut dyn Device,
        memory: &Memory,
        inputs: &[&[u8]],
    ) -> Result<Known, Error> {
        let arguments = self.program.arguments();
        self.fits("arguments", &arguments, &inputs.iter().map(|x| x.len()).collect::<Vec<_>>())?;
        let mut known = memory.constants.clone();
        let given = arguments.iter().zip(inputs);
        let given = given.map(|(buffer, bytes)| (memory.address(*buffer), *bytes));
        let parts: Vec<(u64, &[u8])> = given.chain([(memory.status, &[0; 4][..])]).collect();
        device.write(&parts)?;
        for (buffer, bytes) in arguments.iter().zip(inputs) {
            // Conditions and counts are integers.
            if !self.program.buffer(*buffer).element.is_float() {
                known.set(memory.address(*buffer), bytes);
            }
        }
        Ok(known)
    }

    /// Copies the results from the device.
    ///
    /// # Errors
    /// The device fails, or did before; or a check failed that nobody looked at so far, and
    /// the results are not those of the program.
    pub(crate) fn download(
        &self,
        device: &mut dyn Device,
        memory: &Memory,
        outputs: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let results = self.program.results();
        let wanted = results.iter().zip(outputs);
        let wanted = wanted.map(|(buffer, bytes)| (memory.address(*buffer), &mut **bytes));
        let mut wanted: Vec<(u64, &mut [u8])> = wanted.collect();
        let mut status = [0; 4];
        if !self.messages.is_empty() {
            wanted.push((memory.status, &mut status));
        }
        device.read(&mut wanted)?;
        self.intact(status)
    }

    /// Does all that is between inputs and results.
    ///
    /// # Errors
    /// A check does not hold; the device or the host fails.
    pub(crate) fn steps(
        &self,
        device: &mut dyn Device,
        memory: &mut Memory,
        known: Known,
        host: Option<&mut dyn Host>,
    ) -> Result<(), Error> {
        let recorded = memory.replay.recorded.iter();
        if let Some((_, recording)) = recorded.clone().find(|(first, _)| first.is_part_of(&known)) {
            return device.replay(*recording);
        }
        if let Some(mut first) = memory.replay.last.take() {
            first.keep(&known);
            if memory.replay.tries < MOST_TRIES {
                memory.replay.tries += 1;
                let plan = plan(self, memory, &first, device.decides());
                if let Some(plan) = plan.filter(|plan| RECORDED.contains(&plan.count))
                    && let Some(recording) = device.record(&plan.steps)?
                {
                    memory.replay.recorded.push((first, recording));
                    return device.replay(recording);
                }
            }
        }
        self.walk(device, memory, known.clone(), host)?;
        memory.replay.last = Some(known);
        Ok(())
    }

    /// Goes through the program.
    fn walk(
        &self,
        device: &mut dyn Device,
        memory: &Memory,
        known: Known,
        host: Option<&mut dyn Host>,
    ) -> Result<(), Error> {
        let mut walk = Walk { at: Follow::new(self, memory, known), device, host };
        walk.block(&self.program.body, &mut 0)
    }

    /// Looks at the number that a check leaves that fails, 0 if none did.
    ///
    /// # Errors
    /// One failed.
    pub(crate) fn intact(&self, status: [u8; 4]) -> Result<(), Error> {
        match (u32::from_le_bytes(status) as usize).checked_sub(1) {
            None => Ok(()),
            Some(failed) => {
                let message = self.messages.get(failed);
                let message = message.map_or("a check failed", String::as_str).to_owned();
                Err(Error::Stopped { function: self.program.name.clone(), message })
            }
        }
    }

    fn fits(&self, what: &str, buffers: &[BufferId], sizes: &[usize]) -> Result<(), Error> {
        let mismatch = |what: String| Error::Mismatch { function: self.program.name.clone(), what };
        if buffers.len() != sizes.len() {
            return Err(mismatch(format!("has {} {what}, not {}", buffers.len(), sizes.len())));
        }
        for (number, (buffer, &size)) in buffers.iter().zip(sizes).enumerate() {
            let bytes = self.program.buffer(*buffer).bytes();
            if bytes != size as u64 {
                let what =
                    format!("takes {bytes} bytes at place {number} of its {what}, not {size}");
                return Err(mismatch(what));
            }
        }
        Ok(())
    }
}

impl Memory {
    /// Where a buffer lies.
    pub(crate) fn address(&self, buffer: BufferId) -> u64 {
        self.addresses[buffer.0 as usize]
    }

    /// Fills what a run has to write itself with a pattern: large integers, and numbers
    /// that no program makes.
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

    /// Gives the memory back.
    ///
    /// # Errors
    /// The device refuses.
    pub fn free(self, device: &mut dyn Device) -> Result<(), Error> {
        // One that is refused keeps none of the others.
        let mut outcome = Ok(());
        for address in self.owned {
            outcome = outcome.and(device.free(address));
        }
        outcome
    }
}
