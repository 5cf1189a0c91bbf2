//! The structs of the C API that hloom's functions read and write.
//!
//! Each begins with the caller's size of the struct and a list of extensions; the names of fields
//! are those of `pjrt_c_api.h`. Booleans are bytes here, since a caller may leave any byte there.

use std::ffi::{c_char, c_void};

use crate::buffer::Buffer;
use crate::device::{Client, Device, Memory, Topology};
use crate::error::Error;
use crate::event::Event;
use crate::executable::{Executable, LoadedExecutable};

/// A struct of the API that begins with its size: integers and pointers without padding that
/// matters.
///
/// # Safety
/// Any bytes are a value of the type, and its first field is the size.
pub(crate) unsafe trait Args: Copy {}

/// Defines structs of the API.
macro_rules! args {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty,)* })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(C)]
        #[allow(missing_docs)]
        pub struct $name {
            pub struct_size: usize,
            pub extension_start: *mut c_void,
            $(pub $field: $ty,)*
        }
        // SAFETY: the fields are integers and pointers, the first one is the size.
        unsafe impl Args for $name {}
    )+};
}

/// A function that the caller frees memory with.
pub type Deleter = unsafe extern "C" fn(*mut c_void);

/// A function that is called when an event is ready.
pub type OnReady = unsafe extern "C" fn(*mut Error, *mut c_void);

