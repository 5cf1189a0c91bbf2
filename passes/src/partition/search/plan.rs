//! The shardings that choices mean, and the memory that they take.

use super::node::{Subject, inner};
use super::space::{Home, Space, Wanted};
use super::{Plan, PlannedKernel};
use hloom_analysis::shard::States;
use hloom_analysis::shard::plan::bytes;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

impl Space<'_> {
    /// The plan of choices that are estimated to take so many seconds.
    pub fn plan(&self, choices: &[usize], seconds: f64, exact: bool) -> Plan {
        let module = self.module;
        let mut states = self.states.clone();
        let choice = |n: usize| choices[n];
        for (&value, home) in &self.home {
            if !matches!(home, Home::Stated(_)) || !states.stated.contains(&value) {
                states.set(value, self.lies(home, &choice));
            }
        }
        let returned = module.terminator(self.block).map_or(&[][..], |op| module.operands(op));
        for (i, &value) in returned.iter().enumerate() {
            if !states.stated_results[i] {
                states.results[i] = states.of(module, value);
            }
        }
        let mut exchanges = vec![0.0; self.nodes.len()];
        for it in &self.uses {
            let node = match (&it.to, &it.from) {
                (Wanted::Read(n, ..) | Wanted::Held(n), _) => Some(*n),
                (Wanted::As(_), Home::Made(n, ..) | Home::Held(n)) => Some(*n),
                (Wanted::As(_), Home::Stated(_)) => None,
            };
            if let Some(n) = node {
                exchanges[n] += self.moving(it, &choice);
            }
        }
        let mut axes = FxHashMap::default();
        let mut kernels = Vec::new();
        let mut inside = FxHashSet::default();
        for (n, node) in self.nodes.iter().enumerate() {
            let Subject::Kernel(kernel) = &node.subject else { continue };
            let own = &node.choices[choices[n]];
            for member in &kernel.members {
                if member.table.is_some() {
                    let of = member.classes.iter().map(|&class| own[class].clone());
                    axes.insert(member.op, of.collect());
                }
                let results = module.results(member.op).iter();
                inside.extend(results.filter(|&v| inner(module, kernel, v)));
            }
            kernels.push(PlannedKernel {
                ops: kernel.members.iter().map(|m| m.op).collect(),
                times: node.times,
                seconds: self.costs.node(node, own),
                exchanges: exchanges[n],
            });
        }
        let held = Held { module, states: &states, inside: &inside };
        let args: f64 = module.args(self.block).iter().map(|&arg| held.own(arg)).sum();
        let bytes = held.peak(self.block, args);
        let (undivided, stated) = (seconds, seconds);
        let (one_device, notes) = (self.one_device(), self.notes.clone());
        Plan { states, axes, kernels, seconds, undivided, stated, one_device, bytes, exact, notes }
    }
}

/// The memory of a device.
struct Held<'a> {
    module: &'a Module,
    states: &'a States,
    /// Values that only the kernel reads that computes them.
    inside: &'a FxHashSet<Value>,
}

impl Held<'_> {
    fn own(&self, value: Value) -> f64 {
        if self.inside.contains(&value) {
            return 0.0;
        }
        let shards = self.states.of(self.module, value).shards(&self.states.grid);
        bytes(self.module, value) / shards as f64
    }

    /// The most bytes that a device holds at once while a block runs that begins with `held` bytes:
    /// results until their last use. Values of bodies come on top of those around them; carried
    /// values are the loop's results.
    fn peak(&self, block: Block, mut held: f64) -> f64 {
        let module = self.module;
        let mut last: FxHashMap<Value, OpId> = FxHashMap::default();
        for op in module.ops(block) {
            for inner in module.walk(op) {
                last.extend(module.operands(inner).iter().map(|&v| (v, op)));
            }
        }
        let mut ending: FxHashMap<OpId, Vec<Value>> = FxHashMap::default();
        for op in module.ops(block) {
            for value in module.results(op) {
                let end = last.get(&value).copied().unwrap_or(op);
                ending.entry(end).or_default().push(value);
            }
        }
        let mut most = held;
        for op in module.ops(block) {
            held += module.results(op).iter().map(|v| self.own(v)).sum::<f64>();
            let inner = match module.op(op) {
                Op::While(_) | Op::If(_) | Op::Case(_) | Op::Layer(_) => {
                    let blocks = (0..module.regions(op).len()).filter_map(|i| module.entry(op, i));
                    blocks.map(|block| self.peak(block, 0.0)).fold(0.0, f64::max)
                }
                // Any other op: its regions compute scalars, or shards.
                _ => 0.0,
            };
            most = most.max(held + inner);
            let ended = ending.get(&op).into_iter().flatten();
            held -= ended.map(|&v| self.own(v)).sum::<f64>();
        }
        most
    }
}
