//! The words of PTX.

use logos::{Lexer, Logos};

use super::ParseError;

/// A kind of word.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    /// `/* … */`, dropped by [`lex`].
    #[token("/*", block_comment)]
    Comment,
    /// `name`, `%r1`, `$L__BB0_1`, `ld`.
    #[regex(r"[A-Za-z_$%][A-Za-z0-9_$]*")]
    Word,
    /// `.global`, `.shared::cta`, `.v4`, `.2d`.
    #[regex(r"\.[A-Za-z0-9_]+(::[A-Za-z0-9_]+)*")]
    Dotted,
    /// `12`, `0x1F`, `017`, `0b11`, each perhaps with a `U` behind it.
    #[regex(r"[0-9]+U?")]
    #[regex(r"0[xX][0-9a-fA-F]+U?", priority = 6)]
    #[regex(r"0[bB][01]+U?", priority = 6)]
    Integer,
    /// `0f3F800000`: the bits of a float of 32 bits.
    #[regex(r"0[fF][0-9a-fA-F]{8}", priority = 7)]
    Single,
    /// `0d3FF0000000000000`: the bits of a float of 64 bits.
    #[regex(r"0[dD][0-9a-fA-F]{16}", priority = 7)]
    Double,
    /// `1.5e3`.
    #[regex(r"[0-9]+\.[0-9]*([eE][\-+]?[0-9]+)?")]
    Decimal,
    /// `"text"`.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    /// A sign that stands for itself.
    #[regex(r"[(){}\[\]<>,;:@!|+\-=*~&]")]
    Sign,
}

/// Reads on to the end of a block comment.
fn block_comment(lexer: &mut Lexer<Token>) -> bool {
    match lexer.remainder().find("*/") {
        Some(end) => {
            lexer.bump(end + 2);
            true
        }
        None => false,
    }
}

/// A word, its text and its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    /// The kind of word.
    pub(crate) token: Token,
    /// Its text.
    pub(crate) text: &'a str,
    /// Its line, counted from 1.
    pub(crate) line: u32,
}

/// The words of `text`.
///
/// # Errors
///
/// The line of text that is not a word of PTX.
pub(crate) fn lex(text: &str) -> Result<Vec<Word<'_>>, ParseError> {
    let mut words = Vec::with_capacity(text.len() / 4);
    let (mut line, mut at) = (1, 0);
    for (token, span) in Token::lexer(text).spanned() {
        line += text[at..span.start].matches('\n').count() as u32;
        at = span.start;
        match token {
            Ok(Token::Comment) => {}
            Ok(token) => words.push(Word { token, text: &text[span], line }),
            Err(()) => {
                let message = format!("`{}` is not a word of PTX", text[span].escape_debug());
                return Err(ParseError { line, message });
            }
        }
    }
    Ok(words)
}
