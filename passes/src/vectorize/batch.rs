//! Batching of ops: replaces an op in each iteration by one op over all iterations, whose operands
//! have a leading iteration dimension.

use super::collectives::is_collective;
use super::whiles::may_not_end;
use super::{Affine, Lane, Lanes};
use crate::loops::step_of;
use hloom_analysis::integers::{range, scalar, splat};
use hloom_ir::field::{Dims, Padding, ResultType};
use hloom_ir::op::may_fail;
use hloom_ir::ops::{
    BroadcastInDim, Concatenate, DotDims, DotGeneral, DynamicUpdateSlice, Op, Pad, Reduce,
    ReduceWindow, Reshape, Return, Reverse, Select, Slice, Sort, Transpose,
};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, OpId, Region, Trait, Type, Value};
use rustc_hash::FxHashMap;

/// Dimension numbers of a tensor, shifted for a leading iteration dimension.
pub(super) fn behind(dims: &Dims) -> Dims {
    dims.iter().map(|d| d + 1).collect()
}

/// Per-dimension numbers with `first` for the leading iteration dimension.
pub(super) fn with(first: i64, dims: &Dims) -> Dims {
    std::iter::once(first).chain(dims.iter().copied()).collect()
}

/// A reduction or window reduction of tensors with a leading iteration dimension.
fn batched_reduction(kind: &Op) -> Option<Op> {
    Some(match kind {
        Op::Reduce(it) => Reduce { dimensions: behind(&it.dimensions) }.into(),
        Op::ReduceWindow(it) => {
            let one = |dims: &Option<Dims>| dims.as_ref().map(|d| with(1, d));
            let padding = it
                .padding
                .as_ref()
                .map(|p| Padding(std::iter::once((0, 0)).chain(p.0.iter().copied()).collect()));
            ReduceWindow {
                window_dimensions: with(1, &it.window_dimensions),
                window_strides: one(&it.window_strides),
                base_dilations: one(&it.base_dilations),
                window_dilations: one(&it.window_dilations),
                padding,
            }
            .into()
        }
        // Any other op: its region is not batched.
        _ => return None,
    })
}

impl Lanes<'_, '_> {
    /// Computes the results of an op, if its operands are known and it can be batched.
    pub(super) fn op(&mut self, op: OpId) {
        let results = self.module().results(op);
        if results.iter().any(|v| self.known.contains_key(&v)) {
            return;
        }
        if self.processes.is_some() {
            // Ops have the place in the source of those that they stand for.
            self.rw.set_source(op);
            if self.spend(1 + self.module().walk(op).count()).is_none() {
                return;
            }
        }
        if let Some(lanes) = self.lanes_of(op) {
            self.known.extend(results.iter().zip(lanes));
        }
    }

    /// The lane of a value; values from outside of the loop are the same in each iteration.
    pub(super) fn lane(&self, value: Value) -> Option<Lane> {
        if let Some(&lane) = self.known.get(&value) {
            return Some(lane);
        }
        (!self.is_inside(value)).then_some(Lane::Uniform(value))
    }

    /// Whether a value is defined in the loop's body, to any depth.
    pub(super) fn is_inside(&self, value: Value) -> bool {
        let mut block = self.module().def_block(value);
        while let Some(at) = block {
            if at == self.body {
                return true;
            }
            block = self.module().block_owner(at).and_then(|owner| self.module().parent(owner));
        }
        false
    }

    /// The values of the loop's body that an op's regions capture.
    fn captured(&self, op: OpId) -> Vec<Value> {
        let module = self.module();
        let mut own: Vec<Value> = Vec::new();
        let mut used: Vec<Value> = Vec::new();
        for inner in module.walk(op) {
            own.extend(module.results(inner).iter());
            for &region in module.regions(inner) {
                module.blocks(region).iter().for_each(|&b| own.extend(module.args(b)));
            }
            used.extend(module.operands(inner));
        }
        for &region in module.regions(op) {
            module.blocks(region).iter().for_each(|&b| own.extend(module.args(b)));
        }
        let own: rustc_hash::FxHashSet<Value> = own.into_iter().collect();
        used.retain(|v| !own.contains(v) && self.is_inside(*v));
        used
    }

