//! GPUs behind NVIDIA's driver, which is looked for when it is first asked for.
//!
//! Nothing here is linked: a machine without a driver starts the program as any other
//! does, and is told that there is none when it asks for a device. Every answer of the
//! driver is looked at.

use crate::{Error, Target};

/// What is said where there is no driver, with what still works.
const NONE: &str = "there is no NVIDIA driver on this machine; what needs none: \
                    `hloom run --backend ptx-emulator`, `hloom compile --emit ptx` and \
                    `--emit cubin`";

/// A GPU of this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gpu {
    /// What NVIDIA calls it.
    pub name: String,
    /// Its compute capability, major and minor.
    pub capability: (i32, i32),
    /// Bytes of its memory.
    pub memory: u64,
}

/// The target that code for a GPU of this machine is compiled for.
///
/// # Errors
/// There is no such GPU, or it is older than all targets.
pub fn target(number: usize) -> Result<Target, Error> {
    let found = devices()?;
    let Some(gpu) = found.get(number) else {
        let count = found.len();
        return Err(Error::NoDevice(format!("there is no GPU {number}; this machine has {count}")));
    };
    let (major, minor) = gpu.capability;
    Ok(match 10 * major + minor {
        ..75 => {
            let name = &gpu.name;
            let why = format!("{name} has compute capability {major}.{minor}; the least is 7.5");
            return Err(Error::NoDevice(why));
        }
        75..80 => Target::Sm75,
        80..90 => Target::Sm80,
        90..100 => Target::Sm90,
        // Later ones read PTX of earlier architectures.
        100..120 => Target::Sm100,
        _ => Target::Sm120,
    })
}

#[cfg(not(feature = "driver"))]
pub use absent::*;
#[cfg(feature = "driver")]
pub use cuda::*;

/// What stands for the driver where it is not part of the build.
#[cfg(not(feature = "driver"))]
mod absent {
    use super::{Gpu, NONE};
    use crate::Error;

    /// The GPUs of this machine.
    ///
    /// # Errors
    /// Always: this build asks no driver.
    pub fn devices() -> Result<Vec<Gpu>, Error> {
        Err(Error::NoDevice(NONE.to_owned()))
    }
}

#[cfg(feature = "driver")]
mod cuda {
    use std::collections::HashMap;
    use std::ffi::{CString, c_void};

    use cudarc::driver::result::{self, DriverError};
    use cudarc::driver::sys;

    use super::{Gpu, NONE};
    use crate::Error;
    use crate::device::{Device, Launch};

    fn refused(what: impl Into<String>) -> impl FnOnce(DriverError) -> Error {
        let what = what.into();
        move |error| Error::Device { what, why: format!("{error}") }
    }

    /// Finds the driver and starts it.
    fn start() -> Result<(), Error> {
        // SAFETY: looks for the library alone; NVIDIA's may be loaded at any time.
        if !unsafe { sys::is_culib_present() } {
            return Err(Error::NoDevice(NONE.to_owned()));
        }
        result::init()
            .map_err(|error| Error::NoDevice(format!("NVIDIA's driver does not start: {error}")))
    }

