//! Calls of functions of the host: the runtime gets their number and an array
//! of addresses.

use hloom_loops::program::{Argument, Value};
use inkwell::values::BasicValueEnum;

use super::function::Function;
use super::ops::{Built, broken};

impl Function<'_, '_, '_> {
    /// Calls function `number` of the host.
    pub(super) fn host_call(
        &mut self,
        result: Option<Value>,
        number: u32,
        arguments: &[Argument],
    ) -> Built<()> {
        let runtime = self.side.cpu()?.runtime;
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
}
