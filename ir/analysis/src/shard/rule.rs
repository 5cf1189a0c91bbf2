//! The dimensions that an op shards alike.

use crate::split::{Access, Window, indices};
use hloom_ir::module::Module;
use hloom_ir::ops::{Op, PropagationBarrier};
use hloom_ir::{OpId, Value};

/// A dimension of a value.
pub type Dim = (Value, usize);

/// The dimensions of an op's operands and results that are sharded alike: one set for each index.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Rule {
    /// The sets; operands stand before results.
    pub alike: Vec<Vec<Dim>>,
    /// Whether shardings go from operands to results.
    pub forward: bool,
    /// Whether shardings go from results to operands.
    pub backward: bool,
}

/// Whether devices that hold equal shards of a dimension of extent `n` compute equal shards of an
/// index of extent `extent` with this window, and read what is missing from their neighbours.
pub fn exchanges_halos(window: Window, n: i64, extent: i64) -> bool {
    window.dilation == 1 && n == extent * window.stride
}

/// The rule of an op.
pub fn rule(module: &Module, op: OpId) -> Rule {
    let both = |alike| Rule { alike, forward: true, backward: true };
    if let Some(table) = indices(module, op) {
        let mut alike = vec![Vec::new(); table.indices.len()];
        let operands = module.operands(op).iter().copied().zip(&table.operands);
        let results = module.results(op).iter().zip(&table.results);
        for (value, accesses) in operands.chain(results) {
            for (d, access) in accesses.iter().enumerate() {
                match *access {
                    Access::Direct { index, .. } | Access::Reversed { index } => {
                        alike[index].push((value, d));
                    }
                    Access::Window { index, window } => {
                        let extent = table.indices[index].extent;
                        if exchanges_halos(window, dims(module, value)[d], extent) {
                            alike[index].push((value, d));
                        }
                    }
                    Access::Whole => {}
                }
            }
        }
        return both(alike);
    }
    match module.op(op) {
        Op::ShardingConstraint(_) | Op::DataFlowEdge(_) | Op::OptimizationBarrier(_) => {
            both(identity(module, op))
        }
        Op::CustomCall(it)
            if matches!(&*it.call_target_name.0, b"Sharding" | b"LayoutConstraint") =>
        {
            both(identity(module, op))
        }
        Op::PropagationBarrier(it) => barrier(module, op, it),
        Op::While(_) => {
            let args = |i: usize| module.entry(op, i).map_or(&[][..], |block| module.args(block));
            let yields = yields(module, op, 1);
            let sets = module.results(op).iter().enumerate().map(|(i, result)| {
                let all = [module.operands(op), args(0), args(1), &yields];
                let mut set: Vec<Value> = all.iter().filter_map(|v| v.get(i).copied()).collect();
                set.push(result);
                set
            });
            both(sets.flat_map(|set| by_dimension(module, &set)).collect())
        }
        Op::If(_) | Op::Case(_) => {
            let branches: Vec<Vec<Value>> =
                (0..module.regions(op).len()).map(|i| yields(module, op, i)).collect();
            let sets = module.results(op).iter().enumerate().map(|(i, result)| {
                let mut set: Vec<Value> =
                    branches.iter().filter_map(|v| v.get(i).copied()).collect();
                set.push(result);
                set
            });
            both(sets.flat_map(|set| by_dimension(module, &set)).collect())
        }
        // Any other op: it runs as a whole, and its operands and results are not related.
        _ => Rule::default(),
    }
}

/// The values that a region yields.
pub fn yields(module: &Module, op: OpId, region: usize) -> Vec<Value> {
    let terminator = module.entry(op, region).and_then(|block| module.terminator(block));
    terminator.map_or_else(Vec::new, |t| module.operands(t).to_vec())
}

fn barrier(module: &Module, op: OpId, it: &PropagationBarrier) -> Rule {
    let name = PropagationBarrier::DIRECTIONS.get(it.allowed_direction.0 as usize);
    let alike = identity(module, op);
    let (forward, backward) = match name {
        Some(&"FORWARD") => (true, false),
        Some(&"BACKWARD") => (false, true),
        Some(&"BOTH") => (true, true),
        _ => (false, false),
    };
    Rule { alike, forward, backward }
}

/// Result `i` is operand `i`.
fn identity(module: &Module, op: OpId) -> Vec<Vec<Dim>> {
    let pairs = module.operands(op).iter().copied().zip(module.results(op).iter());
    pairs.flat_map(|(a, b)| by_dimension(module, &[a, b])).collect()
}

/// Values of one shape, dimension by dimension.
pub(super) fn by_dimension(module: &Module, values: &[Value]) -> Vec<Vec<Dim>> {
    let Some(&first) = values.first() else { return Vec::new() };
    let rank = dims(module, first).len();
    let same = |v: &&Value| dims(module, **v) == dims(module, first);
    (0..rank).map(|d| values.iter().filter(same).map(|&v| (v, d)).collect()).collect()
}

/// The extents of a tensor; none for other values.
pub fn dims(module: &Module, value: Value) -> &'static [i64] {
    module.ty(value).as_tensor().map_or(&[], |t| &t.dims[..])
}