    /// The GPUs of this machine.
    ///
    /// # Errors
    /// There is no driver, or it does not answer.
    pub fn devices() -> Result<Vec<Gpu>, Error> {
        start()?;
        let asked = || refused("asking the driver for its GPUs");
        let count = result::device::get_count().map_err(asked())?;
        (0..count)
            .map(|number| {
                let device = result::device::get(number).map_err(asked())?;
                use sys::CUdevice_attribute as A;
                // SAFETY: the device is one of the driver's.
                let (major, minor, memory) = unsafe {
                    let attribute = |which| result::device::get_attribute(device, which);
                    (
                        attribute(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                        attribute(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                        result::device::total_mem(device),
                    )
                };
                Ok(Gpu {
                    name: result::device::get_name(device).map_err(asked())?,
                    capability: (major.map_err(asked())?, minor.map_err(asked())?),
                    memory: memory.map_err(asked())? as u64,
                })
            })
            .collect()
    }

    /// A GPU with the kernels of one program.
    pub struct Cuda {
        device: sys::CUdevice,
        context: sys::CUcontext,
        module: sys::CUmodule,
        functions: HashMap<String, sys::CUfunction>,
    }

    // SAFETY: handles of the driver may be used on any thread, one at a time, once their
    // context is made current there, which every method begins with.
    unsafe impl Send for Cuda {}

    impl Cuda {
        /// Loads PTX on the GPU of this number.
        ///
        /// # Errors
        /// There is no such GPU, or the driver refuses the text.
        pub fn load(number: usize, text: &str) -> Result<Cuda, Error> {
            start()?;
            let what = || refused(format!("using GPU {number}"));
            let ordinal = i32::try_from(number).unwrap_or(i32::MAX);
            let device = result::device::get(ordinal).map_err(what())?;
            // SAFETY: the device is one of the driver's.
            let context = unsafe { result::primary_ctx::retain(device) }.map_err(what())?;
            let mut cuda =
                Cuda { device, context, module: std::ptr::null_mut(), functions: HashMap::new() };
            cuda.enter()?;
            let image = CString::new(text).map_err(|_| Error::Device {
                what: "loading PTX".to_owned(),
                why: "it has a zero byte".to_owned(),
            })?;
            // SAFETY: the text ends in a zero byte, as the driver wants it.
            let module = unsafe { result::module::load_data(image.as_ptr().cast::<c_void>()) };
            cuda.module = module
                .map_err(refused("loading PTX (a driver that is older than the PTX refuses it)"))?;
            Ok(cuda)
        }

        /// Makes the context current on this thread.
        fn enter(&self) -> Result<(), Error> {
            // SAFETY: the context is retained until `self` is dropped.
            unsafe { result::ctx::set_current(self.context) }.map_err(refused("entering the GPU"))
        }

        fn function(&mut self, name: &str) -> Result<sys::CUfunction, Error> {
            if let Some(known) = self.functions.get(name) {
                return Ok(*known);
            }
            let missing = || refused(format!("finding the kernel `{name}`"));
            let symbol = CString::new(name).map_err(|_| Error::Device {
                what: "finding a kernel".to_owned(),
                why: "its name has a zero byte".to_owned(),
            })?;
            // SAFETY: the module is loaded until `self` is dropped.
            let found = unsafe { result::module::get_function(self.module, symbol) };
            let found = found.map_err(missing())?;
            self.functions.insert(name.to_owned(), found);
            Ok(found)
        }
    }

    impl Drop for Cuda {
        fn drop(&mut self) {
            // What the driver refuses here, nobody can do anything about.
            if self.enter().is_ok() && !self.module.is_null() {
                // SAFETY: loaded by `load`, and dropped once.
                let _ = unsafe { result::module::unload(self.module) };
            }
            // SAFETY: retained by `load`.
            let _ = unsafe { result::primary_ctx::release(self.device) };
        }
    }

    impl Device for Cuda {
        fn allocate(&mut self, bytes: u64) -> Result<u64, Error> {
            self.enter()?;
            let (free, _) = result::mem_get_info().map_err(refused("asking for free memory"))?;
            if bytes > free as u64 {
                return Err(Error::TooLarge { needed: bytes, available: free as u64 });
            }
            // SAFETY: nothing is read from the memory before it is written.
            let address = unsafe { result::malloc_sync(bytes as usize) };
            address.map_err(refused(format!("allocating {bytes} bytes")))
        }

        fn free(&mut self, address: u64) -> Result<(), Error> {
            self.enter()?;
            // SAFETY: the address is one of `allocate`'s, and not used after this.
            unsafe { result::free_sync(address) }.map_err(refused("giving memory back"))
        }

        fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Error> {
            if bytes.is_empty() {
                return Ok(());
            }
            self.enter()?;
            // SAFETY: the program's layout keeps the bytes in memory of `allocate`'s.
            unsafe { result::memcpy_htod_sync(address, bytes) }
                .map_err(refused("copying to the GPU"))
        }

        fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), Error> {
            if bytes.is_empty() {
                return Ok(());
            }
            self.enter()?;
            // SAFETY: the program's layout keeps the bytes in memory of `allocate`'s.
            unsafe { result::memcpy_dtoh_sync(bytes, address) }
                .map_err(refused("copying from the GPU (or a kernel before that)"))
        }

        fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), Error> {
            self.enter()?;
            // SAFETY: the program's layout keeps both in memory of `allocate`'s.
            unsafe { result::memcpy_dtod_sync(to, from, bytes as usize) }
                .map_err(refused("copying on the GPU"))
        }

        fn launch(&mut self, launch: &Launch<'_>) -> Result<(), Error> {
            self.enter()?;
            let function = self.function(launch.kernel)?;
            let mut values = launch.parameters.to_vec();
            let mut pointers: Vec<*mut c_void> =
                values.iter_mut().map(|value| std::ptr::from_mut(value).cast()).collect();
            let [x, y, z] = launch.grid;
            let [bx, by, bz] = launch.block;
            // SAFETY: the kernel was compiled with as many parameters, all of 64 bits, and
            // its accesses stay in the buffers that it is given.
            unsafe {
                let stream = result::stream::null();
                result::launch_kernel(function, (x, y, z), (bx, by, bz), 0, stream, &mut pointers)
            }
            .map_err(refused(format!("starting the kernel `{}`", launch.kernel)))
        }
    }
}
