//! Clients, devices, memories and topologies.
//!
//! A device is a number: all devices of a client are this machine's CPU. Clients live as long as
//! the process, since buffers and executables may outlive what the framework destroys first.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::error::{Error, Outcome};
use crate::queue::Queue;

/// The platform's name, as in `JAX_PLATFORMS=hloom`.
pub(crate) const PLATFORM: &str = "hloom";

/// The version of the platform.
pub(crate) const VERSION: &str = concat!("hloom ", env!("CARGO_PKG_VERSION"));

/// The kind of all devices.
pub(crate) const KIND: &str = "cpu";

/// The kinds of a device's memories, which are those of JAX's CPU platform: the same memory under
/// three names. The first one is the default.
pub(crate) const MEMORY_KINDS: [&str; 3] = ["device", "pinned_host", "unpinned_host"];

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
    memories: OnceLock<[&'static Memory; MEMORY_KINDS.len()]>,
    /// The devices of the client.
    pub(crate) peers: OnceLock<&'static [&'static Device]>,
    /// The runs that nobody waits for.
    pub(crate) queue: Queue,
}

impl Device {
    /// The memories of the device, by their kinds.
    ///
    /// # Errors
    /// If the device is not complete.
    pub(crate) fn memories(&self) -> Outcome<&[&'static Memory; MEMORY_KINDS.len()]> {
        self.memories.get().ok_or_else(|| Error::bug("a device has no memory"))
    }

    /// The memory of a kind, by the kind's number.
    ///
    /// # Errors
    /// If there is no such kind.
    pub(crate) fn memory(&self, kind: usize) -> Outcome<&'static Memory> {
        let memory = self.memories()?.get(kind).copied();
        memory.ok_or_else(|| Error::bug(format!("there is no kind of memory {kind}")))
    }
}

/// A memory of a device.
#[repr(C)]
pub struct Memory {
    head: usize,
    /// Its number.
    pub(crate) id: i32,
    /// The number of its kind.
    pub(crate) kind: usize,
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
            let (memories, peers, queue) = (OnceLock::new(), OnceLock::new(), Queue::default());
            let name = format!("hloom:{id}");
            Box::leak(Box::new(Device { head: 0, id, name, memories, peers, queue }))
        };
        let devices: Vec<&'static Device> = (0..count as i32).map(device).collect();
        let devices: &'static [&'static Device] = Box::leak(devices.into_boxed_slice());
        let memory = |device: &'static Device, kind: usize| -> &'static Memory {
            let name = format!("hloom:{} {} memory", device.id, MEMORY_KINDS[kind]);
            let id = device.id * MEMORY_KINDS.len() as i32 + kind as i32;
            Box::leak(Box::new(Memory { head: 0, id, kind, name, device }))
        };
        let mut memories: Vec<&'static Memory> = Vec::new();
        for &device in devices {
            let own = std::array::from_fn(|kind| memory(device, kind));
            memories.extend(own);
            // Each cell is set here alone, so it is empty.
            let _ = device.memories.set(own);
            let _ = device.peers.set(devices);
        }
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
