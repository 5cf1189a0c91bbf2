//! The body of a function as a program of one device, op by op.

use super::SHARDING;
use super::exchange::{Exchange, Known};
use super::part::{Divided, Held, brought};
use crate::context::PassError;
use hloom_analysis::shard::annotations::{manual, read, resolve};
use hloom_analysis::shard::rule::{dims, yields};
use hloom_analysis::shard::{State, States, sharded_plan};
use hloom_analysis::split::indices;
use hloom_ir::field::Field;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Func, FuncReturn, FunctionType, ManualComputation, Op, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Attr, AttrDict, Block, OpId, Region, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// The numbers of ops that were built.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Ops of which each device computes a part.
    pub divided: usize,
    /// Ops that every device computes as a whole.
    pub whole: usize,
    /// Collectives.
    pub collectives: usize,
}

impl Counts {
    /// Adds the numbers of another function.
    pub fn add(&mut self, other: &Counts) {
        self.divided += other.divided;
        self.whole += other.whole;
        self.collectives += other.collectives;
    }
}

/// Builds the ops of a device.
struct Partition<'r, 'm> {
    x: Exchange<'r, 'm>,
    states: States,
    held: FxHashMap<Value, Held>,
    /// Values that were brought to another state in the block, or around it.
    read: FxHashMap<(Value, State), Value>,
    counts: Counts,
}

/// Replaces a function by the program of a device.
///
/// # Errors
/// If an op can't be built.
pub fn partition(
    r: &mut Rewriter<'_>,
    function: OpId,
    states: States,
) -> Result<Counts, PassError> {
    let module = r.module();
    let func = module.func(function).clone();
    let entry = module.entry(function, 0).expect("a function with a body");
    let whole = |broken: ConstraintError| PassError::at(function, broken.to_string());
    if module.blocks(module.regions(function)[0]).len() > 1 {
        let message = "a function with branches between blocks can't be partitioned; \
                       `lift-control-flow` makes loops and conditions of them";
        return Err(PassError::at(function, message));
    }
    let args = module.args(entry).to_vec();
    let own: Vec<State> = args.iter().map(|&v| states.of(module, v)).collect();
    let types: Vec<Type> =
        args.iter().zip(&own).map(|(&v, state)| local_type(module.ty(v), state, &states)).collect();
    let results = func.function_type.results().iter().zip(&states.results);
    let results: Vec<Type> = results.map(|(&ty, state)| local_type(ty, state, &states)).collect();
    let changed =
        &types[..] != func.function_type.inputs() || &results[..] != func.function_type.results();
    if let Some(call) = super::called(module, function).filter(|_| changed) {
        let name = &func.sym_name.0;
        let message = format!(
            "`@{name}`, which is called here, would get arguments or results of other types by its \
             shardings; run `inline` before"
        );
        return Err(PassError::at(call, message));
    }
    let names: Vec<Option<String>> =
        args.iter().map(|&v| module.name(v).map(str::to_owned)).collect();
    r.set_before(function);
    let (region, block) = r.region(&types);
    let arg_attrs = kept(func.arg_attrs.as_deref(), &own, &states);
    let res_attrs = kept(func.res_attrs.as_deref(), &states.results, &states);
    let outer = r.point();
    r.set_point(InsertPoint::End(block));
    let local = r.module().args(block).to_vec();
    let grid = states.grid.clone();
    let mut it = Partition {
        x: Exchange::new(r, grid),
        states,
        held: FxHashMap::default(),
        read: FxHashMap::default(),
        counts: Counts::default(),
    };
    for (((arg, state), local), name) in args.into_iter().zip(own).zip(local).zip(names) {
        if let Some(name) = name {
            it.x.r.set_name(local, &name);
        }
        it.held.insert(arg, (local, state));
    }
    let wanted = it.states.results.clone();
    let returned = it.block(entry, Some(&wanted))?;
    it.x.r.build(FuncReturn {}, &returned).map_err(whole)?;
    let counts = Counts { collectives: it.x.collectives, ..it.counts };
    let own = Func {
        function_type: FunctionType(Type::function(&types, &results)),
        arg_attrs,
        res_attrs,
        ..func
    };
    r.set_point(outer);
    r.set_source(function);
    let attrs = r.module().discardable_attrs(function).cloned();
    let made = r.build_with_regions(own, &[], &[region]).map_err(whole)?;
    if let Some(attrs) = attrs {
        r.set_discardable_attrs(made, attrs);
    }
    r.erase(function);
    Ok(counts)
}

