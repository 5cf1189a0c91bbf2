//! Calls back to Python: the custom call `hloom_callback`.
//!
//! The Python package registers one C function; a program names a callback by its number. The
//! function gets the addresses of the operands and of the results, whose shapes it knows.
//!
//! JAX itself gives [`Inspector`]s, whose addresses stand in a program.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Arc, OnceLock, RwLock};

use hloom_interp::{Call, EvalError, Targets, Value};
use hloom_ir::{Attr, Literal};

/// The name of the custom call.
const TARGET: &str = "hloom_callback";

/// Whether a custom call of this name calls back.
pub(crate) fn is_target(name: &[u8]) -> bool {
    name == TARGET.as_bytes()
}

/// The bytes that an error message may take.
const MESSAGE: usize = 1 << 14;

/// A function that runs callback `number`: operands, results, and room for an error message. It
/// returns 0 if it succeeded.
pub(crate) type Function = unsafe extern "C" fn(
    number: i64,
    operands: *const *const c_void,
    results: *const *mut c_void,
    message: *mut c_char,
    room: usize,
) -> i32;

/// The registered function.
static FUNCTION: RwLock<Option<Function>> = RwLock::new(None);

/// Registers the function that runs callbacks; `None` removes it.
pub(crate) fn register(function: Option<Function>) {
    *FUNCTION.write().unwrap_or_else(std::sync::PoisonError::into_inner) = function;
}

/// The custom calls that the plugin adds to the interpreter's.
pub(crate) fn targets() -> Arc<Targets> {
    static TARGETS: OnceLock<Arc<Targets>> = OnceLock::new();
    let made = || {
        let mut targets = Targets::new();
        targets.add(TARGET, call_back);
        Arc::new(targets)
    };
    TARGETS.get_or_init(made).clone()
}

fn call_back(call: &Call<'_>) -> Result<Vec<Value>, Box<EvalError>> {
    let number = match call.config {
        Some(Attr::String(text)) => std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()),
        _ => None,
    };
    let number = number.ok_or_else(|| {
        EvalError::invalid(format!("@{TARGET} needs the number of a callback as its configuration"))
    })?;
    let function = *FUNCTION.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    let function = function.ok_or_else(|| {
        EvalError::invalid(format!("@{TARGET} is for programs that the Python package compiles"))
    })?;
    let tensors = |value: &Value| value.tensor().map(Literal::expanded);
    let operands: Vec<Literal> = call.operands.iter().filter_map(tensors).collect();
    let mut results = Vec::new();
    for &ty in call.results.iter().filter(|ty| ty.as_tensor().is_some()) {
        let zeros = Literal::zeros(ty).map_err(|error| EvalError::invalid(error.to_string()))?;
        results.push(zeros.expanded());
    }
    let from: Vec<*const c_void> = operands.iter().map(|x| x.bytes().as_ptr().cast()).collect();
    let to: Vec<*mut c_void> =
        results.iter_mut().map(|x| x.as_mut_slice::<u8>().as_mut_ptr().cast()).collect();
    let mut message = vec![0u8; MESSAGE];
    let room = message.len();
    // SAFETY: the function was registered for this interface; it reads the operands and writes the
    // results, whose sizes it has from the program, and writes at most `room` bytes of message.
    let status =
        unsafe { function(number, from.as_ptr(), to.as_ptr(), message.as_mut_ptr().cast(), room) };
    if status != 0 {
        let end = message.iter().position(|&b| b == 0).unwrap_or(room);
        let said = String::from_utf8_lossy(&message[..end]).into_owned();
        return Err(EvalError::invalid(said));
    }
    let mut results = results.into_iter();
    let value = |ty: &hloom_ir::Type| match ty.as_tensor() {
        Some(_) => results.next().map_or(Value::Token, Value::Tensor),
        None => Value::Token,
    };
    Ok(call.results.iter().map(value).collect())
}

/// A function of the caller that is told a sharding, and what it is given (`JAX_InspectSharding_Callback`).
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Inspector {
    call: unsafe extern "C" fn(*mut c_void, *mut Told),
    data: *mut c_void,
}

/// A sharding for an [`Inspector`], and its answer (`JAX_InspectSharding_Callback_Args`).
#[repr(C)]
pub(crate) struct Told {
    message: *const c_char,
    length: usize,
    /// The error's text; null if there is none.
    error: *const c_char,
    error_memory: *mut c_void,
    free_error: Option<unsafe extern "C" fn(*mut Told)>,
}

impl Inspector {
    /// The function whose address and argument these bytes are, if it lies in a library that is loaded.
    pub(crate) fn of(bytes: &[u8]) -> Option<Inspector> {
        let (call, data) = bytes.split_at_checked(size_of::<usize>())?;
        let address = |bytes: &[u8]| Some(usize::from_ne_bytes(bytes.try_into().ok()?));
        let (call, data) = (address(call)?, address(data)?);
        // SAFETY: all bytes of the struct may be zero, and `dladdr` reads no memory at the address.
        let library = unsafe {
            let mut found: libc::Dl_info = std::mem::zeroed();
            libc::dladdr(call as *const c_void, &raw mut found)
        };
        if call == 0 || data == 0 || library == 0 {
            return None;
        }
        // SAFETY: the pointer is not null. That it is one of a function of this type is what the
        // program says; its author is the process itself, as the library shows.
        let call = unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(_, _)>(call) };
        Some(Inspector { call, data: data as *mut c_void })
    }

    /// Tells a sharding, as a serialized message.
    ///
    /// # Errors
    /// What the function says.
    pub(crate) fn tell(self, message: &[u8]) -> Result<(), String> {
        let mut told = Told {
            message: message.as_ptr().cast(),
            length: message.len(),
            error: std::ptr::null(),
            error_memory: std::ptr::null_mut(),
            free_error: None,
        };
        // SAFETY: the function is one of this interface; it reads the message and sets the error.
        unsafe {
            (self.call)(self.data, &raw mut told);
            if told.error.is_null() {
                return Ok(());
            }
            let error = CStr::from_ptr(told.error).to_string_lossy().into_owned();
            told.free_error.inspect(|free| free(&raw mut told));
            Err(error)
        }
    }
}
