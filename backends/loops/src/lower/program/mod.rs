//! A function of the tensor IR as one loop program.
//!
//! Every tensor value gets a buffer; ops become kernels ([`super::nests`]), control
//! flow becomes statements over buffers, calls are lowered in place, tuples fall
//! apart into their members. What only renames memory (reshape, barriers) costs
//! nothing. Intermediate buffers share one arena: buffers that are never live at
//! the same time may overlap ([`arena`]).
//!
//! Check ops compute nothing that a program could go on with, so their operands
//! become further results, which the caller compares ([`Check`], [`checks`]).

mod aggregate;
mod alias;
mod arena;
mod checks;
mod control;
mod sort;

use super::Unsupported;
use super::nests::{Lowered as LoweredNest, nest_of, update_of};
use crate::program::{BufferId, Builder, Program, Space, Stmt};
use crate::schedule::{Machine, Schedule};
use arena::Lifetimes;
use hloom_ir::literal::Literal;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, Op};
use hloom_ir::{Block, OpId, Trait, Type, Value};
use rustc_hash::FxHashMap;

/// A lowered function.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program. Argument and result `n` are the function's, members of tuples
    /// counted one by one; behind the function's results come those that checks
    /// compare.
    pub program: Program,
    /// The tensor types of the arguments.
    pub arguments: Vec<Type>,
    /// The tensor types of the results, those for checks included.
    pub results: Vec<Type>,
    /// How many of the results are the function's.
    pub own_results: usize,
    /// What has to be compared after each run.
    pub checks: Vec<Check>,
}

/// A check op, whose operands are results of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The op.
    pub op: OpId,
    /// The number of the result that each operand is.
    pub operands: Vec<usize>,
    /// For a check in a loop or a branch, the number of the result, an `i8`, that
    /// is 0 where it did not run at all. The operands are then those of the first
    /// time it failed, or of the last time it ran.
    pub state: Option<usize>,
}

/// Lowers a function whose arguments and results are static tensors, or tuples of
/// such.
///
/// # Errors
/// The first op that can't be lowered.
pub fn lower_function(
    module: &Module,
    function: OpId,
    machine: &Machine,
) -> Result<Lowered, Unsupported> {
    let func: &Func = module
        .get(function)
        .ok_or_else(|| Unsupported::new(module, function, "it is no function"))?;
    let entry = body_of(module, function)?;
    let mut lowering = Lowering {
        module,
        machine,
        builder: Builder::new(&func.sym_name.0),
        slots: FxHashMap::default(),
        lifetimes: Lifetimes::default(),
        arguments: Vec::new(),
        results: Vec::new(),
        wanted: FxHashMap::default(),
        checks: Vec::new(),
        states: Vec::new(),
        calls: vec![function],
        nesting: 0,
    };
    for &arg in module.args(entry) {
        let slot =
            lowering.argument(function, module.ty(arg), module.name(arg).unwrap_or("arg"))?;
        lowering.slots.insert(arg, slot);
    }
    // Results first, so that what makes them can write them in place.
    let end = module
        .terminator(entry)
        .ok_or_else(|| Unsupported::new(module, function, "its body has no end"))?;
    let handed = module.operands(end).to_vec();
    let mut outs = Vec::new();
    for &v in &handed {
        outs.push(lowering.result_slot(end, module.ty(v))?);
    }
    let own_results = lowering.results.len();
    for (&v, out) in handed.iter().zip(&outs) {
        if let Slot::Buffer(buffer) = out
            && module.def_block(v) == Some(entry)
            && module.def_op(v).is_some()
        {
            lowering.wanted.entry(v).or_insert(*buffer);
        }
    }
    lowering.block(entry)?;
    for (&v, out) in handed.iter().zip(&outs) {
        let from = lowering.slot(end, v)?;
        lowering.copy(end, &from, out)?;
    }
    let Lowering { builder, lifetimes, arguments, results, checks, states, .. } = lowering;
    let mut program = builder.finish();
    checks::clear_states(&mut program, &states);
    lifetimes.assign(&mut program);
    Ok(Lowered { program, arguments, results, own_results, checks })
}

