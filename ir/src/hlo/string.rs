//! Strings of HLO text: escapes are those of C, with octal digits for bytes that can't be printed.

use std::fmt::Write as _;

/// Appends a string in quotes.
pub(super) fn write_quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &b in bytes {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b' '..=b'~' => out.push(b as char),
            _ => {
                // Writing to a `String` does not fail.
                let _ = write!(out, "\\{b:03o}");
            }
        }
    }
    out.push('"');
}

/// A string in quotes.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    write_quoted(&mut out, bytes);
    out
}

/// The bytes of a string that stands in quotes; `None` for a text without quotes or with an escape
/// that does not exist.
pub(super) fn unquoted(text: &str) -> Option<Vec<u8>> {
    let inner = text.trim().strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut out = Vec::with_capacity(inner.len());
    let mut i = 0;
    while i < inner.len() {
        if inner[i] != b'\\' {
            out.push(inner[i]);
            i += 1;
            continue;
        }
        i += 2;
        out.push(match *inner.get(i - 1)? {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b @ (b'\\' | b'"' | b'\'' | b'?') => b,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'0'..=b'7' => {
                i -= 1;
                digits(inner, &mut i, 8, 3)?
            }
            b'x' | b'X' => digits(inner, &mut i, 16, 2)?,
            _ => return None,
        });
    }
    Some(out)
}

/// The byte that up to `most` digits from position `at` on are.
fn digits(text: &[u8], at: &mut usize, radix: u32, most: usize) -> Option<u8> {
    let digit = |at: usize| text.get(at).and_then(|&b| (b as char).to_digit(radix));
    let (start, mut value) = (*at, 0);
    while let Some(d) = digit(*at).filter(|_| *at - start < most) {
        value = value * radix + d;
        *at += 1;
    }
    (*at > start).then(|| u8::try_from(value).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_go_both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(unquoted(&quoted(&all)), Some(all));
        assert_eq!(quoted(b"a\"\\\n\x01"), "\"a\\\"\\\\\\n\\001\"");
        assert_eq!(unquoted("\"\\x41\\101\""), Some(b"AA".to_vec()));
        for wrong in ["", "\"", "a", "\"\\q\"", "\"\\\"", "\"\\x\"", "\"\\777\""] {
            assert_eq!(unquoted(wrong), None, "{wrong}");
        }
    }
}
