//! Words of the text of loop programs.

use super::ParseError;
use logos::Logos;
use std::fmt;

/// A token, borrowing from the text.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \t\r\n]+", skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Token<'t> {
    /// `%name`, with its sigil.
    #[regex(r"%[A-Za-z0-9_.$]+")]
    Value(&'t str),
    /// `@name`, with its sigil.
    #[regex(r"@[A-Za-z0-9_.$]+")]
    Symbol(&'t str),
    /// An integer, a float or hexadecimal bits.
    #[regex(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")]
    #[regex(r"0x[0-9a-fA-F]+")]
    Number(&'t str),
    /// A string with its quotes, escapes untouched.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String(&'t str),
    /// A word that is not a keyword: an operation or a type.
    #[regex(r"[A-Za-z_][A-Za-z0-9_.]*", priority = 3)]
    Word(&'t str),
    /// Punctuation.
    #[regex(r"->|[{}()\[\]<>=:,*+-]")]
    Mark(&'t str),
    /// A word of the grammar.
    Key(&'t str),
}

/// The words of the grammar.
const KEYWORDS: &[&str] = &[
    "after",
    "arena",
    "argument",
    "assert",
    "at",
    "atomic_rmw",
    "barrier",
    "by",
    "call",
    "carrying",
    "const",
    "constant",
    "copy",
    "count",
    "cp.async",
    "cp.async.commit_group",
    "cp.async.wait_group",
    "do",
    "donated",
    "else",
    "expect_tx",
    "extern",
    "first",
    "floordiv",
    "flops",
    "for",
    "from",
    "gather",
    "grid",
    "if",
    "im2col",
    "index",
    "integer",
    "into",
    "iota",
    "kernel",
    "ldmatrix",
    "load",
    "mask",
    "matrix",
    "max",
    "mbarrier",
    "mbarrier.arrive",
    "mbarrier.init",
    "mbarrier.wait",
    "min",
    "mod",
    "multiply",
    "next",
    "of",
    "on",
    "parallel",
    "phase",
    "pointer",
    "prefetch",
    "program",
    "reads",
    "result",
    "rounded",
    "scratch",
    "setmaxnreg.dec",
    "setmaxnreg.inc",
    "shared",
    "special",
    "step",
    "store",
    "store.nontemporal",
    "stride",
    "task",
    "tasks",
    "temporary",
    "test",
    "tma.load",
    "to",
    "transposed",
    "units",
    "unsized",
    "wgmma",
    "while",
    "within",
    "writes",
    "zero",
];

/// The limit on the nesting of brackets; readers of a program recurse over them.
const DEEPEST: usize = 200;

/// A token between its byte positions, as the parser wants it.
pub(crate) type Spanned<'t> = Result<(usize, Token<'t>, usize), ParseError>;

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Spanned<'_>> {
    let mut depth = 0usize;
    Token::lexer(text).spanned().map(move |(token, at)| {
        let token = match token {
            Ok(Token::Word(word)) if KEYWORDS.contains(&word) => Token::Key(word),
            Ok(token) => token,
            Err(()) => {
                let message = format!("`{}` has no meaning here", text[at.clone()].escape_debug());
                return Err(ParseError { at, message });
            }
        };
        match token {
            Token::Mark("{" | "(" | "[") => depth += 1,
            Token::Mark("}" | ")" | "]") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            let message = format!("brackets nest more than {DEEPEST} deep");
            return Err(ParseError { at, message });
        }
        Ok((at.start, token, at.end))
    })
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Value(text)
            | Token::Symbol(text)
            | Token::Number(text)
            | Token::String(text)
            | Token::Word(text)
            | Token::Mark(text)
            | Token::Key(text) => f.write_str(text),
        }
    }
}
