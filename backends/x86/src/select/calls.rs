//! Calls: of kernels, of the runtime, which runs parallel loops, and of functions outside.

use hloom_loops::index::Index;
use hloom_loops::plan::layout::{BufferPlace, TABLE_SCRATCH_SLOT};
use hloom_loops::program::{Argument, BufferId, Extern, ExternId, For, Scalar, Uses, Value};
use regalloc2::{Operand, VReg};
use smallvec::smallvec;

use super::index::Operand64;
use super::values::{is_general, is_mask, shape};
use super::{Def, Form, Memory, Parts, Selector, Src};
use crate::machine::{ARGUMENTS, Kind, RAX, general, vector};
use crate::opcode;
use crate::{Built, broken, unsupported};

/// A value or an address that a loop's body gets from around it.
enum Captured {
    /// The loop's first value.
    From,
    Value(Value),
    /// The address of scratch memory.
    Buffer(BufferId),
}

impl<'p> Selector<'_, 'p> {
    /// Calls what is at an address, with general registers as arguments.
    pub(crate) fn call_address(&mut self, address: VReg, arguments: &[VReg]) -> VReg {
        let mut operands = vec![Operand::reg_use(address)];
        let fixed = arguments.iter().zip(&ARGUMENTS);
        operands.extend(fixed.map(|(argument, at)| Self::fixed_use(*argument, *at)));
        let result = self.new_general();
        operands.push(Operand::reg_fixed_def(result, general(RAX)));
        self.push(Kind::Call, &operands);
        result
    }

    /// Calls a function outside of the code by its name.
    pub(crate) fn call_outside(&mut self, name: &str, arguments: &[VReg]) -> Built<VReg> {
        let Some(address) = self.unit.outside(name) else {
            return unsupported("a function that is not known");
        };
        let address = self.number(address as i64);
        Ok(self.call_address(address, arguments))
    }

    /// Calls a function of two floats at an address.
    pub(crate) fn call_of_floats(&mut self, address: u64, a: VReg, b: VReg) -> VReg {
        let address = self.number(address as i64);
        let result = self.new_vector();
        let operands = [
            Operand::reg_use(address),
            Operand::reg_fixed_use(a, vector(0)),
            Operand::reg_fixed_use(b, vector(1)),
            Operand::reg_fixed_def(result, vector(0)),
        ];
        self.push(Kind::Call, &operands);
        result
    }

    /// A field of the runtime: a function.
    pub(crate) fn of_runtime(&mut self, field: i32) -> VReg {
        let register = self.new_general();
        let memory = Memory::at(self.runtime, field * 8);
        let form = Form { def: Some(register), rm: Some(Src::Memory(memory)), ..Form::default() };
        self.ins(opcode::MOV.wide(true), form);
        register
    }

    pub(crate) fn load_general(&mut self, at: u64) -> VReg {
        let register = self.new_general();
        let memory = Self::on_stack(at);
        let form = Form { def: Some(register), rm: Some(Src::Memory(memory)), ..Form::default() };
        self.ins(opcode::MOV.wide(true), form);
        register
    }

    pub(crate) fn store_general(&mut self, register: VReg, at: u64) {
        let form = Form {
            reg: Some(register),
            rm: Some(Src::Memory(Self::on_stack(at))),
            ..Form::default()
        };
        self.ins(opcode::MOV_STORE.wide(true), form);
    }

    /// Calls the function of the kernel that comes next.
    pub(crate) fn kernel_call(&mut self) -> Built<()> {
        let number = self.unit.next_call;
        self.unit.next_call += 1;
        let Some(call) = self.plan.calls.get(number) else { return broken("an unplanned kernel") };
        let kernel = self.plan.kernel(call.function);
        let table = match self.call_table {
            Some(table) => table,
            None => {
                let at = self.stack_slot(8 * self.plan.longest_table() as u64)?;
                *self.call_table.insert(at)
            }
        };
        if self.layout.scratch_bytes > 0 {
            // In a task, the thread's own part.
            let (all, _) = self.scratch()?;
            self.store_general(all, table + 8 * TABLE_SCRATCH_SLOT as u64);
        }
        for (slot, buffer) in (TABLE_SCRATCH_SLOT as u64 + 1..).zip(&call.buffers) {
            let (base, _) = self.base(*buffer)?;
            self.store_general(base, table + 8 * slot);
        }
        self.record(number, false);
        let address = self.lea(Self::on_stack(table))?;
        let status = self.new_general();
        let runtime = self.runtime;
        let operands = [
            Self::fixed_use(runtime, ARGUMENTS[0]),
            Self::fixed_use(address, ARGUMENTS[1]),
            Operand::reg_fixed_def(status, general(RAX)),
        ];
        let function = self.unit.function_of(call.function);
        self.push(Kind::CallFunction(function), &operands);
        self.record(number, true);
        if kernel.uses.asserts {
            let short = self.extended(status, Scalar::I32, false);
            self.leave_unless_zero(short);
        }
        Ok(())
    }

    /// Tells that a kernel begins or ends, in code for profiles.
    fn record(&mut self, call: usize, ends: bool) {
        if !self.unit.profile {
            return;
        }
        let function = self.of_runtime(3);
        let (call, ends) = (self.number(call as i64), self.number(i64::from(ends)));
        let runtime = self.runtime;
        self.call_address(function, &[runtime, call, ends]);
    }

    /// A parallel loop, whose body is a function.
    pub(crate) fn parallel_loop(&mut self, it: &'p For) -> Built<()> {
        let (from, to) = (self.index(&it.from)?.0, self.index(&it.to)?.0);
        let uses = Uses::of(&it.body, &[it.var]);
        let mut captured = Vec::new();
        if matches!(from, Operand64::Register(_)) {
            captured.push(Captured::From);
        }
        let mut constants = Vec::new();
        for value in &uses.values {
            match self.values.get(value) {
                Some(Def::Constant(bits)) => constants.push((*value, *bits)),
                _ => captured.push(Captured::Value(*value)),
            }
        }
        for buffer in &uses.buffers {
            let place = self.layout.place(*buffer);
            let scratch = matches!(place, BufferPlace::Stack | BufferPlace::Region(_));
            if scratch && !uses.made.contains(buffer) {
                captured.push(Captured::Buffer(*buffer));
            }
        }
        // The frame, then what is captured, 64 bytes each part.
        let mut places = Vec::new();
        let mut size = 64;
        for one in &captured {
            places.push(size);
            size += match one {
                Captured::Value(value) => 64 * u64::from(shape(self.type_of(*value)).parts.max(1)),
                Captured::From | Captured::Buffer(_) => 64,
            };
        }
        let environment = self.stack_slot(size)?;
        let frame = self.frame;
        self.store_general(frame, environment);
        for (one, place) in captured.iter().zip(&places) {
            let at = environment + place;
            match one {
                Captured::From => {
                    let from = self.in_register(from);
                    self.store_general(from, at);
                }
                Captured::Value(value) => {
                    self.used(*value);
                    let ty = self.type_of(*value);
                    for (part, register) in (0..).zip(self.parts(*value)?) {
                        let memory = Self::on_stack(at + 64 * part);
                        let mut form = Form {
                            reg: Some(register),
                            rm: Some(Src::Memory(memory)),
                            ..Form::default()
                        };
                        let opcode = if is_mask(ty) {
                            opcode::KMOV_STORE
                        } else if is_general(ty) {
                            opcode::MOV_STORE.wide(true)
                        } else {
                            form.length = 2;
                            opcode::STORE_UPS
                        };
                        self.ins(opcode, form);
                    }
                }
                Captured::Buffer(buffer) => {
                    let (base, _) = self.base(*buffer)?;
                    self.store_general(base, at);
                }
            }
        }
        let start = match from {
            Operand64::Number(number) => Some(number),
            Operand64::Register(_) => None,
        };
        let function = self.body(it, start, (&captured, &places, &constants))?;

        let run = self.of_runtime(0);
        let body = self.new_general();
        self.push(Kind::FunctionAddress(function), &[Operand::reg_def(body)]);
        let environment = self.lea(Self::on_stack(environment))?;
        let iterations = self.iterations(from, to, it.step)?;
        let runtime = self.runtime;
        self.call_address(run, &[runtime, body, environment, iterations]);
        Ok(())
    }

    /// The trip count of a loop: the range over the step, rounded up.
    fn iterations(&mut self, from: Operand64, to: Operand64, step: i64) -> Built<VReg> {
        if let (Operand64::Number(from), Operand64::Number(to)) = (from, to) {
            let count =
                if from < to { (to.wrapping_sub(from) as u64).div_ceil(step as u64) } else { 0 };
            return Ok(self.number(count as i64));
        }
        let (from, to) = (self.in_register(from), self.in_register(to));
        // Fewer than none are none.
        let zero = self.number(0);
        let distance = self.two(opcode::SUB.wide(true), to, from);
        let distance = self.choose_by(opcode::condition::L, (distance, zero), true);
        if step == 1 {
            return Ok(distance);
        }
        let more = self.plus(distance, step - 1)?;
        let step = self.number(step);
        Ok(self.divide(more, step, false, true).0)
    }

    /// The body of a parallel loop as a function. Returns its number.
    fn body(
        &mut self,
        it: &'p For,
        start: Option<i64>,
        (captured, places, constants): (&[Captured], &[u64], &[(Value, u64)]),
    ) -> Built<u32> {
        let (table, kernel) = (self.table, self.kernel);
        let (ranges, multiples) = (self.ranges.clone(), self.multiples.clone());
        let function = self.unit.new_function();
        let mut body = Selector::new(self.unit);
        let arrived = body.arrive(5);
        let (environment, begin, end) = (arrived[1], arrived[2], arrived[3]);
        (body.runtime, body.worker) = (arrived[0], Some(arrived[4]));
        (body.table, body.kernel, body.parallel, body.ranges) = (table, kernel, true, ranges);
        body.multiples = multiples;
        body.count_uses(&it.body);
        body.frame = body.field(environment, 0);
        for (value, bits) in constants {
            body.values.insert(*value, Def::Constant(*bits));
        }
        let mut from = start.map(Operand64::Number);
        for (one, place) in captured.iter().zip(places) {
            match one {
                Captured::From => from = Some(Operand64::Register(body.field(environment, *place))),
                Captured::Value(value) => {
                    let ty = body.type_of(*value);
                    let parts: Parts = if is_mask(ty) {
                        (0..u64::from((ty.lanes / 64).max(1)))
                            .map(|part| {
                                let mask = body.new_mask();
                                let at = Memory::at(environment, (place + 64 * part) as i32);
                                let form = Form {
                                    def: Some(mask),
                                    rm: Some(Src::Memory(at)),
                                    ..Form::default()
                                };
                                body.ins(opcode::KMOV, form);
                                mask
                            })
                            .collect()
                    } else if is_general(ty) {
                        smallvec![body.field(environment, *place)]
                    } else {
                        (0..u64::from(shape(ty).parts))
                            .map(|part| {
                                let at = Memory::at(environment, (place + 64 * part) as i32);
                                body.ins1(opcode::MOVUPS, 2, Src::Memory(at))
                            })
                            .collect()
                    };
                    body.define(*value, parts, 0);
                }
                Captured::Buffer(buffer) => {
                    let base = body.field(environment, *place);
                    body.know_base(*buffer, base);
                }
            }
        }
        let Some(from) = from else { return broken("a loop without a first value") };
        let first = body.iteration(from, begin, it.step)?;
        let last = body.iteration(from, end, it.step)?;
        // The runtime calls the body for one iteration at least.
        body.counted_if(it, Operand64::Register(first), Operand64::Register(last), true)?;
        body.end_with_zero();
        let (code, stack) = body.finish();
        self.unit.emit(function, code, stack)?;
        Ok(function)
    }

    /// A field of the environment of a loop's body.
    fn field(&mut self, environment: VReg, at: u64) -> VReg {
        let register = self.new_general();
        let memory = Memory::at(environment, at as i32);
        let form = Form { def: Some(register), rm: Some(Src::Memory(memory)), ..Form::default() };
        self.ins(opcode::MOV.wide(true), form);
        register
    }

    /// A loop's variable at an iteration's number.
    fn iteration(&mut self, from: Operand64, number: VReg, step: i64) -> Built<VReg> {
        let scaled = self.times(number, step)?;
        match from {
            Operand64::Number(from) => self.plus(scaled, from),
            Operand64::Register(from) => Ok(self.two(opcode::ADD.wide(true), scaled, from)),
        }
    }

    fn call_arguments(&mut self, arguments: &[Argument]) -> Built<Vec<VReg>> {
        arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(value) => {
                    self.used(*value);
                    let ty = self.type_of(*value);
                    if !is_general(ty) {
                        return unsupported("a call with floats");
                    }
                    let register = self.one(*value)?;
                    Ok(self.extended(register, ty.scalar, false))
                }
                Argument::Address(buffer, offset) => self.argument_address(*buffer, offset),
            })
            .collect()
    }

    fn argument_address(&mut self, buffer: BufferId, offset: &Index) -> Built<VReg> {
        let memory = self.address(buffer, offset)?;
        self.lea(memory)
    }

    pub(crate) fn call(
        &mut self,
        result: Option<Value>,
        callee: ExternId,
        arguments: &'p [Argument],
    ) -> Built<()> {
        let declared: &Extern = self.program.callee(callee);
        if declared.result.is_some_and(|scalar| scalar.is_float()) {
            return unsupported("a call that gives a float");
        }
        let status = if let Some(number) = declared.host_number() {
            let arguments = self.call_arguments(arguments)?;
            let array = self.array(&arguments)?;
            let run = self.of_runtime(1);
            let number = self.number(i64::from(number));
            let runtime = self.runtime;
            self.call_address(run, &[runtime, number, array])
        } else if declared.is_routine() {
            let is_size = |argument: &&Argument| matches!(argument, Argument::Value(_));
            let count = arguments.iter().take_while(is_size).count();
            let arguments = self.call_arguments(arguments)?;
            let (sizes, buffers) = arguments.split_at(count);
            let (sizes, buffers) = (self.array(sizes)?, self.array(buffers)?);
            let runtime = self.runtime;
            self.call_outside(&declared.name, &[runtime, sizes, buffers])?
        } else {
            if arguments.len() > ARGUMENTS.len() {
                return unsupported("a call with many arguments");
            }
            let arguments = self.call_arguments(arguments)?;
            self.call_outside(&declared.name, &arguments)?
        };
        if let Some(value) = result {
            let status = match self.type_of(value).scalar {
                Scalar::I1 => self.with_number(opcode::ALU_IMMEDIATE, 4, status, (1, 4)),
                _ => status,
            };
            self.define(value, smallvec![status], self.now);
        }
        Ok(())
    }

    /// Registers one behind the other in memory.
    fn array(&mut self, registers: &[VReg]) -> Built<VReg> {
        let at = self.stack_slot(8 * registers.len().max(1) as u64)?;
        for (number, register) in (0..).zip(registers) {
            self.store_general(*register, at + 8 * number);
        }
        self.lea(Self::on_stack(at))
    }
}
