//! Messages on a stream: a header with `Content-Length`, an empty line, and a text of JSON.

use std::io::{BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};

/// The largest length of a message that is read.
const MAX_LENGTH: u64 = 1 << 30;

/// The largest length of a line of the header.
const MAX_LINE: u64 = 1 << 12;

/// A message that was read.
pub(super) enum Incoming {
    /// A request, a notification or a response.
    Message(Message),
    /// The text is not a message, and this is why.
    Malformed(String),
}

/// Reads a message; `None` at the end of the stream.
///
/// # Errors
/// If the stream can't be read, ends in the middle of a message, or has a header that does not say
/// how long the message is, or that it is longer than a gibibyte. It is not known where the next
/// message begins then.
pub(super) fn read(input: &mut impl BufRead) -> anyhow::Result<Option<Incoming>> {
    let Some(length) = header(input)? else { return Ok(None) };
    let mut text = Vec::new();
    input.by_ref().take(length).read_to_end(&mut text)?;
    if (text.len() as u64) < length {
        anyhow::bail!("it ends after {} of {length} bytes", text.len());
    }
    Ok(Some(match serde_json::from_slice(&text) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }))
}

/// Reads the header of a message up to the empty line; returns the length of the text behind it.
fn header(input: &mut impl BufRead) -> anyhow::Result<Option<u64>> {
    let (mut length, mut first) = (None, true);
    loop {
        let mut line = Vec::new();
        input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() && first {
            return Ok(None);
        }
        first = false;
        let line = String::from_utf8_lossy(&line);
        let Some(line) = line.strip_suffix('\n').map(str::trim) else {
            anyhow::bail!("a line of its header has no end");
        };
        if line.is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => {
                length = value.trim().parse::<u64>().ok();
                if length.is_none_or(|length| length > MAX_LENGTH) {
                    let value = value.trim();
                    anyhow::bail!("its length must be a number up to {MAX_LENGTH}, not `{value}`");
                }
            }
            Some(_) => {}
            None => anyhow::bail!("`{line}` is not a line of a header"),
        }
    }
    let length = length.ok_or_else(|| anyhow::anyhow!("its header has no `Content-Length`"))?;
    Ok(Some(length))
}

/// Answers a text that is not a message. It has no id that the answer could repeat.
///
/// # Errors
/// If the stream can't be written.
pub(super) fn refuse(why: &str, output: &mut dyn Write) -> std::io::Result<()> {
    let error = serde_json::json!({"code": ErrorCode::ParseError as i32, "message": why});
    let answer = serde_json::json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{answer}", answer.len())?;
    output.flush()
}
