//! Host fallback: the ops and values that a program leaves to its host, which interprets them.
//!
//! An op that no code is generated for becomes a call of a function of the host
//! ([`Extern::host`]), with the memory of its operands and of its results. Values
//! that have no buffer, because their size is known only when they are there or
//! because they are not tensors, stay with the host, which knows them by number; ops
//! on such values run there too. So every program can be lowered, and what is dear
//! in it stays machine code.

use super::Lowering;
use super::slot::Slot;
use crate::lower::Unsupported;
use crate::program::{Argument, CompareOp, Extern, Parameter, Scalar, Stmt};
use hloom_ir::ops::Op;
use hloom_ir::{OpId, Type, Value};
use hloom_storage::fused;
use rustc_hash::FxHashSet;

/// The ops and values that a program leaves to the host.
#[derive(Clone, Default, Debug)]
pub struct HostFallbacks {
    /// The functions that the program calls, by number.
    pub calls: Vec<HostCall>,
    /// The number of values that stay on the host.
    pub host_values: u32,
    /// The numbers of those arguments, members of tuples one by one, that are kept.
    pub arguments: Vec<u32>,
    /// The numbers of those results that are kept, in the same way.
    pub results: Vec<u32>,
    /// The function's results that are kept although their size is known: the host assembles them, or passes
    /// arguments on.
    pub assembled: Vec<usize>,
    /// The function's arguments that are kept although their size is known: the arrays of mappings.
    pub mapped: Vec<usize>,
}

/// A function of the host.
#[derive(Clone, Debug)]
pub struct HostCall {
    /// The work.
    pub work: HostWork,
    /// The operands, in order.
    pub operands: Vec<HostPlace>,
    /// Values that the op's regions use from around it.
    pub captured: Vec<(Value, HostPlace)>,
    /// The places of the results.
    pub results: Vec<HostPlace>,
    /// The reason why the op was not lowered, unless only the host can run it.
    pub why: Option<String>,
}

/// The work of a function of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostWork {
    /// Runs an op.
    Op(OpId),
    /// Assembles the result of a fusion's storage plan, a tensor stored by levels.
    Plan(OpId),
    /// Runs a whole function.
    Function(OpId),
    /// Moves a value.
    Move,
}

/// The place of an operand or a result of a function of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostPlace {
    /// In the memory that comes next among that of the call.
    Memory(Type),
    /// On the host, under this number.
    OnHost(u32),
    /// Among the arguments of the run, stored sparsely: the number of the program's argument that is
    /// its first array.
    Stored(u32),
    /// Nowhere: it is a token.
    Token,
    /// Its members lie there.
    Tuple(Vec<HostPlace>),
}