args! {
    /// A name with a value.
    NamedValue {
        name: *const c_char, name_size: usize, kind: i32, value: u64, value_size: usize,
    }
    /// The version of the API.
    Version { major_version: i32, minor_version: i32, }
    /// A function whose only argument is an object.
    Object { object: *mut c_void, }
    /// A function that returns a number of 32 bits.
    Number { object: *const c_void, number: i32, }
    /// A function that returns a number of 64 bits or an address.
    Size { object: *const c_void, size: usize, }
    /// A function that returns whether something is so.
    Flag { object: *const c_void, flag: u8, }
    /// A function that returns text or a list: its address, then its length.
    List { object: *const c_void, list: *const c_void, size: usize, }
    /// A function that returns a list: its length, then its address.
    Counted { object: *const c_void, size: usize, list: *const c_void, }
    /// A function without arguments.
    Nothing {}
    /// A function that returns attributes of the plugin.
    PluginAttributes { attributes: *const NamedValue, num_attributes: usize, }
    /// `PJRT_Error_Message`.
    ErrorMessage { error: *const Error, message: *const c_char, message_size: usize, }
    /// `PJRT_Event_OnReady`.
    EventOnReady { event: *const Event, callback: Option<OnReady>, user_arg: *mut c_void, }
    /// `PJRT_Event_Create`.
    EventCreate { event: *mut Event, }
    /// `PJRT_Event_Set`.
    EventSet {
        event: *const Event, error_code: i32, error_message: *const c_char, error_message_size: usize,
    }
    /// `PJRT_Client_Create`.
    ClientCreate {
        create_options: *const NamedValue, num_options: usize,
        kv_get_callback: *mut c_void, kv_get_user_arg: *mut c_void,
        kv_put_callback: *mut c_void, kv_put_user_arg: *mut c_void,
        client: *const Client,
        kv_try_get_callback: *mut c_void, kv_try_get_user_arg: *mut c_void,
    }
    /// `PJRT_Client_LookupDevice` and `PJRT_Client_LookupAddressableDevice`.
    LookupDevice { client: *const Client, id: i32, device: *const Device, }
    /// A program.
    Program {
        code: *mut c_char, code_size: usize, format: *const c_char, format_size: usize,
    }
    /// `PJRT_Client_Compile`.
    Compile {
        client: *const Client, program: *const Program,
        compile_options: *const c_char, compile_options_size: usize,
        executable: *mut LoadedExecutable,
    }
    /// `PJRT_Client_DefaultDeviceAssignment`.
    DefaultDeviceAssignment {
        client: *const Client, num_replicas: i32, num_partitions: i32,
        default_assignment_size: usize, default_assignment: *mut i32,
    }
    /// `PJRT_Client_BufferFromHostBuffer`.
    BufferFromHostBuffer {
        client: *const Client, data: *const c_void, kind: i32,
        dims: *const i64, num_dims: usize, byte_strides: *const i64, num_byte_strides: usize,
        host_buffer_semantics: i32,
        device: *const Device, memory: *const Memory, device_layout: *const c_void,
        done_with_host_buffer: *mut Event, buffer: *mut Buffer,
    }
    /// `PJRT_Client_CreateUninitializedBuffer`.
    CreateUninitializedBuffer {
        client: *const Client, shape_dims: *const i64, shape_num_dims: usize,
        shape_element_type: i32, shape_layout: *const c_void,
        device: *const Device, memory: *const Memory, buffer: *mut Buffer,
    }
    /// `PJRT_Client_CreateViewOfDeviceBuffer`.
    CreateViewOfDeviceBuffer {
        client: *const Client, device_buffer_ptr: *const c_void,
        dims: *const i64, num_dims: usize, element_type: i32, layout: *const c_void,
        device: *const Device, on_delete_callback: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
        on_delete_callback_arg: *mut c_void, stream: isize,
        buffer: *mut Buffer, memory: *const Memory,
    }
    /// `PJRT_Device_MemoryStats`, as far as hloom fills it.
    MemoryStats {
        device: *const Device, bytes_in_use: i64,
        peak_bytes_in_use: i64, peak_bytes_in_use_is_set: u8,
        num_allocs: i64, num_allocs_is_set: u8,
        largest_alloc_size: i64, largest_alloc_size_is_set: u8,
        bytes_limit: i64, bytes_limit_is_set: u8,
        bytes_reserved: i64, bytes_reserved_is_set: u8,
        peak_bytes_reserved: i64, peak_bytes_reserved_is_set: u8,
        bytes_reservable_limit: i64, bytes_reservable_limit_is_set: u8,
        largest_free_block_bytes: i64, largest_free_block_bytes_is_set: u8,
        pool_bytes: i64, pool_bytes_is_set: u8,
        peak_pool_bytes: i64, peak_pool_bytes_is_set: u8,
    }
    /// `PJRT_LoadedExecutable_GetDeviceAssignment`, and `PJRT_Executable_Serialize` and
    /// `PJRT_Executable_GetCompileOptions`: bytes that the caller frees.
    Serialized {
        object: *const c_void, bytes: *const c_char, size: usize,
        holder: *mut c_void, deleter: Option<Deleter>,
    }
    /// `PJRT_Executable_OptimizedProgram`.
    OptimizedProgram { executable: *const Executable, program: *mut Program, }
    /// `PJRT_Executable_GetCompiledMemoryStats`.
    CompiledMemoryStats {
        executable: *const Executable,
        generated_code_size_in_bytes: i64, argument_size_in_bytes: i64,
        output_size_in_bytes: i64, alias_size_in_bytes: i64, temp_size_in_bytes: i64,
        host_generated_code_size_in_bytes: i64, host_argument_size_in_bytes: i64,
        host_output_size_in_bytes: i64, host_alias_size_in_bytes: i64,
        host_temp_size_in_bytes: i64, peak_memory_in_bytes: i64, total_size_in_bytes: i64,
    }
    /// `PJRT_Executable_OutputDimensions`.
    OutputDimensions {
        executable: *const Executable, num_outputs: usize,
        dims: *const i64, dim_sizes: *const usize,
    }
    /// `PJRT_Executable_OutputMemoryKinds`.
    OutputMemoryKinds {
        executable: *const Executable, num_outputs: usize,
        memory_kinds: *const *const u8, memory_kind_sizes: *const usize,
    }
    /// `PJRT_Executable_DeserializeAndLoad`.
    DeserializeAndLoad {
        client: *const Client, serialized_executable: *const c_char,
        serialized_executable_size: usize, loaded_executable: *mut LoadedExecutable,
        overridden_options: *const c_char, overridden_options_size: usize,
    }
    /// The options of one run.
    ExecuteOptions {
        send_callbacks: *mut c_void, recv_callbacks: *mut c_void,
        num_send_ops: usize, num_recv_ops: usize, launch_id: i32,
        non_donatable_input_indices: *const i64, num_non_donatable_input_indices: usize,
    }
    /// `PJRT_LoadedExecutable_Execute`.
    Execute {
        executable: *const LoadedExecutable, options: *const ExecuteOptions,
        argument_lists: *const *const *const Buffer, num_devices: usize, num_args: usize,
        output_lists: *const *mut *mut Buffer, device_complete_events: *mut *mut Event,
        execute_device: *const Device,
    }
    /// `PJRT_Buffer_ToHostBuffer`.
    ToHostBuffer {
        src: *const Buffer, host_layout: *const c_void, dst: *mut c_void, dst_size: usize,
        event: *mut Event,
    }
    /// `PJRT_Buffer_CopyRawToHost`.
    CopyRawToHost {
        buffer: *const Buffer, dst: *mut c_void, offset: i64, transfer_size: i64,
        event: *mut Event,
    }
    /// `PJRT_Buffer_CopyToDevice` and `PJRT_Buffer_CopyToMemory`.
    CopyTo { buffer: *const Buffer, target: *const c_void, result: *mut Buffer, }
    /// `PJRT_Buffer_ReadyEvent`.
    ReadyEvent { buffer: *const Buffer, event: *mut Event, }
    /// `PJRT_Buffer_GetMemoryLayout`: a layout of tiles without tiles.
    MemoryLayout {
        buffer: *const Buffer, layout_size: usize, layout_extension: *mut c_void,
        tiled_size: usize, tiled_extension: *mut c_void,
        minor_to_major: *const i64, minor_to_major_size: usize,
        tile_dims: *const i64, tile_dim_sizes: *const usize, num_tiles: usize,
        kind: i32,
    }
    /// `PJRT_TopologyDescription_Create`.
    TopologyCreate {
        name: *const c_char, name_size: usize,
        create_options: *const NamedValue, num_options: usize,
        topology: *const Topology,
    }
    /// `PJRT_Compile`: for a topology; the client, if there is one, has it.
    CompileFor {
        topology: *const Topology, program: *const Program,
        compile_options: *const c_char, compile_options_size: usize,
        client: *const Client, executable: *mut Executable,
    }
    /// A function of topologies that returns device descriptions.
    Descriptions { topology: *const Topology, descriptions: *const c_void, size: usize, }
}

/// The head of an extension.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Base {
    /// The size of the extension in bytes.
    pub struct_size: usize,
    /// The number of the extension.
    pub kind: i32,
    /// The next one.
    pub next: *const Base,
}

/// A layout of an array of the caller's: the order of its dimensions from the fastest, and tiles,
/// or strides in bytes. Its size says nothing: XLA's caller leaves there whatever it was.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs)]
pub struct HostLayout {
    pub struct_size: usize,
    pub extension_start: *mut c_void,
    pub inner_size: usize,
    pub inner_extension: *mut c_void,
    /// The order of dimensions, or the strides.
    pub numbers: *const i64,
    pub count: usize,
    pub tile_dims: *const i64,
    pub tile_dim_sizes: *const usize,
    pub num_tiles: usize,
    /// 0: an order with tiles; 1: strides.
    pub kind: i32,
}

pub(crate) use args;
