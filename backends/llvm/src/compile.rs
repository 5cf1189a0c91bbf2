//! From a loop program to machine code.
//!
//! Before this: [`crate::codegen`] printed the program as LLVM IR. After it:
//! [`crate::executable`] runs the object code, or [`crate::emit`] writes it to a
//! file. It does not choose loops or vectors; LLVM's own vectorizers are
//! off, since the schedule has decided.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::support::LLVMString;
use inkwell::targets::FileType;

use crate::codegen::{ModulePlan, Part, generate};
use crate::constructors;
use crate::error::Error;
use crate::options::{Effort, Options};
use crate::target_machine_pool::PooledMachine;

/// The time of each stage of a compilation, on the clock. Large programs are compiled in
/// parts at the same time; a stage's figure is then its slowest part.
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

/// The passes for [`Effort::Quick`]. The others of [`PASSES`] take as long as what they save later.
const QUICK_PASSES: &str = "function(early-cse,loop-mssa(licm))";

/// More threads than this are not worth it: what is left to share is too small.
const MOST_THREADS: usize = 16;

/// The cores of this machine. The system is asked once: to read a container's limits takes a tenth
/// of a millisecond.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()))
}

/// A module in LLVM's hands.
pub(crate) struct Lowered<'c> {
    pub(crate) module: Module<'c>,
    machine: PooledMachine,
    pub(crate) timings: Timings,
    function: String,
}

/// Prints and optimises a part of a program.
///
/// # Errors
/// As [`generate`]; [`Error::Llvm`] in LLVM's words.
pub(crate) fn lower<'c>(
    cx: &'c Context,
    plan: &ModulePlan<'_>,
    part: &Part,
    options: &Options,
) -> Result<Lowered<'c>, Error> {
    let clock = Instant::now();
    let machine = PooledMachine::new(options.target, options.effort)?;
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
    let passes = match options.effort {
        Effort::None => None,
        Effort::Quick => Some(QUICK_PASSES),
        Effort::Full => Some(PASSES),
    };
    if let Some(passes) = passes {
        let clock = Instant::now();
        lowered.optimize(passes)?;
        lowered.timings.optimize = clock.elapsed();
    }
    Ok(lowered)
}

impl Lowered<'_> {
    fn optimize(&self, passes: &str) -> Result<(), Error> {
        let options = PassBuilderOptions::create();
        let run = self.module.run_passes(passes, &self.machine, options);
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
/// A kernel's code does not depend on their number.
///
/// # Errors
/// As [`lower`], of the first part that fails.
pub(crate) fn objects(
    plan: &ModulePlan<'_>,
    options: &Options,
) -> Result<(Vec<Vec<u8>>, Timings), Error> {
    let parts = Part::of(plan, cores().min(MOST_THREADS));
    let compile = |part: &Part| -> Result<(Vec<u8>, Timings), Error> {
        let cx = constructors::context();
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

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_loops::text;

    /// A kernel of three parallel loops.
    fn three_loops() -> String {
        let each = |i: usize| {
            let of =
                |n| format!("%v{i}_{n} : f32 = load @x[%i{i}]\nstore %v{i}_{n} to @y[%i{i}]\n");
            let body: String = (0..30).map(of).collect();
            format!("parallel for %i{i} = 0 to 8 step 1 {{ {body} }}")
        };
        format!(
            r#"program @main {{
              argument 0 @x : f32[8]
              result 0 @y : f32[8]
              kernel "k" reads 0 writes 0 flops 0 special 0 integer 0 {{ {} {} {} }}
            }}"#,
            each(0),
            each(1),
            each(2)
        )
    }

    /// Parts may lie far from each other in memory, which hidden symbols must not.
    #[test]
    fn nothing_of_a_part_is_hidden() {
        let program = text::parse(&three_loops()).expect("a program");
        let plan = ModulePlan::of(&program, false);
        let parts = Part::of(&plan, 2);
        assert_eq!(parts.len(), 2);
        for part in &parts {
            let cx = constructors::context();
            let lowered = lower(&cx, &plan, part, &Options::default()).expect("a module");
            let text = lowered.module.print_to_string().to_string();
            assert!(!text.contains("hidden") && !text.contains("dso_local"), "{text}");
            assert!(text.contains("k.0.parallel"), "{text}");
        }
    }
}
