//! Tokens of pipeline text.

use logos::Logos;
use std::fmt;

/// A token of a pipeline.
#[derive(Logos, Clone, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
pub(crate) enum Token {
    /// A name or a value.
    #[regex(r"[A-Za-z0-9_.+/:-]+", |lex| lex.slice().to_owned())]
    Word(String),
    /// A value in quotes, which may have any characters but its quote.
    #[regex(r#"'[^']*'|"[^"]*""#, |lex| lex.slice()[1..lex.slice().len() - 1].to_owned())]
    Quoted(String),
    #[token(",")]
    Comma,
    #[token("=")]
    Equals,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Token::Word(word) | Token::Quoted(word) => word,
            Token::Comma => ",",
            Token::Equals => "=",
            Token::Open => "(",
            Token::Close => ")",
            Token::OpenBrace => "{",
            Token::CloseBrace => "}",
        })
    }
}

/// The tokens of a text with their positions, in the form that the grammar takes.
pub(crate) struct Lexer<'t> {
    inner: logos::SpannedIter<'t, Token>,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { inner: Token::lexer(text).spanned() }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<(usize, Token, usize), (usize, usize)>;

    fn next(&mut self) -> Option<Self::Item> {
        let (token, span) = self.inner.next()?;
        Some(token.map(|t| (span.start, t, span.end)).map_err(|()| (span.start, span.end)))
    }
}
