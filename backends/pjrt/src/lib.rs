//! The PJRT plugin: JAX, and every other framework that speaks PJRT's C API, runs on hloom.
//!
//! The library exports [`GetPjrtApi`], which returns a table of functions. A framework loads the
//! library, makes a client, hands over programs as MLIR bytecode (VHLO), and runs them on buffers.
//!
//! ```text
//!  GetPjrtApi ─► abi::table ─► abi::{client, buffer, executable, …}     structs of C, pointers
//!                                    │
//!          device   event   buffer   executable ─► run ─► queue         safe Rust
//!                                    │
//!                              hloom::Program                           code and the interpreter
//! ```
//!
//! Only four modules hold `unsafe` code: `abi` reads and writes C structs, `memory` the caller's
//! arrays; `callback` calls Python, and `process` asks to be called at forks and at the end. Every function of the table
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
mod content;
mod described;
mod device;
mod divided;
mod element;
mod error;
mod event;
mod executable;
mod inspect;
mod known;
mod layout;
mod manual;
mod memory;
mod mesh;
mod options;
mod pace;
mod places;
mod pool;
mod process;
mod profile;
mod proto;
mod queue;
mod replicas;
mod run;
mod sharding;
mod terms;
mod tokens;

pub use abi::GetPjrtApi;
pub use abi::raw;
