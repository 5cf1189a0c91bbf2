//! Regular expressions with insertion points for values: the parsed form of a directive's text.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::engine::Engine;
use super::numeric::{Declarations, Expr, Format};

/// The options of patterns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mode {
    /// Whether runs of blanks are significant.
    pub(crate) strict_whitespace: bool,
    /// Whether positive patterns must match whole lines.
    pub(crate) match_full_lines: bool,
    /// Whether matching ignores case.
    pub(crate) ignore_case: bool,
}

/// The names that patterns have defined so far.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Numeric variables.
    pub(crate) numbers: Declarations,
    /// Text variables.
    pub(crate) texts: HashSet<String>,
}

/// A regular expression with insertion points for values.
#[derive(Debug, Default)]
pub(super) struct Expression {
    /// The expression without inserted values.
    pub(super) text: Vec<u8>,
    /// The inserted values, in order.
    pub(super) inserts: Vec<Insert>,
    /// Text variables, and the groups that define them.
    pub(super) texts: Vec<(String, usize)>,
    /// Numeric variables, and the groups that define them.
    pub(super) numbers: Vec<(String, usize, Format)>,
    /// The compiled expression, if no values are inserted.
    pub(super) ready: OnceCell<Engine>,
    /// Whether the match begins after its leading newline.
    pub(super) skips_newline: bool,
}

/// A value that is inserted into an expression when it is matched.
#[derive(Debug)]
pub(super) struct Insert {
    /// Its position in the expression.
    pub(super) at: usize,
    /// The position of its block in the pattern's text.
    pub(super) place: usize,
    /// The block's text.
    pub(super) source: String,
    /// Its value.
    pub(super) value: Value,
}

/// A value that is known at match time.
#[derive(Debug)]
pub(super) enum Value {
    /// The text of this variable.
    Text(String),
    /// A number and its format.
    Number(Expr, Format),
}

/// An error in a pattern: an offset in its text, and the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// Byte offset in the pattern's text.
    pub(crate) at: usize,
    /// The message.
    pub(crate) message: String,
}

/// The first position of `needle` in `hay`.
pub(crate) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(hay, needle)
}
