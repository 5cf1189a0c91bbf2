//! `mlir`: passes of upstream MLIR in a pipeline of ours; `raise-linalg`: programs of upstream's
//! dialects as StableHLO.
//!
//! This crate does not link upstream MLIR: the caller of a pipeline gives an
//! [`Upstream`](crate::context::Upstream), as `hloom opt`
//! does. The module goes there whole, and comes back as another one.

use crate::context::{Context, PassError};

crate::options! {
    /// Options of `mlir`.
    pub struct Options {
        /// The pipeline as upstream writes it, in quotes: `'builtin.module(canonicalize)'`.
        pipeline: String = String::new(), "pipeline";
    }
}

/// Runs `mlir`.
///
/// # Errors
/// As [`Upstream::run`](crate::context::Upstream::run), or if there is no pipeline or no upstream MLIR.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { pipeline } = cx.options()?;
    if pipeline.trim().is_empty() {
        let example = "mlir{pipeline='builtin.module(canonicalize)'}";
        return Err(PassError::new(format!("it needs a pipeline: {example}")));
    }
    let upstream = cx.upstream();
    let upstream = upstream.ok_or_else(|| {
        PassError::new("this command can't run passes of upstream MLIR; `hloom opt` can")
    })?;
    let result = upstream.run(cx.module(), &pipeline)?;
    let before = cx.module().revision();
    *cx.module_mut() = result;
    if cx.module().revision() == before {
        // Another module is a change, whatever its number.
        let root = cx.module().root();
        let (span, loc) = (cx.module().span(root), cx.module().loc(root).map(str::to_owned));
        cx.rewriter().set_origin(root, span, loc.as_deref());
    }
    Ok(())
}

crate::options! {
    /// Options of `raise-linalg`.
    pub struct RaiseOptions {
        /// Fail if an op stays.
        strict: bool = false, "strict";
    }
}

/// Runs `raise-linalg`.
///
/// # Errors
/// If an op stays and none may.
pub fn raise(cx: &mut Context<'_>) -> Result<(), PassError> {
    let RaiseOptions { strict } = cx.options()?;
    let report = hloom_raise::raise(cx.module_mut());
    cx.count("ops raised", report.raised);
    cx.count("ops kept", report.kept.len());
    let mut kept = report.kept.into_iter().map(|(op, why)| {
        let live = Some(op).filter(|&op| cx.module().is_live(op));
        let name = live.map_or("an op", |op| cx.module().op(op).name());
        (live, format!("`{name}` has no form in StableHLO: {why}"))
    });
    match kept.next().filter(|_| strict) {
        Some((op, message)) => Err(PassError { message, op, more: kept.collect() }),
        None => Ok(()),
    }
}
