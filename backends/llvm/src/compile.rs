//! From a loop program to machine code.
//!
//! Before this: [`crate::codegen`] printed the program as LLVM IR. After it:
//! [`crate::executable`] runs the object code, or [`crate::emit`] writes it to a
//! file. What it does not do: choose loops or vectors; LLVM's own vectorizers are
//! off, since the schedule has decided.

use std::time::{Duration, Instant};

use hloom_loops::program::Program;
use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::passes::PassBuilderOptions;
use inkwell::support::LLVMString;
use inkwell::targets::{FileType, TargetMachine};

use crate::codegen::{Generated, generate};
use crate::error::Error;
use crate::target::Target;

/// How to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The CPU to make code for.
    pub target: Target,
    /// Whether LLVM optimises; without it the IR is what the code generator
    /// printed, to read or to find a defect with.
    pub optimize: bool,
}

impl Default for Options {
    /// Optimised code for this machine.
    fn default() -> Options {
        Options { target: Target::Native, optimize: true }
    }
}

/// Where the time of a compilation went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timings {
    /// Setting up LLVM for the target.
    pub setup: Duration,
    /// Printing the loop program as LLVM IR.
    pub generate: Duration,
    /// LLVM's optimiser.
    pub optimize: Duration,
    /// Instruction selection, register allocation and assembly.
    pub codegen: Duration,
    /// Linking into the process.
    pub link: Duration,
}

impl Timings {
    /// All of it.
    pub fn total(&self) -> Duration {
        self.setup + self.generate + self.optimize + self.codegen + self.link
    }
}

/// LLVM's passes over a module. Loops come in their final order, vectorized and
/// unrolled, so what remains is local: share, fold, turn loops so that they test
/// at the end, hoist what does not change. On trained networks and a transformer
/// block this takes a third of the time of LLVM's `default<O2>`, whose unroller
/// also triples the work of everything after it, for code that is at most 8 %
/// slower.
const PASSES: &str = "function(\
    early-cse<memssa>,instsimplify,\
    loop-mssa(loop-rotate,licm),\
    early-cse<memssa>,instcombine<no-verify-fixpoint;max-iterations=1>,simplifycfg)";

/// A module in LLVM's hands.
pub(crate) struct Lowered<'c> {
    pub(crate) generated: Generated<'c>,
    pub(crate) machine: TargetMachine,
    pub(crate) timings: Timings,
    function: String,
}

/// Prints and optimises a program; with `embed`, constants become code.
///
/// # Errors
/// [`Error::InvalidProgram`] where the program is not valid, and whatever
/// [`generate`] says.
pub(crate) fn lower<'c>(
    cx: &'c Context,
    program: &Program,
    options: &Options,
    embed: bool,
) -> Result<Lowered<'c>, Error> {
    let clock = Instant::now();
    program.verify()?;
    let level = if options.optimize { OptimizationLevel::Default } else { OptimizationLevel::None };
    let machine = options.target.machine(level)?;
    let setup = clock.elapsed();

    let clock = Instant::now();
    let generated = generate(cx, program, options.target, &machine, embed)?;
    let mut lowered = Lowered {
        generated,
        machine,
        timings: Timings { setup, generate: clock.elapsed(), ..Timings::default() },
        function: program.name.clone(),
    };
    if cfg!(debug_assertions) {
        let verified = lowered.generated.module.verify();
        verified.map_err(|message| lowered.failed("verify", &message))?;
    }
    if options.optimize {
        let clock = Instant::now();
        lowered.optimize()?;
        lowered.timings.optimize = clock.elapsed();
    }
    Ok(lowered)
}

impl Lowered<'_> {
    fn optimize(&self) -> Result<(), Error> {
        let options = PassBuilderOptions::create();
        let run = self.generated.module.run_passes(PASSES, &self.machine, options);
        run.map_err(|message| self.failed("optimise", &message))
    }

    /// Machine code, as an object file or as text.
    ///
    /// # Errors
    /// [`Error::Llvm`] in LLVM's words.
    pub(crate) fn code(&mut self, kind: FileType) -> Result<MemoryBuffer<'static>, Error> {
        let clock = Instant::now();
        let code = self.machine.write_to_memory_buffer(&self.generated.module, kind);
        self.timings.codegen = clock.elapsed();
        code.map_err(|message| self.failed("make machine code of", &message))
    }

    fn failed(&self, stage: &'static str, message: &LLVMString) -> Error {
        Error::Llvm { stage, function: self.function.clone(), message: message.to_string() }
    }
}
