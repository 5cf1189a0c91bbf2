//! MLIR bytecode: the binary form of modules, and VHLO, the versioned dialect of portable artifacts.
//!
//! `jax.export`, a PJRT client and `mlir-opt --emit-bytecode` write it. [`read`] takes versions 0 to
//! 6 of the encoding, and VHLO of every released version, whose ops become StableHLO's as they are
//! read. A dialect without an encoding of its own writes its attributes and types as text, so they
//! are read as in text; other encodings of dialects than VHLO's, StableHLO's, CHLO's and Shardy's are errors
//! that name the dialect.
//!
//! ```text
//! "ML\xefR"  version  producer\0  sections …
//!
//! strings ─► dialects, names of ops ─► attributes and types (each read when first used)
//!                                    ─► properties
//!                                    ─► ops: regions ─ blocks ─ ops ─ operands by number
//! ```
//!
//! | module | reads |
//! |---|---|
//! | [`cursor`] | numbers of variable length, parts of a file |
//! | [`sections`] | sections: strings, names, where attributes, types and properties lie |
//! | [`lookup`] | the questions of dialects' encodings to a file |
//! | [`entries`] | attributes and types, by number |
//! | [`location`] | locations, as text |
//! | [`builtin`], [`vhlo`], [`stablehlo`] | those of the builtin dialect, of VHLO and of StableHLO |
//! | [`sdy`] | those of Shardy's dialect, which portable artifacts keep |
//! | [`text`] | writes StableHLO's attributes as text, which the table of ops reads |
//! | [`vhlo::ops`], [`vhlo::rules`] | ops of VHLO as StableHLO's, and their attributes |
//! | [`exported`] | functions that JAX has exported, around an artifact |
//! | [`make`] | one op: its name, attributes and properties |
//! | [`body`] | values, regions, blocks |
//!
//! A file is not trusted: every length, number and depth is checked, memory is taken only for what
//! the file has bytes for, and the module is verified as text is.
//!
//! The format: <https://mlir.llvm.org/docs/BytecodeFormat/>, and the reader and writer of LLVM 22.

mod body;
mod builtin;
mod cursor;
mod entries;
mod error;
mod exported;
mod location;
mod lookup;
mod make;
mod sdy;
mod sections;
mod stablehlo;
mod table;
mod text;
mod version;
mod vhlo;
mod write;

pub use error::BytecodeError;
pub use version::Version;
pub use write::{Encoding, Options, WriteError, write};

use crate::module::Module;
use crate::verify::verify_copies;

/// The four bytes that every file begins with.
pub const MAGIC: [u8; 4] = *b"ML\xefR";

/// The byte that fills gaps before aligned data.
const PADDING: u8 = 0xcb;

/// Whether some bytes are MLIR bytecode, or a function that JAX has exported, which has it inside;
/// judged by their beginning.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || exported::module(bytes).is_some()
}

/// Reads the module that bytecode, or a function that JAX has exported, holds.
///
/// # Errors
/// If the file is damaged, has an encoding that hloom doesn't read, or holds a module that is not
/// valid.
pub fn read(bytes: &[u8]) -> Result<Module, Box<BytecodeError>> {
    let bytes = exported::module(bytes).unwrap_or(bytes);
    let file = sections::File::divide(bytes)?;
    let producer = file.producer;
    let (module, copies) = body::Body::read(entries::Entries::new(file)).map_err(|mut error| {
        let producer = String::from_utf8_lossy(producer);
        error.message += &format!(" (the file was written by {producer:?})");
        error
    })?;
    let Err(all) = verify_copies(&module, &copies) else { return Ok(module) };
    let first = all.first();
    let at = first.map_or(0, |first| first.span.start as usize);
    let message = first.map_or("", |first| &first.message);
    error::wrong(at, format_args!("the module is not valid: {message}"))
}
