//! Walks that change the statements of a block, including nested ones.
//!
//! [`Block::rewrite`] goes through a block as [`Block::events`] does and lets a [`Rewrite`]
//! change each statement, or replace it by others. [`Stmt::each_use_mut`] and
//! [`Stmt::each_result_mut`] give the values, buffers and indices of one statement.

use super::{Access, Argument, AsyncOp, Block, BufferId, Inst, Lanes, MatrixOp, Stmt, Value};
use crate::index::Index;

/// A change of statements, ahead of their blocks and behind them.
pub trait Rewrite {
    /// Changes a statement ahead of its blocks, and returns whether to go into these.
    fn enter(&mut self, statement: &mut Stmt) -> bool;

    /// Adds the statements that stand in the place of one whose blocks were gone through.
    fn leave(&mut self, statement: Stmt, into: &mut Vec<Stmt>) {
        into.push(statement);
    }
}

/// A value, a buffer or an index of a statement.
#[derive(Debug)]
pub enum RefMut<'s> {
    /// A value that is used or defined.
    Value(&'s mut Value),
    /// A buffer.
    Buffer(&'s mut BufferId),
    /// An index expression, whose variables are values.
    Index(&'s mut Index),
}

type Visit<'v> = dyn FnMut(RefMut<'_>) + 'v;

impl Block {
    /// Changes the statements at any depth.
    pub fn rewrite(&mut self, by: &mut impl Rewrite) {
        let statements = std::mem::take(&mut self.statements);
        self.statements.reserve(statements.len());
        for mut statement in statements {
            if by.enter(&mut statement) {
                statement.blocks_mut().for_each(|block| block.rewrite(by));
            }
            by.leave(statement, &mut self.statements);
        }
    }
}

fn place((buffer, at): &mut (BufferId, Index), visit: &mut Visit<'_>) {
    visit(RefMut::Buffer(buffer));
    visit(RefMut::Index(at));
}

fn values<'v>(values: impl IntoIterator<Item = &'v mut Value>, visit: &mut Visit<'_>) {
    values.into_iter().for_each(|value| visit(RefMut::Value(value)));
}

impl Access {
    fn each_mut(&mut self, visit: &mut Visit<'_>) {
        visit(RefMut::Buffer(&mut self.buffer));
        visit(RefMut::Index(&mut self.offset));
        if let Lanes::Gather(at) = &mut self.lanes {
            visit(RefMut::Value(at));
        }
        values(&mut self.mask, visit);
    }
}

impl Inst {
    fn each_mut(&mut self, visit: &mut Visit<'_>) {
        match self {
            Inst::Const(..) | Inst::Iota(_) => {}
            Inst::Index(index) | Inst::FirstLanes(_, index) => visit(RefMut::Index(index)),
            Inst::Unary(_, a)
            | Inst::Convert(_, a, _)
            | Inst::Broadcast(a, _)
            | Inst::Extract(a, _)
            | Inst::ShuffleXor(a, _)
            | Inst::WgmmaWait(a, _) => values([a], visit),
            Inst::Binary(_, a, b)
            | Inst::Compare(_, a, b)
            | Inst::Insert(a, b, _)
            | Inst::Shuffle(a, b, _) => values([a, b], visit),
            Inst::Select(a, b, c)
            | Inst::Fma(a, b, c)
            | Inst::Dot(_, a, b, c)
            | Inst::Mma(_, a, b, c) => values([a, b, c], visit),
            Inst::Ldmatrix { from, .. } => place(from, visit),
            Inst::Wgmma(it) => {
                place(&mut it.lhs, visit);
                place(&mut it.rhs, visit);
                values([&mut it.acc], visit);
            }
            Inst::Load(_, access) => access.each_mut(visit),
        }
    }
}

impl AsyncOp {
    fn each_mut(&mut self, visit: &mut Visit<'_>) {
        match self {
            AsyncOp::CpAsync { to, from, when, .. } => {
                place(to, visit);
                place(from, visit);
                values(when, visit);
            }
            AsyncOp::CommitGroup | AsyncOp::WaitGroup(_) | AsyncOp::SetMaxNReg { .. } => {}
            AsyncOp::MbarrierInit { at, .. } => place(at, visit),
            AsyncOp::MbarrierArrive { at, when, .. } => {
                place(at, visit);
                values(when, visit);
            }
            AsyncOp::MbarrierWait { at, phase } => {
                place(at, visit);
                visit(RefMut::Index(phase));
            }
            AsyncOp::TmaLoad(load) => {
                place(&mut load.to, visit);
                visit(RefMut::Buffer(&mut load.from));
                load.coords.iter_mut().for_each(|index| visit(RefMut::Index(index)));
                place(&mut load.mbarrier, visit);
            }
        }
    }
}

