//! Ops in code that may never run, whose constraints the refined extents contradict.
//!
//! Such an op fails when it runs. To keep the module valid, the op gets its operands through
//! conversions to tensors of unknown extents, in front of it.

use super::{Refiner, inferred};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{self, Op};
use hloom_ir::{DYNAMIC, Module, OpId, Trait, Type, Value};

/// Whether an op breaks a constraint, or declares types other than those that follow.
fn is_contradicted(module: &Module, op: OpId) -> bool {
    let declared = module.result_types(op);
    inferred(module, op).is_none_or(|types| {
        types.len() != declared.len()
            || types.iter().zip(&declared).any(|(&a, &b)| !a.compatible(b))
    })
}

/// The type with all extents unknown, if that is another type.
fn open(ty: Type) -> Option<Type> {
    let tensor = ty.as_tensor()?;
    let opened = Type::from(tensor.with_dims(&vec![DYNAMIC; tensor.rank()]));
    (opened != ty).then_some(opened)
}

/// Whether a user of a value breaks a constraint, or yields what its parent does not declare or another
/// branch contradicts.
fn contradicts_a_user(module: &Module, v: Value) -> bool {
    module.uses(v).any(|(user, i)| {
        let yields = module.op(user).has(Trait::Terminator);
        let parent = module.parent_op(user).filter(|_| yields);
        let declared = parent.and_then(|op| module.results(op).get(i)).map(|v| module.ty(v));
        let branch = parent.filter(|&op| matches!(module.op(op), Op::If(_) | Op::Case(_)));
        is_contradicted(module, user)
            || branch.is_some_and(|op| is_contradicted(module, op))
            || declared.is_some_and(|ty| !module.ty(v).compatible(ty))
    })
}

impl Refiner<'_> {
    /// Whether an op breaks a constraint, or declares types other than those that follow.
    pub(super) fn is_contradicted(&self, op: OpId) -> bool {
        is_contradicted(self.module(), op)
    }

    /// Whether an op is a conversion that makes the extents of a value unknown, and must do so.
    pub(super) fn must_forget_extents(&mut self, op: OpId) -> bool {
        let module = self.module();
        if !matches!(module.op(op), Op::Convert(_)) {
            return false;
        }
        let (x, result) = (module.operand(op, 0), module.result(op, 0));
        let (from, to) = (module.ty(x), module.ty(result));
        if from == to || open(from) != Some(to) {
            return false;
        }
        // Whether its users were valid without it.
        self.rewriter.set_type(result, from);
        let must = contradicts_a_user(self.module(), result);
        self.rewriter.set_type(result, to);
        must
    }

    /// Makes an op valid again that the refined extents contradict; returns whether they do.
    pub(super) fn keep_valid(&mut self, op: OpId) -> bool {
        if !is_contradicted(self.module(), op) {
            return false;
        }
        let operands = self.module().operands(op).to_vec();
        for (i, &v) in operands.iter().enumerate() {
            if let Some(opened) = self.opened(op, v) {
                self.rewriter.set_operand(op, i, opened);
            }
        }
        true
    }

    /// Gives the terminator of a branch values whose types are compatible with these.
    pub(super) fn keep_yields_valid(&mut self, end: OpId, declared: &[Type]) {
        let operands = self.module().operands(end).to_vec();
        for (i, (&v, &ty)) in operands.iter().zip(declared).enumerate() {
            if self.module().ty(v).compatible(ty) {
                continue;
            }
            if let Some(opened) = self.opened(end, v) {
                self.rewriter.set_operand(end, i, opened);
            }
        }
    }

    /// The value as a tensor of unknown extents, made in front of an op.
    fn opened(&mut self, before: OpId, v: Value) -> Option<Value> {
        let ty = open(self.module().ty(v))?;
        self.rewriter.set_before(before);
        self.rewriter.value(ops::Convert { ty: ResultType(ty) }, &[v]).ok()
    }
}
