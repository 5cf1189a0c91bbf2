//! Quoting: names and strings in MLIR text.

use std::fmt;

/// Whether a name can be written without quotes.
pub(crate) fn is_bare_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}

/// Whether a string stands between quotes as it is.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    // Without an end at the first other byte, several are compared at once.
    bytes
        .iter()
        .fold(true, |plain, b| plain & matches!(b, b' '..=b'~') & !matches!(b, b'"' | b'\\'))
}

/// Writes a string in MLIR's quotes: `"`, `\` and non-printable or non-ASCII characters are
/// escaped, by two hexadecimal digits if there is no shorter escape.
pub(crate) fn write_quoted(f: &mut dyn fmt::Write, bytes: &[u8]) -> fmt::Result {
    f.write_char('"')?;
    let mut rest = bytes;
    loop {
        let plain = |b: &&u8| matches!(b, b' '..=b'~') && !matches!(b, b'"' | b'\\');
        let (run, after) = rest.split_at(rest.iter().take_while(plain).count());
        f.write_str(std::str::from_utf8(run).unwrap_or_default())?;
        let Some((&b, after)) = after.split_first() else { break };
        match b {
            b'"' => f.write_str("\\22")?,
            b'\\' => f.write_str("\\\\")?,
            _ => write!(f, "\\{b:02X}")?,
        }
        rest = after;
    }
    f.write_char('"')
}

/// Writes `@name`, quoted if necessary.
pub(crate) fn write_symbol(f: &mut dyn fmt::Write, name: &str) -> fmt::Result {
    f.write_char('@')?;
    if is_bare_identifier(name) { f.write_str(name) } else { write_quoted(f, name.as_bytes()) }
}

/// The bytes of a string as written between quotes: `
/// `, `\t`, `\\`, `\"` and two hexadecimal digits each stand for one byte.
///
/// # Errors
/// The position of an invalid escape.
pub(crate) fn unescape(text: &str) -> Result<Vec<u8>, usize> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'\\' {
            out.push(bytes[i]);
            i += 1;
            continue;
        }
        let digit = |at: usize| bytes.get(at).and_then(|&b| (b as char).to_digit(16));
        match (bytes.get(i + 1), digit(i + 1), digit(i + 2)) {
            (_, Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                i += 3;
                continue;
            }
            (Some(b'n'), ..) => out.push(b'\n'),
            (Some(b't'), ..) => out.push(b'\t'),
            (Some(b @ (b'\\' | b'"')), ..) => out.push(*b),
            _ => return Err(i),
        }
        i += 2;
    }
    Ok(out)
}

/// Writes `a, b, c`.
pub(crate) fn comma_separated<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_bytes() {
        assert_eq!(unescape(r#"a\22\n\\\FF"#), Ok(b"a\"\n\\\xFF".to_vec()));
        assert_eq!(unescape(r"ab\q"), Err(2));
    }
}
