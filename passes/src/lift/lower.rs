//! `lower-control-flow`: lowers `stablehlo.if`, `stablehlo.case` and `stablehlo.while` to branches
//! between blocks, for backends with a CFG.
//!
//! Before: any valid module. After: these ops remain only in regions of other ops (of a reduction,
//! say); the functions return the same results.
//!
//! Results of branches and loop-carried values become block arguments. An empty arm does not get a
//! block. With `scalars=true`, all conditions are extracted from their tensors, as upstream MLIR
//! expects.

use crate::context::{Context, PassError};
use hloom_ir::literal::Bytes;
use hloom_ir::ops::{Br, CondBr, Op, Switch, TensorExtract};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, Element, Literal, OpId, Region, Rewriter, Type, Value};

crate::options! {
    /// Options of `lower-control-flow`.
    pub struct Options {
        /// Extract conditions from their tensors, as upstream MLIR expects.
        scalars: bool = false, "scalars";
    }
}

/// Runs the pass.
///
/// # Errors
/// If an option has an invalid value.
pub fn run(cx: &mut Context<'_>) -> Result<(), PassError> {
    let Options { scalars } = cx.options()?;
    let mut lowered = 0;
    for function in cx.functions() {
        let region = cx.module().regions(function)[0];
        let rw = cx.rewriter();
        let mut pass = Lowering { rw, region, lowered: 0 };
        let mut blocks = pass.rw.module().blocks(region).to_vec();
        while let Some(block) = blocks.pop() {
            blocks.extend(pass.block(block));
        }
        if scalars {
            pass.conditions(function);
        }
        lowered += pass.lowered;
    }
    cx.count("branches and loops lowered", lowered);
    Ok(())
}

struct Lowering<'m> {
    rw: Rewriter<'m>,
    /// The function's region.
    region: Region,
    lowered: usize,
}

