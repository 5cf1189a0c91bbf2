//! Loops on little data as kernels that stay on the device.
//!
//! Before this: a program whose kernels are one grid each. A `while` that ends by what its
//! data say costs a read-back an iteration, which is many times the work of an iteration on a few
//! thousand numbers. After it: the body of such a loop is one kernel of one block, which
//! itself runs iteration after iteration, until the condition does not hold or
//! [`MOST_ITERATIONS`] are done:
//!
//! ```text
//! while { C } do { A; B }     while { C } do {
//!                               kernel { grid 1 block of T threads {
//!                                 while { C; barrier; and fewer iterations than MOST_ITERATIONS }
//!                                 do { A by T threads; barrier; B by T threads; barrier }
//!                               } }
//!                             }
//! ```
//!
//! The host, or the graph that the loop is part of, still looks at the condition, now once for
//! that many iterations; so a loop that never ends can be interrupted, and no kernel takes so
//! long that a driver with a display ends it. A kernel that one thread runs is run by thread 0; one with a thread
//! for each iteration goes by strides of T; one of one block with T threads is as it was.
//! Between any two there is a barrier, ahead of each and behind it, since buffers of the
//! arena that are not alive at once may lie on one another.
//!
//! Left alone are loops that move much data in an iteration, which want all multiprocessors;
//! those with matrix units, asynchronous copies, scratch memory or work of the host; and
//! those whose iterations the host knows without asking ([`known`](crate::const_memory)).

use hloom_loops::index::Index;
use hloom_loops::program::{
    Access, BinaryOp, Block, Buffer, BufferId, CompareOp, Facts, For, Grid, Inst, Lanes, LoopKind,
    Program, Rewrite, Scalar, Shape, Space, Stmt, Type, Uses, Value, ValueInfo, fresh, shape,
    together,
};

use crate::const_memory::Effects;

/// Rounds of a kernel at most.
const MOST_ITERATIONS: u64 = 4096;

/// Bytes that an iteration may read and write, and operations that it may do.
const MOST_BYTES: u64 = 1 << 17;
const MOST_WORK: u64 = 1 << 18;

/// Threads of a kernel whose parts don't say otherwise.
const THREADS: u32 = 256;

/// The same program with kernels that stay.
pub(crate) fn persistent(program: Program) -> Program {
    let mut program = program;
    let mut body = std::mem::take(&mut program.body);
    body.rewrite(&mut Outside(&mut program));
    program.body = body;
    program
}

/// Replaces the bodies of loops by kernels that stay.
struct Outside<'p>(&'p mut Program);

impl Rewrite for Outside<'_> {
    fn enter(&mut self, statement: &mut Stmt) -> bool {
        match statement {
            Stmt::While { condition, test, body } => {
                match Staying::of(self.0, condition, *test, body) {
                    Some(kernel) => {
                        *body = kernel;
                        false
                    }
                    None => true,
                }
            }
            Stmt::For(_) | Stmt::If { .. } => true,
            _ => false,
        }
    }
}

/// A kernel on its way.
struct Staying<'p> {
    program: &'p mut Program,
    thread: Value,
    threads: u32,
}

/// The survey of a loop before any code is made.
#[derive(Default)]
struct Survey {
    names: Vec<String>,
    facts: Facts,
    /// Threads that parts insist on.
    threads: Option<u32>,
    /// The most iterations of a loop that threads share.
    widest: u64,
    /// Buffers that each part writes, those that it reads, and whether the host follows it.
    parts: Vec<(Vec<BufferId>, Vec<BufferId>, bool)>,
}

