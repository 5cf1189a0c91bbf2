//! Tasks: their bodies become one function, which the runtime calls with a task's number.
//!
//! The function gets the runtime, the program's frame, the number of the task, the number after it,
//! and the number of the thread, which finds its scratch memory. A constant tells the runtime which
//! tasks each core runs, and what they wait for.

use std::rc::Rc;

use hloom_loops::program::tasks::{Order, Task};
use hloom_runtime::tasks::Chains;
use inkwell::values::{BasicValueEnum, PointerValue};

use super::function::Function;
use super::ops::{Built, broken};
use super::parallel::body_type;
use super::unit::Visibility;

impl<'c> Function<'_, '_, 'c> {
    pub(super) fn tasks(&mut self, tasks: &[Task]) -> Built<()> {
        let name = format!("{}.tasks", self.function.get_name().to_string_lossy());
        let ty = body_type(self.unit);
        let function = self.unit.add_function(&name, ty, Visibility::Internal);
        let mut body = Function::of_cpu(self.unit, function, Rc::default())?;
        let (Some(BasicValueEnum::IntValue(number)), Some(BasicValueEnum::IntValue(worker))) =
            (function.get_nth_param(2), function.get_nth_param(4))
        else {
            return broken("tasks without their parameters");
        };
        body.side.cpu_mut()?.worker = worker;
        let start = body.block()?;
        let end = body.new_block("end");
        let mut cases = Vec::with_capacity(tasks.len());
        for (at, task) in (0..).zip(tasks) {
            let place = body.new_block("task");
            body.ops.builder.position_at_end(place);
            body.statements(&task.body)?;
            body.ops.builder.build_unconditional_branch(end)?;
            cases.push((self.unit.cx.i64_type().const_int(at, false), place));
        }
        body.ops.builder.position_at_end(start);
        body.ops.builder.build_switch(number, end, &cases)?;
        body.ops.builder.position_at_end(end);
        body.ops.builder.build_return(None)?;
        body.finish()?;

        let chains = self.chains(tasks);
        let side = self.side.cpu()?;
        let (runtime, frame) = (side.runtime, side.frame);
        // The third field of the runtime.
        let field = self.ops.i64(2 * size_of::<usize>() as i64);
        let field = self.byte_offset(&self.ops.builder, runtime, field)?;
        let run = self.ops.builder.build_load(self.ops.pointer_type(), field, "")?;
        let BasicValueEnum::PointerValue(run) = run else {
            return broken("a function that is not a pointer");
        };
        let pointer = self.ops.pointer_type().into();
        let ty = self.unit.cx.void_type().fn_type(&[pointer; 4], false);
        let body = function.as_global_value().as_pointer_value();
        let arguments = [runtime.into(), body.into(), frame.into(), chains.into()];
        self.ops.builder.build_indirect_call(ty, run, &arguments, "")?;
        Ok(())
    }

    /// The constant with the tasks of each core in order.
    fn chains(&self, tasks: &[Task]) -> PointerValue<'c> {
        let ty = self.unit.cx.i32_type();
        let numbers: Vec<_> = Chains::encode(&Order::chains(tasks))
            .into_iter()
            .map(|n| ty.const_int(u64::from(n.cast_unsigned()), false))
            .collect();
        let data = ty.const_array(&numbers);
        self.unit.constant_data(data, "tasks")
    }
}
