//! `dce`: dead code elimination.
//!
//! Erases pure ops without uses, loop-carried values on which neither the condition nor a
//! needed value depends, and unused results of `if` and `case`. Uses of loop-invariant
//! carried values are replaced by the values from outside, and so are uses of results that
//! are the same value in all arms.
//!
//! A loop is assumed to end: one without effects whose results are not used is erased, even if it
//! would run for ever.

use crate::context::{Context, PassError};
use hloom_ir::module::Module;
use hloom_ir::op::is_pure;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Rewriter, Value};

/// Runs the pass.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let (mut erased, mut narrowed) = (0, 0);
    for function in cx.functions() {
        let mut rewriter = cx.rewriter();
        loop {
            erased += erase_unused(&mut rewriter, function);
            let found = narrow_all(&mut rewriter, function);
            narrowed += found;
            if found == 0 {
                break;
            }
        }
        rewriter.take_changes();
    }
    cx.count("erased", erased);
    cx.count("values dropped", narrowed);
    Ok(())
}

/// Erases pure ops without uses below `scope`, users before producers; returns their number.
fn erase_unused(rewriter: &mut Rewriter<'_>, scope: OpId) -> usize {
    let all: Vec<OpId> = rewriter.module().walk(scope).collect();
    let mut erased = 0;
    for op in all.into_iter().rev() {
        let module = rewriter.module();
        if module.is_live(op)
            && module.results(op).iter().all(|v| !module.is_used(v))
            && is_pure(module, op)
        {
            rewriter.erase(op);
            erased += 1;
        }
    }
    erased
}

/// Drops unneeded results of loops and branches below `scope`; returns the number of ops changed.
fn narrow_all(rewriter: &mut Rewriter<'_>, scope: OpId) -> usize {
    let all: Vec<OpId> = rewriter.module().walk(scope).collect();
    let mut dropped = 0;
    for op in all.into_iter().rev() {
        let module = rewriter.module();
        if !module.is_live(op) {
            continue;
        }
        forward_invariants(rewriter, op);
        let module = rewriter.module();
        let needed = match module.op(op) {
            Op::While(_) => needed_of_while(module, op),
            Op::If(_) | Op::Case(_) => {
                Some(module.results(op).iter().map(|v| module.is_used(v)).collect())
            }
            // Any other op: left as it is.
            _ => None,
        };
        let Some(needed) = needed.filter(|n: &Vec<bool>| n.contains(&false)) else { continue };
        dropped += needed.iter().filter(|n| !**n).count();
        narrow(rewriter, op, &needed);
    }
    dropped
}

/// Forwards loop-invariant values: replaces results of a loop or branch that always are the
/// same value from outside by that value.
fn forward_invariants(rewriter: &mut Rewriter<'_>, op: OpId) {
    let module = rewriter.module();
    let blocks: Vec<Block> =
        (0..module.regions(op).len()).filter_map(|i| module.entry(op, i)).collect();
    let results: Vec<Value> = module.results(op).iter().collect();
    let yielded = |block: Block| module.terminator(block).map(|end| module.operands(end));
    let mut same: Vec<(Value, Value)> = Vec::new();
    match module.op(op) {
        Op::While(_) => {
            let &[cond, body] = &blocks[..] else { return };
            let Some(next) = yielded(body) else { return };
            for (i, &init) in module.operands(op).iter().enumerate() {
                let (outer, inner) = (module.args(cond)[i], module.args(body)[i]);
                if (next[i] == inner || next[i] == init)
                    && module.ty(init) == module.ty(inner)
                    && module.ty(init) == module.ty(outer)
                {
                    same.extend([(outer, init), (inner, init), (results[i], init)]);
                }
            }
        }
        Op::If(_) | Op::Case(_) => {
            let arms: Option<Vec<&[Value]>> = blocks.iter().map(|&b| yielded(b)).collect();
            let Some(arms) = arms else { return };
            for (i, &result) in results.iter().enumerate() {
                let first = arms[0][i];
                // A value that two arms share is defined outside of them.
                let alike = arms.len() > 1 && arms.iter().all(|arm| arm[i] == first);
                if alike && module.ty(first) == module.ty(result) {
                    same.push((result, first));
                }
            }
        }
        // Any other op: its results are not forwarded.
        _ => {}
    }
    for (old, new) in same {
        rewriter.replace_uses(old, new);
    }
}