impl MatrixOp {
    fn each_mut(&mut self, visit: &mut Visit<'_>) {
        match self {
            MatrixOp::Zero(register) => visit(RefMut::Buffer(register)),
            MatrixOp::Load { to: register, from: memory, .. }
            | MatrixOp::Store { from: register, to: memory, .. } => {
                visit(RefMut::Buffer(register));
                place(memory, visit);
            }
            MatrixOp::Multiply { acc, lhs, rhs } => {
                [acc, lhs, rhs].into_iter().for_each(|register| visit(RefMut::Buffer(register)));
            }
        }
    }
}

impl Stmt {
    /// Calls `visit` with all that the statement mentions ahead of its blocks: what it uses,
    /// and the values that it defines for the blocks.
    pub fn each_use_mut(&mut self, visit: &mut dyn FnMut(RefMut<'_>)) {
        match self {
            Stmt::Let(_, inst) => inst.each_mut(visit),
            Stmt::Store(value, access)
            | Stmt::StoreNontemporal(value, access)
            | Stmt::AtomicRmw(_, value, access) => {
                values([value], visit);
                access.each_mut(visit);
            }
            Stmt::Prefetch(buffer, at) => {
                visit(RefMut::Buffer(buffer));
                visit(RefMut::Index(at));
            }
            Stmt::Copy { to, from, units } => {
                place(to, visit);
                place(from, visit);
                visit(RefMut::Index(units));
            }
            Stmt::For(it) => {
                visit(RefMut::Index(&mut it.from));
                visit(RefMut::Index(&mut it.to));
                values(it.carried.iter_mut().map(|c| &mut c.initial), visit);
                values([&mut it.var], visit);
                values(it.carried.iter_mut().map(|c| &mut c.inside), visit);
            }
            Stmt::Grid(it) => values([&mut it.block, &mut it.thread], visit),
            Stmt::If { test, .. } | Stmt::Assert { test, .. } => values([test], visit),
            Stmt::Scratch { buffers, .. } => {
                buffers.iter_mut().for_each(|buffer| visit(RefMut::Buffer(buffer)));
            }
            Stmt::Matrix(op) => op.each_mut(visit),
            Stmt::Async(op) => op.each_mut(visit),
            Stmt::Call { arguments, .. } => arguments.iter_mut().for_each(|it| match it {
                Argument::Value(value) => visit(RefMut::Value(value)),
                Argument::Address(buffer, offset) => {
                    visit(RefMut::Buffer(buffer));
                    visit(RefMut::Index(offset));
                }
            }),
            Stmt::While { .. } | Stmt::Tasks(_) | Stmt::Kernel { .. } | Stmt::Barrier => {}
        }
    }

    /// Calls `visit` with all that the statement mentions behind its blocks: the values that
    /// it uses there, and those that it defines for the statements after it.
    pub fn each_result_mut(&mut self, visit: &mut dyn FnMut(RefMut<'_>)) {
        match self {
            Stmt::Let(value, _) => values([value], visit),
            Stmt::For(it) => {
                values(&mut it.next, visit);
                values(it.carried.iter_mut().map(|c| &mut c.after), visit);
            }
            Stmt::While { test, .. } => values([test], visit),
            Stmt::Call { result, .. } => values(result, visit),
            Stmt::Store(..)
            | Stmt::StoreNontemporal(..)
            | Stmt::AtomicRmw(..)
            | Stmt::Prefetch(..)
            | Stmt::Copy { .. }
            | Stmt::If { .. }
            | Stmt::Tasks(_)
            | Stmt::Grid(_)
            | Stmt::Barrier
            | Stmt::Async(_)
            | Stmt::Kernel { .. }
            | Stmt::Scratch { .. }
            | Stmt::Matrix(_)
            | Stmt::Assert { .. } => {}
        }
    }
}
