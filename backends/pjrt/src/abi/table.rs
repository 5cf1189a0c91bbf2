//! The table of the API's functions, in the order of `pjrt_c_api.h`.

use std::ffi::c_void;
use std::sync::OnceLock;

use super::args::Version;
use super::call::give;
use super::{buffers, clients, errors, executables, layouts};
use crate::error::{Code, Error};

/// The minor version of the API whose functions and fields the table has.
const MINOR: i32 = 81;

/// The table, as the framework reads it.
#[repr(C)]
pub struct Api {
    /// The size of the table in bytes.
    pub struct_size: usize,
    /// A list of extensions.
    pub extension_start: *mut c_void,
    /// The version of the API.
    pub version: Version,
    /// The functions.
    pub functions: [*const c_void; NAMES.len()],
}

// SAFETY: the pointers are to functions.
unsafe impl Send for Api {}
// SAFETY: as above.
unsafe impl Sync for Api {}

/// Makes the list of names, and of functions; a function without a definition says so when called.
macro_rules! table {
    ($($name:ident $(= $function:path)?,)+) => {
        /// The names of the functions, without `PJRT_`.
        pub const NAMES: &[&str] = &[$(stringify!($name)),+];

        fn functions() -> [*const c_void; NAMES.len()] {
            [$(table!(@ $name $($function)?)),+]
        }
    };
    (@ $name:ident $function:path) => {
        $function as *const c_void
    };
    (@ $name:ident) => {{
        unsafe extern "C" fn absent(_: *mut c_void) -> *mut Error {
            let what = concat!("hloom does not have the function PJRT_", stringify!($name));
            give(Error::new(Code::Unimplemented, what))
        }
        absent as *const c_void
    }};
}

