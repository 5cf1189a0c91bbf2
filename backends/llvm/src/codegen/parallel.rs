//! Parallel loops: the body becomes a function, and the runtime calls it.
//!
//! The function gets the runtime, an environment with what the body uses from
//! around it, the range of iterations to run, and the number of the thread among
//! those that work on the loop, which finds its scratch memory.

use hloom_loops::program::{BufferId, For, Uses, Value};
use inkwell::IntPredicate;
use inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum, FunctionType};
use inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};

use super::function::Function;
use super::layout::BufferPlace;
use super::ops::{Built, Register, broken};
use super::unit::{Unit, Visibility};

/// A field of a body's environment, behind the frame.
enum Captured {
    /// The loop's first value, if it is not a constant.
    From,
    /// A value from outside.
    Value(Value),
    /// The address of a scratch buffer that is alive around the loop.
    Buffer(BufferId),
}

impl<'c> Function<'_, '_, 'c> {
    pub(super) fn parallel_loop(&mut self, it: &For) -> Built<()> {
        let (from, to) = (self.index(&it.from)?, self.index(&it.to)?);
        let iterations = self.iterations(from, to, it.step)?;
        let uses = Uses::of(&it.body, &[it.var]);

        let mut captured = Vec::new();
        let mut registers: Vec<Register<'c>> = vec![self.side.cpu()?.frame.into()];
        if !from.is_const() {
            captured.push(Captured::From);
            registers.push(from.into());
        }
        let mut constants = Vec::new();
        for value in &uses.values {
            let register = self.value(*value)?;
            if is_constant(register) {
                constants.push((*value, register));
            } else {
                captured.push(Captured::Value(*value));
                registers.push(register);
            }
        }
        for buffer in &uses.buffers {
            let scratch = matches!(
                self.unit.layout.place(*buffer),
                BufferPlace::Stack | BufferPlace::Region(_)
            );
            if scratch && !uses.made.contains(buffer) {
                captured.push(Captured::Buffer(*buffer));
                registers.push(self.base(*buffer)?.into());
            }
        }

        let types: Vec<BasicTypeEnum<'c>> =
            registers.iter().map(|register| register.get_type()).collect();
        let layout = self.unit.cx.struct_type(&types, false);
        let environment = self.stack_slot(layout)?;
        for (at, register) in (0..).zip(&registers) {
            let field = self.ops.builder.build_struct_gep(layout, environment, at, "")?;
            self.ops.builder.build_store(field, *register)?;
        }

        let (function, is_here) = self.body_function()?;
        if is_here {
            self.body(it, function, from, (&captured, constants, &types))?;
        }

        let runtime = self.side.cpu()?.runtime;
        let run = self.ops.builder.build_load(self.ops.pointer_type(), runtime, "")?;
        let run = pointer(run)?;
        let body_address = function.as_global_value().as_pointer_value();
        self.ops.builder.build_indirect_call(
            run_type(self.unit),
            run,
            &[runtime.into(), body_address.into(), environment.into(), iterations.into()],
            "",
        )?;
        Ok(())
    }

    /// The function of the body that comes next, and whether it is this module's.
    fn body_function(&mut self) -> Built<(FunctionValue<'c>, bool)> {
        let ty = body_type(self.unit);
        let Some((kernel, share, next)) = &mut self.side.cpu_mut()?.bodies else {
            let name = format!("{}.parallel", self.function.get_name().to_string_lossy());
            return Ok((self.unit.add_function(&name, ty, Visibility::Internal), true));
        };
        let (number, is_here) = (*next, share.body(*next));
        *next += 1;
        let name = match number {
            0 => format!("{}.parallel", kernel.symbol),
            number => format!("{}.parallel.{number}", kernel.symbol),
        };
        Ok((self.unit.add_function(&name, ty, self.unit.visibility()), is_here))
    }

