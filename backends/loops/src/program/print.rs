//! Loop programs as text, as [`crate::text`] parses it.

use super::{
    Access, Argument, AsyncOp, Block, BufferId, Carried, Inst, Lanes, LoopKind, MatrixOp,
    Parameter, Program, Scalar, Space, SpatialDim, Stmt, TensorMapDim, Type, Value,
};
use crate::index::Index;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Write};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            program: self,
            out: String::new(),
            depth: 1,
            names: FxHashMap::default(),
            taken: FxHashSet::default(),
            scope: Vec::new(),
            unnamed: 0,
        };
        printer.program().map_err(|_| fmt::Error)?;
        f.write_str(&printer.out)
    }
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
    depth: usize,
    names: FxHashMap<Value, String>,
    /// Names that visible values have.
    taken: FxHashSet<String>,
    /// Those of them that came with a block, to be given back at its end.
    scope: Vec<String>,
    unnamed: u32,
}

/// A name with nothing in it that the lexer would not take for one.
fn word(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_.$".contains(c) { c } else { '_' };
    let mut word: String = name.chars().map(plain).collect();
    if word.is_empty() {
        word.push('_');
    }
    word
}

/// A quoted string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The bits of a constant as a number of its type, if it can be read back.
fn number(scalar: Scalar, bits: u64) -> String {
    match scalar {
        Scalar::F32 if f32::from_bits(bits as u32).is_finite() => {
            format!("{:?}", f32::from_bits(bits as u32))
        }
        Scalar::F64 if f64::from_bits(bits).is_finite() => format!("{:?}", f64::from_bits(bits)),
        Scalar::I1 => if bits == 0 { "false" } else { "true" }.to_owned(),
        s if s.is_integer() => super::eval::signed(s, bits).to_string(),
        s => format!("{bits:#0width$x}", width = 2 + s.bytes() * 2),
    }
}

