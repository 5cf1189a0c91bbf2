//! The lexer of HLO text.

use logos::Logos;

/// The kind of a token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(super) enum Token {
    /// `add.1`, `%add.1`, `f32`, `get-tuple-element`.
    #[regex(r"%?[A-Za-z_][A-Za-z0-9_.\-]*")]
    Name,
    /// `12`, `1_1x2_2`, `-1.5e3`.
    #[regex(r"[+\-]?[0-9][A-Za-z0-9_.+\-]*")]
    Number,
    /// `"text"`.
    #[regex(r#""([^"\\]|\\[^\n])*""#)]
    String,
    /// `(`
    #[token("(")]
    OpenParen,
    /// `)`
    #[token(")")]
    CloseParen,
    /// `{`
    #[token("{")]
    OpenBrace,
    /// `}`
    #[token("}")]
    CloseBrace,
    /// `[`
    #[token("[")]
    OpenBracket,
    /// `]`
    #[token("]")]
    CloseBracket,
    /// `,`
    #[token(",")]
    Comma,
    /// `=`
    #[token("=")]
    Equals,
    /// `:`
    #[token(":")]
    Colon,
    /// `<=`
    #[token("<=")]
    AtMost,
    /// `->`
    #[token("->")]
    Arrow,
    /// Any other sign.
    #[regex(r"[^A-Za-z0-9_ \t\r\n]", priority = 0)]
    Sign,
}
