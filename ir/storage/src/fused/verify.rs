//! Errors in the plans of a module's fusions.

use super::FusedPlan;
use hloom_ir::diag::{Diagnostic, Span};
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::text::locate;
use hloom_ir::{OpId, OpPart, Type};

/// Verifies the plans of all fusions. Spans are in `source`, the text of the module: those of the
/// error in the string if it has no escapes, else those of the attribute.
///
/// # Errors
/// All errors of [`FusedPlan::read`].
pub fn verify(module: &Module, source: &str) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for op in module.walk_all() {
        let Some(Err(found)) = plan_of(module, op) else { continue };
        let all = if source.is_empty() {
            module.span(op)
        } else {
            locate(source, module.span(op), OpPart::Attr("plan"))
        };
        let start = start_of(module, op, source, all);
        for mut error in found {
            let moved = |span: Span| match start {
                Some(start) if !span.is_none() => {
                    Span::new(start + span.start as usize, start + span.end as usize)
                }
                _ => all,
            };
            error.span = moved(error.span);
            error.notes.iter_mut().for_each(|(span, _)| *span = moved(*span));
            errors.push(error);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The plan of an op; `None` if it is no fusion with a plan.
pub(super) fn plan_of(module: &Module, op: OpId) -> Option<Result<FusedPlan, Vec<Diagnostic>>> {
    let Op::Fusion(fusion) = module.op(op) else { return None };
    let text = fusion.plan.as_ref()?;
    let inputs: Vec<Type> = module.operands(op).iter().map(|v| module.ty(*v)).collect();
    let Ok(text) = std::str::from_utf8(&text.0) else {
        let what = "a plan is text of UTF-8";
        return Some(Err(vec![Diagnostic::error(Span::default(), what)]));
    };
    let results: Vec<Type> = module.results(op).iter().map(|v| module.ty(v)).collect();
    Some(FusedPlan::read(text, &inputs, &results))
}

/// The place of the plan's text in a source, if it stands there as it is.
fn start_of(module: &Module, op: OpId, source: &str, attribute: Span) -> Option<usize> {
    let Op::Fusion(fusion) = module.op(op) else { return None };
    let text = std::str::from_utf8(&fusion.plan.as_ref()?.0).ok()?;
    let there = source.get(attribute.start as usize..attribute.end as usize)?;
    Some(attribute.start as usize + there.find(text)?)
}

impl FusedPlan {
    /// The plan of an op; `None` if it is no fusion with a plan.
    ///
    /// # Errors
    /// As [`FusedPlan::read`].
    pub fn of(module: &Module, op: OpId) -> Option<Result<FusedPlan, Vec<Diagnostic>>> {
        plan_of(module, op)
    }
}
