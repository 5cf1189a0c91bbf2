//! Contexts of upstream MLIR, and its diagnostics as values.

use crate::error::Error;
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::utility::{register_all_dialects, register_all_llvm_translations, register_all_passes};
use std::sync::{Arc, Mutex, PoisonError};

/// The dialects that lowered programs are made of.
const DIALECTS: &[&str] = &[
    "arith",
    "bufferization",
    "complex",
    "func",
    "linalg",
    "llvm",
    "math",
    "memref",
    "scf",
    "sparse_tensor",
    "tensor",
];

/// A context of one thread with all dialects and passes of upstream MLIR.
pub fn context() -> Context {
    register_all_passes();
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let cx = Context::new_with_registry(&registry, false);
    for name in DIALECTS {
        cx.get_or_load_dialect(name);
    }
    register_all_llvm_translations(&cx);
    cx
}

/// Runs a function of upstream MLIR that says whether it succeeded.
///
/// # Errors
/// The diagnostics of a failure.
pub(crate) fn reported(cx: &Context, run: impl FnOnce() -> bool) -> Result<(), Vec<String>> {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let sink = reports.clone();
    let handler = cx.attach_diagnostic_handler(move |diagnostic| {
        let report = match diagnostic.location().to_string().as_str() {
            "loc(unknown)" => diagnostic.to_string(),
            at => format!("{diagnostic} at {at}"),
        };
        sink.lock().unwrap_or_else(PoisonError::into_inner).push(report);
        true
    });
    let succeeded = run();
    cx.detach_diagnostic_handler(handler);
    if succeeded {
        return Ok(());
    }
    let reports = std::mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
    Err(match reports.is_empty() {
        true => vec!["it fails without a diagnostic".to_owned()],
        false => reports,
    })
}

/// As [`reported`], with the diagnostics as an error.
pub(crate) fn reporting(cx: &Context, run: impl FnOnce() -> bool) -> Result<(), Error> {
    reported(cx, run).map_err(Error::Upstream)
}
