//! Collectives of a run of processes, as ops on tensors with a leading dimension of processes.
//!
//! Rows are put in the order of the groups, and the leading dimension becomes two, groups by places
//! in a group:
//!
//! | collective | on `groups x places x …` |
//! |---|---|
//! | `all_reduce` | combines the places, one after the other, for all of them |
//! | `all_gather` | moves the places in front of the gathered dimension |
//! | `reduce_scatter` | combines, and moves parts of a dimension to the places |
//! | `all_to_all` | moves parts of one dimension to the places, and the places to another |
//! | `collective_permute`, `collective_broadcast` | takes rows, or zeros |
//! | `partition_id`, `replica_id` | numbers |
//!
//! Values that all processes get are computed once.

use super::{Affine, Lane, Lanes};
use hloom_analysis::integers::splat;
use hloom_analysis::monoid::Monoid;
use hloom_interp::{process_groups, process_partner};
use hloom_ir::field::ResultType;
use hloom_ir::ops::{
    BroadcastInDim, CollectivePermute, Concatenate, Op, Reduce, Strategy, Transpose, replica_groups,
};
use hloom_ir::{Element, Literal, OpId, Type, Value};

/// The most processes of a group whose values are combined one after the other, as the interpreter
/// does; those of larger ones are reduced.
pub(super) const MOST_IN_ORDER: usize = 16;

/// Whether the op's results depend on other processes, or on which one this is.
pub(super) fn is_collective(op: &Op) -> bool {
    matches!(
        op,
        Op::AllReduce(_)
            | Op::AllGather(_)
            | Op::ReduceScatter(_)
            | Op::AllToAll(_)
            | Op::CollectivePermute(_)
            | Op::CollectiveBroadcast(_)
            | Op::PartitionId(_)
            | Op::ReplicaId(_)
    )
}

/// Groups of one size that have all processes between them.
struct Groups {
    /// The processes, group by group.
    order: Vec<usize>,
    count: i64,
    size: i64,
}

impl Groups {
    /// The place of each process in the order.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.order.len()];
        self.order.iter().enumerate().for_each(|(place, &process)| places[process] = place);
        places
    }
}

impl Lanes<'_, '_> {
    /// The results of a collective, if it is one that is known here.
    pub(super) fn collective(
        &mut self,
        op: OpId,
        kind: &Op,
        operands: &[Lane],
    ) -> Option<Vec<Lane>> {
        match kind {
            Op::PartitionId(_) => {
                Some(vec![self.number(|process, partitions| process % partitions)?])
            }
            Op::ReplicaId(_) => {
                Some(vec![self.number(|process, partitions| process / partitions)?])
            }
            Op::CollectivePermute(it) => {
                let sources = self.sources(it)?;
                let value = self.each(operands[0])?;
                Some(vec![Lane::Varying(self.rows_or_zeros(value, &sources)?)])
            }
            Op::CollectiveBroadcast(it) => {
                if it.has_dynamic_root.0 {
                    return None;
                }
                let mut sources = vec![None; self.trip_count as usize];
                for group in self.all_groups(kind)? {
                    let root = group.first().copied();
                    group.iter().for_each(|&process| sources[process as usize] = root);
                }
                let sources: Vec<Option<usize>> =
                    sources.into_iter().map(|root| root.map(|it| it as usize)).collect();
                let rows = |lanes: &mut Self, &lane: &Lane| {
                    let value = lanes.each(lane)?;
                    Some(Lane::Varying(lanes.rows_or_zeros(value, &sources)?))
                };
                operands.iter().map(|lane| rows(self, lane)).collect()
            }
            // Any other op: one with groups, or no collective.
            _ => {
                let groups = self.groups(kind)?;
                let mut all = Vec::with_capacity(operands.len());
                for (at, &lane) in operands.iter().enumerate() {
                    all.push(match self.sum_of_products(op, at, lane, groups.count) {
                        Some(sum) => Lane::Uniform(sum),
                        None => self.in_groups(op, kind, lane, &groups)?,
                    });
                }
                Some(all)
            }
        }
    }

