//! Estimated times of kernels, on one core and on all.
//!
//! Times only decide whether statements become tasks, and on which core; results are the same.

use crate::program::{Block, Facts, For, LoopKind, Program, Stmt, Uses};
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
    /// Bytes that another core has made, and that are in its cache.
    foreign: f64,
    /// Bytes of main memory, of one core.
    memory: f64,
    /// The same, of all cores.
    all_memory: f64,
    /// The size from which on data are not in caches.
    cache_bytes: u64,
    /// Whether arguments and constants are more than caches hold, so that each run reads them from
    /// main memory.
    large: bool,
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
    /// The bytes that it reads.
    pub reads: u64,
}

impl Rates {
    /// The rates of a machine. They were measured on two cores with vectors of 64 bytes: for each
    /// core 240 Gflop/s, and 60 GB/s from its caches; 15 GB/s from memory, and twice as much for
    /// both; 1.6 µs for a parallel loop and for tasks. Arithmetic scales with the length of vectors.
    pub fn new(machine: &Machine, program: &Program, cores: u32) -> Rates {
        let fixed = program.buffers.iter().filter(|buffer| buffer.is_fixed());
        let bytes: u64 = fixed.map(|buffer| buffer.certain_bytes()).sum();
        let lanes = f64::from(machine.vector_bytes) / 4.0;
        Rates {
            cores: f64::from(cores),
            flops: 6.0 * lanes * 2.5e9,
            special: lanes * 0.18e9,
            integer: lanes * 1.2e9,
            cached: 60e9,
            foreign: 20e9,
            memory: 15e9,
            all_memory: 15e9 * f64::from(cores.min(2)),
            large: bytes > machine.cache_bytes,
            cache_bytes: machine.cache_bytes,
            sharing: 0.95,
            parallel: 1.2e-6 + 0.2e-6 * f64::from(cores),
            tasks: 1.2e-6 + 0.2e-6 * f64::from(cores),
            handoff: 0.4e-6,
            call: 0.05e-6,
        }
    }

    /// The time of a statement that may be a task.
    pub(super) fn statement(&self, program: &Program, statement: &Stmt) -> Estimate {
        match statement {
            Stmt::Kernel { facts, body, .. } => {
                let fixed = if self.large { self.fixed(program, body) } else { 0 };
                self.kernel(facts, fixed.min(facts.bytes_read), &outermost(body))
            }
            Stmt::Copy { to, units, .. } => {
                let buffer = program.buffer(to.0);
                let width = buffer.storage().scalar.bytes() as u64;
                let units = units.as_constant().map_or(buffer.units(), |n| n.unsigned_abs());
                let bytes = units * width;
                let facts = Facts { bytes_read: bytes, bytes_written: bytes, ..Facts::default() };
                self.kernel(&facts, 0, &[])
            }
            // Any other statement: it is not a task.
            _ => Estimate { one_core: 0.0, all_cores: 0.0, memory: 0.0, reads: 0 },
        }
    }

    /// The bytes of the arguments and constants that a block accesses.
    fn fixed(&self, program: &Program, body: &Block) -> u64 {
        let buffers = Uses::of(body, &[]).buffers.into_iter().map(|id| program.buffer(id));
        buffers.filter(|buffer| buffer.is_fixed()).map(|buffer| buffer.certain_bytes()).sum()
    }

    /// The time of a kernel that reads so many bytes of arguments and constants from main memory.
    fn kernel(&self, facts: &Facts, fixed: u64, parallel: &[&For]) -> Estimate {
        let compute = facts.flops as f64 / self.flops
            + facts.special as f64 / self.special
            + facts.integer as f64 / self.integer;
        let bytes = facts.bytes_read + facts.bytes_written;
        let far = if bytes > self.cache_bytes { bytes } else { fixed };
        let (near, far) = ((bytes - far) as f64, far as f64);
        let memory = far / self.all_memory;
        let one = near / self.cached + far / self.memory;
        let all = near / self.cached / self.cores + memory;
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
        Estimate { one_core, all_cores, memory, reads: facts.bytes_read }
    }

    /// The time to get bytes that another core has made.
    pub(super) fn transfer(&self, bytes: u64) -> f64 {
        bytes as f64 / self.foreign
    }

    /// The time to get bytes of which each core has made a part.
    pub(super) fn gather(&self, bytes: u64) -> f64 {
        self.transfer(bytes) * (self.cores - 1.0) / self.cores
    }
}

/// The parallel loops of a kernel that are not inside another one.
fn outermost(body: &Block) -> Vec<&For> {
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
