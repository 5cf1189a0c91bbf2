//! Verification of hloom's printed text by upstream MLIR, through melior.
//!
//! ```text
//!  Module ──print──► MLIR text ──► accepts ──► melior: MLIR's own parser and verifier
//!                                                │
//!                                                ▼
//!                                  accepted, or its diagnostics ([`NotAccepted`])
//! ```
//!
//! [`accepts`] is a second opinion on the printer: what hloom writes, in generic or pretty form,
//! has to be text that MLIR reads. MLIR has no StableHLO dialect built in, so ops of other dialects
//! than `func` and `builtin` are unregistered there: syntax, types, scopes and symbols are checked,
//! constraints of ops are not.
//!
//! There is no lowering to upstream's dialects yet. Nothing here changes a module.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use std::sync::{Arc, Mutex};

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
    let context = Context::new();
    melior::dialect::DialectHandle::func().insert_dialect(&registry);
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context.set_allow_unregistered_dialects(true);
    let reports = Arc::new(Mutex::new(Vec::new()));
    let sink = reports.clone();
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        let report = format!("{diagnostic} at {}", diagnostic.location());
        sink.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(report);
        true
    });
    let accepted = Module::parse(&context, text).is_some_and(|m| m.as_operation().verify());
    context.detach_diagnostic_handler(handler);
    if accepted {
        return Ok(());
    }
    let mut reports = reports.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    Err(NotAccepted(std::mem::take(&mut reports)))
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
