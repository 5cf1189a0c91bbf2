//! Clients, devices, memories and topologies.
//!
//! The devices of a client are of one kind: each is this machine's CPU, or a GPU, or the emulator of
//! one. Clients live as long as the process, since buffers and executables may outlive what the
//! framework destroys first.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hloom::Allocator;

use crate::error::{Code, Error, Outcome};
use crate::queue::Queue;

/// The platform's name, as in `JAX_PLATFORMS=hloom`.
pub(crate) const PLATFORM: &str = "hloom";

/// The version of the platform.
pub(crate) const VERSION: &str = concat!("hloom ", env!("CARGO_PKG_VERSION"));

/// The kind of devices that are the CPU.
const CPU: &str = "cpu";

/// The kinds of a device's memories, the first of which is the default. A CPU's are the same memory under
/// three names, as on JAX's CPU platform; of a GPU, `device` is its own, and the others are the host's.
pub(crate) const MEMORY_KINDS: [&str; 3] = ["device", "pinned_host", "unpinned_host"];

/// The most devices that a client may have.
const MOST_DEVICES: i32 = 4096;

/// A device.
#[repr(C)]
pub struct Device {
    head: usize,
    /// Its number.
    pub(crate) id: i32,
    /// Its name, as `hloom:0`.
    pub(crate) name: String,
    /// Its kind: `cpu`, or the name of a GPU.
    pub(crate) kind: String,
    /// Its memory, if it is a GPU.
    pub(crate) gpu: Option<Arc<Allocator>>,
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

/// The devices that a client is asked to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// So many, each the CPU.
    Cpu(i64),
    /// The GPUs of this machine: all, or the first so many.
    Gpus(Option<i64>),
    /// So many emulated GPUs of a target.
    Emulated(String, i64),
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

impl Memory {
    /// The GPU that it is memory of; `None` if it is memory of the host.
    pub(crate) fn gpu(&self) -> Option<&Arc<Allocator>> {
        self.device.gpu.as_ref().filter(|_| self.kind == 0)
    }
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
    /// The client, set when it is made.
    client: OnceLock<&'static Client>,
}

impl Topology {
    /// The client of the devices, which compiles for them.
    ///
    /// # Errors
    /// If it is not made yet.
    pub(crate) fn client(&self) -> Outcome<&'static Client> {
        let client = self.client.get().copied();
        client.ok_or_else(|| Error::invalid("the topology has no client"))
    }
}

impl Client {
    /// A client with these devices.
    ///
    /// # Errors
    /// If their number is not one to [`MOST_DEVICES`], or a GPU can't be had.
    pub(crate) fn new(wanted: &Wanted) -> Outcome<&'static Client> {
        let gpus = gpus(wanted)?;
        let count = match wanted {
            Wanted::Cpu(count) => checked(*count)?,
            Wanted::Gpus(_) | Wanted::Emulated(..) => gpus.len() as i32,
        };
        let mut gpus = gpus.into_iter();
        let device = |id: i32| -> &'static Device {
            let (memories, peers, queue) = (OnceLock::new(), OnceLock::new(), Queue::default());
            let name = format!("hloom:{id}");
            let gpu = gpus.next();
            let kind = gpu.as_ref().map_or_else(|| CPU.to_owned(), |gpu| kind_of(gpu));
            Box::leak(Box::new(Device { head: 0, id, name, kind, gpu, memories, peers, queue }))
        };
        let devices: Vec<&'static Device> = (0..count).map(device).collect();
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
        let topology = Topology { head: 0, devices, client: OnceLock::new() };
        let client: &'static Client = Box::leak(Box::new(Client {
            head: 0,
            devices,
            memories,
            topology,
            warm_up: Mutex::new(Some((std::process::id(), hloom::warm_up()))),
        }));
        // It is set here alone, so it is empty.
        let _ = client.topology.client.set(client);
        Ok(client)
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
            Error::new(
                Code::NotFound,
                format!("there is no device {id}; the devices are 0 to {last}"),
            )
        })
    }
}

/// The name of a GPU.
fn kind_of(gpu: &Allocator) -> String {
    match gpu.gpu() {
        Some(gpu) => gpu.name.clone(),
        None => format!("emulated {}", gpu.target().name()),
    }
}

