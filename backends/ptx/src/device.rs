//! The interface to what runs kernels: a GPU behind NVIDIA's driver, or the emulator.
//!
//! A device executes requests in order and asynchronously: only [`Device::write`],
//! [`Device::read`] and [`Device::between`] wait. A fault in a kernel may therefore be reported
//! by a later call.

use std::time::{Duration, Instant};

use crate::Error;
use crate::collective::{Collective, Joining, Peers, Team};
use crate::graph_step::GraphStep;
use crate::launch::Launch;

/// Memory and kernels of a device. Addresses are the device's own.
pub trait Device {
    /// The number of bytes that can be allocated, where the device knows.
    ///
    /// # Errors
    /// The device does not answer.
    fn room(&mut self) -> Result<Option<u64>, Error> {
        Ok(None)
    }

    /// Memory of so many bytes, at a multiple of 256.
    ///
    /// # Errors
    /// There is not enough.
    fn allocate(&mut self, bytes: u64) -> Result<u64, Error>;

    /// Frees memory.
    ///
    /// # Errors
    /// It was not had from here.
    fn free(&mut self, address: u64) -> Result<(), Error>;

    /// Copies from the host, all parts at once.
    ///
    /// # Errors
    /// The device refuses.
    fn write(&mut self, parts: &[(u64, &[u8])]) -> Result<(), Error>;

    /// Copies to the host, all parts at once, when all kernels are done.
    ///
    /// # Errors
    /// The device refuses, or a kernel failed.
    fn read(&mut self, parts: &mut [(u64, &mut [u8])]) -> Result<(), Error>;

    /// Copies inside the device.
    ///
    /// # Errors
    /// The device refuses.
    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Error>;

    /// Launches a kernel.
    ///
    /// # Errors
    /// There is no such kernel, a tensor map of it is not possible, it can't be started so, or
    /// it failed.
    fn launch(&mut self, launch: &Launch) -> Result<(), Error>;

    /// Records the time when the device has finished all earlier requests, if it has a clock.
    ///
    /// # Errors
    /// The device refuses.
    fn mark(&mut self) -> Result<Option<Mark>, Error> {
        Ok(None)
    }

    /// The times from each mark to the next; all marks are forgotten.
    ///
    /// # Errors
    /// The device refuses, or a kernel failed.
    fn between(&mut self, _marks: &[Mark]) -> Result<Vec<Duration>, Error> {
        Ok(Vec::new())
    }

    /// Whether recordings may contain tests that the device evaluates.
    fn decides(&self) -> bool {
        false
    }

    /// Records the steps of a run for replay; `None` if the device can't.
    ///
    /// # Errors
    /// The device is lost.
    fn record(&mut self, _steps: &[GraphStep]) -> Result<Option<Recording>, Error> {
        Ok(None)
    }

    /// Replays a recording.
    ///
    /// # Errors
    /// The device refuses, or a kernel failed.
    fn replay(&mut self, recording: Recording) -> Result<(), Error> {
        let why = format!("recording {} is not this device's", recording.0);
        Err(Error::Device { what: "replaying kernels".to_owned(), why })
    }

    /// From now on records when kernels and collectives run, if the device has a clock.
    ///
    /// # Errors
    /// The device refuses.
    fn trace(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// The spans since the last call, if they are recorded.
    ///
    /// # Errors
    /// The device refuses, or a kernel failed.
    fn spans(&mut self) -> Result<Option<Spans>, Error> {
        Ok(None)
    }

    /// Joins the devices of other ranks; all ranks do, and wait for each other.
    ///
    /// # Errors
    /// They can't be reached so, a rank does not come, or there is not enough memory.
    fn join(&mut self, peers: &Peers, _: Joining<'_>) -> Result<(), Error> {
        let why = format!("this device can't reach others by {peers:?}");
        Err(Error::Device { what: "joining other ranks".to_owned(), why })
    }

    /// Replaces the team of a rank that has joined, for another run.
    fn set_team(&mut self, _: Box<dyn Team>) {}

    /// Runs a collective with the devices that this one has joined, on memory of this one.
    ///
    /// # Errors
    /// The device refuses, or another rank fails or does not come.
    fn collective(
        &mut self,
        it: &Collective,
        _operands: &[u64],
        _results: &[u64],
    ) -> Result<(), Error> {
        let why = "this device has not joined others".to_owned();
        Err(Error::Device { what: format!("running `{}`", it.op), why })
    }

    /// The counts of all launches of a kernel, if the device counts.
    fn counts(&self, _: &str) -> Option<Counts> {
        None
    }
}

/// A point of time on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(pub(crate) usize);

/// The stream of work on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Kernels, and recorded runs of them.
    Kernels,
    /// Collectives with other devices.
    Collectives,
}

/// A kernel or a collective that ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The name of the kernel, or the op.
    pub name: String,
    /// The stream.
    pub lane: Lane,
    /// The time of its beginning, since [`Spans::start`].
    pub begin: Duration,
    /// The time of its end.
    pub end: Duration,
}

/// The work that a device did.
#[derive(Clone, Debug)]
pub struct Spans {
    /// The time from which spans are counted.
    pub start: Instant,
    /// The kernels and collectives, in the order in which they were asked for.
    pub spans: Vec<Span>,
}

/// A recorded run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recording(pub(crate) usize);

/// Counts over launches of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The number of them.
    pub launches: u64,
    /// Instructions of warps.
    pub instructions: u64,
    /// Sectors of 32 bytes of global memory that were read, counted once an instruction.
    pub read: u64,
    /// The same of those that were written.
    pub written: u64,
    /// Passes over the banks of shared memory.
    pub shared_passes: u64,
    /// Passes that would not be needed if no two lanes met in a bank.
    pub bank_conflicts: u64,
    /// Instructions of matrix units, counted once a warp.
    pub matrix: u64,
}
