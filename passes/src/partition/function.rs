//! The body of a function as a program of one device, op by op.
//!
//! The function's types are split types: [`assign`](super::assign) has made every exchange an op.

use super::SHARDING;
use super::exchange::{Exchange, Known};
use super::ops::{keeps_shapes, moves_parts};
use super::part::Divided;
use super::relayout::relayout;
use crate::context::PassError;
use crate::split::types::zero;
use hloom_analysis::shard::plan::placed_axes;
use hloom_analysis::shard::{Grid, Placement, State};
use hloom_analysis::split::indices;
use hloom_ir::field::Field;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Func, FuncReturn, FunctionType, Op, Return};
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
    /// Each value's shard on the device.
    held: FxHashMap<Value, Value>,
    counts: Counts,
}

/// Replaces a function by the program of a device.
///
/// # Errors
/// If a type states a placement that its op can't have, or an op can't be built.
pub fn partition(r: &mut Rewriter<'_>, function: OpId, grid: &Grid) -> Result<Counts, PassError> {
    let module = r.module();
    let func = module.func(function).clone();
    let entry = module.entry(function, 0).expect("a function with a body");
    let args = module.args(entry).to_vec();
    let place = |ty: Type| placement(grid, ty).map_err(|e| PassError::at(function, e));
    let each = |types: &[Type]| types.iter().map(|&ty| place(ty)).collect::<Result<Vec<_>, _>>();
    let own = each(func.function_type.inputs())?;
    let returned = each(func.function_type.results())?;
    let local = |types: &[Type], own: &[Placement]| -> Vec<Type> {
        types.iter().zip(own).map(|(&ty, placement)| placement.local(ty, grid)).collect()
    };
    let types = local(func.function_type.inputs(), &own);
    let results = local(func.function_type.results(), &returned);
    let whole = |types: &[Type]| -> Vec<Type> { types.iter().map(|ty| ty.unsplit()).collect() };
    let changed = types != whole(func.function_type.inputs())
        || results != whole(func.function_type.results());
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
    let arg_attrs = kept(func.arg_attrs.as_deref(), &own, grid);
    let arg_attrs = arg_attrs.map(|attrs| Box::new(donated(*attrs, &types, &results)));
    let res_attrs = kept(func.res_attrs.as_deref(), &returned, grid);
    let outer = r.point();
    r.set_point(InsertPoint::End(block));
    let local = r.module().args(block).to_vec();
    let mut it = Partition {
        x: Exchange::new(r, grid.clone()),
        held: FxHashMap::default(),
        counts: Counts::default(),
    };
    for ((arg, local), name) in args.into_iter().zip(local).zip(names) {
        if let Some(name) = name {
            it.x.r.set_name(local, &name);
        }
        it.held.insert(arg, local);
    }
    let returned = it.block(entry)?;
    let built = it.x.r.build(FuncReturn {}, &returned);
    built.map_err(|broken| PassError::at(function, broken.to_string()))?;
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
    let made = r.build_with_regions(own, &[], &[region]);
    let made = made.map_err(|broken| PassError::at(function, broken.to_string()))?;
    if let Some(attrs) = attrs {
        r.set_discardable_attrs(made, attrs);
    }
    r.erase(function);
    Ok(counts)
}

/// The attribute of an argument whose memory a result may take: the number of the result.
pub(crate) const DONATED: &str = "tf.aliasing_output";

/// The placement that a type states; of a type without one, every device holds the whole.
fn placement(grid: &Grid, ty: Type) -> Result<Placement, String> {
    let rank = ty.as_tensor().map_or(0, |t| t.rank());
    Ok(Placement::of_type(grid, ty)?.unwrap_or_else(|| State::whole(rank).into()))
}

/// Attributes of arguments or results, with the shardings under a name that says that they are of
/// the whole.
fn kept(old: Option<&Attr>, own: &[Placement], grid: &Grid) -> Option<Box<Attr>> {
    let dicts = own.iter().enumerate().map(|(i, placement)| {
        let known = match old {
            Some(Attr::Array(list)) => list.get(i),
            _ => None,
        };
        let mut dict = match known {
            Some(Attr::Dict(dict)) => dict.clone(),
            _ => AttrDict::new(),
        };
        if let Some(attr) = placement.state.sharding(grid).to_attr() {
            dict.set(SHARDING, attr);
        }
        Attr::Dict(dict)
    });
    let dicts: Vec<Attr> = dicts.collect();
    (!dicts.is_empty()).then(|| Box::new(Attr::Array(dicts.into())))
}

