//! Builds loop programs: types are inferred, equal pure values are shared,
//! constants folded.

use super::range_facts::RangeFacts;
use super::{
    Access, Argument, BinaryOp, Block, Buffer, BufferId, Carried, CompareOp, ConvertOp, Extern,
    ExternId, Facts, For, Grid, Inst, Lanes, LoopKind, Program, Scalar, Space, Stmt, Type, UnaryOp,
    Value, ValueInfo, eval,
};
use crate::index::Index;
use hloom_ir::Element;
use rustc_hash::{FxHashMap, FxHashSet};

/// A program under construction, with a place in it where statements go.
///
/// Methods that make an instruction panic on operands it does not take
/// ([`Inst::infer`]): that is a mistake in the caller, never in a user's program.
pub struct Builder {
    program: Program,
    /// The names of buffers, each with the number that it got last to tell it from others.
    names: FxHashMap<String, usize>,
    /// The blocks that are open, innermost last.
    pub(super) open: Vec<Open>,
    /// The bits of constants.
    constants: FxHashMap<Value, u64>,
    /// The narrower floats that values were extended from.
    widened: FxHashMap<Value, Value>,
    /// The scalars that were broadcast to vectors.
    spread: FxHashMap<Value, Value>,
    /// The ranges of indices, where they are known.
    pub(super) ranges: RangeFacts,
    /// Whether exponentials may have the relative error `|x|·2⁻²⁴`, and be zero below 2⁻¹²⁶.
    pub(crate) approximate_exp: bool,
}

/// A place in a program under construction that one can go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    statements: usize,
    externs: usize,
    open: usize,
}

/// Combines partial results, left before right: one value for each, or an error.
pub type Combine<'c, E> = dyn FnMut(&mut Builder, &[Value], &[Value]) -> Result<Vec<Value>, E> + 'c;

#[derive(Default)]
pub(super) struct Open {
    pub(super) block: Block,
    /// Pure values of this block, to be found again.
    known: FxHashMap<Inst, Value>,
    /// Values outside this block can't be used in it.
    closed: bool,
}

/// A loop that is being built.
pub struct OpenFor {
    /// Its variable.
    pub var: Value,
    /// The carried values as they are inside.
    pub inside: Vec<Value>,
    initial: Vec<Value>,
}

impl Builder {
    /// An empty program.
    pub fn new(name: &str) -> Builder {
        let program = Program {
            name: name.to_owned(),
            buffers: Vec::new(),
            externs: Vec::new(),
            values: Vec::new(),
            body: Block::default(),
        };
        Builder {
            program,
            names: FxHashMap::default(),
            open: vec![Open::default()],
            constants: FxHashMap::default(),
            widened: FxHashMap::default(),
            spread: FxHashMap::default(),
            ranges: RangeFacts::default(),
            approximate_exp: false,
        }
    }

    /// The program.
    pub fn finish(mut self) -> Program {
        debug_assert_eq!(self.open.len(), 1, "a block is still open");
        self.program.body = self.open.pop().map(|o| o.block).unwrap_or_default();
        self.program
    }

    /// The program without its open blocks: buffers, values and functions.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Adds a buffer. The name gets a number if it is taken.
    pub fn buffer(
        &mut self,
        name: &str,
        element: Element,
        shape: &[u64],
        space: Space,
    ) -> BufferId {
        let mut unique = name.to_owned();
        if let Some(mut n) = self.names.get(name).copied() {
            while self.names.contains_key(&unique) {
                n += 1;
                unique = format!("{name}_{n}");
            }
            self.names.insert(name.to_owned(), n);
        }
        self.names.insert(unique.clone(), 0);
        self.program.buffers.push(Buffer { name: unique, element, shape: shape.to_vec(), space });
        BufferId(self.program.buffers.len() as u32 - 1)
    }

    /// Gives a buffer another place.
    pub fn place(&mut self, buffer: BufferId, space: Space) {
        self.program.buffers[buffer.0 as usize].space = space;
    }

    /// The function of the runtime with this signature, declared on first use.
    pub fn external(&mut self, function: Extern) -> ExternId {
        let known = self.program.externs.iter().position(|e| *e == function);
        let at = known.unwrap_or_else(|| {
            self.program.externs.push(function);
            self.program.externs.len() - 1
        });
        ExternId(at as u32)
    }

