//! A pool of LLVM's target machines.
//!
//! Every compilation needs a target machine, whose creation goes through the CPU's features
//! for milliseconds, as long as a small program takes to compile.

use std::sync::{Mutex, PoisonError};

use inkwell::OptimizationLevel;
use inkwell::targets::TargetMachine;

use crate::error::Error;
use crate::options::Effort;
use crate::target::CpuTarget;

/// The most idle machines: as many as compile at the same time.
const MOST_MACHINES: usize = 16;

/// A machine in the pool.
struct Idle {
    target: CpuTarget,
    level: OptimizationLevel,
    machine: TargetMachine,
}

// SAFETY: a target machine is not bound to a thread, and has one user at a time.
unsafe impl Send for Idle {}

static IDLE: Mutex<Vec<Idle>> = Mutex::new(Vec::new());

/// A target machine on loan, which goes back to the pool when it is dropped.
pub(crate) struct PooledMachine {
    /// `Some` until it is dropped.
    idle: Option<Idle>,
}

impl PooledMachine {
    /// An idle machine, or a new one.
    ///
    /// # Errors
    /// As [`CpuTarget::machine`].
    pub(crate) fn new(target: CpuTarget, effort: Effort) -> Result<PooledMachine, Error> {
        let level = match effort {
            Effort::Full => OptimizationLevel::Default,
            Effort::Quick | Effort::None => OptimizationLevel::None,
        };
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        let at = idle.iter().position(|it| (it.target, it.level) == (target, level));
        if let Some(at) = at {
            return Ok(PooledMachine { idle: Some(idle.swap_remove(at)) });
        }
        drop(idle);
        let machine = target.machine(level)?;
        Ok(PooledMachine { idle: Some(Idle { target, level, machine }) })
    }
}

impl std::ops::Deref for PooledMachine {
    type Target = TargetMachine;

    fn deref(&self) -> &TargetMachine {
        match &self.idle {
            Some(idle) => &idle.machine,
            None => unreachable!("a machine is there until it is dropped"),
        }
    }
}

impl Drop for PooledMachine {
    fn drop(&mut self) {
        let mut all = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(idle) = self.idle.take().filter(|_| !std::thread::panicking())
            && all.len() < MOST_MACHINES
        {
            all.push(idle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_used_again() {
        let target = CpuTarget::X86_64 { level: 2 };
        let address = |machine: &PooledMachine| machine.as_mut_ptr() as usize;
        let first = PooledMachine::new(target, Effort::None).expect("a machine");
        let second = PooledMachine::new(target, Effort::None).expect("a machine");
        assert_ne!(address(&first), address(&second));
        let known = address(&first);
        drop(first);
        assert_eq!(address(&PooledMachine::new(target, Effort::None).expect("a machine")), known);
    }
}