/// The one block of a function.
fn body_of(module: &Module, function: OpId) -> Result<Block, Unsupported> {
    let blocks = module.regions(function).first().map_or(&[][..], |&r| module.blocks(r));
    match blocks {
        &[one] => Ok(one),
        [] => Err(Unsupported::new(module, function, "it has no body")),
        _ => Err(Unsupported::new(
            module,
            function,
            "it has several blocks: branches must be turned into `stablehlo.if`, `stablehlo.case` and `stablehlo.while` before",
        )),
    }
}

/// Where a value is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Slot {
    Buffer(BufferId),
    Tuple(Vec<Slot>),
    Token,
}

struct Lowering<'m> {
    module: &'m Module,
    machine: &'m Machine,
    builder: Builder,
    slots: FxHashMap<Value, Slot>,
    lifetimes: Lifetimes,
    arguments: Vec<Type>,
    results: Vec<Type>,
    /// Buffers that values are to be made in, where that is possible.
    wanted: FxHashMap<Value, BufferId>,
    checks: Vec<Check>,
    /// The states of checks in loops and branches.
    states: Vec<BufferId>,
    /// The functions whose calls are being lowered.
    calls: Vec<OpId>,
    /// How many loops and branches are open.
    nesting: usize,
}

/// A constant in memory may take so many bytes, as many as the interpreter allows a
/// tensor.
const MAX_CONSTANT: usize = 8 << 30;

impl<'m> Lowering<'m> {
    fn unsupported(&self, op: OpId, why: impl Into<String>) -> Unsupported {
        Unsupported::new(self.module, op, why)
    }

    /// What is said of an op that no code is generated for yet.
    fn not_yet(&self, op: OpId) -> Unsupported {
        let types = self.module.result_types(op);
        let ty = types.first().map(|ty| format!(" with the result {ty}")).unwrap_or_default();
        self.unsupported(
            op,
            format!("no code is generated yet for `{}`{ty}", self.module.op(op).name()),
        )
    }

    /// The shape of a static tensor type, for a buffer.
    fn shape(&self, op: OpId, ty: Type) -> Result<Vec<u64>, Unsupported> {
        match ty.as_tensor() {
            Some(t) if t.element.is_quantized() => {
                Err(self.unsupported(op, format!("{ty} is quantized")))
            }
            Some(t) if t.byte_size().is_some() => Ok(t.dims.iter().map(|&n| n as u64).collect()),
            _ => Err(self.unsupported(op, format!("{ty} is no tensor of known size"))),
        }
    }

    fn argument(&mut self, op: OpId, ty: Type, name: &str) -> Result<Slot, Unsupported> {
        if let Some(members) = ty.members() {
            let parts: Result<_, _> = members.iter().map(|&m| self.argument(op, m, name)).collect();
            return Ok(Slot::Tuple(parts?));
        }
        if ty == Type::token() {
            return Ok(Slot::Token);
        }
        let shape = self.shape(op, ty)?;
        let space = Space::Argument(self.arguments.len() as u32);
        self.arguments.push(ty);
        let element = ty.element().unwrap_or(hloom_ir::Element::I1);
        Ok(Slot::Buffer(self.builder.buffer(name, element, &shape, space)))
    }

    fn result_slot(&mut self, op: OpId, ty: Type) -> Result<Slot, Unsupported> {
        if let Some(members) = ty.members() {
            let parts: Result<_, _> = members.iter().map(|&m| self.result_slot(op, m)).collect();
            return Ok(Slot::Tuple(parts?));
        }
        if ty == Type::token() {
            return Ok(Slot::Token);
        }
        let shape = self.shape(op, ty)?;
        let space = Space::Result(self.results.len() as u32);
        self.results.push(ty);
        let element = ty.element().unwrap_or(hloom_ir::Element::I1);
        Ok(Slot::Buffer(self.builder.buffer("result", element, &shape, space)))
    }

    /// A buffer in the arena, for a value of this type.
    fn temporary(&mut self, op: OpId, ty: Type, name: &str) -> Result<BufferId, Unsupported> {
        let shape = self.shape(op, ty)?;
        let element = ty.element().unwrap_or(hloom_ir::Element::I1);
        let buffer = self.builder.buffer(name, element, &shape, Space::Arena(0));
        self.lifetimes.define(buffer);
        Ok(buffer)
    }

