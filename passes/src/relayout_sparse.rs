//! `relayout-sparse`: makes the conversion of sparse arguments to dense tensors explicit.
//!
//! Encodings do not change values, so any op may have sparse operands; but generated code accesses
//! physical storage. After this pass, every use of a function argument that is sparse, or in the arrays of a
//! mapping (`#hloom.storage`), is a
//! `hloom.relayout`; all users of a dense tensor share one at the start of the function, or where a
//! tuple's member is taken. `fuse`
//! moves it into fusions that iterate over the stored entries; without such a fusion, it is a
//! kernel of its own. A function that returns an argument returns it as it is.
//!
//! A conversion of a tensor that another conversion stores reads the operand of that one: only arguments have
//! arrays, and all else is dense in memory.

use crate::context::{Context, PassError};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{Op, Relayout};
use hloom_ir::types::same_shape;
use hloom_ir::{DYNAMIC, OpId, Rewriter, TensorType, Type, Value};
use hloom_storage::fused::is_stored;

/// Runs the pass.
///
/// # Errors
/// If a relayout can't be built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut made = 0;
    for function in cx.functions() {
        let Some(block) = cx.module().entry(function, 0) else { continue };
        let first = cx.module().ops(block).next();
        for arg in cx.module().args(block).to_vec() {
            made += usize::from(make_dense(&mut cx.rewriter(), function, arg, first)?);
        }
        let ops: Vec<OpId> = cx.module().walk(function).collect();
        for op in ops {
            let module = cx.module();
            match module.op(op) {
                Op::GetTupleElement(_) => {
                    let (member, next) = (module.result(op, 0), module.next(op));
                    made += usize::from(make_dense(&mut cx.rewriter(), function, member, next)?);
                }
                Op::Relayout(_) => look_through(&mut cx.rewriter(), op),
                // Any other op: its results are dense in memory.
                _ => {}
            }
        }
    }
    cx.count("sparse arguments made dense", made);
    Ok(())
}

/// Whether a tensor may be brought from one type to another without the one between: `from` can become
/// `to`, and one of both says each extent and bound that `between` says, which a run checks.
pub(crate) fn can_skip(from: Type, between: Type, to: Type) -> bool {
    let [Some(from), Some(between), Some(to)] = [from, between, to].map(Type::as_tensor) else {
        return false;
    };
    let either = |says: &dyn Fn(&TensorType) -> bool| says(from) || says(to);
    let is_said = |d: usize| match (between.dims[d], between.bound(d)) {
        (DYNAMIC, None) => true,
        (DYNAMIC, Some(most)) => either(&|ty| ty.bound(d).is_some_and(|n| n <= most)),
        (n, _) => either(&|ty| ty.dims[d] == n),
    };
    same_shape(from, to) && (0..between.rank()).all(is_said)
}

/// Lets a conversion of a tensor that another one stores read the operand of that one.
fn look_through(rewriter: &mut Rewriter<'_>, op: OpId) {
    let module = rewriter.module();
    let mut from = module.operand(op, 0);
    while let Some(def) = module.def_op(from).filter(|_| is_stored(module.ty(from)))
        && matches!(module.op(def), Op::Relayout(_))
        && can_skip(
            module.ty(module.operand(def, 0)),
            module.ty(from),
            module.ty(module.result(op, 0)),
        )
    {
        from = module.operand(def, 0);
    }
    if from != module.operand(op, 0) {
        rewriter.set_operand(op, 0, from);
    }
}

/// Replaces a sparse operand of ops that need a dense tensor, by one that is made before an op.
fn make_dense(
    rewriter: &mut Rewriter<'_>,
    function: OpId,
    arg: Value,
    before: Option<OpId>,
) -> Result<bool, PassError> {
    let module = rewriter.module();
    let Some(tensor) = module.ty(arg).as_tensor().filter(|_| is_stored(module.ty(arg))) else {
        return Ok(false);
    };
    let uses: Vec<(OpId, usize)> = module
        .uses(arg)
        .filter(|(user, _)| !matches!(module.op(*user), Op::Relayout(_) | Op::FuncReturn(_)))
        .filter(|&(user, i)| !drives(module.op(user), i))
        .collect();
    let Some(before) = before.filter(|_| !uses.is_empty()) else { return Ok(false) };
    let name = module.name(arg).map(|name| format!("{name}_dense"));
    rewriter.set_before(before);
    let dense = Relayout { ty: ResultType(Type::tensor(&tensor.dims, tensor.element)) };
    let dense = rewriter.value(dense, &[arg]);
    let dense = dense.map_err(|broken| PassError::at(function, broken.to_string()))?;
    if let Some(name) = name {
        rewriter.set_name(dense, &name);
    }
    for (user, i) in uses {
        rewriter.set_operand(user, i, dense);
    }
    Ok(true)
}

/// Whether operand `i` is the sparse driver of a fusion, or an input whose arrays its plan reads.
fn drives(op: &Op, i: usize) -> bool {
    matches!(op, Op::Fusion(it) if it.driver == Some(i as i64) || it.plan.is_some())
}
