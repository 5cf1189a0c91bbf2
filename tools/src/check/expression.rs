//! Regular expressions with places for values: the parsed form of a directive's text.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::engine::Engine;
use super::numeric::{Declarations, Expr, Format};

/// The options of patterns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mode {
    /// Runs of blanks count as they are.
    pub(crate) strict_whitespace: bool,
    /// Positive patterns must take whole lines.
    pub(crate) match_full_lines: bool,
    /// Letters match in either case.
    pub(crate) ignore_case: bool,
}

/// The names that patterns have defined so far, as parsing goes on.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Numeric variables.
    pub(crate) numbers: Declarations,
    /// Text variables.
    pub(crate) texts: HashSet<String>,
}

/// A regular expression with places for values.
#[derive(Debug, Default)]
pub(super) struct Expression {
    /// The expression, without what is inserted.
    pub(super) text: Vec<u8>,
    /// The inserted values, in order.
    pub(super) inserts: Vec<Insert>,
    /// Text variables, and the groups that give them their values.
    pub(super) texts: Vec<(String, usize)>,
    /// The same for numeric variables.
    pub(super) numbers: Vec<(String, usize, Format)>,
    /// The expression made ready, where nothing is inserted.
    pub(super) ready: OnceCell<Engine>,
    /// Whether the match begins after the newline that it starts with.
    pub(super) skips_newline: bool,
}

/// A value that goes into an expression when it is matched.
#[derive(Debug)]
pub(super) struct Insert {
    /// Its place in the expression.
    pub(super) at: usize,
    /// The place of its block in the pattern's text.
    pub(super) place: usize,
    /// The text that the user wrote.
    pub(super) source: String,
    /// Its value.
    pub(super) value: Value,
}

/// A value that is known only when a pattern is matched.
#[derive(Debug)]
pub(super) enum Value {
    /// The text of this variable.
    Text(String),
    /// A number, and how it is written.
    Number(Expr, Format),
}

/// An error in a pattern: an offset in its text, and the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// Byte offset in the pattern's text.
    pub(crate) at: usize,
    /// A few words.
    pub(crate) message: String,
}

/// The place of `needle` in `hay`.
pub(crate) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(hay, needle)
}