    /// The body of a loop as a function, which gets what is captured as an
    /// environment of these types.
    fn body(
        &self,
        it: &For,
        function: FunctionValue<'c>,
        from: IntValue<'c>,
        (captured, constants, types): (
            &[Captured],
            Vec<(Value, Register<'c>)>,
            &[BasicTypeEnum<'c>],
        ),
    ) -> Built<()> {
        let layout = self.unit.cx.struct_type(types, false);
        let mut body = Function::of_cpu(self.unit, function, self.scopes.clone())?;
        let parameter = |at| function.get_nth_param(at);
        let (
            Some(BasicValueEnum::PointerValue(given)),
            Some(BasicValueEnum::IntValue(begin)),
            Some(BasicValueEnum::IntValue(end)),
            Some(BasicValueEnum::IntValue(worker)),
        ) = (parameter(1), parameter(2), parameter(3), parameter(4))
        else {
            return broken("a loop body without its parameters");
        };
        body.parallel = true;
        let field = |at: u32| -> Built<Register<'c>> {
            let address = body.prologue.build_struct_gep(layout, given, at, "")?;
            Ok(body.prologue.build_load(types[at as usize], address, "")?)
        };
        let frame = field(0)?;
        let fields = (1..).take(captured.len()).map(field).collect::<Built<Vec<_>>>()?;
        let table = self.side.cpu()?.table;
        let side = body.side.cpu_mut()?;
        (side.worker, side.frame, side.table) = (worker, pointer(frame)?, table);
        body.values.extend(constants);
        body.ranges.clone_from(&self.ranges);
        body.multiples.clone_from(&self.multiples);
        let mut start = from;
        for (what, register) in captured.iter().zip(fields) {
            match what {
                Captured::From => start = integer(register)?,
                Captured::Value(value) => {
                    body.values.insert(*value, register);
                }
                Captured::Buffer(buffer) => {
                    body.bases.insert(*buffer, pointer(register)?);
                }
            }
        }
        let first = body.iteration_value(start, begin, it)?;
        let last = body.iteration_value(start, end, it)?;
        body.counted(it, first, last)?;
        body.ops.builder.build_return(None)?;
        body.finish()
    }

    /// The trip count of a loop: the range over the step, rounded up.
    fn iterations(&self, from: IntValue<'c>, to: IntValue<'c>, step: i64) -> Built<IntValue<'c>> {
        let ops = &self.ops;
        let zero: Register<'c> = ops.i64(0).into();
        let (from, to): (Register<'c>, Register<'c>) = (from.into(), to.into());
        let some = ops.icmp(IntPredicate::SLT, from, to)?;
        let distance = ops.sub(to, from)?;
        let last = ops.sub(distance, ops.i64(1).into())?;
        let more = ops.udiv(last, ops.i64(step).into())?;
        let count = ops.add(more, ops.i64(1).into())?;
        integer(ops.select(some, count, zero)?)
    }

    /// The loop variable at an iteration's number.
    fn iteration_value(
        &self,
        from: IntValue<'c>,
        number: IntValue<'c>,
        it: &For,
    ) -> Built<IntValue<'c>> {
        let range = self.loop_range(it);
        let safe = range.low > -(1 << 61) && range.high < (1 << 61) && it.step < (1 << 61);
        let (from, number): (Register<'c>, Register<'c>) = (from.into(), number.into());
        let step = self.ops.i64(it.step).into();
        integer(if safe {
            self.ops.add_nsw(from, self.ops.mul_nsw(number, step)?)?
        } else {
            self.ops.add(from, self.ops.mul(number, step)?)?
        })
    }
}

/// `void (runtime, environment, i64 begin, i64 end, i64 worker)`
pub(super) fn body_type<'c>(unit: &Unit<'_, 'c>) -> FunctionType<'c> {
    let pointer: BasicMetadataTypeEnum<'c> = unit.pointer_type().into();
    let number: BasicMetadataTypeEnum<'c> = unit.cx.i64_type().into();
    unit.cx.void_type().fn_type(&[pointer, pointer, number, number, number], false)
}

/// `void (runtime, body, environment, i64 iterations)`
fn run_type<'c>(unit: &Unit<'_, 'c>) -> FunctionType<'c> {
    let pointer: BasicMetadataTypeEnum<'c> = unit.pointer_type().into();
    unit.cx.void_type().fn_type(&[pointer, pointer, pointer, unit.cx.i64_type().into()], false)
}

fn is_constant(register: Register<'_>) -> bool {
    match register {
        BasicValueEnum::IntValue(value) => value.is_const(),
        BasicValueEnum::FloatValue(value) => value.is_const(),
        BasicValueEnum::VectorValue(value) => value.is_const(),
        _ => false,
    }
}

fn pointer<'c>(register: Register<'c>) -> Built<PointerValue<'c>> {
    match register {
        BasicValueEnum::PointerValue(pointer) => Ok(pointer),
        _ => broken("an address that is not a pointer"),
    }
}

fn integer<'c>(register: Register<'c>) -> Built<IntValue<'c>> {
    match register {
        BasicValueEnum::IntValue(integer) => Ok(integer),
        _ => broken("a count that is not an integer"),
    }
}
