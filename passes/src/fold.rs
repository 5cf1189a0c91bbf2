//! Constant folding: an op whose operands are all constants is replaced by what
//! the interpreter says it is.
//!
//! There is no second arithmetic: the reference interpreter computes every
//! constant. An elementwise op on splats is computed once, on one element. A
//! result larger than the limit, or larger than four times what it is made of, is
//! left alone: recomputing it costs less than carrying it.

use hloom_ir::literal::Literal;
use hloom_ir::module::Module;
use hloom_ir::ops::{self, Op};
use hloom_ir::{OpId, Rewriter, Trait, Type};
use smallvec::SmallVec;

/// Folds ops, one at a time.
pub struct Folder {
    /// The largest result, in bytes.
    limit: usize,
}

impl Folder {
    /// A folder that makes no constant of more bytes than `limit`.
    pub fn new(limit: usize) -> Folder {
        Folder { limit }
    }

    /// Replaces `op` by constants if all its operands are constants. Says whether
    /// it did.
    pub fn fold(&mut self, rewriter: &mut Rewriter<'_>, op: OpId) -> bool {
        let Some(results) = self.compute(rewriter.module(), op) else { return false };
        rewriter.set_before(op);
        let values: Vec<_> = results.into_iter().map(|l| rewriter.constant(l)).collect();
        rewriter.replace(op, &values);
        true
    }

    /// The values of `op`'s results, if they are constants within the limits.
    fn compute(&self, module: &Module, op: OpId) -> Option<Vec<Literal>> {
        let kind = module.op(op);
        if module.operands(op).is_empty() && !matches!(kind, Op::Iota(_)) || !is_foldable(kind) {
            return None;
        }
        let operands: SmallVec<[&Literal; 4]> =
            module.operands(op).iter().map(|&v| module.constant(v)).collect::<Option<_>>()?;
        if let Some(splat) = self.splat(module, op, &operands) {
            return Some(vec![splat]);
        }
        None
    }

    /// The result of an op that treats every element alike, if its operands are
    /// splats: computed on one element.
    fn splat(&self, module: &Module, op: OpId, operands: &[&Literal]) -> Option<Literal> {
        if !operands.iter().all(|l| l.is_splat() || l.count() == 1) || operands.is_empty() {
            return None;
        }
        let kind = module.op(op);
        let ty = module.ty(module.result(op, 0));
        let tensor = ty.as_tensor().filter(|t| t.byte_size().is_some())?;
        match kind {
            // Moving equal elements moves nothing.
            Op::BroadcastInDim(_)
            | Op::Reshape(_)
            | Op::Transpose(_)
            | Op::Slice(_)
            | Op::Reverse(_) => Literal::splat(ty, operands[0].element_bytes(0)).ok(),
            Op::Concatenate(_) | Op::Pad(_) => {
                let first = operands[0].element_bytes(0);
                let alike = operands.iter().all(|l| l.element_bytes(0) == first);
                if alike { Literal::splat(ty, first).ok() } else { None }
            }
            _ => None,
        }
    }
}

/// Whether folding may run an op: it has no effect, and every run of it gives the
/// same.
fn is_foldable(kind: &Op) -> bool {
    kind.has(Trait::Pure)
        && !matches!(kind, Op::Constant(_) | Op::Fusion(_) | Op::Tuple(_) | Op::While(_))
}
