//! Diagnostics for constraint errors.

use super::Locate;
use crate::diag::{Diagnostic, Span};
use crate::id::{OpId, Value};
use crate::module::{Def, Module};
use crate::op::{ConstraintError, OpPart};

/// An error at a part of an op. `locate` finds the part in the text.
pub(super) fn at(
    m: &Module,
    locate: Locate<'_>,
    op: OpId,
    part: OpPart,
    message: String,
) -> Diagnostic {
    let span = locate(m.span(op), part);
    let label = match part {
        OpPart::Op => "in this op",
        OpPart::Operand(_) => "in this operand",
        OpPart::Attr(_) => "in this attribute",
        OpPart::Result(_) => "in this type",
        OpPart::Region(_) => "in this region",
        OpPart::Successor(_) => "in this successor",
    };
    Diagnostic::error(span, message).label(label)
}

/// The sentence of a constraint error.
pub(crate) fn sentence(op: &str, broken: &ConstraintError) -> String {
    let ConstraintError { label, message, .. } = broken;
    if is_spec_label(label) {
        format!("`{op}` breaks ({label}): {message}")
    } else if message.starts_with('`') {
        message.clone()
    } else {
        format!("`{op}`: {message}")
    }
}

/// Whether a label is one of the specification's, such as `C12` or `I1`.
fn is_spec_label(label: &str) -> bool {
    let digits = label.strip_prefix(['C', 'I']).unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The specification's label of a constraint error, if it has one.
pub(crate) fn spec_label(broken: &ConstraintError) -> Option<&'static str> {
    is_spec_label(broken.label).then_some(broken.label)
}

/// The diagnostic for a constraint that an op violates.
pub(super) fn broken(
    m: &Module,
    locate: Locate<'_>,
    op: OpId,
    broken: &ConstraintError,
) -> Diagnostic {
    let mut diagnostic = at(m, locate, op, broken.part, sentence(m.op(op).name(), broken));
    diagnostic.code = spec_label(broken);
    diagnostic.notes = operand_notes(m, m.operands(op), broken.part);
    diagnostic
}

/// Notes on the operands that an error is about: a single one, or all if they are few.
pub(crate) fn operand_notes(m: &Module, operands: &[Value], part: OpPart) -> Vec<(Span, String)> {
    let mut notes: Vec<(Span, String)> = Vec::new();
    for (i, &value) in operands.iter().enumerate().take(3) {
        let concerned = match part {
            OpPart::Operand(at) => at == i,
            _ => operands.len() <= 3,
        };
        let note = concerned.then(|| defined(m, value, i)).flatten();
        notes.extend(note.filter(|n| !notes.contains(n)));
    }
    notes
}

/// The name of a value, or its position as an operand.
pub(super) fn value_name(m: &Module, value: Value, operand: usize) -> String {
    match m.name(value) {
        Some(name) => format!("%{name}"),
        None => format!("operand {operand}"),
    }
}

/// The note `%x is tensor<2xf32>, defined` at the definition's span; `None` if the span is unknown.
pub(super) fn defined(m: &Module, value: Value, operand: usize) -> Option<(Span, String)> {
    let name = value_name(m, value, operand);
    let ty = m.ty(value);
    let (span, what) = match m.def(value) {
        Def::Result(op, _) => (m.span(op), "defined"),
        Def::Arg(block, _) => (m.span(m.block_owner(block)?), "an argument"),
    };
    let start = Span { start: span.start, end: span.start };
    (!span.is_none()).then(|| (start, format!("{name} is {ty}, {what}")))
}
