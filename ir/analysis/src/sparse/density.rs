//! The expected number of stored entries of sparse tensors.

use hloom_ir::attr::Attr;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};

/// The attribute of a function's argument that says how many entries a sparse tensor is
/// expected to store.
pub const STORED_ENTRIES: &str = "hloom.stored_entries";

/// The density assumed without that attribute, as in SystemML.
const UNKNOWN_DENSITY: f64 = 0.1;

/// The expected density of a sparse tensor: stored entries per element.
pub fn density(module: &Module, v: Value) -> f64 {
    known_density(module, v).unwrap_or(UNKNOWN_DENSITY)
}

/// The expected density of a sparse tensor, if [`STORED_ENTRIES`] says it.
pub fn known_density(module: &Module, v: Value) -> Option<f64> {
    let block = module.def_block(v).filter(|_| module.def_op(v).is_none())?;
    let function = module.block_owner(block)?;
    let number = module.args(block).iter().position(|&arg| arg == v)?;
    let Op::Func(func) = module.op(function) else { return None };
    let Attr::Array(all) = func.arg_attrs.as_deref()? else { return None };
    let Attr::Dict(attrs) = all.get(number)? else { return None };
    let Attr::Int(entries, _) = attrs.get(STORED_ENTRIES)? else { return None };
    let cells = module.ty(v).as_tensor()?.count()?;
    Some((*entries as f64 / (cells as f64).max(1.0)).clamp(0.0, 1.0))
}

/// The sparse tensor that a `hloom.relayout` makes dense.
pub fn densified(module: &Module, op: OpId) -> Option<Value> {
    if !matches!(module.op(op), Op::Relayout(_)) {
        return None;
    }
    let sparse = |v: Value| module.ty(v).as_tensor().is_some_and(|t| t.sparse().is_some());
    let (from, to) = (module.operand(op, 0), module.result(op, 0));
    (sparse(from) && !sparse(to)).then_some(from)
}
