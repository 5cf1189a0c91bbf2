//! The programs of a text, their diagnostics and names.

use hloom_ir::text::{Definition, NameIndex, parse_names};
use hloom_ir::{Diagnostic, Module, OpId, Span};

use crate::source::{Chunk, MARKER, chunks, shifted};

/// A program of a text with lines of `// -----`, or all of a text.
#[derive(Clone, Copy, Debug)]
struct Program {
    span: Span,
    /// Whether it is MLIR text, rather than HLO text or a storage program.
    is_mlir: bool,
}

/// A function of HLO text, for the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Function {
    /// Its name, with `@`.
    pub(super) name: String,
    /// Its type.
    pub(super) signature: String,
    /// The whole function.
    pub(super) span: Span,
}

/// The content of a text.
#[derive(Default)]
pub(super) struct Analysis {
    programs: Vec<Program>,
    /// The names of MLIR text, in their order.
    pub(super) names: Vec<Definition>,
    /// The functions of HLO text.
    pub(super) functions: Vec<Function>,
    /// The names of ops of MLIR text, in their order.
    ops: Vec<Span>,
    /// Each place of a name, in their order, with the index of its definition.
    places: Vec<(Span, usize)>,
}

impl Analysis {
    /// Parses and verifies the programs of a text; returns their diagnostics, too.
    pub(super) fn of(text: &str) -> (Analysis, Vec<Diagnostic>) {
        let (mut analysis, mut found) = (Analysis::default(), Vec::new());
        #[cfg(test)]
        assert!(!text.contains("// panic in the test"), "the text asks for it");
        for chunk in chunks(text, text.contains(MARKER)) {
            let mut index = None;
            let (module, diagnostics) = chunk.read_by(|text| {
                let (parsed, names) = parse_names(text);
                index = Some(names);
                parsed
            });
            found.extend(chunk.in_whole_text(diagnostics));
            analysis.add(chunk, module.as_ref(), index);
        }
        analysis.ops.sort_by_key(|span| span.start);
        analysis.names.sort_by_key(|definition| definition.name.start);
        let places = analysis.names.iter().enumerate().flat_map(|(index, definition)| {
            let all = std::iter::once(definition.name).chain(definition.uses.iter().copied());
            all.map(move |span| (span, index))
        });
        analysis.places = places.collect();
        analysis.places.sort_by_key(|(span, _)| span.start);
        (analysis, found)
    }

    /// Adds the names of a program, whose module is known if it has no errors. Only MLIR text has an
    /// index of names.
    fn add(&mut self, chunk: Chunk<'_>, module: Option<&Module>, index: Option<NameIndex>) {
        let at = chunk.start;
        let span = Span::new(at, at + chunk.text.len());
        self.programs.push(Program { span, is_mlir: index.is_some() });
        let Some(index) = index else {
            let functions = module
                .into_iter()
                .flat_map(|module| module.functions().map(move |op| hlo_function(module, op, at)));
            self.functions.extend(functions);
            return;
        };
        self.ops.extend(index.ops.into_iter().map(|span| shifted(span, at)));
        self.names.extend(index.definitions.into_iter().map(|definition| Definition {
            name: shifted(definition.name, at),
            uses: definition.uses.into_iter().map(|span| shifted(span, at)).collect(),
            scope: shifted(definition.scope, at),
            op: shifted(definition.op, at),
            ..definition
        }));
    }

    /// Whether a byte is in MLIR text.
    pub(super) fn is_mlir(&self, byte: usize) -> bool {
        let next = self.programs.partition_point(|it| it.span.start as usize <= byte);
        next.checked_sub(1).is_some_and(|last| self.programs[last].is_mlir)
    }

    /// The name whose definition or use stands at a byte, or ends there.
    pub(super) fn name_at(&self, byte: usize) -> Option<(&Definition, Span)> {
        let &(span, index) = last_before(&self.places, byte, |(span, _)| *span)?;
        Some((&self.names[index], span))
    }

    /// The name of an op that stands at a byte, or ends there.
    pub(super) fn op_at(&self, byte: usize) -> Option<Span> {
        last_before(&self.ops, byte, |span| *span).copied()
    }
}

/// Among spans in their order, the last one that begins at or before a byte, if the byte is in it
/// or behind it.
fn last_before<T>(all: &[T], byte: usize, span: impl Fn(&T) -> Span) -> Option<&T> {
    let next = all.partition_point(|it| span(it).start as usize <= byte);
    all[..next].last().filter(|it| byte <= span(it).end as usize)
}

fn hlo_function(module: &Module, op: OpId, at: usize) -> Function {
    let it = module.func(op);
    Function {
        name: format!("@{}", it.sym_name.0),
        signature: it.function_type.0.to_string(),
        span: shifted(module.span(op), at),
    }
}