impl Staying<'_> {
    /// The body of a loop as a kernel that stays, if it can and should.
    fn of(program: &mut Program, condition: &Block, test: Value, body: &Block) -> Option<Block> {
        let mut survey = Survey::default();
        survey.block(program, condition)?;
        let looks = survey.parts.len();
        survey.block(program, body)?;
        let (read, rest) = survey.parts.split_at(looks);
        if survey.names.is_empty() || counted(read, rest, condition) {
            return None;
        }
        let facts = survey.facts;
        let work = facts.flops + 8 * facts.special + facts.integer;
        if facts.bytes_read + facts.bytes_written > MOST_BYTES || work > MOST_WORK {
            return None;
        }
        // The body takes nothing from the condition, nor any of the two from outside.
        if !Uses::of(body, &[]).values.is_empty() || !Uses::of(condition, &[]).values.is_empty() {
            return None;
        }
        let required = survey.widest.next_multiple_of(32).clamp(32, u64::from(THREADS)) as u32;
        let threads = survey.threads.unwrap_or(required);
        // The condition stands twice: its test is the last of the values that are copied.
        let mut marked = condition.clone();
        let bit = value(program, Scalar::I1.ty());
        marked.statements.push(Stmt::Let(bit, Inst::Binary(BinaryOp::And, test, test)));
        let mut condition = fresh(program, &marked);
        let Some(Stmt::Let(test, _)) = condition.statements.last() else { return None };
        let test = *test;
        let inner = fresh(program, body);
        let thread = value(program, Scalar::I64.ty());
        let block = value(program, Scalar::I64.ty());
        let counter = BufferId(program.buffers.len() as u32);
        program.buffers.push(Buffer {
            name: format!("iterations.{}", counter.0),
            element: hloom_ir::Element::I32,
            shape: vec![1],
            space: Space::Shared,
        });
        let mut cx = Staying { program, thread, threads };
        condition = cx.parts(condition)?;
        let mut round = cx.parts(inner)?;
        // The test: it holds, and there are iterations left.
        let done = cx.load(counter, &mut condition);
        let limit = cx.constant(MOST_ITERATIONS, &mut condition);
        let less = value(cx.program, Scalar::I1.ty());
        let compare = Inst::Compare(CompareOp::LtS, done, limit);
        condition.statements.push(Stmt::Let(less, compare));
        let both = value(cx.program, Scalar::I1.ty());
        let and = Inst::Binary(BinaryOp::And, test, less);
        condition.statements.push(Stmt::Let(both, and));
        let mut count = Block::default();
        let old = cx.load(counter, &mut count);
        let one = cx.constant(1, &mut count);
        let new = value(cx.program, Scalar::I32.ty());
        count.statements.push(Stmt::Let(new, Inst::Binary(BinaryOp::Add, old, one)));
        count.statements.push(Stmt::Store(new, at(counter)));
        cx.alone(count, &mut round);
        let mut start = Block::default();
        let zero = cx.constant(0, &mut start);
        start.statements.push(Stmt::Store(zero, at(counter)));
        let mut made = Block::default();
        cx.alone(start, &mut made);
        made.statements.push(Stmt::While { condition, test: both, body: round });
        let scratch = Stmt::Scratch { buffers: vec![counter], body: made };
        let body = Block { statements: vec![scratch] };
        let grid = Stmt::Grid(Box::new(Grid { blocks: 1, threads, block, thread, body }));
        let name = format!("iterations of {}", survey.names.join(", "));
        let body = Block { statements: vec![grid] };
        Some(Block { statements: vec![Stmt::Kernel { name, facts, body }] })
    }

    /// The statements that all threads of the one block run: kernels with barriers between them.
    fn parts(&mut self, block: Block) -> Option<Block> {
        let mut out = Block::default();
        for statement in block.statements {
            match statement {
                Stmt::Let(..) => out.statements.push(statement),
                Stmt::Copy { to, from, units } => {
                    let storage = self.program.buffer(to.0).storage().scalar;
                    let k = value(self.program, Scalar::I64.ty());
                    let moved = value(self.program, storage.ty());
                    let place = |(buffer, offset): (BufferId, Index)| Access {
                        offset: offset + Index::var(k),
                        ..at(buffer)
                    };
                    let statements = vec![
                        Stmt::Let(moved, Inst::Load(storage.ty(), place(from))),
                        Stmt::Store(moved, place(to)),
                    ];
                    let all = For {
                        kind: LoopKind::Serial,
                        var: k,
                        from: Index::var(self.thread),
                        to: units,
                        step: i64::from(self.threads),
                        carried: Vec::new(),
                        body: Block { statements },
                        next: Vec::new(),
                    };
                    barrier(&mut out);
                    out.statements.push(Stmt::For(Box::new(all)));
                    barrier(&mut out);
                }
                Stmt::Kernel { body, .. } => {
                    let kind = shape(&body);
                    let Block { mut statements } = body;
                    if kind == Shape::Serial {
                        self.alone(Block { statements }, &mut out);
                        continue;
                    }
                    let last = statements.pop()?;
                    barrier(&mut out);
                    out.statements.extend(statements);
                    match last {
                        Stmt::For(mut it) => {
                            it.kind = LoopKind::Serial;
                            it.from = it.from + Index::var(self.thread) * it.step;
                            it.step *= i64::from(self.threads);
                            it.body.rewrite(&mut Serial);
                            out.statements.push(Stmt::For(it));
                        }
                        Stmt::Grid(it) => {
                            let (block, thread) = (Index::constant(0), Index::var(self.thread));
                            out.statements.push(Stmt::Let(it.block, Inst::Index(block)));
                            out.statements.push(Stmt::Let(it.thread, Inst::Index(thread)));
                            out.statements.extend(it.body.statements);
                        }
                        _ => return None,
                    }
                    barrier(&mut out);
                }
                Stmt::If { test, then, otherwise } => {
                    let (then, otherwise) = (self.parts(then)?, self.parts(otherwise)?);
                    out.statements.push(Stmt::If { test, then, otherwise });
                }
                _ => return None,
            }
        }
        Some(out)
    }

    /// The statements of thread 0 while the others wait.
    fn alone(&mut self, block: Block, out: &mut Block) {
        barrier(out);
        let zero = value(self.program, Scalar::I64.ty());
        out.statements.push(Stmt::Let(zero, Inst::Const(Scalar::I64.ty(), 0)));
        let test = value(self.program, Scalar::I1.ty());
        let compare = Inst::Compare(CompareOp::Eq, self.thread, zero);
        out.statements.push(Stmt::Let(test, compare));
        out.statements.push(Stmt::If { test, then: block, otherwise: Block::default() });
        barrier(out);
    }

    fn load(&mut self, buffer: BufferId, out: &mut Block) -> Value {
        let loaded = value(self.program, Scalar::I32.ty());
        out.statements.push(Stmt::Let(loaded, Inst::Load(Scalar::I32.ty(), at(buffer))));
        loaded
    }

    fn constant(&mut self, bits: u64, out: &mut Block) -> Value {
        let constant = value(self.program, Scalar::I32.ty());
        out.statements.push(Stmt::Let(constant, Inst::Const(Scalar::I32.ty(), bits)));
        constant
    }
}