fn commas<T>(items: &[T], show: impl FnMut(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(", ")
}

impl Printer<'_> {
    fn program(&mut self) -> fmt::Result {
        writeln!(self.out, "program @{} {{", word(&self.program.name))?;
        for buffer in &self.program.buffers {
            let dims = commas(&buffer.shape, u64::to_string);
            let what = format!("@{} : {}[{dims}]", word(&buffer.name), buffer.element);
            match &buffer.space {
                Space::Argument(n) => writeln!(self.out, "  argument {n} {what}")?,
                Space::Unsized(n) => writeln!(self.out, "  unsized {n} {what}")?,
                Space::Result(n) => writeln!(self.out, "  result {n} {what}")?,
                Space::Donated(n, result) => writeln!(self.out, "  donated {n} {result} {what}")?,
                Space::Arena(at) => writeln!(self.out, "  arena {at} {what}")?,
                Space::Shared => writeln!(self.out, "  shared {what}")?,
                Space::Scratch => writeln!(self.out, "  temporary {what}")?,
                Space::Matrix => writeln!(self.out, "  matrix {what}")?,
                Space::Constant(bytes) => {
                    write!(self.out, "  constant {what} = \"")?;
                    bytes.iter().try_for_each(|b| write!(self.out, "{b:02x}"))?;
                    self.out.push_str("\"\n");
                }
            }
        }
        for function in &self.program.externs {
            let parameters = commas(&function.parameters, |p| match p {
                Parameter::Scalar(s) => s.to_string(),
                Parameter::Pointer(s) => format!("pointer {s}"),
                Parameter::Out(s) => format!("result {s}"),
            });
            write!(self.out, "  extern @{}({parameters})", word(&function.name))?;
            match function.result {
                Some(result) => writeln!(self.out, " -> {result}")?,
                None => writeln!(self.out)?,
            }
        }
        self.statements(&self.program.body)?;
        self.out.push_str("}\n");
        Ok(())
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Names a value that is about to be defined.
    fn define(&mut self, value: Value) -> String {
        let given = self.program.values[value.0 as usize].name.as_deref();
        let name = match given {
            None => {
                self.unnamed += 1;
                (self.unnamed - 1).to_string()
            }
            Some(given) => {
                let mut word = word(given);
                if word.starts_with(|c: char| c.is_ascii_digit()) {
                    word.insert(0, '_');
                }
                let mut name = word.clone();
                let mut n = 1;
                while !self.taken.insert(name.clone()) {
                    name = format!("{word}_{n}");
                    n += 1;
                }
                self.scope.push(name.clone());
                name
            }
        };
        self.names.insert(value, name.clone());
        format!("%{name}")
    }

    fn value(&self, value: Value) -> String {
        match self.names.get(&value) {
            Some(name) => format!("%{name}"),
            None => format!("%undefined_{}", value.0),
        }
    }

    fn index(&self, index: &Index) -> String {
        index.display(&|v| self.value(Value(v.0))).to_string()
    }

    fn buffer(&self, id: BufferId) -> String {
        match self.program.buffers.get(id.0 as usize) {
            Some(buffer) => format!("@{}", word(&buffer.name)),
            None => format!("@undefined_{}", id.0),
        }
    }

    fn access(&self, access: &Access) -> String {
        let mut text = format!("{}[{}", self.buffer(access.buffer), self.index(&access.offset));
        match &access.lanes {
            Lanes::Contiguous => {}
            Lanes::Strided(stride) => write!(text, " stride {stride}").unwrap_or(()),
            Lanes::Gather(at) => write!(text, " gather {}", self.value(*at)).unwrap_or(()),
        }
        text.push(']');
        if let Some(mask) = access.mask {
            write!(text, " mask {}", self.value(mask)).unwrap_or(());
        }
        text
    }

    fn matrix(&self, op: &MatrixOp) -> String {
        let of = |buffer: &BufferId| self.buffer(*buffer);
        let place = |(buffer, at): &(BufferId, Index), stride: u64| {
            format!("{}[{} stride {stride}]", of(buffer), self.index(at))
        };
        match op {
            MatrixOp::Zero(register) => format!("matrix zero {}", of(register)),
            MatrixOp::Load { to, from, stride } => {
                format!("matrix load {} from {}", of(to), place(from, *stride))
            }
            MatrixOp::Store { from, to, stride } => {
                format!("matrix store {} to {}", of(from), place(to, *stride))
            }
            MatrixOp::Multiply { acc, lhs, rhs } => {
                format!("matrix multiply {}, {} into {}", of(lhs), of(rhs), of(acc))
            }
        }
    }

    fn asynchronous(&self, op: &AsyncOp) -> String {
        let place = |(buffer, at): &(BufferId, Index)| {
            format!("{}[{}]", self.buffer(*buffer), self.index(at))
        };
        let mask = |when: &Option<Value>| match when {
            Some(when) => format!(" mask {}", self.value(*when)),
            None => String::new(),
        };
        match op {
            AsyncOp::CpAsync { to, from, units, when } => {
                let (from, to, mask) = (place(from), place(to), mask(when));
                format!("cp.async {units} units from {from} to {to}{mask}")
            }
            AsyncOp::CommitGroup => "cp.async.commit_group".to_owned(),
            AsyncOp::WaitGroup(left) => format!("cp.async.wait_group {left}"),
            AsyncOp::MbarrierInit { at, arrivals } => {
                format!("mbarrier.init {} count {arrivals}", place(at))
            }
            AsyncOp::MbarrierArrive { at, bytes, when } => {
                format!("mbarrier.arrive {} expect_tx {bytes}{}", place(at), mask(when))
            }
            AsyncOp::MbarrierWait { at, phase } => {
                format!("mbarrier.wait {} phase {}", place(at), self.index(phase))
            }
            AsyncOp::TmaLoad(load) => {
                let dim =
                    |d: &TensorMapDim| format!("{} by {} stride {}", d.extent, d.tile, d.stride);
                let spatial =
                    |s: &SpatialDim| format!("{} to {} by {}", s.lower, s.upper, s.stride);
                let im2col = load.map.im2col.as_ref().map_or(String::new(), |im2col| {
                    format!(" im2col {} within {}", im2col.pixels, commas(&im2col.spatial, spatial))
                });
                let rounded = if load.map.rounded { " rounded" } else { "" };
                format!(
                    "tma.load {}[{}] of {}{im2col} at {}{rounded} to {} mbarrier {}",
                    self.buffer(load.from),
                    load.map.start,
                    commas(&load.map.dims, dim),
                    commas(&load.coords, |index| self.index(index)),
                    place(&load.to),
                    place(&load.mbarrier),
                )
            }
            AsyncOp::SetMaxNReg { count, increase } => {
                format!("setmaxnreg.{} {count}", if *increase { "inc" } else { "dec" })
            }
        }
    }

    fn inst(&self, ty: Type, inst: &Inst) -> String {
        let v = |value: &Value| self.value(*value);
        match inst {
            Inst::Const(_, bits) => format!("const {}", number(ty.scalar, *bits)),
            Inst::Iota(_) => "iota".to_owned(),
            Inst::Index(e) => format!("index {}", self.index(e)),
            Inst::FirstLanes(_, e) => format!("first {}", self.index(e)),
            Inst::Unary(op, a) => format!("{} {}", op.name(), v(a)),
            Inst::Binary(op, a, b) => format!("{} {}, {}", op.name(), v(a), v(b)),
            Inst::Compare(op, a, b) => format!("{} {}, {}", op.name(), v(a), v(b)),
            Inst::Select(c, a, b) => format!("select {}, {}, {}", v(c), v(a), v(b)),
            Inst::Fma(a, b, c) => format!("fma {}, {}, {}", v(a), v(b), v(c)),
            Inst::Convert(op, a, _) => format!("{} {}", op.name(), v(a)),
            Inst::Broadcast(a, _) => format!("broadcast {}", v(a)),
            Inst::Extract(a, lane) => format!("extract {} [{lane}]", v(a)),
            Inst::Insert(a, b, lane) => format!("insert {}, {} [{lane}]", v(a), v(b)),
            Inst::Dot(op, a, b, c) => format!("{} {}, {}, {}", op.name(), v(a), v(b), v(c)),
            Inst::Mma(op, a, b, c) => format!("{} {}, {}, {}", op.name(), v(a), v(b), v(c)),
            Inst::ShuffleXor(a, by) => format!("shuffle.xor {} [{by}]", v(a)),
            Inst::Shuffle(a, b, lanes) => {
                format!("shuffle {}, {} [{}]", v(a), v(b), commas(lanes, u16::to_string))
            }
            Inst::Ldmatrix { from: (buffer, at), transposed, .. } => {
                let how = if *transposed { "transposed " } else { "" };
                format!("ldmatrix {how}{}[{}]", self.buffer(*buffer), self.index(at))
            }
            Inst::Wgmma(it) => {
                let name = it.op.name();
                let operand = |n: usize, (buffer, at): &(BufferId, Index)| {
                    let how = if it.transposed[n] { "transposed " } else { "" };
                    format!("{how}{}[{}]", self.buffer(*buffer), self.index(at))
                };
                let (lhs, rhs) = (operand(0, &it.lhs), operand(1, &it.rhs));
                format!("wgmma {name} {lhs}, {rhs}, {}", v(&it.acc))
            }
            Inst::WgmmaWait(a, left) => format!("wgmma.wait {} [{left}]", v(a)),
            Inst::Load(_, access) => format!("load {}", self.access(access)),
        }
    }

    fn define_typed(&mut self, value: Value) -> String {
        let ty = self.program.type_of(value);
        format!("{} : {ty}", self.define(value))
    }

    /// Prints a block's statements one step further in, names of its own.
    fn statements(&mut self, block: &Block) -> fmt::Result {
        block.statements.iter().try_for_each(|s| self.statement(s))
    }

    fn inner(&mut self, body: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        let mark = self.scope.len();
        self.depth += 1;
        body(self)?;
        self.depth -= 1;
        for name in self.scope.drain(mark..) {
            self.taken.remove(&name);
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> fmt::Result {
        match statement {
            Stmt::Let(value, inst) => {
                let right = self.inst(self.program.type_of(*value), inst);
                let left = self.define_typed(*value);
                self.line(&format!("{left} = {right}"));
            }
            Stmt::Store(value, access) => {
                self.line(&format!("store {} to {}", self.value(*value), self.access(access)));
            }
            Stmt::StoreNontemporal(value, access) => {
                self.line(&format!(
                    "store.nontemporal {} to {}",
                    self.value(*value),
                    self.access(access)
                ));
            }
            Stmt::AtomicRmw(op, value, access) => {
                let (value, access) = (self.value(*value), self.access(access));
                self.line(&format!("atomic_rmw {} {value} into {access}", op.name()));
            }
            Stmt::Prefetch(buffer, at) => {
                self.line(&format!("prefetch {}[{}]", self.buffer(*buffer), self.index(at)));
            }
            Stmt::Copy { to, from, units } => self.line(&format!(
                "copy {} units from {}[{}] to {}[{}]",
                self.index(units),
                self.buffer(from.0),
                self.index(&from.1),
                self.buffer(to.0),
                self.index(&to.1),
            )),
            Stmt::For(it) => {
                let kind = match it.kind {
                    LoopKind::Serial => "for",
                    LoopKind::Parallel => "parallel for",
                };
                let (from, to) = (self.index(&it.from), self.index(&it.to));
                let initial: Vec<String> =
                    it.carried.iter().map(|c| self.value(c.initial)).collect();
                // The names after the loop belong to the block around it.
                let after: Vec<String> = it.carried.iter().map(|c| self.define(c.after)).collect();
                self.inner(|p| {
                    let var = p.define(it.var);
                    let mut head = format!("{kind} {var} = {from} to {to} step {}", it.step);
                    for (n, Carried { inside, .. }) in it.carried.iter().enumerate() {
                        head.push_str(if n == 0 { " carrying " } else { ", " });
                        let inside = p.define_typed(*inside);
                        write!(head, "{inside} = {} to {}", initial[n], after[n])?;
                    }
                    p.depth -= 1;
                    p.line(&format!("{head} {{"));
                    p.depth += 1;
                    p.statements(&it.body)?;
                    if !it.next.is_empty() {
                        p.line(&format!("next {}", commas(&it.next, |v| p.value(*v))));
                    }
                    Ok(())
                })?;
                self.line("}");
            }
            Stmt::While { condition, test, body } => {
                self.line("while {");
                self.inner(|p| {
                    p.statements(condition)?;
                    p.line(&format!("test {}", p.value(*test)));
                    Ok(())
                })?;
                self.line("} do {");
                self.inner(|p| p.statements(body))?;
                self.line("}");
            }
            Stmt::If { test, then, otherwise } => {
                self.line(&format!("if {} {{", self.value(*test)));
                self.inner(|p| p.statements(then))?;
                if !otherwise.statements.is_empty() {
                    self.line("} else {");
                    self.inner(|p| p.statements(otherwise))?;
                }
                self.line("}");
            }
            Stmt::Kernel { name, facts, body } => {
                self.line(&format!(
                    "kernel {} reads {} writes {} flops {} special {} integer {} {{",
                    quoted(name),
                    facts.bytes_read,
                    facts.bytes_written,
                    facts.flops,
                    facts.special,
                    facts.integer,
                ));
                self.inner(|p| p.statements(body))?;
                self.line("}");
            }
            Stmt::Scratch { buffers, body } => {
                self.line(&format!("scratch {} {{", commas(buffers, |b| self.buffer(*b))));
                self.inner(|p| p.statements(body))?;
                self.line("}");
            }
            Stmt::Matrix(op) => {
                let text = self.matrix(op);
                self.line(&text);
            }
            Stmt::Grid(it) => self.inner(|p| {
                let (block, thread) = (p.define(it.block), p.define(it.thread));
                p.depth -= 1;
                p.line(&format!("grid {block} = {} by {thread} = {} {{", it.blocks, it.threads));
                p.depth += 1;
                p.statements(&it.body)?;
                p.depth -= 1;
                p.line("}");
                p.depth += 1;
                Ok(())
            })?,
            Stmt::Tasks(tasks) => {
                self.line("tasks {");
                self.inner(|p| {
                    for (number, task) in tasks.iter().enumerate() {
                        let after = match &task.after[..] {
                            [] => String::new(),
                            after => format!(" after {}", commas(after, u32::to_string)),
                        };
                        p.line(&format!("task {number} on {}{after} {{", task.core));
                        p.inner(|p| p.statements(&task.body))?;
                        p.line("}");
                    }
                    Ok(())
                })?;
                self.line("}");
            }
            Stmt::Async(op) => {
                let text = self.asynchronous(op);
                self.line(&text);
            }
            Stmt::Barrier => self.line("barrier"),
            Stmt::Call { result, callee, arguments } => {
                let arguments = commas(arguments, |a| match a {
                    Argument::Value(v) => self.value(*v),
                    Argument::Address(b, at) => format!("{}[{}]", self.buffer(*b), self.index(at)),
                });
                let callee = match self.program.externs.get(callee.0 as usize) {
                    Some(function) => word(&function.name),
                    None => format!("undefined_{}", callee.0),
                };
                let call = format!("call @{callee}({arguments})");
                let line = match result {
                    Some(result) => format!("{} = {call}", self.define_typed(*result)),
                    None => call,
                };
                self.line(&line);
            }
            Stmt::Assert { test, message } => {
                self.line(&format!("assert {} {}", self.value(*test), quoted(message)));
            }
        }
        Ok(())
    }
}