    /// A collective of one operand in groups.
    fn in_groups(&mut self, op: OpId, kind: &Op, lane: Lane, groups: &Groups) -> Option<Lane> {
        let value = self.each(lane)?;
        let ty = self.module().ty(value).as_tensor()?.clone();
        let dims = ty.dims[1..].to_vec();
        let rows = self.rows(value, &groups.order)?;
        let mut by_place = vec![groups.count, groups.size];
        by_place.extend(&dims);
        let rows = self.reshaped(rows, &by_place)?;
        match kind {
            Op::AllReduce(_) => {
                let combined = self.combine(op, rows, groups)?;
                self.for_all(combined, &dims, groups)
            }
            Op::AllGather(it) => {
                // groups, dimensions in front, places, the gathered dimension and those behind.
                let at = it.all_gather_dim as usize;
                let mut order: Vec<i64> = (0..by_place.len() as i64).collect();
                let places = order.remove(1);
                order.insert(1 + at, places);
                let transposed = self.transposed(rows, order)?;
                let mut gathered = dims.clone();
                gathered[at] *= groups.size;
                let mut all = vec![groups.count];
                all.extend(&gathered);
                let gathered_rows = self.reshaped(transposed, &all)?;
                self.for_all(gathered_rows, &gathered, groups)
            }
            Op::ReduceScatter(it) => {
                let combined = self.combine(op, rows, groups)?;
                let at = it.scatter_dimension as usize;
                let mut parts = vec![groups.count];
                parts.extend(&dims);
                parts[1 + at] /= groups.size;
                parts.insert(1 + at, groups.size);
                let parts = self.reshaped(combined, &parts)?;
                let mut order: Vec<i64> = (0..=dims.len() as i64 + 1).collect();
                let places = order.remove(1 + at);
                order.insert(1, places);
                let transposed = self.transposed(parts, order)?;
                let mut own = dims.clone();
                own[at] /= groups.size;
                self.for_each(transposed, &own, groups)
            }
            Op::AllToAll(it) => {
                let (split, concat) = (it.split_dimension as usize, it.concat_dimension as usize);
                let mut parts = by_place.clone();
                parts[2 + split] /= groups.size;
                parts.insert(2 + split, groups.size);
                let parts = self.reshaped(rows, &parts)?;
                // The places that receive, then the dimensions, in front of one of which are the
                // places that sent.
                let mut order = vec![0, 2 + split as i64];
                for d in 0..dims.len() {
                    if d == concat {
                        order.push(1);
                    }
                    order.push(2 + d as i64 + i64::from(d >= split));
                }
                let transposed = self.transposed(parts, order)?;
                let mut own = dims.clone();
                own[split] /= groups.size;
                own[concat] *= groups.size;
                self.for_each(transposed, &own, groups)
            }
            // Any other op: not a collective with groups.
            _ => None,
        }
    }

    /// The number of each process, as an unsigned scalar.
    fn number(&mut self, of: impl Fn(u32, u32) -> u32) -> Option<Lane> {
        let (replicas, partitions) = self.processes?;
        let numbers: Vec<u32> = (0..replicas * partitions).map(|p| of(p, partitions)).collect();
        let element = Element::U32;
        if (0..).zip(&numbers).all(|(process, &number)| number == process) {
            return Affine::checked(element, 0, 1, self.trip_count).map(Lane::Affine);
        }
        if numbers.iter().all(|&number| number == numbers[0]) {
            let number = splat(Type::scalar_tensor(element), numbers[0].into())?;
            return Some(Lane::Uniform(self.rw.constant(number)));
        }
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let ty = Type::tensor(&[self.trip_count], element);
        Some(Lane::Varying(self.rw.constant(Literal::new(ty, bytes[..].into()).ok()?)))
    }

    /// The groups of a collective.
    fn all_groups(&self, kind: &Op) -> Option<Vec<Vec<u32>>> {
        let groups = replica_groups(kind)?;
        let ids = groups.ids.groups(self.module()).ok()?;
        process_groups(self.processes?, groups.strategy, &ids).ok()
    }

    /// The groups of a collective, if they have one size and all processes.
    fn groups(&self, kind: &Op) -> Option<Groups> {
        let all = self.all_groups(kind)?;
        let size = all.first()?.len();
        let order: Vec<usize> = all.concat().into_iter().map(|process| process as usize).collect();
        let even = all.iter().all(|group| group.len() == size);
        let whole = even && order.len() == self.trip_count as usize;
        whole.then_some(Groups { order, count: all.len() as i64, size: size as i64 })
    }

    /// Whether a collective on values that are the same in all processes has such results.
    pub(super) fn is_same_for_all(&self, kind: &Op) -> bool {
        matches!(kind, Op::AllReduce(_) | Op::AllGather(_))
            && self.groups(kind).is_some_and(|groups| groups.count == 1)
    }

