//! The parts of an attention pattern.

use hloom_ir::{OpId, Value};
use rustc_hash::FxHashMap;

/// Two products with row-wise work between them.
#[derive(Clone, PartialEq, Debug)]
pub struct AttentionPattern {
    /// The product that computes the logits.
    pub first: OpId,
    /// The product with the probabilities.
    pub second: OpId,
    /// Which operand of the second product the probabilities are.
    pub side: usize,
    /// Which operand of the first product has rows; the other has columns.
    pub row_side: usize,
    /// The batch dimensions of the logits, shared by both products.
    pub batch: Vec<usize>,
    /// The dimensions of the logits that are rows.
    pub rows: Vec<usize>,
    /// The dimension of the logits that is columns.
    pub column: usize,
    /// Reductions along columns, operands before users.
    pub reductions: Vec<RowReduction>,
    /// Numbers of rows that are subtracted from plain values before `exponential`.
    pub shifts: Vec<Value>,
    /// Numbers of rows that terms are multiplied or divided by.
    pub scales: Vec<RowScale>,
    /// The indices in `shifts` of the second product's terms.
    pub term_shifts: Vec<usize>,
    /// The indices in `scales` of the second product's terms.
    pub term_scales: Vec<usize>,
    /// The result: the second product's, or that of its elementwise and transposing
    /// epilogue.
    pub result: Value,
    /// The dimension of the second product's result that each dimension of `result` is.
    pub result_axes: Vec<usize>,
    /// For each value of a row and a column, each shift and each scale: the dimension of
    /// the logits that each of its dimensions is.
    pub(super) axes: FxHashMap<Value, Vec<usize>>,
}

/// A reduction along columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowReduction {
    /// The `reduce`.
    pub op: OpId,
    /// The indices of the shifts of the terms that it adds; none for plain values.
    pub shifts: Vec<usize>,
}

/// A number of a row that terms are multiplied or divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowScale {
    /// The number.
    pub value: Value,
    /// Whether terms are divided by it.
    pub divides: bool,
}

impl AttentionPattern {
    /// The dimension of the logits that each dimension of a value is.
    pub fn axes(&self, value: Value) -> &[usize] {
        self.axes.get(&value).map_or(&[], |axes| axes)
    }
}
