//! Checks an op's own constraints, and its declared result types against the inferred ones.

use super::{Verifier, report};
use crate::few::FewMap;
use crate::id::OpId;
use crate::module::Module;
use crate::op::{ConstraintError, InferContext, OpPart};
use crate::ops::Op;
use crate::types::{Element, QuantType, Type, TypeKind};

/// The specification's labels for the results of each op: the label for the element type, and the
/// label for the shape. For all other ops both are `C1`.
const LABELS: &[(&str, &str, &str)] = &[
    ("stablehlo.abs", "C2", "C1"),
    ("stablehlo.after_all", "Type", "Type"),
    ("stablehlo.all_gather", "C6", "C6"),
    ("stablehlo.all_reduce", "C7", "C6"),
    ("stablehlo.all_to_all", "C9", "C9"),
    ("stablehlo.async_done", "Type", "Type"),
    ("stablehlo.async_start", "Type", "Type"),
    ("stablehlo.batch_norm_grad", "C2", "C3"),
    ("stablehlo.batch_norm_inference", "C2", "C7"),
    ("stablehlo.batch_norm_training", "C2", "C7"),
    ("stablehlo.bitcast_convert", "C1", "C1"),
    ("stablehlo.case", "C4", "C4"),
    ("stablehlo.clamp", "C4", "C4"),
    ("stablehlo.collective_broadcast", "C3", "C3"),
    ("stablehlo.collective_permute", "C5", "C5"),
    ("stablehlo.collective_reduce", "Type", "Type"),
    ("stablehlo.compare", "C2", "C2"),
    ("stablehlo.complex", "C3", "C2"),
    ("stablehlo.composite", "C4", "C4"),
    ("stablehlo.concatenate", "C5", "C6"),
    ("stablehlo.convolution", "C27", "C25"),
    ("stablehlo.create_token", "Type", "Type"),
    ("stablehlo.dot_general", "C13", "C12"),
    ("stablehlo.dynamic_conv", "C27", "C25"),
    ("stablehlo.dynamic_gather", "C14", "C13"),
    ("stablehlo.dynamic_slice", "C1", "C5"),
    ("stablehlo.fft", "C2", "C5"),
    ("stablehlo.gather", "C23", "C22"),
    ("stablehlo.get_dimension_size", "Type", "Type"),
    ("stablehlo.get_tuple_element", "C2", "C2"),
    ("stablehlo.if", "C3", "C3"),
    ("stablehlo.imag", "C2", "C1"),
    ("stablehlo.map", "C4", "C1"),
    ("stablehlo.outfeed", "Type", "Type"),
    ("stablehlo.pad", "C1", "C4"),
    ("stablehlo.partition_id", "Type", "Type"),
    ("stablehlo.real", "C2", "C1"),
    ("stablehlo.reduce", "C8", "C7"),
    ("stablehlo.reduce_scatter", "C9", "C8"),
    ("stablehlo.reduce_window", "C16", "C15"),
    ("stablehlo.replica_id", "Type", "Type"),
    ("stablehlo.rng", "C1", "C3"),
    ("stablehlo.scatter", "C25", "C24"),
    ("stablehlo.select", "C2", "C2"),
    ("stablehlo.select_and_scatter", "C12", "C11"),
    ("stablehlo.send", "Type", "Type"),
    ("stablehlo.set_dimension_size", "Type", "Type"),
    ("stablehlo.slice", "C1", "C5"),
    ("stablehlo.sort", "C2", "C3"),
    ("stablehlo.transpose", "C1", "C3"),
    ("stablehlo.triangular_solve", "C4", "C4"),
    ("stablehlo.uniform_dequantize", "C2", "C1"),
    ("stablehlo.while", "C3", "C3"),
];

/// The label of the constraint on the element type or the shape of an op's results; a word of ours
/// for ops that are not in the specification.
pub fn result_label(op: &str, element: bool) -> &'static str {
    if !op.starts_with("stablehlo.") {
        return "Type";
    }
    match LABELS.iter().find(|(name, ..)| *name == op) {
        Some((_, of_element, of_shape)) => {
            if element {
                of_element
            } else {
                of_shape
            }
        }
        None => "C1",
    }
}

