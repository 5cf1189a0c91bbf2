//! An open text: its programs, and positions in it.

use hloom_ir::text::Definition;
use hloom_ir::{Diagnostic, Module, OpId, Severity, Span};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position,
    PositionEncodingKind, Range, TextDocumentContentChangeEvent, Uri,
};

use crate::source::{MARKER, Source};

/// The unit in which positions in a line are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which every editor knows.
    #[default]
    Utf16,
}

impl Encoding {
    /// Its name in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The length of a text.
    fn length(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// A function of a text, for the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Function {
    /// Its name, with `@`.
    pub(super) name: String,
    /// Its type; empty if the program has errors.
    pub(super) signature: String,
    /// The whole op; its name alone if the program has errors.
    pub(super) span: Span,
}

/// An open text.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) text: String,
    encoding: Encoding,
    /// The offsets at which lines begin.
    lines: Vec<usize>,
    /// The names of MLIR text; of other languages there are none.
    pub(super) names: Vec<Definition>,
    /// The functions of MLIR text and HLO text.
    pub(super) functions: Vec<Function>,
}

impl Document {
    /// A text that is not analyzed yet.
    pub(super) fn new(uri: Uri, text: String, encoding: Encoding) -> Document {
        let lines = line_starts(&text);
        Document { uri, text, encoding, lines, names: Vec::new(), functions: Vec::new() }
    }

    /// Replaces a part of the text, or all of it.
    pub(super) fn change(&mut self, change: TextDocumentContentChangeEvent) {
        match change.range {
            None => self.text = change.text,
            Some(range) => {
                let (a, b) = (self.offset(range.start), self.offset(range.end));
                self.text.replace_range(a.min(b)..a.max(b), &change.text);
            }
        }
        self.lines = line_starts(&self.text);
    }

    /// Parses and verifies the programs of the text; returns what is wrong with them.
    pub(super) fn analyze(&mut self) -> Vec<lsp_types::Diagnostic> {
        self.names.clear();
        self.functions.clear();
        let name = self.uri.as_str().to_owned();
        if name.ends_with(".sdql") {
            let found = hloom_storage::syntax::parse(&self.text).err().unwrap_or_default();
            return found.iter().map(|diagnostic| self.shown(diagnostic)).collect();
        }
        let source = Source { name, text: std::mem::take(&mut self.text) };
        let split = source.text.contains(MARKER);
        let mut found = Vec::new();
        for chunk in source.chunks(split) {
            let at = chunk.start;
            let (module, diagnostics) = chunk.read();
            found.extend(chunk.in_whole_text(diagnostics));
            let names = match chunk.is_hlo() {
                true => Vec::new(),
                false => hloom_ir::text::parse_names(chunk.text).1,
            };
            match module {
                Some(module) => {
                    let all = module.functions().map(|op| function(&module, op, at));
                    self.functions.extend(all);
                }
                None => self.functions.extend(names_of_functions(chunk.text, &names, at)),
            }
            self.names.extend(names.into_iter().map(|name| moved(name, at)));
        }
        self.text = source.text;
        found.iter().map(|diagnostic| self.shown(diagnostic)).collect()
    }

