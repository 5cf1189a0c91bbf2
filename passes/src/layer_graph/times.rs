//! Estimated times of ops, on one core and on all.
//!
//! A kernel takes the time of its arithmetic or of its reading, the larger of the two, and that of
//! its writing. On all cores, arithmetic and caches serve each core; main memory serves only some
//! of them. A loop takes as long as its iterations, a branch as long as its longest arm.

use crate::fusion::graph::Graph;
use crate::fusion::kind::TemplateKind;
use crate::fusion::machine::Machine;
use crate::loops::trip_count;
use hloom_analysis::schedule::OpTimes;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::FxHashMap;

/// The ops that are evaluated to find out how often a loop runs.
const STEPS: usize = 256;

/// Estimates the times of ops.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock<'s> {
    /// The rates of one core.
    pub machine: &'s Machine,
    /// The number of cores.
    pub cores: usize,
    /// The number of cores that main memory serves at full speed.
    pub memory_cores: f64,
    /// The seconds to begin and end a loop that cores share.
    pub synchronization: f64,
}

impl Clock<'_> {
    /// The times of the ops of a block that make values in memory. Constants take no time and are
    /// not among them.
    pub fn block(&self, module: &Module, block: Block) -> FxHashMap<OpId, OpTimes> {
        let graph = Graph::of(module, block);
        let work: FxHashMap<OpId, f64> = graph
            .nodes
            .iter()
            .filter_map(|node| Some((node.op?, self.machine.compute(&node.work, false))))
            .collect();
        let ops = module.ops(block).filter(|&op| {
            !module.op(op).has(Trait::Terminator) && !matches!(module.op(op), Op::Constant(_))
        });
        ops.map(|op| (op, self.op(module, op, work.get(&op).copied().unwrap_or(0.0)))).collect()
    }

    /// The times of an op whose own arithmetic takes so long.
    fn op(&self, module: &Module, op: OpId, compute: f64) -> OpTimes {
        match module.op(op) {
            Op::Fusion(it) => {
                let kind = &*it.kind.0;
                let rows = [TemplateKind::Row, TemplateKind::Outer];
                let rows = rows.iter().any(|template| template.name().as_bytes() == kind);
                let compute = module.entry(op, 0).map_or(0.0, |body| {
                    let nodes = Graph::of(module, body).nodes;
                    nodes.iter().map(|node| self.machine.compute(&node.work, rows)).sum()
                });
                self.kernel(module, op, compute)
            }
            Op::While(_) => {
                let trips = trip_count(module, op, STEPS).unwrap_or(1).max(1) as f64;
                let body = crate::loops::blocks(module, op).map(|(_, body)| body);
                let once = body.map_or(self.kernel(module, op, 0.0), |body| self.sum(module, body));
                let all = |seconds: f64| seconds * trips + self.machine.launch;
                OpTimes { one_core: all(once.one_core), all_cores: all(once.all_cores) }
            }
            Op::If(_) | Op::Case(_) | Op::Layer(_) => {
                let arms = (0..module.regions(op).len()).filter_map(|i| module.entry(op, i));
                let start =
                    OpTimes { one_core: self.machine.launch, all_cores: self.machine.launch };
                arms.map(|arm| self.sum(module, arm)).fold(start, |a, b| OpTimes {
                    one_core: a.one_core.max(b.one_core),
                    all_cores: a.all_cores.max(b.all_cores),
                })
            }
            // Any other op: one kernel, or one call of a library.
            _ => self.kernel(module, op, compute),
        }
    }

    /// The times of the ops of a block one after the other.
    fn sum(&self, module: &Module, block: Block) -> OpTimes {
        let launch = self.machine.launch;
        let start = OpTimes { one_core: launch, all_cores: launch };
        self.block(module, block).values().fold(start, |a, b| OpTimes {
            one_core: a.one_core + b.one_core,
            all_cores: a.all_cores + b.all_cores,
        })
    }

    /// The times of a kernel whose arithmetic takes so long on one core.
    fn kernel(&self, module: &Module, op: OpId, compute: f64) -> OpTimes {
        let mut operands: Vec<Value> = module.operands(op).to_vec();
        operands.sort_unstable();
        operands.dedup();
        let (mut read, mut read_shared) = (0.0, 0.0);
        for &value in operands.iter().filter(|&&v| !is_splat(module, v)) {
            let bytes = bytes(module, value);
            read += self.machine.reading(bytes);
            read_shared += self.shared(bytes, self.machine.reading(bytes));
        }
        let (mut write, mut write_shared) = (0.0, 0.0);
        for value in module.results(op) {
            let bytes = bytes(module, value);
            write += self.machine.writing(bytes);
            write_shared += self.shared(bytes, self.machine.writing(bytes));
        }
        let launch = self.machine.launch;
        let one_core = launch + write + read.max(compute);
        let together = launch
            + self.synchronization
            + write_shared
            + read_shared.max(compute / self.cores as f64);
        // A kernel that is too small is left to one core.
        OpTimes { one_core, all_cores: together.min(one_core) }
    }

    /// The seconds that cores need together for what one moves in this time.
    fn shared(&self, bytes: f64, seconds: f64) -> f64 {
        let cores = self.cores as f64;
        let served = if bytes <= self.machine.cache_bytes { cores } else { self.memory_cores };
        seconds / served.min(cores).max(1.0)
    }
}

/// Whether a value is a constant that kernels contain.
fn is_splat(module: &Module, value: Value) -> bool {
    module.constant(value).is_some_and(|c| c.is_splat() || c.count() == 1)
}

fn bytes(module: &Module, value: Value) -> f64 {
    module.ty(value).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64
}
