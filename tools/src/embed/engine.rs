//! The executable of a loop program: for this machine, a GPU, or the emulator of one.

use std::fmt::Write as _;
use std::time::Duration;

use hloom_llvm::cache::Cached;
use hloom_llvm::runtime::profile::Recorder;
use hloom_llvm::{Effort, Executable, Host, ThreadPool};
use hloom_loops::program::{Block, Facts, Program, Stmt};

use super::Error;
use super::making::{Making, Where};

/// The most work of a program whose code is made in less time: code of either kind takes
/// some tens of microseconds for it.
const LITTLE_WORK: f64 = 1e6;

/// The iterations of a loop whose number is not known.
const MANY: f64 = 1e3;

/// Code and its executor.
pub(crate) enum Engine {
    /// Machine code of this machine.
    Cpu(Box<Executable>),
    /// PTX and a device.
    #[cfg(feature = "ptx")]
    Gpu(Box<hloom_ptx::Executable>),
}

impl Engine {
    /// Compiles a program for its executor.
    pub(crate) fn new(program: &Program, how: &Making) -> Result<Engine, Error> {
        #[cfg(feature = "ptx")]
        if let Some(allocator) = &how.arrays {
            let cache = how.cache.as_ref();
            let executable = hloom_ptx::Executable::with_arrays(program, allocator, cache)?;
            if how.poison {
                executable.poison();
            }
            if how.profile {
                executable.trace()?;
            }
            return Ok(Engine::Gpu(Box::new(executable)));
        }
        Ok(match &how.runs {
            Where::Cpu => {
                let quick = how.quick && work(&program.body) <= LITTLE_WORK;
                let effort = if quick { Effort::Quick } else { Effort::Full };
                let options = hloom_llvm::Options {
                    profile: how.profile,
                    effort,
                    generator: how.generator,
                    ..hloom_llvm::Options::default()
                };
                let cache = how.cache.as_ref();
                let executable = Executable::compile_cached(program, &options, &[], cache)?;
                Engine::Cpu(Box::new(executable))
            }
            #[cfg(feature = "ptx")]
            Where::Emulator(target) => {
                let executable = hloom_ptx::Executable::emulated(program, *target)?;
                if how.poison {
                    executable.poison();
                }
                Engine::Gpu(Box::new(executable))
            }
            #[cfg(feature = "ptx")]
            Where::Gpu(gpu) => {
                let executable =
                    hloom_ptx::Executable::on_device(program, gpu, how.cache.as_ref())?;
                if how.poison {
                    executable.poison();
                }
                if how.profile {
                    executable.trace()?;
                }
                Engine::Gpu(Box::new(executable))
            }
        })
    }

    /// Whether code was made in less time, and runs longer than it could.
    pub(crate) fn is_quick(&self) -> bool {
        self.executable().is_some_and(|it| it.effort() == Effort::Quick)
    }

    /// The machine code for this machine, if any.
    pub(crate) fn executable(&self) -> Option<&Executable> {
        match self {
            Engine::Cpu(executable) => Some(executable),
            #[cfg(feature = "ptx")]
            Engine::Gpu(_) => None,
        }
    }

    /// Whether the code was loaded from or stored in the cache.
    pub(crate) fn cached(&self) -> &Cached {
        match self {
            Engine::Cpu(executable) => executable.cached(),
            #[cfg(feature = "ptx")]
            Engine::Gpu(executable) => executable.cached(),
        }
    }

    /// The PTX, if any.
    #[cfg(feature = "ptx")]
    pub(crate) fn ptx(&self) -> Option<&str> {
        match self {
            Engine::Cpu(_) => None,
            Engine::Gpu(executable) => Some(&executable.compiled().text),
        }
    }

    /// The spans on the GPU since the last call, if they are recorded.
    #[cfg(feature = "ptx")]
    pub(crate) fn spans(&self) -> Option<hloom_ptx::device::Spans> {
        match self {
            Engine::Cpu(_) => None,
            // A trace is not worth an error.
            Engine::Gpu(executable) => executable.spans().ok().flatten(),
        }
    }

    /// Runs once.
    pub(crate) fn run(
        &self,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        pool: &ThreadPool,
        host: Option<&mut dyn Host>,
        recorder: Option<&Recorder>,
    ) -> Result<(), Error> {
        match self {
            Engine::Cpu(executable) => {
                executable.run_recorded(inputs, outputs, pool, host, recorder)?;
            }
            #[cfg(feature = "ptx")]
            Engine::Gpu(executable) => executable.run(inputs, outputs, host)?,
        }
        Ok(())
    }

    /// The program on a GPU, if it is one.
    #[cfg(feature = "ptx")]
    pub(crate) fn gpu(&self) -> Option<&hloom_ptx::Executable> {
        match self {
            Engine::Cpu(_) => None,
            Engine::Gpu(executable) => Some(executable),
        }
    }

    /// The device's times of `runs` runs, which alternate between copies of the inputs; empty if
    /// there is no device clock.
    #[cfg_attr(not(feature = "ptx"), allow(unused_variables))]
    pub(crate) fn time(
        &self,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        host: Option<&mut dyn Host>,
        (runs, copies): (usize, usize),
    ) -> Result<Vec<Duration>, Error> {
        Ok(match self {
            Engine::Cpu(_) => Vec::new(),
            #[cfg(feature = "ptx")]
            Engine::Gpu(executable) => executable.time(inputs, outputs, host, runs, copies)?,
        })
    }

    /// Statistics of the kernels, one per line.
    pub(crate) fn statistics(&self, program: &Program) -> String {
        let kernels: Vec<(usize, &str, &Facts, String)> = match self {
            Engine::Cpu(executable) => {
                let each = executable.kernels().iter();
                each.map(|k| (k.uses, k.name.as_str(), &k.facts, String::new())).collect()
            }
            #[cfg(feature = "ptx")]
            Engine::Gpu(executable) => executable.kernels(),
        };
        let uses: usize = kernels.iter().map(|(uses, ..)| uses).sum();
        let mut text = format!(
            "kernels: {}, compiled: {}, like another one: {}\n",
            program.kernels(),
            kernels.len(),
            uses - kernels.len(),
        );
        for (uses, name, facts, more) in kernels {
            let _ = writeln!(
                text,
                "  {uses} x {name}: {} bytes read, {} written, {} flops, {} special, {} integer{more}",
                facts.bytes_read, facts.bytes_written, facts.flops, facts.special, facts.integer,
            );
        }
        text
    }
}

/// The operations and elements of a block's kernels, roughly: an elementary function is twenty
/// operations.
fn work(block: &Block) -> f64 {
    let inner = |statement: &Stmt| statement.blocks().map(work).sum::<f64>();
    let each = block.statements.iter().map(|statement| match statement {
        Stmt::Kernel { facts, .. } => {
            let operations = facts.flops as f64 + 20.0 * facts.special as f64;
            let elements = (facts.bytes_read + facts.bytes_written) as f64 / 4.0;
            operations + facts.integer as f64 + elements
        }
        Stmt::For(it) => {
            let trips = it.to.as_constant().zip(it.from.as_constant());
            let trips =
                trips.map_or(MANY, |(to, from)| ((to - from) as f64 / it.step as f64).ceil());
            trips.max(0.0) * inner(statement)
        }
        Stmt::While { .. } => MANY * inner(statement),
        // Any other statement: a branch, or tasks, whose blocks run once at most.
        _ => inner(statement),
    });
    each.sum()
}
