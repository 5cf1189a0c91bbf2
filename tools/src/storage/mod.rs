//! Storage programs (`.sdql`) between files and results: the common part of `opt`, `run` and
//! `explain`.
//!
//! ```text
//! text ──program──► StorageProgram ──passes──► term ──backend──► Outcome ──files──► .npy .npz .mtx .tns
//! .npy .npz .mtx .tns ──files──► Data ──bind, fill──► arrays ──checks──┘
//! ```
//!
//! - [`program`]: text, and formats chosen on the command line.
//! - [`files`]: the readers and writers; [`mod@bind`]: their data as a program's tensors; [`mod@fill`]: a
//!   mapping's arrays; [`checks`]: the arrays against the mapping; [`mod@joins`]: the extents of tensors
//!   that are joined.
//! - [`passes`], [`plan`]: the optimizer as passes, and plans as text.
//! - [`other_formats`]: the cost of a program if a tensor were stored in another format;
//!   [`mod@assign`]: formats of all tensors together.
//! - [`archives`], [`dictionaries`]: dictionaries that are data, as members of archives and as arrays.
//! - [`mod@relayouts`]: tensors that each run converts before its plan.
//! - [`mod@convert`]: conversions between files and the arrays of formats.
//! - [`mod@mapped`]: files as tensors of types with a mapping.
//! - [`flags`]: options that several commands have.
//! - [`backend`]: who computes the result, the reference evaluator or compiled code; [`result`], [`shape`]: the result and its extents.

mod archives;
mod assign;
mod backend;
mod bind;
mod checks;
#[cfg(feature = "llvm")]
mod compiled;
#[cfg(feature = "llvm")]
mod compiled_rows;
#[cfg(feature = "llvm")]
mod compiled_unions;
#[cfg(feature = "llvm")]
mod compiled_unordered;
#[cfg(feature = "llvm")]
mod compressed;
mod convert;
mod dictionaries;
mod files;
mod fill;
mod flags;
mod joins;
#[cfg(feature = "llvm")]
mod machine_data;
mod mapped;
mod other_formats;
pub(crate) mod passes;
pub(crate) mod plan;
mod program;
mod relayouts;
mod result;
mod shape;

pub(crate) use assign::{Assignment, Materialized, assign};
pub(crate) use backend::{Executable, evaluator};
#[cfg(feature = "llvm")]
pub(crate) use backend::{Found, MatrixRows};
pub(crate) use bind::{BindError, Bound, ExtentSource, Extents, Given, bind, complete};
pub(crate) use checks::{check, check_within, duplicates};
#[cfg(feature = "llvm")]
pub(crate) use compiled::compiled;
#[cfg(feature = "llvm")]
pub(crate) use compressed::{compressed, compressed_dense};
pub(crate) use convert::{Conversion, ConversionError};
pub(crate) use dictionaries::over_arrays;
pub(crate) use files::{Data, Ending, FileError, encode, format_name, read as read_file, zipped};
pub(crate) use fill::{SizeHint, arrays_of, fill, format_of};
pub(crate) use flags::{Arguments, StorageFlags};
pub(crate) use joins::{check_claims, check_joins};
#[cfg(feature = "llvm")]
pub(crate) use machine_data::{MachineData, number};
pub(crate) use mapped::{mapped, mapped_archive};
pub(crate) use other_formats::{Alternative, alternatives};
pub(crate) use program::{Computed, Format, StorageProgram, Stored, compile, is_program};
pub(crate) use relayouts::{Relayout, describe, relaid, relayouts, sentence, with_copies};
pub(crate) use result::Outcome;
pub(crate) use shape::extents;
