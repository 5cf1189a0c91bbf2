//! The state of control at a point of emission: possible targets and their arguments.

use super::graph::Node;
use hloom_ir::{Block, Region, Value};
use smallvec::SmallVec;

/// Arguments; `None` for a value that is irrelevant because control does not go there.
pub(super) type Slots = SmallVec<[Option<Value>; 4]>;

/// A possible target of control.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The node.
    pub node: Node,
    /// The values of its arguments.
    pub args: Slots,
}

/// The value that selects among several targets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// There is only one target.
    Only,
    /// There are two targets: the first if this `tensor<i1>` is true, else the second.
    Flag(Value),
    /// This `tensor<i32>` is the node number of the target.
    Number(Value),
}

/// The possible targets at one point of the program.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The places.
    pub targets: Vec<Target>,
    /// The value that selects the target.
    pub choice: Choice,
    /// The values that leave the loop of this level, if control leaves it.
    pub leaving: Slots,
}

impl State {
    /// The state with a single target.
    pub(super) fn one(node: Node, args: Slots, leaving: Slots) -> State {
        State { targets: vec![Target { node, args }], choice: Choice::Only, leaving }
    }

    /// The index of a node among the targets.
    pub(super) fn position(&self, node: Node) -> Option<usize> {
        self.targets.iter().position(|t| t.node == node)
    }
}

/// An arm of a branch that is being built.
pub(super) struct Arm {
    pub region: Region,
    pub block: Block,
    pub state: State,
}

/// The condition of a branch.
#[derive(Clone, Copy)]
pub(super) enum Decision {
    /// The first of two arms if this is true, else the second.
    Condition(Value),
    /// The arm with this index; the last arm if it is out of range.
    Index(Value),
}
