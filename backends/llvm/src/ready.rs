//! What LLVM needs before it compiles, and is kept for the next time.
//!
//! A process's first compilation makes tables of the CPU's instructions and brings the
//! compiler's code to memory; every one asks for a target machine, which goes through the
//! CPU's features. Both take milliseconds, as long as a small program takes to compile.

use std::sync::{Mutex, Once, PoisonError};
use std::thread::JoinHandle;

use inkwell::OptimizationLevel;
use inkwell::targets::TargetMachine;

use crate::compile::Options;
use crate::error::Error;
use crate::executable::Executable;
use crate::target::Target;

/// Machines that are kept at most: as many as compile at the same time.
const MOST_MACHINES: usize = 16;

/// A machine that nobody uses.
struct Idle {
    target: Target,
    optimize: bool,
    machine: TargetMachine,
}

// SAFETY: a target machine belongs to no thread; whoever takes it has it alone.
unsafe impl Send for Idle {}

static IDLE: Mutex<Vec<Idle>> = Mutex::new(Vec::new());

/// LLVM's target machine for a target, which others get after this use of it.
pub(crate) struct Machine {
    /// There until it is dropped.
    idle: Option<Idle>,
}

impl Machine {
    /// One that is idle, or a new one.
    ///
    /// # Errors
    /// As [`Target::machine`].
    pub(crate) fn new(target: Target, optimize: bool) -> Result<Machine, Error> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        let at = idle.iter().position(|it| (it.target, it.optimize) == (target, optimize));
        if let Some(at) = at {
            return Ok(Machine { idle: Some(idle.swap_remove(at)) });
        }
        drop(idle);
        let level = match optimize {
            true => OptimizationLevel::Default,
            false => OptimizationLevel::None,
        };
        let machine = target.machine(level)?;
        Ok(Machine { idle: Some(Idle { target, optimize, machine }) })
    }
}

impl std::ops::Deref for Machine {
    type Target = TargetMachine;

    fn deref(&self) -> &TargetMachine {
        match &self.idle {
            Some(idle) => &idle.machine,
            None => unreachable!("a machine is there until it is dropped"),
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let mut all = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(idle) = self.idle.take().filter(|_| !std::thread::panicking())
            && all.len() < MOST_MACHINES
        {
            all.push(idle);
        }
    }
}

/// LLVM getting ready on a thread of its own; dropping this waits for it, since a process
/// must not end in the middle of it.
#[derive(Debug, Default)]
pub struct WarmUp {
    thread: Option<JoinHandle<()>>,
}

/// Gets LLVM ready to compile for this machine, for as long as the caller has other things
/// to do, such as reading inputs: by compiling a small program. The first call in a process
/// does so where there are two cores or more, others do nothing.
pub fn warm_up() -> WarmUp {
    static FIRST: Once = Once::new();
    let mut thread = None;
    FIRST.call_once(|| {
        if std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1) {
            // Without a thread to be had it is not worth a word: nothing depends on it.
            thread = std::thread::Builder::new().spawn(compile_something).ok();
        }
    });
    WarmUp { thread }
}

impl Drop for WarmUp {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of it is nobody's: what is compiled next says what is wrong.
            let _ = thread.join();
        }
    }
}

fn compile_something() {
    if let Ok(program) = hloom_loops::text::parse(SOMETHING) {
        let _ = Executable::compile(&program, &Options::default());
    }
}

/// A loop on several threads, with a masked load, a sum, and vectors, as most kernels have.
const SOMETHING: &str = r#"program @warm_up {
  argument 0 @x : f32[64, 64]
  result 0 @y : f32[64]
  kernel "sums" reads 0 writes 0 flops 0 special 0 integer 0 {
    parallel for %i = 0 to 64 step 1 {
      %0 : <4 x f32> = const 0.0
      for %j = 0 to 64 step 4 carrying %2 : <4 x f32> = %0 to %1 {
        %3 : <4 x i1> = first -%j + %i
        %4 : <4 x f32> = load @x[%i*64 + %j] mask %3
        %5 : <4 x f32> = fma %4, %4, %2
        next %5
      }
      %6 : f32 = shuffle %1, %1 [0]
      store %6 to @y[%i]
    }
  }
}"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_compiles_and_its_machine_is_used_again() {
        let program = hloom_loops::text::parse(SOMETHING).expect("a program");
        program.verify().expect("a valid one");
        drop(warm_up());
        drop(warm_up());
        let target = Target::X86_64 { level: 2 };
        let address = |machine: &Machine| machine.as_mut_ptr() as usize;
        let first = Machine::new(target, false).expect("a machine");
        let second = Machine::new(target, false).expect("a machine");
        assert_ne!(address(&first), address(&second));
        let known = address(&first);
        drop(first);
        assert_eq!(address(&Machine::new(target, false).expect("a machine")), known);
    }
}
