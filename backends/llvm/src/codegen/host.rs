//! Calls of functions of the host: the runtime gets their number and an array
//! of addresses. Calls of routines: these get the runtime, an array of sizes and one of addresses.

use hloom_loops::program::{Argument, Extern, Value};
use inkwell::values::{BasicValueEnum, PointerValue};

use super::function::Function;
use super::ops::{Built, broken};

impl<'c> Function<'_, '_, 'c> {
    /// Calls function `number` of the host.
    pub(super) fn host_call(
        &mut self,
        result: Option<Value>,
        number: u32,
        arguments: &[Argument],
    ) -> Built<()> {
        let runtime = self.side.cpu()?.runtime;
        let pointer = self.ops.pointer_type();
        let array = self.address_array(arguments)?;
        // The second field of the runtime.
        let field = self.ops.i64(size_of::<usize>() as i64);
        let field = self.byte_offset(&self.ops.builder, runtime, field)?;
        let run = self.ops.builder.build_load(pointer, field, "")?;
        let BasicValueEnum::PointerValue(run) = run else {
            return broken("a function that is not a pointer");
        };
        let i32_type = self.unit.cx.i32_type();
        let ty = i32_type.fn_type(&[pointer.into(), i32_type.into(), pointer.into()], false);
        let number = i32_type.const_int(u64::from(number), false);
        let call = self.ops.builder.build_indirect_call(
            ty,
            run,
            &[runtime.into(), number.into(), array.into()],
            "",
        )?;
        if let Some(value) = result {
            self.values.insert(value, self.ops.result(call)?);
        }
        Ok(())
    }

    /// The addresses of buffers, one behind the other in memory.
    fn address_array(&mut self, arguments: &[Argument]) -> Built<PointerValue<'c>> {
        let pointer = self.ops.pointer_type();
        let array = self.stack_slot(pointer.array_type(arguments.len() as u32))?;
        for (at, argument) in (0..).zip(arguments) {
            let Argument::Address(buffer, offset) = argument else {
                return broken("a function of the host with a scalar");
            };
            let address = self.address(*buffer, offset, false)?;
            let place = self.ops.i64(at * size_of::<usize>() as i64);
            let place = self.byte_offset(&self.ops.builder, array, place)?;
            self.ops.builder.build_store(place, address)?;
        }
        Ok(array)
    }

    /// Calls a routine of linear algebra.
    pub(super) fn routine_call(
        &mut self,
        result: Option<Value>,
        declared: &Extern,
        arguments: &[Argument],
    ) -> Built<()> {
        let runtime = self.side.cpu()?.runtime;
        let pointer = self.ops.pointer_type();
        let is_size = |argument: &&Argument| matches!(argument, Argument::Value(_));
        let (sizes, buffers) = arguments.split_at(arguments.iter().take_while(is_size).count());
        let i64_type = self.unit.cx.i64_type();
        let array = self.stack_slot(i64_type.array_type(sizes.len() as u32))?;
        for (at, argument) in (0..).zip(sizes) {
            let Argument::Value(value) = argument else {
                return broken("a routine with sizes behind buffers");
            };
            let value = self.value(*value)?;
            let place = self.ops.i64(at * size_of::<i64>() as i64);
            let place = self.byte_offset(&self.ops.builder, array, place)?;
            self.ops.builder.build_store(place, value)?;
        }
        let addresses = self.address_array(buffers)?;
        let function = self.unit.routine(&declared.name, pointer);
        let call = self.ops.builder.build_call(
            function,
            &[runtime.into(), array.into(), addresses.into()],
            "",
        )?;
        if let Some(value) = result {
            self.values.insert(value, self.ops.result(call)?);
        }
        Ok(())
    }
}
