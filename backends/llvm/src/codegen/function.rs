//! One LLVM function under construction: statements of a loop program.
//!
//! Four kinds of functions are made: the entry; one for each kernel, so that
//! profiles and listings name them; one for each parallel loop's body, which
//! the runtime calls with a share of the iterations; and one for all tasks of a
//! statement, which it calls with the number of a task.

use hloom_loops::index::Range;
use hloom_loops::program::{
    Argument, BinaryOp, Block, BufferId, ExternId, Inst, LoopKind, Parameter, Scalar, Stmt,
    UnaryOp, Value,
};
use inkwell::IntPredicate;
use inkwell::attributes::AttributeLoc;
use inkwell::basic_block::BasicBlock;
use inkwell::builder::Builder;
use inkwell::types::BasicType;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::inst::{range_instruction, scale_instruction};
use super::layout::{ARENA_SLOT, BufferPlace, SCRATCH_SLOT, TABLE_SCRATCH_SLOT};
use super::ops::{Built, CodegenError, Ops, Register, broken};
use super::side::{CpuSide, Side};
use super::target::{CpuOptions, Target};
use super::unit::{Scopes, Unit};

/// A function under construction.
pub(super) struct Function<'u, 'm, 'c> {
    pub(super) unit: &'u Unit<'m, 'c>,
    pub(super) ops: Ops<'m, 'c>,
    /// Loads of addresses and stack slots go here, ahead of everything.
    pub(super) prologue: Builder<'c>,
    start: BasicBlock<'c>,
    pub(super) function: FunctionValue<'c>,
    /// The state that only CPUs or only GPUs have.
    pub(super) side: Side<'u, 'm, 'c>,
    pub(super) values: FxHashMap<Value, Register<'c>>,
    pub(super) ranges: FxHashMap<Value, Range>,
    /// Known divisors of loop variables.
    pub(super) multiples: FxHashMap<Value, u64>,
    /// Inside a loop whose results may go past the caches: whether they do, which is
    /// up to where they start.
    pub(super) non_temporal: Option<bool>,
    /// Inside a loop that ends with a fence for such stores.
    pub(super) fenced: bool,
    pub(super) bases: FxHashMap<BufferId, PointerValue<'c>>,
    /// The alias scopes of each class of buffers.
    pub(super) scopes: Rc<FxHashMap<u32, Scopes<'c>>>,
    /// Whether this runs inside a parallel loop, where others run serially.
    pub(super) parallel: bool,
}

