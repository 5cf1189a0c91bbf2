//! Groups of ops that become fusions.

use super::graph::drivable;
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};

/// Ops that are computed together.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The template's name.
    pub kind: &'static str,
    /// The ops, in the order of their block, each with the operands that come from
    /// memory though what makes them may be in the group.
    pub ops: Vec<(OpId, Vec<bool>)>,
    /// The values that are wanted.
    pub results: Vec<Value>,
    /// The estimated seconds.
    pub seconds: f64,
}

impl Group {
    /// The sparse tensor over whose entries it runs: what its `hloom.relayout` reads.
    pub fn driver(&self, module: &Module) -> Option<Value> {
        self.ops.iter().find_map(|(op, _)| drivable(module, *op))
    }
}