impl Lowering<'_> {
    /// Lowers the ops of a block itself; returns the blocks that were inlined from regions.
    fn block(&mut self, block: Block) -> Vec<Block> {
        let module = self.rw.module();
        let found: Vec<OpId> = module
            .ops_rev(block)
            .filter(|&op| matches!(module.op(op), Op::If(_) | Op::Case(_) | Op::While(_)))
            .collect();
        let mut fresh = Vec::new();
        // From the last op to the first, so that each op after one is moved once.
        for op in found {
            self.op(block, op, &mut fresh);
            self.lowered += 1;
        }
        self.rw.take_changes();
        fresh
    }

    fn op(&mut self, block: Block, op: OpId, fresh: &mut Vec<Block>) {
        let module = self.rw.module();
        let regions = module.regions(op).to_vec();
        let inner: Vec<Block> = regions.iter().map(|&r| module.blocks(r)[0]).collect();
        let is_while = matches!(module.op(op), Op::While(_));
        let is_case = matches!(module.op(op), Op::Case(_));
        let operands = module.operands(op).to_vec();
        let results: Vec<Value> = module.results(op).into_iter().collect();
        let types: Vec<Type> = results.iter().map(|&v| module.ty(v)).collect();
        let tail: Vec<OpId> = std::iter::successors(module.next(op), |&o| module.next(o)).collect();
        // The ops after this one move to a block of their own.
        let after = self.rw.add_block(self.region, &types);
        for op in tail {
            self.rw.move_to_end(op, after);
        }
        let args = self.rw.module().args(after).to_vec();
        for (&result, &arg) in results.iter().zip(&args) {
            self.rw.replace_uses(result, arg);
        }
        for &region in &regions {
            self.rw.move_blocks(region, self.region);
        }
        self.rw.set_source(op);
        self.rw.set_point(InsertPoint::End(block));
        if is_while {
            self.while_loop(&inner, &operands, after);
        } else {
            let ways: Vec<(Block, Vec<Value>)> =
                inner.iter().map(|&arm| self.way(arm, after)).collect();
            self.rw.set_source(op);
            self.rw.set_point(InsertPoint::End(block));
            self.branch(operands[0], &ways, is_case);
        }
        self.rw.erase(op);
        fresh.extend(inner.into_iter().filter(|&b| self.rw.module().first_op(b).is_some()));
    }

    /// The successor for an arm, with its arguments: the arm's block, which then branches to
    /// `after`, or `after` itself if the arm is empty.
    fn way(&mut self, arm: Block, after: Block) -> (Block, Vec<Value>) {
        let yielded = self.yielded(arm);
        if self.rw.module().first_op(arm).is_none() {
            self.rw.erase_block(arm);
            return (after, yielded);
        }
        self.rw.set_point(InsertPoint::End(arm));
        self.branch_to(after, &yielded);
        (arm, Vec::new())
    }

    /// Removes the terminator of an inlined block; returns its operands.
    fn yielded(&mut self, block: Block) -> Vec<Value> {
        let module = self.rw.module();
        let end = module.terminator(block).expect("a region ends in a return");
        let yielded = module.operands(end).to_vec();
        self.rw.set_source(end);
        self.rw.erase(end);
        yielded
    }

    fn branch_to(&mut self, to: Block, values: &[Value]) {
        self.rw.build_branch(Br {}, &[], &[(to, values)]).expect("a branch takes anything");
    }

    /// Extracts the conditions of a function's branches and assertions from their tensors.
    fn conditions(&mut self, function: OpId) {
        let module = self.rw.module();
        let all: Vec<OpId> = module
            .walk(function)
            .filter(|&op| matches!(module.op(op), Op::CondBr(_) | Op::Switch(_) | Op::Assert(_)))
            .filter(|&op| module.ty(module.operand(op, 0)).as_tensor().is_some())
            .collect();
        for op in all {
            self.rw.set_before(op);
            let tensor = self.rw.module().operand(op, 0);
            let scalar = self.rw.value(TensorExtract {}, &[tensor]);
            self.rw.set_operand(op, 0, scalar.expect("a condition has no dimensions"));
        }
    }

    fn branch(&mut self, decision: Value, ways: &[(Block, Vec<Value>)], is_case: bool) {
        let mut to: Vec<(Block, &[Value])> = ways.iter().map(|(b, v)| (*b, &v[..])).collect();
        let op: Op = if is_case {
            // An index out of range selects the last arm.
            to.rotate_right(1);
            let count = to.len() - 1;
            let mut bytes = Bytes::zeros(4 * count);
            for (i, number) in bytes.as_mut_slice().chunks_exact_mut(4).enumerate() {
                number.copy_from_slice(&(i as u32).to_le_bytes());
            }
            let ty = Type::tensor(&[count as i64], Element::I32);
            let values = Literal::new(ty, bytes).expect("so many numbers");
            Switch { case_values: (count > 0).then_some(values) }.into()
        } else {
            CondBr {}.into()
        };
        self.rw.build_branch(op, &[decision], &to).expect("the condition was one before");
    }

    /// The head's arguments are the carried values; the body uses them directly.
    fn while_loop(&mut self, inner: &[Block], init: &[Value], after: Block) {
        let [head, body] = inner[..] else { return };
        self.branch_to(head, init);
        let carried = self.rw.module().args(head).to_vec();
        let own = self.rw.module().args(body).to_vec();
        for (i, (&arg, &value)) in own.iter().zip(&carried).enumerate().rev() {
            self.rw.replace_uses(arg, value);
            self.rw.remove_arg(body, i);
        }
        let condition = self.yielded(head)[0];
        self.rw.set_point(InsertPoint::End(head));
        let to: [(Block, &[Value]); 2] = [(body, &[]), (after, &carried)];
        self.rw.build_branch(CondBr {}, &[condition], &to).expect("the condition was one before");
        let next = self.yielded(body);
        self.rw.set_point(InsertPoint::End(body));
        self.branch_to(head, &next);
    }
}
