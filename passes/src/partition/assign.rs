//! From the states of a function's values to split types: every tensor's type says how the devices
//! of the mesh hold it, and each exchange between devices is an op.
//!
//! ```text
//!   %y = dot_general %x, %w          %y = dot_general %x, %w : 4×6 partial = add 2 over {"m"}
//!                              ──►   %1 = hloom.relayout %y  : 4×6 [2 over {"d"}, 1]
//! ```
//!
//! An op reads its operands, and computes its results, in the placements that its
//! [division](sharded_plan) gives: where an operand lies otherwise, a `hloom.relayout` stands before
//! the op; where its windows reach beyond a shard, a `hloom.halo`; and a `hloom.relayout` behind it
//! brings results to the states that the program wants. Ops that can't be divided read and compute
//! wholes. A value is brought to a placement once in a block.
//!
//! The types of a program are statements as annotations are: the pass changes nothing in a program
//! that it has made.

use super::ops::{keeps_shapes, moves_parts};
use super::search::OpAxes;
use crate::context::PassError;
use crate::split::types::{retype, zero};
use hloom_analysis::monoid::Monoid;
use hloom_analysis::shard::annotations::described;
use hloom_analysis::shard::plan::{combined, halo, placed_axes, state_of};
use hloom_analysis::shard::rule::dims;
use hloom_analysis::shard::{Placement, State, States, sharded_plan};
use hloom_analysis::split::{Access, OpIndices, indices};
use hloom_ir::field::ResultType;
use hloom_ir::op::ConstraintError;
use hloom_ir::ops::{Func, FunctionType, Halo, Op, Relayout};
use hloom_ir::{Attr, AttrDict, Block, OpId, Rewriter, Type, Value};
use rustc_hash::FxHashMap;

/// The numbers of ops that were inserted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Assigned {
    /// Relayouts.
    pub relayouts: usize,
    /// Halos.
    pub halos: usize,
}

/// A placement of a value, and the fill of its halo.
type Wanted = (Value, Placement, Option<Value>);

struct Assign<'r, 'm, 's> {
    r: &'r mut Rewriter<'m>,
    states: &'s States,
    planned: &'s FxHashMap<OpId, OpAxes>,
    /// The value that stands for each value of the program, in the state that is wanted of it.
    official: FxHashMap<Value, Value>,
    placed: FxHashMap<Value, Placement>,
    /// Values that were brought to another placement in the block, or around it.
    made: FxHashMap<Wanted, Value>,
    /// Ops that have become other ones.
    dead: Vec<OpId>,
    counts: Assigned,
}

/// Gives all tensors of a function split types, and inserts relayouts and halos. Ops that are not in
/// `planned` get the division for which devices receive the fewest bytes.
///
/// # Errors
/// If a stated placement is one that an op can't have, or an op can't be built.
pub fn assign(
    r: &mut Rewriter<'_>,
    function: OpId,
    states: &States,
    planned: &FxHashMap<OpId, OpAxes>,
) -> Result<Assigned, PassError> {
    let module = r.module();
    let entry = module.entry(function, 0).expect("a function with a body");
    if module.blocks(module.regions(function)[0]).len() > 1 {
        let message = "a function with branches between blocks can't be partitioned; \
                       `lift-control-flow` makes loops and conditions of them";
        return Err(PassError::at(function, message));
    }
    let mut func = module.func(function).clone();
    let args = module.args(entry).to_vec();
    let mut it = Assign {
        r,
        states,
        planned,
        official: FxHashMap::default(),
        placed: FxHashMap::default(),
        made: FxHashMap::default(),
        dead: Vec::new(),
        counts: Assigned::default(),
    };
    for arg in args {
        it.place_as_stated(arg);
    }
    it.block(entry, &states.results)?;
    for op in std::mem::take(&mut it.dead).into_iter().rev() {
        let read = it.r.module().operands(op).to_vec();
        it.r.erase(op);
        // The fill of a halo that is another op now.
        for value in read {
            let module = it.r.module();
            if module.constant(value).is_some() && module.uses(value).next().is_none() {
                let constant = module.def_op(value).expect("a constant");
                it.r.erase(constant);
            }
        }
    }
    let counts = it.counts;
    let entry = r.module().entry(function, 0).expect("a function with a body");
    let inputs: Vec<Type> = r.module().args(entry).iter().map(|&v| r.module().ty(v)).collect();
    let results: Vec<Type> = (func.function_type.results().iter().zip(&states.results))
        .map(|(&ty, state)| Placement::from(state.clone()).on(ty, &states.grid))
        .collect();
    func.function_type = FunctionType(Type::function(&inputs, &results));
    func.arg_attrs = with_attrs(func.arg_attrs.as_deref(), &vec![None; inputs.len()]);
    func.res_attrs = with_attrs(func.res_attrs.as_deref(), &vec![None; results.len()]);
    r.set_op(function, Func { ..func });
    Ok(counts)
}

