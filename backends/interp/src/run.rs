//! Running blocks of ops.

use crate::body::Stop;
use crate::error::{Fault, RunError, Trouble};
use crate::families::{
    arith_op, check_op, data_op, extents_op, identity_op, pointwise_op, process_op, sized_op,
    structured_op,
};
use crate::host::{Effect, ProcessId};
use crate::liveness::{LastUses, last_uses};
use crate::options::Options;
use crate::parallel::{self, Process};
use crate::pointwise::Pointwise;
use crate::value::Value;
use crate::watch;
use crate::{
    aggregate, arith, branch, call, check, chlo, control, conv, dot, dynamic, extents, fft, gather,
    linalg, norm, quant, random, reduce, scalar, scatter, shape, sort, target,
};
use hloom_ir::ops::Op;
use hloom_ir::{Block, Literal, Module, OpId, Value as Id};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The values of a function that is running, by the ids that the module gives
/// them.
pub(crate) type Frame = FxHashMap<Id, Value>;

/// How a block ended.
enum End {
    /// The region is left with these values.
    Return(Vec<Value>),
    /// Control goes to a block, whose arguments are these.
    Branch(Block, Vec<Value>),
}

/// The results of an op.
pub(crate) type Outs = SmallVec<[Value; 1]>;

/// A run: the module, its limits, and what was used of them.
pub(crate) struct Run<'m, 'o> {
    pub(crate) module: &'m Module,
    pub(crate) options: &'o Options<'o>,
    steps: u64,
    depth: u32,
    numbers: random::Numbers,
    /// Which process of which grid it is; none where an op is folded.
    process: Option<Process>,
    /// What it did to the host, where that is told later.
    effects: Option<Vec<Effect>>,
    /// Of each block that was run, when its values are used for the last time.
    last_uses: FxHashMap<Block, Rc<LastUses>>,
}

impl<'m, 'o> Run<'m, 'o> {
    pub(crate) fn new(module: &'m Module, options: &'o Options<'o>) -> Run<'m, 'o> {
        Run {
            module,
            options,
            steps: 0,
            depth: 0,
            numbers: random::Numbers::new(options.seed),
            process: None,
            effects: None,
            last_uses: FxHashMap::default(),
        }
    }

    /// The same run, as this process.
    pub(crate) fn running_as(self, process: Process) -> Self {
        Run { process: Some(process), ..self }
    }

    /// A run inside of one that has used so much; what it does to the host is kept.
    pub(crate) fn inside(
        module: &'m Module,
        options: &'o Options<'o>,
        process: Process,
        (steps, depth): (u64, u32),
    ) -> Self {
        let run = Run::new(module, options).running_as(process);
        Run { steps, depth, effects: Some(Vec::new()), ..run }
    }

    /// How many ops were run, and how deep calls and regions are nested.
    pub(crate) fn used(&self) -> (u64, u32) {
        (self.steps, self.depth)
    }

    /// Counts ops that others ran.
    pub(crate) fn count(&mut self, ops: u64) {
        self.steps = self.steps.saturating_add(ops);
    }

    /// Which process this is.
    pub(crate) fn process(&self) -> Result<&Process, Box<Trouble>> {
        let none = || Trouble::unsupported("only a running program has processes");
        self.process.as_ref().ok_or_else(none)
    }

    /// The process's place in its grid.
    pub(crate) fn place(&self) -> Result<ProcessId, Box<Trouble>> {
        self.process().map(|process| process.grid.place(process.me))
    }

    /// Does something to the host, or keeps it for later.
    pub(crate) fn emit(&mut self, effect: Effect) -> Result<(), Box<Trouble>> {
        match &mut self.effects {
            Some(kept) => kept.push(effect),
            None => effect.perform(self.options.host).map_err(Trouble::invalid)?,
        }
        Ok(())
    }

    /// What it did to the host, if that was kept.
    pub(crate) fn effects(self) -> Vec<Effect> {
        self.effects.unwrap_or_default()
    }

