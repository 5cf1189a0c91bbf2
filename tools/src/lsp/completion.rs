//! Completion: names behind a sign, and ops where an op may begin.

use std::cmp::Reverse;
use std::collections::HashSet;

use hloom_ir::text::{Definition, NameKind};
use hloom_ir::{Span, ops};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    TextEdit,
};

use super::answers::{described, label};
use super::document::Document;

/// The ops whose name begins with the word before a position; behind a sign, the names with it.
pub(super) fn completion(
    document: &Document,
    params: &CompletionParams,
) -> Option<CompletionResponse> {
    let byte = document.offset(params.text_document_position.position);
    let before = &document.text[..byte];
    let items = if !document.analysis.is_mlir(byte) || !is_code(before) {
        Vec::new()
    } else if let Some(start) = name_start(before) {
        names(document, Span::new(start, byte))
    } else {
        ops_with(document, Span::new(before.trim_end_matches(is_word).len(), byte))
    };
    Some(CompletionResponse::Array(items))
}

/// Whether the end of a text is outside of comments and strings.
fn is_code(text: &str) -> bool {
    let line = &text[text.rfind('\n').map_or(0, |at| at + 1)..];
    let (mut in_string, mut bytes) = (false, line.bytes().peekable());
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => _ = bytes.next(),
            b'/' if !in_string && bytes.peek() == Some(&b'/') => return false,
            _ => {}
        }
    }
    !in_string
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.$".contains(c)
}

/// The first byte of the name, its sign included, at the end of a text.
fn name_start(text: &str) -> Option<usize> {
    let is_part = |c: char| is_word(c) || c == '-';
    let rest = text.trim_end_matches(is_part);
    let start = rest.strip_suffix(['%', '@', '^', '#', '!'])?.len();
    Some(start)
}

/// The names that begin like the text at a place and are visible there; of names that are the
/// same, the innermost one.
fn names(document: &Document, place: Span) -> Vec<CompletionItem> {
    let begun = document.at(place);
    // `%r#0` is a value with the number of a result.
    let number = document.text[..place.start as usize].ends_with(|c| is_word(c) || c == '-');
    if begun.starts_with('#') && number {
        return Vec::new();
    }
    let all = || document.analysis.names.iter();
    let is_body = |it: &&Definition| matches!(it.kind, NameKind::Function | NameKind::Module);
    let holds = |span: Span| span.start <= place.start && place.start <= span.end;
    // Functions and modules do not see the values around them.
    let around = all().filter(is_body).filter(|it| holds(it.op)).map(|it| it.op.start).max();
    let isolated = around.unwrap_or(0);
    let is_visible = |it: &&Definition| {
        let inside = match it.kind {
            NameKind::Value | NameKind::Block => it.name.start >= isolated,
            _ => true,
        };
        inside && holds(it.scope) && it.name.start != place.start
    };
    let mut visible: Vec<&Definition> = all().filter(is_visible).collect();
    if begun.starts_with('@') {
        visible.sort_by_key(|definition| Reverse(definition.scope.start));
    }
    let mut seen = HashSet::new();
    let each = visible.into_iter().filter_map(|definition| {
        let name = label(document, definition);
        if !name.starts_with(begun) || !seen.insert(name.clone()) {
            return None;
        }
        let kind = match definition.kind {
            NameKind::Value => CompletionItemKind::VARIABLE,
            NameKind::Function => CompletionItemKind::FUNCTION,
            NameKind::Module => CompletionItemKind::MODULE,
            _ => CompletionItemKind::REFERENCE,
        };
        let detail = described(document, definition, definition.name).replace('\n', ", ");
        Some(item(document, &name, kind, detail, place))
    });
    each.collect()
}

/// The ops of the table whose name, or short name, begins with the text at a place, if an op may
/// begin there.
fn ops_with(document: &Document, place: Span) -> Vec<CompletionItem> {
    let begun = document.at(place);
    let before = document.text[..place.start as usize].trim_end_matches([' ', '\t']);
    let begins = before.is_empty() || before.ends_with(['\n', '\r', '=', '{', '}', ':']);
    if begun.is_empty() || !begins {
        return Vec::new();
    }
    let fits = |name: &str, short: &str| name.starts_with(begun) || short.starts_with(begun);
    let defs = ops::TABLE.iter().map(|entry| entry.def);
    let found = defs.filter(|def| fits(def.name, def.short_name()));
    let each = found.map(|def| {
        let first = def.doc.lines().next().unwrap_or_default().trim().to_owned();
        item(document, def.name, CompletionItemKind::FUNCTION, first, place)
    });
    each.collect()
}

fn item(
    document: &Document,
    label: &str,
    kind: CompletionItemKind,
    detail: String,
    place: Span,
) -> CompletionItem {
    let edit = TextEdit { range: document.range(place), new_text: label.to_owned() };
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: Some(detail),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}
