//! The lexer of MLIR text.
//!
//! Before: a source text. After: tokens, one at a time, each with its byte range.
//!
//! Text is lexed on demand, because two of MLIR's notations do not consist of these tokens:
//! dimensions (`2x3xf32`), and the bodies of attributes and types of other dialects
//! (`#dialect<anything>`). The parser reads those bytewise and continues after them.

use logos::Logos;

/// The kind of a token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    /// `%name` or `%12`: a value.
    #[regex(r"%([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)")]
    Value,
    /// `^name`: a block.
    #[regex(r"\^([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)")]
    Block,
    /// `@name` or `@"name"`: a symbol.
    #[regex(r#"@([A-Za-z_][A-Za-z0-9_$.]*|"([^"\\\n]|\\[^\n])*")"#)]
    Symbol,
    /// `#name`: an attribute of a dialect, an alias, or the number of a result.
    #[regex(r"#([0-9]+|[A-Za-z_$][A-Za-z0-9_$.\-]*)")]
    Hash,
    /// `!name`: a type of a dialect, or an alias.
    #[regex(r"!([0-9]+|[A-Za-z_$][A-Za-z0-9_$.\-]*)")]
    Bang,
    /// `name` or `dialect.name`.
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Word,
    /// `12`.
    #[regex(r"[0-9]+")]
    Integer,
    /// `0xFF`.
    #[regex(r"0x[0-9a-fA-F]+", priority = 5)]
    Hex,
    /// `1.5e-3`.
    #[regex(r"[0-9]+\.[0-9]*([eE][\-+]?[0-9]+)?")]
    Float,
    /// `"text"`.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
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
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `,`
    #[token(",")]
    Comma,
    /// `:`
    #[token(":")]
    Colon,
    /// `::`
    #[token("::")]
    PathSeparator,
    /// `=`
    #[token("=")]
    Equal,
    /// `->`
    #[token("->")]
    Arrow,
    /// `-`
    #[token("-")]
    Minus,
    /// `+`
    #[token("+")]
    Plus,
    /// `*`
    #[token("*")]
    Star,
    /// `?`
    #[token("?")]
    Question,
    /// `/`
    #[token("/")]
    Slash,
    /// `|`
    #[token("|")]
    Bar,
    /// `...`
    #[token("...")]
    Ellipsis,
    /// `{-#`, the start of dialect resources.
    #[token("{-#")]
    OpenMetadata,
    /// `#-}`, the end of dialect resources.
    #[token("#-}")]
    CloseMetadata,
    /// Bytes that do not begin any token.
    Wrong,
    /// The end of the text.
    End,
}

impl Token {
    /// The token in a diagnostic: `` `->` `` or `a name`.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Token::Value => "a value such as `%0`",
            Token::Block => "a block such as `^bb0`",
            Token::Symbol => "a symbol such as `@main`",
            Token::Hash => "an attribute such as `#name`",
            Token::Bang => "a type such as `!name`",
            Token::Word => "a name",
            Token::Integer | Token::Hex => "an integer",
            Token::Float => "a float",
            Token::String => "a string",
            Token::OpenParen => "`(`",
            Token::CloseParen => "`)`",
            Token::OpenBrace => "`{`",
            Token::CloseBrace => "`}`",
            Token::OpenBracket => "`[`",
            Token::CloseBracket => "`]`",
            Token::Less => "`<`",
            Token::Greater => "`>`",
            Token::Comma => "`,`",
            Token::Colon => "`:`",
            Token::PathSeparator => "`::`",
            Token::Equal => "`=`",
            Token::Arrow => "`->`",
            Token::Minus => "`-`",
            Token::Plus => "`+`",
            Token::Star => "`*`",
            Token::Question => "`?`",
            Token::Slash => "`/`",
            Token::Bar => "`|`",
            Token::Ellipsis => "`...`",
            Token::OpenMetadata => "`{-#`",
            Token::CloseMetadata => "`#-}`",
            Token::Wrong => "something else",
            Token::End => "the end of the text",
        }
    }
}

/// The position after the bracket that closes the one at `at`; brackets of all kinds are matched
/// and strings skipped. `None` if no bracket closes it.
///
/// The `>` of `->` and `>=` is not a bracket.
pub(crate) fn behind_bracket(text: &[u8], at: usize) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    let mut i = at;
    while let Some(&b) = text.get(i) {
        i += 1;
        match b {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'<' => open.push(b'>'),
            b'-' if text.get(i) == Some(&b'>') => i += 1,
            b'>' if text.get(i) == Some(&b'=') && open.last() != Some(&b'>') => i += 1,
            b')' | b']' | b'}' | b'>' => {
                if open.pop() != Some(b) {
                    return None;
                }
                if open.is_empty() {
                    return Some(i);
                }
            }
            b'"' => i = behind_string(text, i)?,
            b'/' if text.get(i) == Some(&b'/') => {
                i += text[i..].iter().position(|&b| b == b'\n')?;
            }
            _ => {}
        }
    }
    None
}

/// The position after the quote that ends the string whose text starts at `at`.
pub(crate) fn behind_string(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            b'\n' => return None,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let mut lexer = Token::lexer(text);
        let mut found = Vec::new();
        while let Some(token) = lexer.next() {
            found.push((token.unwrap_or(Token::Wrong), lexer.slice()));
        }
        found
    }

    #[test]
    fn words_are_told_apart() {
        let line = "%0:2 = \"a.b\"(%x#1) -> !t // 1";
        let expected = [
            (Token::Value, "%0"),
            (Token::Colon, ":"),
            (Token::Integer, "2"),
            (Token::Equal, "="),
            (Token::String, "\"a.b\""),
            (Token::OpenParen, "("),
            (Token::Value, "%x"),
            (Token::Hash, "#1"),
            (Token::CloseParen, ")"),
            (Token::Arrow, "->"),
            (Token::Bang, "!t"),
        ];
        assert_eq!(tokens(line), expected);
        let numbers = tokens("1 1.5 1.e+3 0xFF 0x -2");
        let kinds: Vec<Token> = numbers.iter().map(|t| t.0).collect();
        use Token::*;
        assert_eq!(kinds, [Integer, Float, Float, Hex, Integer, Word, Minus, Integer]);
    }

    #[test]
    fn garbage_is_one_wrong_word_at_a_time() {
        assert_eq!(tokens("\u{e4}\0").len(), 2);
        assert!(tokens("\"open").iter().any(|t| t.0 == Token::Wrong));
        assert!(tokens("%").iter().all(|t| t.0 == Token::Wrong));
    }

    #[test]
    fn brackets_pair_up() {
        let text = b"<[b, 0]x[0, i]->[b], \">\", (d0 >= 0)> rest";
        assert_eq!(behind_bracket(text, 0), Some(text.len() - 5));
        assert_eq!(behind_bracket(b"<(>)", 0), None);
        assert_eq!(behind_bracket(b"<", 0), None);
    }
}
