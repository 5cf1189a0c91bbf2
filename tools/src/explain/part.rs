//! The explanation of one block's fusion, and the spelling of counts and sizes in it.

use hloom_ir::Block;
use hloom_passes::fusion::explain::Explanation;

/// The explanation of one block.
pub(super) struct Part {
    pub(super) title: String,
    pub(super) block: Block,
    pub(super) explanation: Explanation,
    /// The measured time of each kernel in seconds, if measured.
    pub(super) measured: Vec<Option<f64>>,
}

impl Part {
    /// The estimated time of all kernels.
    pub(super) fn total(&self) -> f64 {
        // A sum of nothing would be -0.
        self.explanation.kernels.iter().fold(0.0, |sum, kernel| sum + kernel.seconds)
    }
}

/// `1 kernel`, `2 kernels`.
pub(super) fn kernels(count: usize) -> String {
    if count == 1 { "1 kernel".to_owned() } else { format!("{count} kernels") }
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