    /// The process that each process gets its value from.
    fn sources(&self, it: &CollectivePermute) -> Option<Vec<Option<usize>>> {
        let (grid, strategy) = (self.processes?, Strategy::moving(it.channel_handle));
        let pairs = &it.source_target_pairs;
        let mut sources = vec![None; self.trip_count as usize];
        for (source, target) in pairs.column(0).zip(pairs.column(1)) {
            for me in 0..self.trip_count as u32 {
                if process_partner(grid, me, strategy, source).ok()? == me {
                    let to = process_partner(grid, me, strategy, target).ok()?;
                    sources[to as usize] = Some(me as usize);
                }
            }
        }
        Some(sources)
    }

    /// The combination of the places of each group: groups by dimensions.
    fn combine(&mut self, op: OpId, rows: Value, groups: &Groups) -> Option<Value> {
        let block = self.module().entry(op, 0)?;
        let monoids = Monoid::of_block(self.module(), block)?;
        let &[monoid] = &monoids[..] else { return None };
        let ty = self.module().ty(rows).as_tensor()?.clone();
        let result = self.module().ty(self.module().result(op, 0)).element()?;
        if result != ty.element {
            return None;
        }
        let mut dims = ty.dims.to_vec();
        dims.remove(1);
        if groups.size as usize > MOST_IN_ORDER {
            let scalar = Type::scalar_tensor(ty.element);
            let start = self.rw.constant(monoid.identity(scalar)?);
            let region = self.reducer(monoid, scalar)?;
            let reduce = Reduce { dimensions: vec![1].into() };
            let built = self.rw.build_with_regions(reduce, &[rows, start], &[region]).ok()?;
            return Some(self.module().result(built, 0));
        }
        let mut all = None;
        for place in 0..groups.size {
            let row = self.along(rows, 1, place, place + 1)?;
            all = Some(match all {
                Some(all) => self.rw.value(monoid.op(), &[all, row]).ok()?,
                None => row,
            });
        }
        self.reshaped(all?, &dims)
    }

    /// A value of each group for all of its processes.
    fn for_all(&mut self, value: Value, dims: &[i64], groups: &Groups) -> Option<Lane> {
        if groups.count == 1 {
            return Some(Lane::Uniform(self.reshaped(value, dims)?));
        }
        let mut all = vec![groups.count, groups.size];
        all.extend(dims);
        let broadcast_dimensions = [0].into_iter().chain(2..all.len() as i64).collect();
        let ty = self.module().ty(value).as_tensor()?.with_dims(&all).into();
        let broadcast = BroadcastInDim { broadcast_dimensions, ty: ResultType(ty) };
        let value = self.rw.value(broadcast, &[value]).ok()?;
        self.for_each(value, dims, groups)
    }

    /// A value of each place of each group, in the order of processes.
    fn for_each(&mut self, value: Value, dims: &[i64], groups: &Groups) -> Option<Lane> {
        let mut rows = vec![self.trip_count];
        rows.extend(dims);
        let value = self.reshaped(value, &rows)?;
        Some(Lane::Varying(self.rows(value, &groups.places())?))
    }

    fn transposed(&mut self, value: Value, order: Vec<i64>) -> Option<Value> {
        self.rw.value(Transpose { permutation: order.into() }, &[value]).ok()
    }

    /// Rows in another order.
    fn rows(&mut self, value: Value, order: &[usize]) -> Option<Value> {
        let order: Vec<Option<usize>> = order.iter().map(|&row| Some(row)).collect();
        self.rows_or_zeros(value, &order)
    }

    /// Rows in another order, and zeros.
    fn rows_or_zeros(&mut self, value: Value, order: &[Option<usize>]) -> Option<Value> {
        let count = self.trip_count as usize;
        if order.len() == count && (0..).zip(order).all(|(at, &row)| row == Some(at)) {
            return Some(value);
        }
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(&row) = order.get(at) {
            let follows = |(n, other): (usize, &Option<usize>)| match row {
                Some(row) => *other == Some(row + n),
                None => other.is_none(),
            };
            let length = order[at..].iter().enumerate().take_while(|&next| follows(next)).count();
            at += length;
            parts.push(match row {
                Some(row) => self.iterations(value, row as i64, (row + length) as i64)?,
                None => {
                    let tensor = self.module().ty(value).as_tensor()?;
                    let mut dims = tensor.dims.to_vec();
                    dims[0] = length as i64;
                    let zeros = Literal::zeros(tensor.with_dims(&dims).into()).ok()?;
                    self.rw.constant(zeros)
                }
            });
        }
        if let [one] = parts[..] {
            return Some(one);
        }
        self.rw.value(Concatenate { dimension: 0 }, &parts).ok()
    }
}
