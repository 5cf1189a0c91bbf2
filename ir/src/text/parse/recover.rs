//! Error recovery: continues at the next op.

use super::{Parser, Token};
use crate::diag::Span;
use rustc_hash::FxHashSet;

impl<'s> Parser<'s> {
    /// Skips to the next line that begins like an op, or to the end of the innermost region, after
    /// an error in a construct that began at `start`.
    ///
    /// Braces opened since `start` are closed on the way, so that the end of an attribute
    /// dictionary is not mistaken for that of a region.
    pub(super) fn skip_to_op(&mut self, start: usize) {
        self.skip(start);
        self.tell_broken(start);
    }

    fn skip(&mut self, start: usize) {
        let error = self.start;
        self.seek(start);
        let mut open = 0u32;
        let mut skipped = Skipped::default();
        loop {
            let before = self.start < error;
            match self.token {
                Token::End => return,
                Token::OpenBrace | Token::OpenMetadata => open += 1,
                Token::CloseBrace if open > 0 => open -= 1,
                Token::CloseBrace if !before => return,
                // At least the token at `start` is skipped, which guarantees progress.
                _ if !before && open == 0 && self.start > start && self.begins_op() => return,
                _ => {}
            }
            if self.told.is_some() && !before {
                self.tell_skipped(&mut skipped);
            }
            skipped.previous = Some(self.token);
            self.advance();
        }
    }

    /// Tells of a token that is skipped: of the use of a value that is known here, or of the name
    /// of an op.
    fn tell_skipped(&mut self, skipped: &mut Skipped<'s>) {
        match self.token {
            Token::Value => {
                let (name, start) = (&self.source[self.start + 1..self.end], self.start);
                if self.peek() == Token::Equal || self.begins_op() {
                    skipped.defined.insert(name);
                } else if !skipped.defined.contains(name) {
                    let mut ahead = self.lexer.clone();
                    let number = ahead.next() == Some(Ok(Token::Hash));
                    let adjacent = number && ahead.span().start == self.end;
                    let end = if adjacent { ahead.span().end } else { self.end };
                    self.tell_value_use(name, Span::new(start, end));
                }
            }
            Token::Word | Token::String => {
                let behind_equal = skipped.previous == Some(Token::Equal)
                    && match self.token {
                        Token::String => self.peek() == Token::OpenParen,
                        _ => self.text().contains('.'),
                    };
                if behind_equal || self.begins_op() {
                    self.tell_op();
                }
            }
            _ => {}
        }
    }

    /// Whether the next token is the first in its line and may begin an op.
    fn begins_op(&self) -> bool {
        let first = self.source[self.behind..self.start].contains('\n');
        first
            && match self.token {
                Token::Value => matches!(self.peek(), Token::Equal | Token::Colon | Token::Comma),
                Token::String => self.peek() == Token::OpenParen,
                Token::Word => {
                    let text = self.text();
                    text.contains('.') || matches!(text, "return" | "call" | "module" | "func")
                }
                Token::Block => true,
                _ => false,
            }
    }
}

/// The state of skipping, for the names in the text that is skipped.
#[derive(Default)]
struct Skipped<'s> {
    /// The token before.
    previous: Option<Token>,
    /// Values that this text defines. Names outside of it may be the same.
    defined: FxHashSet<&'s str>,
}
