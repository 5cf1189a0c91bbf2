//! A decision, and the states that its choices mean.

use super::OpAxes;
use super::kernels::Kernel;
use hloom_analysis::shard::State;
use hloom_analysis::shard::plan::state_of;
use hloom_analysis::shard::rule::dims;
use hloom_analysis::split::{Access, OpIndices};
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};

/// The subject of a decision.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Subject {
    /// Values that lie alike: an argument alone, or a carried value with the arguments and the result
    /// that it becomes.
    Held(Value),
    /// A kernel.
    Kernel(Kernel),
}

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub subject: Subject,
    /// The number of times that it counts in a step.
    pub times: f64,
    /// The axes of each dimension, or of each class of indices; no axes first.
    pub choices: Vec<OpAxes>,
    /// The choice that stated shardings spread to.
    pub spread: usize,
    /// The seconds of an op that is not divided: measured by what is inside, for loops that run as a
    /// whole.
    pub whole: Option<f64>,
}

/// An operand or a result, by its number.
#[derive(Clone, Copy)]
pub(super) enum At {
    /// An operand.
    Operand(usize),
    /// A result.
    Result(usize),
}

/// The state of an op's operand or result, by the axes of its indices.
pub(super) fn member_state(
    module: &Module,
    op: OpId,
    table: Option<&OpIndices>,
    at: At,
    axes: impl Fn(usize) -> Vec<usize>,
) -> State {
    let Some(table) = table else {
        let value = match at {
            At::Operand(i) => module.operand(op, i),
            At::Result(i) => module.result(op, i),
        };
        return State::whole(dims(module, value).len());
    };
    let accesses = match at {
        At::Operand(i) => &table.operands[i],
        At::Result(i) => &table.results[i],
    };
    let axes: OpAxes = (0..table.indices.len()).map(axes).collect();
    state_of(accesses, &axes)
}

/// The class of each dimension of an operand.
pub(super) fn classes_of(
    table: Option<&OpIndices>,
    classes: &[usize],
    operand: usize,
) -> Vec<Option<usize>> {
    let class = |access: &Access| access.index().map(|i| classes[i]);
    table.map_or(Vec::new(), |table| table.operands[operand].iter().map(class).collect())
}

/// Values from outside that an op's regions use.
pub(super) fn captured(module: &Module, op: OpId) -> Vec<Value> {
    if module.regions(op).is_empty() {
        return Vec::new();
    }
    let inner: Vec<OpId> = module.walk(op).filter(|&o| o != op).collect();
    let outside = |v: &Value| {
        let owner = module.def_block(*v).and_then(|block| module.block_owner(block));
        owner.is_some_and(|owner| owner != op && !inner.contains(&owner))
    };
    let mut all: Vec<Value> =
        inner.iter().flat_map(|&o| module.operands(o)).copied().filter(outside).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether only a kernel that computes a value reads it, so that it is not in memory.
pub(super) fn inner(module: &Module, kernel: &Kernel, value: Value) -> bool {
    let inside = |user: OpId| kernel.members.iter().any(|m| m.op == user);
    let mut users = module.uses(value).map(|(user, _)| user).peekable();
    users.peek().is_some() && users.all(inside)
}