impl Lowering<'_> {
    /// Whether values of a type stay with the host.
    pub(super) fn stays_on_host(&self, ty: Type) -> bool {
        self.fallbacks.is_some()
            && ty.members().is_none()
            && ty != Type::token()
            && ty.as_tensor().is_none_or(|t| t.buffer_size().is_none())
    }

    /// Whether the host runs an op because an operand or a result of it stays there.
    pub(super) fn is_host_op(&self, op: OpId) -> bool {
        let module = self.module;
        let structure = matches!(
            module.op(op),
            Op::Call(_)
                | Op::Case(_)
                | Op::Constant(_)
                | Op::DataFlowEdge(_)
                | Op::GetElement(_)
                | Op::GetField(_)
                | Op::GetTupleElement(_)
                | Op::If(_)
                | Op::MakeArray(_)
                | Op::MakeStruct(_)
                | Op::OptimizationBarrier(_)
                | Op::PropagationBarrier(_)
                | Op::Reshard(_)
                | Op::ShardingConstraint(_)
                | Op::Tuple(_)
                | Op::While(_)
                | Op::WithElement(_)
                | Op::WithField(_)
        );
        if self.fallbacks.is_none() || structure {
            return false;
        }
        let stays = |op: OpId| {
            let operands = module.operands(op).iter().map(|&v| module.ty(v));
            operands.chain(module.result_types(op)).any(|ty| self.stays_on_host(ty))
        };
        stays(op) || matches!(module.op(op), Op::Fusion(_)) && module.walk(op).any(stays)
    }

    /// A place for a value that stays on the host.
    pub(super) fn host_slot(&mut self) -> Slot {
        match &mut self.fallbacks {
            Some(fallbacks) => {
                fallbacks.host_values += 1;
                Slot::OnHost(fallbacks.host_values - 1)
            }
            None => Slot::Token,
        }
    }

    /// The place of an argument of the function, if it stays with the host in the arrays of its mapping:
    /// only plans and conversions to dense tensors read it, or the function returns it.
    pub(super) fn mapped_argument(&mut self, number: usize, v: Value) -> Option<Slot> {
        let module = self.module;
        let mut users = module.uses(v).map(|(user, _)| module.op(user));
        let fits = fused::is_mapped(module.ty(v))
            && self.machine.gpu.is_none()
            && users.all(|op| match op {
                Op::Relayout(_) | Op::FuncReturn(_) => true,
                Op::Fusion(it) => it.plan.is_some(),
                // Any other op: reads the elements of a dense tensor.
                _ => false,
            });
        if let Some(fallbacks) = self.fallbacks.as_mut().filter(|_| fits) {
            fallbacks.mapped.push(number);
            return Some(self.host_argument());
        }
        None
    }

    pub(super) fn host_argument(&mut self) -> Slot {
        let slot = self.host_slot();
        if let (Some(fallbacks), Slot::OnHost(number)) = (&mut self.fallbacks, &slot) {
            fallbacks.arguments.push(*number);
        }
        slot
    }

    /// The place of a result of the function that the host assembles.
    pub(super) fn assembled_result(&mut self, number: usize) -> Slot {
        if let Some(fallbacks) = &mut self.fallbacks {
            fallbacks.assembled.push(number);
        }
        self.host_result()
    }

    pub(super) fn host_result(&mut self) -> Slot {
        let slot = self.host_slot();
        if let (Some(fallbacks), Slot::OnHost(number)) = (&mut self.fallbacks, &slot) {
            fallbacks.results.push(*number);
        }
        slot
    }

    /// Leaves an op that can't be lowered to the host, with the reason.
    ///
    /// # Errors
    /// The reason, if nothing may be left to the host.
    pub(super) fn host_or(&mut self, op: OpId, why: Unsupported) -> Result<(), Unsupported> {
        if self.fallbacks.is_none() {
            return Err(why);
        }
        self.host(op)?;
        if let Some(call) = self.fallbacks.as_mut().and_then(|it| it.calls.last_mut()) {
            call.why = Some(why.why);
        }
        Ok(())
    }

    /// Leaves an op to the host.
    pub(super) fn host(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let mut operands = Vec::new();
        for &v in module.operands(op) {
            operands.push((self.slot(op, v)?, Some(module.ty(v))));
        }
        let mut captured = Vec::new();
        for v in self.captured(op) {
            captured.push((v, (self.slot(op, v)?, Some(module.ty(v)))));
        }
        let mut results = Vec::new();
        for result in module.results(op) {
            let ty = module.ty(result);
            let is_buffer =
                ty.members().is_none() && ty != Type::token() && !self.stays_on_host(ty);
            results.push(if is_buffer {
                Slot::Buffer(self.buffer_for(op, result)?)
            } else {
                self.temporaries(op, ty, module.name(result).unwrap_or("t"))?
            });
        }
        self.host_call(op, HostWork::Op(op), &operands, &captured, &results)?;
        self.slots.extend(module.results(op).into_iter().zip(results));
        Ok(())
    }

    /// Leaves a whole function to the host.
    pub(super) fn whole_function(&mut self, function: OpId) -> Result<(), Unsupported> {
        let it = self.module.func(function).function_type;
        let mut operands = Vec::new();
        for &ty in it.inputs() {
            operands.push((self.argument(function, ty, "arg")?, Some(ty)));
        }
        let mut results = Vec::new();
        for &ty in it.results() {
            results.push(self.result_slot(function, ty)?);
        }
        self.own_results = self.results.len();
        self.host_call(function, HostWork::Function(function), &operands, &[], &results)
    }

    /// The values that an op's regions use from around it; constants are known
    /// anyway.
    fn captured(&self, op: OpId) -> Vec<Value> {
        let module = self.module;
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for inner in module.walk(op).filter(|&inner| inner != op) {
            for &v in module.operands(inner) {
                if self.slots.contains_key(&v) && module.constant(v).is_none() && seen.insert(v) {
                    found.push(v);
                }
            }
        }
        found
    }

    /// Adds the call of a new function of the host, which is left out once a check has failed: the
    /// interpreter would not get there, and values on the host may be missing by then.
    pub(super) fn host_call(
        &mut self,
        op: OpId,
        work: HostWork,
        operands: &[(Slot, Option<Type>)],
        captured: &[(Value, (Slot, Option<Type>))],
        results: &[Slot],
    ) -> Result<(), Unsupported> {
        let mut memory = Vec::new();
        let operands = operands.iter();
        let operands = operands.map(|(s, ty)| self.place(s, *ty, false, &mut memory)).collect();
        let captured = captured.iter();
        let captured =
            captured.map(|(v, (s, ty))| (*v, self.place(s, *ty, false, &mut memory))).collect();
        let results = results.iter().map(|s| self.place(s, None, true, &mut memory)).collect();
        let call = HostCall { work, operands, captured, results, why: None };
        let Some(fallbacks) = &mut self.fallbacks else {
            return Err(self.unsupported(op, "there is no host to run it"));
        };
        let number = fallbacks.calls.len() as u32;
        fallbacks.calls.push(call);
        let (parameters, arguments) = memory.into_iter().unzip();
        let function = self.builder.external(Extern::host(number, parameters));
        self.unless_failed(|cx| {
            let Some(status) = cx.builder.call(function, arguments) else {
                return Err(cx.unsupported(op, "a function of the host has no status"));
            };
            let zero = cx.builder.int(Scalar::I32.ty(), 0);
            let test = cx.builder.compare(CompareOp::Eq, status, zero);
            let name = cx.module.op(op).name();
            cx.builder.push(Stmt::Assert { test, message: format!("`{name}` could not be run") });
            Ok(())
        })
    }

    /// A slot as a place; its memory becomes arguments of the call. The type is the
    /// value's; without it, that of the memory.
    fn place(
        &mut self,
        slot: &Slot,
        ty: Option<Type>,
        written: bool,
        memory: &mut Vec<(Parameter, Argument)>,
    ) -> HostPlace {
        match slot {
            // A value with a layout was copied out of it when the slot was demanded.
            Slot::Buffer(id) | Slot::Laid(id, _) => {
                self.lifetimes.touch(*id);
                let buffer = self.builder.program().buffer(*id);
                let scalar = buffer.storage().scalar;
                let dims: Vec<i64> = buffer.shape.iter().map(|&n| n as i64).collect();
                let ty = match ty.map(|ty| (ty, ty.as_tensor())) {
                    // A function's argument may leave open what its caller knows.
                    Some((_, Some(open))) if !open.is_static() => open.with_dims(&dims).into(),
                    Some((ty, _)) => ty,
                    None => Type::tensor(&dims, buffer.element),
                };
                let parameter =
                    if written { Parameter::Out(scalar) } else { Parameter::Pointer(scalar) };
                memory.push((parameter, Argument::Address(*id, 0.into())));
                HostPlace::Memory(ty)
            }
            Slot::OnHost(number) => HostPlace::OnHost(*number),
            Slot::Sparse(sparse) => HostPlace::Stored(sparse.first),
            Slot::Token => HostPlace::Token,
            Slot::Tuple(parts) => {
                let members = ty.and_then(|ty| ty.members());
                let ty = |i: usize| members.as_ref().and_then(|types| types.get(i)).copied();
                let parts = parts.iter().enumerate();
                HostPlace::Tuple(
                    parts.map(|(i, p)| self.place(p, ty(i), written, memory)).collect(),
                )
            }
        }
    }
}
