//! Blocks with their values and buffers numbered anew.
//!
//! Two kernels that do the same to different buffers are equal once both are counted
//! in the order in which they come up: [`canonical`] does that. A code generator
//! makes one function of them.

use super::{
    Access, Argument, AsyncOp, Block, BufferId, Carried, For, Grid, Inst, Lanes, Program, Stmt,
    TmaLoad, Value, Wgmma,
};
use crate::index::{Index, Var};
use crate::program::Type;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A block that is equal to those that do the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Canonical {
    /// The block, with values and buffers counted in the order of their first
    /// mention.
    pub block: Block,
    /// The type of each value.
    pub types: Vec<Type>,
}

/// A block's canonical form, and its buffers in the order of their new numbers.
pub fn canonical(program: &Program, block: &Block) -> (Canonical, Vec<BufferId>) {
    let mut counted = Counted::new(program, 0, false);
    let block = counted.block(block);
    (Canonical { block, types: counted.types }, counted.order)
}

/// The same block with values of its own, which the program is given along with their
/// names; values from outside too.
pub fn fresh(program: &mut Program, block: &Block) -> Block {
    let first = program.values.len() as u32;
    let mut counted = Counted::new(program, first, true);
    let block = counted.block(block);
    let mut infos: Vec<(Value, Value)> = counted.values.into_iter().collect();
    infos.sort_unstable_by_key(|(_, new)| *new);
    for (old, _) in infos {
        let info = program.values[old.0 as usize].clone();
        program.values.push(info);
    }
    block
}

struct Counted<'p> {
    program: &'p Program,
    values: FxHashMap<Value, Value>,
    types: Vec<Type>,
    buffers: FxHashMap<BufferId, BufferId>,
    order: Vec<BufferId>,
    /// The number of the first value.
    first: u32,
    /// Whether buffers keep their numbers.
    same_buffers: bool,
}

