//! Verification with the analyses of this crate: after the verifier of the IR, the
//! legality of `hloom.fusion` ops that iterate over the stored entries of an operand.

use crate::sparse::sparse_driven_block;
use hloom_ir::diag::Diagnostic;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::text::locate;
use hloom_ir::{OpId, OpPart};

/// Verifies a module.
///
/// # Errors
/// As [`hloom_ir::verify::verify`]; of a valid module, every fusion that needs elements
/// which its `driver` doesn't store.
pub fn verify(module: &Module) -> Result<(), Vec<Diagnostic>> {
    verify_text(module, "")
}

/// As [`verify`], of what stands in one op: [`hloom_ir::verify::verify_within`].
///
/// # Errors
/// As [`verify`].
pub fn verify_within(module: &Module, op: OpId) -> Result<(), Vec<Diagnostic>> {
    hloom_ir::verify::verify_within(module, op)?;
    fusions_are_legal(module, "", op)
}

/// As [`verify`], for a module that was read from `source`.
///
/// # Errors
/// As [`verify`].
pub fn verify_text(module: &Module, source: &str) -> Result<(), Vec<Diagnostic>> {
    hloom_ir::text::verify_text(module, source)?;
    fusions_are_legal(module, source, module.root())
}

fn fusions_are_legal(module: &Module, source: &str, scope: OpId) -> Result<(), Vec<Diagnostic>> {
    let wrong = |op| sparse_problem(module, source, op);
    let errors: Vec<Diagnostic> = module.walk(scope).filter_map(wrong).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The reason why a fusion can't iterate over the stored entries of its driver.
fn sparse_problem(module: &Module, source: &str, op: OpId) -> Option<Diagnostic> {
    let Op::Fusion(fusion) = module.op(op) else { return None };
    let number = fusion.driver?;
    let block = module.entry(op, 0)?;
    let &operand = module.args(block).get(usize::try_from(number).ok()?)?;
    let why = sparse_driven_block(module, block, operand).err()?;
    let message = format!("`hloom.fusion`: input {number} can't be the driver: {why}");
    let span = module.span(op);
    let place = OpPart::Attr("driver");
    let span = if source.is_empty() { span } else { locate(source, span, place) };
    Some(Diagnostic::error(span, message).label("in this attribute"))
}