/// The type of a device's shard.
fn local_type(ty: Type, state: &State, states: &States) -> Type {
    match ty.as_tensor() {
        Some(tensor) if !state.is_whole() => {
            tensor.with_dims(&state.local(&tensor.dims, &states.grid)).into()
        }
        _ => ty,
    }
}

/// Attributes of arguments or results, with the shardings under a name that says that they are of
/// the whole.
fn kept(old: Option<&Attr>, own: &[State], states: &States) -> Option<Box<Attr>> {
    let dicts = own.iter().enumerate().map(|(i, state)| {
        let known = match old {
            Some(Attr::Array(list)) => list.get(i),
            _ => None,
        };
        let mut dict = match known {
            Some(Attr::Dict(dict)) => dict.clone(),
            _ => AttrDict::new(),
        };
        dict.remove("sdy.sharding");
        dict.remove("mhlo.sharding");
        if let Some(attr) = state.sharding(&states.grid).to_attr() {
            dict.set(SHARDING, attr);
        }
        Attr::Dict(dict)
    });
    let dicts: Vec<Attr> = dicts.collect();
    (!dicts.is_empty()).then(|| Box::new(Attr::Array(dicts.into())))
}

impl Partition<'_, '_> {
    fn state(&self, value: Value) -> State {
        self.states.of(self.x.r.module(), value)
    }

    fn whole(&self, value: Value) -> State {
        State::whole(dims(self.x.r.module(), value).len())
    }

    /// A value of the program, in a state.
    fn read(&mut self, value: Value, state: &State) -> Result<Value, ConstraintError> {
        let key = (value, state.clone());
        if let Some(&known) = self.read.get(&key) {
            return Ok(known);
        }
        let held = self.held.get(&value).cloned().expect("it was computed before");
        let found = brought(&mut self.x, &held, state)?;
        self.read.insert(key, found);
        Ok(found)
    }

    fn define(&mut self, value: Value, held: Held) {
        if let Some(name) = self.x.r.module().name(value).map(str::to_owned)
            && self.x.r.module().name(held.0).is_none()
        {
            self.x.r.set_name(held.0, &name);
        }
        self.held.insert(value, held);
    }

    /// Builds the ops of a block; returns what it yields, in these states or as a whole.
    fn block(&mut self, block: Block, wanted: Option<&[State]>) -> Result<Vec<Value>, PassError> {
        let ops: Vec<OpId> = self.x.r.module().ops(block).collect();
        let Some((&terminator, ops)) = ops.split_last() else { return Ok(Vec::new()) };
        for &op in ops {
            self.x.r.set_source(op);
            self.op(op)?;
        }
        self.x.r.set_source(terminator);
        let yielded = self.x.r.module().operands(terminator).to_vec();
        let each = yielded.into_iter().enumerate().map(|(i, value)| {
            let whole = self.whole(value);
            self.read(value, wanted.map_or(&whole, |states| &states[i]))
        });
        each.collect::<Result<_, _>>().map_err(|e| PassError::at(terminator, e.to_string()))
    }

    fn op(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.x.r.module();
        let kind = module.op(op).clone();
        let at = |broken: ConstraintError| PassError::at(op, broken.to_string());
        match &kind {
            Op::ShardingConstraint(_)
            | Op::Reshard(_)
            | Op::DataFlowEdge(_)
            | Op::PropagationBarrier(_) => self.moved(op).map_err(at),
            Op::CustomCall(it) if &*it.call_target_name.0 == b"Sharding" => {
                self.moved(op).map_err(at)
            }
            Op::ShardingGroup(_) => Ok(()),
            Op::ManualComputation(it) => self.manual(op, it),
            Op::While(_) | Op::If(_) | Op::Case(_) => self.control(op, kind.clone()),
            // Any other op: by its indices, or as a whole.
            _ => {
                let table = indices(module, op);
                let plan = table.as_ref().map(|table| {
                    let state = |v: Value| match self.held.get(&v) {
                        Some((_, state)) => state.clone(),
                        None => self.states.of(module, v),
                    };
                    sharded_plan(module, op, table, &self.x.grid, &state)
                });
                match (table, plan) {
                    (Some(table), Some(plan)) if plan.axes.iter().any(|a| !a.is_empty()) => {
                        let divided = Divided { op, table: &table, axes: &plan.axes };
                        self.divided(&divided).map_err(at)
                    }
                    _ => self.as_a_whole(op).map_err(at),
                }
            }
        }
    }

