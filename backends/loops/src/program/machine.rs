//! Runs a loop program one step at a time.
//!
//! The oracle for code generators: every access is checked against its buffer,
//! scratch memory starts out poisoned, and parallel loops may be run in
//! descending order, which a program with dependent iterations does not survive
//! unnoticed. It is not fast.

use super::{
    Access, Argument, BinaryOp, Block, Buffer, BufferId, Extern, For, Inst, LoopKind, MatrixOp,
    Parameter, Program, Scalar, Space, Stmt, Task, Value, eval, tasks,
};
use crate::index::Index;
use smallvec::SmallVec;

mod asynchronous;
mod evaluate;
mod grid;
mod memory;
mod registers;
pub use evaluate::evaluate;
use evaluate::evaluate_into;
use grid::Wait;
use registers::Registers;

/// A failure of a running program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MachineError {
    /// Memory outside a buffer was touched.
    #[error("{what} unit {at} of @{buffer}, which has {units}")]
    OutOfRange {
        /// `load of`, `store to`, …
        what: &'static str,
        /// The unit.
        at: i64,
        /// The buffer's name.
        buffer: String,
        /// Its length in units.
        units: u64,
    },
    /// An assertion failed; the message is the program's own.
    #[error("{0}")]
    Assertion(String),
    /// A function of the runtime that the machine was not given.
    #[error("no function `{0}` was given to the machine")]
    UnknownExtern(String),
    /// An input has the wrong length.
    #[error("argument {number} has {have} bytes instead of {want}")]
    WrongInput {
        /// The argument.
        number: usize,
        /// Bytes given.
        have: usize,
        /// Bytes needed.
        want: u64,
    },
    /// More threads arrive at an mbarrier than it counts.
    #[error("more threads arrive at @{0} than it counts in a phase")]
    Arrivals(String),
    /// The coordinates of a TMA load in im2col mode are out of range.
    #[error(
        "an im2col load of @{0} begins at no position of the window, or its offset is too large"
    )]
    NoPixel(String),
    /// Threads of a grid that have to be at the same place are not.
    #[error("threads of block {0} part ways before they meet at {1}")]
    Apart(u64, &'static str),
    /// The number of steps that was allowed is used up.
    #[error("the program did not end within {0} steps")]
    OutOfSteps(u64),
}

/// The lanes of a value as bits.
pub type Bits = SmallVec<[u64; 16]>;

/// An argument of a call to the runtime.
#[derive(Clone, Debug)]
pub enum CallArgument {
    /// A scalar's bits.
    Scalar(Scalar, u64),
    /// The memory from an address to the end of its buffer, as a copy; what is
    /// changed in it is copied back.
    Memory(Scalar, Vec<u8>),
}

/// A substitute for the runtime: gets the function and the arguments, returns
/// the result's bits (0 if there is none), or `None` if it doesn't know it.
pub type Externs<'p> = Box<dyn FnMut(&Extern, &mut [CallArgument]) -> Option<u64> + 'p>;

/// The state of a block that is being run.
struct Frame<'p> {
    block: &'p Block,
    next: usize,
    then: After<'p>,
}

/// The work at the end of a block.
enum After<'p> {
    /// The program, a branch, a kernel or a scratch block: nothing.
    Nothing,
    /// One more iteration, if `left` says so; `var` goes up or down.
    Loop { it: &'p For, at: i64, left: i64, step: i64 },
    /// The condition of this loop: its test decides.
    Condition { test: Value, condition: &'p Block, body: &'p Block },
    /// One more task, of those that are left in this order.
    Tasks { tasks: &'p [Task], order: Vec<u32>, next: usize },
    /// The body of a loop: its condition again.
    Body { test: Value, condition: &'p Block, body: &'p Block },
}

/// The layout of a buffer's bytes.
#[derive(Clone, Copy)]
struct Layout {
    /// Bytes of a unit.
    width: usize,
    units: u64,
    bytes: usize,
}

impl Layout {
    fn of(buffer: &Buffer) -> Layout {
        let width = buffer.storage().scalar.bytes();
        Layout { width, units: buffer.units(), bytes: buffer.bytes() as usize }
    }
}

/// A machine in the middle of a program.
pub struct Machine<'p> {
    program: &'p Program,
    values: Registers,
    /// The lanes of a result until they are assigned; kept so that no instruction allocates.
    result: Vec<u64>,
    /// The units of a row that `ldmatrix` read for this thread.
    row: Bits,
    layouts: Vec<Layout>,
    memory: Vec<Vec<u8>>,
    arena: Vec<u8>,
    frames: Vec<Frame<'p>>,
    externs: Externs<'p>,
    /// Runs parallel loops, tasks, blocks and threads from the last to the first.
    pub descending: bool,
    /// The condition that a thread of a grid waits for.
    waits: Option<Wait>,
}

