//! The C interface: structs, the table of functions, and the functions, which check their pointers
//! and hand over to safe code.

mod args;
mod buffers;
mod call;
mod clients;
mod errors;
mod executables;
mod layouts;
mod profiler;
mod table;

/// The structs and the table, for callers in Rust.
pub mod raw {
    pub use super::args::*;
    pub use super::layouts::{BufferLayout, DefaultLayout, ExecutableLayouts, LayoutsExtension};
    pub use super::profiler::{
        ProfilerApi, ProfilerCollect, ProfilerCreate, ProfilerExtension, ProfilerSession,
    };
    pub use super::table::{Api, NAMES};
    pub use crate::error::Error;
}

/// The table of functions of the plugin; frameworks look up this name.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const table::Api {
    table::api()
}

/// Registers the function that runs Python's callbacks; null removes it.
///
/// # Safety
/// The function keeps to the interface of [`crate::callback::Function`] as long as it is registered.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn hloom_register_callbacks(
    function: Option<crate::callback::Function>,
) {
    crate::callback::register(function);
}