    /// Results that are the operands, in states of their own.
    fn moved(&mut self, op: OpId) -> Result<(), ConstraintError> {
        let module = self.x.r.module();
        let pairs: Vec<(Value, Value)> =
            module.operands(op).iter().copied().zip(module.results(op).iter()).collect();
        for (operand, result) in pairs {
            let state = self.state(result);
            let value = self.read(operand, &state)?;
            self.held.insert(result, (value, state));
        }
        Ok(())
    }

    fn divided(&mut self, it: &Divided<'_>) -> Result<(), ConstraintError> {
        self.counts.divided += 1;
        let operands = self.x.r.module().operands(it.op).to_vec();
        let mut own = Vec::with_capacity(operands.len());
        for (&operand, accesses) in operands.iter().zip(&it.table.operands) {
            let want = hloom_analysis::shard::plan::state_of(accesses, it.axes);
            own.push(self.read(operand, &want)?);
        }
        let captured = self.captured(it.op)?;
        let results: Vec<Value> = self.x.r.module().results(it.op).iter().collect();
        let wanted: Vec<State> = results.iter().map(|&v| self.state(v)).collect();
        let held = it.build(&mut self.x, own, &wanted, &captured)?;
        for ((value, held), wanted) in results.into_iter().zip(held).zip(wanted) {
            let moved = brought(&mut self.x, &held, &wanted)?;
            self.define(value, (moved, wanted));
        }
        Ok(())
    }

    /// Values from outside that an op's regions use, each as a whole.
    fn captured(&mut self, op: OpId) -> Result<FxHashMap<Value, Value>, ConstraintError> {
        let module = self.x.r.module();
        let inner: Vec<Value> = module
            .walk(op)
            .filter(|&o| o != op)
            .flat_map(|o| module.operands(o).iter().copied())
            .filter(|v| self.held.contains_key(v))
            .collect();
        let mut map = FxHashMap::default();
        for value in inner {
            let whole = self.whole(value);
            map.insert(value, self.read(value, &whole)?);
        }
        Ok(map)
    }

    /// The op on whole operands, on every device.
    fn as_a_whole(&mut self, op: OpId) -> Result<(), ConstraintError> {
        self.counts.whole += 1;
        let mut map = self.captured(op)?;
        for value in self.x.r.module().operands(op).to_vec() {
            let whole = self.whole(value);
            let own = self.read(value, &whole)?;
            map.insert(value, own);
        }
        let copy = self.x.r.clone_op(op, &mut map);
        let attrs = self.x.r.module().discardable_attrs(copy).cloned();
        if let Some(mut attrs) = attrs {
            attrs.remove("sdy.sharding");
            attrs.remove("mhlo.sharding");
            self.x.r.set_discardable_attrs(copy, attrs);
        }
        let module = self.x.r.module();
        let pairs: Vec<(Value, Value)> =
            module.results(op).iter().zip(module.results(copy).iter()).collect();
        for (old, new) in pairs {
            let (whole, state) = (self.whole(old), self.state(old));
            let value = brought(&mut self.x, &(new, whole), &state)?;
            self.define(old, (value, state));
        }
        Ok(())
    }

    /// A manual computation: its body takes its place.
    fn manual(&mut self, op: OpId, it: &ManualComputation) -> Result<(), PassError> {
        let at = |message: String| PassError::at(op, message);
        let broken = |e: ConstraintError| PassError::at(op, e.to_string());
        for sharding in it.in_shardings.0.iter().chain(&it.out_shardings.0) {
            let mesh = resolve(self.x.r.module(), &sharding.mesh).map_err(at)?;
            if mesh != self.x.grid.mesh && !mesh.axes.is_empty() {
                return Err(at("its mesh is not the mesh of the function's shardings".to_owned()));
            }
        }
        let operands = self.x.r.module().operands(op).to_vec();
        let block =
            self.x.r.module().entry(op, 0).ok_or_else(|| at("it has no body".to_owned()))?;
        let params = self.x.r.module().args(block).to_vec();
        let mut map = self.captured(op).map_err(broken)?;
        for ((value, sharding), param) in operands.into_iter().zip(&it.in_shardings.0).zip(params) {
            let extents = dims(self.x.r.module(), value);
            let own = manual(sharding, &it.manual_axes);
            let state = read(&self.x.grid, &own, extents, "an operand").map_err(at)?.state;
            let local = self.read(value, &state).map_err(broken)?;
            let (have, want) = (self.x.r.module().ty(local), self.x.r.module().ty(param));
            if have != want {
                return Err(at(format!(
                    "a device's part of an operand is {have}, the body takes {want}"
                )));
            }
            map.insert(param, local);
        }
        let ops: Vec<OpId> = self.x.r.module().ops(block).collect();
        let Some((&terminator, ops)) = ops.split_last() else { return Ok(()) };
        for &inner in ops {
            match self.x.r.module().op(inner) {
                Op::ShardingConstraint(_) | Op::Reshard(_) | Op::PropagationBarrier(_) => {
                    let operand = self.x.r.module().operand(inner, 0);
                    let same = map.get(&operand).copied().unwrap_or(operand);
                    map.insert(self.x.r.module().result(inner, 0), same);
                }
                // Any other op: as it is.
                _ => _ = self.x.r.clone_op(inner, &mut map),
            }
        }
        let yielded = self.x.r.module().operands(terminator).to_vec();
        let results: Vec<Value> = self.x.r.module().results(op).iter().collect();
        for (yielded, result) in yielded.into_iter().zip(results) {
            let local = map.get(&yielded).copied().unwrap_or(yielded);
            let state = self.state(result);
            let want = local_type(self.x.r.module().ty(result), &state, &self.states);
            let have = self.x.r.module().ty(local);
            if have != want {
                return Err(at(format!(
                    "a device's part of a result is {want}, the body yields {have}"
                )));
            }
            self.define(result, (local, state));
        }
        Ok(())
    }

