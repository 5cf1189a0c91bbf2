//! Error recovery: continues at the next op.

use super::{Parser, Token};

impl Parser<'_> {
    /// Skips to the next line that begins like an op, or to the end of the innermost region, after
    /// an error in a construct that began at `start`.
    ///
    /// Braces opened since `start` are closed on the way, so that the end of an attribute
    /// dictionary is not mistaken for that of a region.
    pub(super) fn skip_to_op(&mut self, start: usize) {
        let error = self.start;
        self.seek(start);
        let mut open = 0u32;
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
            self.advance();
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