    /// A diagnostic as the protocol has it. The label and the help are part of the message.
    fn shown(&self, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
        let mut message = diagnostic.message.clone();
        if !diagnostic.label.is_empty() {
            message.push_str(&format!("\n{}", diagnostic.label));
        }
        let related = |(span, text): &(Span, String)| DiagnosticRelatedInformation {
            location: Location { uri: self.uri.clone(), range: self.range(*span) },
            message: text.clone(),
        };
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            diagnostic.notes.iter().partition(|(span, _)| span.is_none());
        for (_, note) in here {
            message.push_str(&format!("\nnote: {note}"));
        }
        if let Some(help) = &diagnostic.help {
            message.push_str(&format!("\nhelp: {help}"));
        }
        lsp_types::Diagnostic {
            range: self.range(diagnostic.span),
            severity: Some(match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Remark => DiagnosticSeverity::INFORMATION,
            }),
            code: diagnostic.code.map(|code| NumberOrString::String(code.to_owned())),
            source: Some("hloom".to_owned()),
            message,
            related_information: Some(elsewhere.into_iter().map(related).collect()),
            ..lsp_types::Diagnostic::default()
        }
    }

    /// The position of a byte; clamped to the end of the text, and to the beginning of a character.
    pub(super) fn position(&self, byte: usize) -> Position {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.lines.partition_point(|&start| start <= byte) - 1;
        let column = self.encoding.length(&self.text[self.lines[line]..byte]);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(column) }
    }

    /// The byte at a position. Behind the end of a line is its end, behind the last line the end
    /// of the text, as the protocol has it.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.lines.get(line) else { return self.text.len() };
        let next = self.lines.get(line + 1).copied();
        let end = next.map_or(self.text.len(), |next| next - 1);
        let mut left = position.character as usize;
        for (at, c) in self.text[start..end].char_indices() {
            let length = self.encoding.length(c.encode_utf8(&mut [0; 4]));
            if left < length {
                return start + at;
            }
            left -= length;
        }
        end
    }

    /// The range of a span; the beginning of the text if there is none.
    pub(super) fn range(&self, span: Span) -> Range {
        if span.is_none() {
            return Range::default();
        }
        Range::new(self.position(span.start as usize), self.position(span.end as usize))
    }

    /// The text at a span.
    pub(super) fn at(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The name whose definition or use stands at a byte, or ends there.
    pub(super) fn name_at(&self, byte: usize) -> Option<(&Definition, Span)> {
        let holds = |span: Span| (span.start as usize..=span.end as usize).contains(&byte);
        self.names.iter().find_map(|definition| {
            let mut spans = std::iter::once(definition.name).chain(definition.uses.iter().copied());
            Some((definition, spans.find(|span| holds(*span))?))
        })
    }

    /// The name of an op at a byte: letters, digits, `_` and `.`.
    pub(super) fn word_at(&self, byte: usize) -> Span {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
        let (before, behind) = self.text.split_at(self.text.floor_char_boundary(byte));
        let start = before.trim_end_matches(is_part).len();
        let length = behind.len() - behind.trim_start_matches(is_part).len();
        Span::new(start, before.len() + length)
    }
}

/// The offsets at which lines begin.
fn line_starts(text: &str) -> Vec<usize> {
    let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    std::iter::once(0).chain(breaks).collect()
}

/// The function as a row of the outline, in a text in which its program begins at a byte.
fn function(module: &Module, op: OpId, at: usize) -> Function {
    let it = module.func(op);
    Function {
        name: format!("@{}", it.sym_name.0),
        signature: it.function_type.0.to_string(),
        span: shifted(module.span(op), at),
    }
}

/// The functions of a program with errors, of which only the names are known.
fn names_of_functions(text: &str, names: &[Definition], at: usize) -> Vec<Function> {
    let of_function = |name: &&Definition| {
        let before = text[..name.name.start as usize].trim_end();
        text[name.name.start as usize..].starts_with('@') && !before.ends_with("sdy.mesh")
    };
    let each = names.iter().filter(of_function).map(|definition| Function {
        name: text[definition.name.start as usize..definition.name.end as usize].to_owned(),
        signature: String::new(),
        span: shifted(definition.name, at),
    });
    each.collect()
}

fn shifted(span: Span, by: usize) -> Span {
    Span::new(span.start as usize + by, span.end as usize + by)
}

/// A name of a program that begins at a byte of the text.
fn moved(definition: Definition, by: usize) -> Definition {
    let uses = definition.uses.into_iter().map(|span| shifted(span, by)).collect();
    Definition { name: shifted(definition.name, by), uses, ..definition }
}