    /// The current state of the program.
    pub fn mark(&self) -> Mark {
        let statements = self.open.last().map_or(0, |open| open.block.statements.len());
        Mark { statements, externs: self.program.externs.len(), open: self.open.len() }
    }

    /// A function of the C library that was first called since a mark.
    pub fn library_since(&self, mark: &Mark) -> Option<String> {
        let new = self.program.externs.get(mark.externs..)?;
        new.iter().find(|e| e.host_number().is_none()).map(|e| e.name.clone())
    }

    /// Forgets the statements and functions since a mark, whose block is then the open one.
    pub fn go_back(&mut self, mark: Mark) {
        self.open.truncate(mark.open);
        if let Some(open) = self.open.last_mut() {
            let gone: FxHashSet<Value> = open
                .block
                .statements
                .drain(mark.statements..)
                .filter_map(|s| match s {
                    Stmt::Let(value, _) => Some(value),
                    _ => None,
                })
                .collect();
            open.known.retain(|_, value| !gone.contains(value));
        }
        self.program.externs.truncate(mark.externs);
    }

    fn value(&mut self, ty: Type, name: Option<&str>) -> Value {
        self.program.values.push(ValueInfo { ty, name: name.map(Into::into) });
        Value(self.program.values.len() as u32 - 1)
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Type {
        self.program.type_of(value)
    }

    /// Gives a value a name for readers.
    pub fn name(&mut self, value: Value, name: &str) {
        self.program.values[value.0 as usize].name = Some(name.into());
    }

    /// Adds a statement.
    pub fn push(&mut self, statement: Stmt) {
        if let Some(open) = self.open.last_mut() {
            open.block.statements.push(statement);
        }
    }

    /// The bits of a constant (splat) value.
    pub fn constant_of(&self, value: Value) -> Option<u64> {
        self.constants.get(&value).copied()
    }

    /// The scalar that all lanes of a vector are, where that is known.
    pub fn one_in_all_lanes(&mut self, vector: Value) -> Option<Value> {
        if let Some(bits) = self.constant_of(vector) {
            let scalar = self.type_of(vector).scalar;
            return Some(self.bits(scalar.vector(1), bits));
        }
        self.spread.get(&vector).copied()
    }

    /// Defines a value.
    pub fn inst(&mut self, inst: Inst) -> Value {
        let inst = self.fold(inst);
        // There and back is where it was.
        if let Inst::Convert(ConvertOp::Float, a, to) = inst
            && let Some(before) = self.widened.get(&a)
            && self.type_of(*before).scalar == to
        {
            return *before;
        }
        if inst.is_pure() {
            for open in self.open.iter().rev() {
                if let Some(value) = open.known.get(&inst) {
                    return *value;
                }
                if open.closed {
                    break;
                }
            }
        }
        let ty = match inst.infer(&|v| self.program.type_of(v)) {
            Ok(ty) => ty,
            Err(wrong) => panic!("a mistyped loop instruction: {} ({inst:?})", wrong.0),
        };
        let value = self.value(ty, None);
        if let Inst::Const(_, bits) = inst {
            self.constants.insert(value, bits);
        }
        if let Inst::Broadcast(one, _) = inst {
            self.spread.insert(value, one);
        }
        if let Inst::Index(index) = &inst {
            self.know_index(value, index);
        }
        if let Inst::Convert(ConvertOp::Float, a, to) = inst
            && to.bits() > self.type_of(a).scalar.bits()
        {
            self.widened.insert(value, a);
        }
        if let (true, Some(open)) = (inst.is_pure(), self.open.last_mut()) {
            open.known.insert(inst.clone(), value);
        }
        self.push(Stmt::Let(value, inst));
        value
    }

    fn fold(&self, inst: Inst) -> Inst {
        let scalar = |v: Value| self.type_of(v).scalar;
        let folded = match &inst {
            Inst::Unary(op, a) => self
                .constant_of(*a)
                .filter(|_| op.accepts(scalar(*a)))
                .map(|x| (self.type_of(*a), eval::unary(*op, scalar(*a), x))),
            Inst::Binary(op, a, b) => self
                .constant_of(*a)
                .zip(self.constant_of(*b))
                .filter(|_| op.accepts(scalar(*a)))
                .map(|(x, y)| (self.type_of(*a), eval::binary(*op, scalar(*a), x, y))),
            Inst::Convert(op, a, to) => self
                .constant_of(*a)
                .filter(|_| op.accepts(scalar(*a), *to))
                .map(|x| (self.type_of(*a).with(*to), eval::convert(*op, scalar(*a), *to, x))),
            Inst::Broadcast(a, lanes) => {
                self.constant_of(*a).map(|x| (scalar(*a).vector(*lanes), x))
            }
            _ => None,
        };
        folded.map_or(inst, |(ty, bits)| Inst::Const(ty, bits))
    }

    /// A constant with these bits in every lane.
    pub fn bits(&mut self, ty: Type, bits: u64) -> Value {
        self.inst(Inst::Const(ty, bits & ty.scalar.mask()))
    }

    /// A number in every lane: rounded for floats, wrapped for integers.
    pub fn number(&mut self, ty: Type, value: f64) -> Value {
        let bits = if ty.scalar.is_float() {
            eval::from_f64(ty.scalar, value)
        } else {
            value as i64 as u64
        };
        self.bits(ty, bits)
    }

    /// An integer in every lane, wrapped.
    pub fn int(&mut self, ty: Type, value: i64) -> Value {
        self.bits(ty, value as u64)
    }

    /// An index expression as an `i64` value.
    pub fn index(&mut self, index: impl Into<Index>) -> Value {
        let index = index.into();
        match (index.as_var(), index.as_constant()) {
            (Some(var), _) => Value(var.0),
            (_, Some(constant)) => self.int(Scalar::I64.ty(), constant),
            _ => self.inst(Inst::Index(index)),
        }
    }

    /// A unary operation.
    pub fn unary(&mut self, op: UnaryOp, a: Value) -> Value {
        self.inst(Inst::Unary(op, a))
    }

    /// A binary operation.
    pub fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        self.inst(Inst::Binary(op, a, b))
    }