impl Survey {
    /// Looks through what is to be part of a kernel; `None` if it can't.
    fn block(&mut self, program: &Program, block: &Block) -> Option<()> {
        for statement in block.walk_into(|statement| matches!(statement, Stmt::If { .. })) {
            match statement {
                Stmt::If { .. } => {}
                Stmt::Let(_, inst) if inst.is_pure() || matches!(inst, Inst::Load(..)) => {}
                Stmt::Copy { to, from, units } => {
                    let bytes = program.buffer(to.0).storage().scalar.bytes() as u64;
                    let (_, _) = (to.1.as_constant()?, from.1.as_constant()?);
                    let units = u64::try_from(units.as_constant()?).ok()?;
                    self.facts.bytes_read += units * bytes;
                    self.facts.bytes_written += units * bytes;
                    self.widest = self.widest.max(units);
                    self.parts.push((vec![to.0], vec![from.0], true));
                }
                Stmt::Kernel { name, facts, body } => self.kernel(program, name, facts, body)?,
                _ => return None,
            }
        }
        Some(())
    }

    fn kernel(&mut self, program: &Program, name: &str, facts: &Facts, body: &Block) -> Option<()> {
        let kind = shape(body);
        plain(body, kind == Shape::Grid).then_some(())?;
        match body.statements.last()? {
            Stmt::For(it) if kind == Shape::Loop => {
                for it in together(it) {
                    (it.from.as_constant().is_some() && it.to.as_constant().is_some())
                        .then_some(())?;
                }
                let (from, to) = (it.from.as_constant()?, it.to.as_constant()?);
                let span = u64::try_from(to.saturating_sub(from)).unwrap_or(0);
                self.widest = self.widest.max(span.div_ceil(it.step.unsigned_abs().max(1)));
            }
            Stmt::Grid(it) if kind == Shape::Grid => {
                let same = self.threads.is_none_or(|threads| threads == it.threads);
                (it.blocks == 1 && same).then_some(())?;
                self.threads = Some(it.threads);
            }
            _ if kind == Shape::Serial => {
                (!Uses::of(body, &[]).parallel).then_some(())?;
            }
            _ => return None,
        }
        let uses = Uses::of(body, &[]);
        let host_evaluable = Effects::is_host_evaluable(program, body);
        self.parts.push((uses.written, uses.buffers, host_evaluable));
        self.names.push(name.to_owned());
        self.facts.bytes_read += facts.bytes_read;
        self.facts.bytes_written += facts.bytes_written;
        self.facts.flops += facts.flops;
        self.facts.special += facts.special;
        self.facts.integer += facts.integer;
        Some(())
    }
}

