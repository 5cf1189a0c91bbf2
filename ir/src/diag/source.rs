//! Lines and columns of a source text.

/// A position for people: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A text with the offsets of its lines.
pub struct Source<'s> {
    text: &'s str,
    lines: Vec<usize>,
}

impl<'s> Source<'s> {
    /// Indexes the lines of a text.
    pub fn new(text: &'s str) -> Source<'s> {
        let breaks = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i + 1);
        Source { text, lines: std::iter::once(0).chain(breaks).collect() }
    }

    /// The largest character boundary at or before `byte`.
    fn boundary(&self, byte: usize) -> usize {
        let mut at = byte.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// The line and column of a byte; clamped to the end of the text.
    pub fn position(&self, byte: usize) -> Position {
        let byte = self.boundary(byte);
        let line = self.lines.partition_point(|&start| start <= byte);
        let start = self.lines[line - 1];
        Position { line, column: 1 + self.text[start..byte].chars().count() }
    }

    /// A line, counted from 1, without its line break, and its byte offset.
    pub fn line(&self, line: usize) -> (usize, &'s str) {
        let start = line.checked_sub(1).and_then(|i| self.lines.get(i)).copied();
        let start = start.unwrap_or(self.text.len());
        let end = self.lines.get(line).map_or(self.text.len(), |&next| next - 1);
        let text = &self.text[start..end.max(start)];
        (start, text.strip_suffix('\r').unwrap_or(text))
    }

    /// The number of lines; a final line break is followed by an empty line.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("añb\r\nc\n");
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
        assert_eq!(source.position(3), Position { line: 1, column: 3 });
        assert_eq!(source.position(2), Position { line: 1, column: 2 }, "inside of ñ");
        assert_eq!(source.position(6), Position { line: 2, column: 1 });
        assert_eq!(source.position(99), Position { line: 3, column: 1 });
        assert_eq!(source.line(1), (0, "añb"));
        assert_eq!(source.line(3), (8, ""));
        assert_eq!(source.line(9).1, "");
    }
}