    /// A comparison.
    pub fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> Value {
        self.inst(Inst::Compare(op, a, b))
    }

    /// Lane by lane, `a` where `mask` is true, else `b`.
    pub fn select(&mut self, mask: Value, a: Value, b: Value) -> Value {
        if a == b { a } else { self.inst(Inst::Select(mask, a, b)) }
    }

    /// `a·b + c`, rounded once.
    pub fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        self.inst(Inst::Fma(a, b, c))
    }

    /// A conversion.
    pub fn convert(&mut self, op: ConvertOp, a: Value, to: Scalar) -> Value {
        self.inst(Inst::Convert(op, a, to))
    }

    /// A scalar in so many lanes; itself for 1, and a vector of that many lanes
    /// is left alone.
    pub fn broadcast(&mut self, a: Value, lanes: u16) -> Value {
        if self.type_of(a).lanes == lanes { a } else { self.inst(Inst::Broadcast(a, lanes)) }
    }

    /// Combines the lanes of vectors into scalars, in the order of a halving
    /// tree: lane `l` with lane `l + n/2`, until one is left. `combine` gets the
    /// left and the right operands.
    ///
    /// # Errors
    /// The first error of `combine`.
    pub fn try_reduce_lanes<E>(
        &mut self,
        vectors: &[Value],
        combine: &mut Combine<'_, E>,
    ) -> Result<Vec<Value>, E> {
        let mut parts = vectors.to_vec();
        let mut lanes = parts.first().map_or(1, |v| self.type_of(*v).lanes);
        while lanes > 1 {
            let half = lanes / 2;
            let low: Box<[u16]> = (0..half).collect();
            let high: Box<[u16]> = (half..lanes).collect();
            let mut take = |lanes: &[u16]| -> Vec<Value> {
                parts.iter().map(|v| self.inst(Inst::Shuffle(*v, *v, lanes.into()))).collect()
            };
            let (left, right) = (take(&low), take(&high));
            parts = combine(self, &left, &right)?;
            lanes = half;
        }
        Ok(parts)
    }

    /// The same with a `combine` that does not fail.
    pub fn reduce_lanes(
        &mut self,
        vectors: &[Value],
        mut combine: impl FnMut(&mut Builder, &[Value], &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let combined = self.try_reduce_lanes(vectors, &mut |b, left, right| {
            Ok::<_, std::convert::Infallible>(combine(b, left, right))
        });
        match combined {
            Ok(combined) => combined,
        }
    }

    /// A load of units in a row.
    pub fn load(&mut self, ty: Type, buffer: BufferId, offset: impl Into<Index>) -> Value {
        let access = Access { buffer, offset: offset.into(), lanes: Lanes::Contiguous, mask: None };
        self.inst(Inst::Load(ty, access))
    }

    /// A store of units in a row.
    pub fn store(&mut self, value: Value, buffer: BufferId, offset: impl Into<Index>) {
        let access = Access { buffer, offset: offset.into(), lanes: Lanes::Contiguous, mask: None };
        self.push(Stmt::Store(value, access));
    }

    /// Calls a function of the runtime.
    pub fn call(&mut self, callee: ExternId, arguments: Vec<Argument>) -> Option<Value> {
        let result = self.program.callee(callee).result.map(|s| self.value(s.ty(), None));
        self.push(Stmt::Call { result, callee, arguments });
        result
    }

    /// Builds a block on the side; a `closed` one uses no values from outside.
    fn nested<T>(&mut self, closed: bool, body: impl FnOnce(&mut Builder) -> T) -> (Block, T) {
        self.open.push(Open { closed, ..Open::default() });
        let result = body(self);
        let open = self.open.pop().unwrap_or_default();
        (open.block, result)
    }

    /// Opens a block on the side, for callers whose statements can't be built in one closure.
    pub fn open_block(&mut self) {
        self.open.push(Open::default());
    }

    /// Ends the block that was begun last, to be put into a statement.
    pub fn close_block(&mut self) -> Block {
        self.open.pop().unwrap_or_default().block
    }

    /// A loop without carried values; `body` gets the loop variable. Returns what `body` does,
    /// which may be an error.
    pub fn for_each<T>(
        &mut self,
        kind: LoopKind,
        name: &str,
        from: impl Into<Index>,
        to: impl Into<Index>,
        step: i64,
        body: impl FnOnce(&mut Builder, Value) -> T,
    ) -> T {
        let (from, to) = (from.into(), to.into());
        let open = self.open_for(name, &[]);
        self.know_counter(open.var, (&from, &to), step);
        let result = body(self, open.var);
        self.close_for(open, kind, (from, to), step, Vec::new());
        result
    }

    /// A loop that carries values: `body` gets the loop variable and the values
    /// as they are inside, and returns what it yields. Returns them as they are
    /// after the loop.
    pub fn for_carrying(
        &mut self,
        kind: LoopKind,
        name: &str,
        (from, to): (Index, Index),
        step: i64,
        initial: &[Value],
        body: impl FnOnce(&mut Builder, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let open = self.open_for(name, initial);
        self.know_counter(open.var, (&from, &to), step);
        let next = body(self, open.var, &open.inside);
        self.close_for(open, kind, (from, to), step, next)
    }

    /// Begins a loop that carries values, for callers whose statements can't be built in
    /// one closure; [`Builder::close_for`] ends it.
    pub fn open_for(&mut self, name: &str, initial: &[Value]) -> OpenFor {
        let var = self.value(Scalar::I64.ty(), Some(name));
        let inside = initial.iter().map(|v| self.value(self.type_of(*v), None)).collect();
        self.open_block();
        OpenFor { var, inside, initial: initial.to_vec() }
    }

    /// Ends the loop that was begun last; `next` are the values that its body yields. Returns them as
    /// they are after the loop.
    pub fn close_for(
        &mut self,
        open: OpenFor,
        kind: LoopKind,
        (from, to): (Index, Index),
        step: i64,
        next: Vec<Value>,
    ) -> Vec<Value> {
        let body = self.close_block();
        let OpenFor { var, inside, initial } = open;
        let after: Vec<Value> =
            initial.iter().map(|v| self.value(self.type_of(*v), None)).collect();
        let carried = (0..initial.len())
            .map(|n| Carried { inside: inside[n], initial: initial[n], after: after[n] })
            .collect();
        let it = For { kind, var, from, to, step, carried, body, next };
        self.push(Stmt::For(Box::new(it)));
        after
    }

    /// The same of a body that may fail: the loop then yields what came in.
    ///
    /// # Errors
    /// The error of the body.
    pub fn try_for_carrying<E>(
        &mut self,
        kind: LoopKind,
        name: &str,
        bounds: (Index, Index),
        step: i64,
        initial: &[Value],
        body: impl FnOnce(&mut Builder, Value, &[Value]) -> Result<Vec<Value>, E>,
    ) -> Result<Vec<Value>, E> {
        let open = self.open_for(name, initial);
        self.know_counter(open.var, (&bounds.0, &bounds.1), step);
        let (next, failed) = match body(self, open.var, &open.inside) {
            Ok(next) => (next, None),
            Err(error) => (open.inside.clone(), Some(error)),
        };
        let after = self.close_for(open, kind, bounds, step, next);
        failed.map_or(Ok(after), Err)
    }

    /// A loop that runs while a test holds.
    pub fn while_loop(
        &mut self,
        condition: impl FnOnce(&mut Builder) -> Value,
        body: impl FnOnce(&mut Builder),
    ) {
        let (condition, test) = self.nested(false, condition);
        let (body, ()) = self.nested(false, body);
        self.push(Stmt::While { condition, test, body });
    }

    /// A choice of two blocks.
    pub fn branch(
        &mut self,
        test: Value,
        then: impl FnOnce(&mut Builder),
        otherwise: impl FnOnce(&mut Builder),
    ) {
        let (then, ()) = self.nested(false, then);
        let (otherwise, ()) = self.nested(false, otherwise);
        self.push(Stmt::If { test, then, otherwise });
    }

    /// A choice of two blocks, which may fail. Both are built.
    ///
    /// # Errors
    /// The error of the first block, else that of the second.
    pub fn try_branch<E>(
        &mut self,
        test: Value,
        then: impl FnOnce(&mut Builder) -> Result<(), E>,
        otherwise: impl FnOnce(&mut Builder) -> Result<(), E>,
    ) -> Result<(), E> {
        let (then, first) = self.nested(false, then);
        let (otherwise, second) = self.nested(false, otherwise);
        self.push(Stmt::If { test, then, otherwise });
        first.and(second)
    }

    /// [`Builder::try_branch`] of blocks that are built with a common state.
    /// # Errors
    /// The errors of [`Builder::try_branch`].
    pub fn try_branch_with<S: ?Sized, E>(
        &mut self,
        state: &mut S,
        test: Value,
        then: impl FnOnce(&mut S, &mut Builder) -> Result<(), E>,
        otherwise: impl FnOnce(&mut S, &mut Builder) -> Result<(), E>,
    ) -> Result<(), E> {
        let (then, first) = self.nested(false, |b| then(state, b));
        let (otherwise, second) = self.nested(false, |b| otherwise(state, b));
        self.push(Stmt::If { test, then, otherwise });
        first.and(second)
    }

    /// A grid of threads; `body` gets the number of the block and that of the thread.
    pub fn grid<T>(
        &mut self,
        blocks: u64,
        threads: u32,
        body: impl FnOnce(&mut Builder, Value, Value) -> T,
    ) -> T {
        let block = self.value(Scalar::I64.ty(), Some("block"));
        let thread = self.value(Scalar::I64.ty(), Some("thread"));
        self.know_number(block, blocks);
        self.know_number(thread, threads.into());
        let (body, result) = self.nested(false, |b| body(b, block, thread));
        self.push(Stmt::Grid(Box::new(Grid { blocks, threads, block, thread, body })));
        result
    }

    /// A kernel.
    pub fn kernel<T>(
        &mut self,
        name: &str,
        facts: Facts,
        body: impl FnOnce(&mut Builder) -> T,
    ) -> T {
        let (body, result) = self.nested(true, body);
        self.push(Stmt::Kernel { name: name.to_owned(), facts, body });
        result
    }

    /// A block with scratch buffers of its own.
    pub fn scratch<T>(&mut self, buffers: &[BufferId], body: impl FnOnce(&mut Builder) -> T) -> T {
        let (body, result) = self.nested(false, body);
        self.push(Stmt::Scratch { buffers: buffers.to_vec(), body });
        result
    }

    /// A check of a scalar `i1` that ends the program with a message.
    pub fn assert(&mut self, test: Value, message: &str) {
        self.push(Stmt::Assert { test, message: message.to_owned() });
    }
}
