//! `relayout-sparse`: makes the conversion of sparse arguments to dense tensors explicit.
//!
//! Encodings do not change values, so any op may have sparse operands; but generated code accesses
//! physical storage. After this pass, every use of a function argument that is sparse, or in the arrays of a
//! mapping (`#hloom.storage`), is a
//! `hloom.relayout`; all users of a dense tensor share one at the start of the function. `fuse`
//! moves it into fusions that iterate over the stored entries; without such a fusion, it is a
//! kernel of its own.

use crate::context::{Context, PassError};
use hloom_ir::OpId;
use hloom_ir::field::ResultType;
use hloom_ir::ops::{Op, Relayout};
use hloom_ir::{Block, Rewriter, Type, Value};
use hloom_storage::fused::is_stored;

/// Runs the pass.
///
/// # Errors
/// If a relayout can't be built.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let mut made = 0;
    for function in cx.functions() {
        let Some(block) = cx.module().entry(function, 0) else { continue };
        for arg in cx.module().args(block).to_vec() {
            made += usize::from(make_dense(&mut cx.rewriter(), function, block, arg)?);
        }
    }
    cx.count("sparse arguments made dense", made);
    Ok(())
}

/// Replaces sparse operands of ops that need a dense tensor.
fn make_dense(
    rewriter: &mut Rewriter<'_>,
    function: OpId,
    block: Block,
    arg: Value,
) -> Result<bool, PassError> {
    let module = rewriter.module();
    let Some(tensor) =
        module.ty(arg).as_tensor().filter(|t| is_stored(module.ty(arg)) && t.rank() > 0)
    else {
        return Ok(false);
    };
    let uses: Vec<(OpId, usize)> = module
        .uses(arg)
        .filter(|(user, _)| !matches!(module.op(*user), Op::Relayout(_)))
        .filter(|&(user, i)| !drives(module.op(user), i))
        .collect();
    let Some(first) = module.ops(block).next().filter(|_| !uses.is_empty()) else {
        return Ok(false);
    };
    let name = module.name(arg).map(|name| format!("{name}_dense"));
    rewriter.set_before(first);
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
