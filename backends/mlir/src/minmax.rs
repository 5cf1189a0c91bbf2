//! Minima and maxima of floats as LLVM's own functions, which order zeros: -0 is below 0.
//!
//! `arith-expand`, which is needed for `bf16`, would make comparisons of them, to which both zeros are
//! equal.

use crate::walk;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationRef};
use melior::ir::{BlockLike, Module, ValueLike};

/// The functions, by the ops that are replaced.
const FUNCTIONS: [(&str, &str); 2] =
    [("arith.minimumf", "llvm.intr.minimum"), ("arith.maximumf", "llvm.intr.maximum")];

/// The function for an op.
fn function(op: &OperationRef<'_, '_>) -> Option<&'static str> {
    let name = op.name();
    let name = name.as_string_ref().as_str().ok()?;
    FUNCTIONS.iter().find(|(from, _)| *from == name).map(|(_, to)| *to)
}

/// Replaces the ops of a module.
pub(crate) fn replace(module: &Module<'_>) {
    for raw in walk::collect(&module.as_operation(), |op| function(op).is_some()) {
        // SAFETY: the walk found the op in the module, and nothing but it is erased.
        let op = unsafe { OperationRef::from_raw(raw) };
        let (Some(name), Some(result)) = (function(&op), op.results().next()) else { continue };
        let Some(block) = op.block() else { continue };
        let operands: Vec<_> = op.operands().collect();
        let made = OperationBuilder::new(name, op.location())
            .add_operands(&operands)
            .add_results(&[result.r#type()])
            .build();
        let made = made.map(|made| block.insert_operation_before(op, made));
        let Some(new) = made.ok().and_then(|made| made.results().next()) else { continue };
        // SAFETY: both values have the same type, and the op has no uses then.
        unsafe {
            mlir_sys::mlirValueReplaceAllUsesOfWith(result.to_raw(), new.to_raw());
            mlir_sys::mlirOperationDestroy(raw);
        }
    }
}
