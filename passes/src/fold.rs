//! Constant folding: replaces an op on constants by its value in the reference interpreter.
//!
//! There is no second arithmetic: the interpreter computes every constant. An elementwise op on
//! splats is evaluated once, on one element, and moving a splat moves nothing. A result above the
//! size limit, or much larger than its operands, is not folded: recomputing it costs less than
//! storing it.

use hloom_interp::{Options, eval, eval_op};
use hloom_ir::literal::Literal;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Element, OpId, Rewriter, Trait, Type};
use smallvec::SmallVec;

/// Constants up to this size in bytes may be larger than their operands, because they enable other
/// rewrites.
const SMALL: usize = 1024;

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

    /// Replaces `op` by constants if all its operands are constants; returns whether it did.
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
        if !kind.has(Trait::Foldable) || module.operands(op).is_empty() {
            return None;
        }
        let operands: SmallVec<[&Literal; 4]> =
            module.operands(op).iter().map(|&v| module.constant(v)).collect::<Option<_>>()?;
        let results = module.results(op);
        let result = module.ty(results.get(0)?);
        if let Some(splat) = of_splats(kind, &operands, result) {
            return Some(vec![splat]);
        }
        let mut size = 0usize;
        for result in results {
            let tensor = module.ty(result).as_tensor().filter(|t| !t.element.is_quantized())?;
            size = size.checked_add(tensor.byte_size()?)?;
        }
        let stored: usize = operands.iter().map(|l| l.bytes().len()).sum();
        if size > self.limit || size > SMALL.max(4 * stored) {
            return None;
        }
        if module.regions(op).is_empty() {
            return Some(vec![evaluate(kind, &operands, result, self.limit)?]);
        }
        // The interpreter counts all windows as one step, so large ones are limited here.
        if let Op::ReduceWindow(it) = kind {
            let window: i64 = it.window_dimensions.iter().fold(1, |all, &n| all.saturating_mul(n));
            if (size as i64).saturating_mul(window) > LARGEST_WINDOWS {
                return None;
            }
        }
        let operands: Vec<Literal> = operands.into_iter().cloned().collect();
        let options = Options { max_steps: Some(MAX_STEPS), ..Options::default() };
        eval_op(module, op, &operands, &options).ok()
    }
}

/// Evaluates an op without regions on constants in the interpreter, unless the result has more than
/// `limit` bytes. A splat result stays a splat.
pub(crate) fn evaluate(
    kind: &Op,
    operands: &[&Literal],
    ty: Type,
    limit: usize,
) -> Option<Literal> {
    of_splats(kind, operands, ty).or_else(|| eval(kind, operands, ty, limit as u64).ok())
}

/// The most bytes that folding a window reduction may read.
const LARGEST_WINDOWS: i64 = 1 << 26;

/// The most ops that one folding may run inside of regions.
const MAX_STEPS: u64 = 100_000;

/// The splat result of an op on splats.
fn of_splats(kind: &Op, operands: &[&Literal], ty: Type) -> Option<Literal> {
    if !operands.iter().all(|l| l.is_splat() || l.count() == 1) {
        return None;
    }
    let tensor = ty.as_tensor().filter(|t| t.byte_size().is_some())?;
    let per_axis = |ty: Type| ty.element().is_some_and(Element::is_per_axis_quantized);
    match kind {
        // A permutation or repetition of equal elements is the same splat.
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
        // With per-axis scales, equal numbers have different stored values.
        _ if per_axis(ty) || operands.iter().any(|l| per_axis(l.ty())) => None,
        _ if kind.has(Trait::Elementwise) && tensor.count()? > 1 => {
            let scalars: SmallVec<[Literal; 3]> = operands
                .iter()
                .map(|l| Literal::splat(Type::scalar_tensor(l.element()), l.element_bytes(0)).ok())
                .collect::<Option<_>>()?;
            let scalars: SmallVec<[&Literal; 3]> = scalars.iter().collect();
            let result = Type::scalar_tensor(tensor.element);
            let scalar = kind.with_result_types(&[result]).ok()?;
            let one = eval(&scalar, &scalars, result, 64).ok()?;
            Literal::splat(ty, one.element_bytes(0)).ok()
        }
        // Any other op: left to the interpreter, which folds any op that is marked `Foldable`.
        _ => None,
    }
}
