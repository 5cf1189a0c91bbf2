//! Diagnostics as JSON, one object per line:
//!
//! ```json
//! {"severity":"error","message":"…","label":"C2","file":"model.mlir","line":3,"column":39,
//!  "end":{"line":3,"column":45},"notes":[{"message":"…","line":2,"column":3}],"help":null}
//! ```
//!
//! `label` is the specification's label, or null. Lines and columns count from 1, columns in
//! characters; they are null for a diagnostic about the whole file. `end` is the position after the
//! last character.

use super::source::Source;
use super::{Diagnostic, Span};
use std::fmt::Write as _;

/// Writes a string with JSON's quotes and escapes.
fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

fn optional(out: &mut String, text: Option<&str>) {
    match text {
        Some(text) => string(out, text),
        None => out.push_str("null"),
    }
}

/// Writes `"line":…,"column":…`.
fn position(out: &mut String, span: Span, source: &Source<'_>) {
    if span.is_none() {
        out.push_str("\"line\":null,\"column\":null");
    } else {
        let at = source.position(span.start as usize);
        let _ = write!(out, "\"line\":{},\"column\":{}", at.line, at.column);
    }
}

/// Appends one diagnostic and a line break.
pub(super) fn object(out: &mut String, diagnostic: &Diagnostic, path: &str, source: &Source<'_>) {
    let Diagnostic { severity, message, code, span, notes, help, .. } = diagnostic;
    let _ = write!(out, "{{\"severity\":\"{severity}\",\"message\":");
    string(out, message);
    out.push_str(",\"label\":");
    optional(out, *code);
    out.push_str(",\"file\":");
    string(out, path);
    out.push(',');
    position(out, *span, source);
    out.push_str(",\"end\":");
    if span.is_none() {
        out.push_str("null");
    } else {
        let end = source.position(span.end as usize);
        let _ = write!(out, "{{\"line\":{},\"column\":{}}}", end.line, end.column);
    }
    out.push_str(",\"notes\":[");
    for (i, (span, note)) in notes.iter().enumerate() {
        out.push_str(if i > 0 { ",{\"message\":" } else { "{\"message\":" });
        string(out, note);
        out.push(',');
        position(out, *span, source);
        out.push('}');
    }
    out.push_str("],\"help\":");
    optional(out, help.as_deref());
    out.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use crate::diag::{Diagnostic, Format, Span, render};

    #[test]
    fn an_object_a_line() {
        let diagnostics = [
            Diagnostic::error(Span::new(3, 5), "a \"quote\"\u{1}")
                .code("C2")
                .note(Span::new(0, 1), "n"),
            Diagnostic::warning(Span::default(), "all").help("do"),
        ];
        assert_eq!(
            render(&diagnostics, "m.mlir", "ab\ncd", Format::Json),
            "{\"severity\":\"error\",\"message\":\"a \\\"quote\\\"\\u0001\",\"label\":\"C2\",\
             \"file\":\"m.mlir\",\"line\":2,\"column\":1,\"end\":{\"line\":2,\"column\":3},\
             \"notes\":[{\"message\":\"n\",\"line\":1,\"column\":1}],\"help\":null}\n\
             {\"severity\":\"warning\",\"message\":\"all\",\"label\":null,\"file\":\"m.mlir\",\
             \"line\":null,\"column\":null,\"end\":null,\"notes\":[],\"help\":\"do\"}\n"
        );
    }
}
