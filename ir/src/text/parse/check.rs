//! Checks each op when it is created, while the positions of its parts are known.

use super::draft::{Bases, Draft, Parts};
use super::suffix::SuffixId;
use super::{OpPart, Parser, Token};
use crate::attr::AttrDict;
use crate::diag::{Diagnostic, Span};
use crate::id::OpId;
use crate::op::{ConstraintError, InferContext, OpDef, OpEntry, Trait, WrongField};
use crate::ops::Op;
use crate::suggest;
use crate::verify;
use rustc_hash::FxHashSet;

/// A cache of checked signatures: the validity of an elementwise op without attributes depends only
/// on its types, so one check suffices for each signature.
#[derive(Default, Debug)]
pub(super) struct Checked {
    last: (usize, SuffixId),
    all: FxHashSet<(usize, SuffixId)>,
}

/// Ops of older StableHLO versions. Old programs may contain them as foreign ops, and their names
/// are not misspellings.
const ELSEWHERE: &[&str] =
    &["cross-replica-sum", "einsum", "torch_index_select", "trace", "unary_einsum"];

/// Whether this is the name of an op outside of the table.
pub(super) fn is_known_elsewhere(name: &str) -> bool {
    name.strip_prefix("stablehlo.").is_some_and(|short| ELSEWHERE.contains(&short))
        || matches!(name, "func.constant" | "func.call_indirect")
}

impl<'s> Parser<'s> {
    /// Runs the op's inference and compares its types with the written ones.
    pub(super) fn check_op(
        &mut self,
        id: OpId,
        entry: Option<&'static OpEntry>,
        suffix: Option<SuffixId>,
        parts: Parts,
    ) {
        let Some(entry) = entry else { return };
        let mut key = None;
        if let Some(suffix) = suffix
            && entry.def.attrs.is_empty()
            && entry.def.has(Trait::Elementwise)
        {
            let found = (std::ptr::from_ref(entry) as usize, suffix);
            if self.checked.last == found {
                return;
            }
            if self.checked.all.contains(&found) {
                self.checked.last = found;
                return;
            }
            key = Some(found);
        }
        let names_functions = match self.module.op(id) {
            Op::Call(_) => Some("callee"),
            Op::Composite(_) => Some("decomposition"),
            Op::CustomCall(it) if !it.called_computations.0.is_empty() => {
                Some("called_computations")
            }
            // Any other op: the verifier checks its symbols.
            _ => None,
        };
        if let Some(attr) = names_functions {
            let span = self.attr_span(parts.bases, attr).unwrap_or(parts.name);
            self.calls.push((id, span));
            return;
        }
        match self.infer(id) {
            Ok(()) => {
                if let Some(key) = key {
                    self.checked.all.insert(key);
                    self.checked.last = key;
                }
            }
            Err(broken) => self.broken(id, &broken, parts),
        }
    }

    /// Returns the first constraint that an op violates, if any.
    fn infer(&self, id: OpId) -> Result<(), ConstraintError> {
        let module = &self.module;
        let operands =
            InferContext { module, values: module.operands(id), regions: module.regions(id) };
        let op = module.op(id);
        let inferred = op.infer(&operands)?;
        verify::check_results(module, id, &inferred)
    }

    /// Reports a constraint error.
    fn broken(&mut self, id: OpId, broken: &ConstraintError, parts: Parts) {
        let op = self.module.op(id);
        let short = op.def().short_name();
        let message = verify::sentence(op.name(), broken);
        let (span, label) = self.part(broken.part, parts);
        let mut diagnostic = Diagnostic::error(span, message).label(label);
        diagnostic.code = verify::spec_label(broken);
        if !matches!(broken.part, OpPart::Region(_)) {
            let mut noted: Vec<&str> = Vec::new();
            for i in parts.bases.uses..self.uses.len() {
                let it = self.uses[i];
                let text = &self.source[it.span.start as usize..it.span.end as usize];
                if let Some(value) = self.known(it)
                    && !noted.contains(&text)
                    && noted.len() < 4
                {
                    noted.push(text);
                    diagnostic = self.note_definition(diagnostic, text, value);
                }
            }
        }
        self.report(diagnostic.help(format!("hloom explain {short}")));
    }

    /// The span of a part of an op, and the label at that span.
    fn part(&self, part: OpPart, parts: Parts) -> (Span, &'static str) {
        let found = match part {
            OpPart::Op => None,
            OpPart::Attr(name) => {
                self.attr_span(parts.bases, name).map(|span| (span, "in this attribute"))
            }
            OpPart::Operand(i) => {
                let it = self.uses.get(parts.bases.uses + i);
                it.map(|it| (it.span, "in this operand"))
            }
            OpPart::Region(i) => {
                let region = self.region_spans.get(parts.bases.regions + i);
                region.map(|&span| (self.first_line(span), "in this region"))
            }
            OpPart::Successor(i) => {
                let successor = self.successor_spans.get(parts.bases.successors + i);
                successor.map(|&span| (span, "in this successor"))
            }
            OpPart::Result(_) => {
                let text = &self.source[parts.types.start as usize..parts.types.end as usize];
                let skip = text.rfind("->").map_or(0, |at| at + 2);
                let blank = text[skip..].len() - text[skip..].trim_start().len();
                let start = parts.types.start + (skip + blank) as u32;
                Some((Span { start, end: parts.types.end }, "in this type"))
            }
        };
        found.unwrap_or((parts.name, "in this op"))
    }

