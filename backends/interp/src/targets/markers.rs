//! Annotations of placement and sharding. They do not change values.

use crate::custom_call::Call;
use crate::error::{EvalError, RegionError};
use crate::run::Run;
use crate::value::Value;

/// The names of the annotations.
pub(super) const NAMES: &[&str] = &[
    "LayoutConstraint",
    "MoveToDevice",
    "MoveToHost",
    "PinToDevice",
    "PinToDeviceSram",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "Sharding",
    "UnpinFromDevice",
    "annotate_device_placement",
    "xla.sdy.FuncResultSharding",
    "xla.sdy.GlobalToLocalShape",
    "xla.sdy.LocalToGlobalShape",
    "xla.sdy.PropagationBarrier",
    "xla.sdy.ShardingGroup",
];

/// Whether a target is an annotation.
pub(super) fn is_one(name: &str) -> bool {
    name.starts_with("xla.sdy.") || NAMES.contains(&name)
}

/// Returns the operands. A result of another shape means a split among devices, which a single
/// device can't run.
pub(super) fn pass(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, RegionError> {
    if call.results.is_empty() {
        return Ok(Vec::new());
    }
    if call.operands.len() != call.results.len() {
        let message = format!("@{} gives as many results as it has operands", call.name);
        return Err(EvalError::invalid(message).into());
    }
    for (value, &ty) in call.operands.iter().zip(call.results) {
        if !value.fits(ty) {
            return Err(EvalError::unsupported(format!(
                "@{} splits {} into {ty}; the interpreter runs a program on one device",
                call.name,
                value.ty()
            ))
            .into());
        }
    }
    Ok(call.operands.to_vec())
}
