//! Estimated times of kernels, on one core and on all.
//!
//! Times only decide whether statements become tasks, and on which core; results are the same.

use crate::program::{Facts, For, LoopKind, Program, Stmt};
use crate::schedule::Machine;

/// The work of a core in a second, and the time that threads cost each other.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    cores: f64,
    /// Operations of floats.
    flops: f64,
    /// Divisions, square roots and elementary functions.
    special: f64,
    /// Operations of integers.
    integer: f64,
    /// Bytes of the caches.
    cached: f64,
    /// Bytes of main memory, of one core.
    memory: f64,
    /// The same, of all cores.
    all_memory: f64,
    /// The size from which on data are not in caches.
    cache_bytes: u64,
    /// The part of their time that threads use when they share a loop.
    sharing: f64,
    /// The seconds to begin and end a parallel loop.
    pub(super) parallel: f64,
    /// The seconds to begin and end tasks.
    pub(super) tasks: f64,
    /// The seconds from the end of a task to the begin of one on another core.
    pub(super) handoff: f64,
    /// The seconds to call a kernel.
    call: f64,
}

/// Seconds that a statement takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// On one core.
    pub one_core: f64,
    /// On all cores, threads' waits included.
    pub all_cores: f64,
    /// The time of main memory alone, when all cores use it.
    pub memory: f64,
}

impl Rates {
    /// The rates of a machine whose properties are otherwise not known: what two vector units do
    /// at 2.5 GHz, and the bandwidth of one channel of memory. Waits were measured on two cores
    /// that share a cache: a parallel loop 1.4 µs, tasks 1.4 µs.
    pub fn new(machine: &Machine, cores: u32) -> Rates {
        let lanes = f64::from(machine.vector_bytes) / 4.0;
        Rates {
            cores: f64::from(cores),
            flops: 4.0 * lanes * 2.5e9,
            special: lanes * 0.15e9,
            integer: lanes * 1.2e9,
            cached: 30e9,
            memory: 10e9,
            all_memory: 13e9,
            cache_bytes: machine.cache_bytes,
            sharing: 0.9,
            parallel: 1e-6 + 0.2e-6 * f64::from(cores),
            tasks: 1e-6 + 0.2e-6 * f64::from(cores),
            handoff: 0.5e-6,
            call: 0.05e-6,
        }
    }

    /// The time of a statement that may be a task.
    pub(super) fn statement(&self, program: &Program, statement: &Stmt) -> Estimate {
        match statement {
            Stmt::Kernel { facts, body, .. } => {
                let parallel: Vec<&For> = outermost(body);
                self.kernel(facts, &parallel)
            }
            Stmt::Copy { to, units, .. } => {
                let buffer = program.buffer(to.0);
                let width = buffer.storage().scalar.bytes() as u64;
                let units = units.as_constant().map_or(buffer.units(), |n| n.unsigned_abs());
                let bytes = units * width;
                let facts = Facts { bytes_read: bytes, bytes_written: bytes, ..Facts::default() };
                self.kernel(&facts, &[])
            }
            // Any other statement: it is no task.
            _ => Estimate { one_core: 0.0, all_cores: 0.0, memory: 0.0 },
        }
    }

    fn kernel(&self, facts: &Facts, parallel: &[&For]) -> Estimate {
        let compute = facts.flops as f64 / self.flops
            + facts.special as f64 / self.special
            + facts.integer as f64 / self.integer;
        let bytes = facts.bytes_read + facts.bytes_written;
        let far = bytes > self.cache_bytes;
        let (one, all) = match far {
            true => (bytes as f64 / self.memory, bytes as f64 / self.all_memory),
            false => (bytes as f64 / self.cached, bytes as f64 / self.cached / self.cores),
        };
        let one_core = self.call + compute.max(one);
        // The share of the busiest thread, in the loop that has the fewest iterations.
        let shares = parallel.iter().map(|it| match (it.from.as_constant(), it.to.as_constant()) {
            (Some(from), Some(to)) => {
                let iterations = ((to - from).max(0) as f64 / it.step as f64).ceil().max(1.0);
                (iterations / self.cores).ceil() / iterations
            }
            _ => 1.0 / self.cores,
        });
        let waits = self.parallel * parallel.len() as f64;
        let all_cores = match shares.reduce(f64::max) {
            None => one_core,
            Some(share) => {
                // Shares of one thread alone are not handed to others.
                let waits = if share < 1.0 { waits } else { 0.0 };
                let (memory, used) = if share < 1.0 { (all, self.sharing) } else { (one, 1.0) };
                self.call + waits + (compute * share / used).max(memory)
            }
        };
        Estimate { one_core, all_cores, memory: if far { all } else { 0.0 } }
    }

    /// The time to get bytes that another core has made.
    pub(super) fn transfer(&self, bytes: u64) -> f64 {
        bytes as f64 / self.cached
    }
}

/// The parallel loops of a kernel that are not inside another one.
fn outermost(body: &crate::program::Block) -> Vec<&For> {
    let parallel = |statement: &Stmt| match statement {
        Stmt::For(it) => it.kind == LoopKind::Parallel,
        // Any other statement: no loop.
        _ => false,
    };
    let loops = body.walk_into(|statement| !parallel(statement));
    loops
        .filter_map(|statement| match statement {
            Stmt::For(it) if it.kind == LoopKind::Parallel => Some(&**it),
            // Any other statement: no parallel loop.
            _ => None,
        })
        .collect()
}