    /// A span cut off at the end of its first line.
    fn first_line(&self, span: Span) -> Span {
        let text = &self.source[span.start as usize..span.end as usize];
        match text.find('\n') {
            Some(end) => Span { start: span.start, end: span.start + end as u32 },
            None => span,
        }
    }

    /// The span of an attribute's value.
    pub(super) fn attr_span(&self, bases: Bases, name: &str) -> Option<Span> {
        self.attr_spans[bases.attrs..].iter().find(|(n, _)| *n == name).map(|(_, span)| *span)
    }

    /// Reports an attribute that is missing or of the wrong kind.
    pub(super) fn wrong_field(
        &mut self,
        name: &str,
        parts: Parts,
        def: &OpDef,
        rest: &AttrDict,
        wrong: &WrongField,
    ) {
        let span = self.attr_span(parts.bases, wrong.name);
        if span.is_some_and(|at| self.diagnostics.iter().any(|d| d.span == at)) {
            return; // The text of the attribute itself is wrong, which was reported.
        }
        let diagnostic = match span {
            Some(span) => {
                let message = format!("the attribute `{}` of `{name}`: {}", wrong.name, wrong.why);
                Diagnostic::error(span, message).label("in this attribute")
            }
            None => {
                let written: Vec<&str> = rest
                    .iter()
                    .map(|(n, _)| n)
                    .filter(|n| def.attrs.iter().all(|a| a.name != *n))
                    .collect();
                if let Some(near) = suggest::nearest(wrong.name, written) {
                    let span = self.attr_name_span(parts, near);
                    Diagnostic::error(span, format!("`{name}` has no attribute `{near}`"))
                        .help(format!("did you mean `{}`?", wrong.name))
                } else {
                    let message = match wrong.why.as_str() {
                        "it is missing" => format!("`{name}` needs the attribute `{}`", wrong.name),
                        why => format!("`{name}`: {why}"),
                    };
                    Diagnostic::error(parts.name, message)
                        .help(format!("hloom explain {}", def.short_name()))
                }
            }
        };
        self.report(diagnostic);
    }

    /// The span of the name of an attribute that was parsed.
    fn attr_name_span(&self, parts: Parts, name: &str) -> Span {
        for &(written, span) in &self.attr_spans[parts.bases.attrs..] {
            if written.trim_matches('"') == name {
                // The name is itself a slice of the source.
                let start = written.as_ptr() as usize - self.source.as_ptr() as usize;
                if start + written.len() <= self.source.len() {
                    return Span::new(start, start + written.len());
                }
                return span;
            }
        }
        parts.name
    }

    /// Warns about attributes whose names are similar to the op's own.
    pub(super) fn check_extra(&mut self, name: &str, parts: Parts, def: &OpDef, rest: &AttrDict) {
        for (written, _) in rest.iter() {
            // Names with a `.` belong to dialects.
            if written.contains('.') || def.attrs.iter().any(|a| a.name == written) {
                continue;
            }
            if let Some(near) = suggest::nearest(written, def.attrs.iter().map(|a| a.name)) {
                let span = self.attr_name_span(parts, written);
                let message = format!("`{name}` has no attribute `{written}`");
                self.report(
                    Diagnostic::warning(span, message).help(format!("did you mean `{near}`?")),
                );
            }
        }
    }

    /// Checks calls after all functions have been parsed.
    pub(super) fn check_calls(&mut self) {
        for (id, span) in std::mem::take(&mut self.calls) {
            let op = self.module.op(id);
            let name = op.name();
            let missing: Option<(&str, Option<&'static str>)> = match op {
                Op::Call(it) => Some((&it.callee.0, None)),
                Op::Composite(it) => Some((&it.decomposition.0, Some("C2"))),
                // The target decides what its computations are; upstream does not resolve them.
                // Any other op: refers to no function, or need not find it.
                _ => None,
            };
            if missing.is_some_and(|(callee, _)| self.broken_functions.contains(callee)) {
                continue;
            }
            if let Some((callee, code)) = missing
                && self.module.symbol(callee).is_none()
            {
                let label = code.map_or(String::new(), |c| format!("`{name}` breaks ({c}): "));
                let message = format!("{label}there is no function `@{callee}`");
                let mut diagnostic = Diagnostic::error(span, message);
                diagnostic.code = code;
                let names = self.module.functions().map(|f| &*self.module.func(f).sym_name.0);
                self.report(self.suggest(diagnostic, callee, names, "@"));
            } else if let Err(broken) = self.infer(id) {
                let mut diagnostic = Diagnostic::error(span, verify::sentence(name, &broken));
                diagnostic.code = verify::spec_label(&broken);
                self.report(diagnostic.label("in this call"));
            }
        }
    }

    // Search for a part of one op.

    /// Parses the op at the current position; returns the span of the requested part.
    pub(super) fn located_op(&mut self) -> Option<Span> {
        let block = self.module.body();
        if self.token == Token::End {
            return None;
        }
        let _ = self.op(block);
        self.located
    }

    /// Records the span of the requested part, if this is the outermost op.
    pub(super) fn note_parts(&mut self, draft: &Draft) {
        let Some(part) = self.locating else { return };
        let parts = Parts { name: draft.name, types: draft.types, bases: draft.bases };
        // A nested op is recorded first, and then overwritten.
        self.located = Some(self.part(part, parts).0);
    }
}