/// Whether a kernel's statements can be part of another one.
fn plain(block: &Block, grid: bool) -> bool {
    block.walk().all(|statement| match statement {
        Stmt::Let(_, Inst::Mma(..) | Inst::Ldmatrix { .. } | Inst::Wgmma(_)) => false,
        Stmt::Let(..)
        | Stmt::Store(..)
        | Stmt::StoreNontemporal(..)
        | Stmt::AtomicRmw(..)
        | Stmt::Prefetch(..)
        | Stmt::Copy { .. }
        | Stmt::For(_)
        | Stmt::While { .. }
        | Stmt::If { .. }
        | Stmt::Grid(_) => true,
        Stmt::Barrier => grid,
        Stmt::Scratch { .. }
        | Stmt::Kernel { .. }
        | Stmt::Tasks(_)
        | Stmt::Matrix(_)
        | Stmt::Async(_)
        | Stmt::Call { .. }
        | Stmt::Assert { .. } => false,
    })
}

/// Whether the host can tell each condition without asking: what it is computed of comes
/// from kernels that the host follows.
fn counted(
    condition: &[(Vec<BufferId>, Vec<BufferId>, bool)],
    body: &[(Vec<BufferId>, Vec<BufferId>, bool)],
    block: &Block,
) -> bool {
    // The buffers that the condition's own statements read.
    let mut required = Vec::new();
    for statement in &block.statements {
        if let Stmt::Let(_, Inst::Load(_, access)) = statement {
            required.push(access.buffer);
        }
    }
    let mut at = 0;
    while let Some(&buffer) = required.get(at) {
        at += 1;
        for (written, read, host_evaluable) in condition.iter().chain(body) {
            if !written.contains(&buffer) {
                continue;
            }
            if !host_evaluable {
                return false;
            }
            let more: Vec<BufferId> =
                read.iter().copied().filter(|it| !required.contains(it)).collect();
            required.extend(more);
        }
    }
    true
}

/// Makes the loops of a block serial.
struct Serial;

impl Rewrite for Serial {
    fn enter(&mut self, statement: &mut Stmt) -> bool {
        if let Stmt::For(it) = statement {
            it.kind = LoopKind::Serial;
        }
        matches!(statement, Stmt::For(_) | Stmt::If { .. })
    }
}

/// A barrier, unless there is one just before.
fn barrier(out: &mut Block) {
    if !matches!(out.statements.last(), Some(Stmt::Barrier)) {
        out.statements.push(Stmt::Barrier);
    }
}

/// The first unit of a buffer.
fn at(buffer: BufferId) -> Access {
    Access { buffer, offset: Index::constant(0), lanes: Lanes::Contiguous, mask: None }
}

/// A new value.
fn value(program: &mut Program, ty: Type) -> Value {
    program.values.push(ValueInfo { ty, name: None });
    Value(program.values.len() as u32 - 1)
}
