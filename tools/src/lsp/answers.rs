//! Answers to an editor's questions about a text.

use hloom_ir::Span;
use hloom_ir::ops;
use hloom_ir::text::Definition;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentSymbol,
    DocumentSymbolParams, DocumentSymbolResponse, GotoDefinitionParams, GotoDefinitionResponse,
    Hover, HoverContents, HoverParams, Location, MarkupContent, MarkupKind, ReferenceParams,
    SymbolKind, TextEdit,
};

use super::document::Document;
use crate::explain;

/// The type of a value, the type of a function, the definition of an alias, or the page of an op.
pub(super) fn hover(document: &Document, params: &HoverParams) -> Option<Hover> {
    let byte = document.offset(params.text_document_position_params.position);
    let (value, span) = match document.name_at(byte) {
        Some((definition, span)) => (code(&described(document, definition, span)), span),
        None => {
            let span = document.word_at(byte);
            // A short name alone may be anything; behind `return` and `call` stand ops of `func`.
            let name = document.at(span);
            let page = explain::op_page(name)?;
            (format!("```text\n{}\n```", page.trim_end()), span)
        }
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(document.range(span)) })
}

fn code(text: &str) -> String {
    format!("```mlir\n{text}\n```")
}

/// The values, the function or the text that a name stands for.
fn described(document: &Document, definition: &Definition, span: Span) -> String {
    let name = document.at(definition.name);
    if name.starts_with('@')
        && let Some(function) = document.functions.iter().find(|f| f.name == name)
        && !function.signature.is_empty()
    {
        return format!("func.func {name} : {}", function.signature);
    }
    if name.starts_with(['#', '!', '@']) {
        let rest = &document.text[definition.name.start as usize..];
        return rest.lines().next().unwrap_or_default().trim_end().to_owned();
    }
    let number = document.at(span).split_once('#').and_then(|(_, n)| n.parse::<usize>().ok());
    let types = match number {
        Some(n) => definition.types.get(n..=n).unwrap_or_default(),
        None => &definition.types[..],
    };
    match types {
        [] => name.to_owned(),
        [ty] => format!("{} : {ty}", document.at(span)),
        [..] => types
            .iter()
            .enumerate()
            .map(|(i, ty)| format!("{name}#{i} : {ty}"))
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

/// The place where the name at a position is defined.
pub(super) fn definition(
    document: &Document,
    params: &GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let byte = document.offset(params.text_document_position_params.position);
    let (definition, _) = document.name_at(byte)?;
    Some(GotoDefinitionResponse::Scalar(location(document, definition.name)))
}

fn location(document: &Document, span: Span) -> Location {
    Location { uri: document.uri.clone(), range: document.range(span) }
}

/// The uses of the name at a position, and its definition if that is asked for.
pub(super) fn references(document: &Document, params: &ReferenceParams) -> Option<Vec<Location>> {
    let byte = document.offset(params.text_document_position.position);
    let (found, _) = document.name_at(byte)?;
    let defined = params.context.include_declaration.then_some(found.name);
    let spans = defined.into_iter().chain(found.uses.iter().copied());
    Some(spans.map(|span| location(document, span)).collect())
}

/// The name at a position wherever it stands.
pub(super) fn highlights(
    document: &Document,
    params: &DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let byte = document.offset(params.text_document_position_params.position);
    let (found, _) = document.name_at(byte)?;
    let mark = |span: Span, kind: DocumentHighlightKind| DocumentHighlight {
        range: document.range(span),
        kind: Some(kind),
    };
    let uses = found.uses.iter().map(|span| mark(*span, DocumentHighlightKind::READ));
    Some(std::iter::once(mark(found.name, DocumentHighlightKind::WRITE)).chain(uses).collect())
}

/// The functions of the text.
pub(super) fn outline(
    document: &Document,
    _: &DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let named = |name: &str, inside: Span| {
        let within = |span: Span| inside.start <= span.start && span.end <= inside.end;
        document.names.iter().map(|d| d.name).find(|s| within(*s) && document.at(*s) == name)
    };
    let each = document.functions.iter().map(|function| {
        let name = named(&function.name, function.span).unwrap_or(function.span);
        #[expect(deprecated, reason = "the field has no default")]
        DocumentSymbol {
            name: function.name.clone(),
            detail: Some(function.signature.clone()).filter(|signature| !signature.is_empty()),
            kind: SymbolKind::FUNCTION,
            tags: None,
            deprecated: None,
            range: document.range(function.span),
            selection_range: document.range(name),
            children: None,
        }
    });
    Some(DocumentSymbolResponse::Nested(each.collect()))
}

/// The ops whose name begins with the word before a position; behind a sign, the names with it.
pub(super) fn completion(
    document: &Document,
    params: &CompletionParams,
) -> Option<CompletionResponse> {
    let byte = document.offset(params.text_document_position.position);
    let word = document.word_at(byte);
    let start = word.start as usize;
    let sign = document.text[..start].chars().next_back().filter(|c| "%@^#!".contains(*c));
    let items = match sign {
        Some(sign) => names(document, sign, Span::new(start - 1, byte)),
        None => ops_with(document, Span::new(start, byte)),
    };
    Some(CompletionResponse::Array(items))
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

/// The names with a sign that are defined before a place; each once, since names in parallel
/// regions may be the same.
fn names(document: &Document, sign: char, place: Span) -> Vec<CompletionItem> {
    let begun = document.at(place);
    // Values and blocks are those of the function around: from the last function before the place
    // to the first behind it. Its end is not known while the text has errors.
    let starts = || document.functions.iter().map(|function| function.span.start);
    let around = match sign {
        '%' | '^' => {
            let first = starts().filter(|at| *at <= place.start).max().unwrap_or(0);
            first..starts().filter(|at| *at > place.start).min().unwrap_or(u32::MAX)
        }
        _ => 0..u32::MAX,
    };
    let mut seen = std::collections::HashSet::new();
    let visible = document.names.iter().filter(|definition| {
        let at = definition.name;
        let before = sign != '%' || at.end <= place.start;
        before && around.contains(&at.start) && at != place
    });
    let each = visible.filter_map(|definition| {
        let name = document.at(definition.name);
        if !name.starts_with(begun) || !seen.insert(name) {
            return None;
        }
        let kind = match sign {
            '%' => CompletionItemKind::VARIABLE,
            '@' => CompletionItemKind::FUNCTION,
            _ => CompletionItemKind::REFERENCE,
        };
        let detail = described(document, definition, definition.name).replace('\n', ", ");
        Some(item(document, name, kind, detail, place))
    });
    each.collect()
}

/// The ops of the table whose name, or short name, begins with what stands at a place.
fn ops_with(document: &Document, place: Span) -> Vec<CompletionItem> {
    let begun = document.at(place);
    if begun.is_empty() {
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
