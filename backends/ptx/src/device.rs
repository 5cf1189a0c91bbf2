//! What runs kernels: a GPU behind NVIDIA's driver, or the emulator.
//!
//! A device does what it is asked in the order in which it is asked, but need not be done
//! with it when a method comes back: only [`Device::write`], [`Device::read`] and
//! [`Device::between`] wait. A fault in a kernel may therefore be told by a later call.

use std::time::Duration;

use crate::Error;
use crate::emulator::TensorMap;
use crate::steps::Step;

/// Memory and kernels of a device. Addresses are the device's own.
pub trait Device {
    /// How many bytes can be allocated, where the device knows.
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

    /// Gives memory back.
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

    /// Starts a kernel.
    ///
    /// # Errors
    /// There is no such kernel, a tensor map of it is not possible, it can't be started so, or
    /// it failed.
    fn launch(&mut self, launch: &Launch<'_>) -> Result<(), Error>;

    /// Takes the time when the device is done with all before this, where it has a clock.
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

    /// Whether steps that the device decides itself can be part of a recording.
    fn decides(&self) -> bool {
        false
    }

    /// Keeps the steps of a run, to be done as a whole; `None` if the device can't.
    ///
    /// # Errors
    /// The device is lost.
    fn record(&mut self, _steps: &[Step]) -> Result<Option<Recording>, Error> {
        Ok(None)
    }

    /// Does what was recorded.
    ///
    /// # Errors
    /// The device refuses, or a kernel failed.
    fn replay(&mut self, recording: Recording) -> Result<(), Error> {
        let why = format!("recording {} is not this device's", recording.0);
        Err(Error::Device { what: "replaying kernels".to_owned(), why })
    }

    /// What all launches of a kernel did together, where the device counts that.
    fn counts(&self, _: &str) -> Option<Counts> {
        None
    }
}

/// A point of time on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(pub(crate) usize);

/// The steps of a run, kept by a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recording(pub(crate) usize);

/// What launches of a kernel did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// How many there were.
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

/// A kernel and what it is started with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launch<'a> {
    /// The entry's name.
    pub kernel: &'a str,
    /// Blocks of the grid, in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block, in x, y and z.
    pub block: [u32; 3],
    /// Bytes of shared memory of a block, beside what the kernel says itself.
    pub shared: u64,
    /// The parameters.
    pub parameters: &'a [Argument],
}

/// What a kernel is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An address.
    Address(u64),
    /// A tensor map, which the device makes.
    Map(TensorMap),
}