    /// Counts so many ops, and looks whether the run shall end.
    pub(crate) fn tick(&mut self, ops: u64) -> Result<(), Box<Trouble>> {
        self.steps = self.steps.saturating_add(ops);
        if self.options.max_steps.is_some_and(|max| self.steps > max) {
            return Err(Trouble::limit(format!(
                "more than {} ops were run, which is the limit",
                self.options.max_steps.unwrap_or_default()
            )));
        }
        if self.options.interrupted() {
            let message = "the run was interrupted".into();
            return Err(Box::new(Trouble { fault: Fault::Interrupted, message }));
        }
        Ok(())
    }

    /// A value that was computed before; a constant may also stand outside of what
    /// is run.
    pub(crate) fn lookup(&self, frame: &Frame, id: Id) -> Option<Value> {
        match frame.get(&id) {
            Some(value) => Some(value.clone()),
            None => self.module.constant(id).cloned().map(Value::Tensor),
        }
    }

    /// Runs a region from this block on, on these arguments; what the return at its
    /// end hands out.
    pub(crate) fn block(
        &mut self,
        frame: &mut Frame,
        entry: Block,
        args: Vec<Value>,
    ) -> Result<Vec<Value>, Box<RunError>> {
        let (mut block, mut args) = (entry, args);
        loop {
            match self.one_block(frame, block, args)? {
                End::Return(values) => return Ok(values),
                End::Branch(next, values) => (block, args) = (next, values),
            }
        }
    }

    fn one_block(
        &mut self,
        frame: &mut Frame,
        block: Block,
        args: Vec<Value>,
    ) -> Result<End, Box<RunError>> {
        let module = self.module;
        let params = module.args(block);
        if params.len() != args.len() {
            let message =
                format!("a block takes {} values but is given {}", params.len(), args.len());
            return Err(RunError::new(Fault::Invalid, message));
        }
        // What nothing uses is not held.
        frame.extend(params.iter().copied().zip(args).filter(|(id, _)| module.is_used(*id)));
        let last_uses = match self.last_uses.get(&block) {
            Some(known) => known.clone(),
            None => {
                let found = Rc::new(last_uses(module, block));
                self.last_uses.insert(block, found.clone());
                found
            }
        };
        for op in module.ops(block) {
            let mut operands: SmallVec<[Value; 3]> = SmallVec::new();
            for &id in module.operands(op) {
                match self.lookup(frame, id) {
                    Some(value) => operands.push(value),
                    None => {
                        let message = format!("operand {} was never computed", operands.len());
                        let trouble = *Trouble::invalid(message);
                        return Err(RunError::at(module, op, &operands, trouble));
                    }
                }
            }
            let dead = last_uses.get(&op).map_or(&[][..], |dead| dead);
            if let Some(end) = self.end(op, &operands)? {
                dead.iter().for_each(|id| drop(frame.remove(id)));
                return Ok(end);
            }
            let outs = self.guarded(frame, op, &operands)?;
            let results = module.results(op);
            if outs.len() != results.len() {
                let message = format!("it has {} results, not {}", results.len(), outs.len());
                return Err(RunError::at(module, op, &operands, *Trouble::invalid(message)));
            }
            frame.extend(results.iter().zip(outs));
            dead.iter().for_each(|id| drop(frame.remove(id)));
        }
        Err(RunError::new(Fault::Invalid, "a block that was run does not end in a return"))
    }

    /// Where control goes behind an op, if that ends its block.
    fn end(&mut self, op: OpId, operands: &[Value]) -> Result<Option<End>, Box<RunError>> {
        let kind = self.module.op(op);
        if matches!(
            kind,
            Op::Return(_) | Op::FuncReturn(_) | Op::SdyReturn(_) | Op::AssumingYield(_)
        ) {
            return Ok(Some(End::Return(operands.to_vec())));
        }
        if !matches!(kind, Op::Br(_) | Op::CondBr(_) | Op::Switch(_)) {
            return Ok(None);
        }
        // A loop may consist of branches alone.
        self.tick(1)
            .and_then(|()| branch::target(self.module, op, operands))
            .map(|(block, args)| Some(End::Branch(block, args)))
            .map_err(|trouble| RunError::at(self.module, op, operands, *trouble))
    }

