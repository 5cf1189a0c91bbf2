//! What a block takes from outside and what it contains.

use super::{Access, Argument, Block, BufferId, Inst, LoopKind, Stmt, Value};
use rustc_hash::FxHashSet;

/// What was seen in a block and the blocks inside it.
#[derive(Clone, Default, Debug)]
pub struct Uses {
    /// Values from outside, in order of first use.
    pub values: Vec<Value>,
    /// Buffers that are accessed, in order of first access.
    pub buffers: Vec<BufferId>,
    /// How many statements there are.
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
    /// Looks through a block that defines `inside` in its head.
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

    fn access(&mut self, access: &Access) {
        self.buffer(access.buffer);
        access.each_operand(&mut |value| self.value(value));
    }

    fn block(&mut self, block: &Block) {
        self.statements += block.statements.len();
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Let(value, inst) => {
                inst.each_operand(&mut |operand| self.value(operand));
                match inst {
                    Inst::Load(_, access) => self.buffer(access.buffer),
                    Inst::Matrices { from, .. } => self.buffer(from.0),
                    Inst::Warpgroup(it) => {
                        self.buffer(it.left.0);
                        self.buffer(it.right.0);
                    }
                    _ => {}
                }
                self.define(*value);
            }
            Stmt::Store(value, access) | Stmt::Stream(value, access) => {
                self.value(*value);
                self.write(access.buffer);
                self.access(access);
            }
            Stmt::Combine(_, value, access) => {
                self.value(*value);
                self.buffer(access.buffer);
                self.write(access.buffer);
                self.access(access);
            }
            Stmt::Fetch(buffer, at) => {
                self.buffer(*buffer);
                at.each_var(&mut |var| self.value(Value(var.0)));
            }
            Stmt::Copy { to, from, units } => {
                self.write(to.0);
                for (buffer, offset) in [to, from] {
                    self.buffer(*buffer);
                    offset.each_var(&mut |var| self.value(Value(var.0)));
                }
                units.each_var(&mut |var| self.value(Value(var.0)));
            }
            Stmt::For(it) => {
                self.parallel |= it.kind == LoopKind::Parallel;
                for bound in [&it.from, &it.to] {
                    bound.each_var(&mut |var| self.value(Value(var.0)));
                }
                it.carried.iter().for_each(|carried| self.value(carried.initial));
                self.define(it.var);
                it.carried.iter().for_each(|carried| self.define(carried.inside));
                self.block(&it.body);
                it.next.iter().for_each(|next| self.value(*next));
                it.carried.iter().for_each(|carried| self.define(carried.after));
            }
            Stmt::Grid(it) => {
                self.parallel = true;
                self.define(it.block);
                self.define(it.thread);
                self.block(&it.body);
            }
            Stmt::Barrier => {}
            Stmt::Async(op) => {
                op.each_place(&mut |buffer, _, written| {
                    if written {
                        self.write(buffer);
                    }
                    self.buffer(buffer);
                });
                op.each_operand(&mut |value| self.value(value));
            }
            Stmt::While { condition, test, body } => {
                self.block(condition);
                self.value(*test);
                self.block(body);
            }
            Stmt::If { test, then, otherwise } => {
                self.value(*test);
                self.block(then);
                self.block(otherwise);
            }
            Stmt::Kernel { body, .. } => {
                self.kernels = true;
                self.block(body);
            }
            Stmt::Matrix(op) => {
                self.matrix = true;
                op.registers().into_iter().for_each(|register| self.buffer(register));
                if let Some((buffer, offset)) = op.memory() {
                    self.buffer(*buffer);
                    offset.each_var(&mut |var| self.value(Value(var.0)));
                }
            }
            Stmt::Scratch { buffers, body } => {
                self.made.extend(buffers);
                self.block(body);
            }
            Stmt::Call { result, arguments, .. } => {
                for argument in arguments {
                    match argument {
                        Argument::Value(value) => self.value(*value),
                        // It may write there, whatever it says.
                        Argument::Address(buffer, offset) => {
                            self.write(*buffer);
                            self.buffer(*buffer);
                            offset.each_var(&mut |var| self.value(Value(var.0)));
                        }
                    }
                }
                result.iter().for_each(|result| self.define(*result));
            }
            Stmt::Assert { test, .. } => {
                self.asserts = true;
                self.value(*test);
            }
        }
    }
}
