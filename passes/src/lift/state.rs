//! Where control may go, and with which values, while a function is taken apart.

use super::graph::Node;
use hloom_ir::{Block, Region, Value};
use smallvec::SmallVec;

/// Values for a list of arguments; `None` where it does not matter which, for
/// control does not go there.
pub(super) type Slots = SmallVec<[Option<Value>; 4]>;

/// A place where control may go.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The node.
    pub node: Node,
    /// The values of its arguments.
    pub args: Slots,
}

/// Which of several targets is taken.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// There is one.
    Only,
    /// There are two: the first, if this `tensor<i1>` holds, else the second.
    Flag(Value),
    /// That whose node's number this `tensor<i32>` is.
    Number(Value),
}

/// Where control may go at one point of the program.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The places.
    pub targets: Vec<Target>,
    /// Which is taken.
    pub choice: Choice,
    /// The values that leave the loop of this level, if control leaves it.
    pub leaving: Slots,
}

impl State {
    /// One place.
    pub(super) fn one(node: Node, args: Slots, leaving: Slots) -> State {
        State { targets: vec![Target { node, args }], choice: Choice::Only, leaving }
    }

    /// Where among the targets a node is.
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

/// What decides between arms.
#[derive(Clone, Copy)]
pub(super) enum Decision {
    /// The first of two arms if it holds, else the second.
    Condition(Value),
    /// The arm of this number, else the last.
    Index(Value),
}
