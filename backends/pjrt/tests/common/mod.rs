//! The plugin's C interface, called as JAX calls it: through the table that `GetPjrtApi` returns.

#![allow(dead_code)] // Each test file uses some of it.

use std::ffi::c_void;
use std::ptr::null_mut;

use hloom_ir::Literal;
use hloom_pjrt::raw::{
    BufferFromHostBuffer, ClientCreate, Compile, ErrorMessage, Execute, Flag, NAMES, NamedValue,
    Object, Program, ReadyEvent, Size, ToHostBuffer,
};

/// Calls a function of the table by its name; an error is its message.
pub(crate) fn call<A>(name: &str, args: &mut A) -> Result<(), String> {
    // SAFETY: the table lives as long as the process.
    let api = unsafe { &*hloom_pjrt::GetPjrtApi() };
    let at = NAMES.iter().position(|&known| known == name).expect("the table has the function");
    type Function<A> = unsafe extern "C" fn(*mut A) -> *mut c_void;
    // SAFETY: all functions but two return an error, and each takes its own struct.
    let error = unsafe {
        let function = std::mem::transmute::<*const c_void, Function<A>>(api.functions[at]);
        function(args)
    };
    if error.is_null() {
        return Ok(());
    }
    let mut text: ErrorMessage = zeroed();
    text.error = error.cast();
    let text = message(&mut text);
    free_error(error);
    Err(text)
}

fn message(args: &mut ErrorMessage) -> String {
    // SAFETY: as above.
    let api = unsafe { &*hloom_pjrt::GetPjrtApi() };
    let at = NAMES.iter().position(|&known| known == "Error_Message").unwrap();
    type Function = unsafe extern "C" fn(*mut ErrorMessage);
    // SAFETY: the function fills the struct, and the text lives as long as the error.
    unsafe {
        std::mem::transmute::<*const c_void, Function>(api.functions[at])(args);
        let bytes = std::slice::from_raw_parts(args.message.cast::<u8>(), args.message_size);
        String::from_utf8_lossy(bytes).into_owned()
    }
}

pub(crate) fn free_error(error: *mut c_void) {
    // SAFETY: as above.
    let api = unsafe { &*hloom_pjrt::GetPjrtApi() };
    let at = NAMES.iter().position(|&known| known == "Error_Destroy").unwrap();
    type Function = unsafe extern "C" fn(*mut Object);
    let mut args: Object = zeroed();
    args.object = error;
    // SAFETY: the error is ours.
    unsafe { std::mem::transmute::<*const c_void, Function>(api.functions[at])(&mut args) }
}

/// A struct of arguments: all zero but its size.
pub(crate) fn zeroed<A>() -> A {
    let mut args = std::mem::MaybeUninit::<A>::zeroed();
    // SAFETY: all structs of the API are integers and pointers, and begin with the size.
    unsafe {
        args.as_mut_ptr().cast::<usize>().write(size_of::<A>());
        args.assume_init()
    }
}

/// A client.
pub(crate) struct Client(pub(crate) *const c_void);

impl Client {
    pub(crate) fn new() -> Client {
        Client::with_devices(1)
    }

    /// A client with this many devices.
    pub(crate) fn with_devices(count: u64) -> Client {
        let name = "num_devices";
        let mut option: NamedValue = zeroed();
        (option.name, option.name_size) = (name.as_ptr().cast(), name.len());
        (option.kind, option.value, option.value_size) = (1, count, 1);
        let mut args: ClientCreate = zeroed();
        (args.create_options, args.num_options) = (&option, 1);
        call("Client_Create", &mut args).unwrap();
        Client(args.client.cast())
    }

    /// A client with devices by their names, as `emulated-sm_80:2`.
    pub(crate) fn with(devices: &str) -> Result<Client, String> {
        let name = "devices";
        let mut option: NamedValue = zeroed();
        (option.name, option.name_size) = (name.as_ptr().cast(), name.len());
        option.value = devices.as_ptr().expose_provenance() as u64;
        option.value_size = devices.len();
        let mut args: ClientCreate = zeroed();
        (args.create_options, args.num_options) = (&option, 1);
        call("Client_Create", &mut args)?;
        Ok(Client(args.client.cast()))
    }

    pub(crate) fn compile(&self, code: &[u8], format: &str) -> Result<*const c_void, String> {
        self.compile_as(code, format, &[])
    }

