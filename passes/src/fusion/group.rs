//! Groups of ops to be fused.

use super::graph::drivable;
use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};

/// Ops that become one fusion.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The name of the template.
    pub kind: &'static str,
    /// The ops in block order. The flags mark operands read from memory although their producer may
    /// be in the group.
    pub ops: Vec<(OpId, Vec<bool>)>,
    /// The values that the fusion yields.
    pub results: Vec<Value>,
    /// The estimated time in seconds.
    pub seconds: f64,
}

impl Group {
    /// The sparse tensor that drives the fusion: the operand of its `hloom.relayout`.
    pub fn driver(&self, module: &Module) -> Option<Value> {
        self.ops.iter().find_map(|(op, _)| drivable(module, *op))
    }
}
