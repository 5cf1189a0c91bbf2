//! A second opinion on the printer: what hloom writes has to be text that MLIR reads.

use crate::context;
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// The diagnostics with which upstream MLIR rejects a text.
#[derive(Debug, thiserror::Error)]
#[error("upstream MLIR does not accept the text: {}", .0.join("; "))]
pub struct NotAccepted(pub Vec<String>);

/// Checks that upstream MLIR parses and verifies a text, with `func` and `builtin` as its dialects
/// and unregistered ones allowed.
///
/// # Errors
/// The reported diagnostics, each with line and column if it has a location.
pub fn accepts(text: &str) -> Result<(), NotAccepted> {
    let registry = DialectRegistry::new();
    let cx = Context::new();
    melior::dialect::DialectHandle::func().insert_dialect(&registry);
    cx.append_dialect_registry(&registry);
    cx.load_all_available_dialects();
    cx.set_allow_unregistered_dialects(true);
    let parse = || Module::parse(&cx, text).is_some_and(|m| m.as_operation().verify());
    context::reported(&cx, parse).map_err(NotAccepted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told() {
        assert!(accepts("func.func @f() { return }").is_ok());
        assert!(accepts("\"other.op\"() {a = #other<b>} : () -> ()").is_ok());
        let error = accepts("func.func @f() -> i32 { return }").unwrap_err().to_string();
        assert!(error.contains("has 0 operands"), "{error}");
        let error = accepts("\"other.op\"(").unwrap_err().to_string();
        assert!(error.contains("1:11"), "{error}");
    }
}
