//! What runs kernels: a GPU behind NVIDIA's driver, or the emulator.

use crate::Error;

/// Memory and kernels of a device. Addresses are the device's own.
pub trait Device {
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

    /// Copies from the host.
    ///
    /// # Errors
    /// The device refuses.
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Error>;

    /// Copies to the host, once all kernels are done.
    ///
    /// # Errors
    /// The device refuses, or a kernel failed.
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), Error>;

    /// Copies inside the device.
    ///
    /// # Errors
    /// The device refuses.
    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Error>;

    /// Starts a kernel, all of whose parameters are addresses.
    ///
    /// # Errors
    /// There is no such kernel, it can't be started so, or it failed.
    fn launch(&mut self, launch: &Launch<'_>) -> Result<(), Error>;

    /// What all launches of a kernel did together, where the device counts that.
    fn counts(&self, _: &str) -> Option<Counts> {
        None
    }
}

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
    /// The parameters.
    pub parameters: &'a [u64],
}
