//! Terminators, and the values that branches pass to blocks.

use super::Verifier;
use crate::id::{Block, OpId, Region};
use crate::module::Dominators;
use crate::op::OpPart;
use crate::ops::Op;
use crate::types::{Types, all_compatible, describe};

/// `successor` or `successors`.
pub(crate) fn successors(count: usize) -> &'static str {
    if count == 1 { "successor" } else { "successors" }
}

impl Verifier<'_> {
    /// The dominator tree of a region; `None` for regions of foreign ops, whose control flow is
    /// unknown.
    pub(super) fn tree(&mut self, region: Region) -> Option<&Dominators> {
        let m = self.m;
        let owner = m.region_owner(region)?;
        if matches!(m.op(owner), Op::Foreign(_)) {
            return None;
        }
        Some(self.trees.entry(region).or_insert_with(|| Dominators::new(m, region)))
    }

    /// Checks that block `number` of region `i` of an op ends in a terminator.
    pub(super) fn block_ends(&mut self, op: OpId, i: usize, block: Block, number: usize) {
        let m = self.m;
        let last = m.last_op(block);
        if last.is_some_and(|last| matches!(m.op(last), Op::Foreign(_)))
            || m.terminator(block).is_some()
        {
            return;
        }
        let (kind, name) = (m.op(op), m.op(op).name());
        if m.blocks(m.regions(op)[i]).len() > 1 {
            let label = m.block_name(block).map_or_else(|| format!("bb{number}"), str::to_owned);
            let message =
                format!("block ^{label} of `{name}` ends neither in a branch nor in `return`");
            let (at, part) = last.map_or((op, OpPart::Region(i)), |last| (last, OpPart::Op));
            self.error(at, part, message);
            return;
        }
        let how = if matches!(kind, Op::Func(_)) { "return" } else { "stablehlo.return" };
        let message = match m.regions(op).len() {
            1 => format!("the body of `{name}` does not end in `{how}`"),
            _ => format!("region {i} of `{name}` does not end in `{how}`"),
        };
        self.error(op, OpPart::Region(i), message);
    }

    /// Checks that no branch targets the entry block of a region, whose arguments come from
    /// outside.
    pub(super) fn entry_block(&mut self, entry: Block) {
        let edges: Vec<(OpId, usize)> = self.m.predecessors(entry).collect();
        for (op, i) in edges {
            let message = "nothing can branch to the first block of a region".into();
            self.error(op, OpPart::Successor(i), message).help =
                Some("put a block in front of it that does nothing but `cf.br`".into());
        }
    }

    /// Checks the successors of an op and the values passed to them.
    pub(super) fn successors(&mut self, op: OpId, block: Block) {
        let m = self.m;
        let kind = m.op(op);
        let found = m.successors(op).len();
        if let Some(count) = kind.successor_count()
            && count != found
        {
            let message =
                format!("`{}` has {count} {}, not {found}", kind.name(), successors(count));
            self.error(op, OpPart::Op, message);
        }
        if found > 0 && m.next(op).is_some() && matches!(kind, Op::Foreign(_)) {
            let message =
                format!("`{}` branches, so it must be the last op of its block", kind.name());
            self.error(op, OpPart::Op, message);
        }
        for (i, to) in m.successors(op).enumerate() {
            if m.block_region(to.block) != m.block_region(block) {
                let message = format!("`{}` branches to a block of another region", kind.name());
                self.error(op, OpPart::Successor(i), message);
                continue;
            }
            // The operands that a foreign op passes are unknown.
            if matches!(kind, Op::Foreign(_)) {
                continue;
            }
            let types =
                |values: &[crate::Value]| -> Types { values.iter().map(|&v| m.ty(v)).collect() };
            let (expected, passed) = (types(m.args(to.block)), types(to.args));
            if !all_compatible(&expected, &passed) {
                let message = format!(
                    "the block takes {}, but {} is passed to it",
                    describe(&expected),
                    describe(&passed)
                );
                self.error(op, OpPart::Successor(i), message);
            }
        }
    }

    /// Checks that a terminator matches the op whose region it ends.
    pub(super) fn terminator(&mut self, op: OpId, owner: Option<OpId>) {
        let m = self.m;
        let Some(owner) = owner else { return };
        match (m.op(op), m.op(owner)) {
            // XLA ends the functions for its computations with `stablehlo.return`.
            (Op::FuncReturn(_) | Op::Return(_), Op::Func(func)) => {
                let expected = func.function_type.results();
                let found: Types = m.operands(op).iter().map(|&v| m.ty(v)).collect();
                if !crate::types::all_compatible(&found, expected) {
                    let message = format!(
                        "@{} results in {}, but {} is returned",
                        func.sym_name.0,
                        describe(expected),
                        describe(&found)
                    );
                    self.error(op, OpPart::Op, message);
                }
            }
            (Op::FuncReturn(_), Op::Foreign(_)) => {}
            (Op::FuncReturn(_), other) => {
                let message = format!("`return` ends functions, not `{}`", other.name());
                self.error(op, OpPart::Op, message).help =
                    Some("did you mean `stablehlo.return`?".into());
            }
            (Op::SdyReturn(_), Op::ManualComputation(_) | Op::NamedComputation(_)) => {}
            (Op::SdyReturn(_), other) => {
                let name = other.name();
                let message = format!("`sdy.return` ends bodies of `sdy` ops, not `{name}`");
                self.error(op, OpPart::Op, message);
            }
            (Op::Return(_), Op::ModuleOp(_)) => {
                let message = "`stablehlo.return` ends functions and regions of ops, not modules";
                self.error(op, OpPart::Op, message.into());
            }
            (Op::Br(_) | Op::CondBr(_) | Op::Switch(_), Op::Func(_) | Op::Foreign(_)) => {}
            (branch @ (Op::Br(_) | Op::CondBr(_) | Op::Switch(_)), other) => {
                let message = format!(
                    "`{}` branches between blocks of functions, not in `{}`",
                    branch.name(),
                    other.name()
                );
                self.error(op, OpPart::Op, message);
            }
            // Any other op: its own constraints say where it may stand.
            _ => {}
        }
    }
}
