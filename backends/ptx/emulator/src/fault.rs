//! Faults of kernels, and their locations.

use std::fmt;

use crate::text::ParseError;

/// The kind of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The kernel can't be started: its name, sizes or parameters are wrong.
    Launch(String),
    /// An instruction or operand that the emulator does not know, or a text that is wrong.
    Unknown(String),
    /// An access of memory that is not mapped, or may not be accessed so.
    OutOfBounds {
        /// The state space: "global", "shared" and so on.
        space: &'static str,
        /// The address, in that space.
        address: u64,
        /// The number of bytes accessed.
        bytes: u32,
        /// The nearest allocation, as a phrase.
        near: String,
    },
    /// An address that is not a multiple of the access's size.
    Misaligned {
        /// The state space.
        space: &'static str,
        /// The address, in that space.
        address: u64,
        /// The required alignment.
        align: u32,
    },
    /// A read of bytes that nothing wrote.
    Uninitialised {
        /// The state space.
        space: &'static str,
        /// The address, in that space.
        address: u64,
    },
    /// Two accesses of one location, one of them a write, with nothing that orders them.
    Race {
        /// The state space.
        space: &'static str,
        /// The address, in that space.
        address: u64,
        /// The access of the faulting thread: "read", "write", "atomic".
        this: &'static str,
        /// The other access.
        other: &'static str,
        /// The PTX line of the other access.
        other_line: u32,
        /// The other's block, as a linear index.
        other_block: u32,
        /// The other's thread in its block; none for an asynchronous copy.
        other_thread: Option<u32>,
    },
    /// An access of bytes that an asynchronous operation still reads or writes.
    Pending {
        /// The state space.
        space: &'static str,
        /// The address, in that space.
        address: u64,
        /// The operation's access: "writes" or "reads".
        does: &'static str,
        /// The PTX line of the operation.
        other_line: u32,
    },
    /// Threads of a warp that have to come to an instruction together don't.
    Divergent {
        /// The lanes that are there.
        present: u32,
        /// The lanes that would have to be.
        needed: u32,
    },
    /// No thread can go on: what each waits for, as a phrase.
    Deadlock(String),
    /// An operand that the instruction does not allow, as a sentence.
    Invalid(String),
    /// `trap`.
    Trap,
    /// More steps than the options allow.
    StepLimit(u64),
}

/// A failed launch: what went wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of a fault.
    pub kind: FaultKind,
    /// The kernel.
    pub kernel: String,
    /// The line in the PTX text, from 1; 0 where no instruction is at fault.
    pub line: u32,
    /// That line.
    pub text: String,
    /// The block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// Registers that the instruction reads and writes, with the thread's values.
    pub registers: Vec<(String, u64)>,
}

impl Fault {
    /// A fault of the launch itself.
    pub(crate) fn launch(kernel: &str, kind: FaultKind) -> Box<Self> {
        Box::new(Self {
            kind,
            kernel: kernel.to_owned(),
            line: 0,
            text: String::new(),
            block: [0; 3],
            thread: [0; 3],
            registers: Vec::new(),
        })
    }

    /// A fault of an instruction that can't be decoded.
    pub(crate) fn unknown(kernel: &str, error: &ParseError, text: String) -> Box<Self> {
        let mut fault = Self::launch(kernel, FaultKind::Unknown(error.message.clone()));
        fault.line = error.line;
        fault.text = text;
        fault
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Launch(what) | Self::Unknown(what) | Self::Invalid(what) => f.write_str(what),
            Self::OutOfBounds { space, address, bytes, near } => {
                write!(
                    f,
                    "{bytes} bytes at {address:#x} of {space} memory are out of bounds: {near}"
                )
            }
            Self::Misaligned { space, address, align } => {
                write!(f, "the address {address:#x} of {space} memory is no multiple of {align}")
            }
            Self::Uninitialised { space, address } => {
                write!(f, "the {space} memory at {address:#x} is read and was never written")
            }
            Self::Race { space, address, this, other, other_line, other_block, other_thread } => {
                write!(
                    f,
                    "a data race at {address:#x} of {space} memory: this {this} and the {other} "
                )?;
                match other_thread {
                    Some(thread) => write!(f, "of thread {thread} ")?,
                    None => write!(f, "of an asynchronous operation ")?,
                }
                write!(f, "of block {other_block} in line {other_line} have no order")
            }
            Self::Pending { space, address, does, other_line } => write!(
                f,
                "the {space} memory at {address:#x} is in use: the asynchronous operation of line \
                 {other_line} {does} it, and nobody has waited for that"
            ),
            Self::Divergent { present, needed } => write!(
                f,
                "only the lanes {present:#010x} of a warp come to an instruction that needs the lanes \
                 {needed:#010x} together"
            ),
            Self::Deadlock(what) => write!(f, "no thread can go on: {what}"),
            Self::Trap => f.write_str("the kernel gives up with `trap`"),
            Self::StepLimit(limit) => write!(f, "still running after {limit} steps"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  in kernel `{}`", self.kind, self.kernel)?;
        if self.line == 0 {
            return Ok(());
        }
        write!(f, ", line {}: {}", self.line, self.text)?;
        if matches!(self.kind, FaultKind::Unknown(_)) {
            return Ok(());
        }
        write!(f, "\n  block {:?}, thread {:?}", self.block, self.thread)?;
        for (name, value) in &self.registers {
            write!(f, "\n  {name} = {value:#x}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