    fn lanes_of(&mut self, op: OpId) -> Option<Vec<Lane>> {
        let module = self.module();
        if module.op(op).has(Trait::Terminator) || !self.is_batchable(op) {
            return None;
        }
        let has_collective = self.has_collective(op);
        // Some processes may not reach it.
        if has_collective && self.active.is_some() {
            return None;
        }
        // The op would also run where it is not reached.
        if module.parent(op) != Some(self.body) && !has_collective && may_fail(module, op) {
            return None;
        }
        let kind = module.op(op).clone();
        let values = module.operands(op).to_vec();
        if let Some(row) = self.own_row(op, &values) {
            return Some(vec![row]);
        }
        let operands: Vec<Lane> = values.iter().map(|&v| self.lane(v)).collect::<Option<_>>()?;
        let captured = self.captured(op);
        let is_same = |lane: Option<Lane>| matches!(lane, Some(Lane::Uniform(_)));
        // A loop might not terminate where it is not reached.
        let terminates =
            self.active.is_none() || !may_not_end(self.module(), op, self.settings.steps);
        if terminates
            && !has_collective
            && operands.iter().all(|&l| is_same(Some(l)))
            && captured.iter().all(|&v| is_same(self.lane(v)))
        {
            return Some(self.once(op, values.into_iter().chain(captured)));
        }
        let mut batched = self.batched(op, &kind, &operands, &captured);
        if batched.is_none() && self.processes.is_some() && captured.is_empty() {
            batched = self.kernel(op, &kind, &operands);
        }
        if batched.is_some() || self.processes.is_none() || has_collective || !terminates {
            return batched;
        }
        let used: Vec<Value> = values.into_iter().chain(captured).collect();
        self.one_each(op, &used)
    }

    /// One op for all iterations.
    fn batched(
        &mut self,
        op: OpId,
        kind: &Op,
        operands: &[Lane],
        captured: &[Value],
    ) -> Option<Vec<Lane>> {
        match kind {
            Op::If(_) | Op::Case(_) => return self.branch(op, operands[0]),
            Op::While(_) => return self.inner_loop(op, operands),
            _ if is_collective(kind) => return self.collective(op, kind, operands),
            // Any other op: batched below, unless it captures values.
            _ => {}
        }
        if !captured.is_empty() {
            return None;
        }
        let ty = self.module().ty(self.module().results(op).get(0)?);
        if let Some(line) = self.on_line(kind, operands, ty) {
            return Some(vec![Lane::Affine(line)]);
        }
        self.batched_type(ty)?;
        match kind {
            Op::Sort(_) | Op::Reduce(_) | Op::ReduceWindow(_) => {
                self.with_region(op, kind, operands)
            }
            // Any other op: `tensor_op` batches those that it names, and elementwise ones.
            _ => Some(vec![Lane::Varying(self.tensor_op(kind, operands, ty)?)]),
        }
    }

    /// Computes an op with equal operands in all iterations once.
    fn once(&mut self, op: OpId, used: impl Iterator<Item = Value>) -> Vec<Lane> {
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for value in used {
            if let Some(&Lane::Uniform(new)) = self.known.get(&value) {
                map.insert(value, new);
            }
        }
        let copy = self.rw.clone_op(op, &mut map);
        self.module().results(copy).iter().map(Lane::Uniform).collect()
    }

    /// The affine result of an op on affine and constant operands.
    fn on_line(&self, kind: &Op, operands: &[Lane], ty: Type) -> Option<Affine> {
        let number = |lane: &Lane| match *lane {
            Lane::Affine(line) => Some((line.start, line.step)),
            Lane::Uniform(value) => Some((scalar(self.module(), value)?, 0)),
            Lane::Varying(_) => None,
        };
        let numbers: Vec<(i128, i128)> = operands.iter().map(number).collect::<Option<_>>()?;
        let element = ty.element()?;
        let (start, step) = match (kind, &numbers[..]) {
            (Op::Add(_), &[(a, s), (b, t)]) => (a.checked_add(b)?, s.checked_add(t)?),
            (Op::Subtract(_), &[(a, s), (b, t)]) => (a.checked_sub(b)?, s.checked_sub(t)?),
            (Op::Multiply(_), &[(a, s), (b, 0)]) | (Op::Multiply(_), &[(b, 0), (a, s)]) => {
                (a.checked_mul(b)?, s.checked_mul(b)?)
            }
            (Op::Negate(_), &[(a, s)]) => (-a, -s),
            // Numbers that do not fit the type are not converted here.
            (Op::Convert(_), &[(a, s)]) => return Affine::checked(element, a, s, self.trip_count),
            // Any other op: not affine.
            _ => return None,
        };
        // Subtracting the unsigned number 1 is adding the largest one.
        let low = *range(element)?.start();
        let start = (start - low).rem_euclid(1 << element.bit_width()) + low;
        Affine::checked(element, start, step_of(element, step), self.trip_count)
    }

