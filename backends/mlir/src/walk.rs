//! Ops of a module that are to be changed: they are collected first, since a walk allows no changes.

use melior::ir::operation::{OperationLike, OperationRef, WalkOrder, WalkResult};
use mlir_sys::MlirOperation;

/// The ops in an op, itself included, that are `wanted`, in their order.
pub(crate) fn collect<'c: 'a, 'a>(
    root: &impl OperationLike<'c, 'a>,
    wanted: impl Fn(&OperationRef<'_, '_>) -> bool,
) -> Vec<MlirOperation> {
    collect_outside(root, wanted, |_| false)
}

/// As [`collect`], without the ops inside of ops that are `closed`; `root` is not closed.
pub(crate) fn collect_outside<'c: 'a, 'a>(
    root: &impl OperationLike<'c, 'a>,
    wanted: impl Fn(&OperationRef<'_, '_>) -> bool,
    closed: impl Fn(&OperationRef<'_, '_>) -> bool,
) -> Vec<MlirOperation> {
    let own = root.to_raw();
    let mut found = Vec::new();
    root.walk(WalkOrder::PreOrder, |op| {
        if wanted(&op) {
            found.push(op.to_raw());
        }
        match op.to_raw().ptr != own.ptr && closed(&op) {
            true => WalkResult::Skip,
            false => WalkResult::Advance,
        }
    });
    found
}
