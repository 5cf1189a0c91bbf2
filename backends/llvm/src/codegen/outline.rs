//! Functions in place of sequences of instructions that occur several times.
//!
//! Before this: [`super::repeats`] found the sequences of a block. After it: each of their places is a
//! call. The functions take and give registers, touch no memory, and belong to the module.

use hloom_loops::program::{Block, Inst, Stmt, Value};
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FunctionValue};
use std::rc::Rc;

use super::function::Function;
use super::ops::{Built, broken};
use super::repeats::{self, Occurrence, Sequence};
use super::side::{CpuSide, Side};

impl<'c> Function<'_, '_, 'c> {
    /// The statements of a block, in which sequences that occur several times are calls.
    pub(super) fn outlined_statements(&mut self, block: &Block) -> Built<()> {
        let found = repeats::find(self.unit.program, block, self.unit.late());
        let mut places = found.places.iter().peekable();
        let mut at = 0;
        while let Some(statement) = block.statements.get(at) {
            match places.next_if(|place| place.statements.start == at) {
                Some(place) => {
                    self.call_sequence(block, place, &found.shapes[place.shape])?;
                    at = place.statements.end;
                }
                None => {
                    self.statement(statement)?;
                    at += 1;
                }
            }
        }
        Ok(())
    }

    /// A call in place of a sequence.
    fn call_sequence(&mut self, block: &Block, place: &Occurrence, shape: &Sequence) -> Built<()> {
        let statements = &block.statements[place.statements.clone()];
        // Constants are used after the sequence too.
        for statement in statements {
            if let Stmt::Let(_, Inst::Const(..) | Inst::Iota(_)) = statement {
                self.statement(statement)?;
            }
        }
        let function = match self.unit.sequence(shape) {
            Some(known) => known,
            None => self.sequence(statements, place, shape)?,
        };
        let mut arguments: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
        for argument in &place.arguments {
            arguments.push(self.value(*argument)?.into());
        }
        let call = self.ops.builder.build_call(function, &arguments, "")?;
        let results = shape.results.iter().map(|at| place.defined[*at]);
        if shape.results.len() == 1 {
            let register = self.ops.result(call)?;
            self.values.extend(results.map(|value| (value, register)));
            return Ok(());
        }
        let BasicValueEnum::StructValue(all) = self.ops.result(call)? else {
            return broken("a call without its results");
        };
        for (at, value) in (0..).zip(results) {
            let register = self.ops.builder.build_extract_value(all, at, "")?;
            self.values.insert(value, register);
        }
        Ok(())
    }

    /// The function of a sequence, made from one of its places.
    fn sequence(
        &self,
        statements: &[Stmt],
        place: &Occurrence,
        shape: &Sequence,
    ) -> Built<FunctionValue<'c>> {
        let (unit, cx) = (self.unit, self.unit.cx);
        let ty = |value: &Value| self.ops.register_type(unit.program.type_of(*value));
        let parameters: Vec<BasicMetadataTypeEnum<'c>> =
            place.arguments.iter().map(|argument| ty(argument).into()).collect();
        let results: Vec<Value> = shape.results.iter().map(|at| place.defined[*at]).collect();
        let types: Vec<BasicTypeEnum<'c>> = results.iter().map(ty).collect();
        let ty = match types[..] {
            [one] => one.fn_type(&parameters, false),
            _ => cx.struct_type(&types, false).fn_type(&parameters, false),
        };
        let function = unit.add_sequence(shape, ty);
        let nothing = unit.pointer_type().const_null();
        let side = Side::Cpu(CpuSide {
            runtime: nothing,
            frame: nothing,
            table: None,
            bodies: None,
            call_table: None,
            worker: cx.i64_type().const_zero(),
        });
        let mut inner = Function::new(unit, function, Rc::default(), side);
        inner.values.extend(place.arguments.iter().copied().zip(function.get_param_iter()));
        // Constants ahead of the sequence: to LLVM, they belong to no function.
        for statement in statements {
            statement.each_operand(&mut |value| {
                if !place.defined.contains(&value) && !place.arguments.contains(&value) {
                    let known = self.values.get(&value);
                    inner.values.extend(known.map(|register| (value, *register)));
                }
            });
        }
        for statement in statements {
            inner.statement(statement)?;
        }
        let mut registers = Vec::with_capacity(results.len());
        for value in &results {
            registers.push(inner.value(*value)?);
        }
        match registers[..] {
            [one] => inner.ops.builder.build_return(Some(&one))?,
            _ => inner.ops.builder.build_aggregate_return(&registers)?,
        };
        inner.finish()?;
        Ok(function)
    }
}
