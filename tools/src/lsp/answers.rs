//! Answers about the name or the op at a position.

use hloom_ir::Span;
use hloom_ir::text::{Definition, NameKind};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverContents, HoverParams, Location, MarkupContent, MarkupKind,
    ReferenceParams,
};

use super::document::Document;
use crate::explain;

/// The largest number of characters that are shown of a line.
const MAX_SHOWN: usize = 500;

/// The type of a value, the type of a function, the definition of an alias, or the page of an op.
pub(super) fn hover(document: &Document, params: &HoverParams) -> Option<Hover> {
    let byte = document.offset(params.text_document_position_params.position);
    let (value, span) = match document.analysis.name_at(byte) {
        Some((definition, span)) => {
            (format!("```mlir\n{}\n```", described(document, definition, span)), span)
        }
        None => {
            let span = document.analysis.op_at(byte)?;
            let page = explain::op_page(document.at(span).trim_matches('"'))?;
            (format!("```text\n{}\n```", page.trim_end()), span)
        }
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(document.range(span)) })
}

/// A name as its uses have it: a symbol in generic form, `"f"`, is used as `@f`.
pub(super) fn label(document: &Document, definition: &Definition) -> String {
    let name = document.at(definition.name);
    let Some(inner) = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) else {
        return name.to_owned();
    };
    let is_plain = inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && inner.chars().all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c));
    if is_plain { format!("@{inner}") } else { format!("@{name}") }
}

/// The values, the function or the text that a name stands for, where it is used at `span`.
pub(super) fn described(document: &Document, definition: &Definition, span: Span) -> String {
    let name = label(document, definition);
    let types = &definition.types[..];
    match definition.kind {
        NameKind::Function if !types.is_empty() => format!("func.func {name} : {}", types[0]),
        NameKind::Function | NameKind::Module | NameKind::Mesh | NameKind::Symbol => {
            line(document, definition.op.start)
        }
        NameKind::Alias => line(document, definition.name.start),
        NameKind::Block => name,
        NameKind::Value => {
            let written = document.at(span);
            let number = written.split_once('#').and_then(|(_, n)| n.parse::<usize>().ok());
            let types = number.map_or(types, |n| types.get(n..=n).unwrap_or_default());
            match types {
                [] => name,
                [ty] => format!("{written} : {ty}"),
                [..] => {
                    let each = types.iter().enumerate().map(|(i, ty)| format!("{name}#{i} : {ty}"));
                    each.collect::<Vec<_>>().join("\n")
                }
            }
        }
    }
}

/// The rest of a line from a byte, or the beginning of that.
fn line(document: &Document, start: u32) -> String {
    let rest = document.text.get(start as usize..).unwrap_or_default();
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    line.chars().take(MAX_SHOWN).collect::<String>().trim_end().to_owned()
}

/// The place where the name at a position is defined.
pub(super) fn definition(
    document: &Document,
    params: &GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let byte = document.offset(params.text_document_position_params.position);
    let (definition, _) = document.analysis.name_at(byte)?;
    Some(GotoDefinitionResponse::Scalar(document.location(definition.name)))
}

/// The uses of the name at a position, and its definition if that is asked for.
pub(super) fn references(document: &Document, params: &ReferenceParams) -> Option<Vec<Location>> {
    let byte = document.offset(params.text_document_position.position);
    let (found, _) = document.analysis.name_at(byte)?;
    let defined = params.context.include_declaration.then_some(found.name);
    let spans = defined.into_iter().chain(found.uses.iter().copied());
    Some(spans.map(|span| document.location(span)).collect())
}

/// The name at a position wherever it stands.
pub(super) fn highlights(
    document: &Document,
    params: &DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let byte = document.offset(params.text_document_position_params.position);
    let (found, _) = document.analysis.name_at(byte)?;
    let mark = |span: Span, kind: DocumentHighlightKind| DocumentHighlight {
        range: document.range(span),
        kind: Some(kind),
    };
    let uses = found.uses.iter().map(|span| mark(*span, DocumentHighlightKind::READ));
    Some(std::iter::once(mark(found.name, DocumentHighlightKind::WRITE)).chain(uses).collect())
}