    /// An op without regions on batched tensors.
    fn tensor_op(&mut self, kind: &Op, operands: &[Lane], ty: Type) -> Option<Value> {
        let all = ResultType(self.batched_type(ty)?);
        match kind {
            Op::DynamicSlice(it) => return self.dynamic_slice(operands, &it.slice_sizes),
            Op::DotGeneral(it) => return self.dot(it, operands, all),
            // Any other op: named or elementwise, or not batched.
            _ => {}
        }
        if kind.has(Trait::Elementwise) {
            let rank = ty.as_tensor()?.rank();
            let values: Vec<Value> =
                operands.iter().map(|&l| self.of_rank(l, rank, ty)).collect::<Option<_>>()?;
            let kind = kind.with_result_types(&[all.0]).ok()?;
            return self.rw.value(kind, &values).ok();
        }
        let first = self.each(*operands.first()?)?;
        let (new, values): (Op, Vec<Value>) = match kind {
            Op::BroadcastInDim(it) => {
                let dims = with(0, &behind(&it.broadcast_dimensions));
                (BroadcastInDim { broadcast_dimensions: dims, ty: all }.into(), vec![first])
            }
            Op::Reshape(_) => (Reshape { ty: all }.into(), vec![first]),
            Op::Transpose(it) => {
                (Transpose { permutation: with(0, &behind(&it.permutation)) }.into(), vec![first])
            }
            Op::Reverse(it) => (Reverse { dimensions: behind(&it.dimensions) }.into(), vec![first]),
            Op::Slice(it) => {
                let slice = Slice {
                    start_indices: with(0, &it.start_indices),
                    limit_indices: with(self.trip_count, &it.limit_indices),
                    strides: with(1, &it.strides),
                };
                (slice.into(), vec![first])
            }
            Op::Concatenate(it) => {
                let values = operands.iter().map(|&l| self.each(l)).collect::<Option<_>>()?;
                (Concatenate { dimension: it.dimension + 1 }.into(), values)
            }
            Op::Pad(it) => {
                let &Lane::Uniform(value) = operands.get(1)? else { return None };
                let pad = Pad {
                    edge_padding_low: with(0, &it.edge_padding_low),
                    edge_padding_high: with(0, &it.edge_padding_high),
                    interior_padding: with(0, &it.interior_padding),
                };
                (pad.into(), vec![first, value])
            }
            Op::DynamicUpdateSlice(_) => {
                let mut values = vec![first, self.each(operands[1])?];
                let mut starts = Vec::new();
                for lane in &operands[2..] {
                    let &Lane::Uniform(start) = lane else { return None };
                    starts.push(start);
                }
                let ty = self.module().ty(*starts.first()?);
                values.push(self.rw.constant(splat(ty, 0)?));
                values.extend(starts);
                (DynamicUpdateSlice {}.into(), values)
            }
            // Any other op: not batched.
            _ => return None,
        };
        self.rw.value(new, &values).ok()
    }

    /// A lane as a batched operand of an elementwise op of this rank. `select` and `clamp` also
    /// accept scalars.
    pub(super) fn of_rank(&mut self, lane: Lane, rank: usize, ty: Type) -> Option<Value> {
        let tensor = match lane {
            Lane::Uniform(value) | Lane::Varying(value) => self.module().ty(value).as_tensor()?,
            Lane::Affine(_) => return self.scalars_of_rank(lane, rank, ty),
        };
        match lane {
            Lane::Uniform(value) if tensor.rank() == 0 && rank > 0 => {
                let dims = self.batched_type(ty)?.as_tensor()?.dims.to_vec();
                let ty = ResultType(tensor.with_dims(&dims).into());
                self.rw
                    .value(BroadcastInDim { broadcast_dimensions: vec![].into(), ty }, &[value])
                    .ok()
            }
            Lane::Varying(_) if tensor.rank() == 1 && rank > 0 => {
                self.scalars_of_rank(lane, rank, ty)
            }
            _ => self.each(lane),
        }
    }