/// Whether an op may declare a result of type `declared` if `inferred` is the inferred type.
/// Unknown extents agree with known ones, and quantization parameters may differ for ops that
/// compute.
fn agrees(op: &Op, inferred: Type, declared: Type) -> bool {
    if inferred.compatible(declared) {
        return true;
    }
    match (inferred.kind(), declared.kind()) {
        (TypeKind::Tensor(a), TypeKind::Tensor(b)) => {
            op.has(crate::Trait::Elementwise)
                && a.element.is_quantized()
                && a.element.same_baseline(b.element)
                && crate::types::same_shape(a, b)
        }
        _ => false,
    }
}

/// The label for a wrong element type. Some ops have separate constraints for the parts of a
/// quantized element type.
fn element_label(op: &Op, elements: (Option<Element>, Option<Element>)) -> &'static str {
    match (op, elements) {
        (Op::Transpose(_), (Some(a), Some(b))) if a.same_baseline(b) => "C4",
        (Op::Add(_), (Some(Element::Quant(a)), Some(Element::Quant(b)))) => {
            if a.storage != b.storage { "C3" } else { "C4" }
        }
        (Op::Add(_), (Some(a), Some(b))) if a.is_quantized() || b.is_quantized() => "C2",
        // Any other op: the label of the constraint on result types in the table.
        _ => result_label(op.name(), true),
    }
}

/// Compares declared result types with the inferred ones.
///
/// # Errors
/// The first difference.
fn compare_results(op: &Op, inferred: &[Type], declared: &[Type]) -> Result<(), ConstraintError> {
    let name = op.name();
    if inferred.len() != declared.len() {
        return Err(ConstraintError {
            label: "Arity",
            message: format!(
                "`{name}` has {} results here, but {} {} declared",
                inferred.len(),
                declared.len(),
                if declared.len() == 1 { "is" } else { "are" }
            ),
            part: OpPart::Op,
        });
    }
    for (i, (&inferred, &declared)) in inferred.iter().zip(declared).enumerate() {
        if !agrees(op, inferred, declared) {
            let elements = (inferred.element(), declared.element());
            let element = elements.0.is_none() || elements.0 != elements.1;
            return Err(ConstraintError {
                label: match op {
                    _ if element => element_label(op, elements),
                    // (C15) is about the first result's shape; the others must equal it.
                    Op::ReduceWindow(_) if i > 0 => "C14",
                    // The results after the first one are per-feature vectors.
                    Op::BatchNormGrad(_) if i > 0 => "C4",
                    Op::BatchNormTraining(_) if i > 0 => ["C5", "C6"][i - 1],
                    // Any other op: the label of the constraint on result types in the table.
                    _ => result_label(name, false),
                },
                message: format!("the result is {inferred}, but {declared} is declared"),
                part: OpPart::Result(i),
            });
        }
    }
    Ok(())
}

/// Checks the declared results of an op against the inferred types.
///
/// # Errors
/// The first violated constraint.
pub(crate) fn check_results(
    m: &Module,
    op: OpId,
    inferred: &[Type],
) -> Result<(), ConstraintError> {
    check_declared(m, op, inferred, &m.result_types(op))
}

/// As [`check_results`], for an op whose results have these types.
fn check_declared(
    m: &Module,
    op: OpId,
    inferred: &[Type],
    declared: &[Type],
) -> Result<(), ConstraintError> {
    compare_results(m.op(op), inferred, declared)?;
    check_quantized_sum(m, op)
}

/// Checks the quantization of a quantized sum's result, which does not follow from its operands.
fn check_quantized_sum(m: &Module, op: OpId) -> Result<(), ConstraintError> {
    let Op::Add(_) = m.op(op) else { return Ok(()) };
    let types = [m.operand(op, 0), m.operand(op, 1), m.result(op, 0)].map(|v| m.ty(v));
    let [Some(Element::Quant(a)), Some(Element::Quant(b)), Some(Element::Quant(c))] =
        types.map(Type::element)
    else {
        return Ok(());
    };
    let per_axis = |q: QuantType| if q.axis.is_some() { "an axis" } else { "the whole tensor" };
    let either = a.axis.is_some() || b.axis.is_some();
    let wrong = |label, message| Err(ConstraintError { label, message, part: OpPart::Result(0) });
    if either != c.axis.is_some() {
        let message = format!(
            "lhs and rhs have scales for {} and {}, but the result for {}",
            per_axis(a),
            per_axis(b),
            per_axis(c)
        );
        return wrong("C5", message);
    }
    for (label, name, q) in [("C6", "lhs", a), ("C7", "rhs", b)] {
        if let (Some(from), Some(to)) = (q.axis, c.axis)
            && from != to
        {
            let message =
                format!("{name} is quantized along dimension {from}, but the result along {to}");
            return wrong(label, message);
        }
    }
    Ok(())
}