/// A number of devices.
///
/// # Errors
/// If it is not one to [`MOST_DEVICES`].
fn checked(count: i64) -> Outcome<i32> {
    let fits = i32::try_from(count).ok().filter(|count| (1..=MOST_DEVICES).contains(count));
    fits.ok_or_else(|| {
        let range = format!("between 1 and {MOST_DEVICES}, but is {count}");
        Error::invalid(format!("the number of devices must be {range}"))
    })
}

/// The memories of the GPUs that a client is asked to have.
///
/// # Errors
/// If one can't be had.
fn gpus(wanted: &Wanted) -> Outcome<Vec<Arc<Allocator>>> {
    match wanted {
        Wanted::Cpu(_) => Ok(Vec::new()),
        Wanted::Gpus(count) => {
            let count = match count {
                Some(count) => checked(*count)? as usize,
                // Without any, the first one's error says why.
                None => hloom::gpu_count().max(1),
            };
            let each = (0..count).map(hloom::gpu_memory);
            each.collect::<Result<_, _>>().map_err(|error| {
                Error::new(Code::NotFound, format!("GPUs are asked for, but {error}"))
            })
        }
        Wanted::Emulated(target, count) => {
            let each = (0..checked(*count)?).map(|_| hloom::emulated_gpu_memory(target));
            Ok(each.collect::<Result<_, _>>()?)
        }
    }
}

/// The devices that the environment asks for by `HLOOM_DEVICES`; one CPU device by default.
///
/// # Errors
/// As [`Wanted::parse`].
pub(crate) fn devices_of_environment() -> Outcome<Wanted> {
    match std::env::var("HLOOM_DEVICES") {
        Err(_) => Ok(Wanted::Cpu(1)),
        Ok(text) => Wanted::parse("HLOOM_DEVICES", &text),
    }
}

impl Wanted {
    /// The devices that a text asks for: a number of CPU devices; `gpu` for all GPUs, or `gpu:2` for the
    /// first two; `emulated-sm_90a` or `emulated-sm_90a:2` for emulated ones.
    ///
    /// # Errors
    /// If it is none of these; the message begins with `place`.
    pub(crate) fn parse(place: &str, text: &str) -> Outcome<Wanted> {
        let unread = || {
            let forms = "a number of CPU devices, `gpu` or `gpu:2`, or `emulated-sm_90a:2`";
            Error::invalid(format!("{place} must be {forms}, but is {text:?}"))
        };
        let trimmed = text.trim();
        if let Ok(count) = trimmed.parse() {
            return Ok(Wanted::Cpu(count));
        }
        let (kind, count) = match trimmed.split_once(':') {
            Some((kind, count)) => (kind, Some(count.parse().map_err(|_| unread())?)),
            None => (trimmed, None),
        };
        match (kind, kind.strip_prefix("emulated-")) {
            ("gpu", _) => Ok(Wanted::Gpus(count)),
            (_, Some(target)) => Ok(Wanted::Emulated(target.to_owned(), count.unwrap_or(1))),
            _ => Err(unread()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_named_by_kind_and_number() {
        let said = |text: &str| Wanted::parse("HLOOM_DEVICES", text).map_err(|error| error.message);
        assert_eq!(said("4"), Ok(Wanted::Cpu(4)));
        assert_eq!(said(" gpu"), Ok(Wanted::Gpus(None)));
        assert_eq!(said("gpu:2"), Ok(Wanted::Gpus(Some(2))));
        assert_eq!(said("emulated-sm_90a"), Ok(Wanted::Emulated("sm_90a".to_owned(), 1)));
        assert_eq!(said("emulated-sm_75:3"), Ok(Wanted::Emulated("sm_75".to_owned(), 3)));
        for wrong in ["", "cuda", "gpu:", "gpu:x", "4:2"] {
            assert!(said(wrong).unwrap_err().starts_with("HLOOM_DEVICES must be"), "{wrong}");
        }
        let new = |text: &str| {
            let wanted = Wanted::parse("devices", text).unwrap();
            Client::new(&wanted).map(|_| ()).unwrap_err().message
        };
        assert!(new("0").contains("between 1 and 4096, but is 0"));
        assert!(new("emulated-sm_90a:-1").contains("but is -1"));
        assert!(new("emulated-sm_1").contains("unknown GPU target `sm_1`"));
    }
}