    /// Compiles with a `CompileOptionsProto`.
    pub(crate) fn compile_as(
        &self,
        code: &[u8],
        format: &str,
        options: &[u8],
    ) -> Result<*const c_void, String> {
        let mut program: Program = zeroed();
        (program.code, program.code_size) = (code.as_ptr().cast_mut().cast(), code.len());
        (program.format, program.format_size) = (format.as_ptr().cast(), format.len());
        let mut args: Compile = zeroed();
        (args.client, args.program) = (self.0.cast(), &program);
        (args.compile_options, args.compile_options_size) =
            (options.as_ptr().cast(), options.len());
        call("Client_Compile", &mut args)?;
        Ok(args.executable.cast_const().cast())
    }

    /// A buffer with the elements of a tensor, used where they lie.
    pub(crate) fn buffer(&self, kind: i32, tensor: &Literal) -> *mut c_void {
        let mut args: BufferFromHostBuffer = zeroed();
        args.client = self.0.cast();
        (args.data, args.kind) = (tensor.bytes().as_ptr().cast(), kind);
        (args.dims, args.num_dims) = (tensor.dims().as_ptr(), tensor.dims().len());
        args.host_buffer_semantics = 2;
        call("Client_BufferFromHostBuffer", &mut args).unwrap();
        destroy("Event_Destroy", args.done_with_host_buffer.cast());
        args.buffer.cast()
    }
}

pub(crate) fn destroy(name: &str, object: *mut c_void) {
    let mut args: Object = zeroed();
    args.object = object;
    call(name, &mut args).unwrap();
}

pub(crate) fn outputs(executable: *const c_void) -> usize {
    let mut args: Size = zeroed();
    args.object = executable;
    call("LoadedExecutable_GetExecutable", &mut args).unwrap();
    let plain = std::ptr::with_exposed_provenance_mut::<c_void>(args.size);
    (args.object, args.size) = (plain, 0);
    call("Executable_NumOutputs", &mut args).unwrap();
    destroy("Executable_Destroy", plain);
    args.size
}

/// Runs an executable on one device; waits for nothing.
pub(crate) fn run(
    executable: *const c_void,
    arguments: &[*mut c_void],
) -> Result<Vec<*mut c_void>, String> {
    let (results, event) = begin(executable, arguments)?;
    destroy("Event_Destroy", event);
    Ok(results)
}

/// Runs an executable on one device; its results, and the event of its end.
pub(crate) fn begin(
    executable: *const c_void,
    arguments: &[*mut c_void],
) -> Result<(Vec<*mut c_void>, *mut c_void), String> {
    let mut results: Vec<*mut c_void> = vec![null_mut(); outputs(executable)];
    let (list, to) = ([arguments.as_ptr()], [results.as_mut_ptr()]);
    let mut event = null_mut();
    let mut args: Execute = zeroed();
    args.executable = executable.cast();
    args.argument_lists = list.as_ptr().cast();
    (args.num_devices, args.num_args) = (1, arguments.len());
    args.output_lists = to.as_ptr().cast();
    args.device_complete_events = &mut event;
    call("LoadedExecutable_Execute", &mut args)?;
    Ok((results, event.cast()))
}

/// The bytes of a buffer.
pub(crate) fn read(buffer: *mut c_void) -> Result<Vec<u8>, String> {
    let mut args: ToHostBuffer = zeroed();
    args.src = buffer.cast_const().cast();
    call("Buffer_ToHostBuffer", &mut args)?;
    let mut bytes = vec![0u8; args.dst_size];
    (args.dst, args.event) = (bytes.as_mut_ptr().cast(), null_mut());
    if bytes.is_empty() {
        return Ok(bytes);
    }
    call("Buffer_ToHostBuffer", &mut args)?;
    let mut wait: Object = zeroed();
    wait.object = args.event.cast();
    call("Event_Await", &mut wait)?;
    destroy("Event_Destroy", args.event.cast());
    Ok(bytes)
}

pub(crate) fn is_deleted(buffer: *mut c_void) -> bool {
    let mut args: Flag = zeroed();
    args.object = buffer;
    call("Buffer_IsDeleted", &mut args).unwrap();
    args.flag != 0
}

/// Waits for an event.
pub(crate) fn wait(event: *mut c_void) -> Result<(), String> {
    let mut args: Object = zeroed();
    args.object = event;
    call("Event_Await", &mut args)
}

/// The event that a buffer is there.
pub(crate) fn ready(buffer: *mut c_void) -> *mut c_void {
    let mut args: ReadyEvent = zeroed();
    args.buffer = buffer.cast_const().cast();
    call("Buffer_ReadyEvent", &mut args).unwrap();
    args.event.cast()
}

/// Whether an event has happened.
pub(crate) fn is_ready(event: *mut c_void) -> bool {
    let mut args: Flag = zeroed();
    args.object = event;
    call("Event_IsReady", &mut args).unwrap();
    args.flag != 0
}
