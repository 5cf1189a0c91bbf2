//! Functions of the plugin, of clients, devices, memories and topologies.

use std::ffi::c_void;

use super::args::{
    ClientCreate, Counted, DefaultDeviceAssignment, Flag, List, LookupDevice, MemoryStats,
    NamedValue, Nothing, Number, Object, PluginAttributes, Size, TopologyCreate,
};
use super::call::{bytes, entries, list, object};
use crate::device::{
    Client, Device, MEMORY_KINDS, Memory, PLATFORM, Topology, VERSION, Wanted,
    devices_of_environment,
};
use crate::error::{Code, Error, Outcome};

/// The version of StableHLO up to which programs are read.
static STABLEHLO: [i64; 3] = [1, 13, 0];

/// The oldest version of StableHLO that is read.
static OLDEST: [i64; 3] = [0, 9, 0];

/// The `PJRT_NamedValue_Type` of a text, an integer, and a list of integers.
const TEXT: i32 = 0;
const INTEGER: i32 = 1;
const INTEGERS: i32 = 2;

/// Attributes with the lifetime of the process.
struct Attributes(Vec<NamedValue>);

// SAFETY: the pointers are to constants.
unsafe impl Send for Attributes {}
// SAFETY: as above.
unsafe impl Sync for Attributes {}

fn attributes() -> &'static [NamedValue] {
    static MADE: std::sync::OnceLock<Attributes> = std::sync::OnceLock::new();
    let version = |name: &'static str, numbers: &'static [i64; 3]| NamedValue {
        struct_size: size_of::<NamedValue>(),
        extension_start: std::ptr::null_mut(),
        name: name.as_ptr().cast(),
        name_size: name.len(),
        kind: INTEGERS,
        value: numbers.as_ptr().expose_provenance() as u64,
        value_size: numbers.len(),
    };
    let made = || {
        Attributes(vec![
            version("stablehlo_current_version", &STABLEHLO),
            version("stablehlo_minimum_version", &OLDEST),
        ])
    };
    &MADE.get_or_init(made).0
}