    /// Runs one op, and says of an error which op it was.
    pub(crate) fn guarded(
        &mut self,
        frame: &mut Frame,
        op: OpId,
        operands: &[Value],
    ) -> Result<Outs, Box<RunError>> {
        let at = |trouble: Box<Trouble>| RunError::at(self.module, op, operands, *trouble);
        if self.depth >= self.options.max_depth {
            let message = format!(
                "calls and regions are nested {} deep, which is the limit",
                self.options.max_depth
            );
            return Err(at(Trouble::limit(message)));
        }
        if let Err(trouble) = self.tick(1) {
            return Err(RunError::at(self.module, op, operands, *trouble));
        }
        if let Some(observer) = self.options.observer {
            observer.begins(op);
        }
        if let Err(trouble) = watch::fits(self, op) {
            return Err(RunError::at(self.module, op, operands, *trouble));
        }
        self.depth += 1;
        let outs = self.op(frame, op, operands);
        self.depth -= 1;
        let outs = outs.and_then(|outs| Ok(watch::made(self, op, operands, &outs).map(|()| outs)?));
        outs.map_err(|stop| match stop {
            Stop::Here(trouble) => RunError::at(self.module, op, operands, *trouble),
            Stop::Inside(error) => error,
        })
    }

    /// Runs one op.
    fn op(&mut self, frame: &mut Frame, op: OpId, operands: &[Value]) -> Result<Outs, Stop> {
        let module = self.module;
        let kind = module.op(op);
        if !module.regions(op).is_empty() || !has_tensors(kind) {
            return self.structured(frame, op, operands);
        }
        let tensors = tensors(operands)?;
        let types = module.result_types(op);
        let Some(&ty) = types.first() else {
            return Err(Trouble::invalid("it has no result").into());
        };
        // What types leave open is checked now.
        let open = |ty: hloom_ir::Type| ty.as_tensor().is_some_and(|t| !t.is_static());
        if (open(ty) || module.operands(op).iter().any(|&v| open(module.ty(v))))
            && kind.name().starts_with("stablehlo.")
        {
            dynamic::check(kind, &tensors)?;
        }
        let out = eval(kind, &tensors, ty, self.options.max_tensor_bytes)?;
        Ok(smallvec::smallvec![Value::Tensor(out)])
    }

