//! Runs of a compiled program on a device.
//!
//! Before this: [`crate::codegen`] made PTX of the kernels. After it: results. Buffers outside
//! of kernels lie in device memory ([`memory`](crate::memory)); temporaries share one arena, and
//! constants are copied there once.
//!
//! A run is eager or a graph:
//!
//! - *Eager* ([`eager`](crate::eager)): the host executes the statements outside of kernels one
//!   by one. It launches kernels and copies without waiting for them. Conditions that follow
//!   from constants, counters and small arguments it evaluates itself
//!   ([`const_memory`](crate::const_memory)); others it reads back from the device.
//! - *Graph* ([`graph_capture`](crate::graph_capture)): a run without host work between its
//!   first and its last kernel consists of the same steps every time, given the values known at
//!   its beginning. The steps are captured, recorded by the device (as a CUDA graph), and
//!   replayed as a whole. A device with conditional nodes also records loops and branches that
//!   depend on data, and checks: steps behind a failed check are skipped, and the host finds
//!   the failure when it reads the results.
//!
//! The first run is always eager, so that an error is reported as early as possible. Small
//! arguments count as known, and may differ from run to run. The second run with the same
//! arguments is captured for these values, with its counted loops unrolled. When other values
//! come, the next capture assumes only the values that both runs share, and loops that depend
//! on the others become conditional nodes.

use std::ops::RangeInclusive;

use hloom_llvm::Host;
use hloom_loops::program::{BufferId, KernelId};

use crate::Error;
use crate::codegen::Compiled;
use crate::const_memory::ConstMemory;
use crate::device::Device;
use crate::eager::EagerRun;
use crate::graph_capture::capture;
use crate::host_state::HostState;
use crate::memory::{Bound, ProgramMemory, Replay};

/// The most captures of a run in the same memory, successful or not.
const MOST_TRIES: usize = 4;

/// The most places of a run's memory that are recorded for. Loops of a training program go through
/// two or three.
const MOST_PLACES: usize = 8;

/// The most eager runs whose memory is remembered.
const MOST_LAST: usize = 4;

/// The numbers of launches and copies that are worth a recording: fewer gain nothing, and more
/// take too much of the driver's memory.
const RECORDED: RangeInclusive<usize> = 2..=8192;

impl Compiled {
    /// Runs the program on inputs into outputs, each the bytes of a tensor.
    ///
    /// # Errors
    /// The buffers don't fit; a check does not hold; the device or the host fails.
    pub fn run(
        &self,
        device: &mut dyn Device,
        memory: &mut ProgramMemory,
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

    /// Copies the inputs to the device, and returns the values known to the host.
    ///
    /// # Errors
    /// The buffers don't fit, or the device fails.
    pub(crate) fn upload(
        &self,
        device: &mut dyn Device,
        memory: &ProgramMemory,
        inputs: &[&[u8]],
    ) -> Result<ConstMemory, Error> {
        let arguments = self.program.arguments();
        self.fits("arguments", &arguments, &inputs.iter().map(|x| x.len()).collect::<Vec<_>>())?;
        let mut known = memory.constants.clone();
        let given = arguments.iter().zip(inputs);
        let given = given.map(|(buffer, bytes)| (memory.address(*buffer), *bytes));
        let parts: Vec<(u64, &[u8])> = given.chain([(memory.status, &[0; 4][..])]).collect();
        device.write(&parts)?;
        for (buffer, bytes) in arguments.iter().zip(inputs) {
            // Only integers become conditions and counts.
            if !self.program.buffer(*buffer).element.is_float() {
                known.set(memory.address(*buffer), bytes);
            }
        }
        Ok(known)
    }

    /// Copies the results from the device.
    ///
    /// # Errors
    /// The device fails, or did before; or a check failed during a graph, so that the results
    /// are invalid.
    pub(crate) fn download(
        &self,
        device: &mut dyn Device,
        memory: &ProgramMemory,
        outputs: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let results = self.program.results();
        let destinations = results.iter().zip(outputs);
        let destinations =
            destinations.map(|(buffer, bytes)| (memory.address(*buffer), &mut **bytes));
        let mut destinations: Vec<(u64, &mut [u8])> = destinations.collect();
        let mut status = [0; 4];
        if !self.messages.is_empty() {
            destinations.push((memory.status, &mut status));
        }
        device.read(&mut destinations)?;
        self.intact(status)
    }

    /// Runs everything between inputs and results, as a graph if one fits.
    ///
    /// # Errors
    /// A check does not hold; the device or the host fails.
    pub(crate) fn steps(
        &self,
        device: &mut dyn Device,
        memory: &mut ProgramMemory,
        known: ConstMemory,
        host: Option<&mut dyn Host>,
    ) -> Result<(), Error> {
        memory.runs += 1;
        let recorded = memory.replay.recorded.iter();
        let found = recorded
            .clone()
            .find(|(bound, first, _)| *bound == memory.bound && first.is_part_of(&known));
        if let Some((.., recording)) = found {
            return device.replay(*recording);
        }
        let last = memory.replay.last.iter().position(|(bound, _)| *bound == memory.bound);
        if let Some((bound, mut first)) = last.map(|at| memory.replay.last.remove(at)) {
            first.keep(&known);
            if memory.replay.may_try(&bound) {
                let captured = capture(self, memory, &first, device.decides());
                if let Some(captured) = captured.filter(|it| RECORDED.contains(&it.count))
                    && let Some(recording) = device.record(&captured.steps)?
                {
                    memory.replay.recorded.push((bound, first, recording));
                    return device.replay(recording);
                }
            }
        }
        self.run_eagerly(device, memory, known.clone(), host)?;
        let last = &mut memory.replay.last;
        last.push((memory.bound.clone(), known));
        if last.len() > MOST_LAST {
            last.remove(0);
        }
        Ok(())
    }

    /// Executes the program statement by statement.
    fn run_eagerly(
        &self,
        device: &mut dyn Device,
        memory: &ProgramMemory,
        known: ConstMemory,
        host: Option<&mut dyn Host>,
    ) -> Result<(), Error> {
        let mut run = EagerRun { at: HostState::new(self, memory, known), device, host };
        run.block(&self.program.body, &mut KernelId(0))
    }

    /// Reports the check of this number as failed, unless it is 0.
    ///
    /// # Errors
    /// A check failed.
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

    pub(crate) fn fits(
        &self,
        what: &str,
        buffers: &[BufferId],
        sizes: &[usize],
    ) -> Result<(), Error> {
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

impl Replay {
    /// Whether another capture of a run in this memory is worth it; it is counted.
    fn may_try(&mut self, bound: &Bound) -> bool {
        let known = self.tries.iter().position(|(of, _)| of == bound);
        let at = known.unwrap_or(self.tries.len());
        if known.is_none() {
            if at >= MOST_PLACES {
                return false;
            }
            self.tries.push((bound.clone(), 0));
        }
        self.tries[at].1 += 1;
        self.tries[at].1 <= MOST_TRIES
    }
}
