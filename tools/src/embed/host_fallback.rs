//! The host fallback of compiled programs: the interpreter runs ops without generated code.

use std::sync::Arc;

use hloom_interp::{OpRunner, Value};
use hloom_ir::literal::sparse::Sparse;
use hloom_ir::{Diagnostic, Literal, Module, Type};
use hloom_llvm::Host;
use hloom_loops::lower::{HostCall, HostFallbacks, HostPlace, HostWork};

use super::assembly::Assembler;

/// The data of a run that the host has beside the values it computes.
#[derive(Clone, Copy, Default)]
pub(crate) struct HostData<'m> {
    /// The sparse arguments, by the numbers of their first arrays among the program's arguments.
    pub(super) stored: &'m [(u32, Arc<Sparse>)],
    /// The codes of plans whose results are assembled.
    pub(super) assembler: Option<&'m Assembler>,
    /// The threads of the run.
    pub(super) threads: usize,
}

/// The host fallback of one run.
pub(crate) struct HostFallback<'m, 'o> {
    module: &'m Module,
    fallbacks: &'m HostFallbacks,
    data: HostData<'m>,
    steps: OpRunner<'m, 'o>,
    host_values: Vec<Option<Value>>,
    /// The error of the op that ended the run.
    failure: Option<Diagnostic>,
}

impl<'m, 'o> HostFallback<'m, 'o> {
    /// The fallback for a program of this module; `arguments` are the values that stay on the host.
    pub(crate) fn new(
        module: &'m Module,
        fallbacks: &'m HostFallbacks,
        options: &'o hloom_interp::Options<'o>,
        arguments: Vec<Value>,
        data: HostData<'m>,
    ) -> HostFallback<'m, 'o> {
        let mut host_values = vec![None; fallbacks.host_values as usize];
        for (&number, value) in fallbacks.arguments.iter().zip(arguments) {
            host_values[number as usize] = Some(value);
        }
        let runner = OpRunner::new(module, options);
        HostFallback { module, fallbacks, data, steps: runner, host_values, failure: None }
    }

    /// The error of the op that ended the run.
    pub(crate) fn failure(&mut self) -> Option<Diagnostic> {
        self.failure.take()
    }

    /// The results that stay on the host, in order.
    pub(crate) fn results(&mut self) -> Vec<Value> {
        let numbers = self.fallbacks.results.iter();
        numbers.filter_map(|&number| self.host_values[number as usize].clone()).collect()
    }

