//! The lexer: tokens with byte ranges.

use hloom_ir::diag::{Diagnostic, Span};
use logos::Logos;

/// The kind of a token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Word,
    #[regex(r"[0-9]+")]
    Int,
    #[regex(r"[0-9]+\.[0-9]+([eE][\-+]?[0-9]+)?")]
    #[regex(r"[0-9]+[eE][\-+]?[0-9]+")]
    Real,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("<=")]
    LessEqual,
    #[token("<")]
    Less,
    #[token(">=")]
    GreaterEqual,
    #[token(">")]
    Greater,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("=")]
    Assign,
    #[token("->")]
    Arrow,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    End,
}

impl Token {
    /// The token in a diagnostic.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Token::Word => "a name",
            Token::Int => "an integer",
            Token::Real => "a number",
            Token::OpenParen => "`(`",
            Token::CloseParen => "`)`",
            Token::OpenBrace => "`{`",
            Token::CloseBrace => "`}`",
            Token::OpenBracket => "`[`",
            Token::CloseBracket => "`]`",
            Token::LessEqual => "`<=`",
            Token::Less => "`<`",
            Token::GreaterEqual => "`>=`",
            Token::Greater => "`>`",
            Token::Equal => "`==`",
            Token::NotEqual => "`!=`",
            Token::Assign => "`=`",
            Token::Arrow => "`->`",
            Token::Comma => "`,`",
            Token::Colon => "`:`",
            Token::Semicolon => "`;`",
            Token::Plus => "`+`",
            Token::Minus => "`-`",
            Token::Star => "`*`",
            Token::Slash => "`/`",
            Token::Percent => "`%`",
            Token::End => "the end of the text",
        }
    }
}

/// All tokens of a text, ended by [`Token::End`]. Bytes that begin no token are reported, once for
/// each run of them.
pub(super) fn lex(text: &str, errors: &mut Vec<Diagnostic>) -> Vec<(Token, Span)> {
    let mut lexer = Token::lexer(text);
    let mut tokens = Vec::new();
    let mut wrong: Option<Span> = None;
    while let Some(token) = lexer.next() {
        let range = lexer.span();
        let span = Span::new(range.start, range.end);
        match token {
            Ok(token) => tokens.push((token, span)),
            Err(()) => match &mut wrong {
                Some(last) if last.end == span.start => last.end = span.end,
                last => {
                    errors.extend(last.take().map(|span| stray(text, span)));
                    *last = Some(span);
                }
            },
        }
    }
    errors.extend(wrong.map(|span| stray(text, span)));
    tokens.push((Token::End, Span::new(text.len(), text.len())));
    tokens
}

fn stray(text: &str, span: Span) -> Diagnostic {
    let found = &text[span.start as usize..span.end as usize];
    Diagnostic::error(span, format!("`{found}` is not part of the language"))
}
