//! Marks on values: where they are to live, how they are to be split. They change
//! no element.

use super::Call;
use crate::body::Stop;
use crate::error::Trouble;
use crate::run::Run;
use crate::value::Value;

/// The marks' names.
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

/// Whether a target is a mark.
pub(super) fn is_one(name: &str) -> bool {
    name.starts_with("xla.sdy.") || NAMES.contains(&name)
}

/// Hands the operands on. Where one of another shape is wanted, the mark stands
/// for a split among devices, and there is one.
pub(super) fn pass(_: &mut Run<'_, '_>, call: &Call<'_>) -> Result<Vec<Value>, Stop> {
    if call.results.is_empty() {
        return Ok(Vec::new());
    }
    if call.operands.len() != call.results.len() {
        let message = format!("@{} gives as many results as it has operands", call.name);
        return Err(Trouble::invalid(message).into());
    }
    for (value, &ty) in call.operands.iter().zip(call.results) {
        if !value.fits(ty) {
            return Err(Trouble::unsupported(format!(
                "@{} splits {} into {ty}; the interpreter runs a program on one device",
                call.name,
                value.ty()
            ))
            .into());
        }
    }
    Ok(call.operands.to_vec())
}