impl<'p> Machine<'p> {
    /// A machine at the start of a verified program, with the bytes of its inputs.
    ///
    /// # Errors
    /// If an input does not have the length of its buffer.
    pub fn new(program: &'p Program, inputs: &[&[u8]]) -> Result<Machine<'p>, MachineError> {
        let mut memory = Vec::with_capacity(program.buffers.len());
        for buffer in &program.buffers {
            memory.push(match &buffer.space {
                Space::Argument(n) | Space::Unsized(n) | Space::Donated(n, _) => {
                    let number = *n as usize;
                    let bytes = inputs.get(number).copied().unwrap_or_default();
                    let list = matches!(buffer.space, Space::Unsized(_));
                    let unit = buffer.storage().scalar.bytes();
                    let fits = match list {
                        true => bytes.len() as u64 <= buffer.bytes() && bytes.len() % unit == 0,
                        false => bytes.len() as u64 == buffer.bytes(),
                    };
                    if !fits {
                        let (have, want) = (bytes.len(), buffer.bytes());
                        return Err(MachineError::WrongInput { number, have, want });
                    }
                    bytes.to_vec()
                }
                Space::Constant(bytes) => bytes.to_vec(),
                Space::Result(_) => vec![POISON; buffer.bytes() as usize],
                Space::Arena(_) | Space::Scratch | Space::Matrix | Space::Shared => Vec::new(),
            });
        }
        Ok(Machine {
            program,
            values: Registers::new(program),
            result: Vec::new(),
            row: Bits::new(),
            layouts: program.buffers.iter().map(Layout::of).collect(),
            memory,
            arena: vec![POISON; program.arena_bytes() as usize],
            frames: vec![Frame { block: &program.body, next: 0, then: After::Nothing }],
            externs: Box::new(|_, _| None),
            descending: false,
            waits: None,
        })
    }

    /// The same machine with functions for the program to call.
    pub fn with_externs(
        mut self,
        externs: impl FnMut(&Extern, &mut [CallArgument]) -> Option<u64> + 'p,
    ) -> Machine<'p> {
        self.externs = Box::new(externs);
        self
    }

    /// Runs to the end and returns the bytes of the results in order.
    ///
    /// # Errors
    /// If the program faults, or takes more than `steps` steps.
    pub fn run(mut self, steps: u64) -> Result<Vec<Vec<u8>>, MachineError> {
        for _ in 0..steps {
            if !self.step()? {
                return Ok(self
                    .program
                    .results()
                    .iter()
                    .map(|b| std::mem::take(&mut self.memory[b.0 as usize]))
                    .collect());
            }
        }
        Err(MachineError::OutOfSteps(steps))
    }

