//! From a loop program to machine code.
//!
//! Before this: [`crate::codegen`] printed the program as LLVM IR. After it:
//! [`crate::executable`] runs the object code, or [`crate::emit`] writes it to a
//! file. What it does not do: choose loops or vectors; LLVM's own vectorizers are
//! off, since the schedule has decided.

use std::time::{Duration, Instant};

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::support::LLVMString;
use inkwell::targets::FileType;

use crate::codegen::{Part, Plan, generate};
use crate::error::Error;
use crate::ready::Machine;
use crate::target::Target;

/// How to compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The CPU to make code for.
    pub target: Target,
    /// Whether LLVM optimises; without it the IR is what the code generator
    /// printed, to read or to find a defect with.
    pub optimize: bool,
    /// Whether the code says which kernel it runs, for
    /// [`crate::Executable::run_recorded`]. Files never do.
    pub profile: bool,
}

impl Default for Options {
    /// Optimised code for this machine.
    fn default() -> Options {
        Options { target: Target::Native, optimize: true, profile: false }
    }
}

/// Where the time of a compilation went, in seconds on the clock. Large programs
/// are compiled in parts at the same time; a stage's figure is then its slowest.
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
    /// The longest of each stage, where parts were compiled at the same time.
    fn slowest(&self, other: &Timings) -> Timings {
        Timings {
            setup: self.setup.max(other.setup),
            generate: self.generate.max(other.generate),
            optimize: self.optimize.max(other.optimize),
            codegen: self.codegen.max(other.codegen),
            link: self.link.max(other.link),
        }
    }

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
/// slower. Hoisting comes after folding, which splits addresses into what changes in a
/// loop and what does not: no pass of the code generator does that again
/// ([`configure`](crate::target::configure)).
const PASSES: &str = "function(\
    early-cse,instcombine<no-verify-fixpoint;max-iterations=1>,simplifycfg,\
    loop-mssa(loop-rotate,licm),early-cse<memssa>)";

/// More threads than this are not worth it: what is left to share is too small.
const MOST_THREADS: usize = 16;

/// A module in LLVM's hands.
pub(crate) struct Lowered<'c> {
    pub(crate) module: Module<'c>,
    machine: Machine,
    pub(crate) timings: Timings,
    function: String,
}

/// Prints and optimises a part of a program.
///
/// # Errors
/// Whatever [`generate`] says, and LLVM's words.
pub(crate) fn lower<'c>(
    cx: &'c Context,
    plan: &Plan<'_>,
    part: &Part,
    options: &Options,
) -> Result<Lowered<'c>, Error> {
    let clock = Instant::now();
    let machine = Machine::new(options.target, options.optimize)?;
    let setup = clock.elapsed();

    let clock = Instant::now();
    let module = generate(cx, plan, part, options, &machine)?;
    let mut lowered = Lowered {
        module,
        machine,
        timings: Timings { setup, generate: clock.elapsed(), ..Timings::default() },
        function: plan.program.name.clone(),
    };
    if cfg!(debug_assertions) {
        let verified = lowered.module.verify();
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
        let run = self.module.run_passes(PASSES, &self.machine, options);
        run.map_err(|message| self.failed("optimise", &message))
    }

    /// Machine code, as an object file or as text.
    ///
    /// # Errors
    /// [`Error::Llvm`] in LLVM's words.
    pub(crate) fn code(&mut self, kind: FileType) -> Result<MemoryBuffer<'static>, Error> {
        let clock = Instant::now();
        let code = self.machine.write_to_memory_buffer(&self.module, kind);
        self.timings.codegen = clock.elapsed();
        code.map_err(|message| self.failed("make machine code of", &message))
    }

    fn failed(&self, stage: &'static str, message: &LLVMString) -> Error {
        Error::Llvm { stage, function: self.function.clone(), message: message.to_string() }
    }
}

/// Compiles a program into object files, those of a large one on several threads.
/// What code a kernel becomes does not depend on their number.
///
/// # Errors
/// As [`lower`], of the first part that fails.
pub(crate) fn objects(
    plan: &Plan<'_>,
    options: &Options,
) -> Result<(Vec<Vec<u8>>, Timings), Error> {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let parts = plan.parts(threads.min(MOST_THREADS));
    let compile = |part: &Part| -> Result<(Vec<u8>, Timings), Error> {
        let cx = Context::create();
        let mut lowered = lower(&cx, plan, part, options)?;
        let object = lowered.code(FileType::Object)?.as_slice().to_vec();
        Ok((object, lowered.timings))
    };
    let Some((own, others)) = parts.split_first() else { return Ok(Default::default()) };
    let results: Vec<_> = std::thread::scope(|scope| {
        // Without a thread to be had, the part is compiled here.
        let started: Vec<_> = others
            .iter()
            .map(|part| (part, std::thread::Builder::new().spawn_scoped(scope, || compile(part))))
            .collect();
        let mut results = vec![compile(own)];
        for (part, thread) in started {
            results.push(match thread.map(|thread| thread.join()) {
                Ok(Ok(result)) => result,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(_) => compile(part),
            });
        }
        results
    });
    let mut objects = Vec::with_capacity(results.len());
    let mut timings = Timings::default();
    for result in results {
        let (object, part) = result?;
        objects.push(object);
        timings = timings.slowest(&part);
    }
    Ok((objects, timings))
}