    fn enter(&mut self) -> (Known, FxHashMap<(Value, State), Value>, InsertPoint) {
        (self.x.known(), self.read.clone(), self.x.r.point())
    }

    fn leave(
        &mut self,
        (known, read, point): (Known, FxHashMap<(Value, State), Value>, InsertPoint),
    ) {
        self.x.restore(known);
        self.read = read;
        self.x.r.set_point(point);
    }

    /// A region whose arguments and yielded values have these states.
    fn region(
        &mut self,
        op: OpId,
        at: usize,
        args: &[State],
        wanted: Option<&[State]>,
    ) -> Result<Region, PassError> {
        let before = self.enter();
        let module = self.x.r.module();
        let block = module.entry(op, at).ok_or_else(|| PassError::at(op, "a region is empty"))?;
        let params = module.args(block).to_vec();
        let types: Vec<Type> = params
            .iter()
            .zip(args)
            .map(|(&v, state)| local_type(module.ty(v), state, &self.states))
            .collect();
        let (region, to) = self.x.r.region(&types);
        self.x.r.set_point(InsertPoint::End(to));
        let own = self.x.r.module().args(to).to_vec();
        for ((param, own), state) in params.into_iter().zip(own).zip(args) {
            self.define(param, (own, state.clone()));
        }
        let yielded = self.block(block, wanted)?;
        let built = self.x.r.build(Return {}, &yielded);
        built.map_err(|e| PassError::at(op, e.to_string()))?;
        self.leave(before);
        Ok(region)
    }

    /// A loop or a condition: its regions are partitioned too. Carried and yielded values are sharded
    /// like the results; conditions are whole, so that all devices go the same way.
    fn control(&mut self, op: OpId, kind: Op) -> Result<(), PassError> {
        let at = |broken: ConstraintError| PassError::at(op, broken.to_string());
        let module = self.x.r.module();
        let operands = module.operands(op).to_vec();
        let results: Vec<Value> = module.results(op).iter().collect();
        let count = module.regions(op).len();
        let states: Vec<State> = results.iter().map(|&v| self.state(v)).collect();
        let looping = matches!(kind, Op::While(_));
        // A body that yields another shape than the loop's has an extent that is not known.
        let shapes = (0..count).all(|i| {
            let yielded = yields(module, op, i);
            looping && i == 0
                || yielded.len() == results.len()
                    && yielded
                        .iter()
                        .zip(&results)
                        .all(|(&a, &b)| dims(module, a) == dims(module, b))
        });
        if !shapes {
            return self.as_a_whole(op).map_err(at);
        }
        let mut own = Vec::with_capacity(operands.len());
        for (i, value) in operands.into_iter().enumerate() {
            let state = if looping { states[i].clone() } else { self.whole(value) };
            own.push(self.read(value, &state).map_err(at)?);
        }
        let mut regions = Vec::with_capacity(count);
        for i in 0..count {
            let args: &[State] = if looping { &states } else { &[] };
            let wanted = (!(looping && i == 0)).then_some(&states[..]);
            regions.push(self.region(op, i, args, wanted)?);
        }
        let made = self.x.r.build_with_regions(kind, &own, &regions).map_err(at)?;
        let made: Vec<Value> = self.x.r.module().results(made).iter().collect();
        for ((old, new), state) in results.into_iter().zip(made).zip(states) {
            self.define(old, (new, state));
        }
        Ok(())
    }
}
