//! The values and buffers that a block takes from outside, and what it contains.

use super::walk::Event;
use super::{Block, BufferId, LoopKind, Stmt, Value};
use rustc_hash::FxHashSet;

/// The uses, definitions and kinds of statements of a block and the blocks inside of it.
#[derive(Clone, Default, Debug)]
pub struct Uses {
    /// Values from outside, in order of first use.
    pub values: Vec<Value>,
    /// Buffers that are accessed, in order of first access.
    pub buffers: Vec<BufferId>,
    /// The number of statements.
    pub statements: usize,
    /// Scratch buffers that are made inside.
    pub made: FxHashSet<BufferId>,
    /// Whether there is a [`Stmt::Assert`].
    pub asserts: bool,
    /// Whether there is a [`Stmt::Matrix`].
    pub matrix: bool,
    /// Whether there is a [`Stmt::Kernel`].
    pub kernels: bool,
    /// Whether there is a parallel loop, or a grid.
    pub parallel: bool,
    /// Buffers that are written, in order of the first write.
    pub written: Vec<BufferId>,
    /// Values that are defined in the block, at any depth.
    pub defined: FxHashSet<Value>,
    seen: FxHashSet<Value>,
    accessed: FxHashSet<BufferId>,
}

impl Uses {
    /// The uses of a block in which `inside` are defined beforehand.
    pub fn of(block: &Block, inside: &[Value]) -> Uses {
        let mut uses = Uses::default();
        uses.seen.extend(inside);
        uses.block(block);
        uses
    }

    /// A value that is used: from outside, unless a definition was seen before.
    fn value(&mut self, value: Value) {
        if self.seen.insert(value) {
            self.values.push(value);
        }
    }

    /// A value that is defined. Definitions precede uses, so it is not outside.
    fn define(&mut self, value: Value) {
        self.defined.insert(value);
        self.seen.insert(value);
    }

    fn buffer(&mut self, buffer: BufferId) {
        if self.accessed.insert(buffer) {
            self.buffers.push(buffer);
        }
    }

    fn write(&mut self, buffer: BufferId) {
        if !self.written.contains(&buffer) {
            self.written.push(buffer);
        }
    }

    fn block(&mut self, block: &Block) {
        for event in block.events() {
            match event {
                Event::Enter(statement) => self.enter(statement),
                Event::Leave(statement) => {
                    statement.each_late_operand(&mut |value| self.value(value));
                    statement.each_definition(&mut |value| self.define(value));
                }
                Event::Begin(..) | Event::End(..) => {}
            }
        }
    }

    fn enter(&mut self, statement: &Stmt) {
        self.statements += 1;
        match statement {
            Stmt::For(it) => self.parallel |= it.kind == LoopKind::Parallel,
            Stmt::Grid(_) => self.parallel = true,
            Stmt::Kernel { .. } => self.kernels = true,
            Stmt::Matrix(_) => self.matrix = true,
            Stmt::Assert { .. } => self.asserts = true,
            Stmt::Scratch { buffers, .. } => self.made.extend(buffers),
            _ => {}
        }
        statement.each_buffer(&mut |buffer, written| {
            if written {
                self.write(buffer);
            }
            self.buffer(buffer);
        });
        statement.each_operand(&mut |value| self.value(value));
        statement.each_inner_definition(&mut |value| self.define(value));
    }
}
