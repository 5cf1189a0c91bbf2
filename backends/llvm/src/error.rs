//! Everything that can go wrong between a loop program and a result.

use std::fmt;

use crate::runtime::buffer::AllocationFailed;
use crate::runtime::pool::SpawnFailed;

/// A failure to compile or run a program. Nothing a caller can pass makes
/// this crate panic; it ends up here.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A `--target` that is not a CPU this crate knows.
    #[error("unknown CPU target `{name}`; the targets are {known}")]
    UnknownTarget {
        /// The name as given.
        name: String,
        /// The names that are known, with commas between.
        known: String,
    },
    /// LLVM was built without this target, or knows no such CPU.
    #[error("LLVM has no code generator for {triple}: {reason}")]
    NoCodeGenerator {
        /// The LLVM target triple.
        triple: String,
        /// LLVM's own words.
        reason: String,
    },
    /// Code for another machine can be emitted and not run.
    #[error("code for {target} can't run on this machine: it needs {missing}")]
    ForeignTarget {
        /// The target compiled for.
        target: &'static str,
        /// The architecture or CPU feature that this machine lacks.
        missing: String,
    },
    /// The loop program breaks a rule of its level.
    #[error(transparent)]
    InvalidProgram(#[from] hloom_loops::program::VerifyError),
    /// A loop program uses something that has no translation to code.
    #[error("`{function}` can't be compiled: {what}")]
    Unsupported {
        /// The loop program's name.
        function: String,
        /// The construct, in the words of the loop program's text.
        what: String,
    },
    /// LLVM refused what this crate made: a defect of this crate.
    #[error("LLVM failed to {stage} `{function}`: {message}")]
    Llvm {
        /// The task that LLVM failed at.
        stage: &'static str,
        /// The loop program's name.
        function: String,
        /// LLVM's own words.
        message: String,
    },
    /// The system's linker failed or is not there.
    #[error("linking the shared library with `{command}` failed: {message}")]
    Link {
        /// The command as run.
        command: String,
        /// Its output, or the system's message.
        message: String,
    },
    /// A call passed more or fewer buffers than the function has.
    #[error("`{function}` takes {expected} {role}s, not {found}")]
    WrongCount {
        /// The function called.
        function: String,
        /// Whether inputs or outputs are meant.
        role: Role,
        /// The number of buffers it has.
        expected: usize,
        /// The number that was passed.
        found: usize,
    },
    /// A buffer does not have the size of its tensor.
    #[error("{role} {index} of `{function}` is {expected} bytes ({what}), not {found}")]
    WrongSize {
        /// The function called.
        function: String,
        /// Whether an input or an output.
        role: Role,
        /// Which one, from 0.
        index: usize,
        /// Its element type and number of elements.
        what: String,
        /// Its size in bytes.
        expected: usize,
        /// The size of what was passed.
        found: usize,
    },
    /// A buffer starts at an address that its element type does not allow.
    #[error("{role} {index} of `{function}` must start at a multiple of {alignment} bytes")]
    Misaligned {
        /// The function called.
        function: String,
        /// Whether an input or an output.
        role: Role,
        /// Which one, from 0.
        index: usize,
        /// The element type's alignment in bytes.
        alignment: usize,
    },
    /// A check of the program did not hold when it ran.
    #[error("`{function}` stopped: {message}")]
    Stopped {
        /// The function called.
        function: String,
        /// The check's own words.
        message: String,
    },
    /// The program leaves something to a host, and was run without one.
    #[error("`{function}` needs a host that runs what no code was generated for")]
    Unattended {
        /// The function called.
        function: String,
    },
    /// No memory for temporaries or a result.
    #[error(transparent)]
    Allocation(#[from] AllocationFailed),
    /// No thread for the pool.
    #[error(transparent)]
    Spawn(#[from] SpawnFailed),
}

/// The role of a buffer in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Read by the function.
    Input,
    /// Written by the function.
    Output,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Input => "input",
            Role::Output => "output",
        })
    }
}