table! {
    Error_Destroy = errors::destroy,
    Error_Message = errors::message,
    Error_GetCode = errors::code,
    Plugin_Initialize = clients::initialize,
    Plugin_Attributes = clients::plugin_attributes,
    Event_Destroy = errors::destroy_event,
    Event_IsReady = errors::is_ready,
    Event_Error = errors::event_error,
    Event_Await = errors::wait,
    Event_OnReady = errors::on_ready,
    Client_Create = clients::create,
    Client_Destroy = clients::destroy,
    Client_PlatformName = clients::platform,
    Client_ProcessIndex = clients::process,
    Client_PlatformVersion = clients::version,
    Client_Devices = clients::devices,
    Client_AddressableDevices = clients::devices,
    Client_LookupDevice = clients::lookup,
    Client_LookupAddressableDevice = clients::lookup,
    Client_AddressableMemories = clients::memories,
    Client_Compile = executables::compile,
    Client_DefaultDeviceAssignment = clients::assignment,
    Client_BufferFromHostBuffer = buffers::from_host,
    DeviceDescription_Id = clients::device_id,
    DeviceDescription_ProcessIndex = clients::process,
    DeviceDescription_Attributes = clients::device_attributes,
    DeviceDescription_Kind = clients::device_kind,
    DeviceDescription_DebugString = clients::device_name,
    DeviceDescription_ToString = clients::device_name,
    Device_GetDescription = clients::description,
    Device_IsAddressable = clients::is_addressable,
    Device_LocalHardwareId = clients::device_id,
    Device_AddressableMemories = clients::device_memories,
    Device_DefaultMemory = clients::device_memory,
    Device_MemoryStats = clients::memory_stats,
    Memory_Id = clients::memory_id,
    Memory_Kind = clients::memory_kind,
    Memory_DebugString = clients::memory_name,
    Memory_ToString = clients::memory_name,
    Memory_AddressableByDevices = clients::memory_devices,
    Executable_Destroy = executables::destroy,
    Executable_Name = executables::name,
    Executable_NumReplicas = executables::replicas,
    Executable_NumPartitions = executables::partitions,
    Executable_NumOutputs = executables::outputs,
    Executable_SizeOfGeneratedCodeInBytes = executables::code_size,
    Executable_GetCostAnalysis = executables::costs,
    Executable_OutputMemoryKinds = executables::output_kinds,
    Executable_OptimizedProgram = executables::program,
    Executable_Serialize = executables::serialize,
    LoadedExecutable_Destroy = executables::destroy_loaded,
    LoadedExecutable_GetExecutable = executables::executable,
    LoadedExecutable_AddressableDevices = executables::devices,
    LoadedExecutable_Delete = executables::delete,
    LoadedExecutable_IsDeleted = executables::is_deleted,
    LoadedExecutable_Execute = executables::execute,
    Executable_DeserializeAndLoad = executables::deserialize,
    LoadedExecutable_Fingerprint = executables::loaded_fingerprint,
    Buffer_Destroy = buffers::destroy,
    Buffer_ElementType = buffers::element_type,
    Buffer_Dimensions = buffers::dims,
    Buffer_UnpaddedDimensions = buffers::dims,
    Buffer_DynamicDimensionIndices = buffers::dynamic_dims,
    Buffer_GetMemoryLayout = buffers::memory_layout,
    Buffer_OnDeviceSizeInBytes = buffers::size,
    Buffer_Device = buffers::device,
    Buffer_Memory = buffers::memory,
    Buffer_Delete = buffers::delete,
    Buffer_IsDeleted = buffers::is_deleted,
    Buffer_CopyToDevice = buffers::copy_to_device,
    Buffer_ToHostBuffer = buffers::to_host,
    Buffer_IsOnCpu = buffers::is_on_cpu,
    Buffer_ReadyEvent = buffers::ready,
    Buffer_UnsafePointer = buffers::pointer,
    Buffer_IncreaseExternalReferenceCount = buffers::hold,
    Buffer_DecreaseExternalReferenceCount = buffers::release,
    Buffer_OpaqueDeviceMemoryDataPointer = buffers::pointer,
    CopyToDeviceStream_Destroy,
    CopyToDeviceStream_AddChunk,
    CopyToDeviceStream_TotalBytes,
    CopyToDeviceStream_GranuleSize,
    CopyToDeviceStream_CurrentBytes,
    TopologyDescription_Create = clients::create_topology,
    TopologyDescription_Destroy = clients::destroy_topology,
    TopologyDescription_PlatformName = clients::platform,
    TopologyDescription_PlatformVersion = clients::version,
    TopologyDescription_GetDeviceDescriptions = clients::topology_devices,
    TopologyDescription_Serialize,
    TopologyDescription_Attributes = clients::topology_attributes,
    Compile = executables::compile_for,
    Executable_OutputElementTypes = executables::output_types,
    Executable_OutputDimensions = executables::output_dims,
    Buffer_CopyToMemory = buffers::copy_to_memory,
    Client_CreateViewOfDeviceBuffer = buffers::view,
    Executable_Fingerprint = executables::fingerprint,
    Client_TopologyDescription = clients::topology,
    Executable_GetCompiledMemoryStats = executables::memory_stats,
    Memory_Kind_Id = clients::memory_kind_id,
    ExecuteContext_Create,
    ExecuteContext_Destroy,
    Buffer_CopyRawToHost = buffers::raw_to_host,
    AsyncHostToDeviceTransferManager_Destroy,
    AsyncHostToDeviceTransferManager_TransferData,
    Client_CreateBuffersForAsyncHostToDevice,
    AsyncHostToDeviceTransferManager_RetrieveBuffer,
    AsyncHostToDeviceTransferManager_Device,
    AsyncHostToDeviceTransferManager_BufferCount,
    AsyncHostToDeviceTransferManager_BufferSize,
    AsyncHostToDeviceTransferManager_SetBufferError,
    AsyncHostToDeviceTransferManager_AddMetadata,
    Client_DmaMap,
    Client_DmaUnmap,
    Client_CreateUninitializedBuffer = buffers::uninitialized,
    Client_UpdateGlobalProcessInfo,
    TopologyDescription_Deserialize,
    Client_CreateAliasBuffer,
    Client_FulfillAliasBuffer,
    LoadedExecutable_GetDeviceAssignment = executables::assignment,
    Client_CreateErrorBuffer,
    AsyncHostToDeviceTransferManager_TransferLiteral,
    Buffer_CopyRawToHostFuture,
    Device_PoisonExecution,
    Device_CreateAsyncTrackingEvent,
    AsyncTrackingEvent_Destroy,
    Executable_GetCompileOptions = executables::options,
    Buffer_DonateWithControlDependency,
    Event_Create = errors::create_event,
    Event_Set = errors::set_event,
}

/// The table.
pub(crate) fn api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    API.get_or_init(|| Api {
        struct_size: size_of::<Api>(),
        extension_start: (&raw const layouts::EXTENSION).cast_mut().cast(),
        version: Version {
            struct_size: size_of::<Version>(),
            extension_start: std::ptr::null_mut(),
            major_version: 0,
            minor_version: MINOR,
        },
        functions: functions(),
    })
}
