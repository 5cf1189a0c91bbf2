//! The PJRT plugin: JAX, and every other framework that speaks PJRT's C API, runs on hloom.
//!
//! The library exports [`GetPjrtApi`], which returns a table of functions. A framework loads the
//! library, makes a client, hands over programs as MLIR bytecode (VHLO), and runs them on buffers.
//!
//! ```text
//!  GetPjrtApi ─► abi::table ─► abi::{client, buffer, executable, …}     structs of C, pointers
//!                                    │
//!          device   event   buffer   executable ─► compile, run         safe Rust
//!                                    │
//!                              hloom::Program                           code and the interpreter
//! ```
//!
//! Only `abi` and `memory` hold `unsafe` code: the former reads and writes C structs, the latter
//! the caller's arrays. Every function of the table
//!
//! * reads and writes no more bytes of its argument struct than the caller's `struct_size` says, so
//!   that callers of older and of newer versions of the API work;
//! * turns a panic into an error;
//! * may be called from any thread.
//!
//! The facts about the API are those of `xla/pjrt/c/pjrt_c_api.h` of OpenXLA.

mod abi;
mod buffer;
mod callback;
mod described;
mod device;
mod divided;
mod element;
mod error;
mod event;
mod executable;
mod known;
mod layout;
mod manual;
mod memory;
mod mesh;
mod options;
mod pool;
mod proto;
mod sharding;
mod tokens;

pub use abi::GetPjrtApi;
pub use abi::raw;