    /// A scalar per iteration, broadcast along the dimensions of `ty`.
    fn scalars_of_rank(&mut self, lane: Lane, rank: usize, ty: Type) -> Option<Value> {
        let value = self.each(lane)?;
        if rank == 0 {
            return Some(value);
        }
        let dims = self.batched_type(ty)?.as_tensor()?.dims.to_vec();
        let ty = ResultType(self.module().ty(value).as_tensor()?.with_dims(&dims).into());
        self.rw.value(BroadcastInDim { broadcast_dimensions: vec![0].into(), ty }, &[value]).ok()
    }

    /// A product: the iteration dimension is a free dimension of the lhs if only the lhs has it,
    /// else a batch dimension. Float sums may be computed in another order.
    fn dot(&mut self, it: &DotGeneral, operands: &[Lane], ty: ResultType) -> Option<Value> {
        let exact = |v: Type| v.element().is_some_and(|e| e.is_integer() || e.is_boolean());
        let types: Vec<Type> = self.dot_types(operands);
        if !(self.settings.fast || types.iter().all(|&t| exact(t)) && exact(ty.0)) {
            return None;
        }
        let dims = &it.dot_dimension_numbers;
        let batched = !dims.lhs_batching_dimensions.is_empty();
        let mut numbers = DotDims {
            lhs_batching_dimensions: behind(&dims.lhs_batching_dimensions),
            rhs_batching_dimensions: dims.rhs_batching_dimensions.clone(),
            lhs_contracting_dimensions: behind(&dims.lhs_contracting_dimensions),
            rhs_contracting_dimensions: dims.rhs_contracting_dimensions.clone(),
        };
        let lhs = self.each(operands[0])?;
        let rhs = match operands[1] {
            Lane::Uniform(value) if !batched => value,
            lane => {
                numbers.lhs_batching_dimensions = with(0, &numbers.lhs_batching_dimensions);
                numbers.rhs_batching_dimensions = with(0, &behind(&dims.rhs_batching_dimensions));
                numbers.rhs_contracting_dimensions = behind(&dims.rhs_contracting_dimensions);
                self.each(lane)?
            }
        };
        let op = DotGeneral { dot_dimension_numbers: Box::new(numbers), ty, ..it.clone() };
        self.rw.value(op, &[lhs, rhs]).ok()
    }

    fn dot_types(&self, operands: &[Lane]) -> Vec<Type> {
        let ty = |lane: &Lane| match *lane {
            Lane::Uniform(v) | Lane::Varying(v) => self.module().ty(v),
            Lane::Affine(line) => Type::scalar_tensor(line.element),
        };
        operands.iter().map(ty).collect()
    }

    /// A reduction or a sort, with shifted dimensions.
    fn with_region(&mut self, op: OpId, kind: &Op, operands: &[Lane]) -> Option<Vec<Lane>> {
        let block = self.module().entry(op, 0)?;
        let (new, values): (Op, Vec<Value>) = match kind {
            Op::Reduce(_) | Op::ReduceWindow(_) => {
                // The iteration dimension could be taken for one of a slice.
                if hloom_ir::ops::reduces_slices(self.module(), op) {
                    return None;
                }
                if !self.settings.fast && !super::combine::is_exact_reducer(self.module(), block) {
                    return None;
                }
                let (inputs, inits) = operands.split_at(operands.len() / 2);
                let mut values: Vec<Value> =
                    inputs.iter().map(|&l| self.each(l)).collect::<Option<_>>()?;
                for lane in inits {
                    let &Lane::Uniform(init) = lane else { return None };
                    values.push(init);
                }
                (batched_reduction(kind)?, values)
            }
            Op::Sort(it) => {
                let values = operands.iter().map(|&l| self.each(l)).collect::<Option<_>>()?;
                let ty = self.module().ty(self.module().operand(op, 0));
                let last = ty.as_tensor()?.rank() as i64 - 1;
                // Negative numbers count from the last dimension; -1 is the default.
                let dimension = it.dimension.unwrap_or(-1);
                let dimension = if dimension < 0 { last + 1 + dimension } else { dimension };
                (Sort { dimension: Some(dimension + 1), is_stable: it.is_stable }.into(), values)
            }
            // Any other op: its region is not batched.
            _ => return None,
        };
        let region = self.copy_of(block)?;
        let built = self.rw.build_with_regions(new, &values, &[region]).ok()?;
        Some(self.module().results(built).iter().map(Lane::Varying).collect())
    }

