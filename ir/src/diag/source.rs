//! Lines and columns of a source text.

/// A line and a column, each from 1. Columns are characters unless another unit was chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The unit in which columns are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Columns {
    /// Characters.
    Characters,
    /// Bytes.
    Bytes,
    /// Code units of UTF-16.
    Utf16,
}

impl Columns {
    /// The number of columns of a character.
    fn of(self, c: char) -> usize {
        match self {
            Columns::Characters => 1,
            Columns::Bytes => c.len_utf8(),
            Columns::Utf16 => c.len_utf16(),
        }
    }
}

/// The lines of a text. The text itself is a parameter of the methods, so that an owner of a text
/// can keep its lines beside it.
///
/// A position is found in logarithmic time, also in a long line.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The offsets at which lines begin.
    starts: Vec<usize>,
    /// The characters with fewer columns than bytes: the end of each, and the number of bytes minus
    /// the number of columns of the text up to there.
    wide: Vec<(usize, usize)>,
}

impl Lines {
    /// Indexes the lines of a text. Lines end in `\n`; if `returns`, also in a `\r` alone.
    pub fn new(text: &str, columns: Columns, returns: bool) -> Lines {
        let bytes = text.as_bytes();
        let (mut starts, mut wide, mut fewer) = (vec![0], Vec::new(), 0);
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => starts.push(at + 1),
                b'\r' if returns && bytes.get(at + 1) != Some(&b'\n') => starts.push(at + 1),
                // The first byte of a character of several bytes.
                0xC0.. => {
                    let c = text[at..].chars().next().unwrap_or_default();
                    if columns.of(c) != c.len_utf8() {
                        fewer += c.len_utf8() - columns.of(c);
                        wide.push((at + c.len_utf8(), fewer));
                    }
                }
                _ => {}
            }
        }
        Lines { starts, wide }
    }

    /// The number of bytes minus the number of columns of the text before a byte.
    fn fewer(&self, byte: usize) -> usize {
        let before = self.wide.partition_point(|(end, _)| *end <= byte);
        before.checked_sub(1).map_or(0, |last| self.wide[last].1)
    }

    /// The line and column of a byte; clamped to the end of the text, and to the beginning of a
    /// character.
    pub fn position(&self, text: &str, byte: usize) -> Position {
        let byte = text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|&start| start <= byte);
        let start = self.starts[line - 1];
        let column = byte - start - (self.fewer(byte) - self.fewer(start));
        Position { line, column: 1 + column }
    }

    /// The byte at a position. Behind the end of a line it is that of the line break, behind the
    /// last line the end of the text; in the middle of a character it is the character's first.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let (start, line) = self.line(text, position.line);
        let end = start + line.len();
        let fewer = self.fewer(start);
        let column = position.column.saturating_sub(1);
        let first = self.wide.partition_point(|(at, _)| *at <= start);
        let inside = self.wide[first..].partition_point(|(at, _)| *at <= end);
        let wide = &self.wide[first..first + inside];
        let column_at = |(at, total): &(usize, usize)| at - start - (total - fewer);
        let before = wide.partition_point(|character| column_at(character) <= column);
        let skipped = before.checked_sub(1).map_or(0, |last| wide[last].1 - fewer);
        let byte = start.saturating_add(column).saturating_add(skipped);
        text.floor_char_boundary(byte.min(end))
    }

    /// A line, counted from 1, without its line break, and its byte offset.
    pub fn line<'s>(&self, text: &'s str, line: usize) -> (usize, &'s str) {
        let start = line.checked_sub(1).and_then(|i| self.starts.get(i)).copied();
        let start = start.unwrap_or(text.len());
        let end = self.starts.get(line).map_or(text.len(), |&next| next - 1);
        let line = &text[start..end.max(start)];
        (start, line.strip_suffix('\r').unwrap_or(line))
    }

    /// The number of lines; a final line break is followed by an empty line.
    pub fn count(&self) -> usize {
        self.starts.len()
    }
}

/// A text with its lines, for people: columns are characters.
pub struct Source<'s> {
    text: &'s str,
    lines: Lines,
}

impl<'s> Source<'s> {
    /// Indexes the lines of a text.
    pub fn new(text: &'s str) -> Source<'s> {
        Source { text, lines: Lines::new(text, Columns::Characters, false) }
    }

    /// The line and column of a byte; clamped to the end of the text.
    pub fn position(&self, byte: usize) -> Position {
        self.lines.position(self.text, byte)
    }

    /// A line, counted from 1, without its line break, and its byte offset.
    pub fn line(&self, line: usize) -> (usize, &'s str) {
        self.lines.line(self.text, line)
    }

    /// The number of lines; a final line break is followed by an empty line.
    pub fn line_count(&self) -> usize {
        self.lines.count()
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

    #[test]
    fn units_and_returns_are_chosen() {
        let text = "é𝄞x\r\nb\rc𝄞";
        let at = |line, column| Position { line, column };
        let lines = Lines::new(text, Columns::Utf16, true);
        let bytes = Lines::new(text, Columns::Bytes, true);
        assert_eq!(lines.count(), 3);
        for (byte, utf16, utf8) in [
            (0, at(1, 1), at(1, 1)),
            (2, at(1, 2), at(1, 3)),
            (6, at(1, 4), at(1, 7)),
            (7, at(1, 5), at(1, 8)),
            (9, at(2, 1), at(2, 1)),
            (11, at(3, 1), at(3, 1)),
            (12, at(3, 2), at(3, 2)),
            (16, at(3, 4), at(3, 6)),
        ] {
            assert_eq!((lines.position(text, byte), bytes.position(text, byte)), (utf16, utf8));
            assert_eq!((lines.offset(text, utf16), bytes.offset(text, utf8)), (byte, byte));
        }
        assert_eq!(lines.offset(text, at(1, 3)), 2, "inside of the clef");
        assert_eq!(lines.offset(text, at(3, 3)), 12, "inside of the clef");
        assert_eq!(lines.offset(text, at(1, 99)), 7, "before the line break");
        assert_eq!(lines.offset(text, at(2, 99)), 10, "before the line break");
        assert_eq!(lines.offset(text, at(3, usize::MAX)), 16);
        assert_eq!(lines.offset(text, at(usize::MAX, 1)), 16);
        assert_eq!(Lines::new(text, Columns::Characters, false).count(), 2);
    }
}