/// The attributes of arguments without the donations to results that a device holds other parts of:
/// the memory of such an argument is not that of the result.
fn donated(attrs: Attr, types: &[Type], results: &[Type]) -> Attr {
    let Attr::Array(list) = &attrs else { return attrs };
    let dicts = list.iter().zip(types).map(|(attr, ty)| {
        let Attr::Dict(dict) = attr else { return attr.clone() };
        let result = dict.get(DONATED).and_then(Attr::as_i64);
        let result = result.and_then(|result| results.get(usize::try_from(result).ok()?));
        let mut dict = dict.clone();
        if result.is_some_and(|result| result != ty) {
            dict.remove(DONATED);
        }
        Attr::Dict(dict)
    });
    let dicts: Vec<Attr> = dicts.collect();
    Attr::Array(dicts.into())
}

impl Partition<'_, '_> {
    fn placement(&self, value: Value) -> Placement {
        let found = placement(&self.x.grid, self.x.r.module().ty(value));
        found.expect("`assign` has written or read the type")
    }

    fn read(&self, value: Value) -> Value {
        self.held.get(&value).copied().expect("it was computed before")
    }

    fn reads(&self, op: OpId) -> Vec<Value> {
        self.x.r.module().operands(op).iter().map(|&v| self.read(v)).collect()
    }

    fn define(&mut self, value: Value, held: Value) {
        if let Some(name) = self.x.r.module().name(value).map(str::to_owned)
            && self.x.r.module().name(held).is_none()
        {
            self.x.r.set_name(held, &name);
        }
        self.held.insert(value, held);
    }

    /// Builds the ops of a block; returns what it yields.
    fn block(&mut self, block: Block) -> Result<Vec<Value>, PassError> {
        let ops: Vec<OpId> = self.x.r.module().ops(block).collect();
        let Some((&terminator, ops)) = ops.split_last() else { return Ok(Vec::new()) };
        for &op in ops {
            self.x.r.set_source(op);
            self.op(op)?;
        }
        self.x.r.set_source(terminator);
        Ok(self.reads(terminator))
    }

    fn op(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.x.r.module();
        let kind = module.op(op).clone();
        let at = |broken: ConstraintError| PassError::at(op, broken.to_string());
        match &kind {
            Op::Relayout(_) | Op::Halo(_) if moves_parts(module, op) => {
                self.exchange(op).map_err(at)
            }
            Op::ManualComputation(_) => self.manual(op),
            Op::While(_) | Op::If(_) | Op::Case(_) if keeps_shapes(module, op) => {
                self.control(op, kind.clone())
            }
            // Any other op: by its indices, or as a whole.
            _ => {
                let Some(table) = indices(module, op) else {
                    self.as_a_whole(op);
                    return Ok(());
                };
                let placement = |v: Value| self.placement(v);
                let axes = placed_axes(module, op, &table, &self.x.grid, &placement);
                let axes = axes.map_err(|what| {
                    let name = module.op(op).name();
                    PassError::at(op, format!("`{name}` can't have its splits: {what}"))
                })?;
                if axes.iter().all(Vec::is_empty) {
                    self.as_a_whole(op);
                    return Ok(());
                }
                self.divided(&Divided { op, table: &table, axes: &axes }).map_err(at)
            }
        }
    }

    /// A relayout or a halo.
    fn exchange(&mut self, op: OpId) -> Result<(), ConstraintError> {
        let module = self.x.r.module();
        let (operand, result) = (module.operand(op, 0), module.result(op, 0));
        let (from, to) = (self.placement(operand), self.placement(result));
        let mut value = self.read(operand);
        if matches!(module.op(op), Op::Halo(_)) {
            let fill = module.operand(op, 1);
            // A device that receives nothing has zeros.
            let zero = module.constant(fill).is_some_and(|known| {
                known.element_bytes(0) == zero(known.element()).element_bytes(0)
            });
            let fill = (!zero).then(|| self.read(fill));
            for (d, &edges) in to.halo.iter().enumerate() {
                if edges != (0, 0) {
                    value = self.x.with_halo(value, d, &to.state.0[d], edges, fill)?;
                }
            }
        } else {
            value = relayout(&mut self.x, value, &from, &to)?;
        }
        self.define(result, value);
        Ok(())
    }

