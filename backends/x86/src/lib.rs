//! Machine code for x86-64 CPUs with AVX-512, from loop programs, without LLVM.
//!
//! ```text
//!   loop program
//!        │  select     instructions on virtual registers; what a loop does not change is
//!        ▼             computed ahead of it
//!   machine
//!        │  regalloc2  registers, spills, moves
//!        ▼  emit       bytes
//!   code and constants
//! ```
//!
//! Loop programs come with loops, vectors, tiles and memory decided, so what is left for a code
//! generator is small: to pick instructions, to share and hoist addresses, and to choose
//! registers. This one does that in one walk over the statements, and takes a tenth of the time
//! that LLVM takes. It refuses programs that it has no instructions for ([`Refused`]), and LLVM compiles
//! them instead.
//!
//! Registers are chosen by the crate regalloc2, which came out of Cranelift. The instructions are
//! those of Intel's manual; the conventions of calls are those of the System V ABI.

mod emit;
mod encode;
mod machine;
mod opcode;
mod program;
mod select;
#[cfg(test)]
mod tests;
mod unit;

use hloom_loops::plan::ModulePlan;

/// The instructions of a CPU beyond AVX-512 F, BW, CD, DQ and VL, and BMI 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// `vpdpbusd`
    pub dot_bytes: bool,
    /// `vdpbf16ps`
    pub dot_bf16: bool,
    /// `vpermb` and `vpermt2b`
    pub byte_permutations: bool,
}

/// The options of a compilation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The instructions of the CPU.
    pub features: Features,
    /// Whether the code tells the runtime when kernels begin and end.
    pub profile: bool,
}

/// Finds the address of a function that code calls by its name.
pub type Outside<'a> = &'a dyn Fn(&str) -> Option<u64>;

/// Position-independent code, and the constants behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The bytes. They must lie at a multiple of 64.
    pub code: Vec<u8>,
    /// The offset of the entry, `i32 entry(ptr runtime, ptr frame)`.
    pub entry: usize,
}

/// The reason why there is no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The program has something that this generator has no instructions for.
    Unsupported(&'static str),
    /// A defect of this crate.
    Broken(String),
}

impl Refused {
    /// Whether the reason is a defect of this crate.
    pub fn is_defect(&self) -> bool {
        matches!(self, Refused::Broken(_))
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Unsupported(what) => write!(f, "no instructions for {what}"),
            Refused::Broken(what) => write!(f, "a defect of the code generator: {what}"),
        }
    }
}

impl std::error::Error for Refused {}

pub(crate) type Built<T> = Result<T, Refused>;

pub(crate) fn unsupported<T>(what: &'static str) -> Built<T> {
    Err(Refused::Unsupported(what))
}

pub(crate) fn broken<T>(what: &str) -> Built<T> {
    Err(Refused::Broken(what.to_owned()))
}

/// Compiles a program.
///
/// # Errors
/// [`Refused::Unsupported`] where it has something that there are no instructions for.
pub fn compile<'p>(
    plan: &'p ModulePlan<'p>,
    options: &Options,
    outside: Outside<'p>,
) -> Result<Compiled, Refused> {
    program::program(unit::Unit::new(plan, options, outside))
}