    /// Runs an op with regions, effects, or operands that are no tensors.
    fn structured(
        &mut self,
        frame: &mut Frame,
        op: OpId,
        operands: &[Value],
    ) -> Result<Outs, Stop> {
        let module = self.module;
        let types = module.result_types(op);
        let region = |i: usize| {
            module.entry(op, i).ok_or_else(|| Trouble::invalid(format!("region {i} is empty")))
        };
        match module.op(op) {
            Op::If(_) => control::if_(self, frame, op, operands),
            Op::Case(_) => control::case(self, frame, op, operands),
            Op::While(_) => control::while_(self, frame, [region(0)?, region(1)?], operands),
            Op::Assuming(_) => match operands.first().and_then(Value::tensor) {
                Some(witness) if witness.get_int(0) == Some(1) => {
                    Ok(self.block(frame, region(0)?, Vec::new())?.into())
                }
                _ => Err(Trouble::invalid("its witness does not hold").into()),
            },
            Op::Fusion(_) | Op::NamedComputation(_) => {
                Ok(self.block(frame, region(0)?, operands.to_vec())?.into())
            }
            Op::Reduce(it) => {
                let x = tensors(operands)?;
                let outs = reduce::reduce(self, frame, region(0)?, &x, &it.dimensions, &types)?;
                Ok(outs.into_iter().map(Value::Tensor).collect())
            }
            Op::ReduceWindow(it) => {
                let x = tensors(operands)?;
                let outs = reduce::reduce_window(self, frame, region(0)?, &x, it, &types)?;
                Ok(outs.into_iter().map(Value::Tensor).collect())
            }
            Op::Scan(it) => chlo::scan(self, frame, region(0)?, it, operands, &types),
            Op::TopK(it) => {
                let &[x] = &tensors(operands)?[..] else {
                    return Err(Trouble::invalid("it takes one operand").into());
                };
                let k = usize::try_from(it.k).unwrap_or(0);
                let outs = chlo::top_k(x, k, self.options.max_tensor_bytes)?;
                Ok(outs.into_iter().map(Value::Tensor).collect())
            }
            Op::MinimumBroadcastShapes(_) => {
                let outs = chlo::minimum_broadcast_shapes(&tensors(operands)?)?;
                Ok(outs.into_iter().map(Value::Tensor).collect())
            }
            Op::ShapeSplitAt(_) => {
                let parts = extents::split_at(&tensors(operands)?)?;
                Ok(parts.into_iter().map(Value::Tensor).collect())
            }
            Op::Map(_) => {
                let x = tensors(operands)?;
                let (Some(&ty), false) = (types.first(), x.is_empty()) else {
                    return Err(Trouble::invalid("it has no operands or no result").into());
                };
                let out = reduce::map(self, frame, region(0)?, &x, &[ty])?;
                Ok(out.into_iter().map(Value::Tensor).collect())
            }
            Op::VariadicMap(_) => {
                let x = tensors(operands)?;
                if x.is_empty() {
                    return Err(Trouble::invalid("it has no operands").into());
                }
                let out = reduce::map(self, frame, region(0)?, &x, &types)?;
                Ok(out.into_iter().map(Value::Tensor).collect())
            }
            Op::Scatter(it) => {
                let x = tensors(operands)?;
                let outs = scatter::scatter(self, frame, region(0)?, &x, it, &types)?;
                Ok(outs.into_iter().map(Value::Tensor).collect())
            }
            Op::SelectAndScatter(it) => {
                let x = tensors(operands)?;
                let (&[x, source, init], Some(&ty)) = (&x[..], types.first()) else {
                    return Err(Trouble::invalid("it must have three operands and a result").into());
                };
                let (blocks, x) = ([region(0)?, region(1)?], [x, source, init]);
                let out = scatter::select_and_scatter(self, frame, blocks, x, it, ty)?;
                Ok(smallvec::smallvec![Value::Tensor(out)])
            }
            Op::Sort(it) => {
                let x = tensors(operands)?;
                let axis = it.axis(x.first().map_or(0, |x| x.dims().len()));
                let outs = sort::sort(self, frame, region(0)?, &x, axis, &types)?;
                Ok(outs.into_iter().map(Value::Tensor).collect())
            }
            Op::Call(it) => Ok(call::call(self, &it.callee.0, operands.to_vec())?.into()),
            Op::Composite(it) => {
                Ok(call::call(self, &it.decomposition.0, operands.to_vec())?.into())
            }
            Op::CustomCall(it) => target::custom_call(self, op, it, operands),
            Op::BatchNormTraining(it) => {
                let (x, limit) = (tensors(operands)?, self.options.max_tensor_bytes);
                let attrs = (it.epsilon, it.feature_index);
                Ok(norm::on_floats(&x, &types, limit, |x| norm::training(x, attrs, limit))?)
            }
            Op::BatchNormGrad(it) => {
                let (x, limit) = (tensors(operands)?, self.options.max_tensor_bytes);
                let attrs = (it.epsilon, it.feature_index);
                Ok(norm::on_floats(&x, &types, limit, |x| norm::grad(x, attrs, limit))?)
            }
            Op::Rng(it) => {
                let (x, limit) = (tensors(operands)?, self.options.max_tensor_bytes);
                let (&[a, b, shape], Some(&ty)) = (&x[..], types.first()) else {
                    return Err(Trouble::invalid("it takes three operands").into());
                };
                let out = random::rng(it, &mut self.numbers, (a, b, shape), ty, limit)?;
                Ok(smallvec::smallvec![Value::Tensor(out)])
            }
            Op::RngBitGenerator(it) => {
                let (x, limit) = (tensors(operands)?, self.options.max_tensor_bytes);
                let (&[state], &[_, ty]) = (&x[..], &types[..]) else {
                    return Err(Trouble::invalid("it takes a state, and gives two results").into());
                };
                let (next, bits) = random::bits(it.rng_algorithm, state, ty, limit)?;
                Ok([next, bits].into_iter().map(Value::Tensor).collect())
            }
            identity_op!() => Ok(operands.iter().cloned().collect()),
            Op::ShardingGroup(_) => Ok(Outs::new()),
            Op::Tuple(_) | Op::MakeStruct(_) | Op::MakeArray(_) => {
                Ok(smallvec::smallvec![Value::Tuple(operands.to_vec())])
            }
            Op::GetField(_) | Op::GetElement(_) | Op::WithField(_) | Op::WithElement(_) => {
                aggregate::member(module, op, operands)
            }
            Op::GetTupleElement(it) => match operands {
                [Value::Tuple(members)] => usize::try_from(it.index.0)
                    .ok()
                    .and_then(|i| members.get(i))
                    .map(|member| smallvec::smallvec![member.clone()])
                    .ok_or_else(|| {
                        Trouble::invalid(format!("the tuple has no member {}", it.index.0)).into()
                    }),
                _ => Err(Trouble::invalid("the operand is no tuple").into()),
            },
            check_op!() => {
                check::check(module.op(op), &tensors(operands)?, self.options)
                    .map_err(|trouble| check::explained(trouble, module.discardable_attrs(op)))?;
                Ok(Outs::new())
            }
            process_op!() => parallel::op(self, frame, op, operands),
            Op::DeviceMesh(_) | Op::ModuleOp(_) | Op::Func(_) => {
                Err(Trouble::invalid("a definition can't be run where it stands").into())
            }
            Op::Assert(it) => branch::assert(it, operands),
            Op::ScalarConstant(it) => scalar::constant(it),
            Op::TensorExtract(_) => scalar::extract(operands),
            Op::TensorFromElements(_) => {
                scalar::from_elements(operands, types.first().copied(), self.options)
            }
            Op::AssumingYield(_)
            | Op::Br(_)
            | Op::CondBr(_)
            | Op::FuncReturn(_)
            | Op::Return(_)
            | Op::SdyReturn(_)
            | Op::Switch(_) => Err(Trouble::invalid("it must end a block").into()),
            Op::Foreign(it) => Err(Trouble::unsupported(format!(
                "`{}` is an op of a dialect that hloom does not know",
                it.name
            ))
            .into()),
            arith_op!() | data_op!() | extents_op!() | pointwise_op!() | sized_op!() => {
                Err(Trouble::invalid("it must have no regions").into())
            }
        }
    }
}