    fn divided(&mut self, it: &Divided<'_>) -> Result<(), ConstraintError> {
        self.counts.divided += 1;
        let operands = self.reads(it.op);
        let captured = self.captured(it.op);
        let made = it.build(&mut self.x, operands, &captured)?;
        let results: Vec<Value> = self.x.r.module().results(it.op).iter().collect();
        for (value, held) in results.into_iter().zip(made) {
            self.define(value, held);
        }
        Ok(())
    }

    /// Values from outside that an op's regions use.
    fn captured(&mut self, op: OpId) -> FxHashMap<Value, Value> {
        let module = self.x.r.module();
        let inner = module.walk(op).filter(|&o| o != op);
        let values = inner.flat_map(|o| module.operands(o).iter().copied());
        values.filter_map(|v| Some((v, *self.held.get(&v)?))).collect()
    }

    /// The op on whole operands, on every device.
    fn as_a_whole(&mut self, op: OpId) {
        self.counts.whole += 1;
        let mut map = self.captured(op);
        for &value in self.x.r.module().operands(op) {
            map.insert(value, self.read(value));
        }
        let copy = self.x.r.clone_op(op, &mut map);
        let module = self.x.r.module();
        let pairs: Vec<(Value, Value)> =
            module.results(op).iter().zip(module.results(copy).iter()).collect();
        for (old, new) in pairs {
            self.define(old, new);
        }
    }

    /// A manual computation: its body takes its place.
    fn manual(&mut self, op: OpId) -> Result<(), PassError> {
        let at = |message: String| PassError::at(op, message);
        let block =
            self.x.r.module().entry(op, 0).ok_or_else(|| at("it has no body".to_owned()))?;
        let params = self.x.r.module().args(block).to_vec();
        let mut map = self.captured(op);
        for (local, param) in self.reads(op).into_iter().zip(params) {
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
            let want = self.placement(result).local(self.x.r.module().ty(result), &self.x.grid);
            let have = self.x.r.module().ty(local);
            if have != want {
                return Err(at(format!(
                    "a device's part of a result is {want}, the body yields {have}"
                )));
            }
            self.define(result, local);
        }
        Ok(())
    }

    /// A region, whose arguments and yielded values have the placements that their types say.
    fn region(&mut self, op: OpId, at: usize) -> Result<Region, PassError> {
        let before: (Known, InsertPoint) = (self.x.known(), self.x.r.point());
        let module = self.x.r.module();
        let block = module.entry(op, at).ok_or_else(|| PassError::at(op, "a region is empty"))?;
        let params = module.args(block).to_vec();
        let types: Vec<Type> =
            params.iter().map(|&v| self.placement(v).local(module.ty(v), &self.x.grid)).collect();
        let (region, to) = self.x.r.region(&types);
        self.x.r.set_point(InsertPoint::End(to));
        let own = self.x.r.module().args(to).to_vec();
        for (param, own) in params.into_iter().zip(own) {
            self.define(param, own);
        }
        let yielded = self.block(block)?;
        let built = self.x.r.build(Return {}, &yielded);
        built.map_err(|e| PassError::at(op, e.to_string()))?;
        self.x.restore(before.0);
        self.x.r.set_point(before.1);
        Ok(region)
    }

    /// A loop or a condition: its regions are partitioned too.
    fn control(&mut self, op: OpId, kind: Op) -> Result<(), PassError> {
        let operands = self.reads(op);
        let count = self.x.r.module().regions(op).len();
        let regions: Vec<Region> =
            (0..count).map(|i| self.region(op, i)).collect::<Result<_, _>>()?;
        let made = self.x.r.build_with_regions(kind, &operands, &regions);
        let made = made.map_err(|broken| PassError::at(op, broken.to_string()))?;
        let results: Vec<Value> = self.x.r.module().results(op).iter().collect();
        let made: Vec<Value> = self.x.r.module().results(made).iter().collect();
        for (old, new) in results.into_iter().zip(made) {
            self.define(old, new);
        }
        Ok(())
    }
}
