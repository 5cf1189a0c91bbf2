//! The extension for profilers: a table of functions with structs of its own, which have no list of
//! extensions. They begin with a size, which XLA's caller leaves as it was: it says nothing.

use std::ffi::{c_char, c_void};

use super::args::{Base, ErrorMessage, Number, Object};
use super::call::{give, guarded, object, take};
use super::errors;
use crate::error::{Error, Outcome};
use crate::profile::Session;

/// The number of the extension.
const PROFILER: i32 = 1;

/// `PLUGIN_Profiler_Create`.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs)]
pub struct ProfilerCreate {
    pub struct_size: usize,
    pub options: *const c_char,
    pub options_size: usize,
    pub profiler: *mut c_void,
}

/// A function of a session.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs)]
pub struct ProfilerSession {
    pub struct_size: usize,
    pub profiler: *mut c_void,
}

/// `PLUGIN_Profiler_CollectData`.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs)]
pub struct ProfilerCollect {
    pub struct_size: usize,
    pub profiler: *mut c_void,
    pub buffer: *mut u8,
    pub buffer_size_in_bytes: usize,
}

/// The table of the profiler's functions.
#[repr(C)]
#[allow(missing_docs)]
pub struct ProfilerApi {
    pub struct_size: usize,
    pub private: *mut c_void,
    pub error_destroy: unsafe extern "C" fn(*mut Object),
    pub error_message: unsafe extern "C" fn(*mut ErrorMessage),
    pub error_get_code: unsafe extern "C" fn(*mut Number) -> *mut Error,
    pub create: unsafe extern "C" fn(*mut ProfilerCreate) -> *mut Error,
    pub destroy: unsafe extern "C" fn(*mut ProfilerSession) -> *mut Error,
    pub start: unsafe extern "C" fn(*mut ProfilerSession) -> *mut Error,
    pub stop: unsafe extern "C" fn(*mut ProfilerSession) -> *mut Error,
    pub collect_data: unsafe extern "C" fn(*mut ProfilerCollect) -> *mut Error,
}

/// The extension.
#[repr(C)]
pub struct ProfilerExtension {
    /// The head of each extension.
    pub base: Base,
    /// The functions.
    pub api: *const ProfilerApi,
    /// Unused in a plugin's list.
    pub context: i64,
}
// SAFETY: the pointers are to constants.
unsafe impl Sync for ProfilerExtension {}
// SAFETY: as above.
unsafe impl Sync for ProfilerApi {}

static API: ProfilerApi = ProfilerApi {
    struct_size: size_of::<ProfilerApi>(),
    private: std::ptr::null_mut(),
    error_destroy: errors::destroy,
    error_message: errors::message,
    error_get_code: errors::code,
    create,
    destroy,
    start,
    stop,
    collect_data,
};

/// The extension, the last one of the list.
pub(crate) static EXTENSION: ProfilerExtension = ProfilerExtension {
    base: Base {
        struct_size: size_of::<ProfilerExtension>(),
        kind: PROFILER,
        next: std::ptr::null(),
    },
    api: &raw const API,
    context: 0,
};

/// Runs a function on the caller's struct.
///
/// # Safety
/// It is null or that of such a struct, for this thread alone.
unsafe fn enter<A>(args: *mut A, run: impl FnOnce(&mut A) -> Outcome<()>) -> *mut Error {
    let none = || Error::invalid("the arguments of a profiler's function are a null pointer");
    // SAFETY: as the caller promises.
    let outcome = guarded(|| unsafe { args.as_mut() }.ok_or_else(none).and_then(run));
    outcome.err().map_or(std::ptr::null_mut(), give)
}

/// # Safety
/// The pointer is null or that of a session.
unsafe fn session<'a>(at: *mut c_void) -> Outcome<&'a Session> {
    // SAFETY: as the caller promises.
    unsafe { object(at.cast::<Session>().cast_const()) }
}

/// `PLUGIN_Profiler_Create`.
///
/// # Safety
/// `args` is a struct of the API.
unsafe extern "C" fn create(args: *mut ProfilerCreate) -> *mut Error {
    // SAFETY: the caller keeps to the API.
    unsafe {
        enter(args, |args| {
            args.profiler = give(Session::default()).cast();
            Ok(())
        })
    }
}

/// `PLUGIN_Profiler_Destroy`.
///
/// # Safety
/// As [`create`]; the session is the caller's.
unsafe extern "C" fn destroy(args: *mut ProfilerSession) -> *mut Error {
    // SAFETY: the caller keeps to the API.
    unsafe {
        enter(args, |args| {
            take(args.profiler.cast::<Session>());
            Ok(())
        })
    }
}

/// `PLUGIN_Profiler_Start`.
///
/// # Safety
/// As [`create`].
unsafe extern "C" fn start(args: *mut ProfilerSession) -> *mut Error {
    // SAFETY: the caller keeps to the API.
    unsafe { enter(args, |args| session(args.profiler).map(Session::start)) }
}

/// `PLUGIN_Profiler_Stop`.
///
/// # Safety
/// As [`create`].
unsafe extern "C" fn stop(args: *mut ProfilerSession) -> *mut Error {
    // SAFETY: the caller keeps to the API.
    unsafe { enter(args, |args| session(args.profiler).map(Session::stop)) }
}

/// `PLUGIN_Profiler_CollectData`: the size, and the message. XLA's caller has no memory of its own and
/// reads the session's, which does not change after its end; the header describes a second call with
/// memory of that size.
///
/// # Safety
/// As [`create`].
unsafe extern "C" fn collect_data(args: *mut ProfilerCollect) -> *mut Error {
    // SAFETY: the caller keeps to the API.
    unsafe {
        enter(args, |args| {
            session(args.profiler)?.read(|message| {
                let room = std::mem::replace(&mut args.buffer_size_in_bytes, message.len());
                if args.buffer.is_null() {
                    args.buffer = message.as_ptr().cast_mut();
                } else {
                    let size = room.min(message.len());
                    std::ptr::copy_nonoverlapping(message.as_ptr(), args.buffer, size);
                }
            });
            Ok(())
        })
    }
}
