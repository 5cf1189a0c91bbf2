//! Clients, devices, memories and topologies.
//!
//! A device is a number: all devices of a client are this machine's CPU. Clients live as long as
//! the process, since buffers and executables may outlive what the framework destroys first.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::error::{Error, Outcome};

/// The platform's name, as in `JAX_PLATFORMS=hloom`.
pub(crate) const PLATFORM: &str = "hloom";

/// The version of the platform.
pub(crate) const VERSION: &str = concat!("hloom ", env!("CARGO_PKG_VERSION"));

/// The kind of all devices.
pub(crate) const KIND: &str = "cpu";

/// The kind of all memories.
pub(crate) const MEMORY_KIND: &str = "device";

/// The most devices that a client may have.
const MOST_DEVICES: i64 = 4096;

/// A device.
#[repr(C)]
pub struct Device {
    head: usize,
    /// Its number.
    pub(crate) id: i32,
    /// Its name, as `hloom:0`.
    pub(crate) name: String,
    memory: OnceLock<&'static Memory>,
    /// The devices of the client.
    pub(crate) peers: OnceLock<&'static [&'static Device]>,
}

impl Device {
    /// The memory of the device.
    pub(crate) fn memory(&self) -> Outcome<&&'static Memory> {
        self.memory.get().ok_or_else(|| Error::bug("a device has no memory"))
    }
}

/// The memory of a device.
#[repr(C)]
pub struct Memory {
    head: usize,
    /// Its number, which is the device's.
    pub(crate) id: i32,
    /// Its name.
    pub(crate) name: String,
    /// The device.
    pub(crate) device: &'static Device,
}

/// A client: its devices and memories.
#[repr(C)]
pub struct Client {
    head: usize,
    /// All devices.
    pub(crate) devices: &'static [&'static Device],
    /// All memories, by their devices.
    pub(crate) memories: &'static [&'static Memory],
    /// The topology.
    pub(crate) topology: Topology,
    /// The preparation of the code generator until the first compilation, and the process that it
    /// runs in.
    warm_up: Mutex<Option<(u32, hloom::WarmUp)>>,
}

/// The devices of a client, without their memories.
#[repr(C)]
pub struct Topology {
    head: usize,
    /// All devices.
    pub(crate) devices: &'static [&'static Device],
}

impl Client {
    /// A client with this many devices.
    ///
    /// # Errors
    /// If the number is not one to [`MOST_DEVICES`].
    pub(crate) fn new(count: i64) -> Outcome<&'static Client> {
        if !(1..=MOST_DEVICES).contains(&count) {
            let range = format!("between 1 and {MOST_DEVICES}, but is {count}");
            return Err(Error::invalid(format!("the number of devices must be {range}")));
        }
        let device = |id: i32| -> &'static Device {
            let (memory, peers) = (OnceLock::new(), OnceLock::new());
            Box::leak(Box::new(Device { head: 0, id, name: format!("hloom:{id}"), memory, peers }))
        };
        let devices: Vec<&'static Device> = (0..count as i32).map(device).collect();
        let devices: &'static [&'static Device] = Box::leak(devices.into_boxed_slice());
        let memory = |&device: &&'static Device| -> &'static Memory {
            let name = format!("hloom:{} memory", device.id);
            let memory: &'static Memory =
                Box::leak(Box::new(Memory { head: 0, id: device.id, name, device }));
            // Each cell is set here alone, so it is empty.
            let _ = device.memory.set(memory);
            let _ = device.peers.set(devices);
            memory
        };
        let memories: Vec<&'static Memory> = devices.iter().map(memory).collect();
        let memories = Box::leak(memories.into_boxed_slice());
        let topology = Topology { head: 0, devices };
        Ok(Box::leak(Box::new(Client {
            head: 0,
            devices,
            memories,
            topology,
            warm_up: Mutex::new(Some((std::process::id(), hloom::warm_up()))),
        })))
    }

    /// Waits until the code generator is prepared.
    pub(crate) fn warm(&self) {
        match self.warm_up.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // A process that was forked from that one does not have its threads.
            Some((process, warm_up)) if process != std::process::id() => {
                std::mem::forget(warm_up);
            }
            made => drop(made),
        }
    }

    /// The device of a number.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn device(&self, id: i64) -> Outcome<&'static Device> {
        let found = usize::try_from(id).ok().and_then(|at| self.devices.get(at).copied());
        found.ok_or_else(|| {
            let last = self.devices.len() - 1;
            let code = crate::error::Code::NotFound;
            Error::new(code, format!("there is no device {id}; the devices are 0 to {last}"))
        })
    }
}

/// The number of devices that the environment asks for: `HLOOM_DEVICES`, or 1.
///
/// # Errors
/// If it is not a number.
pub(crate) fn devices_of_environment() -> Outcome<i64> {
    match std::env::var("HLOOM_DEVICES") {
        Err(_) => Ok(1),
        Ok(text) => text.trim().parse().map_err(|_| {
            Error::invalid(format!("HLOOM_DEVICES must be a number of devices, but is {text:?}"))
        }),
    }
}