/// Liveness of the values that a loop carries. A value is needed if its result is used, or if the
/// condition, an op with an effect or the next value of a needed one depends on it.
fn needed_of_while(module: &Module, op: OpId) -> Option<Vec<bool>> {
    let (cond, body) = (module.entry(op, 0)?, module.entry(op, 1)?);
    let yielded = module.operands(module.terminator(body)?).to_vec();
    let mut needed: Vec<bool> = module.results(op).iter().map(|v| module.is_used(v)).collect();
    for (i, &arg) in module.args(cond).iter().enumerate() {
        needed[i] |= module.is_used(arg);
    }
    // Effects in the body are needed in any case.
    let mut roots: Vec<OpId> = module
        .ops(body)
        .filter(|&o| !is_pure(module, o) && Some(o) != module.terminator(body))
        .collect();
    let mut reached = vec![false; module.op_count()];
    let mut queue: Vec<usize> = (0..needed.len()).filter(|&i| needed[i]).collect();
    loop {
        while let Some(o) = roots.pop() {
            if std::mem::replace(&mut reached[o.index()], true) {
                continue;
            }
            // Nested regions use values of the body too.
            let inner: Vec<OpId> = module.walk(o).chain([o]).collect();
            for user in inner {
                for &v in module.operands(user) {
                    reach(module, v, body, &mut roots, &mut needed, &mut queue);
                }
            }
        }
        let Some(i) = queue.pop() else { return Some(needed) };
        reach(module, yielded[i], body, &mut roots, &mut needed, &mut queue);
    }
}

fn reach(
    module: &Module,
    v: Value,
    body: Block,
    roots: &mut Vec<OpId>,
    needed: &mut [bool],
    queue: &mut Vec<usize>,
) {
    match module.def(v) {
        hloom_ir::Def::Arg(block, i) if block == body => {
            if !std::mem::replace(&mut needed[i as usize], true) {
                queue.push(i as usize);
            }
        }
        hloom_ir::Def::Arg(..) => {}
        hloom_ir::Def::Result(def, _) => roots.push(def),
    }
}

/// Rebuilds an op with the needed results only.
fn narrow(rewriter: &mut Rewriter<'_>, op: OpId, needed: &[bool]) {
    let keep = |values: Vec<Value>| -> Vec<Value> {
        values.into_iter().zip(needed).filter(|(_, n)| **n).map(|(v, _)| v).collect()
    };
    let module = rewriter.module();
    let is_while = matches!(module.op(op), Op::While(_));
    let operands = module.operands(op).to_vec();
    let operands = if is_while { keep(operands) } else { operands };
    let regions = module.regions(op).to_vec();
    for (r, &region) in regions.iter().enumerate() {
        for block in rewriter.module().blocks(region).to_vec() {
            let is_cond = is_while && r == 0;
            if let Some(end) = rewriter.module().terminator(block).filter(|_| !is_cond) {
                let yielded = keep(rewriter.module().operands(end).to_vec());
                rewriter.set_operands(end, &yielded);
            }
            if is_while && !is_cond {
                // Ops that use an unneeded argument only lead to other unneeded values.
                drop_uses(rewriter, block, needed);
            }
            if is_while {
                for i in (0..needed.len()).rev().filter(|&i| !needed[i]) {
                    rewriter.remove_arg(block, i);
                }
            }
        }
    }
    rewriter.set_before(op);
    let copies: Vec<_> = regions
        .iter()
        .map(|&from| {
            let (to, empty) = rewriter.region(&[]);
            rewriter.erase_block(empty);
            rewriter.move_blocks(from, to);
            to
        })
        .collect();
    let kind = rewriter.module().op(op).clone();
    let new = rewriter
        .build_with_regions(kind, &operands, &copies)
        .expect("a valid op is valid with fewer results");
    if let Some(attrs) = rewriter.module().discardable_attrs(op).cloned() {
        rewriter.set_discardable_attrs(new, attrs);
    }
    let old: Vec<Value> = rewriter.module().results(op).into_iter().collect();
    for (i, v) in keep(old).into_iter().enumerate() {
        let replacement = rewriter.module().result(new, i);
        rewriter.replace_uses(v, replacement);
    }
    rewriter.erase(op);
}

/// Erases the ops of a block that depend on unneeded arguments.
fn drop_uses(rewriter: &mut Rewriter<'_>, block: Block, needed: &[bool]) {
    let ops: Vec<OpId> = rewriter.module().ops(block).collect();
    for op in ops.into_iter().rev() {
        let module = rewriter.module();
        if module.terminator(block) != Some(op)
            && module.results(op).iter().all(|v| !module.is_used(v))
            && is_pure(module, op)
        {
            rewriter.erase(op);
        }
    }
    let args = rewriter.module().args(block).to_vec();
    for (arg, _) in args.iter().zip(needed).filter(|(_, n)| !**n) {
        debug_assert!(!rewriter.module().is_used(*arg), "nothing needed uses what is not");
    }
}
