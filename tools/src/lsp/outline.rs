//! The outline: functions, in the modules that they stand in.

use std::cmp::Reverse;

use hloom_ir::Span;
use hloom_ir::text::{Definition, NameKind};
use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind};

use super::answers::label;
use super::document::Document;

/// The functions and the named modules of the text.
pub(super) fn outline(
    document: &Document,
    _: &DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let is_shown = |it: &&Definition| matches!(it.kind, NameKind::Function | NameKind::Module);
    let mut shown: Vec<&Definition> = document.analysis.names.iter().filter(is_shown).collect();
    shown.sort_by_key(|definition| (definition.op.start, Reverse(definition.op.end)));
    let mut rows: Vec<DocumentSymbol> = Vec::new();
    // The rows around the current one, innermost last.
    let mut open: Vec<(Span, DocumentSymbol)> = Vec::new();
    for definition in shown {
        close(&mut open, &mut rows, definition.op.start);
        let detail = definition.types.first().map(ToString::to_string);
        let (name, kind) = match definition.kind {
            NameKind::Module => (label(document, definition), SymbolKind::MODULE),
            _ => (label(document, definition), SymbolKind::FUNCTION),
        };
        let new = row(document, name, detail, kind, (definition.op, definition.name));
        open.push((definition.op, new));
    }
    close(&mut open, &mut rows, u32::MAX);
    // Of HLO text there are no names.
    rows.extend(document.analysis.functions.iter().map(|function| {
        let (name, detail) = (function.name.clone(), Some(function.signature.clone()));
        row(document, name, detail, SymbolKind::FUNCTION, (function.span, function.span))
    }));
    Some(DocumentSymbolResponse::Nested(rows))
}

/// Moves the rows that end before a byte into the rows around them.
fn close(open: &mut Vec<(Span, DocumentSymbol)>, rows: &mut Vec<DocumentSymbol>, byte: u32) {
    while let Some((_, row)) = open.pop_if(|(span, _)| span.end <= byte) {
        match open.last_mut() {
            Some((_, outer)) => outer.children.get_or_insert_default().push(row),
            None => rows.push(row),
        }
    }
}

/// A row with its whole place and the place of its name.
fn row(
    document: &Document,
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    (whole, name_at): (Span, Span),
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the field has no default")]
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: document.range(whole),
        selection_range: document.range(name_at),
        children: None,
    }
}