    /// The statement that runs next; `None` at the end of a block.
    pub fn statement(&self) -> Option<&'p Stmt> {
        let frame = self.frames.last()?;
        frame.block.statements.get(frame.next)
    }

    /// The lanes of a value, empty before it is defined.
    pub fn value(&self, value: Value) -> &[u64] {
        self.values.get(value)
    }

    /// The bytes of a buffer as they are now.
    pub fn bytes(&self, buffer: BufferId) -> &[u8] {
        match self.program.buffer(buffer).space {
            Space::Arena(at) => &self.arena[at as usize..][..self.size(buffer)],
            _ => &self.memory[buffer.0 as usize],
        }
    }

    fn bytes_mut(&mut self, buffer: BufferId) -> &mut [u8] {
        let size = self.size(buffer);
        match self.program.buffer(buffer).space {
            Space::Arena(at) => &mut self.arena[at as usize..][..size],
            _ => &mut self.memory[buffer.0 as usize],
        }
    }

    fn size(&self, buffer: BufferId) -> usize {
        self.layouts[buffer.0 as usize].bytes
    }

    /// Runs one statement, or ends one block. Returns whether anything is left.
    ///
    /// # Errors
    /// If the statement can't be run.
    pub fn step(&mut self) -> Result<bool, MachineError> {
        let Some(frame) = self.frames.last_mut() else { return Ok(false) };
        let Some(statement) = frame.block.statements.get(frame.next) else {
            self.end_block();
            return Ok(!self.frames.is_empty());
        };
        frame.next += 1;
        self.run_statement(statement)?;
        Ok(true)
    }

    fn enter(&mut self, block: &'p Block, then: After<'p>) {
        self.frames.push(Frame { block, next: 0, then });
    }

    fn end_block(&mut self) {
        let Some(Frame { then, .. }) = self.frames.pop() else { return };
        match then {
            After::Nothing => {}
            After::Loop { it, at, left, step } => {
                // All of them are read before any is assigned: they may be permuted.
                let mut next = std::mem::take(&mut self.result);
                next.clear();
                it.next.iter().for_each(|v| next.extend_from_slice(self.values.lanes(*v)));
                let mut rest = next.as_slice();
                for c in &it.carried {
                    rest = self.values.take(if left > 0 { c.inside } else { c.after }, rest);
                }
                self.result = next;
                if left > 0 {
                    self.iteration(it, at + step, left - 1, step);
                }
            }
            After::Condition { test, condition, body } => {
                if self.values.first(test) != 0 {
                    self.enter(body, After::Body { test, condition, body });
                }
            }
            After::Tasks { tasks, order, next } => self.task(tasks, order, next),
            After::Body { test, condition, body } => {
                self.enter(condition, After::Condition { test, condition, body });
            }
        }
    }

    fn task(&mut self, tasks: &'p [Task], order: Vec<u32>, next: usize) {
        if let Some(&number) = order.get(next) {
            let body = &tasks[number as usize].body;
            self.enter(body, After::Tasks { tasks, order, next: next + 1 });
        }
    }

    fn iteration(&mut self, it: &'p For, at: i64, left: i64, step: i64) {
        self.values.set(it.var, &[at as u64]);
        self.enter(&it.body, After::Loop { it, at, left, step });
    }

    fn run_statement(&mut self, statement: &'p Stmt) -> Result<(), MachineError> {
        match statement {
            Stmt::Let(value, Inst::ShuffleXor(a, by)) => {
                self.waits = Some(Wait::ShuffleXor(*value, *a, *by));
            }
            Stmt::Let(value, Inst::Mma(op, a, b, c)) => {
                self.waits = Some(Wait::Mma(*value, *op, [*a, *b, *c]));
            }
            Stmt::Let(value, Inst::Ldmatrix { ty, from: (buffer, at), transposed }) => {
                self.row = self.row(*buffer, self.index(at))?;
                self.waits = Some(Wait::Ldmatrix(*value, *ty, *transposed));
            }
            Stmt::Let(value, Inst::Wgmma(product)) => self.begin_wgmma(*value, product)?,
            Stmt::Async(op) => self.asynchronous(op)?,
            Stmt::Grid(it) => self.grid(it)?,
            Stmt::Tasks(tasks) => {
                let order = tasks::sequence(tasks, self.descending);
                self.task(tasks, order, 0);
            }
            Stmt::Barrier => self.waits = Some(Wait::Barrier),
            Stmt::Let(value, inst) => {
                let mut result = std::mem::take(&mut self.result);
                result.clear();
                let done = self.inst(inst, &mut result);
                if done.is_ok() {
                    self.values.set(*value, &result);
                }
                self.result = result;
                done?;
            }
            Stmt::Store(value, access) | Stmt::StoreNontemporal(value, access) => {
                self.store(*value, access)?
            }
            Stmt::AtomicRmw(op, value, access) => self.atomic_rmw(*op, *value, access)?,
            Stmt::Prefetch(..) => {}
            Stmt::Copy { to, from, units } => self.copy(to, from, units)?,
            Stmt::For(it) => {
                let (from, to) = (self.index(&it.from), self.index(&it.to));
                let count = if from < to { (to - from - 1) / it.step + 1 } else { 0 };
                for c in &it.carried {
                    self.values.copy(if count > 0 { c.inside } else { c.after }, c.initial);
                }
                if count > 0 && self.descending && it.kind == LoopKind::Parallel {
                    self.iteration(it, from + (count - 1) * it.step, count - 1, -it.step);
                } else if count > 0 {
                    self.iteration(it, from, count - 1, it.step);
                }
            }
            Stmt::While { condition, test, body } => {
                self.enter(condition, After::Condition { test: *test, condition, body });
            }
            Stmt::If { test, then, otherwise } => {
                let chosen = if self.values.first(*test) != 0 { then } else { otherwise };
                self.enter(chosen, After::Nothing);
            }
            Stmt::Kernel { body, .. } => self.enter(body, After::Nothing),
            Stmt::Scratch { buffers, body } => {
                for buffer in buffers {
                    let shared = self.program.buffer(*buffer).space == Space::Shared;
                    // The first thread of a block brings it into being for all.
                    if !shared || self.memory[buffer.0 as usize].is_empty() {
                        self.memory[buffer.0 as usize] = vec![POISON; self.size(*buffer)];
                    }
                }
                self.enter(body, After::Nothing);
            }
            Stmt::Matrix(op) => self.matrix(op)?,
            Stmt::Call { result, callee, arguments } => {
                self.call(*result, self.program.callee(*callee), arguments)?;
            }
            Stmt::Assert { test, message } => {
                if self.values.first(*test) == 0 {
                    return Err(MachineError::Assertion(message.clone()));
                }
            }
        }
        Ok(())
    }

    fn index(&self, index: &Index) -> i64 {
        index.eval(&|v| self.values.first(Value(v.0)) as i64)
    }

    /// The bytes of a unit of a buffer, if it is in range.
    fn place(
        &self,
        what: &'static str,
        buffer: BufferId,
        unit: i64,
    ) -> Result<usize, MachineError> {
        let b = self.program.buffer(buffer);
        let Layout { width, units, .. } = self.layouts[buffer.0 as usize];
        let units = match b.space {
            Space::Unsized(_) => (self.memory[buffer.0 as usize].len() / width) as u64,
            _ => units,
        };
        match usize::try_from(unit) {
            Ok(at) if (at as u64) < units => Ok(at * width),
            _ => Err(MachineError::OutOfRange { what, at: unit, buffer: b.name.clone(), units }),
        }
    }

    fn atomic_rmw(
        &mut self,
        op: BinaryOp,
        value: Value,
        access: &Access,
    ) -> Result<(), MachineError> {
        let ty = self.program.type_of(value);
        let places = self.places("atomic_rmw of", ty, access)?;
        let own = self.values.first(value);
        let memory = self.bytes_mut(access.buffer);
        for at in places.into_iter().flatten() {
            let unit = &mut memory[at..at + ty.scalar.bytes()];
            let all = eval::binary(op, ty.scalar, read(unit), own);
            unit.copy_from_slice(&all.to_le_bytes()[..ty.scalar.bytes()]);
        }
        Ok(())
    }

    fn copy(
        &mut self,
        to: &(BufferId, Index),
        from: &(BufferId, Index),
        units: &Index,
    ) -> Result<(), MachineError> {
        let units = self.index(units);
        if units <= 0 {
            return Ok(());
        }
        let (source, target) = (self.index(&from.1), self.index(&to.1));
        let start = self.place("copy from", from.0, source)?;
        let end = self.place("copy from", from.0, source.wrapping_add(units - 1))?;
        let into = self.place("copy to", to.0, target)?;
        self.place("copy to", to.0, target.wrapping_add(units - 1))?;
        let unit = self.program.buffer(to.0).storage().scalar.bytes();
        let bytes = self.bytes(from.0)[start..end + unit].to_vec();
        self.bytes_mut(to.0)[into..into + bytes.len()].copy_from_slice(&bytes);
        Ok(())
    }

    fn matrix(&mut self, op: &MatrixOp) -> Result<(), MachineError> {
        match op {
            MatrixOp::Zero(register) => self.bytes_mut(*register).fill(0),
            MatrixOp::Load { to: register, from: memory, stride }
            | MatrixOp::Store { from: register, to: memory, stride } => {
                let store = matches!(op, MatrixOp::Store { .. });
                let what = if store { "store of rows to" } else { "load of rows of" };
                let it = self.program.buffer(*register);
                let (rows, units) = (it.shape[0], it.shape[1] as i64);
                let row_bytes = units as usize * it.storage().scalar.bytes();
                let first = self.index(&memory.1);
                for row in 0..rows {
                    let unit = first.wrapping_add((row * stride) as i64);
                    let at = self.place(what, memory.0, unit)?;
                    self.place(what, memory.0, unit.wrapping_add(units - 1))?;
                    let here = row as usize * row_bytes;
                    let (from, to, at, here) = match store {
                        true => (*register, memory.0, here, at),
                        false => (memory.0, *register, at, here),
                    };
                    let bytes = self.bytes(from)[at..at + row_bytes].to_vec();
                    self.bytes_mut(to)[here..here + row_bytes].copy_from_slice(&bytes);
                }
            }
            MatrixOp::Multiply { acc, lhs, rhs } => {
                let mut sums = self.bytes(*acc).to_vec();
                let of = |id: &BufferId| (self.program.buffer(*id), self.bytes(*id));
                super::matrix::multiply((of(acc).0, &mut sums), of(lhs), of(rhs));
                self.bytes_mut(*acc).copy_from_slice(&sums);
            }
        }
        Ok(())
    }

    fn call(
        &mut self,
        result: Option<Value>,
        callee: &Extern,
        arguments: &[Argument],
    ) -> Result<(), MachineError> {
        let mut given = Vec::with_capacity(arguments.len());
        let mut addresses = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
            let (Parameter::Scalar(scalar) | Parameter::Pointer(scalar) | Parameter::Out(scalar)) =
                *parameter;
            given.push(match argument {
                Argument::Value(v) => {
                    addresses.push(None);
                    CallArgument::Scalar(scalar, self.values.first(*v))
                }
                Argument::Address(buffer, at) => {
                    let at = self.place("address of", *buffer, self.index(at))?;
                    addresses.push(Some((*buffer, at)));
                    CallArgument::Memory(scalar, self.bytes(*buffer)[at..].to_vec())
                }
            });
        }
        let bits = (self.externs)(callee, &mut given);
        let bits = bits.ok_or_else(|| MachineError::UnknownExtern(callee.name.clone()))?;
        for (argument, address) in given.into_iter().zip(addresses) {
            if let (CallArgument::Memory(_, bytes), Some((buffer, at))) = (argument, address)
                && self.bytes(buffer)[at..] != bytes[..]
            {
                self.bytes_mut(buffer)[at..].copy_from_slice(&bytes);
            }
        }
        if let Some(result) = result {
            self.values.set(result, &[bits]);
        }
        Ok(())
    }

    fn inst(&self, inst: &Inst, out: &mut Vec<u64>) -> Result<(), MachineError> {
        match inst {
            Inst::Load(ty, access) => self.load(*ty, access, out)?,
            inst => evaluate_into(self.program, inst, |value| self.values.lanes(value), out),
        }
        Ok(())
    }
}

/// The initial contents of memory: signalling NaNs and large
/// integers.
const POISON: u8 = 0xb5;

fn read(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => return a.into(),
        [a, b, c, d] => return u32::from_le_bytes([a, b, c, d]).into(),
        _ => {}
    }
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(wide)
}