impl<'u, 'm, 'c> Function<'u, 'm, 'c> {
    /// An empty function of a CPU, whose frame pointer is still to be set where it is not
    /// the second parameter.
    pub(super) fn of_cpu(
        unit: &'u Unit<'m, 'c>,
        function: FunctionValue<'c>,
        scopes: Rc<FxHashMap<u32, Scopes<'c>>>,
    ) -> Built<Function<'u, 'm, 'c>> {
        let pointer = |at| match function.get_nth_param(at) {
            Some(BasicValueEnum::PointerValue(pointer)) => Ok(pointer),
            _ => broken("a function without its pointers"),
        };
        let side = Side::Cpu(CpuSide {
            runtime: pointer(0)?,
            frame: pointer(1)?,
            table: None,
            bodies: None,
            call_table: None,
            worker: unit.cx.i64_type().const_zero(),
        });
        Ok(Function::new(unit, function, scopes, side))
    }

    /// An empty function.
    pub(super) fn new(
        unit: &'u Unit<'m, 'c>,
        function: FunctionValue<'c>,
        scopes: Rc<FxHashMap<u32, Scopes<'c>>>,
        side: Side<'u, 'm, 'c>,
    ) -> Function<'u, 'm, 'c> {
        let ops = unit.ops();
        let prologue = unit.cx.create_builder();
        prologue.position_at_end(unit.cx.append_basic_block(function, "entry"));
        let start = unit.cx.append_basic_block(function, "start");
        ops.builder.position_at_end(start);
        Function {
            unit,
            prologue,
            start,
            function,
            side,
            ops,
            values: FxHashMap::default(),
            ranges: FxHashMap::default(),
            multiples: FxHashMap::default(),
            non_temporal: None,
            fenced: false,
            bases: FxHashMap::default(),
            scopes,
            parallel: false,
        }
    }

    /// Whether it is a kernel of a GPU.
    pub(super) fn is_gpu(&self) -> bool {
        matches!(self.side, Side::Nvptx(_))
    }

    /// Closes the prologue. The last block must have its terminator.
    pub(super) fn finish(self) -> Built<()> {
        self.prologue.build_unconditional_branch(self.start)?;
        Ok(())
    }

    pub(super) fn block(&self) -> Built<BasicBlock<'c>> {
        match self.ops.builder.get_insert_block() {
            Some(block) => Ok(block),
            None => broken("a builder without a place"),
        }
    }

    pub(super) fn new_block(&self, name: &str) -> BasicBlock<'c> {
        self.unit.cx.append_basic_block(self.function, name)
    }

    pub(super) fn branch(
        &self,
        test: Register<'c>,
        then: BasicBlock<'c>,
        otherwise: BasicBlock<'c>,
    ) -> Built<()> {
        let BasicValueEnum::IntValue(test) = test else {
            return broken("a test that is not an i1");
        };
        self.ops.builder.build_conditional_branch(test, then, otherwise)?;
        Ok(())
    }

    /// The address of a buffer, computed once for each function.
    pub(super) fn base(&mut self, buffer: BufferId) -> Built<PointerValue<'c>> {
        if let Some(base) = self.bases.get(&buffer) {
            return Ok(*base);
        }
        let base = match (self.unit.layout.place(buffer), &self.side) {
            (BufferPlace::Code, _) => self.unit.constant(buffer)?,
            (
                BufferPlace::Stack
                | BufferPlace::Matrix(_)
                | BufferPlace::Shared
                | BufferPlace::Nowhere,
                _,
            ) => return broken("a scratch buffer outside its block"),
            (_, Side::Nvptx(_)) => return broken("a buffer that the kernel is not given"),
            (place, Side::Cpu(side)) => self.cpu_base(side, buffer, place)?,
        };
        self.bases.insert(buffer, base);
        Ok(base)
    }

    /// The address of a buffer that a CPU's function finds through its frame.
    fn cpu_base(
        &self,
        side: &CpuSide<'_, '_, 'c>,
        buffer: BufferId,
        place: BufferPlace,
    ) -> Built<PointerValue<'c>> {
        let bytes = |at: u64| self.unit.cx.i64_type().const_int(at, false);
        let info = self.unit.program.buffer(buffer);
        let in_table = side.table.and_then(|table| table.get(&buffer).copied());
        let load = |slot, align, bytes| self.load_slot(side.frame, slot, align, bytes);
        match (place, in_table) {
            (BufferPlace::Arena(_), Some(slot)) => load(slot, 64, info.bytes()),
            (BufferPlace::Slot(slot), in_table) => {
                let aligned = info.storage().scalar.bytes() as u64;
                load(in_table.unwrap_or(slot), aligned, info.certain_bytes())
            }
            (BufferPlace::Arena(at), None) => {
                let arena = load(ARENA_SLOT, 64, self.unit.layout.arena_bytes)?;
                self.byte_offset(&self.prologue, arena, bytes(at))
            }
            (BufferPlace::Region(at), _) => {
                let slot = if side.table.is_some() { TABLE_SCRATCH_SLOT } else { SCRATCH_SLOT };
                let all = load(slot, 64, 0)?;
                let mine = self.own_scratch(side.worker, all)?;
                self.byte_offset(&self.prologue, mine, bytes(at))
            }
            _ => broken("a buffer outside the frame"),
        }
    }

    /// The scratch region of a thread, of all that begin at this address.
    fn own_scratch(&self, worker: IntValue<'c>, all: PointerValue<'c>) -> Built<PointerValue<'c>> {
        let size = self.unit.cx.i64_type().const_int(self.unit.layout.scratch_bytes, false);
        let before = self.prologue.build_int_mul(worker, size, "")?;
        self.byte_offset(&self.prologue, all, before)
    }

    /// A pointer of the frame.
    fn load_slot(
        &self,
        frame: PointerValue<'c>,
        slot: usize,
        align: u64,
        bytes: u64,
    ) -> Built<PointerValue<'c>> {
        let at = self.ops.i64((slot * size_of::<usize>()) as i64);
        let address = self.byte_offset(&self.prologue, frame, at)?;
        let loaded = self.prologue.build_load(self.ops.pointer_type(), address, "")?;
        let (Some(load), BasicValueEnum::PointerValue(pointer)) =
            (loaded.as_instruction_value(), loaded)
        else {
            return broken("a frame that is not memory");
        };
        let kinds = &self.unit.kinds;
        let number = |value: u64| {
            self.unit.cx.metadata_node(&[self.unit.cx.i64_type().const_int(value, false).into()])
        };
        self.mark(load, kinds.invariant_load, self.unit.empty)?;
        self.mark(load, kinds.align, number(align))?;
        if bytes != 0 {
            self.mark(load, kinds.dereferenceable, number(bytes))?;
        }
        Ok(pointer)
    }

    /// A stack slot, aligned to 64 bytes.
    pub(super) fn stack_slot(&self, ty: impl BasicType<'c>) -> Built<PointerValue<'c>> {
        let slot = self.prologue.build_alloca(ty, "")?;
        if let Some(instruction) = slot.as_instruction()
            && let Err(error) = instruction.set_alignment(64)
        {
            return broken(&error.to_string());
        }
        Ok(slot)
    }

    pub(super) fn statements(&mut self, block: &Block) -> Built<()> {
        if let Target::Cpu(CpuOptions { outline: true, .. }) = self.unit.target {
            return self.outlined_statements(block);
        }
        block.statements.iter().try_for_each(|statement| self.statement(statement))
    }

    pub(super) fn statement(&mut self, statement: &Stmt) -> Built<()> {
        match statement {
            Stmt::Let(value, inst) => {
                let register = self.inst(inst)?;
                if let Inst::Index(index) = inst {
                    self.ranges.insert(*value, self.range(index));
                    self.multiples.insert(*value, self.multiple(index));
                }
                self.values.insert(*value, register);
                Ok(())
            }
            Stmt::Store(value, access) => {
                let register = self.value(*value)?;
                self.store(register, self.unit.program.type_of(*value), access)
            }
            Stmt::StoreNontemporal(value, access) => {
                let register = self.value(*value)?;
                self.store_non_temporal(register, self.unit.program.type_of(*value), access)
            }
            Stmt::AtomicRmw(op, value, access) => {
                let register = self.value(*value)?;
                self.combine(*op, register, access)
            }
            // The other threads of a GPU run meanwhile.
            Stmt::Prefetch(..) if self.is_gpu() => Ok(()),
            Stmt::Prefetch(buffer, at) => self.prefetch(*buffer, at),
            Stmt::Copy { to, from, units } => self.copy(to, from, units),
            Stmt::For(it) if it.kind == LoopKind::Parallel && !self.parallel => {
                if self.is_gpu() {
                    return self.grid_loop(it);
                }
                self.parallel_loop(it)
            }
            Stmt::For(it) => {
                let (from, to) = (self.index(&it.from)?, self.index(&it.to)?);
                self.counted(it, from, to)
            }
            Stmt::While { condition, test, body } => {
                let (head, inside, after) =
                    (self.new_block("while"), self.new_block("do"), self.new_block("done"));
                self.ops.builder.build_unconditional_branch(head)?;
                self.ops.builder.position_at_end(head);
                self.statements(condition)?;
                self.branch(self.value(*test)?, inside, after)?;
                self.ops.builder.position_at_end(inside);
                self.statements(body)?;
                self.ops.builder.build_unconditional_branch(head)?;
                self.ops.builder.position_at_end(after);
                Ok(())
            }
            Stmt::If { test, then, otherwise } => {
                let (yes, no, after) =
                    (self.new_block("then"), self.new_block("else"), self.new_block("endif"));
                self.branch(self.value(*test)?, yes, no)?;
                for (place, block) in [(yes, then), (no, otherwise)] {
                    self.ops.builder.position_at_end(place);
                    self.statements(block)?;
                    self.ops.builder.build_unconditional_branch(after)?;
                }
                self.ops.builder.position_at_end(after);
                Ok(())
            }
            // Inside a parallel loop the kernel is part of the loop's function.
            Stmt::Kernel { body, .. } if self.parallel => self.statements(body),
            Stmt::Kernel { .. } => self.kernel(),
            Stmt::Scratch { buffers, body } => {
                for id in buffers {
                    if self.unit.layout.place(*id) == BufferPlace::Shared {
                        let base = self.shared(*id)?;
                        self.bases.insert(*id, base);
                    }
                    if self.unit.layout.place(*id) == BufferPlace::Stack {
                        let bytes = self.unit.program.buffer(*id).bytes() as u32;
                        let slot = self.stack_slot(self.unit.cx.i8_type().array_type(bytes))?;
                        self.bases.insert(*id, slot);
                    }
                }
                match self.matrix_registers(buffers) {
                    Some(shapes) => self.with_matrix_registers(&shapes, body),
                    None => self.statements(body),
                }
            }
            Stmt::Matrix(op) => self.matrix(op),
            Stmt::Tasks(tasks) => self.tasks(tasks),
            Stmt::Grid(it) => self.grid(it),
            Stmt::Barrier => self.barrier(),
            Stmt::Async(op) => self.asynchronous(op),
            Stmt::Call { result, callee, arguments } => self.call(*result, *callee, arguments),
            Stmt::Assert { test, message } => {
                let code = self.unit.status(message)?;
                let (failed, after) = (self.new_block("failed"), self.new_block("holds"));
                self.branch(self.value(*test)?, after, failed)?;
                self.ops.builder.position_at_end(failed);
                self.leave_with(code)?;
                self.ops.builder.position_at_end(after);
                Ok(())
            }
        }
    }

    /// Ends the function with a status.
    fn leave_with(&self, code: IntValue<'c>) -> Built<()> {
        if let Side::Nvptx(side) = &self.side {
            let Some(status) = side.status else { return broken("a check without a place") };
            self.ops.builder.build_store(status, code)?;
            self.ops.builder.build_return(None)?;
            return Ok(());
        }
        if self.function.get_type().get_return_type().is_none() {
            return broken("a check where none can be");
        }
        self.ops.builder.build_return(Some(&code))?;
        Ok(())
    }

    /// Calls the function of the kernel that comes next.
    fn kernel(&mut self) -> Built<()> {
        let Some((number, kernel, buffers)) = self.unit.next_call() else {
            return broken("an unplanned kernel");
        };
        let function = self.unit.kernel(kernel);
        let &CpuSide { runtime, frame, call_table, worker, .. } = self.side.cpu()?;
        // One kernel runs at a time, so one table serves all calls.
        let table = match call_table {
            Some(table) => table,
            None => {
                let length = self.unit.plan.longest_table() as u32;
                let table = self.stack_slot(self.ops.pointer_type().array_type(length))?;
                *self.side.cpu_mut()?.call_table.insert(table)
            }
        };
        let mut addresses = Vec::with_capacity(1 + buffers.len());
        if self.unit.layout.scratch_bytes > 0 {
            // In a task, the thread's own part.
            let all = self.load_slot(frame, SCRATCH_SLOT, 64, 0)?;
            addresses.push((TABLE_SCRATCH_SLOT, self.own_scratch(worker, all)?));
        }
        for (slot, buffer) in (TABLE_SCRATCH_SLOT + 1..).zip(buffers) {
            addresses.push((slot, self.base(*buffer)?));
        }
        for (slot, address) in addresses {
            let place = self.unit.cx.i64_type().const_int(8 * slot as u64, false);
            let place = self.byte_offset(&self.ops.builder, table, place)?;
            self.ops.builder.build_store(place, address)?;
        }
        self.record(number, false)?;
        let call = self.ops.builder.build_call(function, &[runtime.into(), table.into()], "")?;
        self.record(number, true)?;
        if !kernel.uses.asserts {
            return Ok(());
        }
        let BasicValueEnum::IntValue(status) = self.ops.result(call)? else {
            return broken("a status that is not an integer");
        };
        let zero = self.unit.cx.i32_type().const_zero();
        let fine = self.ops.icmp(IntPredicate::EQ, status.into(), zero.into())?;
        let (failed, after) = (self.new_block("failed"), self.new_block("holds"));
        self.branch(fine, after, failed)?;
        self.ops.builder.position_at_end(failed);
        self.leave_with(status)?;
        self.ops.builder.position_at_end(after);
        Ok(())
    }

    /// Records that a kernel begins or ends, in code that is compiled for profiles.
    fn record(&self, call: usize, ends: bool) -> Built<()> {
        let Target::Cpu(CpuOptions { profile: true, .. }) = self.unit.target else {
            return Ok(());
        };
        let runtime = self.side.cpu()?.runtime;
        // The fourth field of the runtime.
        let field = self.ops.i64(3 * size_of::<usize>() as i64);
        let field = self.byte_offset(&self.ops.builder, runtime, field)?;
        let run = self.ops.builder.build_load(self.ops.pointer_type(), field, "")?;
        let BasicValueEnum::PointerValue(run) = run else {
            return broken("a function that is not a pointer");
        };
        let (pointer, number) = (self.ops.pointer_type(), self.unit.cx.i32_type());
        let parameters = [pointer.into(), number.into(), number.into()];
        let ty = self.unit.cx.void_type().fn_type(&parameters, false);
        let call = number.const_int(call as u64, false);
        let ends = number.const_int(u64::from(ends), false);
        let arguments = [runtime.into(), call.into(), ends.into()];
        self.ops.builder.build_indirect_call(ty, run, &arguments, "")?;
        Ok(())
    }

    fn call(
        &mut self,
        result: Option<Value>,
        callee: ExternId,
        arguments: &[Argument],
    ) -> Built<()> {
        let declared = self.unit.program.callee(callee);
        if self.is_gpu() {
            return Err(CodegenError::Unsupported(format!("a GPU can't call `{}`", declared.name)));
        }
        if let Some(number) = declared.host_number() {
            return self.host_call(result, number, arguments);
        }
        if declared.is_routine() {
            return self.routine_call(result, declared, arguments);
        }
        let function = self.unit.external(declared)?;
        let mut registers: Vec<BasicMetadataValueEnum<'c>> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            registers.push(match argument {
                Argument::Value(value) => self.value(*value)?.into(),
                Argument::Address(buffer, offset) => self.address(*buffer, offset, false)?.into(),
            });
        }
        let call = self.ops.builder.build_call(function, &registers, "")?;
        for (at, parameter) in (0..).zip(&declared.parameters) {
            if let Parameter::Scalar(Scalar::I1 | Scalar::I8 | Scalar::I16) = parameter {
                call.add_attribute(AttributeLoc::Param(at), self.unit.zero_extended);
            }
        }
        if let Some(value) = result {
            self.values.insert(value, self.ops.result(call)?);
        }
        Ok(())
    }

    fn inst(&mut self, inst: &Inst) -> Built<Register<'c>> {
        let program = self.unit.program;
        let ty = |value: &Value| program.type_of(*value);
        match inst {
            Inst::Const(ty, bits) => self.ops.splat(*ty, *bits),
            Inst::Iota(ty) => self.ops.iota(*ty, 1),
            Inst::Index(index) => Ok(self.index(index)?.into()),
            Inst::FirstLanes(lanes, index) => self.first_lanes(*lanes, index),
            Inst::Unary(UnaryOp::Exp2, a) if self.is_gpu() => {
                self.exp2_of_normals(self.value(*a)?, ty(a))
            }
            Inst::Unary(UnaryOp::EvenBits, a) => self.even_bits(self.value(*a)?, ty(a)),
            Inst::Unary(op, a) => self.ops.unary(*op, self.value(*a)?, ty(a)),
            Inst::Binary(op @ (BinaryOp::Min | BinaryOp::Max), a, b)
                if self.unit.target.has_wide_vectors()
                    && let Some(name) = range_instruction(ty(a)) =>
            {
                self.ops.minmax(&name, *op, (self.value(*a)?, self.value(*b)?), ty(a))
            }
            Inst::Binary(BinaryOp::Scale, a, b)
                if self.unit.target.has_wide_vectors()
                    && let Some(name) = scale_instruction(ty(a)) =>
            {
                self.ops.scale_by(&name, (self.value(*a)?, self.value(*b)?), ty(a))
            }
            Inst::Binary(BinaryOp::Rem, a, b) if self.is_gpu() => {
                self.remainder(self.value(*a)?, self.value(*b)?, ty(a))
            }
            Inst::Binary(op @ (BinaryOp::Shl | BinaryOp::ShrU), a, b)
                if self.is_gpu() && ty(a).scalar.bits() == 64 =>
            {
                self.ops.shift_of_ptx(*op, self.value(*a)?, self.value(*b)?, ty(a))
            }
            Inst::Binary(op, a, b) => self.ops.binary(*op, self.value(*a)?, self.value(*b)?, ty(a)),
            Inst::Compare(op, a, b) => {
                self.ops.compare(*op, self.value(*a)?, self.value(*b)?, ty(a).scalar)
            }
            Inst::Select(c, a, b) => {
                self.ops.select(self.value(*c)?, self.value(*a)?, self.value(*b)?)
            }
            Inst::Fma(a, b, c) => {
                self.ops.math("llvm.fma", &[self.value(*a)?, self.value(*b)?, self.value(*c)?])
            }
            Inst::Dot(op, a, b, c) => {
                self.dot(*op, [self.value(*a)?, self.value(*b)?, self.value(*c)?], ty(c).lanes)
            }
            Inst::Convert(op, a, to) => self.converted(*op, self.value(*a)?, ty(a), *to),
            Inst::Broadcast(a, lanes) => self.ops.broadcast(self.value(*a)?, *lanes),
            Inst::Extract(a, lane) => match self.value(*a)? {
                BasicValueEnum::VectorValue(vector) => self.ops.shuffle(vector, vector, &[*lane]),
                _ => broken("a lane of a scalar"),
            },
            Inst::Insert(a, b, lane) => match self.value(*a)? {
                BasicValueEnum::VectorValue(vector) => {
                    let at = self.unit.cx.i32_type().const_int(u64::from(*lane), false);
                    Ok(self
                        .ops
                        .builder
                        .build_insert_element(vector, self.value(*b)?, at, "")?
                        .into())
                }
                _ => broken("a lane of a scalar"),
            },
            Inst::Shuffle(a, b, lanes) => match (self.value(*a)?, self.value(*b)?) {
                (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                    self.ops.shuffle(a, b, lanes)
                }
                _ => broken("a shuffle of scalars"),
            },
            Inst::Mma(op, a, b, c) => {
                self.mma(*op, [self.value(*a)?, self.value(*b)?, self.value(*c)?])
            }
            Inst::ShuffleXor(a, by) => self.shuffle_xor(self.value(*a)?, ty(a), *by),
            Inst::Ldmatrix { ty, from, transposed } => self.ldmatrix(*ty, from, *transposed),
            Inst::Wgmma(it) => self.wgmma(it),
            Inst::WgmmaWait(a, left) => self.wgmma_wait(self.value(*a)?, ty(a), *left),
            Inst::Load(ty, access) => self.load(*ty, access),
        }
    }
}
