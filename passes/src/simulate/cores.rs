//! The kernels of a program as tasks of cores that share memory.
//!
//! Before this: [`split`](crate::split) has divided ops into parts, and kernels were made of them. A
//! kernel is a task that waits for the kernels whose results it reads. A slice takes no time: a part
//! is read where it lies. A kernel that reads a part of a tensor by a slice inside of it moves that
//! part only. Tensors that the last cache does not hold come from memory, which the cores share.

use crate::fusion::machine::Machine;
use crate::layer_graph::times::Clock;
use hloom_analysis::simulate::cores::Task;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Trait, Value};
use rustc_hash::FxHashMap;

/// The tasks of a block's ops, which were divided for so many cores.
pub fn tasks(module: &Module, block: Block, machine: &Machine, cores: usize) -> Vec<Task> {
    let clock = Clock { machine, cores: 1, memory_cores: 1.0, synchronization: 0.0 };
    let times = clock.block(module, block);
    let mut tasks: Vec<Task> = Vec::new();
    // The tasks that a value comes from.
    let mut from: FxHashMap<Value, Vec<usize>> = FxHashMap::default();
    for op in module.ops(block) {
        let it = module.op(op);
        if it.has(Trait::Terminator) || matches!(it, Op::Constant(_)) {
            continue;
        }
        let mut after: Vec<usize> = Vec::new();
        let inner = module.walk(op).flat_map(|inner| module.operands(inner));
        for value in inner {
            after.extend(from.get(value).into_iter().flatten());
        }
        after.sort_unstable();
        after.dedup();
        let free = matches!(it, Op::Slice(_) | Op::Reshape(_) | Op::OptimizationBarrier(_));
        let made = match times.get(&op).filter(|_| !free) {
            Some(times) => {
                let (counted, moved) = traffic(module, op, machine, cores);
                let seconds = (times.one_core - counted + moved.0).max(machine.launch);
                let traffic = moved.1.min(seconds);
                tasks.push(Task { work: seconds - traffic, traffic, after });
                vec![tasks.len() - 1]
            }
            None => after,
        };
        for result in module.results(op) {
            from.insert(result, made.clone());
        }
    }
    tasks
}

/// The seconds in which a kernel reads its operands as wholes, for operands of which it reads parts; and
/// the seconds for these parts, and of all traffic with memory.
fn traffic(module: &Module, op: OpId, machine: &Machine, cores: usize) -> (f64, (f64, f64)) {
    let (mut counted, mut parts, mut memory) = (0.0, 0.0, 0.0);
    let far = |bytes: f64| bytes > machine.cache_bytes;
    let mut seen: Vec<Value> = Vec::new();
    for (i, &value) in module.operands(op).iter().enumerate() {
        if seen.contains(&value) || module.constant(value).is_some_and(|c| c.is_splat()) {
            continue;
        }
        seen.push(value);
        let all = bytes(module, value);
        let whole = machine.reading(all);
        let own = match part(module, op, i) {
            Some(part) => {
                let own = whole * (part / all.max(1.0)).min(1.0);
                counted += whole;
                parts += own;
                own
            }
            None => whole,
        };
        memory += if far(all) { own } else { 0.0 };
    }
    for value in module.results(op) {
        // The cores write parts of one tensor at once: each has its share of the cache.
        let all = bytes(module, value);
        if far(all * cores as f64) {
            let own = all / machine.write;
            counted += machine.writing(all);
            parts += own;
            memory += own;
        }
    }
    (counted, (parts, memory))
}

/// The bytes of an operand that a kernel reads, if it reads it by slices only.
fn part(module: &Module, op: OpId, operand: usize) -> Option<f64> {
    let Op::Fusion(_) = module.op(op) else { return None };
    let arg = *module.args(module.entry(op, 0)?).get(operand)?;
    let mut sum = 0.0;
    for (user, _) in module.uses(arg) {
        let Op::Slice(_) = module.op(user) else { return None };
        sum += bytes(module, module.result(user, 0));
    }
    Some(sum)
}

fn bytes(module: &Module, value: Value) -> f64 {
    module.ty(value).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0) as f64
}