impl<'p> Counted<'p> {
    fn new(program: &'p Program, first: u32, same_buffers: bool) -> Counted<'p> {
        Counted {
            program,
            values: FxHashMap::default(),
            types: Vec::new(),
            buffers: FxHashMap::default(),
            order: Vec::new(),
            first,
            same_buffers,
        }
    }

    fn value(&mut self, value: Value) -> Value {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let new = Value(self.first + self.types.len() as u32);
        self.types.push(self.program.type_of(value));
        self.values.insert(value, new);
        new
    }

    fn buffer(&mut self, buffer: BufferId) -> BufferId {
        if self.same_buffers {
            return buffer;
        }
        let order = &mut self.order;
        *self.buffers.entry(buffer).or_insert_with(|| {
            order.push(buffer);
            BufferId(order.len() as u32 - 1)
        })
    }

    fn index(&mut self, index: &Index) -> Index {
        index.each_var(&mut |var| {
            self.value(Value(var.0));
        });
        index.rename(&|var| Var(self.values.get(&Value(var.0)).map_or(var.0, |value| value.0)))
    }

    fn place(&mut self, (buffer, offset): &(BufferId, Index)) -> (BufferId, Index) {
        (self.buffer(*buffer), self.index(offset))
    }

    fn access(&mut self, access: &Access) -> Access {
        Access {
            buffer: self.buffer(access.buffer),
            offset: self.index(&access.offset),
            lanes: match &access.lanes {
                Lanes::Contiguous => Lanes::Contiguous,
                Lanes::Strided(stride) => Lanes::Strided(*stride),
                Lanes::Gather(at) => Lanes::Gather(self.value(*at)),
            },
            mask: access.mask.map(|mask| self.value(mask)),
        }
    }

    fn inst(&mut self, inst: &Inst) -> Inst {
        match inst {
            Inst::Const(..) | Inst::Iota(_) => inst.clone(),
            Inst::Index(index) => Inst::Index(self.index(index)),
            Inst::FirstLanes(lanes, index) => Inst::FirstLanes(*lanes, self.index(index)),
            Inst::Unary(op, a) => Inst::Unary(*op, self.value(*a)),
            Inst::Convert(op, a, to) => Inst::Convert(*op, self.value(*a), *to),
            Inst::Broadcast(a, lanes) => Inst::Broadcast(self.value(*a), *lanes),
            Inst::Dot(op, a, b, c) => {
                Inst::Dot(*op, self.value(*a), self.value(*b), self.value(*c))
            }
            Inst::Mma(op, a, b, c) => {
                Inst::Mma(*op, self.value(*a), self.value(*b), self.value(*c))
            }
            Inst::ShuffleXor(a, by) => Inst::ShuffleXor(self.value(*a), *by),
            Inst::Extract(a, lane) => Inst::Extract(self.value(*a), *lane),
            Inst::Binary(op, a, b) => Inst::Binary(*op, self.value(*a), self.value(*b)),
            Inst::Compare(op, a, b) => Inst::Compare(*op, self.value(*a), self.value(*b)),
            Inst::Insert(a, b, lane) => Inst::Insert(self.value(*a), self.value(*b), *lane),
            Inst::Shuffle(a, b, lanes) => {
                Inst::Shuffle(self.value(*a), self.value(*b), lanes.clone())
            }
            Inst::Select(a, b, c) => Inst::Select(self.value(*a), self.value(*b), self.value(*c)),
            Inst::Fma(a, b, c) => Inst::Fma(self.value(*a), self.value(*b), self.value(*c)),
            Inst::Ldmatrix { ty, from, transposed } => {
                Inst::Ldmatrix { ty: *ty, from: self.place(from), transposed: *transposed }
            }
            Inst::Wgmma(it) => {
                let (lhs, rhs) = (self.place(&it.lhs), self.place(&it.rhs));
                let acc = self.value(it.acc);
                let (op, transposed) = (it.op, it.transposed);
                Inst::Wgmma(Box::new(Wgmma { op, lhs, rhs, transposed, acc }))
            }
            Inst::WgmmaWait(a, left) => Inst::WgmmaWait(self.value(*a), *left),
            Inst::Load(ty, access) => Inst::Load(*ty, self.access(access)),
        }
    }

    fn block(&mut self, block: &Block) -> Block {
        let statements = block.statements.iter().map(|statement| self.statement(statement));
        Block { statements: statements.collect() }
    }

    fn counted(&mut self, it: &For) -> For {
        let (from, to) = (self.index(&it.from), self.index(&it.to));
        let initial: Vec<Value> = it.carried.iter().map(|c| self.value(c.initial)).collect();
        let var = self.value(it.var);
        let inside: Vec<Value> = it.carried.iter().map(|c| self.value(c.inside)).collect();
        let body = self.block(&it.body);
        let next = it.next.iter().map(|next| self.value(*next)).collect();
        let carried = it.carried.iter().zip(initial).zip(inside);
        let carried = carried
            .map(|((c, initial), inside)| Carried { inside, initial, after: self.value(c.after) })
            .collect();
        For { kind: it.kind, var, from, to, step: it.step, carried, body, next }
    }

    fn asynchronous(&mut self, op: &AsyncOp) -> AsyncOp {
        match op {
            AsyncOp::CpAsync { to, from, units, when } => {
                let (to, from) = (self.place(to), self.place(from));
                let when = when.map(|when| self.value(when));
                AsyncOp::CpAsync { to, from, units: *units, when }
            }
            AsyncOp::CommitGroup | AsyncOp::WaitGroup(_) | AsyncOp::SetMaxNReg { .. } => op.clone(),
            AsyncOp::MbarrierInit { at, arrivals } => {
                AsyncOp::MbarrierInit { at: self.place(at), arrivals: *arrivals }
            }
            AsyncOp::MbarrierArrive { at, bytes, when } => {
                let at = self.place(at);
                AsyncOp::MbarrierArrive {
                    at,
                    bytes: *bytes,
                    when: when.map(|when| self.value(when)),
                }
            }
            AsyncOp::MbarrierWait { at, phase } => {
                AsyncOp::MbarrierWait { at: self.place(at), phase: self.index(phase) }
            }
            AsyncOp::TmaLoad(load) => {
                let (to, from) = (self.place(&load.to), self.buffer(load.from));
                let coords = load.coords.iter().map(|index| self.index(index)).collect();
                let (map, mbarrier) = (load.map.clone(), self.place(&load.mbarrier));
                AsyncOp::TmaLoad(Box::new(TmaLoad { to, from, map, coords, mbarrier }))
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) -> Stmt {
        match statement {
            Stmt::Let(value, inst) => {
                let inst = self.inst(inst);
                Stmt::Let(self.value(*value), inst)
            }
            Stmt::Store(value, access) => Stmt::Store(self.value(*value), self.access(access)),
            Stmt::StoreNontemporal(value, access) => {
                Stmt::StoreNontemporal(self.value(*value), self.access(access))
            }
            Stmt::AtomicRmw(op, value, access) => {
                Stmt::AtomicRmw(*op, self.value(*value), self.access(access))
            }
            Stmt::Prefetch(buffer, at) => Stmt::Prefetch(self.buffer(*buffer), self.index(at)),
            Stmt::Copy { to, from, units } => {
                let (to, from) = (self.place(to), self.place(from));
                Stmt::Copy { to, from, units: self.index(units) }
            }
            Stmt::For(it) => Stmt::For(Box::new(self.counted(it))),
            Stmt::Grid(it) => {
                let (block, thread) = (self.value(it.block), self.value(it.thread));
                let (blocks, threads, body) = (it.blocks, it.threads, self.block(&it.body));
                Stmt::Grid(Box::new(Grid { blocks, threads, block, thread, body }))
            }
            Stmt::Barrier => Stmt::Barrier,
            Stmt::Async(op) => Stmt::Async(self.asynchronous(op)),
            Stmt::While { condition, test, body } => {
                let condition = self.block(condition);
                let test = self.value(*test);
                Stmt::While { condition, test, body: self.block(body) }
            }
            Stmt::If { test, then, otherwise } => Stmt::If {
                test: self.value(*test),
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            // A name is for readers, and facts are for profiles.
            Stmt::Kernel { name: _, facts: _, body } => Stmt::Kernel {
                name: String::new(),
                facts: Default::default(),
                body: self.block(body),
            },
            Stmt::Scratch { buffers, body } => Stmt::Scratch {
                buffers: buffers.iter().map(|buffer| self.buffer(*buffer)).collect(),
                body: self.block(body),
            },
            Stmt::Matrix(op) => {
                let this = std::cell::RefCell::new(&mut *self);
                Stmt::Matrix(
                    op.renamed(&mut |buffer| this.borrow_mut().buffer(buffer), &mut |index| {
                        this.borrow_mut().index(index)
                    }),
                )
            }
            Stmt::Call { result, callee, arguments } => {
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) => Argument::Value(self.value(*value)),
                    Argument::Address(buffer, offset) => {
                        Argument::Address(self.buffer(*buffer), self.index(offset))
                    }
                });
                let arguments = arguments.collect();
                let result = result.map(|result| self.value(result));
                Stmt::Call { result, callee: *callee, arguments }
            }
            Stmt::Assert { test, message } => {
                Stmt::Assert { test: self.value(*test), message: message.clone() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The canonical form of the kernel with this number.
    fn kernel(program: &Program, number: usize) -> (Canonical, Vec<BufferId>) {
        let kernels = program.body.statements.iter().filter_map(|statement| match statement {
            Stmt::Kernel { body, .. } => Some(body),
            _ => None,
        });
        canonical(program, kernels.into_iter().nth(number).unwrap())
    }

    #[test]
    fn equal_kernels_are_equal_and_others_are_not() {
        let one = |from: &str, to: &str, what: &str, by: u32| {
            format!(
                r#"kernel "{from} to {to}" reads {by} writes 64 flops 16 special 0 integer 0 {{
                    for %i = 0 to 16 step {by} {{
                      %0 : f32 = load @{from}[%i]
                      %1 : f32 = {what} %0, %0
                      store %1 to @{to}[%i]
                    }}
                  }}"#
            )
        };
        let kernels = [
            one("x", "y", "add", 1),
            one("y", "z", "add", 1),
            one("x", "z", "mul", 1),
            one("x", "z", "add", 2),
            one("x", "x2", "add", 1),
        ];
        let text = format!(
            "program @main {{ argument 0 @x : f32[16]\n result 0 @y : f32[16]\n result 1 @z : f32[16]\n result 2 @x2 : f32[16]\n {} }}",
            kernels.join("\n")
        );
        let program = crate::text::parse(&text).unwrap();
        program.verify().unwrap();
        let (first, buffers) = kernel(&program, 0);
        let names: Vec<&str> =
            buffers.iter().map(|buffer| program.buffer(*buffer).name.as_str()).collect();
        assert_eq!(names, ["x", "y"]);
        let same = [1, 2, 3, 4].map(|number| kernel(&program, number).0 == first);
        assert_eq!(same, [true, false, false, true]);
    }
}
