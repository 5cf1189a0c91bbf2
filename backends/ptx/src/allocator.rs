//! Memory of a GPU that outlives runs: arrays that programs take as arguments and give as results.
//!
//! A run on bytes of the host copies them to the device and back
//! ([`Executable::run`](crate::Executable::run)). A run on arrays
//! ([`Executable::run_arrays`](crate::Executable::run_arrays)) works where they lie: kernels read the
//! arguments' memory and write that of new arrays, so that only what the host asks for leaves the
//! device.
//!
//! ```text
//!   Allocator ─┬─ arrays          arguments and results
//!              ├─ arena, scratch  for the time of a run, shared by all programs
//!              └─ free blocks     by size, the one that was given back last first
//! ```
//!
//! The driver takes tens of microseconds for an allocation, and waits for all streams to free
//! one. Blocks that are given back are therefore kept, and serve the next request of about their
//! size. Because the last one comes first, a loop that runs a program again and again gives it the
//! same few places, for which its graph of kernels is recorded. If the device has no more memory, the
//! free blocks go back to the driver.
//!
//! A run waits for its end before it returns. Memory that nobody holds is therefore in use by no
//! stream, and arrays are complete for every other program.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hloom_llvm::cache::{Cache, Cached};

use crate::device::Device;
use crate::driver::Gpu;
use crate::emulated::{Emulated, SharedMemory};
use crate::memory::padded;
use crate::{Error, Target};

/// The least size of a block in bytes, and the alignment of all.
const GRANULE: u64 = 256;

/// The blocks' sizes between a power of two and the next one: at most an eighth of a block is unused.
const STEPS: u64 = 8;

/// The memory of one GPU.
pub struct Allocator {
    backend: GpuBackend,
    state: Mutex<State>,
}

/// The GPU that the memory is on.
enum GpuBackend {
    Emulator(Target, SharedMemory),
    Gpu(Gpu, Load),
}

/// Loads PTX on a GPU.
type Load = Box<
    dyn Fn(&str, Option<&Cache>) -> Result<(Box<dyn Device + Send>, Cached), Error> + Send + Sync,
>;

/// The blocks.
struct State {
    /// The device without kernels.
    device: Box<dyn Device + Send>,
    /// The free blocks by their sizes.
    free: BTreeMap<u64, Vec<u64>>,
    usage: Usage,
}

/// The use of a GPU's memory by an [`Allocator`], in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// The blocks of arrays.
    pub used: u64,
    /// The most that they ever were.
    pub peak: u64,
    /// The blocks that are kept for later requests.
    pub kept: u64,
}

/// The size of the block for so many bytes.
fn block_size(bytes: u64) -> u64 {
    let bytes = padded(bytes).max(GRANULE);
    let step = (bytes.next_power_of_two() / 2 / STEPS).max(GRANULE);
    bytes.checked_next_multiple_of(step).unwrap_or(bytes)
}

impl State {
    fn allocate(&mut self, size: u64) -> Result<u64, Error> {
        let kept = self.free.get_mut(&size).and_then(Vec::pop);
        let address = match kept {
            Some(address) => {
                self.usage.kept -= size;
                address
            }
            None => match self.device.allocate(size) {
                Err(Error::TooLarge { .. }) if self.usage.kept > 0 => {
                    self.trim();
                    self.device.allocate(size)?
                }
                outcome => outcome?,
            },
        };
        self.usage.used += size;
        self.usage.peak = self.usage.peak.max(self.usage.used);
        Ok(address)
    }

    fn give_back(&mut self, address: u64, size: u64) {
        self.usage.used -= size;
        self.usage.kept += size;
        self.free.entry(size).or_default().push(address);
    }

    fn trim(&mut self) {
        for (size, blocks) in std::mem::take(&mut self.free) {
            for address in blocks {
                // A device that is lost keeps nothing.
                let _ = self.device.free(address);
                self.usage.kept -= size;
            }
        }
    }
}

impl Allocator {
    /// The memory of a GPU of this machine.
    ///
    /// # Errors
    /// The driver refuses; or this build is without it.
    pub fn of_gpu(gpu: &Gpu) -> Result<Arc<Allocator>, Error> {
        let device = crate::driver::open(gpu)?;
        let own = gpu.clone();
        let load =
            move |text: &str, cache: Option<&Cache>| crate::driver::load_boxed(&own, text, cache);
        Ok(Allocator::new(GpuBackend::Gpu(gpu.clone(), Box::new(load)), device))
    }

    /// The memory of a GPU that the emulator stands for.
    pub fn emulated(target: Target) -> Arc<Allocator> {
        let memory = SharedMemory::new();
        let device = Box::new(Emulated::on(memory.clone()));
        Allocator::new(GpuBackend::Emulator(target, memory), device)
    }

    /// The memory of a GPU by a driver of a test.
    #[cfg(all(test, feature = "driver"))]
    pub(crate) fn by(gpu: &Gpu, device: Box<dyn Device + Send>, load: Load) -> Arc<Allocator> {
        Allocator::new(GpuBackend::Gpu(gpu.clone(), load), device)
    }