/// An op's index in the table, and the types of its operands and result.
type Signature = (usize, [Option<Type>; 4]);

/// A cache of valid signatures. The validity of an op that only rearranges or computes elements
/// depends only on its attributes and types, so one check suffices for each signature; large
/// programs have many such ops.
#[derive(Default)]
pub(super) struct Checked {
    /// The last valid op of each signature, whose attributes count too.
    all: FewMap<Signature, OpId, 14>,
}

/// The cache key of an op, if its validity depends only on attributes and types.
fn signature(m: &Module, op: OpId) -> Option<Signature> {
    let kind = m.op(op);
    let (operands, results) = (m.operands(op), m.results(op));
    if operands.len() > 3 || results.len() != 1 || !m.regions(op).is_empty() {
        return None;
    }
    if !kind.is_valid_by_types() {
        return None;
    }
    let mut types = [Some(m.ty(results.get(0)?)), None, None, None];
    for (slot, &operand) in types[1..].iter_mut().zip(operands) {
        *slot = Some(m.ty(operand));
    }
    Some((kind.index(), types))
}

impl Verifier<'_> {
    /// Whether an op is known to be the copy of a valid one with operands of the same types, and valid by
    /// its types.
    fn is_valid_copy(&self, op: OpId) -> bool {
        let m = self.m;
        let Some(&Some(first)) = self.copies.get(op.index()) else { return false };
        // The first op of a region within may be visited later.
        let is_checked = self.errors.is_empty() && self.order[first.index()] > 0;
        let (own, others) = (m.operands(op), m.operands(first));
        is_checked
            && own.len() == others.len()
            && own.iter().zip(others).all(|(&a, &b)| m.ty(a) == m.ty(b))
            && m.op(op).is_valid_by_types()
            && m.regions(op).is_empty()
    }

    /// Checks an op's constraints and its result types.
    pub(super) fn own_constraints(&mut self, op: OpId) {
        if self.is_valid_copy(op) {
            return;
        }
        let m = self.m;
        let signature = signature(m, op);
        if let Some(signature) = &signature
            && let Some(&valid) = self.checked.all.get(signature)
            && m.op(valid) == m.op(op)
        {
            return;
        }
        let before = self.errors.len();
        self.constraints(op);
        if let Some(signature) = signature
            && self.errors.len() == before
        {
            self.checked.all.insert(signature, op);
        }
    }

    fn constraints(&mut self, op: OpId) {
        let m = self.m;
        let kind = m.op(op);
        let cx = InferContext { module: m, values: m.operands(op), regions: m.regions(op) };
        let declared = m.result_types(op);
        for (i, &ty) in declared.iter().enumerate() {
            if let Some(wrong) = self.types.check(ty) {
                self.error(op, OpPart::Result(i), wrong.sentence()).code = wrong.label;
            }
        }
        let checked =
            kind.infer(&cx).and_then(|inferred| check_declared(m, op, &inferred, &declared));
        if let Err(broken) = checked {
            let diagnostic = report::broken(m, self.locate, op, &broken);
            self.errors.push(diagnostic);
        }
        match kind {
            Op::Call(call) => self.symbol(op, ("callee", "function"), &call.callee.0),
            Op::Composite(it) => {
                self.symbol(op, ("decomposition", "function"), &it.decomposition.0);
            }
            other if crate::ops::replica_groups(other).is_some() => {
                let groups = crate::ops::replica_groups(other);
                if let Some(name) = groups.and_then(|groups| groups.ids.mesh_symbol()) {
                    self.symbol(op, ("replica_groups", "mesh"), name);
                }
            }
            Op::RunParallel(run) => {
                run.programs.all().for_each(|name| self.symbol(op, ("programs", "function"), name));
                let queue = run.infeed.iter().flat_map(|names| &names.0);
                queue.for_each(|name| self.symbol(op, ("infeed", "function"), name));
            }
            // Any other op: its own attributes refer to no symbol that it needs when it runs, as those
            // of `called_computations`, which its target may not need either.
            _ => {}
        }
    }
}