    /// A slot of temporaries for a type.
    fn temporaries(&mut self, op: OpId, ty: Type, name: &str) -> Result<Slot, Unsupported> {
        if let Some(members) = ty.members() {
            let parts: Result<_, _> =
                members.iter().map(|&m| self.temporaries(op, m, name)).collect();
            return Ok(Slot::Tuple(parts?));
        }
        if ty == Type::token() {
            return Ok(Slot::Token);
        }
        Ok(Slot::Buffer(self.temporary(op, ty, name)?))
    }

    /// Where a value is; constants get memory when they are first asked for.
    fn slot(&mut self, op: OpId, v: Value) -> Result<Slot, Unsupported> {
        if let Some(slot) = self.slots.get(&v) {
            let slot = slot.clone();
            self.use_slot(&slot);
            return Ok(slot);
        }
        match self.module.constant(v) {
            Some(literal) => {
                let literal = literal.clone();
                let buffer = self.constant(op, v, &literal)?;
                self.slots.insert(v, Slot::Buffer(buffer));
                Ok(Slot::Buffer(buffer))
            }
            None => Err(self.unsupported(op, "it uses a value that was not computed")),
        }
    }

    fn use_slot(&mut self, slot: &Slot) {
        match slot {
            Slot::Buffer(b) => self.lifetimes.touch(*b),
            Slot::Tuple(parts) => parts.iter().for_each(|p| self.use_slot(p)),
            Slot::Token => {}
        }
    }

    /// The buffer of a tensor value.
    fn buffer(&mut self, op: OpId, v: Value) -> Result<BufferId, Unsupported> {
        match self.slot(op, v)? {
            Slot::Buffer(b) => Ok(b),
            Slot::Tuple(_) | Slot::Token => {
                let ty = self.module.ty(v);
                Err(self.unsupported(op, format!("{ty} is no tensor")))
            }
        }
    }

    /// Constant memory. What is the same everywhere is stored in full only where
    /// it must lie in memory, which is rare: kernels take it as a number.
    fn constant(&mut self, op: OpId, v: Value, literal: &Literal) -> Result<BufferId, Unsupported> {
        let name = self.module.name(v).unwrap_or("constant").to_owned();
        self.literal_buffer(op, &name, literal)
    }

    fn literal_buffer(
        &mut self,
        op: OpId,
        name: &str,
        literal: &Literal,
    ) -> Result<BufferId, Unsupported> {
        let shape = self.shape(op, literal.ty())?;
        let ty = literal.ty();
        let size = ty.as_tensor().and_then(|t| t.byte_size()).unwrap_or(usize::MAX);
        if size > MAX_CONSTANT {
            let why =
                format!("a constant of {size} bytes is too large; the most is {MAX_CONSTANT}");
            return Err(self.unsupported(op, why));
        }
        let Some(elements) = literal.try_expanded() else {
            return Err(self.unsupported(op, format!("there is no memory for {ty}")));
        };
        let space = Space::Constant(elements.bytes().into());
        Ok(self.builder.buffer(name, literal.element(), &shape, space))
    }

    /// Copies a value into memory of its type.
    fn copy(&mut self, op: OpId, from: &Slot, to: &Slot) -> Result<(), Unsupported> {
        match (from, to) {
            (Slot::Buffer(a), Slot::Buffer(b)) if a == b => Ok(()),
            (Slot::Buffer(a), Slot::Buffer(b)) => {
                self.lifetimes.step();
                self.lifetimes.touch(*a);
                self.lifetimes.touch(*b);
                let units = self.builder.program().buffer(*a).units();
                if units > 0 {
                    self.builder.push(Stmt::Copy {
                        to: (*b, 0.into()),
                        from: (*a, 0.into()),
                        units: (units as i64).into(),
                    });
                }
                Ok(())
            }
            (Slot::Tuple(a), Slot::Tuple(b)) => {
                a.iter().zip(b).try_for_each(|(x, y)| self.copy(op, x, y))
            }
            (Slot::Token, Slot::Token) => Ok(()),
            _ => Err(self.unsupported(op, "a tuple and a tensor can't stand for each other")),
        }
    }