fn text(args: &mut List, text: &'static str) -> Outcome<()> {
    (args.list, args.size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

fn listed<T>(args: &mut List, all: &'static [T]) -> Outcome<()> {
    (args.list, args.size) = (all.as_ptr().cast(), all.len());
    Ok(())
}

/// The devices that options ask for.
///
/// # Safety
/// The options are those of a client or a topology.
unsafe fn wanted(options: &[NamedValue]) -> Outcome<Wanted> {
    for option in options {
        // SAFETY: the caller keeps to the API.
        match (unsafe { bytes(option.name, option.name_size) }, option.kind) {
            (b"num_devices", INTEGER) => return Ok(Wanted::Cpu(option.value as i64)),
            (b"num_devices", _) => {
                return Err(Error::invalid("the option num_devices must be an integer"));
            }
            (b"devices", TEXT) => {
                let text = std::ptr::with_exposed_provenance(option.value as usize);
                // SAFETY: as above.
                let text = unsafe { bytes(text, option.value_size) };
                return Wanted::parse("the option devices", &String::from_utf8_lossy(text));
            }
            (b"devices", _) => return Err(Error::invalid("the option devices must be a text")),
            // JAX and other frameworks have options of their own.
            _ => {}
        }
    }
    devices_of_environment()
}

entries! {
    /// `PJRT_Plugin_Initialize`.
    fn initialize(_args: Nothing) {
        Ok(())
    }

    /// `PJRT_Plugin_Attributes`.
    fn plugin_attributes(args: PluginAttributes) {
        let all = attributes();
        (args.attributes, args.num_attributes) = (all.as_ptr(), all.len());
        Ok(())
    }

    /// `PJRT_Client_Create`.
    fn create(args: ClientCreate) {
        let options = list(args.create_options, args.num_options);
        args.client = Client::new(&wanted(options)?)?;
        Ok(())
    }

    /// `PJRT_TopologyDescription_Create`: of the devices that the name asks for as `HLOOM_DEVICES` does, or
    /// the options of a client, or the environment.
    fn create_topology(args: TopologyCreate) {
        let name = String::from_utf8_lossy(bytes(args.name, args.name_size));
        let wanted = match name.trim() {
            "" => wanted(list(args.create_options, args.num_options))?,
            name => Wanted::parse("the topology's name", name)?,
        };
        args.topology = &raw const Client::new(&wanted)?.topology;
        Ok(())
    }

    /// `PJRT_Client_Destroy`: clients live as long as the process.
    fn destroy(args: Object) {
        if let Some(client) = args.object.cast::<Client>().as_ref() {
            client.warm();
        }
        Ok(())
    }

    /// `PJRT_TopologyDescription_Destroy`: topologies live as long as the process.
    fn destroy_topology(_args: Object) {
        Ok(())
    }

    /// `PJRT_Client_PlatformName`.
    fn platform(args: List) {
        text(args, PLATFORM)
    }

    /// `PJRT_Client_PlatformVersion`.
    fn version(args: List) {
        text(args, VERSION)
    }

    /// `PJRT_Client_ProcessIndex` and `PJRT_DeviceDescription_ProcessIndex`.
    fn process(args: Number) {
        args.number = 0;
        Ok(())
    }

    /// `PJRT_Client_Devices` and `PJRT_Client_AddressableDevices`.
    fn devices(args: List) {
        listed(args, object(args.object.cast::<Client>())?.devices)
    }

    /// `PJRT_Client_AddressableMemories`.
    fn memories(args: List) {
        listed(args, object(args.object.cast::<Client>())?.memories)
    }

    /// `PJRT_Client_LookupDevice` and `PJRT_Client_LookupAddressableDevice`.
    fn lookup(args: LookupDevice) {
        args.device = object(args.client)?.device(args.id.into())?;
        Ok(())
    }

    /// `PJRT_Client_TopologyDescription`.
    fn topology(args: Size) {
        let client = object(args.object.cast::<Client>())?;
        args.size = (&raw const client.topology).expose_provenance();
        Ok(())
    }

    /// `PJRT_Client_DefaultDeviceAssignment`: the devices in order.
    fn assignment(args: DefaultDeviceAssignment) {
        let client = object(args.client)?;
        let count = i64::from(args.num_replicas) * i64::from(args.num_partitions);
        client.device(count - 1)?;
        if (args.default_assignment_size as i64) < count || args.default_assignment.is_null() {
            return Err(Error::invalid(format!("there is no room for {count} devices")));
        }
        for i in 0..count {
            args.default_assignment.add(i as usize).write(i as i32);
        }
        Ok(())
    }

    /// `PJRT_Device_GetDescription`: a device describes itself.
    fn description(args: Size) {
        args.size = args.object.expose_provenance();
        Ok(())
    }

    /// `PJRT_DeviceDescription_Id`, and `PJRT_Device_LocalHardwareId`.
    fn device_id(args: Number) {
        args.number = object(args.object.cast::<Device>())?.id;
        Ok(())
    }

    /// `PJRT_DeviceDescription_Attributes`: there are none.
    fn device_attributes(args: Counted) {
        (args.list, args.size) = (std::ptr::null(), 0);
        Ok(())
    }

    /// `PJRT_DeviceDescription_Kind`.
    fn device_kind(args: List) {
        text(args, &object(args.object.cast::<Device>())?.kind)
    }

    /// `PJRT_DeviceDescription_ToString` and `PJRT_DeviceDescription_DebugString`.
    fn device_name(args: List) {
        let name = &object(args.object.cast::<Device>())?.name;
        (args.list, args.size) = (name.as_ptr().cast(), name.len());
        Ok(())
    }

    /// `PJRT_Device_IsAddressable`.
    fn is_addressable(args: Flag) {
        args.flag = 1;
        Ok(())
    }

    /// `PJRT_Device_AddressableMemories`.
    fn device_memories(args: List) {
        let memories = object(args.object.cast::<Device>())?.memories()?;
        (args.list, args.size) = (memories.as_ptr().cast::<c_void>(), memories.len());
        Ok(())
    }

    /// `PJRT_Device_DefaultMemory`.
    fn device_memory(args: Size) {
        let memory = object(args.object.cast::<Device>())?.memory(0)?;
        args.size = (&raw const *memory).expose_provenance();
        Ok(())
    }

    /// `PJRT_Device_MemoryStats`: of GPUs, whose memory hloom manages.
    fn memory_stats(args: MemoryStats) {
        let device = object(args.device)?;
        let Some(memory) = &device.gpu else {
            let what = "the memory of a CPU is managed by its system";
            return Err(Error::new(Code::Unimplemented, what));
        };
        let usage = memory.usage();
        // A caller leaves anything there: fields that are not set below are marked so.
        *args = MemoryStats { struct_size: args.struct_size, device: args.device, ..std::mem::zeroed() };
        args.bytes_in_use = usage.used as i64;
        (args.peak_bytes_in_use, args.peak_bytes_in_use_is_set) = (usage.peak as i64, 1);
        (args.pool_bytes, args.pool_bytes_is_set) = ((usage.used + usage.kept) as i64, 1);
        if let Some(gpu) = memory.gpu() {
            (args.bytes_limit, args.bytes_limit_is_set) = (gpu.memory as i64, 1);
        }
        Ok(())
    }

    /// `PJRT_Memory_Id`.
    fn memory_id(args: Number) {
        args.number = object(args.object.cast::<Memory>())?.id;
        Ok(())
    }

    /// `PJRT_Memory_Kind`.
    fn memory_kind(args: List) {
        let memory = object(args.object.cast::<Memory>())?;
        text(args, MEMORY_KINDS[memory.kind % MEMORY_KINDS.len()])
    }

    /// `PJRT_Memory_Kind_Id`.
    fn memory_kind_id(args: Number) {
        args.number = object(args.object.cast::<Memory>())?.kind as i32;
        Ok(())
    }

    /// `PJRT_Memory_ToString` and `PJRT_Memory_DebugString`.
    fn memory_name(args: List) {
        let name = &object(args.object.cast::<Memory>())?.name;
        (args.list, args.size) = (name.as_ptr().cast(), name.len());
        Ok(())
    }

    /// `PJRT_Memory_AddressableByDevices`.
    fn memory_devices(args: List) {
        let device = &object(args.object.cast::<Memory>())?.device;
        (args.list, args.size) = ((&raw const *device).cast::<c_void>(), 1);
        Ok(())
    }

    /// `PJRT_TopologyDescription_Attributes`: there are none.
    fn topology_attributes(args: List) {
        (args.list, args.size) = (std::ptr::null(), 0);
        Ok(())
    }

    /// `PJRT_TopologyDescription_GetDeviceDescriptions`.
    fn topology_devices(args: List) {
        listed(args, object(args.object.cast::<Topology>())?.devices)
    }
}
