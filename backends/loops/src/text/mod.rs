//! Parses the text of loop programs and of nests, as `Display` of [`Program`] and of
//! [`Nest`](crate::nest::Nest) prints it.
//!
//! Words come from a logos lexer, structure from a lalrpop grammar
//! (`grammar.lalrpop`), and [`resolve`] gives the names their meaning. The result
//! is well formed but not yet verified: types and definitions are
//! [`Program::verify`]'s matter. Programs are parsed in tests and by people who
//! edit them, so this is made to be short, not fast.

mod ast;
mod lex;
mod nest;
mod resolve;

#[allow(missing_docs, unreachable_pub, clippy::all)]
mod grammar {
    include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
}

pub use nest::parse_nests;

use crate::program::Program;
use lalrpop_util::ParseError as Raw;
use std::ops::Range;

/// Text that is not a loop program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// The bytes of the text it is about.
    pub at: Range<usize>,
    /// One sentence.
    pub message: String,
}

impl ParseError {
    fn new(at: ast::At<'_>, message: impl Into<String>) -> ParseError {
        ParseError { at: at.start..at.start + at.text.len(), message: message.into() }
    }

    /// The line and column, both counted from 1, where it begins in `text`.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.at.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// Parses one loop program.
///
/// # Errors
/// The first thing that is wrong with the text.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let parsed = grammar::ProgramParser::new().parse(lex::tokens(text));
    let program = parsed.map_err(|error| match error {
        Raw::InvalidToken { location } => {
            ParseError { at: location..location, message: "this has no meaning here".to_owned() }
        }
        Raw::UnrecognizedEof { location, expected } => {
            let message = format!("the text ends too early; expected {}", one_of(&expected));
            ParseError { at: location..location, message }
        }
        Raw::UnrecognizedToken { token: (start, token, end), expected } => {
            let message = format!("unexpected `{token}`; expected {}", one_of(&expected));
            ParseError { at: start..end, message }
        }
        Raw::ExtraToken { token: (start, token, end) } => {
            ParseError { at: start..end, message: format!("`{token}` after the program's end") }
        }
        Raw::User { error } => error,
    })?;
    resolve::program(&program)
}

fn one_of(expected: &[String]) -> String {
    let plain: Vec<String> = expected
        .iter()
        .map(|e| match e.trim_matches('"') {
            "VALUE" => "a %value".to_owned(),
            "SYMBOL" => "a @name".to_owned(),
            "NUMBER" => "a number".to_owned(),
            "STRING" => "a string".to_owned(),
            "WORD" => "a word".to_owned(),
            mark => format!("`{mark}`"),
        })
        .collect();
    match &plain[..] {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} or {last}", many.join(", ")),
    }
}