    /// Lowers the ops of a block but its terminator.
    fn block(&mut self, block: Block) -> Result<(), Unsupported> {
        let module = self.module;
        for op in module.ops(block) {
            if !module.op(op).has(Trait::Terminator) {
                self.lifetimes.step();
                self.op(op)?;
            }
        }
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        match module.op(op) {
            // Memory is made when it is asked for.
            Op::Constant(_) | Op::ShardingGroup(_) => Ok(()),
            Op::Tuple(_) | Op::MakeStruct(_) | Op::MakeArray(_) => self.aggregate(op),
            Op::GetTupleElement(_)
            | Op::GetField(_)
            | Op::GetElement(_)
            | Op::WithField(_)
            | Op::WithElement(_) => self.member(op),
            // Where tensors are laid out says nothing of what they are.
            Op::DataFlowEdge(_)
            | Op::OptimizationBarrier(_)
            | Op::PropagationBarrier(_)
            | Op::Reshard(_)
            | Op::ShardingConstraint(_) => {
                for (&v, result) in module.operands(op).iter().zip(module.results(op)) {
                    let slot = self.slot(op, v)?;
                    self.slots.insert(result, slot);
                }
                Ok(())
            }
            Op::Reshape(_) if self.is_alias(op) => self.alias(op),
            Op::BitcastConvert(_) if self.keeps_bytes(op) => self.reinterpret(op),
            Op::Call(_) => self.call(op),
            Op::If(_) | Op::Case(_) => self.branch(op),
            Op::While(_) => self.while_loop(op),
            Op::CustomCall(it) if it.target().starts_with("check.") => self.check(op),
            Op::ExpectAlmostEq(_)
            | Op::ExpectAlmostEqConst(_)
            | Op::ExpectClose(_)
            | Op::ExpectEq(_)
            | Op::ExpectEqConst(_)
            | Op::ExpectSerializedEq(_) => self.check(op),
            Op::CustomCall(it) => {
                Err(self.unsupported(op, format!("its target `{}` is not known", it.target())))
            }
            Op::DynamicUpdateSlice(_) | Op::Scatter(_) => self.update(op),
            Op::Sort(it) => self.sort(op, it),
            Op::BatchNormGrad(_)
            | Op::BatchNormInference(_)
            | Op::BatchNormTraining(_)
            | Op::Cholesky(_)
            | Op::Composite(_)
            | crate::lower::neighbours::neighbour_op!()
            | Op::DynamicBroadcastInDim(_)
            | Op::DynamicConv(_)
            | Op::DynamicGather(_)
            | Op::DynamicIota(_)
            | Op::DynamicPad(_)
            | Op::DynamicReshape(_)
            | Op::Fft(_)
            | Op::GetDimensionSize(_)
            | Op::RealDynamicSlice(_)
            | Op::Rng(_)
            | Op::RngBitGenerator(_)
            | Op::SelectAndScatter(_)
            | Op::SetDimensionSize(_)
            | Op::TriangularSolve(_) => Err(self.not_yet(op)),
            Op::Assert(_)
            | Op::Br(_)
            | Op::CondBr(_)
            | Op::ScalarConstant(_)
            | Op::Switch(_)
            | Op::TensorExtract(_)
            | Op::TensorFromElements(_) => {
                let why = "branches and scalars must be turned into `stablehlo.if`, `stablehlo.case` and `stablehlo.while` before";
                Err(self.unsupported(op, why))
            }
            hloom_ir::process_op!() => {
                Err(self.unsupported(op, "only the interpreter runs several processes and effects"))
            }
            Op::DeviceMesh(_)
            | Op::Foreign(_)
            | Op::Func(_)
            | Op::FuncReturn(_)
            | Op::ModuleOp(_)
            | Op::Return(_)
            | Op::SdyReturn(_) => Err(self.unsupported(op, "it has no meaning here")),
            hloom_ir::chlo_op!() => Err(self.unsupported(
                op,
                "the pass `legalize-chlo` was not run, or does not write it out for such types",
            )),
            Op::Abs(_)
            | Op::Add(_)
            | Op::And(_)
            | Op::Atan2(_)
            | Op::BitcastConvert(_)
            | Op::BroadcastInDim(_)
            | Op::Cbrt(_)
            | Op::Ceil(_)
            | Op::Clamp(_)
            | Op::Compare(_)
            | Op::Complex(_)
            | Op::Concatenate(_)
            | Op::Convert(_)
            | Op::Convolution(_)
            | Op::Cosine(_)
            | Op::CountLeadingZeros(_)
            | Op::Divide(_)
            | Op::DotGeneral(_)
            | Op::DynamicSlice(_)
            | Op::Exponential(_)
            | Op::ExponentialMinusOne(_)
            | Op::Floor(_)
            | Op::Fusion(_)
            | Op::Gather(_)
            | Op::Imag(_)
            | Op::Iota(_)
            | Op::IsFinite(_)
            | Op::Log(_)
            | Op::LogPlusOne(_)
            | Op::Logistic(_)
            | Op::Map(_)
            | Op::Maximum(_)
            | Op::Minimum(_)
            | Op::Multiply(_)
            | Op::Negate(_)
            | Op::Not(_)
            | Op::Or(_)
            | Op::Pad(_)
            | Op::Popcnt(_)
            | Op::Power(_)
            | Op::Real(_)
            | Op::Reduce(_)
            | Op::ReducePrecision(_)
            | Op::ReduceWindow(_)
            | Op::Remainder(_)
            | Op::Reshape(_)
            | Op::Reverse(_)
            | Op::RoundNearestAfz(_)
            | Op::RoundNearestEven(_)
            | Op::Rsqrt(_)
            | Op::Select(_)
            | Op::ShiftLeft(_)
            | Op::ShiftRightArithmetic(_)
            | Op::ShiftRightLogical(_)
            | Op::Sign(_)
            | Op::Sine(_)
            | Op::Slice(_)
            | Op::Sqrt(_)
            | Op::Subtract(_)
            | Op::Tan(_)
            | Op::Tanh(_)
            | Op::Transpose(_)
            | Op::UniformDequantize(_)
            | Op::UniformQuantize(_)
            | Op::Xor(_) => self.nest(op),
        }
    }