/// The name of an attribute, and the attribute.
pub(super) type Named = (&'static str, Attr);

/// Attributes of arguments or results with these instead of the shardings that they have.
pub(super) fn with_attrs(old: Option<&Attr>, own: &[Option<Named>]) -> Option<Box<Attr>> {
    let each = own.iter().enumerate().map(|(i, named)| {
        let known = match old {
            Some(Attr::Array(list)) => list.get(i),
            _ => None,
        };
        let mut dict = match known {
            Some(Attr::Dict(dict)) => unsharded(dict.clone()),
            _ => AttrDict::new(),
        };
        if let Some((name, attr)) = named {
            dict.set(name, attr.clone());
        }
        Attr::Dict(dict)
    });
    let each: Vec<Attr> = each.collect();
    let empty = each.iter().all(|dict| matches!(dict, Attr::Dict(it) if it.is_empty()));
    (!empty).then(|| Box::new(Attr::Array(each.into())))
}

fn unsharded(mut dict: AttrDict) -> AttrDict {
    dict.remove("sdy.sharding");
    dict.remove("mhlo.sharding");
    dict
}

impl Assign<'_, '_, '_> {
    fn broken(op: OpId) -> impl Fn(ConstraintError) -> PassError {
        move |e| PassError::at(op, e.to_string())
    }

    fn whole(&self, value: Value) -> Placement {
        State::whole(dims(self.r.module(), value).len()).into()
    }

    fn wanted(&self, value: Value) -> Placement {
        self.states.of(self.r.module(), value).into()
    }

    /// Says how a value lies.
    fn place(&mut self, value: Value, placement: Placement) {
        let ty = placement.on(self.r.module().ty(value), &self.states.grid);
        retype(self.r, value, ty);
        self.placed.insert(value, placement);
    }

    fn place_as_stated(&mut self, value: Value) {
        let placement = self.wanted(value);
        self.place(value, placement);
    }

    /// A value of the program in a placement.
    fn read(
        &mut self,
        value: Value,
        placement: &Placement,
        fill: Option<Value>,
    ) -> Result<Value, ConstraintError> {
        let value = self.official.get(&value).copied().unwrap_or(value);
        if self.placed.get(&value) == Some(placement) {
            return Ok(value);
        }
        let element = self.r.module().ty(value).element();
        let known = |fill: Value| self.r.module().constant(fill).map(|it| it.element_bytes(0));
        // A halo of zeros is one, whoever made the zero.
        let other = fill.filter(|&fill| {
            let zeros = element.map(zero);
            placement.has_halo() && known(fill) != zeros.as_ref().map(|zero| zero.element_bytes(0))
        });
        let key = (value, placement.clone(), other);
        if let Some(&known) = self.made.get(&key) {
            return Ok(known);
        }
        let bare = Placement { halo: vec![(0, 0); placement.halo.len()], ..placement.clone() };
        let ty = ResultType(placement.on(self.r.module().ty(value), &self.states.grid));
        let made = if bare == *placement {
            if !self.placed.contains_key(&value) {
                // No tensor, or a value from outside of the function.
                return Ok(value);
            }
            self.counts.relayouts += 1;
            self.r.value(Relayout { ty }, &[value])?
        } else {
            let near = self.read(value, &bare, None)?;
            let fill = match fill {
                Some(fill) => {
                    let whole = self.whole(fill);
                    self.read(fill, &whole, None)?
                }
                None => {
                    let element = self.r.module().ty(value).element().expect("a tensor");
                    self.r.constant(zero(element))
                }
            };
            self.counts.halos += 1;
            self.r.value(Halo { ty }, &[near, fill])?
        };
        self.placed.insert(made, placement.clone());
        self.made.insert(key, made);
        Ok(made)
    }

    /// Says that a result lies as its op computes it, and brings it to the state that is wanted.
    fn define(&mut self, op: OpId, value: Value, natural: Placement) -> Result<(), PassError> {
        let wanted = self.with_terms(op, value, natural.terms.as_ref())?;
        self.place(value, natural.clone());
        if natural != wanted {
            let moved = self.read(value, &wanted, None).map_err(Self::broken(op))?;
            self.official.insert(value, moved);
        }
        Ok(())
    }

    /// The placement that is wanted of a result, which is in these terms.
    fn with_terms(
        &self,
        op: OpId,
        value: Value,
        terms: Option<&(Monoid, Vec<usize>)>,
    ) -> Result<Placement, PassError> {
        let mut wanted = self.wanted(value);
        let Some(stated) = self.states.terms.get(&value) else { return Ok(wanted) };
        match terms {
            Some((monoid, axes)) if stated.iter().all(|a| axes.contains(a)) => {
                let kept = axes.iter().copied().filter(|a| stated.contains(a));
                wanted.terms = Some((*monoid, kept.collect()));
                Ok(wanted)
            }
            _ => {
                let module = self.r.module();
                let names: Vec<String> = self
                    .states
                    .grid
                    .axes(stated)
                    .iter()
                    .map(|axis| format!("\"{}\"", axis.name))
                    .collect();
                let (value, name) = (described(module, value), module.op(op).name());
                let axes = names.join(", ");
                Err(PassError::at(
                    op,
                    format!(
                        "{value} is stated as terms along {axes}, but `{name}` does not compute terms there"
                    ),
                ))
            }
        }
    }

    fn block(&mut self, block: Block, wanted: &[State]) -> Result<(), PassError> {
        let before = self.made.clone();
        let ops: Vec<OpId> = self.r.module().ops(block).collect();
        for &op in &ops {
            self.r.set_source(op);
            self.r.set_before(op);
            match ops.last() == Some(&op) {
                true => {
                    for (i, value) in self.r.module().operands(op).to_vec().into_iter().enumerate()
                    {
                        let placement = match wanted.get(i) {
                            Some(state) => state.clone().into(),
                            None => self.whole(value),
                        };
                        self.operand(op, i, &placement, None)?;
                    }
                }
                false => self.op(op)?,
            }
        }
        self.made = before;
        Ok(())
    }

    fn operand(
        &mut self,
        op: OpId,
        i: usize,
        placement: &Placement,
        fill: Option<Value>,
    ) -> Result<(), PassError> {
        let value = self.r.module().operand(op, i);
        let read = self.read(value, placement, fill).map_err(Self::broken(op))?;
        if read != value {
            self.r.set_operand(op, i, read);
        }
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.r.module();
        let kind = module.op(op).clone();
        if let Some(attrs) = module.discardable_attrs(op).cloned() {
            self.r.set_discardable_attrs(op, unsharded(attrs));
        }
        match &kind {
            Op::ShardingConstraint(_)
            | Op::Reshard(_)
            | Op::DataFlowEdge(_)
            | Op::PropagationBarrier(_) => self.moved(op),
            Op::CustomCall(it)
                if matches!(&*it.call_target_name.0, b"Sharding" | b"LayoutConstraint") =>
            {
                self.moved(op)
            }
            Op::Relayout(_) | Op::Halo(_) if moves_parts(self.r.module(), op) => self.moved(op),
            Op::ShardingGroup(_) => {
                self.dead.push(op);
                Ok(())
            }
            Op::ManualComputation(_) => self.manual(op),
            Op::While(_) | Op::If(_) | Op::Case(_) => self.control(op),
            // Any other op: by its indices, or as a whole.
            _ => self.computed(op),
        }
    }

    /// Results that are the operands, in placements of their own.
    fn moved(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.r.module();
        let pairs: Vec<(Value, Value)> =
            module.operands(op).iter().copied().zip(module.results(op).iter()).collect();
        for (operand, result) in pairs {
            let held = self.official.get(&operand).copied().unwrap_or(operand);
            let terms = self.placed.get(&held).and_then(|it| it.terms.clone());
            let mut placement = self.with_terms(op, result, terms.as_ref())?;
            let mut fill = None;
            let module = self.r.module();
            if matches!(module.op(op), Op::Halo(_)) {
                let typed = Placement::of_type(&self.states.grid, module.ty(result));
                let typed = typed.map_err(|what| PassError::at(op, what))?;
                placement.halo = typed.map_or_else(|| placement.halo.clone(), |it| it.halo);
                fill = Some(module.operand(op, 1));
            }
            let value = self.read(operand, &placement, fill).map_err(Self::broken(op))?;
            let module = self.r.module();
            if let Some(name) = module.name(result).map(str::to_owned)
                && module.name(value).is_none()
            {
                self.r.set_name(value, &name);
            }
            self.official.insert(result, value);
        }
        self.dead.push(op);
        Ok(())
    }

    /// A manual computation: its operands in the shards that it takes.
    fn manual(&mut self, op: OpId) -> Result<(), PassError> {
        let shardings = self.in_states(op)?;
        for (i, state) in shardings.into_iter().enumerate() {
            self.operand(op, i, &state.into(), None)?;
        }
        self.captured(op)?;
        for value in self.r.module().results(op).iter().collect::<Vec<_>>() {
            let mut natural = self.wanted(value);
            // Partial sums of a body stay terms until an op reads them.
            let terms = self.states.terms.get(&value);
            natural.terms = terms.map(|axes| (Monoid::Add, axes.clone()));
            self.place(value, natural);
        }
        Ok(())
    }

    fn in_states(&self, op: OpId) -> Result<Vec<State>, PassError> {
        use hloom_analysis::shard::annotations::{manual, read, resolve};
        let module = self.r.module();
        let at = |message: String| PassError::at(op, message);
        let Op::ManualComputation(it) = module.op(op) else { return Ok(Vec::new()) };
        let grid = &self.states.grid;
        for sharding in it.in_shardings.0.iter().chain(&it.out_shardings.0) {
            let mesh = resolve(module, &sharding.mesh).map_err(at)?;
            if mesh != grid.mesh && !mesh.axes.is_empty() {
                return Err(at("its mesh is not the mesh of the function's shardings".to_owned()));
            }
        }
        let operands = module.operands(op).iter().zip(&it.in_shardings.0);
        operands
            .map(|(&value, sharding)| {
                let own = manual(sharding, &it.manual_axes);
                let read = read(grid, &own, dims(module, value), "an operand");
                read.and_then(|it| it.no_terms("an operand").map(|()| it.state)).map_err(at)
            })
            .collect()
    }

    /// An op as its indices say: along the axes for which devices receive the fewest bytes.
    fn computed(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.r.module();
        let table = indices(module, op);
        let known =
            self.planned.get(&op).cloned().or_else(|| self.stated_axes(op, table.as_ref()?));
        if let (Some(table), Some(axes)) = (&table, known) {
            return match axes.iter().any(|a| !a.is_empty()) {
                true => self.divided(op, table, &axes),
                false => self.as_a_whole(op),
            };
        }
        let plan = table.as_ref().map(|table| {
            let state = |v: Value| {
                let official = self.official.get(&v).copied().unwrap_or(v);
                match self.placed.get(&official) {
                    Some(placement) => placement.state.clone(),
                    None => self.states.of(module, v),
                }
            };
            sharded_plan(module, op, table, &self.states.grid, &state)
        });
        match (table, plan) {
            (Some(table), Some(plan)) if plan.axes.iter().any(|a| !a.is_empty()) => {
                self.divided(op, &table, &plan.axes)
            }
            _ => self.as_a_whole(op),
        }
    }

    /// The division that the types of a program state for an op, if they state one that it can have.
    fn stated_axes(&self, op: OpId, table: &OpIndices) -> Option<OpAxes> {
        let (module, grid) = (self.r.module(), &self.states.grid);
        let typed = |v: Value| Placement::of_type(grid, module.ty(v)).ok().flatten();
        let results: Vec<Value> = module.results(op).iter().collect();
        if !results.iter().any(|&v| typed(v).is_some()) {
            return None;
        }
        let placement = |v: Value| {
            let held = self.official.get(&v).copied().unwrap_or(v);
            let own = if results.contains(&v) { typed(v) } else { self.placed.get(&held).cloned() };
            own.unwrap_or_else(|| self.whole(v))
        };
        let axes = placed_axes(module, op, table, grid, &placement).ok()?;
        let terms = combined(table, &axes);
        let stated = |v: &Value| placement(*v).terms.map_or(Vec::new(), |(_, axes)| axes);
        let combines = !table.combine.is_empty();
        (!combines || results.iter().all(|v| stated(v) == terms)).then_some(axes)
    }

    fn divided(
        &mut self,
        op: OpId,
        table: &OpIndices,
        axes: &[Vec<usize>],
    ) -> Result<(), PassError> {
        let operands = self.r.module().operands(op).to_vec();
        let n = operands.len();
        for (i, (&operand, accesses)) in operands.iter().zip(&table.operands).enumerate() {
            let mut placement = Placement::from(state_of(accesses, axes));
            let extents = dims(self.r.module(), operand);
            for (d, access) in accesses.iter().enumerate() {
                if let Access::Window { index, window } = *access
                    && !axes[index].is_empty()
                {
                    let own = extents[d] / self.states.grid.parts(&axes[index]);
                    let (before, after) = halo(window, own);
                    placement.halo[d] = (before.max(0), after.max(0));
                }
            }
            let fill = match self.r.module().op(op) {
                Op::ReduceWindow(_) if i < n / 2 => Some(operands[n / 2 + i]),
                Op::Pad(_) if i == 0 => Some(operands[1]),
                // Any other op: padding is zero.
                _ => None,
            };
            self.operand(op, i, &placement, fill)?;
        }
        self.captured(op)?;
        let terms = combined(table, axes);
        let results: Vec<Value> = self.r.module().results(op).iter().collect();
        for (i, value) in results.iter().enumerate() {
            let mut natural = Placement::from(state_of(&table.results[i], axes));
            let monoid = table.combine.get(i).filter(|_| !terms.is_empty());
            natural.terms = monoid.map(|&monoid| (monoid, terms.clone()));
            self.r.set_after(op);
            self.define(op, *value, natural)?;
        }
        Ok(())
    }

    /// Values from outside that an op's regions use, each as a whole.
    fn captured(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.r.module();
        let inner: Vec<(OpId, usize, Value)> = module
            .walk(op)
            .filter(|&o| o != op)
            .flat_map(|o| {
                let operands = module.operands(o).iter().enumerate();
                operands.map(move |(i, &v)| (o, i, v)).collect::<Vec<_>>()
            })
            .filter(|(_, _, v)| self.placed.contains_key(v) || self.official.contains_key(v))
            .collect();
        for (user, i, value) in inner {
            let whole = self.whole(value);
            let read = self.read(value, &whole, None).map_err(Self::broken(op))?;
            if read != value {
                self.r.set_operand(user, i, read);
            }
        }
        Ok(())
    }

    /// The op on whole operands, on every device.
    fn as_a_whole(&mut self, op: OpId) -> Result<(), PassError> {
        self.captured(op)?;
        for i in 0..self.r.module().operands(op).len() {
            let whole = self.whole(self.r.module().operand(op, i));
            self.operand(op, i, &whole, None)?;
        }
        for value in self.r.module().results(op).iter().collect::<Vec<_>>() {
            let whole = self.whole(value);
            self.r.set_after(op);
            self.define(op, value, whole)?;
        }
        Ok(())
    }

    /// A loop or a condition: carried and yielded values are sharded like the results; conditions
    /// are whole, so that all devices go the same way.
    fn control(&mut self, op: OpId) -> Result<(), PassError> {
        let module = self.r.module();
        let results: Vec<Value> = module.results(op).iter().collect();
        let count = module.regions(op).len();
        let looping = matches!(module.op(op), Op::While(_));
        if !keeps_shapes(module, op) {
            return self.as_a_whole(op);
        }
        let states: Vec<State> = results.iter().map(|&v| self.states.of(module, v)).collect();
        for (i, value) in module.operands(op).to_vec().into_iter().enumerate() {
            let placement = match states.get(i).filter(|_| looping) {
                Some(state) => state.clone().into(),
                None => self.whole(value),
            };
            self.operand(op, i, &placement, None)?;
        }
        for i in 0..count {
            let block = self.r.module().entry(op, i);
            let block = block.ok_or_else(|| PassError::at(op, "a region is empty"))?;
            for (arg, state) in self.r.module().args(block).to_vec().into_iter().zip(&states) {
                self.place(arg, state.clone().into());
            }
            let wanted = if looping && i == 0 { &[][..] } else { &states };
            self.block(block, wanted)?;
        }
        for (value, state) in results.into_iter().zip(states) {
            self.place(value, state.into());
        }
        Ok(())
    }
}
