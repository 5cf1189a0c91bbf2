//! The explanation of one block's fusion, with the formatting of ops and sizes.

use hloom_ir::{Module, OpId};
use hloom_passes::fusion::explain::Explanation;

/// The explanation of one block.
pub(super) struct Part {
    pub(super) title: String,
    pub(super) explanation: Explanation,
    /// The measured time of each kernel in seconds, if measured.
    pub(super) measured: Vec<Option<f64>>,
}

/// The display name of an op: its value's name and its own.
pub(super) fn called(module: &Module, op: OpId) -> String {
    let short = module.op(op).def().short_name();
    match module.results(op).get(0).and_then(|v| module.name(v)) {
        Some(name) => format!("%{name} ({short})"),
        None => short.to_owned(),
    }
}

/// Formats a number of bytes.
pub(super) fn size(bytes: f64) -> String {
    match bytes {
        b if b >= 1e9 => format!("{:.2} GB", b / 1e9),
        b if b >= 1e6 => format!("{:.2} MB", b / 1e6),
        b if b >= 1e3 => format!("{:.2} kB", b / 1e3),
        b => format!("{b} B"),
    }
}
