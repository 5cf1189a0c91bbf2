//! The memory of a rank, from when values are made and last used.
//!
//! Arguments stay for the whole run; a donated one (`tf.aliasing_output`, `jax.buffer_donor`) is free
//! after its last use. Results of ops are there from the op to their last use, those that are
//! returned until the end. A body has its own values on top of those around it. Values inside of
//! kernels take no memory. Storage shared by reshapes is counted twice, so that the sum is an upper
//! bound.

use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Attr, Block, OpId, Value};
use rustc_hash::FxHashMap;

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

/// The memory of a function's body.
pub fn memory(module: &Module, function: OpId) -> Memory {
    let Some(block) = module.entry(function, 0) else { return Memory::default() };
    let args = module.args(block);
    let donated: Vec<bool> = match module.func(function).arg_attrs.as_deref() {
        Some(Attr::Array(dicts)) => dicts.iter().map(is_donated).collect(),
        _ => Vec::new(),
    };
    let stays = |i: usize| !donated.get(i).copied().unwrap_or(false);
    let arguments: f64 = args.iter().map(|&v| bytes(module, v)).sum();
    let constants = module.walk(function).filter(|&op| matches!(module.op(op), Op::Constant(_)));
    let constants: f64 = constants.map(|op| constant_bytes(module, op)).sum();
    let freed: Vec<Value> =
        args.iter().enumerate().filter(|(i, _)| !stays(*i)).map(|(_, &v)| v).collect();
    let (most, at) = peak(module, block, arguments, &freed);
    Memory { arguments, constants, peak: most + constants, at }
}

fn is_donated(dict: &Attr) -> bool {
    match dict {
        Attr::Dict(dict) => ["tf.aliasing_output", "jax.buffer_donor"]
            .iter()
            .any(|name| dict.get(name).is_some_and(|attr| !matches!(attr, Attr::Bool(false)))),
        _ => false,
    }
}

/// The most bytes at once while a block runs that begins with `held` bytes, some of them in values
/// that are free after their last use.
fn peak(module: &Module, block: Block, held: f64, freed: &[Value]) -> (f64, Option<OpId>) {
    let ops: Vec<OpId> = module.ops(block).collect();
    let place: FxHashMap<OpId, usize> = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
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
        ends[last(value).unwrap_or(0)] += bytes(module, value);
    }
    let (mut now, mut most, mut at) = (held, held, None);
    for (i, &op) in ops.iter().enumerate() {
        if !matches!(module.op(op), Op::Constant(_)) {
            for value in module.results(op) {
                let size = bytes(module, value);
                now += size;
                ends[last(value).unwrap_or(i)] += size;
            }
        }
        let inner = inside(module, op);
        if now + inner > most {
            (most, at) = (now + inner, Some(op));
        }
        now -= ends[i];
    }
    (most, at)
}

/// The bytes that the regions of an op use, besides its operands and results.
fn inside(module: &Module, op: OpId) -> f64 {
    let of = |region: usize| {
        let block = module.entry(op, region);
        block.map_or(0.0, |block| peak(module, block, 0.0, &[]).0)
    };
    match module.op(op) {
        Op::While(_) | Op::If(_) | Op::Case(_) | Op::Layer(_) => {
            (0..module.regions(op).len()).map(of).fold(0.0, f64::max)
        }
        // Any other op: its regions compute scalars, or belong to one kernel.
        _ => 0.0,
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
