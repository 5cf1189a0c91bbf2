//! The memory of a rank, from when values are made and last used.
//!
//! Arguments stay for the whole run; a donated one (`tf.aliasing_output`, `jax.buffer_donor`) is free
//! after its last use. Results of ops are there from the op to their last use, those that are
//! returned until the end. A body has its own values on top of those around it. Values inside of
//! kernels take no memory. Storage shared by reshapes is counted twice, so that the sum is an upper
//! bound.

use crate::partition::shards::{staged, stages_of};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Attr, Block, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The bytes of a rank.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Memory {
    /// The bytes of the arguments.
    pub arguments: f64,
    /// The bytes of constants that are not one repeated element.
    pub constants: f64,
    /// The most bytes at once, arguments and constants among them.
    pub peak: f64,
    /// The op at which the most bytes are in use.
    pub at: Option<OpId>,
}

/// The memory of a function's body: that of the stage that needs most, if it is divided into
/// [stages](crate::stages).
pub fn memory(module: &Module, function: OpId) -> Memory {
    let Some(block) = module.entry(function, 0) else { return Memory::default() };
    let all = [None].into_iter().chain((0..stages(module, block)).map(Some)).map(|stage| {
        let own = Own { module, stage, foreign: foreign(module, function, block, stage) };
        own.function(function, block)
    });
    // Without stages there is one program; with them, each stage has one.
    let of_stages: Vec<Memory> = all.collect();
    let own = if of_stages.len() > 1 { &of_stages[1..] } else { &of_stages };
    own.iter().copied().max_by(|a, b| a.peak.total_cmp(&b.peak)).unwrap_or_default()
}

/// Whether an op is the `case` whose arms are stages.
fn is_staged(module: &Module, op: OpId) -> bool {
    matches!(module.op(op), Op::Case(_)) && staged(module, op).is_some()
}

/// The number of stages of a body.
fn stages(module: &Module, block: Block) -> usize {
    let case = module.ops(block).find(|&op| is_staged(module, op));
    case.map_or(0, |case| module.regions(case).len())
}

/// The arguments and results that belong to other stages.
fn foreign(
    module: &Module,
    function: OpId,
    block: Block,
    stage: Option<usize>,
) -> FxHashSet<Value> {
    let Some(stage) = stage else { return FxHashSet::default() };
    let func = module.func(function);
    let args = module.args(block);
    let other = |it: Option<i64>| it.is_some_and(|it| it != stage as i64);
    let of_args = stages_of(func.arg_attrs.as_deref(), args.len());
    let mut all: FxHashSet<Value> =
        args.iter().zip(of_args).filter(|(_, it)| other(*it)).map(|(&v, _)| v).collect();
    if let Some(case) = module.ops(block).find(|&op| is_staged(module, op)) {
        let results = module.results(case);
        let of_results = stages_of(func.res_attrs.as_deref(), results.len());
        all.extend(results.iter().zip(of_results).filter(|(_, it)| other(*it)).map(|(v, _)| v));
    }
    all
}

/// The memory of a stage, or of a program without stages.
struct Own<'m> {
    module: &'m Module,
    stage: Option<usize>,
    /// Values of other stages.
    foreign: FxHashSet<Value>,
}

fn is_donated(dict: &Attr) -> bool {
    match dict {
        Attr::Dict(dict) => ["tf.aliasing_output", "jax.buffer_donor"]
            .iter()
            .any(|name| dict.get(name).is_some_and(|attr| !matches!(attr, Attr::Bool(false)))),
        _ => false,
    }
}

impl Own<'_> {
    fn bytes(&self, value: Value) -> f64 {
        if self.foreign.contains(&value) { 0.0 } else { bytes(self.module, value) }
    }

    fn function(&self, function: OpId, block: Block) -> Memory {
        let module = self.module;
        let args = module.args(block);
        let donated: Vec<bool> = match module.func(function).arg_attrs.as_deref() {
            Some(Attr::Array(dicts)) => dicts.iter().map(is_donated).collect(),
            _ => Vec::new(),
        };
        let stays = |i: usize| !donated.get(i).copied().unwrap_or(false);
        let arguments: f64 = args.iter().map(|&v| self.bytes(v)).sum();
        let constants = module
            .walk(function)
            .filter(|&op| matches!(module.op(op), Op::Constant(_)) && !self.is_elsewhere(op));
        let constants: f64 = constants.map(|op| constant_bytes(module, op)).sum();
        let freed: Vec<Value> =
            args.iter().enumerate().filter(|(i, _)| !stays(*i)).map(|(_, &v)| v).collect();
        let (most, at) = self.peak(block, arguments, &freed);
        Memory { arguments, constants, peak: most + constants, at }
    }

    /// Whether an op stands in the arm of another stage.
    fn is_elsewhere(&self, op: OpId) -> bool {
        let (module, Some(stage)) = (self.module, self.stage) else { return false };
        let mut inner = op;
        while let Some(outer) = module.parent_op(inner) {
            if is_staged(module, outer) {
                let arm = module.entry(outer, stage);
                return module.parent(inner) != arm;
            }
            inner = outer;
        }
        false
    }

    /// The most bytes at once while a block runs that begins with `held` bytes, some of them in values
    /// that are free after their last use.
    fn peak(&self, block: Block, held: f64, freed: &[Value]) -> (f64, Option<OpId>) {
        let module = self.module;
        let ops: Vec<OpId> = module.ops(block).collect();
        let place: FxHashMap<OpId, usize> =
            ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
        // The op of this block that a use stands in.
        let home = |mut op: OpId| loop {
            if let Some(&at) = place.get(&op) {
                return at;
            }
            match module.parent_op(op) {
                Some(up) => op = up,
                None => return ops.len(),
            }
        };
        let last = |value: Value| module.uses(value).map(|(user, _)| home(user)).max();
        let mut ends: Vec<f64> = vec![0.0; ops.len() + 1];
        for &value in freed {
            ends[last(value).unwrap_or(0)] += self.bytes(value);
        }
        let (mut now, mut most, mut at) = (held, held, None);
        for (i, &op) in ops.iter().enumerate() {
            if !matches!(module.op(op), Op::Constant(_)) {
                for value in module.results(op) {
                    let size = self.bytes(value);
                    now += size;
                    ends[last(value).unwrap_or(i)] += size;
                }
            }
            let inner = self.inside(op);
            if now + inner > most {
                (most, at) = (now + inner, Some(op));
            }
            now -= ends[i];
        }
        (most, at)
    }

    /// The bytes that the regions of an op use, besides its operands and results.
    fn inside(&self, op: OpId) -> f64 {
        let module = self.module;
        let of = |region: usize| {
            let block = module.entry(op, region);
            block.map_or(0.0, |block| self.peak(block, 0.0, &[]).0)
        };
        match module.op(op) {
            Op::Case(_) if self.stage.is_some() && is_staged(module, op) => {
                self.stage.map_or(0.0, of)
            }
            Op::While(_) | Op::If(_) | Op::Case(_) | Op::Layer(_) => {
                (0..module.regions(op).len()).map(of).fold(0.0, f64::max)
            }
            // Any other op: its regions compute scalars, or belong to one kernel.
            _ => 0.0,
        }
    }
}

fn constant_bytes(module: &Module, op: OpId) -> f64 {
    let value = module.result(op, 0);
    match module.constant(value) {
        Some(literal) if !literal.is_splat() => bytes(module, value),
        _ => 0.0,
    }
}

fn bytes(module: &Module, value: Value) -> f64 {
    module.ty(value).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64
}
