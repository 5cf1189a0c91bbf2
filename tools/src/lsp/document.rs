//! An open text: its changes, positions in it, and its diagnostics as the protocol has them.

use hloom_ir::diag::{self, Columns, Lines};
use hloom_ir::{Diagnostic, Severity, Span};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
    TextDocumentContentChangeEvent, Uri,
};

use super::analysis::Analysis;

/// An open text.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) text: String,
    columns: Columns,
    lines: Lines,
    /// The content of the text; empty while it is not analyzed.
    pub(super) analysis: Analysis,
}

impl Document {
    /// A text that is not analyzed yet.
    pub(super) fn new(uri: Uri, text: String, columns: Columns) -> Document {
        let lines = Lines::new(&text, columns, true);
        Document { uri, text, columns, lines, analysis: Analysis::default() }
    }

    /// Replaces a part of the text, or all of it.
    pub(super) fn change(&mut self, change: TextDocumentContentChangeEvent) {
        self.analysis = Analysis::default();
        match change.range {
            None => self.text = change.text,
            Some(range) => {
                let (a, b) = (self.offset(range.start), self.offset(range.end));
                self.text.replace_range(a.min(b)..a.max(b), &change.text);
            }
        }
        self.lines = Lines::new(&self.text, self.columns, true);
    }

    /// Parses and verifies the programs of the text; returns what is wrong with them.
    pub(super) fn analyze(&mut self) -> Vec<lsp_types::Diagnostic> {
        self.analysis = Analysis::default();
        let found = if self.uri.as_str().ends_with(".sdql") {
            hloom_storage::syntax::parse(&self.text).err().unwrap_or_default()
        } else {
            let (analysis, found) = Analysis::of(&self.text);
            self.analysis = analysis;
            found
        };
        found.iter().map(|diagnostic| self.shown(diagnostic)).collect()
    }

    /// A diagnostic as the protocol has it. Notes without a place and the help are part of the
    /// message; the label and the notes with a place are related information.
    fn shown(&self, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
        let mut message = diagnostic.message.clone();
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            diagnostic.notes.iter().partition(|(span, _)| span.is_none());
        for (_, note) in here {
            message.push_str(&format!("\nnote: {note}"));
        }
        if let Some(help) = &diagnostic.help {
            message.push_str(&format!("\nhelp: {help}"));
        }
        let label = Some((diagnostic.span, &diagnostic.label)).filter(|(_, it)| !it.is_empty());
        let related = label.into_iter().chain(elsewhere.into_iter().map(|(span, it)| (*span, it)));
        let related = related.map(|(span, text)| DiagnosticRelatedInformation {
            location: self.location(span),
            message: text.clone(),
        });
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
            related_information: Some(related.collect()),
            ..lsp_types::Diagnostic::default()
        }
    }

    /// The position of a byte; clamped to the end of the text, and to the beginning of a character.
    fn position(&self, byte: u32) -> Position {
        let diag::Position { line, column } = self.lines.position(&self.text, byte as usize);
        let number = |n: usize| u32::try_from(n - 1).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(column) }
    }

    /// The byte at a position. Behind the end of a line is its end, behind the last line the end
    /// of the text, as the protocol has it.
    pub(super) fn offset(&self, position: Position) -> usize {
        let (line, column) = (1 + position.line as usize, 1 + position.character as usize);
        self.lines.offset(&self.text, diag::Position { line, column })
    }

    /// The range of a span; the beginning of the text if there is none.
    pub(super) fn range(&self, span: Span) -> Range {
        if span.is_none() {
            return Range::default();
        }
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The place of a span.
    pub(super) fn location(&self, span: Span) -> Location {
        Location { uri: self.uri.clone(), range: self.range(span) }
    }

    /// The text at a span.
    pub(super) fn at(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}