    fn new(backend: GpuBackend, device: Box<dyn Device + Send>) -> Arc<Allocator> {
        let state = State { device, free: BTreeMap::new(), usage: Usage::default() };
        Arc::new(Allocator { backend, state: Mutex::new(state) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The target of code for this GPU.
    pub fn target(&self) -> Target {
        match &self.backend {
            GpuBackend::Emulator(target, _) => *target,
            GpuBackend::Gpu(gpu, _) => gpu.target,
        }
    }

    /// The GPU, unless it is emulated.
    pub fn gpu(&self) -> Option<&Gpu> {
        match &self.backend {
            GpuBackend::Emulator(..) => None,
            GpuBackend::Gpu(gpu, _) => Some(gpu),
        }
    }

    /// The use of the memory.
    pub fn usage(&self) -> Usage {
        self.lock().usage
    }

    /// A device with the kernels of a text, which works on this memory.
    pub(crate) fn load(
        &self,
        text: &str,
        cache: Option<&Cache>,
    ) -> Result<(Box<dyn Device + Send>, Cached), Error> {
        match &self.backend {
            GpuBackend::Emulator(_, memory) => {
                let mut device = Emulated::on(memory.clone());
                device.load_also(text)?;
                Ok((Box::new(device), Cached::Off))
            }
            GpuBackend::Gpu(_, load) => load(text, cache),
        }
    }

    /// A new array, of unknown content.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn allocate(self: &Arc<Allocator>, bytes: u64) -> Result<DeviceArray, Error> {
        let size = block_size(bytes);
        let address = self.lock().allocate(size)?;
        Ok(DeviceArray { allocator: self.clone(), address, bytes, size })
    }

    /// An array with these bytes of the host.
    ///
    /// # Errors
    /// There is not enough memory, or the device refuses.
    pub fn upload(self: &Arc<Allocator>, bytes: &[u8]) -> Result<DeviceArray, Error> {
        let array = self.allocate(bytes.len() as u64)?;
        self.lock().device.write(&[(array.address, bytes)])?;
        Ok(array)
    }

    /// Gives the free blocks back to the driver.
    pub fn trim(&self) {
        self.lock().trim();
    }
}

impl Drop for Allocator {
    fn drop(&mut self) {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner).trim();
    }
}

impl fmt::Debug for Allocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Allocator")
            .field("target", &self.target())
            .field("usage", &self.usage())
            .finish_non_exhaustive()
    }
}

/// An array in a GPU's memory, which is free again when this is dropped.
pub struct DeviceArray {
    allocator: Arc<Allocator>,
    address: u64,
    bytes: u64,
    /// The size of its block.
    size: u64,
}

impl DeviceArray {
    /// The address on the device.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// The size in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The memory that it is in.
    pub fn allocator(&self) -> &Arc<Allocator> {
        &self.allocator
    }

    /// Copies the bytes to the host.
    ///
    /// # Errors
    /// The device refuses, or `to` has another size.
    pub fn read(&self, to: &mut [u8]) -> Result<(), Error> {
        if to.len() as u64 != self.bytes {
            let what = format!("copying an array of {} bytes to {}", self.bytes, to.len());
            return Err(Error::Device { what, why: "the sizes differ".to_owned() });
        }
        self.allocator.lock().device.read(&mut [(self.address, to)])
    }

    /// Another array with the same bytes on the same device.
    ///
    /// # Errors
    /// There is not enough memory, or the device refuses.
    pub fn copied(&self) -> Result<DeviceArray, Error> {
        let copy = self.allocator.allocate(self.bytes)?;
        let mut state = self.allocator.lock();
        state.device.copy(copy.address, self.address, self.bytes)?;
        // Other streams may use it from now on.
        state.device.read(&mut [])?;
        drop(state);
        Ok(copy)
    }
}

impl Drop for DeviceArray {
    fn drop(&mut self) {
        self.allocator.lock().give_back(self.address, self.size);
    }
}

impl fmt::Debug for DeviceArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at {:#x}", self.bytes, self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_wastes_an_eighth_at_most() {
        for bytes in (0..5000).chain([1 << 20, (1 << 20) + 1, 3 << 30, (7 << 30) + 12345]) {
            let size = block_size(bytes);
            assert!(size >= bytes && size.is_multiple_of(GRANULE), "{bytes}: {size}");
            assert!(size <= GRANULE.max(bytes / 8 * 9 + 2 * GRANULE), "{bytes}: {size}");
            assert_eq!(block_size(size), size);
        }
    }

    #[test]
    fn the_block_that_was_given_back_last_is_used_first() {
        let memory = Allocator::emulated(Target::Sm80);
        let [a, b] = [(); 2].map(|()| memory.upload(&[7; 1000]).unwrap());
        assert_eq!(memory.usage(), Usage { used: 2048, peak: 2048, kept: 0 });
        let (first, second) = (a.address(), b.address());
        drop(b);
        drop(a);
        assert_eq!(memory.usage(), Usage { used: 0, peak: 2048, kept: 2048 });
        let again = memory.allocate(900).unwrap();
        assert_eq!(again.address(), first);
        assert_eq!(memory.allocate(1024).unwrap().address(), second);
        memory.trim();
        assert_eq!(memory.usage(), Usage { used: 1024, peak: 2048, kept: 0 });
    }

    #[test]
    fn copies_are_arrays_of_their_own() {
        let memory = Allocator::emulated(Target::Sm80);
        let a = memory.upload(&[1, 2, 3]).unwrap();
        let b = a.copied().unwrap();
        drop(a);
        let c = memory.upload(&[9; 3]).unwrap();
        let mut read = [0; 3];
        b.read(&mut read).unwrap();
        assert_eq!(read, [1, 2, 3]);
        c.read(&mut read).unwrap();
        assert_eq!(read, [9; 3]);
        assert!(c.read(&mut [0; 2]).unwrap_err().to_string().contains("the sizes differ"));
        let empty = memory.upload(&[]).unwrap();
        empty.read(&mut []).unwrap();
    }
}
