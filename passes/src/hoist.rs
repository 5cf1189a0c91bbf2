//! `hoist`: loop-invariant code motion, and hoisting of ops that all arms of a branch share.
//!
//! * Out of a loop: pure ops with loop-invariant operands. They run once, in front of the loop.
//!   Some ops stay: an op whose result is much larger than its operands (a broadcast, say, that the
//!   body fuses with its user), an op that contains a loop, because it might not terminate, and an
//!   op that may fail. If the loop never runs, the hoisted ops are wasted work; the results are the
//!   same.
//! * Out of a branch: pure ops that all arms compute. They run once, in front of the branch.
//!
//! Inner loops and branches are visited first, so that hoisted ops may move further out. Constants
//! move with their users.

use crate::context::{Context, PassError};
use crate::cse::equal_ops;
use hloom_analysis::region::is_inside;
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::op::may_fail;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Rewriter, Trait, Value};
use rustc_hash::FxHashMap;

/// Results up to this size in bytes are hoisted in any case.
const SMALL: usize = 1024;

/// Runs the pass.
///
/// # Errors
/// None.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let (mut invariant, mut common) = (0, 0);
    for function in cx.functions() {
        let all: Vec<OpId> = cx.module().walk(function).collect();
        let mut rewriter = cx.rewriter();
        // A walk visits outer ops first.
        for op in all.into_iter().rev() {
            if !rewriter.module().is_live(op) {
                continue;
            }
            match rewriter.module().op(op) {
                Op::While(_) => invariant += out_of_loop(&mut rewriter, op),
                Op::If(_) | Op::Case(_) => common += out_of_arms(&mut rewriter, op),
                // Any other op: left as it is.
                _ => {}
            }
        }
        rewriter.take_changes();
    }
    cx.count("ops hoisted out of loops", invariant);
    cx.count("ops hoisted out of branches", common);
    Ok(())
}

/// The values defined inside of `around` that an op uses, in its regions too.
fn uses_of(module: &Module, op: OpId, around: OpId) -> Vec<Value> {
    module
        .walk(op)
        .chain([op])
        .flat_map(|user| module.operands(user).iter().copied())
        .filter(|&v| {
            let block = module.def_block(v);
            is_inside(module, block, around) && !is_inside(module, block, op)
        })
        .collect()
}

/// Moves the ops of these values in front of `around` if all of them are constants; returns whether
/// they are.
fn take_constants(rw: &mut Rewriter<'_>, values: &[Value], around: OpId) -> bool {
    let module = rw.module();
    let constants: Option<Vec<OpId>> = values
        .iter()
        .map(|&v| module.def_op(v).filter(|&op| matches!(module.op(op), Op::Constant(_))))
        .collect();
    let Some(constants) = constants else { return false };
    for op in constants {
        // One value may occur twice.
        if is_inside(rw.module(), rw.module().parent(op), around) {
            rw.move_before(op, around);
        }
    }
    true
}

/// Hoists loop-invariant ops in front of a loop; returns their number.
fn out_of_loop(rw: &mut Rewriter<'_>, around: OpId) -> usize {
    let module = rw.module();
    let blocks: Vec<Block> =
        module.regions(around).iter().flat_map(|&r| module.blocks(r).iter().copied()).collect();
    let mut moved = 0;
    for block in blocks {
        let mut next = rw.module().first_op(block);
        while let Some(op) = next {
            next = rw.module().next(op);
            let module = rw.module();
            if !is_pure(module, op)
                || matches!(module.op(op), Op::Constant(_))
                || module.op(op).has(Trait::Terminator)
                || module.walk(op).chain([op]).any(|o| matches!(module.op(o), Op::While(_)))
                || grows(module, op)
                || may_fail(module, op)
            {
                continue;
            }
            let inner = uses_of(module, op, around);
            if take_constants(rw, &inner, around) {
                rw.move_before(op, around);
                moved += 1;
            }
        }
    }
    moved
}

/// Whether an op's results are large, and much larger than its operands.
fn grows(module: &Module, op: OpId) -> bool {
    let size = |v: Value| module.ty(v).as_tensor().and_then(|t| t.byte_size()).unwrap_or(0);
    let results: usize = module.results(op).iter().map(size).sum();
    let operands: usize = module.operands(op).iter().map(|&v| size(v)).sum();
    results > SMALL && results > 4 * operands
}

/// Hoists ops that all arms of a branch compute; returns their number.
fn out_of_arms(rw: &mut Rewriter<'_>, around: OpId) -> usize {
    let arms: Vec<Block> = (0..rw.module().regions(around).len())
        .filter_map(|i| rw.module().entry(around, i))
        .collect();
    let [first, others @ ..] = &arms[..] else { return 0 };
    if others.is_empty() {
        return 0;
    }
    // The ops of the other arms, by kind.
    let mut kinds: Vec<FxHashMap<usize, Vec<OpId>>> = Vec::new();
    for &arm in others {
        let mut of_arm: FxHashMap<usize, Vec<OpId>> = FxHashMap::default();
        for op in rw.module().ops(arm) {
            of_arm.entry(rw.module().op(op).index()).or_default().push(op);
        }
        kinds.push(of_arm);
    }
    let mut moved = 0;
    let mut next = rw.module().first_op(*first);
    while let Some(op) = next {
        next = rw.module().next(op);
        let module = rw.module();
        if !is_pure(module, op)
            || module.op(op).has(Trait::Terminator)
            || !uses_of(module, op, around).is_empty()
        {
            continue;
        }
        let index = module.op(op).index();
        let twins: Option<Vec<OpId>> = kinds
            .iter()
            .map(|of_arm| {
                let candidates = of_arm.get(&index)?;
                candidates
                    .iter()
                    .copied()
                    .find(|&twin| module.is_live(twin) && equal_ops(module, op, twin))
            })
            .collect();
        let Some(twins) = twins else { continue };
        rw.move_before(op, around);
        let values: Vec<Value> = rw.module().results(op).into_iter().collect();
        for twin in twins {
            rw.replace(twin, &values);
        }
        moved += 1;
    }
    moved
}