    /// Lowers an op that is a nest.
    fn nest(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let lowered = nest_of(module, op)?;
        let inputs: Vec<BufferId> =
            lowered.inputs.iter().map(|&v| self.buffer(op, v)).collect::<Result<_, _>>()?;
        let mut outputs = Vec::new();
        for result in module.results(op) {
            outputs.push(self.buffer_for(op, result)?);
        }
        if lowered.nest.parallel_points() == 0 {
            return Ok(());
        }
        self.emit(op, &lowered, &inputs, &outputs)
    }

    /// Lowers an op that changes parts of a tensor: a copy, then what changes.
    fn update(&mut self, op: OpId) -> Result<(), Unsupported> {
        let module = self.module;
        let mut outputs = Vec::new();
        for (i, result) in module.results(op).iter().enumerate() {
            let buffer = self.buffer_for(op, result)?;
            let from = self.slot(op, module.operand(op, i))?;
            self.copy(op, &from, &Slot::Buffer(buffer))?;
            outputs.push(buffer);
        }
        let (lowered, apart) = update_of(module, op)?;
        let inputs: Vec<BufferId> =
            lowered.inputs.iter().map(|&v| self.buffer(op, v)).collect::<Result<_, _>>()?;
        if lowered.nest.parallel_points() == 0 {
            return Ok(());
        }
        let schedule = crate::schedule::choose_in_order(&lowered.nest, self.machine, &apart);
        self.emit_scheduled(op, &lowered, &schedule, &inputs, &outputs)
    }

    /// The buffer that a result is made in.
    fn buffer_for(&mut self, op: OpId, result: Value) -> Result<BufferId, Unsupported> {
        let buffer = match self.wanted.get(&result) {
            Some(&wanted) => wanted,
            None => {
                let name = self.module.name(result).unwrap_or("t");
                self.temporary(op, self.module.ty(result), name)?
            }
        };
        self.slots.insert(result, Slot::Buffer(buffer));
        Ok(buffer)
    }

    /// Schedules a nest and adds its kernel.
    fn emit(
        &mut self,
        op: OpId,
        lowered: &LoweredNest,
        inputs: &[BufferId],
        outputs: &[BufferId],
    ) -> Result<(), Unsupported> {
        let schedule = crate::schedule::choose(&lowered.nest, self.machine);
        self.emit_scheduled(op, lowered, &schedule, inputs, outputs)
    }

    fn emit_scheduled(
        &mut self,
        op: OpId,
        lowered: &LoweredNest,
        schedule: &Schedule,
        inputs: &[BufferId],
        outputs: &[BufferId],
    ) -> Result<(), Unsupported> {
        crate::schedule::emit(&mut self.builder, &lowered.nest, schedule, inputs, outputs)
            .map_err(|e| Unsupported::new(self.module, op, e.to_string()))
    }
}