/// Whether the op is one from tensors to one tensor, without regions or effects.
pub(crate) fn has_tensors(op: &Op) -> bool {
    matches!(op, arith_op!() | data_op!() | extents_op!() | pointwise_op!() | sized_op!())
}

/// The tensors that the operands are.
fn tensors(operands: &[Value]) -> Result<SmallVec<[&Literal; 3]>, Box<Trouble>> {
    let mut all = SmallVec::with_capacity(operands.len());
    for (i, value) in operands.iter().enumerate() {
        match value {
            Value::Tensor(literal) => all.push(literal),
            other => {
                let message = format!("operand {i} is {}, not a tensor", other.ty());
                return Err(Trouble::invalid(message));
            }
        }
    }
    Ok(all)
}

/// The result of an op from tensors to one tensor, of which the program says that
/// it is of type `ty`.
pub(crate) fn eval(
    op: &Op,
    x: &[&Literal],
    ty: hloom_ir::Type,
    limit: u64,
) -> Result<Literal, Box<Trouble>> {
    if quant::computes(op, x, ty) {
        return quant::eval(x, ty, limit, |x, ty| eval(op, x, ty, limit));
    }
    if let Some(pointwise) = Pointwise::of(op) {
        return pointwise.eval(x, ty, limit);
    }
    let wrong = || Trouble::invalid(format!("it can't have {} operands", x.len()));
    let one = || if let [x] = x { Ok(*x) } else { Err(wrong()) };
    let two = || if let [x, y] = x { Ok((*x, *y)) } else { Err(wrong()) };
    match op {
        Op::Constant(it) => Ok(it.value.clone()),
        Op::Iota(it) => shape::iota(it.iota_dimension as usize, ty, limit),
        Op::BatchNormInference(it) => norm::inference(x, (it.epsilon, it.feature_index), limit),
        Op::Cholesky(it) => linalg::cholesky_op(one()?, it.lower.0, ty, limit),
        Op::Fft(it) => fft::fft(it, one()?, ty, limit),
        Op::TriangularSolve(it) => {
            let (a, b) = two()?;
            linalg::triangular_solve(it, a, b, ty, limit)
        }
        Op::BitcastConvert(_) => shape::bitcast_convert(one()?, ty, limit),
        Op::BroadcastInDim(it) => {
            shape::broadcast_in_dim(one()?, &it.broadcast_dimensions, ty, limit)
        }
        Op::Concatenate(_) if x.is_empty() => Err(wrong()),
        Op::Concatenate(it) => shape::concatenate(x, it.dimension as usize, ty, limit),
        Op::Pad(it) => {
            let (x, value) = two()?;
            let sides = (&*it.edge_padding_low, &*it.edge_padding_high, &*it.interior_padding);
            shape::pad(x, value, sides, ty, limit)
        }
        Op::Relayout(_) | Op::Reshape(_) => shape::reshape(one()?, ty, limit),
        Op::Reverse(it) => shape::reverse(one()?, &it.dimensions, ty, limit),
        Op::Slice(it) => {
            let bounds = (&*it.start_indices, &*it.limit_indices, &*it.strides);
            shape::slice(one()?, bounds, ty, limit)
        }
        Op::Transpose(it) => shape::transpose(one()?, &it.permutation, ty, limit),
        Op::DynamicSlice(it) => match x {
            [x, starts @ ..] => gather::dynamic_slice(x, starts, &it.slice_sizes, ty, limit),
            [] => Err(wrong()),
        },
        Op::DynamicUpdateSlice(_) => match x {
            [x, update, starts @ ..] => gather::dynamic_update_slice(x, update, starts, ty, limit),
            _ => Err(wrong()),
        },
        Op::Gather(it) => {
            let (x, starts) = two()?;
            gather::gather(x, starts, &it.dimension_numbers, &it.slice_sizes, ty, limit)
        }
        Op::DotGeneral(it) => {
            let (x, y) = two()?;
            dot::dot_general(it, x, y, ty, limit)
        }
        Op::Convolution(it) => {
            let (x, y) = two()?;
            conv::convolution(it, x, y, ty, limit)
        }
        Op::ChloConstant(it) => Ok(it.value.clone()),
        Op::ConstantLike(it) => chlo::constant_like(it, one()?, ty, limit),
        Op::ChloDynamicReshape(_) => {
            let (x, to) = two()?;
            chlo::dynamic_reshape(x, to, ty, limit)
        }
        Op::BroadcastSelect(_) => {
            let operands = x.try_into().map_err(|_| wrong())?;
            chlo::broadcast_select(operands, ty, limit)
        }
        Op::RaggedDot(it) => {
            let operands = x.try_into().map_err(|_| wrong())?;
            chlo::ragged_dot(it, operands, ty, limit)
        }
        // What is left broadcasts two operands.
        hloom_ir::chlo_data_op!() => match chlo::function_of(op) {
            Some((f, dims)) => chlo::broadcast_pair(f, two()?, dims, ty, limit),
            None => Err(wrong()),
        },
        sized_op!() => dynamic::eval(op, x, ty, limit),
        arith_op!() => arith::eval(op, x, ty, limit),
        extents_op!() => extents::eval(op, x, ty),
        pointwise_op!() | structured_op!() => {
            Err(Trouble::unsupported(format!("`{}` gives no single tensor", op.name())))
        }
    }
}