    /// The value at a location; tensors are read from the next buffers.
    fn read<'b>(
        &self,
        place: &HostPlace,
        memory: &mut impl Iterator<Item = &'b [u8]>,
    ) -> Result<Value, String> {
        match place {
            HostPlace::Memory(ty) => {
                let bytes = memory.next().ok_or("an operand has no memory")?;
                let literal = Literal::new(*ty, bytes.into());
                Ok(Value::Tensor(literal.map_err(|error| error.to_string())?))
            }
            HostPlace::OnHost(number) => match self.host_values.get(*number as usize) {
                Some(Some(value)) => Ok(value.clone()),
                _ => Err("an operand was never computed".to_owned()),
            },
            HostPlace::Stored(first) => {
                let found = self.data.stored.iter().find(|(number, _)| number == first);
                let (_, sparse) = found.ok_or("a sparse argument is not there")?;
                Ok(Value::Sparse(sparse.clone()))
            }
            HostPlace::Token => Ok(Value::Token),
            HostPlace::Tuple(parts) => {
                let members = parts.iter().map(|part| self.read(part, memory));
                members.collect::<Result<Vec<Value>, String>>().map(Value::Tuple)
            }
        }
    }

    /// Stores a value to a location.
    fn write<'a, 'b: 'a>(
        &mut self,
        value: Value,
        place: &HostPlace,
        memory: &mut impl Iterator<Item = &'a mut &'b mut [u8]>,
    ) -> Result<(), String> {
        match (place, value) {
            (HostPlace::Memory(_), Value::Mapped(mapped)) => {
                let HostData { assembler, threads, .. } = self.data;
                let dense = match assembler {
                    Some(assembler) => assembler.dense(&mapped, threads)?,
                    None => mapped.to_dense()?,
                };
                self.write(Value::Tensor(dense), place, memory)
            }
            (HostPlace::Memory(_), Value::Sparse(sparse)) => {
                let dense = sparse.to_dense().map_err(|error| error.to_string())?;
                self.write(Value::Tensor(dense), place, memory)
            }
            (HostPlace::Memory(ty), Value::Tensor(literal)) => {
                let to = memory.next().ok_or("a result has no memory")?;
                let literal = literal.expanded();
                if literal.bytes().len() != to.len() || !same_extents(literal.ty(), *ty) {
                    return Err(format!("a result is {} instead of {ty}", literal.ty()));
                }
                to.copy_from_slice(literal.bytes());
                Ok(())
            }
            (HostPlace::OnHost(number), value) => {
                self.host_values[*number as usize] = Some(value);
                Ok(())
            }
            (HostPlace::Token, _) => Ok(()),
            (HostPlace::Tuple(parts), Value::Tuple(members)) if parts.len() == members.len() => {
                let pairs = parts.iter().zip(members);
                pairs.into_iter().try_for_each(|(part, member)| self.write(member, part, memory))
            }
            (_, value) => Err(format!("a result is {}", value.ty())),
        }
    }

    /// Runs an `all_reduce` of ranks between its buffers, without copies of them; returns whether
    /// the call is one.
    fn all_reduce(
        &mut self,
        call: &HostCall,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<bool, String> {
        let in_memory = |place: &HostPlace| matches!(place, HostPlace::Memory(_));
        let mut places = call.operands.iter().chain(&call.results);
        match call.work {
            HostWork::Op(op) if call.captured.is_empty() && places.all(in_memory) => {
                self.steps.all_reduce(op, operands, results).map_err(|error| self.fail(&error))
            }
            _ => Ok(false),
        }
    }

    /// Notes the error that ends the run; returns its sentence.
    fn fail(&mut self, error: &hloom_interp::RunError) -> String {
        self.failure = Some(error.diagnostic());
        error.to_string()
    }

    fn run(&mut self, call: &HostCall, operands: &[&[u8]]) -> Result<Vec<Value>, String> {
        let mut memory = operands.iter().copied();
        let given = call.operands.iter().map(|place| self.read(place, &mut memory));
        let given = given.collect::<Result<Vec<Value>, String>>()?;
        let captured = call.captured.iter();
        let captured = captured.map(|(id, place)| Ok((*id, self.read(place, &mut memory)?)));
        let captured = captured.collect::<Result<Vec<_>, String>>()?;
        let outcome = match call.work {
            HostWork::Move => return Ok(given),
            HostWork::Op(op) => self.steps.op(op, given, captured),
            HostWork::Plan(op) => {
                let HostData { assembler, threads, .. } = self.data;
                if let Some(assembler) = assembler
                    && let Some(made) = assembler.run(self.module, op, &given, threads)?
                {
                    return Ok(vec![made]);
                }
                self.steps.op(op, given, captured)
            }
            HostWork::Function(function) => {
                let name = &self.module.func(function).sym_name.0;
                self.steps.function(name, given)
            }
        };
        outcome.map_err(|error| self.fail(&error))
    }
}

/// Whether tensors have the same extents.
fn same_extents(a: Type, b: Type) -> bool {
    match (a.as_tensor(), b.as_tensor()) {
        (Some(a), Some(b)) => a.dims == b.dims,
        _ => false,
    }
}

impl Host for HostFallback<'_, '_> {
    fn call(
        &mut self,
        function: usize,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), String> {
        let fallbacks = self.fallbacks;
        let call = fallbacks.calls.get(function).ok_or("there is no such function")?;
        if self.all_reduce(call, operands, results)? {
            return Ok(());
        }
        let values = self.run(call, operands)?;
        if values.len() != call.results.len() {
            return Err(format!("{} results instead of {}", values.len(), call.results.len()));
        }
        let mut memory = results.iter_mut();
        let mut pairs = call.results.iter().zip(values);
        pairs.try_for_each(|(place, value)| self.write(value, place, &mut memory))
    }
}
