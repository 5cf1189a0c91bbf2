//! Ops of a module that are to be changed: they are collected first, since a walk allows no changes.

use melior::ir::operation::{OperationLike, OperationRef, WalkOrder, WalkResult};
use mlir_sys::MlirOperation;

/// The ops in an op, itself included, that are `wanted`, in their order.
pub(crate) fn collect<'c: 'a, 'a>(
    root: &impl OperationLike<'c, 'a>,
    wanted: impl Fn(&OperationRef<'_, '_>) -> bool,
) -> Vec<MlirOperation> {
    let mut found = Vec::new();
    root.walk(WalkOrder::PreOrder, |op| {
        if wanted(&op) {
            found.push(op.to_raw());
        }
        WalkResult::Advance
    });
    found
}