    /// A copy of a region of an op of the body, if the region captures no values of the body.
    pub(super) fn copy_of(&mut self, block: Block) -> Option<Region> {
        let here = self.rw.point();
        let params = self.module().args(block).to_vec();
        let types: Vec<Type> = params.iter().map(|&v| self.module().ty(v)).collect();
        let (region, copy) = self.rw.region(&types);
        self.rw.set_point(InsertPoint::End(copy));
        let args = self.module().args(copy).to_vec();
        let values = self.rw.clone_block(block, &args);
        let ended = self.rw.build(Return {}, &values);
        self.rw.set_point(here);
        ended.ok().map(|_| region)
    }

    /// A branch whose arms are pure: all arms are computed, and selects choose the results.
    fn branch(&mut self, op: OpId, condition: Lane) -> Option<Vec<Lane>> {
        // Some processes may not take part.
        let uniform = matches!(condition, Lane::Uniform(_));
        if self.has_collective(op) && !uniform {
            return None;
        }
        if let (Lane::Uniform(condition), true) = (condition, self.processes.is_some()) {
            return self.taken_by_all(op, condition);
        }
        let count = self.module().regions(op).len();
        let mut arms: Vec<Vec<Lane>> = Vec::new();
        for i in 0..count {
            let block = self.compute_arm(op, i, condition)?;
            let end = self.module().terminator(block)?;
            let values = self.module().operands(end).to_vec();
            arms.push(values.into_iter().map(|v| self.lane(v)).collect::<Option<_>>()?);
        }
        let types: Vec<Type> = self.module().result_types(op).to_vec();
        let is_if = matches!(self.module().op(op), Op::If(_));
        let mut results = Vec::new();
        for (r, &ty) in types.iter().enumerate() {
            let lanes: Vec<Lane> = arms.iter().map(|arm| arm[r]).collect();
            results.push(Lane::Varying(self.choose(is_if, condition, &lanes, ty)?));
        }
        Some(results)
    }

    /// A branch that all processes take the same arm of.
    fn taken_by_all(&mut self, op: OpId, condition: Value) -> Option<Vec<Lane>> {
        let types: Vec<Type> = self.module().result_types(op).to_vec();
        let mut regions = Vec::new();
        for i in 0..self.module().regions(op).len() {
            let region = self.region(&[], |lanes, _| {
                let results = lanes.run_block(op, i, &[])?;
                let each = results.into_iter().zip(&types);
                each.map(|(lane, &ty)| lanes.of_type(lane, ty)).collect()
            });
            let Some(region) = region else {
                let made: Vec<Block> =
                    regions.iter().flat_map(|&r| self.module().blocks(r).to_vec()).collect();
                self.rw.erase_blocks(&made);
                self.forget(op);
                return None;
            };
            regions.push(region);
        }
        self.forget(op);
        let kind = self.module().op(op).clone();
        let built = self.rw.build_with_regions(kind, &[condition], &regions).ok()?;
        Some(self.module().results(built).iter().map(Lane::Varying).collect())
    }

    /// Selects one of several lanes by the condition of an `if` or the index of a `case`.
    pub(super) fn choose(
        &mut self,
        is_if: bool,
        condition: Lane,
        lanes: &[Lane],
        ty: Type,
    ) -> Option<Value> {
        use hloom_ir::ops::{Compare, Direction};
        let rank = ty.as_tensor()?.rank();
        let (last, others) = lanes.split_last()?;
        let mut chosen = self.of_type(*last, ty)?;
        for (i, &lane) in others.iter().enumerate().rev() {
            let mut flag = self.each(condition)?;
            if !is_if {
                let index = splat(self.module().ty(flag), i as i128)?;
                let index = self.rw.constant(index);
                let equal = Compare { comparison_direction: Direction::Eq, compare_type: None };
                flag = self.rw.value(equal, &[flag, index]).ok()?;
            }
            let flag = self.scalars_of_rank(Lane::Varying(flag), rank, ty)?;
            let value = self.of_type(lane, ty)?;
            chosen = self.rw.value(Select {}, &[flag, value, chosen]).ok()?;
        }
        Some(chosen)
    }

    /// A lane as a batched tensor, if its type per iteration is `ty`.
    pub(super) fn of_type(&mut self, lane: Lane, ty: Type) -> Option<Value> {
        let value = self.each(lane)?;
        (self.module().ty(value) == self.batched_type(ty)?).then_some(value)
    }
}
