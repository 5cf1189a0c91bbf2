//! GPUs behind NVIDIA's driver, which is searched for at its first use.
//!
//! Nothing here is linked: a machine without a driver starts the program as any other
//! does, and is told that there is none when it asks for a device ([`find`]).
//!
//! Three layers. [`api`] is what the driver can do, as an interface; the module `cuda` is
//! NVIDIA's library behind it, and the only place with `unsafe` calls; [`loaded`] is a
//! [`Device`] made of it, which looks at every answer, keeps the
//! handles and gives them back. Tests put a driver of their own behind the interface, whose
//! kernels the emulator runs and which refuses any call that it is told to; so every way
//! in which the driver can fail is seen, GPU or not.
//!
//! Two properties are checked ahead of a run: whether the driver is new enough for the PTX, and
//! whether the program's memory fits into what is free. A refusal after which the driver
//! does nothing more in this process (a fault in a kernel, a GPU that is gone) is told as
//! [`Error::Lost`], and nothing is asked of the driver from then on.

#[cfg(feature = "driver")]
pub(crate) mod api;
#[cfg(feature = "driver")]
mod cuda;
#[cfg(all(test, feature = "driver"))]
pub(crate) mod fake;
mod gpu;
#[cfg(feature = "driver")]
mod graph;
#[cfg(feature = "driver")]
mod loaded;
#[cfg(feature = "driver")]
mod streams;
#[cfg(all(test, feature = "driver"))]
mod tests;

pub use gpu::Gpu;

use hloom_llvm::cache::{Cache, Cached};

use crate::Error;
#[cfg(feature = "driver")]
use crate::Target;
use crate::device::Device;

/// The message on machines without a driver.
const NONE: &str = "there is no NVIDIA driver on this machine, so nothing runs on a GPU";

/// The GPU of a number.
///
/// # Errors
/// There is no driver, it does not answer, there is no such GPU, or it is older than all
/// targets.
#[cfg(feature = "driver")]
pub fn find(number: usize) -> Result<Gpu, Error> {
    find_by(&start()?, number)
}

/// The GPU of a number.
///
/// # Errors
/// Always: this build is without the driver.
#[cfg(not(feature = "driver"))]
pub fn find(_: usize) -> Result<Gpu, Error> {
    Err(Error::NoDevice(NONE.to_owned()))
}

/// Finds the driver and starts it.
#[cfg(feature = "driver")]
fn start() -> Result<cuda::Cuda, Error> {
    let cuda = cuda::Cuda::find().ok_or_else(|| Error::NoDevice(NONE.to_owned()))?;
    cuda.start()
        .map_err(|refusal| Error::NoDevice(format!("NVIDIA's driver does not start: {refusal}")))?;
    Ok(cuda)
}

/// The GPU of a number, by a driver.
#[cfg(feature = "driver")]
pub(crate) fn find_by(api: &dyn api::Api, number: usize) -> Result<Gpu, Error> {
    let refused = |refusal: api::Refusal| {
        Error::NoDevice(format!("NVIDIA's driver does not say what GPUs there are: {refusal}"))
    };
    let version = api.version().map_err(refused)?;
    let count = usize::try_from(api.count().map_err(refused)?).unwrap_or(0);
    let ordinal = i32::try_from(number).ok().filter(|_| number < count);
    let Some(ordinal) = ordinal else {
        let have = match count {
            0 => "this machine has none that the driver knows".to_owned(),
            1 => "this machine has one, of number 0".to_owned(),
            n => format!("this machine has {n}, of numbers 0 to {}", n - 1),
        };
        return Err(Error::NoDevice(format!("there is no GPU {number}: {have}")));
    };
    let name = api.name(ordinal).map_err(refused)?;
    let capability = api.capability(ordinal).map_err(refused)?;
    let memory = api.memory(ordinal).map_err(refused)?;
    let (major, minor) = capability;
    let target = Target::of_capability(major, minor).ok_or_else(|| {
        let why = format!("{name} has compute capability {major}.{minor}; the least is 7.5");
        Error::NoDevice(why)
    })?;
    let driver = (version / 1000, version % 1000 / 10);
    Ok(Gpu { number, name, capability, memory, driver, target })
}

/// Loads PTX on a GPU; machine code comes from the cache, if there is one and it has that.
///
/// # Errors
/// The driver is too old, or refuses.
#[cfg(feature = "driver")]
pub(crate) fn load(
    gpu: &Gpu,
    text: &str,
    cache: Option<&Cache>,
) -> Result<(loaded::Loaded, Cached), Error> {
    loaded::Loaded::load(Box::new(start()?), gpu, text, cache)
}

/// A GPU without kernels, for its memory.
///
/// # Errors
/// The driver refuses; or this build is without it.
pub(crate) fn open(gpu: &Gpu) -> Result<Box<dyn Device + Send>, Error> {
    #[cfg(feature = "driver")]
    return Ok(Box::new(loaded::Loaded::open(Box::new(start()?), gpu)?));
    #[cfg(not(feature = "driver"))]
    Err(find(gpu.number).err().unwrap_or_else(missing))
}

/// As `load`, whatever the build.
///
/// # Errors
/// The driver is too old, or refuses; or this build is without it.
pub(crate) fn load_boxed(
    gpu: &Gpu,
    text: &str,
    cache: Option<&Cache>,
) -> Result<(Box<dyn Device + Send>, Cached), Error> {
    #[cfg(feature = "driver")]
    {
        let (device, cached) = load(gpu, text, cache)?;
        Ok((Box::new(device), cached))
    }
    #[cfg(not(feature = "driver"))]
    {
        let _ = (text, cache);
        Err(find(gpu.number).err().unwrap_or_else(missing))
    }
}

/// The error of a build without the driver.
#[cfg(not(feature = "driver"))]
fn missing() -> Error {
    Error::NoDevice("this build of hloom is without NVIDIA's driver".to_owned())
}
