//! Canonicalized texts, with the mapping back to original lines and columns.
//!
//! Matching works on canonical bytes: `\r
//! ` is `
//! `, and a run of blanks and tabs is one blank unless whitespace is strict. Reports refer to the
//! original.

use std::ops::Range;

/// One text: the check file, the input, or a pattern from the command line.
#[derive(Debug)]
pub(crate) struct Text {
    /// The name that reports show.
    pub(crate) name: String,
    /// The canonical text.
    pub(crate) bytes: Vec<u8>,
    original: Vec<u8>,
    strict: bool,
    /// The starts of lines in `bytes`.
    lines: Vec<usize>,
}

impl Text {
    /// Canonicalizes a text. `strict` keeps runs of blanks.
    pub(crate) fn new(name: impl Into<String>, original: Vec<u8>, strict: bool) -> Self {
        let bytes: Vec<u8> = canonical(&original, strict).map(|(_, byte)| byte).collect();
        let ends = bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Text { name: name.into(), bytes, original, strict, lines }
    }

    /// The line of an offset, counted from 1.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset.min(self.bytes.len()))
    }

    /// The number of lines.
    pub(crate) fn line_count(&self) -> usize {
        self.lines.len() - usize::from(self.bytes.last().is_none_or(|&b| b == b'\n'))
    }

    /// The range of a line, counted from 1, without its newline.
    pub(crate) fn line(&self, line: usize) -> Range<usize> {
        let start = self.lines.get(line - 1).copied().unwrap_or(self.bytes.len());
        let end = self.lines.get(line).map_or(self.bytes.len(), |next| next - 1);
        start..end
    }

    /// The original line of an offset and the byte column in it, for display.
    pub(crate) fn show(&self, offset: usize) -> Shown {
        let offset = offset.min(self.bytes.len());
        let line = self.line_of(offset);
        let column = offset - self.line(line).start;
        let bytes = self.original.split(|&b| b == b'\n').nth(line - 1).unwrap_or_default();
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let column = canonical(bytes, self.strict).nth(column).map_or(bytes.len(), |(at, _)| at);
        // Columns count characters of the displayed text, which has a replacement character for
        // invalid UTF-8.
        let before = String::from_utf8_lossy(&bytes[..column]);
        Shown {
            line,
            column: before.chars().count() + 1,
            start: before.len(),
            text: String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}

/// A position in the original of a [`Text`].
pub(crate) struct Shown {
    /// Line, from 1.
    pub(crate) line: usize,
    /// Column in characters, from 1.
    pub(crate) column: usize,
    /// Byte offset of the column in `text`.
    pub(crate) start: usize,
    /// The whole line.
    pub(crate) text: String,
}

/// The canonical bytes of a text, each with its original offset.
fn canonical(original: &[u8], strict: bool) -> impl Iterator<Item = (usize, u8)> + '_ {
    let is_blank = |b: u8| b == b' ' || b == b'\t';
    original.iter().copied().enumerate().filter_map(move |(at, byte)| {
        if byte == b'\r' && original.get(at + 1) == Some(&b'\n') {
            None
        } else if strict || !is_blank(byte) {
            Some((at, byte))
        } else if at > 0 && is_blank(original[at - 1]) {
            None
        } else {
            Some((at, b' '))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_line_ends_are_made_equal() {
        let text = Text::new("t", b"a \t b\r\n\tc\r".to_vec(), false);
        assert_eq!(text.bytes, b"a b\n c\r");
        let text = Text::new("t", b"a \t b\r\n\tc\r".to_vec(), true);
        assert_eq!(text.bytes, b"a \t b\n\tc\r");
    }

    #[test]
    fn places_are_those_of_the_original() {
        let text = Text::new("t", "x\n\u{e9}   b\r\n".as_bytes().to_vec(), false);
        let at = text.bytes.iter().position(|&b| b == b'b').unwrap();
        let shown = text.show(at);
        assert_eq!((shown.line, shown.column, shown.text.as_str()), (2, 5, "\u{e9}   b"));
        assert_eq!(&shown.text[shown.start..], "b");
        assert_eq!(text.show(usize::MAX).line, 3);
    }
}
