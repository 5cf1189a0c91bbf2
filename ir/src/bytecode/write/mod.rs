//! Writing of modules as MLIR bytecode: portable artifacts of a version of StableHLO, or bytecode
//! with the dialects as they are.
//!
//! | module | writes |
//! |---|---|
//! | [`sink`] | numbers of variable length, parts of a file |
//! | [`tables`] | strings, names, attributes, types and properties, equal ones once |
//! | [`builtin`] | attributes, types and locations of the builtin dialect, the rest as text |
//! | [`vhlo`], [`ops`] | attributes and types of VHLO, and its ops |
//! | [`body`] | values, regions, blocks |
//!
//! Names of values are not written: the format has no place for them.

mod body;
mod builtin;
mod ops;
mod sink;
mod tables;
mod vhlo;

use super::version::Version;
use crate::diag::Span;
use crate::module::Module;
use std::fmt;

/// The encoding of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// A portable artifact: VHLO of this version. It holds StableHLO and functions, and from 1.11.0 on
    /// attributes of other dialects, and their ops without operands and results.
    Artifact(Version),
    /// MLIR bytecode of this version, 0 to 6, with all dialects as they are.
    Bytecode(u64),
}

impl Encoding {
    /// The version of MLIR bytecode.
    fn bytecode(self) -> u64 {
        match self {
            Encoding::Artifact(version) => version.bytecode(),
            Encoding::Bytecode(version) => version,
        }
    }

    /// The name of the program that a file says has written it.
    fn producer(self) -> String {
        match self {
            // Readers take the version from this name.
            Encoding::Artifact(version) => format!("StableHLO_v{version}"),
            Encoding::Bytecode(_) => "hloom".to_owned(),
        }
    }
}

/// The options of the writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The encoding of the file.
    pub encoding: Encoding,
    /// Whether locations are written.
    pub locations: bool,
}

/// An op that can't be written, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteError {
    /// The op's span in its source text.
    pub span: Span,
    /// A sentence that names the op.
    pub message: String,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for WriteError {}

/// The bytecode of a valid module.
///
/// # Errors
/// If an artifact of the version can't hold an op, one of its attributes or its types, or if the
/// version of bytecode is unknown.
pub fn write(module: &Module, options: &Options) -> Result<Vec<u8>, Box<WriteError>> {
    let encoding = options.encoding;
    let version = encoding.bytecode();
    let newest = super::sections::NEWEST;
    if version > newest {
        let message = format!("bytecode has versions 0 to {newest}, not {version}");
        return Err(Box::new(WriteError { span: Span::default(), message }));
    }
    let mut body = body::Body::new(module, encoding, options.locations);
    let ir = body.write()?;
    let mut tables = body.tables;
    tables.finish();
    Ok(tables.file(version, &encoding.producer(), &ir))
}
